"""A list of units where a layout of an event belongs: the answer says what it is and where it goes."""

import pytest

from tests.web.events.hall import Hall
from tests.web.questions.test_wrong_files import LISTS, assert_is_told_to_be_units


@pytest.mark.parametrize("label", LISTS)
def test_a_list_of_units_where_a_layout_belongs(hall: Hall, label: str) -> None:
    assert_is_told_to_be_units(hall.client, hall.url("/layouts/upload"), label)
