"""Which phone plays which sides of a table? Kept by the random id of the phone, which nobody is shown."""

import json
from typing import Final

from astrike.dataclass import dataclass
from astrike.store.database.column_values import checked_text, json_to_text
from astrike.store.database.connection import Database, reading, writing

LONGEST_DEVICE: Final = 64


@dataclass(frozen=True, slots=True)
class Seat:
    """What a phone plays on a table: some sides, all there are now or later, or none, as it only watches."""

    sides: tuple[str, ...] = ()
    is_of_all: bool = False
    """Does it play every side, also one that joins later? Then `sides` names none."""

    @property
    def is_watching(self) -> bool:
        """Does it play nothing?"""
        return not self.sides and not self.is_of_all

    def plays(self, side: str) -> bool:
        """Is a side played on this phone?

        >>> Seat(("red",)).plays("blue"), Seat(is_of_all=True).plays("blue"), Seat().plays("blue")
        (False, True, False)
        """
        return self.is_of_all or side in self.sides


ALL_SIDES: Final = Seat(is_of_all=True)
_ALL: Final = "*"
"""How a row says that a phone plays all sides: this word in place of a list, so that no side is called so."""


def seat_of(db: Database, table_id: int, device: str) -> Seat | None:
    """Give what a phone plays here; None: it has not said yet."""
    with reading(db):
        row = db.execute(
            "SELECT sides FROM seats WHERE table_id = ? AND device = ?", (table_id, device)
        ).fetchone()
    return None if row is None else seat_from_text(row[0])


def take_seat(db: Database, table_id: int, device: str, seat: Seat) -> None:
    """Keep what a phone plays; what it said before is forgotten."""
    device = checked_text(device, at="device", most=LONGEST_DEVICE)
    with writing(db):
        db.execute(
            "INSERT INTO seats (table_id, device, sides) VALUES (?, ?, ?)"
            " ON CONFLICT (table_id, device) DO UPDATE SET sides = excluded.sides",
            (table_id, device, json_to_text(_ALL if seat.is_of_all else list(seat.sides))),
        )


def seat_from_text(text: str) -> Seat:
    """Read the sides of a row; raise `ValueError` where it is neither a list of texts nor the word for all."""
    found = json.loads(text)
    if found == _ALL:
        return ALL_SIDES
    if not isinstance(found, list) or not all(isinstance(side, str) for side in found):
        raise ValueError("the sides of a seat are a list of texts, or '*' for all")
    return Seat(tuple(found))


def is_alone(db: Database, table_id: int, device: str) -> bool:
    """Has no other phone said what it plays here, or changed anything?"""
    with reading(db):
        (others,) = db.execute(
            "SELECT EXISTS (SELECT 1 FROM seats WHERE table_id = :table AND device <> :device)"
            " OR EXISTS (SELECT 1 FROM changes WHERE table_id = :table AND device <> :device)",
            {"table": table_id, "device": device},
        ).fetchone()
    return not others
