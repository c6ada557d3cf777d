"""In which colors is a picture drawn that leaves its page? The rules of the style sheets, written into it.

A picture that is viewed by itself follows the reader's light or dark theme; one that becomes a PNG is light.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from astrike.dataclass import dataclass
from astrike.web.http.assets import static_dir

SHEETS: Final = (
    "map.css",
    "chosen.css",
    "pictures.css",
    "movement-map.css",
    "layout.css",
    "rulings-card.css",
    "battletech-pictures.css",
)
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_BLOCK: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")
_CLASS: Final = re.compile(r"\.([\w-]+)")
_USED: Final = re.compile(r'class="([^"]*)"')
_VARIABLE: Final = re.compile(r"var\((--[\w-]+)\)")
_FONT: Final = re.compile(r"font-family:[^;}]*")
_FONTS: Final = "'Noto Sans','Segoe UI',Roboto,'Helvetica Neue','DejaVu Sans',Arial,sans-serif"
_OF_A_SIDE: Final = frozenset({"--side", "--on-side"})


@dataclass(frozen=True, slots=True)
class _Rule:
    selectors: tuple[str, ...]
    declarations: str


@dataclass(frozen=True, slots=True)
class _Colors:
    light: Mapping[str, str]
    dark: Mapping[str, str]


def style_of(svg: str) -> str:
    """Give the rules that a picture needs, for light and dark.

    >>> style_of('<svg><path class="ray-mid"/></svg>').splitlines()[0].startswith("svg{--ink:#")
    True
    """
    rules = tuple(_rules_for(svg))
    names = _needed(rules)
    colors = _colors()
    light = "".join(f"{name}:{colors.light[name]};" for name in names)
    dark = "".join(f"{name}:{colors.dark[name]};" for name in names if name in colors.dark)
    parts = [f"svg{{{light}}}", *(f"{','.join(rule.selectors)}{{{rule.declarations}}}" for rule in rules)]
    if dark:
        parts.insert(1, f"@media (prefers-color-scheme: dark){{svg{{{dark}}}}}")
    return "\n".join(parts)


def flattened(style: str) -> str:
    """Give a style sheet in light colors and without variables, for programs that know no dark and no variables.

    >>> flattened("svg{--a:#123;}\\n.x{fill:var(--a)}")
    '.x{fill:#123}'
    """
    rules = [(selectors.strip(), declarations) for selectors, declarations in _BLOCK.findall(_outside(style))]
    light = {name: value for selector, each in rules if selector == "svg" for name, value in _set_by(each)}
    sides = {
        selector: {name: _resolved(value, light) for name, value in _set_by(each)}
        for selector, each in rules
        if selector.startswith(".side-") and "--side:" in each.replace(" ", "")
    }
    found: list[str] = []
    for selectors, each in rules:
        if selectors == "svg" or selectors in sides:
            continue
        if _OF_A_SIDE.isdisjoint(_VARIABLE.findall(each)):
            found.append(f"{selectors}{{{_resolved(each, light)}}}")
            continue
        for side, own in sides.items():
            ours = ",".join(one for selector in selectors.split(",") for one in _of_side(selector, side))
            found.append(f"{ours}{{{_resolved(each, {**light, **own})}}}")
    return plain_fonts("\n".join(found))


def plain_fonts(style: str) -> str:
    """Name fonts that are found by what knows no system fonts by their role."""
    return _FONT.sub(f"font-family:{_FONTS}", style)


def _of_side(selector: str, side: str) -> Iterator[str]:
    """Bind a selector to a side: to elements inside it, and to elements that carry it themselves."""
    first, _space, rest = selector.partition(" ")
    yield f"{side} {selector}"
    yield f"{first}{side} {rest}".strip()


def _set_by(declarations: str) -> Iterator[tuple[str, str]]:
    """List the variables that declarations set."""
    for each in declarations.split(";"):
        name, colon, value = each.partition(":")
        if colon and name.strip().startswith("--"):
            yield name.strip(), value.strip()


def _rules_for(svg: str) -> Iterator[_Rule]:
    used = {word for words in _USED.findall(svg) for word in words.split()}
    for rule in _rules():
        met = tuple(
            each for each in rule.selectors if (names := _CLASS.findall(each)) and used.issuperset(names)
        )
        if met:
            yield _Rule(met, rule.declarations)


def _needed(rules: Iterable[_Rule]) -> list[str]:
    """Name the variables that rules use, those that belong to a side not among them: a rule sets them."""
    names = {name for rule in rules for name in _VARIABLE.findall(rule.declarations)}
    return sorted(names - _OF_A_SIDE)


def _resolved(declarations: str, colors: Mapping[str, str]) -> str:
    return _VARIABLE.sub(lambda found: colors[found[1]], declarations)


@lru_cache(maxsize=1)
def _rules() -> tuple[_Rule, ...]:
    """Read every rule about a class that is not bound to a medium."""
    found: list[_Rule] = []
    for name in SHEETS:
        text = _outside(_read(name))
        for selectors, declarations in _BLOCK.findall(text):
            listed = tuple(" ".join(each.split()) for each in selectors.split(","))
            found.append(_Rule(listed, " ".join(declarations.split())))
    return tuple(found)


@lru_cache(maxsize=1)
def _colors() -> _Colors:
    light: dict[str, str] = {}
    dark: dict[str, str] = {}
    for selectors, declarations in _BLOCK.findall(_read("tokens.css")):
        if selectors.strip() == ":root":
            light.update(_set_by(declarations))
        elif 'data-theme="dark"' in selectors:
            dark.update(_set_by(declarations))
    return _Colors(light, dark)


def _outside(text: str) -> str:
    return re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", text)


def _read(name: str) -> str:
    return _COMMENT.sub("", (static_dir() / "css" / name).read_text(encoding="utf-8"))
