"""Does a page link the style sheets in which what it shows is styled?"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.web.page import Element

_SHEETS = Path(__file__).parents[2] / "static" / "css"
_CLASS = re.compile(r"\.([A-Za-z_][\w-]*)")
_TWO_MEANINGS = frozenset({"share", "desk"})
"""Classes that two rooms use for different things, each in its own sheet."""
_NOT = re.compile(r":not\([^)]*\)")


@dataclass(frozen=True)
class Styled:
    """One selector: the classes that a page needs for it to hold, and those of what it is about."""

    needs: frozenset[str]
    about: frozenset[str]


@cache
def _styled_in(sheet: str) -> tuple[Styled, ...]:
    text = re.sub(r"/\*.*?\*/", "", (_SHEETS / sheet).read_text(encoding="utf-8"), flags=re.DOTALL)
    found = []
    for selectors in re.findall(r"([^{}]+)\{", text):
        for selector in _NOT.sub("", selectors).split(","):
            about = _CLASS.findall(re.split(r"[\s>+~]+", selector.strip())[-1])
            if about and not selector.strip().startswith("@"):
                found.append(Styled(frozenset(_CLASS.findall(selector)), frozenset(about)))
    return tuple(found)


def assert_has_its_styles(page: Element) -> None:
    """No class that it shows is styled only in sheets that it does not link."""
    linked = set(_linked(page))
    shown = {name for each in page for name in each.attributes.get("class", "").split()}
    shown_styled = {name for sheet in linked for each in _styled_in(sheet) for name in each.about}
    missing = {
        (sheet.name, name)
        for sheet in _SHEETS.glob("*.css")
        for each in _styled_in(sheet.name)
        if each.needs <= shown
        for name in each.about - shown_styled - _TWO_MEANINGS
    }
    assert not missing


def _linked(page: Element) -> Iterator[str]:
    for link in page.all("link"):
        if link.attributes.get("rel") == "stylesheet":
            *_, path = link.attributes["href"].split("/css/")
            yield from (f"{each.removesuffix('.css')}.css" for each in path.split("+"))
