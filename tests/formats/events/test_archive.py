"""An archive that is made can be brought back, and a large one is read where it lies."""

import base64
import io
import random
import tracemalloc
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from tempfile import TemporaryFile

import pytest

from astrike.errors import InputError
from astrike.formats.events import archive as event_archive
from astrike.formats.events.archive import EventArchive, pack_archive, read_archive
from astrike.formats.events.ruling_file import read_kept
from astrike.formats.json_text import MAX_BYTES
from astrike.model.events.event import Event, EventTable
from astrike.model.ruling import ArchivedRuling
from tests.builders import document
from tests.formats.events.test_ruling_file import plain


def filler(kilobytes: int) -> str:
    """A text that cannot be packed well."""
    return base64.b64encode(random.Random(kilobytes).randbytes(750 * kilobytes)).decode()


def ruling(number: int, kilobytes: int) -> ArchivedRuling:
    kept = read_kept(plain())
    record = replace(kept.record, answer={**kept.record.answer, "filler": filler(kilobytes)})
    return replace(kept, id=f"9RV{number:07d}", number=number, seat=1, record=record)


def archive(
    *,
    tables: Mapping[int, Mapping[str, object]] | None = None,
    layouts: Mapping[str, Mapping[str, object]] | None = None,
    rulings: tuple[ArchivedRuling, ...] = (),
) -> EventArchive:
    found = {1: document()} if tables is None else tables
    seats = tuple(EventTable(number) for number in found)
    return EventArchive(Event("Open", "ce-5.01", rounds=1, seats=seats), layouts or {}, found, rulings, [])


def write_archive(made: EventArchive) -> bytes:
    out = io.BytesIO()
    pack_archive(made, out)
    return out.getvalue()


def refused(made: EventArchive) -> str:
    with pytest.raises(InputError) as caught:
        write_archive(made)
    return str(caught.value)


@pytest.mark.parametrize(
    ("limit", "most"),
    [("LARGEST_UNPACKED", 700_000), ("LARGEST_ARCHIVE", event_archive._DIRECTORY + 600_000)],
    ids=["unpacked", "packed"],
)
def test_rulings_that_would_make_it_too_large_are_left_out(
    monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    monkeypatch.setattr(event_archive, limit, most)
    made = write_archive(archive(rulings=tuple(ruling(number, 200) for number in range(9, 0, -1))))
    assert [each.number for each in read_archive(made).rulings] in ([9, 8], [9, 8, 7])
    assert len(made) <= event_archive.LARGEST_ARCHIVE


def test_a_ruling_that_no_archive_may_hold_is_left_out_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_archive, "LARGEST_RULING", 100_000)
    made = write_archive(archive(rulings=(ruling(3, 10), ruling(2, 200), ruling(1, 10))))
    assert [each.number for each in read_archive(made).rulings] == [3, 1]


def test_an_event_whose_tables_are_too_large_is_refused_and_they_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    large = document(note=filler(2_100))
    stated = refused(archive(tables={1: document(), 7: large}, layouts={"Hills": large}))
    assert f"tables/7.astrike.json: found {len(event_archive.write_document(large)):,} bytes" in stated
    assert "layouts/1.astrike.json: found" in stated
    assert f"at most {MAX_BYTES:,} bytes" in stated
    monkeypatch.setattr(event_archive, "LARGEST_UNPACKED", 100_000)
    stated = refused(archive(tables={1: document(), 7: document(note=filler(150))}))
    assert "most of them in tables/7.astrike.json" in stated
    monkeypatch.setattr(event_archive, "LARGEST_UNPACKED", 10_000_000)
    monkeypatch.setattr(event_archive, "LARGEST_ARCHIVE", event_archive._DIRECTORY + 100_000)
    assert "packed" in refused(archive(tables={1: document(note=filler(150))}))


def test_an_archive_on_the_disk_is_not_held_in_memory() -> None:
    with TemporaryFile() as file:
        pack_archive(archive(), file)
        with zipfile.ZipFile(file, "a", zipfile.ZIP_STORED) as packed:
            packed.writestr("README.txt", bytes(30_000_000))
        tracemalloc.start()
        try:
            found = read_archive(file)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        size = file.seek(0, io.SEEK_END)
    assert found.event.name == "Open"
    assert size > 30_000_000
    assert peak < 5_000_000
