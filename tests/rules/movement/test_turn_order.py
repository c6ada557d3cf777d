"""What holds of every order of moves, however many units the sides have."""

from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.model.turn_order import OrderAnswer
from astrike.rules.movement.turn_order import order
from astrike.rules.table.prepared_table import prepare_table
from tests import builders
from tests.soak import examples

SIDES = ("red", "blue", "green")
COUNTS = st.lists(st.integers(1, 9), min_size=2, max_size=3)
LAW = settings(max_examples=examples(15, soaked=200), deadline=None)


def order_of(counts: list[int], **options: str) -> OrderAnswer:
    units = [
        builders.mech(f"{side}{n}", at=(3 + 3 * n, 5 + 8 * row), side=side, motion="unmoved")
        for row, (side, count) in enumerate(zip(SIDES, counts, strict=False))
        for n in range(count)
    ]
    return order(prepare_table(builders.table(*units, options=options)), [SIDES[0]])


@LAW
@given(COUNTS, st.sampled_from(["multiples", "one-each"]))
def test_everybody_moves_once(counts: list[int], unequal: str) -> None:
    answer = order_of(counts, **{"order.unequal": unequal})
    moved = dict.fromkeys(SIDES[: len(counts)], 0)
    for step in answer.steps:
        for share in step.shares:
            assert share.count >= 1
            assert share.left == counts[SIDES.index(share.side)] - moved[share.side]
            moved[share.side] += share.count
    assert list(moved.values()) == counts


@LAW
@given(COUNTS)
def test_nobody_is_left_when_the_smallest_side_has_moved(counts: list[int]) -> None:
    answer = order_of(counts)
    assert len(answer.steps) == min(counts)
    assert all(len(step.shares) == len(counts) for step in answer.steps)
    assert all(share.count == share.left // min(each.left for each in step.shares)
               for step in answer.steps for share in step.shares)  # fmt: skip


@LAW
@given(COUNTS)
def test_who_lost_begins_every_step(counts: list[int]) -> None:
    answer = order_of(counts)
    assert {step.shares[0].side for step in answer.steps} == {SIDES[0]}
    assert answer.next is not None
    assert answer.next.side == SIDES[0]
