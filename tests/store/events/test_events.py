"""Events: kept, changed, logged, written once, deleted; their layouts and their tables."""

from datetime import timedelta

import pytest

from astrike.errors import Conflict, InputError, NotFound
from astrike.model.document_change import ChangeLabel
from astrike.store.database.connection import Database
from astrike.store.events.codes import lookup_event, reissue_event_code
from astrike.store.events.events import StoredEvent, change_event, create_event, event_history, load_event
from astrike.store.events.layouts import add_layout, layouts_of, load_layout, remove_layout, rename_layout
from astrike.store.events.making import NewTable, make_event, unmake_event
from astrike.store.events.tables import add_table, event_of_table, pulse_of, remove_table, tables_of_event
from astrike.store.table.changes import change_table, undo
from astrike.store.table.codes import Right, lookup
from astrike.store.table.tables import KEPT_AFTER_DELETION, delete_table, load_table
from tests.store.builders import EVENT, KIM, NOW, accept, document, set_heat, who


def change(db: Database, event: StoredEvent, name: str, *, client_id: str) -> StoredEvent:
    return change_event(
        db,
        event.id,
        from_version=event.version,
        document={**EVENT, "name": name},
        label=ChangeLabel("event.setup", {"what": name}),
        author=KIM,
        client_id=client_id,
        now=NOW,
    )


def test_an_event_is_made_at_once_and_only_once(db: Database, event: StoredEvent) -> None:
    assert (event.version, event.document, event.created) == (1, EVENT, NOW)
    assert [each.number for each in tables_of_event(db, event.id)] == [1, 2]
    assert [each.name for each in layouts_of(db, event.id)] == ["Ford"]
    again = make_event(db, document={}, tables=[], layouts={}, now=NOW, author="", origin="form:1")
    assert again == event
    assert db.table("events").count == 1
    assert db.table("tables").count == 2


def test_nothing_of_an_event_is_made_when_a_part_is_wrong(db: Database) -> None:
    tables = [NewTable(1, "Table 1", document()), NewTable(1, "Table 1 too", document())]
    with pytest.raises(InputError, match="no other table"):
        make_event(db, document=EVENT, tables=tables, layouts={}, now=NOW, author="", origin=None)
    assert [db.table(name).count for name in ("events", "tables", "codes", "event_codes")] == [0, 0, 0, 0]


def test_its_codes_open_it_and_no_table(db: Database, event: StoredEvent) -> None:
    for right, code in event.codes.up_to(Right.ORGANISE).items():
        found = lookup_event(db, code)
        assert (found.event_id, found.right, found.version) == (event.id, right, 1)
        with pytest.raises(NotFound):
            lookup(db, code)
    fresh = reissue_event_code(db, event.id, Right.PLAY)
    assert lookup_event(db, fresh).right is Right.PLAY
    with pytest.raises(NotFound):
        lookup_event(db, event.codes.play)


def test_a_change_is_logged_and_an_old_version_refused(db: Database, event: StoredEvent) -> None:
    after = change(db, event, "Winter Open", client_id="form-1")
    assert (after.version, after.document["name"]) == (2, "Winter Open")
    with pytest.raises(Conflict) as refused:
        change(db, event, "Spring Open", client_id="form-2")
    assert (refused.value.mine_version, refused.value.current_version) == (1, 2)
    assert load_event(db, event.id) == after
    log = event_history(db, event.id, limit=9)
    assert [(each.version, each.label.key, each.author) for each in log] == [
        (2, "event.setup", KIM),
        (1, "event.created", KIM),
    ]
    assert [each.version for each in event_history(db, event.id, limit=9, before=2)] == [1]


def test_a_form_that_is_sent_twice_is_written_once(db: Database, event: StoredEvent) -> None:
    after = change(db, event, "Winter Open", client_id="form-1")
    assert change(db, event, "Winter Open", client_id="form-1") == after
    with pytest.raises(Conflict, match="another content"):
        change(db, event, "Spring Open", client_id="form-1")
    assert load_event(db, event.id) == after


def test_layouts_are_added_renamed_and_removed(db: Database, event: StoredEvent) -> None:
    mill = add_layout(db, event.id, name="Mill", document=document("A"), who=who("form-1"))
    assert add_layout(db, event.id, name="Mill", document=document("A"), who=who("form-1")) == mill
    with pytest.raises(InputError, match="no other layout"):
        add_layout(db, event.id, name="Mill", document=document(), who=who("form-2"))
    with pytest.raises(InputError, match="no other layout"):
        rename_layout(db, event.id, mill.id, name="Ford", event=EVENT, from_version=2, who=who("form-3"))
    renamed = {**EVENT, "games": []}
    rename_layout(db, event.id, mill.id, name="Old mill", event=renamed, from_version=2, who=who("form-4"))
    assert [each.name for each in layouts_of(db, event.id)] == ["Ford", "Old mill"]
    assert load_layout(db, event.id, mill.id).document == document("A")
    assert load_event(db, event.id).document == renamed
    with pytest.raises(Conflict):
        remove_layout(db, event.id, mill.id, name="Old mill", event=EVENT, from_version=2, who=who("form-6"))
    remove_layout(db, event.id, mill.id, name="Old mill", event=EVENT, from_version=3, who=who("form-6"))
    with pytest.raises(NotFound):
        load_layout(db, event.id, mill.id)
    keys = [each.label.key for each in event_history(db, event.id, limit=9)]
    assert keys == ["layout.removed", "layout.renamed", "layout.added", "event.created"]


def test_a_layout_of_another_event_is_not_found(db: Database, event: StoredEvent) -> None:
    other = create_event(db, document=EVENT, now=NOW, author=KIM)
    layout = add_layout(db, other.id, name="Ford", document=document(), who=who("form-1"))
    with pytest.raises(NotFound):
        load_layout(db, event.id, layout.id)
    with pytest.raises(NotFound):
        remove_layout(db, event.id, layout.id, name="Ford", event=EVENT, from_version=1, who=who("form-2"))
    assert load_event(db, event.id).version == 1


def test_a_table_is_one_of_an_event(db: Database, event: StoredEvent) -> None:
    made = add_table(
        db, event.id, 3, table=document("B"), name="Table 3", event=EVENT, from_version=1, who=who("form-1")
    )
    assert made is not None
    assert made.name == "Table 3"
    again = add_table(
        db, event.id, 3, table=document("B"), name="Table 3", event=EVENT, from_version=1, who=who("form-1")
    )
    assert again is None
    found = tables_of_event(db, event.id)
    assert [(each.number, each.version, each.turn) for each in found] == [(1, 1, 1), (2, 1, 1), (3, 1, 1)]
    assert found[2].codes == made.codes
    place = event_of_table(db, made.id)
    assert place is not None
    assert (place.event_id, place.version, place.number) == (event.id, 2, 3)
    with pytest.raises(InputError, match="no other table"):
        add_table(db, event.id, 3, table=document(), name="x", event=EVENT, from_version=2, who=who("form-2"))
    remove_table(db, event.id, 3, event=EVENT, from_version=2, who=who("form-3"))
    assert event_of_table(db, made.id) is None
    with pytest.raises(NotFound):
        load_table(db, made.id)


def test_the_number_of_a_deleted_table_is_free_again(db: Database, event: StoredEvent) -> None:
    first = tables_of_event(db, event.id)[0]
    delete_table(db, first.table_id, from_version=1, now=NOW)
    assert [each.number for each in tables_of_event(db, event.id)] == [2]
    assert add_table(
        db, event.id, 1, table=document(), name="New", event=EVENT, from_version=1, who=who("form-1")
    )
    assert [each.number for each in tables_of_event(db, event.id)] == [1, 2]


def test_the_pulse_beats_with_every_change(db: Database, event: StoredEvent) -> None:
    seen = {pulse_of(db, event.id)}
    table = tables_of_event(db, event.id)[0].table_id
    changed = change_table(
        db,
        table,
        from_version=1,
        operations=[set_heat(3)],
        label=ChangeLabel("unit.edited"),
        right=Right.PLAY,
        author="",
        client_id="a",
        now=NOW,
        check=accept,
    )
    seen.add(pulse_of(db, event.id))
    undo(db, table, from_version=changed.version, right=Right.PLAY, author="", client_id="b", now=NOW)
    seen.add(pulse_of(db, event.id))
    change(db, event, "Winter Open", client_id="form-1")
    seen.add(pulse_of(db, event.id))
    db.execute("UPDATE tables SET locked = 'now' WHERE id = ?", (table,))
    seen.add(pulse_of(db, event.id))
    assert len(seen) == 5


@pytest.mark.parametrize("also_tables", [True, False])
def test_a_deleted_event_takes_its_tables_along_or_leaves_them(
    db: Database, event: StoredEvent, also_tables: bool
) -> None:
    tables = tables_of_event(db, event.id)
    with pytest.raises(Conflict):
        unmake_event(db, event.id, from_version=7, also_tables=also_tables, now=NOW, author=KIM)
    assert len(tables_of_event(db, event.id)) == 2
    unmake_event(db, event.id, from_version=1, also_tables=also_tables, now=NOW, author=KIM)
    for ask in (lambda: load_event(db, event.id), lambda: lookup_event(db, event.codes.view)):
        with pytest.raises(NotFound):
            ask()
    if also_tables:
        with pytest.raises(NotFound):
            load_table(db, tables[0].table_id)
    else:
        assert load_table(db, tables[0].table_id).version == 1
    assert event_of_table(db, tables[0].table_id) is None
    create_event(db, document=EVENT, now=NOW + KEPT_AFTER_DELETION + timedelta(seconds=1), author=KIM)
    assert db.table("events").count == 1
