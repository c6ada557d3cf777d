"""Which charts does a unit need for a mode, and what of a chart does the judge accept?

Which question: everything that reach, routes and prospects have in common. Sources: CE pp.32-38; AS pp.30-32.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from astrike.errors import InputError, Problem
from astrike.geometry.arrays import Floats
from astrike.model.movement import MODES, MOST_POINTS, Height, MoveAnswer, MoveQuestion, MoveReason, Waypoint
from astrike.model.table import MetricName
from astrike.rules.battlefield import Field
from astrike.rules.movement.aloft import dive_ways, flight_ways, jump_ways, skim_ways
from astrike.rules.movement.budget import Budget, budget_of
from astrike.rules.movement.chart import Ways, ground_ways
from astrike.rules.movement.crossing import crossed, is_climbed_unasked
from astrike.rules.movement.judge import judge
from astrike.rules.movement.mover import ground_parts, usual_mode
from astrike.rules.movement.offers import with_heights_stated
from astrike.rules.movement.walker import walker_of
from astrike.tolerance import TOUCH

ALOFT = {"vtol": flight_ways, "wige": skim_ways, "submersible": dive_ways}
"""Who moves in its own element, by kind of mover."""


@dataclass(frozen=True, slots=True, eq=False)
class Atlas:
    """All ways in which a unit can use a mode."""

    field: Field
    i: int
    mode: str
    budget: Budget
    ways: tuple[Ways, ...]
    """None where the mode is closed."""
    refusals: tuple[MoveReason, ...]

    @property
    def available(self) -> float:
        """The most Move that one of the ways has."""
        return max((way.available for way in self.ways), default=self.budget.available)

    def ask(self, path: Floats, z: Height = None, way: Ways | None = None) -> MoveAnswer:
        """Ask the judge about a path (k, 2), its start included; `z` is the height asked for at its end.

        `way` is the one that knows the path, if any.
        """
        question = MoveQuestion(self.points(path, z, way), mode=self.mode)
        return judge(self.field, self.field.units.units[self.i].id, question)

    def points(self, path: Floats, z: Height = None, way: Ways | None = None) -> tuple[Waypoint, ...]:
        """Give the points of a path (k, 2), its start included, that say what the judge is to know.

        It has to say that it goes into buildings that it could climb, and over walls where others stop.
        """
        rest = path[1:] if len(path) > 1 else path
        points = [Waypoint(x, y) for x, y in rest.tolist()]
        points[-1] = Waypoint(points[-1].x, points[-1].y, z)
        budget = self.budget
        if way is not None and way.inside:
            points = [*with_heights_stated(self.field, self.i, points, way.inside, word="inside")[0]]
        if self.mode not in self.field.edition.tagged("on-ground") or is_climbed_unasked(self.field):
            return tuple(points)
        walker = walker_of(self.field, self.i, budget.mover.key, budget.code, budget.variant)
        said, _ = with_heights_stated(self.field, self.i, points, crossed(self.field, walker), word="roof")
        return said

    def first_allowed(
        self, paths: tuple[Floats, ...], most: float, way: Ways
    ) -> tuple[Floats, MoveAnswer] | None:
        """Give the first of some paths of a way that the judge allows at this cost at most, with its answer."""
        for path in paths:
            if len(path) <= MOST_POINTS:
                answer = self.ask(path, None, way)
                if answer.allowed and answer.cost <= most + TOUCH:
                    return path, answer
        return None


_CHARTED: frozenset[MetricName] = frozenset({"inches"})


def has_charts(field: Field) -> bool:
    """Are there charts of a table's moves? They lie on a lattice of inches."""
    return field.metric.name in _CHARTED


def mode_asked(field: Field, i: int, mode: str | None) -> str:
    """Give the mode asked for, or the usual one; raise `InputError` for one that does not exist."""
    if mode is not None and mode not in MODES:
        raise InputError([Problem("mode", repr(mode), ", ".join(MODES))])
    return usual_mode(field, i) if mode is None else mode


def atlas_of(
    field: Field,
    i: int,
    mode: str,
    *,
    covers: frozenset[int] = frozenset(),
    inside: frozenset[int] = frozenset(),
) -> Atlas:
    """Chart all ways in which a unit can use a mode.

    `covers` are the roofs it is to end on, `inside` the buildings it is to end in, by piece.

    The last one is kept: a page asks for reach, a route and prospects of one table.
    """
    return _atlas(field, i, mode, covers, inside)


@lru_cache(maxsize=1)
def _atlas(field: Field, i: int, mode: str, covers: frozenset[int], inside: frozenset[int]) -> Atlas:
    budget = budget_of(field, i, mode)
    if budget.refusals or budget.available <= 0.0:
        return Atlas(field, i, mode, budget, (), budget.refusals)
    ways = tuple(_ways(field, i, mode, budget, covers, inside))
    if mode == "standstill":
        # CE p.37: less than its inch, so the inch itself is out of reach.
        ways = tuple(replace(way, cost=way.cost + 2 * TOUCH) for way in ways)
    return Atlas(field, i, mode, budget, ways, ())


def _ways(
    field: Field, i: int, mode: str, budget: Budget, covers: frozenset[int], inside: frozenset[int]
) -> Iterator[Ways]:
    if mode == "jump":
        yield from jump_ways(field, i, budget)
    elif mode == "submersible" or (budget.mover.key in ALOFT):
        yield from ALOFT.get(budget.mover.key, dive_ways)(field, i, budget)
    else:
        choices = (
            max(len(ground_parts(field.units.units[i])), 1)
            if mode in field.edition.tagged("on-ground")
            else 1
        )
        sums: list[tuple[Budget, Budget, Budget, Budget | None]] = []
        for choice in range(choices):
            one = budget if choice == 0 else budget_of(field, i, mode, choice=choice)
            if choice == 0 or not one.refusals:
                paved = budget_of(field, i, mode, paved=True, choice=choice)
                smooth = budget_of(field, i, mode, smooth=True, choice=choice)
                sums.append((one, paved, smooth, _minimum(field, i, mode, choice)))
        # One lattice for all, so that their places can be compared.
        reach = max(each.available for four in sums for each in four if each is not None)
        for one, paved, smooth, minimum in sums:
            yield from ground_ways(
                field,
                i,
                mode,
                one,
                paved,
                reach=reach,
                covers=covers,
                inside=inside,
                smooth=smooth,
                minimum=minimum,
            )


def _minimum(field: Field, i: int, mode: str, choice: int) -> Budget | None:
    """Give the Move of minimum movement, where the judge falls back on it (CE pp.32, 38)."""
    if mode != "ground" or "dismounted" in field.units.units[i].state:
        return None
    budget = budget_of(field, i, "minimum", choice=choice)
    return None if budget.refusals or budget.available <= 0.0 else budget
