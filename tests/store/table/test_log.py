"""The log keeps ten thousand changes a table, and its size stays bounded."""

import pytest

from astrike.errors import Conflict, NotFound
from astrike.store.database.connection import Database, writing
from astrike.store.table.changes import document_at
from astrike.store.table.codes import Right
from astrike.store.table.locks import lock_table
from astrike.store.table.log import KEPT_CHANGES, PRUNED_EVERY, whole_history
from astrike.store.table.tables import StoredTable, load_table
from tests.store.builders import NOW, change, heat_of, new_table, redone, set_heat, undone

BEYOND = 2 * PRUNED_EVERY


def rows(db: Database, table: StoredTable) -> int:
    return int(db.table("changes").count_where("table_id = ?", [table.id]))


def test_ten_thousand_changes_can_be_undone_and_older_ones_are_forgotten(db: Database) -> None:
    assert KEPT_CHANGES == 10_000
    table = new_table(db)
    other = change(db, new_table(db), set_heat(1))
    with writing(db):  # one write for all, to save the time of ten thousand
        for heat in range(1, KEPT_CHANGES + BEYOND + 1):
            table = change(db, table, set_heat(heat))
    assert KEPT_CHANGES <= rows(db, table) < KEPT_CHANGES + PRUNED_EVERY

    assert heat_of(document_at(db, table.id, table.version - 100)) == table.version - 101
    with pytest.raises(NotFound, match="not kept"):
        document_at(db, table.id, 1)

    with writing(db):
        for _ in range(KEPT_CHANGES):
            table = undone(db, table)
    assert heat_of(table.document) == BEYOND
    assert rows(db, table) <= 2 * KEPT_CHANGES + PRUNED_EVERY
    with pytest.raises(Conflict, match="nothing to undo"):
        undone(db, table)

    with writing(db):
        for _ in range(3):
            table = redone(db, table)
    assert heat_of(table.document) == BEYOND + 3

    # Another change lets go of everything that could be redone.
    with writing(db):
        for heat in range(PRUNED_EVERY + 1):
            table = change(db, table, set_heat(-heat))
    assert rows(db, table) < KEPT_CHANGES + PRUNED_EVERY
    assert load_table(db, table.id) == table
    assert undone(db, other).version == 3


def test_undoing_and_redoing_for_ever_does_not_fill_the_log(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("astrike.store.table.log.KEPT_CHANGES", 20)
    monkeypatch.setattr("astrike.store.table.log.PRUNED_EVERY", 5)
    table = new_table(db)
    for heat in range(1, 11):
        table = change(db, table, set_heat(heat))
    for _ in range(5):
        table = undone(db, table)
    for _ in range(40):
        table = undone(db, redone(db, table))
    assert rows(db, table) <= 20 + 10 + 5
    for heat in range(6, 11):
        table = redone(db, table)
        assert heat_of(table.document) == heat
    for heat in range(9, -1, -1):
        table = undone(db, table)
        assert heat_of(table.document) == heat


def stands(db: Database, table: StoredTable) -> list[tuple[int, str, int | None, bool]]:
    return [(each.version, each.kind, each.about, each.is_undone) for each in whole_history(db, table.id)]


def test_the_whole_history_says_what_was_undone_and_by_what(db: Database) -> None:
    table = new_table(db)
    for heat in (1, 2, 3):
        table = change(db, table, set_heat(heat))
    table = undone(db, undone(db, table))
    table = redone(db, table)
    assert stands(db, table) == [
        (1, "create", None, False),
        (2, "change", None, False),
        (3, "change", None, False),
        (4, "change", None, True),
        (5, "undo", 4, False),
        (6, "undo", 3, False),
        (7, "redo", 3, False),
    ]
    table = change(db, table, set_heat(9))
    assert stands(db, table)[3:] == [
        (4, "change", None, True),
        (5, "undo", 4, False),
        (6, "undo", 3, False),
        (7, "redo", 3, False),
        (8, "change", None, False),
    ]


def test_a_change_that_was_undone_first_of_all_stays_undone(db: Database) -> None:
    table = undone(db, change(db, new_table(db), set_heat(1)))
    table = change(db, table, set_heat(2))
    assert [each[3] for each in stands(db, table)] == [False, True, False, False]


def test_what_changed_nothing_on_the_table_is_never_undone(db: Database) -> None:
    table = lock_table(
        db, change(db, new_table(db), set_heat(1)).id, author="Desk", client_id="lock-1", now=NOW
    )
    table = undone(db, table, right=Right.ORGANISE)
    assert stands(db, table)[1:] == [
        (2, "change", None, True),
        (3, "change", None, False),
        (4, "undo", 2, False),
    ]


def test_an_undo_of_what_is_not_kept_any_more_is_about_nothing(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("astrike.store.table.log.KEPT_CHANGES", 4)
    monkeypatch.setattr("astrike.store.table.log.PRUNED_EVERY", 1)
    table = new_table(db)
    for heat in range(1, 9):
        table = change(db, table, set_heat(heat))
    found = stands(db, table)
    assert found[0][0] > 1
    assert not any(is_undone for _version, _kind, _about, is_undone in found)
