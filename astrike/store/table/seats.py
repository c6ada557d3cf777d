"""Which phone plays which sides of a table? Kept by the random id of the phone, which nobody is shown."""

import json
from collections.abc import Sequence
from typing import Final

from astrike.store.database.column_values import checked_text, json_to_text
from astrike.store.database.connection import Database, reading, writing

LONGEST_DEVICE: Final = 64


def seat_of(db: Database, table_id: int, device: str) -> tuple[str, ...] | None:
    """Give the sides that a phone plays here, none of them for who watches; None: it has not said yet."""
    with reading(db):
        row = db.execute(
            "SELECT sides FROM seats WHERE table_id = ? AND device = ?", (table_id, device)
        ).fetchone()
    return None if row is None else sides_from_text(row[0])


def take_seat(db: Database, table_id: int, device: str, sides: Sequence[str]) -> None:
    """Keep which sides a phone plays; what it said before is forgotten."""
    device = checked_text(device, at="device", most=LONGEST_DEVICE)
    with writing(db):
        db.execute(
            "INSERT INTO seats (table_id, device, sides) VALUES (?, ?, ?)"
            " ON CONFLICT (table_id, device) DO UPDATE SET sides = excluded.sides",
            (table_id, device, json_to_text(list(sides))),
        )


def sides_from_text(text: str) -> tuple[str, ...]:
    """Read the sides of a row; raise `ValueError` where it is no list of texts."""
    found = json.loads(text)
    if not isinstance(found, list) or not all(isinstance(side, str) for side in found):
        raise ValueError("the sides of a seat are a list of texts")
    return tuple(found)
