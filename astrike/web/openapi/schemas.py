"""Which schemas describe the questions and answers of the API?

A question's schema is made from the description at the question itself (`model.question_schema`), an answer's from the
records that also write it (`report.schema`).
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from astrike.formats.questions import preset_ids
from astrike.model.inch_limits import FARTHEST
from astrike.model.movement import HEIGHT_WORDS
from astrike.model.question_schema import (
    CODE_PATTERN,
    LARGEST_ANGLE,
    LEAST_ANGLE,
    AngleField,
    CodeField,
    EditionField,
    FactField,
    FlatPointField,
    Kind,
    ListField,
    NamedField,
    NamedRecordsField,
    NestedListField,
    NothingOrField,
    NumberField,
    OnlyWith,
    OptionValuesField,
    PathPointField,
    PlaceField,
    PresetField,
    QuestionField,
    RecordField,
    RosterField,
    SideIdField,
    TableField,
    TableSizeField,
    TextField,
    UnitIdField,
    UnitOrPieceField,
    WholeField,
    WordField,
    YesNoField,
    members_of,
)
from astrike.report.area.json import BLAST
from astrike.report.attack.json import ATTACK, MATRIX, SIGHT_ANSWER
from astrike.report.effects.json import EFFECT
from astrike.report.electronics.json import NETWORKS
from astrike.report.layout.json import LEGAL_OR_FILES
from astrike.report.movement.json import BEST_POSITIONS, MOVE, REACH, UNIT
from astrike.report.movement.order import ORDER
from astrike.report.schema import JsonShape, records_in, schema_of
from astrike.rulebook.systems import ids_of
from astrike.web.battletech.cards import CARDS
from astrike.web.questions.shared_fields import Request, keys_of, settings_of

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


def schema_ref(name: str) -> Json:
    """Point to a schema by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def record_schema(properties: Json, *, optional: tuple[str, ...] = (), description: str = "") -> Json:
    """Describe an object, all of whose keys are there but for the optional ones."""
    found: Json = {
        "type": "object",
        "required": [key for key in properties if key not in optional],
        "properties": properties,
    }
    return {**found, "description": description} if description else found


def list_schema(of: Json) -> Json:
    """Describe a list."""
    return {"type": "array", "items": of}


def null_or(schema: Json) -> Json:
    """Let null stand for what is not stated."""
    choices = schema.get("anyOf")
    if isinstance(choices, list):
        return {**schema, "anyOf": [*choices, {"type": "null"}]}
    return {"anyOf": [schema, {"type": "null"}]}


ANSWERS: Final[Mapping[str, JsonShape[Any]]] = {
    "attack": ATTACK.shape,
    "sight": SIGHT_ANSWER.shape,
    "matrix": MATRIX.shape,
    "blast": BLAST.shape,
    "scatter": BLAST.shape,
    "networks": NETWORKS.shape,
    "effect": EFFECT.shape,
    "move": MOVE.shape,
    "reach": REACH.shape,
    "prospects": BEST_POSITIONS.shape,
    "unit": UNIT.shape,
    "order": ORDER.shape,
    "legal": LEGAL_OR_FILES,
    "list": LEGAL_OR_FILES,
    **{f"classic/{name}": card.record.shape for name, card in CARDS.items()},
}
"""What is answered, by the name of the question."""


def answer_schemas() -> Json:
    """Describe every answer under the name of its question, and every record inside by its own."""
    found: Json = {}
    names: dict[int, str] = {}
    for question, shape in ANSWERS.items():
        name = f"{last_word(question).capitalize()}Answer"
        own = {record.name: schema_of(record) for record in records_in(shape).values()}
        if name not in own:
            found[name] = schema_ref(names[id(shape)]) if id(shape) in names else shape.schema
        names.setdefault(id(shape), name)
        found |= {record: schema for record, schema in own.items() if record not in found}
    return found


def last_word(question: str) -> str:
    """Give the name of a question without its room.

    >>> last_word("classic/roll"), last_word("attack")
    ('roll', 'attack')
    """
    return question.rpartition("/")[2]


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
        "properties": {key: described.get(key, schema_ref("Table")) for key in keys},
        "additionalProperties": False,
    }
    rules = [rule for member in members for rule in _rules(member, members)]
    return {**found, "allOf": rules} if rules else found


def record_of_fields(record: type) -> Json:
    """Describe an object with fields of its own; it has no other keys."""
    members = members_of(record)
    found: Json = {
        "type": "object",
        "required": [member.name for member in members if _is_always_needed(member)],
        "properties": {member.name: _member(member) for member in members},
        "additionalProperties": False,
    }
    rules = [rule for member in members if _is_list(member) for rule in _rules(member, members)]
    return {**found, "allOf": rules} if rules else found


def classic_question_schemas() -> Json:
    """Describe what the cards of classic BattleTech ask, and every object inside under a name of its own."""
    found: Json = {}
    for name, card in CARDS.items():
        found[f"{name.capitalize()}Question"] = record_of_fields(card.question)
        found |= {_name_of(each): record_of_fields(each) for each in records_inside(card.question)}
    return found


def _name_of(record: type) -> str:
    return f"{record.__name__}InQuestion"


def records_inside(question: type) -> Iterator[type]:
    """List the objects with fields of their own inside a question."""
    for member in members_of(question):
        holds: object = member.described.holds
        if isinstance(holds, NestedListField | NamedRecordsField):
            holds = holds.of
        if isinstance(holds, RecordField):
            yield holds.record
            yield from records_inside(holds.record)


def _is_list(member: QuestionField) -> bool:
    return isinstance(member.described.holds, ListField | NestedListField)


def _member(member: QuestionField) -> Json:
    schema = {**_holds(member.described.holds), "description": member.described.help}
    if _is_always_needed(member):
        return schema
    if not member.is_needed and isinstance(member.default, bool | int | float | str):
        schema["default"] = member.default
    return null_or(schema)


def _is_always_needed(member: QuestionField) -> bool:
    return member.is_needed and member.described.left_out_with is None


def _holds(holds: Kind) -> Json:
    match holds:
        case WordField(allowed):
            return {"enum": list(allowed)}
        case TextField(longest, shortest):
            return {**TEXT, **({"minLength": shortest} if shortest else {}), "maxLength": longest}
        case CodeField(_, longest):
            return {**TEXT, "maxLength": longest, "pattern": f"^{CODE_PATTERN}$"}
        case WholeField(low, high):
            return {"type": "integer", "minimum": low, "maximum": high}
        case NumberField(low, high):
            return {"type": "number", "minimum": low, "maximum": high}
        case AngleField():
            return {"type": "number", "minimum": LEAST_ANGLE, "maximum": LARGEST_ANGLE}
        case YesNoField():
            return {**FLAG}
        case FactField():
            return {"type": ["string", "number", "boolean"]}
        case UnitIdField() | SideIdField() | UnitOrPieceField():
            return {**TEXT}
        case FlatPointField():
            return {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}
        case PlaceField(point, longest):
            text = TEXT if point is not None else {**TEXT, "maxLength": longest}
            return {"anyOf": [text, _POINT]}
        case PathPointField():
            return WAYPOINT
        case TableSizeField(low, high):
            return {
                "type": "array",
                "items": {"type": "number", "minimum": low, "maximum": high},
                "minItems": 2,
                "maxItems": 2,
            }
        case TableField():
            return schema_ref("Table")
        case RosterField():
            return {"anyOf": [{"type": "string"}, {"type": "object"}, {"type": "array"}]}
        case PresetField():
            return {"anyOf": [{"enum": list(preset_ids())}, {"type": "object"}]}
        case EditionField(system):
            return {"enum": list(ids_of(system))}
        case RecordField(record):
            return schema_ref(_name_of(record))
        case NothingOrField(of):
            return null_or(_holds(of))
        case NestedListField(of, most, fewest=fewest):
            nested: Json = {"type": "array", "maxItems": most, "items": _holds(of)}
            return {**nested, "minItems": fewest} if fewest else nested
        case NamedRecordsField(of, most):
            return {"type": "object", "maxProperties": most, "additionalProperties": _holds(of)}
        case OptionValuesField():
            return {
                "type": "object",
                "additionalProperties": {"type": ["string", "number", "boolean", "array"]},
            }
        case ListField(of, most, fewest=fewest, are_different=are_different):
            found: Json = {"type": "array", "maxItems": most, "items": _holds(of)}
            if fewest and not isinstance(
                of, PathPointField
            ):  # of a path a rule says it, with the other field
                found["minItems"] = fewest
            if are_different:
                found["uniqueItems"] = True
            return found
        case NamedField(of, most, longest_name=longest_name):
            named: Json = {"type": "object", "maxProperties": most, "additionalProperties": _holds(of)}
            if longest_name is not None:
                named["propertyNames"] = {"minLength": 1, "maxLength": longest_name, "pattern": _NOT_BLANK}
            return named


def _rules(member: QuestionField, members: tuple[QuestionField, ...]) -> list[Json]:
    """Describe what a field may hold only with some words of another."""
    holds, rule = member.described.holds, member.described.only_with
    found: list[Json] = []
    if (needed := member.described.needed_without) is not None:
        given: Json = {"not": {"type": "null"}}
        either = [{"properties": {key: given}, "required": [key]} for key in (member.name, needed.key)]
        found.append({"anyOf": either})
    if rule is not None:
        found.append(_unless(rule, members, {"properties": {member.name: {"maxItems": 0}}}))
    if member.described.left_out_with is not None and isinstance(holds, ListField):
        without = member.described.left_out_with
        some: Json = {"properties": {member.name: {"type": "array", "minItems": holds.fewest}}}
        then: Json = {**some, "required": [member.name]}
        if without.or_given:
            given = {
                "properties": {without.or_given: {"not": {"type": "null"}}},
                "required": [without.or_given],
            }
            then = {"anyOf": [then, given]}
        found.append(_unless(without, members, then))
    if isinstance(holds, ListField) and isinstance(holds.of, PathPointField) and holds.of.heights is not None:
        flat: Json = {"items": {"prefixItems": [{}, {}, {"type": "null"}]}}
        found.append(_unless(holds.of.heights, members, {"properties": {member.name: flat}}))
    return found


def _unless(rule: OnlyWith, members: tuple[QuestionField, ...], then: Json) -> Json:
    """Say what holds where the other field has none of the words; null and nothing stand for its default."""
    other = next(member for member in members if member.name == rule.key)
    words = [
        word
        for word in (other.described.holds.allowed if isinstance(other.described.holds, WordField) else ())
        if word not in rule.words
    ]
    is_default = other.default not in rule.words
    some: Json = {"properties": {rule.key: {"enum": [*words, *([None] if is_default else [])]}}}
    return {"if": some if is_default else {**some, "required": [rule.key]}, "then": then}
