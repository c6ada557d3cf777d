"""No field of a page of events takes more characters than the server does."""

from astrike.formats.events import event_file
from astrike.store.events import layouts
from tests.web.http.test_field_lengths import numbers

CHECKED = {
    ("event/desk", "text"): event_file.LONGEST_TEXT,
    ("event/layout", "name"): layouts.LONGEST_LAYOUT_NAME,
    ("event/layouts", "name"): layouts.LONGEST_LAYOUT_NAME,
    ("event/new", "name"): event_file.LONGEST_NAME,
    ("event/new_table", "name"): event_file.LONGEST_NAME,
    ("event/result", "field.name"): event_file.LONGEST_POINTS,
    ("event/result", "score"): event_file.LONGEST_SCORE,
    ("event/round", "pairing-"): event_file.LONGEST_PAIRING,
    ("event/round", "score-"): event_file.LONGEST_SCORE,
    ("event/settings", "name"): event_file.LONGEST_NAME,
    ("event/settings", "wifi_name"): event_file.LONGEST_WIFI,
    ("event/settings", "wifi_password"): event_file.LONGEST_PASSWORD,
    ("event/table", "name"): event_file.LONGEST_NAME,
    ("event/table", "pairing-"): event_file.LONGEST_PAIRING,
    ("event/table", "score-"): event_file.LONGEST_SCORE,
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
