"""No field of a page of events takes more characters than the server does."""

from astrike.formats.events import event_file
from astrike.store.events import layouts
from tests.web.http.test_field_lengths import numbers

CHECKED = {
    ("events/desk", "text"): event_file.LONGEST_TEXT,
    ("events/layout", "name"): layouts.LONGEST_LAYOUT_NAME,
    ("events/layouts", "name"): layouts.LONGEST_LAYOUT_NAME,
    ("events/new", "name"): event_file.LONGEST_NAME,
    ("events/new_table", "name"): event_file.LONGEST_NAME,
    ("events/result", "field.name"): event_file.LONGEST_POINTS,
    ("events/result", "score"): event_file.LONGEST_SCORE,
    ("events/round", "pairing-"): event_file.LONGEST_PAIRING,
    ("events/round", "score-"): event_file.LONGEST_SCORE,
    ("events/settings", "name"): event_file.LONGEST_NAME,
    ("events/settings", "wifi_name"): event_file.LONGEST_WIFI,
    ("events/settings", "wifi_password"): event_file.LONGEST_PASSWORD,
    ("events/table", "name"): event_file.LONGEST_NAME,
    ("events/table", "pairing-"): event_file.LONGEST_PAIRING,
    ("events/table", "score-"): event_file.LONGEST_SCORE,
}
"""The fields with a number of their own, and what the server takes."""
UNBOUNDED = {
    ("events/rulings", "words"): "a search is cut off",
}
"""Where more characters are no reason to refuse anything, and why."""


def test_every_field_with_a_number_of_its_own_is_known() -> None:
    assert {field for field, _most in numbers(of_events=True)} == CHECKED.keys() | UNBOUNDED.keys()


def test_no_field_takes_more_than_the_server() -> None:
    found = numbers(of_events=True)
    assert [(field, most) for field, most in found if most > CHECKED.get(field, most)] == []
