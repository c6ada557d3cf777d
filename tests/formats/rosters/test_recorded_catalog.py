"""What a catalog answered is written down, and answers the same later, whatever the catalog knows then."""

from astrike.formats.rosters.memory_catalog import KnownCards
from astrike.formats.rosters.recorded_catalog import AskedCatalog, FirstOf, WrittenCatalog
from astrike.model.roster import Roster, RosterUnit

CARD = {"type": "BM", "armor": 5, "structure": 4, "specials": ["ECM"], "pv": 30}


def knowing(*units: RosterUnit) -> KnownCards:
    found = KnownCards()
    found.add(Roster("test", "Test", units=units))
    return found


def unit(name: str, mul: int, **card: object) -> RosterUnit:
    return RosterUnit(name, mul=mul, card={**CARD, **card}, keys=(name.casefold(),))


def test_what_was_answered_is_answered_again() -> None:
    asked = AskedCatalog(knowing(unit("Alder", 1), unit("Alder Red", 2), unit("Birch \ud800", 3)))
    questions = (
        lambda catalog: catalog.by_mul(1),
        lambda catalog: catalog.by_mul(9),
        lambda catalog: catalog.by_name("Alder red"),
        lambda catalog: catalog.by_name("Cedar"),
        lambda catalog: catalog.matching("alder"),
        lambda catalog: catalog.matching("birch"),
        lambda catalog: catalog.matching("oak"),
    )
    answers = [ask(asked) for ask in questions]
    written = WrittenCatalog(asked.text())
    assert [ask(written) for ask in questions] == answers
    assert written.matching("alder", limit=1) == answers[4][:1]


def test_what_was_not_asked_is_not_known() -> None:
    asked = AskedCatalog(knowing(unit("Alder", 1)))
    for written in (WrittenCatalog(asked.text()), WrittenCatalog(None)):
        assert (written.by_mul(1), written.by_name("Alder"), written.matching("alder")) == (None, None, ())


def test_one_catalogue_is_asked_where_the_first_knows_nothing() -> None:
    both = FirstOf(knowing(unit("Alder", 1, armor=9)), knowing(unit("Alder", 1), unit("Birch", 2)))
    alder, birch = both.by_mul(1), both.by_name("birch")
    assert alder is not None
    assert birch is not None
    assert (alder.card["armor"], birch.mul) == (9, 2)
    assert [each.card["armor"] for each in both.matching("alder")] == [9]
    assert [each.name for each in both.matching("birch")] == ["Birch"]
