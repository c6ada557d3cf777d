"""What a move along the ground costs and where it is forbidden, by plain Shapely distances at very many places.

Obviously right before quick: a distance changes by at most an inch for each inch traveled, so between two places
nothing is missed where the distances there are together longer than the way between; elsewhere the way is halved.
Prices and limits are written down here once more, from the printed table (CE pp.34-35, 72-73), for tables of hills,
ramps, waters, woods, rough, rubble, buildings and walls. Bridges and roofs are not known here.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon

from astrike.model.table import Table
from astrike.model.terrain import Terrain

STEP = 1 / 256
HAIR = 1e-6
"""Less is a touch."""
Point = tuple[float, float]
Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Walker:
    """How one kind of unit moves on the ground."""

    climb: float
    """Inches of height within 2 inches of travel."""
    climb_price: float
    barred: frozenset[str] = frozenset()
    """Kinds of terrain that it may not enter; water.1 and water.2 by depth."""
    woods: float = 1.0
    building: float | None = None
    """In any building; None: by its class."""
    floats: bool = False
    cheaper: float = 0.0
    """Inches that large units pay less for rough, rubble, woods and buildings."""


DEEP = frozenset({"water.1", "water.2"})
WALKERS = {
    "BM": Walker(2, 2),
    "IM": Walker(2, 2, frozenset({"water.2"})),
    "PM": Walker(1, 2, building=1),
    "t": Walker(1, 4, DEEP),
    "w": Walker(1, 4, DEEP | {"rough", "woods"}),
    "h": Walker(1, 4, frozenset({"woods"}), floats=True),
    "CI": Walker(1, 4, DEEP, woods=0, building=0),
}
CLASSES = {"light": 1.0, "medium": 2.0, "heavy": 3.0, "hardened": 4.0}
HEIGHTS = {"hill": 1.0, "ramp": 1.0}


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of terrain: its area, and for hills and ramps the plane of its top."""

    id: str
    kind: str
    shape: Polygon
    top: tuple[float, float, float] = (0.0, 0.0, 0.0)
    depth: float = 0.0
    grade: str = "medium"


@dataclass(frozen=True, slots=True)
class Other:
    """Another unit: a disc from z to top."""

    id: str
    at: Point
    radius: float
    z: float
    top: float
    is_enemy: bool


@dataclass(frozen=True, slots=True)
class MovingUnit:
    """The unit that moves: kind, radius of its base and height."""

    mobility: Walker
    radius: float
    height: float


@dataclass(frozen=True, slots=True)
class Judged:
    """Cost of the path, where the base is over which piece, and what forbids it where, by key and cause."""

    cost: float
    over: dict[str, list[Span]]
    causes: dict[tuple[str, str | None], float]
    unsure: frozenset[str]
    """Keys of reasons about which places and hairs as coarse as these do not decide."""


def pieces_of(table: Table) -> list[Piece]:
    """Return the terrain of a table; zones on paper are left out."""
    return [_piece(piece) for piece in table.terrain if piece.kind != "deployment"]


def _piece(piece: Terrain) -> Piece:
    shape = shapely.union_all([Polygon(each.exterior, each.holes) for each in piece.outlines])
    height = (piece.height if piece.height is not None else HEIGHTS.get(piece.kind, 0.0)) or 0.0
    base = piece.base or 0.0
    top = (base + height, 0.0, 0.0)
    if piece.kind == "ramp":
        angle = math.radians(piece.toward or 0.0)
        way = np.array((math.sin(angle), math.cos(angle)))
        along = shapely.get_coordinates(shape) @ way
        slope = height / (along.max() - along.min())
        top = (base - slope * along.min(), slope * way[0], slope * way[1])
    depth = (1.0 if piece.depth is None else piece.depth) if piece.kind == "water" else 0.0
    return Piece(piece.id, piece.kind, shape, top, depth, piece.grade or "medium")


# ---- the path


class Way:
    """Places along a path by inches from its start."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = np.asarray(points, dtype=float)
        self.ends = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(self.points, axis=0).T))))
        self.total = float(self.ends[-1])
        self.marks = np.unique(np.concatenate((np.arange(0, self.total, STEP), self.ends)))

    def at(self, inches: np.ndarray) -> np.ndarray:
        return np.column_stack([np.interp(inches, self.ends, column) for column in self.points.T])

    @property
    def line(self) -> object:
        """The path as a shape."""
        return LineString(self.points) if self.total else shapely.Point(self.points[0])

    def over(self, shape: object, radius: float) -> list[Span]:
        """Return where a disc of this radius is over a shape."""
        if shapely.distance(self.line, shape) >= radius:
            return []
        gap = self.near(shape)
        return self.below(lambda inches: gap(inches) - radius)

    def near(self, shape: object) -> Callable[[np.ndarray], np.ndarray]:
        """Return the distance of the centre from a shape as a function of inches."""
        return lambda inches: shapely.distance(shapely.points(self.at(inches)), shape)

    def below(self, gap: Callable[[np.ndarray], np.ndarray]) -> list[Span]:
        """Return where a gap, which changes by at most an inch per inch, is below 0 by more than a touch."""
        at, value = self.marks, gap(self.marks)
        for _ in range(40):
            apart = np.diff(at)
            same = (value[1:] < 0) == (value[:-1] < 0)
            open_ = np.abs(value[1:]) + np.abs(value[:-1]) <= apart
            is_touch = np.maximum(np.abs(value[1:]), np.abs(value[:-1])) < HAIR / 4
            halve = np.flatnonzero((~same | (open_ & ~is_touch)) & (apart > 1e-9))
            if not len(halve):
                break
            middle = (at[halve] + at[halve + 1]) / 2
            order = np.argsort(np.concatenate((at, middle)), kind="stable")
            value = np.concatenate((value, gap(middle)))[order]
            at = np.concatenate((at, middle))[order]
        spans: list[Span] = []
        inside = value < 0
        edges = np.flatnonzero(np.diff(np.concatenate(([False], inside, [False])).astype(int)))
        for first, last in zip(edges[::2], edges[1::2] - 1, strict=True):
            if value[first : last + 1].min() < -HAIR:
                spans.append((float(at[first]), float(at[last])))
        return spans


# ---- judging


def judge_ground(
    pieces: Sequence[Piece],
    moving_unit: MovingUnit,
    points: Sequence[Point],
    *,
    others: Iterable[Other] = (),
    table: Point = (72.0, 48.0),
) -> Judged:
    """Judge a path along the ground."""
    way = Way(points)
    over = {piece.id: way.over(piece.shape, moving_unit.radius) for piece in pieces}
    causes: dict[tuple[str, str | None], float] = {}
    cost, kinds = way.total, dict.fromkeys(piece.kind for piece in pieces)
    for kind in kinds:
        alike = [piece for piece in pieces if piece.kind == kind and over[piece.id]]
        for piece in alike:
            if kind == "wall":
                causes["move.wall", piece.id] = over[piece.id][0][0]
            elif _name(piece) in moving_unit.mobility.barred:
                causes["move.prohibited", piece.id] = over[piece.id][0][0]
        cost += _dearest([(_surcharge(piece, moving_unit.mobility), over[piece.id]) for piece in alike])
    profile = _profile(pieces, moving_unit.mobility, way)
    cost += moving_unit.mobility.climb_price * _climbed(profile)
    unsure = set()
    rise, is_close = _steepest(profile, moving_unit.mobility.climb)
    if is_close:
        unsure.add("move.steep")
    if rise > moving_unit.mobility.climb + HAIR:
        causes["move.steep", None] = 0.0
    ramps = [piece.shape for piece in pieces if piece.kind == "ramp"]
    if any(shapely.distance(way.line, ramp) < moving_unit.radius for ramp in ramps):
        unsure |= {"move.cliff", "move.steep"}
    for start, _ in _straddled(pieces, moving_unit, way):
        causes.setdefault(("move.cliff", None), start)
    for other in others:
        causes |= _met(other, moving_unit, way, profile)
    beyond = np.maximum.reduce([-way.points, way.points - table]).max()
    if beyond > HAIR:
        causes["move.off-table", None] = 0.0
    return Judged(cost, {name: spans for name, spans in over.items() if spans}, causes, frozenset(unsure))


def _name(piece: Piece) -> str:
    """Return the kind, of water with its depth."""
    return f"water.{min(int(piece.depth), 2)}" if piece.kind == "water" else piece.kind


def _surcharge(piece: Piece, mobility: Walker) -> float:
    if piece.kind == "water":
        return 0.0 if mobility.floats else {"water.1": 1.0, "water.2": 3.0}.get(_name(piece), 0.0)
    price = {"rough": 1.0, "rubble": 1.0, "woods": mobility.woods}.get(piece.kind, 0.0)
    if piece.kind == "building":
        price = CLASSES[piece.grade] if mobility.building is None else mobility.building
    return max(price - mobility.cheaper, 0.0)


def _dearest(rates: Sequence[tuple[float, list[Span]]]) -> float:
    """Add up the surcharge of one kind: where pieces overlap the dearest counts."""
    marks = sorted({at for _, spans in rates for span in spans for at in span})
    total = 0.0
    for low, high in pairwise(marks):
        middle = (low + high) / 2
        here = [rate for rate, spans in rates if any(start <= middle <= end for start, end in spans)]
        total += max(here, default=0.0) * (high - low)
    return total


# ---- heights


def _ground(pieces: Sequence[Piece], mobility: Walker, place: np.ndarray) -> np.ndarray:
    at = shapely.points(place)
    ground, depth = np.zeros(len(place)), np.zeros(len(place))
    for piece in pieces:
        if piece.kind in ("hill", "ramp"):
            a, b, c = piece.top
            here = shapely.intersects(piece.shape, at)
            ground = np.where(here, np.maximum(ground, a + place @ (b, c)), ground)
        elif piece.kind == "water" and not mobility.floats:
            depth = np.where(shapely.intersects(piece.shape, at), np.maximum(depth, piece.depth), depth)
    return ground - depth


def _profile(pieces: Sequence[Piece], mobility: Walker, way: Way) -> tuple[np.ndarray, np.ndarray]:
    """Return inches and heights along the path: both sides of every edge, and 32 places between two."""
    marks = list(way.ends)
    for start, end, offset in zip(way.points, way.points[1:], way.ends, strict=False):
        leg = LineString([start, end])
        for piece in pieces:
            if piece.kind in ("hill", "ramp", "water"):
                crossed = leg.intersection(piece.shape.boundary)
                marks += [offset + math.dist(start, at) for at in shapely.get_coordinates(crossed)]
    marks = np.unique(marks)
    low, high = marks[:-1], marks[1:]
    real = high - low > 4e-8
    low, high = low[real], high[real]
    share = np.concatenate(([1e-8], np.linspace(0, 1, 34)[1:-1], [-1e-8]))
    inside = low[:, None] + np.where(np.abs(share) == 1e-8, share, share * (high - low)[:, None])
    inside[:, -1] = high - 1e-8
    at = inside.ravel()
    return at, _ground(pieces, mobility, way.at(at))


def _climbed(profile: tuple[np.ndarray, np.ndarray]) -> float:
    """Add up the height that is paid: half inches, as soon as half an inch has come together."""
    _, z = profile
    total, known = 0.0, float(z[0]) if len(z) else 0.0
    for height in z.tolist():
        due = math.floor((abs(height - known) + HAIR) / 0.5) * 0.5
        if due:
            total += due
            known += math.copysign(due, height - known)
    return total


def _steepest(profile: tuple[np.ndarray, np.ndarray], limit: float) -> tuple[float, bool]:
    """Return the greatest change of height within less than 2 inches, and whether a bit of travel would decide."""
    at, z = profile
    apart, rise = np.abs(at[:, None] - at), np.abs(z[:, None] - z)
    found = [float(rise[apart < window].max(initial=0.0)) for window in (2 - 0.02, 2 - HAIR, 2 + 0.02)]
    is_close = (found[0] > limit + HAIR) != (found[2] > limit + HAIR)
    return found[1], is_close


def _straddled(pieces: Sequence[Piece], moving_unit: MovingUnit, way: Way) -> list[Span]:
    """Return where the base is over level ground of two heights too far apart."""
    near = way.line.buffer(moving_unit.radius + 1)
    cells = [(z, cell.intersection(near)) for z, cell in _cells(pieces, moving_unit.mobility, near)]
    spans: list[Span] = []
    for k, (z, cell) in enumerate(cells):
        for height, other in cells[k + 1 :]:
            if (
                abs(height - z) > moving_unit.mobility.climb + HAIR
                and not cell.is_empty
                and not other.is_empty
            ):
                one, two = way.near(cell), way.near(other)
                spans += way.below(
                    lambda at, one=one, two=two: np.maximum(one(at), two(at)) - moving_unit.radius
                )
    return sorted(spans)


def _cells(pieces: Sequence[Piece], mobility: Walker, near: Polygon) -> list[tuple[float, Polygon]]:
    """Cut what is near into areas of one height."""
    hills = sorted(
        (piece for piece in pieces if piece.kind == "hill"), key=lambda piece: piece.top[0], reverse=True
    )
    rest, found = near, []
    for hill in hills:
        found.append((hill.top[0], hill.shape.intersection(rest)))
        rest = rest.difference(hill.shape)
    found.append((0.0, rest))
    waters = sorted(
        (piece for piece in pieces if piece.kind == "water" and piece.depth and not mobility.floats),
        key=lambda piece: piece.depth,
        reverse=True,
    )
    cells = []
    for z, shape in found:
        dry = shape
        for water in waters:
            cells.append((z - water.depth, dry.intersection(water.shape)))
            dry = dry.difference(water.shape)
        cells.append((z, dry))
    # Lines and points that overlays leave behind are no ground.
    return [
        (z, shapely.union_all([p for p in shapely.get_parts(cell) if p.area > 1e-9])) for z, cell in cells
    ]


# ---- other units


def _met(
    other: Other, moving_unit: MovingUnit, way: Way, profile: tuple[np.ndarray, np.ndarray]
) -> dict[tuple[str, str | None], float]:
    centre = shapely.Point(other.at)
    reach = moving_unit.radius + other.radius
    spans = way.over(centre, reach)
    at, z = profile
    found: dict[tuple[str, str | None], float] = {}
    for start, end in spans if other.is_enemy else ():
        here = z[(at >= start - HAIR) & (at <= end + HAIR)]
        if (np.minimum(here + moving_unit.height, other.top) - np.maximum(here, other.z)).max(
            initial=-1
        ) > HAIR:
            found.setdefault(("move.enemy", other.id), start)
    if math.dist(way.points[-1], other.at) < reach - HAIR:
        found["move.stacking", other.id] = way.total
    return found
