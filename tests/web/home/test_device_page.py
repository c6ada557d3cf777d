"""What a phone says about itself: a name for the history, and light or dark."""

import pytest
from flask.testing import FlaskClient

from tests.web.conftest import Kept
from tests.web.page import parse


def test_the_name_is_kept_in_a_cookie_of_this_site_only(client: FlaskClient) -> None:
    response = client.post("/device", data={"name": "  Kim’s \t phone ", "next": "/editions"})
    assert (response.status_code, response.location) == (303, "/editions")
    cookie = response.headers["Set-Cookie"]
    assert "SameSite=Lax" in cookie
    assert "HttpOnly" in cookie
    assert "Secure" not in cookie, "a hall has no https"
    assert parse(client.get("/device").text).by_id("f-name").attributes["value"] == "Kim’s phone"


def test_a_device_without_a_name_is_an_unnamed_phone(kept: Kept) -> None:
    client = kept.client
    kept.send("/rename", {"name": "From a computer"})
    client.environ_base["HTTP_USER_AGENT"] = "Mozilla/5.0 (Linux; Android 14) Mobile"
    kept.send("/rename", {"name": "From a phone"})
    page = kept.page("/history")
    assert "an unnamed phone" in page.by_id("v2").text
    assert "an unnamed phone" in page.by_id("v3").text


def test_a_name_that_is_too_long_is_refused_at_its_field(client: FlaskClient) -> None:
    response = client.post("/device", data={"name": "x" * 25})
    assert response.status_code == 422
    assert "Set-Cookie" not in response.headers
    assert "24" in parse(response.text).by_id("name-problem").text


@pytest.mark.parametrize(
    "value", ["%00%07%1b[2J", "%ff%fe", "x" * 4000, "%3Cscript%3E", "%E2%80%AEevil", "%"]
)
def test_a_forged_name_harms_nobody(kept: Kept, value: str) -> None:
    kept.client.set_cookie("astrike_device", value)
    assert kept.send("/rename", {"name": "Second"}).status_code == 303
    assert not kept.page("/history").by_id("v2").all("script")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_chosen_theme_stands_on_every_page(client: FlaskClient, theme: str) -> None:
    assert "data-theme" not in parse(client.get("/").text).one("html").attributes
    button = parse(client.get("/device").text).one("button", value=theme)
    assert client.post("/theme", data={button.attributes["name"]: theme}).status_code == 303
    assert parse(client.get("/").text).one("html").attributes["data-theme"] == theme
    assert parse(client.get("/device").text).one("button", value=theme).attributes["aria-pressed"] == "true"
    client.post("/theme", data={"theme": "auto"})
    assert "data-theme" not in parse(client.get("/").text).one("html").attributes


def test_an_unknown_theme_is_refused(client: FlaskClient) -> None:
    assert client.post("/theme", data={"theme": 'dark" onload="x'}).status_code == 422
    client.set_cookie("astrike_theme", "x%22onload=")
    assert "data-theme" not in parse(client.get("/").text).one("html").attributes


@pytest.mark.parametrize(
    "wished",
    [
        "//elsewhere.example",
        "https://elsewhere.example",
        "/\\elsewhere.example",
        "javascript:alert(1)",
        "",
        "/\r\nX: y",
    ],
)
@pytest.mark.parametrize("path", ["/device", "/theme"])
def test_nobody_is_sent_to_another_site(client: FlaskClient, path: str, wished: str) -> None:
    response = client.post(path, data={"name": "Kim", "theme": "dark", "next": wished})
    assert response.location == "/"
