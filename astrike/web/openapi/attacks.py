"""The schemas of questions about attacks and sight, and of their answers."""

from astrike.model.attack import KINDS
from astrike.rulebook.loader import IDS
from astrike.web.asking.questions import QUESTIONS
from astrike.web.openapi.margins import margin_parts
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


def attack_questions() -> Json:
    """Describe what can be asked."""
    return {
        "AttackQuestion": question_schema(QUESTIONS.attack),
        "SightQuestion": question_schema(QUESTIONS.sight),
        "MatrixQuestion": question_schema(QUESTIONS.matrix),
    }


def attack_answers() -> Json:
    """Describe what is answered, and the parts that all answers share."""
    return {
        "AttackAnswer": _attack_answer(),
        "Instead": record(
            {
                "kind": words(*KINDS),
                "special": or_null(TEXT),
                "weapon": or_null(TEXT),
                "target_number": WHOLE,
                "probability": SHARE,
                "damage": {"type": ["integer", "string", "null"]},
                "heat": or_null(WHOLE),
            },
            description="Another attack to ask about: its kind, or its special ability or weapon.",
        ),
        **margin_parts(),
        "SightAnswer": record(
            {
                "attacker": TEXT,
                "target": TEXT,
                "range": INCHES,
                "sight": ref("Sight"),
                "reasons": list_of(ref("Reason")),
                "assumed": list_of(ref("Assumed")),
                "options_used": list_of(ref("OptionUsed")),
                "margin": or_null(ref("Margin")),
            },
            optional=("margin",),
        ),
        "MatrixAnswer": record({"pairs": list_of(ref("AttackAnswer"))}),
        "Sight": record(
            {
                "state": words("clear", "partial", "blocked"),
                "hidden": {**SHARE, "description": "Share of the target's silhouette behind solids."},
                "cover": {**FLAG, "description": "Does the partial cover modifier apply?"},
                "woods": {**INCHES, "description": "Intervening inches of woods and the like."},
                "woods_parts": record({"attacker": INCHES, "between": INCHES, "target": INCHES}),
                "by": {**list_of(TEXT), "description": "Ids of the pieces that matter."},
                "hexes": {**list_of(TEXT), "description": "On hexes the numbers of those in between."},
            },
            optional=("hexes",),
        ),
        "Modifier": record(
            {
                "key": TEXT,
                "part": words("S", "A", "T", "O", "R"),
                "value": WHOLE,
                "label": TEXT,
                **CITED,
                "facts": FACTS,
            },
            optional=("facts",),
        ),
        "Reason": record(
            {"key": TEXT, "label": TEXT, **CITED, "facts": FACTS},
            optional=("facts",),
            description="One reason why not.",
        ),
        "Damage": record(
            {
                "target": {
                    "type": ["integer", "string", "null"],
                    "description": 'Points, "0*", or null when the card does not say.',
                },
                "attacker_on_hit": WHOLE,
                "attacker_on_miss": WHOLE,
                "terms": list_of(ref("DamageTerm")),
                "recoil_on_hit": list_of(ref("DamageTerm")),
                "recoil_on_miss": list_of(ref("DamageTerm")),
                "heat": WHOLE,
                "inner": {"type": ["integer", "string"]},
                "outer": {"type": ["integer", "string"]},
                "rolls": WHOLE,
            },
            optional=("heat", "inner", "outer", "rolls", "recoil_on_hit", "recoil_on_miss"),
        ),
        "DamageTerm": record({"key": TEXT, "value": {"type": ["integer", "string"]}, "label": TEXT, **CITED}),
        "Assumed": record({"at": TEXT, "value": {"type": ["string", "number", "boolean"]}, "label": TEXT}),
        "OptionUsed": record({"id": TEXT, "value": {"type": ["string", "number", "boolean"]}}),
    }


def _attack_answer() -> Json:
    return record(
        {
            "attacker": TEXT,
            "target": {**TEXT, "description": "The id of a unit, or a point as x,y or x,y,z."},
            "kind": words(*KINDS),
            "edition": words(*IDS),
            "allowed": FLAG,
            "target_number": or_null({**WHOLE, "description": "The plain sum of the modifiers."}),
            "probability": {**SHARE, "description": "The chance on 2D6; 0 when it is not allowed."},
            "automatic": or_null(words("hit", "miss")),
            "range": INCHES,
            "bracket": or_null({**TEXT, "description": "Null out of reach."}),
            "sight": ref("Sight"),
            "arc": or_null(words("front", "turret", "rear-weapon", "nose", "left", "right", "aft")),
            "direction": words("front", "rear"),
            "damage": ref("Damage"),
            "modifiers": {**list_of(ref("Modifier")), "description": "Empty when it is not allowed."},
            "refusals": list_of(ref("Reason")),
            "instead": {
                **list_of(ref("Instead")),
                "description": "Where it is not allowed: what of the same card is, best odds first.",
            },
            "assumed": list_of(ref("Assumed")),
            "options_used": list_of(ref("OptionUsed")),
            "margin": {"anyOf": [ref("Margin"), ref("CloseCall"), {"type": "null"}]},
            "not_applied": {**list_of(TEXT), "description": "Abilities on the cards that changed nothing."},
            "outcome": or_null(ref("Outcome")),
            "spotters": {**list_of(ref("Spotter")), "description": "The best first."},
            "blast": or_null(ref("BlastAnswer")),
            "choices": list_of(ref("Choice")),
            "notes": {
                **list_of(ref("Reason")),
                "description": "What else is to be known, such as overheat that adds nothing; empty in lists.",
            },
            "tables": {**list_of(TEXT), "description": "Tables of the edition behind the answer."},
        }
    )
