"""How does the check of a table look as JSON? What is wrong, what is in order, what was not checked, and figures.

For commands, pages and programs alike. `ok` says that no finding is an error, and never that a table is legal: it
meets a preset, on the points that were checked, within the tolerance. `open` is what the verdict says nothing about.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from astrike.model.legality import SEVERITIES, Figures, Finding, Legality, SkippedCheck
from astrike.report.schema import (
    CITED,
    FLAG,
    INCHES,
    MEASURED_FACTS,
    NUMBER,
    ON_TABLE,
    TEXT,
    Json,
    JsonRecord,
    JsonShape,
    coordinates,
    key,
    list_of,
    or_null,
    rounded,
    word,
)

_PLACE: Final = coordinates(2, 2, ON_TABLE)


def _plain(value: object) -> object:
    """Round whatever figures hold, however deep."""
    if isinstance(value, bool) or not isinstance(value, float | Mapping | list | tuple):
        return value
    if isinstance(value, float):
        return rounded(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value]


_FIGURES: Final[JsonShape[Figures]] = JsonShape({"type": "object"}, _plain)

FINDING: Final = JsonRecord[Finding](
    "Finding",
    key("key", TEXT),
    key("severity", word(*SEVERITIES)),
    key("label", TEXT),
    *CITED,
    key("where", or_null(_PLACE)),
    key("limit", or_null(NUMBER)),
    key("value", or_null(NUMBER)),
    key("bound", word("at-least", "at-most", ""), help="What the limit is."),
    key("tolerance", NUMBER, help="In the unit of the value."),
    key("unit", word("in", "share", "count", "degrees", "pv")),
    key("by", list_of(TEXT), help="The units and pieces concerned."),
    key("lines", list_of(list_of(_PLACE)), help="What to draw, in inches."),
    MEASURED_FACTS,
)
_PRESET: Final = JsonRecord[Legality](
    "",
    key("id", TEXT, "preset"),
    key("title", TEXT),
    key("confidence", word("high", "medium", "low")),
)
_SKIPPED: Final = JsonRecord[SkippedCheck](
    "", key("key", TEXT), key("label", TEXT), key("why", TEXT), help="What was not looked at."
)
_OPEN: Final = JsonRecord[SkippedCheck]("", *_SKIPPED.keys, help="What the verdict says nothing about.")
LEGAL: Final = JsonRecord[Legality](
    "Legal",
    key("ok", FLAG, lambda each: each.verdict != "error", "Is there no finding that is an error?"),
    key(
        "verdict",
        word("error", "close", "open", "pass"),
        help="`open`: too little could be checked to say anything.",
    ),
    key("preset", or_null(_PRESET), lambda each: each if each.preset else None),
    key("tolerance", INCHES),
    key(
        "findings",
        list_of(FINDING),
        lambda each: [found for found in each.findings if found.severity != "pass"],
        "Worst first.",
    ),
    key(
        "passed",
        list_of(FINDING),
        lambda each: [found for found in each.findings if found.severity == "pass"],
        "What was checked and is in order.",
    ),
    key("skipped", list_of(_SKIPPED)),
    key("open", list_of(_OPEN)),
    key("figures", _FIGURES, help="What was measured, by check."),
)
LEGAL_FILE: Final = JsonRecord[Any]("LegalFile", key("file", TEXT), *LEGAL.keys)
"""One of several: the same with the name of its file."""
_FILES: Final = JsonRecord[Any]("", key("files", list_of(LEGAL_FILE)), help="For several tables.")
LEGAL_OR_FILES: Final[JsonShape[Any]] = JsonShape(
    {"anyOf": [LEGAL.shape.schema, _FILES.shape.schema]}, None, (LEGAL, LEGAL_FILE)
)
"""What is answered about one, or about several; `files_json` makes it of what is JSON already."""


def legal_json(legality: Legality) -> Json:
    """Give what is wrong with a table, what is in order, what was not checked and why, and what was measured."""
    return LEGAL.written(legality)


def files_json(answers: Sequence[Json], files: Sequence[str]) -> Json:
    """Give the answer about one file as it is, those about several with the names of their files."""
    if len(answers) == 1:
        return answers[0]
    return {"files": [{"file": file, **answer} for file, answer in zip(files, answers, strict=True)]}
