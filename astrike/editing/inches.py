"""How many inches did people write: 12.5, 12,5, 12 1/2, 12½, 1' 0 1/2"?"""

import re
from typing import Final

_FRACTIONS: Final = {"½": 0.5, "¼": 0.25, "¾": 0.75, "⅛": 0.125, "⅜": 0.375, "⅝": 0.625, "⅞": 0.875,
                     "⅓": 1 / 3, "⅔": 2 / 3}  # fmt: skip
_DECIMAL: Final = re.compile(r"[0-9]{1,6}(?:[.,][0-9]{0,6})?|[.,][0-9]{1,6}")
_MIXED: Final = re.compile(r"(?:([0-9]{1,6})[ +-]+)?([0-9]{1,3})\s?/\s?([0-9]{1,3})")
_SYMBOL: Final = re.compile(r"([0-9]{0,6})\s?([" + "".join(_FRACTIONS) + r"])")
_UNIT: Final = re.compile(r"\s*(?:\"|″|”|''|´´|inches|inch|in\.?)\s*$", re.IGNORECASE)
_FEET: Final = re.compile(r"([0-9]{1,3})\s*(?:'|′|’|ft\.?)(?!['′’])\s*", re.IGNORECASE)


def read_inches(text: str) -> float | None:
    """Read a length as people write it; None for anything else.

    >>> [read_inches(each) for each in ('12.5', '12,5', '12 1/2', '12½', '12 1/2"', "1' 0 1/2\\"", "a foot")]
    [12.5, 12.5, 12.5, 12.5, 12.5, 12.5, None]
    """
    rest = text.strip().replace("⁄", "/").replace("\N{NO-BREAK SPACE}", " ")
    feet = _FEET.match(rest)
    if feet is not None:
        inches = _plain(rest[feet.end() :]) if rest[feet.end() :] else 0.0
        return None if inches is None else 12.0 * int(feet[1]) + inches
    return _plain(rest)


def _plain(text: str) -> float | None:
    bare = _UNIT.sub("", text).strip()
    if _DECIMAL.fullmatch(bare):
        return float(bare.replace(",", "."))
    if (mixed := _MIXED.fullmatch(bare)) is not None and int(mixed[3]):
        return int(mixed[1] or 0) + int(mixed[2]) / int(mixed[3])
    if (symbol := _SYMBOL.fullmatch(bare)) is not None:
        return int(symbol[1] or 0) + _FRACTIONS[symbol[2]]
    return None


def signed_inches(text: str) -> float | None:
    """Read inches, or any number, as people type them; None for anything else.

    >>> [signed_inches(text) for text in ('12,5"', "−3", "+2", "-12 3/8", "x")]
    [12.5, -3.0, 2.0, -12.375, None]
    """
    plain = text.strip()
    negative = plain.startswith(("-", "−"))
    value = read_inches(plain[1:] if negative or plain.startswith("+") else plain)
    return -value if value and negative else value
