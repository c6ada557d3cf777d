"""What a unit is right now: TMM of every mode, arcs, modifiers; examples 23 to 25 and 37, RC-15 and RC-19."""

import pytest

from astrike.errors import NotFound
from astrike.model.unit_answer import UnitAnswer, UnitMode
from astrike.rules.movement.unit_answer import unit_answer
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import Json, battle_armor, infantry, mech, table, unit, vehicle


def about(card: Json, *others: Json, **head: object) -> UnitAnswer:
    return unit_answer(prepare_table(table(card, *others, **head)), "A")


def mode(card: Json, name: str, **head: object) -> UnitMode:
    return next(each for each in about(card, **head).modes if each.mode == name)


def lines(found: UnitMode) -> list[tuple[str, float]]:
    return [(term.key, term.value) for term in found.tmm_terms]


@pytest.mark.parametrize(
    ("card", "ground", "jump"),
    [
        ({"move": '10"/6"j', "tmm": 2, "specials": ["JMPW1"]}, 2, 2),
        ({"move": '10"j', "tmm": 2}, 2, 3),
        ({"move": '18"/14"j', "tmm": 3}, 3, 4),
        ({"move": '10"/6"j', "tmm": 2, "specials": ["JMPS1"]}, 2, 4),
        ({"move": '10"/6"j', "tmm": 2, "heat": 2}, 1, 3),
    ],
)
def test_a_jump_counts_one_more_and_strong_and_weak_jets_besides(card: Json, ground: int, jump: int) -> None:
    assert mode(mech("A", **card), "ground").tmm == ground
    assert mode(mech("A", **card), "jump").tmm == jump


def test_the_terms_of_a_tmm_add_up() -> None:
    found = mode(mech("A", move='14"', tmm=3, hits={"mp": 1}, heat=2), "ground")
    assert (found.available, found.tmm) == (3, 0)
    assert lines(found) == [("printed", 3), ("hits", -2), ("heat", -1)]
    for each in about(mech("A", move='10"/6"j', tmm=2, heat=2, specials=["JMPS1"])).modes:
        assert sum(term.value for term in each.tmm_terms) == each.tmm
        assert sum(term.value for term in each.terms) == each.available


def test_half_a_move_and_tmm_of_seven_and_three() -> None:
    found = mode(vehicle("A", move='7"t', tmm=3, hits={"motive": ["half"]}), "ground")
    assert (found.available, found.tmm) == (3, 1)


def test_minimum_movement_and_standing_still_count_nothing_and_a_sprint_what_is_printed() -> None:
    card = mech("A", move='12"', tmm=2)
    assert [mode(card, name).tmm for name in ("minimum", "standstill", "sprint")] == [0, 0, 2]
    assert mode(card, "sprint").available == 18


def test_under_water_its_own_ratings_count() -> None:
    found = mode(vehicle("A", move='8"s', tmm=1, specials=["SUBS2"]), "submersible")
    assert (found.tmm, lines(found)) == (3, [("printed", 1), ("target.submersible", 2)])


def test_an_airmech_is_harder_to_hit() -> None:
    found = mode(mech("A", move='10"/8"j', tmm=2, specials=['LAM(36"g/5a)']), "wige")
    assert (found.code, found.available, found.tmm) == ("g", 36, 3)


def test_the_classic_tmm_is_looked_up_from_the_move_of_the_mode() -> None:
    card = mech("A", move='10"/6"j', tmm=2, heat=2)
    assert (
        mode(card, "ground", edition="classic-2.3.1").tmm,
        mode(card, "jump", edition="classic-2.3.1").tmm,
    ) == (1, 2)


@pytest.mark.parametrize(
    ("inches", "tmm"), [(4, 0), (5, 1), (8, 1), (9, 2), (12, 2), (13, 3), (18, 3), (19, 4), (34, 4), (35, 5)]
)
def test_a_tmm_that_is_not_printed_comes_from_the_move(inches: int, tmm: int) -> None:
    found = about(mech("A", move=f'{inches}"', tmm=None))
    assert found.modes[0].tmm == tmm
    assert any(each.at == "units.A.tmm" for each in found.assumed)


def test_what_is_immobile_counts_minus_four_in_every_mode() -> None:
    found = about(mech("A", state=["shutdown"]))
    assert {each.tmm for each in found.modes} == {-4}
    assert {reason.key for each in found.modes for reason in each.refusals} == {"move.immobile"}
    assert (found.manner, [(term.key, term.value) for term in found.target]) == (
        "immobile",
        [("target.immobile", -4)],
    )


@pytest.mark.parametrize("state", ["hull-down", "bogged"])
def test_states_that_hold_it_take_its_tmm(state: str) -> None:
    assert mode(mech("A", tmm=3, move='14"', state=[state]), "ground").tmm == 0


def test_modes_of_the_card_and_no_others() -> None:
    assert [each.mode for each in about(mech("A", move='8"')).modes] == [
        "ground",
        "sprint",
        "minimum",
        "standstill",
    ]
    assert [each.mode for each in about(vehicle("A", move='12"v')).modes][:2] == ["ground", "vtol"]
    several = about(vehicle("A", move='8"t/12"w/4"s'))
    assert [(each.mode, each.code) for each in several.modes if each.mode in ("ground", "submersible")] == [
        ("ground", "t"),
        ("ground", "w"),
        ("submersible", "s"),
    ]


def test_a_card_without_a_move_says_so() -> None:
    (only,) = about(mech("A", move=None)).modes
    assert (only.mode, [reason.key for reason in only.refusals]) == ("ground", ["move.no-move"])


@pytest.mark.parametrize(
    ("card", "kind"),
    [
        (mech("A"), "mech"),
        (vehicle("A", move='10"v'), "vtol"),
        (vehicle("A", move='10"s'), "submersible"),
        (infantry("A"), "infantry"),
        (unit("A", type="AF", move="5a"), "aerospace"),
    ],
)
def test_the_kind_of_mover(card: Json, kind: str) -> None:
    assert about(card).kind == kind


@pytest.mark.parametrize(
    ("card", "arcs"),
    [
        (mech("A"), (("forward", 180),)),
        (mech("A", specials=["QUAD"]), (("quad", 90),)),
        (mech("A", specials=["TUR(2/2/2)", "REAR1/1/-"]), (("forward", 180), ("turret", 360), ("rear", 180))),
        (infantry("A"), (("all", 360),)),
    ],
)
def test_arcs_with_their_degrees(card: Json, arcs: tuple[tuple[str, float], ...]) -> None:
    assert about(card).arcs == arcs


def test_modifiers_that_belong_to_the_unit_alone() -> None:
    found = about(battle_armor("A", motion="jump", skill=3, tmm=1))
    assert [(term.key, term.value) for term in found.attacker] == [("skill", 3)]
    assert [(term.key, term.value) for term in found.target] == [
        ("target.tmm", 1),
        ("target.jump", 1),
        ("type.battle-armor", 1),
    ]
    jumper = about(mech("A", move='8"/8"j', motion="jump", heat=1))
    assert [(term.key, term.value) for term in jumper.attacker] == [
        ("skill", 4),
        ("attacker.jump", 2),
        ("attacker.heat", 1),
    ]


def test_abilities_that_no_answer_uses_are_named() -> None:
    found = about(mech("A", specials=["XYZ", "ECM"], pilot=["speed-demon", "lucky"]))
    assert "XYZ" in found.not_applied
    assert "lucky" in found.not_applied
    assert "speed-demon" not in found.not_applied


def test_options_that_decided_are_named() -> None:
    found = about(vehicle("A", move='9"v', elevation=2))
    assert [(each.id, each.value) for each in found.options_used] == [("vtol.sprint", True)]


def test_a_unit_that_is_not_there_is_an_error() -> None:
    with pytest.raises(NotFound):
        unit_answer(prepare_table(table(mech("A"))), "B")
