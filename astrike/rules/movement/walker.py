"""What about a unit does the price of terrain depend on, and on which of the table's options?

Which question: two units with the same walker pay the same and are barred by the same, so that what is worked out for
one is kept for both. Sources: CE pp.34, 85-93, 96-101.
"""

from dataclasses import dataclass, field
from functools import lru_cache

from astrike.rulebook.schema import Edition
from astrike.rules.battlefield import Field
from astrike.rules.motion import pilot_ids
from astrike.rules.options import Options

PRICE_OPTIONS = (
    "woods.advanced",
    "water.advanced",
    "water.im-depth-1",
    "water.infantry-needs-umu",
    "move.hover-in-woods",
    "move.wheeled-sv",
    "move.amp-water",
    "move.large-cheaper",
)
"""The options that change what terrain costs and bars."""


@dataclass(frozen=True, slots=True)
class Walker:
    """Everything about a unit that the price of terrain depends on."""

    mover: str
    """Key of the movers table."""
    abilities: frozenset[str] = frozenset()
    """Of its special abilities those that the cost table or its footnotes name."""
    variant: str = ""
    """In the brackets of its motive code: b, m."""
    is_large: bool = False
    is_support: bool = False
    skills: frozenset[str] = frozenset()
    """Keys of its abilities, of card or pilot, that change what a move costs or bars by themselves."""


def walker_of(field_: Field, i: int, mover: str, code: str = "", variant: str = "") -> Walker:
    """Say what the price of terrain depends on for a unit that moves as this row of the movers table."""
    unit = field_.units.units[i]
    codes = frozenset(special.code for special in unit.specials)
    said = codes.union(pilot_ids(unit))
    footnotes, skills = _abilities_named(Setting.of(field_))
    rows = (field_.edition.abilities[key] for key in said & skills)
    return Walker(
        mover=mover,
        abilities=codes & footnotes,
        variant=variant,
        is_large=field_.units.rank[i] > 0,
        is_support=field_.units.rows[i].support,
        skills=frozenset(
            row.key
            for row in rows
            if (not row.types or unit.type in row.types)
            and (not row.codes or code in row.codes)
            and (not row.movers or mover in row.movers)
        ),
    )


@dataclass(frozen=True, slots=True)
class Setting:
    """Edition and options, known by what of them the terrain depends on."""

    key: tuple[object, ...]
    edition: Edition = field(compare=False, repr=False)
    options: Options = field(compare=False, repr=False)

    @staticmethod
    def of(field_: Field) -> "Setting":
        """Give the setting of a table."""
        values = field_.options.values
        key = (field_.edition.id, field_.edition.digest, *[values[name] for name in PRICE_OPTIONS])
        return Setting(key, field_.edition, field_.options)


@lru_cache(maxsize=64)
def _abilities_named(setting: Setting) -> tuple[frozenset[str], frozenset[str]]:
    """Collect the special abilities that footnotes of the cost table name, and those with figures of their own."""
    rows = setting.edition.going.values()
    named = {word.partition(":")[2] for row in rows for word in (*row.opened_by, *row.waived_by)}
    skills = {
        row.key
        for row in setting.edition.abilities.values()
        if row.surcharge or row.opens or row.level_factor or row.level_price or row.climb_limit
    }
    return frozenset(name for name in named if not name.startswith("(")) | {"ORO"}, frozenset(skills)
