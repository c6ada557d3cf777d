"""Enter in a field of a page of events means what was typed, as on every page."""

import pytest

from tests.web.events.hall import Hall
from tests.web.events.test_every_route import READING
from tests.web.every_route import Route, Subject, named
from tests.web.http.test_default_buttons import assert_enter_means_what_was_typed, heedless
from tests.web.page import parse


@pytest.mark.parametrize("route", READING, ids=named)
def test_enter_means_what_was_typed_on_every_page(route: Route, ready: Subject) -> None:
    assert_enter_means_what_was_typed(route, ready)


def test_enter_means_what_was_typed_on_the_pages_of_an_event(hall: Hall) -> None:
    for path in ("", "/rounds/1", "/rounds/2", "/tables/2", "/layouts", "/settings"):
        with hall.client.get(f"/e/{hall.codes.organise}{path}") as response:
            assert response.status_code == 200, path
            assert list(heedless(parse(response.text))) == []
