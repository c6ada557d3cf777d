"""Who stands on a bridge where nothing is said, and does everything that asks about it agree?

The table of going bars ships and trains from bridges (CE p.34; AS p.30); everybody else defaults to the deck.
"""

import pytest
from shapely import Point, Polygon

from astrike.model.movement import MoveQuestion, Waypoint
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.reach import reach
from astrike.rules.movement.standing_check import standing_findings
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests.builders import Json, area, battle_armor, box, bridge, infantry, mech, table, vehicle, water

EDITIONS = ("ce-5.01", "ce-7", "classic-2.3.1")
LAKE = water("lake", box(0, 0, 40, 24), depth=2)
RAILS = area("rails", box(0, 9, 40, 11), kind="rail")
UNDER = (15.0, 10.0)


def span(base: float) -> Json:
    return bridge("span", box(10, 0, 20, 24), base=base)


def field_of(unit: Json, *pieces: Json, **head: object) -> PreparedTable:
    return prepare_table(table(unit, *pieces, **head))


def stands(unit: Json, *pieces: Json, **head: object) -> tuple[float, str | None]:
    (body,) = field_of(unit, *pieces, **head).units.of
    return body.ground, body.on


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("base", [0.5, 1.5, 3.75])
@pytest.mark.parametrize(
    ("unit", "level"),
    [
        (vehicle("U", UNDER, move='8"n'), 0.0),
        (vehicle("U", UNDER, move='8"s'), 0.0),
        (vehicle("U", UNDER, move='8"s', state=["submerged"]), -2.0),
        (vehicle("U", UNDER, move='8"n/6"s'), 0.0),
        (mech("U", UNDER, specials=["UMU"], state=["submerged"]), -2.0),
        (mech("U", UNDER, elevation="under"), -2.0),
        (infantry("U", UNDER, move='2"s', state=["submerged"]), -2.0),
        (vehicle("U", UNDER, move='8"r'), -2.0),
    ],
    ids=["ship", "surfaced", "dived", "ship that dives", "wading 'Mech", "said", "divers", "train"],
)
def test_whose_kind_cannot_be_on_a_deck_is_under_it(
    edition: str, base: float, unit: Json, level: float
) -> None:
    assert stands(unit, LAKE, span(base), edition=edition) == (level, None)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "unit",
    [
        mech("U", UNDER),
        mech("U", UNDER, move='6"j'),
        mech("U", UNDER, specials=["UMU"]),
        infantry("U", UNDER),
        battle_armor("U", UNDER),
        vehicle("U", UNDER),
        vehicle("U", UNDER, move='8"w'),
        vehicle("U", UNDER, move='8"h'),
        vehicle("U", UNDER, move='8"v'),
        vehicle("U", UNDER, move='8"g'),
        vehicle("U", UNDER, move=None),
    ],
    ids=[
        "'Mech",
        "jumps",
        "UMU",
        "foot",
        "armor",
        "tracks",
        "wheels",
        "hover",
        "landed VTOL",
        "landed WiGE",
        "no Move",
    ],
)
def test_everybody_else_defaults_to_the_deck(edition: str, unit: Json) -> None:
    assert stands(unit, LAKE, span(3.75), edition=edition) == (4.0, "span")


def test_a_train_is_on_the_bridge_where_its_rails_are() -> None:
    train = vehicle("U", UNDER, move='8"r')
    assert stands(train, span(1), RAILS) == (1.25, "span")
    assert stands(train, span(1)) == (0.0, None)


@pytest.mark.parametrize(
    ("base", "level"),
    [(3.75, 1.0), (2.0, 1.0), (1.5, 2.75), (0.9, 2.15), (0.5, 1.0)],
)
@pytest.mark.parametrize("code", ["v", "g"])
def test_who_flies_is_beneath_a_deck_with_room_for_it_else_as_high_above_it(
    code: str, base: float, level: float
) -> None:
    motion = {"v": "vtol", "g": "wige"}[code]
    flyer = vehicle("U", UNDER, move=f'8"{code}', motion=motion, height=1)
    assert stands(flyer, LAKE, span(base)) == (level, None)


# ---- one answer everywhere


@pytest.mark.parametrize("code", ["n", "s"])
@pytest.mark.parametrize("base", [1.5, 3.75])
def test_judge_reach_and_default_have_a_ship_under_the_bridge(code: str, base: float) -> None:
    away = field_of(vehicle("U", (5, 10), move=f'14"{code}'), LAKE, span(base))
    there = judge_move(
        away, "U", MoveQuestion(path=(Waypoint(*UNDER),), mode="ground" if code == "n" else None)
    )
    assert (there.allowed, there.end[2], there.on) == (True, 0.0, None)
    assert _reaches(away, UNDER)
    here = field_of(vehicle("U", UNDER, move=f'14"{code}'), LAKE, span(base))
    back = judge_move(here, "U", MoveQuestion(path=(Waypoint(5, 10),)))
    assert (back.allowed, back.end[2], back.cost) == (True, 0.0, pytest.approx(10.0))
    assert _reaches(here, (5.0, 10.0))
    assert standing_findings(here) == ()


def test_reach_lets_a_ship_pass_a_deck_within_a_step_as_the_judge_does() -> None:
    low = field_of(vehicle("U", (5, 10), move='20"n', height=0.5), LAKE, span(0.75))
    through = judge_move(low, "U", MoveQuestion(path=(Waypoint(23, 10),)))
    assert through.allowed
    assert _reaches(low, (23.0, 10.0))


@pytest.mark.parametrize(("base", "passes"), [(0.75, False), (1.5, True), (3.75, True)])
def test_on_hexes_judge_and_reach_agree_under_which_decks_a_ship_passes(base: float, passes: bool) -> None:
    ship = vehicle("U", (5.5, 10), move='20"n', height=1)
    prepared = field_of(ship, LAKE, span(base), grid={"hex": 2, "top": "flat"})
    assert judge_move(prepared, "U", MoveQuestion(path=(Waypoint(23, 10),))).allowed is passes
    assert _reaches(prepared, (23.0, 10.0)) is passes


def _reaches(prepared: PreparedTable, at: tuple[float, float]) -> bool:
    contour = reach(prepared, "U").contours[-1]
    outer = [Polygon(ring) for ring in contour.rings]
    return sum(ring.contains(Point(at)) for ring in outer) % 2 == 1
