"""Which editions of a game system are there, and what do they have beside their tables?

They stand in ``data/<system>/editions.toml``, one ``[[edition]]`` each, with the ``sources`` without page numbers that
its rows may cite. Above them stands what they share: ``default``,
the edition that counts where none is named; lists of words that the tables draw on, as the to-hit steps in their order;
and ``only``, which gives for a word that not every edition has those that do: all others leave it out of these lists,
and of the fields of rows that draw on them.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Final

import tomli

from astrike.dataclass import dataclass

FILE: Final = "editions.toml"
_TEXTS: Final = ("id", "name", "book")
_LENDERS: Final = "borrows_pages_from"
SOURCES: Final = "sources"
_KEYS: Final = (*_TEXTS, "unprinted", _LENDERS, SOURCES)
_ID: Final = re.compile(r"[a-z0-9]+([.-][a-z0-9]+)*")
_NUMBER: Final = r"[1-9][0-9]{0,3}(-[1-9][0-9]{0,3})?"
_PAGES: Final = re.compile(rf" pp?\.{_NUMBER}(, {_NUMBER})*")
_LONGEST: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionListing:
    """An edition's name and book, and how it fills the rows that say nothing of it."""

    id: str
    name: str
    book: str
    """The book's short name, as it stands before every page; empty where the head gives none."""
    unprinted: str = ""
    """Why there is no figure in a row that this edition does not print."""
    lenders: tuple[str, ...] = ()
    """Editions whose pages it borrows, the first that has one."""
    sources: tuple[str, ...] = ()
    """Sources without page numbers that its rows may cite."""
    left_out: frozenset[str] = frozenset()
    """Words that it leaves out of the lists of words."""

    def is_page(self, text: str) -> bool:
        """Does this text name pages of this edition's book?

        >>> head = EditionListing(id="first", name="First printing", book="ONE")
        >>> [head.is_page(text) for text in ("ONE p.42", "ONE pp.42-44, 50", "ONE p.", "ONE p.0", "TWO p.42")]
        [True, True, False, False, False]
        """
        is_paged = text.startswith(self.book) and _PAGES.fullmatch(text, len(self.book)) is not None
        return is_paged or text in self.sources


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionListings:
    """The editions of a system in the order in which they are offered, and what they share."""

    default: str = ""
    editions: Mapping[str, EditionListing] = field(default_factory=dict)
    """By id; empty where it is unknown which editions there are."""
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def words(self, name: str, head: EditionListing) -> tuple[str, ...]:
        """Give a list of words as one edition has it."""
        return tuple(word for word in self.lists.get(name, ()) if word not in head.left_out)


def read_toml(path: Path, problems: list[str]) -> dict[str, object] | None:
    """Read a file of the rulebook; None when it cannot be read, and what is wrong with it joins the problems.

    With tomli, which is compiled: Python's own reader takes four times as long, and every command waits for it.
    """
    try:
        return tomli.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        problems.append(f"{path.name}: the file is missing")
    except OSError as error:
        problems.append(f"{path.name}: the file cannot be read ({error.strerror})")
    except (ValueError, RecursionError) as error:
        problems.append(f"{path.name}: not readable as TOML ({error})")
    return None


def value_shown(value: object) -> str:
    """Show what was found, not endlessly.

    >>> value_shown("near"), value_shown(None), value_shown("a" * 100)[-4:]
    ("'near'", 'nothing', 'a...')
    """
    if value is None:
        return "nothing"
    try:
        text = repr(value)
    except ValueError:  # Python writes no number of more than some thousand digits.
        return "a number of thousands of digits"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def read_edition_list(
    folder: Path, lists: Sequence[str], problems: list[str], *, taken: Collection[str] = ()
) -> EditionListings:
    """Read the heads of a system's editions and the lists of words that it has; no id may be one of the words taken."""
    found = read_toml(folder / FILE, problems)
    if found is None:
        return EditionListings()
    heads = _heads_in(found)
    ids = [str(head.get("id")) for head in heads]
    of_ids = list(_problems_of_ids(found, heads, taken))
    known = () if of_ids else tuple(ids)
    problems += of_ids
    problems += _problems_of_shared(found, lists, known)
    for number, head in enumerate(heads, start=1):
        problems += _problems_of_head(f"{FILE}: edition {number}", head, known)
    only = found.get("only")
    having = {word: _words(each) for word, each in only.items()} if isinstance(only, dict) else {}
    return EditionListings(
        default=str(found.get("default", "")),
        editions={
            key: EditionListing(
                id=key,
                name=_text(head, "name"),
                book=_text(head, "book"),
                unprinted=_text(head, "unprinted"),
                lenders=tuple(each for each in _words(head.get(_LENDERS)) if each in known),
                sources=_words(head.get(SOURCES)),
                left_out=frozenset(word for word, editions in having.items() if key not in editions),
            )
            for key, head in zip(known, heads, strict=False)
        },
        lists={name: _words(found.get(name)) for name in lists},
    )


def _heads_in(found: Mapping[str, object]) -> list[Mapping[str, object]]:
    raw = found.get("edition")
    return [head for head in raw if isinstance(head, dict)] if isinstance(raw, list) else []


def _words(value: object) -> tuple[str, ...]:
    return tuple(str(word) for word in value) if isinstance(value, list) else ()


def _text(head: Mapping[str, object], key: str) -> str:
    value = head.get(key)
    return value if isinstance(value, str) and is_text(value) else ""


def is_text(value: str) -> bool:
    """Is this a text to be shown: not blank, nothing unprintable in it, no space around it?"""
    return bool(value) and value.isprintable() and value == value.strip()


def _problems_of_ids(
    found: Mapping[str, object], heads: Sequence[Mapping[str, object]], taken: Collection[str]
) -> Iterator[str]:
    """Say why it is unknown which editions there are."""
    raw = found.get("edition")
    if not found:
        yield f"{FILE}: the file is empty; expected at least one [[edition]]"
    elif not heads:
        yield f"{FILE}: edition is {value_shown(raw)}; expected at least one [[edition]]"
    elif not isinstance(raw, list) or len(raw) != len(heads):
        yield f"{FILE}: edition is {value_shown(raw)}; expected a list of [[edition]]"
    ids = [head.get("id") for head in heads]
    for number, each in enumerate(ids, start=1):
        where = f"{FILE}: edition {number}"
        if each is None:
            yield f"{where}: key id is missing"
        elif not isinstance(each, str) or not _ID.fullmatch(each):
            yield f"{where}: id is {value_shown(each)}; expected small letters and digits, as 'ce-5.01'"
        elif each in taken:
            yield f"{where}: id is {value_shown(each)}; expected a word that is no key of a row"
        elif each in ids[: number - 1]:
            yield f"{FILE}: {each} stands there twice; expected each edition once"


def _problems_of_shared(
    found: Mapping[str, object], lists: Sequence[str], ids: Sequence[str]
) -> Iterator[str]:
    known = ("default", "only", "edition", *lists)
    for key in sorted(found.keys() - set(known)):
        yield f"{FILE}: found unknown key {key}; expected {', '.join(known)}"
    for key in lists:
        if key in found:
            yield from _problems_of_list(f"{FILE}: {key}", found[key], "words")
        else:
            yield f"{FILE}: key {key} is missing"
    if not ids:
        return
    editions = f"editions out of {', '.join(ids)}"
    if found.get("default") not in ids:
        yield f"{FILE}: default is {value_shown(found.get('default'))}; expected one of {', '.join(ids)}"
    only = found.get("only", {})
    if not isinstance(only, dict):
        yield f"{FILE}: only is {value_shown(only)}; expected words with lists of {editions}"
        return
    words = {word for name in lists for word in _words(found.get(name))}
    is_whole = all(isinstance(found.get(name), list) for name in lists)
    for word, having in only.items():
        if is_whole and word not in words:
            yield f"{FILE}: only names {word!r}; expected a word of {' or '.join(lists)}"
        yield from _problems_of_list(f"{FILE}: only.{word}", having, editions, known=ids)


def _problems_of_list(
    where: str, value: object, expected: str, *, known: Collection[str] | None = None
) -> Iterator[str]:
    """Say what is wrong with a list of words; all of them are known ones, where there is no choice."""
    if not isinstance(value, list) or not value:
        yield f"{where} is {value_shown(value)}; expected a list of {expected}"
        return
    for place, each in enumerate(value):
        if not isinstance(each, str) or not is_text(each) or (known is not None and each not in known):
            yield f"{where} has {value_shown(each)}; expected {expected}"
        elif each in value[:place]:
            yield f"{where} has {each!r} twice; expected each once"


def _problems_of_head(where: str, head: Mapping[str, object], ids: Sequence[str]) -> Iterator[str]:
    for key in sorted(head.keys() - set(_KEYS)):
        yield f"{where}: found unknown key {key}; expected {', '.join(_KEYS)}"
    for key in ("name", "book", "unprinted"):
        if key in head:
            text = head[key]
            if not isinstance(text, str) or not is_text(text):
                yield f"{where}: {key} is {value_shown(text)}; expected text"
        elif key != "unprinted":
            yield f"{where}: key {key} is missing"
    if SOURCES in head:
        yield from _problems_of_list(f"{where}: {SOURCES}", head[SOURCES], "names of sources without pages")
    if ids and _LENDERS in head:
        others = [each for each in ids if each != head.get("id")]
        yield from _problems_of_list(
            f"{where}: {_LENDERS}", head[_LENDERS], f"editions out of {', '.join(others)}", known=others
        )
