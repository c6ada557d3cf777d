"""What holds for every route: the list of them, made from the application, and what each has to be asked for."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from astrike.store.table.codes import Codes, Right
from astrike.web.access.codes import forget_guesses
from astrike.web.access.rights import INSTALLATION, OfTable
from astrike.web.app import create_app
from astrike.web.http.page_routes import PUBLIC, Public, Rule, routes_of
from astrike.web.http.security import CONTENT_SECURITY_POLICY, HEADERS
from astrike.web.settings import Settings
from tests.web.page import Element, parse
from tests.web.style_sheets import assert_has_its_styles

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
    "card": "roll",
}
# What programs on other pages may read, and pictures that color themselves.
OWN_HEADERS = {
    "events.show_status": {"Cross-Origin-Resource-Policy": "cross-origin"},
    "battletech.show_classic_ruling_svg": {
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    },
}
OF_SCRIPTS = {name: HEADERS[name] for name in ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")}
"""What scripts and styles need: the others are about pages."""
PARTS_OF_PAGES = frozenset({"layout.show_fix"})


class Subject(Protocol):
    """What a route is about: a table, an event or the installation, with a client and its codes."""

    @property
    def client(self) -> FlaskClient: ...

    @property
    def db_path(self) -> Path: ...

    @property
    def codes(self) -> Codes: ...


class RuleOfCode(Protocol):
    """A rule that wants a code of a table or an event, with a right."""

    @property
    def right(self) -> Right: ...

    @property
    def is_deleted(self) -> bool: ...


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
        return cast(RuleOfCode, self.needed).right

    @property
    def is_of_installation(self) -> bool:
        return self.needed is INSTALLATION

    @property
    def is_of_table(self) -> bool:
        return isinstance(self.needed, OfTable)

    @property
    def is_of_deleted(self) -> bool:
        is_of_one = self.needed is not PUBLIC and self.needed is not INSTALLATION
        return is_of_one and cast(RuleOfCode, self.needed).is_deleted

    @property
    def is_written_from_pages(self) -> bool:
        """Programs of other sites may ask the API, which stores nothing."""
        return self.method != "GET" and not self.rule.startswith("/api/")

    @property
    def is_in_events(self) -> bool:
        """Does it go with the room of events? Some of its addresses are a table's."""
        return self.endpoint.startswith("events.")


def routes() -> Iterator[Route]:
    app = create_app(Settings(db_path=Path("never-opened.db"), testing=True))
    known = routes_of(app)
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield Route(rule.endpoint, method, rule.rule, known[rule.endpoint].right)


ALL_ROUTES = tuple(routes())


def named(route: Route) -> str:
    return f"{route.method} {route.rule}"


def ask(client: FlaskClient, route: Route, code: str, **more: object) -> TestResponse:
    return client.open(route.address(code), method=route.method, **more)  # type: ignore[arg-type]


def alike(routes: Iterable[Route]) -> tuple[tuple[Route, ...], ...]:
    """Give routes that are about the same together: a table, a deleted one, an event, the installation."""
    found = defaultdict[tuple[bool, ...], list[Route]](list)
    for route in routes:
        about = (route.right is None, route.is_of_table, route.is_of_installation, route.is_of_deleted)
        found[about].append(route)
    return tuple(map(tuple, found.values()))


def named_together(routes: tuple[Route, ...]) -> str:
    return f"{named(routes[0])} and {len(routes) - 1} more"


def route_of(request: pytest.FixtureRequest) -> Route:
    """Give the route that a test is about, or the first of those that it is about together."""
    given = request.node.callspec.params
    found: Route = given["route"] if "route" in given else given["routes"][0]
    return found


def assert_codes_open_what_their_rights_cover(route: Route, ready: Subject) -> None:
    for held in Right:
        with ask(ready.client, route, ready.codes.up_to(held)[held]) as response:
            is_too_little = route.right is not None and held < route.right
            assert (response.status_code == 403) == is_too_little, (held, response.status)
            if is_too_little:
                assert_leaks_nothing(response.text, ready, held)


def assert_leaks_nothing(text: str, ready: Subject, held: Right | None) -> None:
    """A refusal tells no name, nothing of what lies there, and no code but the one that was sent."""
    for word in ("Hall table 7", "Alder", "Autumn Open", "Open hills"):
        assert word not in text
    plain = text.replace("-", "")
    for right, code in ready.codes.up_to(Right.ORGANISE).items():
        assert right == held or code not in plain


def assert_opened_by_none(routes: tuple[Route, ...], codes: tuple[str, ...], ready: Subject) -> None:
    for route in routes:
        forget_guesses(ready.client.application)
        for code in codes:
            with ask(ready.client, route, code) as response:
                assert response.status_code in (404, 405), (named(route), code, response.text)
                assert_leaks_nothing(response.text, ready, None)


NO_CODES = ("0000000000", "x", "%00", "' OR 1=1 --", "A" * 3000)


def assert_answers_keep_their_promises(route: Route, ready: Subject) -> None:
    """The first answer is looked at as a page, if it is one; every one has the headers that say what pages do not."""
    with ask(ready.client, route, ready.codes.organise) as response:
        assert_has_the_headers(route, response)
        if route.method == "GET" and response.mimetype == "text/html":
            page = parse(response.text)
            assert_clean(page)
            if response.status_code == 200 and route.endpoint in PARTS_OF_PAGES:
                assert not page.all("html")
            elif response.status_code == 200:
                assert_well_made(page)
                assert_has_its_styles(page)
    partial = {"HX-Request": "true", "HX-Request-Type": "partial"}
    for code, sent in ((ready.codes.organise, partial), ("0000000000", {}), ("0000000000", partial)):
        with ask(ready.client, route, code, headers=sent) as response:
            assert_has_the_headers(route, response)


def assert_has_the_headers(route: Route, response: TestResponse) -> None:
    own = OWN_HEADERS.get(route.endpoint, {}) if response.status_code == 200 else {}
    is_script_or_style = route.endpoint == "static" and response.status_code == 200
    expected = OF_SCRIPTS if is_script_or_style else HEADERS | own
    for name, value in expected.items():
        assert response.headers[name] == value
    if not is_script_or_style:
        policy = own.get("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        assert response.headers["Content-Security-Policy"] == policy
        assert "HX-Request" in response.headers["Vary"]
    assert "Cache-Control" in response.headers


def assert_no_other_site_writes(routes: tuple[Route, ...], ready: Subject) -> None:
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
    for route in routes:
        for headers in foreign:
            with ask(ready.client, route, ready.codes.organise, headers=headers) as response:
                assert response.status_code == 403, (named(route), headers)
    ready.client.environ_base["HTTP_SEC_FETCH_SITE"] = before


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
    assert len(page.all("h1")) == 1, "one <h1>, in the block bar_title of the template"
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


def assert_lists_no_codes(routes: tuple[Route, ...], kept: Subject) -> None:
    codes = (kept.codes.view, kept.codes.play, kept.codes.organise)
    for route in routes:
        if route.right is None:
            with kept.client.get(route.address("")) as response:
                assert not any(code in response.text.replace("-", "") for code in codes)


def assert_no_page_shows_a_greater_code(routes: tuple[Route, ...], kept: Subject, held: Right) -> None:
    greater = [code for right, code in kept.codes.up_to(Right.ORGANISE).items() if right > held]
    for route in routes:
        if route.right is not None and route.right <= held and not route.is_of_deleted:
            with ask(kept.client, route, kept.codes.up_to(held)[held]) as response:
                text = response.get_data().decode("utf-8", errors="replace").replace("-", "")
                assert not any(code in text for code in greater), named(route)
