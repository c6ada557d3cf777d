"""By how much is each unit caught by an area effect, or missed?

How far each base may be off before it is in another ring, or in none. The verdict never depends on this. For corridors
and on hexes no margin is given.
"""

import numpy as np

from astrike.geometry.arrays import Bools, Floats
from astrike.geometry.bases import gaps_to
from astrike.model.area_answer import BlastAnswer
from astrike.model.explain import facts
from astrike.model.margin import POINT, Margin, Margins, Unmeasured, VerdictParts
from astrike.rules.rulings.displaced import are_on_table, displaced_units, unmeasured
from astrike.rules.rulings.nearest_change import ChangeSearch, PlaceValues, SearchGrid
from astrike.rules.table.flyers import aerospace_flyers
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.table.prepared_units import prepare_units
from astrike.tolerance import TOUCH

GRID = SearchGrid(2.0, 1 / 3, 1 / 48, 1 / 12)
MATTERS = np.ones((2, 1), dtype=np.bool_)
MOST_NEAR = 12
"""Units along whose bearing the point is checked first."""
RINGS = ("inner", "outer", None)


def blast_margins(prepared: PreparedTable, answer: BlastAnswer) -> Margins:
    """Say how far the answer holds for each unit that it catches or misses by little, in the order of the table."""
    why = prepared.metric.unmeasured or ("area" if answer.outline or answer.outer <= 0.0 else "")
    found = [
        margin
        for i in range(len(prepared.units.units))
        if not why and _can_be_hit(prepared, i)
        for margin in [_around(prepared, answer, i)]
        if margin is not None
    ]
    least = min(found, key=lambda one: one.inches, default=None)
    point = None if why else _point_off(prepared, answer)
    tolerance = prepared.table.tolerance
    return Margins(
        now=_outcome(None),
        least=least,
        units=tuple(found),
        aspects=() if why or point is None else (point,),
        hidden=None,
        beyond=0.0 if why else GRID.reach,
        tolerance=tolerance,
        close=least is not None and least.inches < tolerance,
        unmeasured=(Unmeasured(why),) if why else (),
    )


def _can_be_hit(prepared: PreparedTable, i: int) -> bool:
    return (
        unmeasured(prepared, i) is None
        and i not in aerospace_flyers(prepared)
        and "destroyed" not in prepared.units.units[i].state
    )


def _around(prepared: PreparedTable, answer: BlastAnswer, i: int) -> Margin | None:
    """Look around one unit, where its ring could change within reach."""
    x, y, z = answer.final
    flat = float(gaps_to(prepared.units.bases, [(x, y)])[0, i])
    if flat > answer.outer + GRID.reach:
        return None
    distance = flat + abs(float(prepared.units.z[i]) - z)
    home = prepared.units.bases.xy[i]

    def read(displacements: Floats) -> tuple[Bools, PlaceValues]:
        places = home + displacements
        can = are_on_table(prepared, places)
        units = displaced_units(prepared, i, places[can])
        bodies = prepare_units(
            units, terrain=prepared.terrain, edition=prepared.edition, options=prepared.options
        )
        away = gaps_to(bodies.bases, [(x, y)])[0] + np.abs(bodies.z - z)
        rings = (away > answer.inner + TOUCH).astype(np.intp) + (away > answer.outer + TOUCH)
        return can, PlaceValues(rings[:, None], np.column_stack((away - answer.inner, away - answer.outer)))

    search = ChangeSearch(read, GRID, MATTERS)
    (change,) = search.changes(_straight(home - (x, y), distance, answer))
    if change is None:
        return None
    ring = RINGS[int(change.beyond[0])]
    limit = answer.inner if 0 in (int(search.here[0]), int(change.beyond[0])) else answer.outer
    return Margin(
        of="template",
        unit=prepared.units.units[i].id,
        inches=round(change.inches, 4),
        toward=change.toward,
        becomes=_outcome(ring),
        facts=facts(measured=round(distance, 6), limit=limit),
    )


def _point_off(prepared: PreparedTable, answer: BlastAnswer) -> Margin | None:
    """Look around the point itself: how far may it be off before any unit lies in another ring?

    A point that lies on the ground does so elsewhere too; any other keeps its height.
    """
    who = [i for i in range(len(prepared.units.units)) if _can_be_hit(prepared, i)]
    home, z = np.array(answer.final[:2]), answer.final[2]
    lies = abs(float(prepared.terrain.ground_at(home[None])[0]) - z) <= TOUCH
    limits = np.array((answer.inner, answer.outer))
    known: dict[tuple[int, ...], int] = {}

    def away_from(places: Floats) -> Floats:
        heights = prepared.terrain.ground_at(places) if lies else np.full(len(places), z)
        found: Floats = gaps_to(prepared.units.bases, places) + np.abs(prepared.units.z - heights[:, None])
        return found[:, who]

    def read(displacements: Floats) -> tuple[Bools, PlaceValues]:
        can = are_on_table(prepared, home + displacements)
        rings = (away_from((home + displacements)[can])[:, :, None] > limits + TOUCH).sum(axis=2)
        codes = [[known.setdefault(tuple(row), len(known))] for row in rings.tolist()]
        return can, PlaceValues(np.array(codes, dtype=np.intp).reshape(-1, 1), np.empty((len(codes), 0)))

    inches = away_from(home[None])[0]
    order = np.argsort(np.abs(inches[:, None] - limits).min(axis=1)).tolist()
    near = [k for k in order if inches[k] <= answer.outer + GRID.reach]
    if not near:
        return None
    seeds = [
        -_straight(prepared.units.bases.xy[who[k]] - home, float(inches[k]), answer) for k in near[:MOST_NEAR]
    ]
    (change,) = ChangeSearch(read, GRID, np.zeros((0, 1), dtype=np.bool_)).changes(np.concatenate(seeds))
    if change is None:
        return None
    rings = list(known)
    here, there = rings[int(change.before[0])], rings[int(change.beyond[0])]
    k = next(k for k, (one, other) in enumerate(zip(here, there, strict=True)) if one != other)
    return Margin(
        of="template",
        unit=POINT,
        inches=round(change.inches, 4),
        toward=change.toward,
        becomes=_outcome(RINGS[there[k]]),
        facts=facts(
            unit=prepared.units.units[who[k]].id,
            measured=round(float(inches[k]), 6),
            limit=float(limits[min(here[k], there[k])]),
        ),
    )


def _straight(way: Floats, distance: float, answer: BlastAnswer) -> Floats:
    """Give the displacements straight away from the point, or toward it, with which a ring ends."""
    length = float(np.hypot(*way))
    heading = way / length if length > 0.0 else np.array((0.0, 1.0))
    steps = np.array(
        [limit - distance + hair for limit in (answer.inner, answer.outer) for hair in (-3e-4, 3e-4)]
    )
    found: Floats = steps[np.abs(steps) <= GRID.reach][:, None] * heading
    return found


def _outcome(ring: str | None) -> VerdictParts:
    return VerdictParts(
        allowed=ring is not None,
        target_number=None,
        bracket=None,
        state="",
        cover=False,
        arc=None,
        direction="",
        ring=ring,
    )
