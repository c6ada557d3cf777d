"""No field takes more characters than the server does: whoever types into one never ends on an error page for it."""

import re
from pathlib import Path

from astrike.store.table import tables
from astrike.store.table.codes import LENGTH
from astrike.store.units import catalog
from astrike.web.battletech import rulings_page
from astrike.web.quick import questions

TEMPLATES = Path(__file__).parents[3] / "templates"
OF_EVENTS = ("event/", "events/")
"""Folders of templates that are not there without events."""
_FIELD = re.compile(r"<input\b(?:\{\{.*?\}\}|\{%.*?%\}|[^>{])*?>")
_CALL = re.compile(r"text_field\(((?:[^()]|\([^()]*(?:\([^()]*\)[^()]*)*\))*)\)")

CHECKED = {
    ("battletech/rulings", "page"): rulings_page.LONGEST,
    ("battletech/rulings", "q"): rulings_page.LONGEST,
    ("terrain/import_preview", "name"): tables.LONGEST_NAME,
    ("home/new_table", "name"): tables.LONGEST_NAME,
    ("installation/library", "name"): tables.LONGEST_NAME,
    ("installation/saved", "name"): tables.LONGEST_NAME,
    ("installation/source", "name"): tables.LONGEST_NAME,
    ("terrain/library", "name"): tables.LONGEST_NAME,
    ("quick/move", "move"): questions.LONGEST_TEXT,
    ("table/more", "name"): tables.LONGEST_NAME,
    ("units/card", "name"): catalog.LONGEST_NAME,
}
"""The fields with a number of their own, and what the server takes."""
UNBOUNDED = {
    ("attack/attack", "path"): "points, as many as a way may have",
    ("battletech/critical", "each.name"): "a number",
    ("battletech/critical_sheet", "each.name"): "what stands in a slot, or a number",
    ("battletech/hex_board", "columns"): "a number",
    ("battletech/hex_board", "first"): "the name of a hex of a board",
    ("battletech/hex_board", "rows"): "a number",
    ("battletech/parts", "control.name"): "a number",
    ("terrain/edit_sheet", "each.name"): "a value of a piece of terrain",
    ("terrain/edit_tools", "name"): "of a piece of terrain",
    ("home/home", "code"): "what cannot be a code opens nothing",
    ("installation/cards", "find"): "a search",
    ("rulebook/sheets", "find"): "a search",
    ("installation/library", "of"): "what cannot be a code opens nothing",
    ("terrain/saved", "code"): "what cannot be a code opens nothing",
    ("terrain/measure", "name"): "of a measurement",
    ("quick/artillery", "name"): "a number",
    ("quick/physical", "inches"): "a number",
    ("table/settings", "field.name"): "a value of the settings",
    ("units/roster_preview", "skill."): "a number",
    ("units/side", "name"): "of a side",
}
"""Where more characters are no reason to refuse anything, and why."""


def _plain(name: str) -> str:
    """Give a field's name without what differs from row to row."""
    inside = re.fullmatch(r"\{\{ (.*) \}\}", name)
    return inside[1] if inside else re.sub(r"\{\{.*|\" ~ .*", "", name).strip('"')


def numbers(*, of_events: bool) -> list[tuple[tuple[str, str], int]]:
    """List the fields with a number in the templates of events, or in all others."""
    found = []
    for path in sorted(TEMPLATES.rglob("*.html")):
        text, where = path.read_text("utf-8"), str(path.relative_to(TEMPLATES).with_suffix(""))
        if where.startswith(OF_EVENTS) != of_events:
            continue
        for field in _FIELD.findall(text):
            most, name = re.search(r'maxlength="(\d+)"', field), re.search(r'\bname="([^"]*)"', field)
            if most and name:
                found.append(((where, _plain(name[1])), int(most[1])))
        for call in _CALL.findall(text):
            if most := re.search(r"maxlength=(\d+)", call):
                name = call.split(",")[0]
                if where != "macros/forms":
                    found.append(((where, _plain(name)), int(most[1])))
    return found


def test_every_field_with_a_number_of_its_own_is_known() -> None:
    found = {field for field, _most in numbers(of_events=False)}
    assert found == CHECKED.keys() | UNBOUNDED.keys()
    assert not CHECKED.keys() & UNBOUNDED.keys()


def test_no_field_takes_more_than_the_server() -> None:
    too_long = [(field, most) for field, most in numbers(of_events=False) if most > CHECKED.get(field, most)]
    assert too_long == []
    assert all(most >= LENGTH for field, most in numbers(of_events=False) if field[1] in ("code", "of"))
