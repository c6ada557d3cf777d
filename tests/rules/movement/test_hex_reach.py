"""Reach and ways on hexes: what the search says a hex costs, the judge says too."""

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from astrike.errors import AstrikeError
from astrike.formats.table.table_file import parse_document
from astrike.geometry.arcs import bearings
from astrike.geometry.arrays import areas, make_polygon
from astrike.geometry.hexes import hex_disc, hexes_between
from astrike.model.movement import MoveQuestion, Waypoint
from astrike.rules.movement.best_route import best_route
from astrike.rules.movement.hex_reach import search_hexes
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.reach import reach
from astrike.rules.solver.best_positions import best_positions
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders
from tests.asking import attack
from tests.builders import Json
from tests.rules.hex_scene import centre, layout_of
from tests.soak import examples

HEXES = {"grid": {"hex": 2, "top": "flat"}}
LAYOUT = layout_of(HEXES)
LAW = settings(
    max_examples=examples(13, soaked=25),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def moving_unit(**card) -> Json:
    return builders.mech(
        "A", centre(LAYOUT, "0808"), **{"move": '8"', "motion": "unmoved", "side": "red", **card}
    )


def on(*names: str, name: str, **about) -> Json:
    rings = [LAYOUT.corners(LAYOUT.hex_at([centre(LAYOUT, one)]))[0].tolist() for one in names]
    return builders.area(name, builders.multipolygon(*rings), **about)


def prepared(*features: Json, edition: str = "ce-5.01") -> PreparedTable:
    return prepare_table(parse_document(builders.document(*features, edition=edition, **HEXES)))


def size(answer) -> float:
    """Give how many hexes the widest outline holds."""
    outer, *holes = answer.contours[-1].rings
    return (
        areas(np.array([make_polygon(outer, holes)], dtype=object))[0] / areas(LAYOUT.polygons([(0, 0)]))[0]
    )


def test_on_open_ground_the_reach_is_a_disc_of_hexes() -> None:
    answer = reach(prepared(moving_unit()), "A")
    assert [contour.cost for contour in answer.contours] == [2, 4, 6, 8]
    assert all(contour.is_proven for contour in answer.contours)
    assert size(answer) == pytest.approx(len(hex_disc((0, 0), 4)))


def test_a_jump_reaches_a_disc_less_where_it_may_not_land() -> None:
    table = prepared(moving_unit(move='8"j'), builders.mech("B", centre(LAYOUT, "0810"), side="blue"))
    answer = reach(table, "A", "jump")
    assert size(answer) == pytest.approx(len(hex_disc((0, 0), 4)) - 1)
    assert answer.refused == ()


def test_minimum_movement_reaches_the_neighbors() -> None:
    around = ["0809", "0908", "0907", "0807", "0707", "0708"]
    answer = reach(prepared(moving_unit(move='2"'), on(*around, name="wood", kind="woods")), "A")
    assert size(answer) == pytest.approx(7)
    assert answer.contours[-1].is_proven


def test_the_road_leads_vehicles_farther() -> None:
    road = [f"08{row:02}" for row in range(8, 16)]
    table = prepared(moving_unit(type="CV", move='6"w'), on(*road, name="road", kind="road"))
    answer = reach(table, "A")
    assert answer.available == 8
    found = best_route(table, "A", *centre(LAYOUT, "0812"))
    assert found is not None
    assert (found.answer.cost, found.answer.available) == (8, 8)
    assert best_route(table, "A", *centre(LAYOUT, "0813")) is None


def test_a_way_leads_around_what_costs_more() -> None:
    table = prepared(moving_unit(), on("0809", "0810", name="wood", kind="woods"))
    found = best_route(table, "A", *centre(LAYOUT, "0811"))
    assert found is not None
    assert found.answer.cost == 8
    assert found.answer.allowed


def test_what_comes_later_on_hexes_has_no_reach() -> None:
    table = prepared(moving_unit(type="SV", move='12"g', motion="wige"))
    answer = reach(table, "A")
    assert ([reason.key for reason in answer.refusals], answer.contours) == (["grid.not-yet"], ())


def test_a_vtol_reaches_what_it_flies_over() -> None:
    flier = moving_unit(type="CV", move='8"v', motion="vtol", elevation=2)
    hills = [on("0809", name="low", kind="hill", height=2), on("0807", name="high", kind="hill", height=3)]
    answer = reach(prepared(flier, *hills), "A", "vtol")
    assert answer.contours[-1].is_proven
    assert size(answer) == pytest.approx(len(hex_disc((0, 0), 4)) - 2)  # the high one, and straight behind it


KINDS = ["woods", "rough", "hill", "hill", "water", "swamp", "road", "building", "bridge"]
CELLS = st.sampled_from([f"{column:02}{row:02}" for column in range(6, 11) for row in range(6, 11)])


@LAW
@given(
    st.lists(
        st.tuples(st.sampled_from(KINDS), st.lists(CELLS, min_size=1, max_size=4, unique=True)), max_size=5
    ),
    st.sampled_from([("BM", '8"'), ("CV", '8"t'), ("CV", '8"h'), ("CI", '4"f'), ("CV", '10"w')]),
    st.sampled_from(["ce-5.01", "ce-7", "classic-2.3.1"]),
    st.integers(1, 3),
)
def test_the_judge_asks_the_same_price_as_the_search(pieces, card, edition, height) -> None:
    features = [
        on(*cells, name=f"p{k}", kind=kind, **({"height": height} if kind == "hill" else {}))
        for k, (kind, cells) in enumerate(pieces)
    ]
    other = builders.mech("B", centre(LAYOUT, "0909"), side="blue")
    try:
        table = prepared(moving_unit(type=card[0], move=card[1]), other, *features, edition=edition)
    except AstrikeError:
        assume(False)
        raise
    found = search_hexes(table, 0, "ground")
    cost = found.cost
    for h in np.flatnonzero(np.isfinite(cost)).tolist():
        answer = found.ask(h)
        if answer.allowed:
            assert answer.cost == pytest.approx(cost[h])


@LAW
@given(st.lists(CELLS, min_size=1, max_size=6, unique=True))
def test_on_hexes_no_way_is_cheaper_than_the_one_found(cells) -> None:
    table = prepared(moving_unit(), on(*cells, name="wood", kind="woods"))
    for name in ("0811", "1009", "0606"):
        straight = judge_move(table, "A", MoveQuestion((Waypoint(*centre(LAYOUT, name)),)))
        found = best_route(table, "A", *centre(LAYOUT, name))
        if straight.allowed:
            assert found is not None
            assert found.answer.cost <= straight.cost


def test_every_hex_has_the_chances_of_an_attack_from_it() -> None:
    enemy = builders.mech("B", centre(LAYOUT, "0814"), side="blue", damage="3/3/3", skill=4, facing=180)
    table = prepared(
        moving_unit(damage="3/3/3", skill=4, facing=0), enemy, on("0811", name="wood", kind="woods")
    )
    found = best_positions(table, "A", target="B", threats=["B"])
    seen: dict[tuple[int, ...], set[tuple[float, int | None, float]]] = {}
    for place in found.places:
        hex_ = tuple(LAYOUT.hex_at([(place.x, place.y)])[0].tolist())
        seen.setdefault(hex_, set()).add((place.hit, place.target_number, place.risk))
    assert len(seen) == len(hex_disc((0, 0), 4)) - 1  # straight behind the wood is too far
    assert all(len(values) == 1 for values in seen.values())
    for name in ("0808", "0811", "0905", "0606"):
        place = centre(LAYOUT, name)
        side = float(LAYOUT.side(bearings([place], [enemy["geometry"]["coordinates"]]))[0])
        length = 2 * int(hexes_between(LAYOUT.hex_at([place]), LAYOUT.hex_at([centre(LAYOUT, "0808")]))[0])
        there = moving_unit(damage="3/3/3", skill=4, facing=side, motion="ground", moved=length)
        there["geometry"]["coordinates"] = place
        answer = attack(prepared(there, enemy, on("0811", name="wood", kind="woods")), "A", "B")
        assert seen[tuple(LAYOUT.hex_at([place])[0].tolist())].pop()[:2] == (
            answer.probability,
            answer.target_number,
        )
    assert found.best is not None
    assert LAYOUT.centre(LAYOUT.hex_at([(found.best.x, found.best.y)]))[0] == pytest.approx(
        (found.best.x, found.best.y), abs=0.36
    )
