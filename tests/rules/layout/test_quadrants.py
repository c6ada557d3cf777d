"""The quadrants of Breakthrough and Pursuit: who lays which piece, and whether the table can have come about so."""

import pytest

from astrike.rules.layout.quadrants import check_quadrants, laying_order
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import Json, box, hill, table, woods
from tests.rules.layout.limits import by_key, limits, skipped

CORNERS = {"sw": (4, 4), "se": (36, 4), "nw": (4, 26), "ne": (36, 26)}


def laid(*where: str) -> list[Json]:
    """Pieces in the quadrants named, beside each other."""
    return [
        woods(f"w{k}", box(CORNERS[at][0] + k, CORNERS[at][1], CORNERS[at][0] + k + 0.5, CORNERS[at][1] + 2))
        for k, at in enumerate(where)
    ]


def severities(pieces: list[Json], scenario: str = "breakthrough", **head: object) -> dict[str, list[str]]:
    part = check_quadrants(prepare_table(table(*pieces, **head)), limits(quadrants=scenario), tolerance=0.1)
    return {
        key.removeprefix("quadrants."): [each.severity for each in found]
        for key, found in by_key(part).items()
    }


def order(scenario: str, count: int, last: str = "example") -> str:
    return "".join(side[0].upper() for side in laying_order(scenario, count, last=last))


@pytest.mark.parametrize(
    ("scenario", "count", "last", "sides"),
    [
        ("breakthrough", 4, "example", "DDDA"),
        ("breakthrough", 6, "example", "DDDADA"),
        ("breakthrough", 8, "example", "DDDADDDA"),
        ("pursuit", 4, "example", "AAAD"),
        ("pursuit", 6, "example", "AAADAD"),
        ("pursuit", 6, "text", "AAADDA"),
        ("pursuit", 10, "example", "AAADAAADAD"),
        ("breakthrough", 0, "example", ""),
    ],
)
def test_one_side_fills_three_quadrants_and_the_other_the_fourth(
    scenario: str, count: int, last: str, sides: str
) -> None:
    assert order(scenario, count, last) == sides


@pytest.mark.parametrize("scenario", ["breakthrough", "pursuit"])
@pytest.mark.parametrize(
    ("where", "count", "even"),
    [
        (("sw", "se", "nw"), "error", "error"),
        (("sw", "se", "nw", "ne"), "pass", "pass"),
        (("sw", "se", "nw", "ne", "sw"), "pass", "error"),
    ],
    ids=["three pieces", "four pieces", "five pieces"],
)
def test_three_and_five_pieces_are_flagged_and_four_are_fine(
    scenario: str, where: tuple[str, ...], count: str, even: str
) -> None:
    found = severities(laid(*where), scenario)
    assert (found["count"], found["even"]) == ([count], [even])


def test_no_quadrant_has_more_than_another_plus_one() -> None:
    assert severities(laid("sw", "se", "nw", "ne", "sw", "ne"))["order"] == ["pass"]
    part = check_quadrants(
        prepare_table(table(*laid("sw", "se", "nw", "sw", "sw", "nw"))),
        limits(quadrants="pursuit"),
        tolerance=0.1,
    )
    reported = [
        (each.facts["quadrant"], each.value, each.limit, each.bound, each.cite.page)
        for each in by_key(part)["quadrants.order"]
    ]
    assert reported == [
        ("south-west", 3, 2, "at-most", "AS p.124"),
        ("north-east", 0, 1, "at-least", "AS p.124"),
    ]


def test_pieces_on_the_lines_go_where_they_are_wanted() -> None:
    cross = hill("cross", box(22, 16, 26, 20))
    south = woods("south", box(23, 4, 25, 6))
    assert severities([*laid("sw", "se"), cross, south])["order"] == ["error", "error"]
    assert severities([*laid("sw", "nw"), cross, south])["order"] == ["pass"]
    assert severities([*laid("sw", "nw", "ne"), south])["order"] == ["pass"]
    nudged = woods("south", box(23.3, 4, 25.3, 6))
    assert severities([*laid("se", "nw", "ne"), nudged])["order"] == ["error", "error"]


def test_figures_say_who_lays_how_many_and_in_which_order() -> None:
    pieces = laid("sw", "se", "nw", "ne", "sw", "ne")
    by_text = {"setup.pursuit-order": "text"}
    part = check_quadrants(
        prepare_table(table(*pieces, options=by_text)), limits(quadrants="pursuit"), tolerance=0.1
    )
    figures = part.figures["quadrants"]
    assert figures["order"] == ["attacker"] * 3 + ["defender", "defender", "attacker"]  # type: ignore[index]
    assert (figures["attacker"], figures["defender"]) == (4, 2)  # type: ignore[index]
    assert figures["pieces"]["w3"] == ["north-east"]  # type: ignore[index]


def test_without_a_scenario_nothing_is_checked() -> None:
    part = check_quadrants(prepare_table(table(*laid("sw"))), limits(), tolerance=0.1)
    assert (part.findings, skipped(part)) == ((), {"quadrants.order"})
