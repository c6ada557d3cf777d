"""The schemas of questions about movement and units, and of their answers."""

from astrike.model.movement import MODES
from astrike.rulebook.loader import IDS
from astrike.web.asking.questions import QUESTIONS
from astrike.web.openapi.questions import question_schema
from astrike.web.openapi.words import (
    CITED,
    FACTS,
    FLAG,
    INCHES,
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

_PLACE: Json = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 3}
_MEASURED: Json = {"type": "number", "description": "Inches, to four places."}


def move_questions() -> Json:
    """Describe what can be asked."""
    return {
        "MoveQuestion": question_schema(QUESTIONS.move),
        "ReachQuestion": question_schema(QUESTIONS.reach),
        "ProspectsQuestion": question_schema(QUESTIONS.prospects),
        "UnitQuestion": question_schema(QUESTIONS.unit),
    }


def move_answers() -> Json:
    """Describe what is answered."""
    return {
        "MoveAnswer": _move(),
        "ReachAnswer": _reach(),
        "ProspectsAnswer": _prospects(),
        "UnitAnswer": _unit(),
        "Leg": record(
            {
                "from": _PLACE,
                "to": _PLACE,
                "length": INCHES,
                "cost": INCHES,
                "terrain": {**list_of(TEXT), "description": "Pieces under any part of the base."},
                "climb": {**INCHES, "description": "Inches of height, up and down, that were paid."},
            }
        ),
        "MoveTerm": record(
            {"key": TEXT, "value": {"type": "number"}, "label": TEXT, **CITED, "facts": FACTS},
            optional=("facts",),
        ),
        "MoveReason": record(
            {
                "key": TEXT,
                "label": TEXT,
                **CITED,
                "at": {**INCHES, "description": "Inches along the path at which it begins."},
                "until": INCHES,
                "place": _PLACE,
                "leg": {"type": "integer", "minimum": 0},
                "by": or_null({**TEXT, "description": "The piece or unit that is the cause."}),
                "facts": FACTS,
            },
            optional=("facts",),
            description="One reason why not, and where. Keys ending in .not-yet: with a later version.",
        ),
        "MoveOffer": record(
            {
                "way": words("over", "inside"),
                "by": list_of(TEXT),
                "cost": INCHES,
                "path": list_of({"type": "array"}),
            },
            description="A path that says how it meets what is in its way, and what it then costs.",
        ),
        "Check": record(
            {
                "key": TEXT,
                "label": TEXT,
                **CITED,
                "at": INCHES,
                "place": _PLACE,
                "need": or_null({**WHOLE, "description": "2D6, at least this."}),
                "by": or_null(TEXT),
                "facts": FACTS,
            },
            optional=("facts",),
            description="Dice or damage that the move brings about without being forbidden.",
        ),
        "Prospect": record(
            {
                "at": _PLACE,
                "cost": INCHES,
                "hit": {**SHARE, "description": "The chance to hit the target from here."},
                "target_number": or_null(WHOLE),
                "risks": {**list_of(SHARE), "description": "The chance of each threat to hit the unit here."},
                "risk": {**SHARE, "description": "The chance that at least one of them hits."},
            }
        ),
    }


def _move() -> Json:
    return record(
        {
            "unit": TEXT,
            "mode": {**words(*MODES), "description": "The mode that was judged."},
            "edition": words(*IDS),
            "allowed": FLAG,
            "cost": INCHES,
            "available": INCHES,
            "length": {**INCHES, "description": "Horizontal inches along the path."},
            "legs": list_of(ref("Leg")),
            "end": record({"x": _MEASURED, "y": _MEASURED, "z": _MEASURED}),
            "on": or_null({**TEXT, "description": "The piece it ends on."}),
            "inside": or_null({**TEXT, "description": "The building it ends in."}),
            "facing": or_null({"type": "number"}),
            "cf_lost": {
                "type": "object",
                "additionalProperties": WHOLE,
                "description": "Construction factor lost on the way, by building.",
            },
            "derived": record(
                {
                    "move": INCHES,
                    "tmm": WHOLE,
                    "motion": {**TEXT, "description": "What the table file will say."},
                    "manner": TEXT,
                    "terms": {**_terms(), "description": "Their sum is the Move available."},
                }
            ),
            "terms": {**_terms(), "description": "The ledger: their sum is the cost."},
            "refusals": list_of(ref("MoveReason")),
            "offers": {
                **list_of(ref("MoveOffer")),
                "description": "Climbs, and ways through buildings, that make a refused path an allowed one.",
            },
            "checks": list_of(ref("Check")),
            "profile": {
                **list_of(record({"from": INCHES, "to": INCHES, "z_from": _MEASURED, "z_to": _MEASURED})),
                "description": "The heights along the path; between two parts there may be a step.",
            },
            "ground": list_of(
                record(
                    {
                        "from": INCHES,
                        "to": INCHES,
                        "piece": TEXT,
                        "kind": TEXT,
                        "surcharge": {"type": "number"},
                        "barred": FLAG,
                    }
                )
            ),
            "margin": or_null(
                record(
                    {
                        "inches": _MEASURED,
                        "of": TEXT,
                        "by": or_null(TEXT),
                        "close": {**FLAG, "description": "Within the table's tolerance?"},
                    }
                )
            ),
            "unmeasured": {
                **list_of({"enum": ["reasons"]}),
                "description": "Why ends a little beside were not tried: too many reasons against the move.",
            },
            "assumed": list_of(ref("Assumed")),
            "options_used": list_of(ref("OptionUsed")),
        },
        optional=("offers", "unmeasured"),
    )


def _reach() -> Json:
    rings = list_of(list_of(_PLACE))
    contour = record(
        {
            "type": {"const": "Feature"},
            "geometry": {
                "oneOf": [
                    record({"type": {"const": "Polygon"}, "coordinates": rings}),
                    record({"type": {"const": "MultiPolygon"}, "coordinates": list_of(rings)}),
                ]
            },
            "properties": record(
                {
                    "mode": words(*MODES),
                    "cost": {**INCHES, "description": "Places inside cost at most this."},
                    "proven": {**FLAG, "description": "Did the judge accept a path to every place sampled?"},
                }
            ),
        }
    )
    return record(
        {
            "type": {"const": "FeatureCollection"},
            "unit": TEXT,
            "mode": words(*MODES),
            "edition": words(*IDS),
            "available": INCHES,
            "illustration": {**TEXT, "description": "What these areas are, and are not."},
            "features": list_of(contour),
            "sampled": {"type": "integer", "minimum": 0},
            "refused": {**list_of(_PLACE), "description": "Sampled places that the judge did not accept."},
            "refusals": list_of(ref("MoveReason")),
            "assumed": list_of(ref("Assumed")),
            "options_used": list_of(ref("OptionUsed")),
            "route": or_null(
                record(
                    {
                        "path": list_of({"type": "array"}),
                        "beside": {
                            **TEXT,
                            "description": "The unit on the place asked for; the way ends beside it.",
                        },
                        "answer": ref("MoveAnswer"),
                    },
                    optional=("beside",),
                ),
            ),
        },
        description="GeoJSON. `route` is null when no point was asked for, or when there is no way to it.",
    )


def _prospects() -> Json:
    return record(
        {
            "unit": TEXT,
            "mode": words(*MODES),
            "edition": words(*IDS),
            "target": or_null(TEXT),
            "threats": list_of(TEXT),
            "step": {**INCHES, "description": "Between neighbouring places."},
            "best": or_null(ref("Prospect")),
            "safest": or_null(ref("Prospect")),
            "places": list_of(ref("Prospect")),
        }
    )


def _unit() -> Json:
    return record(
        {
            "unit": TEXT,
            "edition": words(*IDS),
            "kind": TEXT,
            "manner": TEXT,
            "modes": list_of(
                record(
                    {
                        "mode": words(*MODES),
                        "code": TEXT,
                        "available": INCHES,
                        "tmm": WHOLE,
                        "terms": _terms(),
                        "tmm_terms": _terms(),
                        "refusals": list_of(ref("MoveReason")),
                    }
                )
            ),
            "arcs": list_of(record({"arc": TEXT, "degrees": {"type": "number"}})),
            "modifiers": record({"attacker": _terms(), "target": _terms()}),
            "not_applied": {**list_of(TEXT), "description": "Abilities that are not used."},
            "assumed": list_of(ref("Assumed")),
            "options_used": list_of(ref("OptionUsed")),
            "fields": list_of(ref("Bubble")),
            "crippled": {
                **list_of(ref("Reason")),
                "description": "By what it may be crippled; empty once its state says that it is.",
            },
        }
    )


def _terms() -> Json:
    return list_of(ref("MoveTerm"))
