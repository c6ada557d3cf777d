"""How quick it is, as ratios in one run: two thirds of what `make bench` demands, on fewer lines where it is slow.

Times are never judged: a busy machine would decide. What is promised, and all of it, is in tests/bench.
"""

from collections.abc import Iterable, Iterator

import pytest

from tests.bench.attacks import Attacks, growth
from tests.bench.cards import card_costs
from tests.bench.convention import Size, convention_rows, hold, rotation_rows
from tests.bench.layouts import single
from tests.bench.moves import Moves
from tests.bench.passages import crossed
from tests.bench.row import TOLERANCE, Row
from tests.bench.server import Server, attack_cards, first_page, memory, running, searches, writes

pytestmark = pytest.mark.timing

SECONDS = 3.0


@pytest.fixture(scope="module")
def attacks() -> Attacks:
    return Attacks(every=12)


@pytest.fixture(scope="module")
def moves() -> Moves:
    return Moves(every=2)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running() as server:
        yield server


def kept(rows: Iterable[Row]) -> list[str]:
    """Return the rows that break their promise by more than the tolerance."""
    return [row.text() for row in rows if not row.holds(within=TOLERANCE)]


def test_all_pairs_are_many_times_quicker_than_plain_shapely(attacks: Attacks) -> None:
    assert kept(attacks.all_pairs()) == []


def test_both_ways_give_the_same_answers(attacks: Attacks) -> None:
    assert kept(attacks.same_answers()) == []


def test_one_list_is_quick(attacks: Attacks) -> None:
    (row,) = attacks.one_list()
    assert row.value < 10, "several times what any machine needs: the bench judges it"


def test_a_moved_unit_costs_its_row_and_column_only(attacks: Attacks) -> None:
    assert kept(attacks.one_moved()) == []


def test_a_list_costs_no_more_than_the_table_grows() -> None:
    assert kept(growth()) == []


def test_ways_across_a_table_are_many_times_quicker_than_a_flow_through_a_grid() -> None:
    assert kept(crossed()) == []


def test_a_layout_is_looked_over_in_about_the_time_of_a_flow_through_a_grid() -> None:
    assert kept(single()) == []


def test_the_judge_is_quicker_than_plain_shapely(moves: Moves) -> None:
    assert kept(row for row in moves.judged() if row.unit != " ms") == []


def test_a_search_is_many_times_quicker_than_a_heap_in_python(moves: Moves) -> None:
    assert kept(moves.searched()) == []


def test_reach_is_proven_and_near_the_points_on_borders(moves: Moves) -> None:
    assert kept(moves.reached()) == []


def test_places_are_weighed_many_times_quicker_than_one_by_one(moves: Moves) -> None:
    assert kept(moves.weighed()) == []


def test_a_card_takes_no_more_calls_than_it_did() -> None:
    # Counted, not timed: nothing here depends on the machine.
    assert [row.text() for row in card_costs() if not row.holds()] == []


def test_the_first_page_is_light_and_asks_nobody_else(server: Server) -> None:
    assert [row.text() for row in first_page(server) if not row.holds()] == []


def test_eight_phones_read_without_an_error(server: Server) -> None:
    cards = [row for row in attack_cards(server, seconds=SECONDS) if row.unit != " ms"]
    assert kept(cards) == []


def test_eight_phones_write_about_as_quickly_as_one(server: Server) -> None:
    assert kept(writes(server, seconds=SECONDS)) == []


def test_thirty_tables_in_rotation_cost_no_more_a_card_than_one() -> None:
    assert kept(rotation_rows()) == []


def test_a_small_convention_is_answered_and_nothing_lost(server: Server) -> None:
    size = Size(tables=4, seconds=8.0, warm_up=2.0)
    assert (
        kept(row for row in convention_rows(server, size) if row.unit == "" and "put off" not in row.what)
        == []
    )


def test_thirty_times_as_much_is_answered_or_put_off_and_nothing_lost(server: Server) -> None:
    # Whether anything is put off depends on the machine; when it is, test_request_threads says.
    found = hold(server, Size(seconds=2.0, warm_up=1.0, hurry=30.0))
    assert (found.failed, found.lost) == ({}, 0)
    assert server.phone().ask("/")[0], "and then it answers again"


def test_the_server_does_not_grow(server: Server) -> None:
    assert kept(memory(server, requests=200)) == []


def test_searches_do_not_fill_the_server(server: Server) -> None:
    assert kept(searches(server, units=8)) == []
