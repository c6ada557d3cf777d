"""How do spotters, the choices of an attack and its outcome look as JSON?"""

from typing import Final

from astrike.model.combat import Choice, FollowUp, Odds, Outcome, SpotterAnswer
from astrike.report.answer_schema import (
    FACT,
    FLAG,
    INCHES,
    NUMBER,
    SHARE,
    TEXT,
    WHOLE,
    Record,
    key,
    list_of,
    or_null,
    word,
)
from astrike.report.json_parts import CITED, MEASURED_FACTS, MODIFIER, REASON

_SIGHT_STATE: Final = word("clear", "partial", "blocked")

SPOTTER: Final = Record[SpotterAnswer](
    "Spotter",
    key("unit", TEXT),
    key("allowed", FLAG, lambda each: not each.refusals),
    key("chosen", FLAG),
    key("target_number", or_null(WHOLE)),
    key("range", INCHES),
    key("sight", _SIGHT_STATE),
    key("tag", or_null(word("tag", "ltag")), lambda each: each.tag or None),
    key("modifiers", list_of(MODIFIER)),
    key("refusals", list_of(REASON)),
)
CHOICE: Final = Record[Choice](
    "Choice",
    key("key", TEXT),
    key("value", FACT),
    key("label", TEXT),
    *CITED,
    key("values", list_of(TEXT), when=lambda each: each.values),
    key("low", WHOLE, when=lambda each: each.low or each.high),
    key("high", WHOLE, when=lambda each: each.low or each.high),
    key("unit", or_null(TEXT), lambda each: each.whose or None),
    help="What the players decide about this attack.",
)
_ODDS: Final = Record[Odds]("", key("points", WHOLE), key("share", SHARE))
_FOLLOW_UP: Final = Record[FollowUp](
    "",
    key("key", TEXT),
    key("label", TEXT),
    *CITED,
    key("chance", or_null(SHARE)),
    key("need", or_null(WHOLE), lambda each: each.need or None),
    key("dice", WHOLE),
    key("modifier", WHOLE),
    key("table", or_null(TEXT), lambda each: each.table or None),
    MEASURED_FACTS,
)
OUTCOME: Final = Record[Outcome](
    "Outcome",
    key("on_hit", list_of(_ODDS), help="Damage of a hit; shares sum to one."),
    key("overall", list_of(_ODDS), help="The same with the chance to hit in it."),
    key("expected", NUMBER.with_schema(minimum=0)),
    key("rolls", WHOLE),
    key("hits", or_null(WHOLE)),
    key("dealt", or_null(WHOLE)),
    key("follow_ups", list_of(_FOLLOW_UP)),
    help="What an attack does in the end, and what may follow a hit.",
)
