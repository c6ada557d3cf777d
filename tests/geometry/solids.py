"""Plain solids of the oracle as prisms of the package, and bounded strategies for both."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely
from hypothesis import strategies as st
from shapely import affinity
from shapely.geometry import Polygon

from astrike.geometry.arrays import make_polygon
from astrike.geometry.prisms import Prisms, make_prisms
from astrike.geometry.sight import HiddenShares, HiddenStrips, hidden_shares, hidden_strips
from tests.oracle.plain import Solid, hidden_share
from tests.oracle.slices import sliced_share


@dataclass(frozen=True, slots=True)
class Look:
    """One eye and one silhouette."""

    eye: tuple[float, float, float]
    foot: tuple[float, float, float]
    width: float = 1.25
    height: float = 2.0

    def shares(self, prisms: Prisms) -> HiddenShares:
        return hidden_shares(prisms, eye=self.eye, foot=self.foot, width=self.width, height=self.height)

    def share(self, solids: Sequence[Solid]) -> float:
        return float(self.shares(as_prisms(solids)).share[0])

    def strips(self, solids: Sequence[Solid]) -> HiddenStrips:
        return hidden_strips(
            as_prisms(solids), eye=self.eye, foot=self.foot, width=self.width, height=self.height
        )

    def plain(self, solids: Sequence[Solid]) -> float:
        return hidden_share(solids, eye=self.eye, foot=self.foot, width=self.width, height=self.height)

    def sliced(self, solids: Sequence[Solid]) -> float:
        return sliced_share(solids, eye=self.eye, foot=self.foot, width=self.width, height=self.height)


def block(west: float, south: float, east: float, north: float, *, top: float, bottom: float = 0.0) -> Solid:
    """Return a box along the table's axes."""
    outline = make_polygon([(west, south), (east, south), (east, north), (west, north)])
    return Solid(outline, bottom, (top, 0.0, 0.0))


def as_prisms(solids: Sequence[Solid], *, piece: Sequence[int] | None = None) -> Prisms:
    return make_prisms(
        [solid.polygon for solid in solids],
        bottom=[solid.bottom for solid in solids],
        top=np.array([solid.top for solid in solids]).reshape(-1, 3),
        piece=range(len(solids)) if piece is None else piece,
    )


def area(strips: HiddenStrips) -> float:
    tall = strips.high_left - strips.low_left + strips.high_right - strips.low_right
    return float(((strips.right - strips.left) * tall / 2).sum())


def moved(solids: Sequence[Solid], *, matrix: np.ndarray, by: np.ndarray) -> list[Solid]:
    """Return the solids after a turn or mirror about the origin and a shift."""

    def image(points: np.ndarray) -> np.ndarray:
        return np.asarray(points @ matrix.T + by)

    found = []
    for solid in solids:
        slope = matrix @ np.array(solid.top[1:])
        top = (float(solid.top[0] - slope @ by), float(slope[0]), float(slope[1]))
        found.append(replace(solid, polygon=shapely.transform(solid.polygon, image), top=top))
    return found


def moved_look(look: Look, *, matrix: np.ndarray, by: np.ndarray) -> Look:
    def image(place: tuple[float, float, float]) -> tuple[float, float, float]:
        x, y = matrix @ np.array(place[:2]) + by
        return (float(x), float(y), place[2])

    return replace(look, eye=image(look.eye), foot=image(look.foot))


def pieces_of(shape: object) -> list[Polygon]:
    return [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon" and part.area > 0]


# ---- strategies
# Half-inch places, so that faces, eyes and silhouettes often coincide, and odd ones; but nothing that lies
# apart by less than a thousandth: whether it touches would be for each reference's own tolerance to say.


def thousandths(least: float, most: float) -> st.SearchStrategy[float]:
    return st.integers(round(least * 1000), round(most * 1000)).map(lambda n: n / 1000)


PLACE = st.one_of(st.integers(0, 32).map(lambda n: n / 2), thousandths(0, 16))
TURN = st.one_of(st.sampled_from([0.0, 45.0, 90.0]), thousandths(0, 180))
RISE = st.sampled_from([0.25, 0.5, 1.0, 1.5, 2.0, 3.0])


@st.composite
def outlines(draw: st.DrawFn) -> Polygon:
    """Return an oblong, an L, a yard with walls around it, or a lumpy star."""
    x, y = draw(PLACE), draw(PLACE)
    half_width, half_length = draw(thousandths(0.5, 4)), draw(thousandths(0.5, 4))
    kind = draw(st.integers(0, 3))
    if kind == 3:
        reach = np.array(draw(st.lists(thousandths(1, 5), min_size=5, max_size=9)))
        angle = np.arange(len(reach)) * 2 * np.pi / len(reach)
        return Polygon(np.column_stack((x + reach * np.cos(angle), y + reach * np.sin(angle))))
    whole = Polygon(
        [
            (x - half_width, y - half_length),
            (x + half_width, y - half_length),
            (x + half_width, y + half_length),
            (x - half_width, y + half_length),
        ]
    )
    if kind == 1:
        whole = whole.difference(affinity.translate(whole, half_width, half_length))
    if kind == 2:
        whole = whole.difference(affinity.scale(whole, 0.5, 0.5))
    return affinity.rotate(whole, draw(TURN), origin=(x, y))


@st.composite
def solid_bodies(draw: st.DrawFn) -> Solid:
    """Return a body: level or rising top, standing or floating."""
    outline = draw(outlines())
    bottom = draw(st.sampled_from([0.0, 0.0, 0.5, 1.0]))
    low = bottom + draw(RISE)
    rise = draw(st.sampled_from([0.0, 0.0, 0.5, 2.0]))
    toward = np.radians(draw(TURN))
    way = np.array([np.cos(toward), np.sin(toward)])
    along = np.asarray(outline.exterior.coords) @ way
    slope = rise / (along.max() - along.min())
    return Solid(outline, bottom, (low - slope * float(along.min()), *(slope * way).tolist()))


@st.composite
def looks(draw: st.DrawFn) -> Look:
    """Return an eye and a silhouette half an inch away or more, perhaps inside or on top of anything."""
    eye = (draw(PLACE), draw(PLACE))
    foot = (draw(PLACE), draw(PLACE))
    if np.hypot(foot[0] - eye[0], foot[1] - eye[1]) < 0.5:
        foot = (eye[0] + 3, eye[1] + 4)
    z = draw(st.one_of(st.sampled_from([0.5, 1.0, 1.5, 2.0, 3.0]), thousandths(0.25, 5)))
    ground = draw(st.sampled_from([0.0, 0.0, 0.5, 1.0]))
    height = draw(st.sampled_from([1.0, 2.0]))
    return Look((*eye, z), (*foot, ground), height=height)


TABLES = st.lists(solid_bodies(), min_size=1, max_size=6)
