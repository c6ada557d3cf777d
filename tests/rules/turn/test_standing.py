"""Where a turn stands is read off the table: who has moved, who has attacked, who can do neither (CE pp.31-40)."""

import pytest

from astrike.model.turn import TurnStanding
from astrike.rules.table.prepared_table import prepare_table
from astrike.rules.turn.standing import turn_standing
from tests.builders import Json, mech, table

RED = [f"R{n}" for n in range(4)]
BLUE = [f"B{n}" for n in range(2)]


def standing(*, moved: tuple[str, ...] = (), fired: tuple[str, ...] = (), **head: object) -> TurnStanding:
    units = [unit(name, moved, fired) for name in (*RED, *BLUE)]
    return turn_standing(prepare_table(table(*units, **head)))


def unit(name: str, moved: tuple[str, ...], fired: tuple[str, ...]) -> Json:
    number, is_red = int(name[1]), name[0] == "R"
    more: Json = {"fired": True} if name in fired else {}
    return mech(
        name,
        at=(4 + 4 * number, 5 if is_red else 30),
        side="red" if is_red else "blue",
        motion="ground" if name in moved else "unmoved",
        **more,
    )


@pytest.mark.parametrize("phase", ["initiative", "movement"])
def test_before_anybody_has_lost_initiative_the_turn_waits_for_it(phase: str) -> None:
    found = standing(phase=phase)
    assert (found.phase, found.act, found.share, found.due) == ("initiative", "initiative", None, ())


def test_who_lost_initiative_moves_first_and_more_units_at_a_time() -> None:
    found = standing(phase="movement", initiative=["red", "blue"])
    assert found.act == "move"
    assert found.share is not None
    assert (found.share.side, found.share.count, found.share.left) == ("red", 2, 4)
    assert found.after is not None
    assert (found.after.side, found.after.count, found.after.left) == ("blue", 1, 2)
    assert found.due == tuple(RED)


def test_a_step_goes_on_until_all_its_units_have_moved() -> None:
    found = standing(phase="movement", initiative=["red", "blue"], moved=("R0",))
    assert found.share is not None
    assert (found.share.side, found.share.count, found.share.left) == ("red", 1, 3)
    assert [each.unit for each in found.units if each.is_done] == ["R0"]
    found = standing(phase="movement", initiative=["red", "blue"], moved=("R0", "R1"))
    assert found.share is not None
    assert (found.share.side, found.due) == ("blue", tuple(BLUE))


def test_a_move_out_of_order_does_not_move_the_order_on() -> None:
    found = standing(phase="movement", initiative=["red", "blue"], moved=("B0",))
    assert found.share is not None
    assert (found.share.side, found.due) == ("red", tuple(RED))


def test_when_everybody_has_moved_combat_is_next() -> None:
    found = standing(phase="movement", initiative=["red", "blue"], moved=(*RED, *BLUE))
    assert (found.act, found.share) == ("combat", None)


def test_who_lost_initiative_makes_all_its_attacks_first() -> None:
    found = standing(phase="combat", initiative=["blue", "red"], fired=("B0",))
    assert found.act == "attack"
    assert found.share is not None
    assert (found.share.side, found.share.left, found.due) == ("blue", 1, ("B1",))
    found = standing(phase="combat", initiative=["blue", "red"], fired=tuple(BLUE))
    assert found.share is not None
    assert (found.share.side, found.due) == ("red", tuple(RED))


def test_after_the_last_attack_comes_the_end_phase_and_then_the_next_turn() -> None:
    assert standing(phase="combat", initiative=["red"], fired=(*RED, *BLUE)).act == "end"
    assert standing(phase="end", initiative=["red"]).act == "turn"


@pytest.mark.parametrize(
    "state",
    [{"state": ["shutdown"]}, {"state": ["destroyed"]}, {"state": ["stunned"]}, {"motion": "sprint"}],
    ids=str,
)
def test_nobody_waits_for_a_unit_that_cannot_attack(state: Json) -> None:
    units = [mech("A", at=(5, 5), side="red", **state), mech("B", at=(5, 20), side="blue")]
    found = turn_standing(prepare_table(table(*units, phase="combat", initiative=["red", "blue"])))
    assert found.due == ("B",)
    assert [each.unit for each in found.units if each.is_out] == ["A"]
