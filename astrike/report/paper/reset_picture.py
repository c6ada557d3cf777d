"""How did the table lie? The plan of the set-up sheet in colors, as a picture, with the same numbers."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from types import MappingProxyType
from typing import Final

from resvg_py import svg_to_bytes

from astrike.model.number_text import plain_number
from astrike.model.table import Table
from astrike.model.terrain import Point
from astrike.report.drawing.shapes import Box, text_width
from astrike.report.paper.canvas import FONTS
from astrike.report.paper.inventory import inventory, layout_mark
from astrike.report.paper.plan import MARGIN, draw_labels, draw_table, numbered, plan_frame
from astrike.report.paper.surface import Align, DrawingPen, cut_to
from astrike.report.words.texts import Translate, untranslated, visible
from astrike.report.words.texts import to_translate as _

_LONGEST: Final = 640.0
"""Points of the table's longer side."""
_PIXELS: Final = 2000
_HEAD: Final = 30.0
_FAMILY: Final = "DejaVu Sans Condensed"
_TINTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hill-1": "#ecdfc2", "hill-2": "#dec893", "hill-3": "#cdad6a", "hill-4": "#b79048",
        "water-1": "#cfe6f2", "water-2": "#a3cde6", "ice": "#e6f1f6", "road": "#f4f1ea", "deck": "#efe2cc",
        "trees": "#dcebd0", "ground": "#f3e8dc", "solid": "#e4e0dd", "wall": "#6a625c",
    }
)  # fmt: skip
"""Colors by what `ink` calls them."""


def reset_picture(table: Table, *, translate: Translate = untranslated) -> str:
    """Draw a table as SVG, with its name and the mark of its layout.

    >>> reset_picture(Table("Practice", 48, 36)).startswith("<svg xmlns=")
    True
    """
    width, depth = _size(table)
    picture = _Picture(width, depth)
    found = inventory(table)
    frame = plan_frame(table, (0.0, _HEAD, width, depth))
    drawn = numbered(picture, table, found, frame)
    picture.text((MARGIN, 20.0), table.name, 17.0, is_bold=True, room=width * 0.42)
    mark = f"{translate(_('Layout'))} {layout_mark(table)} · {plain_number(table.width)} × {plain_number(table.depth)}″"
    picture.text((width - MARGIN, 20.0), mark, 11.0, align="right")
    picture.text((width / 2, 20.0), f"↑ {translate(_('North'))}", 12.0, is_bold=True, align="middle")
    draw_table(picture, table, found, drawn)
    draw_labels(picture, drawn.labels)
    return picture.svg()


def reset_png(table: Table, *, translate: Translate = untranslated) -> bytes:
    """Draw a table as PNG, its longer side 2,000 pixels."""
    wide, deep = _size(table)
    share = _PIXELS / max(wide, deep)
    return bytes(
        svg_to_bytes(
            svg_string=reset_picture(table, translate=translate),
            width=round(wide * share),
            height=round(deep * share),
            skip_system_fonts=True,
            font_files=[str(path) for path in sorted(FONTS.glob("*.ttf"))],
            font_family=_FAMILY,
        )
    )


def _size(table: Table) -> tuple[float, float]:
    scale = _LONGEST / max(table.width, table.depth)
    return table.width * scale + 2 * MARGIN, table.depth * scale + 2 * MARGIN + _HEAD


class _Picture:
    """A surface that becomes SVG."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.parts: list[str] = []
        self.clips = 0

    def svg(self) -> str:
        """Give the picture."""
        size = f"{self.width:.1f} {self.height:.1f}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
            f"font-family=\"'{_FAMILY}', 'Arial Narrow', Arial, sans-serif\" "
            f'stroke-linejoin="round"><rect width="100%" height="100%" fill="#fff"/>{"".join(self.parts)}</svg>'
        )

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
        shown = cut_to(visible(text), room, lambda line: self.width_of(line, size, is_bold=is_bold))
        wide = self.width_of(shown, size, is_bold=is_bold)
        anchor = {"left": "start", "middle": "middle", "right": "end"}[align]
        weight = ' font-weight="700"' if is_bold else ""
        self.parts.append(
            f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{size:g}" text-anchor="{anchor}"{weight} '
            f'fill="{_grey(grey)}">{escape(shown)}</text>'
        )
        return wide

    def width_of(self, text: str, size: float, *, is_bold: bool = False) -> float:
        """Measure a line, rather too wide than too narrow."""
        return text_width(visible(text), size) * (1.0 if is_bold else 0.92)

    def line(self, points: Sequence[Point], pen: DrawingPen) -> None:
        """Draw a line through points."""
        self.parts.append(f'<path d="{_path(points)}" fill="none"{_pen(pen)}/>')

    def ring(self, points: Sequence[Point], pen: DrawingPen) -> None:
        """Draw a closed line."""
        self.parts.append(f'<path d="{_path(points)}z" fill="none"{_pen(pen)}/>')

    def area(self, rings: Sequence[Sequence[Point]], grey: float | None, *, tint: str = "") -> None:
        """Fill an outline but for its holes."""
        color = _TINTS.get(tint, None if grey is None else _grey(grey))
        if color is not None:
            d = "".join(f"{_path(ring)}z" for ring in rings)
            self.parts.append(f'<path d="{d}" fill="{color}" fill-rule="evenodd"/>')

    def rect(self, box: Box, *, grey: float | None = None, pen: DrawingPen | None = None) -> None:
        """Draw a box from its left, top, right and bottom."""
        left, top, right, bottom = box
        fill = "none" if grey is None else _grey(grey)
        self.parts.append(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{bottom - top:.1f}" '
            f'fill="{fill}"{_pen(pen) if pen else ""}/>'
        )

    def dot(
        self, at: Point, radius: float, *, grey: float | None = 0.0, pen: DrawingPen | None = None
    ) -> None:
        """Draw a disc, filled or as a circle."""
        fill = "none" if grey is None else _grey(grey)
        self.parts.append(
            f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius:.1f}" fill="{fill}"{_pen(pen) if pen else ""}/>'
        )

    @contextmanager
    def clipped(self, box: Box) -> Iterator[None]:
        """Draw nothing outside of a box."""
        left, top, right, bottom = box
        self.clips += 1
        name = f"clip{self.clips}"
        self.parts.append(
            f'<clipPath id="{name}"><rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" '
            f'height="{bottom - top:.1f}"/></clipPath><g clip-path="url(#{name})">'
        )
        yield
        self.parts.append("</g>")


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _pen(pen: DrawingPen) -> str:
    dashes = f' stroke-dasharray="{pen.dashes[0]:g} {pen.dashes[1]:g}"' if pen.dashes else ""
    return f' stroke="{_grey(pen.grey)}" stroke-width="{pen.width:g}"{dashes}'


def _grey(value: float) -> str:
    return "#" + f"{round(value * 255):02x}" * 3
