"""Which hills and ramps are too steep for whom, on which side, and which ramps lead to nothing?

Warnings about a piece where it is; everything may be meant so. Whether a declared move is allowed is decided by the
judge of moves. Sources: CE pp.32, 34-35.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Floats, Ints
from astrike.geometry.shaping import centroid
from astrike.model.explain import Citation, Facts, facts
from astrike.model.terrain import Outline, Point, Terrain
from astrike.rulebook.schema import Edition
from astrike.rules.layout.climb_limits import (
    ALL_ROUND,
    SIDES,
    ClimbLimits,
    PieceWarning,
    climb_limits_of,
    figure_text,
    side_of,
)
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

_BEYOND_END: Final = 0.02
"""Inches beyond its ends at which the ground is checked."""

_FINE: Final = 0.05
"""Inches between the places along a ramp that are checked."""

_BEYOND: Final = 1.0
"""Inches beyond its ends at which lies what it leads from and to."""


def ramp_warnings(prepared: PreparedTable, piece: Terrain, limits: ClimbLimits) -> tuple[PieceWarning, ...]:
    """Say who does not climb a ramp; of one that everybody climbs, where it does not meet other ground."""
    return tuple(_slope(piece, prepared.edition, limits)) or tuple(_joints(prepared, piece, limits))


def _slope(piece: Terrain, edition: Edition, limits: ClimbLimits) -> Iterator[PieceWarning]:
    """Say who does not climb a ramp: steeper than the limit in its window, and higher than it (CE p.35)."""
    height = edition.terrain[piece.kind].height if piece.height is None else piece.height
    angle = math.radians(piece.toward or 0.0)
    along = [
        x * math.sin(angle) + y * math.cos(angle) for outline in piece.outlines for x, y in outline.exterior
    ]
    run = max(along) - min(along)
    window = min(limits.slope, run)
    rise = height * window / run
    stopped = tuple(
        mover
        for limit, _, some in limits.movers
        if height > limit + TOUCH and rise > limit * window / limits.slope + TOUCH
        for mover in some
    )
    if stopped:
        measured = limits.facts(
            limits.slope,
            stopped=stopped,
            rise=rise,
            inches=window,
            side=side_of((piece.toward or 0.0) + 180.0),
            limit=limits.limit(stopped),
        )
        yield PieceWarning(
            "piece.steep-ramp",
            label="%(rise)s″ up in %(inches)s″. ’Mechs climb %(mechs)s″ in %(window)s″, others %(others)s″.",
            facts=measured,
            cite=limits.cite,
        )


def _joints(prepared: PreparedTable, piece: Terrain, limits: ClimbLimits) -> Iterator[PieceWarning]:
    """Say where a ramp that can be climbed ends beside, inside or short of the ground it leads to."""
    angle = math.radians(piece.toward or 0.0)
    ahead = np.array([math.sin(angle), math.cos(angle)])
    middle = np.array(centroid((outline.exterior, outline.holes) for outline in piece.outlines))
    reached = [
        float((np.array(corner) - middle) @ ahead) for each in piece.outlines for corner in each.exterior
    ]
    below, above = prepared.terrain.ground_at(
        middle + np.array([[min(reached) - _BEYOND], [max(reached) + _BEYOND]]) * ahead
    )
    if above - below <= TOUCH:
        return  # what it shall lead to is not there yet
    far = np.arange(min(reached) - _BEYOND_END, max(reached) + _BEYOND_END + _FINE / 2, _FINE)
    places = middle + far[:, None] * ahead
    places = places[((places >= 0.0) & (places <= (prepared.table.width, prepared.table.depth))).all(axis=1)]
    ground = prepared.terrain.ground_at(places)
    rise, inches, at = 0.0, 0.0, middle
    for steps in range(1, min(max(math.ceil(limits.window / _FINE - TOUCH), 2), len(ground))):
        off = np.abs(ground[steps:] - ground[:-steps])
        most = float(off.max())
        if most > rise + TOUCH:
            rise, inches = most, steps * _FINE
            begin = int(np.argmax(off))
            at = (places[begin] + places[begin + steps]) / 2
    stopped = limits.stopped(lambda _: rise)
    if stopped:
        is_low_end = float((at - middle) @ ahead) < 0.0
        end = side_of((piece.toward or 0.0) + (180.0 if is_low_end else 0.0))
        measured = limits.facts(
            limits.window,
            stopped=stopped,
            rise=rise,
            inches=round(inches, 2),
            side=end,
            limit=limits.limit(stopped),
        )
        yield PieceWarning(
            "piece.ramp-end",
            label="%(rise)s″ up or down within %(inches)s″ where it meets other ground. "
            "’Mechs climb %(mechs)s″, others %(others)s″.",
            facts=measured,
            cite=limits.cite,
            at=(float(at[0]), float(at[1])),
        )


_OUTSIDE_EDGE: Final = 0.02
"""Inches outside an edge at which the ground beside it is checked."""

_EXACT: Final = 1e-3
"""Inches within which it is found where a rise begins."""

_APART: Final = 1.0
"""Inches between the places along an edge that are checked."""

_MOST_PLACES: Final = 48

_STEPS: Final = 40
"""Places between the edge and the end of the window."""


def slope_warnings(prepared: PreparedTable) -> Mapping[str, tuple[PieceWarning, ...]]:
    """Give what is too steep for whom about each hill and ramp of a table, by id."""
    limits = climb_limits_of(prepared)
    found: dict[str, tuple[PieceWarning, ...]] = {}
    for name, around in _hills(prepared, limits).items():
        remark = _worst(prepared, around, limits=limits)
        found[name] = () if remark is None else (remark,)
    for piece in prepared.table.terrain:
        if prepared.edition.terrain[piece.kind].family == "ramp":
            found[piece.id] = ramp_warnings(prepared, piece, limits)
    return found


@dataclass(frozen=True, slots=True)
class HillRises:
    """The drops around a hill."""

    rises: tuple[float, ...]
    """How high it goes up at once along its edge: different heights, the lowest first."""
    climbed: tuple[str, ...]
    """Movers that get onto it from some side."""


def hill_rises_of(prepared: PreparedTable, limits: ClimbLimits) -> Mapping[str, HillRises]:
    """Give the drops around each hill that is not under others, by id."""
    return {
        name: HillRises(
            rises=tuple(np.unique(np.round(around.rise[:, 0], 2)).tolist()),
            climbed=tuple(
                mover
                for limit, reach, some in limits.movers
                if (around.rises_within(reach) <= limit + TOUCH).any()
                for mover in some
            ),
        )
        for name, around in _hills(prepared, limits).items()
    }


# ---- too steep


@dataclass(frozen=True, slots=True, eq=False)
class _Around:
    """The places along the edge of a hill from which one comes onto it, and how much lower the ground is there."""

    rise: Floats
    """(places, ahead) to the top from the lowest ground so far ahead and nearer."""
    ahead: Floats
    at: Floats
    """(places, 2) points on the edge."""
    out: Floats
    """(places, 2) directions that lead away from the hill at each place."""

    def within(self, place: int, reach: float) -> float:
        """Give how much is to be climbed at a place within so many inches."""
        return float(self.rises_within(reach)[place])

    def rises_within(self, reach: float) -> Floats:
        """Give how much is to be climbed at each place (n,) within so many inches."""
        is_near = self.ahead <= max(reach, 2 * _OUTSIDE_EDGE) - _OUTSIDE_EDGE / 2
        found: Floats = self.rise[:, int(np.flatnonzero(is_near)[-1])]
        return found


@lru_cache(maxsize=8)
def _hills(prepared: PreparedTable, limits: ClimbLimits) -> Mapping[str, _Around]:
    """Look at the ground around each hill."""
    hills = [
        piece for piece in prepared.table.terrain if prepared.edition.terrain[piece.kind].family == "ground"
    ]
    if not hills:
        return {}
    owner: list[int] = []
    edges: list[tuple[Point, Point]] = []
    for number, hill in enumerate(hills):
        some = _along(hill.outlines)
        owner += [number] * len(some)
        edges += some
    ends = {reach for _, reach, _ in limits.movers}
    inside = {limits.reach * step / _STEPS for step in range(1, _STEPS)}
    ahead = np.array(sorted({_OUTSIDE_EDGE, *(end - _OUTSIDE_EDGE for end in ends if end), *inside}))
    at = np.array([place for place, _ in edges], dtype=np.float64)
    out = np.array([normal for _, normal in edges], dtype=np.float64)
    places = at[:, None, :] + ahead[None, :, None] * out[:, None, :]
    ground = prepared.terrain.ground_at(places.reshape(-1, 2)).reshape(len(edges), len(ahead))
    # Nobody comes from beside the table.
    ground[((places < 0.0) | (places > (prepared.table.width, prepared.table.depth))).any(axis=2)] = np.inf
    top = np.array([prepared.terrain.extent[hill.id][1] for hill in hills])[owner]
    lowest = np.minimum.accumulate(ground, axis=1)
    # Where higher ground lies beside it, nobody comes onto this hill from there.
    below = ground[:, 0] < top - TOUCH
    first = np.searchsorted(owner, np.arange(1, len(hills)))
    mine = [some[below[some]] for some in np.split(np.arange(len(owner)), first)]
    return {
        hill.id: _Around(top[some, None] - lowest[some], ahead, at[some], out[some])
        for hill, some in zip(hills, mine, strict=True)
        if len(some)
    }


def _worst(prepared: PreparedTable, around: _Around, *, limits: ClimbLimits) -> PieceWarning | None:
    """Remark on the side on which most height is to be climbed within the window, where that is narrowest."""
    ahead, out = around.ahead, around.out
    rise = around.rise[:, -1]
    most = float(rise.max())
    highest = np.flatnonzero(rise >= most - TOUCH)
    reached_at = np.argmax(around.rise[highest] >= most - TOUCH, axis=1)
    side = int(highest[int(np.argmin(reached_at))])
    stopped = limits.stopped(lambda reach: around.within(side, reach))
    if not stopped:
        return None
    reached = int(reached_at.min())
    inches = 0.0 if reached == 0 else round(_rising(prepared, around, side, reached), 2)
    is_all_round = len(highest) == len(rise)
    sides = ALL_ROUND if is_all_round else ", ".join(_sides(out[highest]))
    x, y = around.at[side].tolist()
    step = float(around.rise[side, 0])
    measured = limits.facts(
        limits.window,
        stopped=stopped,
        rise=most,
        inches=inches,
        side=sides,
        limit=limits.limit(stopped),
    )
    if inches:
        at_once = limits.stopped(lambda _: step)
        measured = facts(
            **measured,
            needed=figure_text(limits.room(stopped)),
            step=figure_text(step),
            at_once=", ".join(at_once),
        )
    ledge = _narrowest_ledge(prepared, around, limits, highest if inches else np.arange(len(rise)))
    if ledge is not None:
        where_too = ", ".join(_sides(out[list(ledge.places)]))
        everywhere = ", ".join(_sides(out[highest]))
        measured = facts(
            **{
                **measured,
                "needed": figure_text(limits.room(ledge.stopped)),
                "ledge": figure_text(ledge.width),
                **({} if inches and where_too == everywhere else {"beside": where_too}),
            }
        )
    where = (x, y)
    if reached and ahead[reached] > limits.window - _OUTSIDE_EDGE / 2:
        if is_all_round:
            return PieceWarning(
                "piece.steep",
                label="%(rise)s″ up within %(inches)s″ on all sides: no room for a base between. "
                "’Mechs climb %(mechs)s″, others %(others)s″.",
                facts=measured,
                cite=limits.cite,
                at=where,
            )
        return PieceWarning(
            "piece.steep",
            label="%(rise)s″ up within %(inches)s″ on the %(side)s side: no room for a base between. "
            "’Mechs climb %(mechs)s″, others %(others)s″.",
            facts=measured,
            cite=limits.cite,
            at=where,
        )
    return _steep_remark(measured, limits.cite, where, is_cliff=not inches, is_all_round=is_all_round)


@dataclass(frozen=True, slots=True)
class _Ledge:
    """A ledge that is too narrow."""

    width: float
    places: tuple[int, ...]
    """Where along the edge of the hill it is so wide."""
    stopped: tuple[str, ...]
    """The keys of the movers that it stops."""


def _narrowest_ledge(
    prepared: PreparedTable, around: _Around, limits: ClimbLimits, places: Ints
) -> _Ledge | None:
    """Find the narrowest of the ledges below some places from which the whole rise stops somebody."""
    found: dict[float, list[int]] = {}
    for place in places.tolist():
        rise = around.rise[place]
        reached = int(np.argmax(rise >= rise[-1] - TOUCH))
        is_level = bool(np.all(np.abs(rise[:reached] - rise[0]) <= TOUCH))
        if reached and is_level and limits.stopped(partial(around.within, place)):
            found.setdefault(round(_rising(prepared, around, place, reached), 2), []).append(place)
    if not found:
        return None
    width = min(found)
    return _Ledge(width, tuple(found[width]), limits.stopped(partial(around.within, found[width][0])))


def _sides(out: Floats) -> tuple[str, ...]:
    """Name the sides that lie in some directions, clockwise from north."""
    named = {side_of(math.degrees(math.atan2(x, y)) % 360.0) for x, y in out.tolist()}
    return tuple(side for side in SIDES if side in named)


def _rising(prepared: PreparedTable, around: _Around, side: int, reached: int) -> float:
    """Give within how many inches the whole rise at a place is, between two places that were checked."""
    near, far = around.ahead[reached - 1 : reached + 1].tolist()
    top = around.rise[side, reached] + prepared.terrain.ground_at(_ahead(around, side, far))[0]
    while far - near > _EXACT:
        middle = (near + far) / 2
        is_risen = (
            top - prepared.terrain.ground_at(_ahead(around, side, middle))[0]
            >= around.rise[side, reached] - TOUCH
        )
        near, far = (near, middle) if is_risen else (middle, far)
    return float(near)


def _ahead(around: _Around, side: int, inches: float) -> Floats:
    """Give the place so far outside an edge."""
    found: Floats = (around.at[side] + inches * around.out[side])[None]
    return found


def _steep_remark(
    measured: Facts, cite: Citation, where: Point, *, is_cliff: bool, is_all_round: bool
) -> PieceWarning:
    if is_cliff and is_all_round:
        return PieceWarning(
            "piece.steep",
            label="%(rise)s″ up at once on all sides. ’Mechs climb %(mechs)s″, others %(others)s″.",
            facts=measured,
            cite=cite,
            at=where,
        )
    if is_cliff:
        return PieceWarning(
            "piece.steep",
            label="%(rise)s″ up at once on the %(side)s side. ’Mechs climb %(mechs)s″, others %(others)s″.",
            facts=measured,
            cite=cite,
            at=where,
        )
    if measured.get("ledge") == measured["inches"] and is_all_round:
        return PieceWarning(
            "piece.steep",
            label="%(rise)s″ up within %(inches)s″ on all sides: the ledge is %(ledge)s″ wide and needs "
            "%(needed)s″. ’Mechs climb %(mechs)s″ in %(window)s″, others %(others)s″.",
            facts=measured,
            cite=cite,
            at=where,
        )
    if measured.get("ledge") == measured["inches"]:
        return PieceWarning(
            "piece.steep",
            label="%(rise)s″ up within %(inches)s″ on the %(side)s side: the ledge is %(ledge)s″ wide and needs "
            "%(needed)s″. ’Mechs climb %(mechs)s″ in %(window)s″, others %(others)s″.",
            facts=measured,
            cite=cite,
            at=where,
        )
    if is_all_round:
        return PieceWarning(
            "piece.steep",
            label="%(rise)s″ up within %(inches)s″ on all sides. "
            "’Mechs climb %(mechs)s″ in %(window)s″, others %(others)s″.",
            facts=measured,
            cite=cite,
            at=where,
        )
    return PieceWarning(
        "piece.steep",
        label="%(rise)s″ up within %(inches)s″ on the %(side)s side. "
        "’Mechs climb %(mechs)s″ in %(window)s″, others %(others)s″.",
        facts=measured,
        cite=cite,
        at=where,
    )


def _along(outlines: Sequence[Outline]) -> list[tuple[Point, Point]]:
    """Give places along the outer edge of a hill, and which way is out there."""
    found: list[tuple[Point, Point]] = []
    for outline in outlines:
        ring = outline.exterior
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
            length = math.hypot(bx - ax, by - ay)
            if length <= TOUCH:
                continue
            normal = ((by - ay) / length, -(bx - ax) / length)
            count = max(1, min(round(length / _APART), _MOST_PLACES))
            shares = [(k + 0.5) / count for k in range(count)]
            found += [((ax + s * (bx - ax), ay + s * (by - ay)), normal) for s in shares]
    step = max(1, len(found) // _MOST_PLACES)
    return found[::step]
