"""No field takes more characters than the server does: whoever types into one never ends on an error page for it."""

import re
from pathlib import Path

from astrike.formats import eventfile
from astrike.store import catalog, event_layouts, tables
from astrike.store.codes import LENGTH
from astrike.web.views.quick import asked

TEMPLATES = Path(__file__).parents[2] / "templates"
_FIELD = re.compile(r"<input\b(?:\{\{.*?\}\}|\{%.*?%\}|[^>{])*?>")
_CALL = re.compile(r"text_field\(((?:[^()]|\([^()]*(?:\([^()]*\)[^()]*)*\))*)\)")

CHECKED = {
    ("bring/preview", "name"): tables.LONGEST_NAME,
    ("event/desk", "text"): eventfile.LONGEST_TEXT,
    ("event/layout", "name"): event_layouts.LONGEST_LAYOUT_NAME,
    ("event/layouts", "name"): event_layouts.LONGEST_LAYOUT_NAME,
    ("event/new", "name"): eventfile.LONGEST_NAME,
    ("event/new_table", "name"): eventfile.LONGEST_NAME,
    ("event/result", "field.name"): eventfile.LONGEST_POINTS,
    ("event/result", "score"): eventfile.LONGEST_SCORE,
    ("event/round", "pairing-"): eventfile.LONGEST_PAIRING,
    ("event/round", "score-"): eventfile.LONGEST_SCORE,
    ("event/settings", "name"): eventfile.LONGEST_NAME,
    ("event/settings", "wifi_name"): eventfile.LONGEST_WIFI,
    ("event/settings", "wifi_password"): eventfile.LONGEST_PASSWORD,
    ("event/table", "name"): eventfile.LONGEST_NAME,
    ("event/table", "pairing-"): eventfile.LONGEST_PAIRING,
    ("event/table", "score-"): eventfile.LONGEST_SCORE,
    ("home/new", "name"): tables.LONGEST_NAME,
    ("installation/library", "name"): tables.LONGEST_NAME,
    ("installation/saved", "name"): tables.LONGEST_NAME,
    ("installation/source", "name"): tables.LONGEST_NAME,
    ("library/library", "name"): tables.LONGEST_NAME,
    ("quick/move", "move"): asked.LONGEST_TEXT,
    ("tables/more", "name"): tables.LONGEST_NAME,
    ("units/card", "name"): catalog.LONGEST_NAME,
}
"""The fields with a number of their own, and what the server takes."""
UNBOUNDED = {
    ("attack/attack", "path"): "points, as many as a way may have",
    ("edit/sheet", "each.name"): "a value of a piece of terrain",
    ("edit/tools", "name"): "of a piece of terrain",
    ("event/rulings", "words"): "a search is cut off",
    ("home/home", "code"): "what cannot be a code opens nothing",
    ("installation/cards", "find"): "a search",
    ("installation/library", "of"): "what cannot be a code opens nothing",
    ("library/saved", "code"): "what cannot be a code opens nothing",
    ("measure/measure", "name"): "of a measurement",
    ("quick/artillery", "name"): "a number",
    ("quick/physical", "inches"): "a number",
    ("tables/setup", "field.name"): "a value of the settings",
    ("units/preview", "skill."): "a number",
    ("units/side", "name"): "of a side",
}
"""Where more characters are no reason to refuse anything, and why."""


def _plain(name: str) -> str:
    """Give a field's name without what differs from row to row."""
    inside = re.fullmatch(r"\{\{ (.*) \}\}", name)
    return inside[1] if inside else re.sub(r"\{\{.*|\" ~ .*", "", name).strip('"')


def _numbers() -> list[tuple[tuple[str, str], int]]:
    found = []
    for path in sorted(TEMPLATES.rglob("*.html")):
        text, where = path.read_text("utf-8"), str(path.relative_to(TEMPLATES).with_suffix(""))
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
    found = {field for field, _most in _numbers()}
    assert found == CHECKED.keys() | UNBOUNDED.keys()
    assert not CHECKED.keys() & UNBOUNDED.keys()


def test_no_field_takes_more_than_the_server() -> None:
    too_long = [(field, most) for field, most in _numbers() if most > CHECKED.get(field, most)]
    assert too_long == []
    assert all(most >= LENGTH for field, most in _numbers() if field[1] in ("code", "of"))
