"""What do heat, hits and states leave of a unit's printed Move and TMM, and how does it count as having moved?

It moved, stood still or is immobile. Permanent losses come first, in the order received, then heat (CE p.51, AS p.42).
"""

import math
import re
from collections.abc import Iterable
from dataclasses import field
from functools import lru_cache

from astrike.dataclass import dataclass
from astrike.model.explain import NO_FACTS, Assumed, Facts, facts
from astrike.model.unit import MOTIVE_CODES, Unit
from astrike.rulebook.schema import AbilityRow, Edition, UnitTypeRow
from astrike.rules.options import Options
from astrike.tolerance import TOUCH

STILL_STATES = frozenset({"immobile", "shutdown", "stunned"})
UNMOVED = "unmoved"
MOST_HEAT = 3
"""Heat beyond this level takes no more Move: the unit has shut down."""

HOPPER = "hopper"
HOT_DOG = "hot-dog"
NATURAL_GRACE = "natural-grace"
EAGLES_EYES = "eagles-eyes"
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class MoveChange:
    """One thing that makes up a current Move or TMM: inches or points, and what was checked."""

    key: str
    """`printed`, `hits`, `intimidated`, `heat` or `myomer`: a row of the edition's prices table."""
    value: float
    facts: Facts = field(default_factory=lambda: NO_FACTS)
    """`hit` (mp, engine, motive) and `loss` (half, -2, immobile); `heat`."""


@dataclass(frozen=True, slots=True)
class CurrentMove:
    """Current Move and TMM of a unit, and how it counts as target and as attacker this turn."""

    ground: float | None
    """Current Move in inches of the mode used, on the ground where none is stated; None when the table does not say."""
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


def current_move(unit: Unit, *, row: UnitTypeRow, edition: Edition, options: Options) -> CurrentMove:
    """Derive the current Move and TMM and the manner of movement.

    Source: CE pp.37, 43, 50-52; AS pp.32, 37, 42, 45.
    """
    assumed: list[Assumed] = []
    ground = _inches_used(unit)
    jump = unit.move.jump if unit.move else None
    tmm = unit.tmm
    if tmm is None and row.aerospace:
        tmm = 0  # thrust is no Move: it has none (CE pp.43, 187)
    elif tmm is None and unit.move is not None:
        tmm = tmm_for(ground or 0.0, edition)
        if not is_looked_up(edition):
            assumed.append(Assumed(f"units.{unit.id}.tmm", tmm, "TMM from the printed Move"))
    elif tmm is None:
        tmm = 0
        assumed.append(Assumed(f"units.{unit.id}.tmm", 0, "TMM not given"))
    card_tmm = tmm
    ground, jump = (
        None if inches is None else _sum(inches_left(inches, unit, row=row, edition=edition, options=options))
        for inches in (ground, jump)
    )
    ground, jump = (
        None
        if inches is None
        else inches + _sum(inches_lost_to_fear(inches, unit, edition=edition, options=options))
        for inches in (ground, jump)
    )
    jump_tmm = int(_sum(tmm_left(card_tmm, unit, row=row, edition=edition)))
    jump_tmm += int(_sum(tmm_lost_to_fear(jump_tmm, unit, edition=edition, options=options)))
    tmm = int(jump_tmm + _sum(tmm_lost_to_heat(jump_tmm, unit, edition=edition)))
    if ground is not None:
        ground += _sum(inches_lost_to_heat(ground, unit, edition=edition))
    stopped = is_stopped(unit, row)
    manner = _manner(unit, ground=ground, stopped=stopped, edition=edition)
    return CurrentMove(ground, jump, card_tmm, tmm, jump_tmm, manner, tuple(assumed))


def _sum(changes: Iterable[MoveChange]) -> float:
    return math.fsum(change.value for change in changes)


def _inches_used(unit: Unit) -> float | None:
    """Give the printed Move of the mode used; a jump, which has its own, counts as on the ground (AS p.37)."""
    if unit.move is None:
        return None
    code = MOTIVE_CODES.get(unit.motion, "") if unit.motion != "jump" else ""
    inches = unit.move.inches_of(code)
    return unit.move.ground if inches is None else inches


def is_looked_up(edition: Edition) -> bool:
    """Is a target's movement looked up from its Move, whatever TMM a card prints? (AS p.37)"""
    return "target-movement-lookup" in edition.steps


def tmm_for(inches: float, edition: Edition) -> int:
    """Look the TMM of an available Move up.

    >>> from astrike.rulebook.loader import load_edition
    >>> tmm_for(12, load_edition("ce-5.01"))
    2
    """
    return edition.tmm_of(inches)


def was_carried(unit: Unit) -> bool:
    """Was it transported this turn? Then it never counts as standing still (AS p.32)."""
    return bool(unit.state & {"mounted-this-turn", "dismounted"})


def hits_of(unit: Unit, row: UnitTypeRow) -> tuple[tuple[str, str], ...]:
    """List what cost the unit some of its Move for good, in the order received: which hit, and what it takes.

    Source: CE p.50; AS p.42.
    """
    engine = unit.hits.engine if row.vehicle else 0
    # CE p.92: a Hopper's first MP hit has no effect.
    is_hopper = row.mech and any(name == HOPPER for name in pilot_ids(unit))
    return (
        *((("mp", "half"),) * max(0, unit.hits.mp - is_hopper)),
        *((("engine", "half"),) * engine),
        *(("motive", loss) for loss in unit.hits.motive),
    )


def pilot_ids(unit: Unit) -> tuple[str, ...]:
    """Give the pilot's abilities as the abilities table spells them.

    >>> pilot_ids(Unit("A", (0, 0), "A", pilot=("Speed Demon", "Range Master (Long)", "Eagle's Eyes")))
    ('speed-demon', 'range-master-long', 'eagles-eyes')
    """
    return tuple(_spelled(name) for name in unit.pilot)


@lru_cache(maxsize=1024)
def _spelled(name: str) -> str:
    """Spell an ability as the table does; of a family such as Terrain Master its member."""
    return "-".join(_WORD.findall(name.rpartition(":")[2].lower().replace("'", "").replace("’", "")))


def pilot_abilities(unit: Unit, edition: Edition) -> tuple[AbilityRow, ...]:
    """Give the rows of the pilot's abilities, as far as the edition has them; the same one counts once."""
    known = edition.abilities
    named = dict.fromkeys(pilot_ids(unit))
    return tuple(known[name] for name in named if name in known and known[name].kind == "pilot")


def inches_left(
    printed: float, unit: Unit, *, row: UnitTypeRow, edition: Edition, options: Options
) -> tuple[MoveChange, ...]:
    """Give the printed inches of a way to move and what each hit takes from them; their sum is what is left."""
    rounds_loss = options.word("critical.mp-rounding") == "normal"
    found, left = [MoveChange("printed", printed)], printed
    for hit, loss in hits_of(unit, row):
        if loss == "half":
            # Half is lost, rounded normally, or half is left, rounded down: the same for whole inches.
            rest = left - _half_up(left / 2) if rounds_loss else float(math.floor(left / 2))
            rest = min(rest, left - edition.number("halve.move"))
        else:
            rest = left - (0.0 if loss == "immobile" else edition.number("motive.move"))
        rest = max(0.0, rest)
        found.append(MoveChange("hits", rest - left, facts(hit=hit, loss=loss)))
        left = rest
    return tuple(found)


def tmm_left(printed: int, unit: Unit, *, row: UnitTypeRow, edition: Edition) -> tuple[MoveChange, ...]:
    """Give the TMM of the card and what each hit takes from it; their sum is what is left."""
    found, left = [MoveChange("printed", printed)], printed
    for hit, loss in hits_of(unit, row):
        if loss == "half":
            rest = min(left // 2, left - int(edition.number("halve.tmm")))
        else:
            rest = left - (0 if loss == "immobile" else int(edition.number("motive.tmm")))
        rest = max(0, rest)
        found.append(MoveChange("hits", rest - left, facts(hit=hit, loss=loss)))
        left = rest
    return tuple(found)


def jump_jets_left(unit: Unit, row: UnitTypeRow, edition: Edition) -> int:
    """Give the points of strong jump jets that are left, below 0 those of weak ones.

    Each loss of half of the TMM takes one of strong jump jets (CE p.78).
    """
    strong, weak = unit.number_of("JMPS"), unit.number_of("JMPW")
    halves = sum(loss == "half" for _, loss in hits_of(unit, row)) if strong else 0
    return max(0, strong - halves * int(edition.numbers["halve.jets"].value)) - weak


def inches_lost_to_fear(
    left: float, unit: Unit, *, edition: Edition, options: Options
) -> tuple[MoveChange, ...]:
    """Give what an intimidated unit loses of its inches: half, rounded down, or two inches (CE pp.92-93)."""
    if "intimidated" not in unit.state or left <= 0:
        return ()
    if options.word("intimidation") == "roll":
        rest = left - edition.number("intimidation.move")
    else:
        rest = float(math.floor(left * edition.number("intimidation.share")))
    return (MoveChange("intimidated", max(0.0, rest) - left),)


def tmm_lost_to_fear(left: int, unit: Unit, *, edition: Edition, options: Options) -> tuple[MoveChange, ...]:
    """Give what an intimidated unit loses of its TMM: half, rounded down, or a point (CE pp.92-93)."""
    if "intimidated" not in unit.state or left <= 0:
        return ()
    if options.word("intimidation") == "roll":
        rest = left - int(edition.number("intimidation.tmm"))
    else:
        rest = int(left * edition.number("intimidation.share"))
    return (MoveChange("intimidated", max(0, rest) - left),)


def felt_heat(unit: Unit, edition: Edition) -> int:
    """Give the heat level that a unit acts at: a Hot Dog's is lower (CE p.97)."""
    is_used = unit.heat > 0 and HOT_DOG in pilot_ids(unit)
    return max(0, unit.heat - edition.bonuses[HOT_DOG].points) if is_used else unit.heat


def inches_lost_to_heat(left: float, unit: Unit, *, edition: Edition) -> tuple[MoveChange, ...]:
    """Give what the heat level takes from the inches left on the ground, and what hot myomer adds to them.

    Source: CE pp.52, 79; AS p.45.
    """
    heat = min(felt_heat(unit, edition), MOST_HEAT)
    if not heat:
        return ()
    is_myomer = unit.has("TSM")
    loss = 0.0 if is_myomer and heat == 1 else heat * edition.number("heat.move")
    gain = edition.number("heat.myomer") if is_myomer else 0.0
    loss = min(loss, left + gain)
    changes = (
        MoveChange("heat", -loss, facts(heat=heat)),
        MoveChange("myomer", gain, facts(heat=heat)),
    )
    return tuple(change for change in changes if change.value)


def tmm_lost_to_heat(left: int, unit: Unit, *, edition: Edition) -> tuple[MoveChange, ...]:
    """Give what the heat level takes from the TMM left (CE p.52)."""
    heat = min(felt_heat(unit, edition), MOST_HEAT)
    is_hot = bool(heat) and heat >= edition.number("heat.tmm-level") and left > 0
    return (MoveChange("heat", -1, facts(heat=heat)),) if is_hot else ()


def is_airmech(unit: Unit) -> bool:
    """Does a land-air 'Mech fly as an AirMech? (CE p.178)"""
    return unit.has_other_modes and _hovers(unit)


def is_gliding(unit: Unit) -> bool:
    """Does a glider ProtoMech fly? (CE p.177)"""
    return unit.has("GLD") and _hovers(unit)


def _hovers(unit: Unit) -> bool:
    return unit.motion == "wige" or (
        "airborne" in unit.state and unit.motion != "flight" and unit.flight is None
    )


def is_shut_down(unit: Unit, edition: Edition) -> bool:
    """Is a unit shut down, by its state or by its heat? (CE p.53)"""
    return "shutdown" in unit.state or felt_heat(unit, edition) >= edition.number("heat.shutdown")


def is_stopped(unit: Unit, row: UnitTypeRow) -> bool:
    """Did a motive hit immobilize it? (CE p.50)"""
    return any(loss == "immobile" for _, loss in hits_of(unit, row))


def _half_up(value: float) -> int:
    return math.floor(value + 0.5)


def _manner(unit: Unit, *, ground: float | None, stopped: bool, edition: Edition) -> str:
    overheated = felt_heat(unit, edition) >= edition.number("heat.shutdown")
    spheroid_landed = unit.type == "DS" and "airborne" not in unit.state and unit.flight is None
    if unit.state & STILL_STATES or stopped or overheated or spheroid_landed or unit.type == "BD":
        return "immobile"
    if ground is not None and ground <= 0 and unit.motion != "jump" and not unit.move_is_thrust:
        return "immobile"
    is_short = unit.moved is not None and unit.moved < edition.number("standstill") - TOUCH
    motion = unit.motion
    if is_short and (motion in edition.tagged("whole-move") or motion in edition.tagged("in-element")):
        return "standstill"  # AS p.32
    return motion if motion == UNMOVED or motion in edition.tagged("own-manner") else "ground"
