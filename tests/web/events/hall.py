"""An event in the database, with the client that runs it or only looks at it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from astrike.editing.events.tables import table_document
from astrike.formats.events.event_file import read_event, write_event
from astrike.model.document_change import Document
from astrike.model.events.event import Event, EventTable, rotated
from astrike.store.database.connection import connect
from astrike.store.events.codes import codes_of_event
from astrike.store.events.events import EventChange, event_history, load_event
from astrike.store.events.making import NewTable, make_event
from astrike.store.events.tables import StoredEventTable, tables_of_event
from astrike.store.table.codes import Codes, Right
from astrike.store.table.tables import load_table
from tests.builders import box, building, document, hill
from tests.web.conftest import NOW, next_id
from tests.web.page import Element, parse

LAYOUTS: Mapping[str, Document] = {
    "Open hills": document(hill("h", box(12, 14, 15, 20), height=1), name="Open hills"),
    "Small town": document(building("b", box(20, 14, 23, 18)), name="Small town"),
}
"""Small ones: what is looked at is the event."""


@dataclass(frozen=True)
class Hall:
    """An event that is kept."""

    client: FlaskClient
    db_path: Path
    id: int
    first_codes: Codes

    @property
    def codes(self) -> Codes:
        with connect(self.db_path) as db:
            return codes_of_event(db, self.id)

    @property
    def event(self) -> Event:
        with connect(self.db_path) as db:
            return read_event(load_event(db, self.id).document)

    @property
    def version(self) -> int:
        with connect(self.db_path) as db:
            return load_event(db, self.id).version

    @property
    def tables(self) -> tuple[StoredEventTable, ...]:
        with connect(self.db_path) as db:
            return tables_of_event(db, self.id)

    @property
    def log(self) -> tuple[EventChange, ...]:
        with connect(self.db_path) as db:
            return event_history(db, self.id, limit=50)

    def document(self, number: int) -> dict[str, object]:
        """What lies on a table."""
        with connect(self.db_path) as db:
            [table] = [each for each in tables_of_event(db, self.id) if each.number == number]
            return load_table(db, table.table_id).document

    def url(self, path: str = "", *, right: Right = Right.ORGANISE) -> str:
        return f"/e/{self.codes.up_to(right)[right]}{path}"

    def page(self, path: str = "", *, right: Right = Right.ORGANISE) -> Element:
        """Ask for a page that is there."""
        with self.client.get(self.url(path, right=right)) as response:
            assert response.status_code == 200, response.text
            return parse(response.text)

    def stamp(self, path: str, form: str) -> dict[str, str]:
        """What the form on a page that posts there would send as it stands."""
        address = self.url(form)
        forms = self.page(path).all("form")
        own = [each for each in forms if each.attributes.get("action", "") == address]
        own = own or [each for each in forms if "action" not in each.attributes]
        return own[0].fields() | {"change_id": next_id()}

    def send(self, path: str, form: str, values: Mapping[str, str]) -> TestResponse:
        """Fill a form of a page and send it."""
        return self.client.post(self.url(form), data={**self.stamp(path, form), **values})

    def post(self, form: str, values: Mapping[str, str]) -> TestResponse:
        """Send a form that minds nothing but itself, without looking at its page."""
        return self.client.post(self.url(form), data={"change_id": next_id(), **values})


def keep_hall(client: FlaskClient, db_path: Path, *, tables: int = 3) -> Hall:
    """Make an event of some tables with two layouts that go round."""
    seats = tuple(EventTable(number) for number in range(1, tables + 1))
    event = Event("Autumn Open", "ce-5.01", preset="default", rounds=3, minutes=90.0, seats=seats)
    event = rotated(event, tuple(LAYOUTS), range(1, 4))
    with connect(db_path) as db:
        made = make_event(
            db,
            document=write_event(event),
            tables=[
                NewTable(
                    seat.number,
                    f"Table {seat.number}",
                    table_document(
                        event, LAYOUTS[event.game(seat.number, 1).layout], name=f"Table {seat.number}"
                    ),
                )
                for seat in event.seats
            ],
            layouts=LAYOUTS,
            now=NOW,
            author="organiser",
            origin=None,
        )
    return Hall(client, db_path, made.id, made.codes)


def code_of(address: str) -> str:
    """The code that stands in an address."""
    match = re.match(r"/[et]/([0-9A-Z]{10})", address)
    assert match is not None, address
    return match[1]
