"""Which rays run from the eye to the target in a side view, and which of them decides?"""

from collections.abc import Sequence

from astrike.dataclass import dataclass
from astrike.model.attack_answer import AttackAnswer, PairGeometry
from astrike.model.terrain import Point
from astrike.report.drawing.shapes import DrawnPath, circle_path, line_path, path
from astrike.report.table.sight_lines import deciding
from astrike.report.terrain.cross_section import CrossSection
from astrike.report.terrain.side_view import SideFrame

_TOUCHES = 2.5
"""Pixels within which a ray touches a corner."""
_HAIR = 1e-6


@dataclass(frozen=True, slots=True)
class SilhouetteCorner:
    """The corner that a deciding ray touches: inches along the line, z, and z of the ray at the target."""

    at: float
    z: float
    aim: float


@dataclass(frozen=True, slots=True)
class SightRays:
    """The rays of one pair."""

    frame: SideFrame
    geometry: PairGeometry
    hidden: tuple[tuple[float, float], ...]
    """From which z to which the target is hidden on its middle line."""
    corner: SilhouetteCorner | None

    @property
    def rims(self) -> tuple[float, ...]:
        """Give z at the target where hidden and seen meet; its top when all of it is hidden."""
        return _rims(self.geometry, self.hidden)

    @property
    def eye(self) -> Point:
        """Give the eye's pixel."""
        return self.frame.at(0.0, self.geometry.attacker.eye)

    def behind(self) -> list[DrawnPath]:
        """Draw what lies under the ground and the pieces: the shadow of what hides, and the fan of sight."""
        target, distance = self.geometry.target, self.frame.scale.distance
        fan = DrawnPath("fan", path([self.eye, self._aim(target.top), self._aim(target.foot)]))
        if self.corner is None:
            return [fan]
        end = distance + target.width / 2.0
        eye, start, aim = self.geometry.attacker.eye, self.corner.at, self.corner.aim
        low, high = next(
            (span for span in self.hidden if span[0] - _HAIR <= aim <= span[1] + _HAIR), (target.foot, aim)
        )
        over = [self.frame.at(x, eye + (high - eye) * x / distance) for x in (start, end)]
        # What hides the feet stands on the ground before them; any other solid is seen past below its own foot.
        floors = (target.foot, target.foot)
        if low > target.foot + _HAIR:
            floors = (eye + (low - eye) * end / distance, eye + (low - eye) * start / distance)
        under = [self.frame.at(x, z) for x, z in zip((end, start), floors, strict=True)]
        return [DrawnPath("shadow", path([*over, *under])), fan]

    def over(self) -> list[DrawnPath]:
        """Draw the rays to the thirds, the line for woods when some count, and the ray that decides."""
        target = self.geometry.target
        thirds = [target.foot + (target.top - target.foot) * i / 3.0 for i in range(4)]
        shapes = [DrawnPath("ray", self._rays(thirds))]
        if self.geometry.stretches:
            middle = line_path(self.eye, self._aim((target.foot + target.top) / 2.0))
            woods = self._woods()
            shapes += [
                DrawnPath("sl-case", middle),
                DrawnPath("sl-wood-case", woods),
                DrawnPath("sl-wood", woods),
            ]
            shapes.append(DrawnPath("ray-mid", middle))
        if self.rims:
            shapes.append(DrawnPath("ray-edge", self._rays(self.rims)))
        return shapes

    def points(self) -> list[DrawnPath]:
        """Draw the eye and the corner that the deciding ray touches."""
        shapes = [DrawnPath("eye", circle_path(*self.eye, 3.4))]
        if self.corner is not None:
            shapes.append(DrawnPath("dot", circle_path(*self.frame.at(self.corner.at, self.corner.z), 3.0)))
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


def sight_rays(
    frame: SideFrame, cut: CrossSection, geometry: PairGeometry, *, answer: AttackAnswer
) -> SightRays:
    """Find the rays of a pair."""
    hidden = tuple(_hidden_spans(geometry))
    rims = _rims(geometry, hidden)
    return SightRays(frame, geometry, hidden, _touched(frame, cut, geometry, rims, deciding(answer)))


def _hidden_spans(geometry: PairGeometry) -> list[tuple[float, float]]:
    """Give from which z to which the silhouette is hidden on its middle line, spans that meet as one."""
    foot = geometry.target.foot
    spans: list[tuple[float, float]] = []
    for left, right, low_left, high_left, low_right, high_right in geometry.strips:
        if left <= 0.0 <= right and right > left:
            share = -left / (right - left)
            low = low_left + (low_right - low_left) * share
            spans.append((low, high_left + (high_right - high_left) * share))
    joined: list[tuple[float, float]] = []
    for low, high in sorted((foot + low, foot + high) for low, high in spans):
        if joined and low <= joined[-1][1] + _HAIR:
            joined[-1] = (joined[-1][0], max(joined[-1][1], high))
        else:
            joined.append((low, high))
    return joined


def _rims(geometry: PairGeometry, hidden: Sequence[tuple[float, float]]) -> tuple[float, ...]:
    foot, top = geometry.target.foot, geometry.target.top
    rims = {z for span in hidden for z in span if foot + _HAIR < z < top - _HAIR}
    if not rims and any(high >= top - _HAIR for _, high in hidden):
        rims = {top}
    return tuple(sorted(rims))


def _touched(
    frame: SideFrame, cut: CrossSection, geometry: PairGeometry, rims: Sequence[float], weighty: Sequence[str]
) -> SilhouetteCorner | None:
    """Find the corner of a deciding solid that one of the deciding rays touches."""
    eye, distance = geometry.attacker.eye, frame.scale.distance
    best: SilhouetteCorner | None = None
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
                    best, nearest = SilhouetteCorner(at, z, aim), off
    return best
