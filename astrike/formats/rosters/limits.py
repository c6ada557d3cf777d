"""How much of a roster is too much, to be read at all and to be named in a note?"""

from collections.abc import Sequence
from typing import Final

from astrike.errors import InputError, Problem
from astrike.formats.json_text import FILE

MOST_UNITS: Final = 20_000
"""All units that were ever printed are about half of that."""
MOST_NAMED: Final = 20
"""Units that one note names."""


def check_count(count: int) -> None:
    """Refuse more units than anybody has."""
    if count > MOST_UNITS:
        raise InputError([Problem(FILE, f"more than {MOST_UNITS:,} units", f"at most {MOST_UNITS:,} units")])


def first_of(names: Sequence[str], most: int = MOST_NAMED) -> str:
    """Name the first of several, with a sign that there are more.

    >>> first_of(["Alder", "Birch"]), first_of(["Alder", "Birch", "Cedar"], 2)
    ('Alder, Birch', 'Alder, Birch …')
    """
    return ", ".join(names[:most]) + (" …" if len(names) > most else "")
