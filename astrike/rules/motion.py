"""How a unit counts as having moved, and its current Move and TMM.

Which question: what do heat, hits and states leave of the printed Move and TMM, and did the unit move, stand still or
is it immobile? Permanent losses first, in the order received, then heat (CE p.51, AS p.42).
"""

import math
from dataclasses import dataclass

from astrike.editions.schema import Edition, UnitRow
from astrike.model.explain import Assumed
from astrike.model.unit import Unit
from astrike.rules.options import Options

STILL_STATES = frozenset({"immobile", "shutdown", "stunned"})
MEASURED_MOTIONS = frozenset({"ground", "sprint", "vtol", "wige", "submersible"})
"""Ways to move that are standing still when they cover less than an inch (AS p.32)."""
CODES_OF_MOTIONS = {"vtol": "v", "wige": "g", "submersible": "s"}
"""The motive code whose inches a way to move uses, where a card prints several."""
MANNERS = frozenset({"standstill", "minimum", "jump", "submersible", "unmoved"})


@dataclass(frozen=True, slots=True)
class Motion:
    """Current Move and TMM of a unit, and how it counts as target and as attacker this turn."""

    ground: float | None
    """Current Move in inches of the mode used, on the ground where none is said; None when the table does not say."""
    jump: float | None
    card_tmm: int
    """TMM as printed, or as the printed Move gives it."""
    tmm: int
    """Current TMM for everything but jumping."""
    jump_tmm: int
    """Current TMM while jumping: heat does not lower it."""
    manner: str
    """`immobile`, `standstill`, `minimum`, `jump`, `submersible`, `ground` or `unmoved`."""
    assumed: tuple[Assumed, ...]


def motion_of(unit: Unit, *, row: UnitRow, edition: Edition, options: Options) -> Motion:
    """Derive the current Move and TMM and the manner of movement.

    Source: CE pp.37, 43, 50-52; AS pp.32, 37, 42, 45.
    """
    assumed: list[Assumed] = []
    ground = _inches_used(unit)
    jump = unit.move.jump if unit.move else None
    tmm = unit.tmm
    if tmm is None and unit.move is not None:
        tmm = tmm_for(ground or 0.0, edition)
        if not is_looked_up(edition):
            assumed.append(Assumed(f"units.{unit.id}.tmm", tmm, "TMM from the printed Move"))
    elif tmm is None:
        tmm = 0
        assumed.append(Assumed(f"units.{unit.id}.tmm", 0, "TMM not given"))
    card_tmm = tmm
    ground, jump, tmm, stopped = _after_hits(
        unit, ground, jump, tmm, row=row, edition=edition, options=options
    )
    jump_tmm = tmm
    heat = min(unit.heat, 3)
    if heat:
        if ground is not None:
            ground = max(0.0, ground - _heat_loss(unit, heat, edition))
        if heat >= edition.number("heat.tmm-level"):
            tmm = max(0, tmm - 1)
    manner = _manner(unit, ground=ground, stopped=stopped, edition=edition)
    return Motion(ground, jump, card_tmm, tmm, jump_tmm, manner, tuple(assumed))


def _inches_used(unit: Unit) -> float | None:
    """Give the printed Move of the mode used; a jump, which has its own, counts as on the ground (AS p.37)."""
    if unit.move is None:
        return None
    inches = unit.move.inches_of(CODES_OF_MOTIONS.get(unit.motion, ""))
    return unit.move.ground if inches is None else inches


def is_looked_up(edition: Edition) -> bool:
    """Is a target's movement looked up from its Move, whatever TMM a card prints? (AS p.37)"""
    return "target-movement-lookup" in edition.steps


def tmm_for(inches: float, edition: Edition) -> int:
    """Look the TMM of an available Move up.

    >>> from astrike.editions.loader import load_edition
    >>> tmm_for(12, load_edition("ce-5.01"))
    2
    """
    for row in edition.tmm.values():
        if inches <= row.upto:
            return row.tmm
    return max(row.tmm for row in edition.tmm.values())


def was_carried(unit: Unit) -> bool:
    """Was it transported this turn? Then it never counts as standing still (AS p.32)."""
    return bool(unit.state & {"mounted-this-turn", "dismounted"})


def _after_hits(
    unit: Unit,
    ground: float | None,
    jump: float | None,
    tmm: int,
    *,
    row: UnitRow,
    edition: Edition,
    options: Options,
) -> tuple[float | None, float | None, int, bool]:
    least_move, least_tmm = edition.number("halve.move"), int(edition.number("halve.tmm"))
    rounds_loss = options.word("critical.mp-rounding") == "normal"
    stopped = False

    def halved(inches: float | None, least: float) -> float | None:
        if inches is None:
            return None
        # Half is lost, rounded normally, or half is left, rounded down: the same for whole inches.
        left = inches - _half_up(inches / 2) if rounds_loss else float(math.floor(inches / 2))
        return max(0.0, min(left, inches - least))

    halvings = unit.hits.mp + (unit.hits.engine if row.vehicle else 0)
    losses = ("half",) * halvings + unit.hits.motive
    for loss in losses:
        if loss == "immobile":
            stopped = True
        elif loss == "half":
            ground, jump = halved(ground, least_move), halved(jump, least_move)
            tmm = max(0, min(tmm // 2, tmm - least_tmm))
        else:
            light = edition.number("motive.move")
            ground = None if ground is None else max(0.0, ground - light)
            jump = None if jump is None else max(0.0, jump - light)
            tmm = max(0, tmm - int(edition.number("motive.tmm")))
    return ground, jump, tmm, stopped


def _half_up(value: float) -> int:
    return math.floor(value + 0.5)


def _heat_loss(unit: Unit, heat: int, edition: Edition) -> float:
    loss = heat * edition.number("heat.move")
    if unit.has("TSM"):
        hot = edition.number("heat.myomer")
        return (0.0 if heat == 1 else loss) - hot
    return loss


def _manner(unit: Unit, *, ground: float | None, stopped: bool, edition: Edition) -> str:
    overheated = unit.heat >= edition.number("heat.shutdown")
    spheroid_landed = unit.type == "DS" and "airborne" not in unit.state
    if unit.state & STILL_STATES or stopped or overheated or spheroid_landed or unit.type == "BD":
        return "immobile"
    if ground is not None and ground <= 0 and unit.motion != "jump" and not unit.move_is_thrust:
        return "immobile"
    is_short = unit.moved is not None and unit.moved < edition.number("standstill")
    if is_short and unit.motion in MEASURED_MOTIONS:
        return "standstill"
    return unit.motion if unit.motion in MANNERS else "ground"
