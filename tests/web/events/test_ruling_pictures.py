"""The pictures of rulings may come with the archive of an event."""

import pytest

from astrike.formats.events.ruling_file import is_drawing
from astrike.store.database.connection import connect
from astrike.store.rulings.rulings import load_ruling
from tests.web.arena import arena
from tests.web.conftest import Kept, keep
from tests.web.rulings.test_ruling_page import save


@pytest.mark.parametrize("kind", ["attack", "move"])
def test_the_pictures_of_every_ruling_may_come_with_an_archive(kept: Kept, kind: str) -> None:
    table = keep(kept.client, kept.db_path, arena(name="Arena"))
    question = {"attack": {"attacker": "A", "target": "R"}, "move": {"unit": "A", "path": [[9, 9]]}}[kind]
    ruling_id = save(table, kind, question).rsplit("/", 1)[1]
    with connect(table.db_path) as db:
        drawings = load_ruling(db, ruling_id).record.shown.drawings
    assert drawings
    assert all(is_drawing(each.svg) for each in drawings)
