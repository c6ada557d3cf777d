"""The server in a thread of this process: it listens, says where, and takes what browsers send."""

import http.client
import json
import re
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from astrike.errors import EditionError, InputError, StorageError
from astrike.store.database.connection import connect
from astrike.store.table.codes import installation_code
from astrike.web.http.qr_codes import qr_svg, qr_text
from astrike.web.network import own_addresses
from astrike.web.server import serve as serving
from astrike.web.server.serve import ListeningServer, announcement, listen


@pytest.fixture
def running(fresh_db: Path) -> Iterator[ListeningServer]:
    found = listen("127.0.0.1", 0, db=fresh_db, demo="diagram")
    thread = threading.Thread(target=found.run)
    thread.start()
    yield found
    found.stop()
    thread.join(timeout=10)
    assert not thread.is_alive()


def ask(
    running: ListeningServer, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(running.local.removeprefix("http://"), timeout=10)
    try:
        connection.request(
            method, path, body, {name.replace("_", "-"): value for name, value in headers.items()}
        )
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def test_a_browser_gets_the_start_page_and_the_demo(running: ListeningServer) -> None:
    status, body = ask(running, "GET", "/")
    assert status == 200
    found = re.search(rb'href="(/t/[0-9A-Z]{10})"', body)
    assert found is not None
    status, body = ask(running, "GET", f"{found[1].decode()}/download")
    assert json.loads(body)["astrike"]["edition"] == "ce-5.01"


def test_many_browsers_that_keep_their_connections_leave_room_for_the_next(running: ListeningServer) -> None:
    host, _, port = running.local.removeprefix("http://").partition(":")
    waiting = [socket.create_connection((host, int(port)), timeout=10) for _ in range(150)]
    try:
        for each in waiting:
            each.sendall(b"POST /api/v1/attack HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{")
        assert ask(running, "GET", "/")[0] == 200
    finally:
        for each in waiting:
            each.close()


def test_a_form_that_is_too_large_is_refused_in_words(running: ListeningServer) -> None:
    status, body = ask(
        running,
        "POST",
        "/new",
        b"name=" + b"x" * 3_000_000,
        Content_Type="application/x-www-form-urlencoded",
        Sec_Fetch_Site="same-origin",
    )
    assert status == 413
    assert b"at most 2.5 MB" in body


def test_it_says_where_it_is_found(running: ListeningServer, fresh_db: Path) -> None:
    text = announcement(running, db=fresh_db, demo="diagram")
    assert f"{running.local}/" in text
    assert str(fresh_db) in text
    assert "--lan" in text
    assert running.addresses == ()


def test_it_says_by_which_code_all_tables_share(running: ListeningServer, fresh_db: Path) -> None:
    with connect(fresh_db) as db:
        code = installation_code(db)
    text = announcement(running, db=fresh_db)
    assert f"Installation code: {code[:5]}-{code[5:]}" in text
    assert f"{running.local}/i/{code}" in text
    status, body = ask(running, "GET", f"/i/{code}")
    assert status == 200
    assert b"Shared by all tables" in body
    again = listen("127.0.0.1", 0, db=fresh_db)
    again.close()
    assert again.installation == code, "the same every time"


def test_on_all_addresses_each_has_a_picture(fresh_db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "own_addresses", lambda: ("192.168.1.5", "10.0.0.7"))
    found = listen("0.0.0.0", 0, db=fresh_db)
    found.close()
    port = found.local.rsplit(":", 1)[1]
    assert found.addresses == (f"http://192.168.1.5:{port}", f"http://10.0.0.7:{port}")
    assert found.local == f"http://127.0.0.1:{port}"
    text = announcement(found, db=fresh_db)
    for address in found.addresses:
        assert f"{address}/" in text
        assert qr_text(f"{address}/") in text


def test_a_port_that_is_taken_is_named(fresh_db: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=f"127.0.0.1:{port}"):
            listen("127.0.0.1", port, db=fresh_db)


@pytest.mark.parametrize(
    ("host", "port"), [("127.0.0.1", 70_000), ("192.0.2.77", 0), ("no such host", 0), ("x" * 300, 0)]
)
def test_an_impossible_address_is_named(fresh_db: Path, host: str, port: int) -> None:
    with pytest.raises(InputError, match="expected an address of this machine"):
        listen(host, port, db=fresh_db)


def test_a_file_that_is_no_database_is_said_at_the_start(fresh_db: Path) -> None:
    fresh_db.write_text("no database, but a letter " * 100)
    with pytest.raises(StorageError, match="not a database"):
        listen("127.0.0.1", 0, db=fresh_db)


def test_an_edition_that_does_not_load_stops_the_program(
    fresh_db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(edition: str) -> None:
        raise EditionError([f"{edition}/numbers.toml: row 3 has no page"])

    monkeypatch.setattr(serving, "load_edition", broken)
    with pytest.raises(EditionError, match="row 3 has no page"):
        listen("127.0.0.1", 0, db=fresh_db)


def test_own_addresses_are_those_that_others_can_use() -> None:
    for address in own_addresses():
        socket.inet_aton(address)
        assert not address.startswith("127.")


def test_a_picture_of_an_address_is_drawn_without_style() -> None:
    picture = qr_svg("http://192.168.1.5:8765/t/ABCDEFGHJK", label='Look "on"')
    assert 'aria-label="Look &#34;on&#34;"' in picture
    assert "style" not in picture
    assert re.search(r'viewBox="0 0 (\d+) \1"', picture)
