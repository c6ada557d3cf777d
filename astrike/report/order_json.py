"""How does the order of a turn look as JSON?"""

from typing import Final

from astrike.model.order import PARTS, Next, OrderAnswer, Resting, Share, Step
from astrike.report.answer_schema import TEXT, WHOLE, Json, Record, key, list_of, or_null, word
from astrike.report.json_parts import EDITION, OPTION_USED, REASON

_SHARE: Final = Record[Share]("", key("side", TEXT), key("count", WHOLE), key("left", WHOLE))
_STEP: Final = Record[Step]("", key("part", word(*PARTS)), key("shares", list_of(_SHARE)))
_NEXT: Final = Record[Next](
    "", key("side", TEXT), key("part", word(*PARTS)), key("count", WHOLE), key("units", list_of(TEXT))
)
_RESTING: Final = Record[Resting]("", key("unit", TEXT), key("reasons", list_of(REASON)))
ORDER: Final = Record[OrderAnswer](
    "OrderAnswer",
    EDITION,
    key("sides", list_of(TEXT)),
    key("group", WHOLE, help="How many units move as one."),
    key("steps", list_of(_STEP)),
    key("done", WHOLE, help="How many steps are over."),
    key("next", or_null(_NEXT)),
    key("resting", list_of(_RESTING)),
    key("rules", list_of(REASON)),
    key("options_used", list_of(OPTION_USED)),
    help="In which order units move.",
)


def order_json(answer: OrderAnswer) -> Json:
    """Give every step, who has no move, and whose move it is."""
    return ORDER.written(answer)
