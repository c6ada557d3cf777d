"""Which rays run from the eye to the target in a side view, and which of them decides?"""

from collections.abc import Sequence
from dataclasses import dataclass

from astrike.model.answer import AttackAnswer, PairGeometry
from astrike.model.terrain import Point
from astrike.report.cut import Cut
from astrike.report.shapes import Shape, circle_path, line_path, path
from astrike.report.side_land import SideFrame
from astrike.report.sightlines import deciding

_TOUCHES = 2.5
"""Pixels within which a ray touches a corner."""
_HAIR = 1e-6


@dataclass(frozen=True, slots=True)
class Corner:
    """The corner that a deciding ray touches: inches along the line, z, and z of the ray at the target."""

    at: float
    z: float
    aim: float


@dataclass(frozen=True, slots=True)
class Rays:
    """The rays of one pair. `rims` are z at the target where hidden and seen meet on its middle line."""

    frame: SideFrame
    geometry: PairGeometry
    rims: tuple[float, ...]
    corner: Corner | None

    @property
    def eye(self) -> Point:
        """Give the eye's pixel."""
        return self.frame.at(0.0, self.geometry.attacker.eye)

    def behind(self) -> list[Shape]:
        """Draw what lies under the ground and the pieces: the shadow of what hides, and the fan of sight."""
        target, distance = self.geometry.target, self.frame.scale.distance
        fan = Shape("fan", path([self.eye, self._aim(target.top), self._aim(target.foot)]))
        if self.corner is None:
            return [fan]
        end = distance + target.width / 2.0
        eye = self.geometry.attacker.eye
        start = self.frame.at(self.corner.at, self.corner.z)
        last = self.frame.at(end, eye + (self.corner.aim - eye) * end / distance)
        floor = self._aim(target.foot)[1]
        return [Shape("shadow", path([start, last, (last[0], floor), (start[0], floor)])), fan]

    def over(self) -> list[Shape]:
        """Draw the rays to the thirds, the line for woods when some count, and the ray that decides."""
        target = self.geometry.target
        thirds = [target.foot + (target.top - target.foot) * i / 3.0 for i in range(4)]
        shapes = [Shape("ray", self._rays(thirds))]
        if self.geometry.stretches:
            middle = line_path(self.eye, self._aim((target.foot + target.top) / 2.0))
            woods = self._woods()
            shapes += [Shape("sl-case", middle), Shape("sl-wood-case", woods), Shape("sl-wood", woods)]
            shapes.append(Shape("ray-mid", middle))
        if self.rims:
            shapes.append(Shape("ray-edge", self._rays(self.rims)))
        return shapes

    def points(self) -> list[Shape]:
        """Draw the eye and the corner that the deciding ray touches."""
        shapes = [Shape("eye", circle_path(*self.eye, 3.4))]
        if self.corner is not None:
            shapes.append(Shape("dot", circle_path(*self.frame.at(self.corner.at, self.corner.z), 3.0)))
        return shapes

    def _aim(self, z: float) -> Point:
        return self.frame.at(self.frame.scale.distance, z)

    def _rays(self, heights: Sequence[float]) -> str:
        return "".join(line_path(self.eye, self._aim(z)) for z in heights)

    def _woods(self) -> str:
        eye, target = self.geometry.attacker.eye, self.geometry.target
        slope = ((target.foot + target.top) / 2.0 - eye) / max(self.frame.scale.distance, _HAIR)
        return "".join(
            line_path(*(self.frame.at(x, eye + slope * x) for x in (part.start, part.end)))
            for part in self.geometry.stretches
        )


def make_rays(frame: SideFrame, cut: Cut, geometry: PairGeometry, *, answer: AttackAnswer) -> Rays:
    """Find the rays of a pair."""
    rims = tuple(_rims(geometry))
    return Rays(frame, geometry, rims, _touched(frame, cut, geometry, rims, deciding(answer)))


def _rims(geometry: PairGeometry) -> list[float]:
    """Give z of the rims of what is hidden on the silhouette's middle line; its top when all of it is."""
    foot, high = geometry.target.foot, geometry.target.top - geometry.target.foot
    spans: list[tuple[float, float]] = []
    for left, right, low_left, high_left, low_right, high_right in geometry.strips:
        if left <= 0.0 <= right and right > left:
            share = -left / (right - left)
            low = low_left + (low_right - low_left) * share
            spans.append((low, high_left + (high_right - high_left) * share))
    rims = {z for span in spans for z in span if _HAIR < z < high - _HAIR and not _is_inner(z, spans)}
    if not rims and any(top >= high - _HAIR for _, top in spans):
        rims = {high}
    return [foot + z for z in sorted(rims)]


def _is_inner(z: float, spans: Sequence[tuple[float, float]]) -> bool:
    """Is hidden both what lies just below and what lies just above?"""
    below = any(low < z - _HAIR <= top for low, top in spans)
    above = any(low <= z + _HAIR < top for low, top in spans)
    return below and above


def _touched(
    frame: SideFrame, cut: Cut, geometry: PairGeometry, rims: Sequence[float], weighty: Sequence[str]
) -> Corner | None:
    """Find the corner of a deciding solid that one of the deciding rays touches."""
    eye, distance = geometry.attacker.eye, frame.scale.distance
    best: Corner | None = None
    nearest = _TOUCHES
    for part in cut.parts:
        if part.piece.id not in weighty or not part.is_solid:
            continue
        for at, z in ((part.start, part.low), (part.end, part.high)):
            for aim in rims:
                off = (
                    abs(eye + (aim - eye) * at / distance - z) * frame.up if 0.0 < at < distance else _TOUCHES
                )
                if off < nearest - 1e-9:
                    best, nearest = Corner(at, z, aim), off
    return best
