"""Are the numbers that we ship complete and well formed? Reads the editions of a game system from their tables.

Every problem is collected and reported at once, as
a sentence with file, key, what was found and what is expected; an edition that does not load stops the program.
What stands in the files is described in `astrike.rulebook.edition_list` and `astrike.rulebook.columns`.
"""

import gc
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, Generic, TypeVar, get_type_hints

import tomli

from astrike.byte_budget import count_only_in
from astrike.dataclass import dataclass
from astrike.errors import EditionError, NotFound
from astrike.rulebook.columns import TableByEdition, allowed_in, read_table, words_of
from astrike.rulebook.edition_list import FILE, EditionListing, read_edition_list
from astrike.rulebook.references import KnownWords, problems_of
from astrike.rulebook.row import RulebookRow
from astrike.rulebook.schema import Edition, EditionHead, tables_of
from astrike.start_cache import PACKAGE, kept_from_last_start

count_only_in(Edition)

E = TypeVar("E", bound=EditionHead)
DATA = Path(__file__).parent / "data"
_CODE: Final = (PACKAGE / "rulebook", PACKAGE / "model")
"""Whose modules read and check the tables; what stands above them in the package counts as well."""


@dataclass(frozen=True, slots=True)
class _MergedTables:
    """The tables of an edition, as the values of its rows by the names of their fields, and the digest of all."""

    digest: str
    tables: Mapping[str, Sequence[Mapping[str, object]]]


class GameSystem(Generic[E]):
    """The editions of one game system: the heads are read at once, the tables when an edition is asked for."""

    def __init__(self, folder: Path, edition_type: type[E], *, keeps_tables: bool = False) -> None:
        self._folder = folder
        self._keeps_tables = keeps_tables
        self._edition_type = edition_type
        self._row_types = tables_of(edition_type)
        self._problems: list[str] = []
        read = {spec.name for spec in fields(edition_type) if spec.init}
        own = read - {spec.name for spec in fields(EditionHead)}
        self._lists = sorted(own - self._row_types.keys())
        taken = frozenset[str]().union(*map(words_of, self._row_types.values()))
        self._heads = read_edition_list(folder, self._lists, self._problems, taken=taken)
        self._merged: Mapping[str, _MergedTables] = {}
        self._made: dict[str, E] = {}
        self.ids = tuple(self._heads.editions)
        """Ids of the editions, in the order in which they are offered."""
        self.default = self._heads.default
        """Id of the edition that counts where none is named."""

    def edition(self, edition_id: str) -> E:
        """Give an edition; raise `EditionError` with every problem found in the files of the system."""
        if edition_id in self._made:
            return self._made[edition_id]
        head = self._heads.editions.get(edition_id)
        if head is None and not self._problems:
            raise NotFound(f"There is no edition {edition_id!r}; the editions are {', '.join(self.ids)}.")
        merged = self._merged  # another thread may let go of them in the meantime
        if not merged:
            with _without_collector():
                merged = self._merged = self._merged_tables()
        if head is None:
            raise EditionError(f"{self._folder.name}/{problem}" for problem in self._problems)
        made = self._made[edition_id] = self._edition(head, merged[edition_id])
        if self._made.keys() == self._heads.editions.keys():
            self._merged = {}  # nothing is made of them any more
        return made

    def _merged_tables(self) -> Mapping[str, _MergedTables]:
        """Give the tables of all editions, which are kept for the next start where the system ships."""
        if not self._keeps_tables:
            return self._merge_tables()
        code = (path for folder in _CODE for path in folder.rglob("*.py"))
        files = (*self._folder.iterdir(), *PACKAGE.glob("*.py"), *code)
        return kept_from_last_start(
            self._folder, files, self._merge_tables, also=f"tomli {tomli.__version__}"
        )

    def _merge_tables(self) -> Mapping[str, _MergedTables]:
        tables = self._read_tables()
        if self._problems:
            raise EditionError(f"{self._folder.name}/{problem}" for problem in self._problems)
        return {each: self._merge(head, tables) for each, head in self._heads.editions.items()}

    def _read_tables(self) -> Mapping[str, TableByEdition[RulebookRow]]:
        files = {f"{name}.toml" for name in self._row_types} | {FILE}
        for path in sorted(self._folder.iterdir()) if self._folder.is_dir() else ():
            if path.name not in files:
                expected = ", ".join(sorted(files))
                self._problems.append(f"{path.name}: found a file that is no table; expected only {expected}")
        tables = {
            name: read_table(self._folder / f"{name}.toml", row_type, self._heads.editions, self._problems)
            for name, row_type in self._row_types.items()
        }
        known = KnownWords(
            keys={name: table.keys for name, table in tables.items()},
            unread=[name for name, table in tables.items() if not table.is_read],
            lists=self._heads.lists,
            rows={
                name: {str(entry.values["key"]): entry.values for entry in table.entries}
                for name, table in tables.items()
            },
        )
        self._problems += self._problems_of_lists(known, tables)
        for name, table in tables.items():
            self._problems += table.problems(replace(known, table=name))
        return tables

    def _problems_of_lists(
        self, known: KnownWords, tables: Mapping[str, TableByEdition[RulebookRow]]
    ) -> Iterator[str]:
        """Say which words of the lists of the system are none, or are used by no row."""
        hints = get_type_hints(self._edition_type, include_extras=True)
        for name in self._lists:
            drawn = {key: words for key, table in tables.items() if (words := table.drawn(name)) is not None}
            used = frozenset[str]().union(*drawn.values())
            files = " or ".join(f"{key}.toml" for key in drawn)
            if drawn and not self._problems:
                for word in known.lists.get(name, ()):
                    if word not in used:
                        yield f"{FILE}: {name} has {word!r}; expected a word that a row of {files} uses"
            allowed = allowed_in(hints[name])
            if allowed is not None:
                for wrong, expected in problems_of(allowed, known.lists.get(name, ()), known, default=()):
                    yield f"{FILE}: {name} has {wrong!r}; expected {expected}"

    def _merge(
        self, head: EditionListing, of_tables: Mapping[str, TableByEdition[RulebookRow]]
    ) -> _MergedTables:
        """Put the tables of an edition together from its column of every table."""
        digest = hashlib.sha256()
        tables: dict[str, list[Mapping[str, object]]] = {}
        digest.update(repr((head.id, head.name, head.book, self._words(head))).encode())
        for name, table in of_tables.items():
            rows = tables[name] = list(table.values(head, self._heads.editions))
            digest.update(name.encode())
            for values in rows:
                digest.update(
                    repr(sorted((field, _digested(each)) for field, each in values.items())).encode()
                )
        return _MergedTables(digest.hexdigest()[:16], tables)

    def _words(self, head: EditionListing) -> dict[str, tuple[str, ...]]:
        return {name: self._heads.words(name, head) for name in self._heads.lists}

    def _edition(self, head: EditionListing, merged: _MergedTables) -> E:
        """Make an edition of its tables."""
        tables: dict[str, Mapping[str, RulebookRow]] = {}
        for name, row_type in self._row_types.items():
            rows = (row_type(**values) for values in merged.tables[name])  # type: ignore[arg-type]  # checked when read
            tables[name] = MappingProxyType({row.key: row for row in rows})
        return self._edition_type(
            id=head.id, name=head.name, book=head.book, digest=merged.digest, **self._words(head), **tables
        )


@contextmanager
def _without_collector() -> Iterator[None]:
    """Hold the garbage collector back: thousands of objects come to stay, and it would look through all of them."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@cache
def load_system() -> GameSystem[Edition]:
    """Give the editions of Alpha Strike that ship."""
    return GameSystem(DATA / "alpha-strike", Edition, keeps_tables=True)


@cache
def load_edition(edition_id: str) -> Edition:
    """Load one shipped edition; where none is named, the default of the editions.

    >>> load_edition("ce-5.01").number("rear.from")
    150.0
    >>> load_edition("").id == load_system().default
    True
    """
    system = load_system()
    return system.edition(edition_id) if edition_id else load_edition(system.default)


IDS = load_system().ids
DEFAULT_EDITION = load_system().default


def _digested(value: object) -> object:
    """Write numbers in lists as decimals, so that a digest does not hang on how a list is typed.

    >>> _digested((1, 2.5)), _digested(("a",)), _digested((True,))
    ((1.0, 2.5), ('a',), (True,))
    """
    if not isinstance(value, tuple):
        return value
    return tuple(float(each) if type(each) is int else each for each in value)
