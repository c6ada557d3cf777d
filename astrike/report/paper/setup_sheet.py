"""Which sheet lets somebody build a table with nothing but a tape?

It has the plan, a list of what to fetch and where zones and marked points lie, and a card for each piece with the
points to measure.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.number_text import plain_number
from astrike.model.table import Table
from astrike.report.drawing.shapes import Box
from astrike.report.paper.canvas import Canvas, Paper
from astrike.report.paper.edge_distances import TapeUnit, from_edges, reach_of, written
from astrike.report.paper.inventory import Inventory, LetteredPoint, inventory, layout_mark
from astrike.report.paper.measured_points import MeasuredPoints
from astrike.report.paper.piece_cards import (
    CardMeasures,
    PieceCard,
    cards_of,
    columns_of,
    draw_card,
    height_words,
    kind_words,
    size_words,
    standing_words,
    turn_words,
)
from astrike.report.paper.plan import MARGIN, draw_plan, laid_out, plan_frame
from astrike.report.paper.surface import DrawingPen
from astrike.report.paper.terrain_ink import draw_swatch
from astrike.report.words.texts import Translate, untranslated
from astrike.report.words.texts import to_translate as _

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
class PieceListing:
    """The list of a sheet, measured for a canvas."""

    canvas: Canvas
    found: Inventory
    room: float
    size: tuple[float, float]
    tape: TapeUnit
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

    def _zone_place(self, part: MeasuredPoints, points: Sequence[LetteredPoint]) -> str:
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
                radius = f"{plain_number(spot.marker.radius)}″"
                text += " · " + words(_("circle of {radius} around it")).format(radius=radius)
            yield spot.number, spot.name or words(_KINDS.get(spot.marker.kind, spot.marker.kind)), text


_EDGE: Final = 30.0
"""Points of white around each page: what most printers leave."""

_GUTTER: Final = 10.0

_LINE: Final = 13.6

_SWATCH: Final = 24.0

_LEGEND: Final = 13.0


@dataclass(frozen=True, slots=True)
class SetupSheet:
    """One table to build: what stands at the head of its sheet, and the lines of the event, round and table."""

    table: Table
    title: str
    lines: tuple[str, ...] = ()


def setup_sheet(
    table: Table,
    *,
    title: str,
    paper: Paper = "a4",
    lines: Sequence[str] = (),
    tape: TapeUnit = "eighths",
    translate: Translate = untranslated,
) -> bytes:
    """Print the sheet of one table."""
    return setup_sheets([SetupSheet(table, title, tuple(lines))], paper=paper, tape=tape, translate=translate)


def setup_sheets(
    sheets: Sequence[SetupSheet],
    *,
    paper: Paper = "a4",
    tape: TapeUnit = "eighths",
    translate: Translate = untranslated,
) -> bytes:
    """Print the sheets of several tables as one document, each with page numbers of its own."""
    with Canvas(sheets[0].title if sheets else "", paper) as canvas:
        for sheet in sheets:
            _Printer(canvas, sheet, tape, translate).print()
        return canvas.finish()


class _Printer:
    """One sheet on its way onto the pages."""

    def __init__(self, canvas: Canvas, sheet: SetupSheet, tape: TapeUnit, translate: Translate) -> None:
        self.canvas, self.sheet, self.tape, self.translate = canvas, sheet, tape, translate
        self.table = sheet.table
        self.size = (sheet.table.width, sheet.table.depth)
        self.found: Inventory = inventory(sheet.table)
        self.mark = layout_mark(sheet.table)

    def print(self) -> None:
        """Draw all pages."""
        lists, cards = self._rows_by_page(), self._cards()
        total = 1 + len(lists) + len(cards)
        self._plan_page(total)
        for number, rows in enumerate(lists, 2):
            self._list_page(rows, number, total)
        for number, columns in enumerate(cards, 2 + len(lists)):
            self._card_page(columns, number, total)

    # ---- page 1

    def _plan_page(self, total: int) -> None:
        canvas, table = self.canvas, self.table
        wide = self._is_wide()
        canvas.page(is_wide=wide)
        right = canvas.width - _EDGE
        words = self.translate
        self.canvas.text(
            (_EDGE, _EDGE + 14.0), self.sheet.title, 17.0, is_bold=True, room=canvas.width - 2 * _EDGE - 150.0
        )
        self.canvas.text(
            (_EDGE, _EDGE + 28.0), " · ".join(self.sheet.lines), 10.5, room=canvas.width - 2 * _EDGE - 150.0
        )
        self.canvas.text(
            (right, _EDGE + 14.0), f"{words(_('Layout'))} {self.mark}", 12.0, is_bold=True, align="right"
        )
        self.canvas.text(
            (right, _EDGE + 28.0),
            f"{plain_number(table.width)} × {plain_number(table.depth)}″",
            10.5,
            align="right",
        )
        foot = canvas.height - _EDGE
        legend = self._legend(right)
        deep = max((below for *_, below in legend), default=0.0)
        box: Box = (_EDGE, _EDGE + 46.0, right, foot - 72.0 - deep)
        frame = plan_frame(table, box)
        drawn = laid_out(canvas, table, self.found, frame)
        draw_plan(canvas, table, self.found, drawn)
        self._sides(drawn.view)
        top = drawn.view[3] + MARGIN + 15.0
        for kind, label, x, below in legend:
            draw_swatch(canvas, kind, (x, top + below, x + _SWATCH, top + below + 10.0))
            canvas.text((x + _SWATCH + 4.0, top + below + 8.2), label, 8.6)
        y = foot - 30.0
        self._scale_bar((_EDGE, y), frame.scale)
        for line in canvas.lines_of(self._how(), 8.6, right - _EDGE - 190.0)[:3]:
            self.canvas.text((_EDGE + 190.0, y), line, 8.6)
            y += 10.4
        self._foot(1, total)

    def _is_wide(self) -> bool:
        across, down = self.canvas.width, self.canvas.height
        across, down = min(across, down), max(across, down)
        tall_scale = min((across - 2 * _EDGE) / self.table.width, (down - 160.0) / self.table.depth)
        wide_scale = min((down - 2 * _EDGE) / self.table.width, (across - 160.0) / self.table.depth)
        return wide_scale > tall_scale

    def _how(self) -> str:
        first = next((point for entry in self.found.pieces for point in entry.all_points), None)
        words = self.translate
        text = words(
            _("Numbers are the order to build in; behind them stands the height, below zero for water.")
        )
        if first is not None:
            across, along = (written(each, self.tape) for each in from_edges(first.at, self.size))
            example = words(_("{letter}: {across} · {along} means so many inches from those two edges."))
            text += " " + example.format(
                letter=f"{self.found.pieces[0].number}{first.letter}", across=across, along=along
            )
        return text + " " + words(_("Dots are points to measure; the cards after the list have them all."))

    def _sides(self, view: Box) -> None:
        """Name the four edges, whose home they are, and where the helper stands."""
        words = self.translate
        homes = {side.home: side.name or side.id for side in self.table.sides if side.home}
        names = {"north": _("NORTH"), "south": _("SOUTH"), "west": _("WEST"), "east": _("EAST")}
        middle = (view[0] + view[2]) / 2
        for edge, y in (("north", view[1] - MARGIN + 2.0), ("south", view[3] + MARGIN + 5.5)):
            text = words(names[edge])
            if edge in homes:
                text += " · " + words(_("home edge of {side}")).format(side=homes[edge])
            if edge == "south":
                text += " · " + words(_("organizer's side: stand here, this page the right way up"))
            self.canvas.text((middle, y), text, 9.0, is_bold=True, align="middle", room=view[2] - view[0])
        for edge, x in (("west", view[0] - MARGIN - 2.0), ("east", view[2] + MARGIN + 2.0)):
            text = words(names[edge])
            if edge in homes:
                text += " · " + words(_("home edge of {side}")).format(side=homes[edge])
            self.canvas.upright((x, (view[1] + view[3]) / 2), text, 9.0, is_left=edge == "west")
        self._north((view[2] - 34.0, view[1] - 14.0))

    def _north(self, at: tuple[float, float]) -> None:
        x, y = at
        self.canvas.area([[(x, y - 8.0), (x + 4.5, y + 5.0), (x, y + 2.2), (x - 4.5, y + 5.0)]], 0.0)
        self.canvas.text((x + 7.0, y + 4.0), "N", 9.0, is_bold=True)

    def _legend(self, right: float) -> list[tuple[str, str, float, float]]:
        """Give each kind of terrain that lies here: its name, and its place from where the legend begins."""
        kinds = {entry.steps[0].piece.kind: self.translate(entry.kind) for entry in self.found.pieces}
        found: list[tuple[str, str, float, float]] = []
        x, y = _EDGE, 0.0
        for kind, label in kinds.items():
            wide = _SWATCH + 4.0 + self.canvas.width_of(label, 8.6)
            if x > _EDGE and x + wide > right:
                x, y = _EDGE, y + _LEGEND
            found.append((kind, label, x, y))
            x += wide + 12.0
        return found

    def _scale_bar(self, at: tuple[float, float], scale: float) -> None:
        x, y = at
        step = 6.0 if 12.0 * scale <= 150.0 else 3.0
        for number in range(2):
            box = (x + number * step * scale, y - 5.0, x + (number + 1) * step * scale, y)
            self.canvas.rect(box, grey=float(number), pen=DrawingPen(0.7))
        for number in range(3):
            text = plain_number(number * step) + ("″" if number == 2 else "")
            self.canvas.text(
                (x + number * step * scale, y + 8.0), text, 7.5, align="middle" if number else "left"
            )

    # ---- the list

    def _rows_by_page(self) -> list[list[ListRow]]:
        down = max(self.canvas.width, self.canvas.height)
        listing = PieceListing(self.canvas, self.found, self._across(), self.size, self.tape, self.translate)
        rows, most = list(listing.rows()), int((down - 2 * _EDGE - 78.0) / _LINE)
        return [rows[start : start + most] for start in range(0, len(rows), most)]

    def _list_page(self, rows: Sequence[ListRow], number: int, total: int) -> None:
        canvas, words = self.canvas, self.translate
        canvas.page()
        right = canvas.width - _EDGE
        self._head(words(_("What to fetch: {count} pieces")).format(count=len(self.found.pieces)))
        y = _EDGE + 52.0
        titles = ("", _("Piece"), _("Height"), _("Size: W–E × S–N"), _("Notes"))
        for x, title in zip(COLUMNS, titles, strict=True):
            canvas.text((_EDGE + x, y), words(title) if title else "", 8.0)
        y += 4.0
        canvas.line([(_EDGE, y), (right, y)], DrawingPen(0.8))
        for row in rows:
            y += _LINE
            if row.is_title:
                canvas.text((_EDGE, y - 3.0), row.cells[0], 9.4, is_bold=True)
                canvas.line([(_EDGE, y), (right, y)], DrawingPen(0.8))
                continue
            if row.is_first:
                canvas.rect((_EDGE + 1.0, y - 10.4, _EDGE + 9.4, y - 2.0), pen=DrawingPen(0.7))
            canvas.text((_EDGE + COLUMNS[0], y - 3.0), row.cells[0], 10.0, is_bold=True)
            for x, text in zip(COLUMNS[1:], row.cells[1:], strict=False):
                canvas.text((_EDGE + x, y - 3.0), text, CELL)
            if row.is_last:
                canvas.line([(_EDGE, y), (right, y)], DrawingPen(0.3, 0.6))
        self._foot(number, total)

    # ---- cards

    def _across(self) -> float:
        return min(self.canvas.width, self.canvas.height) - 2 * _EDGE

    def _column(self) -> float:
        return (self._across() - _GUTTER) / 2

    def _cards(self) -> list[list[list[PieceCard]]]:
        how = self._measures()
        found = [
            card for entry in self.found.pieces for card in cards_of(self.canvas, entry, how, self.translate)
        ]
        return columns_of(found, deep=how.deep, count=2)

    def _measures(self) -> CardMeasures:
        down = max(self.canvas.width, self.canvas.height)
        return CardMeasures(self._column(), down - 2 * _EDGE - 62.0, self.size, self.tape)

    def _card_page(self, columns: Sequence[Sequence[PieceCard]], number: int, total: int) -> None:
        self.canvas.page()
        entries = [one.entry.number for column in columns for one in column]
        which = entries[0] if len(entries) == 1 else f"{entries[0]}–{entries[-1]}"
        self._head(self.translate(_("Where each piece lies: {numbers}")).format(numbers=which))
        hint = self.translate(_("lay the two bold letters first"))
        self.canvas.text((self.canvas.width - _EDGE, _EDGE + 26.0), hint, 8.6, align="right")
        how = self._measures()
        for index, column in enumerate(columns):
            y = _EDGE + 44.0
            for one in column:
                x = _EDGE + index * (how.room + _GUTTER)
                draw_card(self.canvas, one, how, at=(x, y), translate=self.translate)
                y += one.height
        self._foot(number, total)

    # ---- every page

    def _head(self, what: str) -> None:
        canvas = self.canvas
        right = canvas.width - _EDGE
        self.canvas.text((_EDGE, _EDGE + 12.0), what, 13.0, is_bold=True, room=right - _EDGE - 150.0)
        self.canvas.text(
            (right, _EDGE + 12.0),
            f"{self.translate(_('Layout'))} {self.mark}",
            10.0,
            is_bold=True,
            align="right",
        )
        under = " · ".join((self.sheet.title, *self.sheet.lines))
        self.canvas.text((_EDGE, _EDGE + 26.0), under, 9.0, room=right - _EDGE - 150.0)

    def _foot(self, number: int, total: int) -> None:
        canvas = self.canvas
        y = canvas.height - _EDGE + 8.0
        words = self.translate
        under = " · ".join((f"{words(_('Layout'))} {self.mark}", self.sheet.title, *self.sheet.lines))
        self.canvas.text((_EDGE, y), under, 7.6, room=canvas.width - 2 * _EDGE - 110.0)
        page = words(_("page {number} of {total}")).format(number=number, total=total)
        self.canvas.text((canvas.width - _EDGE, y), page, 7.6, align="right")
