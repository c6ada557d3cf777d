"""How do spotters, area effects, networks, outcomes and effects look as JSON?"""

from typing import Final

from astrike.model.combat import (
    BlastAnswer,
    Bubble,
    Caught,
    Change,
    Choice,
    EffectAnswer,
    FollowUp,
    MemberAnswer,
    NetworkAnswer,
    NetworksAnswer,
    Odds,
    Outcome,
    SpotterAnswer,
)
from astrike.model.dice import Die
from astrike.model.effects import EFFECT_KINDS
from astrike.model.margin import Margins
from astrike.report.answer_schema import (
    FACT,
    FLAG,
    INCHES,
    NUMBER,
    POINTS,
    SHARE,
    TEXT,
    WHOLE,
    Json,
    Record,
    Shape,
    beside,
    coordinates,
    key,
    list_of,
    or_null,
    word,
)
from astrike.report.json_parts import (
    ASSUMED,
    CITED,
    EDITION,
    MEASURED_FACTS,
    MODIFIER,
    OPTION_USED,
    REASON,
)
from astrike.report.margin_json import MARGIN_OR_NULL

_POINTS: Final[Shape[int | str]] = POINTS.with_schema(description='Points, or "0*": a die decides.')
_POINTS_OR_NULL: Final[Shape[int | str | None]] = Shape({"anyOf": [_POINTS.schema, {"type": "null"}]})
_PLACE: Final = coordinates(3, 3)
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
DIE: Final = Record[Die](
    "Die",
    key("key", TEXT),
    key("label", TEXT),
    key("count", WHOLE),
    key("sides", WHOLE),
    key("fell", WHOLE),
    key("typed", FLAG),
)
CAUGHT: Final = Record[Caught](
    "Caught",
    key("unit", TEXT),
    key("distance", INCHES),
    key("damage", _POINTS),
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

BLAST: Final = Record[BlastAnswer](
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
_MEMBER: Final = Record[MemberAnswer](
    "", key("unit", TEXT), key("role", TEXT), key("on", FLAG), key("reasons", list_of(REASON))
)
NETWORK: Final = Record[NetworkAnswer](
    "Network",
    key("id", TEXT),
    key("type", TEXT),
    key("label", TEXT),
    *CITED,
    key("on", FLAG),
    key("members", list_of(_MEMBER)),
    key("findings", list_of(REASON)),
)
BUBBLE: Final = Record[Bubble](
    "Bubble",
    key("unit", TEXT),
    key("code", TEXT),
    key("kind", word("ecm", "eccm", "probe", "tag")),
    key("label", TEXT),
    *CITED,
    key("radius", INCHES),
    key("measured_from", word("edge", "centre")),
    key("count", WHOLE),
    key("hidden", INCHES),
    key("side", or_null(TEXT)),
    key("on", FLAG),
    key("reasons", list_of(REASON)),
)
NETWORKS: Final = Record[NetworksAnswer](
    "NetworksAnswer",
    EDITION,
    key("networks", list_of(NETWORK)),
    key("bubbles", list_of(BUBBLE)),
    key("options_used", list_of(OPTION_USED)),
)
_CHANGE: Final = Record[Change](
    "", key("unit", TEXT), key("at", TEXT), key("before", FACT), key("after", FACT), key("label", TEXT)
)
EFFECT: Final = Record[EffectAnswer](
    "EffectAnswer",
    key("kind", word(*EFFECT_KINDS)),
    key("unit", TEXT),
    EDITION,
    key("allowed", FLAG, lambda each: not each.refusals),
    key("result", TEXT),
    key("label", TEXT),
    *CITED,
    key("total", or_null(WHOLE)),
    key("success", or_null(FLAG)),
    key("damage", _POINTS_OR_NULL),
    key("terms", list_of(MODIFIER)),
    key("dice", list_of(DIE)),
    key("changes", list_of(_CHANGE)),
    key("hits", list_of(CAUGHT), "caught"),
    key("notes", list_of(REASON)),
    key("refusals", list_of(REASON)),
    key("tables", list_of(TEXT)),
    key("assumed", list_of(ASSUMED)),
    key("options_used", list_of(OPTION_USED)),
    MEASURED_FACTS,
)


def blast_json(answer: BlastAnswer, margins: Margins | None = None) -> Json:
    """Give who is caught by an area effect, and how it came there; of a strip its corners, of a series every bomb."""
    return BLAST.written(answer) if margins is None else BLAST.written(answer, margin=margins)


def networks_json(answer: NetworksAnswer) -> Json:
    """Give every network with its members, and every electronic field."""
    return NETWORKS.written(answer)


def effect_json(answer: EffectAnswer) -> Json:
    """Give what comes of a roll on a table, a fall or a collapse."""
    return EFFECT.written(answer)
