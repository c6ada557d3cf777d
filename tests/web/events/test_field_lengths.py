"""No field of a page of events takes more characters than the server does."""

from astrike.formats import eventfile
from astrike.store import event_layouts
from tests.web.test_field_lengths import numbers

CHECKED = {
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
}
"""The fields with a number of their own, and what the server takes."""
UNBOUNDED = {
    ("event/rulings", "words"): "a search is cut off",
}
"""Where more characters are no reason to refuse anything, and why."""


def test_every_field_with_a_number_of_its_own_is_known() -> None:
    assert {field for field, _most in numbers(of_events=True)} == CHECKED.keys() | UNBOUNDED.keys()


def test_no_field_takes_more_than_the_server() -> None:
    found = numbers(of_events=True)
    assert [(field, most) for field, most in found if most > CHECKED.get(field, most)] == []
