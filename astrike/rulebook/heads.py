"""Which editions of a game system are there, and what do they have beside their tables?

They stand in ``data/<system>/editions.toml``, one ``[[edition]]`` each. Above them stands what they share: ``default``,
the edition that counts where none is named; lists of words that the tables draw on, as the to-hit steps in their order;
and ``only``, which gives for a word that not every edition has those that do: all others leave it out of every list.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

FILE: Final = "editions.toml"
_TEXTS: Final = ("id", "name", "book")
_KEYS: Final = (*_TEXTS, "unprinted", "borrows_pages_from")


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """An edition's name and book, and how it fills the rows that say nothing of it."""

    id: str
    name: str
    book: str
    """The book's short name, as it stands before every page."""
    unprinted: str = ""
    """Why there is no figure in a row that this edition does not print."""
    lenders: tuple[str, ...] = ()
    """Editions whose pages it borrows, the first that has one."""
    left_out: frozenset[str] = frozenset()
    """Words that it leaves out of every list of words."""

    page_starts: tuple[str, ...] = ()
    """How a page of its book begins."""

    def is_page(self, text: str) -> bool:
        """Does this text name a page of this edition's book?"""
        return text.startswith(self.page_starts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heads:
    """The editions of a system in the order in which they are offered, and what they share."""

    default: str = ""
    editions: Mapping[str, Head] = field(default_factory=dict)
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def words(self, name: str, head: Head) -> tuple[str, ...]:
        """Give a list of words as one edition has it."""
        return tuple(word for word in self.lists.get(name, ()) if word not in head.left_out)


def read_toml(path: Path, problems: list[str]) -> dict[str, object]:
    """Read a file of the rulebook; what is wrong with it joins the problems."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        problems.append(f"{path.name}: the file is missing")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        problems.append(f"{path.name}: not readable as TOML ({error})")
    return {}


def read_heads(folder: Path, lists: Sequence[str], problems: list[str]) -> Heads:
    """Read the heads of a system's editions and the lists of words that it has."""
    found = read_toml(folder / FILE, problems)
    if not found:
        return Heads()
    raw_heads = found.get("edition")
    heads = [head for head in raw_heads if isinstance(head, dict)] if isinstance(raw_heads, list) else []
    ids = [str(head.get("id")) for head in heads]
    only = found.get("only", {})
    problems += _problems_of_shared(found, lists, ids)
    for number, head in enumerate(heads, start=1):
        problems += _problems_of_head(f"{FILE}: edition {number}", head, ids)
    editions = {
        key: Head(
            id=key,
            name=str(head.get("name")),
            book=str(head.get("book")),
            page_starts=(f"{head.get('book')} p.", f"{head.get('book')} pp."),
            unprinted=str(head.get("unprinted", "")),
            lenders=tuple(each for each in _words(head.get("borrows_pages_from")) if each in ids),
            left_out=frozenset(
                word
                for word, having in (only.items() if isinstance(only, dict) else ())
                if key not in _words(having)
            ),
        )
        for key, head in zip(ids, heads, strict=True)
    }
    return Heads(
        default=str(found.get("default", "")),
        editions=editions,
        lists={name: _words(found.get(name)) for name in lists},
    )


def _words(value: object) -> tuple[str, ...]:
    return tuple(str(word) for word in value) if isinstance(value, list) else ()


def _problems_of_shared(
    found: Mapping[str, object], lists: Sequence[str], ids: Sequence[str]
) -> Iterator[str]:
    known = ("default", "only", "edition", *lists)
    for key in sorted(found.keys() - set(known)):
        yield f"{FILE}: found unknown key {key}; expected {', '.join(known)}"
    for key in lists:
        if not _words(found.get(key)):
            yield f"{FILE}: key {key} is missing"
    if not ids:
        yield f"{FILE}: expected at least one [[edition]]"
    for key in dict.fromkeys(each for each in ids if ids.count(each) > 1):
        yield f"{FILE}: {key} stands there twice; expected each edition once"
    if found.get("default") not in ids:
        yield f"{FILE}: default is {found.get('default')!r}; expected one of {', '.join(ids)}"
    only = found.get("only", {})
    words = {word for name in lists for word in _words(found.get(name))}
    for word, editions in only.items() if isinstance(only, dict) else ():
        if word not in words:
            yield f"{FILE}: only names {word!r}; expected a word of {' or '.join(lists)}"
        for each in _words(editions):
            if each not in ids:
                yield f"{FILE}: only gives {word!r} to {each!r}; expected one of {', '.join(ids)}"


def _problems_of_head(where: str, head: Mapping[str, object], ids: Sequence[str]) -> Iterator[str]:
    for key in sorted(head.keys() - set(_KEYS)):
        yield f"{where}: found unknown key {key}; expected {', '.join(_KEYS)}"
    for key in _TEXTS:
        if key not in head:
            yield f"{where}: key {key} is missing"
    for key in (*_TEXTS, "unprinted"):
        text = head.get(key, "-")
        if not isinstance(text, str) or not text.strip():
            yield f"{where}: {key} is {text!r}; expected text"
    for each in _words(head.get("borrows_pages_from")):
        if each not in ids:
            yield f"{where}: it borrows pages from {each!r}; expected one of {', '.join(ids)}"
