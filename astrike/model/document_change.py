"""What changed on a table's document, and what takes it back?

A change is a tuple of small operations on the raw GeoJSON document of a table. `apply` answers the new
document and the operations that lead back to the old one, key order included. Documents are never changed in
place: the new one shares its untouched parts with the old one. Whether the result is a legal table is left to
the table file's checks.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from enum import Enum
from types import MappingProxyType
from typing import Final, Literal, assert_never

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem

Document = Mapping[str, object]


class Absent(Enum):
    """The type of `ABSENT`, the value of a key that is not there (null is a value)."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT


@dataclass(frozen=True, slots=True)
class SetProperty:
    """Set one property of a feature, or drop it; a new key goes to the end, or to the place `at`."""

    feature: str
    key: str
    value: object | Literal[Absent.ABSENT]
    at: int | None = None


@dataclass(frozen=True, slots=True)
class SetGeometry:
    """Put a feature somewhere else."""

    feature: str
    geometry: object


@dataclass(frozen=True, slots=True)
class AddFeature:
    """Add a feature at the end, or at the place `at`."""

    feature: Mapping[str, object]
    at: int | None = None


@dataclass(frozen=True, slots=True)
class RemoveFeature:
    """Take a feature away."""

    feature: str


@dataclass(frozen=True, slots=True)
class SetMember:
    """Set one key of the `astrike` member, or drop it; a new key goes to the end, or to the place `at`."""

    key: str
    value: object | Literal[Absent.ABSENT]
    at: int | None = None


@dataclass(frozen=True, slots=True)
class ReplaceDocument:
    """Put another document in the place of the whole."""

    document: Document


Operation = SetProperty | SetGeometry | AddFeature | RemoveFeature | SetMember | ReplaceDocument


@dataclass(frozen=True, slots=True)
class ChangeLabel:
    """What a change is called: a stable dotted key, and the names its sentence needs.

    >>> ChangeLabel("unit.moved", {"unit": "Attacker"}).names["unit"]
    'Attacker'
    """

    key: str
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def apply(
    document: Document, operations: Iterable[Operation]
) -> tuple[dict[str, object], tuple[Operation, ...]]:
    """Answer the document after the operations, and the operations that take them back.

    >>> before = {"features": [{"id": "A", "properties": {"kind": "unit", "heat": 0}}]}
    >>> after, inverse = apply(before, [SetProperty("A", "heat", 2)])
    >>> after["features"]
    [{'id': 'A', 'properties': {'kind': 'unit', 'heat': 2}}]
    >>> apply(after, inverse)[0] == before
    True
    """
    changed = dict(document)
    inverse: list[Operation] = []
    for operation in operations:
        changed, back = _applied(changed, operation)
        inverse.append(back)
    return changed, tuple(reversed(inverse))


def _applied(document: dict[str, object], operation: Operation) -> tuple[dict[str, object], Operation]:
    match operation:
        case SetProperty():
            return _set_property(document, operation)
        case SetGeometry():
            return _set_geometry(document, operation)
        case AddFeature():
            return _add_feature(document, operation)
        case RemoveFeature():
            return _remove_feature(document, operation)
        case SetMember():
            return _set_member(document, operation)
        case ReplaceDocument():
            return dict(operation.document), ReplaceDocument(document)
        case _:
            assert_never(operation)


def _set_property(document: dict[str, object], operation: SetProperty) -> tuple[dict[str, object], Operation]:
    features = _features(document)
    index = _index(features, operation.feature)
    feature = features[index]
    properties = _mapping(feature.get("properties"), at=f"features[{index}].properties")
    changed, before, place = _with_key(properties, operation.key, operation.value, operation.at)
    features[index] = {**feature, "properties": changed}
    return {**document, "features": features}, SetProperty(operation.feature, operation.key, before, place)


def _set_geometry(document: dict[str, object], operation: SetGeometry) -> tuple[dict[str, object], Operation]:
    features = _features(document)
    index = _index(features, operation.feature)
    feature = features[index]
    if "geometry" not in feature:
        raise _problem(f"features[{index}]", "no geometry", "a feature with a geometry")
    features[index] = {**feature, "geometry": operation.geometry}
    return {**document, "features": features}, SetGeometry(operation.feature, feature["geometry"])


def _add_feature(document: dict[str, object], operation: AddFeature) -> tuple[dict[str, object], Operation]:
    features = _features(document)
    name = operation.feature.get("id")
    if not isinstance(name, str):
        raise _problem("features", "a new feature without an id", "a text as id")
    if any(feature.get("id") == name for feature in features):
        raise _problem("features", f"a second feature {name!r}", "an id that is not yet on the table")
    place = len(features) if operation.at is None else operation.at
    if not 0 <= place <= len(features):
        raise _problem("features", f"place {place}", f"a place from 0 to {len(features)}")
    features.insert(place, dict(operation.feature))
    return {**document, "features": features}, RemoveFeature(name)


def _remove_feature(
    document: dict[str, object], operation: RemoveFeature
) -> tuple[dict[str, object], Operation]:
    features = _features(document)
    index = _index(features, operation.feature)
    feature = features.pop(index)
    return {**document, "features": features}, AddFeature(feature, index)


def _set_member(document: dict[str, object], operation: SetMember) -> tuple[dict[str, object], Operation]:
    member = _mapping(document.get("astrike"), at="astrike")
    changed, before, place = _with_key(member, operation.key, operation.value, operation.at)
    return {**document, "astrike": changed}, SetMember(operation.key, before, place)


def _with_key(
    mapping: Mapping[str, object], key: str, value: object, at: int | None
) -> tuple[dict[str, object], object, int | None]:
    """Answer the mapping with the key set or dropped, what stood there, and the place a dropped key had."""
    if key not in mapping:
        if value is ABSENT:
            return dict(mapping), ABSENT, None
        items = list(mapping.items())
        items.insert(len(items) if at is None else at, (key, value))
        return dict(items), ABSENT, None
    if value is ABSENT:
        place = list(mapping).index(key)
        return {k: v for k, v in mapping.items() if k != key}, mapping[key], place
    return {**mapping, key: value}, mapping[key], None


def _features(document: Mapping[str, object]) -> list[Mapping[str, object]]:
    found = document.get("features")
    if not isinstance(found, Sequence) or isinstance(found, str):
        raise _problem("features", "no list", "a list of features")
    return [_mapping(feature, at=f"features[{index}]") for index, feature in enumerate(found)]


def _mapping(value: object, *, at: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise _problem(at, "no object", "an object with keys and values")
    return value


def _index(features: Sequence[Mapping[str, object]], name: str) -> int:
    for index, feature in enumerate(features):
        if feature.get("id") == name:
            return index
    raise _problem("features", f"no feature {name!r}", "the id of a feature on the table")


def _problem(at: str, found: str, expected: str) -> InputError:
    return InputError([Problem(at=at, found=found, expected=expected)])


_SHAPES: Final[Mapping[str, tuple[Callable[..., Operation], Mapping[str, type]]]] = {
    "set-property": (SetProperty, {"feature": str, "key": str, "value": object, "at": int}),
    "set-geometry": (SetGeometry, {"feature": str, "geometry": object}),
    "add-feature": (AddFeature, {"feature": dict, "at": int}),
    "remove-feature": (RemoveFeature, {"feature": str}),
    "set-member": (SetMember, {"key": str, "value": object, "at": int}),
    "replace-document": (ReplaceDocument, {"document": dict}),
}
_NAMES: Final = {shape[0]: name for name, shape in _SHAPES.items()}
_EXPECTED: Final = {str: "a text", int: "a whole number from 0", dict: "an object with keys and values"}
_MAY_BE_LEFT_OUT: Final = {"value": ABSENT, "at": None}


def operations_to_json(operations: Iterable[Operation]) -> list[dict[str, object]]:
    """Write operations as plain JSON values.

    >>> operations_to_json([SetProperty("A", "heat", 2), SetMember("turn", ABSENT)])
    [{'op': 'set-property', 'feature': 'A', 'key': 'heat', 'value': 2}, {'op': 'set-member', 'key': 'turn'}]
    """
    return [_to_json(operation) for operation in operations]


def _to_json(operation: Operation) -> dict[str, object]:
    name = _NAMES[type(operation)]
    values = {key: getattr(operation, key) for key in _SHAPES[name][1]}
    return {"op": name} | {
        key: value
        for key, value in values.items()
        if key not in _MAY_BE_LEFT_OUT or value is not _MAY_BE_LEFT_OUT[key]
    }


def operations_from_json(values: object) -> tuple[Operation, ...]:
    """Read operations from plain JSON values, or name everything that is wrong with them.

    >>> operations_from_json([{"op": "remove-feature", "feature": "A"}])
    (RemoveFeature(feature='A'),)
    """
    if not isinstance(values, list):
        raise _problem("operations", "no list", "a list of operations")
    problems = [
        problem for index, value in enumerate(values) for problem in _problems(value, f"operations[{index}]")
    ]
    if problems:
        raise InputError(problems)
    return tuple(_from_json(value) for value in values)


def _from_json(value: Mapping[str, object]) -> Operation:
    make, shape = _SHAPES[str(value["op"])]
    return make(**{key: value[key] if key in value else _MAY_BE_LEFT_OUT[key] for key in shape})


def _problems(value: object, at: str) -> Iterable[Problem]:
    if not isinstance(value, dict):
        yield Problem(at, "no object", "an operation")
        return
    name = value.get("op")
    if not isinstance(name, str) or name not in _SHAPES:
        yield Problem(f"{at}.op", repr(name), "one of " + ", ".join(_SHAPES))
        return
    shape = _SHAPES[name][1]
    for key in sorted(value.keys() - shape.keys() - {"op"}):
        yield Problem(f"{at}.{key}", "an unknown key", "one of " + ", ".join(shape))
    for key, kind in shape.items():
        if key not in value:
            if key not in _MAY_BE_LEFT_OUT:
                yield Problem(f"{at}.{key}", "nothing", _EXPECTED.get(kind, "a value"))
        elif not isinstance(value[key], kind) or (
            kind is int and (value[key] is True or value[key] is False or value[key] < 0)
        ):
            yield Problem(f"{at}.{key}", repr(value[key]), _EXPECTED[kind])
