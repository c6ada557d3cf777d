"""How much of a base has to lie on a road: the judge, reach and the checks of a layout say the same (CE p.35)."""

import pytest

from astrike.rules.layout.blockers import walkable_terrain
from astrike.rules.layout.reachable_areas import ground_unit_kind
from astrike.rules.movement.reach import reach
from astrike.rules.movement.roads import where_road_carries
from astrike.rules.table.prepared_table import prepare_table
from tests import builders
from tests.rules.movement.move_questions import ask, tank

WIDTHS = (0.1, 0.5, 0.52, 1.0, 1.2, 1.5, 2.0)
"""Of these 0.52 and more hold half of a base of 1.25 inches, 1.5 and more all of it."""
CARRIED = {"centre": 0.1, "half-base": 0.52, "whole-base": 1.5}


def nearest_to(least: float) -> tuple[float, ...]:
    """Give the widest street that does not carry, if there is one, and the narrowest that does."""
    number = next(number for number, width in enumerate(WIDTHS) if width >= least)
    return WIDTHS[max(0, number - 1) : number + 1]


def street(width: float) -> builders.Json:
    return builders.area("street", builders.box(2, 10 - width / 2, 30, 10 + width / 2), kind="road")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("under", list(CARRIED))
def test_judge_and_reach_agree_on_who_is_on_the_road(under: str, width: float) -> None:
    options = {"road.under": under}
    carries = width >= CARRIED[under]
    answer = ask(tank(move='8"t'), street(width), path=[(15, 10)], options=options)
    assert answer.allowed is carries
    assert answer.available == (10 if carries else 8)
    if width not in nearest_to(CARRIED[under]):  # reach takes the same inches, and much longer
        return
    found = reach(prepare_table(builders.table(tank(move='8"t'), street(width), options=options)), "A")
    assert found.available == (10 if carries else 8)
    assert max(x for x, _ in found.contours[-1].rings[0]) == pytest.approx(15 if carries else 13, abs=0.03)
    assert found.refused == ()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("under", list(CARRIED))
def test_checks_of_a_layout_know_the_same_roads(under: str, width: float) -> None:
    prepared = prepare_table(builders.table(street(width), options={"road.under": under}))
    kind = ground_unit_kind(prepared, "tracked")
    land, _ = walkable_terrain(prepared, kind)
    assert bool(len(where_road_carries(prepared, land, kind.base))) is (width >= CARRIED[under])


def test_the_option_is_named_where_it_decides_alone() -> None:
    def named(width: float, y: float = 10) -> bool:
        answer = ask(tank((5, y), move='8"t'), street(width), path=[(15, y)])
        return "road.under" in [option.id for option in answer.options_used]

    assert named(1.0)
    assert not named(2.0), "the whole base is on it"
    assert not named(2.0, 12), "it is beside it"


def test_a_base_that_cuts_a_corner_leaves_the_road() -> None:
    bend = builders.feature(
        "street",
        builders.polygon([(2, 9), (14, 9), (14, 20), (12, 20), (12, 11), (2, 11)]),
        kind="road",
    )
    around = ask(tank(move='8"t'), bend, path=[(13, 10), (13, 12)])
    assert (around.allowed, around.available) == (True, 10)
    inner = ask(tank((8, 10.9), move='8"t'), bend, path=[(12.1, 10.9), (12.1, 14)])
    assert inner.available == 10, "along the inner edge half of it stays on the road"


def test_rails_carry_by_the_middle_whatever_is_said() -> None:
    rails = builders.area("rails", builders.box(2, 9.9, 30, 10.1), kind="rail")
    train = builders.vehicle("A", (5, 10), move='8"r')
    for under in CARRIED:
        assert ask(train, rails, path=[(12, 10)], mode=None, options={"road.under": under}).allowed


WOODS = builders.woods("woods", builders.box(7, 0, 30, 20))


@pytest.mark.parametrize(("under", "beside"), [("centre", 0.3), ("half-base", 0.3), ("whole-base", 0.005)])
def test_the_margin_says_how_near_a_base_comes_to_leaving_the_road(under: str, beside: float) -> None:
    width = 2 * (10.2 - 10 + beside + (0.625 if under == "whole-base" else 0.0))
    options = {"road.under": under}
    answer = ask(tank((5, 10.2), move='8"t'), street(width), path=[(14.5, 10.2)], options=options)
    assert answer.margin is not None
    assert (answer.margin.of, answer.margin.close) == ("road", under == "whole-base")
    assert answer.margin.inches == pytest.approx(beside, abs=1e-3)


def test_the_margin_speaks_of_the_road_only_where_it_decided() -> None:
    free = ask(builders.mech("A", (5, 10), move='10"'), street(0.6), path=[(14.5, 10)])
    assert free.margin is not None
    assert free.margin.of == "move"

    def costs(y: float) -> float:
        moving_unit = builders.mech("A", (5, y), move='10"')
        return ask(moving_unit, street(0.6), WOODS, path=[(14.5, y)]).cost

    kept = ask(builders.mech("A", (5, 10), move='10"'), street(0.6), WOODS, path=[(14.5, 10)])
    assert (kept.allowed, kept.cost) == (True, 9.5)
    assert kept.margin is not None
    assert kept.margin.of == "road"
    assert costs(10 + kept.margin.inches - 0.002) == 9.5
    assert costs(10 + kept.margin.inches + 0.002) > 12
