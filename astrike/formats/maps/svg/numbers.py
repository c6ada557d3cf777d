"""Which numbers, lengths and transforms stand in the attributes of an SVG file?"""

import math
import re
from collections.abc import Mapping
from typing import Final

Matrix = tuple[float, float, float, float, float, float]
"""a, b, c, d, e, f as SVG has them."""
PLAIN: Final[Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_TRANSFORM: Final = re.compile(r"\s*,?\s*([A-Za-z]+)\s*\(([^()]*)\)\s*,?")
NUMBER: Final = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
LENGTH: Final = re.compile(
    r"\s*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)\s*(px|in|mm|cm|pt|pc|q|em|rem|ex|%)?\s*",
    re.I,
)
PIXELS: Final[Mapping[str, float]] = {
    "": 1.0, "px": 1.0, "in": 96.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "pt": 96 / 72, "pc": 16.0, "q": 96 / 101.6,
    "em": 16.0, "rem": 16.0, "ex": 8.0,
}  # fmt: skip
"""User units in one of each unit of length."""
FARTHEST: Final = 1e7
"""User units; what lies farther out is no drawing."""


def numbers_in(text: str) -> list[float]:
    """Give the numbers of a list such as SVG has them.

    >>> numbers_in("0,0 1.5-2 .5.5"), numbers_in("none")
    ([0.0, 0.0, 1.5, -2.0, 0.5, 0.5], [])
    """
    return [float(each) for each in NUMBER.findall(text)]


def length_of(text: str | None, whole: float, default: float = 0.0) -> float:
    """Read a length in user units; percents are of `whole`, what is no length is the default.

    >>> length_of("50%", 40), length_of("1in", 0), length_of("wide", 0, 7)
    (20.0, 96.0, 7)
    """
    found = LENGTH.fullmatch(text) if text else None
    if not found:
        return default
    unit = (found[2] or "").lower()
    size = float(found[1]) * (whole / 100 if unit == "%" else PIXELS[unit])
    return size if math.isfinite(size) and abs(size) <= FARTHEST else default


def times(one: Matrix, other: Matrix) -> Matrix:
    """Give the matrix that applies the other first."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def growth(matrix: Matrix) -> float:
    """Give by how much a matrix lengthens, on average."""
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


def transform_of(text: str) -> Matrix | None:
    """Read a transform; None where it is none.

    >>> transform_of("translate(3) scale(2)"), transform_of("wobble(3)")
    ((2.0, 0.0, 0.0, 2.0, 3.0, 0.0), None)
    """
    matrix, at = PLAIN, 0
    text = text.strip()
    if text in ("", "none"):
        return matrix
    while at < len(text):
        found = _TRANSFORM.match(text, at)
        step = _step(found[1], numbers_in(found[2])) if found else None
        if found is None or step is None:
            return None
        matrix, at = times(matrix, step), found.end()
    return matrix if all(math.isfinite(each) and abs(each) <= FARTHEST for each in matrix) else None


def _step(name: str, given: list[float]) -> Matrix | None:
    count = len(given)
    if name == "matrix" and count == 6:
        a, b, c, d, e, f = given
        return (a, b, c, d, e, f)
    if name == "translate" and count in (1, 2):
        return (1.0, 0.0, 0.0, 1.0, given[0], given[1] if count == 2 else 0.0)
    if name == "scale" and count in (1, 2):
        return (given[0], 0.0, 0.0, given[-1], 0.0, 0.0)
    if name == "rotate" and count in (1, 3):
        sine, cosine = math.sin(math.radians(given[0])), math.cos(math.radians(given[0]))
        if given[0] % 90 == 0:
            sine, cosine = round(sine), round(cosine)
        x, y = given[1:] if count == 3 else (0.0, 0.0)
        return (cosine, sine, -sine, cosine, x - cosine * x + sine * y, y - sine * x - cosine * y)
    if name in ("skewX", "skewY") and count == 1 and given[0] % 180 != 90:
        slant = math.tan(math.radians(given[0]))
        return (1.0, 0.0, slant, 1.0, 0.0, 0.0) if name == "skewX" else (1.0, slant, 0.0, 1.0, 0.0, 0.0)
    return None
