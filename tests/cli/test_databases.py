"""The commands that look after a database: what they print, their exit codes, and a server that goes on meanwhile."""

import json
import re
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from astrike.store.database.connection import connect
from astrike.store.table.tables import create_table
from tests.builders import document, mech
from tests.cli.test_questions import ROOT, answer, errors, run
from tests.store.builders import NOW

_DUMP = ROOT / "tests" / "store" / "database" / "schemas" / "v4.sql"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database with one table."""
    path = tmp_path / "astrike.db"
    with connect(path) as db:
        create_table(db, document=document(mech("A", at=(7, 7)), name="River"), now=NOW, author="Kim")
    return path


def spoil(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE tables SET document = '{'")
        connection.execute("DELETE FROM codes WHERE right = 'view'")


def test_a_backup_and_the_way_back(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    done = run("backup", str(path), str(copy))
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{copy} holds a verified copy: tables 1, changes 1, events 0")
    assert errors("backup", str(path), str(copy)) == {
        str(copy): "This file is there already. With --replace it is replaced."
    }
    found = answer("backup", str(path), str(copy), "--replace")
    assert found["copy"] == str(copy)
    assert found["rows"]["tables"] == 1  # type: ignore[index]  # an object

    assert list(errors("restore", str(copy), str(path))) == [str(path)]
    done = run("restore", str(copy), str(path), "--replace")
    assert done.exit_code == 0
    [kept] = tmp_path.glob("astrike.db.replaced-*")
    assert done.stdout.splitlines() == [
        f"{path} is restored: tables 1, changes 1, events 0, rulings 0, saved pieces and layouts 0, cards 0.",
        f"What was there before is kept in {kept}",
        "A server that is running goes on with it. Reload open pages.",
    ]
    fresh = run("restore", str(copy), str(tmp_path / "newer.db"))
    assert len(fresh.stdout.splitlines()) == 1, "nothing was replaced, so no server goes on with it"
    found = answer("restore", str(copy), str(tmp_path / "new.db"))
    assert (found["kept"], found["restart"]) == (None, False)


def test_a_sound_database(path: Path) -> None:
    done = run("check-db", str(path))
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{path} is sound: tables 1,")
    found = answer("check-db", str(path))
    assert (found["ok"], found["current"], found["findings"]) == (True, True, [])


def test_findings_end_with_one(path: Path) -> None:
    spoil(path)
    done = run("check-db", str(path))
    assert (done.exit_code, done.stderr) == (1, "")
    lines = done.stdout.splitlines()
    assert lines[0] == f"{path} is not sound. Findings: 2"
    assert lines[2].startswith("tables 1: ")
    assert lines[3] == "codes 1: it has no code to view"
    assert lines[-1] == f"astrike restore FILE {path} --replace puts a backup in its place."
    done = run("check-db", str(path), "--json")
    found = json.loads(done.stdout)
    assert (done.exit_code, found["ok"]) == (1, False)
    assert [(each["table"], each["id"]) for each in found["findings"]] == [("tables", "1"), ("codes", "1")]


def test_what_is_not_sound_is_not_put_back(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    run("backup", str(path), str(copy))
    spoil(copy)
    before = path.read_bytes()
    found = errors("restore", str(copy), str(path), "--replace")
    assert list(found) == [f"{copy} tables 1", f"{copy} codes 1", str(copy)]
    assert path.read_bytes() == before
    assert list(tmp_path.glob("*.replaced-*")) == []


@pytest.mark.parametrize(
    "words",
    [
        ["backup", "{nothing}", "{new}"],
        ["backup", "{text}", "{new}"],
        ["backup", "{db}", "{db}"],
        ["backup", "{db}", "{nothing}/x.db"],
        ["backup", "{db}", "{folder}"],
        ["restore", "{nothing}", "{new}"],
        ["restore", "{text}", "{db}", "--replace"],
        ["restore", "{db}", "{db}", "--replace"],
        ["restore", "{db}", "{folder}", "--replace"],
        ["restore", "{db}", "{nothing}/x.db"],
        ["check-db", "{nothing}"],
        ["check-db", "{text}"],
        ["check-db", "{folder}"],
        ["check-db", ""],
    ],
    ids=" ".join,
)
def test_a_wrong_question_ends_with_two_and_writes_nothing(
    path: Path, tmp_path: Path, words: list[str]
) -> None:
    (tmp_path / "letter.txt").write_text("Dear diary. " * 99)
    places = {"nothing": "no", "new": "new.db", "text": "letter.txt", "db": path.name, "folder": "."}
    before = sorted(each.name for each in tmp_path.iterdir())
    meant = [each.format(**{key: str(tmp_path / name) for key, name in places.items()}) for each in words]
    assert len(errors(*meant)) == 1
    assert sorted(each.name for each in tmp_path.iterdir()) == before


def test_a_place_that_is_missing_is_a_usage_error(path: Path) -> None:
    for words in (["backup", str(path)], ["restore", str(path)], ["check-db"]):
        done = run(*words)
        assert done.exit_code == 2
        assert "Missing argument" in done.stderr


@contextmanager
def serving(path: Path) -> Iterator[tuple["subprocess.Popen[str]", str, list[str]]]:
    """Run the real server; gives its address and what it said before."""
    command = [sys.executable, "-m", "astrike", "serve", "--port", "0", "--db", str(path)]
    server = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=None
    )
    assert server.stdout
    try:
        said: list[str] = []
        address = None
        while address is None:
            line = server.stdout.readline()
            assert line, said
            said.append(line.rstrip())
            address = re.search(r"http://127\.0\.0\.1:\d+", line)
        yield server, address[0], said
    finally:
        server.terminate()
        server.wait(timeout=30)
        server.stdout.close()


def asked(address: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(address, timeout=30) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_a_server_under_which_everything_happens(path: Path, tmp_path: Path) -> None:
    with connect(path) as db:
        [(code,)] = db.execute("SELECT code FROM codes WHERE right = 'organise'").fetchall()
    copy, away = tmp_path / "copy.db", tmp_path / "away.db"
    with serving(path) as (_server, address, said):
        assert said[0] == f"astrike keeps its tables in {path}"
        page = f"{address}/t/{code}"
        assert asked(page)[0] == 200
        assert run("backup", str(path), str(copy)).exit_code == 0
        path.rename(away)
        status, body = asked(page)
        assert status == 503
        assert "astrike restore" in body
        assert str(tmp_path) not in body
        assert not path.exists()
        done = run("restore", str(copy), str(path))
        assert done.exit_code == 0
        assert asked(page)[0] == 200
        assert run("check-db", str(path)).exit_code == 0
        with connect(path) as db:
            db.execute("DELETE FROM tables")
        assert asked(page)[0] == 404
        assert run("restore", str(copy), str(path), "--replace").exit_code == 0
        assert asked(page)[0] == 200


def test_a_server_says_where_the_copy_of_an_old_database_lies(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(_DUMP.read_text())
    with serving(path) as (_server, _address, said):
        [copy] = tmp_path.glob("old.db.before-*")
        assert f"Database updated. The old one is kept as {copy}" in said
    with serving(path) as (_server, _address, said):
        assert not [line for line in said if "updated" in line]
    assert list(tmp_path.glob("old.db.before-*")) == [copy]
