"""Which pages of the rulebook were looked up anew? The table page_changes.toml, row by row and edition by edition."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).parent / "page_changes.toml"
Change = tuple[str, str]
"""The page that was cited and the one that is cited now, or words that say why there is none."""


class PageChanges:
    """The changes by edition and key of a row."""

    def __init__(self, raw: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
        self._of_rows: dict[tuple[str, str], set[Change]] = {}
        self._of_editions: dict[str, set[Change]] = {}
        for edition, change, row in _rows(raw):
            self._of_editions.setdefault(edition, set()).add(change)
            # Answers call a row `skill`, or `damage.bracket`.
            for key in (row.partition("/")[2], row.replace("/", ".")):
                self._of_rows.setdefault((edition, key), set()).add(change)

    def has(self, change: Change, *, place: str, key: object = None) -> bool:
        """Is this one of the changes of a row, or of any where no row is named? `place` may name the edition.

        >>> changes = PageChanges({"ce-7": {"CE7 p.43 -> CE7 p.44": ["modifiers/attacker.jump"]}})
        >>> [
        ...     changes.has(("CE7 p.43", "CE7 p.44"), place="woods [ce-7]", key=key)
        ...     for key in ("attacker.jump", "skill")
        ... ]
        [True, False]
        """
        editions = [each for each in self._of_editions if each in place] or list(self._of_editions)
        if key is None:
            return any(change in self._of_editions[each] for each in editions)
        return any(change in self._of_rows.get((each, str(key)), ()) for each in editions)


def _rows(raw: Mapping[str, Mapping[str, Sequence[str]]]) -> Iterator[tuple[str, Change, str]]:
    for edition, changes in raw.items():
        for stated, rows in changes.items():
            old, arrow, new = stated.partition(" -> ")
            if not arrow or old == new or not rows:
                raise ValueError(
                    f"page_changes.toml: {stated!r} of {edition} is no change of the pages of rows"
                )
            yield from ((edition, (old, new), row) for row in rows)


@cache
def page_changes() -> PageChanges:
    """Read the table."""
    return PageChanges(tomllib.loads(FILE.read_text(encoding="utf-8")))
