"""What people, htmx and programs get to see when something is wrong."""

import logging
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from astrike.errors import StorageError
from astrike.web import problems
from astrike.web.app import create_app
from astrike.web.settings import Settings
from tests.web.conftest import Kept, own_client
from tests.web.page import parse

PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}
FULL = {"HX-Request": "true", "HX-Request-Type": "full"}


def test_people_get_a_page_and_htmx_the_part_that_says_it(kept: Kept) -> None:
    address = kept.url("/history?before=x")
    for headers, is_whole in (({}, True), (FULL, True), (PARTIAL, False)):
        response = kept.client.get(address, headers=headers)
        assert response.status_code == 422
        page = parse(response.text)
        assert bool(page.all("html")) == is_whole
        listed = page.one("section", role="alert").text
        assert "before" in listed
        assert "found 'x'" in listed
        assert "expected a version" in listed


def test_programs_get_json(client: FlaskClient) -> None:
    response = client.get("/api/v0/nothing")
    assert response.status_code == 404
    assert response.json is not None
    (error,) = response.json["errors"]
    assert set(error) == {"at", "found", "expected"}


def test_a_wrong_method_names_the_right_ones(client: FlaskClient) -> None:
    response = client.post("/editions")
    assert response.status_code == 405
    assert "GET" in response.headers["Allow"]
    assert parse(response.text).one("h2").text == "Not this way"


@pytest.mark.parametrize(
    "host", ["", "a b", "x/y", "user@host", "host:port", "[::1", "ho\tst", "-", "x" * 300]
)
def test_an_impossible_host_is_refused(client: FlaskClient, host: str) -> None:
    response = client.get("/", headers={"Host": host})
    assert response.status_code == 422
    assert "Host" in response.text


@pytest.mark.parametrize(
    "host", ["localhost", "192.168.1.5:8765", "[fe80::1]:8765", "table.lan", "hall_7.local"]
)
def test_every_way_to_call_the_server_is_fine(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["192.168.1.5:8765", "table.lan", "[fe80::1]:8765"])
def test_on_plain_http_a_form_of_ours_is_known_by_its_origin(app: Flask, host: str) -> None:
    with app.test_client() as client:
        for name in ("Origin", "Referer"):
            headers = {"Host": host, name: f"http://{host}" + ("/device" if name == "Referer" else "")}
            assert client.post("/device", data={"name": "Kim"}, headers=headers).status_code == 303


@pytest.mark.parametrize(
    ("host", "is_sent"), [("localhost:8765", True), ("127.0.0.1", True), ("table.lan", False)]
)
def test_what_browsers_ignore_on_plain_http_is_not_sent_there(
    client: FlaskClient, host: str, is_sent: bool
) -> None:
    headers = client.get("/", headers={"Host": host}).headers
    assert ("Cross-Origin-Opener-Policy" in headers) == is_sent


def test_a_body_that_is_no_form_is_refused_like_an_empty_one(client: FlaskClient) -> None:
    for content_type in ("application/json", "multipart/form-data", "multipart/form-data; boundary=x", "x"):
        response = client.post("/new", data=b"\x00\xff{", content_type=content_type)
        assert response.status_code == 422


def test_too_many_parts_are_refused(client: FlaskClient) -> None:
    response = client.post(
        "/new", data={f"f{number}": "x" for number in range(2000)}, content_type="multipart/form-data"
    )
    assert response.status_code == 413


def test_unexpected_errors_pass_through_in_tests(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.view_functions, "home.show_home", _broken)
    with pytest.raises(ZeroDivisionError), app.test_client() as client:
        client.get("/")


@pytest.mark.parametrize("headers", [{}, PARTIAL], ids=["people", "htmx"])
def test_on_a_server_an_unexpected_error_has_an_id_that_is_in_the_log(
    fresh_db: Path, caplog: pytest.LogCaptureFixture, headers: dict[str, str]
) -> None:
    app = create_app(Settings(db_path=fresh_db))
    app.view_functions["home.show_home"] = _broken
    with caplog.at_level(logging.ERROR), own_client(app) as client:
        response = client.get("/?code=SECRET0000", headers=headers)
    assert response.status_code == 500
    problem_id = parse(response.text).by_id("problem-id").text
    assert len(problem_id) == 8
    assert problem_id in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert "SECRET0000" not in caplog.text
    assert "ZeroDivisionError" not in response.text
    assert "Traceback" not in response.text
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]


def test_a_program_is_told_the_id_of_an_unexpected_error(
    fresh_db: Path, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app(Settings(db_path=fresh_db))
    app.view_functions["movement.api_unit"] = _broken
    with caplog.at_level(logging.ERROR), own_client(app) as client:
        response = client.post("/api/v1/unit", json={})
    assert response.status_code == 500
    (problem,) = response.get_json()["errors"]
    assert problem["at"] == "/api/v1/unit"
    assert problem["expected"].split()[-1] in caplog.text


def test_a_database_that_cannot_be_read_is_said_so(client: FlaskClient, fresh_db: Path) -> None:
    fresh_db.write_bytes(b"this is no database at all, only text " * 100)
    response = client.get("/t/ABCDEFGHJK")
    assert response.status_code == 503
    assert "not a database" in response.text


def test_every_error_of_ours_has_a_status() -> None:
    kinds = [StorageError("x")]
    assert [problems.status_of(kind) for kind in kinds] == [503]


def _broken() -> str:
    return str(1 // 0)
