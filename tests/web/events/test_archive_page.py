"""An event leaves as one archive and comes back as a new one; what is no such archive is refused as a whole."""

import io
import json
import stat
import zipfile
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from astrike.formats.events import archive as event_archive
from astrike.store.database.connection import connect, writing
from astrike.store.rulings.rulings import Ruling, load_ruling, rulings_of_event
from astrike.store.table.codes import Right
from astrike.web.access.codes import GUESSES_AT_ONCE
from tests.web.conftest import Clock, next_id
from tests.web.events.hall import Hall, code_of
from tests.web.page import parse

HALL_TABLES = 2


def archive(hall: Hall) -> bytes:
    response = hall.client.get(hall.url("/archive.zip"))
    assert response.mimetype == "application/zip"
    return response.data


def bring(client: FlaskClient, data: bytes, *, change_id: str = "") -> TestResponse:
    sent = {"change_id": change_id or next_id(), "file": (io.BytesIO(data), "event.zip")}
    return client.post("/events/bring", data=sent)


def counts(hall: Hall) -> tuple[int, int, int]:
    with connect(hall.db_path) as db:
        return tuple(db.table(name).count for name in ("events", "tables", "event_layouts"))  # type: ignore[return-value]


def repacked(
    data: bytes, change: Callable[[dict[str, bytes]], object], how: int = zipfile.ZIP_DEFLATED
) -> bytes:
    """Give an archive with other files in it."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    change(files)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return out.getvalue()


def test_an_event_comes_back_with_everything_but_its_codes(hall: Hall, clock: Clock) -> None:
    hall.send("/rounds/1", "/rounds/1", {"pairing-2": "08 v 19", "score-2": "4 : 6"})
    hall.send("", "/clock", {"action": "start"})
    hall.send("", "/announce", {"text": "Lunch"})
    clock.now = clock.now.replace(minute=40)
    data = archive(hall)
    sent = next_id()
    response = bring(hall.client, data, change_id=sent)
    assert response.status_code == 303, response.text
    assert bring(hall.client, data, change_id=sent).location == response.location, "the same form again"
    assert counts(hall) == (2, 4, 4)
    with connect(hall.db_path) as db:
        [(new_id,)] = db.execute("SELECT max(id) FROM events").fetchall()
    new = Hall(hall.client, hall.db_path, new_id, hall.first_codes)
    assert new.codes.organise == code_of(response.location)
    assert new.event.clock.left == 4800
    assert not new.event.clock.is_going
    assert new.event.games == hall.event.games
    assert new.event.announcements == hall.event.announcements
    assert [new.document(number) for number in (1, 2)] == [hall.document(number) for number in (1, 2)]
    old = {code for each in hall.tables for code in each.codes.up_to(Right.ORGANISE).values()}
    assert not old & {code for each in new.tables for code in each.codes.up_to(Right.ORGANISE).values()}


def test_an_archive_holds_log_and_no_codes(hall: Hall) -> None:
    data = archive(hall)
    assert archive(hall) == data, "the same event is the same archive"
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        files = {name: packed.read(name).decode() for name in packed.namelist()}
    assert set(files) == {
        "event.json",
        "layouts/index.json",
        "layouts/1.astrike.json",
        "layouts/2.astrike.json",
        "tables/1.astrike.json",
        "tables/2.astrike.json",
        "log.json",
    }
    assert json.loads(files["log.json"])[0]["what"] == "Event made"
    for each in (hall.codes, *(table.codes for table in hall.tables)):
        assert not any(
            code in text for text in files.values() for code in each.up_to(Right.ORGANISE).values()
        )


def doubled(data: bytes) -> bytes:
    out = io.BytesIO(data)
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(out, "a") as packed:
        packed.writestr("event.json", "{}")
    return out.getvalue()


def linked(data: bytes) -> bytes:
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a") as packed:
        info = zipfile.ZipInfo("layouts/3.astrike.json")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        packed.writestr(info, "/etc/passwd")
    return out.getvalue()


def lying(data: bytes) -> bytes:
    """Say of a file that it is small."""
    packed = repacked(
        data, lambda files: files.update({"tables/1.astrike.json": b"[" + b"0," * 1_500_000 + b"0]"})
    )
    size = (3_000_003).to_bytes(4, "little")
    assert packed.count(size) == 2
    return packed.replace(size, (300).to_bytes(4, "little"))


def locked(data: bytes) -> bytes:
    """Say of every file that it is locked with a password."""
    found = bytearray(data)
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = found.find(mark)
        while at >= 0:
            found[at + place] |= 1
            at = found.find(mark, at + 4)
    return bytes(found)


def patched(data: bytes, mark: bytes, place: int, byte: int) -> bytes:
    """Put another byte into the first part of a zip that begins so."""
    at = data.index(mark) + place
    return data[:at] + bytes([byte]) + data[at + 1 :]


def misnamed(data: bytes) -> bytes:
    """Say that names are UTF-8 where one is not."""
    return patched(patched(data, b"PK\x01\x02", 9, 0x08), b"PK\x01\x02", 46, 0xFF)


HOSTILE: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "nothing": (lambda data: b"", "nothing"),
    "no archive": (lambda data: b"PK but no archive at all", "cannot be unpacked"),
    "half an archive": (lambda data: data[: len(data) // 2], "cannot be unpacked"),
    "locked": (locked, "cannot be unpacked"),
    "a name that is no text": (misnamed, "cannot be unpacked"),
    "a list that begins before the file": (
        lambda data: patched(data, b"PK\x05\x06", 14, 0xFF),
        "cannot be unpacked",
    ),
    "packed in a broken way of its own": (
        lambda data: patched(repacked(data, lambda f: None, zipfile.ZIP_LZMA), b"event.json", 14, 0xFF),
        "cannot be unpacked",
    ),
    "a way out": (
        lambda data: repacked(data, lambda f: f.update({"../../x.json": b"{}"})),
        "belongs to no event",
    ),
    "an absolute name": (
        lambda data: repacked(data, lambda f: f.update({"/etc/x": b""})),
        "belongs to no event",
    ),
    "a program": (lambda data: repacked(data, lambda f: f.update({"run.py": b""})), "belongs to no event"),
    "a link": (linked, "belongs to no event"),
    "a file twice": (doubled, "twice"),
    "a bomb": (
        lambda data: repacked(
            data, lambda f: f.update({f"layouts/{n}.astrike.json": b"0" * 1_999_999 for n in range(41)})
        ),
        "bytes unpacked",
    ),
    "a large table": (
        lambda data: repacked(data, lambda f: f.update({"tables/1.astrike.json": b" " * 2_000_001})),
        "at most 2,000,000 bytes",
    ),
    "a size that lies": (lying, "cannot be unpacked"),
    "no event": (lambda data: repacked(data, lambda f: f.pop("event.json")), "event.json"),
    "no table": (
        lambda data: repacked(data, lambda f: f.pop("tables/2.astrike.json")),
        "tables/2.astrike.json",
    ),
    "one table too many": (
        lambda data: repacked(
            data, lambda f: f.update({"tables/9.astrike.json": f["tables/1.astrike.json"]})
        ),
        "tables/9.astrike.json",
    ),
    "a layout without a name": (
        lambda data: repacked(data, lambda f: f.update({"layouts/index.json": b"{}"})),
        "layouts/index.json",
    ),
    "a list for names": (
        lambda data: repacked(data, lambda f: f.update({"layouts/index.json": b"[]"})),
        "layouts/index.json",
    ),
    "a wrong table": (
        lambda data: repacked(data, lambda f: f.update({"tables/1.astrike.json": b"{}"})),
        "tables/1.astrike.json, astrike",
    ),
    "a wrong event": (
        lambda data: repacked(data, lambda f: f.update({"event.json": b'{"format": 1, "rounds": 0}'})),
        "event.json, rounds",
    ),
    "a wrong preset": (
        lambda data: repacked(
            data,
            lambda f: f.update(
                {"event.json": f["event.json"].replace(b'"own_preset": null', b'"own_preset": {}')}
            ),
        ),
        "own_preset",
    ),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_what_is_no_archive_of_an_event_is_refused_as_a_whole(hall: Hall, case: str) -> None:
    spoil, words = HOSTILE[case]
    before = counts(hall)
    response = bring(hall.client, spoil(archive(hall)))
    assert response.status_code == 422, case
    assert words in parse(response.text).by_id("problems").text
    assert counts(hall) == before


def test_everything_that_is_wrong_is_named(hall: Hall) -> None:
    def spoil(files: dict[str, bytes]) -> None:
        files["event.json"] = files["event.json"].replace(b'"rounds": 3', b'"rounds": 99')
        files["tables/1.astrike.json"] = b"[]"
        files["layouts/2.astrike.json"] = b"5"

    problems = parse(bring(hall.client, repacked(archive(hall), spoil)).text).by_id("problems").text
    for at in ("event.json, rounds", "tables/1.astrike.json", "layouts/2.astrike.json"):
        assert at in problems


def test_an_archive_that_was_unpacked_and_packed_again_is_read(hall: Hall) -> None:
    def add(files: dict[str, bytes]) -> None:
        files |= {"layouts/": b"", "tables/": b"", "rulings/": b"", "log.json": b"no log"}

    assert bring(hall.client, repacked(archive(hall), add)).status_code == 303


def keep_ruling(hall: Hall) -> str:
    """Save the check of the first table as a ruling, and give its id."""
    sent = {"version": "1", "change_id": next_id(), "kind": "legal", "question": "{}"}
    answer = hall.client.post(f"/t/{hall.tables[0].codes.organise}/rulings", data=sent)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"].rsplit("/", 1)[1]


def rulings(hall: Hall, event_id: int) -> tuple[Ruling, ...]:
    with connect(hall.db_path) as db:
        return tuple(load_ruling(db, line.id) for line in rulings_of_event(db, event_id))


def test_rulings_come_back_as_they_were_kept_and_say_so(hall: Hall) -> None:
    first = keep_ruling(hall)
    data = archive(hall)
    [kept] = rulings(hall, hall.id)
    again = bring(hall.client, data)
    [copy] = rulings(hall, hall.id + 1)
    assert copy.record == kept.record
    assert (copy.line.number, copy.line.created, copy.line.author) == (1, kept.line.created, kept.line.author)
    assert copy.line.table_id not in (None, kept.line.table_id)
    assert copy.line.id != first
    assert "From an archive" in hall.client.get(f"/r/{copy.line.id}").text
    assert "From an archive" not in hall.client.get(f"/r/{first}").text
    assert "r-0001" in hall.client.get(f"/e/{code_of(again.headers['Location'])}/rulings").text


def test_where_nobody_has_its_address_a_ruling_keeps_it(hall: Hall) -> None:
    first = keep_ruling(hall)
    data = archive(hall)
    with connect(hall.db_path) as db, writing(db):
        db.execute("DELETE FROM rulings")
    assert bring(hall.client, data).status_code == 303
    assert "From an archive" in hall.client.get(f"/r/{first}").text


def test_a_ruling_that_was_withdrawn_stays_behind(hall: Hall) -> None:
    first = keep_ruling(hall)
    hall.client.post(f"/t/{hall.tables[0].codes.organise}/rulings/{first}/revoke")
    with zipfile.ZipFile(io.BytesIO(archive(hall))) as packed:
        assert not [name for name in packed.namelist() if name.startswith("rulings/")]


def test_a_ruling_that_is_none_is_named_and_nothing_is_made(hall: Hall) -> None:
    keep_ruling(hall)
    before = counts(hall)

    def spoil(files: dict[str, bytes]) -> None:
        files["rulings/r-0001.json"] = files["rulings/r-0001.json"].replace(b'"number": 1', b'"number": "1"')

    refused = bring(hall.client, repacked(archive(hall), spoil))
    assert refused.status_code == 422
    assert "rulings/r-0001.json, number" in parse(refused.text).by_id("problems").text
    assert counts(hall) == before


def test_too_much_at_once_is_refused(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    data = archive(hall)
    monkeypatch.setattr(event_archive, "MOST_FILES", 3)
    assert "7 files" in parse(bring(hall.client, data).text).by_id("problems").text


@pytest.mark.parametrize("tables", ["stay", "go"])
def test_an_event_is_deleted_after_a_question(hall: Hall, tables: str) -> None:
    table = hall.tables[0].codes.organise
    sent = hall.stamp("/delete", "/delete") | {"tables": tables}
    hall.send("", "/announce", {"text": "Lunch"})
    assert hall.client.post(hall.url("/delete"), data=sent).status_code == 409
    sent = hall.stamp("/delete", "/delete")
    address = hall.url()
    assert hall.client.post(f"{address}/delete", data={**sent, "tables": "all"}).status_code == 422
    assert hall.client.post(f"{address}/delete", data={**sent, "tables": tables}).status_code == 303
    for _ in range(GUESSES_AT_ONCE + 2):  # phones that still ask are not guessing
        gone = hall.client.get(address)
    assert gone.status_code == 404
    assert "deleted" in gone.text
    shown = hall.client.get(f"/t/{table}")
    assert shown.status_code == (200 if tables == "stay" else 404)
    assert not parse(shown.text).has_id("hall")


def test_no_two_rulings_have_one_number(hall: Hall) -> None:
    keep_ruling(hall)

    def spoil(files: dict[str, bytes]) -> None:
        files["rulings/again.json"] = files["rulings/r-0001.json"]

    refused = bring(hall.client, repacked(archive(hall), spoil))
    assert "rulings/again.json, number" in parse(refused.text).by_id("problems").text


def test_an_archive_carries_no_more_rulings_than_can_be_brought_back(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_ruling(hall)
    keep_ruling(hall)
    with zipfile.ZipFile(io.BytesIO(archive(hall))) as packed:
        whole = sum(info.file_size for info in packed.infolist())
        assert {"rulings/r-0001.json", "rulings/r-0002.json"} <= set(packed.namelist())
    monkeypatch.setattr(event_archive, "LARGEST_UNPACKED", whole - 1)
    data = archive(hall)
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        kept = [name for name in packed.namelist() if name.startswith("rulings/")]
    assert kept == ["rulings/r-0002.json"], "the newest"
    assert bring(hall.client, data).status_code == 303


def test_locks_come_back_with_the_tables(hall: Hall) -> None:
    hall.post("/tables/2/lock", {"lock": "on"})
    data = archive(hall)
    response = bring(hall.client, data)
    with connect(hall.db_path) as db:
        [(new_id,)] = db.execute("SELECT max(id) FROM events").fetchall()
    new = Hall(hall.client, hall.db_path, new_id, hall.first_codes)
    assert new.codes.organise == code_of(response.location)
    assert [each.is_locked for each in new.tables] == [False, True]
    refused = hall.client.post(
        f"/t/{new.tables[1].codes.play}/turn", data={"version": "2", "change_id": next_id()}
    )
    assert refused.status_code == 403

    def spoil(files: dict[str, bytes]) -> None:
        files["tables/locked.json"] = b'{"1": true}'

    wrong = bring(hall.client, repacked(data, spoil))
    assert "tables/locked.json" in parse(wrong.text).by_id("problems").text


def test_every_page_about_archives_says_the_same(hall: Hall) -> None:
    pages = [hall.page("/more"), hall.page("/delete"), parse(hall.client.get("/events/bring").text)]
    stated = {(each.by_id("archive-restores").text, each.by_id("archive-leaves").text) for each in pages}
    [(restores, leaves)] = stated
    assert "rulings" in restores
    assert "locks" in restores
    assert "log.json" in leaves


def test_what_an_archive_does_not_restore_is_what_its_pages_name(hall: Hall) -> None:
    hall.send("/rounds/1", "/rounds/1", {"pairing-2": "08 v 19", "score-2": "4 : 6", "status-1": "done"})
    hall.send("/rounds/2", "/rounds/2/zones", {"deployment": "match-play-skirmish/lines", "how": "note"})
    hall.send("/settings", "/settings", {"options": "sight.eye = 0.9"})
    hall.send("", "/announce", {"text": "Lunch"})
    first = hall.tables[0]
    hall.client.post(
        f"/t/{first.codes.play}/turn", data={"version": str(first.version), "change_id": next_id()}
    )
    bring(hall.client, archive(hall))
    with connect(hall.db_path) as db:
        [(new_id,)] = db.execute("SELECT max(id) FROM events").fetchall()
    new = Hall(hall.client, hall.db_path, new_id, hall.first_codes)
    assert new.event == hall.event
    assert [new.document(number) for number in (1, 2)] == [hall.document(number) for number in (1, 2)]
    assert [each.label.key for each in new.log] == ["event.created"]
    assert not new.page().has_id("undo")
    history = hall.client.get(f"/t/{new.tables[0].codes.organise}/history")
    assert "Turn 2 begins" not in history.text
