"""Which number, which yes or no do these words stand for? One reader for fields, commands and values of options.

The same letters mean the same wherever they are typed; what may stand in a field, the field says.
"""

import re
from typing import Final

from astrike.formats.checks import is_whole
from astrike.model.explain import Fact

_YES: Final = ("yes", "true", "on")
_NO: Final = ("no", "false", "off")
_NUMBER: Final = re.compile(r"[+-]?(?:[0-9]{1,16}(?:\.[0-9]{0,16})?|\.[0-9]{1,16})")
"""Without exponents: no one writes inches so."""


def number_in(words: str) -> int | float | None:
    """Read a number as people type it, with a point or a comma; None for anything else.

    >>> [number_in(each) for each in ("48", " -.5 ", "−3", "0,5", "1.0", "1e3", "1_0", "２", "NaN")]
    [48, -0.5, -3, 0.5, 1.0, None, None, None, None]
    """
    plain = words.strip().replace("−", "-").replace(",", ".")
    if not _NUMBER.fullmatch(plain):
        return None
    return float(plain) if "." in plain else int(plain)


def whole_in(words: str, low: int, high: int) -> int | None:
    """Read a whole number within limits; None for anything else.

    >>> whole_in("2", 0, 4), whole_in("2.0", 0, 4), whole_in("2.5", 0, 4), whole_in("5", 0, 4)
    (2, 2, None, None)
    """
    number = number_in(words)
    return int(number) if number is not None and is_whole(number, low, high) else None


def sum_in(words: str) -> int | float | None:
    """Read a number, or dice that count together; None for anything else.

    >>> sum_in("8"), sum_in("3+5"), sum_in("3+"), sum_in("+3")
    (8, 8, None, 3)
    """
    dice = [number_in(each) for each in words.split("+")]
    whole = [each for each in dice if isinstance(each, int) and each >= 1]
    return sum(whole) if len(whole) == len(dice) > 1 else number_in(words)


def fact_in(words: str) -> Fact:
    """Give what a word stands for: a yes or no, a number, else the word itself.

    >>> [fact_in(each) for each in ("yes", "True", "no", "0,5", "flak")]
    [True, True, False, 0.5, 'flak']
    """
    plain = words.strip().lower()
    if plain in _YES or plain in _NO:
        return plain in _YES
    number = number_in(words)
    return words if number is None else number


def tick_in(words: str) -> bool | None:
    """Read what stands in a field that is ticked or not; None for anything else.

    >>> tick_in("1"), tick_in("Yes"), tick_in("off"), tick_in("2")
    (True, True, False, None)
    """
    plain = words.strip().lower()
    if plain in (*_YES, "1"):
        return True
    return False if plain in (*_NO, "0") else None
