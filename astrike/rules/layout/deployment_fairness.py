"""Are deployment zones served alike: how much of each sees the others, and how far is it to the objectives?

Sight is taken between places in the zones, 3″ apart at most (in large zones more), where a 'Mech can stand with its
whole base: by daylight, with nobody else on the table. Cover counts in a zone and in the 12″ before it, however far
off the others are. A walk costs the least inches of Move of a usual 'Mech from anywhere in its zone to where its base
comes onto an objective, over the quarter-inch field that the reach of a move is drawn on; no sprint, no jump, no bonus
for roads. `zone.difference` bounds what one zone has more than another. The same table always gives the same figures,
also when it is turned or mirrored; a narrow line between two places can be missed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Floats, Ints, Shapes, areas, places_on
from astrike.geometry.grid import PlaceGrid
from astrike.geometry.grid_edges import GridGraph
from astrike.geometry.grid_paths import GridSearch, search_grid_from
from astrike.geometry.sweeps import footprint_of
from astrike.model.attack_answer import SightAnswer
from astrike.model.card import parse_move
from astrike.model.explain import facts
from astrike.model.legality import CheckResult, Finding
from astrike.presets.schema import LayoutLimit, LayoutLimits
from astrike.rules.layout.crowding import why_not_measured
from astrike.rules.layout.limit_checks import NOT_IN_PRESET, finding_against, not_checked
from astrike.rules.layout.reachable_areas import ground_unit_kind, reachable_areas_of
from astrike.rules.layout.sectors import SideSector, holds_base, rim_distances, sectors_of, why_no_sectors
from astrike.rules.layout.vantage_points import all_pairs, is_open, sights_between, vantage_points
from astrike.rules.movement.budget import budget_of
from astrike.rules.movement.cost_map import ground_grid_costs
from astrike.rules.movement.surroundings import GridSurroundings
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

INCHES_BETWEEN_PLACES: Final = 0.25
"""Inches from place to place."""

MOVE: Final = 8.0
"""Inches of Move of the usual 'Mech."""


@dataclass(frozen=True, slots=True)
class ObjectiveArea:
    """What is to be reached: a marked point with its circle."""

    id: str
    at: tuple[float, float]
    radius: float


@dataclass(frozen=True, slots=True, eq=False)
class WalkCosts:
    """Inches from each side (sides, objectives); inf where nobody gets."""

    objectives: tuple[ObjectiveArea, ...]
    inches: Floats

    def figures(self, sides: Sequence[str]) -> dict[str, object]:
        """Give the figures for both sides and what is between them; nothing where there are no objectives."""
        if not self.objectives:
            return {"objectives": {"move": MOVE, "sides": []}}
        counts = [[int((row <= moves * MOVE + TOUCH).sum()) for moves in (1, 2)] for row in self.inches]
        costs = [[_inches(value) for value in row] for row in self.inches.tolist()]
        known = np.where(np.isfinite(self.inches), self.inches, np.nan)
        sums = [float(row.sum()) for row in self.inches]
        return {
            "objectives": {
                "move": MOVE,
                "step": INCHES_BETWEEN_PLACES,
                "sides": [
                    {
                        "side": side,
                        "one_move": count[0],
                        "two_moves": count[1],
                        "nearest": _inches(float(row.min())),
                        "sum": _inches(total),
                        "inches": dict(zip([each.id for each in self.objectives], cost, strict=True)),
                    }
                    for side, count, cost, row, total in zip(
                        sides, counts, costs, self.inches, sums, strict=True
                    )
                ],
                "difference": {
                    "one_move": max(count[0] for count in counts) - min(count[0] for count in counts),
                    "two_moves": max(count[1] for count in counts) - min(count[1] for count in counts),
                    "sum": _inches(max(sums) - min(sums)) if np.isfinite(known).all() else None,
                },
            }
        }


def walk_costs_to(prepared: PreparedTable, zones: Sequence[Shapes]) -> WalkCosts:
    """Search the way to every objective from the zones of each side, in which the whole base has to be at the start."""
    objectives = objectives_of(prepared)
    found = np.full((len(zones), len(objectives)), np.inf)
    if not objectives:
        return WalkCosts(objectives, found)
    grid = _grid(prepared.table.width, prepared.table.depth)
    radius = ground_unit_kind(prepared, "mech").radius
    inside = [np.flatnonzero(holds_base(zone, grid.places, radius=radius)) for zone in zones]
    first = next((places for places in inside if len(places)), np.zeros(1, dtype=np.intp))
    grid = replace(grid, start=int(first[0]))
    costs = ground_grid_costs(_surroundings(prepared, grid), "ground")
    graph = GridGraph(grid, costs)
    can_end = costs.barrier >= -TOUCH
    for k, places in enumerate(inside):
        begin = places[can_end[places]]
        if not len(begin):
            continue
        rim = rim_distances(zones[k], grid.places[begin], radius=radius)
        ahead = np.where(
            rim < INCHES_BETWEEN_PLACES, rim, 0.0
        )  # farther in, there is a place nearer to the rim
        ways = search_grid_from(graph, costs, begin, np.inf, ahead=ahead)
        for n, each in enumerate(objectives):
            found[k, n] = _least(ways, each, can_end, radius=radius)
    return WalkCosts(objectives, found)


def _least(ways: GridSearch, objective: ObjectiveArea, can_end: Bools, *, radius: float) -> float:
    """Give the inches from the rim of a zone to where a base comes to touch an objective.

    Ways lead from place to place: what they have too much at the end, on the objective, is off. The exact cost
    counts: of several ways that are equally cheap until inches are rounded any may be found.
    """
    places, reach = ways.grid.places, objective.radius + radius
    over = reach - np.hypot(*(places - np.array(objective.at)).T)
    is_there = can_end & (over >= -TOUCH) & np.isfinite(ways.cost)
    return max(0.0, float(np.where(is_there, ways.exact_cost - np.maximum(over, 0.0), np.inf).min()))


def objectives_of(prepared: PreparedTable) -> tuple[ObjectiveArea, ...]:
    """Give the objectives of a table."""
    return tuple(
        ObjectiveArea(marker.id, marker.at, marker.radius or 0.0) for marker in prepared.table.objectives
    )


def _surroundings(prepared: PreparedTable, grid: PlaceGrid) -> GridSurroundings:
    place = grid.places[grid.start]
    bare = vantage_points(prepared, place[None])
    (unit,) = bare.units.units
    mech = replace(unit, move=parse_move(f'{MOVE:g}"'))
    bare = replace(bare, units=replace(bare.units, units=(mech,)))
    return GridSurroundings(bare, 0, budget_of(bare, 0, "ground"), grid, footprint_of(bare.units.bases, 0))


def _grid(width: float, depth: float) -> PlaceGrid:
    """Lay places over a table, the same from all its sides."""
    x, y = _line(width), _line(depth)
    places = np.column_stack([each.ravel() for each in np.meshgrid(x, y)])
    return PlaceGrid(
        x=x,
        y=y,
        step=INCHES_BETWEEN_PLACES,
        start=0,
        near=np.ones(len(places), dtype=np.bool_),
        places=places,
    )


def _line(length: float) -> Floats:
    count = int(length / 2 / INCHES_BETWEEN_PLACES)
    return np.asarray(length / 2 + INCHES_BETWEEN_PLACES * np.arange(-count, count + 1, dtype=np.float64))


def _inches(value: float) -> float | None:
    return round(value, 2) if np.isfinite(value) else None


KEY: Final = "zone.sees"

DIFFERENCE: Final = "zone.difference"

EVERY: Final = 4
"""Of the places in the other zones each fourth is tried first, the rest where none of those is seen."""

MECH: Final = "mech"


@dataclass(frozen=True, slots=True)
class FireShares:
    """What becomes of fire from the other zones at places of an area: shares of all lines, and of places."""

    places: int
    blocked: float
    hampered: float
    """Through woods, or at a target in partial cover."""
    open: float
    covered: float
    """Share of places at which half of the fire that is not blocked is hampered, or more."""


def check_deployment_zones(prepared: PreparedTable, limits: LayoutLimits, *, tolerance: float) -> CheckResult:
    """Hold the share of each zone that sees the others against the limit; compare what the sides have."""
    if why := why_not_measured(prepared):
        return _nothing(why)
    ground = reachable_areas_of(prepared, ground_unit_kind(prepared, MECH))
    sectors = sectors_of(prepared, ground)
    if len(sectors) < 2:
        return _nothing(why_no_sectors(prepared))
    empty = [sector.side for sector in sectors if not len(sector.inside)]
    if empty:
        return _nothing("no-room")
    crowd = _Crowd(prepared, sectors)
    seeing = [crowd.seeing(k) for k in range(len(sectors))]
    covers = [(crowd.cover(k, crowd.inside[k]), crowd.cover(k, crowd.before[k])) for k in range(len(sectors))]
    limit = limits.get(KEY)
    names = {
        **{sector.side: sector.side for sector in sectors},
        **{s.id: s.name for s in prepared.table.sides},
    }
    findings: list[Finding] = []
    for sector, (sees, _) in zip(sectors, seeing, strict=True):
        share = float(sees.mean())
        if limit is not None:
            where = tuple(sector.inside[int(np.argmax(sees))].tolist()) if sees.any() else None
            measured = facts(side=sector.side, name=names[sector.side], places=len(sees), apart=sector.apart)
            findings.append(
                finding_against(limit, share, tolerance=tolerance, where=where, measured=measured)
            )
    findings += _differences(limits.get(DIFFERENCE), sectors, seeing, covers, tolerance=tolerance)
    approaches = walk_costs_to(prepared, [sector.zone for sector in sectors])
    return CheckResult(
        findings=tuple(findings),
        skipped=tuple(
            not_checked(key, NOT_IN_PRESET) for key in (KEY, DIFFERENCE) if limits.get(key) is None
        ),
        figures={
            "zones": {
                "sides": [
                    {
                        "side": sector.side,
                        "places": len(sees),
                        "apart": round(sector.apart, 2),
                        "sees": round(float(sees.mean()), 4),
                        "open": round(float(clear.mean()), 4),
                        "cover": _figures(cover[0]),
                        "before": _figures(cover[1]),
                    }
                    for sector, (sees, clear), cover in zip(sectors, seeing, covers, strict=True)
                ],
                "difference": {
                    "sees": _range([float(sees.mean()) for sees, _ in seeing]),
                    "cover": _range([cover[0].covered for cover in covers]),
                    "before": _range([cover[1].covered for cover in covers]),
                },
            },
            **approaches.figures([sector.side for sector in sectors]),
        },
    )


def _nothing(why: str) -> CheckResult:
    skipped = tuple(not_checked(key, why) for key in (KEY, DIFFERENCE))
    return CheckResult(skipped=skipped, figures={"zones": {"sides": []}})


def _differences(
    limit: LayoutLimit | None,
    sectors: Sequence[SideSector],
    seeing: Sequence[tuple[Bools, Bools]],
    covers: Sequence[tuple[FireShares, FireShares]],
    *,
    tolerance: float,
) -> Iterator[Finding]:
    """Hold what one zone has more than another against the limit: of size a share, of shares their difference."""
    if limit is None:
        return
    size = [float(areas(sector.zone).sum()) for sector in sectors]
    for measure, values in (
        ("size", [each / max(size) for each in size]),
        ("sees", [float(sees.mean()) for sees, _ in seeing]),
        ("cover", [inside.covered for inside, _ in covers]),
        ("before", [before.covered for _, before in covers]),
    ):
        worse = sectors[int(np.argmin(values))]
        ((x, y),) = places_on(worse.zone[:1]).tolist()
        differs = max(values) - min(values)
        yield finding_against(
            limit,
            differs,
            tolerance=tolerance,
            where=(x, y) if differs > TOUCH else None,
            measured=facts(measure=measure),
        )


def _range(values: Sequence[float]) -> float:
    return round(max(values) - min(values), 4)


def _figures(cover: FireShares) -> dict[str, float | int]:
    return {
        "places": cover.places,
        "blocked": round(cover.blocked, 4),
        "hampered": round(cover.hampered, 4),
        "open": round(cover.open, 4),
        "covered": round(cover.covered, 4),
    }


class _Crowd:
    """'Mechs at all the places of all sides."""

    def __init__(self, prepared: PreparedTable, sectors: Sequence[SideSector]) -> None:
        parts = [part for each in sectors for part in (each.inside, each.before, each.watch)]
        ends = np.cumsum([0, *(len(part) for part in parts)])
        number = [np.arange(low, high) for low, high in pairwise(ends.tolist())]
        self.inside: list[Ints] = number[0::3]
        self.before: list[Ints] = number[1::3]
        self.watch: list[Ints] = number[2::3]
        self.prepared = vantage_points(prepared, np.concatenate(parts))

    def seeing(self, k: int) -> tuple[Bools, Bools]:
        """Say which places of a zone see any of the others', and from which nothing but the distance is between."""
        own, others = self.inside[k], _others(self.inside, k)
        seen, clear = np.zeros(len(own), dtype=np.bool_), np.zeros(len(own), dtype=np.bool_)
        first = others[::EVERY]
        for some in (first, np.setdiff1d(others, first)):
            left = np.flatnonzero(~seen)
            if len(left) and len(some):
                one, other = all_pairs(left, some)
                answers = sights_between(self.prepared, own[one], other)
                seen[one[[each.state != "blocked" for each in answers]]] = True
                clear[one[[is_open(each) for each in answers]]] = True
        return seen, clear

    def cover(self, k: int, places: Ints) -> FireShares:
        """Say what becomes of fire from the other zones at these places."""
        watchers = _others(self.watch, k)
        if not len(places):
            return FireShares(0, 0.0, 0.0, 0.0, 0.0)
        attacker, target = all_pairs(watchers, places)
        answers = sights_between(self.prepared, attacker, target)
        blocked = np.array([not is_open(each) for each in answers]).reshape(len(watchers), -1)
        hampered = np.array([_is_hampered(each) for each in answers]).reshape(len(watchers), -1) & ~blocked
        free = ~blocked & ~hampered
        return FireShares(
            places=len(places),
            blocked=float(blocked.mean()),
            hampered=float(hampered.mean()),
            open=float(free.mean()),
            covered=float((free.sum(axis=0) * 2 <= (~blocked).sum(axis=0)).mean()),
        )


def _others(places: Sequence[Ints], k: int) -> Ints:
    return np.concatenate([some for n, some in enumerate(places) if n != k])


def _is_hampered(answer: SightAnswer) -> bool:
    return answer.cover or answer.woods_parts.between + answer.woods_parts.target > 0.0
