"""Codes of events: they open nothing else, and one that was given out is never drawn again."""

import pytest

from astrike.errors import NotFound
from astrike.store.database.connection import Database
from astrike.store.events.codes import lookup_event, reissue_event_code
from astrike.store.events.events import StoredEvent
from astrike.store.table.codes import Right, installation_code, reissue_code, was_given
from tests.store.builders import new_table


def test_the_installations_code_opens_no_event(db: Database) -> None:
    with pytest.raises(NotFound):
        lookup_event(db, installation_code(db))


def test_a_code_that_was_given_out_is_known_when_it_is_void(db: Database, event: StoredEvent) -> None:
    reissue_event_code(db, event.id, Right.VIEW)
    given = [event.codes.view, event.codes.organise]
    assert [was_given(db, f"{code[:5]}-{code[5:]}".lower()) for code in given] == [True] * 2


def test_a_code_of_an_event_is_never_drawn_for_a_table(db: Database, event: StoredEvent) -> None:
    table = new_table(db)
    drawn = iter([event.codes.play, "FRESH00001"])
    assert reissue_code(db, table.id, Right.VIEW, draw=lambda: next(drawn)) == "FRESH00001"
