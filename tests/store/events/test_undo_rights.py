"""Each change knows its right: the undo of players ends at the organizer's changes, and at the start of a round."""

from datetime import timedelta

import pytest

from astrike.errors import Forbidden, HeldBack
from astrike.model.document_change import ChangeLabel, Document
from astrike.store.database.connection import Database
from astrike.store.events.events import StoredEvent, change_event, load_event
from astrike.store.events.making import NewTable, make_event, restore_event, unmake_event
from astrike.store.events.tables import add_table, remove_table, tables_of_event
from astrike.store.events.undo import redo_event, undo_event, undos_of_event
from astrike.store.table.changes import undo
from astrike.store.table.codes import Right
from astrike.store.table.locks import lock_table, reissue
from astrike.store.table.log import history
from astrike.store.table.tables import StoredTable, create_table, delete_table, load_table, restore_table
from tests.store.builders import KIM, NOW, change, document, heat_of, new_table, redone, set_heat, undone, who


def clocked(in_round: int, left: float = 600.0, started: float | None = None, **more: object) -> Document:
    """An event of ten minutes a round."""
    clock = {"round": in_round, "left": left, "started": started}
    return {"format": 1, "name": "Autumn Open", "minutes": 10, "clock": clock, **more}


@pytest.fixture
def stored(db: Database) -> StoredTable:
    return new_table(db)


@pytest.fixture
def timed_event(db: Database) -> StoredEvent:
    tables = [NewTable(number, f"Table {number}", document()) for number in (1, 2)]
    return make_event(
        db, document=clocked(0, 0.0), tables=tables, layouts={}, now=NOW, author=KIM, origin=None
    )


def at_table(db: Database, timed_event: StoredEvent, number: int = 1) -> StoredTable:
    [found] = [each for each in tables_of_event(db, timed_event.id) if each.number == number]
    return load_table(db, found.table_id)


def set_clock(db: Database, timed_event: StoredEvent, document: Document, client_id: str) -> None:
    change_event(
        db,
        timed_event.id,
        from_version=load_event(db, timed_event.id).version,
        document=document,
        label=ChangeLabel("clock.start", {"round": "1"}),
        author="Desk",
        client_id=client_id,
        now=NOW,
    )


def newest_step(db: Database, timed_event: StoredEvent, which: str = "undo") -> int:
    step = getattr(undos_of_event(db, timed_event.id), which)
    assert step is not None
    version: int = step.version
    return version


def test_players_undo_what_players_did_and_nothing_of_the_organizer(
    db: Database, stored: StoredTable
) -> None:
    laid = change(db, stored, set_heat(1), right=Right.ORGANISE)
    assert laid.undo_held == "organiser"
    played = change(db, laid, set_heat(2))
    assert played.undo_held is None
    back = undone(db, played)
    assert (back.document, back.undo_held, back.redo_held) == (laid.document, "organiser", None)
    with pytest.raises(HeldBack, match="undo: organiser"):
        undone(db, back)
    assert load_table(db, stored.id) == back, "nothing was written"
    gone = undone(db, back, right=Right.ORGANISE)
    assert gone.document == stored.document


def test_what_the_organizer_took_back_players_do_not_redo(db: Database, stored: StoredTable) -> None:
    first = change(db, change(db, stored, set_heat(1)), set_heat(2))
    back = undone(db, first, right=Right.ORGANISE)
    assert (back.undo_held, back.redo_held) == (None, "organiser")
    with pytest.raises(Forbidden, match="redo"):
        redone(db, back)
    further = undone(db, back)
    assert heat_of(further.document) == 0, "what lies below is still the players' own"
    again = redone(db, redone(db, further), right=Right.ORGANISE)
    assert (again.document, again.undo_held) == (first.document, "organiser")
    assert load_table(db, stored.id) == again


def test_the_log_says_with_which_right(db: Database, stored: StoredTable) -> None:
    after = undone(
        db,
        change(db, change(db, stored, set_heat(1)), set_heat(2), right=Right.ORGANISE),
        right=Right.ORGANISE,
    )
    lock_table(db, after.id, author="Desk", client_id=None, now=NOW)
    rights = [each.right for each in history(db, stored.id)]
    assert rights == [Right.ORGANISE, Right.ORGANISE, Right.ORGANISE, Right.PLAY, Right.ORGANISE]


def test_an_undo_that_was_written_is_answered_again_whatever_it_ends_at(
    db: Database, stored: StoredTable
) -> None:
    played = change(db, change(db, stored, set_heat(1), right=Right.ORGANISE), set_heat(2))
    first = undone(db, played, client_id="thumb")
    again = undo(
        db,
        stored.id,
        from_version=played.version,
        right=Right.PLAY,
        author="Kim's phone",
        client_id="thumb",
        now=NOW,
    )
    assert again.version == first.version


def test_a_new_code_to_organise_changes_nothing_about_what_was_done_with_the_old_one(
    db: Database, stored: StoredTable
) -> None:
    change(db, stored, set_heat(1), right=Right.ORGANISE)
    reissue(db, stored.id, Right.ORGANISE, author="Desk", client_id=None, now=NOW)
    with pytest.raises(Forbidden):
        undone(db, load_table(db, stored.id))


def test_a_table_that_comes_back_keeps_the_rights_of_its_changes(db: Database, stored: StoredTable) -> None:
    laid = change(db, stored, set_heat(1), right=Right.ORGANISE)
    delete_table(db, stored.id, from_version=laid.version, now=NOW)
    assert restore_table(db, stored.id).undo_held == "organiser"


def test_a_copy_has_nothing_to_undo(db: Database, stored: StoredTable) -> None:
    laid = change(db, stored, set_heat(1), right=Right.ORGANISE)
    copy = create_table(db, document=laid.document, now=NOW, author=KIM)
    assert (copy.undoable, copy.undo_held) == (None, None)
    assert undone(db, change(db, copy, set_heat(2))).document == copy.document


def test_undo_of_players_ends_where_the_round_began(db: Database, timed_event: StoredEvent) -> None:
    deployed = change(db, change(db, at_table(db, timed_event), set_heat(1)), set_heat(2))
    waiting = undone(db, deployed)
    set_clock(db, timed_event, clocked(1, started=NOW.timestamp()), "start-1")
    begun = at_table(db, timed_event)
    assert (begun.undo_held, begun.redo_held) == ("round", "round")
    assert history(db, begun.id, limit=1)[0].label == ChangeLabel("round.started", {"round": "1"})
    for step in (undone, redone):
        with pytest.raises(HeldBack, match=": round"):
            step(db, begun)
    played = change(db, begun, set_heat(5))
    assert undone(db, played).document == waiting.document
    organised = undone(db, at_table(db, timed_event), right=Right.ORGANISE)
    assert heat_of(organised.document) == 0, "the organizer goes further"


def test_pauses_and_a_clock_that_is_set_begin_no_round_again(db: Database, timed_event: StoredEvent) -> None:
    set_clock(db, timed_event, clocked(1, started=NOW.timestamp()), "start")
    played = change(db, at_table(db, timed_event), set_heat(1))
    for number, document_ in enumerate((clocked(1, 300.0), clocked(1, 300.0, 5.0), clocked(1, 120.0))):
        set_clock(db, timed_event, document_, f"clock-{number}")
    set_clock(db, timed_event, clocked(2), "next")
    assert at_table(db, timed_event) == played
    set_clock(db, timed_event, clocked(2, started=NOW.timestamp()), "start-2")
    assert at_table(db, timed_event).undo_held == "round"


def test_a_round_without_a_clock_begins_when_it_is_chosen(db: Database, timed_event: StoredEvent) -> None:
    change(db, at_table(db, timed_event), set_heat(1))
    set_clock(db, timed_event, clocked(1, 0.0, minutes=None), "one")
    assert at_table(db, timed_event).undo_held == "round"


def test_a_start_that_is_taken_back_has_not_begun_and_begins_again_with_redo(
    db: Database, timed_event: StoredEvent
) -> None:
    change(db, at_table(db, timed_event), set_heat(1))
    set_clock(db, timed_event, clocked(1, started=NOW.timestamp()), "start")
    undo_event(db, timed_event.id, version=newest_step(db, timed_event), who=who("oops"))
    assert at_table(db, timed_event).undo_held is None
    redo_event(db, timed_event.id, version=newest_step(db, timed_event, "redo"), who=who("start after all"))
    assert at_table(db, timed_event).undo_held == "round"
    started = [
        each for each in history(db, at_table(db, timed_event).id) if each.label.key == "round.started"
    ]
    assert len(started) == 2


def test_tables_that_come_or_come_back_begin_where_they_are(db: Database, timed_event: StoredEvent) -> None:
    gone = change(db, at_table(db, timed_event, 2), set_heat(1))
    version = load_event(db, timed_event.id).version
    remove_table(db, timed_event.id, 2, event=clocked(0, 0.0), from_version=version, who=who("remove"))
    by_hand = change(db, at_table(db, timed_event, 1), set_heat(1))
    delete_table(db, by_hand.id, from_version=by_hand.version, now=NOW)
    set_clock(db, timed_event, clocked(1, started=NOW.timestamp()), "start")
    version = load_event(db, timed_event.id).version
    new = add_table(
        db,
        timed_event.id,
        3,
        table=document(),
        name="Table 3",
        event=clocked(1, started=NOW.timestamp()),
        from_version=version,
        who=who("add"),
    )
    assert new is not None
    assert undone(db, change(db, new, set_heat(1))).version == 3
    assert restore_table(db, by_hand.id).undo_held == "round"
    add_back = restore_table(db, gone.id)
    assert add_back.undo_held is None, "it is of no event any more"


def test_a_deleted_event_comes_back_with_its_starts(db: Database, timed_event: StoredEvent) -> None:
    change(db, at_table(db, timed_event), set_heat(1))
    set_clock(db, timed_event, clocked(1, started=NOW.timestamp()), "start")
    version = load_event(db, timed_event.id).version
    unmake_event(db, timed_event.id, from_version=version, also_tables=True, now=NOW, author=KIM)
    restore_event(db, timed_event.id, who=who("restore"))
    assert at_table(db, timed_event).undo_held == "round"


def test_an_event_that_is_made_in_the_middle_of_a_round_lets_players_undo_from_there(db: Database) -> None:
    made = make_event(
        db,
        document=clocked(2, 300.0),
        tables=[NewTable(1, "Table 1", document())],
        layouts={},
        now=NOW,
        author=KIM,
        origin=None,
    )
    played = change(db, at_table(db, made), set_heat(1))
    set_clock(db, made, clocked(2, 300.0, (NOW + timedelta(minutes=5)).timestamp()), "resume")
    assert at_table(db, made) == played, "it goes on, so nothing begins"
