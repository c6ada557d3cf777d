"""What can be crossed: judge, reach, the cheapest way, where to stand and checks of a layout agree (CE p.72)."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Point, Polygon

from astrike.model.movement import Contour, MoveAnswer, MoveQuestion, ReachAnswer, Waypoint
from astrike.rulebook.loader import load_edition
from astrike.rules.layout.reachable_areas import ground_unit_kind, reachable_areas_of
from astrike.rules.movement.best_route import best_route, best_route_to_contact
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.mobility_profile import MobilityProfile
from astrike.rules.movement.reach import reach
from astrike.rules.movement.suggestions import shortened_move, with_suggestions
from astrike.rules.movement.wall_crossing import climbable
from astrike.rules.solver.best_positions import best_positions
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders
from tests.builders import Json
from tests.soak import examples

THROUGH: Json = {"paths.straight": "through"}
LEEWAY = 0.2
"""Inches that the end of an allowed path may lie outside the outline of reach,"""
DEARER = 0.25
"""whose cost is so much more than what the judge asks for the path."""


def walled(*more: Json, height: float = 0.5, options: Json | None = None, **head: object) -> PreparedTable:
    """A 'Mech and its enemy on either side of a wall across the whole table."""
    return prepare_table(
        builders.table(
            builders.mech("A", (10, 20), move='20"', side="red"),
            builders.mech("B", (16, 20), side="blue"),
            builders.wall("w", builders.box(12, 0, 12.4, 36), height=height),
            *more,
            options=options or {},
            **head,
        )
    )


def asked(prepared: PreparedTable, *path: tuple[float, float], mode: str | None = "ground") -> MoveQuestion:
    return MoveQuestion(tuple(Waypoint(x, y) for x, y in path), mode=mode)


def shape(contour: Contour) -> Polygon:
    whole = Polygon()
    for ring in contour.rings:
        whole = whole.symmetric_difference(Polygon(ring).buffer(0))
    return whole


def off(answer: ReachAnswer, place: tuple[float, float], cost: float) -> float:
    """How far a place lies outside the outline for a cost."""
    contours = [contour for contour in answer.contours if contour.cost >= min(cost, answer.available) - 1e-9]
    return float(shape(contours[0]).distance(Point(place))) if contours else math.inf


# ---- a low wall


@pytest.mark.parametrize("options", [{}, THROUGH], ids=["climbs by itself", "says that it climbs"])
def test_reach_leads_over_a_low_wall(options: Json) -> None:
    prepared = walled(options=options)
    found = best_route(prepared, "A", 14.75, 20)
    assert found is not None
    assert found.answer.cost == pytest.approx(8.75)
    judged = judge_move(prepared, "A", MoveQuestion(found.path, mode="ground"))
    assert (judged.allowed, judged.cost) == (True, found.answer.cost)
    assert off(reach(prepared, "A"), (14.75, 20), 12) <= LEEWAY
    places = best_positions(prepared, "A", target="B").places
    assert max(place.x for place in places) > 20


def test_a_way_that_has_to_say_so_says_roof() -> None:
    found = best_route(walled(options=THROUGH), "A", 14.75, 20)
    assert found is not None
    assert [(point.x, point.y, point.z) for point in found.path] == [(12.2, 20, "roof"), (14.75, 20, None)]


def test_the_way_to_where_another_unit_is_ends_beside_it() -> None:
    assert best_route(walled(), "A", 15, 20) is None
    found = best_route_to_contact(walled(), "A", 15, 20)
    assert found is not None
    assert (found.beside, found.answer.cost) == ("B", pytest.approx(8.75))
    assert (found.path[-1].x, found.path[-1].y) == (14.75, 20)


def test_too_high_a_wall_stops_everything_alike() -> None:
    prepared = walled(height=1.01)
    assert not judge_move(prepared, "A", asked(prepared, (14, 20))).allowed
    assert best_route(prepared, "A", 14, 20) is None
    assert off(reach(prepared, "A"), (14, 20), 20) > 1
    assert len(reachable_areas_of(prepared, ground_unit_kind(prepared, "mech")).parts) == 2


@pytest.mark.parametrize(
    ("mover", "height", "crosses"),
    [("mech", 1.0, True), ("mech", 1.01, False), ("tracked", 0.5, True), ("tracked", 0.51, False)],
)
def test_layout_checks_know_the_same_walls(mover: str, height: float, crosses: bool) -> None:
    prepared = walled(height=height)
    assert bool(climbable(prepared, MobilityProfile(mover))) is crosses
    assert len(reachable_areas_of(prepared, ground_unit_kind(prepared, mover)).parts) == (1 if crosses else 2)


def test_where_no_source_says_what_a_wall_counts_nobody_climbs_it() -> None:
    assert load_edition("classic-2.3.1").numbers["wall.climb-factor"].unknown
    prepared = walled(edition="classic-2.3.1")
    assert climbable(prepared, MobilityProfile("mech")) == frozenset()
    assert best_route(prepared, "A", 14, 20) is None


# ---- over it or through it, over it or under it


def test_reach_knows_the_way_through_a_low_building_that_says_so() -> None:
    house = builders.building("h", builders.box(5, 16, 35, 18), height=2, class_="light")
    prepared = prepare_table(builders.table(builders.mech("A", (20, 14), move='10"'), house))
    assert not judge_move(prepared, "A", asked(prepared, (20, 20))).allowed
    stated = judge_move(
        prepared, "A", MoveQuestion((Waypoint(20, 17, "inside"), Waypoint(20, 20)), mode="ground")
    )
    found = best_route(prepared, "A", 20, 20)
    assert found is not None
    assert "inside" in [point.z for point in found.path]
    assert found.answer.cost == pytest.approx(stated.cost) == 9.25
    answer = reach(prepared, "A")
    assert answer.refused == ()
    assert off(answer, (20, 20), 9.5) <= LEEWAY


def test_reach_passes_beneath_a_bridge_that_leads_from_hill_to_hill() -> None:
    prepared = prepare_table(
        builders.table(
            builders.mech("A", (20, 14), move='12"'),
            builders.hill("w", builders.box(5, 15, 18, 25), height=3),
            builders.hill("e", builders.box(22, 15, 35, 25), height=3),
            builders.bridge("b", builders.box(17.5, 18, 22.5, 20), base=3),
        )
    )
    assert judge_move(prepared, "A", asked(prepared, (20, 24))).cost == 10
    found = best_route(prepared, "A", 20, 24)
    assert found is not None
    assert found.answer.cost == 10
    answer = reach(prepared, "A")
    assert answer.refused == ()
    assert off(answer, (20, 24), 10.25) <= LEEWAY


# ---- offers


def test_a_refused_path_offers_the_climb_and_what_it_costs() -> None:
    prepared = walled(options=THROUGH)
    question = asked(prepared, (14.75, 20))
    (offer,) = with_suggestions(prepared, "A", question, judge_move(prepared, "A", question)).offers
    assert (offer.way, offer.by, offer.cost) == ("over", ("w",), pytest.approx(8.75))
    assert judge_move(prepared, "A", MoveQuestion(offer.path, mode="ground")).allowed


def test_who_lacks_the_move_to_climb_a_roof_is_offered_the_way_through() -> None:
    house = builders.building("h", builders.box(12, 10, 14, 30), height=2, class_="light")
    prepared = prepare_table(builders.table(builders.mech("A", (10, 20), move='12"'), house))
    question = asked(prepared, (18, 20))
    answer = with_suggestions(prepared, "A", question, judge_move(prepared, "A", question))
    assert [reason.key for reason in answer.refusals] == ["move.too-far"]
    assert [(offer.way, offer.by, offer.cost) for offer in answer.offers] == [("inside", ("h",), 11.25)]


def depot(
    *more: Json, moving_unit: Json | None = None, options: Json | None = None, **head: object
) -> PreparedTable:
    """Somebody before a building that nobody climbs."""
    house = builders.building("h", builders.box(12, 10, 14, 30), height=4, class_="light")
    moving_unit = moving_unit or builders.mech("A", (10, 20), move='12"')
    return prepare_table(builders.table(moving_unit, house, *more, options=options or {}, **head))


def keys(answer: MoveAnswer) -> list[str]:
    return [reason.key for reason in answer.refusals]


MOVING_UNITS = {
    "a 'Mech": builders.mech("A", (10, 20), move='12"'),
    "infantry": builders.mech("A", (10, 20), type="CI", move='12"f', base=1.25),
    "a vehicle": builders.mech("A", (10, 20), type="CV", move='12"t', base=1.25),
}


@pytest.mark.parametrize("moving_unit", MOVING_UNITS.values(), ids=MOVING_UNITS)
def test_a_building_that_is_entered_without_a_word_is_refused_with_the_way_through(moving_unit: Json) -> None:
    prepared = depot(moving_unit=moving_unit)
    question = asked(prepared, (18, 20))
    answer = with_suggestions(prepared, "A", question, judge_move(prepared, "A", question))
    assert keys(answer) == ["move.building-unasked"]
    (offer,) = answer.offers
    assert (offer.way, offer.by) == ("inside", ("h",))
    assert [(point.x, point.y, point.z) for point in offer.path] == [(13, 20, "inside"), (18, 20, None)]
    said = judge_move(prepared, "A", MoveQuestion(offer.path, mode="ground"))
    assert (said.allowed, said.cost) == (True, offer.cost)
    silent = judge_move(depot(moving_unit=moving_unit, options=THROUGH), "A", question)
    assert (silent.allowed, silent.cost) == (True, offer.cost)
    assert "paths.straight" in [used.id for used in silent.options_used]


@pytest.mark.parametrize("moving_unit", MOVING_UNITS.values(), ids=MOVING_UNITS)
@pytest.mark.parametrize("place", [(18, 20), (13, 20)], ids=["behind it", "in it"])
def test_the_way_to_a_place_says_that_it_goes_in(moving_unit: Json, place: tuple[float, float]) -> None:
    prepared = depot(moving_unit=moving_unit)
    found = best_route(prepared, "A", *place)
    assert found is not None
    assert "inside" in [point.z for point in found.path]
    assert judge_move(prepared, "A", MoveQuestion(found.path, mode="ground")).allowed
    assert off(reach(prepared, "A"), place, found.answer.cost + DEARER) <= LEEWAY
    assert reach(prepared, "A").refused == ()


def test_who_has_only_the_edge_of_its_base_in_a_building_says_so_as_well() -> None:
    prepared = depot(moving_unit=builders.mech("A", (11.2, 32), move='12"'))
    question = asked(prepared, (11.5, 26))
    answer = with_suggestions(prepared, "A", question, judge_move(prepared, "A", question))
    assert keys(answer) == ["move.building-unasked"]
    (offer,) = answer.offers
    assert (offer.way, offer.by, offer.path[-1].z) == ("inside", ("h",), "inside")
    assert judge_move(prepared, "A", MoveQuestion(offer.path, mode="ground")).allowed


def test_what_is_left_of_a_path_that_says_so_still_says_so() -> None:
    prepared = depot(moving_unit=builders.mech("A", (10, 20), move='4"'))
    question = MoveQuestion((Waypoint(13.5, 20, "inside"), Waypoint(18, 20)), mode="ground")
    refused = judge_move(prepared, "A", question)
    assert keys(refused) == ["move.too-far"]
    short = shortened_move(prepared, "A", question, refused)
    assert short is not None
    assert (short.answer.inside, short.path[-1].z) == ("h", "inside")
    assert short.answer.cost == pytest.approx(4, abs=0.02)


def test_who_is_in_a_building_leaves_it_for_the_next_by_word_of_the_next_alone() -> None:
    other = builders.building("o", builders.box(16, 10, 18, 30), height=4, class_="light")
    moving_unit = builders.mech("A", (13, 20), type="CI", move='12"f', base=0.5, elevation=2)
    prepared = depot(other, moving_unit=moving_unit)
    assert judge_move(prepared, "A", asked(prepared, (15, 20))).allowed
    question = asked(prepared, (19, 20))
    answer = with_suggestions(prepared, "A", question, judge_move(prepared, "A", question))
    assert [(reason.key, reason.by) for reason in answer.refusals] == [("move.building-unasked", "o")]
    assert [(offer.way, offer.by) for offer in answer.offers] == [("inside", ("o",))]


def test_on_hexes_ways_and_offers_say_so_as_well() -> None:
    house = builders.area("h", builders.box(0, 11.5, 36, 13.5), kind="building", height=4, class_="light")
    moving_unit = builders.mech("A", (9.815, 10), move='14"')
    prepared = prepare_table(builders.table(moving_unit, house, grid={"hex": 2, "top": "flat"}))
    question = asked(prepared, (9.815, 16))
    answer = judge_move(prepared, "A", question)
    assert keys(answer) == ["move.building-unasked"]
    found = best_route(prepared, "A", 9.815, 16)
    assert found is not None
    assert "inside" in [point.z for point in found.path]
    assert reach(prepared, "A").refused == ()
    (offer,) = with_suggestions(prepared, "A", question, answer).offers
    assert (offer.way, offer.cost) == ("inside", found.answer.cost)


def test_nothing_is_offered_that_is_not_allowed() -> None:
    prepared = walled(height=1.01, options=THROUGH)
    question = asked(prepared, (14.75, 20))
    assert with_suggestions(prepared, "A", question, judge_move(prepared, "A", question)).offers == ()
    allowed = asked(prepared, (11, 20))
    assert with_suggestions(prepared, "A", allowed, judge_move(prepared, "A", allowed)).offers == ()


# ---- the law


CARDS = (("BM", '10"'), ("BM", '6"'), ("CV", '10"t'), ("CV", '10"h'), ("CI", '8"f'), ("PM", '8"'))


def eighths(low: int, high: int) -> st.SearchStrategy[float]:
    return st.integers(low * 8, high * 8).map(lambda number: number / 8)


@st.composite
def pieces(draw: st.DrawFn, number: int) -> Json:
    """A piece that may be in the way, over it, or under it."""
    kind = draw(
        st.sampled_from(
            ["hill", "ramp", "woods", "water", "building", "building", "wall", "wall", "bridge", "road"]
        )
    )
    x, y = draw(eighths(10, 26)), draw(eighths(10, 26))
    wide, deep = draw(eighths(1, 8)), draw(eighths(1, 8))
    about: Json = {}
    if kind == "wall":
        about["height"] = draw(st.sampled_from([0.25, 0.5, 1.0, 2.0]))
        wide, deep = draw(st.sampled_from([(0.4, 20.0), (20.0, 0.4), (wide, deep)]))
    if kind in ("hill", "ramp"):
        about["height"] = draw(st.sampled_from([0.5, 1.0, 2.0, 3.0] if kind == "hill" else [1.0, 2.0]))
    if kind == "ramp":
        about["toward"] = draw(st.sampled_from([0, 90]))
    if kind == "water":
        about["depth"] = draw(st.sampled_from([0, 1, 2]))
    if kind == "building":
        about.update(
            height=draw(st.sampled_from([1, 2, 4])), class_=draw(st.sampled_from(["light", "heavy"]))
        )
    if kind == "bridge":
        about.update(draw(st.sampled_from([{}, {"base": 1.5}, {"base": 0.75, "height": 0.25}, {"base": 3}])))
    return builders.area(f"{kind}-{number}", builders.box(x, y, x + wide, y + deep), kind=kind, **about)


@settings(max_examples=examples(12, soaked=80), deadline=None)
@given(st.data())
def test_the_end_of_every_allowed_path_lies_within_reach(data: st.DataObject) -> None:
    type_, move = data.draw(st.sampled_from(CARDS))
    at = (data.draw(eighths(14, 24)), data.draw(eighths(14, 24)))
    terrain = [data.draw(pieces(number)) for number in range(data.draw(st.integers(1, 4)))]
    moving_unit = builders.unit("A", at, type=type_, move=move, size=2, skill=4, tmm=1, facing=0, base=1.25)
    options = data.draw(st.sampled_from([{}, THROUGH]))
    prepared = prepare_table(builders.table(moving_unit, *terrain, width=36, depth=36, options=options))
    inches = float(move.split('"')[0])
    ends = data.draw(
        st.lists(st.tuples(st.integers(0, 47), st.integers(1, 16)), min_size=6, max_size=6, unique=True)
    )
    known: dict[tuple[float, ...], ReachAnswer] = {}
    for bearing, sixteenth in ends:
        angle, length = math.radians(bearing * 7.5), inches * sixteenth / 16
        end = (round(at[0] + length * math.cos(angle), 4), round(at[1] + length * math.sin(angle), 4))
        answer = judge_move(prepared, "A", asked(prepared, end))
        if not answer.allowed:
            continue
        cost = math.inf if answer.mode == "minimum" else answer.cost + DEARER
        levels = () if cost >= answer.available else (cost,)
        if levels not in known:
            known[levels] = reach(prepared, "A", "ground", levels)
        assert off(known[levels], end, cost) <= LEEWAY, (end, answer.cost)
