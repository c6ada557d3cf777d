"""How is an element of an SVG file painted, and which terrain do people usually paint in that color?

Its own style counts, then that of the groups around it, and simple style sheets.
"""

import colorsys
import re
from collections.abc import Mapping
from typing import Final
from xml.etree.ElementTree import Element

from svgelements import Color

from astrike.dataclass import dataclass
from astrike.formats.maps.drawing_builder import DrawingBuilder
from astrike.formats.maps.svg.numbers import NUMBER

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


_INHERITED: Final = (
    "fill", "stroke", "stroke-width", "stroke-dasharray", "fill-rule", "visibility", "fill-opacity",
    "stroke-opacity", "color",
)  # fmt: skip

_OWN: Final = ("display", "opacity", "clip-path", "mask")

_CSS_RULE: Final = re.compile(r"([^{}]{1,2000})\{([^{}]{0,4000})\}")

_CSS_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)


def tag_of(element: Element) -> str:
    """Give the name of an element without its namespace; empty for a comment."""
    # Comments and instructions have a function for a tag.
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


@dataclass(frozen=True, slots=True)
class StyleSheet:
    """Rules of style elements for a tag, a class or an id, later ones winning."""

    rules: Mapping[str, Mapping[str, str]]

    def of(self, element: Element) -> dict[str, str]:
        """Give what the rules say about an element."""
        found: dict[str, str] = dict(self.rules.get(tag_of(element), {}))
        for name in element.get("class", "").split():
            found.update(self.rules.get(f".{name}", {}))
        found.update(self.rules.get(f"#{element.get('id')}", {}))
        return found


def style_sheet(root: Element, found: DrawingBuilder) -> StyleSheet:
    """Read every style element of a file; what is not applied is noted."""
    rules: dict[str, dict[str, str]] = {}
    for element in root.iter():
        if tag_of(element) != "style":
            continue
        text = _CSS_COMMENT.sub("", element.text or "")[:200_000]
        if "@import" in text:
            found.note("style", "a style sheet elsewhere was not fetched")
        for selectors, body in _CSS_RULE.findall(text):
            declared = _declared(body)
            for selector in selectors.split(","):
                plain = selector.strip()
                if re.fullmatch(r"[.#]?[\w-]+", plain):
                    rules.setdefault(plain, {}).update(declared)
                elif not plain.startswith("@"):
                    found.note("style", "a rule for more than a class, an id or an element was not applied")
    return StyleSheet(rules)


def _declared(text: str) -> dict[str, str]:
    pairs = (part.partition(":") for part in text[:4_000].split(";"))
    return {
        key.strip().lower(): value.replace("!important", "").strip() for key, mark, value in pairs if mark
    }


def styled(element: Element, above: Mapping[str, str], sheet: StyleSheet) -> dict[str, str]:
    """Give the style of an element inside what has the style above."""
    style = {key: above[key] for key in _INHERITED if key in above}
    given = {key: element.get(key, "") for key in (*_INHERITED, *_OWN) if element.get(key)}
    given.update(sheet.of(element))
    given.update(_declared(element.get("style", "")))
    for key in (*_INHERITED, *_OWN):
        value = given.get(key, "").strip()
        if value and value != "inherit":
            style[key] = value
    # How visible a group is goes for everything in it, though the property is not inherited.
    if opacity(above, "opacity") == 0:
        style["opacity"] = "0"
    return style


def opacity(style: Mapping[str, str], key: str) -> float:
    """Give an opacity; what is none is 1.

    >>> opacity({"opacity": "0.0"}, "opacity"), opacity({"opacity": "50%"}, "opacity"), opacity({}, "opacity")
    (0.0, 0.5, 1.0)
    """
    text = style.get(key, "1").strip()
    found = NUMBER.match(text)
    if not found:
        return 1.0
    return float(found[0]) / (100 if text.endswith("%") else 1)
