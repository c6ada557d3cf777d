"""Cards of earlier imports are found by number and by every name; the newest counts unless it knows less."""

from datetime import timedelta

import pytest

from astrike.errors import Problem
from astrike.model.roster import RosterUnit, names_of
from astrike.store.catalog import StoredCatalog, count_cards, remember
from astrike.store.database import Database
from tests.store.builders import NOW

CARD = {"type": "BM", "size": 2, "move": '8"', "armor": 5, "structure": 4, "specials": ["ECM"], "pv": 30}


def unit(name: str = "Alder ALD-2", mul: int | None = 11, **fields: object) -> RosterUnit:
    return RosterUnit(name, mul=mul, card={**CARD, **fields}, keys=names_of("Alder", "ALD-2", "BM"))


def kept(db: Database, *units: RosterUnit) -> int:
    return remember(db, units, source="trees.csv", now=NOW)


def test_a_card_is_found_by_number_and_names(db: Database) -> None:
    assert kept(db, unit(), RosterUnit("Birch", mul=12, card={**CARD, "type": "CV"})) == 2
    catalog = StoredCatalog(db)
    found = catalog.by_mul(11)
    assert found is not None
    assert (found.name, found.mul, dict(found.card)) == ("Alder ALD-2", 11, CARD)
    for name in ("alder  ald-2", "ALDER ALD-2", "BMAlder_ALD2", "alder_ald2"):
        assert catalog.by_name(name) == found
    assert (catalog.by_mul(99), catalog.by_mul(10**30), catalog.by_mul(-1), catalog.by_name("Cedar")) == (
        None,
    ) * 4
    assert catalog.by_name("\ud800") is None
    assert count_cards(db) == 2


def test_what_happened_to_a_unit_is_not_kept(db: Database) -> None:
    played = unit(armor_left=1, heat=2, hits={"mp": 1}, pilot=["sniper"], state=["destroyed"], color="red")
    assert kept(db, played) == 1
    found = StoredCatalog(db).by_mul(11)
    assert found is not None
    assert dict(found.card) == CARD


@pytest.mark.parametrize(
    "part",
    [
        RosterUnit("Alder", mul=11, is_resolved=False),
        RosterUnit("Alder", mul=11, card={"type": "BM", "armor": 5}),
        RosterUnit("Alder", mul=11, card=CARD, problems=(Problem("a", "b", "c"),)),
        RosterUnit("", mul=11, card=CARD),
    ],
)
def test_half_a_card_is_not_kept(db: Database, part: RosterUnit) -> None:
    assert kept(db, part) == 0
    assert count_cards(db) == 0


def test_the_newest_card_replaces_the_one_before(db: Database) -> None:
    kept(db, unit())
    assert remember(db, [unit("Alder ALD-2 (new)", armor=6)], source="new", now=NOW + timedelta(days=1)) == 1
    assert count_cards(db) == 1
    catalog = StoredCatalog(db)
    found = catalog.by_mul(11)
    assert found is not None
    assert (found.name, found.card["armor"]) == ("Alder ALD-2 (new)", 6)
    assert catalog.by_name("alder ald-2") == catalog.by_name("Alder ALD-2 (new)") == found


def test_the_same_card_again_changes_nothing(db: Database) -> None:
    assert kept(db, unit(), unit()) == 1
    assert remember(db, [unit()], source="again", now=NOW) == 0
    assert db.execute("SELECT source FROM cards").fetchall() == [("trees.csv",)]


def test_a_card_that_knows_less_does_not_replace_one_that_knows_more(db: Database) -> None:
    less = {key: value for key, value in CARD.items() if key != "specials"}
    unsure = RosterUnit("Alder ALD-2", mul=11, card={**less, "armor": 9}, unknown=("specials",))
    assert kept(db, unsure) == 1
    found = StoredCatalog(db).by_mul(11)
    assert found is not None
    assert found.card["specials"] is None
    assert kept(db, unit()) == 1
    assert kept(db, unsure) == 0
    found = StoredCatalog(db).by_mul(11)
    assert found is not None
    assert found.card == CARD


def test_a_unit_without_a_number_is_known_by_its_name(db: Database) -> None:
    kept(db, unit(mul=None))
    assert kept(db, unit(mul=None, armor=6)) == 1
    assert count_cards(db) == 1
    assert kept(db, unit(mul=11, armor=6), unit(mul=12, armor=7)) == 2
    catalog = StoredCatalog(db)
    assert count_cards(db) == 2
    assert kept(db, unit(mul=None, armor=9)) == 0
    one, other = catalog.by_mul(11), catalog.by_mul(12)
    assert one is not None
    assert other is not None
    assert (one.card["armor"], other.card["armor"]) == (6, 7)
    assert catalog.by_name("alder ald-2") == other


def test_names_are_searched_by_words(db: Database) -> None:
    kept(db, unit(), RosterUnit("Birch", mul=12, card=CARD), RosterUnit("Black Alder", mul=13, card=CARD))
    catalog = StoredCatalog(db)
    assert [entry.name for entry in catalog.matching("alder")] == ["Alder ALD-2", "Black Alder"]
    assert [entry.name for entry in catalog.matching("ALDER bl")] == ["Black Alder"]
    assert [entry.name for entry in catalog.matching("alder", limit=1)] == ["Alder ALD-2"]
    assert (catalog.matching(" "), catalog.matching("100%_'\";--")) == ((), ())
