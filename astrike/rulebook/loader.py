"""Read the editions of a game system from their tables and check all of it.

Which question: are the numbers we ship complete and well formed? Every problem is collected and reported at once, as
a sentence with file, key, what was found and what is expected; an edition that does not load stops the program.
What stands in the files say `astrike.rulebook.heads` and `astrike.rulebook.columns`.
"""

import gc
import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Generic, TypeVar

from astrike.errors import EditionError, NotFound
from astrike.rulebook.columns import Table, read_table
from astrike.rulebook.heads import FILE, Head, read_heads
from astrike.rulebook.row import Row
from astrike.rulebook.schema import Edition, EditionHead, tables_of

E = TypeVar("E", bound=EditionHead)
DATA = Path(__file__).parent / "data"


class System(Generic[E]):
    """The editions of one game system: the heads are read at once, the tables when an edition is asked for."""

    def __init__(self, folder: Path, edition_type: type[E]) -> None:
        self._folder = folder
        self._edition_type = edition_type
        self._row_types = tables_of(edition_type)
        self._problems: list[str] = []
        read = {spec.name for spec in fields(edition_type) if spec.init}
        own = read - {spec.name for spec in fields(EditionHead)}
        self._heads = read_heads(folder, sorted(own - self._row_types.keys()), self._problems)
        self._tables: Mapping[str, Table[Row]] = {}
        self.ids = tuple(self._heads.editions)
        """Ids of the editions, in the order in which they are offered."""
        self.default = self._heads.default
        """Id of the edition that counts where none is named."""

    def edition(self, edition_id: str) -> E:
        """Give an edition; raise `EditionError` with every problem found in the files of the system."""
        head = self._heads.editions.get(edition_id)
        if head is None and not self._problems:
            raise NotFound(f"There is no edition {edition_id!r}; the editions are {', '.join(self.ids)}.")
        if not self._tables:
            with _without_collector():
                self._tables = self._read_tables()
        edition = None if head is None else self._merged(head)
        problems = [*self._problems, *(() if edition is None else edition.problems())]
        if edition is None or problems:
            raise EditionError(f"{self._folder.name}/{problem}" for problem in problems)
        return edition

    def _read_tables(self) -> Mapping[str, Table[Row]]:
        known = {f"{name}.toml" for name in self._row_types} | {FILE}
        for path in sorted(self._folder.iterdir()) if self._folder.is_dir() else ():
            if path.name not in known:
                expected = ", ".join(sorted(known))
                self._problems.append(f"{path.name}: found a file that is no table; expected only {expected}")
        return {
            name: read_table(self._folder / f"{name}.toml", row_type, self._heads.editions, self._problems)
            for name, row_type in self._row_types.items()
        }

    def _merged(self, head: Head) -> E:
        """Put an edition together from its column of every table."""
        digest = hashlib.sha256()
        tables: dict[str, Mapping[str, Row]] = {}
        lists = {name: self._heads.words(name, head) for name in self._heads.lists}
        digest.update(repr((head.id, head.name, head.book, lists)).encode())
        for name, table in self._tables.items():
            rows: dict[str, Row] = {}
            digest.update(name.encode())
            for values in table.values(head, self._heads.editions):
                row = table.row_type(**values)  # type: ignore[arg-type]  # checked field by field when read
                rows[row.key] = row
                digest.update(repr(sorted(values.items())).encode())
            tables[name] = MappingProxyType(rows)
        return self._edition_type(
            id=head.id, name=head.name, book=head.book, digest=digest.hexdigest()[:16], **lists, **tables
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
def load_system() -> System[Edition]:
    """Give the editions of Alpha Strike that ship."""
    return System(DATA / "alpha-strike", Edition)


@cache
def load_edition(edition_id: str) -> Edition:
    """Load one shipped edition.

    >>> load_edition("ce-5.01").number("rear.from")
    150.0
    """
    return load_system().edition(edition_id)


IDS = load_system().ids
DEFAULT = load_system().default
