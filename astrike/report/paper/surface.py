"""What can a plan be drawn on? Paper, and pictures; both measure in points from the upper left corner."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Literal, Protocol

from astrike.dataclass import dataclass
from astrike.model.terrain import Point
from astrike.report.drawing.shapes import Box

Align = Literal["left", "middle", "right"]


@dataclass(frozen=True, slots=True)
class DrawingPen:
    """A line: how wide, how grey (0 black, 1 white), and its dashes."""

    width: float = 0.6
    grey: float = 0.0
    dashes: tuple[float, float] | None = None


def cut_to(text: str, room: float | None, width_of: Callable[[str], float]) -> str:
    """Shorten a line to its room, and show that it was.

    >>> cut_to("Open hills", 6.0, len), cut_to("Mill", 6.0, len)
    ('Open…', 'Mill')
    """
    while room is not None and len(text) > 1 and width_of(text) > room:
        text = text.rstrip("…")[:-1].rstrip() + "…"
    return text


class Surface(Protocol):
    """Lines, areas and letters. Greys run from 0, black, to 1, white; `tint` names a color where there are colors."""

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

    def width_of(self, text: str, size: float, *, is_bold: bool = False) -> float:
        """Measure a line."""

    def line(self, points: Sequence[Point], pen: DrawingPen) -> None:
        """Draw a line through points."""

    def ring(self, points: Sequence[Point], pen: DrawingPen) -> None:
        """Draw a closed line."""

    def area(self, rings: Sequence[Sequence[Point]], grey: float | None, *, tint: str = "") -> None:
        """Fill an outline but for its holes, which run the other way round."""

    def rect(self, box: Box, *, grey: float | None = None, pen: DrawingPen | None = None) -> None:
        """Draw a box from its left, top, right and bottom."""

    def dot(
        self, at: Point, radius: float, *, grey: float | None = 0.0, pen: DrawingPen | None = None
    ) -> None:
        """Draw a disc, filled or as a circle."""

    def clipped(self, box: Box) -> AbstractContextManager[None]:
        """Draw nothing outside of a box."""
