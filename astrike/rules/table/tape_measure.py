"""How far is it from here to there, how high is each end, and what exactly lies on the line?

For the tape measure, and for pictures of one line.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from astrike.dataclass import dataclass
from astrike.errors import InputError, NotFound, Problem
from astrike.geometry.arrays import Floats, Shapes, boxes, distances, moved, nearest_lines, points, segments
from astrike.geometry.bases import Bases, make_bases, nearest_points
from astrike.model.attack_answer import PairGeometry
from astrike.model.terrain import Family
from astrike.rules.shot.facts import bracket_at
from astrike.rules.table.lines import measure_lines
from astrike.rules.table.prepared_table import PreparedTable

EdgeName = Literal["west", "south", "east", "north"]


@dataclass(frozen=True, slots=True)
class PieceAtEnd:
    """A piece of terrain, by its id: measured to its nearest edge."""

    piece: str


@dataclass(frozen=True, slots=True)
class EdgeAtEnd:
    """An edge of the table."""

    side: EdgeName


TapePlace = str | tuple[float, float] | PieceAtEnd | EdgeAtEnd


@dataclass(frozen=True, slots=True)
class MeasuredEnd:
    """One end of the tape: the unit, if any, its middle, the point the tape is held to, and the height there."""

    unit: str | None
    at: tuple[float, float]
    edge: tuple[float, float]
    z: float


@dataclass(frozen=True, slots=True)
class TapeMeasurement:
    """What a tape shows between two ends. Lengths in inches."""

    start: MeasuredEnd
    end: MeasuredEnd
    range: float
    """Edge to edge, flat."""
    centres: float | None
    """From middle to middle; None where an end has an edge alone."""
    rise: float
    slant: float
    """Edge to edge through the air, for height questions."""
    bracket: str | None


def measure(prepared: PreparedTable, start: TapePlace, end: TapePlace) -> TapeMeasurement:
    """Measure between units (by id), points (x, y), pieces and edges of the table; raise `NotFound` or `InputError`."""
    places = [_end(prepared, place, name) for place, name in ((start, "from"), (end, "to"))]
    if isinstance(start, PieceAtEnd | EdgeAtEnd) or isinstance(end, PieceAtEnd | EdgeAtEnd):
        return _between_edges(prepared, (start, end), places)
    bases, z = _both(prepared, (start, end))
    near, far = nearest_points(bases, [0], [1])
    apart = prepared.metric.ranges(bases, np.array([0]), np.array([1]))
    distance = round(max(0.0, float(apart[0])), 6)
    rise = z[1] - z[0]
    bracket = bracket_at(prepared, distance, underwater=False)
    return TapeMeasurement(
        start=MeasuredEnd(places[0], _pair(bases.xy[0]), _pair(near[0]), z[0]),
        end=MeasuredEnd(places[1], _pair(bases.xy[1]), _pair(far[0]), z[1]),
        range=distance,
        centres=round(float(np.hypot(*(bases.xy[1] - bases.xy[0]))), 6),
        rise=rise,
        slant=round(float(np.hypot(distance, rise)), 6),
        bracket=bracket.key if bracket is not None else None,
    )


def middle_of_end(prepared: PreparedTable, place: TapePlace) -> tuple[float, float]:
    """Give where an end lies, for a dot on the map, while nobody has said what it is measured to."""
    box = boxes(_shapes(prepared, place))
    return _pair(
        np.array(((box[:, 0].min() + box[:, 2].max()) / 2.0, (box[:, 1].min() + box[:, 3].max()) / 2.0))
    )


def _between_edges(
    prepared: PreparedTable, ends: tuple[TapePlace, TapePlace], units: list[str | None]
) -> TapeMeasurement:
    """Measure where an end is a piece or an edge of the table: between what is nearest of both."""
    one, other = (_shapes(prepared, place) for place in ends)
    pairs = [(i, j) for i in range(len(one)) for j in range(len(other))]
    a, b = one[[i for i, _ in pairs]], other[[j for _, j in pairs]]
    best = int(np.argmin(distances(a, b)))
    near, far = nearest_lines(a[[best]], b[[best]])[0]
    length = float(np.hypot(*(far - near)))
    rims = [_radius(prepared, place) for place in ends]
    along = (far - near) / length if length > 0.0 else np.zeros(2)
    held = (near + along * rims[0], far - along * rims[1])
    z = [_height_of(prepared, place, _pair(at)) for place, at in zip(ends, held, strict=True)]
    distance, rise = round(max(0.0, length - sum(rims)), 6), z[1] - z[0]
    bracket = bracket_at(prepared, distance, underwater=False)
    middles = [middle_of_end(prepared, place) for place in ends]
    return TapeMeasurement(
        start=MeasuredEnd(units[0], middles[0], _pair(held[0]), z[0]),
        end=MeasuredEnd(units[1], middles[1], _pair(held[1]), z[1]),
        range=distance,
        centres=None,
        rise=rise,
        slant=round(float(np.hypot(distance, rise)), 6),
        bracket=bracket.key if bracket is not None else None,
    )


def _shapes(prepared: PreparedTable, place: TapePlace) -> Shapes:
    """Give what an end is measured to, but for the radius of a round base."""
    match place:
        case PieceAtEnd():
            return prepared.terrain.shapes[prepared.terrain.index[place.piece]]
        case EdgeAtEnd():
            w, d = prepared.table.width, prepared.table.depth
            ends = {"west": (0, 0, 0, d), "south": (0, 0, w, 0), "east": (w, 0, w, d), "north": (0, d, w, d)}
            line = np.array(ends[place.side], dtype=np.float64)
            return segments(line[None, :2], line[None, 2:])
        case str():
            return prepared.units.bases.core[[prepared.place_of(place)]]
        case _:
            return points(np.array([place], dtype=np.float64))


def _radius(prepared: PreparedTable, place: TapePlace) -> float:
    return float(prepared.units.bases.radius[prepared.place_of(place)]) if isinstance(place, str) else 0.0


def _height_of(prepared: PreparedTable, place: TapePlace, at: tuple[float, float]) -> float:
    """Give how high an end is: a piece's top, else what lies there."""
    if isinstance(place, str):
        return float(prepared.units.z[prepared.place_of(place)])
    if isinstance(place, PieceAtEnd):
        k = prepared.terrain.index[place.piece]
        if k not in prepared.terrain.kind_of and place.piece in prepared.terrain.extent:
            return prepared.terrain.extent[place.piece][1]
        return float(prepared.terrain.ground_at(np.array([at]))[0])
    return highest_surface_at(prepared, at)


def _end(prepared: PreparedTable, place: TapePlace, name: str) -> str | None:
    if isinstance(place, str):
        prepared.place_of(place)
        return place
    if isinstance(place, EdgeAtEnd):
        return None
    if isinstance(place, PieceAtEnd):
        if place.piece not in prepared.terrain.index:
            raise NotFound(f"There is no piece {place.piece!r} on this table.")
        return None
    if not all(np.isfinite(value) for value in place):
        raise InputError([Problem(name, str(place), "two numbers: x and y in inches")])
    return None


def _both(prepared: PreparedTable, places: Sequence[str | tuple[float, float]]) -> tuple[Bases, list[float]]:
    xy: list[tuple[float, float]] = []
    radius: list[float] = []
    outline: list[object] = []
    z: list[float] = []
    for place in places:
        if isinstance(place, str):
            i = prepared.place_of(place)
            middle = (float(prepared.units.bases.xy[i, 0]), float(prepared.units.bases.xy[i, 1]))
            xy.append(middle)
            radius.append(float(prepared.units.bases.radius[i]))
            core = prepared.units.bases.outline[i]
            outline.append(None if core is None else _home(core, middle))
            z.append(float(prepared.units.z[i]))
        else:
            xy.append(place)
            radius.append(0.0)
            outline.append(None)
            z.append(highest_surface_at(prepared, place))
    return make_bases(xy, radius=radius, outline=outline), z


def _home(core: object, middle: tuple[float, float]) -> object:
    return moved(core, (-middle[0], -middle[1]))


def highest_surface_at(prepared: PreparedTable, place: tuple[float, float]) -> float:
    """Give the highest surface at a place: ground, roof, deck or the water's surface."""
    ground = float(prepared.terrain.ground_at(np.array([place]))[0])
    roofs = [
        prepared.terrain.extent[prepared.terrain.pieces[k].id][1]
        for family in (Family.SOLID, Family.DECK)
        for k in prepared.terrain.pieces_at(place, family)
    ]
    return max([ground, *roofs])


def _pair(values: Floats) -> tuple[float, float]:
    return float(values[0]), float(values[1])


def pair_geometry(prepared: PreparedTable, attacker: str, target: str) -> PairGeometry:
    """Give bodies, nearest points, stretches of woods and the hidden part of the target's silhouette."""
    a, t = prepared.place_of(attacker), prepared.place_of(target)
    eye, foe = np.array([a]), np.array([t])
    from_, to = nearest_points(prepared.units.bases, eye, foe)
    stretches, strips = prepared.metric.drawn(prepared, a, t, lambda: measure_lines(prepared, eye, foe)[0])
    return PairGeometry(
        attacker=prepared.units.of[a],
        target=prepared.units.of[t],
        nearest=(_pair(from_[0]), _pair(to[0])),
        stretches=stretches,
        strips=strips,
    )
