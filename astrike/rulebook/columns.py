"""Editions as columns: what does a row of a table say in each edition that prints it?

One file per table, ``data/<system>/<table>.toml``, has one ``[[row]]`` per key, for all editions of the system:

- the fields of the row say what counts in every edition that says nothing else;
- ``in`` lists the editions that print the row;
- ``"<edition>" = { ... }`` holds what differs in that edition, and nothing else; ``before`` in it names the row that
  this one stands before there, where the order of the rows means something;
- ``page`` gives the page by edition, after the short name of its book: ``page = { "ce-5.01" = "CE p.43" }``. This is
  `Row.ref`, and the edition in whose book it was found becomes `Row.page_of`. An edition that prints the row and has no
  page here borrows that of the first edition in ``borrows_pages_from`` of its head that has one, under the name of its
  own book. Failing that, `Row.ref` reads `NO_PAGE`, and `NOT_PRINTED` where the edition does not print the row; then
  `Row.page_of` is None. An edition that shall not borrow has one of these two texts in place of a page;
- ``unknown`` says why there is no figure, as one sentence for all editions that do not print the row, or by edition
  (``unknown."<edition>" = "..."``), which may be one that prints the row and no figure. Without it, the reason is
  ``unprinted`` of the edition's head.

An edition has all rows of its system. A row without a figure is unknown there and says why; it keeps only those of its
fields that say what it is about (`astrike.rulebook.row.subject`), as ``"<edition>"`` has them.
"""

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Final, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from astrike.rulebook.conditions import Condition, read_condition
from astrike.rulebook.heads import Head, read_toml
from astrike.rulebook.row import SUBJECT, Row

R = TypeVar("R", bound=Row)
CONFIDENCE: Final = ("sure", "likely", "unknown")
NO_PAGE: Final = "no page known"
NOT_PRINTED: Final = "not printed in this edition"
_MADE: Final = frozenset({"ref", "page_of", "unknown"})
"""Fields of a row that no field of the file gives: they are worked out for each edition."""
_BEFORE: Final = "before"
_NO_FIGURES: Final = frozenset({"conf", "note"})
"""Fields that editions may have different values in while they print the same."""
_NOTHING: Final[dict[str, Any]] = {}
"""What most rows have of all that is by edition."""
_ABOUT_EDITIONS: Final = frozenset({"in", "page", "unknown"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One row of a file, checked: what it says in general and by edition."""

    values: Mapping[str, object]
    editions: frozenset[str]
    pages: Mapping[str, str]
    unprinted: str
    unknown: Mapping[str, str]
    columns: Mapping[str, Mapping[str, object]]
    before: Mapping[str, str]
    """By edition the key of the row that this one stands before there."""


@dataclass(frozen=True, slots=True)
class _Field:
    """What a field of a row may hold."""

    fits: Callable[[object], bool]
    freeze: Callable[[object], object]
    expected: str


@dataclass(frozen=True, slots=True)
class _Shape:
    """What the fields of a kind of row may hold, and which of them are figures."""

    fields: Mapping[str, _Field]
    needed: tuple[str, ...]
    figures: tuple[str, ...]
    """Fields that a row has no value in where an edition gives no figure."""
    defaults: Mapping[str, object]

    def is_usual(self, name: str, value: object) -> bool:
        """Is this what a row says that says nothing?"""
        return name in self.defaults and self.defaults[name] == value


@dataclass(frozen=True, slots=True)
class Table(Generic[R]):
    """The rows of one file, and what each edition makes of them."""

    row_type: type[R]
    shape: _Shape
    entries: tuple[Entry, ...]

    def values(self, head: Head, heads: Mapping[str, Head]) -> Iterator[dict[str, object]]:
        """Give what the rows say in one edition, by the names of their fields, without what goes without saying."""
        for entry in self._in_order(head):
            values = dict(entry.values)
            if head.id in entry.columns:
                values |= entry.columns[head.id]
                values = {
                    name: value for name, value in values.items() if not self.shape.is_usual(name, value)
                }
            values["ref"], values["page_of"] = _page(entry, head, heads)
            reason = _unknown(entry, head)
            if reason:
                for name in self.shape.figures:
                    values.pop(name, None)
                values |= {"unknown": reason, "conf": "unknown"}
            if head.left_out:
                for name, value in values.items():
                    if isinstance(value, tuple) and not head.left_out.isdisjoint(value):
                        values[name] = tuple(each for each in value if each not in head.left_out)
            yield values

    def _in_order(self, head: Head) -> Sequence[Entry]:
        """Give the rows in the order that they have in one edition."""
        moved = [entry for entry in self.entries if head.id in entry.before]
        ordered = [entry for entry in self.entries if head.id not in entry.before]
        for entry in moved:
            other = (
                number for number, each in enumerate(ordered) if each.values["key"] == entry.before[head.id]
            )
            ordered.insert(next(other, len(ordered)), entry)
        return ordered


def _unknown(entry: Entry, head: Head) -> str:
    """Say why an edition gives no figure; empty where it gives one."""
    own = entry.unknown.get(head.id, "")
    return own or ("" if head.id in entry.editions else entry.unprinted or head.unprinted)


def _page(entry: Entry, head: Head, heads: Mapping[str, Head]) -> tuple[str, str | None]:
    """Give the page of a row in an edition, and the edition in whose book it was found."""
    own = entry.pages.get(head.id)
    if own is not None:
        return own, head.id if head.is_page(own) else None
    if head.id not in entry.editions:
        return NOT_PRINTED, None
    for lender in head.lenders:
        page, book = entry.pages.get(lender, ""), heads[lender].book
        if heads[lender].is_page(page) and _says(entry, lender) == _says(entry, head.id):
            return head.book + page.removeprefix(book), lender
    return NO_PAGE, None


def _says(entry: Entry, edition: str) -> dict[str, object]:
    """Give what an edition says otherwise than the row does, and how sure that is aside."""
    return {name: value for name, value in entry.columns.get(edition, {}).items() if name not in _NO_FIGURES}


def read_table(path: Path, row_type: type[R], heads: Mapping[str, Head], problems: list[str]) -> Table[R]:
    """Read the file of a table; every problem found in it joins the others."""
    shape = _shape(row_type)
    raw_rows = read_toml(path, problems).get("row", [])
    if not isinstance(raw_rows, list):
        problems.append(f"{path.name}: expected a list of [[row]]")
        return Table(row_type, shape, ())
    entries: dict[str, Entry] = {}
    steady = {str(raw.get("key")) for raw in raw_rows if isinstance(raw, dict) and not _moves(raw, heads)}
    for number, raw in enumerate(raw_rows, start=1):
        where = f"{path.name}: row {number}"
        if not isinstance(raw, dict):
            problems.append(f"{where}: expected a table of keys")
            continue
        found = list(_Reader(f"{where} ({raw.get('key', 'no key')})", shape, heads, raw, steady).problems())
        problems += found
        key = str(raw.get("key"))
        if key in entries:
            problems.append(f"{path.name}: {key} stands there twice; expected each key once")
        if not found:
            entries[key] = _entry(raw, shape, heads)
    return Table(row_type, shape, tuple(entries.values()))


def _shape(row_type: type[Row]) -> _Shape:
    hints = get_type_hints(row_type)
    specs = [spec for spec in fields(row_type) if spec.name not in _MADE]
    needed = tuple(spec.name for spec in specs if spec.default is MISSING)
    return _Shape(
        {
            spec.name: _Field(
                _fits(hints[spec.name]), _frozen(hints[spec.name]), _words_for(hints[spec.name])
            )
            for spec in specs
        },
        needed,
        tuple(spec.name for spec in specs if spec.name not in needed and SUBJECT not in spec.metadata),
        {spec.name: spec.default for spec in specs if spec.name not in needed},
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    """Looks through one row of a file."""

    where: str
    shape: _Shape
    heads: Mapping[str, Head]
    raw: Mapping[str, object]
    keys: Collection[str]
    """Keys of the rows that stand in the same order in all editions."""

    def problems(self) -> Iterator[str]:
        """Say everything that is wrong with the row."""
        shape = self.shape
        for name, value in self.raw.items():
            if name in shape.fields:
                if name == "conf" or not shape.fields[name].fits(value):
                    yield from self._value(name, value)
            elif name in self.heads:
                yield from self._column(name, value)
            elif name not in _ABOUT_EDITIONS:
                expected = ", ".join(sorted({*shape.fields, *_ABOUT_EDITIONS, *self.heads}))
                yield f"{self.where}: found unknown key {name}; expected {expected}"
        for name in shape.needed:
            if name not in self.raw:
                yield f"{self.where}: key {name} is missing"
        yield from self._editions()
        yield from self._pages()
        yield from self._reasons()

    def _value(self, name: str, value: object, column: str = "") -> Iterator[str]:
        spec = self.shape.fields[name]
        if spec.fits(value) and (name != "conf" or value in CONFIDENCE):
            return
        expected = spec.expected if not spec.fits(value) else f"one of {', '.join(CONFIDENCE)}"
        yield f"{self.where}: {f'{column} ' if column else ''}{name} is {value!r}; expected {expected}"

    def _column(self, edition: str, values: object) -> Iterator[str]:
        known = self.shape.fields
        if not isinstance(values, dict):
            yield f"{self.where}: {edition} is {values!r}; expected a table of what differs there"
            return
        if edition not in self._printed():
            yield f"{self.where}: {edition} has values of its own and is not in the list of editions"
        for name, value in values.items():
            if name == _BEFORE:
                if value not in self.keys:
                    yield f"{self.where}: {edition} has it before {value!r}; expected the key of another row"
            elif name not in known or name == "key":
                expected = ", ".join(sorted(known.keys() - {"key"}))
                yield f"{self.where}: found unknown key {name} in {edition}; expected {expected}"
            else:
                yield from self._value(name, value, edition)

    def _printed(self) -> list[object]:
        printed = self.raw.get("in")
        return printed if isinstance(printed, list) else []

    def _editions(self) -> Iterator[str]:
        printed = self.raw.get("in")
        if not isinstance(printed, list):
            yield f"{self.where}: key in is {printed!r}; expected a list of editions out of {', '.join(self.heads)}"
            return
        for each in printed:
            if each not in self.heads or printed.count(each) > 1:
                expected = f"expected a list of editions out of {', '.join(self.heads)}, each once"
                yield f"{self.where}: in has {each!r}; {expected}"

    def _pages(self) -> Iterator[str]:
        pages = self.raw.get("page", {})
        if not isinstance(pages, dict):
            yield f"{self.where}: page is {pages!r}; expected pages by edition"
            return
        for edition, page in pages.items():
            head = self.heads.get(edition)
            if head is None:
                yield f"{self.where}: page names {edition}; expected one of {', '.join(self.heads)}"
            elif not isinstance(page, str) or not (page in (NO_PAGE, NOT_PRINTED) or head.is_page(page)):
                expected = f"expected a page, as '{head.book} p.1', or '{NO_PAGE}' or '{NOT_PRINTED}'"
                yield f"{self.where}: page of {edition} is {page!r}; {expected}"

    def _reasons(self) -> Iterator[str]:
        said = self.raw.get("unknown", {})
        printed = self._printed()
        if isinstance(said, dict):
            for edition, reason in said.items():
                if edition not in self.heads:
                    yield f"{self.where}: unknown names {edition}; expected one of {', '.join(self.heads)}"
                elif not isinstance(reason, str) or not reason.strip():
                    yield f"{self.where}: unknown of {edition} is {reason!r}; expected a reason"
        elif not isinstance(said, str) or not said.strip():
            yield f"{self.where}: unknown is {said!r}; expected a reason, or reasons by edition"
        explained = said if isinstance(said, dict) else self.heads
        for edition, head in self.heads.items():
            if edition not in explained and edition not in printed and not head.unprinted:
                expected = f'expected unknown."{edition}" to say why, or unprinted in the edition\'s head'
                yield f"{self.where}: {edition} does not print it; {expected}"


def _entry(raw: Mapping[str, object], shape: _Shape, heads: Mapping[str, Head]) -> Entry:
    """Put together a row in which no problem was found."""

    def frozen(values: object) -> dict[str, object]:
        assert isinstance(values, dict)
        known = shape.fields
        return {name: known[name].freeze(value) for name, value in values.items() if name in known}

    printed, pages, unknown = raw["in"], raw.get("page", _NOTHING), raw.get("unknown", _NOTHING)
    assert isinstance(printed, list)
    assert isinstance(pages, dict)
    has_columns = not heads.keys().isdisjoint(raw)
    return Entry(
        values={name: value for name, value in frozen(raw).items() if not shape.is_usual(name, value)},
        editions=_ids(tuple(printed)),
        pages=pages,
        unprinted=unknown if isinstance(unknown, str) else "",
        unknown=unknown if isinstance(unknown, dict) else _NOTHING,
        columns={each: frozen(raw[each]) for each in heads if each in raw} if has_columns else _NOTHING,
        before=_moves(raw, heads) if has_columns else _NOTHING,
    )


def _moves(raw: Mapping[str, object], heads: Mapping[str, Head]) -> dict[str, str]:
    """Give by edition the key of the row that this one stands before there."""
    columns = [(each, raw[each]) for each in heads.keys() & raw.keys()]
    return {each: str(own[_BEFORE]) for each, own in columns if isinstance(own, dict) and _BEFORE in own}


@cache
def _ids(printed: tuple[str, ...]) -> frozenset[str]:
    return frozenset(printed)


def _fits(hint: object) -> Callable[[object], bool]:
    """Give the test whether a value is of a type."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        arms = [_fits(arm) for arm in get_args(hint)]
        return lambda value: any(fits(value) for fits in arms)
    if origin is tuple:
        inside = _fits(get_args(hint)[0])
        return lambda value: isinstance(value, list) and all(map(inside, value))
    if hint is bool:
        return lambda value: isinstance(value, bool)
    if hint is int:
        return lambda value: isinstance(value, int) and not isinstance(value, bool)
    if hint is float:
        return _is_number
    return lambda value: isinstance(value, str)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _frozen(hint: object) -> Callable[[object], object]:
    """Give what makes a value of a file one that nobody changes: lists of numbers are of decimals."""
    if hint in (str, bool, int):
        return _same
    if hint is float:
        return _decimal
    return _frozen_conditions if get_args(hint)[:1] == (Condition,) else _frozen_list


def _same(value: object) -> object:
    return value


def _decimal(value: object) -> object:
    return float(value) if isinstance(value, int) else value


def _frozen_list(value: object) -> object:
    if isinstance(value, list):
        return tuple(
            float(item) if isinstance(item, int) and not isinstance(item, bool) else item for item in value
        )
    return value


def _frozen_conditions(value: object) -> object:
    return tuple(map(read_condition, value)) if isinstance(value, list) else value


def _words_for(hint: object) -> str:
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return " or ".join(_words_for(arm) for arm in get_args(hint))
    if origin is tuple:
        return f"a list of {_words_for(get_args(hint)[0])}"
    names = {bool: "true or false", int: "a whole number", float: "a number", str: "text", Condition: "text"}
    return names.get(hint, "a value") if isinstance(hint, type) else "a value"
