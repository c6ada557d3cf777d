"""Which lines has the list of a set-up sheet: what to fetch, and where zones and marked points lie?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from astrike.report.figures import plain
from astrike.report.paper.canvas import Canvas
from astrike.report.paper.cards import height_words, kind_words, size_words, standing_words, turn_words
from astrike.report.paper.entries import Inventory, Lettered
from astrike.report.paper.fixing import Fixed
from astrike.report.paper.tape import Tape, from_edges, reach_of, written
from astrike.report.words import Translate
from astrike.report.words import mark as _

COLUMNS: Final = (16.0, 44.0, 152.0, 268.0, 356.0)
"""Points from the left: number, name, height, size, notes."""
CELL: Final = 8.8
"""Size of the letters."""
_KINDS: Final = {"poi": _("Point of interest"), "objective": _("Objective"), "sensor": _("Sensor")}


@dataclass(frozen=True, slots=True)
class ListRow:
    """One line of the list; what is long takes several."""

    cells: tuple[str, ...]
    is_first: bool = True
    is_last: bool = True
    is_title: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """The list of a sheet, measured for a canvas."""

    canvas: Canvas
    found: Inventory
    room: float
    size: tuple[float, float]
    tape: Tape
    translate: Translate

    def rows(self) -> Iterator[ListRow]:
        """Give all lines."""
        words = self.translate
        for entry in self.found.pieces:
            step = entry.steps[0]
            notes = [kind_words(entry, words), turn_words(step, words), *standing_words(entry, words)]
            cells = (
                entry.number,
                entry.name or words(entry.kind),
                height_words(entry, words),
                size_words(step, self.tape),
                " · ".join(note for note in notes if note),
            )
            yield from self._wrapped(cells, COLUMNS)
        marks = [*self._zone_rows(), *self._spot_rows()]
        if marks:
            yield ListRow((words(_("Zones and marked points")),), is_title=True)
        for mark_cells in marks:
            yield from self._wrapped(mark_cells, COLUMNS[:3])

    def _wrapped(self, cells: Sequence[str], columns: Sequence[float]) -> Iterator[ListRow]:
        """Break cells that are too long into further lines."""
        ends = [*columns[1:], self.room]
        lines = [
            self.canvas.lines_of(cell, CELL, end - start - 5.0)
            for cell, start, end in zip(cells, columns, ends, strict=True)
        ]
        count = max(1, *map(len, lines))
        for k in range(count):
            found = tuple(line[k] if k < len(line) else "" for line in lines)
            yield ListRow(found, is_first=k == 0, is_last=k == count - 1)

    def _zone_rows(self) -> Iterator[tuple[str, str, str]]:
        for entry in self.found.zones:
            name = entry.name or self.translate(entry.kind)
            places = zip(entry.steps[0].parts, entry.steps[0].points, strict=True)
            yield entry.number, name, " / ".join(self._zone_place(part, points) for part, points in places)

    def _zone_place(self, part: Fixed, points: Sequence[Lettered]) -> str:
        west, south, east, north = part.box
        is_box = len(points) == 4 and all(
            min(abs(x - west), abs(x - east)) < 1e-3 and min(abs(y - south), abs(y - north)) < 1e-3
            for x, y in (point.at for point in points)
        )
        if part.form != "corners" or not is_box:
            places = (from_edges(point.at, self.size) for point in points)
            return "; ".join(" ".join(written(each, self.tape) for each in place) for place in places)
        across = reach_of(
            west, east, edges="WE", size=self.size[0], tape=self.tape, to=self.translate(_("to"))
        )
        along = reach_of(
            south, north, edges="SN", size=self.size[1], tape=self.tape, to=self.translate(_("to"))
        )
        return f"{across} · {along}"

    def _spot_rows(self) -> Iterator[tuple[str, str, str]]:
        words = self.translate
        for spot in self.found.spots:
            text = " · ".join(written(each, self.tape) for each in from_edges(spot.marker.at, self.size))
            if spot.marker.radius:
                radius = f"{plain(spot.marker.radius)}″"
                text += " · " + words(_("circle of {radius} around it")).format(radius=radius)
            yield spot.number, spot.name or words(_KINDS.get(spot.marker.kind, spot.marker.kind)), text
