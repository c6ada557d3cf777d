"""A table calls a judge: one open call at most, every step in the log, and no undo of the event touches it."""

from datetime import timedelta

import pytest

from astrike.errors import InputError, NotFound
from astrike.model.document_change import ChangeLabel
from astrike.store.database.connection import Database
from astrike.store.events.events import StoredEvent, change_event, delete_event, event_history, load_event
from astrike.store.events.judge_calls import (
    calls_of_event,
    calls_of_table,
    end_call,
    judge_comes,
    newest_call,
    open_call,
    take_call_back,
    waiting_calls,
)
from astrike.store.events.tables import pulse_of, tables_of_event
from astrike.store.events.undo import undo_event, undos_of_event
from astrike.store.table.log import ChangedBy
from astrike.store.table.tables import delete_table, load_table
from tests.store.builders import EVENT, KIM, NOW, new_table

KIM_NOW = ChangedBy(KIM, None, NOW)
LATER = ChangedBy("Robin", None, NOW + timedelta(minutes=3))


@pytest.fixture
def event_id(event: StoredEvent) -> int:
    return event.id


def table(db: Database, event_id: int, number: int = 2) -> int:
    return tables_of_event(db, event_id)[number - 1].table_id


def keys(db: Database, event_id: int) -> list[str]:
    return [each.label.key for each in event_history(db, event_id, limit=20)]


def test_a_call_goes_its_way_and_the_log_tells_it(db: Database, event_id: int) -> None:
    at = table(db, event_id)
    call = open_call(db, at, about="", who=KIM_NOW)
    assert (call.number, call.state, call.called, call.author) == (2, "called", NOW, KIM)
    judge_comes(db, event_id, call.id, who=LATER)
    [coming] = waiting_calls(db, event_id)
    assert (coming.state, coming.coming_by, coming.coming) == ("coming", "Robin", LATER.now)
    end_call(db, event_id, call.id, outcome="Sees", who=LATER)
    assert waiting_calls(db, event_id) == ()
    newest = newest_call(db, at)
    assert newest is not None
    assert (newest.state, newest.outcome, newest.ended) == ("decided", "Sees", LATER.now)
    assert keys(db, event_id)[:3] == ["judge.done", "judge.coming", "judge.called"]


def test_two_phones_of_a_table_make_one_call(db: Database, event_id: int) -> None:
    at = table(db, event_id)
    first = open_call(db, at, about="woods", who=KIM_NOW)
    assert open_call(db, at, about="", who=LATER) == first
    reported = open_call(db, at, about="woods or not", who=LATER)
    assert (reported.id, reported.called, reported.author, reported.about) == (
        first.id,
        NOW,
        KIM,
        "woods or not",
    )
    assert len(calls_of_event(db, event_id)) == 1
    assert keys(db, event_id)[:2] == ["judge.told", "judge.called"]


def test_a_call_is_taken_back_and_made_again(db: Database, event_id: int) -> None:
    at = table(db, event_id)
    open_call(db, at, about="", who=KIM_NOW)
    for _ in range(2):
        take_call_back(db, at, who=LATER)
    assert keys(db, event_id).count("judge.taken-back") == 1
    assert waiting_calls(db, event_id) == ()
    again = open_call(db, at, about="", who=LATER)
    assert [each.state for each in calls_of_table(db, at)] == ["called", "taken-back"]
    assert again.called == LATER.now


def test_what_was_sent_twice_is_written_once(db: Database, event_id: int) -> None:
    at, who = table(db, event_id), ChangedBy(KIM, "tap-12345", NOW)
    call = open_call(db, at, about="", who=who)
    end_call(db, event_id, call.id, who=LATER)
    version = load_event(db, event_id).version
    open_call(db, at, about="", who=who)
    assert (load_event(db, event_id).version, waiting_calls(db, event_id)) == (version, ())


def test_who_comes_first_comes_and_what_is_over_stays_over(db: Database, event_id: int) -> None:
    call = open_call(db, table(db, event_id), about="", who=KIM_NOW)
    judge_comes(db, event_id, call.id, who=LATER)
    judge_comes(db, event_id, call.id, who=KIM_NOW)
    assert waiting_calls(db, event_id)[0].coming_by == "Robin"
    end_call(db, event_id, call.id, who=LATER)
    end_call(db, event_id, call.id, outcome="Blocked", who=KIM_NOW)
    judge_comes(db, event_id, call.id, who=KIM_NOW)
    [over] = calls_of_event(db, event_id)
    assert (over.state, over.outcome) == ("done", "")


def test_an_undo_of_the_event_leaves_calls_alone(db: Database, event_id: int) -> None:
    stored = load_event(db, event_id)
    change_event(
        db,
        event_id,
        from_version=stored.version,
        document={**EVENT, "name": "Spring Open"},
        label=ChangeLabel("event.setup"),
        author=KIM,
        client_id="rename-1",
        now=NOW,
    )
    call = open_call(db, table(db, event_id), about="", who=KIM_NOW)
    step = undos_of_event(db, event_id).undo
    assert step is not None
    assert step.label.key == "event.setup", "a call is nothing to take back"
    undo_event(db, event_id, version=step.version, who=ChangedBy(KIM, "undo-1", NOW))
    assert load_event(db, event_id).document["name"] == "Autumn Open"
    assert waiting_calls(db, event_id) == (call,)


def test_everybody_who_asks_for_news_hears_of_a_call(db: Database, event_id: int) -> None:
    before = pulse_of(db, event_id)
    call = open_call(db, table(db, event_id), about="", who=KIM_NOW)
    called = pulse_of(db, event_id)
    judge_comes(db, event_id, call.id, who=LATER)
    assert before.version < called.version < pulse_of(db, event_id).version


def test_only_tables_of_an_event_have_a_judge(db: Database, event_id: int) -> None:
    alone = new_table(db)
    with pytest.raises(NotFound, match="no event"):
        open_call(db, alone.id, about="", who=KIM_NOW)
    assert newest_call(db, alone.id) is None
    call = open_call(db, table(db, event_id), about="", who=KIM_NOW)
    with pytest.raises(NotFound):
        judge_comes(db, event_id + 1, call.id, who=LATER)
    delete_event(db, event_id, from_version=load_event(db, event_id).version, now=NOW)
    with pytest.raises(NotFound):
        open_call(db, table(db, event_id), about="", who=KIM_NOW)


def test_a_table_that_is_gone_calls_nobody(db: Database, event_id: int) -> None:
    at = table(db, event_id)
    open_call(db, at, about="", who=KIM_NOW)
    delete_table(db, at, from_version=load_table(db, at).version, now=NOW)
    assert waiting_calls(db, event_id) == ()
    assert len(calls_of_event(db, event_id)) == 1


def test_a_call_says_little(db: Database, event_id: int) -> None:
    with pytest.raises(InputError) as refused:
        open_call(db, table(db, event_id), about="x" * 121, who=KIM_NOW)
    assert [each.at for each in refused.value.problems] == ["about"]
    assert waiting_calls(db, event_id) == ()
