"""How many tables were made today without a code, and by whom? More than a server wants to keep are refused.

Counted in the database, so that a restart forgets nothing; what was counted yesterday is forgotten with the day.
Time is an argument.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from astrike.errors import TooMuch
from astrike.store.database import Database, writing


@dataclass(frozen=True, slots=True)
class Allowance:
    """Who wants to make tables, and how many a day may come from there and from everywhere."""

    address: str
    """As `address_group` gives it."""
    each: int
    in_all: int


def count_made(db: Database, allowance: Allowance, *, tables: int = 1, now: datetime) -> None:
    """Count tables that are being made, inside the write that makes them; raise `TooMuch` above the allowance."""
    day = now.date().isoformat()
    with writing(db):
        db.execute("DELETE FROM made_tables WHERE day <> ?", (day,))
        of_address, in_all = db.execute(
            "SELECT coalesce(sum(CASE WHEN address = ? THEN count END), 0), coalesce(sum(count), 0)"
            " FROM made_tables",
            (allowance.address,),
        ).fetchone()
        if of_address + tables > allowance.each:
            raise _too_many("From this address", of_address, allowance.each, tables, now)
        if in_all + tables > allowance.in_all:
            raise _too_many("On this server", in_all, allowance.in_all, tables, now)
        db.execute(
            "INSERT INTO made_tables (day, address, count) VALUES (?, ?, ?)"
            " ON CONFLICT (day, address) DO UPDATE SET count = count + excluded.count",
            (day, allowance.address, tables),
        )


def _too_many(where: str, made: int, most: int, tables: int, now: datetime) -> TooMuch:
    midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    wait = midnight - now
    hours, minutes = divmod(max(1, round(wait.total_seconds() / 60)), 60)
    more = "" if tables == 1 else f", and this would make {tables:,} more"
    return TooMuch(
        f"{where}, {made:,} tables were made today{more}; the limit is {most:,} a day. Nothing was made."
        f" New tables can be made again in {hours} h {minutes} min, at midnight UTC.",
        wait_seconds=wait.total_seconds(),
    )
