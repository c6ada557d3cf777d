"""Boarding and leaving: capacity, contact, prices, turns; example 27, rows CE-022 to CE-035, AS-021 to AS-024."""

import pytest

from astrike.rules.movement.budget import budget_of
from astrike.rules.movement.declared_move import MoveCase, MoveVerdict
from astrike.rules.movement.transport import (
    may_ride,
    transport_checks,
    transport_options,
    transport_room,
    transport_terms,
)
from tests.builders import Json, area, battle_armor, box, building, hill, infantry, mech, table, vehicle
from tests.rules.movement.declared_moves import Stop, declared

NO_MOVE = MoveVerdict(terms=(), legs=(), refusals=(), end_z=0.0)


def squad(name: str = "A", **card: object) -> Json:
    return infantry(name, **{"at": (10, 18), "move": '6"f', "specials": ["CAR4"], **card})


def maxim(**card: object) -> Json:
    return vehicle("T", **{"at": (16, 18), "move": '16"h', "specials": ["IT12"], "motion": "unmoved", **card})


def reasons(case: MoveCase, end_z: float = 0.0) -> list[str]:
    verdict = MoveVerdict(terms=(), legs=(), refusals=(), end_z=end_z)
    return [reason.key for reason in transport_terms(case, verdict)[1]]


def boarding(*features: Json, to: Stop = (14.75, 18), **head: object) -> MoveCase:
    return declared(table(*features, **head), to, mode="ground", mount="T")


def leaving(
    *features: Json, to: tuple[Stop, ...] = ((14.75, 18),), mode: str = "ground", **head: object
) -> MoveCase:
    return declared(table(*features, **head), *to, mode=mode, dismount="T")


# ---- boarding


def test_boarding_costs_the_infantry_two_inches() -> None:
    case = boarding(squad(), maxim())
    terms, against = transport_terms(case, NO_MOVE)
    assert ([(term.key, term.value) for term in terms], against) == ([("mount", 2)], ())
    assert budget_of(case.prepared, case.prepared.place_of("T"), "ground").available == 16


@pytest.mark.parametrize(("aboard", "room"), [(1, (8, 12)), (2, (12, 12)), (3, (16, 12))])
def test_the_cars_aboard_fit_into_the_transport(aboard: int, room: tuple[float, float]) -> None:
    others = [squad(f"P{k}", carried_by="T", carried_as="inside") for k in range(aboard)]
    case = boarding(squad(), maxim(), *others)
    assert transport_room(case.prepared, case.prepared.place_of("T"), case.unit) == room
    assert reasons(case) == ([] if room[0] <= room[1] else ["transport.capacity"])


def test_who_has_no_number_and_who_carries_nobody_do_not_fit() -> None:
    assert reasons(boarding(squad(specials=[]), maxim())) == ["transport.kind"]
    assert reasons(boarding(squad(), maxim(specials=[]))) == ["transport.kind"]
    assert reasons(boarding(squad(side="red"), maxim(side="blue"))) == ["transport.kind"]
    assert reasons(boarding(squad(side="red"), maxim(side="red"))) == []


def test_it_ends_in_base_contact() -> None:
    case = boarding(squad(), maxim(), to=(14.5, 18))
    (reason,) = transport_terms(case, NO_MOVE)[1]
    assert (reason.key, reason.by, round(float(reason.facts["gap"]), 6)) == ("transport.contact", "T", 0.25)
    high = boarding(squad(), maxim(elevation="roof"), building("b", box(15, 15, 20, 21), height=3))
    assert reasons(high) == ["transport.contact"]
    assert reasons(boarding(squad(), maxim(), hill("h", box(15.2, 15, 20, 21), height=1))) == []


def test_it_boards_before_the_transport_moves_and_only_one_on_the_ground() -> None:
    assert reasons(boarding(squad(), maxim(done=True))) == ["transport.moved"]
    assert reasons(boarding(squad(), maxim(motion="sprint"))) == ["transport.sprint"]
    flyer = maxim(move='16"v', elevation=1)
    assert reasons(boarding(squad(), flyer)) == ["transport.flying"]
    assert reasons(boarding(squad(), maxim(move='16"v'))) == []


def test_who_left_a_transport_boards_none_in_the_same_turn() -> None:
    case = boarding(squad(state=["dismounted"]), maxim())
    assert reasons(case) == ["transport.same-turn"]
    allowed = boarding(squad(state=["dismounted"]), maxim(), options={"transport.same-turn": "allowed"})
    assert reasons(allowed) == []


@pytest.mark.parametrize(
    ("rider", "carrier", "rides"),
    [
        (["MEC"], {"specials": ["OMNI"]}, True),
        (["MEC"], {}, False),
        (["XMEC"], {}, True),
        (["XMEC"], {"type": "BA", "move": '6"j'}, False),
        (["XMEC"], {"type": "SV", "move": '10"i'}, False),
        ([], {"specials": ["OMNI"]}, False),
    ],
)
def test_who_holds_on_to_the_outside(rider: list[str], carrier: Json, rides: bool) -> None:
    armor = battle_armor("A", at=(10, 18), specials=rider)
    case = boarding(armor, mech("T", **{"at": (16, 18), **carrier}))
    assert may_ride(case.prepared, 1, case.unit) is rides
    assert (reasons(case) == []) is rides


def test_an_omni_carries_one_squad_outside() -> None:
    armor = battle_armor("A", at=(10, 18), specials=["MEC"])
    other = battle_armor("B", at=(16, 18), specials=["MEC"], carried_by="T", carried_as="mechanized")
    assert reasons(boarding(armor, mech("T", at=(16, 18), specials=["OMNI"]), other)) == ["transport.kind"]


def test_mechs_and_vehicles_ride_in_bays_of_their_kind() -> None:
    bay = maxim(specials=["MT1"])
    assert reasons(boarding(mech("A", at=(10, 18)), bay)) == []
    full = mech("B", at=(16, 18), carried_by="T", carried_as="inside")
    assert reasons(boarding(mech("A", at=(10, 18)), bay, full)) == ["transport.capacity"]
    assert reasons(boarding(vehicle("A", at=(10, 18)), bay)) == ["transport.kind"]


# ---- leaving


def aboard(**card: object) -> Json:
    return squad(**{"at": (16, 18), "carried_by": "T", "carried_as": "inside", **card})


def test_leaving_costs_nothing_and_the_unit_is_put_down_beside() -> None:
    case = leaving(aboard(), maxim(motion="ground", moved=16))
    assert transport_terms(case, NO_MOVE) == ((), ())
    assert transport_checks(case, NO_MOVE) == ()
    assert reasons(leaving(aboard(), maxim(), to=((14, 18),))) == ["transport.contact"]
    assert reasons(leaving(squad(), maxim())) == ["transport.not-carried"]


def test_nobody_leaves_before_the_transport_has_moved_or_when_it_sprinted() -> None:
    assert reasons(leaving(aboard(), maxim(done=False))) == ["transport.not-moved"]
    assert reasons(leaving(aboard(), maxim(motion="sprint"))) == ["transport.sprint"]


def test_a_transport_boarded_this_turn_lets_nobody_off() -> None:
    other = squad("B", carried_by="T", carried_as="inside", state=["mounted-this-turn"])
    assert reasons(leaving(aboard(), maxim(), other)) == ["transport.same-turn"]
    assert reasons(leaving(aboard(state=["mounted-this-turn"]), maxim())) == ["transport.same-turn"]
    free = leaving(aboard(), maxim(), other, options={"transport.same-turn": "allowed"})
    assert (reasons(free), transport_options(free)) == ([], ("transport.same-turn",))


def test_after_leaving_it_goes_no_farther_or_half_its_move() -> None:
    way: tuple[Stop, ...] = ((14.75, 18), (13, 18))
    assert reasons(leaving(aboard(), maxim(), to=way)) == ["move.dismounted"]
    half = leaving(aboard(), maxim(), to=way, edition="ce-7")
    assert (reasons(half), half.budget.available, half.track.total) == ([], 3, 1.75)


def test_it_is_put_down_on_ground_that_is_open_to_it() -> None:
    rails = area("m", box(10, 10, 15.2, 26), kind="magma")
    assert reasons(leaving(aboard(), maxim(), rails)) == ["move.prohibited"]
    cliff = hill("h", box(10, 10, 15.3, 26), height=3)
    assert set(reasons(leaving(aboard(), maxim(), cliff))) == {"move.cliff", "transport.contact"}


def test_from_flight_jumpers_drop_and_others_slide_down_ropes() -> None:
    flyer = maxim(move='16"v', elevation=3)
    below: tuple[Stop, ...] = ((16, 18),)
    on_foot = leaving(aboard(), flyer, to=below)
    assert reasons(on_foot) == []
    assert [check.key for check in transport_checks(on_foot, NO_MOVE)] == ["zipline"]
    jumper = leaving(aboard(move='6"j'), flyer, to=below)
    (check,) = transport_checks(jumper, NO_MOVE)
    assert (check.key, check.need, transport_options(jumper)) == ("drop", 5, ("unload.airborne",))
    direct = leaving(aboard(move='6"j'), flyer, to=below, edition="ce-7")
    assert (reasons(direct), transport_checks(direct, NO_MOVE)) == ([], ())
    skimmer = maxim(move='16"g', elevation=1)
    assert reasons(leaving(aboard(), skimmer, to=below)) == []
    ropes = leaving(aboard(), skimmer, to=below, options={"zipline.carriers": "vtol"})
    assert (reasons(ropes), transport_options(ropes)) == (["transport.flying"], ("zipline.carriers",))


def test_who_comes_down_from_flight_moves_no_more() -> None:
    flyer = maxim(move='16"v', elevation=3)
    case = leaving(aboard(move='6"j'), flyer, to=((16, 18), (14, 18)), edition="ce-7")
    assert reasons(case) == ["move.dismounted"]


def test_a_fighter_lets_foot_infantry_off_on_the_ground_only() -> None:
    fighter = maxim(type="AF", move="6a", elevation=5, state=["airborne"])
    assert reasons(leaving(aboard(), fighter, to=((16, 18),))) == ["transport.flying"]


def test_boarding_and_leaving_in_one_move_is_forbidden() -> None:
    case = declared(table(aboard(), maxim()), (14.75, 18), mode="ground", mount="T", dismount="T")
    assert "transport.same-turn" in reasons(case)
