"""On what about a unit, and on which options of the table, does the cost of terrain depend?

Two units with the same mobility profile pay the same and are blocked by the same, so that what is worked out for one
is kept for both. Sources: CE pp.34, 85-93, 96-101.
"""

from dataclasses import field
from functools import lru_cache

from astrike.dataclass import dataclass
from astrike.model.unit import MOTIVE_CODES
from astrike.rulebook.schema import Edition
from astrike.rules.options import Options
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.mobility import FLIGHT, part_of
from astrike.rules.units.move_and_tmm import pilot_ids

COST_OPTIONS = (
    "woods.advanced",
    "water.advanced",
    "water.im-depth-1",
    "water.infantry-needs-umu",
    "move.hover-in-woods",
    "move.wheeled-sv",
    "move.amp-water",
    "move.large-cheaper",
)
"""The options that change what terrain costs and blocks."""


@dataclass(frozen=True, slots=True)
class MobilityProfile:
    """Everything about a unit that the cost of terrain depends on."""

    mover: str
    """Key of the movers table."""
    abilities: frozenset[str] = frozenset()
    """The unit's special abilities that the cost table or its footnotes name."""
    variant: str = ""
    """In the brackets of its motive code: b, m."""
    is_large: bool = False
    is_support: bool = False
    skills: frozenset[str] = frozenset()
    """Keys of its abilities, of card or pilot, that change what a move costs or blocks by themselves."""


def mobility_profile_of(
    prepared: PreparedTable, i: int, mover: str, code: str = "", variant: str = ""
) -> MobilityProfile:
    """Say what the cost of terrain depends on for a unit that moves as this row of the movers table."""
    unit = prepared.units.units[i]
    codes = frozenset(special.code for special in unit.specials)
    stated = codes.union(pilot_ids(unit))
    footnotes, skills = _abilities_named(CostSettings.of(prepared))
    rows = (prepared.edition.abilities[key] for key in stated & skills)
    return MobilityProfile(
        mover=mover,
        abilities=codes & footnotes,
        variant=variant,
        is_large=prepared.units.rank[i] > 0,
        is_support=prepared.units.rows[i].support,
        skills=frozenset(
            row.key
            for row in rows
            if (not row.types or unit.type in row.types)
            and (not row.codes or code in row.codes)
            and (not row.movers or mover in row.movers)
        ),
    )


@dataclass(frozen=True, slots=True)
class CostSettings:
    """Edition and options, known by what of them the terrain depends on."""

    key: tuple[object, ...]
    edition: Edition = field(compare=False, repr=False)
    options: Options = field(compare=False, repr=False)

    @staticmethod
    def of(prepared: PreparedTable) -> "CostSettings":
        """Give the setting of a table."""
        values = prepared.options.values
        key = (prepared.edition.id, prepared.edition.digest, *[values[name] for name in COST_OPTIONS])
        return CostSettings(key, prepared.edition, prepared.options)


@lru_cache(maxsize=64)
def _abilities_named(setting: CostSettings) -> tuple[frozenset[str], frozenset[str]]:
    """Collect the special abilities that footnotes of the cost table name, and those with figures of their own."""
    rows = setting.edition.going.values()
    named = {word.partition(":")[2] for row in rows for word in (*row.opened_by, *row.waived_by)}
    skills = {
        row.key
        for row in setting.edition.abilities.values()
        if row.surcharge or row.opens or row.level_factor or row.level_price or row.climb_limit
    }
    return frozenset(name for name in named if not name.startswith("(")) | {"ORO"}, frozenset(skills)


def usual_mode(prepared: PreparedTable, i: int, *, takes_off: bool = False) -> str:
    """Give the mode that fits a unit's card and state, where none is stated.

    In flight it flies, under water it dives; else as the table says it is moving, else on the ground. Who can neither
    walk nor drive does the one thing it can.
    """
    unit = prepared.units.units[i]
    if prepared.units.airborne[i] or takes_off:
        flying = next(
            (mode for mode in prepared.edition.tagged("low-flight") if part_of(unit, mode) is not None), None
        )
        if flying is not None:
            return flying
        if part_of(unit, FLIGHT) is not None:
            return FLIGHT
    if is_diving(prepared, i):
        return "submersible"
    is_under_way = unit.done is False and unit.motion not in ("unmoved", "flight")
    if is_under_way and part_of(unit, unit.motion) is not None:
        return unit.motion
    if part_of(unit, "ground") is not None or unit.move is None:
        return "ground"
    return next((mode for mode in MOTIVE_CODES if part_of(unit, mode) is not None), "ground")


def is_diving(prepared: PreparedTable, i: int) -> bool:
    """Is it under water and moves there as a submersible? (CE pp.35-36)"""
    is_under = "submerged" in prepared.units.units[i].state or prepared.units.of[i].submersion == "completely"
    return is_under and part_of(prepared.units.units[i], "submersible") is not None
