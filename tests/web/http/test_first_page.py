"""What a phone loads that opens a table for the first time: little, and nothing that another page needs."""

import re
from collections.abc import Iterator
from itertools import islice

from astrike.web.http.assets import static_dir, template_dir
from tests.bench.server import first_page, running

FIRST = ("tokens", "app", "map", "table", "turn")
LATER = ("chosen",)
NOT_MEANT = frozenset({"input-text", "tick", "units", "tags"})
"""Fields that no form here has, and what other pages alone draw in a way of its own."""
ROOTS = ("table/table.html", "problems/problem.html", "problems/conflict.html")
_BEGUN_BY = re.compile(r'{% (?:from|include|import) "([^"]+)"')
_CLASS = re.compile(r'class="((?:[^"{]|{{.*?}}|{%.*?%})*)"')
_JINJA = re.compile(r"[\w-]*(?:{{.*?}}|{%.*?%})[\w-]*")
_SELECTED = re.compile(r"\.(-?[a-zA-Z_][\w-]*)")


def test_it_weighs_45_kb_on_the_wire_with_the_heads_of_all_answers_and_asks_nobody_else() -> None:
    with running() as server:
        weight, foreign = islice(first_page(server), 2)
    assert weight.value <= 45.0, weight.text()
    assert foreign.value == 0, foreign.text()


def test_what_the_table_page_shows_is_drawn_by_its_own_style_sheets() -> None:
    own = set[str]().union(*(selected(name) for name in (*FIRST, *LATER)))
    others = {path.stem: selected(path.stem) for path in static_dir().joinpath("css").glob("*.css")}
    missing = {
        f".{name} of {sheet}.css"
        for sheet, found in others.items()
        for name in (found & set(classes())) - own - NOT_MEANT
    }
    assert missing == set()


def selected(sheet: str) -> set[str]:
    """Give the classes that a style sheet names in its selectors."""
    text = static_dir().joinpath("css", f"{sheet}.css").read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/|{[^{}]*}", " ", text, flags=re.DOTALL)
    return set(_SELECTED.findall(text))


def classes() -> Iterator[str]:
    """Give the classes of all parts that the table page and what is shown in it are made of."""
    waiting, seen = list(ROOTS), set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        text = template_dir().joinpath(name).read_text(encoding="utf-8")
        waiting += _BEGUN_BY.findall(text)
        for found in _CLASS.findall(text):
            yield from _JINJA.sub(" ", found).split()
