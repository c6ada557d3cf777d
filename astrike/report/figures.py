"""How are measured numbers written? The same everywhere, with two places for inches and whole percents."""

from collections.abc import Sequence

MINUS = "−"
DOUBLE_PRIME = "″"


def inches(value: float) -> str:
    """Write a measured length.

    >>> inches(23.8)
    '23.80″'
    """
    return f"{_signed(value, 2)}{DOUBLE_PRIME}"


def height(value: float) -> str:
    """Write a height or size as short as it is exact to a hundredth.

    >>> height(2.0), height(1.5), height(-1)
    ('2″', '1.5″', '−1″')
    """
    return f"{plain(value)}{DOUBLE_PRIME}"


def elevation(value: float) -> str:
    """Write where something stands above or below the table.

    >>> elevation(2), elevation(0), elevation(-1)
    ('+2″', '0″', '−1″')
    """
    text = plain(value)
    sign = "" if text == "0" or text.startswith(MINUS) else "+"
    return f"{sign}{text}{DOUBLE_PRIME}"


def plain(value: float) -> str:
    """Write a number without zeros that say nothing, exact to a hundredth.

    >>> plain(72.0), plain(4.25), plain(-0.001)
    ('72', '4.25', '0')
    """
    return _signed(value, 2).rstrip("0").rstrip(".")


def coordinates(at: Sequence[float]) -> str:
    """Write a place on the table: inches east and north of its corner.

    >>> coordinates((12.0, 7.25, 2.0))
    '12, 7.25'
    """
    return f"{at[0]:.4g}, {at[1]:.4g}"


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


def _signed(value: float, places: int) -> str:
    text = f"{value:.{places}f}"
    if text.startswith("-"):
        text = MINUS + text[1:] if float(text) != 0.0 else text[1:]
    return text


def signed(value: int) -> str:
    """Write a modifier with its sign.

    >>> signed(2), signed(-1), signed(0)
    ('+2', '−1', '0')
    """
    return plain(value) if value <= 0 else f"+{value}"
