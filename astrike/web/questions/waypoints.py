"""How are a point of a path and the height of the base there written in an address or a form?"""

import re
from typing import Final

from astrike.errors import InputError, Problem
from astrike.formats.json_text import shown
from astrike.model.inch_limits import FARTHEST
from astrike.model.movement import HEIGHT_WORDS, Height, Waypoint
from astrike.web.http.forms import number_or_text
from astrike.web.http.i18n import _

_DIGITS: Final = 7
"""Places after the point of an address: who stops short has used all of its Move, not almost all."""
_TYPED: Final = re.compile(r"\s*(?P<x>[^,;\s]+)\s*[,;]\s*(?P<y>[^,;\s]+)\s*")


def read_waypoint(text: str, name: str) -> Waypoint:
    """Read a point as an address has it; raise `InputError` for anything else.

    >>> read_waypoint("12.5,8,roof", "via")
    Waypoint(x=12.5, y=8.0, z='roof')
    """
    parts = [part.strip() for part in text.split(",")]
    numbers = [_number(part) for part in parts[:2]]
    height: Height | Problem = None
    if len(parts) == 3:
        height = read_height(parts[2])
    if len(parts) not in (2, 3) or None in numbers or parts[-1] == "" or isinstance(height, Problem):
        expected = _("x,y in inches, and after another comma a height, roof, inside, surface or under")
        raise InputError([Problem(at=name, found=shown(text), expected=expected)])
    x, y = (float(number) for number in numbers if number is not None)
    return Waypoint(round(x, _DIGITS), round(y, _DIGITS), height)


def read_height(text: str) -> Height | Problem:
    """Read how high a base is at a point: a number or a word; nothing where it is left open."""
    if text in ("", *HEIGHT_WORDS):
        return text or None
    number = number_or_text(text)
    if isinstance(number, str) or abs(number) > FARTHEST:
        expected = _("a number, or one of the list")
        return Problem(at="z", found=repr(text[:20]), expected=expected)
    return float(number)


def read_typed_point(text: str) -> tuple[float, float] | None:
    """Read x and y as people type them, with a comma or a semicolon between; None for anything else.

    >>> read_typed_point("12.5, 8"), read_typed_point("12.5;8"), read_typed_point("12.5")
    ((12.5, 8.0), (12.5, 8.0), None)
    """
    parts = _TYPED.fullmatch(text)
    x, y = (number_or_text(parts["x"]), number_or_text(parts["y"])) if parts is not None else ("", "")
    if isinstance(x, str) or isinstance(y, str) or max(abs(x), abs(y)) > FARTHEST:
        return None
    return float(x), float(y)


def written_point(point: Waypoint) -> str:
    """Write a point as an address has it."""
    at = f"{written_number(point.x)},{written_number(point.y)}"
    if point.z is None:
        return at
    return f"{at},{point.z if isinstance(point.z, str) else thousandths(point.z)}"


def shown_point(point: Waypoint) -> str:
    """Write a point as people read it.

    >>> shown_point(Waypoint(10.1234567, 7, "roof"))
    '10.123, 7, roof'
    """
    return written_point(Waypoint(round(point.x, 3), round(point.y, 3), point.z)).replace(",", ", ")


def thousandths(value: float) -> str:
    """Write a number to the thousandth, as a field has it.

    >>> thousandths(12.5), thousandths(3.0)
    ('12.5', '3')
    """
    return f"{round(value, 3):.3f}".rstrip("0").rstrip(".")


def _number(text: str) -> float | None:
    value = number_or_text(text)
    return None if isinstance(value, str) or abs(value) > FARTHEST else float(value)


def written_number(value: float) -> str:
    """Write a number as an address has it.

    >>> written_number(12.5), written_number(-0.0), written_number(1 / 3)
    ('12.5', '0', '0.3333333')
    """
    return f"{round(value, _DIGITS) + 0.0:.{_DIGITS}f}".rstrip("0").rstrip(".")
