"""How does it look as JSON what came of a roll, a fall or a collapse?"""

from typing import Final

from astrike.model.effect_answer import EffectAnswer, StateChange
from astrike.model.effect_limits import EFFECT_KINDS
from astrike.report.area.json import CAUGHT, DIE, POINTS_OR_DIE
from astrike.report.schema import (
    ASSUMED,
    CITED,
    EDITION,
    FACT,
    FLAG,
    MEASURED_FACTS,
    MODIFIER,
    OPTION_USED,
    REASON,
    TEXT,
    WHOLE,
    Json,
    JsonRecord,
    JsonShape,
    key,
    list_of,
    or_null,
    word,
)

_POINTS_OR_NULL: Final[JsonShape[int | str | None]] = JsonShape(
    {"anyOf": [POINTS_OR_DIE.schema, {"type": "null"}]}
)
_CHANGE: Final = JsonRecord[StateChange](
    "", key("unit", TEXT), key("at", TEXT), key("before", FACT), key("after", FACT), key("label", TEXT)
)
EFFECT: Final = JsonRecord[EffectAnswer](
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


def effect_json(answer: EffectAnswer) -> Json:
    """Give what comes of a roll on a table, a fall or a collapse."""
    return EFFECT.written(answer)
