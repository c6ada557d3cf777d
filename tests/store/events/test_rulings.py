"""A ruling and the call about it are written together or not at all, and a second tap writes nothing more."""

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from astrike.errors import SentBefore
from astrike.store.database.connection import Database
from astrike.store.events.events import StoredEvent, event_history
from astrike.store.events.judge_calls import calls_of_event, judge_comes, newest_call, take_call_back
from astrike.store.events.rulings import decide_at_desk, ruling_written
from astrike.store.events.tables import tables_of_event
from astrike.store.rulings.rulings import (
    Ruling,
    call_about,
    decide_about,
    keep_ruling,
    load_ruling,
    rulings_of_table,
)
from tests.store.builders import NOW, new_table, who
from tests.store.rulings.test_rulings import record

LATER = NOW + timedelta(minutes=3)


@pytest.fixture
def table_id(db: Database, event: StoredEvent) -> int:
    return tables_of_event(db, event.id)[0].table_id


def kept(db: Database, table_id: int, client_id: str = "keep-1", *, is_called: bool = False) -> Ruling:
    return keep_ruling(
        db,
        record(),
        table_id=table_id,
        table_name="Table 1",
        who=who(client_id),
        also=ruling_written,
        is_called=is_called,
    )


def keys(db: Database, event: StoredEvent) -> list[str]:
    return [each.label.key for each in event_history(db, event.id, limit=20)]


def state(db: Database, table_id: int) -> str:
    found = newest_call(db, table_id)
    return "" if found is None else found.state


BROKEN = {
    "open": "CREATE TEMP TRIGGER broken BEFORE INSERT ON main.judge_calls BEGIN SELECT RAISE(ABORT, 'x'); END",
    "end": "CREATE TEMP TRIGGER broken BEFORE UPDATE OF ended ON main.judge_calls"
    " BEGIN SELECT RAISE(ABORT, 'x'); END",
}


@pytest.mark.parametrize(
    "decide",
    [
        pytest.param(
            lambda db, event, ruling: decide_about(
                db, ruling, "8+", how="agreed", who=who("d-1"), also=ruling_written
            ),
            id="at the table",
        ),
        pytest.param(
            lambda db, event, ruling: decide_at_desk(db, event.id, ruling, "8+", who=who("d-1")),
            id="at the desk",
        ),
    ],
)
def test_what_breaks_off_leaves_a_ruling_undecided_and_its_table_calling(
    db: Database, event: StoredEvent, table_id: int, decide: Callable[[Database, StoredEvent, str], object]
) -> None:
    ruling = kept(db, table_id, is_called=True).line.id
    db.execute(BROKEN["end"])
    with pytest.raises(sqlite3.IntegrityError):
        decide(db, event, ruling)
    assert load_ruling(db, ruling).line.is_waiting
    assert (state(db, table_id), keys(db, event)[0]) == ("called", "judge.called")
    db.execute("DROP TRIGGER broken")
    decide(db, event, ruling)
    assert load_ruling(db, ruling).line.decision is not None
    assert state(db, table_id) == "decided"


def test_what_breaks_off_keeps_no_ruling_that_nobody_hears_of(
    db: Database, event: StoredEvent, table_id: int
) -> None:
    silent = kept(db, table_id, "keep-2").line.id
    db.execute(BROKEN["open"])
    with pytest.raises(sqlite3.IntegrityError):
        kept(db, table_id, is_called=True)
    with pytest.raises(sqlite3.IntegrityError):
        call_about(db, silent, who=who("call-1"), also=ruling_written)
    assert [(each.id, each.called) for each in rulings_of_table(db, table_id)] == [(silent, None)]
    assert calls_of_event(db, event.id) == ()


def test_a_second_tap_on_calling_calls_nobody_again(db: Database, event: StoredEvent, table_id: int) -> None:
    ruling = kept(db, table_id).line.id
    call_about(db, ruling, who=who("call-1"), also=ruling_written)
    judge_comes(db, event.id, 1, who=who("come-1"))
    take_call_back(db, table_id, who=who("back-1"))
    call_about(db, ruling, who=who("call-1"), also=ruling_written)
    assert len(calls_of_event(db, event.id)) == 1
    assert state(db, table_id) == "taken-back"
    call_about(db, ruling, who=who("call-2"), also=ruling_written)
    assert state(db, table_id) == "called"


def test_a_second_tap_on_keeping_keeps_and_calls_once(
    db: Database, event: StoredEvent, table_id: int
) -> None:
    first = kept(db, table_id, is_called=True)
    assert kept(db, table_id, is_called=True) == first
    assert keys(db, event).count("judge.called") == 1


def test_a_second_tap_on_deciding_changes_nothing(db: Database, event: StoredEvent, table_id: int) -> None:
    ruling = kept(db, table_id, is_called=True).line.id
    tap = who("d-1")
    first = decide_about(db, ruling, "8+", how="agreed", who=tap, also=ruling_written)
    assert (
        decide_about(db, ruling, "8+", how="agreed", who=replace(tap, now=LATER), also=ruling_written)
        == first
    )
    decide_at_desk(db, event.id, ruling, "No", who=who("d-2"))
    log = keys(db, event)
    judged = load_ruling(db, ruling)
    decide_at_desk(db, event.id, ruling, "No", who=replace(who("d-2"), now=LATER))
    with pytest.raises(SentBefore):
        decide_at_desk(db, event.id, ruling, "8+", who=who("d-2"))
    assert (load_ruling(db, ruling), keys(db, event)) == (judged, log)


def test_a_table_of_no_event_calls_on_its_ruling_alone(db: Database) -> None:
    alone = new_table(db).id
    ruling = kept(db, alone, is_called=True).line
    assert (ruling.called, newest_call(db, alone)) == (NOW, None)
    assert (
        decide_about(db, ruling.id, "8+", how="agreed", who=who("d-1"), also=ruling_written).decision
        is not None
    )
