"""How far an attack at a place holds, and what is said where nothing can be measured."""

import math

import pytest

from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.margin import POINT, SearchedAround, Unmeasured
from astrike.model.table import Table
from astrike.rules.rulings.attack_and_sight_margins import attack_margins
from astrike.rules.rulings.place_margins import place_margins
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import Json, box, building, hill, mech, table, unit

ARTILLERY = AttackQuestion(kind="artillery")
CLOSE = 0.02


def board(*features: Json, **head: object) -> Table:
    return table(*features, width=48, depth=48, **head)


def test_the_attacker_may_be_off_until_the_nearest_wall_is_in_another_bracket() -> None:
    barn = building("b", box(4, 34.575, 8, 36), height=2)
    found = place_margins(prepare_table(board(mech("A", (5, 10)), barn)), "A", TablePoint(6, 35.3))
    assert found.least is not None
    assert (found.least.unit, found.least.of, found.least.becomes.bracket) == ("A", "range", "long")
    assert found.least.inches == pytest.approx(0.05, abs=0.002)
    assert dict(found.least.facts) == {
        "measured": pytest.approx(23.95),
        "bound": 24.0,
        "bracket": "medium",
    }
    assert found.close


def test_the_point_may_be_off_until_a_hill_hides_it() -> None:
    ridge = hill("h", box(14, 20, 26, 21), height=3)
    gun = mech("A", (20, 10), specials=["ARTLT-1"])
    # The line past the hill's corner at (14, 20) meets the point's row at 8.
    found = place_margins(prepare_table(board(gun, ridge)), "A", TablePoint(8 - 0.2, 30), ARTILLERY)
    point = next(each for each in found.units if each.unit == POINT)
    assert point.inches == pytest.approx(0.2 * 20 / math.hypot(12, 20), abs=CLOSE)
    assert not point.becomes.allowed


def test_to_artillery_all_ranges_are_one() -> None:
    gun = mech("A", (5, 10), specials=["ARTLT-1"])
    found = place_margins(prepare_table(board(gun)), "A", TablePoint(5, 34.575), ARTILLERY)
    assert (found.least, found.holds, found.close) == (None, 0.5, False)
    assert found.searched == (SearchedAround("A", 0.5), SearchedAround(POINT, 0.5))


def test_on_hexes_a_place_holds_nothing_to_measure() -> None:
    prepared = prepare_table(board(mech("A", (5, 10)), mech("B", (5, 20)), grid={"hex": 2, "top": "flat"}))
    for found in (place_margins(prepared, "A", TablePoint(5, 20)), attack_margins(prepared, "A", "B")):
        assert (found.units, found.holds, found.unmeasured) == ((), 0.0, (Unmeasured("hexes"),))


def test_who_flies_a_path_is_not_displaced_and_the_other_is() -> None:
    path = {"from": [0, 10], "to": [48, 10], "altitude": "low"}
    flyer = unit("A", (5, 10), type="AF", side="red", motion="flight", flight=path, damage="2/2/2")
    below = mech("B", (20, 12), side="blue")
    found = attack_margins(prepare_table(board(flyer, below)), "A", "B", AttackQuestion(kind="strike"))
    assert found.unmeasured == (Unmeasured("flight", "A"),)
    assert [each.unit for each in found.searched] == ["B"]
    assert found.holds > 0.0
