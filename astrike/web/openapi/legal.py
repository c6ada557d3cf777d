"""The schemas of questions about whole tables and lists."""

from astrike.presets.checking import WIDEST_BASE
from astrike.presets.loader import IDS
from astrike.web.asking.legal import MOST_TABLES, NARROWEST_BASE, WIDEST_TOLERANCE
from astrike.web.openapi.words import (
    SETTINGS,
    Json,
    or_null,
    question,
    ref,
)


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


def _rosters(fewest: int) -> Json:
    kinds = [{"type": "string"}, {"type": "object"}, {"type": "array"}]
    return {"type": "array", "items": {"anyOf": kinds}, "minItems": fewest, "maxItems": MOST_TABLES}
