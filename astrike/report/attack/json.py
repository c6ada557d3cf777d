"""How does the answer to an attack look as JSON: its number, spotters, choices and outcome?

The keys of the contract and their order, for commands, pages and programs. `margin` is null where nobody measured how
close an answer is to another one; in lists it only says whether it is too close to call.
"""

from collections.abc import Iterable
from typing import Final

from astrike.model.attack_answer import AttackAnswer, DamageTerm, SightAnswer, SightReport, WoodsParts
from astrike.model.attack_outcome import (
    Alternative,
    AttackChoice,
    AttackOutcome,
    FollowUp,
    PointsChance,
    SpotterAnswer,
)
from astrike.model.attack_question import KINDS
from astrike.model.margin import Margin, Margins
from astrike.report.area.json import BLAST
from astrike.report.rulings.margin_json import MARGIN_OR_CALL, MARGIN_OR_NULL, CloseCallState
from astrike.report.schema import (
    ASSUMED,
    CITED,
    EDITION,
    FACT,
    FLAG,
    INCHES,
    MEASURED_FACTS,
    MODIFIER,
    NUMBER,
    OPTION_USED,
    POINTS,
    POINTS_OR_NULL,
    REASON,
    SHARE,
    TEXT,
    WHOLE,
    Json,
    JsonRecord,
    JsonShape,
    beside,
    key,
    list_of,
    or_null,
    word,
)

_SIGHT_STATE: Final = word("clear", "partial", "blocked")

SPOTTER: Final = JsonRecord[SpotterAnswer](
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

CHOICE: Final = JsonRecord[AttackChoice](
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

_ODDS: Final = JsonRecord[PointsChance]("", key("points", WHOLE), key("share", SHARE))

_FOLLOW_UP: Final = JsonRecord[FollowUp](
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

OUTCOME: Final = JsonRecord[AttackOutcome](
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

_WOODS_PARTS: Final = JsonRecord[WoodsParts](
    "", key("attacker", INCHES), key("between", INCHES), key("target", INCHES)
)

SIGHT: Final = JsonRecord[SightAnswer](
    "Sight",
    key("state", word("clear", "partial", "blocked")),
    key("hidden", SHARE, help="Share of the target's silhouette behind solids."),
    key("cover", FLAG, help="Does the partial cover modifier apply?"),
    key("woods", INCHES, help="Intervening inches of woods and the like."),
    key("woods_parts", _WOODS_PARTS),
    key("by", list_of(TEXT), help="Ids of the pieces that matter."),
    key(
        "hexes",
        list_of(TEXT),
        help="On hexes the numbers of those in between.",
        when=lambda sight: sight.hexes,
    ),
)

DAMAGE_TERM: Final = JsonRecord[DamageTerm](
    "DamageTerm", key("key", TEXT), key("value", POINTS), key("label", TEXT), *CITED
)


def _rolls(answer: AttackAnswer) -> int:
    return answer.outcome.rolls if answer.outcome is not None else 1


DAMAGE: Final = JsonRecord[AttackAnswer](
    "Damage",
    key(
        "target",
        POINTS_OR_NULL,
        "damage.target",
        'Points, "0*", or null when the card does not say.',
    ),
    key("attacker_on_hit", WHOLE, "damage.attacker_on_hit"),
    key("attacker_on_miss", WHOLE, "damage.attacker_on_miss"),
    key("terms", list_of(DAMAGE_TERM), "damage.terms"),
    key("heat", WHOLE, "damage.heat", when=lambda each: each.damage.heat is not None),
    key("inner", POINTS, "damage.inner", when=lambda each: each.damage.inner is not None),
    key("outer", POINTS, "damage.outer", when=lambda each: each.damage.outer is not None),
    key("rolls", WHOLE, _rolls, when=lambda each: _rolls(each) > 1),
    key(
        "recoil_on_hit",
        list_of(DAMAGE_TERM),
        "damage.recoil_on_hit",
        when=lambda each: each.damage.recoil_on_hit,
    ),
    key(
        "recoil_on_miss",
        list_of(DAMAGE_TERM),
        "damage.recoil_on_miss",
        when=lambda each: each.damage.recoil_on_miss,
    ),
)

INSTEAD: Final = JsonRecord[Alternative](
    "Instead",
    key("kind", word(*KINDS)),
    key("special", or_null(TEXT)),
    key("weapon", or_null(TEXT)),
    key("target_number", WHOLE),
    key("probability", SHARE),
    key("damage", POINTS_OR_NULL),
    key("heat", or_null(WHOLE)),
    help="Another attack to ask about: its kind, or its special ability or weapon.",
)

ATTACK: Final = JsonRecord[AttackAnswer](
    "AttackAnswer",
    key("attacker", TEXT),
    key("target", TEXT, help="The id of a unit, or a point as x,y or x,y,z."),
    key("kind", word(*KINDS)),
    EDITION,
    key("allowed", FLAG),
    key("target_number", or_null(WHOLE), help="The plain sum of the modifiers."),
    key("probability", SHARE, help="The chance on 2D6; 0 when it is not allowed."),
    key("automatic", or_null(word("hit", "miss"))),
    key("range", INCHES),
    key("bracket", or_null(TEXT), help="Null out of reach."),
    key("sight", SIGHT),
    key("arc", or_null(word("front", "turret", "rear-weapon", "nose", "left", "right", "aft"))),
    key("direction", word("front", "rear")),
    key("damage", DAMAGE, lambda answer: answer),
    key(
        "modifiers",
        list_of(MODIFIER),
        lambda answer: answer.tally.modifiers if answer.allowed else (),
        "Empty when it is not allowed.",
    ),
    key("refusals", list_of(REASON)),
    key(
        "instead",
        list_of(INSTEAD),
        help="Where it is not allowed: what of the same card is, best odds first.",
    ),
    key("assumed", list_of(ASSUMED)),
    key("options_used", list_of(OPTION_USED)),
    beside("margin", MARGIN_OR_CALL, else_null=True),
    key("not_applied", list_of(TEXT), help="Abilities on the cards that changed nothing."),
    key("outcome", or_null(OUTCOME)),
    key("spotters", list_of(SPOTTER), help="The best first."),
    key("blast", or_null(BLAST)),
    key("choices", list_of(CHOICE)),
    key("tables", list_of(TEXT), help="Tables of the edition behind the answer."),
    key(
        "notes",
        list_of(REASON),
        help="What else is to be known, such as overheat that adds nothing; empty in lists.",
    ),
)

SIGHT_ANSWER: Final = JsonRecord[SightReport](
    "SightAnswer",
    key("attacker", TEXT),
    key("target", TEXT),
    key("range", INCHES),
    key("sight", SIGHT),
    key("reasons", list_of(REASON), "sight.reasons"),
    key("assumed", list_of(ASSUMED)),
    key("options_used", list_of(OPTION_USED)),
    beside("margin", MARGIN_OR_NULL, else_null=False),
)

_LISTED: Final[JsonShape[tuple[AttackAnswer, CloseCallState]]] = JsonShape(
    ATTACK.shape.schema, lambda pair: ATTACK.written(pair[0], margin=pair[1]), ATTACK.shape.records
)

MATRIX: Final = JsonRecord[Iterable[tuple[AttackAnswer, CloseCallState]]](
    "MatrixAnswer", key("pairs", list_of(_LISTED), lambda pairs: pairs)
)


def attack_json(answer: AttackAnswer, margins: Margins | None = None) -> Json:
    """Give one attack; a refused one has no Target Number and so no modifiers."""
    return ATTACK.written(answer, margin=margins)


def matrix_json(answers: Iterable[AttackAnswer], calls: Iterable[Margin | None], *, tolerance: float) -> Json:
    """Give many attacks, in their order, and which of them are too close to call."""
    return MATRIX.written(
        (answer, CloseCallState(call, tolerance)) for answer, call in zip(answers, calls, strict=True)
    )


def sight_json(report: SightReport, margins: Margins | None = None) -> Json:
    """Give line of sight from one unit to another; `reasons` says why it is blocked; `margin` where anybody looked."""
    return SIGHT_ANSWER.written(report) if margins is None else SIGHT_ANSWER.written(report, margin=margins)
