"""The schema of a question's body, made of what is described at the question itself (`model.schema`)."""

from astrike.formats.questions import preset_ids
from astrike.model.schema import (
    CODE_PATTERN,
    LARGEST_ANGLE,
    LEAST_ANGLE,
    Angle,
    AnyFact,
    Code,
    EditionId,
    FlatPoint,
    Kind,
    ListOf,
    Member,
    Named,
    Number,
    OnlyWith,
    OptionValues,
    PathPoint,
    Place,
    PresetOrId,
    RosterDocument,
    SideId,
    TableDocument,
    TableSize,
    Text,
    UnitId,
    UnitOrPiece,
    Whole,
    Word,
    YesNo,
    members_of,
)
from astrike.rulebook.loader import IDS
from astrike.web.openapi.words import FLAG, NUMBER, TEXT, WAYPOINT, Json, or_null, ref
from astrike.web.questions.shared_fields import Request, keys_of, settings_of

_TABLE = "table"
_NOT_BLANK = r"\S"
_POINT: Json = {
    "type": "array",
    "items": NUMBER,
    "minItems": 2,
    "maxItems": 3,
    "description": "[x, y] or [x, y, z]",
}


def question_schema(question: type[Request]) -> Json:
    """Describe the body that asks a question; it has no other keys."""
    members = members_of(question)
    described = {member.name: _member(member) for member in (*members, *settings_of(question))}
    needed = {member.name for member in members if _is_always_needed(member)} | {_TABLE}
    keys = keys_of(question)
    found: Json = {
        "type": "object",
        "required": [key for key in keys if key in needed],
        "properties": {key: described.get(key, ref("Table")) for key in keys},
        "additionalProperties": False,
    }
    rules = [rule for member in members for rule in _rules(member, members)]
    return {**found, "allOf": rules} if rules else found


def _member(member: Member) -> Json:
    schema = {**_holds(member.described.holds), "description": member.described.help}
    if _is_always_needed(member):
        return schema
    if not member.is_needed and member.default not in (None, ()):
        schema["default"] = member.default
    return or_null(schema)


def _is_always_needed(member: Member) -> bool:
    return member.is_needed and member.described.left_out_with is None


def _holds(holds: Kind) -> Json:
    match holds:
        case Word(allowed):
            return {"enum": list(allowed)}
        case Text(longest, shortest):
            return {**TEXT, **({"minLength": shortest} if shortest else {}), "maxLength": longest}
        case Code(_, longest):
            return {**TEXT, "maxLength": longest, "pattern": f"^{CODE_PATTERN}$"}
        case Whole(low, high):
            return {"type": "integer", "minimum": low, "maximum": high}
        case Number(low, high):
            return {"type": "number", "minimum": low, "maximum": high}
        case Angle():
            return {"type": "number", "minimum": LEAST_ANGLE, "maximum": LARGEST_ANGLE}
        case YesNo():
            return {**FLAG}
        case AnyFact():
            return {"type": ["string", "number", "boolean"]}
        case UnitId() | SideId() | UnitOrPiece():
            return {**TEXT}
        case FlatPoint():
            return {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}
        case Place(point, longest):
            text = TEXT if point is not None else {**TEXT, "maxLength": longest}
            return {"anyOf": [text, _POINT]}
        case PathPoint():
            return WAYPOINT
        case TableSize(low, high):
            return {
                "type": "array",
                "items": {"type": "number", "minimum": low, "maximum": high},
                "minItems": 2,
                "maxItems": 2,
            }
        case TableDocument():
            return ref("Table")
        case RosterDocument():
            return {"anyOf": [{"type": "string"}, {"type": "object"}, {"type": "array"}]}
        case PresetOrId():
            return {"anyOf": [{"enum": list(preset_ids())}, {"type": "object"}]}
        case EditionId():
            return {"enum": list(IDS)}
        case OptionValues():
            return {
                "type": "object",
                "additionalProperties": {"type": ["string", "number", "boolean", "array"]},
            }
        case ListOf(of, most, fewest=fewest, are_different=are_different):
            found: Json = {"type": "array", "maxItems": most, "items": _holds(of)}
            if fewest and not isinstance(of, PathPoint):  # of a path a rule says it, with the other field
                found["minItems"] = fewest
            if are_different:
                found["uniqueItems"] = True
            return found
        case Named(of, most, longest_name=longest_name):
            named: Json = {"type": "object", "maxProperties": most, "additionalProperties": _holds(of)}
            if longest_name is not None:
                named["propertyNames"] = {"minLength": 1, "maxLength": longest_name, "pattern": _NOT_BLANK}
            return named


def _rules(member: Member, members: tuple[Member, ...]) -> list[Json]:
    """Describe what a field may hold only with some words of another."""
    holds, rule = member.described.holds, member.described.only_with
    found: list[Json] = []
    if (needed := member.described.needed_without) is not None:
        given: Json = {"not": {"type": "null"}}
        either = [{"properties": {key: given}, "required": [key]} for key in (member.name, needed.key)]
        found.append({"anyOf": either})
    if rule is not None:
        found.append(_unless(rule, members, {"properties": {member.name: {"maxItems": 0}}}))
    if member.described.left_out_with is not None and isinstance(holds, ListOf):
        some: Json = {"properties": {member.name: {"type": "array", "minItems": holds.fewest}}}
        found.append(_unless(member.described.left_out_with, members, {**some, "required": [member.name]}))
    if isinstance(holds, ListOf) and isinstance(holds.of, PathPoint) and holds.of.heights is not None:
        flat: Json = {"items": {"prefixItems": [{}, {}, {"type": "null"}]}}
        found.append(_unless(holds.of.heights, members, {"properties": {member.name: flat}}))
    return found


def _unless(rule: OnlyWith, members: tuple[Member, ...], then: Json) -> Json:
    """Say what holds where the other field has none of the words; null and nothing stand for its default."""
    other = next(member for member in members if member.name == rule.key)
    words = [
        word
        for word in (other.described.holds.allowed if isinstance(other.described.holds, Word) else ())
        if word not in rule.words
    ]
    is_default = other.default not in rule.words
    some: Json = {"properties": {rule.key: {"enum": [*words, *([None] if is_default else [])]}}}
    return {"if": some if is_default else {**some, "required": [rule.key]}, "then": then}
