"""Options in words."""

import pytest

from astrike.report.option_words import WORDS, option_words
from astrike.rulebook.loader import IDS, load_edition


@pytest.mark.parametrize("edition", IDS)
def test_every_value_that_can_be_chosen_has_words(edition: str) -> None:
    rows = {row.key: row for row in load_edition(edition).options.values() if row.values and not row.later}
    assert {key: set(row.values) for key, row in rows.items()} == {
        key: set(words) for key, words in WORDS.items()
    }


def test_a_value_without_words_is_shown_as_it_is() -> None:
    assert option_words("sight.thirds-tie", "some-day", str) == "some day"
