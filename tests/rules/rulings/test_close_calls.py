"""Which attacks are too close to call: one function says it for lists and for an attack alone."""

import pytest

from astrike.model.table import Table
from astrike.rules.rulings.attack_and_sight_margins import attack_call, attack_margins
from astrike.rules.rulings.close_calls import close_calls
from astrike.rules.table.prepared_table import prepare_table
from tests.asking import attacks_from
from tests.builders import box, mech, table, wall


def apart(inches: float, **head: object) -> Table:
    """Two enemies with so much between their bases."""
    return table(
        mech("A", (5, 5), side="red", damage=head.pop("damage", "3/3/2")),
        mech("B", (5, 6.25 + inches), side="blue", facing=180),
        width=48,
        depth=60,
        **head,
    )


def marked(board: Table) -> bool:
    prepared = prepare_table(board)
    (call,) = close_calls(prepared, attacks_from(prepared, "A"))
    found = attack_margins(prepared, "A", "B")
    assert found.close is (call is not None)
    assert attack_call(prepared, "A", "B") == call
    assert found.least is None or (found.least.inches < board.tolerance) is found.close
    return found.close


@pytest.mark.parametrize(
    ("inches", "is_close"),
    [(5.95, True), (6.05, True), (5.85, False), (23.92, True), (24.12, False), (41.93, True), (42.08, True)],
)
def test_a_range_near_the_end_of_a_bracket_is_marked(inches: float, is_close: bool) -> None:
    assert marked(apart(inches)) is is_close


@pytest.mark.parametrize(("inches", "is_close"), [(24.05, True), (42.05, False)])
def test_of_a_weapon_that_ends_sooner_only_its_own_end_counts(inches: float, is_close: bool) -> None:
    assert marked(apart(inches, damage="3/3/0")) is is_close


@pytest.mark.parametrize(("inches", "is_close"), [(11.95, True), (12.05, True), (13.0, False)])
def test_at_night_sight_ends_sooner(inches: float, is_close: bool) -> None:
    assert marked(apart(inches, environment="night")) is is_close


def test_a_no_for_another_reason_is_not_marked() -> None:
    board = apart(23.95)
    high = table(
        mech("A", (5, 5), side="red"), mech("B", (5, 30.2), side="blue"), wall("w", box(0, 15, 20, 15.5), height=9),
        width=48, depth=60,
    )  # fmt: skip
    assert (marked(board), marked(high)) == (True, False)


def test_on_hexes_nothing_is_marked() -> None:
    prepared = prepare_table(apart(23.95, grid={"hex": 2, "top": "flat"}))
    assert close_calls(prepared, attacks_from(prepared, "A")) == (None,)
