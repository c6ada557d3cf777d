"""Which keys has the JSON of commands that no address under /api/v1 answers? Asked by running them."""

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

from click.testing import CliRunner

from astrike import cli
from astrike.store.database import connect
from astrike.web.demo import FILES
from tools.contract.block import Block

DEMO = Path(cli.__file__).parent / "demo" / FILES["diagram"]


def output_blocks() -> Mapping[str, Block]:
    """Give a block for each of these commands."""
    with tempfile.TemporaryDirectory() as folder:
        database, copied, flawed = (Path(folder) / f"{name}.db" for name in ("tables", "copied", "flawed"))
        connect(database).close()
        _lose_a_table(database, flawed)
        runs = {
            "convert": ("convert", str(DEMO), str(Path(folder) / "table.svg")),
            "backup": ("backup", str(database), str(copied)),
            "restore": ("restore", str(copied), str(database), "--replace"),
            "check-db": ("check-db", str(flawed)),
            "editions": ("editions",),
            "editions A B": ("editions", "ce-5.01", "classic-2.3.1"),
        }
        return {f"output {name}": _block(words) for name, words in runs.items()}


def _lose_a_table(database: Path, flawed: Path) -> None:
    """Copy a database, and let an event in it have a table that is not there."""
    shutil.copy(database, flawed)
    with closing(sqlite3.connect(flawed)) as connection, connection:
        connection.execute("INSERT INTO event_tables VALUES (1, 1, 1)")


def _block(words: tuple[str, ...]) -> Block:
    done = CliRunner().invoke(cli.main, [*words, "--json"], catch_exceptions=False)
    keys = dict.fromkeys(_keys(json.loads(done.stdout)))
    return Block(("Key",), tuple((f"`{key}`",) for key in keys), written=("What it is", "Meaning"))


def _keys(found: Mapping[str, object], above: str = "") -> Iterator[str]:
    for key, value in found.items():
        yield f"{above}{key}"
        for each in value if isinstance(value, list) else ():
            if isinstance(each, dict):
                yield from _keys(each, f"{above}{key}[].")
