"""What was done to an event can be taken back and made again: its document, its tables, its layouts, and its end."""

from datetime import timedelta

import pytest

from astrike.errors import Conflict, NotFound
from astrike.model.document_change import ChangeLabel
from astrike.store.database.connection import Database
from astrike.store.events.codes import lookup_deleted_event, lookup_event
from astrike.store.events.events import StoredEvent, change_event, changing, event_history, load_event
from astrike.store.events.layouts import add_layout, layouts_of, remove_layout, rename_layout
from astrike.store.events.making import restore_event, unmake_event
from astrike.store.events.tables import add_table, event_of_table, remove_table, tables_of_event
from astrike.store.events.undo import label_within, redo_event, undo_event, undos_of_event
from astrike.store.events.undo_states import KEPT_UNDOS, state_of
from astrike.store.table.changes import rename_table
from astrike.store.table.codes import Right
from astrike.store.table.locks import lock_table
from astrike.store.table.log import ChangedBy
from astrike.store.table.tables import KEPT_AFTER_DELETION, create_table, load_table
from tests.store.builders import EVENT, KIM, NOW, document, who


def named(db: Database, event: StoredEvent, name: str) -> None:
    change_event(
        db,
        event.id,
        from_version=load_event(db, event.id).version,
        document={**EVENT, "name": name},
        label=ChangeLabel("event.setup", {"what": name}),
        author=KIM,
        client_id=f"to-{name}",
        now=NOW,
    )


def name_of(db: Database, event: StoredEvent) -> object:
    return load_event(db, event.id).document["name"]


def undone(db: Database, event: StoredEvent, client_id: str) -> None:
    step = undos_of_event(db, event.id).undo
    assert step is not None
    undo_event(db, event.id, version=step.version, who=who(client_id))


def redone(db: Database, event: StoredEvent, client_id: str) -> None:
    step = undos_of_event(db, event.id).redo
    assert step is not None
    redo_event(db, event.id, version=step.version, who=who(client_id))


def test_changes_are_taken_back_and_made_again_one_after_the_other(db: Database, event: StoredEvent) -> None:
    assert undos_of_event(db, event.id).undo is None
    for name in ("B", "C", "D"):
        named(db, event, name)
    seen = []
    for number, act in enumerate((undone, undone, redone, undone, undone)):
        act(db, event, f"act-{number}")
        seen.append(name_of(db, event))
    assert seen == ["C", "B", "C", "B", "Autumn Open"]
    assert undos_of_event(db, event.id).undo is None
    for number in range(3):
        redone(db, event, f"redo-{number}")
    assert name_of(db, event) == "D"
    assert undos_of_event(db, event.id).redo is None
    undone(db, event, "undo-last")
    named(db, event, "E")
    steps = undos_of_event(db, event.id)
    assert steps.redo is None, "what was done since leaves nothing to make again"
    assert steps.undo is not None
    assert steps.undo.label.names == {"what": "E"}
    newest = event_history(db, event.id, limit=2)[1]
    assert (newest.label.key, label_within(newest.label).names) == ("event.undone", {"what": "D"})


def test_only_what_was_seen_is_taken_back_and_only_once(db: Database, event: StoredEvent) -> None:
    named(db, event, "B")
    named(db, event, "C")
    with pytest.raises(Conflict):
        undo_event(db, event.id, version=2, who=who("late"))
    assert name_of(db, event) == "C"
    undo_event(db, event.id, version=3, who=who("once"))
    undo_event(db, event.id, version=3, who=who("once"))
    assert (name_of(db, event), load_event(db, event.id).version) == ("B", 4)


def test_a_change_that_changed_nothing_to_take_back_is_passed_over(db: Database, event: StoredEvent) -> None:
    named(db, event, "B")
    with changing(db, event.id, ChangeLabel("table.locked", {"number": "1"}), who("lock")):
        pass
    undone(db, event, "undo")
    assert name_of(db, event) == "Autumn Open"


def test_tables_come_and_go_with_it(db: Database, event: StoredEvent) -> None:
    first = tables_of_event(db, event.id)
    remove_table(db, event.id, 1, event=EVENT, from_version=1, who=who("remove"))
    add_table(
        db,
        event.id,
        3,
        table=document(),
        name="Table 3",
        event={**EVENT, "tables": 3},
        from_version=2,
        who=who("add"),
    )
    both = tables_of_event(db, event.id)
    undone(db, event, "undo-add")
    assert [each.number for each in tables_of_event(db, event.id)] == [2]
    with pytest.raises(NotFound):
        load_table(db, both[1].table_id)
    undone(db, event, "undo-remove")
    assert tables_of_event(db, event.id) == first
    redone(db, event, "redo-remove")
    redone(db, event, "redo-add")
    assert tables_of_event(db, event.id) == both
    assert load_event(db, event.id).document == {**EVENT, "tables": 3}


def test_a_table_that_was_forgotten_does_not_come_back(db: Database, event: StoredEvent) -> None:
    remove_table(db, event.id, 1, event=EVENT, from_version=1, who=who("remove"))
    create_table(db, document=document(), now=NOW + 2 * KEPT_AFTER_DELETION, author=KIM)
    with pytest.raises(Conflict, match="table 1 is not kept"):
        undone(db, event, "undo")
    assert [each.number for each in tables_of_event(db, event.id)] == [2]
    assert load_event(db, event.id).version == 2


def test_an_event_is_forgotten_with_its_tables(db: Database, event: StoredEvent) -> None:
    unmake_event(db, event.id, from_version=1, also_tables=True, now=NOW, author=KIM)
    create_table(db, document=document(), now=NOW + 2 * KEPT_AFTER_DELETION, author=KIM)
    with pytest.raises(NotFound):
        lookup_deleted_event(db, event.codes.organise)


def test_layouts_come_and_go_with_it(db: Database, event: StoredEvent) -> None:
    mill = add_layout(db, event.id, name="Mill", document=document("A"), who=who("add"))
    rename_layout(db, event.id, mill.id, name="Weir", event=EVENT, from_version=2, who=who("rename"))
    remove_layout(db, event.id, mill.id, name="Weir", event=EVENT, from_version=3, who=who("remove"))
    seen = []
    for number in range(3):
        undone(db, event, f"undo-{number}")
        seen.append([each.name for each in layouts_of(db, event.id)])
    assert seen == [["Ford", "Weir"], ["Ford", "Mill"], ["Ford"]]
    redone(db, event, "redo")
    assert [(each.id, each.document) for each in layouts_of(db, event.id)][1] == (mill.id, mill.document)


def test_only_the_newest_changes_can_be_taken_back(db: Database, event: StoredEvent) -> None:
    for number in range(KEPT_UNDOS + 3):
        with changing(db, event.id, ChangeLabel("event.setup"), who(f"form-{number}")):
            db.execute("UPDATE events SET document = ? WHERE id = ?", (f'{{"n":{number}}}', event.id))
    count = db.execute("SELECT count(before) FROM event_changes").fetchone()
    assert count == (KEPT_UNDOS,)


@pytest.mark.parametrize("also_tables", [True, False])
def test_a_deleted_event_comes_back_as_it_was(db: Database, event: StoredEvent, also_tables: bool) -> None:
    named(db, event, "B")
    before, tables = state_of(db, event.id), tables_of_event(db, event.id)
    unmake_event(db, event.id, from_version=2, also_tables=also_tables, now=NOW, author=KIM)
    assert lookup_deleted_event(db, event.codes.organise).right is Right.ORGANISE
    assert event_of_table(db, tables[0].table_id) is None
    for _ in range(2):
        restore_event(db, event.id, who=ChangedBy(KIM, "restore", NOW + timedelta(days=1)))
    assert state_of(db, event.id) == before
    assert tables_of_event(db, event.id) == tables
    assert lookup_event(db, event.codes.view).version == 3
    assert event_history(db, event.id, limit=1)[0].label.key == "event.restored"


def test_a_table_that_came_and_was_used_since_stays(db: Database, event: StoredEvent) -> None:
    for number in (3, 4):
        version = load_event(db, event.id).version
        add_table(
            db,
            event.id,
            number,
            table=document("A"),
            name=f"Table {number}",
            event=EVENT,
            from_version=version,
            who=who(f"add-{number}"),
        )
    third, fourth = (each.table_id for each in tables_of_event(db, event.id)[2:])
    lock_table(db, fourth, author=KIM, client_id="lock", now=NOW)
    undone(db, event, "back")
    redone(db, event, "again")
    undone(db, event, "back again")
    assert [each.number for each in tables_of_event(db, event.id)] == [1, 2, 3], (
        "a lock is nothing on a table"
    )
    version = load_table(db, third).version
    rename_table(
        db, third, name="Kim's", from_version=version, right=Right.PLAY, author=KIM, client_id="play", now=NOW
    )
    with pytest.raises(Conflict, match="on table 3 since"):
        undone(db, event, "too late")
    assert load_table(db, third).name == "Kim's"
    assert undos_of_event(db, event.id).redo is not None, "nothing was written"
