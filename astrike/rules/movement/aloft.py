"""Charts of jumps, flights and dives: where can a unit get to that does not walk?

Which question: the same as in `chart`, for modes in which what lies below does not price the way. A flight or dive
keeps the height it has, and from the ground it takes the least it needs. Sources: CE pp.35-38; AS pp.30-34.
"""

import math

import numpy as np

from astrike.geometry.arrays import Floats
from astrike.geometry.lattice import heights_under
from astrike.geometry.search import search
from astrike.geometry.steps import Going, margin_for
from astrike.geometry.tracks import Zones, footprint_of, make_footprint, make_track, make_zones
from astrike.model.movement import MoveQuestion
from astrike.model.terrain import LAND
from astrike.rules.battlefield import Field
from astrike.rules.movement.budget import Budget
from astrike.rules.movement.case import Case
from astrike.rules.movement.chart import BEYOND, Ways
from astrike.rules.movement.jump import ceiling_of
from astrike.rules.movement.landscape import Landscape, landscape_for
from astrike.rules.movement.obstacles import tall_enemies
from astrike.rules.movement.skim import ground_below
from astrike.rules.movement.skyline import SEE_THROUGH, zones_above
from astrike.rules.movement.surroundings import Surroundings, off_brinks, off_cliffs, surroundings
from astrike.rules.movement.walker import walker_of
from astrike.tolerance import TOUCH

_RAYS = 1440
"""Directions in which a jump is looked along."""


def case_at_start(field: Field, i: int, mode: str, budget: Budget) -> Case:
    """Describe a move that goes nowhere yet."""
    unit = field.units.units[i]
    return Case(
        field=field,
        i=i,
        unit=unit,
        mover=budget.mover,
        mode=mode,
        question=MoveQuestion(()),
        budget=budget,
        track=make_track([unit.at]),
        heights=(),
        footprint=footprint_of(field.units.bases, i),
        z_start=float(field.units.z[i]),
    )


# ---- jumps


def jump_ways(field: Field, i: int, budget: Budget) -> tuple[Ways, ...]:
    """Chart jumps: straight to every place that nothing higher than the jump stands before (CE pp.37-38)."""
    here = surroundings(field, i, budget, reach=budget.available + BEYOND)
    case = case_at_start(field, i, "jump", budget)
    ceiling = ceiling_of(case)
    is_below = bool(field.edition.number("jump.ceiling-below"))
    z = ceiling - 2 * TOUCH if is_below else ceiling
    skip = frozenset({SEE_THROUGH}) if field.options.word("jump.woods") == "free" else frozenset()
    high = here.off(zones_above(field, z=z, headroom=field.units.height(i), skip=skip))
    if field.options.word("jump.over-enemies") != "always":
        high = np.minimum(high, here.off_units(tall_enemies(field, i, z=z)))
    lattice = here.lattice
    crow = np.hypot(*(lattice.places - lattice.places[lattice.start]).T)
    stand, level = _landing(here)
    rest = np.minimum(np.minimum(stand, here.off_everyone()), _free_ahead(here, high, crow))
    return (Ways(lattice, crow, budget.available, rest, level, None),)


def _landing(here: Surroundings) -> tuple[Floats, Floats]:
    """Give the clearance to where nobody may land, and the height of those who land: of roofs and decks the top."""
    budget = here.budget
    walker = walker_of(here.field, here.i, budget.mover.key, budget.variant)
    bare = landscape_for(here.field, walker)
    roofs = frozenset(bare.solids)
    land = landscape_for(here.field, walker, roofs) if roofs else bare
    cells = here.near(land.floor.zones)
    height, cell = heights_under(here.lattice, land.floor.zones.take(cells), land.floor.plane[cells])
    z = height + np.where(cell >= 0, land.lift[cells[cell]], 0.0)
    barred = here.off(land.zones.take(np.flatnonzero(land.is_barred)))
    stand = np.minimum(barred, here.off(land.steep))
    return np.minimum(stand, off_cliffs(here, land, cells)), z


def _free_ahead(here: Surroundings, high: Floats, crow: Floats) -> Floats:
    """Give how far each place lies before the first high thing on the straight line to it; below 0 behind it."""
    lattice = here.lattice
    if high.min() >= 0.0:
        return np.full(len(lattice), here.band)
    x, y = (lattice.places - lattice.places[lattice.start]).T
    far = np.arange(0.0, float(crow[lattice.near].max()) + lattice.step, lattice.step / 2)
    angle = np.arange(_RAYS) * (2 * math.pi / _RAYS)
    ray = np.stack((np.sin(angle)[:, None] * far, np.cos(angle)[:, None] * far), axis=2)
    off = lattice.between(high, (ray + lattice.places[lattice.start]).reshape(-1, 2)).reshape(_RAYS, -1)
    blocked = off < -TOUCH
    first = np.where(blocked.any(axis=1), far[np.argmax(blocked, axis=1)], np.inf)
    # Between two directions the nearer end counts: a jump past a corner is tried by the judge.
    at = (np.arctan2(x, y) % (2 * math.pi)) / (2 * math.pi / _RAYS)
    low = at.astype(np.intp) % _RAYS
    until = np.minimum(first[low], first[(low + 1) % _RAYS])
    return np.asarray(np.minimum(np.clip(until - crow, -here.band, here.band), high))


# ---- flights


def flight_ways(field: Field, i: int, budget: Budget) -> tuple[Ways, ...]:
    """Chart the flight of a VTOL at the height it has, or at the least after taking off (CE p.36)."""
    flies = field.units.airborne[i]
    climb = 0.0 if flies else field.edition.number("vtol.take-off")
    z = float(field.units.z[i]) + climb
    here = surroundings(field, i, budget, reach=budget.available + BEYOND)
    bar = here.off(zones_above(field, z=z, headroom=field.units.height(i)))
    return (_level_ways(here, bar, z, paid=climb * budget.mover.climb_price),)


def dive_ways(field: Field, i: int, budget: Budget) -> tuple[Ways, ...]:
    """Chart movement under water at the depth that the unit has (CE p.36)."""
    here = surroundings(field, i, budget, reach=budget.available + BEYOND)
    land = landscape_for(field, walker_of(field, i, budget.mover.key, budget.variant))
    z, floor = float(field.units.z[i]), land.floor
    bottom = floor.plane[:, 0]
    closed = (floor.depth > TOUCH) & ((bottom > z + TOUCH) | (bottom + floor.depth < z - TOUCH))
    bar = np.minimum(
        here.off(land.zones.take(np.flatnonzero(land.is_barred))),
        here.off(floor.zones.take(np.flatnonzero(closed))),
    )
    return (_level_ways(here, bar, z, paid=0.0),)


def _level_ways(here: Surroundings, bar: Floats, z: float, *, paid: float) -> Ways:
    """Chart movement at one height; `paid` is what getting up there costs."""
    level = np.full(len(here.lattice), z)
    barrier = np.minimum(bar, here.off_enemies(level))
    margin = margin_for(here.lattice, here.footprint)
    going = Going((), barrier=barrier, height=np.zeros(len(here.lattice)), margin=margin)
    paid += math.fsum(term.value for term in here.budget.fees)
    found = search(here.lattice, going, max(here.budget.available - paid, 0.0) + BEYOND)
    return Ways(
        lattice=here.lattice,
        cost=found.cost + paid,
        available=here.budget.available,
        rest=np.minimum(barrier, here.off_everyone()),
        z=level,
        found=found,
    )


def skim_ways(field: Field, i: int, budget: Budget) -> tuple[Ways, ...]:
    """Chart the flight of a WiGE, an inch above the ground, around woods and whatever rises more than it climbs."""
    number = field.edition.number
    here = surroundings(field, i, budget, reach=budget.available + BEYOND)
    land: Landscape = ground_below(case_at_start(field, i, "wige", budget))
    cells = here.near(land.floor.zones)
    height, cell = heights_under(here.lattice, land.floor.zones.take(cells), land.floor.plane[cells])
    z = height + number("vtol.cruise")
    bar = off_cliffs(here, land, cells)
    for level in np.unique(np.round(height, 6)).tolist():
        zones = zones_above(field, z=level + number("vtol.cruise"), headroom=field.units.height(i), skip=LAND)
        here_too = np.abs(height - level) <= 1e-5
        bar = np.minimum(bar, np.where(here_too, here.off(zones), here.band))
    barrier = np.minimum(np.minimum(bar, here.off(_woods(field, land))), here.off_enemies(z))
    flies = field.units.airborne[i]
    paid = 0.0 if flies else number("wige.take-off")
    is_whole = field.options.word("move.level-fraction") == "whole"
    going = Going(
        (),
        barrier=barrier,
        height=height,
        level_price=budget.mover.climb_price,
        level_part=1.0 if is_whole else number("level.step"),
        level_is_rounded=is_whole,
        margin=margin_for(here.lattice, here.footprint),
        brink=off_brinks(here, land, cells) if np.ptp(height) > TOUCH else None,
        climb_limit=budget.mover.climb_limit,
        climb_window=budget.mover.climb_window,
    )
    paid += math.fsum(term.value for term in budget.fees)
    found = search(here.lattice, going, max(budget.available - paid, 0.0) + BEYOND)
    rest = np.minimum(barrier, here.off_everyone())
    if flies:
        # Too short a flight sinks, where it may land; one that is long enough ends over anything (CE p.36).
        aloft = found.travel - number("wige.aloft")
        rest = np.minimum(rest, np.maximum(_off_bad_landings(here, land), aloft))
        z = np.where(aloft < -TOUCH, height + np.where(cell >= 0, land.lift[cells[cell]], 0.0), z)
    return (
        Ways(
            lattice=here.lattice,
            cost=found.cost + paid,
            available=budget.available,
            rest=rest,
            z=z,
            found=found,
        ),
    )


def _woods(field: Field, land: Landscape) -> Zones:
    """Give the woods that bar WiGEs, however low they are (CE p.36)."""
    rows = field.lie.rows
    here = [
        k
        for k in np.flatnonzero(land.is_barred).tolist()
        if land.piece[k] >= 0 and rows[int(land.piece[k])].family == SEE_THROUGH
    ]
    return land.zones.take(np.array(here, dtype=np.intp))


def _off_bad_landings(here: Surroundings, land: Landscape) -> Floats:
    """Give the clearance to where no WiGE comes down: whatever is not clear or paved, and what lies under a deck."""
    field, going = here.field, here.field.edition.going
    takes_roofs = field.options.is_on("roof.vehicles")
    bad = [
        bool(barred)
        or (bool(kind) and kind != "clear" and not going[kind].paved)
        or (piece >= 0 and field.lie.rows[piece].family == "solid" and not takes_roofs)
        for kind, barred, piece in zip(land.kind, land.barred, land.piece.tolist(), strict=True)
    ]
    stand = np.minimum(here.off(land.zones.take(np.flatnonzero(bad))), here.off(land.steep))
    passed = [shape for k in sorted(land.solids - land.covers) for shape in field.lie.shapes[k]]
    below = here.off(make_zones(passed), footprint=make_footprint(radius=0.0)) if passed else here.band
    return np.minimum(stand, below)
