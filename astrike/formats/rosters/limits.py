"""How much of a roster is too much?"""

from typing import Final

from astrike.errors import InputError, Problem
from astrike.formats.jsontext import FILE

MOST_UNITS: Final = 20_000
"""All units that were ever printed are about half of that."""


def check_count(count: int) -> None:
    """Refuse more units than anybody has."""
    if count > MOST_UNITS:
        raise InputError([Problem(FILE, f"more than {MOST_UNITS:,} units", f"at most {MOST_UNITS:,} units")])
