"""A lock and a new code are in the log, are no step, and hold at once."""

import itertools

import pytest

from astrike.errors import NotFound
from astrike.store.database.connection import Database
from astrike.store.table.changes import undo
from astrike.store.table.codes import Right, lookup
from astrike.store.table.locks import lock_table, reissue, unlock_table
from astrike.store.table.log import history
from astrike.store.table.tables import load_table
from tests.store.builders import NOW, change, new_table, set_heat


def test_a_locked_table_says_since_when(db: Database) -> None:
    table = new_table(db)
    locked = lock_table(db, table.id, author="Desk", client_id="lock-1", now=NOW)
    assert locked.locked == NOW
    assert lookup(db, table.codes.play).is_locked
    opened = unlock_table(db, table.id, author="Desk", client_id="lock-2", now=NOW)
    assert opened.locked is None
    assert not lookup(db, table.codes.play).is_locked
    assert [(each.label.key, each.author) for each in history(db, table.id)][:2] == [
        ("table.unlocked", "Desk"),
        ("table.locked", "Desk"),
    ]


def test_locking_twice_is_one_entry(db: Database) -> None:
    table = new_table(db)
    for number in range(2):
        lock_table(db, table.id, author="Desk", client_id=f"lock-{number}", now=NOW)
    assert [each.label.key for each in history(db, table.id)] == ["table.locked", "table.created"]


def test_undo_takes_back_what_lies_on_the_table_and_not_the_lock(db: Database) -> None:
    table = new_table(db)
    before = load_table(db, table.id).document
    change(db, table, set_heat(2))
    locked = lock_table(db, table.id, author="", client_id=None, now=NOW)
    undone = undo(
        db, table.id, from_version=locked.version, right=Right.PLAY, author="", client_id="undo-1", now=NOW
    )
    assert undone.document == before
    assert load_table(db, table.id).locked == NOW


def test_a_new_code_opens_the_table_and_the_old_one_nothing(db: Database) -> None:
    table = new_table(db)
    after = reissue(db, table.id, Right.PLAY, author="Desk", client_id="new-1", now=NOW)
    assert lookup(db, after.codes.play).right is Right.PLAY
    assert (after.codes.view, after.codes.organise) == (table.codes.view, table.codes.organise)
    with pytest.raises(NotFound):
        lookup(db, table.codes.play)
    newest = history(db, table.id)[0]
    assert (newest.label.key, dict(newest.label.names)) == ("table.code-reissued", {"right": "play"})


def test_a_request_that_comes_twice_draws_one_code(db: Database) -> None:
    table = new_table(db)
    first, again = (
        reissue(db, table.id, Right.VIEW, author="", client_id="same-one", now=NOW) for _ in range(2)
    )
    assert first.codes == again.codes
    assert first.version == again.version == table.version + 1


def test_a_code_that_another_table_has_is_drawn_again(db: Database) -> None:
    table, other = new_table(db), new_table(db)
    drawn = itertools.chain([other.codes.play, other.codes.view], ["0000000009"])
    after = reissue(db, table.id, Right.PLAY, author="", client_id=None, now=NOW, draw=lambda: next(drawn))
    assert after.codes.play == "0000000009"
    assert lookup(db, other.codes.play).table_id == other.id
