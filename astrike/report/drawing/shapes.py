"""How do inches on a table become strokes and letters on a screen?

A `PictureFrame` turns inches into pixels, with y pointing down. Paths are written in tenths of a pixel, relative and
without needless blanks, because a phone on a crowded network has to load them. Crowns of trees come from the piece's
id and its outline alone, so that they stay in place when something else changes. Widths of texts are estimates.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import cos, hypot, pi, radians, sin
from zlib import crc32

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Floats, Ints
from astrike.geometry.cross_section import make_edges
from astrike.geometry.interior import clearances, is_inside
from astrike.model.terrain import Outline, Point

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class PictureFrame:
    """From inches to pixels: x = `xx` x + `xy` y + `x0`, y = `yx` x + `yy` y + `y0`."""

    xx: float
    xy: float
    yx: float
    yy: float
    x0: float
    y0: float

    @property
    def scale(self) -> float:
        """Pixels per inch."""
        return hypot(self.xx, self.yx)

    def at(self, point: Point) -> Point:
        """Give the pixel of a point."""
        x, y = point
        return self.xx * x + self.xy * y + self.x0, self.yx * x + self.yy * y + self.y0

    def along(self, direction: Point) -> Point:
        """Give where a direction on the table points on the screen, in pixels per inch."""
        x, y = direction
        return self.xx * x + self.xy * y, self.yx * x + self.yy * y

    def all(self, points: Floats) -> Floats:
        """Give the pixels of many points (n, 2)."""
        x, y = points[:, 0], points[:, 1]
        pixels = np.empty((len(points), 2))
        pixels[:, 0] = self.xx * x + self.xy * y + self.x0
        pixels[:, 1] = self.yx * x + self.yy * y + self.y0
        return pixels


def upright_frame(scale: float, *, left: float, bottom: float, origin: Point = (0.0, 0.0)) -> PictureFrame:
    """Make a frame with north up, whose `origin` lies at the pixel (`left`, `bottom`).

    >>> upright_frame(5, left=10, bottom=250).at((2, 48))
    (20.0, 10.0)
    """
    return PictureFrame(scale, 0.0, 0.0, -scale, left - scale * origin[0], bottom + scale * origin[1])


def turned_frame(scale: float, *, direction: Point, at: Point, pixel: Point) -> PictureFrame:
    """Make a frame in which `direction`, a unit vector, runs to the right and the point `at` lies on `pixel`."""
    x, y = direction
    xx, xy, yx, yy = scale * x, scale * y, scale * y, -scale * x
    return PictureFrame(
        xx, xy, yx, yy, pixel[0] - xx * at[0] - xy * at[1], pixel[1] - yx * at[0] - yy * at[1]
    )


@dataclass(frozen=True, slots=True)
class FillPattern:
    """A pattern or gradient that shapes refer to by `key`."""

    key: str
    kind: str
    angle: float = 0.0
    start: Point = (0.0, 0.0)
    end: Point = (0.0, 0.0)
    tints: tuple[str, str] = ("", "")
    tile: Box = (0.0, 0.0, 0.0, 0.0)
    """x, y, width and height of what repeats, where it has a place of its own."""
    d: str = ""
    """The lines of what repeats, as path data."""


@dataclass(frozen=True, slots=True)
class DrawnPath:
    """One path to draw: classes, outline, and what differs from the style sheet.

    `pattern` is the key of a pattern or gradient that fills it, `width` a stroke width that depends on the scale,
    `shift` moves it in pixels, `piece` is the id of the terrain it shows.
    """

    css: str
    d: str
    piece: str = ""
    pattern: str = ""
    width: float = 0.0
    shift: Point | None = None


@dataclass(frozen=True, slots=True)
class DrawnText:
    """One text to draw, centred on its height; `word` is an English text to translate, set before `text`."""

    css: str
    x: float
    y: float
    text: str
    anchor: str = "middle"
    word: str = ""


def tenth(value: float) -> float:
    """Round to a tenth of a pixel, without a negative zero."""
    return round(value, 1) + 0.0


def path(points: Iterable[Point], *, closed: bool = True) -> str:
    """Write a path through pixels.

    >>> path([(10, 5), (12.5, 5), (12.5, 4.2)])
    'M10 5l2.5 0 0-.8z'
    """
    # Most paths have few points, for which arrays are slower.
    return _joined([(round(x * 10.0), round(y * 10.0)) for x, y in points], closed=closed)


def outline_path(frame: PictureFrame, outlines: Iterable[Outline]) -> str:
    """Write the path of a piece; with the even-odd rule its holes are holes."""
    return rings_path(
        frame.all(np.asarray(ring, dtype=np.float64))
        for outline in outlines
        for ring in (outline.exterior, *outline.holes)
    )


def rings_path(rings: Iterable[Floats]) -> str:
    """Write the path of rings of pixels (n, 2)."""
    return "".join(_written(ring, closed=True) for ring in rings)


def circle_path(x: float, y: float, radius: float) -> str:
    """Write a circle as a path."""
    r, d = _number(radius), _number(2 * tenth(radius))
    return f"M{_number(x - tenth(radius))} {_number(y)}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z"


def ellipse_path(x: float, y: float, rx: float, ry: float) -> str:
    """Write an ellipse as a path."""
    a, b, d = _number(rx), _number(ry), _number(2 * tenth(rx))
    return f"M{_number(x - tenth(rx))} {_number(y)}a{a} {b} 0 1 0 {d} 0a{a} {b} 0 1 0-{d} 0z"


def line_path(*points: Point) -> str:
    """Write an open line through pixels."""
    return path(points, closed=False)


def polygon(x: float, y: float, radius: float, corners: int, *, first: float = 0.0) -> list[Point]:
    """Give the corners of a regular polygon, the first at `first` degrees clockwise from up."""
    angles = [radians(first + 360.0 * i / corners) for i in range(corners)]
    return [(x + radius * sin(a), y - radius * cos(a)) for a in angles]


def unit_emblem(side: str, x: float, y: float, *, size: float) -> str:
    """Write the shape that tells a side, as big as a disc of radius `size`; its letter stands at (x, y)."""
    return circle_path(x, y, size) if side == "s" else path(_emblem_corners(side, x, y, size))


def emblem_has_room(side: str, half: Point, *, size: float, gap: float) -> bool:
    """Is there so much of a gap between the shape of a side and a box around its middle, half so wide and high?

    >>> [emblem_has_room("s", (4.5, 4.4), size=size, gap=1.0) for size in (6.0, 8.0)]
    [False, True]
    """
    corners = _emblem_corners(side, 0.0, 0.0, size)
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        middle = abs(ax * by - ay * bx)
        nearest = middle - half[0] * abs(by - ay) - half[1] * abs(bx - ax)
        if nearest < gap * hypot(bx - ax, by - ay):
            return False
    return True


def _emblem_corners(side: str, x: float, y: float, size: float) -> list[Point]:
    if side == "s":
        return polygon(x, y, size, 24)
    if side == "n":
        return [(x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size)]
    if side == "e":
        return polygon(x, y, size * 1.36, 3)
    return polygon(x, y, size * 1.12, 6, first=30.0) if side == "w" else polygon(x, y, size * 1.25, 4)


def shifted(points: Sequence[Point], by: Point) -> list[Point]:
    """Move points."""
    return [(x + by[0], y + by[1]) for x, y in points]


def sweep_path(rings: Iterable[Floats], by: Point) -> str:
    """Write what pixel rings sweep over when they move: the shade of something that stands on them."""
    parts: list[str] = []
    for ring in rings:
        ahead = np.roll(ring, -1, axis=0)
        x, y = ring[:, 0], ring[:, 1]
        turn = np.sign(float(np.sum(x * ahead[:, 1] - ahead[:, 0] * y)))
        edge = ahead - ring
        # Only edges that face the way of the shade leave the outline; the others move into it.
        facing = turn * (edge[:, 1] * by[0] - edge[:, 0] * by[1]) > 0.0
        for a, b in zip(ring[facing], ahead[facing], strict=True):
            parts.append(_written(np.array([a, b, b + by, a + by]), closed=True))
    return "".join(parts)


# ---- trees

CROWN_SIZES = (0.31, 0.36, 0.41)
"""Radii of crowns in inches."""

_MOST_CROWNS = 160


@dataclass(frozen=True, slots=True)
class TreeCrowns:
    """Where the crowns of some trees stand: inches (n, 2), and the index of the size of each (n,)."""

    xy: Floats
    size: Floats


@lru_cache(maxsize=512)  # all pictures of a table have the same trees
def crowns(piece_id: str, outline: Outline, *, spacing: float = 0.98) -> TreeCrowns:
    """Spread crowns over an outline, always the same for the same id and outline."""
    edges = make_edges([[outline.exterior, *outline.holes]])
    low, high = edges.tail.min(axis=0), edges.tail.max(axis=0)
    wide, deep = high - low
    step = max(spacing, float(wide * deep / _MOST_CROWNS) ** 0.5)
    columns, rows = int(wide / step) + 2, int(deep / (step * 0.88)) + 2
    column, row = (
        grid.ravel()
        for grid in np.meshgrid(np.arange(columns, dtype=np.intp), np.arange(rows, dtype=np.intp))
    )
    seed = crc32(piece_id.encode())
    x = low[0] + (column + 0.5 * (row % 2) + 0.34 * (_noise(seed, column, row, 1) - 0.5)) * step
    y = low[1] + (row + 0.3 + 0.34 * (_noise(seed, column, row, 2) - 0.5)) * step * 0.88
    points = np.column_stack((x, y))
    kept = is_inside(edges.tail, edges.head, points)
    kept[kept] = clearances(edges.tail, edges.head, points[kept]) > 0.24
    return TreeCrowns(points[kept], np.floor(_noise(seed, column, row, 3) * len(CROWN_SIZES))[kept])


def crown_shapes(frame: PictureFrame, groves: Sequence[TreeCrowns]) -> tuple[DrawnPath, ...]:
    """Draw crowns: dots with shade, edge and leaves, one path for each size and color."""
    if not groves:
        return ()
    xy = frame.all(np.concatenate([grove.xy for grove in groves]))
    size = np.concatenate([grove.size for grove in groves])
    dots = [(radius * frame.scale, _dots(xy[size == number])) for number, radius in enumerate(CROWN_SIZES)]
    dots = [(radius, d) for radius, d in dots if d]
    return (
        *(DrawnPath("tree-shade", d, width=tenth(2.3 * r), shift=(0.0, tenth(0.32 * r))) for r, d in dots),
        *(DrawnPath("tree-edge", d, width=tenth(2.0 * r + 0.7)) for r, d in dots),
        *(DrawnPath("tree", d, width=tenth(2.0 * r)) for r, d in dots),
    )


def _noise(seed: int, column: Ints, row: Ints, salt: int) -> Floats:
    """Give numbers from 0 to 1 that depend on nothing but the arguments."""
    mixed = (
        column.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        + row.astype(np.uint64) * np.uint64(0xC2B2AE3D27D4EB4F)
        + np.full(
            column.shape, (seed * 0x165667B19E3779F9 + salt * 0x27D4EB2F165667C5) % 2**64, dtype=np.uint64
        )
    )
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    mixed ^= mixed >> np.uint64(31)
    return np.asarray(mixed >> np.uint64(11), dtype=np.float64) / 2.0**53


def _dots(xy: Floats) -> str:
    """Write points as strokes of no length worth speaking of, which round line ends make into dots."""
    if not len(xy):
        return ""
    cells = np.rint(xy * 10.0).astype(np.int64)
    moves = np.diff(cells, axis=0, prepend=cells[:1] * 0)
    # Each dot is a stroke one tenth long, from whose end the next relative move starts.
    moves[1:, 0] -= 1
    return "".join(f"m{_tenths(x)}{_apart(y)}h.1" for x, y in moves.tolist())


# ---- numbers


def _written(points: Floats, *, closed: bool) -> str:
    return _joined(np.rint(points * 10.0).astype(np.int64).tolist(), closed=closed)


def _joined(cells: Sequence[Sequence[int]], *, closed: bool) -> str:
    """Write a path through tenths of pixels, each step from where the last one ended."""
    first_x, first_y = x, y = cells[0]
    steps: list[str] = []
    for next_x, next_y in cells:
        if next_x != x or next_y != y:
            steps += (_apart(next_x - x), _apart(next_y - y))
            x, y = next_x, next_y
    line = "l" + "".join(steps).removeprefix(" ") if steps else ""
    return f"M{_tenths(first_x)} {_tenths(first_y)}{line}{'z' if closed else ''}"


def _number(value: float) -> str:
    return _tenths(round(value * 10.0))


@lru_cache(maxsize=1 << 15)
def _tenths(cells: int) -> str:
    whole, rest = divmod(abs(cells), 10)
    text = f"{whole or ''}.{rest}" if rest else str(whole)
    return f"-{text}" if cells < 0 else text


@lru_cache(maxsize=1 << 15)
def _apart(cells: int) -> str:
    """Write a number behind another one: a minus keeps them apart as well as a blank."""
    return _tenths(cells) if cells < 0 else f" {_tenths(cells)}"


def direction(from_: Point, to: Point) -> Point | None:
    """Give the unit vector from one pixel to another, None when they are the same."""
    x, y = to[0] - from_[0], to[1] - from_[1]
    far = hypot(x, y)
    return (x / far, y / far) if far > 1e-9 else None


def compass(degrees: float) -> Point:
    """Give the direction on the screen for degrees clockwise from up."""
    angle = degrees * pi / 180.0
    return sin(angle), -cos(angle)


# Advance widths of a bold condensed face in thousandths of the size; phones have narrower ones.
_WIDTHS = {
    275: "'", 308: "ijl", 313: " ", 334: "IJ/\\|", 342: ",.·", 374: ":;-", 391: "f", 402: "″", 411: "!()[]",
    430: "t", 444: "r", 450: "_–°", 470: '*"', 523: "?z", 536: "cs", 580: "Lxvy", 610: "kaäàeéèTEF",
    626: "$0123456789o", 648: "hnuüñbdgpqßSYZö", 694: "PCBRX", 697: "AVÄK", 735: "UÜG", 755: "DHN#+<=>^~−×",
    785: "OQÖ&", 831: "w", 900: "M@—…%", 938: "m⅓⅔½¼", 993: "W",
}  # fmt: skip

_WIDTH_OF = {letter: width / 1000.0 for width, letters in _WIDTHS.items() for letter in letters}


@lru_cache(maxsize=4096)  # names and numbers come again in every picture
def text_width(text: str, size: float) -> float:
    """Estimate how wide a text of this size is, rather too wide than too narrow.

    >>> text_width("7+", 10)
    13.81
    """
    return round(sum(_WIDTH_OF.get(letter, 0.95) for letter in text) * size, 3)
