"""Where to stand: the numbers are those of single attacks, and the best is the best."""

import math
from dataclasses import replace

import pytest

from astrike.errors import InputError, NotFound
from astrike.geometry.arcs import bearings
from astrike.model.movement import BestPositionsAnswer, MoveQuestion, PositionChances, Waypoint
from astrike.model.table import Table
from astrike.rules.movement.after_move import moved_unit
from astrike.rules.movement.judge import judge_move
from astrike.rules.solver.best_positions import best_positions
from astrike.rules.table.prepared_table import prepare_table
from tests.asking import attack
from tests.bench.tables import timed_table
from tests.builders import box, building, mech, table, unit, woods

AT = (20.0, 20.0)


def asked_singly(
    before: Table, answer: BestPositionsAnswer, place: PositionChances, inches: float
) -> tuple[float, int | None, list[float]]:
    """Put the unit on the place and ask for each attack by itself."""
    prepared = prepare_table(before)
    moving_unit = moved_unit(prepared, prepared.unit_of(answer.unit), answer.mode, inches)
    enemy = answer.target or answer.threats[0]
    (facing,) = bearings([(place.x, place.y)], [prepared.unit_of(enemy).at]).tolist()
    moving_unit = replace(moving_unit, at=(place.x, place.y), elevation=place.z, facing=facing)
    after = prepare_table(
        replace(
            before, units=tuple(moving_unit if each.id == moving_unit.id else each for each in before.units)
        )
    )
    risks = [attack(after, threat, answer.unit).probability for threat in answer.threats]
    if answer.target is None:
        return 0.0, None, risks
    hit = attack(after, answer.unit, answer.target)
    return hit.probability, hit.target_number, risks


def check(before: Table, answer: BestPositionsAnswer, *, every: int) -> None:
    start = prepare_table(before).unit_of(answer.unit).at
    for place in answer.places[::every]:
        # Short of an inch the way is straight; beyond, how far exactly does not matter.
        inches = math.dist(start, (place.x, place.y)) if answer.mode == "jump" else max(place.cost, 0.0)
        hit, needed, risks = asked_singly(before, answer, place, inches)
        assert place.hit == pytest.approx(hit)
        assert place.target_number == needed
        assert list(place.risks) == pytest.approx(risks)
        assert place.risk == pytest.approx(1 - math.prod(1 - risk for risk in risks))


@pytest.mark.parametrize("mode", ["ground", "jump", "sprint"])
def test_the_numbers_are_those_of_single_attacks(mode: str) -> None:
    before = timed_table()
    enemies = sorted(
        (each for each in before.units if each.side == "east"),
        key=lambda each: math.dist(each.at, before.units[9].at),
    )
    names = [each.id for each in enemies[:4]]
    answer = best_positions(
        prepare_table(before), before.units[9].id, target=names[0], threats=names, mode=mode
    )
    assert len(answer.places) > 20
    check(before, answer, every=max(1, len(answer.places) // 12))


def test_networks_lend_their_ranges_to_every_place() -> None:
    net = {"id": "net", "type": "C3", "master": "M", "members": ["S"]}
    before = table(
        mech("M", (44.0, 30.0), side="red", specials=["C3M"]),
        mech("S", (6.0, 6.0), side="red", specials=["C3S", "ECM"], move='10"'),
        mech("T", (46.0, 40.0), side="blue"),
        mech("E", (24.0, 5.0), side="blue", specials=["ECM"]),
        networks=[net],
        width=60.0,
        depth=48.0,
    )
    answer = best_positions(prepare_table(before), "S", target="T", threats=["E"], mode="ground")
    assert {place.target_number for place in answer.places} >= {7, 9}
    check(before, answer, every=7)


def test_large_units_do_not_stand_in_their_own_way() -> None:
    giant = mech("A", at=AT, move='8"', special="LG", side="north", size=4)
    before = table(giant, mech("B", at=(30, 20), side="south"), building("h", box(24, 19, 26, 21), height=3))
    answer = best_positions(prepare_table(before), "A", target="B", threats=("B",))
    check(before, answer, every=len(answer.places) // 15)
    assert max(place.hit for place in answer.places) > 0


def test_the_best_hits_best_and_the_safest_is_hit_least() -> None:
    before = table(
        mech("A", at=AT, move='8"', side="north"),
        mech("B", at=(32, 20), side="south"),
        building("h", box(25, 21, 28, 24), height=4),
        woods("w", box(14, 14, 18, 18)),
    )
    answer = best_positions(prepare_table(before), "A", target="B", threats=("B",))
    assert answer.best is not None
    assert answer.safest is not None
    assert answer.best.hit == max(place.hit for place in answer.places)
    assert answer.safest.risk == min(place.risk for place in answer.places)
    equal = [place for place in answer.places if place.hit == answer.best.hit]
    assert answer.best.risk == min(place.risk for place in equal)
    assert answer.step == 0.5
    assert all((place.x - 20) % 0.5 == 0 and (place.y - 20) % 0.5 == 0 for place in answer.places)
    assert all(place.cost <= 8 for place in answer.places)


def test_minimum_movement_counts_as_such_where_the_move_does_not_suffice() -> None:
    before = table(
        mech("A", at=AT, move='3"', tmm=3, side="north", motion="unmoved"),
        mech("B", at=(30, 20), side="south"),
        woods("w", box(20.625, 0, 24, 36)),
    )
    prepared = prepare_table(before)
    answer = best_positions(prepared, "A", target="B", threats=("B",))
    places = {(place.x, place.y): place for place in answer.places}
    for at, mode in [
        ((22, 20), "minimum"),
        ((21.5, 19), "minimum"),
        ((21, 21.5), "minimum"),
        ((21.5, 20), "ground"),
        ((21, 19), "ground"),
        ((17.5, 20), "ground"),
    ]:
        judged = judge_move(prepared, "A", MoveQuestion((Waypoint(*at),), mode="ground"))
        assert judged.allowed
        assert judged.mode == mode
        assert places[at].cost == pytest.approx(judged.cost, abs=0.02)
        alone = asked_singly(before, replace(answer, mode=mode), places[at], math.dist(AT, at))
        assert alone == (places[at].hit, places[at].target_number, list(places[at].risks))
    # TMM 3 and TMM 0: half an inch deeper in the woods it is hit three and a half times as often.
    assert places[21.5, 20].risk == pytest.approx(6 / 36, abs=1e-3)
    assert places[22, 20].risk == pytest.approx(21 / 36, abs=1e-3)


def test_one_question_alone_is_enough() -> None:
    prepared = prepare_table(table(mech("A", at=AT, side="north"), mech("B", at=(30, 20), side="south")))
    only_hit = best_positions(prepared, "A", target="B")
    assert only_hit.safest is None
    assert only_hit.best is not None
    assert all(place.risks == () and place.risk == 0 for place in only_hit.places)
    only_risk = best_positions(prepared, "A", threats=("B",))
    assert only_risk.best is None
    assert only_risk.safest is not None
    assert all(place.target_number is None for place in only_risk.places)


def test_who_cannot_move_has_no_prospects() -> None:
    prepared = prepare_table(table(unit("A", at=AT, type="BD"), mech("B", at=(30, 20))))
    answer = best_positions(prepared, "A", target="B")
    assert answer.places == ()
    assert answer.best is None


def test_wrong_questions_are_refused() -> None:
    prepared = prepare_table(table(mech("A", at=AT), *(mech(f"E{k}", at=(30, 4 * k + 2)) for k in range(6))))
    with pytest.raises(NotFound):
        best_positions(prepared, "X", target="E1")
    with pytest.raises(NotFound):
        best_positions(prepared, "A", target="X")
    for target, threats in [
        ("A", ()),
        ("E1", ("A",)),
        (None, ("E1", "E1")),
        (None, ("E0", "E1", "E2", "E3", "E4")),
    ]:
        with pytest.raises(InputError):
            best_positions(prepared, "A", target=target, threats=threats)
