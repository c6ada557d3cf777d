"""The cards of a list belong to the table that it was brought to; what was previewed is what is added."""

import io
from collections.abc import Mapping

import pytest
from flask.testing import FlaskClient

from astrike.formats.table.table_file import parse_document
from astrike.model.roster import RosterUnit
from astrike.model.unit import Unit
from astrike.store.database.connection import connect
from astrike.store.table.codes import Right
from astrike.store.units.catalog import count_cards, remember
from tests.builders import document
from tests.web.conftest import NOW, Kept, keep, next_id
from tests.web.page import parse

HEAD = "chassis,model,mul_id,PV,SZ,MV,TMM,OV,Arm,Str,TP,dmgS,dmgM,dmgL,specials,skill\n"
ALDER = 'Alder,ALD-1,101,20,2,"8""",1,0,4,3,BM,2,2,1,"ECM",4\n'
FALSE_ALDER = 'Alder,ALD-1,101,1,2,"8""",1,0,99,99,BM,9,9,9,"",4\n'
NUMBERS = "{{101,4}}"


@pytest.fixture
def kim(client: FlaskClient, kept: Kept) -> Kept:
    """Provide Kim's table."""
    return keep(client, kept.db_path, document(name="Kim's"))


@pytest.fixture
def noor(client: FlaskClient, kept: Kept) -> Kept:
    """Provide Noor's table."""
    return keep(client, kept.db_path, document(name="Noor's"))


def share_card(table: Kept, *, armor: int = 4) -> None:
    """Let all tables have a card, as the installation's organizer does."""
    card = {"type": "BM", "size": 2, "move": '8"', "tmm": 1, "armor": armor, "structure": 3, "pv": 20}
    with connect(table.db_path) as db:
        unit = RosterUnit("Alder ALD-1", mul=101, card=card, keys=("alder ald-1",))
        remember(db, [unit], owner=None, source="shared.csv", now=NOW)


def cards(table: Kept) -> tuple[int, int]:
    """How many cards all tables share, and how many are this one's."""
    with connect(table.db_path) as db:
        return count_cards(db), count_cards(db, owner=table.id)


def post(table: Kept, address: str, data: Mapping[str, object], *, right: Right = Right.ORGANISE) -> str:
    stamp = {"version": str(table.version), "change_id": next_id()}
    response = table.client.post(address, data={**stamp, **data})
    assert response.status_code == 303, response.text
    return response.headers["Location"]


def bring(table: Kept, text: str) -> str:
    return post(table, table.url("/roster"), {"text": text}).partition("?")[0]


def look(table: Kept, preview: str) -> str:
    with table.client.get(preview) as response:
        assert response.status_code == 200
        return response.text


def add(table: Kept, preview: str) -> Unit:
    side = "blue" if parse_document(table.document).sides else "+blue"
    post(table, preview, {"take": "0", "side": side})
    return units(table)[-1]


def units(table: Kept) -> tuple[Unit, ...]:
    return parse_document(table.document).units


def test_looking_at_a_list_stores_no_card(kim: Kept, noor: Kept) -> None:
    look(noor, bring(noor, HEAD + FALSE_ALDER))
    assert cards(noor) == (0, 0)
    assert "MUL 101" in parse(look(kim, bring(kim, NUMBERS))).by_id("unresolved").text


def test_a_list_that_is_added_changes_no_shared_card(kim: Kept, noor: Kept) -> None:
    share_card(kim)
    assert add(noor, bring(noor, HEAD + FALSE_ALDER)).armor == 99
    assert cards(noor) == (1, 1)
    assert add(kim, bring(kim, NUMBERS)).armor == 4
    assert add(noor, bring(noor, NUMBERS)).armor == 99, "a table finds its own cards first"


def test_what_was_previewed_is_added_whatever_another_player_does_between(kim: Kept, noor: Kept) -> None:
    share_card(kim)
    preview = bring(kim, NUMBERS)
    assert "A 4" in look(kim, preview).replace("\N{NO-BREAK SPACE}", " ")
    look(noor, bring(noor, HEAD + FALSE_ALDER))
    add(noor, bring(noor, HEAD + FALSE_ALDER))
    share_card(noor, armor=77)
    with connect(kim.db_path) as db:
        card = {"type": "BM", "armor": 66, "structure": 1}
        unit = RosterUnit("Alder ALD-1", mul=101, card=card, keys=("alder ald-1",))
        remember(db, [unit], owner=kim.id, source="own", now=NOW)
    assert add(kim, preview).armor == 4
    assert "A 4" in look(kim, preview).replace("\N{NO-BREAK SPACE}", " ")


def test_a_unit_that_had_no_card_gets_one_when_it_is_looked_at_again(kim: Kept) -> None:
    preview = bring(kim, NUMBERS)
    share_card(kim)
    refused = kim.send(preview.removeprefix(kim.url()), {"take": "0", "side": "+blue"})
    assert refused.status_code == 422, "nobody was shown this card yet"
    look(kim, preview)
    share_card(kim, armor=77)
    assert add(kim, preview).armor == 4


def test_a_file_with_cards_is_kept_for_its_table_only(kim: Kept, noor: Kept) -> None:
    preview = bring(kim, NUMBERS)
    action = parse(look(kim, preview)).by_id("cards").attributes["action"]
    post(kim, action, {"file": (io.BytesIO((HEAD + ALDER).encode()), "cards.csv")})
    assert cards(kim) == (0, 1)
    look(kim, preview)
    assert add(kim, preview).armor == 4
    assert "MUL 101" in parse(look(noor, bring(noor, NUMBERS))).by_id("unresolved").text


def test_a_list_of_numbers_makes_no_shared_card_the_tables_own(kim: Kept) -> None:
    share_card(kim)
    add(kim, bring(kim, NUMBERS))
    assert cards(kim) == (1, 0)
    share_card(kim, armor=5)
    assert add(kim, bring(kim, NUMBERS)).armor == 5, "a correction reaches every table"


def test_a_copy_of_the_demo_finds_its_own_cards_only(kim: Kept, demo_copy: Kept) -> None:
    share_card(kim)
    preview = bring(demo_copy, NUMBERS)
    assert "MUL 101" in parse(look(demo_copy, preview)).by_id("unresolved").text
    assert "Alder ALD-1" not in demo_copy.page("/new-unit?find=alder").one("main").text
    assert (
        not parse(demo_copy.client.get(demo_copy.url("/new-unit?card=101")).text)
        .by_id("card")
        .fields()["name"]
    )
    assert "0 unit cards saved" in demo_copy.page("/units").by_id("known").text
    add(demo_copy, bring(demo_copy, HEAD + FALSE_ALDER))
    assert cards(demo_copy) == (1, 1)
    assert add(demo_copy, bring(demo_copy, NUMBERS)).armor == 99
    assert add(kim, bring(kim, NUMBERS)).armor == 4


def test_cards_that_are_looked_for_by_name_are_the_tables_own_first(kim: Kept, noor: Kept) -> None:
    share_card(kim)
    add(noor, bring(noor, HEAD + FALSE_ALDER))
    for table, armor in ((kim, "4"), (noor, "99")):
        found = table.page("/new-unit?find=alder").by_id("found").all("a")
        assert len(found) == 1, "one card for one unit"
        card = parse(table.client.get(found[0].attributes["href"]).text).by_id("card").fields()
        assert (card["name"], card["armor"]) == ("Alder ALD-1", armor)
