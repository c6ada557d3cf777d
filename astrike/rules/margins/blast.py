"""By how much is each unit caught by an area effect, or missed?

Which question: how far may each base be off before it lies in another ring, or in none? The verdict never depends on
this. Of a strip and on hexes nothing is said.
"""

import numpy as np

from astrike.geometry.arrays import Bools, Floats
from astrike.geometry.bases import gaps_to
from astrike.model.combat import BlastAnswer
from astrike.model.explain import facts
from astrike.model.margin import POINT, Margin, Margins, Outcome, Unmeasured
from astrike.rules.air.flight import flyers
from astrike.rules.battlefield import Field
from astrike.rules.bodies import bodies_of
from astrike.rules.margins.displaced import displaced, on_table, unmeasured
from astrike.rules.margins.nearest import Grid, Reading, Search
from astrike.tolerance import TOUCH

GRID = Grid(2.0, 1 / 3, 1 / 48, 1 / 12)
MATTERS = np.ones((2, 1), dtype=np.bool_)
MOST_NEAR = 12
"""Units along whose bearing the point is looked at first."""
RINGS = ("inner", "outer", None)


def blast_margins(field: Field, answer: BlastAnswer) -> Margins:
    """Say how far the answer holds for each unit that it catches or misses by little, in the order of the table."""
    why = field.metric.unmeasured or ("area" if answer.outline or answer.outer <= 0.0 else "")
    found = [
        margin
        for i in range(len(field.units.units))
        if not why and _can_be_hit(field, i)
        for margin in [_around(field, answer, i)]
        if margin is not None
    ]
    least = min(found, key=lambda one: one.inches, default=None)
    point = None if why else _point_off(field, answer)
    tolerance = field.table.tolerance
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


def _can_be_hit(field: Field, i: int) -> bool:
    return (
        unmeasured(field, i) is None
        and i not in flyers(field)
        and "destroyed" not in field.units.units[i].state
    )


def _around(field: Field, answer: BlastAnswer, i: int) -> Margin | None:
    """Look around one unit, where its ring could change within reach."""
    x, y, z = answer.final
    flat = float(gaps_to(field.units.bases, [(x, y)])[0, i])
    if flat > answer.outer + GRID.reach:
        return None
    distance = flat + abs(float(field.units.z[i]) - z)
    home = field.units.bases.xy[i]

    def read(displacements: Floats) -> tuple[Bools, Reading]:
        places = home + displacements
        can = on_table(field, places)
        units = displaced(field, i, places[can])
        bodies = bodies_of(units, lie=field.lie, edition=field.edition, options=field.options)
        away = gaps_to(bodies.bases, [(x, y)])[0] + np.abs(bodies.z - z)
        rings = (away > answer.inner + TOUCH).astype(np.intp) + (away > answer.outer + TOUCH)
        return can, Reading(rings[:, None], np.column_stack((away - answer.inner, away - answer.outer)))

    search = Search(read, GRID, MATTERS)
    (change,) = search.changes(_straight(home - (x, y), distance, answer))
    if change is None:
        return None
    ring = RINGS[int(change.beyond[0])]
    limit = answer.inner if 0 in (int(search.here[0]), int(change.beyond[0])) else answer.outer
    return Margin(
        of="template",
        unit=field.units.units[i].id,
        inches=round(change.inches, 4),
        toward=change.toward,
        becomes=_outcome(ring),
        facts=facts(measured=round(distance, 6), limit=limit),
    )


def _point_off(field: Field, answer: BlastAnswer) -> Margin | None:
    """Look around the point itself: how far may it be off before any unit lies in another ring?

    A point that lies on the ground does so elsewhere too; any other keeps its height.
    """
    who = [i for i in range(len(field.units.units)) if _can_be_hit(field, i)]
    home, z = np.array(answer.final[:2]), answer.final[2]
    lies = abs(float(field.lie.ground_at(home[None])[0]) - z) <= TOUCH
    limits = np.array((answer.inner, answer.outer))
    known: dict[tuple[int, ...], int] = {}

    def away_from(places: Floats) -> Floats:
        heights = field.lie.ground_at(places) if lies else np.full(len(places), z)
        found: Floats = gaps_to(field.units.bases, places) + np.abs(field.units.z - heights[:, None])
        return found[:, who]

    def read(displacements: Floats) -> tuple[Bools, Reading]:
        can = on_table(field, home + displacements)
        rings = (away_from((home + displacements)[can])[:, :, None] > limits + TOUCH).sum(axis=2)
        codes = [[known.setdefault(tuple(row), len(known))] for row in rings.tolist()]
        return can, Reading(np.array(codes, dtype=np.intp).reshape(-1, 1), np.empty((len(codes), 0)))

    inches = away_from(home[None])[0]
    order = np.argsort(np.abs(inches[:, None] - limits).min(axis=1)).tolist()
    near = [k for k in order if inches[k] <= answer.outer + GRID.reach]
    if not near:
        return None
    seeds = [
        -_straight(field.units.bases.xy[who[k]] - home, float(inches[k]), answer) for k in near[:MOST_NEAR]
    ]
    (change,) = Search(read, GRID, np.zeros((0, 1), dtype=np.bool_)).changes(np.concatenate(seeds))
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
            unit=field.units.units[who[k]].id,
            measured=round(float(inches[k]), 6),
            limit=float(limits[min(here[k], there[k])]),
        ),
    )


def _straight(way: Floats, distance: float, answer: BlastAnswer) -> Floats:
    """Give the displacements straight away from the point, or towards it, with which a ring ends."""
    length = float(np.hypot(*way))
    heading = way / length if length > 0.0 else np.array((0.0, 1.0))
    steps = np.array(
        [limit - distance + hair for limit in (answer.inner, answer.outer) for hair in (-3e-4, 3e-4)]
    )
    found: Floats = steps[np.abs(steps) <= GRID.reach][:, None] * heading
    return found


def _outcome(ring: str | None) -> Outcome:
    return Outcome(
        allowed=ring is not None,
        target_number=None,
        bracket=None,
        state="",
        cover=False,
        arc=None,
        direction="",
        ring=ring,
    )
