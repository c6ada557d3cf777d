"""The schema of how far an answer holds."""

from astrike.model.margin import ASPECTS, UNMEASURED
from astrike.web.openapi.words import (
    FACTS,
    FLAG,
    INCHES,
    NUMBER,
    SHARE,
    TEXT,
    WHOLE,
    Json,
    list_of,
    or_null,
    record,
    ref,
    words,
)


def margin_parts() -> Json:
    """Describe margins: the least, that of each unit and of each aspect, and what the answer becomes."""
    of = words(*ASPECTS)
    toward: Json = {
        "type": "array",
        "items": NUMBER,
        "minItems": 2,
        "maxItems": 2,
        "description": "Direction of the displacement, of length 1.",
    }
    return {
        "Margin": record(
            {
                "inches": or_null(
                    {
                        **INCHES,
                        "description": "The smallest displacement of one base that was found to change the answer; "
                        "null: none was found as far as was looked, see `holds`, or nothing is measured, see "
                        "`unmeasured`.",
                    }
                ),
                "of": or_null(of),
                "close": {**FLAG, "description": "Within the table's tolerance: too close to call?"},
                "unit": or_null({**TEXT, "description": "Whose base, or `point`."}),
                "toward": or_null(toward),
                "becomes": or_null(ref("WouldBe")),
                "holds": {
                    **INCHES,
                    "description": "Within so many inches of any base the answer is certainly the same.",
                },
                "beyond": {
                    **INCHES,
                    "description": "So far was looked around every base that can be off; 0: none can.",
                },
                "looked": {
                    **list_of(record({"unit": TEXT, "inches": INCHES})),
                    "description": "How far was looked around each.",
                },
                "unmeasured": {
                    **list_of(record({"unit": or_null(TEXT), "key": words(*UNMEASURED), "label": TEXT})),
                    "description": "Bases that cannot be off, and why; without a unit no base can.",
                },
                "tolerance": INCHES,
                "units": {**list_of(ref("UnitMargin")), "description": "The smallest of each unit."},
                "aspects": {
                    **list_of(ref("UnitMargin")),
                    "description": "The smallest that changes each aspect, be the answer the same.",
                },
                "hidden": or_null(
                    record(
                        {
                            "share": SHARE,
                            "to_third": {**NUMBER, "description": "Above 0 beyond it."},
                            "to_two_thirds": NUMBER,
                        }
                    )
                ),
            },
            description="How far an answer holds.",
        ),
        "CloseCall": record(
            {
                "inches": {"type": "null"},
                "of": or_null(of),
                "close": {**FLAG, "description": "The same as in the margin of the attack alone."},
                "unit": or_null(TEXT),
                "becomes": or_null(ref("WouldBe")),
                "tolerance": INCHES,
            },
            description="In lists: is the answer too close to call? How far it holds, an attack alone says.",
        ),
        "UnitMargin": record(
            {
                "unit": TEXT,
                "of": of,
                "inches": INCHES,
                "toward": toward,
                "becomes": ref("WouldBe"),
                "facts": FACTS,
            }
        ),
        "WouldBe": record(
            {
                "allowed": FLAG,
                "target_number": or_null(WHOLE),
                "probability": SHARE,
                "bracket": or_null(TEXT),
                "state": TEXT,
                "cover": FLAG,
                "arc": or_null(TEXT),
                "direction": TEXT,
                "ring": or_null(words("inner", "outer")),
                "damage": {"type": ["integer", "string", "null"]},
                "reasons": list_of(TEXT),
            },
            description="What the answer would be.",
        ),
    }
