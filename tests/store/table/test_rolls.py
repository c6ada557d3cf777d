"""Dice that fell are kept for both players: in order, once for each asker's id, and never more than a thousand."""

from datetime import timedelta

import pytest

from astrike.errors import InputError
from astrike.model.dice import DiceRoll
from astrike.model.document_change import ChangeLabel
from astrike.store.database.connection import Database, connect
from astrike.store.table.rolls import KEPT_ROLLS, KeptRoll, keep_roll, newest_roll, rolls
from astrike.store.table.tables import create_table, delete_table
from tests.store.builders import NOW, document, new_table

LABEL = ChangeLabel("roll.attack", {"attacker": "A", "target": "Ätlas"})
EIGHT = (DiceRoll("attack", "Attack", 2, 6, 8, typed=False),)


def rolled(db: Database, table_id: int, client_id: str, *, dice: tuple[DiceRoll, ...] = EIGHT) -> KeptRoll:
    return keep_roll(db, table_id, label=LABEL, dice=dice, author=" Kim ", client_id=client_id, now=NOW)


def test_what_fell_is_read_as_it_was_kept_the_newest_first(db: Database) -> None:
    table, other = new_table(db), new_table(db)
    twelve = (*EIGHT, DiceRoll("critical", "Critical hit", 2, 6, 12, typed=True))
    first, second = rolled(db, table.id, "r-1"), rolled(db, table.id, "r-2", dice=twelve)
    assert rolled(db, other.id, "r-1").number == 1
    assert first == KeptRoll(1, "Kim", NOW, LABEL, EIGHT)
    assert rolls(db, table.id) == (second, first)
    assert rolls(db, table.id, limit=1) == (second,)
    assert rolls(db, table.id, before=2) == (first,)
    assert (newest_roll(db, table.id), newest_roll(db, 99)) == (2, 0)


def test_the_same_asking_is_kept_once(db: Database) -> None:
    table = new_table(db)
    first = rolled(db, table.id, "r-1")
    again = (DiceRoll("attack", "Attack", 2, 6, 12, typed=False),)
    assert rolled(db, table.id, "r-1", dice=again) == first
    assert rolls(db, table.id) == (first,)


def test_dice_for_one_thing_are_not_given_out_for_another(db: Database) -> None:
    table = new_table(db)
    first = rolled(db, table.id, "r-1")
    other = ChangeLabel("roll.free", {"count": "2"})
    with pytest.raises(InputError, match="no other roll"):
        keep_roll(db, table.id, label=other, dice=EIGHT, author="Kim", client_id="r-1", now=NOW)
    assert rolls(db, table.id) == (first,)


def test_a_thousand_are_kept(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    assert KEPT_ROLLS == 1_000
    monkeypatch.setattr("astrike.store.table.rolls.KEPT_ROLLS", 3)
    table = new_table(db)
    for number in range(5):
        rolled(db, table.id, f"r-{number}")
    assert [each.number for each in rolls(db, table.id)] == [5, 4, 3]
    assert rolled(db, table.id, "r-5").number == 6


def test_they_survive_in_the_file_and_go_with_a_deleted_table(db: Database) -> None:
    table = new_table(db)
    rolled(db, table.id, "r-1")
    with connect(db.path) as again:
        assert len(rolls(again, table.id)) == 1
    delete_table(db, table.id, from_version=table.version, now=NOW)
    later = NOW + timedelta(days=400)  # what was deleted long ago is forgotten by then
    create_table(db, document=document(), now=later, author="organiser")
    assert newest_roll(db, table.id) == 0


@pytest.mark.parametrize("client_id", ["x" * 65, "\x00"])
def test_a_wrong_id_is_refused(db: Database, client_id: str) -> None:
    with pytest.raises(InputError):
        rolled(db, new_table(db).id, client_id)
