"""Which tables does an edition have, and what stands in a row of each?

One row type per table, and the edition that holds them. Numbers and words only; what is done with
them is a rule. Every row carries a label in our own words, the page, and how sure the figure is.

Longer than most modules: one row type a table, read side by side.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from typing import Annotated, get_args, get_origin, get_type_hints

from astrike.dataclass import dataclass
from astrike.model.explain import Citation
from astrike.model.terrain import Family
from astrike.rulebook.ability_rows import BonusRow, ChoiceRow
from astrike.rulebook.combat_rows import AltitudeRow, ArtilleryRow, KindRow, MunitionRow, NetRow, SystemRow
from astrike.rulebook.follow_up_rows import (
    AirCoverRow,
    CriticalColumn,
    CriticalEffectRow,
    CriticalRow,
    FollowUpRow,
    HeatRow,
    MinefieldRow,
    MotiveModifierRow,
    MotiveRow,
    SupportRow,
)
from astrike.rulebook.references import (
    AbilityKey,
    ArcKey,
    GoingKey,
    HazardKey,
    ModifierKey,
    MoverKey,
    MoverWith,
    OptionKey,
    Part,
    SurroundingsWord,
    TerrainKey,
    UnitKey,
    key_of,
    one_of,
)
from astrike.rulebook.row import RulebookRow, inner_field, subject_field, words_field
from astrike.rulebook.tags import keys_by_tag

OptionValue = str | int | float | bool | tuple[float, ...] | tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifierRow(RulebookRow):
    """A term of the Target Number: the letter it belongs to and its value (per point for counted ones)."""

    part: Part
    value: int = 0
    emits: str = subject_field("")
    """The key that answers carry when several rows are one modifier."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberRow(RulebookRow):
    """A measure or limit."""

    value: float = 0.0
    unit: str = subject_field("in")


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketRow(RulebookRow):
    """A range bracket: its inclusive upper limit, the limit under water and its modifier's key."""

    upto: float
    underwater: float = subject_field(0.0)
    modifier: ModifierKey
    option: OptionKey = subject_field("")
    """Only used when this option is on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitTypeRow(RulebookRow):
    """A type of unit: silhouette, base, groups, arc."""

    height: float = 0.0
    base: float = 0.0
    mech: bool = False
    infantry: bool = False
    vehicle: bool = False
    aerospace: bool = False
    tracks_heat: bool = False
    arc: ArcKey = "forward"
    always_front: bool = False
    cover: bool = False
    """May have partial cover when `cover.types` is `mechs`."""
    industrial: bool = False
    support: bool = False
    structure: bool = False
    """As a target as good as immobile whatever it does."""
    modifier: ModifierKey = ""
    """Key of the target type modifier."""
    criticals: CriticalColumn = ""
    """The column of the critical table; empty: takes no criticals."""
    bays: tuple[str, ...] = inner_field(())
    """Special abilities of a transport that are bays for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LargeRow(RulebookRow):
    """A large size class (LG, VLG, SLG): silhouette height and default base width by unit group."""

    mech: float = 0.0
    vehicle: float = 0.0
    base: float = 0.0
    """Default base width of vehicles."""
    mech_base: float = 0.0
    """Default base width of all but vehicles, unless the type has a wider one."""
    rank: int = 0
    blocks: Annotated[str, one_of("none", "smaller", "all")] = "none"
    """Whose sight it blocks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArcRow(RulebookRow):
    """A firing arc, in degrees around the facing."""

    degrees: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainRow(RulebookRow):
    """A kind of terrain: how it meets sight and which figures it defaults to."""

    family: Annotated[str, one_of(*Family)]
    height: float = 0.0
    limit: float = 0.0
    """See-through: inches that block."""
    modifier: ModifierKey = ""
    from_inches: float = 0.0
    """See-through: intervening inches from which the modifier counts (0: any)."""
    occupied: bool = True
    """See-through: does standing in it count for the target?"""
    whole_line: bool = False
    """See-through: does every inch of the line count for the modifier, also next to the units?"""
    grades: tuple[Annotated[str, one_of("light", "heavy", "ultra-heavy")], ...] = ()
    grade_height: tuple[float, ...] = ()
    grade_limit: tuple[float, ...] = ()
    grade_modifier: tuple[ModifierKey, ...] = ()
    advanced: bool = False
    """Grades count only with the advanced option of this kind."""
    mound: bool = False
    """Flat: is the ground higher there by the height that the file gives?"""
    hides: tuple[TerrainKey, ...] = ()
    """Kinds of terrain that nobody meets where this lies on them: one stands on the ice, not in the water."""
    plural: str = words_field("")
    """What several pieces are called, where that is not the label."""

    def problems(self) -> Iterator[str]:
        """Say which fields of the row do not go together."""
        for name in ("grade_height", "grade_limit", "grade_modifier"):
            given = len(getattr(self, name))
            if given and given != len(self.grades):
                yield f"{name} has {given} values; expected {len(self.grades)}, one a grade"


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingRow(RulebookRow):
    """A class of building."""

    cf: int
    absorbs_infantry: int
    absorbs: int
    capacity: int = subject_field(0)
    """Size that it carries."""
    collapse: int = 0
    """Damage of its collapse per 4 inches of height."""
    minimal: bool = False
    """Is that damage only minimal (`0*`)?"""
    unlimited: bool = subject_field(False)
    """Does it carry any load? No capacity is printed then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VisualRow(RulebookRow):
    """A row of the visual range table."""

    inches: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionRow(RulebookRow):
    """A condition of light, weather or wind; with the option on it changes Target Numbers."""

    kind: Annotated[str, one_of("light", "weather", "wind", "emi")]
    modifier: ModifierKey = ""
    """Row of the modifiers table; empty where it changes no Target Number."""
    lights_help: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TmmRow(RulebookRow):
    """Inches of available Move up to which this target movement modifier holds."""

    upto: float
    tmm: int


WaterPlace = Annotated[str, one_of("submerged", "partly", "surface", "outside")]
"""Where a unit is in the water or out of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WaterRow(RulebookRow):
    """May a unit in this place attack one in that place, or only with torpedoes?"""

    attacker: WaterPlace
    target: WaterPlace
    allowed: Annotated[str, one_of("yes", "no", "torpedo")]


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionRow(RulebookRow):
    """An option: its default, what it may be, and which step of the program uses it."""

    default: OptionValue
    values: tuple[str, ...] = ()
    """Allowed words, one or more in a list; empty: any value of the default's type within `low` and `high`."""
    formerly: tuple[str, ...] = ()
    """The word that each of these had in earlier versions, where it had one: tables that say it still open."""
    low: float = 0.0
    high: float = 360.0
    area: str = "sight"
    later: bool = False
    """Its rule arrives with a later version."""
    said: tuple[str, ...] = words_field(())
    """What each of the allowed words means to a player, in the same order."""

    def problems(self) -> Iterator[str]:
        """Say which fields of the row do not go together."""
        each = self.default if isinstance(self.default, tuple) else (self.default,)
        if self.low > self.high:
            yield f"low is {self.low:g}; expected at most high, which is {self.high:g}"
        elif any(type(value) is not bool and not self._is_allowed(value) for value in each):
            expected = ", ".join(self.values) or f"a number from {self.low:g} to {self.high:g}"
            yield f"default is {self.default!r}; expected {'one of ' if self.values else ''}{expected}"
        if len(self.formerly) > len(self.values):
            yield f"formerly has {len(self.formerly)} words; expected at most {len(self.values)}, one a value"
        if self.said and len(self.said) != len(self.values):
            yield f"said has {len(self.said)} texts; expected {len(self.values)}, one for each of its values"

    def _is_allowed(self, value: str | float) -> bool:
        if self.values:
            return value in self.values
        return isinstance(value, str) or self.low <= value <= self.high


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonRow(RulebookRow):
    """A reason for a refusal, a finding or a remark. Of several sentences that one is said whose facts are known."""

    refusal: tuple[str, ...] = words_field(())
    """Of movement: why not, in one sentence; the one that says most stands first."""
    rule: tuple[str, ...] = words_field(())
    """The rule in a few words, where the refusal alone does not say it."""
    because: str = words_field("")
    """Of movement: why not, in a few words behind a comma."""
    measured: tuple[str, ...] = words_field(())
    """What was measured or counted for a reason, and whom it is about."""
    finding: tuple[str, ...] = words_field(())
    """What was measured for a finding on a table; empty words where its label says it all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoverRow(RulebookRow):
    """A way to move (a mover): what a column of the movement cost table is about, and how it changes level."""

    codes: tuple[str, ...] = ()
    """Motive codes that move so; empty: by type alone."""
    types: tuple[UnitKey, ...] = subject_field(())
    """Types of unit that move so; empty: every type with one of the codes."""
    climb_price: float = 0.0
    """Inches of Move for an inch of height."""
    climb_limit: float = 0.0
    """Inches of height at most within `climb_window` inches of travel, or in one step."""
    climb_window: float = 0.0
    climb_prices: tuple[float, ...] = ()
    """Inches of Move for a level change of 1, 2, 3 ... inches, where a list stands instead of a price for each inch."""
    on_surface: bool = False
    """Rides on the surface of water."""
    facing_free: bool = True
    """Turns for nothing as far as it likes; else as `structure.turn` says."""
    does: str = words_field("")
    """What such a unit does that moves on the ground, behind its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementCostRow(RulebookRow):
    """What a kind of terrain costs whom: a row of the movement cost table.

    Keys are a terrain kind (`rough`), a kind and grade (`building.light`, `woods.heavy`), or a water band
    (`water.0`, `water.1`, `water.2`, with `depth_from`).
    """

    surcharge: float = 0.0
    """Inches of Move on top of every inch of travel."""
    movers: tuple[MoverKey, ...] = ()
    """Movers with a surcharge of their own, which `surcharges` gives in the same order."""
    surcharges: tuple[float, ...] = ()
    """The surcharges of the movers that `movers` names, in the same order."""
    barred: tuple[MoverKey, ...] = subject_field(())
    """Movers that may not enter."""
    opened_by: tuple[MoverWith, ...] = subject_field(())
    """Who may enter all the same, as `mover:CODE` (a special ability or, in brackets, a variant of the motive code)."""
    waived_by: tuple[MoverWith, ...] = ()
    """Who pays no surcharge all the same, in the same words."""
    large_cheaper: bool = False
    """Do large units pay less here? (`large.cheaper`)"""
    depth_from: float = subject_field(0.0)
    """Water: the least depth of this band."""
    option: OptionKey = subject_field("")
    """Only used when this option is on."""
    paved: bool = False
    bogs: bool = False
    bog_modifier: int = 0
    bog_movers: tuple[MoverKey, ...] = ()
    """Who can bog down here; empty: everyone that hazards.toml does not spare."""
    skids: bool = False
    hull_down: bool = False
    """Is who ends its move here hull down without a roll?"""
    hazard: HazardKey = ""
    """Key of the hazards table: what else happens to those who enter."""

    def problems(self) -> Iterator[str]:
        """Say which fields of the row do not go together."""
        if len(self.surcharges) != len(self.movers):
            yield f"surcharges has {len(self.surcharges)} values; expected {len(self.movers)}, one a mover"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveModeRow(RulebookRow):
    """A movement mode: the key is a word of the table file's `motion`."""

    movers: tuple[MoverKey, ...] = ()
    """Who may choose it; empty: everyone."""
    phrase: str = words_field("")
    """How it is called inside a sentence."""
    past: str = words_field("")
    """What a unit has done that counts as having moved so."""
    does: str = words_field("")
    """What a unit does that moves so, behind its name; empty: as its mover has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTermRow(RulebookRow):
    """A term of the cost of a move or of the Move available.

    Most inches come from other tables; what stands nowhere else has its `value` here.
    """

    value: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveEffectRow(RulebookRow):
    """What a condition of the table does to Move: inches added, or halves, for some movers or types."""

    when: SurroundingsWord
    """`atmosphere=thin`, `wind=1`, `gravity`, `heat=extreme`, ..."""
    inches: float = 0.0
    movers: tuple[MoverKey, ...] = ()
    types: tuple[UnitKey, ...] = ()
    """Types of unit that it concerns, beside `movers`; where neither is given, everyone."""
    codes: tuple[str, ...] = ()
    """It concerns only who uses a Move with one of these motive codes; empty: with any."""
    only: tuple[AbilityKey, ...] = ()
    """It concerns only who has one of these special abilities; empty: whoever has none, too."""
    unless: tuple[AbilityKey, ...] = ()
    """It does not concern who has one of these special abilities."""
    effect: Annotated[str, one_of("add", "at-most", "destroyed", "divide")] = "add"


@dataclass(frozen=True, slots=True, kw_only=True)
class HazardRow(RulebookRow):
    """A roll or damage that a move can bring about without being forbidden by it."""

    every: float = 0.0
    """Inches of travel after which it happens again; 0: once."""
    need: int = 0
    """The roll that brings it about or, for attempts, succeeds; 0: what it is rolled against lies elsewhere."""
    dice: int = 0
    """How many dice are rolled for it; 0: none."""
    modifier: int = 0
    damage: int = 0
    movers: tuple[MoverKey, ...] = ()
    """Who is exposed; empty: everyone."""
    spared: tuple[MoverKey, ...] = ()
    """Movers that never are."""
    measured: tuple[str, ...] = words_field(())
    """What was measured for it; the sentence that says most stands first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageTermRow(RulebookRow):
    """A term of the damage, by the name of the step that makes it; how many points, the step works out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AbilityRow(RulebookRow):
    """A special or pilot ability: whether today's answers use it."""

    applied: bool = False
    kind: Annotated[str, one_of("special", "pilot")] = "special"
    """`special` as printed on the card, or `pilot`."""
    inches: float = 0.0
    """Pilot: inches of Move that it adds."""
    sprint_inches: float = 0.0
    """Pilot: inches that it adds to a sprint instead of `inches`; 0: those."""
    paved: bool = False
    """Are these inches gained only when the whole move is paved or on ice?"""
    surcharge: float = 0.0
    """Change of the surcharge per inch in the terrain of `going`, never below nothing."""
    going: tuple[GoingKey, ...] = ()
    """Kinds of terrain in which it changes the surcharge."""
    opens: tuple[GoingKey, ...] = ()
    """Kinds of terrain that are open to it, at the price that `opened_factor` gives."""
    opened_factor: float = 0.0
    """Terrain that `opens` opens costs so many times what a 'Mech pays."""
    level_factor: float = 0.0
    """Factor on the price of level changes; 0: none."""
    level_price: float = 0.0
    """Change of the price of level changes, per inch of height."""
    climb_limit: float = 0.0
    """Inches of height at most, instead of its mover's; 0: no change."""
    movers: tuple[MoverKey, ...] = ()
    """Who can have it; empty: everyone that carries it."""
    types: tuple[UnitKey, ...] = ()
    """Types of unit that can have it; empty: all."""
    codes: tuple[str, ...] = ()
    """Only with one of these motive codes."""
    skid: int = 0
    """Change of the roll needed not to skid."""
    legs: str = inner_field("")
    """End of the keys of numbers that hold what so many legs change on a roll."""
    mark: str = inner_field("")
    """The mark that a hit with it leaves on the target."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionHead:
    """What an edition of any game system has beside its tables."""

    id: str
    name: str
    book: str
    """The book's short name, as it stands before every page."""
    digest: str
    """Changes with every value, word and page of the edition, and with nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition(EditionHead):
    """One edition of Alpha Strike, complete."""

    steps: tuple[str, ...]
    """All to-hit steps in the order of the ledger; which of them a kind of attack takes stands in its row."""
    damage_steps: tuple[Annotated[str, key_of("damage")], ...]
    """All steps of the damage, each a row of the damage table, in the order in which they change it."""
    modifiers: Mapping[str, ModifierRow]
    damage: Mapping[str, DamageTermRow]
    numbers: Mapping[str, NumberRow]
    brackets: Mapping[str, BracketRow]
    units: Mapping[str, UnitTypeRow]
    large: Mapping[str, LargeRow]
    arcs: Mapping[str, ArcRow]
    terrain: Mapping[str, TerrainRow]
    buildings: Mapping[str, BuildingRow]
    visual: Mapping[str, VisualRow]
    conditions: Mapping[str, ConditionRow]
    tmm: Mapping[str, TmmRow]
    water: Mapping[str, WaterRow]
    options: Mapping[str, OptionRow]
    reasons: Mapping[str, ReasonRow]
    abilities: Mapping[str, AbilityRow]
    movers: Mapping[str, MoverRow]
    going: Mapping[str, MovementCostRow]
    modes: Mapping[str, MoveModeRow]
    prices: Mapping[str, MoveTermRow]
    effects: Mapping[str, MoveEffectRow]
    hazards: Mapping[str, HazardRow]
    kinds: Mapping[str, KindRow]
    bonuses: Mapping[str, BonusRow]
    choices: Mapping[str, ChoiceRow]
    artillery: Mapping[str, ArtilleryRow]
    munitions: Mapping[str, MunitionRow]
    electronics: Mapping[str, SystemRow]
    nets: Mapping[str, NetRow]
    criticals: Mapping[str, CriticalRow]
    critical_effects: Mapping[str, CriticalEffectRow]
    follow_ups: Mapping[str, FollowUpRow]
    motive: Mapping[str, MotiveRow]
    motive_modifiers: Mapping[str, MotiveModifierRow]
    support: Mapping[str, SupportRow]
    air_cover: Mapping[str, AirCoverRow]
    minefields: Mapping[str, MinefieldRow]
    heat: Mapping[str, HeatRow]
    altitudes: Mapping[str, AltitudeRow]
    _by_tag: dict[str, tuple[str, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Sort the keys of rows by their tags once: attacks ask for them by the thousand."""
        object.__setattr__(self, "_by_tag", keys_by_tag(self._tables()))

    def _tables(self) -> Mapping[str, Mapping[str, RulebookRow]]:
        return {table: getattr(self, table) for table in TABLES}

    def number(self, key: str) -> float:
        """Give a measure or limit; the loader has checked that each one a rule asks for is there."""
        return self.numbers[key].value

    def tagged(self, tag: str) -> tuple[str, ...]:
        """Give the keys of the rows that have this tag, in the order of their table.

        >>> from astrike.rulebook.loader import load_edition
        >>> load_edition("ce-5.01").tagged("fuel-burning")
        ('EE', 'FC')
        """
        return self._by_tag[tag]

    def tmm_of(self, inches: float) -> int:
        """Look up the target movement modifier of an available Move; above the last row that of the last row."""
        rows = self.tmm.values()
        return next((row.tmm for row in rows if inches <= row.upto), max(row.tmm for row in rows))

    def steps_of(self, kind: str) -> tuple[str, ...]:
        """Give the to-hit steps that a kind of attack takes, in the order of the ledger."""
        return _in_order(self.steps, self.kinds[kind].steps)

    def damage_steps_of(self, kind: str) -> tuple[str, ...]:
        """Give the steps of the damage that a kind of attack takes, in the order in which they change it."""
        return _in_order(self.damage_steps, self.kinds[kind].damage_steps)


@lru_cache(maxsize=256)
def _in_order(every: tuple[str, ...], taken: tuple[str, ...]) -> tuple[str, ...]:
    """Give the steps that are taken, in the order of all."""
    return tuple(step for step in every if step in taken)


def tables_of(edition_type: type[EditionHead]) -> Mapping[str, type[RulebookRow]]:
    """Give the tables of a system's editions, each with the type of its rows."""
    found: dict[str, type[RulebookRow]] = {}
    for name, hint in get_type_hints(edition_type).items():
        arguments = get_args(hint)
        if get_origin(hint) is Mapping and issubclass(arguments[1], RulebookRow):
            found[name] = arguments[1]
    return found


TABLES: Mapping[str, type[RulebookRow]] = tables_of(Edition)


@dataclass(frozen=True, slots=True)
class EditionDifference:
    """Where two editions differ: table and key, both values, both pages."""

    table: str
    key: str
    a: str
    b: str
    a_cite: Citation | None = None
    """None where the edition has no such row, or where the difference stands in no row."""
    b_cite: Citation | None = None
    label: str = field(default="")

    @property
    def cites(self) -> tuple[Citation, ...]:
        """Give the pages there are, each with its printing once."""
        return tuple(dict.fromkeys(each for each in (self.a_cite, self.b_cite) if each is not None))
