"""The schemas of questions about area effects, networks and what follows a hit, and of their answers."""

from astrike.model.combat import EFFECT_KINDS
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

_POINTS: Json = {"type": ["integer", "string"], "description": 'Points, or "0*": a die decides.'}
_VALUE: Json = {"type": ["string", "number", "boolean"]}


def combat_questions() -> Json:
    """Describe what can be asked."""
    return {
        "BlastQuestion": question_schema(QUESTIONS.blast),
        "ScatterQuestion": question_schema(QUESTIONS.scatter),
        "NetworksQuestion": question_schema(QUESTIONS.networks),
        "EffectQuestion": question_schema(QUESTIONS.effect),
    }


def combat_answers() -> Json:
    """Describe what is answered."""
    odds = list_of(record({"points": WHOLE, "share": SHARE}))
    place: Json = {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}
    blast: Json = {
        "weapon": TEXT,
        "edition": words(*IDS),
        "poi": place,
        "final": {**place, "description": "Where it lands."},
        "bearing": or_null({"type": "number", "description": "Degrees in which it scattered."}),
        "inches": INCHES,
        "inner": INCHES,
        "outer": INCHES,
        "dice": list_of(ref("Die")),
        "hits": list_of(ref("Caught")),
        "near": {**list_of(ref("Caught")), "description": "Not caught, but within the table's tolerance."},
        "notes": list_of(ref("Reason")),
        "label": TEXT,
        **CITED,
        "assumed": list_of(ref("Assumed")),
        "options_used": list_of(ref("OptionUsed")),
        "margin": or_null(ref("Margin")),
        "outline": {
            **list_of({"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}),
            "description": "Corners of a strafed strip.",
        },
        "more": {**list_of(ref("BlastAnswer")), "description": "The other bombs of a series."},
    }
    rare = ("margin", "outline", "more")
    return {
        "BlastAnswer": record(blast, optional=rare),
        "ScatterAnswer": record(blast, optional=rare),
        "NetworksAnswer": record(
            {
                "edition": words(*IDS),
                "networks": list_of(ref("Network")),
                "bubbles": list_of(ref("Bubble")),
                "options_used": list_of(ref("OptionUsed")),
            }
        ),
        "EffectAnswer": record(
            {
                "kind": words(*EFFECT_KINDS),
                "unit": TEXT,
                "edition": words(*IDS),
                "allowed": FLAG,
                "result": TEXT,
                "label": TEXT,
                **CITED,
                "total": or_null(WHOLE),
                "success": or_null(FLAG),
                "damage": or_null(_POINTS),
                "terms": list_of(ref("Modifier")),
                "dice": list_of(ref("Die")),
                "changes": list_of(
                    record({"unit": TEXT, "at": TEXT, "before": _VALUE, "after": _VALUE, "label": TEXT})
                ),
                "hits": list_of(ref("Caught")),
                "notes": list_of(ref("Reason")),
                "refusals": list_of(ref("Reason")),
                "tables": list_of(TEXT),
                "assumed": list_of(ref("Assumed")),
                "options_used": list_of(ref("OptionUsed")),
                "facts": FACTS,
            },
            optional=("facts",),
        ),
        "Outcome": record(
            {
                "on_hit": {**odds, "description": "Damage of a hit; shares sum to one."},
                "overall": {**odds, "description": "The same with the chance to hit in it."},
                "expected": {"type": "number", "minimum": 0},
                "rolls": WHOLE,
                "hits": or_null(WHOLE),
                "dealt": or_null(WHOLE),
                "follow_ups": list_of(
                    record(
                        {
                            "key": TEXT,
                            "label": TEXT,
                            **CITED,
                            "chance": or_null(SHARE),
                            "need": or_null(WHOLE),
                            "dice": WHOLE,
                            "modifier": WHOLE,
                            "table": or_null(TEXT),
                            "facts": FACTS,
                        },
                        optional=("facts",),
                    )
                ),
            },
            description="What an attack does in the end, and what may follow a hit.",
        ),
        "Spotter": record(
            {
                "unit": TEXT,
                "allowed": FLAG,
                "chosen": FLAG,
                "target_number": or_null(WHOLE),
                "range": INCHES,
                "sight": words("clear", "partial", "blocked"),
                "tag": or_null(words("tag", "ltag")),
                "modifiers": list_of(ref("Modifier")),
                "refusals": list_of(ref("Reason")),
            }
        ),
        "Choice": record(
            {
                "key": TEXT,
                "value": _VALUE,
                "label": TEXT,
                **CITED,
                "values": list_of(TEXT),
                "low": WHOLE,
                "high": WHOLE,
                "unit": or_null(TEXT),
            },
            optional=("values", "low", "high"),
            description="What the players decide about this attack.",
        ),
        "Die": record(
            {"key": TEXT, "label": TEXT, "count": WHOLE, "sides": WHOLE, "fell": WHOLE, "typed": FLAG}
        ),
        "Caught": record(
            {
                "unit": TEXT,
                "distance": INCHES,
                "damage": _POINTS,
                "ring": words("inner", "outer"),
                "close": FLAG,
                "is_piece": FLAG,
                "terms": list_of(ref("Modifier")),
                "target_number": {**WHOLE, "description": "Where each is rolled for apart, as in strafing."},
            },
            optional=("target_number",),
        ),
        "Network": record(
            {
                "id": TEXT,
                "type": TEXT,
                "label": TEXT,
                **CITED,
                "on": FLAG,
                "members": list_of(
                    record({"unit": TEXT, "role": TEXT, "on": FLAG, "reasons": list_of(ref("Reason"))})
                ),
                "findings": list_of(ref("Reason")),
            }
        ),
        "Bubble": record(
            {
                "unit": TEXT,
                "code": TEXT,
                "kind": words("ecm", "eccm", "probe", "tag"),
                "label": TEXT,
                **CITED,
                "radius": INCHES,
                "measured_from": words("edge", "centre"),
                "count": WHOLE,
                "hidden": INCHES,
                "side": or_null(TEXT),
                "on": FLAG,
                "reasons": list_of(ref("Reason")),
            }
        ),
    }
