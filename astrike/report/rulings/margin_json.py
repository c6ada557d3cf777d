"""How does it look as JSON by how much an answer holds?"""

from typing import Final

from astrike.dataclass import dataclass
from astrike.model.margin import (
    ASPECTS,
    UNMEASURED,
    HiddenShare,
    Margin,
    Margins,
    SearchedAround,
    Unmeasured,
    VerdictParts,
)
from astrike.report.rulings.margins import NOT_MEASURED
from astrike.report.schema import (
    FACTS,
    FLAG,
    INCHES,
    ON_TABLE,
    POINTS_OR_NULL,
    SHARE,
    STATED,
    TEXT,
    WHOLE,
    Json,
    JsonRecord,
    JsonShape,
    coordinates,
    key,
    list_of,
    or_null,
    word,
)

_OF: Final = word(*ASPECTS)
_TOWARD: Final = coordinates(2, 2, ON_TABLE).with_schema(
    description="Direction of the displacement, of length 1."
)

WOULD_BE: Final = JsonRecord[VerdictParts](
    "WouldBe",
    key("allowed", FLAG),
    key("target_number", or_null(WHOLE)),
    key("probability", SHARE),
    key("bracket", or_null(TEXT)),
    key("state", TEXT),
    key("cover", FLAG),
    key("arc", or_null(TEXT)),
    key("direction", TEXT),
    key("ring", or_null(word("inner", "outer"))),
    key("damage", POINTS_OR_NULL),
    key("reasons", list_of(TEXT)),
    help="What the answer would be.",
)
UNIT_MARGIN: Final = JsonRecord[Margin](
    "UnitMargin",
    key("unit", TEXT),
    key("of", _OF),
    key("inches", INCHES),
    key("toward", _TOWARD),
    key("becomes", WOULD_BE),
    key("facts", FACTS),
)
_SEARCHED: Final = JsonRecord[SearchedAround]("", key("unit", TEXT), key("inches", STATED))
_UNMEASURED: Final = JsonRecord[Unmeasured](
    "",
    key("unit", or_null(TEXT)),
    key("key", word(*UNMEASURED), "why"),
    key("label", TEXT, lambda each: NOT_MEASURED[each.why] % {"unit": each.unit}),
)
_HIDDEN: Final = JsonRecord[HiddenShare](
    "",
    key("share", SHARE),
    key("to_third", ON_TABLE, help="Above 0 beyond it."),
    key("to_two_thirds", ON_TABLE),
)
MARGIN: Final = JsonRecord[Margins](
    "Margin",
    key(
        "inches",
        or_null(INCHES),
        lambda each: None if each.least is None else each.least.inches,
        "The smallest displacement of one base that was found to change the answer; null: none was found as far as "
        "was looked, see `holds`, or nothing is measured, see `unmeasured`.",
    ),
    key("of", or_null(_OF), lambda each: None if each.least is None else each.least.of),
    key("close", FLAG, help="Within the table's tolerance: too close to call?"),
    key(
        "unit",
        or_null(TEXT),
        lambda each: None if each.least is None else each.least.unit,
        "Whose base, or `point`.",
    ),
    key("toward", or_null(_TOWARD), lambda each: None if each.least is None else each.least.toward),
    key("becomes", or_null(WOULD_BE), lambda each: None if each.least is None else each.least.becomes),
    key("holds", INCHES, help="Within so many inches of any base the answer is certainly the same."),
    key(
        "beyond",
        STATED,
        help="So far was looked around every base that can be off; 0: none can.",
    ),
    key("looked", list_of(_SEARCHED), "searched", help="How far was looked around each."),
    key(
        "unmeasured",
        list_of(_UNMEASURED),
        help="Bases that cannot be off, and why; without a unit no base can.",
    ),
    key("tolerance", STATED),
    key("units", list_of(UNIT_MARGIN), help="The smallest of each unit."),
    key(
        "aspects",
        list_of(UNIT_MARGIN),
        help="The smallest that changes each aspect, be the answer the same.",
    ),
    key("hidden", or_null(_HIDDEN)),
    help="How far an answer holds.",
)


@dataclass(frozen=True, slots=True)
class CloseCallState:
    """What is said about the margin of an attack in a list."""

    margin: Margin | None
    """What changes the answer within the tolerance; None: nothing."""
    tolerance: float


CLOSE_CALL: Final = JsonRecord[CloseCallState](
    "CloseCall",
    key("inches", JsonShape({"type": "null"}), lambda _: None),
    key("of", or_null(_OF), lambda call: None if call.margin is None else call.margin.of),
    key(
        "close",
        FLAG,
        lambda call: call.margin is not None,
        "The same as in the margin of the attack alone.",
    ),
    key("unit", or_null(TEXT), lambda call: None if call.margin is None else call.margin.unit),
    key("becomes", or_null(WOULD_BE), lambda call: None if call.margin is None else call.margin.becomes),
    key("tolerance", STATED),
    help="In lists: is the answer too close to call? How far it holds, an attack alone says.",
)


def margin_json(margins: Margins | None) -> Json | None:
    """Give how far an answer holds, or why nothing was measured; nothing where nobody asked."""
    if margins is None or not (margins.beyond or margins.unmeasured):
        return None
    return MARGIN.written(margins)


def call_json(call: Margin | None, *, tolerance: float) -> Json:
    """Say of an attack in a list whether it is too close to call; by how much exactly, only an attack alone tells."""
    return CLOSE_CALL.written(CloseCallState(call, tolerance))


def _margin_or_call(margin: Margins | CloseCallState | None) -> Json | None:
    return CLOSE_CALL.written(margin) if isinstance(margin, CloseCallState) else margin_json(margin)


MARGIN_OR_NULL: Final[JsonShape[Margins | None]] = JsonShape(or_null(MARGIN).schema, margin_json, (MARGIN,))
MARGIN_OR_CALL: Final[JsonShape[Margins | CloseCallState | None]] = JsonShape(
    {"anyOf": [MARGIN.shape.schema, CLOSE_CALL.shape.schema, {"type": "null"}]},
    _margin_or_call,
    (MARGIN, CLOSE_CALL),
)
