"""Which dice fell at a table, when, for what, and who rolled or typed them? Only ever added to; both players see it.

Numbers count from 1 at each table. What was already kept under an asker's id is not kept again.
"""

import json
from datetime import datetime
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.model.dice import DiceRoll
from astrike.model.document_change import ChangeLabel
from astrike.store.database.column_values import (
    checked_text,
    json_to_text,
    label_from_text,
    label_to_text,
    time_from_text,
    time_to_text,
)
from astrike.store.database.connection import Database, reading, writing
from astrike.store.table.changes import LONGEST_CLIENT_ID
from astrike.store.table.tables import checked_author

KEPT_ROLLS: Final = 1_000


@dataclass(frozen=True, slots=True)
class KeptRoll:
    """Dice that were rolled or typed in together, for one question."""

    number: int
    author: str
    time: datetime
    label: ChangeLabel
    """What they were for."""
    dice: tuple[DiceRoll, ...]


BROUGHT: Final = frozenset({"said", "more", "sums", "came"})
"""Names in the label of a roll that say what came of it."""


def keep_roll(
    db: Database,
    table_id: int,
    *,
    label: ChangeLabel,
    dice: tuple[DiceRoll, ...],
    author: str,
    client_id: str,
    now: datetime,
) -> KeptRoll:
    """Keep dice that fell; those of an asker's id that is known already are given back as they were kept."""
    client_id = checked_text(client_id, at="id", most=LONGEST_CLIENT_ID)
    author = checked_author(author)
    with writing(db):
        known = db.execute(
            "SELECT number, author, time, label, dice FROM rolls WHERE table_id = ? AND client_id = ?",
            (table_id, client_id),
        ).fetchone()
        if known is not None:
            return _first_of(known, label, client_id)
        (newest,) = db.execute(
            "SELECT coalesce(max(number), 0) FROM rolls WHERE table_id = ?", (table_id,)
        ).fetchone()
        roll = KeptRoll(newest + 1, author, now, label, dice)
        db.execute(
            "INSERT INTO rolls (table_id, number, author, client_id, time, label, dice)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                table_id,
                roll.number,
                author,
                client_id,
                time_to_text(now),
                label_to_text(label),
                _dice_to_text(dice),
            ),
        )
        db.execute(
            "DELETE FROM rolls WHERE table_id = ? AND number <= ?", (table_id, roll.number - KEPT_ROLLS)
        )
    return roll


def roll_under(db: Database, table_id: int, client_id: str) -> KeptRoll | None:
    """Give the roll that an asker's id has kept at a table; None where it has kept none."""
    with reading(db):
        found = db.execute(
            "SELECT number, author, time, label, dice FROM rolls WHERE table_id = ? AND client_id = ?",
            (table_id, client_id),
        ).fetchone()
    return None if found is None else _roll(found)


def is_asked_alike(one: ChangeLabel, other: ChangeLabel) -> bool:
    """Tell whether dice fell for the same thing, whatever they have brought."""
    return _asked(one) == _asked(other)


def rolls(db: Database, table_id: int, *, limit: int = 50, before: int | None = None) -> tuple[KeptRoll, ...]:
    """List what fell at a table, the newest first, from the one before a number on."""
    with reading(db):
        found = db.execute(
            "SELECT number, author, time, label, dice FROM rolls"
            " WHERE table_id = ? AND (? IS NULL OR number < ?) ORDER BY number DESC LIMIT ?",
            (table_id, before, before, limit),
        ).fetchall()
    return tuple(map(_roll, found))


def roll_of(db: Database, table_id: int, number: int) -> KeptRoll | None:
    """Give the roll of a table with this number; None where none is kept under it."""
    found = rolls(db, table_id, limit=1, before=number + 1)
    return found[0] if found and found[0].number == number else None


def newest_roll(db: Database, table_id: int) -> int:
    """Give the number of the newest roll, 0 when there is none."""
    (number,) = db.execute(
        "SELECT coalesce(max(number), 0) FROM rolls WHERE table_id = ?", (table_id,)
    ).fetchone()
    return int(number)


def _asked(label: ChangeLabel) -> ChangeLabel:
    """Leave out what the dice themselves have brought: dice that are rolled again for one form say another thing."""
    return ChangeLabel(label.key, {key: value for key, value in label.names.items() if key not in BROUGHT})


def _first_of(row: tuple[int, str, str, str, str], label: ChangeLabel, client_id: str) -> KeptRoll:
    """Give a roll that was asked for before; dice for one thing are never given out for another."""
    first = _roll(row)
    if _asked(first.label) != _asked(label):
        raise InputError([Problem("id", repr(client_id), "an id that no other roll has")])
    return first


def _roll(row: tuple[int, str, str, str, str]) -> KeptRoll:
    number, author, time, label, dice = row
    return KeptRoll(number, author, time_from_text(time), label_from_text(label), _dice_from_text(dice))


def _dice_to_text(dice: tuple[DiceRoll, ...]) -> str:
    return json_to_text([[d.key, d.label, d.count, d.sides, d.fell, d.typed] for d in dice])


def _dice_from_text(text: str) -> tuple[DiceRoll, ...]:
    return tuple(DiceRoll(*values) for values in json.loads(text))
