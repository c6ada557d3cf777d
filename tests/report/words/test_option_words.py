"""Options in words."""

import pytest

from astrike.report.words.reasons import option_words
from astrike.rulebook.loader import IDS, load_edition


@pytest.mark.parametrize("edition", IDS)
def test_every_value_that_can_be_chosen_has_words(edition: str) -> None:
    for row in load_edition(edition).options.values():
        assert len(row.said) == (0 if row.later else len(row.values)), row.key
        assert all(row.said), row.key


def test_a_value_without_words_is_shown_as_it_is() -> None:
    assert option_words("sight.thirds-tie", "some-day", str) == "some day"
