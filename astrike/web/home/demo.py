"""Which table can be tried at once? The demo tables that ship, put into the database."""

from importlib import resources
from typing import Final

from astrike.errors import InputError, Problem
from astrike.formats.table.table_file import read_table
from astrike.store.database.connection import Database
from astrike.store.table.tables import Allowance, StoredTable, create_table, table_of_origin
from astrike.web.settings import Settings

FILES: Final = {
    "diagram": "target-number-diagram.astrike.json",
    "big": "big.astrike.json",
    "eight": "eight.astrike.json",
}
AUTHOR: Final = "astrike"
DEMO_CODE: Final = "astrike.demo_code"
"""The key under which the application keeps the code of its demo table."""


def demo_text(name: str) -> bytes:
    """Read the file of a demo table."""
    if name not in FILES:
        raise InputError([Problem(at="demo", found=repr(name[:40]), expected=" or ".join(FILES))])
    return resources.files("astrike").joinpath("demo", FILES[name]).read_bytes()


def new_demo(db: Database, name: str, settings: Settings, *, allowance: Allowance) -> StoredTable:
    """Put a fresh copy of a demo into the database."""
    table = read_table(demo_text(name))
    return create_table(
        db, document=table.document, now=settings.now(), author=AUTHOR, is_demo=True, allowance=allowance
    )


def open_demo(db: Database, name: str, settings: Settings) -> StoredTable:
    """Give the demo that the front page opens: the last one if nobody changed it, else a fresh one."""
    table = read_table(demo_text(name))
    number = 1
    while True:
        origin = f"demo:{name}:{number}"
        found = table_of_origin(db, origin)
        if found is None:
            return create_table(
                db,
                document=table.document,
                now=settings.now(),
                author=AUTHOR,
                origin=origin,
                is_demo=True,
            )
        if found.version == 1 and found.document == table.document:
            return found
        number += 1
