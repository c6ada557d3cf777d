"""Every term of the damage has the page of its own edition."""

import pytest

from astrike.model.attack_question import PLAIN, AttackQuestion
from astrike.rulebook.columns import NO_PAGE
from astrike.rules.table.prepared_table import prepare_table
from tests.asking import attack
from tests.builders import Json, box, mech, table, vehicle, water

FLANKED = {"side": "red", "facing": 0}
DEEP = water("pond", box(0, 0, 48, 36), depth=3)


@pytest.mark.parametrize(
    ("attacker", "sunk", "question", "pages"),
    [
        pytest.param(
            mech("A", (10, 10), hits={"weapon": 1}, overheat=2, state=["hull-down"]),
            False,
            AttackQuestion(overheat=1),
            {
                "damage.bracket": ("CE p.44", "CE7 p.43", "AS p.37"),
                "damage.weapon-hits": ("CE p.50", "CE7 p.50", NO_PAGE),
                "damage.hull-down": ("CE p.38", "CE7 p.38", NO_PAGE),
                "damage.overheat": ("CE p.53", "CE7 p.53", NO_PAGE),
                "damage.rear": ("CE p.48", "CE7 p.48", NO_PAGE),
            },
            id="a hit, hull-down and overheating 'Mech from the rear",
        ),
        pytest.param(
            vehicle("A", (10, 10), hits={"engine": 1}),
            False,
            PLAIN,
            {
                "damage.bracket": ("CE p.44", "CE7 p.43", "AS p.37"),
                "damage.engine-hit": ("CE p.50", "CE7 p.50", NO_PAGE),
                "damage.rear": ("CE p.48", "CE7 p.48", NO_PAGE),
            },
            id="a vehicle with an engine hit from the rear",
        ),
        pytest.param(
            mech("A", (10, 10), specials=["TOR1/1/1"]),
            True,
            PLAIN,
            {
                "damage.bracket": ("CE p.44", "CE7 p.43", "AS p.37"),
                "damage.rear": ("CE p.48", "CE7 p.48", NO_PAGE),
                "damage.underwater": ("CE p.48", "CE7 p.48", NO_PAGE),
                "damage.torpedoes": ("CE p.79", "CE7 p.79", "AS p.34"),
            },
            id="torpedoes beside weapons under water",
        ),
    ],
)
@pytest.mark.parametrize("edition", ["ce-5.01", "ce-7", "classic-2.3.1"])
def test_terms_of_the_damage_name_the_pages_of_their_edition(
    attacker: Json, sunk: bool, question: AttackQuestion, pages: dict[str, tuple[str, str, str]], edition: str
) -> None:
    pieces = [DEEP] if sunk else []
    prepared = prepare_table(table(*pieces, attacker, mech("B", (10, 13), **FLANKED), edition=edition))
    found = {term.key: term.cite.page for term in attack(prepared, "A", "B", question).damage.terms}
    of_edition = ["ce-5.01", "ce-7", "classic-2.3.1"].index(edition)
    assert found == {key: page[of_edition] for key, page in pages.items()}
