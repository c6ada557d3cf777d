"""What does an answer about an impact hold as JSON?"""

from typing import Final

from astrike.model.battletech.answers import DueRoll
from astrike.model.battletech.impact import (
    MOST_GROUPS,
    OUTCOMES,
    SIDES,
    FacingAfterFall,
    ImpactAnswer,
    ImpactDamage,
    ImpactHit,
    ImpactMotive,
    ImpactRelocation,
    ImpactRoll,
    ImpactToHit,
    NeededDice,
    NeededOdds,
)
from astrike.report.battletech.json_parts import BATTLETECH_EDITION, CARD_KEYS, DUE_ROLL, LEDGER_ROW
from astrike.report.schema import (
    CITED,
    FLAG,
    SHARE,
    TEXT,
    WHOLE,
    JsonKey,
    JsonRecord,
    key,
    list_of,
    or_null,
    word,
)

HURT: Final = ("attacker", "target", "building", "rider")
TABLES: Final = ("full", "punch", "kick", "rear")


def table_of(lot: ImpactDamage) -> str:
    """Name the table that a lot is rolled on: the full one on the rear is called so.

    >>> from astrike.model.explain import Citation
    >>> table_of(ImpactDamage("attacker", "biped", "fall", "", 5, (5,), "full", "rear", (), Citation("base", None)))
    'rear'
    """
    return "rear" if lot.table == "full" and lot.column == "rear" else lot.table


HIT: Final = JsonRecord[ImpactHit](
    "ImpactHit",
    key("points", WHOLE),
    key("dice", list_of(WHOLE), help="Empty where they are still to be rolled."),
    key("column", or_null(word(*SIDES)), help="The side that is hit."),
    key("location", or_null(TEXT)),
    key("rear", FLAG, "is_rear", help="Taken off the armor of the rear."),
    key("critical", FLAG, "is_critical", help="With a critical chance."),
    key("motive", FLAG, "is_motive", help="With a motive roll of the vehicle."),
)
MOTIVE: Final = JsonRecord[ImpactMotive](
    "ImpactMotive",
    key("to", word(*HURT)),
    key("dice", list_of(WHOLE), help="Empty where they are still to be rolled."),
    key("modifiers", list_of(LEDGER_ROW)),
    key("total", or_null(WHOLE)),
    key("key", or_null(TEXT)),
    key("label", or_null(TEXT), help="What it does, in words; null until the dice are there."),
    *CITED,
    key("driving", WHOLE, help="Added to its driving rolls, each of three levels once."),
    key("cruise", WHOLE, help="Cruising MP, 0 or less."),
    key("halved", FLAG, "is_halved", help="Cruising MP are halved, rounded up."),
    key("immobile", FLAG, "is_immobile"),
)
DAMAGE: Final = JsonRecord[ImpactDamage](
    "ImpactDamage",
    key("to", word(*HURT)),
    key("total", WHOLE),
    key("groups", list_of(WHOLE)),
    key("table", word(*TABLES), table_of),
    key("column", or_null(word(*SIDES)), help="The side that is hit; null until a die says which."),
    key("cause", TEXT),
    key("label", TEXT),
    *CITED,
    key("ledger", list_of(LEDGER_ROW)),
    key("hits", list_of(HIT)),
)
TO_HIT: Final = JsonRecord[ImpactToHit](
    "ImpactToHit",
    key("target", WHOLE, help="The number needed on 2D6."),
    key("odds", SHARE),
    key("modifiers", list_of(LEDGER_ROW)),
    key("outcome", word(*OUTCOMES), help="Open counts as hit."),
)
RELOCATION: Final = JsonRecord[ImpactRelocation](
    "ImpactRelocation",
    key("to", word(*HURT)),
    key("key", TEXT),
    key("label", TEXT),
    *CITED,
    key(
        "hexsides",
        list_of(list_of(WHOLE)),
        help="Those to be tried first in front; of several the owner picks.",
    ),
)
ODDS: Final = JsonRecord[NeededOdds]("NeededOdds", key("result", TEXT), key("probability", SHARE))
NEEDED: Final = JsonRecord[NeededDice](
    "NeededDice",
    key("dice", WHOLE),
    key(
        "for",
        word(
            "to-hit", "collision", "basement", "facing", "location", "facing-of-group", "motive", "troopers"
        ),
        "key",
    ),
    key("number", WHOLE.with_schema(minimum=1, maximum=MOST_GROUPS)),
    key("odds", list_of(ODDS), help="Empty where another die comes first."),
)
FACING: Final = JsonRecord[FacingAfterFall](
    "FacingAfterFall",
    key("die", WHOLE),
    key("label", TEXT),
    key("turn", WHOLE, help="Hexsides clockwise."),
    key("facing", WHOLE),
    key("column", word(*SIDES)),
    *CITED,
)


def _of_roll(name: JsonKey[DueRoll]) -> JsonKey[ImpactRoll]:
    """Take a key of a roll from the roll inside."""
    return name.of(lambda each: name.take(each.roll))


ROLL: Final = JsonRecord[ImpactRoll](
    "ImpactRoll", key("to", word(*HURT)), *(_of_roll(each) for each in DUE_ROLL.keys)
)
IMPACT: Final = JsonRecord[ImpactAnswer](
    "ImpactAnswer",
    BATTLETECH_EDITION,
    key("kind", TEXT),
    key("damage", list_of(DAMAGE)),
    key("to_hit", or_null(TO_HIT)),
    key("rolls", list_of(ROLL)),
    key("moves", list_of(RELOCATION)),
    key("facing", or_null(FACING)),
    key("needs", list_of(NEEDED)),
    key("motives", list_of(MOTIVE), help="Motive rolls of vehicles, those of hits in front."),
    key("shooting", list_of(LEDGER_ROW), help="What changes for shooting in this turn."),
    key("hexes_left", WHOLE),
    *CARD_KEYS,
)
