"""Which keys do questions and answers have? Read from the description that the API gives of itself."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from astrike.report.schema import JsonRecord, schema_of
from tools.contract.block import Block

Schema = Mapping[str, Any]

QUESTION, ANSWER = "Question", "Answer"
EVERYWHERE = 5
"""In so many schemas alike, a key is told once for all of them."""


class Property(NamedTuple):
    """A key of an object, what it may be, and whether it is always there."""

    key: str
    schema: Schema
    is_needed: bool

    @property
    def identity(self) -> str:
        """The same for properties that may be told once."""
        return json.dumps(self, sort_keys=True)


def schema_blocks(description: Schema) -> Mapping[str, Block]:
    """Give a block for each schema, and two for the keys that many questions, or many answers, share."""
    schemas: Mapping[str, Schema] = description["components"]["schemas"]
    questions = {name: schema for name, schema in schemas.items() if name.endswith(QUESTION)}
    answers = {name: schema for name, schema in schemas.items() if name not in questions and name != "Table"}
    return {**_blocks(questions, "question"), **_blocks(answers, "answer")}


def record_block(record: JsonRecord[Any]) -> Block:
    """Give a block for an answer that no address gives."""
    return _block(list(_own(schema_of(record))), "answer", Counter())


def address_blocks(description: Schema) -> Mapping[str, Block]:
    """Give the blocks of addresses and of status codes."""
    rows: list[tuple[str, ...]] = []
    statuses: dict[str, str] = {}
    for address, ways in description["paths"].items():
        for way, operation in ways.items():
            takes = _content(operation["requestBody"]) if "requestBody" in operation else ""
            gives = _content(operation["responses"]["200"])
            rows.append((f"`{way.upper()} {address}`", operation["summary"], takes, gives))
            for code, response in operation["responses"].items():
                statuses.setdefault(code, response["description"])
    return {
        "addresses": Block(("Address", "Question", "Takes", "Gives"), tuple(rows)),
        "statuses": Block(("Status", "When"), tuple((code, told) for code, told in sorted(statuses.items()))),
    }


def _content(of: Schema) -> str:
    return words_of(of["content"]["application/json"]["schema"])


def words_of(schema: Schema) -> str:
    """Say what a value may be.

    >>> words_of({"anyOf": [{"type": "integer", "minimum": 0, "maximum": 4, "default": 0}, {"type": "null"}]})
    'whole number 0 to 4, default `0`, or null'
    >>> words_of({"type": "array", "maxItems": 3, "items": {"enum": ["red", "blue"]}})
    'list of `red` or `blue`, at most 3'
    """
    found = _kind_of(schema)
    return f"{found}, default `{json.dumps(schema['default'])}`" if "default" in schema else found


def _blocks(schemas: Mapping[str, Schema], of: str) -> Mapping[str, Block]:
    own = {name: tuple(_own(schema)) for name, schema in schemas.items()}
    seen = Counter(each.identity for properties in own.values() for each in properties)
    shared = {each.identity: each for properties in own.values() for each in properties}
    shared = {identity: each for identity, each in shared.items() if seen[identity] >= EVERYWHERE}
    usual = Counter(_description(each.schema) for properties in own.values() for each in properties)
    found = {f"every {of}": _block(list(shared.values()), of, usual)}
    for name, schema in schemas.items():
        like, rows = _like(name, own)
        also = [f"`{each.key}`" for each in rows if each.identity in shared]
        rows = [each for each in rows if each.identity not in shared]
        words = [f"All keys of [{like}](#{like.lower()})"] if like else []
        if not own[name]:
            words = [_words_and_links(schema)]
            rows = [each for way in schema.get("anyOf", ()) for each in _own(way)]
        after = ". ".join([*words, *([f"Also: {', '.join(also)}"] if also else [])])
        found[f"{of} {name}"] = _block(rows, of, usual, after=f"{after}." if after else "")
    return found


def _like(name: str, own: Mapping[str, tuple[Property, ...]]) -> tuple[str, list[Property]]:
    """Find an earlier schema all of whose keys this one has too; give its name, and the other keys."""
    mine = {each.identity for each in own[name]}
    for other, properties in own.items():
        if other == name:
            break
        theirs = {each.identity for each in properties}
        if len(theirs) >= EVERYWHERE and theirs <= mine:
            return other, [each for each in own[name] if each.identity not in theirs]
    return "", list(own[name])


def _words_and_links(schema: Schema) -> str:
    words = words_of(schema)
    return words[0].upper() + words[1:]


def _block(rows: Sequence[Property], of: str, usual: Mapping[str, int], *, after: str = "") -> Block:
    flat = [each for row in rows for each in (row, *_inside(row.key, row.schema))]
    told: dict[str, list[str]] = {}
    for each in flat:
        told.setdefault(f"`{each.key}`", []).append(_stated(each, of))
    return Block(
        ("Key", "What it may be" if of == "question" else "What it is"),
        tuple((key, _either(list(dict.fromkeys(words)))) for key, words in told.items()),
        written=("Meaning",),
        hints={
            f"`{each.key}`": words
            for each in flat
            if (words := _description(each.schema)) and usual[words] < EVERYWHERE
        },
        after=after,
    )


def _stated(told: Property, of: str) -> str:
    if of == "question":  # where null is as good as nothing
        words = words_of(_plain(told.schema))
        return f"{words}; needed" if told.is_needed else words
    words = words_of(told.schema)
    return words if told.is_needed else f"{words}; may be missing"


def _own(schema: Schema) -> Iterator[Property]:
    for key, inner in schema.get("properties", {}).items():
        yield Property(key, inner, key in schema.get("required", ()))


def _inside(path: str, schema: Schema) -> Iterator[Property]:
    """Go through the keys of objects that have no name of their own."""
    inner = _plain(schema)
    while isinstance(inner.get("items"), Mapping):
        inner, path = _plain(inner["items"]), f"{path}[]"
    for each in _own(inner):
        if "const" not in each.schema:
            yield Property(f"{path}.{each.key}", each.schema, each.is_needed)
            yield from _inside(f"{path}.{each.key}", each.schema)
    for choice in inner.get("oneOf", ()):
        yield from _inside(path, choice)


def _plain(schema: Schema) -> Schema:
    """Give what stands there where it is not null."""
    choices = schema.get("anyOf", ())
    rest: list[Schema] = [each for each in choices if each.get("type") != "null"]
    if len(rest) == 1:
        return rest[0]
    return schema if len(rest) == len(choices) else {**schema, "anyOf": rest}


def _description(schema: Schema) -> str:
    return str(schema.get("description") or _plain(schema).get("description", ""))


def _kind_of(schema: Schema) -> str:
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        return "[table file](#the-table-file)" if name == "Table" else f"[{name}](#{name.lower()})"
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return _either(f"`{each}`" for each in schema["enum"])
    choices = schema.get("anyOf") or schema.get("oneOf")
    if choices:
        words = [words_of(each) for each in choices]
        return f"{words[0]}, or {words[1]}" if "," in words[0] and len(words) == 2 else _either(words)
    if isinstance(schema.get("type"), list):
        return _either(_kind_of({**schema, "type": each}) for each in schema["type"])
    stated = _SAID.get(schema.get("type", ""))
    return stated(schema) if stated is not None else "anything"


def _either(words: Iterator[str] | Sequence[str]) -> str:
    every = list(dict.fromkeys(words))
    return " or ".join(every) if len(every) < 3 else ", ".join(every[:-1]) + f" or {every[-1]}"


def _number(schema: Schema) -> str:
    name = "whole number" if schema["type"] == "integer" else "number"
    return f"{name}{_limits(schema, 'minimum', 'maximum')}"


def _limits(schema: Schema, low: str, high: str) -> str:
    least, most = schema.get(low), schema.get(high)
    if least is not None and most is not None:
        return f" {_figure(least)} to {_figure(most)}"
    return (
        f" from {_figure(least)}"
        if least is not None
        else f" up to {_figure(most)}"
        if most is not None
        else ""
    )


def _figure(value: float) -> str:
    return f"{value:,}".removesuffix(".0").replace("-", "\u2212")


def _text(schema: Schema) -> str:
    least, most = schema.get("minLength"), schema.get("maxLength")
    if least and most:
        return f"text of {least} to {most} characters"
    return "text, not empty" if least else f"text of at most {most} characters" if most else "text"


def _list(schema: Schema) -> str:
    if "prefixItems" in schema:
        return "[" + ", ".join(words_of(each) for each in schema["prefixItems"]) + "]"
    least, most = schema.get("minItems"), schema.get("maxItems")
    counted = f"{least} to {most}" if least and most and least != most else f"at most {most}" if most else ""
    counted = f"exactly {most}" if most and least == most else counted
    counted = counted or (f"at least {least}" if least else "")
    each = f" of {_plural(words_of(schema['items']))}" if "items" in schema else ""
    once = ", each once" if schema.get("uniqueItems") else ""
    return f"list{each}{f', {counted}' if counted else ''}{once}"


def _object(schema: Schema) -> str:
    names, values = schema.get("propertyNames"), schema.get("additionalProperties")
    if not isinstance(values, Mapping):
        return "object"
    called = f", names {_text(names).removeprefix('text ')}" if names else ""
    most = f", at most {schema['maxProperties']}" if "maxProperties" in schema else ""
    return f"object, each value: {words_of(values)}{called}{most}"


def _plural(words: str) -> str:
    """Say several of what a value may be.

    >>> _plural("whole number 0 to 4"), _plural("`red` or `blue`")
    ('whole numbers 0 to 4', '`red` or `blue`')
    """
    return re.sub(r"(^|, | or )(whole number|number|text|list|object)\b", r"\1\2s", words)


_SAID: Mapping[str, Callable[[Schema], str]] = {
    "string": _text,
    "integer": _number,
    "number": _number,
    "boolean": lambda _: "boolean",
    "null": lambda _: "null",
    "array": _list,
    "object": _object,
}
