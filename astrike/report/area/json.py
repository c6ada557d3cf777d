"""How does an area effect look as JSON?"""

from typing import Final

from astrike.model.area_answer import BlastAnswer, CaughtTarget
from astrike.model.dice import DiceRoll
from astrike.model.margin import Margins
from astrike.report.rulings.margin_json import MARGIN_OR_NULL
from astrike.report.schema import (
    ASSUMED,
    CITED,
    EDITION,
    FLAG,
    INCHES,
    MODIFIER,
    NUMBER,
    OPTION_USED,
    POINTS,
    REASON,
    TEXT,
    WHOLE,
    Json,
    JsonRecord,
    JsonShape,
    beside,
    coordinates,
    key,
    list_of,
    or_null,
    word,
)

POINTS_OR_DIE: Final[JsonShape[int | str]] = POINTS.with_schema(description='Points, or "0*": a die decides.')
_PLACE: Final = coordinates(3, 3)
DIE: Final = JsonRecord[DiceRoll](
    "Die",
    key("key", TEXT),
    key("label", TEXT),
    key("count", WHOLE),
    key("sides", WHOLE),
    key("fell", WHOLE),
    key("typed", FLAG),
)
CAUGHT: Final = JsonRecord[CaughtTarget](
    "Caught",
    key("unit", TEXT),
    key("distance", INCHES),
    key("damage", POINTS_OR_DIE),
    key("ring", word("inner", "outer")),
    key("close", FLAG),
    key("is_piece", FLAG),
    key("terms", list_of(MODIFIER)),
    key(
        "target_number",
        WHOLE,
        help="Where each is rolled for apart, as in strafing.",
        when=lambda each: each.target_number is not None,
    ),
)
BLAST: Final = JsonRecord[BlastAnswer](
    "BlastAnswer",
    key("weapon", TEXT),
    EDITION,
    key("poi", _PLACE),
    key("final", _PLACE, help="Where it lands."),
    key("bearing", or_null(NUMBER), help="Degrees in which it scattered."),
    key("inches", INCHES),
    key("inner", INCHES),
    key("outer", INCHES),
    key("dice", list_of(DIE)),
    key("hits", list_of(CAUGHT), "caught"),
    key("near", list_of(CAUGHT), help="Not caught, but within the table's tolerance."),
    key("notes", list_of(REASON)),
    key("label", TEXT),
    *CITED,
    key("assumed", list_of(ASSUMED)),
    key("options_used", list_of(OPTION_USED)),
    beside("margin", MARGIN_OR_NULL, else_null=False),
    key(
        "outline",
        list_of(coordinates(2, 2)),
        help="Corners of a strafed strip.",
        when=lambda each: each.outline,
    ),
)
BLAST.keys += (key("more", list_of(BLAST), help="The other bombs of a series.", when=lambda each: each.more),)


def blast_json(answer: BlastAnswer, margins: Margins | None = None) -> Json:
    """Give who is caught by an area effect, and how it came there; of a strip its corners, of a series every bomb."""
    return BLAST.written(answer) if margins is None else BLAST.written(answer, margin=margins)
