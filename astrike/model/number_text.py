"""How short is a number written? The one rule for every room; `report.words.numbers` writes lengths and places."""

MINUS = "−"


def plain_number(value: float) -> str:
    """Write a number without zeros that say nothing, exact to a hundredth.

    >>> plain_number(72.0), plain_number(4.25), plain_number(-0.001), plain_number(8.37714)
    ('72', '4.25', '0', '8.38')
    """
    return signed_places(value, 2).rstrip("0").rstrip(".")


def signed_places(value: float, places: int) -> str:
    """Write a number with so many places; nothing has no sign.

    >>> signed_places(-0.5, 2), signed_places(-0.001, 2)
    ('−0.50', '0.00')
    """
    text = f"{value:.{places}f}"
    if text.startswith("-"):
        text = MINUS + text[1:] if float(text) != 0.0 else text[1:]
    return text
