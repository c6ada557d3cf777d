"""How do ink and letters come onto a page? In points from the upper left corner, with one typeface in two weights.

What the typeface does not have is shown by its plainer letter, else by a box, so that no name stops a sheet.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, Self

from astrike.model.terrain import Point
from astrike.report.drawing.shapes import Box
from astrike.report.paper.surface import Align, DrawingPen, cut_to
from astrike.report.words.texts import visible

if TYPE_CHECKING:
    import fpdf

Paper = Literal["a4", "letter"]
SIZES: Final[dict[Paper, tuple[float, float]]] = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
FONTS: Final = Path(__file__).parent / "fonts"
_FILES: Final[tuple[tuple[Literal["", "B"], str], ...]] = (
    ("", "dejavu-sans-condensed-2.37.ttf"),
    ("B", "dejavu-sans-condensed-bold-2.37.ttf"),
)
_BOX: Final = "□"


class Canvas:
    """Pages of one document; leave its context when it is finished or given up, so that no file stays open."""

    def __init__(self, title: str, paper: Paper) -> None:
        from fpdf import FPDF

        self.paper = paper
        self.pdf: FPDF = FPDF(unit="pt", format=SIZES[paper])
        self.pdf.set_auto_page_break(False)
        self.pdf.set_margin(0)
        self.pdf.set_title(plain_text(title))
        self.pdf.set_creator("astrike")
        # The same table gives the same bytes, whatever the time.
        self.pdf.creation_date = self.pdf.creation_date.replace(
            year=2000, month=1, day=1, hour=0, minute=0, second=0, microsecond=0
        )
        for style, name in _FILES:
            self.pdf.add_font("sheet", style, FONTS / name)
        self.width, self.height = SIZES[paper]

    def page(self, *, is_wide: bool = False) -> None:
        """Begin a page, upright or wide."""
        across, down = SIZES[self.paper]
        self.width, self.height = (down, across) if is_wide else (across, down)
        self.pdf.add_page("L" if is_wide else "P")

    def finish(self) -> bytes:
        """Give the document."""
        return bytes(self.pdf.output())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        _close(self.pdf)

    # ---- text

    def text(
        self,
        at: Point,
        text: str,
        size: float = 9.0,
        *,
        is_bold: bool = False,
        grey: float = 0.0,
        align: Align = "left",
        room: float | None = None,
    ) -> float:
        """Write a line on its baseline, cut to its room, and give its width."""
        self.pdf.set_font("sheet", "B" if is_bold else "", size)
        shown = cut_to(plain_text(text), room, lambda line: self._width(line, size, is_bold))
        wide = self._width(shown, size, is_bold)
        self.pdf.set_text_color(round(grey * 255))
        x = at[0] - {"left": 0.0, "middle": wide / 2, "right": wide}[align]
        if shown:
            self.pdf.text(x, at[1], shown)
        return wide

    def upright(self, at: Point, text: str, size: float, *, is_left: bool) -> None:
        """Write a bold line that runs up, its middle at a place: beside the left edge, or down beside the right."""
        wide = self.width_of(text, size, is_bold=True)
        self.pdf.set_font("sheet", "B", size)
        self.pdf.set_text_color(0)
        with self.pdf.rotation(90 if is_left else -90, at[0], at[1]):
            self.pdf.text(at[0] - wide / 2, at[1], plain_text(text))

    def width_of(self, text: str, size: float, *, is_bold: bool = False) -> float:
        """Measure a line."""
        return self._width(plain_text(text), size, is_bold)

    def _width(self, shown: str, size: float, is_bold: bool) -> float:
        # Much quicker than asking the document, which is ready for scripts that run both ways.
        font = self.pdf.fonts["sheetB" if is_bold else "sheet"]
        return float(font.get_text_width(shown, size, None)[1])

    def lines_of(self, text: str, size: float, room: float, *, is_bold: bool = False) -> list[str]:
        """Break a text into lines that fit."""
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width_of(longer, size, is_bold=is_bold) <= room:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    # ---- lines and areas

    def line(self, points: Sequence[Point], pen: DrawingPen) -> None:
        """Draw a line through points."""
        self._take(pen)
        if len(points) == 2:
            self.pdf.line(*points[0], *points[1])
        else:
            self.pdf.polyline(list(points), style="D")

    def ring(self, points: Sequence[Point], pen: DrawingPen) -> None:
        """Draw a closed line."""
        self._take(pen)
        self.pdf.polygon(list(points), style="D")

    def area(self, rings: Sequence[Sequence[Point]], grey: float | None, *, tint: str = "") -> None:
        """Fill an outline but for its holes, which run the other way round; paper has greys and no tints."""
        if grey is None:
            return
        self.pdf.set_fill_color(round(grey * 255))
        # One path that walks to each hole and back: the way there and the way back enclose nothing.
        walk = [*rings[0], rings[0][0]]
        for hole in rings[1:]:
            walk += [*hole, hole[0], rings[0][0]]
        self.pdf.polygon(walk, style="F")

    def rect(self, box: Box, *, grey: float | None = None, pen: DrawingPen | None = None) -> None:
        """Draw a box from its left, top, right and bottom."""
        left, top, right, bottom = box
        if grey is not None:
            self.pdf.set_fill_color(round(grey * 255))
            self.pdf.rect(left, top, right - left, bottom - top, style="F")
        if pen is not None:
            self._take(pen)
            self.pdf.rect(left, top, right - left, bottom - top, style="D")

    def dot(
        self, at: Point, radius: float, *, grey: float | None = 0.0, pen: DrawingPen | None = None
    ) -> None:
        """Draw a disc, filled or as a circle."""
        if grey is not None:
            self.pdf.set_fill_color(round(grey * 255))
            self.pdf.circle(at[0], at[1], radius, style="F")
        if pen is not None:
            self._take(pen)
            self.pdf.circle(at[0], at[1], radius, style="D")

    @contextmanager
    def clipped(self, box: Box) -> Iterator[None]:
        """Draw nothing outside of a box."""
        left, top, right, bottom = box
        # The context brings back colors and pens that the clip's end takes away unnoticed.
        with self.pdf.local_context(), self.pdf.rect_clip(left, top, right - left, bottom - top):
            yield

    def _take(self, pen: DrawingPen) -> None:
        self.pdf.set_line_width(pen.width)
        self.pdf.set_draw_color(round(pen.grey * 255))
        if pen.dashes:
            self.pdf.set_dash_pattern(dash=pen.dashes[0], gap=pen.dashes[1])
        else:
            self.pdf.set_dash_pattern()


def plain_text(text: str) -> str:
    """Replace what the typeface does not have.

    >>> plain_text("Hügel ⅜″ 日 Ж \\x07")
    'Hügel ⅜″ □ Ж \N{REPLACEMENT CHARACTER}'
    """
    if text.isascii() and text.isprintable():
        return text
    known = _letters()
    return "".join(_shown(letter, known) for letter in unicodedata.normalize("NFC", visible(text)))


def _shown(letter: str, known: frozenset[int]) -> str:
    if ord(letter) in known:
        return letter
    if unicodedata.combining(letter):
        return ""
    parts = [part for part in unicodedata.normalize("NFKD", letter) if ord(part) in known]
    return "".join(parts) or (" " if letter.isspace() else _BOX)


def _close(pdf: "fpdf.FPDF") -> None:
    """Close the files of the typeface, which stay open for as long as a document may grow."""
    for font in pdf.fonts.values():
        font.close()  # type: ignore[union-attr]  # fonts from files


@cache
def _letters() -> frozenset[int]:
    from fpdf import FPDF

    pdf = FPDF()
    pdf.add_font("sheet", "", FONTS / _FILES[0][1])
    found = frozenset(pdf.fonts["sheet"].cmap)  # type: ignore[union-attr]  # a font from a file
    _close(pdf)
    return found
