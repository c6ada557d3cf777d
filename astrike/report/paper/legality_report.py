"""How does the check of a table read on paper: the verdict, where it fails, what holds, and what was not checked?

Figures are printed with it, each with its words; what was not measured is left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.legality import Figures, Finding, Legality
from astrike.model.number_text import plain_number
from astrike.model.table import Table
from astrike.report.drawing.labels import LabelWish, place_labels
from astrike.report.layout.sentences import (
    count_words,
    open_words,
    skipped_words,
    terrain_words,
    verdict_sentence,
    words_of_finding,
)
from astrike.report.layout.text import SEVERITIES
from astrike.report.paper.canvas import Canvas, Paper
from astrike.report.paper.inventory import inventory, layout_mark
from astrike.report.paper.plan import PlanLabel, draw_labels, draw_table, plan_frame, unlabeled_plan
from astrike.report.paper.surface import DrawingPen
from astrike.report.words.names import names_of
from astrike.report.words.numbers import inches, percent
from astrike.report.words.pages import page_words, printing_note
from astrike.report.words.texts import Names, Translate, untranslated
from astrike.report.words.texts import to_translate as _

_QUADRANTS: Final = {
    "north-west": _("NW"), "north-east": _("NE"), "south-west": _("SW"), "south-east": _("SE"),
}  # fmt: skip


def figure_rows(
    figures: Figures, names: Names, *, translate: Translate = untranslated
) -> Iterator[tuple[str, str]]:
    """Say what was measured, a line for each: its name and the figures.

    >>> list(figure_rows({"lanes": {"longest": 48.25}}, {}))
    [('Longest open fire lane', '48.25″')]
    """
    yield from _pieces(figures, translate)
    yield from _coverage(figures, translate)
    yield from _ways(figures, names, translate)
    yield from _sides(figures, names, translate)
    yield from _objectives(figures, names, translate)


def _pieces(figures: Figures, translate: Translate) -> Iterator[tuple[str, str]]:
    kinds = _mapping(figures, "counts", "kinds")
    if kinds:
        listed = [
            f"{terrain_words(str(kind), translate=translate)} {_plain(count)}"
            for kind, count in kinds.items()
        ]
        yield translate(_("Pieces")), ", ".join(listed)


def _coverage(figures: Figures, translate: Translate) -> Iterator[tuple[str, str]]:
    found = _mapping(figures, "coverage")
    whole = _number(found.get("whole"))
    if whole is not None:
        yield translate(_("Terrain covers")), percent(whole)
    shares = _mapping(found, "quadrants")
    listed = [
        f"{translate(word)} {percent(share)}"
        for key, word in _QUADRANTS.items()
        if (share := _number(shares.get(key))) is not None
    ]
    if listed:
        yield translate(_("Of each quadrant")), ", ".join(listed)


def _ways(figures: Figures, names: Names, translate: Translate) -> Iterator[tuple[str, str]]:
    corridors = _mapping(figures, "corridors")
    count, base = _number(corridors.get("count")), _number(corridors.get("base"))
    if count is not None and base is not None:
        text = translate(_("{count} side by side for a base of {base}"))
        yield translate(_("Corridors")), text.format(count=plain_number(count), base=inches(base))
    gaps = figures.get("gaps")
    if isinstance(gaps, Sequence) and gaps and isinstance(gaps[0], Mapping):
        wide, between = _number(gaps[0].get("inches")), gaps[0].get("between")
        if wide is not None:
            called = (
                [names.get(str(each), str(each)) for each in between] if isinstance(between, Sequence) else []
            )
            yield translate(_("Narrowest gap")), " · ".join(filter(None, (inches(wide), " – ".join(called))))
    longest = _number(_mapping(figures, "lanes").get("longest"))
    if longest is not None:
        yield translate(_("Longest open fire lane")), inches(longest)


def _sides(figures: Figures, names: Names, translate: Translate) -> Iterator[tuple[str, str]]:
    """Say how each side is placed: what its zone sees of the other, and the cover in it and before it."""
    for side in _mappings(_mapping(figures, "zones").get("sides")):
        parts = [
            (_("sees {share} of the other zone"), _number(side.get("sees"))),
            (_("{share} of its zone in cover"), _number(_mapping(side, "cover").get("covered"))),
            (_("{share} of the ground before it in cover"), _number(_mapping(side, "before").get("covered"))),
        ]
        said = [translate(text).format(share=percent(share)) for text, share in parts if share is not None]
        if said:
            name = str(side.get("side", ""))
            yield translate(_("Side {name}")).format(name=names.get(name, name)), "; ".join(said)


def _objectives(figures: Figures, names: Names, translate: Translate) -> Iterator[tuple[str, str]]:
    """Say how many objectives each side reaches, and how far the nearest is."""
    for side in _mappings(_mapping(figures, "objectives").get("sides")):
        one, two, nearest = (_number(side.get(key)) for key in ("one_move", "two_moves", "nearest"))
        if one is not None and two is not None:
            text = translate(_("{one} in one move, {two} in two")).format(
                one=plain_number(one), two=plain_number(two)
            )
            if nearest is not None:
                text += "; " + translate(_("the nearest after {inches}")).format(inches=inches(nearest))
            name = str(side.get("side", ""))
            yield translate(_("Objectives of {name}")).format(name=names.get(name, name)), text


def _mapping(value: object, *keys: str) -> Mapping[str, object]:
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def _mappings(value: object) -> Iterator[Mapping[str, object]]:
    if isinstance(value, list | tuple):
        yield from (each for each in value if isinstance(each, Mapping))


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _plain(value: object) -> str:
    number = _number(value)
    return str(value) if number is None else plain_number(number)


_EDGE: Final = 32.0

_LINE: Final = 12.0

_TEXT: Final = 8.8

_PLAN: Final = 330.0
"""How deep the plan is."""

_PIN: Final = 8.5

_PINNED: Final = 40
"""Findings whose number stands on the plan, the worst; of the others only the place is marked."""

_COLUMNS: Final = (0.0, 26.0, 96.0, 326.0, 460.0)
"""Number, verdict, what was found, figures, page or line."""


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """One line: cells at their columns, what stands bold, and whether a rule is drawn below."""

    cells: tuple[tuple[float, str], ...]
    is_bold: bool = False
    is_last: bool = True
    size: float = _TEXT


def legality_paper(
    legality: Legality,
    table: Table,
    *,
    title: str,
    paper: Paper = "a4",
    lines: Sequence[str] = (),
    translate: Translate = untranslated,
) -> bytes:
    """Print the check of a table; `lines` say event, round, table and date."""
    with Canvas(title, paper) as canvas:
        return _Report(legality, table, title, tuple(lines), canvas, translate).print()


def _pages(rows: Sequence[PrintedLine], first: int, most: int) -> list[Sequence[PrintedLine]]:
    """Deal rows onto pages, the first of which holds fewer; no heading stands alone at the foot of one."""
    pages: list[Sequence[PrintedLine]] = []
    start = 0
    while start < len(rows) or not pages:
        room = most if pages else max(first, 0)
        end = min(start + room, len(rows))
        while start + 1 < end < len(rows) and (rows[end - 1].is_bold or not rows[end - 1].cells):
            end -= 1
        pages.append(rows[start:end])
        start = end
    return pages


class _Report:
    """A report on its way onto the pages."""

    def __init__(
        self,
        legality: Legality,
        table: Table,
        title: str,
        lines: tuple[str, ...],
        canvas: Canvas,
        translate: Translate,
    ) -> None:
        self.legality, self.table, self.title, self.lines = legality, table, title, lines
        self.canvas, self.translate = canvas, translate
        self.mark = layout_mark(table)

    def print(self) -> bytes:
        """Draw all pages."""
        canvas = self.canvas
        room = canvas.width - 2 * _EDGE
        verdict = canvas.lines_of(
            verdict_sentence(self.legality, translate=self.translate), 13.0, room, is_bold=True
        )
        counts = canvas.lines_of(self._counts(), 10.0, room)
        top = _EDGE + 44.0 + len(verdict) * 16.0 + len(counts) * 13.0
        first = int((canvas.height - _EDGE - top - _PLAN - 24.0) / _LINE)
        most = int((canvas.height - 2 * _EDGE - 50.0) / _LINE)
        rows = list(self._rows())
        pages = _pages(rows, first, most)
        for number, some in enumerate(pages, 1):
            canvas.page()
            self._head()
            y = _EDGE + 44.0
            if number == 1:
                for line in verdict:
                    canvas.text((_EDGE, y + 6.0), line, 13.0, is_bold=True)
                    y += 16.0
                for line in counts:
                    canvas.text((_EDGE, y + 4.0), line, 10.0)
                    y += 13.0
                self._plan(y)
                y += _PLAN + 14.0
            self._draw_rows(some, y)
            self._foot(number, len(pages))
        return canvas.finish()

    def _head(self) -> None:
        canvas, right = self.canvas, self.canvas.width - _EDGE
        what = f"{self.translate(_('Layout check'))}: {self.title}"
        canvas.text((_EDGE, _EDGE + 12.0), what, 15.0, is_bold=True, room=right - _EDGE - 140.0)
        mark = f"{self.translate(_('Layout'))} {self.mark}"
        canvas.text((right, _EDGE + 12.0), mark, 10.5, is_bold=True, align="right")
        canvas.text((_EDGE, _EDGE + 27.0), " · ".join(self.lines), 9.5, room=right - _EDGE - 140.0)
        canvas.text(
            (right, _EDGE + 27.0), f"{self.table.width:g} × {self.table.depth:g}″", 9.5, align="right"
        )

    def _foot(self, number: int, total: int) -> None:
        canvas, y = self.canvas, self.canvas.height - _EDGE + 10.0
        text = " · ".join((f"{self.translate(_('Layout'))} {self.mark}", self.title, *self.lines))
        canvas.text((_EDGE, y), text, 7.6, room=canvas.width - 2 * _EDGE - 110.0)
        page = self.translate(_("page {number} of {total}")).format(number=number, total=total)
        canvas.text((canvas.width - _EDGE, y), page, 7.6, align="right")

    def _counts(self) -> str:
        words = self.translate
        found = [text for _key, text in count_words(self.legality, translate=words)]
        if self.legality.preset:
            sure = words(_("confidence in the preset: {confidence}"))
            found.append(sure.format(confidence=words(self.legality.confidence)))
        found.append(words(_("tolerance {inches}")).format(inches=inches(self.legality.tolerance)))
        return " · ".join(found)

    # ---- the plan

    def _plan(self, top: float) -> None:
        canvas = self.canvas
        frame = plan_frame(self.table, (_EDGE, top, canvas.width - _EDGE, top + _PLAN))
        found = inventory(self.table)
        drawn = unlabeled_plan(self.table, found, frame)
        draw_table(canvas, self.table, found, drawn)
        pinned = [
            (number, each)
            for number, each in enumerate(self.legality.findings, 1)
            if each.severity != "pass" and (each.where is not None or each.lines)
        ]
        for _number, finding in pinned:
            for line in finding.lines:
                points = [frame.at(point) for point in line]
                if len(points) > 1:
                    canvas.line(points, DrawingPen(3.6, 1.0))
                    canvas.line(points, DrawingPen(1.8))
        wishes: list[LabelWish] = []
        for number, finding in pinned:
            at = frame.at(finding.where or finding.lines[0][0])
            canvas.dot(at, 2.4, grey=1.0, pen=DrawingPen(1.4))
            if len(wishes) < _PINNED:
                wide = canvas.width_of(str(number), _PIN + 1.0, is_bold=True) + 4.0
                wishes.append(LabelWish(str(number), wide, _PIN + 2.5, at, reach=3.0, must=True))
        area = (drawn.view[0] + 0.5, drawn.view[1] + 0.5, drawn.view[2] - 0.5, drawn.view[3] - 0.5)
        draw_labels(canvas, [PlanLabel(one.key, one.key, "", one) for one in place_labels(wishes, area=area)])

    # ---- the list

    def _rows(self) -> Iterator[PrintedLine]:
        words, names = self.translate, names_of(self.table)
        findings = list(enumerate(self.legality.findings, 1))
        open_ones = [each for each in findings if each[1].severity != "pass"]
        passed = [each for each in findings if each[1].severity == "pass"]
        for heading, some in ((_("Findings"), open_ones), (_("In order"), passed)):
            if some:
                yield from self._heading(words(heading))
            for number, finding in some:
                yield from self._finding(number, finding, names)
        figures = list(figure_rows(self.legality.figures, names, translate=words))
        if figures:
            yield from self._heading(words(_("Figures")))
        for name, text in figures:
            yield from self._wrapped(((_COLUMNS[0], name), (150.0, text)))
        left = open_words(self.legality, translate=words)
        if left:
            yield from self._heading(words(_("Left open")))
        for why, what in left:
            yield from self._wrapped(((_COLUMNS[0], why), (150.0, what)))
        skipped = skipped_words(self.legality.skipped, translate=words)
        if skipped:
            yield from self._heading(words(_("Not checked")))
        for why, what in skipped:
            yield from self._wrapped(((_COLUMNS[0], why), (150.0, what)))
        pages = [page_words(each.cite, self.table.edition) for each in self.legality.findings]
        for mark, what in printing_note(pages, words):
            yield PrintedLine((), is_last=False)
            yield from self._wrapped(((_COLUMNS[0], f"{mark} {what}"),))

    def _heading(self, text: str) -> Iterator[PrintedLine]:
        yield PrintedLine((), is_last=False)
        yield PrintedLine(((0.0, text),), is_bold=True, size=10.5)

    def _finding(self, number: int, finding: Finding, names: Names) -> Iterator[PrintedLine]:
        said = words_of_finding(finding, names, translate=self.translate)
        what = f"{said.what}; {said.detail}" if said.detail else said.what
        figures = ", ".join(filter(None, (said.value, said.limit)))
        severity = self.translate(SEVERITIES.get(finding.severity, finding.severity))
        texts = (str(number), severity, what, figures, page_words(finding.cite, self.table.edition))
        yield from self._wrapped(tuple(zip(_COLUMNS, texts, strict=True)))

    def _wrapped(self, cells: tuple[tuple[float, str], ...]) -> Iterator[PrintedLine]:
        canvas = self.canvas
        ends = [*(x for x, _text in cells[1:]), canvas.width - 2 * _EDGE]
        lines = [
            canvas.lines_of(text, _TEXT, end - x - 6.0) for (x, text), end in zip(cells, ends, strict=True)
        ]
        count = max(1, *map(len, lines))
        for k in range(count):
            some = tuple((x, line[k]) for (x, _t), line in zip(cells, lines, strict=True) if k < len(line))
            yield PrintedLine(some, is_last=k == count - 1)

    def _draw_rows(self, rows: Sequence[PrintedLine], top: float) -> None:
        canvas, y = self.canvas, top
        for row in rows:
            y += _LINE
            for x, text in row.cells:
                canvas.text((_EDGE + x, y - 3.0), text, row.size, is_bold=row.is_bold)
            if row.is_bold:
                canvas.line([(_EDGE, y), (canvas.width - _EDGE, y)], DrawingPen(0.8))
            elif row.is_last:
                canvas.line([(_EDGE, y), (canvas.width - _EDGE, y)], DrawingPen(0.3, 0.65))
