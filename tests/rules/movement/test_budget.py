"""Inches of Move and how they come about: examples 13, 14, 17, 25 to 29, 31, 37, 39 and 44, and rows of the errata."""

from collections.abc import Mapping

import pytest

from astrike.rules.movement.budget import MoveBudget, _budget, budget_of
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import Json, battle_armor, box, infantry, mech, table, unit, vehicle, water


def budget(
    card: Json,
    mode: str = "ground",
    *others: Json,
    paved: bool = False,
    dismounting: bool = False,
    **head: object,
) -> MoveBudget:
    prepared = prepare_table(table(card, *others, **head))
    return budget_of(prepared, 0, mode, paved=paved, dismounting=dismounting)


def terms(found: MoveBudget) -> list[tuple[str, float]]:
    return [(term.key, term.value) for term in found.terms]


def closed(found: MoveBudget) -> list[str]:
    return [reason.key for reason in found.refusals]


# ---- hits and heat


def test_every_hit_is_a_term_of_its_own_and_heat_comes_last() -> None:
    found = budget(mech(move='10"', hits={"mp": 1}, heat=1))
    assert terms(found) == [("printed", 10), ("hits", -5), ("heat", -2)]
    assert found.available == 3
    assert found.terms[1].facts["hit"] == "mp"
    tank = budget(vehicle(move='12"t', hits={"motive": ["-2", "half"], "engine": 1}))
    assert terms(tank) == [("printed", 12), ("hits", -6), ("hits", -2), ("hits", -2)]
    assert [term.facts.get("hit") for term in tank.terms[1:]] == ["engine", "motive", "motive"]


def test_terms_add_up_to_what_is_available() -> None:
    found = budget(mech(move='10"/8"j', heat=3, hits={"mp": 1}), "sprint", conditions={"gravity": 1.2})
    assert sum(term.value for term in found.terms) == found.available


def test_myomer_at_heat_one_loses_nothing_and_gains_two_inches() -> None:
    assert terms(budget(mech(move='10"', heat=1, specials=["TSM"]))) == [("printed", 10), ("myomer", 2)]
    assert budget(mech(move='10"', heat=2, specials=["TSM"])).available == 8


def test_heat_slows_on_the_ground_only() -> None:
    card = mech(move='10"/10"j', heat=2)
    assert (budget(card).available, budget(card, "jump").available) == (6, 10)
    assert budget(mech(move='10"', heat=2), edition="classic-2.3.1").available == 6


def test_a_hit_of_fourteen_inches_leaves_seven() -> None:
    assert budget(mech(move='14"', hits={"mp": 1})).available == 7


def test_half_of_seven_is_three() -> None:
    assert budget(vehicle(move='7"t', hits={"motive": ["half"]})).available == 3


def test_a_hopper_shrugs_the_first_hit_off() -> None:
    assert budget(mech(move='10"', hits={"mp": 1}, pilot=["hopper"])).available == 10
    assert budget(mech(move='10"', hits={"mp": 2}, pilot=["Hopper"])).available == 5
    assert budget(vehicle(move='10"t', hits={"motive": ["half"]}, pilot=["hopper"])).available == 5


# ---- sprint and flat bonuses


@pytest.mark.parametrize(("move", "sprint"), [(12, 18), (9, 14), (11, 17), (1, 2)])
def test_a_sprint_is_half_as_far_again_rounded_up(move: int, sprint: int) -> None:
    assert budget(mech(move=f'{move}"'), "sprint").available == sprint


def test_a_sprint_counts_from_the_current_move() -> None:
    assert budget(mech(move='10"', heat=1), "sprint").available == 12
    assert budget(mech(move='8"/12"j'), "sprint").available == 12


def test_a_whole_move_on_pavement_gives_tracks_and_wheels_two_inches() -> None:
    assert terms(budget(vehicle(move='8"t'), paved=True)) == [("printed", 8), ("paved", 2)]
    assert budget(vehicle(move='8"w'), paved=True).available == 10
    for other in (vehicle(move='8"h'), mech(move='8"'), infantry(move='8"w')):
        assert budget(other, paved=True).available == (10 if other["properties"]["type"] == "CI" else 8)  # type: ignore[index]


def test_flat_bonuses_come_after_the_sprint_or_before() -> None:
    tank = vehicle(move='9"t')
    after = budget(tank, "sprint", paved=True)
    assert (after.available, terms(after)) == (16, [("printed", 9), ("sprint", 5), ("paved", 2)])
    assert after.options == ("sprint.bonus",)
    assert budget(tank, "sprint", paved=True, options={"sprint.bonus": "before"}).available == 17


def test_pilots_add_what_is_printed() -> None:
    demon = mech(move='10"', pilot=["speed-demon"])
    assert (budget(demon).available, budget(demon, "sprint").available) == (12, 19)
    assert budget(mech(move='10"/8"j', pilot=["speed-demon"]), "jump").available == 8
    racer = vehicle(move='8"w', pilot=["drag-racer"])
    assert (budget(racer).available, budget(racer, paved=True).available) == (8, 14)
    assert budget(infantry(move='4"f', pilot=["Foot Cavalry"])).available == 6
    assert budget(infantry(move='4"m', pilot=["Foot Cavalry"])).available == 4
    assert budget(mech(move='10"', pilot=["sure-footed"]), "sprint", paved=True).available == 19


def test_a_wheeled_quadvee_drives_two_inches_farther() -> None:
    card = mech(move='8"qw')
    assert terms(budget(card)) == [("printed", 8), ("quadvee", 2)]
    assert budget(card, paved=True).available == 12
    assert (budget(mech(move='8"qt')).available, budget(mech(move='8"qt')).mover.key) == (8, "tracked")


# ---- conditions of the table


@pytest.mark.parametrize(("gravity", "move"), [(0.7, 17), (1.2, 10), (1.0, 12), (10, 1), (0.5, 24)])
def test_gravity_divides(gravity: float, move: int) -> None:
    assert budget(mech(move='12"'), conditions={"gravity": gravity}).available == move


@pytest.mark.parametrize(
    ("card", "conditions", "move"),
    [
        (vehicle(move='12"h'), {"atmosphere": "thin"}, 8),
        (vehicle(move='12"h'), {"atmosphere": "thick"}, 14),
        (vehicle(move='12"t'), {"atmosphere": "thin"}, 12),
        (infantry(move='4"f'), {"wind": 1}, 2),
        (infantry(move='4"m'), {"wind": 1}, 4),
        (infantry(move='4"f'), {"wind": 3}, 2),
        (infantry(move='8"f'), {"wind": 3}, 4),
        (infantry(move='8"f'), {"wind": 4}, 2),
        (battle_armor(move='6"j'), {"wind": 3}, 4),
        (mech(move='8"'), {"wind": 4}, 8),
    ],
)
def test_weather_changes_move(card: Json, conditions: Mapping[str, object], move: int) -> None:
    assert budget(card, conditions=conditions).available == move


def test_without_air_some_do_not_move_at_all() -> None:
    vacuum: Json = {"atmosphere": "vacuum"}
    assert "move.vacuum" in closed(budget(vehicle(move='12"h', specials=["SEAL"]), conditions=vacuum))
    assert "move.vacuum" in closed(budget(vehicle(move='12"t'), conditions=vacuum))
    assert closed(budget(vehicle(move='12"t', specials=["SEAL"]), conditions=vacuum)) == []
    assert closed(budget(mech(move='8"'), conditions=vacuum)) == []


# ---- what it carries


def rider(**card: object) -> Json:
    return battle_armor("R", at=(7, 7), **{"carried_by": "A", "carried_as": "mechanized", **card})


@pytest.mark.parametrize(("specials", "move"), [([], 8), (["OMNI"], 10)])
def test_xmec_riders_slow_whoever_is_no_omni(specials: list[str], move: int) -> None:
    found = budget(mech("A", move='10"', specials=specials), "ground", rider(specials=["XMEC"]))
    assert found.available == move


def test_mec_riders_slow_nobody_and_clamped_protomechs_everybody() -> None:
    assert budget(mech("A", move='10"', specials=["OMNI"]), "ground", rider(specials=["MEC"])).available == 10
    proto = unit(
        "P", at=(7, 7), type="PM", move='6"', specials=["MCS"], carried_by="A", carried_as="mechanized"
    )
    assert terms(budget(mech("A", move='10"'), "ground", proto)) == [("printed", 10), ("clamps", -2)]


@pytest.mark.parametrize(
    ("size", "cargo", "specials", "move"), [(4, 1, [], 6), (4, 2, [], 5), (1, 1, [], 6), (3, 1, ["LG"], 1)]
)
def test_cargo_outside_costs_a_third_or_half(size: int, cargo: int, specials: list[str], move: int) -> None:
    load = vehicle("C", at=(7, 7), size=cargo, specials=specials, carried_by="A", carried_as="cargo")
    found = budget(mech("A", move='10"/8"j', size=size), "ground", load)
    assert found.available == move
    assert "transport.mode" in closed(budget(mech("A", move='10"/8"j', size=size), "jump", load))


@pytest.mark.parametrize(("trailers", "move"), [((2,), 4), ((3,), 3), ((4,), 1), ((2, 1), 3)])
def test_a_trailer_slows_its_tractor(trailers: tuple[int, ...], move: int) -> None:
    tractor = vehicle("A", move='6"t', size=3, specials=["HTC"])
    loads = [
        vehicle(f"T{k}", size=size, specials=["HTC"], move='6"w', carried_by="A", carried_as="cargo")
        for k, size in enumerate(trailers)
    ]
    assert budget(tractor, "ground", *loads).available == move


def test_with_riders_nothing_flies_or_dives() -> None:
    found = budget(vehicle("A", move='12"v', specials=["OMNI"]), "vtol", rider(specials=["MEC"]))
    assert closed(found) == ["transport.mode"]


# ---- after dismounting


@pytest.mark.parametrize(("card", "move"), [(battle_armor(move='6"j'), 3), (infantry(move='2"f'), 1)])
def test_half_the_move_is_left_after_dismounting_or_none(card: Json, move: int) -> None:
    assert budget(card, dismounting=True, edition="ce-7").available == move
    assert budget(card, dismounting=True).available == 0
    assert closed(budget(card, dismounting=True)) == []


def test_who_has_dismounted_goes_no_farther_and_does_not_sprint() -> None:
    gone = infantry(state=["dismounted"])
    assert closed(budget(gone)) == ["move.dismounted"]
    assert closed(budget(gone, edition="classic-2.3.1")) == ["move.dismounted"]
    assert closed(budget(gone, edition="ce-7")) == []
    for mode in ("sprint", "standstill"):
        assert closed(budget(gone, mode, edition="ce-7")) == ["move.dismounted"]


def test_of_those_who_dismount_only_mechanized_battle_armor_jumps() -> None:
    plain = battle_armor(move='6"j', state=["dismounted"])
    mechanized = battle_armor(move='6"j', state=["dismounted"], specials=["MEC"])
    assert closed(budget(plain, "jump", edition="ce-7")) == ["move.dismounted"]
    found = budget(mechanized, "jump", edition="ce-7")
    assert (closed(found), found.available) == ([], 3)


# ---- closed modes


@pytest.mark.parametrize(
    ("card", "mode", "reason"),
    [
        (mech(state=["immobile"]), "ground", "move.immobile"),
        (mech(state=["shutdown"]), "minimum", "move.immobile"),
        (mech(heat=4), "ground", "move.immobile"),
        (vehicle(hits={"motive": ["immobile"]}), "minimum", "move.immobile"),
        (mech(move='2"', hits={"mp": 1}), "minimum", "move.immobile"),
        (mech(move='4"/6"j', heat=2), "ground", "move.immobile"),
        (mech(move=None), "ground", "move.no-move"),
        (mech(move='8"'), "jump", "move.mode"),
        (mech(move='8"'), "vtol", "move.mode"),
        (mech(state=["destroyed"]), "ground", "move.destroyed"),
        (mech(done=True), "ground", "move.done"),
        (mech(state=["dropped"]), "ground", "move.done"),
        (mech(state=["hull-down"], move='8"/6"j'), "jump", "move.hull-down"),
        (infantry(state=["mounted-this-turn"]), "sprint", "move.sprint-transport"),
        (unit(type="AF", move="5a", motion="unmoved"), "ground", "move.mode"),
    ],
)
def test_what_closes_a_mode(card: Json, mode: str, reason: str) -> None:
    assert reason in closed(budget(card, mode))


def test_a_move_of_nothing_is_nothing_in_every_ground_mode_and_a_jump_stays() -> None:
    card = mech(move='4"/6"j', heat=2)
    assert closed(budget(card, "jump")) == []
    assert closed(budget(card, "standstill")) == ["move.immobile"]


def test_a_transport_boarded_this_turn_does_not_sprint() -> None:
    aboard = infantry("I", carried_by="A", carried_as="inside", state=["mounted-this-turn"])
    transport = vehicle("A", move='16"t', specials=["IT12"])
    assert closed(budget(transport, "sprint", aboard)) == ["move.sprint-transport"]
    assert closed(budget(transport, "ground", aboard)) == []
    assert budget(transport, "ground", aboard).available == 16


def test_what_is_carried_does_not_move() -> None:
    aboard = infantry("A", carried_by="V", carried_as="inside")
    found = budget(aboard, "ground", vehicle("V"))
    assert [(reason.key, reason.by) for reason in found.refusals] == [("move.carried", "V")]


def test_vtols_sprint_by_option() -> None:
    flyer = vehicle(move='14"v', elevation=3)
    assert budget(flyer, "sprint").available == 21
    refused = budget(flyer, "sprint", options={"vtol.sprint": False})
    assert (closed(refused), refused.options) == (["move.mode"], ("vtol.sprint",))


def test_minimum_movement_is_two_inches_for_whoever_can_move_at_all() -> None:
    assert terms(budget(mech(move='1"'), "minimum")) == [("minimum", 2)]
    assert budget(mech(move='12"'), "minimum").available == 2


def test_hull_down_is_left_for_four_inches() -> None:
    found = budget(mech(move='10"', state=["hull-down"]))
    assert [(term.key, term.value) for term in found.fees] == [("leave-hull-down", 4)]


def test_what_no_source_prints_is_refused_with_its_key() -> None:
    found = budget(mech(move='10"'), "sprint", edition="classic-2.3.1")
    assert closed(found) == ["sprint.factor"]
    gravity = budget(mech(move='10"'), edition="classic-2.3.1", conditions={"gravity": 0.5})
    assert closed(gravity) == ["gravity"]


def test_under_water_a_submersible_sprints_as_one() -> None:
    lake = water("w", box(0, 0, 30, 30), depth=5)
    boat = vehicle(at=(7, 7), move='10"s', elevation=-3, state=["submerged"])
    found = budget(boat, "sprint", lake)
    assert (found.available, found.mover.key) == (15, "submersible")


# ---- kept answers


def test_what_was_added_up_last_is_never_given_for_another_question() -> None:
    """Every input changes by itself, and each is asked again after all others."""
    cards: list[tuple[Json, dict[str, object]]] = [
        (mech(move='10"'), {}),
        (mech(move='8"'), {}),
        (mech(move='10"', heat=1), {}),
        (mech(move='10"', hits={"mp": 1}), {}),
        (mech(move='10"'), {"edition": "ce-7"}),
        (vehicle(move='12"t'), {}),
    ]
    tables = [prepare_table(table(card, mech("B"), **head)) for card, head in cards]
    questions = [
        (prepared, i, mode, paved, smooth, leaves, choice)
        for prepared in tables
        for i in (0, 1)
        for mode in ("ground", "sprint", "minimum")
        for paved, smooth in ((False, False), (False, True), (True, True))
        for leaves in (False, True)
        for choice in (0,)
    ]
    new = [_budget.__wrapped__(*question) for question in questions]
    for _round in range(2):
        for (prepared, i, mode, paved, smooth, leaves, choice), expected in zip(questions, new, strict=True):
            for _again in range(2):
                found = budget_of(
                    prepared, i, mode, paved=paved, smooth=smooth, dismounting=leaves, choice=choice
                )
                assert found == expected
    assert len({repr(found) for found in new}) > 10
    assert _budget.cache_info().currsize <= 16
