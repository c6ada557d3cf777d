"""Tables in a file of their own, with a phone that asks for their pages: in this process, without a network."""

import itertools
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from flask.testing import FlaskClient

from astrike.formats.events.event_file import write_event
from astrike.model.document_change import ChangeLabel, Document, SetGeometry
from astrike.model.events.event import Event, EventTable
from astrike.model.table_document import features_of
from astrike.store.database.connection import Database, connect
from astrike.store.events.making import NewTable, make_event
from astrike.store.table.changes import change_table
from astrike.store.table.codes import Right, installation_code, lookup
from astrike.store.table.tables import create_table, load_table
from astrike.web.app import create_app
from astrike.web.settings import Settings

NOW = datetime(2026, 11, 30, tzinfo=UTC)
SAME_SITE = {"Sec-Fetch-Site": "same-origin"}


@dataclass(frozen=True, slots=True)
class KeptTables:
    """A file, and a phone."""

    db: Database
    client: FlaskClient
    ids: Iterator[int] = field(default_factory=itertools.count)
    versions: dict[str, int] = field(default_factory=dict)

    def put(self, document: Document) -> str:
        """Keep one more table and return the code to organize it."""
        table = create_table(self.db, document=document, now=NOW, author="bench")
        self.versions[table.codes.organise or ""] = table.version
        return table.codes.organise or ""

    def put_event(self, document: Document, *, tables: int) -> str:
        """Keep an event with so many tables and return the code to organize it."""
        seats = tuple(EventTable(number, "") for number in range(1, tables + 1))
        event = Event("Bench", "ce-5.01", preset="default", rounds=1, minutes=90.0, seats=seats)
        kept = make_event(
            self.db,
            document=write_event(event),
            tables=[NewTable(seat.number, f"Table {seat.number}", document) for seat in seats],
            layouts={},
            now=NOW,
            author="bench",
            origin=None,
        )
        return kept.codes.organise or ""

    def change_often(self, code: str, times: int) -> None:
        """Move the first unit so often, straight in the file."""
        table = load_table(self.db, lookup(self.db, code).table_id)
        name, (x, y) = _first_unit(table.document)
        for number in range(times):
            place = {"type": "Point", "coordinates": [x + number % 2 / 8, y]}
            table = change_table(
                self.db,
                table.id,
                from_version=table.version,
                operations=[SetGeometry(name, place)],
                label=ChangeLabel("unit.moved", {"unit": name}),
                right=Right.PLAY,
                author="bench",
                client_id=f"change-{next(self.ids):08}",
                now=NOW,
                check=lambda document: None,
            )
        self.versions[code] = table.version

    def installation(self) -> str:
        """Return the code of the installation."""
        return installation_code(self.db)

    def get(self, path: str) -> None:
        """Ask for a page."""
        answer = self.client.get(path, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200, f"{answer.status} for {path}"

    def move(self, code: str) -> None:
        """Move a unit, as its form does."""
        self._post(f"/t/{code}/unit/west-0/place", code, x=f"{3 + self.versions[code] % 2 / 8:g}")

    def step(self, code: str, way: str) -> None:
        """Undo or redo."""
        self._post(f"/t/{code}/{way}", code)

    def _post(self, path: str, code: str, **form: str) -> None:
        fields = {"version": str(self.versions[code]), "change_id": f"change-{next(self.ids):08}", **form}
        answer = self.client.post(path, data=fields, headers=SAME_SITE)
        assert answer.status_code == 303, f"{answer.status} for {path}"
        self.versions[code] += 1


@contextmanager
def kept_tables() -> Iterator[KeptTables]:
    """Open a file that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bench.db")
        client = create_app(Settings(db_path=path)).test_client()
        with closing(connect(path)) as db:
            yield KeptTables(db, client)


def _first_unit(document: Document) -> tuple[str, tuple[float, float]]:
    unit = next(each for each in features_of(document) if each["properties"]["kind"] == "unit")
    x, y = unit["geometry"]["coordinates"]
    return str(unit["id"]), (x, y)
