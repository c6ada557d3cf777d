"""What do the addresses under /api/v1 take and give? Their OpenAPI 3.1 description."""

from functools import cache
from importlib.metadata import version

from astrike.editions.loader import DEFAULT, IDS
from astrike.rules.situation import KINDS, LARGEST_MODIFIER, LONGEST_MODIFIER_NAME, MOST_OVERHEAT
from astrike.web.asking import (
    LARGEST_COORDINATE,
    MOST_MODIFIERS,
    MOST_POINTS,
    MOST_ROLLS,
)

Json = dict[str, object]

_TEXT: Json = {"type": "string"}
_FLAG: Json = {"type": "boolean"}
_WHOLE: Json = {"type": "integer"}
_INCHES: Json = {"type": "number", "minimum": 0, "description": "Inches, to four places."}
_SHARE: Json = {"type": "number", "minimum": 0, "maximum": 1, "description": "A share, to four places."}
_FACTS: Json = {
    "type": "object",
    "description": "What was measured; absent when nothing was.",
    "additionalProperties": {"type": ["string", "number", "boolean"]},
}
_TABLE: Json = {
    "type": "object",
    "description": "The table file: a GeoJSON FeatureCollection in inches with the member `astrike`.",
    "required": ["type", "astrike", "features"],
    "properties": {
        "type": {"const": "FeatureCollection"},
        "astrike": {"type": "object", "required": ["format", "width", "depth"]},
        "features": {"type": "array", "items": {"type": "object"}},
    },
}
_EXAMPLE_TABLE: Json = {
    "type": "FeatureCollection",
    "astrike": {"format": 1, "name": "Two 'Mechs and a wall", "width": 48, "depth": 36},
    "features": [
        {
            "type": "Feature",
            "id": "wall",
            "geometry": {
                "type": "Polygon",
                "coordinates": [[[20, 10], [21, 10], [21, 20], [20, 20], [20, 10]]],
            },
            "properties": {"kind": "wall", "height": 1},
        },
        *(
            {
                "type": "Feature",
                "id": unit,
                "geometry": {"type": "Point", "coordinates": [x, 15]},
                "properties": {"kind": "unit", "side": side, "facing": facing, "skill": 4, "damage": "3/3/2"},
            }
            for unit, x, side, facing in (("A", 8, "red", 90), ("B", 26, "blue", 270))
        ),
    ],
}


@cache
def openapi_document() -> Json:
    """Describe the API; treat the result as read-only."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "astrike",
            "version": version("astrike"),
            "license": {"name": "MIT", "identifier": "MIT"},
            "description": (
                "Measures a BattleTech: Alpha Strike table and explains what an attack needs and why. "
                "The API stores nothing and needs no cookie and no code: a question brings its table. "
                "Lengths are inches, x east, y north, z up; angles degrees clockwise from north."
            ),
        },
        "paths": {
            "/api/v1/attack": _asks(
                "attack",
                "May one unit attack another, or a point, what does it need, and why?",
                example={"table": _EXAMPLE_TABLE, "attacker": "A", "target": "B"},
            ),
            "/api/v1/sight": _asks(
                "sight",
                "Line of sight and cover alone",
                example={"table": _EXAMPLE_TABLE, "attacker": "A", "target": "B"},
            ),
            "/api/v1/matrix": _asks(
                "matrix",
                "Every attacker against every enemy, in the order of the file",
                example={"table": _EXAMPLE_TABLE, "side": "red"},
            ),
            "/api/v1/openapi.json": {
                "get": {
                    "operationId": "openapi",
                    "summary": "This description",
                    "responses": {
                        "200": {"description": "OpenAPI 3.1", "content": _json({"type": "object"})}
                    },
                }
            },
        },
        "components": {"schemas": _schemas()},
    }


def _asks(name: str, summary: str, *, example: Json) -> Json:
    title = name.capitalize()
    return {
        "post": {
            "operationId": name,
            "summary": summary,
            "requestBody": {
                "required": True,
                "description": "At most 2,000,000 bytes of JSON.",
                "content": {"application/json": {"schema": _ref(f"{title}Question"), "example": example}},
            },
            "responses": {
                "200": {
                    "description": "The answer, also when it is no.",
                    "content": _json(_ref(f"{title}Answer")),
                },
                "422": {
                    "description": "The question or its table is wrong: every problem.",
                    "content": _json(_ref("Errors")),
                },
            },
        }
    }


def _json(schema: Json) -> Json:
    return {"application/json": {"schema": schema}}


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def _object(properties: Json, *, optional: tuple[str, ...] = (), description: str = "") -> Json:
    found: Json = {
        "type": "object",
        "required": [key for key in properties if key not in optional],
        "properties": properties,
    }
    return {**found, "description": description} if description else found


def _list(of: Json) -> Json:
    return {"type": "array", "items": of}


def _or_null(schema: Json) -> Json:
    return {"anyOf": [schema, {"type": "null"}]}


def _words(*words: str) -> Json:
    return {"enum": list(words)}


def _schemas() -> Json:
    return {
        "Table": _TABLE,
        **_questions(),
        **_answers(),
        "Errors": _object({"errors": _list(_object({"at": _TEXT, "found": _TEXT, "expected": _TEXT}))}),
    }


# ---- questions


def _questions() -> Json:
    number: Json = {"type": "number", "minimum": -LARGEST_COORDINATE, "maximum": LARGEST_COORDINATE}
    point: Json = {
        "type": "array",
        "items": number,
        "minItems": 2,
        "maxItems": 3,
        "description": "[x, y] or [x, y, z]",
    }
    place: Json = {"anyOf": [_TEXT, point], "description": "The id of a unit, or a point."}
    settings: Json = {
        "edition": _or_null(
            {"enum": list(IDS), "description": f"Instead of the table's own; else {DEFAULT}."}
        ),
        "options": _or_null(
            {
                "type": "object",
                "description": "Option ids and values, over those of the table.",
                "additionalProperties": {"type": ["string", "number", "boolean", "array"]},
            }
        ),
        "environment": _or_null(
            {"type": "string", "description": "A row of the edition's visual range table."}
        ),
    }
    attack: Json = {
        "table": _ref("Table"),
        "attacker": {**_TEXT, "description": "The id of a unit."},
        "target": place,
        "kind": _or_null({"enum": list(KINDS), "default": "weapon"}),
        "weapon": _or_null({**_TEXT, "description": "The code of an artillery weapon."}),
        "special": _or_null({**_TEXT, "description": "The code of a special ability that attacks."}),
        "spotter": _or_null(place),
        "overheat": _or_null({"type": "integer", "minimum": 0, "maximum": MOST_OVERHEAT, "default": 0}),
        "secondary": _or_null({"type": "boolean", "default": False}),
        "modifiers": _or_null(
            {
                "type": "object",
                "maxProperties": MOST_MODIFIERS,
                "propertyNames": {"minLength": 1, "maxLength": LONGEST_MODIFIER_NAME},
                "additionalProperties": {
                    "type": "integer",
                    "minimum": -LARGEST_MODIFIER,
                    "maximum": LARGEST_MODIFIER,
                },
            }
        ),
        "path": _or_null(
            {
                "type": "array",
                "maxItems": MOST_POINTS,
                "items": {"type": "array", "items": number, "minItems": 2, "maxItems": 2},
                "description": "For kinds other than weapon.",
            }
        ),
        "rolls": _or_null(
            {
                "type": "array",
                "maxItems": MOST_ROLLS,
                "items": {"type": "integer", "minimum": 2, "maximum": 12},
                "description": "For kinds other than weapon.",
            }
        ),
        **settings,
    }
    return {
        "AttackQuestion": _question(attack, ("table", "attacker", "target")),
        "SightQuestion": _question(
            {"table": _ref("Table"), "attacker": _TEXT, "target": _TEXT, **settings},
            ("table", "attacker", "target"),
        ),
        "MatrixQuestion": _question(
            {
                "table": _ref("Table"),
                "side": _or_null({**_TEXT, "description": "The attackers of this side only."}),
                **settings,
            },
            ("table",),
        ),
    }


def _question(properties: Json, required: tuple[str, ...]) -> Json:
    return {
        "type": "object",
        "required": list(required),
        "properties": properties,
        "additionalProperties": False,
    }


# ---- answers


def _answers() -> Json:
    return {
        "AttackAnswer": _attack_answer(),
        "SightAnswer": _object(
            {
                "attacker": _TEXT,
                "target": _TEXT,
                "range": _INCHES,
                "sight": _ref("Sight"),
                "reasons": _list(_ref("Reason")),
                "assumed": _list(_ref("Assumed")),
                "options_used": _list(_ref("OptionUsed")),
            }
        ),
        "MatrixAnswer": _object({"pairs": _list(_ref("AttackAnswer"))}),
        "Sight": _object(
            {
                "state": _words("clear", "partial", "blocked"),
                "hidden": {**_SHARE, "description": "Share of the target's silhouette behind solids."},
                "cover": {**_FLAG, "description": "Does the partial cover modifier apply?"},
                "woods": {**_INCHES, "description": "Intervening inches of woods and the like."},
                "woods_parts": _object({"attacker": _INCHES, "between": _INCHES, "target": _INCHES}),
                "by": {**_list(_TEXT), "description": "Ids of the pieces that matter."},
            }
        ),
        "Modifier": _object(
            {
                "key": _TEXT,
                "part": _words("S", "A", "T", "O", "R"),
                "value": _WHOLE,
                "label": _TEXT,
                "ref": {"type": "string", "minLength": 1, "description": "Book and page."},
                "facts": _FACTS,
            },
            optional=("facts",),
        ),
        "Reason": _object(
            {"key": _TEXT, "label": _TEXT, "ref": {"type": "string", "minLength": 1}, "facts": _FACTS},
            optional=("facts",),
            description="One reason why not. Keys ending in .not-yet: the rule comes with a later version.",
        ),
        "Damage": _object(
            {
                "target": {
                    "type": ["integer", "string", "null"],
                    "description": 'Points, "0*", or null when the card does not say.',
                },
                "attacker_on_hit": _WHOLE,
                "attacker_on_miss": _WHOLE,
                "terms": _list(
                    _object(
                        {"key": _TEXT, "value": {"type": ["integer", "string"]}, "label": _TEXT, "ref": _TEXT}
                    )
                ),
                "heat": _WHOLE,
            },
            optional=("heat",),
        ),
        "Assumed": _object({"at": _TEXT, "value": {"type": ["string", "number", "boolean"]}, "label": _TEXT}),
        "OptionUsed": _object({"id": _TEXT, "value": {"type": ["string", "number", "boolean"]}}),
    }


def _attack_answer() -> Json:
    return _object(
        {
            "attacker": _TEXT,
            "target": {**_TEXT, "description": "The id of a unit, or a point as x,y or x,y,z."},
            "kind": _words(*KINDS),
            "edition": _words(*IDS),
            "allowed": _FLAG,
            "target_number": _or_null({**_WHOLE, "description": "The plain sum of the modifiers."}),
            "probability": {**_SHARE, "description": "The chance on 2D6; 0 when it is not allowed."},
            "automatic": _or_null(_words("hit", "miss")),
            "range": _INCHES,
            "bracket": _or_null({**_TEXT, "description": "Null out of reach."}),
            "sight": _ref("Sight"),
            "arc": _or_null(_words("front", "turret", "rear-weapon")),
            "direction": _words("front", "rear"),
            "damage": _ref("Damage"),
            "modifiers": {**_list(_ref("Modifier")), "description": "Empty when it is not allowed."},
            "refusals": _list(_ref("Reason")),
            "assumed": _list(_ref("Assumed")),
            "options_used": _list(_ref("OptionUsed")),
            "margin": {
                "type": "null",
                "description": "How close the answer was to another one comes with a later version.",
            },
        }
    )
