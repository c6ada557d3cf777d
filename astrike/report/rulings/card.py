"""Where does everything of a ruling stand on one picture: verdict, sum, reasons, drawings, and by what it is known?

A column as wide as a phone. Lines are broken by the estimated width of their letters, rather too early than too late.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import field

from astrike.dataclass import dataclass
from astrike.model.ruling import LedgerLine, RulingCause, RulingPicture, RulingText, StatedFact
from astrike.report.drawing.shapes import text_width
from astrike.report.words.pages import page_words

CARD_WIDTH = 390.0
_LEFT, _RIGHT = 16.0, 374.0
_WHAT, _VALUE = 40.0, 308.0
_SIZES = {"rc-t": 15.0, "rc-b": 15.0, "rc-s": 12.5, "rc-say": 18.0, "rc-odds": 32.0, "rc-val": 18.0}
_BOLD = 1.12
"""How much wider heavy letters are."""
_NUMBER = re.compile(r"([0-9]+)\+")


@dataclass(frozen=True, slots=True)
class CardLineOfText:
    """One line of text: its class, where it begins or ends, and what it says."""

    css: str
    x: float
    y: float
    text: str
    is_end: bool = False


@dataclass(frozen=True, slots=True)
class ColoredBlock:
    """A colored rectangle."""

    css: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class DividingLine:
    """A line from edge to edge."""

    css: str
    y: float


@dataclass(frozen=True, slots=True)
class PlacedDrawing:
    """A drawing, and how it is made to fit."""

    drawing: RulingPicture
    x: float
    y: float
    scale: float


@dataclass(frozen=True, slots=True)
class RulingCard:
    """A ruling laid out."""

    height: float
    lines: tuple[CardLineOfText, ...]
    blocks: tuple[ColoredBlock, ...]
    rules: tuple[DividingLine, ...]
    drawings: tuple[PlacedDrawing, ...]


@dataclass(slots=True)
class _Sheet:
    """What has been laid out so far, and how far down that is."""

    y: float = 0.0
    lines: list[CardLineOfText] = field(default_factory=list)
    blocks: list[ColoredBlock] = field(default_factory=list)
    rules: list[DividingLine] = field(default_factory=list)
    drawings: list[PlacedDrawing] = field(default_factory=list)

    def write(self, css: str, text: str, *, left: float = _LEFT, right: float = _RIGHT) -> None:
        """Write a text, in as many lines as it takes."""
        room = (right - left) / (_BOLD if css == "rc-b" else 1.0)
        for line in broken_lines(text, room, _SIZES[css]):
            self.y += _SIZES[css] * 1.28
            self.lines.append(CardLineOfText(css, left, self.y - _SIZES[css] * 0.26, line))

    def fill(self, css: str, top: float) -> None:
        """Color everything from a height to where writing stands now."""
        self.blocks.append(ColoredBlock(css, 0.0, top, CARD_WIDTH, self.y - top))


def ruling_card(
    shown: RulingText,
    *,
    title: str,
    when: str,
    alternative: str,
    strips: Sequence[StatedFact],
    edition: str,
    known_by: Sequence[str],
) -> RulingCard:
    """Lay a ruling out: `alternative` stands between two verdicts, `strips` say what became of it.

    `known_by` are the lines at its foot: edition, program, fingerprint, address.
    """
    sheet = _Sheet()
    _head(sheet, title, when)
    sheet.write("rc-b", shown.question)
    _verdict(sheet, shown, alternative)
    sheet.write("rc-say", shown.sentence)
    sheet.y += 10.0
    for strip in strips:
        _strip(sheet, "rc-good", strip)
    if shown.margin is not None:
        _strip(sheet, "rc-warn" if shown.other else "rc-good", shown.margin)
    for number, row in enumerate(shown.ledger):
        _ledger(sheet, row, edition, edge="rc-line" if number or shown.margin is None else "")
    if shown.total is not None:
        _ledger(sheet, shown.total, edition, edge="rc-sum")
    for number, cause in enumerate(shown.reasons, 1):
        _cause(sheet, number, cause, edition)
    for drawing in shown.drawings:
        if drawing.key != "seen":
            _draw(sheet, drawing)
    top = sheet.y
    sheet.y += 6.0
    for text in known_by:
        sheet.write("rc-s", text)
    sheet.y += 8.0
    sheet.fill("rc-bar", top)
    return RulingCard(
        round(sheet.y, 1), tuple(sheet.lines), tuple(sheet.blocks), tuple(sheet.rules), tuple(sheet.drawings)
    )


def broken_lines(text: str, width: float, size: float) -> Iterator[str]:
    """Break a text into lines; a word that is wider than a line has one of its own.

    >>> list(broken_lines("Alder hits Birch", 60, 10))
    ['Alder hits', 'Birch']
    """
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size) > width:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line


def _head(sheet: _Sheet, title: str, when: str) -> None:
    sheet.y += 7.0
    room = _RIGHT - _LEFT - text_width(when, 12.5) - 12.0
    first = sheet.y
    sheet.write("rc-b", title, right=_LEFT + room)
    sheet.lines.append(CardLineOfText("rc-s", _RIGHT, first + 15.0, when, is_end=True))
    sheet.y += 7.0
    sheet.fill("rc-bar", 0.0)
    sheet.y += 8.0


def _verdict(sheet: _Sheet, shown: RulingText, alternative: str) -> None:
    top = sheet.y
    base = top + 72.0
    x = _LEFT
    for number, word in enumerate(each for each in (shown.verdict, shown.other) if each):
        if number:
            sheet.lines.append(CardLineOfText("rc-t", x, base, alternative))
            x += text_width(alternative, 15.0) + 14.0
        x = _big(sheet, word, x, base)
    sheet.y = base + 8.0
    if shown.other:
        return
    y = top + 36.0
    if shown.odds:
        sheet.lines.append(CardLineOfText("rc-odds", x, y, shown.odds))
    else:
        y -= 16.0
    for words in shown.beside:
        for line in broken_lines(words, _RIGHT - x, 12.5):
            y += 17.0
            sheet.lines.append(CardLineOfText("rc-s", x, y, line))
    sheet.y = max(sheet.y, y + 8.0)


def _big(sheet: _Sheet, word: str, x: float, base: float) -> float:
    """Write one verdict as large as it is; give where the next thing begins."""
    number = _NUMBER.fullmatch(word)
    if number is None:
        sheet.lines.append(CardLineOfText("rc-word", x, base - 8.0, word))
        return x + text_width(word, 44.0) * _BOLD + 16.0
    sheet.lines.append(CardLineOfText("rc-hero", x, base, number[1]))
    plus = x + text_width(number[1], 78.0) - 2.0
    sheet.lines.append(CardLineOfText("rc-word", plus, base - 26.0, "+"))
    return plus + 46.0


def _strip(sheet: _Sheet, css: str, fact: StatedFact) -> None:
    top = sheet.y
    sheet.y += 5.0
    sheet.write("rc-b", fact.name)
    sheet.write("rc-s", fact.text)
    sheet.y += 7.0
    sheet.fill(css, top)


def _ledger(sheet: _Sheet, row: LedgerLine, edition: str, *, edge: str) -> None:
    if edge:
        sheet.rules.append(DividingLine(edge, sheet.y))
    top = sheet.y
    sheet.y += 4.0
    left = _WHAT if row.part else _LEFT if row.key == "total" else _WHAT
    sheet.write("rc-b", row.label, left=left, right=_VALUE - 44.0)
    if row.detail:
        _behind(sheet, row.detail)
    sheet.y += 6.0
    base = top + 20.0
    sheet.lines.append(CardLineOfText("rc-b", _LEFT, base, row.part))
    sheet.lines.append(CardLineOfText("rc-val", _VALUE, base, row.value, is_end=True))
    for number, line in enumerate(broken_lines(page_words(row.cite, edition), _RIGHT - _VALUE - 6.0, 11.0)):
        sheet.lines.append(CardLineOfText("rc-s", _RIGHT, base + 14.0 * number, line, is_end=True))
        sheet.y = max(sheet.y, base + 14.0 * number + 6.0)


def _behind(sheet: _Sheet, detail: str) -> None:
    """Write what was measured behind its label where it fits there, else below."""
    last = sheet.lines[-1]
    x = last.x + text_width(last.text, 15.0) * _BOLD + 6.0
    if x + text_width(detail, 12.5) <= _VALUE - 40.0:
        sheet.lines.append(CardLineOfText("rc-s", x, last.y, detail))
    else:
        sheet.write("rc-s", detail, left=_WHAT, right=_VALUE - 44.0)


def _cause(sheet: _Sheet, number: int, cause: RulingCause, edition: str) -> None:
    top, page = sheet.y, page_words(cause.cite, edition)
    sheet.y += 5.0
    room = _RIGHT - text_width(page, 12.5) - 10.0
    sheet.write("rc-b", cause.label, left=_WHAT, right=room)
    if cause.detail:
        sheet.write("rc-s", cause.detail, left=_WHAT, right=_RIGHT)
    sheet.y += 6.0
    sheet.lines.append(CardLineOfText("rc-b", _LEFT, top + 20.0, cause.mark or str(number)))
    sheet.lines.append(CardLineOfText("rc-s", _RIGHT, top + 20.0, page, is_end=True))
    if cause.severity == "error":
        sheet.fill("rc-no", top)
        sheet.blocks.append(ColoredBlock("rc-no-edge", 0.0, top, 5.0, sheet.y - top))
    elif cause.severity in ("close", "warning"):
        sheet.fill("rc-warn", top)
    sheet.rules.append(DividingLine("rc-line", sheet.y))


def _draw(sheet: _Sheet, drawing: RulingPicture) -> None:
    scale = CARD_WIDTH / drawing.width
    sheet.drawings.append(PlacedDrawing(drawing, 0.0, round(sheet.y, 1), round(scale, 4)))
    sheet.y += drawing.height * scale + 6.0
