"""What does an answer hold as JSON, key by key? Each key once: its name, what it is, where it comes from, its help.

A `JsonRecord` both writes its objects and describes them: `written` gives the JSON, `schema_of` the JSON Schema that
the API's description (`web.openapi`) and the page of the contract show. A new key is one line, in its record. The
parts that all answers share (terms, reasons, defaults, options, pages) are here too. Inches and shares are rounded to
four places here and nowhere else.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any, Final, Generic, TypeVar

from astrike.dataclass import dataclass
from astrike.model.explain import Assumed, Facts, Modifier, OptionUsed, Reason
from astrike.model.inch_limits import FARTHEST
from astrike.rulebook.loader import IDS

Json = dict[str, object]

Source = TypeVar("Source")
"""What a record is made of."""

Taken_contra = TypeVar("Taken_contra", contravariant=True)
"""What a value is made of."""

Value = TypeVar("Value")

PLACES: Final = 4


def rounded(value: float) -> float:
    """Round what was measured; there is no minus zero.

    >>> rounded(15.128339), rounded(-0.0)
    (15.1283, 0.0)
    """
    return round(float(value), PLACES) + 0.0


@dataclass(frozen=True, slots=True)
class JsonShape(Generic[Taken_contra]):
    """What stands under a key: its JSON Schema, and how it is written."""

    schema: Json
    write: Callable[[Taken_contra], object] | None = None
    """None: as it is."""
    records: tuple["JsonRecord[Any]", ...] = ()
    """The records that the schema names."""

    def with_schema(self, **more: object) -> "JsonShape[Taken_contra]":
        """Give the shape with more in its JSON Schema."""
        return JsonShape({**self.schema, **more}, self.write, self.records)


@dataclass(frozen=True, slots=True)
class JsonKey(Generic[Source]):
    """A key of an object."""

    name: str
    shape: JsonShape[Any]
    take: Callable[[Source], Any]
    """Gives what it is made of."""
    when: Callable[[Source], object] | None
    """Says whether it is there; None: always."""
    help: str

    def of(self, take: Callable[[Any], Any] | str) -> "JsonKey[Any]":
        """Give the key with its value from elsewhere: from a function, or an attribute."""
        return replace(self, take=attrgetter(take) if isinstance(take, str) else take)

    @property
    def schema(self) -> Json:
        """Describe what stands under it."""
        return {**self.shape.schema, "description": self.help} if self.help else self.shape.schema


def key(
    name: str,
    shape: "JsonShape[Value] | JsonRecord[Value]",
    of: Callable[[Source], Value] | str = "",
    help: str = "",  # noqa: A002  # as everywhere where a field is described
    *,
    when: Callable[[Source], object] | None = None,
) -> JsonKey[Source]:
    """Describe a key: `of` gives its value, or names the attribute, else that of the key's own name.

    >>> JsonRecord[complex]("", key("real", NUMBER), key("i", NUMBER, "imag")).written(3 + 2j)
    {'real': 3.0, 'i': 2.0}
    """
    take = attrgetter(of or name) if isinstance(of, str) else of
    return JsonKey(name, _shape(shape), take, when, help)


def beside(name: str, shape: JsonShape[Any], *, else_null: bool) -> JsonKey[Any]:
    """Describe a key whose value is not of the answer itself: whoever writes gives it, else it is null or left out.

    >>> sight = JsonRecord[str]("", key("state", TEXT, str), beside("margin", INCHES, else_null=False))
    >>> sight.written("clear"), sight.written("clear", margin=1.20001)
    ({'state': 'clear'}, {'state': 'clear', 'margin': 1.2})
    """
    return JsonKey(name, shape, _nothing, None if else_null else _nothing, "")


def _nothing(_: object) -> None:
    return None


class JsonRecord(Generic[Source]):
    """A JSON object made of one thing; with a name other descriptions refer to it by that."""

    __slots__ = ("_keys", "_steps", "help", "name")

    def __init__(self, name: str, *keys: JsonKey[Source], help: str = "") -> None:  # noqa: A002  # as above
        self.name = name
        self.help = help
        self.keys = keys

    @property
    def keys(self) -> tuple[JsonKey[Source], ...]:
        """The keys of the object, in their order."""
        return self._keys

    @keys.setter
    def keys(self, keys: tuple[JsonKey[Source], ...]) -> None:
        self._keys = keys
        # Lists hold thousands of objects: what writing one needs is looked up once.
        self._steps = tuple((each.name, each.take, each.when, each.shape.write) for each in keys)

    def written(self, source: Source, **given: object) -> Json:
        """Write the object, with what is given beside."""
        found: Json = {}
        for name, take, when, write in self._steps:
            if name in given:
                value = given[name]
            elif when is None or when(source):
                value = take(source)
            else:
                continue
            found[name] = value if write is None else write(value)
        return found

    @property
    def shape(self) -> JsonShape[Source]:
        """The object as what stands under a key."""
        if self.name:
            return JsonShape({"$ref": f"#/components/schemas/{self.name}"}, self.written, (self,))
        return JsonShape(schema_of(self), self.written, tuple(_direct(self)))


def schema_of(record: JsonRecord[Any]) -> Json:
    """Describe an object: what is always there is required.

    >>> schema_of(JsonRecord("", key("real", FLAG), key("imag", FLAG, when=bool)))["required"]
    ['real']
    """
    found: Json = {
        "type": "object",
        "required": [each.name for each in record.keys if each.when is None],
        "properties": {each.name: each.schema for each in record.keys},
    }
    return {**found, "description": record.help} if record.help else found


def records_in(*shapes: JsonShape[Any]) -> dict[str, JsonRecord[Any]]:
    """Find the records that some shapes name, and those that these name in turn, by name."""
    found: dict[str, JsonRecord[Any]] = {}
    ahead = [record for shape in reversed(shapes) for record in reversed(shape.records)]
    while ahead:
        record = ahead.pop()
        if record.name not in found:
            found[record.name] = record
            ahead += reversed(list(_direct(record)))
    return found


def _direct(record: JsonRecord[Any]) -> Iterator[JsonRecord[Any]]:
    for each in record.keys:
        yield from each.shape.records


def _shape(of: JsonShape[Value] | JsonRecord[Value]) -> JsonShape[Value]:
    return of.shape if isinstance(of, JsonRecord) else of


# ---- what stands under keys

TEXT: Final[JsonShape[str]] = JsonShape({"type": "string"})

FLAG: Final[JsonShape[bool]] = JsonShape({"type": "boolean"})

WHOLE: Final[JsonShape[int]] = JsonShape({"type": "integer"})

COUNT: Final[JsonShape[int]] = JsonShape({"type": "integer", "minimum": 0})

NUMBER: Final[JsonShape[float]] = JsonShape({"type": "number"}, rounded)

ON_TABLE: Final[JsonShape[float]] = JsonShape(
    {"type": "number", "minimum": -FARTHEST, "maximum": FARTHEST}, rounded
)

INCHES: Final[JsonShape[float]] = JsonShape(
    {"type": "number", "minimum": 0, "description": "Inches, to four places."}, rounded
)

STATED: Final[JsonShape[float]] = JsonShape(INCHES.schema)
"""Inches that somebody stated: not rounded."""

MEASURED: Final[JsonShape[float]] = JsonShape(
    {"type": "number", "description": "Inches, to four places."}, rounded
)

SHARE: Final[JsonShape[float]] = JsonShape(
    {"type": "number", "minimum": 0, "maximum": 1, "description": "A share, to four places."}, rounded
)

FACT: Final[JsonShape[str | int | float | bool]] = JsonShape({"type": ["string", "number", "boolean"]})

POINTS: Final[JsonShape[int | str]] = JsonShape({"type": ["integer", "string"]})

POINTS_OR_NULL: Final[JsonShape[int | str | None]] = JsonShape({"type": ["integer", "string", "null"]})


def word(*allowed: str) -> JsonShape[str]:
    """One of some words."""
    return JsonShape({"enum": list(allowed)})


def constant(value: str) -> JsonShape[str]:
    """Always the same word."""
    return JsonShape({"const": value})


def list_of(of: JsonShape[Value] | JsonRecord[Value]) -> JsonShape[Iterable[Value]]:
    """Several of a kind, in their order.

    >>> list_of(INCHES).write((1.00001, 2))
    [1.0, 2.0]
    """
    shape = _shape(of)
    schema: Json = {"type": "array", "items": shape.schema}
    write = shape.write
    if write is None:
        return JsonShape(schema, list, shape.records)
    return JsonShape(schema, lambda values: [write(value) for value in values], shape.records)


def coordinates(fewest: int, most: int, item: JsonShape[float] = NUMBER) -> JsonShape[Iterable[float]]:
    """So many numbers that together are a place or a direction."""
    return list_of(item).with_schema(minItems=fewest, maxItems=most)


_NULL: Final[Json] = {"type": "null"}


def or_null(of: JsonShape[Value] | JsonRecord[Value]) -> JsonShape[Value | None]:
    """What stands there, or null for nothing; said twice it is no other.

    >>> or_null(INCHES).write(None)
    >>> or_null(or_null(INCHES)).schema == or_null(INCHES).schema
    True
    """
    shape = _shape(of)
    choices = shape.schema.get("anyOf")
    is_null_among = isinstance(choices, list) and _NULL in choices
    schema: Json = shape.schema if is_null_among else {"anyOf": [shape.schema, _NULL]}
    write = shape.write
    if write is None:
        return JsonShape(schema, None, shape.records)
    return JsonShape(schema, lambda value: None if value is None else write(value), shape.records)


def object_of(of: JsonShape[Value]) -> JsonShape[Mapping[str, Value]]:
    """Values under names that nobody knows beforehand."""
    schema: Json = {"type": "object", "additionalProperties": of.schema}
    write = of.write
    if write is None:
        return JsonShape(schema, dict, of.records)
    return JsonShape(
        schema, lambda values: {name: write(value) for name, value in values.items()}, of.records
    )


REF: Final[JsonKey[Any]] = key(
    "ref",
    TEXT.with_schema(minLength=1),
    "cite.page",
    "Book and page, or the source of a preset; in words where there is no page.",
)

PAGE_OF: Final[JsonKey[Any]] = key(
    "page_of",
    JsonShape({"type": ["string", "null"]}),
    "cite.page_of",
    "Id of the edition in whose printing the page was found; null where there is no page.",
)

CITED: Final = (REF, PAGE_OF)
"""The two keys of everything that cites a source."""

EDITION: Final[JsonKey[Any]] = key("edition", word(*IDS))


def _rounded_facts(facts: Facts) -> Mapping[str, object]:
    return {name: rounded(value) if isinstance(value, float) else value for name, value in facts.items()}


FACTS: Final[JsonShape[Facts]] = JsonShape(
    {
        "type": "object",
        "description": "What was measured; absent when nothing was.",
        "additionalProperties": FACT.schema,
    },
    _rounded_facts,
)

MEASURED_FACTS: Final[JsonKey[Any]] = key("facts", FACTS, when=lambda each: each.facts)
"""What was measured, where anything was."""

MODIFIER: Final = JsonRecord[Modifier](
    "Modifier",
    key("key", TEXT),
    key("part", word("S", "A", "T", "O", "R")),
    key("value", WHOLE),
    key("label", TEXT),
    *CITED,
    MEASURED_FACTS,
)

REASON: Final = JsonRecord[Reason](
    "Reason", key("key", TEXT), key("label", TEXT), *CITED, MEASURED_FACTS, help="One reason why not."
)

ASSUMED: Final = JsonRecord[Assumed]("Assumed", key("at", TEXT), key("value", FACT), key("label", TEXT))

OPTION_USED: Final = JsonRecord[OptionUsed]("OptionUsed", key("id", TEXT), key("value", FACT))
