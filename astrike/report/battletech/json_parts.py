"""What do the answers of all cards hold as JSON: ledgers, rolls that are due, refusals, notes, options?"""

from typing import Any, Final

from astrike.model.battletech.answers import AUTOMATIC, MOMENTS, DueRoll, FailureEffect
from astrike.model.explain import Modifier
from astrike.report.schema import (
    CITED,
    MEASURED_FACTS,
    NUMBER,
    OPTION_USED,
    REASON,
    TEXT,
    WHOLE,
    JsonKey,
    JsonRecord,
    key,
    list_of,
    or_null,
    word,
)
from astrike.rulebook.battletech.loader import BATTLETECH_IDS

LEDGER_ROW: Final = JsonRecord[Modifier](
    "LedgerRow", key("key", TEXT), key("value", WHOLE), key("label", TEXT), *CITED, MEASURED_FACTS
)
FAILURE: Final = JsonRecord[FailureEffect](
    "FailureEffect",
    key("key", TEXT),
    key("label", TEXT),
    *CITED,
    key("damage", WHOLE),
    key("groups", list_of(WHOLE)),
    key("levels", WHOLE),
    key("target", or_null(WHOLE), help="The number on 2D6 of the roll that it brings about."),
    key("hexes", WHOLE),
)


DUE_ROLL: Final = JsonRecord[DueRoll](
    "DueRoll",
    key("event", TEXT),
    key("label", TEXT),
    key("target", or_null(WHOLE), help="The number needed on 2D6; null where no dice are rolled."),
    key("odds", or_null(NUMBER), help="The chance to succeed, from 0 to 1."),
    key("when", word(*MOMENTS)),
    key("automatic", or_null(word(*AUTOMATIC)), help="How it ends without dice."),
    key("modifiers", list_of(LEDGER_ROW)),
    key("on_failure", list_of(FAILURE)),
)
BATTLETECH_EDITION: Final[JsonKey[Any]] = key("edition", word(*BATTLETECH_IDS))
CARD_KEYS: Final[tuple[JsonKey[Any], ...]] = (
    key("refusals", list_of(REASON)),
    key("notes", list_of(REASON)),
    key("options_used", list_of(OPTION_USED)),
)
"""The last keys of every answer."""
