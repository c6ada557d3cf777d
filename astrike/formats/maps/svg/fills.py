"""What color is this paint, and which terrain do people paint in it?"""

import colorsys
import re
from typing import Final

from svgelements import Color

_HEX: Final = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_CALL: Final = re.compile(r"(?:rgb|rgba|hsl|hsla)\([\d\s.,%+\-/a-z]{1,60}\)")
NONE: Final = ""


def color(paint: str, current: str = "") -> str:
    """Give a paint as six digits; a pattern or gradient as `pattern`, no paint as nothing.

    >>> color("#555"), color("steelblue"), color("url(#grid)"), color("none")
    ('#555555', '#4682b4', 'pattern', '')
    """
    plain = paint.strip().lower()
    if plain == "currentcolor":
        plain = current.strip().lower() or "black"
    if plain in ("none", "transparent", ""):
        return NONE
    if plain.startswith("url("):
        return "pattern"
    if _HEX.fullmatch(plain):
        digits = plain[1:]
        if len(digits) < 6:
            digits = "".join(2 * digit for digit in digits)
        return NONE if digits[6:] == "00" else f"#{digits[:6]}"
    if not (plain.isalpha() or _CALL.fullmatch(plain)):
        return "#000000"
    try:
        found = str(Color(plain).hex)
    except (ValueError, TypeError, IndexError, AttributeError):
        return "#000000"
    return NONE if found[7:] == "00" else found[:7]


def kind_painted(paint: str) -> str:
    """Give the kind of terrain that an area of this color most likely is, or nothing.

    >>> kind_painted("#2f8f3f"), kind_painted("#6aa5cf"), kind_painted("#c3a56c"), kind_painted("#ffffff")
    ('woods', 'water', 'hill', '')
    """
    if not _HEX.fullmatch(paint):
        return ""
    red, green, blue = (int(paint[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, light, strong = colorsys.rgb_to_hls(red, green, blue)
    if not 0.08 < light < 0.93 or strong < 0.12:
        return "building" if 0.15 < light < 0.8 else ""
    degrees = 360 * hue
    if 70 <= degrees < 170:
        return "woods"
    if 180 <= degrees < 260:
        return "water"
    return "hill" if 20 <= degrees < 50 else ""
