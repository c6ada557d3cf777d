"""One attack as it is laid out on a table: who, whom, with what, over which line.

Which question: what has a table settled about an attack? The rules look at the facts that are left of it without the
table, in `shot`.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from astrike.model.answer import SightAnswer
from astrike.model.attack import AttackQuestion, Point
from astrike.model.card import DamageRow, Special
from astrike.model.explain import Assumed, Reason
from astrike.model.movement import Waypoint
from astrike.model.unit import Unit
from astrike.rulebook.combat import KindRow
from astrike.rulebook.schema import BracketRow, UnitRow
from astrike.rules.line import Line
from astrike.rules.options import Ruled
from astrike.tolerance import TOUCH

if TYPE_CHECKING:
    from astrike.rules.battlefield import Field

NOSE, LEFT, RIGHT, AFT = "nose", "left", "right", "aft"
AERODYNE = "DA"
SPHEROID = "DS"
STRUCTURE = "MS"
VERY_LARGE = 2
"""Size class from which a unit has an arc to each side."""
ARMED_BUILDING = "BD"
"""Type of a building that has a card of its own."""


@dataclass(frozen=True, slots=True)
class Weapon:
    """What is fired: a code (`""` the printed damage, else TUR, REAR, TOR, AC ...) and its damage."""

    code: str
    damage: DamageRow | None


@dataclass(frozen=True, slots=True)
class Spotting:
    """Who looks at the target in the attacker's place, in indirect fire and artillery (CE p.41, AS p.35)."""

    name: str
    """Id of a unit, or of a sensor."""
    line: Line
    """From the spotter to the target,"""
    sight: SightAnswer
    """and what it sees there."""
    woods: frozenset[int]
    """The kinds of see-through terrain that the spotter stands in."""
    refusals: tuple[Reason, ...]
    """Why it may not spot."""
    terms: tuple[tuple[str, int | None], ...]
    """The rows of the modifiers table that spotting by it brings, terrain aside."""
    tag: str = ""
    """`tag` or `ltag` when its designation counts here."""
    options: tuple[str, ...] = ()
    """Options that decided something about it."""
    assumed: tuple[Assumed, ...] = ()
    unit: Unit | None = None
    """Its card, None for a sensor,"""
    has_probe: bool = False
    """and whether an active probe of it works."""


@dataclass(frozen=True, slots=True)
class Approach:
    """How a charge or Death From Above gets into contact, where it is not yet (CE p.46, AS p.43)."""

    way: tuple[Waypoint, ...]
    """Points that the centre goes to."""
    inches: float
    """Length of the way from the start."""
    reasons: tuple[Reason, ...] = ()
    """Why it does not get there; empty when it does, and everything is measured from there."""
    options: tuple[str, ...] = ()


class Situation(NamedTuple):
    """Everything that a table has settled about one attack."""

    field: "Field"
    line: Line
    a: int
    """Index of the attacker."""
    t: int
    """Index of the target."""
    attacker: Unit
    target: Unit
    question: AttackQuestion
    sight: SightAnswer
    bracket: BracketRow | None
    underwater: bool
    weapon: Weapon
    in_arc: bool
    """Does the target lie in the attacker's own arc?"""
    arc: str | None
    direction: str
    aim: Point | None = None
    """The point that is aimed at; `target` is then a speck that lies there."""
    measured: float | None = None
    """Inches that count as the range where they are not those of the line, as to a flight path."""
    spotting: Spotting | None = None
    """Who spots for it; terrain then counts along the spotter's line, and `sight` is the spotter's."""
    approach: Approach | None = None
    """The move into contact that is asked for; None where the bases touch already, and where none is needed."""

    @property
    def view(self) -> Line:
        """The line along which terrain counts: the spotter's where one spots."""
        return self.line if self.spotting is None else self.spotting.line

    @property
    def woods_of_viewer(self) -> frozenset[int]:
        """The kinds of see-through terrain that the attacker, or whoever spots for it, stands in."""
        return self.field.woods_of[self.a] if self.spotting is None else self.spotting.woods

    @property
    def kind(self) -> KindRow:
        """The kind of attack."""
        return self.field.edition.kinds[self.question.kind]

    @property
    def range(self) -> float:
        """Inches from base edge to base edge."""
        return self.line.range if self.measured is None else self.measured

    @property
    def attacker_row(self) -> UnitRow:
        """The attacker's type."""
        return self.field.units.rows[self.a]

    @property
    def target_row(self) -> UnitRow:
        """The target's type."""
        return self.field.units.rows[self.t]


def in_turret(unit: Unit, code: str) -> Special | None:
    """Give the special ability of this code that stands inside the unit's turret (CE p.79, AS p.48)."""
    turret = unit.special("TUR")
    inside = turret.inside if turret is not None else ()
    return next((special for special in inside if special.code == code), None)


def missiles_loaded(question: AttackQuestion, kind: KindRow) -> str:
    """Name the munition that the missiles are loaded with, empty for the usual one.

    Fired as a special attack of its own, indirect fire with LRM is fire with a munition for them.
    """
    chosen = question.choice("munition")
    if isinstance(chosen, str) and chosen:
        return chosen
    is_loaded = kind.family == "indirect" and (question.special or "").upper() == "LRM"
    return "LRM" if is_loaded else ""


def missile_values(unit: Unit, code: str) -> DamageRow | None:
    """Give the values of missiles of this code, on the card or in its turret."""
    special = unit.special(code) or in_turret(unit, code)
    return None if special is None else special.values


def weapons_of(unit: Unit) -> tuple[Special, ...]:
    """Give the special abilities on the card, then those in the turret."""
    turret = unit.special("TUR")
    return (*unit.specials, *(turret.inside if turret is not None else ()))


def is_standard(weapon: Weapon) -> bool:
    """Are the weapons those of the printed damage, or of the turret?"""
    return weapon.code in ("", "TUR")


def arcs_of(unit: Unit, *, size_class: int, airborne: bool) -> tuple[str, ...]:
    """Name the arcs of a unit on the ground, none for one that has just the usual one (CE pp.64-65, AS p.96)."""
    if airborne:
        return ()
    if unit.type == SPHEROID:
        return (LEFT, RIGHT)
    if unit.type == AERODYNE:
        return (NOSE, LEFT, RIGHT)
    return (NOSE, RIGHT, AFT, LEFT) if unit.type == STRUCTURE or size_class >= VERY_LARGE else ()


def choose_weapon(
    unit: Unit, question: AttackQuestion, *, in_arc: bool, torpedo: bool
) -> tuple[Weapon, str | None]:
    """Choose what fires and through which arc; a turret serves when the target lies outside the unit's own arc.

    Source: CE pp.41, 78-79; AS p.48.
    """
    code = (question.special or "").upper()
    if not code and torpedo:
        code = "TOR"
    if not code and not in_arc and unit.has("TUR"):
        code = "TUR"
    special = unit.special(code) if code else None
    mounted = in_turret(unit, code) if code else None
    if mounted is not None and (special is None or not in_arc):
        return Weapon(code, mounted.values), "turret"
    damage = unit.damage if not code else special.values if special else None
    if code == "TUR":
        return Weapon(code, damage), "turret"
    if code == "REAR":
        # AS p.85: a building fires its rear weapons beside the others, though it looks all round.
        return Weapon(code, damage), None if in_arc and unit.type != ARMED_BUILDING else "rear-weapon"
    return Weapon(code, damage), "front" if in_arc else None


def bracket_at(at: Ruled, inches: float, *, underwater: bool) -> BracketRow | None:
    """Find the range bracket; limits are inclusive (CE p.43, AS p.37). None beyond the last one in use.

    Under water the limits are halved (CE p.44 note 2, AS p.37 note 5).
    """
    for row in at.edition.brackets.values():
        if row.option and not at.options.is_on(row.option):
            continue
        if inches <= (row.underwater if underwater else row.upto) + TOUCH:
            return row
    return None
