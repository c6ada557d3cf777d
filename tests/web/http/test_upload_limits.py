"""Each kind of upload has one limit: the server, its page, the error page and the docs say the same."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from astrike.model.byte_limits import FORM, HEADERS, IMPORT, LIMITS, QUESTION, ByteLimit
from astrike.web.http.page_routes import routes_of
from astrike.web.http.upload_limits import most_bytes_of
from tests.web.conftest import Kept, next_id
from tests.web.page import parse
from tests.web.server.wire import Wire, serving

DOCS = Path(__file__).resolve().parents[3] / "astrike" / "docs"
PICTURE = b"\x89PNG"
"""What every reader refuses at once, so that the limits of size are all that is measured."""
PLACES = {
    "a table": ("/upload", "/upload", IMPORT),
    "in place of a table": ("{table}/upload", "{table}/upload", IMPORT),
    "terrain": ("{table}/edit/import", "{table}/edit/import", IMPORT),
    "units": ("{table}/roster", "{table}/roster", IMPORT),
}


@pytest.fixture
def wire(kept: Kept) -> Iterator[Wire]:
    with serving(kept.db_path) as found:
        yield found


def padded(size: int) -> bytes:
    return PICTURE + bytes(size - len(PICTURE))


@pytest.mark.parametrize("place", PLACES)
def test_a_file_of_the_size_that_the_page_promises_is_read_and_a_larger_one_refused(
    wire: Wire, kept: Kept, place: str
) -> None:
    to, page, limit = PLACES[place]
    assert_reads_what_the_page_promises(
        wire, to.format(table=kept.url()), page.format(table=kept.url()), limit
    )


def assert_reads_what_the_page_promises(wire: Wire, to: str, page: str, limit: ByteLimit) -> None:
    promised = f"up to {limit.megabytes} MB"
    assert promised in wire.ask(page).text
    values = {"version": "1", "change_id": next_id()}
    fits = wire.send_file(to, padded(limit.most), **values)
    assert fits.status == 422
    assert "at most" not in fits.text, "refused for what it is, not for its size"
    for size, status in ((limit.most + 1, 413), (limit.most + 3_000_000, 413)):
        answer = wire.send_file(to, padded(size), **values)
        assert answer.status == status, size
        assert f"{limit.label} of at most {limit.size}" in parse(answer.text).one("main").text
    assert promised in wire.ask(page).text, "the server goes on"


def test_a_file_that_is_a_little_larger_than_its_page_reads_is_refused_in_the_same_words(wire: Wire) -> None:
    answer = wire.send_file("/upload", padded(IMPORT.most + 1_500_000))
    assert answer.status == 413
    assert (
        f"{IMPORT.label} of at most {IMPORT.size}" in parse(answer.text).one("section", class_="problem").text
    )


def test_a_form_and_a_question_have_limits_of_their_own(wire: Wire) -> None:
    for size, status in ((FORM.most + 1, 413), (FORM.most + 2_000_000, 413)):
        answer = wire.ask("/new", b"name=" + b"x" * size, Content_Type="application/x-www-form-urlencoded")
        assert answer.status == status
        assert f"a form of at most {FORM.size}" in answer.text
    for size, status in ((QUESTION.most, 422), (QUESTION.most + 1, 413), (QUESTION.most + 2_000_000, 413)):
        answer = wire.ask("/api/v1/attack", b'{"table": 1' + b" " * (size - 12) + b"}")
        assert answer.status == status
        stated = json.dumps(json.loads(answer.text)["errors"])
        assert ("at most" in stated) == (size > QUESTION.most), stated


def test_an_address_with_too_many_cookies_is_told_so(wire: Wire) -> None:
    assert wire.ask("/device", Cookie="a" * (HEADERS.most - 2_000)).status == 200
    answer = wire.send(b"GET /device HTTP/1.1\r\nCookie: " + b"a" * HEADERS.most + b"\r\n\r\n")
    assert answer.status == 431
    assert HEADERS.size in parse(answer.text).one("section", class_="problem").text


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        pytest.param(b"\x16\x03\x01\x02\r\n\r\n", 400, id="another protocol"),
        pytest.param(b"GET /device HTTP/1.1\r\nno colon\r\n\r\n", 400, id="a broken header"),
        pytest.param(
            b"GET http://[::1/device HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, id="an address that is none"
        ),
        pytest.param(b"POST /new HTTP/1.1\r\nContent-Length: ten\r\n\r\n", 400, id="no length"),
        pytest.param(b"POST /new HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 501, id="another encoding"),
        pytest.param(
            b"POST /new HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400, id="a broken chunk"
        ),
        pytest.param(
            b"POST /new HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000000\r\n"
            b"Expect: 100-continue\r\n\r\n",
            413,
            id="too large, asked first",
        ),
    ],
)
def test_what_no_page_can_answer_gets_a_page_of_ours_and_programs_get_json(
    wire: Wire, sent: bytes, status: int
) -> None:
    answer = wire.send(sent)
    assert answer.status == status
    page = parse(answer.text)
    assert page.one("section", class_="problem").text
    assert page.one("a", href="/").text == "Start page"
    assert answer.headers["Connection"] == "close"
    assert answer.headers["Content-Security-Policy"]
    program = wire.send(sent.replace(b" /new ", b" /api/v1/attack ").replace(b" /device ", b" /api/v1/x "))
    if b" /" in sent:
        assert program.status == status
        assert set(json.loads(program.text)["errors"][0]) == {"at", "found", "expected"}


def test_a_refusal_arrives_although_the_body_is_still_on_its_way(wire: Wire) -> None:
    for body in (
        b"Content-Length: 60000000\r\n\r\n" + bytes(60_000_000),
        b"Transfer-Encoding: chunked\r\n\r\n" + (b"F4240\r\n" + bytes(1_000_000) + b"\r\n") * 40,
    ):
        answer = wire.send(b"POST /upload HTTP/1.1\r\nHost: localhost\r\n" + body)
        assert answer.status == 413
        assert f"of at most {IMPORT.size}" in answer.text


def test_what_follows_a_refused_request_is_no_request(wire: Wire) -> None:
    answer = wire.send(
        b"POST /new HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000000\r\n\r\n"
        b"GET /device HTTP/1.1\r\nHost: localhost\r\n\r\n"
    )
    assert answer.status == 413
    assert "HTTP/1.1" not in answer.text


def test_every_page_that_takes_files_is_in_the_table(made_once: Flask) -> None:
    routes = routes_of(made_once)
    assert routes["home.upload_table"].limit is IMPORT
    assert routes["attack.api_attack"].limit is QUESTION
    assert routes["home.new_table"].limit is FORM
    most = most_bytes_of(made_once)
    assert most("POST", "/upload") > IMPORT.most
    assert most("GET", "/no/such/page") == most("POST", "/new") < 2 * FORM.most


def test_what_programs_ask_has_the_limit_and_the_bounds_of_a_question(made_once: Flask) -> None:
    for route in routes_of(made_once).values():
        is_for_programs = route.address.startswith("/api/")
        assert route.is_question == is_for_programs, route.address
        assert route.is_anonymous_work or not is_for_programs, route.address


def test_pages_for_anybody_that_have_something_worked_out_have_bounds(made_once: Flask) -> None:
    bounded = {route.address for route in routes_of(made_once).values() if route.is_anonymous_work}
    assert {each for each in bounded if not each.startswith("/api/")} == {
        "/quick",
        "/quick/roll",
        "/classic/<card>",
        "/classic/<card>/dice",
        "/classic/<card>/question.json",
        "/classic/<card>/ruling",
        "/classic/<card>/ruling.json",
        "/classic/<card>/ruling.svg",
        "/classic/hex/board",
        "/classic/hex/patch.board",
        "/classic/open",
        "/classic/critical/layout",
        "/classic/critical/sheet/<place>",
        "/upload",
        "/import/<draft_id>",
        "/events/bring",
        "/r/<ruling_id>/again",
        "/r/<ruling_id>.svg",
        "/r/<ruling_id>.png",
    }


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.key)
def test_the_docs_have_the_same_table(limit: ByteLimit) -> None:
    assert f"| {limit.label} | {limit.size} | {limit.where} |" in (DOCS / "formats.md").read_text("utf-8")
