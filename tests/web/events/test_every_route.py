"""What holds for every route, held against those of events; and no code of an event opens anything else."""

import pytest

from astrike.store.database.connection import connect
from astrike.store.table.codes import Right, installation_code
from astrike.store.table.tables import create_table
from tests.web.conftest import NOW, Kept, small_table
from tests.web.events.hall import keep_hall
from tests.web.every_route import (
    ALL_ROUTES,
    NO_CODES,
    Route,
    Subject,
    alike,
    assert_answers_keep_their_promises,
    assert_codes_open_what_their_rights_cover,
    assert_lists_no_codes,
    assert_no_other_site_writes,
    assert_no_page_shows_a_greater_code,
    assert_opened_by_none,
    named,
    named_together,
)

ROUTES = tuple(route for route in ALL_ROUTES if route.is_in_events)
WITH_CODE = tuple(route for route in ROUTES if route.right is not None)
READING = tuple(route for route in ROUTES if route.method == "GET")


@pytest.mark.parametrize("route", WITH_CODE, ids=named)
def test_a_code_opens_what_its_right_covers_and_nothing_else(route: Route, ready: Subject) -> None:
    assert_codes_open_what_their_rights_cover(route, ready)


@pytest.mark.parametrize("routes", alike(WITH_CODE), ids=named_together)
def test_no_code_opens_nothing(routes: tuple[Route, ...], ready: Subject) -> None:
    assert_opened_by_none(routes, NO_CODES, ready)


@pytest.mark.parametrize(
    "routes", alike(route for route in WITH_CODE if not route.is_of_table), ids=named_together
)
def test_a_code_of_the_other_kind_opens_nothing(routes: tuple[Route, ...], ready: Subject) -> None:
    """What is an event's is neither a table's nor the installation's."""
    with connect(ready.db_path) as db:
        others = (
            installation_code(db),
            create_table(db, document=small_table(), now=NOW, author="").codes.organise,
        )
    assert_opened_by_none(routes, others, ready)


def test_a_code_of_an_event_opens_nothing_else(kept: Kept) -> None:
    others = tuple(route for route in ALL_ROUTES if route.is_of_table or route.is_of_installation)
    hall = keep_hall(kept.client, kept.db_path, tables=1)
    assert_opened_by_none(others, (hall.codes.organise,), kept)


@pytest.mark.parametrize("route", ROUTES, ids=named)
def test_every_answer_has_the_headers_and_every_page_keeps_their_promise_and_is_well_made(
    route: Route, ready: Subject
) -> None:
    assert_answers_keep_their_promises(route, ready)


@pytest.mark.parametrize(
    "routes", alike(route for route in ROUTES if route.is_written_from_pages), ids=named_together
)
def test_no_other_site_can_write(routes: tuple[Route, ...], ready: Subject) -> None:
    assert_no_other_site_writes(routes, ready)


def test_nothing_lists_codes(kept: Kept) -> None:
    assert_lists_no_codes(READING, kept)


@pytest.mark.parametrize("held", [Right.VIEW, Right.PLAY, Right.ORGANISE])
def test_no_page_shows_a_code_of_a_greater_right(kept: Kept, held: Right) -> None:
    assert_no_page_shows_a_greater_code(READING, kept, held)
