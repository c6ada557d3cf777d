"""Which words stand beside a row of the rulebook: short ones for chips, sentences for refusals, what was measured.

They are texts of ours, to be translated, and the same in all editions.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from astrike.rulebook.loader import DEFAULT, load_edition
from astrike.rulebook.row import Row


@cache
def words_of(table: str, field: str = "short") -> Mapping[str, str]:
    """Give a word of each row of a table that has it, by the key that answers carry.

    >>> words_of("modes")["wige"], "jump" in words_of("modes")
    ('Fly low', False)
    """
    return MappingProxyType({key: getattr(row, field) for key, row in _rows(table, field).items()})


@cache
def sentences_of(table: str, field: str) -> Mapping[str, tuple[str, ...]]:
    """Give the sentences of each row of a table that has any, by the key that answers carry.

    >>> sentences_of("reasons", "refusal")["move.wall"]
    ('%(by)s is in the way.', 'A wall is in the way.')
    """
    return MappingProxyType({key: getattr(row, field) for key, row in _rows(table, field).items()})


def _rows(table: str, field: str) -> Mapping[str, Row]:
    """Give the rows with such a word; of several that are one modifier the first."""
    found: dict[str, Row] = {}
    for row in getattr(load_edition(DEFAULT), table).values():
        if getattr(row, field):
            found.setdefault(getattr(row, "emits", "") or row.key, row)
    return found
