"""The words in which the schemas of the API are written."""

from astrike.model.movement import HEIGHT_WORDS
from astrike.model.sizes import FARTHEST

Json = dict[str, object]

TEXT: Json = {"type": "string"}
FLAG: Json = {"type": "boolean"}
NUMBER: Json = {"type": "number", "minimum": -FARTHEST, "maximum": FARTHEST}
WAYPOINT: Json = {
    "type": "array",
    "prefixItems": [NUMBER, NUMBER, {"anyOf": [NUMBER, {"enum": list(HEIGHT_WORDS)}, {"type": "null"}]}],
    "items": False,
    "minItems": 2,
    "description": "[x, y] or [x, y, z]; z a height or a word; else where such a unit stands there.",
}


def json_of(schema: Json) -> Json:
    """Give the content of a body."""
    return {"application/json": {"schema": schema}}


def ref(name: str) -> Json:
    """Point to a schema by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def record(properties: Json, *, optional: tuple[str, ...] = (), description: str = "") -> Json:
    """Describe an object, all of whose keys are there but for the optional ones."""
    found: Json = {
        "type": "object",
        "required": [key for key in properties if key not in optional],
        "properties": properties,
    }
    return {**found, "description": description} if description else found


def list_of(of: Json) -> Json:
    """Describe a list."""
    return {"type": "array", "items": of}


def or_null(schema: Json) -> Json:
    """Let null stand for what is not said."""
    choices = schema.get("anyOf")
    if isinstance(choices, list):
        return {**schema, "anyOf": [*choices, {"type": "null"}]}
    return {"anyOf": [schema, {"type": "null"}]}
