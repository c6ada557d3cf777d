"""What holds for every route, also for those that are written tomorrow: made from the application's own list."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from astrike.store.codes import Codes, Right, installation_code
from astrike.store.database import connect
from astrike.store.events.events import delete_event
from astrike.store.tables import create_table, delete_table
from astrike.web.access.routes import check_rules
from astrike.web.app import create_app
from astrike.web.events.rights import OfEvent
from astrike.web.http.page_routes import PUBLIC, PageRoute, Public, Rule, add_route, blueprint_of, routes_of
from astrike.web.rights import INSTALLATION, PLAY, VIEW, OfTable
from astrike.web.security import CONTENT_SECURITY_POLICY, HEADERS
from astrike.web.settings import Settings
from tests.web.conftest import NOW, Kept, own_client, small_table
from tests.web.event_hall import Hall, keep_hall
from tests.web.page import Element, parse

# What stands in an address where a route has a variable part; a code comes from the table.
FILLINGS = {
    "a": "ce-5.01",
    "b": "ce-7",
    "name": "css/app.css",
    "asked_version": "x",
    "unit_id": "A",
    "number": "1",
    "layout_id": "1",
    "card_id": "1",
}
# What programs on other pages may read, and answers that are put into a page by its script.
OWN_HEADERS = {"events.show_status": {"Cross-Origin-Resource-Policy": "cross-origin"}}
OF_SCRIPTS = {name: HEADERS[name] for name in ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")}
"""What scripts and styles need: the others are about pages."""
PARTS_OF_PAGES = frozenset({"layout.show_fix"})
Subject = Kept | Hall


@dataclass(frozen=True)
class Route:
    """One method on one address."""

    endpoint: str
    method: str
    rule: str
    needed: Rule | Public

    def address(self, code: str) -> str:
        def fill(match: re.Match[str]) -> str:
            name = match[0].strip("<>").split(":")[-1]
            return code if name == "code" else FILLINGS.get(name, "A")

        return re.sub(r"<[^>]+>", fill, self.rule)

    @property
    def right(self) -> Right | None:
        if self.needed is PUBLIC:
            return None
        if self.needed is INSTALLATION:  # one code, for everything there
            return Right.VIEW
        assert isinstance(self.needed, OfTable | OfEvent)
        return self.needed.right

    @property
    def is_of_installation(self) -> bool:
        return self.needed is INSTALLATION

    @property
    def is_of_event(self) -> bool:
        return isinstance(self.needed, OfEvent)

    @property
    def is_of_deleted(self) -> bool:
        return isinstance(self.needed, OfTable | OfEvent) and self.needed.is_deleted


def routes() -> Iterator[Route]:
    app = create_app(Settings(db_path=Path("never-opened.db"), testing=True))
    known = routes_of(app)
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield Route(rule.endpoint, method, rule.rule, known[rule.endpoint].right)


ROUTES = tuple(routes())
WITH_CODE = tuple(route for route in ROUTES if route.right is not None)
READING = tuple(route for route in ROUTES if route.method == "GET")


def named(route: Route) -> str:
    return f"{route.method} {route.rule}"


def ask(client: FlaskClient, route: Route, code: str, **more: object) -> TestResponse:
    return client.open(route.address(code), method=route.method, **more)  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def hall_db(made_once: Flask, empty_db: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Hall]:
    """Make an event of one table once for all routes."""
    path = Path(shutil.copy(empty_db, tmp_path_factory.mktemp("hall") / "astrike.db"))
    return path, keep_hall(own_client(made_once), path, tables=1)


@pytest.fixture
def ready(client: FlaskClient, fresh_db: Path, request: pytest.FixtureRequest) -> Subject:
    """The table or the event that a route is about, deleted where it is about deleted ones, or the installation."""
    route: Route = request.getfixturevalue("route")
    if route.is_of_installation:
        with connect(fresh_db) as db:
            code = installation_code(db)
        return Kept(client, fresh_db, 0, Codes(code, code, code))
    if route.is_of_event:
        path, hall = request.getfixturevalue("hall_db")
        shutil.copy(path, fresh_db)
        if route.is_of_deleted:
            with connect(fresh_db) as db:
                delete_event(db, hall.id, from_version=1, now=NOW)
        return replace(hall, client=client, db_path=fresh_db)
    kept: Kept = request.getfixturevalue("kept")
    if route.is_of_deleted:
        with connect(kept.db_path) as db:
            delete_table(db, kept.id, from_version=kept.version, now=NOW)
    return kept


@pytest.mark.parametrize("code", ["VIEW", "PLAY", "ORGANISE"])
@pytest.mark.parametrize("route", WITH_CODE, ids=named)
def test_a_code_opens_what_its_right_covers_and_nothing_else(route: Route, code: str, ready: Subject) -> None:
    held = Right[code]
    with ask(ready.client, route, ready.codes.up_to(held)[held]) as response:
        is_too_little = route.right is not None and held < route.right
        assert (response.status_code == 403) == is_too_little, response.status
        if is_too_little:
            assert_leaks_nothing(response.text, ready, held)


def assert_leaks_nothing(text: str, ready: Subject, held: Right | None) -> None:
    """A refusal tells no name, nothing of what lies there, and no code but the one that was sent."""
    for word in ("Hall table 7", "Alder", "Autumn Open", "Open hills"):
        assert word not in text
    plain = text.replace("-", "")
    for right, code in ready.codes.up_to(Right.ORGANISE).items():
        assert right == held or code not in plain


@pytest.mark.parametrize("route", WITH_CODE, ids=named)
def test_no_code_opens_nothing(route: Route, ready: Subject) -> None:
    for code in ("0000000000", "x", "%00", "' OR 1=1 --", "A" * 3000):
        with ask(ready.client, route, code) as response:
            assert response.status_code in (404, 405), response.text
            assert_leaks_nothing(response.text, ready, None)


@pytest.mark.parametrize("route", WITH_CODE, ids=named)
def test_a_code_of_the_other_kind_opens_nothing(route: Route, ready: Subject) -> None:
    """What is a table's is no event's and not the installation's, and the other way round."""
    others: list[str] = []
    with connect(ready.db_path) as db:
        if not route.is_of_installation:
            others.append(installation_code(db))
        if route.is_of_event or route.is_of_installation:
            others.append(create_table(db, document=small_table(), now=NOW, author="").codes.organise)
    if not route.is_of_event:
        others.append(keep_hall(ready.client, ready.db_path, tables=1).codes.organise)
    for other in others:
        with ask(ready.client, route, other) as response:
            assert response.status_code in (404, 405), response.text
            assert_leaks_nothing(response.text, ready, None)


@pytest.mark.parametrize("route", ROUTES, ids=named)
def test_every_answer_has_the_headers(route: Route, ready: Subject) -> None:
    for code in (ready.codes.organise, "0000000000"):
        for sent in ({}, {"HX-Request": "true", "HX-Request-Type": "partial"}):
            with ask(ready.client, route, code, headers=sent) as response:
                own = OWN_HEADERS.get(route.endpoint, {}) if response.status_code == 200 else {}
                is_script_or_style = route.endpoint == "static" and response.status_code == 200
                expected = OF_SCRIPTS if is_script_or_style else HEADERS | own
                for name, value in expected.items():
                    assert response.headers[name] == value
                if not is_script_or_style:
                    assert response.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
                assert "HX-Request" in response.headers["Vary"]
                assert "Cache-Control" in response.headers


@pytest.mark.parametrize("route", ROUTES, ids=named)
def test_no_other_site_can_write(route: Route, ready: Subject) -> None:
    if route.method == "GET" or route.rule.startswith("/api/"):
        return
    foreign: tuple[dict[str, str], ...] = (
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:81"},
        {"Origin": "http://localhost.elsewhere.example"},
        {"Referer": "http://elsewhere.example/localhost"},
        {"Referer": "http://[::1"},
        {},
    )
    before = ready.client.environ_base.pop("HTTP_SEC_FETCH_SITE")
    for headers in foreign:
        with ask(ready.client, route, ready.codes.organise, headers=headers) as response:
            assert response.status_code == 403, headers
    ready.client.environ_base["HTTP_SEC_FETCH_SITE"] = before


@pytest.mark.parametrize("route", READING, ids=named)
def test_every_page_keeps_the_promise_of_its_headers(route: Route, ready: Subject) -> None:
    with ask(ready.client, route, ready.codes.organise) as response:
        if response.mimetype != "text/html":
            return
        page = parse(response.text)
    assert_clean(page)


@pytest.mark.parametrize("route", READING, ids=named)
def test_every_page_is_well_made(route: Route, ready: Subject) -> None:
    with ask(ready.client, route, ready.codes.organise) as response:
        if response.mimetype != "text/html" or response.status_code != 200:
            return
        page = parse(response.text)
    if route.endpoint in PARTS_OF_PAGES:
        assert not page.all("html")
        return
    assert_well_made(page)


def assert_clean(page: Element) -> None:
    """No inline script or style, nothing from elsewhere, nothing that htmx would have to evaluate."""
    for each in page:
        assert each.tag != "style"
        assert each.tag != "script" or each.attributes.get("src", "").startswith("/static/")
        if each.tag == "script":
            assert not each.text
        for name, value in each.attributes.items():
            assert name != "style"
            assert not re.match(r"on[a-z]|(data-)?hx-on|(data-)?hx-vars", name), f"{name} on <{each.tag}>"
            assert not re.match(r"\s*(js|javascript|data:text)[:]", value), f"{name}={value}"
            assert not (name.endswith("hx-trigger") and "[" in value), "a trigger filter needs eval"
            if name in ("href", "src", "action", "hx-get", "hx-post"):
                assert re.match(r"/(?!/)|#|\?|$", value), f"{name}={value}"


def assert_well_made(page: Element) -> None:
    """A language, a title, one main part and heading, unique ids, a name for every control."""
    html = page.one("html")
    assert html.attributes["lang"] == "en"
    assert page.one("title").text.endswith("astrike")
    assert page.by_id("main").tag == "main"
    assert len(page.all("h1")) == 1
    ids = [each.attributes["id"] for each in page if "id" in each.attributes]
    assert len(ids) == len(set(ids)), sorted(name for name in ids if ids.count(name) > 1)
    labelled = {each.attributes["for"] for each in page.all("label") if "for" in each.attributes}
    inside_labels = {id(inner) for label in page.all("label") for inner in label}
    for each in page:
        for name in ("aria-describedby", "aria-labelledby"):
            assert all(word in ids for word in each.attributes.get(name, "").split())
        if each.tag == "label" and "for" in each.attributes:
            assert each.attributes["for"] in ids
        if each.tag in ("select", "textarea") or (
            each.tag == "input" and each.attributes.get("type") not in ("hidden", "submit")
        ):
            has_name = each.attributes.get("id") in labelled or "aria-label" in each.attributes
            assert has_name or id(each) in inside_labels, each.attributes
        if each.tag in ("a", "button"):
            assert each.text or each.attributes.get("aria-label"), each.attributes
        if each.tag == "form":
            assert each.attributes.get("method", "get") in ("get", "post")


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
    client = kept.client
    codes = (kept.codes.view, kept.codes.play, kept.codes.organise)
    for route in READING:
        if route.right is None:
            with client.get(route.address("")) as response:
                assert not any(code in response.text.replace("-", "") for code in codes)


@pytest.mark.parametrize("held", [Right.VIEW, Right.PLAY, Right.ORGANISE])
def test_no_page_shows_a_code_of_a_greater_right(kept: Kept, held: Right) -> None:
    greater = [code for right, code in kept.codes.up_to(Right.ORGANISE).items() if right > held]
    for route in READING:
        if route.right is not None and route.right <= held and not route.is_of_deleted:
            with ask(kept.client, route, kept.codes.up_to(held)[held]) as response:
                text = response.get_data().decode("utf-8", errors="replace").replace("-", "")
                assert not any(code in text for code in greater), named(route)
