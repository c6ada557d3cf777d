"""How far sight and area effects hold."""

import pytest

from astrike.model.attack_question import TablePoint
from astrike.model.margin import POINT, Unmeasured
from astrike.model.table import Table
from astrike.rules.area.blast import blast
from astrike.rules.rulings.attack_and_sight_margins import sight_margins
from astrike.rules.rulings.blast_margins import blast_margins
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import box, hill, mech, table, wall


def board(*features: object, **head: object) -> Table:
    return table(*features, width=36, depth=36, **head)  # type: ignore[arg-type]  # features


def test_sight_holds_until_the_wall_ends() -> None:
    beside = wall("w", box(15.775, 17, 20, 17.2), height=4)
    found = sight_margins(
        prepare_table(board(mech("A", (15, 10)), mech("B", (15, 24), facing=180), beside)), "A", "B"
    )
    assert found.now.state == "clear"
    assert found.least is not None
    assert (found.least.of, found.least.becomes.state, found.least.becomes.cover) == (
        "hidden",
        "partial",
        True,
    )
    # The wall's far corner throws its shadow so far at the target's distance; a third of the base has to be in it.
    shadow = 14 * 0.775 / 7.2
    assert found.least.inches == pytest.approx(shadow - 0.625 + 1.25 / 3, abs=0.02)


def test_nobody_is_seen_better_beyond_the_look_around() -> None:
    found = sight_margins(
        prepare_table(board(mech("A", (15, 10)), mech("B", (15, 24), facing=180))), "A", "B"
    )
    assert (found.least, found.units, found.close) == (None, (), False)


@pytest.mark.parametrize(
    ("environment", "end", "off"),
    [("daylight", 42.0, 0.05), ("daylight", 42.0, -0.3), ("night", 12.0, 0.07)],
)
def test_where_sight_ends_is_told(environment: str, end: float, off: float) -> None:
    far = mech("B", (5, 5 + 1.25 + end - off), facing=180)
    prepared = prepare_table(table(mech("A", (5, 5)), far, width=48, depth=60, environment=environment))
    found = sight_margins(prepared, "A", "B")
    assert found.least is not None
    assert (found.least.of, found.least.inches) == ("range", pytest.approx(abs(off), abs=1e-6))
    assert dict(found.least.facts) == {"measured": pytest.approx(end - off), "bound": end}


@pytest.mark.parametrize(
    ("y", "inches", "ring"),
    [(10 + 0.625 + 3.3, 0.3, "outer"), (10 + 0.625 + 2.95, 0.05, None), (10 + 0.625 + 1.2, 0.2, "inner")],
    ids=["missed", "caught by little", "nearly in the middle"],
)
def test_a_ring_is_as_near_as_its_edge(y: float, inches: float, ring: str | None) -> None:
    prepared = prepare_table(board(mech("A", (10, 10))))
    found = blast_margins(prepared, blast(prepared, TablePoint(10, y), "ART-LT"))
    assert found.least is not None
    assert (found.least.unit, found.least.becomes.ring) == ("A", ring)
    assert found.least.inches == pytest.approx(inches, abs=0.002)
    assert found.close is (inches < 0.1)


def test_who_could_fall_off_a_hill_is_nearer_to_the_point() -> None:
    up = hill("h", box(5, 5, 15, 10.5), height=2)
    prepared = prepare_table(board(mech("A", (10, 10)), up))
    found = blast_margins(prepared, blast(prepared, TablePoint(10, 10 + 0.625 + 1.5, 0.0), "ART-LT"))
    assert found.least is not None
    # On the hill it is 3.5 away and missed; half an inch farther it stands below, 1.0 away.
    assert found.least.inches == pytest.approx(0.5, abs=0.02)
    assert found.least.becomes.ring in ("inner", "outer")


def test_the_point_may_be_off_until_the_nearest_of_all_units_is_in_another_ring() -> None:
    prepared = prepare_table(board(mech("A", (10, 10)), mech("B", (10, 17.3))))
    found = blast_margins(prepared, blast(prepared, TablePoint(10, 10 + 0.625 + 3.3), "ART-LT"))
    (off,) = found.aspects
    assert (off.unit, off.facts["unit"], off.becomes.ring) == (POINT, "B", None)
    assert off.inches == pytest.approx(0.25, abs=0.002)
    assert off.toward == pytest.approx((0.0, -1.0), abs=0.02)


def test_on_hexes_and_without_rings_it_says_why_nothing_is_measured() -> None:
    prepared = prepare_table(board(mech("A", (10, 10)), grid={"hex": 2, "top": "flat"}))
    found = blast_margins(prepared, blast(prepared, TablePoint(10, 10), "ART-LT"))
    assert (found.units, found.aspects, found.unmeasured) == ((), (), (Unmeasured("hexes"),))


def test_far_away_nobody_is_named() -> None:
    prepared = prepare_table(board(mech("A", (10, 10))))
    assert blast_margins(prepared, blast(prepared, TablePoint(30, 30), "ART-LT")).units == ()
