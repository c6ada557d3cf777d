"""What does the answer about piloting rolls hold as JSON?"""

from typing import Final

from astrike.model.battletech.rolls import RollAnswer, RollResult
from astrike.report.battletech.json_parts import BATTLETECH_EDITION, CARD_KEYS, DUE_ROLL
from astrike.report.schema import TEXT, WHOLE, JsonRecord, key, list_of, or_null, word

ROLL_RESULT: Final = JsonRecord[RollResult](
    "RollResult",
    key("event", TEXT),
    key("rolled", or_null(WHOLE), help="The sum of the dice; null where none were needed."),
    key("outcome", word("succeeds", "fails", "lapses")),
    key("margin", or_null(WHOLE), help="By how much; below 0 where it failed."),
)
ROLL_ANSWER: Final = JsonRecord[RollAnswer](
    "RollAnswer",
    BATTLETECH_EDITION,
    key("consciousness", list_of(DUE_ROLL), help="Rolls to stay awake, which come first."),
    key("rolls", list_of(DUE_ROLL), help="The other rolls, in the order in which they are made."),
    key("results", list_of(ROLL_RESULT), help="How they ended with the dice of the question."),
    key("needs", or_null(TEXT), help="The event whose roll needs dice next."),
    *CARD_KEYS,
)
