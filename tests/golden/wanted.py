"""Which differences are wanted? The reviewed list in differences.toml, each entry with its reason.

An entry that matches nothing is stale, and that is as wrong as a difference that no entry matches.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from tests.golden.compare import Difference, shown
from tests.golden.page_changes import page_changes

FILE: Final = Path(__file__).parent / "differences.toml"
UNSAID: Final = object()
"""An entry says nothing about the value; null is a value. TOML has no null: `old_is_null`, `new_is_null` say it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonEntry:
    """Values at one key that may differ in one way, in as many answers as there are."""

    reason: str
    kind: str
    """``changed``, ``added`` or ``removed``."""
    key: str = ""
    """The name under which the value stands; for an item of a list the name of the list."""
    path_like: str = ""
    """What has to be found in the path."""
    room: str = "*"
    """Which files, such as ``answers/*`` or ``pages/arena-*``."""
    name: str = "*"
    """Which answers."""
    edition: str = ""
    beside: Mapping[str, object] = field(default_factory=dict)
    """What stands in the same object: ``{ key = "terrain.woods" }``."""
    has: tuple[str, ...] = ()
    """Which keys the same object has."""
    old: object = UNSAID
    new: object = UNSAID
    old_like: str = ""
    new_like: str = ""
    """What the whole value looks like, a text."""
    old_is_null: bool = False
    new_is_null: bool = False
    new_one_of: tuple[object, ...] = ()
    pages: bool = False
    """The value is a page, and page_changes.toml has this change of it."""
    only_in_all: bool = False
    """It matches answers that take long, and is not stale without them."""

    def matches(self, found: Difference) -> bool:
        """Is this what the entry is about?"""
        return (
            self.kind == found.kind
            and self.key in ("", found.key)
            and re.search(self.path_like, found.path) is not None
            and _is_there(found, self.room, self.name, self.edition)
            and all(key in found.beside and found.beside[key] == each for key, each in self.beside.items())
            and all(key in found.beside for key in self.has)
            and _fits(found.old, self.old, self.old_like, self.old_is_null)
            and _fits(found.new, self.new, self.new_like, self.new_is_null)
            and (not self.new_one_of or found.new in self.new_one_of)
            and (not self.pages or _is_change_of_page(found))
        )

    def text(self) -> str:
        """Say which entry this is."""
        return f"[[json]] {self.kind} {self.key or self.path_like} ({self.reason})"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextEntry:
    """What is written in one way as well as in another: both sides are compared with it replaced.

    A line that has nothing else may be there or not when it is replaced by nothing.
    """

    reason: str
    pattern: str
    written: str = "§"
    room: str
    """Which files, such as ``pages/*``."""
    name: str = "*"
    edition: str = ""
    pages: bool = False
    """The pattern finds pages; each has to be what it was, or page_changes.toml has its change."""
    only_in_all: bool = False

    def is_about(self, found: Difference) -> bool:
        """Is this a text of these pages?"""
        values = [each for each in (found.old, found.new) if each is not None]
        return (
            bool(values)
            and all(isinstance(each, str) for each in values)
            and _is_there(found, self.room, self.name, self.edition)
        )

    def replaced(self, text: str) -> str:
        """Give a text with the pattern replaced."""
        return re.sub(self.pattern, lambda _match: self.written, text)

    def wants(self, old: str, new: str, found: Difference) -> bool:
        """May these texts be written in each other's way? Other patterns than that of pages always may."""
        if not self.pages:
            return True
        cited = [[match[0] for match in re.finditer(self.pattern, text)] for text in (old, new)]
        return len(cited[0]) == len(cited[1]) and all(
            was == now or page_changes().has((was, now), place=f"{found.topic} {found.name}")
            for was, now in zip(*cited, strict=True)
        )

    def text(self) -> str:
        """Say which entry this is."""
        return f"[[text]] {self.pattern} ({self.reason})"


Entry = JsonEntry | TextEntry


class Wanted:
    """The entries, and how often each has matched."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._json = [each for each in entries if isinstance(each, JsonEntry)]
        self._text = [each for each in entries if isinstance(each, TextEntry)]
        self.used: Counter[int] = Counter()

    def rest(self, found: Iterable[Difference]) -> list[Difference]:
        """Give the differences that no entry wants."""
        return [each for each in found if not self._takes(each)]

    def reader(self, room: str) -> Callable[[str], str]:
        """Give what reads a text of a file as if everything that may be written in another way were replaced."""
        entries = [each for each in self._text if fnmatchcase(room, each.room)]

        def read(text: str) -> str:
            for entry in entries:
                text = entry.replaced(text)
            return _blanks(text)

        return read

    def stale(self, *, is_all: bool) -> list[str]:
        """Name the entries that have matched nothing."""
        entries: list[Entry] = [*self._json, *self._text]
        return [
            each.text() for each in entries if not self.used[id(each)] and (is_all or not each.only_in_all)
        ]

    def _takes(self, found: Difference) -> bool:
        for entry in self._json:
            if entry.matches(found):
                self.used[id(entry)] += 1
                return True
        return self._takes_text(found)

    def _takes_text(self, found: Difference) -> bool:
        entries = [each for each in self._text if each.is_about(found)]
        old, new = (str(each or "") for each in (found.old, found.new))
        changing: list[TextEntry] = []
        for entry in entries:
            after = entry.replaced(old), entry.replaced(new)
            if after != (old, new) and entry.wants(old, new, found):
                changing.append(entry)
                old, new = after
        if not changing or _blanks(old) != _blanks(new):
            return False
        self.used.update(id(entry) for entry in changing)
        return True


def read_wanted(path: Path = FILE) -> Wanted:
    """Read the list of wanted differences."""
    return wanted_of(tomllib.loads(path.read_text(encoding="utf-8")))


def wanted_of(raw: Mapping[str, object]) -> Wanted:
    """Read entries; a key or a table that means nothing is an error."""
    if unknown := set(raw) - {"json", "text"}:
        raise ValueError(f"differences.toml has [[json]] and [[text]], not {', '.join(sorted(unknown))}")
    return Wanted([*_entries(raw, "json", JsonEntry), *_entries(raw, "text", TextEntry)])


def _entries(raw: Mapping[str, object], word: str, of: type[Entry]) -> Iterable[Entry]:
    rows = raw.get(word, [])
    assert isinstance(rows, list)
    known = {each.name for each in fields(of)}
    for row in rows:
        if unknown := set(row) - known:
            raise ValueError(
                f"[[{word}]] has no {', '.join(sorted(unknown))}; it has {', '.join(sorted(known))}"
            )
        if not row.get("reason"):
            raise ValueError(f"[[{word}]] without a reason: {shown(row)}")
        yield of(**{key: tuple(value) if isinstance(value, list) and key in ("has", "new_one_of") else value
                    for key, value in row.items()})  # fmt: skip


def _is_there(found: Difference, room: str, name: str, edition: str) -> bool:
    return (
        fnmatchcase(f"{found.room}/{found.topic}", room)
        and fnmatchcase(found.name, name)
        and (not edition or found.name.endswith(f"[{edition}]"))
    )


def _is_change_of_page(found: Difference) -> bool:
    change = str(found.old), str(found.new)
    return page_changes().has(change, place=f"{found.topic} {found.name}", key=found.beside.get("key"))


def _fits(value: object, said: object, like: str, is_null: bool) -> bool:
    if is_null:
        return value is None
    if said is not UNSAID:
        return type(value) is type(said) and value == said
    return not like or (isinstance(value, str) and re.fullmatch(like, value) is not None)


def _blanks(text: str) -> str:
    return " ".join(text.split())
