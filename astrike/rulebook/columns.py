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
  `Row.page_of` is None. To keep an edition from borrowing, one of these two texts stands here in place of a page:
  `NOT_PRINTED` where its figure is none of the book's, so that ``conf`` is ``unknown`` there or the column gives it;
- ``unpaged`` names a source without page numbers, out of ``sources`` of the heads: it stands for the page in every
  edition that prints the row and has no page of its own;
- ``unknown`` says why there is no figure, as one sentence for all editions that do not print the row, or by edition
  (``unknown."<edition>" = "..."``), which may be one that prints the row and no figure. Without it, the reason is
  ``unprinted`` of the edition's head.

An edition has all rows of its system. A row without a figure is unknown there and says why. Its figures go back to
what their fields have when nothing is said; what says what it is about (`astrike.rulebook.row.subject_field`) and
fields that every row has to give stay, as ``"<edition>"`` has them.

All of it is checked: each row when its file is read, and afterwards, with all files read, what rows name
(`astrike.rulebook.references`) and what does not go together in them (`Row.problems`), in general and in each column.

Longer than most modules: one reader, and the description of its format.
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cache
from pathlib import Path
from sys import intern
from types import GenericAlias, UnionType
from typing import Annotated, Any, Final, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from astrike.dataclass import dataclass
from astrike.rulebook.conditions import Condition, read_condition
from astrike.rulebook.edition_list import EditionListing, is_text, read_toml, value_shown
from astrike.rulebook.references import AllowedWords, KnownWords, problems_of
from astrike.rulebook.row import SUBJECT, RulebookRow

R = TypeVar("R", bound=RulebookRow)
CONFIDENCE: Final = ("sure", "likely", "unknown")
NO_PAGE: Final = "no page known"
NOT_PRINTED: Final = "not printed in this edition"
_MADE: Final = frozenset({"ref", "page_of", "unknown"})
"""Fields of a row that no field of the file gives: they are worked out for each edition."""
_BEFORE: Final = "before"
_NO_FIGURES: Final = frozenset({"conf", "note"})
"""Fields that editions may have different values in while they print the same."""
_NOTHING: Final[dict[str, Any]] = {}
"""Shared by all rows that have nothing by edition, which are most."""
_SOURCE: Final = "unpaged"
_ABOUT_EDITIONS: Final = frozenset({"in", "page", "unknown", _SOURCE})
_ROWS: Final = "row"
_SHOWN: Final = frozenset({"key", "label"})
"""Fields that are shown, so that they are never blank."""
_LARGEST: Final = 2**53
"""Whole numbers up to here are exact as decimals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowByEdition:
    """One row of a file, checked: what it says in general and by edition."""

    file: str
    number: int
    values: Mapping[str, object]
    editions: frozenset[str]
    pages: Mapping[str, str]
    source: str
    """A source without pages, which counts for editions without a page of their own; empty for none."""
    unprinted: str
    unknown: Mapping[str, str]
    columns: Mapping[str, Mapping[str, object]]
    before: Mapping[str, str]
    """By edition the key of the row that this one stands before there."""

    @property
    def where(self) -> str:
        """File, number and key, as problems name it."""
        return _where(self.file, self.number, self.values["key"])


def _where(file: str, number: int, key: object) -> str:
    return f"{file}: row {number} ({key})"


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
    allowed: Mapping[str, AllowedWords]
    """Which words fields may hold, where not every text is one."""
    listed: tuple[str, ...]
    """Fields that hold words of a list of the system, which an edition may leave out."""

    def is_usual(self, name: str, value: object) -> bool:
        """Is this the field's value in a row that does not give it?"""
        return name in self.defaults and self.defaults[name] == value


@dataclass(frozen=True, slots=True)
class TableByEdition(Generic[R]):
    """The rows of one file, and what each edition makes of them."""

    row_type: type[R]
    shape: _Shape
    entries: tuple[RowByEdition, ...]
    keys: frozenset[str] = frozenset()
    """The keys of all rows, also of those in which there is a mistake."""
    is_read: bool = True
    """Could its file be read?"""

    def values(
        self, head: EditionListing, heads: Mapping[str, EditionListing]
    ) -> Iterator[dict[str, object]]:
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
            for name in self.shape.listed if head.left_out else ():
                value = values.get(name)
                if isinstance(value, tuple) and not head.left_out.isdisjoint(value):
                    values[name] = tuple(each for each in value if each not in head.left_out)
            yield values

    def problems(self, known: KnownWords) -> Iterator[str]:
        """Say which rows name what is not there or have fields that do not go together, in general or in a column."""
        shape, has_own = self.shape, self.row_type.problems is not RulebookRow.problems
        for entry in self.entries:
            found: dict[str, None] = {}
            for edition, values in (("", entry.values), *entry.columns.items()):
                for name, allowed in shape.allowed.items():
                    if name in values:
                        found |= dict.fromkeys(self._of_words(edition, name, allowed, values[name], known))
                if has_own:
                    row = self.row_type(**(entry.values | values), ref=NO_PAGE)  # type: ignore[operator]
                    found |= dict.fromkeys(row.problems())
            yield from (f"{entry.where}: {problem}" for problem in found)

    def drawn(self, list_name: str) -> frozenset[str] | None:
        """Give the words that rows draw from a list of the system, in any column; None where none of them can."""
        names = [name for name in self.shape.listed if self.shape.allowed[name].list_name == list_name]
        columns = [each for entry in self.entries for each in (entry.values, *entry.columns.values())]
        found = [each.get(name) for name in names for each in columns]
        return (
            frozenset(word for value in found if isinstance(value, tuple) for word in value)
            if names
            else None
        )

    def _of_words(
        self, edition: str, name: str, allowed: AllowedWords, value: object, known: KnownWords
    ) -> Iterator[str]:
        """Say which words of a field are not allowed, in general or in the column of an edition."""
        verb = "has" if isinstance(value, tuple) else "is"
        for word, expected in problems_of(allowed, value, known, default=self.shape.defaults.get(name)):
            yield f"{f'{edition} ' if edition else ''}{name} {verb} {value_shown(word)}; expected {expected}"

    def _in_order(self, head: EditionListing) -> Sequence[RowByEdition]:
        """Give the rows in the order that they have in one edition."""
        moved = [entry for entry in self.entries if head.id in entry.before]
        ordered = [entry for entry in self.entries if head.id not in entry.before]
        for entry in moved:
            other = (
                number for number, each in enumerate(ordered) if each.values["key"] == entry.before[head.id]
            )
            ordered.insert(next(other, len(ordered)), entry)
        return ordered


def _unknown(entry: RowByEdition, head: EditionListing) -> str:
    """Say why an edition gives no figure; empty where it gives one."""
    own = entry.unknown.get(head.id, "")
    return own or ("" if head.id in entry.editions else entry.unprinted or head.unprinted)


def _page(
    entry: RowByEdition, head: EditionListing, heads: Mapping[str, EditionListing]
) -> tuple[str, str | None]:
    """Give the page of a row in an edition, and the edition in whose book it was found."""
    own = entry.pages.get(head.id)
    if own is not None:
        return own, head.id if head.is_page(own) else None
    if head.id not in entry.editions:
        return NOT_PRINTED, None
    if entry.source:
        return entry.source, head.id
    for lender in head.lenders:
        page, book = entry.pages.get(lender, ""), heads[lender].book
        if heads[lender].is_page(page) and _says(entry, lender) == _says(entry, head.id):
            return head.book + page.removeprefix(book), lender
    return NO_PAGE, None


def _says(entry: RowByEdition, edition: str) -> dict[str, object]:
    """Give what an edition says otherwise than the row does, and how sure that is aside."""
    return {name: value for name, value in entry.columns.get(edition, {}).items() if name not in _NO_FIGURES}


def read_table(
    path: Path, row_type: type[R], heads: Mapping[str, EditionListing], problems: list[str]
) -> TableByEdition[R]:
    """Read the file of a table; every problem found in it joins the others."""
    shape = _shape(row_type)
    found = read_toml(path, problems)
    if found is None:
        return TableByEdition(row_type, shape, (), is_read=False)
    problems += (
        f"{path.name}: found unknown key {name}; expected only [[{_ROWS}]]"
        for name in sorted(found.keys() - {_ROWS})
    )
    raw_rows = found.get(_ROWS)
    if not isinstance(raw_rows, list) or not raw_rows:
        has = f"{_ROWS} is {value_shown(raw_rows)}" if _ROWS in found else "there is no row"
        problems.append(f"{path.name}: {has}; expected a list of [[{_ROWS}]]")
        return TableByEdition(row_type, shape, (), is_read=False)
    keys = Counter(_keys_of(raw_rows))
    steady = set(_keys_of(raw for raw in raw_rows if isinstance(raw, dict) and not _moves(raw, heads)))
    entries: list[RowByEdition] = []
    for number, raw in enumerate(raw_rows, start=1):
        if not isinstance(raw, dict):
            problems.append(f"{path.name}: row {number}: found {value_shown(raw)}; expected a table of keys")
            continue
        where = _where(path.name, number, raw.get("key", "no key"))
        of_row = list(_Reader(where, shape, heads, raw, steady).problems())
        problems += of_row
        if not of_row:
            entries.append(_entry(path.name, number, raw, shape, heads))
    twice = [key for key, count in keys.items() if count > 1]
    problems += (f"{path.name}: {key} stands there twice; expected each key once" for key in twice)
    return TableByEdition(row_type, shape, tuple(entries), keys=frozenset(keys))


def _keys_of(raw_rows: Iterable[object]) -> Iterator[str]:
    for raw in raw_rows:
        if isinstance(raw, dict) and isinstance(raw.get("key"), str):
            yield raw["key"]


def words_of(row_type: type[RulebookRow]) -> frozenset[str]:
    """Give the words that may stand before a value in a row of a table, beside the ids of editions."""
    return frozenset(spec.name for spec in fields(row_type)) | _ABOUT_EDITIONS | {_BEFORE}


def _shape(row_type: type[RulebookRow]) -> _Shape:
    hints = get_type_hints(row_type, include_extras=True)
    specs = [spec for spec in fields(row_type) if spec.name not in _MADE]
    needed = tuple(spec.name for spec in specs if spec.default is MISSING)
    plain = {spec.name: plain_type(hints[spec.name]) for spec in specs}
    allowed = {spec.name: found for spec in specs if (found := allowed_in(hints[spec.name])) is not None}
    return _Shape(
        {name: _Field(_fits(hint), _frozen(hint), _words_for(hint)) for name, hint in plain.items()},
        needed,
        tuple(spec.name for spec in specs if spec.name not in needed and SUBJECT not in spec.metadata),
        {spec.name: spec.default for spec in specs if spec.name not in needed},
        allowed,
        tuple(name for name, each in allowed.items() if each.list_name),
    )


def plain_type(hint: Any) -> Any:
    """Give a type without what it says about the words that it allows."""
    if get_origin(hint) is Annotated:
        return get_args(hint)[0]
    if get_origin(hint) is tuple:
        return GenericAlias(tuple, (plain_type(get_args(hint)[0]), ...))
    return hint


def allowed_in(hint: object) -> AllowedWords | None:
    """Give which words a type allows; None for any."""
    if get_origin(hint) is tuple:
        return allowed_in(get_args(hint)[0])
    if get_origin(hint) is Annotated:
        return next((each for each in get_args(hint)[1:] if isinstance(each, AllowedWords)), None)
    return None


@dataclass(frozen=True, slots=True)
class _Reader:
    """Looks through one row of a file."""

    where: str
    shape: _Shape
    heads: Mapping[str, EditionListing]
    raw: Mapping[str, object]
    keys: Collection[str]
    """Keys of the rows that stand in the same order in all editions."""

    def problems(self) -> Iterator[str]:
        """Say everything that is wrong with the row."""
        shape = self.shape
        for name, value in self.raw.items():
            if name in shape.fields:
                yield from self._value(name, value)
            elif name in self.heads:
                yield from self._column(name, value)
            elif name not in _ABOUT_EDITIONS and (self.heads or not isinstance(value, dict)):
                expected = ", ".join(sorted({*shape.fields, *_ABOUT_EDITIONS, *self.heads}))
                yield f"{self.where}: found unknown key {name}; expected {expected}"
        for name in shape.needed:
            if name not in self.raw:
                yield f"{self.where}: key {name} is missing"
        if self.heads:
            of_editions = list(self._editions())
            yield from of_editions
            yield from self._pages(is_listed=not of_editions)
            yield from self._reasons(is_listed=not of_editions)
            if _SOURCE in self.raw:
                yield from self._sources(self.raw[_SOURCE])

    def _value(self, name: str, value: object, column: str = "") -> Iterator[str]:
        spec = self.shape.fields[name]
        expected = ""
        if not spec.fits(value):
            expected = spec.expected
        elif name == "conf" and value not in CONFIDENCE:
            expected = f"one of {', '.join(CONFIDENCE)}"
        elif name in _SHOWN and not is_text(str(value)):
            expected = "a text that can be shown, without space around it"
        if expected:
            yield f"{self.where}: {f'{column} ' if column else ''}{name} is {value_shown(value)}; expected {expected}"

    def _column(self, edition: str, values: object) -> Iterator[str]:
        known = self.shape.fields
        if not isinstance(values, dict):
            yield f"{self.where}: {edition} is {value_shown(values)}; expected a table of what differs there"
            return
        if edition not in self._printed() and not any(self._editions()):
            yield f"{self.where}: {edition} has values of its own and is not in the list of editions"
        for name, value in values.items():
            if name == _BEFORE:
                if not isinstance(value, str) or value not in self.keys:
                    yield f"{self.where}: {edition} has it before {value_shown(value)}; expected the key of another row"
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
        expected = f"a list of editions out of {', '.join(self.heads)}"
        if not isinstance(printed, list):
            yield f"{self.where}: key in is {value_shown(printed)}; expected {expected}"
            return
        for each in printed:
            if not isinstance(each, str) or each not in self.heads or printed.count(each) > 1:
                yield f"{self.where}: in has {value_shown(each)}; expected {expected}, each once"

    def _pages(self, *, is_listed: bool) -> Iterator[str]:
        pages = self.raw.get("page", {})
        if not isinstance(pages, dict):
            yield f"{self.where}: page is {value_shown(pages)}; expected pages by edition"
            return
        for edition, page in pages.items():
            where, head = f"{self.where}: page of {edition}", self.heads.get(edition)
            if head is None:
                yield f"{self.where}: page names {edition}; expected one of {', '.join(self.heads)}"
            elif is_listed and edition not in self._printed():
                yield f"{where} is {value_shown(page)}; expected none, since {edition} is not in the list of editions"
            elif page == NOT_PRINTED:
                if not self._is_none_of_the_book(edition):
                    expected = (
                        f'expected conf = "unknown" or another figure in the column of {edition}, or a page'
                    )
                    yield f"{where} is {value_shown(page)}; {expected}"
            elif page != NO_PAGE and not (isinstance(page, str) and (not head.book or head.is_page(page))):
                known = f"'{head.book} p.42' or '{head.book} pp.42-44, 50'" if head.book else "'p.42'"
                yield f"{where} is {value_shown(page)}; expected a page, as {known}, or '{NO_PAGE}' or '{NOT_PRINTED}'"

    def _sources(self, source: object) -> Iterator[str]:
        printed = self._printed()
        known = [set(head.sources) for edition, head in self.heads.items() if edition in printed]
        shared = sorted(set[str].intersection(*known)) if known else []
        if source not in shared:
            expected = f"one of {', '.join(shared)}" if shared else "none: the editions have none in common"
            yield f"{self.where}: {_SOURCE} is {value_shown(source)}; expected {expected}"

    def _is_none_of_the_book(self, edition: str) -> bool:
        """Is the row's figure in an edition one that the book does not print, and does the row say so?"""
        own, reasons = self.raw.get(edition), self.raw.get("unknown")
        has_reason = isinstance(reasons, dict) and edition in reasons
        return bool(own) or has_reason or self.raw.get("conf") == CONFIDENCE[-1]

    def _reasons(self, *, is_listed: bool) -> Iterator[str]:
        stated = self.raw.get("unknown", {})
        printed = self._printed()
        if isinstance(stated, dict):
            for edition, reason in stated.items():
                if edition not in self.heads:
                    yield f"{self.where}: unknown names {edition}; expected one of {', '.join(self.heads)}"
                elif not isinstance(reason, str) or not is_text(reason):
                    yield f"{self.where}: unknown of {edition} is {value_shown(reason)}; expected a reason"
        elif not isinstance(stated, str) or not is_text(stated):
            yield f"{self.where}: unknown is {value_shown(stated)}; expected a reason, or reasons by edition"
        explained = stated if isinstance(stated, dict) else self.heads
        for edition, head in self.heads.items():
            if is_listed and edition not in explained and edition not in printed and not head.unprinted:
                expected = f'expected unknown."{edition}" to say why, or unprinted in the edition\'s head'
                yield f"{self.where}: {edition} does not print it; {expected}"


def _entry(
    file: str, number: int, raw: Mapping[str, object], shape: _Shape, heads: Mapping[str, EditionListing]
) -> RowByEdition:
    """Put together a row in which no problem was found.

    Names of fields, ids of editions and pages come again in every row: all rows share one text of each.
    """

    def frozen(values: object) -> dict[str, object]:
        assert isinstance(values, dict)
        known = shape.fields
        return {intern(name): known[name].freeze(value) for name, value in values.items() if name in known}

    printed, pages, unknown = raw["in"], raw.get("page", _NOTHING), raw.get("unknown", _NOTHING)
    assert isinstance(printed, list)
    assert isinstance(pages, dict)
    has_columns = not heads.keys().isdisjoint(raw)
    return RowByEdition(
        file=file,
        number=number,
        values={name: value for name, value in frozen(raw).items() if not shape.is_usual(name, value)},
        editions=_ids(tuple(printed)),
        pages={intern(each): intern(page) for each, page in pages.items()} if pages else _NOTHING,
        source=intern(str(raw.get(_SOURCE, ""))),
        unprinted=unknown if isinstance(unknown, str) else "",
        unknown=unknown if isinstance(unknown, dict) else _NOTHING,
        columns={each: frozen(raw[each]) for each in heads if each in raw} if has_columns else _NOTHING,
        before=_moves(raw, heads) if has_columns else _NOTHING,
    )


def _moves(raw: Mapping[str, object], heads: Mapping[str, EditionListing]) -> dict[str, str]:
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
        return lambda value: isinstance(value, int) and _is_number(value)
    if hint is float:
        return _is_number
    return lambda value: isinstance(value, str)


def _is_number(value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _LARGEST


def _frozen(hint: object) -> Callable[[object], object]:
    """Give what makes a value of a file one that nobody changes: lists of numbers are of decimals, or of wholes."""
    if hint in (str, bool, int):
        return _same
    if hint is float:
        return _decimal
    if get_args(hint)[:1] == (int,):
        return _frozen_wholes
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


def _frozen_wholes(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


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
