"""The cards that stand on tables: number, a code for phones and for fingers, and where it leads. To cut and to fold."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

import segno
from segno.helpers import make_wifi_data

from astrike.dataclass import dataclass
from astrike.model.wifi import NO_WIFI, Wifi
from astrike.report.drawing.shapes import Box
from astrike.report.paper.canvas import Canvas, Paper
from astrike.report.paper.surface import DrawingPen

_QUIET: Final = 4
"""Modules of white around a code."""
GRIDS: Final = {1: (1, 1), 2: (1, 2), 4: (2, 2)}
"""Cards a page, across and down."""
_MARGIN: Final = 24.0
_WIFI: Final = 76.0
"""How large the code of a wifi is: half a millimetre a module, which every phone reads."""
_MARK: Final = 12.0
"""How long the marks for cutting are."""


@dataclass(frozen=True, slots=True)
class CodeCard:
    """One card: what stands large on it, where its code leads, the code to type, and lines below the title."""

    title: str
    address: str
    code: str
    lines: tuple[str, ...] = ()
    warning: str = ""
    """Why nobody should be given this card."""
    wifi: Wifi = NO_WIFI
    wifi_words: str = ""
    """What the wifi and its password are, in words."""


def qr_sheet(cards: Sequence[CodeCard], *, title: str = "", paper: Paper = "a4", per_page: int = 1) -> bytes:
    """Print cards, one, two or four on a page.

    >>> qr_sheet([CodeCard("Table 7", "http://10.0.0.2:8765/t/7KQ2011M3Z", "7KQ2011M3Z")])[:5]
    b'%PDF-'
    """
    across, down = GRIDS[per_page]
    with Canvas(title or (cards[0].title if cards else ""), paper) as canvas:
        for start in range(0, max(len(cards), 1), per_page):
            canvas.page()
            wide, deep = canvas.width / across, canvas.height / down
            _cut_marks(canvas, across, down)
            for place, card in enumerate(cards[start : start + per_page]):
                column, row = place % across, place // across
                _card(canvas, card, (column * wide, row * deep, (column + 1) * wide, (row + 1) * deep))
        return canvas.finish()


def wifi_code(wifi: Wifi) -> str:
    """Write a wifi so that a phone which scans it joins.

    >>> wifi_code(Wifi("Hall; north", "p:ss")), wifi_code(Wifi("Hall"))
    ('WIFI:T:WPA;S:Hall\\\\; north;P:p\\\\:ss;;', 'WIFI:S:Hall;;')
    """
    return make_wifi_data(
        ssid=wifi.name, password=wifi.password or None, security="WPA" if wifi.password else None
    )


def halves(code: str) -> str:
    """Write a code in two halves.

    >>> halves("7KQ2011M3Z")
    '7KQ20-11M3Z'
    """
    plain = code.replace("-", "").replace(" ", "")
    middle = (len(plain) + 1) // 2
    return f"{plain[:middle]}-{plain[middle:]}" if plain else ""


def _card(canvas: Canvas, card: CodeCard, box: Box) -> None:
    left, top, right, bottom = (
        box[0] + _MARGIN, box[1] + _MARGIN, box[2] - _MARGIN, box[3] - _MARGIN,
    )  # fmt: skip
    middle, wide = (left + right) / 2, right - left
    size = _fitting(canvas, card.title, wide, most=(bottom - top) * 0.13)
    y = top + size
    canvas.text((middle, y), card.title, size, is_bold=True, align="middle", room=wide)
    for line in card.lines:
        y += 17.0
        canvas.text((middle, y), line, 12.5, align="middle", room=wide)
    for line in canvas.lines_of(card.warning, 11.0, wide, is_bold=True):
        y += 15.0
        canvas.text((middle, y), line, 11.0, is_bold=True, align="middle", room=wide)
    code = halves(card.code)
    code_size = _fitting(canvas, code, wide, most=min(40.0, (bottom - top) * 0.09))
    address = canvas.lines_of(card.address, 10.5, wide) or [""]
    address = [part for line in address for part in _cut(canvas, line, wide)]
    foot = bottom - len(address) * 13.0 - (_WIFI + 8.0 if card.wifi.name else 0.0)
    square = min(wide, foot - code_size - 14.0 - y - 12.0)
    _draw_code(canvas, card.address, (middle - square / 2, y + 12.0, middle + square / 2, y + 12.0 + square))
    y += 12.0 + square + code_size
    canvas.text((middle, y), code, code_size, is_bold=True, align="middle")
    for number, line in enumerate(address, 1):
        canvas.text((middle, y + 4.0 + 13.0 * number), line, 10.5, align="middle")

    if card.wifi.name:
        _wifi(canvas, card, (left, bottom - _WIFI, right, bottom))


def _wifi(canvas: Canvas, card: CodeCard, box: Box) -> None:
    """Put the wifi at the foot of a card: its code at the left, its words beside it."""
    left, top, right, bottom = box
    _draw_code(canvas, wifi_code(card.wifi), (left, top, left + _WIFI, bottom))
    beside, y = left + _WIFI + 8.0, top + 18.0
    for stated in card.wifi_words.split("\n"):
        for line in canvas.lines_of(stated, 12.0, right - beside):
            for part in _cut(canvas, line, right - beside, size=12.0):
                canvas.text((beside, y), part, 12.0)
                y += 15.0


def _fitting(canvas: Canvas, text: str, room: float, *, most: float) -> float:
    """Give the largest size at which a line fits, but none too small to read from afar."""
    wide = canvas.width_of(text, 10.0, is_bold=True)
    return max(14.0, min(most, room / wide * 10.0)) if wide else most


def _cut(canvas: Canvas, text: str, room: float, *, size: float = 10.5) -> list[str]:
    """Break what has no blanks."""
    lines = [""]
    for letter in text:
        if lines[-1] and canvas.width_of(lines[-1] + letter, size) > room:
            lines.append("")
        lines[-1] += letter
    return lines


def _draw_code(canvas: Canvas, address: str, box: Box) -> None:
    """Draw a code as bars, one for each run of dark modules; they overlap a hair, so that no white line shows."""
    code = segno.make(address, error="m", micro=False)
    count = code.symbol_size(border=_QUIET)[0]
    module = (box[2] - box[0]) / count
    for y, row in enumerate(code.matrix_iter(border=_QUIET)):
        x = 0
        for is_dark, run in groupby(row):
            long = len(list(run))
            if is_dark:
                left, top = box[0] + x * module, box[1] + y * module
                canvas.rect((left, top, left + long * module, top + module * 1.02), grey=0.0)
            x += long


def _cut_marks(canvas: Canvas, across: int, down: int) -> None:
    """Mark where to cut, at the edges of the page and where four cards meet."""
    wide, deep, pen = canvas.width / across, canvas.height / down, DrawingPen(0.5, 0.3)
    for column in range(1, across):
        x = column * wide
        for y in (0.0, canvas.height - _MARK):
            canvas.line([(x, y), (x, y + _MARK)], pen)
    for row in range(1, down):
        y = row * deep
        for x in (0.0, canvas.width - _MARK):
            canvas.line([(x, y), (x + _MARK, y)], pen)
        for column in range(1, across):
            x = column * wide
            canvas.line([(x - _MARK / 2, y), (x + _MARK / 2, y)], pen)
            canvas.line([(x, y - _MARK / 2), (x, y + _MARK / 2)], pen)
