"""Events that older versions have kept are as they were."""

from pathlib import Path

import pytest

from astrike.errors import NotFound
from astrike.store.database.connection import connect
from astrike.store.events.codes import lookup_event
from astrike.store.events.events import load_event
from astrike.store.events.judge_calls import calls_of_event
from astrike.store.events.layouts import layouts_of
from astrike.store.events.tables import tables_of_event
from astrike.store.events.undo import undo_event, undos_of_event
from astrike.store.table.codes import Right
from astrike.store.table.log import ChangedBy
from tests.store.builders import NOW
from tests.store.database.test_schemas import number_of, old_file

__all__ = ["old_file"]


def test_events_of_an_old_file_are_as_they_were(request: pytest.FixtureRequest, old_file: Path) -> None:
    if number_of(request) < 4:
        with connect(old_file) as db, pytest.raises(NotFound):
            lookup_event(db, "7RW0000003")
        return
    with connect(old_file) as db:
        access = lookup_event(db, "7RW00-00003")
        version = 2 if number_of(request) < 5 else 4 if number_of(request) < 9 else 6
        assert (access.right, access.version) == (Right.ORGANISE, version)
        assert load_event(db, access.event_id).document == {"name": "Autumn Open", "edition": "ce-5.01"}
        assert [each.name for each in layouts_of(db, access.event_id)] == ["River"]
        assert [each.number for each in tables_of_event(db, access.event_id)] == [7]


def test_what_was_taken_out_of_an_event_of_an_old_file_can_come_back(
    request: pytest.FixtureRequest, old_file: Path
) -> None:
    if number_of(request) < 5:
        with connect(old_file) as db:
            assert undos_of_event(db, 1).undo is None
        return
    with connect(old_file) as db:
        step = undos_of_event(db, 1).undo
        assert step is not None
        undo_event(db, 1, version=step.version, who=ChangedBy("Kim", "undo-1", NOW))
        assert [each.name for each in layouts_of(db, 1)] == ["Mill", "River"]


def test_calls_of_an_old_file_are_as_they_were(request: pytest.FixtureRequest, old_file: Path) -> None:
    with connect(old_file) as db:
        calls = calls_of_event(db, 1)
        if number_of(request) < 9:
            assert calls == ()
            return
        [call] = calls
        assert (call.number, call.about, call.ruling_id) == (7, "partial cover", "9RV0000004")
        assert (call.state, call.coming_by) == ("coming", "Robin")
