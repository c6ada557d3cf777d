"""What is wrong with the rows of events is named, with their tables, layouts, codes and calls."""

from pathlib import Path

import pytest

from astrike.store.database.connection import connect
from astrike.store.events.events import load_event
from astrike.store.events.judge_calls import end_call, judge_comes, open_call
from astrike.store.events.layouts import add_layout, remove_layout
from astrike.store.events.making import NewTable, make_event
from tests.store.builders import NOW, who
from tests.store.care.test_integrity import (
    OF_EVENTS,
    assert_is_named,
    assert_tells_no_code,
    check,
    fill,
    hill_table,
    spoilt,
)


@pytest.fixture
def full(path: Path) -> Path:
    """A database with something of every kind: its two tables are in event 1, with layouts and a call that ended."""
    event = {"format": 1, "name": "Autumn Open", "edition": "ce-5.01"}
    with connect(path) as db:
        kept = make_event(
            db,
            document=event,
            tables=[NewTable(number, f"Table {number}", hill_table("x")) for number in (1, 2)],
            layouts={"Ford": hill_table("Ford")},
            now=NOW,
            author="Kim",
            origin=None,
        )
        add_layout(db, kept.id, name="Mill", document=hill_table("Mill"), who=who("layout-1"))
        laid = add_layout(db, kept.id, name="Pass", document=hill_table("Pass"), who=who("layout-2"))
        version = load_event(db, kept.id).version
        remove_layout(
            db, kept.id, laid.id, name="Pass", event=event, from_version=version, who=who("layout-3")
        )
        judge_comes(db, kept.id, open_call(db, 1, about="woods", who=who("call-1")).id, who=who("call-2"))
        end_call(db, kept.id, 1, outcome="Sees", who=who("call-3"))
        fill(db)
    return path


SPOILT = [
    pytest.param(
        ["DELETE FROM event_codes WHERE right <> 'view'"], [("event_codes", "1")], id="an event's codes less"
    ),
    pytest.param(
        [
            "UPDATE event_codes SET code = (SELECT code FROM codes WHERE table_id = 2 AND right = 'view')"
            " WHERE right = 'view'"
        ],
        [("event_codes", "1")],
        id="a code that opens two things",
    ),
    pytest.param(["UPDATE events SET document = '{}'"], [("events", "1")], id="an empty event"),
    pytest.param(
        ["DELETE FROM event_changes WHERE version = 1"],
        [("event_changes", "1, version 1")],
        id="an event's change less",
    ),
    pytest.param(
        ["UPDATE event_layouts SET document = 'x' WHERE name = 'Ford'"],
        [("event_layouts", "1")],
        id="a layout that is no JSON",
    ),
    pytest.param(
        ["DELETE FROM tables WHERE id = 2"],
        [("changes", ""), ("codes", ""), ("event_tables", "")],
        id="rows of a table that is gone",
    ),
    pytest.param(["UPDATE events SET deleted = 'x'"], [("events", "1")], id="an event deleted at no moment"),
    pytest.param(
        ["UPDATE removed_layouts SET document = 'x'"], [("removed_layouts", "3")], id="a removed layout"
    ),
    pytest.param(["UPDATE judge_calls SET called = 'x'"], [("judge_calls", "1")], id="a call of no moment"),
    pytest.param(
        ["UPDATE judge_calls SET coming = '2026-11-27T18:30'"],
        [("judge_calls", "1")],
        id="coming at no moment",
    ),
    pytest.param(
        ["UPDATE judge_calls SET ended = 'x'"], [("judge_calls", "1")], id="a call that ended at no moment"
    ),
    pytest.param(
        ["UPDATE judge_calls SET ended = NULL"], [("judge_calls", "1")], id="a call that ended never"
    ),
    pytest.param(
        ["UPDATE judge_calls SET number = 0"], [("judge_calls", "1")], id="a call of no table of the hall"
    ),
    pytest.param(
        ["PRAGMA ignore_check_constraints = ON", "UPDATE judge_calls SET ending = 'lost'"],
        [("judge_calls", "1")],
        id="a call that ended in no way",
    ),
    pytest.param(
        ["UPDATE installation SET code = (SELECT code FROM event_codes WHERE right = 'view')"],
        [("installation", "")],
        id="a code that opens an event and the installation",
    ),
    pytest.param(
        ["UPDATE rulings SET called = 'x'"],
        [("rulings", "r-0001 of event 1")],
        id="a ruling of an event, called at no moment",
    ),
]
"""What is done to a sound database, and where that is found."""


def test_a_sound_database_with_events_has_no_finding(full: Path) -> None:
    found = check(full)
    assert found.flaws == ()
    assert found.rows["event_layouts"] == 2


@pytest.mark.parametrize(("statements", "where"), SPOILT)
def test_what_is_wrong_is_named_with_its_table_and_row(
    full: Path, statements: list[str], where: list[tuple[str, str]]
) -> None:
    assert_is_named(full, statements, where)


def test_every_table_of_events_is_looked_at(full: Path) -> None:
    with connect(full) as db:
        assert set(db.table_names()) >= OF_EVENTS
    assert {table for case in SPOILT for table, _row in case.values[1]} >= OF_EVENTS


def test_every_finding_is_listed_at_once(full: Path) -> None:
    found = spoilt(
        full,
        "UPDATE judge_calls SET called = 'x'",
        "UPDATE rulings SET called = 'x'",
        "UPDATE events SET document = '{}'",
        "UPDATE library SET document = '{}'",
    )
    expected = ["library", "library", "events", "rulings", "judge_calls"]
    assert [table for table, _row in found] == expected


def test_no_finding_tells_a_code(full: Path) -> None:
    assert_tells_no_code(full, "SELECT code FROM codes UNION SELECT code FROM event_codes", count=9)
