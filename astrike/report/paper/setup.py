"""The sheet by which a helper builds a table with a tape: plan, list of pieces, and a card for each with its points."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from astrike.model.table import Table
from astrike.report.figures import plain
from astrike.report.paper.canvas import Canvas, Paper, Pen
from astrike.report.paper.cards import (
    Card,
    card,
    columns_of,
    draw_card,
    height_words,
    kind_words,
    size_words,
    standing_words,
    turn_words,
)
from astrike.report.paper.entries import Entry, Inventory, inventory, layout_mark
from astrike.report.paper.plan import MARGIN, draw_plan, laid_out, plan_frame
from astrike.report.paper.tape import Tape, from_edges, reach_of, written
from astrike.report.shapes import Box
from astrike.report.words import Translate, same
from astrike.report.words import mark as _

_EDGE: Final = 30.0
"""Points of white around each page: what most printers leave."""
_GUTTER: Final = 10.0
_LINE: Final = 13.6

Page = Callable[[Canvas, str], None]
"""Draws a page; the text says which of how many it is."""


@dataclass(frozen=True, slots=True)
class Sheet:
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
    tape: Tape = "eighths",
    translate: Translate = same,
) -> bytes:
    """Print the sheet of one table."""
    return setup_sheets([Sheet(table, title, tuple(lines))], paper=paper, tape=tape, translate=translate)


def setup_sheets(
    sheets: Sequence[Sheet], *, paper: Paper = "a4", tape: Tape = "eighths", translate: Translate = same
) -> bytes:
    """Print the sheets of several tables as one document, each with page numbers of its own."""
    canvas = Canvas(sheets[0].title if sheets else "", paper)
    for sheet in sheets:
        _Printer(canvas, sheet, tape, translate).print()
    return canvas.finish()


class _Printer:
    """One sheet on its way onto the pages."""

    def __init__(self, canvas: Canvas, sheet: Sheet, tape: Tape, translate: Translate) -> None:
        self.canvas, self.sheet, self.tape, self.translate = canvas, sheet, tape, translate
        self.table = sheet.table
        self.size = (sheet.table.width, sheet.table.depth)
        self.found: Inventory = inventory(sheet.table)
        self.mark = layout_mark(sheet.table)

    def print(self) -> None:
        """Draw all pages."""
        cards = self._cards()
        self._plan_page(1 + self._list_pages() + len(cards))
        total = 1 + self._list_pages() + len(cards)
        for number, rows in enumerate(self._rows_by_page()):
            self._list_page(rows, 2 + number, total, is_last=number == self._list_pages() - 1)
        for number, columns in enumerate(cards):
            self._card_page(columns, 2 + self._list_pages() + number, total)

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
            (right, _EDGE + 28.0), f"{plain(table.width)} × {plain(table.depth)}″", 10.5, align="right"
        )
        foot = canvas.height - _EDGE
        box: Box = (_EDGE, _EDGE + 46.0, right, foot - 58.0)
        frame = plan_frame(table, box)
        drawn = laid_out(canvas, table, self.found, frame)
        draw_plan(canvas, table, self.found, drawn)
        self._sides(drawn.view)
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
        text = words(_("Numbers are the order to build in; boxed heights are in inches."))
        if first is not None:
            across, along = (written(each, self.tape) for each in from_edges(first.at, self.size))
            example = words(_("{letter}: {across} · {along} means so many inches from those two edges."))
            text += " " + example.format(
                letter=f"{self.found.pieces[0].number}{first.letter}", across=across, along=along
            )
        return text + " " + words(_("Dots are points to measure; the cards list them all."))

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
        self._north((view[2] - 14.0, view[1] - 12.0))

    def _north(self, at: tuple[float, float]) -> None:
        x, y = at
        self.canvas.area([[(x, y - 8.0), (x + 4.5, y + 5.0), (x, y + 2.2), (x - 4.5, y + 5.0)]], 0.0)
        self.canvas.text((x + 7.0, y + 4.0), "N", 9.0, is_bold=True)

    def _scale_bar(self, at: tuple[float, float], scale: float) -> None:
        x, y = at
        step = 6.0 if 12.0 * scale <= 150.0 else 3.0
        for number in range(2):
            box = (x + number * step * scale, y - 5.0, x + (number + 1) * step * scale, y)
            self.canvas.rect(box, grey=float(number), pen=Pen(0.7))
        for number in range(3):
            text = plain(number * step) + ("″" if number == 2 else "")
            self.canvas.text(
                (x + number * step * scale, y + 8.0), text, 7.5, align="middle" if number else "left"
            )

    # ---- the list

    def _rows(self) -> list[tuple[str, ...]]:
        words = self.translate
        rows: list[tuple[str, ...]] = []
        for entry in self.found.pieces:
            step = entry.steps[0]
            name = entry.name or words(entry.kind)
            notes = [
                kind_words(entry, words),
                turn_words(step, words).removeprefix(", "),
                *standing_words(entry, words),
            ]
            rows.append((
                entry.number, name, height_words(entry, words), size_words(step, self.tape),
                " · ".join(note for note in notes if note),
            ))  # fmt: skip
        return rows

    def _marks(self) -> list[tuple[str, str, str]]:
        """Say where zones and marked points lie."""
        words = self.translate
        rows: list[tuple[str, str, str]] = []
        for entry in self.found.zones:
            rows.append((entry.number, entry.name or words(entry.kind), self._zone_place(entry)))
        for spot in self.found.spots:
            across, along = (written(each, self.tape) for each in from_edges(spot.marker.at, self.size))
            name = spot.name or words(_KINDS.get(spot.marker.kind, spot.marker.kind))
            text = f"{across} · {along}"
            if spot.marker.radius:
                text += " · " + words(_("circle of {radius} around it")).format(
                    radius=f"{plain(spot.marker.radius)}″"
                )
            rows.append((spot.number, name, text))
        return rows

    def _zone_place(self, entry: Entry) -> str:
        parts: list[str] = []
        for fixed, points in zip(entry.steps[0].parts, entry.steps[0].points, strict=True):
            west, south, east, north = fixed.box
            is_box = fixed.form == "corners" and len(points) == 4 and all(
                min(abs(p.at[0] - west), abs(p.at[0] - east)) < 1e-3
                and min(abs(p.at[1] - south), abs(p.at[1] - north)) < 1e-3
                for p in points
            )  # fmt: skip
            if is_box:
                parts.append(
                    reach_of(west, east, edges="WE", size=self.size[0], tape=self.tape)
                    + " · " + reach_of(south, north, edges="SN", size=self.size[1], tape=self.tape)
                )  # fmt: skip
            else:
                parts.append(
                    "; ".join(
                        " · ".join(written(each, self.tape) for each in from_edges(point.at, self.size))
                        for point in points
                    )
                )
        return " / ".join(parts)

    def _per_page(self) -> int:
        down = max(self.canvas.width, self.canvas.height)
        return int((down - 2 * _EDGE - 78.0) / _LINE)

    def _all_rows(self) -> list[tuple[str, ...]]:
        rows = self._rows()
        marks: list[tuple[str, ...]] = []
        for number, name, text in self._marks():
            room = 330.0
            lines = self.canvas.lines_of(text, 8.6, room) or [""]
            marks.append((number, name, lines[0]))
            marks += [("", "", line) for line in lines[1:]]
        return [*rows, *([("#",)] if marks else []), *marks]

    def _rows_by_page(self) -> list[list[tuple[str, ...]]]:
        rows, most = self._all_rows(), self._per_page()
        return [rows[start : start + most] for start in range(0, len(rows), most)]

    def _list_pages(self) -> int:
        return len(self._rows_by_page())

    def _list_page(self, rows: Sequence[tuple[str, ...]], number: int, total: int, *, is_last: bool) -> None:
        canvas, words = self.canvas, self.translate
        canvas.page()
        right = canvas.width - _EDGE
        self._head(words(_("What to fetch: {count} pieces")).format(count=len(self.found.pieces)))
        y = _EDGE + 52.0
        columns = (_EDGE + 16.0, _EDGE + 44.0, _EDGE + 158.0, _EDGE + 292.0, _EDGE + 378.0)
        titles = ("", _("Piece"), _("Height"), _("Size (W–E × S–N)"), _("Notes"))
        for x, title in zip(columns, titles, strict=True):
            self.canvas.text((x, y), words(title), 7.6, grey=0.2)
        y += 4.0
        canvas.line([(_EDGE, y), (right, y)], Pen(0.8))
        for row in rows:
            y += _LINE
            if row == ("#",):
                self.canvas.text((_EDGE, y - 3.0), words(_("Zones and marked points")), 9.0, is_bold=True)
                canvas.line([(_EDGE, y), (right, y)], Pen(0.8))
                continue
            if row[0]:
                canvas.rect((_EDGE + 1.0, y - 10.4, _EDGE + 9.4, y - 2.0), pen=Pen(0.7))
            self.canvas.text((columns[0], y - 3.0), row[0], 10.0, is_bold=True)
            places = columns[1:] if len(row) == 5 else (columns[1], columns[2])
            ends = [*places[1:], right]
            for x, end, text in zip(places, ends, row[1:], strict=True):
                self.canvas.text((x, y - 3.0), text, 8.6, room=end - x - 4.0)
            canvas.line([(_EDGE, y), (right, y)], Pen(0.3, 0.6))
        self._foot(number, total)

    # ---- cards

    def _column(self) -> float:
        across = min(self.canvas.width, self.canvas.height)
        return (across - 2 * _EDGE - _GUTTER) / 2

    def _cards(self) -> list[list[list[Card]]]:
        room = self._column()
        found = [
            card(self.canvas, entry, room=room, size=self.size, tape=self.tape, translate=self.translate)
            for entry in self.found.pieces
        ]
        down = max(self.canvas.width, self.canvas.height)
        return columns_of(found, deep=down - 2 * _EDGE - 62.0, count=2)

    def _card_page(self, columns: Sequence[Sequence[Card]], number: int, total: int) -> None:
        self.canvas.page()
        entries = [one.entry.number for column in columns for one in column]
        which = entries[0] if len(entries) == 1 else f"{entries[0]}–{entries[-1]}"
        self._head(self.translate(_("Where each piece lies: {numbers}")).format(numbers=which))
        room = self._column()
        for index, column in enumerate(columns):
            y = _EDGE + 44.0
            for one in column:
                draw_card(
                    self.canvas, one, at=(_EDGE + index * (room + _GUTTER), y), room=room,
                    size=self.size, tape=self.tape, translate=self.translate,
                )  # fmt: skip
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
        bold = self.translate(_("bold letters first"))
        self.canvas.text((right, _EDGE + 26.0), bold, 8.0, align="right")

    def _foot(self, number: int, total: int) -> None:
        canvas = self.canvas
        y = canvas.height - _EDGE + 8.0
        words = self.translate
        under = " · ".join((self.sheet.title, *self.sheet.lines, f"{words(_('Layout'))} {self.mark}"))
        self.canvas.text((_EDGE, y), under, 7.6, room=canvas.width - 2 * _EDGE - 110.0)
        page = words(_("page {number} of {total}")).format(number=number, total=total)
        self.canvas.text((canvas.width - _EDGE, y), page, 7.6, align="right")


_KINDS: Final = {"poi": _("Point of interest"), "objective": _("Objective"), "sensor": _("Sensor")}
