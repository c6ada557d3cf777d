"""Cards of earlier imports are found by number and by every name; the newest counts unless it knows less."""

from datetime import timedelta

import pytest

from astrike.errors import InputError, NotFound, Problem
from astrike.model.roster import RosterUnit, names_of
from astrike.store.database.column_values import json_to_text
from astrike.store.database.connection import Database
from astrike.store.table.tables import KEPT_AFTER_DELETION
from astrike.store.units import catalog as catalogs
from astrike.store.units.catalog import (
    StoredCatalog,
    cards_of,
    count_cards,
    delete_card,
    deleted_cards,
    import_changes,
    remember,
    restore_card,
)
from tests.store.builders import NOW, new_table

CARD = {"type": "BM", "size": 2, "move": '8"', "armor": 5, "structure": 4, "specials": ["ECM"], "pv": 30}


def unit(name: str = "Alder ALD-2", mul: int | None = 11, **fields: object) -> RosterUnit:
    return RosterUnit(name, mul=mul, card={**CARD, **fields}, keys=names_of("Alder", "ALD-2", "BM"))


def kept(db: Database, *units: RosterUnit) -> int:
    return remember(db, units, owner=None, source="trees.csv", now=NOW)


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
    assert kept(db, unit("Alder ALD-2 (new)", armor=6)) == 1
    assert count_cards(db) == 1
    catalog = StoredCatalog(db)
    found = catalog.by_mul(11)
    assert found is not None
    assert (found.name, found.card["armor"]) == ("Alder ALD-2 (new)", 6)
    assert catalog.by_name("alder ald-2") == catalog.by_name("Alder ALD-2 (new)") == found


def test_the_same_card_again_changes_nothing(db: Database) -> None:
    assert kept(db, unit(), unit()) == 1
    assert remember(db, [unit()], owner=None, source="again", now=NOW) == 0
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


def armor(catalog: StoredCatalog) -> object:
    found = catalog.by_mul(11)
    return None if found is None else found.card["armor"]


def test_a_table_finds_its_own_card_first_and_changes_no_other(db: Database) -> None:
    ours, theirs = new_table(db).id, new_table(db).id
    kept(db, unit(), RosterUnit("Birch", mul=12, card=CARD))
    assert remember(db, [unit(armor=9)], owner=ours, source="own", now=NOW) == 1
    own, other = StoredCatalog(db, table_id=ours), StoredCatalog(db, table_id=theirs)
    assert (armor(own), armor(other), armor(StoredCatalog(db))) == (9, 5, 5)
    assert [catalog.by_name("alder ald-2").card["armor"] for catalog in (own, other)] == [9, 5]  # type: ignore[union-attr]  # found
    assert [(each.name, each.card["armor"]) for each in own.matching("")] == []
    assert [each.card["armor"] for each in own.matching("alder")] == [9], "one card for one unit"
    assert [each.name for each in own.matching("bir")] == ["Birch"]
    assert (count_cards(db), count_cards(db, owner=ours), count_cards(db, owner=theirs)) == (2, 1, 0)


def test_a_table_without_a_part_in_what_is_shared_finds_its_own_only(db: Database) -> None:
    table = new_table(db).id
    kept(db, unit(), RosterUnit("Birch", mul=12, card=CARD))
    remember(db, [RosterUnit("Cedar", mul=13, card=CARD)], owner=table, source="own", now=NOW)
    catalog = StoredCatalog(db, table_id=table, shared=False)
    assert (catalog.by_mul(11), catalog.by_name("Birch"), catalog.matching("birch")) == (None, None, ())
    assert [each.name for each in catalog.matching("cedar")] == ["Cedar"]
    assert (catalog.count(), StoredCatalog(db, table_id=table).count()) == (1, 3)


def test_a_table_forgets_the_cards_it_got_first_and_the_shared_ones_are_never_forgotten(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogs, "MOST_CARDS", 2)
    table = new_table(db).id
    for day in range(4):
        one = RosterUnit(f"Tree {day}", mul=20 + day, card=CARD)
        remember(db, [one], owner=table, source="own", now=NOW + timedelta(days=day))
    assert [each.name for each in cards_of(db, owner=table)] == ["Tree 2", "Tree 3"]
    kept(db, unit(), RosterUnit("Birch", mul=12, card=CARD))
    with pytest.raises(InputError, match="delete some first"):
        kept(db, RosterUnit("Cedar", mul=13, card=CARD))
    assert count_cards(db) == 2


def test_large_cards_take_no_room_from_others(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    size = len(json_to_text(CARD))
    monkeypatch.setattr(catalogs, "MOST_BYTES_OF_AN_OWNER", 2 * size)
    table = new_table(db).id
    for day in range(3):
        one = RosterUnit(f"Tree {day}", mul=20 + day, card=CARD)
        remember(db, [one], owner=table, source="own", now=NOW + timedelta(days=day))
    assert [each.name for each in cards_of(db, owner=table)] == ["Tree 1", "Tree 2"]
    kept(db, unit(), RosterUnit("Birch", mul=12, card=CARD))
    with pytest.raises(InputError, match="delete some first"):
        kept(db, RosterUnit("Cedar", mul=13, card=CARD))
    delete_card(db, cards_of(db, owner=None)[0].id, owner=None, now=NOW)
    assert kept(db, RosterUnit("Cedar", mul=13, card=CARD)) == 1, "what was deleted gives way"
    assert [each.name for each in cards_of(db, owner=None)] == ["Birch", "Cedar"]


def test_what_is_longer_than_any_name_is_none(db: Database) -> None:
    assert kept(db, RosterUnit("x" * 201, mul=12, card=CARD)) == 0
    assert kept(db, RosterUnit("Birch", mul=12, card=CARD, keys=("y" * 201, "birch b"))) == 1
    assert StoredCatalog(db).by_name("birch b") == StoredCatalog(db).by_mul(12)
    assert StoredCatalog(db).by_name("y" * 201) is None


def test_what_an_import_would_do_is_said_before_and_done_so(db: Database) -> None:
    kept(db, unit(), RosterUnit("Birch", mul=12, card=CARD), RosterUnit("Fir", mul=13, card=CARD))
    less = {key: value for key, value in CARD.items() if key != "specials"}
    brought = [
        unit(armor=6),
        RosterUnit("Birch", mul=12, card=CARD),
        RosterUnit("Fir", mul=13, card=less, unknown=("specials",)),
        RosterUnit("Cedar", mul=14, card=CARD),
        RosterUnit("Half", mul=15, is_resolved=False),
    ]
    changes = import_changes(db, brought, owner=None)
    assert [(each.unit.name, each.verdict) for each in changes] == [
        ("Alder ALD-2", "replaces"),
        ("Birch", "same"),
        ("Fir", "stays"),
        ("Cedar", "new"),
    ]
    assert changes[0].before is not None
    assert (changes[0].before.card["armor"], changes[0].before.source) == (5, "trees.csv")
    assert count_cards(db) == 3, "looking changes nothing"
    assert kept(db, *brought) == 2


def test_shared_cards_are_listed_deleted_and_brought_back(db: Database) -> None:
    kept(db, unit(), RosterUnit("Bär", mul=12, card=CARD))
    assert [each.name for each in cards_of(db, owner=None)] == ["Alder ALD-2", "Bär"]
    assert [each.name for each in cards_of(db, owner=None, words="bar")] == ["Bär"]
    assert [each.name for each in cards_of(db, owner=None, words="11")] == ["Alder ALD-2"]
    assert [each.name for each in cards_of(db, owner=None, most=1, after=1)] == ["Bär"]
    (alder,) = cards_of(db, owner=None, words="alder")
    for _sent in ("at first", "and again"):
        delete_card(db, alder.id, owner=None, now=NOW)
    catalog = StoredCatalog(db)
    assert (catalog.by_mul(11), catalog.by_name("alder ald-2"), catalog.matching("alder")) == (None, None, ())
    assert [each.name for each in deleted_cards(db, owner=None)] == ["Alder ALD-2"]
    restore_card(db, alder.id, owner=None)
    assert StoredCatalog(db).by_name("alder ald-2") == StoredCatalog(db).by_mul(11) is not None
    table = new_table(db).id
    for act in (
        lambda: delete_card(db, alder.id, owner=table, now=NOW),
        lambda: restore_card(db, 99, owner=None),
    ):
        with pytest.raises(NotFound):
            act()


def test_a_deleted_card_comes_back_by_a_new_import(db: Database) -> None:
    kept(db, unit())
    (alder,) = cards_of(db, owner=None)
    delete_card(db, alder.id, owner=None, now=NOW)
    assert [each.verdict for each in import_changes(db, [unit()], owner=None)] == ["new"]
    assert kept(db, unit(mul=None, armor=9)) == 1, "somebody's own that is called like it"
    assert kept(db, unit()) == 1
    assert armor(StoredCatalog(db)) == 5
    assert count_cards(db) == 2


def test_a_card_that_was_deleted_long_ago_is_forgotten(db: Database) -> None:
    kept(db, unit())
    (alder,) = cards_of(db, owner=None)
    delete_card(db, alder.id, owner=None, now=NOW - KEPT_AFTER_DELETION - timedelta(days=1))
    kept(db, RosterUnit("Birch", mul=12, card=CARD))
    assert deleted_cards(db, owner=None) == ()
