"""The schemas of questions about whole tables, and of their answers."""

from astrike.model.legality import SEVERITIES
from astrike.presets.checking import WIDEST_BASE
from astrike.presets.loader import IDS
from astrike.web.asking.legal import MOST_TABLES, NARROWEST_BASE, WIDEST_TOLERANCE
from astrike.web.openapi.words import (
    CITED,
    FACTS,
    FLAG,
    INCHES,
    NUMBER,
    SETTINGS,
    TEXT,
    Json,
    list_of,
    or_null,
    question,
    record,
    ref,
    words,
)

_PLACE: Json = {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}


def legal_questions() -> Json:
    """Describe what can be asked."""
    table = ref("Table")
    legal: Json = {
        "tables": {"type": "array", "items": table, "minItems": 1, "maxItems": MOST_TABLES},
        "profile": {
            "anyOf": [{"enum": list(IDS)}, {"type": "object"}, {"type": "null"}],
            "description": "The preset of an event by its id, or one of your own; else the default.",
        },
        "tolerance": or_null({"type": "number", "minimum": 0, "maximum": WIDEST_TOLERANCE}),
        "base": or_null({"type": "number", "minimum": NARROWEST_BASE, "maximum": WIDEST_BASE}),
        "pack": {"anyOf": [table, {"type": "null"}], "description": "What the pieces have to lie like."},
    }
    return {
        "LegalQuestion": question({**legal, **SETTINGS}, ("tables",)),
        "ListQuestion": question(
            {
                "rosters": {**_rosters(1), "description": "Lists; a table has one for each of its sides."},
                "profile": legal["profile"],
                "cards": or_null(
                    {**_rosters(0), "description": "Rosters with the cards of what is known by its id."}
                ),
            },
            ("rosters",),
        ),
    }


def legal_answers() -> Json:
    """Describe what is answered."""
    return {
        "LegalAnswer": {
            "anyOf": [
                ref("Legal"),
                record({"files": list_of(ref("LegalFile"))}, description="For several tables."),
            ]
        },
        "ListAnswer": ref("LegalAnswer"),
        "Legal": _legal({}),
        "LegalFile": _legal({"file": TEXT}),
        "Finding": record(
            {
                "key": TEXT,
                "severity": words(*SEVERITIES),
                "label": TEXT,
                **CITED,
                "where": or_null(_PLACE),
                "limit": or_null({"type": "number"}),
                "value": or_null({"type": "number"}),
                "bound": {**words("at-least", "at-most", ""), "description": "What the limit is."},
                "tolerance": {"type": "number", "description": "In the unit of the value."},
                "unit": words("in", "share", "count", "degrees", "pv"),
                "by": {**list_of(TEXT), "description": "The units and pieces concerned."},
                "lines": {**list_of(list_of(_PLACE)), "description": "What to draw, in inches."},
                "facts": FACTS,
            },
            optional=("facts",),
        ),
    }


def _rosters(fewest: int) -> Json:
    kinds = [{"type": "string"}, {"type": "object"}, {"type": "array"}]
    return {"type": "array", "items": {"anyOf": kinds}, "minItems": fewest, "maxItems": MOST_TABLES}


def _legal(more: Json) -> Json:
    return record(
        {
            **more,
            "ok": {**FLAG, "description": "Is there no finding that is an error?"},
            "verdict": {
                **words("error", "close", "open", "pass"),
                "description": "`open`: too little could be checked to say anything.",
            },
            "preset": or_null(
                record({"id": TEXT, "title": TEXT, "confidence": words("high", "medium", "low")})
            ),
            "tolerance": INCHES,
            "findings": {**list_of(ref("Finding")), "description": "Worst first."},
            "passed": {**list_of(ref("Finding")), "description": "What was checked and is in order."},
            "skipped": list_of(
                record({"key": TEXT, "label": TEXT, "why": TEXT}, description="What was not looked at.")
            ),
            "open": list_of(
                record(
                    {"key": TEXT, "label": TEXT, "why": TEXT},
                    description="What the verdict says nothing about.",
                )
            ),
            "figures": {"type": "object", "description": "What was measured, by check."},
        }
    )
