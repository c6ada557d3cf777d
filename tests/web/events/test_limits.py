"""What is uploaded to an event has the limits that its pages promise."""

from collections.abc import Iterator

import pytest
from flask import Flask

from astrike.model.byte_limits import ARCHIVE, IMPORT
from astrike.web.http.upload_limits import most_bytes_of
from tests.web.conftest import next_id
from tests.web.events.hall import Hall
from tests.web.http.test_upload_limits import assert_reads_what_the_page_promises
from tests.web.server.wire import Wire, serving

PLACES = {
    "a layout": ("{event}/layouts/upload", "{event}/layouts", IMPORT),
    "an archive": ("/events/bring", "/events/bring", ARCHIVE),
}


@pytest.fixture
def wire(hall: Hall) -> Iterator[Wire]:
    with serving(hall.db_path) as found:
        yield found


@pytest.mark.parametrize("place", PLACES)
def test_a_file_of_the_size_that_the_page_promises_is_read_and_a_larger_one_refused(
    wire: Wire, hall: Hall, place: str
) -> None:
    to, page, limit = PLACES[place]
    assert_reads_what_the_page_promises(
        wire, to.format(event=hall.url()), page.format(event=hall.url()), limit
    )


def test_an_archive_is_sent_from_the_disk_and_comes_back(wire: Wire, hall: Hall) -> None:
    address = f"/e/{hall.codes.organise}/archive.zip"
    answer = wire.ask(address)
    assert answer.status == 200
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    assert wire.ask(address, method="HEAD").status == 200
    assert wire.send_file("/events/bring", answer.data, change_id=next_id()).status == 303


def test_an_archive_may_be_larger_than_other_files(made_once: Flask) -> None:
    assert most_bytes_of(made_once)("POST", "/events/bring") > ARCHIVE.most
