"""What holds for every route, also for those that are written tomorrow: made from the application's own list."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from astrike.store.database.connection import connect
from astrike.store.table.codes import Codes, Right, installation_code
from astrike.store.table.tables import create_table, delete_table
from astrike.web.access.rights import PLAY, VIEW
from astrike.web.access.routes import check_rules
from astrike.web.app import create_app
from astrike.web.http.page_routes import PUBLIC, PageRoute, add_route, blueprint_of, routes_of
from astrike.web.http.security import CONTENT_SECURITY_POLICY
from astrike.web.settings import Settings
from tests.web.conftest import NOW, Kept, own_client, small_table
from tests.web.every_route import (
    ALL_ROUTES,
    NO_CODES,
    Route,
    alike,
    assert_answers_keep_their_promises,
    assert_codes_open_what_their_rights_cover,
    assert_lists_no_codes,
    assert_no_other_site_writes,
    assert_no_page_shows_a_greater_code,
    assert_opened_by_none,
    named,
    named_together,
    route_of,
)
from tests.web.page import parse

ROUTES = tuple(route for route in ALL_ROUTES if not route.is_in_events)
WITH_CODE = tuple(route for route in ROUTES if route.right is not None)
READING = tuple(route for route in ROUTES if route.method == "GET")


@pytest.fixture
def ready(client: FlaskClient, fresh_db: Path, request: pytest.FixtureRequest) -> Kept:
    """The table that a route is about, deleted where it is about deleted ones, or the installation."""
    route = route_of(request)
    if route.is_of_installation:
        with connect(fresh_db) as db:
            code = installation_code(db)
        return Kept(client, fresh_db, 0, Codes(code, code, code))
    kept: Kept = request.getfixturevalue("kept")
    if route.is_of_deleted:
        with connect(kept.db_path) as db:
            delete_table(db, kept.id, from_version=kept.version, now=NOW)
    return kept


@pytest.mark.parametrize("route", WITH_CODE, ids=named)
def test_a_code_opens_what_its_right_covers_and_nothing_else(route: Route, ready: Kept) -> None:
    assert_codes_open_what_their_rights_cover(route, ready)


@pytest.mark.parametrize("routes", alike(WITH_CODE), ids=named_together)
def test_no_code_opens_nothing(routes: tuple[Route, ...], ready: Kept) -> None:
    assert_opened_by_none(routes, NO_CODES, ready)


@pytest.mark.parametrize("routes", alike(WITH_CODE), ids=named_together)
def test_a_code_of_the_other_kind_opens_nothing(routes: tuple[Route, ...], ready: Kept) -> None:
    """What is a table's is not the installation's, and the other way round."""
    with connect(ready.db_path) as db:
        if routes[0].is_of_installation:
            other = create_table(db, document=small_table(), now=NOW, author="").codes.organise
        else:
            other = installation_code(db)
    assert_opened_by_none(routes, (other,), ready)


@pytest.mark.parametrize("route", ROUTES, ids=named)
def test_every_answer_has_the_headers_and_every_page_keeps_their_promise_and_is_well_made(
    route: Route, ready: Kept
) -> None:
    assert_answers_keep_their_promises(route, ready)


@pytest.mark.parametrize(
    "routes", alike(route for route in ROUTES if route.is_written_from_pages), ids=named_together
)
def test_no_other_site_can_write(routes: tuple[Route, ...], ready: Kept) -> None:
    assert_no_other_site_writes(routes, ready)


@pytest.fixture
def own_app(settings: Settings) -> Flask:
    """Provide an application that a test may spoil."""
    return create_app(settings)


def test_a_route_without_a_rule_stops_the_program(own_app: Flask) -> None:
    own_app.add_url_rule("/forgotten", "forgotten", lambda: "")
    with pytest.raises(RuntimeError, match=r"GET /forgotten \(forgotten\) has no rule"):
        check_rules(own_app)


def forgotten(code: str = "") -> str:
    return code


def test_a_right_without_a_code_stops_the_program(own_app: Flask) -> None:
    add_route(own_app, PageRoute("/forgotten", forgotten, VIEW))
    with pytest.raises(RuntimeError, match="belong together"):
        check_rules(own_app)


def test_a_code_that_nobody_checks_stops_the_program(own_app: Flask) -> None:
    add_route(own_app, PageRoute("/t/<code>/forgotten", forgotten, PUBLIC))
    with pytest.raises(RuntimeError, match="belong together"):
        check_rules(own_app)


def test_every_row_of_a_room_becomes_a_route(own_app: Flask) -> None:
    row = PageRoute("/t/<code>/forgotten", forgotten, PLAY, also_when_locked=True)
    own_app.register_blueprint(blueprint_of("attic", (row,)))
    assert routes_of(own_app)["attic.forgotten"] is row
    check_rules(own_app)


def test_two_rows_for_one_endpoint_stop_the_program(own_app: Flask) -> None:
    rows = (PageRoute("/forgotten", forgotten, PUBLIC), PageRoute("/lost", forgotten, PUBLIC))
    with pytest.raises(RuntimeError, match=r"/lost: attic\.forgotten answers /forgotten already"):
        own_app.register_blueprint(blueprint_of("attic", rows))


def test_no_rule_is_left_over(app: Flask) -> None:
    assert set(routes_of(app)) == {rule.endpoint for rule in app.url_map.iter_rules()}


def test_without_checks_of_rights_every_code_does_everything(settings: Settings, kept: Kept) -> None:
    open_app = create_app(Settings(db_path=settings.db_path, rights=False, testing=True, now=settings.now))
    with own_client(open_app) as client:
        assert client.get(f"/t/{kept.codes.view}/delete").status_code == 200
        assert client.get("/t/0000000000/delete").status_code == 404
        shown = client.get(f"/t/{kept.codes.view}/codes").text
        assert kept.codes.organise not in shown.replace("-", "")


HOSTILE = (
    "/t/",
    "/t//",
    "/t/../../etc/passwd",
    "/t/%2e%2e%2f%2e%2e%2f",
    "/static/../app.py",
    "/static/x/../../pyproject.toml",
    "/static/x/%2e%2e/%2e%2e/pyproject.toml",
    "/%00",
    "/%ff%fe",
    "/editions/%F0%9F%A4%96/ce-7",
    "/editions/../ce-7",
    "/editions/ce-5.01/nothing",
    "/?part=",
    "/?part=" + "x" * 5000,
    "/device?next=//elsewhere.example",
    "/device?next=%00%0d%0aSet-Cookie:%20a=b",
    "/api/nothing",
    "/" + "a/" * 2000,
)


@pytest.mark.parametrize("address", HOSTILE, ids=lambda address: address[:30])
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "PATCH"])
def test_a_hostile_address_gets_a_plain_no(client: FlaskClient, address: str, method: str) -> None:
    with client.open(address, method=method) as response:
        assert response.status_code in (200, 303, 404, 405, 422)
        assert response.headers.get("Location", "/") == "/"
        assert "Traceback" not in response.text
        assert "elsewhere.example" not in response.text
        assert response.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY


@pytest.mark.parametrize(
    "path", ["/history?before=", "/history?before=-1", "/history?before=1e9", "/codes?server=9"]
)
def test_a_wrong_question_is_named(kept: Kept, path: str) -> None:
    with kept.client.get(kept.url(path)) as response:
        assert response.status_code == 422
        assert "expected" in parse(response.text).one("main").text


def test_nothing_lists_codes(kept: Kept) -> None:
    assert_lists_no_codes(READING, kept)


@pytest.mark.parametrize("held", [Right.VIEW, Right.PLAY, Right.ORGANISE])
def test_no_page_shows_a_code_of_a_greater_right(kept: Kept, held: Right) -> None:
    assert_no_page_shows_a_greater_code(READING, kept, held)
