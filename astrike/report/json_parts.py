"""How do the parts that all answers share look as JSON? Terms, reasons, defaults, options, pages.

Inches and shares are rounded to four places in `report.answer_schema` and nowhere else.
"""

from collections.abc import Mapping
from typing import Any, Final

from astrike.model.explain import Assumed, Facts, Modifier, OptionUsed, Reason
from astrike.report.answer_schema import (
    FACT,
    TEXT,
    WHOLE,
    Key,
    Record,
    Shape,
    key,
    rounded,
    word,
)
from astrike.rulebook.loader import IDS

REF: Final[Key[Any]] = key(
    "ref",
    TEXT.with_schema(minLength=1),
    "cite.page",
    "Book and page, or the source of a preset; in words where there is no page.",
)
PAGE_OF: Final[Key[Any]] = key(
    "page_of",
    Shape({"type": ["string", "null"]}),
    "cite.page_of",
    "Id of the edition in whose printing the page was found; null where there is no page.",
)
CITED: Final = (REF, PAGE_OF)
"""The two keys of everything that cites a source."""

EDITION: Final[Key[Any]] = key("edition", word(*IDS))


def _rounded_facts(facts: Facts) -> Mapping[str, object]:
    return {name: rounded(value) if isinstance(value, float) else value for name, value in facts.items()}


FACTS: Final[Shape[Facts]] = Shape(
    {
        "type": "object",
        "description": "What was measured; absent when nothing was.",
        "additionalProperties": FACT.schema,
    },
    _rounded_facts,
)
MEASURED_FACTS: Final[Key[Any]] = key("facts", FACTS, when=lambda each: each.facts)
"""What was measured, where anything was."""

MODIFIER: Final = Record[Modifier](
    "Modifier",
    key("key", TEXT),
    key("part", word("S", "A", "T", "O", "R")),
    key("value", WHOLE),
    key("label", TEXT),
    *CITED,
    MEASURED_FACTS,
)
REASON: Final = Record[Reason](
    "Reason", key("key", TEXT), key("label", TEXT), *CITED, MEASURED_FACTS, help="One reason why not."
)
ASSUMED: Final = Record[Assumed]("Assumed", key("at", TEXT), key("value", FACT), key("label", TEXT))
OPTION_USED: Final = Record[OptionUsed]("OptionUsed", key("id", TEXT), key("value", FACT))
