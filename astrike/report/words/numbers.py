"""How are measured numbers written? The same everywhere, with two places for inches and whole percents."""

import re
from collections.abc import Sequence

from astrike.model.number_text import MINUS, plain_number, signed_places

DOUBLE_PRIME = "″"
_PLACE = re.compile(r"-?\d+(\.\d+)?(,-?\d+(\.\d+)?){1,2}")


def inches(value: float) -> str:
    """Write a measured length.

    >>> inches(23.8)
    '23.80″'
    """
    return f"{signed_places(value, 2)}{DOUBLE_PRIME}"


def height(value: float) -> str:
    """Write a height or size as short as it is exact to a hundredth.

    >>> height(2.0), height(1.5), height(-1)
    ('2″', '1.5″', '−1″')
    """
    return f"{plain_number(value)}{DOUBLE_PRIME}"


def size(width: float, depth: float) -> str:
    """Write how large a table is, exact to a hundredth.

    >>> size(72.0, 48.0), size(28.2902, 35.0)
    ('72 × 48″', '28.29 × 35″')
    """
    return f"{plain_number(width)} × {height(depth)}"


def elevation(value: float) -> str:
    """Write where something stands above or below the table.

    >>> elevation(2), elevation(0), elevation(-1)
    ('+2″', '0″', '−1″')
    """
    text = plain_number(value)
    sign = "" if text == "0" or text.startswith(MINUS) else "+"
    return f"{sign}{text}{DOUBLE_PRIME}"


def coordinates(at: Sequence[float]) -> str:
    """Write a place on the table: inches east and north of its corner, to a tenth.

    >>> coordinates((12.0, 7.25, 2.0)), coordinates((19.454, 34.0936))
    ('12, 7.2', '19.5, 34.1')
    """
    return ", ".join(plain_number(round(value, 1)) for value in at[:2])


def place_named(text: str) -> str:
    """Write a place that was named as commands take it; anything else stays as it is.

    >>> place_named("47.625,5"), place_named("alder"), place_named("13.9378,23.5,2")
    ('47.6, 5', 'alder', '13.9, 23.5, 2')
    """
    if not _PLACE.fullmatch(text):
        return text
    return ", ".join(plain_number(round(float(value), 1)) for value in text.split(","))


def percent(share: float) -> str:
    """Write a share in whole percents; what is not nothing is never written as nothing, nor as everything.

    >>> percent(0.46), percent(0.001), percent(0.999), percent(1.0)
    ('46 %', '<1 %', '>99 %', '100 %')
    """
    if 0.0 < share < 0.005:
        return "<1 %"
    if 0.995 <= share < 1.0:
        return ">99 %"
    return f"{share * 100:.0f} %"


def percent_exactly(share: float) -> str:
    """Write a chance, or a share near a bound, with a tenth of a percent.

    >>> percent_exactly(5 / 12), percent_exactly(0.266)
    ('41.7 %', '26.6 %')
    """
    return f"{share * 100:.1f} %"


def signed(value: int) -> str:
    """Write a modifier with its sign.

    >>> signed(2), signed(-1), signed(0)
    ('+2', '−1', '0')
    """
    return plain_number(value) if value <= 0 else f"+{value}"
