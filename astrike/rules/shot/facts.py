"""Which plain facts make the Target Number, the damage and the refusals of one attack?

Facts may come from a table, from what players state, or from a hypothetical place; nothing here knows how anything is
measured.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field
from types import MappingProxyType
from typing import NamedTuple

from astrike.dataclass import dataclass
from astrike.model.attack_answer import SightAnswer
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.explain import Assumed, Reason
from astrike.model.movement import Waypoint
from astrike.model.table import AttackDeclaration, Conditions
from astrike.model.unit import Unit
from astrike.rulebook.ability_rows import BonusRow
from astrike.rulebook.combat_rows import AltitudeRow, KindRow, MunitionRow
from astrike.rulebook.schema import BracketRow, BuildingRow, Edition, NumberRow, TerrainRow, UnitTypeRow
from astrike.rules.options import Options, Ruled
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.units.move_and_tmm import CurrentMove
from astrike.rules.units.weapons import Weapon
from astrike.tolerance import TOUCH, is_touching


@dataclass(frozen=True, slots=True)
class SeeThroughKind:
    """One kind of see-through terrain as lines meet it: inches that block, and the modifier's row."""

    key: str
    limit: float
    modifier: str
    from_inches: float
    counts_when_occupied: bool
    whole_line: bool


def grade_in(row: TerrainRow, grade: str | None, *, advanced: bool) -> int | None:
    """Give the place of a grade among those of a kind of terrain; those of woods count only with an option."""
    return row.grades.index(grade) if grade in row.grades and (advanced or not row.advanced) else None


def see_through_kind(row: TerrainRow, grade: str | None, *, advanced: bool) -> SeeThroughKind:
    """Give see-through terrain of a kind and a grade as lines meet it."""
    at = grade_in(row, grade, advanced=advanced)
    return SeeThroughKind(
        key=row.key if at is None else f"{row.key}.{grade}",
        limit=row.limit if at is None else row.grade_limit[at],
        modifier=row.modifier if at is None else row.grade_modifier[at],
        from_inches=row.from_inches,
        counts_when_occupied=row.occupied,
        whole_line=row.whole_line,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Circumstances:
    """What is the same for every attack at one table."""

    edition: Edition
    options: Options
    conditions: Conditions
    environment: str = "daylight"
    see_through: tuple[SeeThroughKind, ...] = ()
    """The kinds of see-through terrain on the table; lines and units name them by their place in this row."""
    declarations: tuple[AttackDeclaration, ...] = ()
    """Physical attacks that have been declared this turn."""
    has_moved: bool = False
    """Is the Movement Phase of a played table over, with which declarations of physical attacks end?"""
    radii: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Inches of each radius of a template, by the option that names it."""
    contact_within: float = -1.0
    """Inches within which everything is in contact; less than 0 where only what touches is."""
    contact_weapons: NumberRow | None = None
    """The row that says whether units in contact may use their weapons; None where nobody but infantry may."""
    height_decides_contact: bool = True
    """May the height between two bases that touch decide whether they are in contact?"""


@dataclass(frozen=True, slots=True, eq=False)
class Combatant:
    """One of the two units of an attack: its card and state, and where it is."""

    unit: Unit
    row: UnitTypeRow
    motion: CurrentMove
    size_class: int = 0
    """Rank of its size class; 0 for what is not Large."""
    airborne: bool = False
    flies: bool = False
    """Is it in flight as aerospace units are?"""
    submersion: str = "none"
    woods: frozenset[int] = frozenset()
    """The kinds of see-through terrain that it stands in."""
    in_fields: bool = False
    """Does it stand in planted fields?"""
    carries_armor: bool = False
    """Does battle armor ride on the outside of it?"""
    z: float = 0.0
    """Inches from the table's surface to the underside of its base."""
    inside: str | None = None
    """Id of the piece that it is inside of."""
    building: BuildingRow | None = None
    """Class of the building around it."""
    altitude: AltitudeRow | None = None
    """Row of the altitude that its flight path has."""
    is_many_armed: bool = False
    """Does it attack through several arcs?"""
    is_jammed_pod: bool = False
    """Is it a virtual reality pod that hostile ECM keeps from firing?"""
    is_lost_drone: bool = False
    """Is it a drone without its control link?"""

    @property
    def is_airborne_craft(self) -> bool:
        """Is it an aerospace unit in flight? (CE p.47, AS p.37 note 8)"""
        return self.row.aerospace and (self.airborne or self.unit.flight is not None)

    @property
    def flies_by_rotor(self) -> bool:
        """Is it a VTOL in flight, or battle armor that moves as one? (CE pp.174, 181)"""
        codes = self.unit.move.codes if self.unit.move is not None else frozenset()
        return self.airborne and "v" in codes and not self.flies

    @property
    def is_conventional(self) -> bool:
        """Is it infantry without battle armor?"""
        return self.row.infantry and self.unit.type != "BA"


class LentRange(NamedTuple):
    """The range of a friend that counts in place of the attacker's own."""

    network: str
    """Id of the network that links the two."""
    lender: str
    range: float
    bracket: BracketRow


@dataclass(frozen=True, slots=True)
class SpotterFacts:
    """Who looks at the target in the attacker's place, in indirect fire and artillery (CE p.41, AS p.35)."""

    name: str
    """Id of a unit, or of a sensor."""
    line: MeasuredLine
    """The line from the spotter to the target."""
    sight: SightAnswer
    """What the spotter sees of the target."""
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
    """The spotter's card, None for a sensor."""
    has_probe: bool = False
    """Whether an active probe of the spotter works."""


@dataclass(frozen=True, slots=True)
class ContactMove:
    """How a charge or Death From Above gets into contact, where it is not yet (CE p.46, AS p.43)."""

    way: tuple[Waypoint, ...]
    """Points that the centre goes to."""
    inches: float
    """Length of the way from the start."""
    reasons: tuple[Reason, ...] = ()
    """Why it does not get there; empty when it does, and everything is measured from there."""
    options: tuple[str, ...] = ()


class Shot(NamedTuple):
    """One attack: who, whom, with what, over what."""

    circumstances: Circumstances
    attacker: Combatant
    target: Combatant
    question: AttackQuestion
    range: float
    """Inches that count as the range."""
    bracket: BracketRow | None
    sight: SightAnswer
    """What the attacker, or whoever spots for it, sees."""
    line: MeasuredLine
    """From the attacker to the target."""
    view: MeasuredLine
    """The line along which terrain counts: that of whoever spots, else the attacker's."""
    weapon: Weapon
    arc: str | None = "front"
    direction: str = "front"
    """From where it strikes the target: `front` or `rear`."""
    underwater: bool = False
    in_arc: bool = True
    """Does the target lie in the attacker's own arc?"""
    own_sight: SightAnswer | None = None
    """What the attacker itself sees where another spots for it; None: the same as `sight`."""
    viewer_woods: frozenset[int] = frozenset()
    """The kinds of see-through terrain that the attacker, or whoever spots for it, stands in."""
    aim: TablePoint | None = None
    """The point that is aimed at; `target` then stands for what lies there."""
    spotting: SpotterFacts | None = None
    munition: MunitionRow | None = None
    """The special munition of an artillery weapon; None for plain shells."""
    lent: LentRange | None = None
    bonuses: tuple[BonusRow, ...] = ()
    """Rows of abilities, munitions and choices that count in this attack."""
    shields: tuple[tuple[str, str], ...] = ()
    """Units that stand between as cover, each with the row of the bonuses table that it brings."""
    sharing: tuple[str, ...] = ()
    """Options about networks that decided which range counts, or what it does."""
    is_guided: bool = False
    """Does a beacon on the target guide the attack?"""
    is_watched: bool = False
    """Does a friend see a target beyond the ground limit, and has it in sensor range?"""
    approach: ContactMove | None = None
    """The move into contact that is asked for; None where the bases touch already, and where none is needed."""
    obstacles: tuple[Reason, ...] = ()
    """What at the place forbids just this kind of attack, beside what the other facts forbid."""

    @property
    def kind(self) -> KindRow:
        """The kind of attack."""
        return self.circumstances.edition.kinds[self.question.kind]


def bracket_at(at: Ruled, inches: float, *, underwater: bool) -> BracketRow | None:
    """Find the range bracket; limits are inclusive (CE p.43, AS p.37). None beyond the last one in use.

    Under water the limits are halved (CE p.44 note 2, AS p.37 note 5).
    """
    for row in brackets_in_use(at):
        if inches <= (row.underwater if underwater else row.upto) + TOUCH:
            return row
    return None


def brackets_in_use(at: Ruled) -> Iterator[BracketRow]:
    """Give the range brackets of this table, the shortest first."""
    for row in at.edition.brackets.values():
        if not row.option or at.options.is_on(row.option):
            yield row


def takes_cover(unit: Unit, row: UnitTypeRow, *, all_types: bool) -> bool:
    """May this unit be in partial cover? One that is hull down has what that gives it (CE pp.38, 43)."""
    return "hull-down" not in unit.state and (row.cover or all_types)


def height_between_bases(shot: Shot) -> float:
    """Give the inches of height between the undersides of the two bases."""
    return abs(shot.attacker.z - shot.target.z)


def touches_at_another_height(shot: Shot) -> bool:
    """Do two bases on the ground touch in plan, with a height between them that decides whether that is contact?"""
    return (
        shot.circumstances.height_decides_contact
        and is_touching(shot.line.range)
        and not (shot.attacker.airborne or shot.target.airborne)
        and height_between_bases(shot) > TOUCH
    )


def bracket_points(edition: Edition, bracket: BracketRow) -> int:
    """Give what a bracket adds to the Target Number."""
    return edition.modifiers[bracket.modifier].value
