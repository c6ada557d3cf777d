"""The front page: open by code, try the demo, make a table, bring one."""

import io
import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from astrike.formats.table.table_file import read_table, write_document
from astrike.store.database.connection import connect
from astrike.store.table.tables import load_table
from astrike.web.access.codes import GUESSES_AT_ONCE
from astrike.web.app import create_app
from astrike.web.home.demo import FILES, demo_text
from astrike.web.settings import Settings
from tests.web.conftest import Clock, Kept, next_id, own_client, small_table
from tests.web.page import parse


def count(path: Path) -> int:
    with connect(path) as db:
        return int(db.table("tables").count)


def test_a_typed_code_opens_its_table(kept: Kept) -> None:
    code = kept.codes.play
    for typed in (code, code.lower(), f" {code[:5]}-{code[5:]} ", code.replace("0", "O").replace("1", "l")):
        response = kept.client.post("/open", data={"code": typed})
        assert response.status_code == 303
        assert response.location == f"/t/{code}"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("ABCDE-FGHJK", "No table has this code."),
        ("hello", "10 letters and digits"),
        ("", "10 letters and digits"),
    ],
)
def test_a_wrong_code_stays_in_its_field(client: FlaskClient, typed: str, words: str) -> None:
    response = client.post("/open", data={"code": typed})
    assert response.status_code == 404
    page = parse(response.text)
    assert words in page.by_id("code-problem").text
    assert page.by_id("code").attributes["value"] == typed


def test_guessing_is_slowed_down_and_ends_with_time(kept: Kept, clock: Clock) -> None:
    client = kept.client
    answers = [client.post("/open", data={"code": f"ABCDE{number:05}"}).status_code for number in range(30)]
    assert answers == [404] * GUESSES_AT_ONCE + [429] * (30 - GUESSES_AT_ONCE)
    response = client.get("/t/ABCDEFGHJK")
    assert response.status_code == 429
    assert int(response.headers["Retry-After"]) > 0
    assert "wrong codes" in parse(response.text).one("section", role="alert").text
    clock.now = clock.now.replace(hour=19)
    assert client.post("/open", data={"code": kept.codes.view}).status_code == 303


def test_one_phones_guesses_do_not_stop_another(kept: Kept) -> None:
    for number in range(30):
        kept.client.post(
            "/open", data={"code": f"ABCDE{number:05}"}, environ_base={"REMOTE_ADDR": "10.0.0.9"}
        )
    response = kept.client.get(kept.url("/more"), environ_base={"REMOTE_ADDR": "10.0.0.8"})
    assert response.status_code == 200


def test_holding_a_right_code_is_never_slowed_down(kept: Kept) -> None:
    assert {kept.client.get(kept.url("/version")).status_code for _ in range(100)} == {200}


def test_the_form_for_a_new_table_makes_one(client: FlaskClient, fresh_db: Path) -> None:
    values = parse(client.get("/new").text).one("form").fields()
    values |= {"name": "Hall table 7", "width": "72", "depth": "47,5"}
    response = client.post("/new", data=values)
    assert response.status_code == 303
    table = read_table(client.get(f"{response.location}/download").data)
    assert (table.name, table.width, table.depth, table.edition) == ("Hall table 7", 72, 47.5, "ce-5.01")
    assert client.post("/new", data=values).location == response.location, "the same form again"
    assert count(fresh_db) == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("width", "11.99"),
        ("width", "NaN"),
        ("width", "1e2"),
        ("width", ""),
        ("depth", "infinity"),
        ("depth", "-48"),
        ("edition", "ce-6"),
        ("name", ""),
        ("name", "x" * 300),
    ],
)
def test_a_wrong_field_is_named_and_all_values_kept(
    client: FlaskClient, fresh_db: Path, field: str, value: str
) -> None:
    values = {
        "name": "Hall",
        "width": "48",
        "depth": "36",
        "edition": "ce-7",
        "change_id": next_id(),
        field: value,
    }
    response = client.post("/new", data=values)
    assert response.status_code == 422
    page = parse(response.text)
    form = page.one("form")
    assert "expected" in page.by_id(f"{field}-problem").text.lower()
    assert {name: form.fields()[name] for name in ("name", "width", "depth", "edition")} == {
        name: values[name] for name in ("name", "width", "depth", "edition")
    }
    assert count(fresh_db) == 0


def test_every_wrong_field_is_named_at_once(client: FlaskClient) -> None:
    page = parse(client.post("/new", data={"name": "x", "width": "1", "depth": "x", "edition": "?"}).text)
    assert all(page.has_id(f"{name}-problem") for name in ("width", "depth", "edition"))


def test_a_file_becomes_a_table_with_everything_in_it(client: FlaskClient) -> None:
    document = {**small_table(), "their-own": {"key": [1, 2.5, None]}}
    sent = write_document(document)
    for values in (
        {"file": (io.BytesIO(sent), "hall.astrike.json")},
        {"text": sent.decode()},
        {"text": sent.decode(), "file": (io.BytesIO(), "")},
    ):
        response = client.post("/upload", data={"change_id": next_id(), **values})
        assert response.status_code == 303
        assert client.get(f"{response.location}/download").data == sent


DEEP = '{"type":"FeatureCollection","astrike":' + '{"a":' * 5000 + "1" + "}" * 5000 + "}"
RUBBISH = {
    "binary": bytes(range(256)) * 40,
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(500),
    "UTF-16": '{"type": "FeatureCollection"}'.encode("utf-16"),
    "half a file": write_document(small_table())[:-40],
    "nothing": b"",
    "blanks": b"  \n ",
    "a list": b"[]",
    "a number": b"1",
    "NaN": write_document(small_table()).replace(b'"width": 48', b'"width": NaN'),
    "infinity": write_document(small_table()).replace(b'"width": 48', b'"width": 1e999'),
    "a million nines": b'{"type": "FeatureCollection", "astrike": ' + b"9" * 1_000_000 + b"}",
    "deep nesting": DEEP.encode(),
    "too large": b'{"a": "' + b"x" * 2_000_000 + b'"}',
    "far too large": b"x" * 2_600_000,
}


@pytest.mark.parametrize("name", RUBBISH)
@pytest.mark.parametrize("how", ["file", "text"])
def test_rubbish_is_refused_by_name_and_nothing_is_made(
    client: FlaskClient, fresh_db: Path, name: str, how: str
) -> None:
    data = RUBBISH[name]
    sent = (io.BytesIO(data), "x.json") if how == "file" else data.decode("utf-8", errors="replace")
    response = client.post(
        "/upload", data={"change_id": next_id(), how: sent}, content_type="multipart/form-data"
    )
    assert response.status_code == 422
    assert "expected" in parse(response.text).one("ul", class_="problems").text
    assert count(fresh_db) == 0


def test_everything_wrong_with_a_file_is_listed_and_the_text_is_kept(client: FlaskClient) -> None:
    text = json.dumps(
        {"type": "FeatureCollection", "astrike": {"format": 2, "width": 1}, "features": [{}, {}]}
    )
    page = parse(client.post("/upload", data={"change_id": next_id(), "text": text}).text)
    listed = page.by_id("problems").text
    assert all(place in listed for place in ("astrike.width", "astrike.depth", "features[0]", "features[1]"))
    assert page.by_id("f-text").text == text


def test_a_form_without_an_id_is_refused(client: FlaskClient) -> None:
    response = client.post("/upload", data={"text": write_document(small_table()).decode()})
    assert response.status_code == 422
    assert "change_id" in response.text


def as_downloaded(name: str) -> object:
    """Give a demo as older programs can read it, too: they know no phase before movement."""
    found = json.loads(demo_text(name))
    if found["astrike"].get("phase") == "initiative":
        found["astrike"]["phase"] = "movement"
    return found


@pytest.mark.parametrize("name", FILES)
def test_the_server_can_be_started_with_a_demo(settings: Settings, fresh_db: Path, name: str) -> None:
    started = Settings(db_path=fresh_db, demo=name, testing=True, now=settings.now)
    addresses: list[str] = []
    for _start in range(2):
        with own_client(create_app(started)) as client:
            page = parse(client.get("/").text)
            addresses.append(page.by_id("demo-table").attributes["href"])
            assert client.get(f"{addresses[-1]}/download").json == as_downloaded(name)
    assert addresses[0] == addresses[1], "nobody has changed it, so it is opened again"


def test_a_demo_that_was_played_with_is_left_alone(settings: Settings, fresh_db: Path) -> None:
    started = Settings(db_path=fresh_db, demo="diagram", testing=True, now=settings.now)
    addresses: list[str] = []
    for _start in range(2):
        with own_client(create_app(started)) as client:
            addresses.append(parse(client.get("/").text).by_id("demo-table").attributes["href"])
            stamp = {"version": "1", "change_id": next_id(), "name": "Mine now"}
            assert client.post(f"{addresses[-1]}/rename", data=stamp).status_code == 303
    assert addresses[0] != addresses[1]


@pytest.mark.parametrize("name", FILES)
def test_a_fresh_copy_of_a_demo_is_one_tap_away(client: FlaskClient, name: str) -> None:
    page = parse(client.get("/").text)
    button = page.one("button", value=name)
    first, second = (client.post("/demo", data={button.attributes["name"]: name}) for _ in range(2))
    assert first.status_code == second.status_code == 303
    assert first.location != second.location
    assert client.get(f"{first.location}/download").json == as_downloaded(name)


def test_an_unknown_demo_is_refused(client: FlaskClient, fresh_db: Path) -> None:
    response = client.post("/demo", data={"name": "../../etc/passwd"})
    assert response.status_code == 422
    assert count(fresh_db) == 0


def test_who_makes_a_table_stands_in_its_history(client: FlaskClient, fresh_db: Path) -> None:
    client.set_cookie("astrike_device", "Kim")
    response = client.post(
        "/new", data=parse(client.get("/new").text).one("form").fields() | {"name": "Hall"}
    )
    assert "Kim" in parse(client.get(f"{response.location}/history").text).by_id("v1").text
    with connect(fresh_db) as db:
        assert load_table(db, 1).name == "Hall"
