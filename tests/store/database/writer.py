"""Writes changes to one table, one after the other, and prints each version once it is acknowledged.

Run in a process of its own, so that it can be killed in the middle of a write.
"""

import sys
import uuid
from pathlib import Path

from astrike.errors import Conflict
from astrike.store.database.connection import Database, connect
from astrike.store.table.tables import StoredTable, load_table
from tests.store.builders import change, heat_of, set_heat


def add_one(db: Database, table: StoredTable) -> StoredTable:
    """Raise the heat by one, from whatever version is the newest."""
    while True:
        heat = heat_of(table.document)
        try:
            return change(db, table, set_heat(heat + 1), client_id=uuid.uuid4().hex)
        except Conflict:
            table = load_table(db, table.id)


def main(path: str, table_id: str, times: str) -> None:
    with connect(Path(path)) as db:
        table = load_table(db, int(table_id))
        for _ in range(int(times)):
            table = add_one(db, table)
            sys.stdout.write(f"{table.version}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
