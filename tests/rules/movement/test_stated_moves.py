"""What a table says of how its units moved and that excludes itself is found, and nothing else is (CE pp.32, 37-38)."""

import pytest

from astrike.rules.layout.legality import found_by_rules
from astrike.rules.movement.contradictions import stated_move_findings
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import Json, infantry, mech, table, vehicle

EDITIONS = ("ce-5.01", "ce-7", "classic-2.3.1")


def reported(feature: Json, edition: str = "ce-5.01") -> list[tuple[str, str]]:
    found = stated_move_findings(prepare_table(table(feature, edition=edition)))
    assert all(each.cite.page and each.label and each.by == (feature["id"],) for each in found)
    return [(each.key.removeprefix("standing."), each.severity) for each in found]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("said", "key", "severity"),
    [
        ({"motion": "standstill", "moved": 3}, "standstill-moved", "error"),
        ({"motion": "standstill", "moved": 1}, "standstill-moved", "error"),
        ({"motion": "unmoved", "moved": 3}, "unmoved-moved", "error"),
        ({"motion": "unmoved", "moved": 0.5}, "unmoved-moved", "error"),
        ({"motion": "unmoved", "done": True}, "unmoved-done", "note"),
        ({"motion": "ground", "moved": 0}, "hardly-moved", "warning"),
        ({"motion": "sprint", "moved": 0.9}, "hardly-moved", "warning"),
        ({"motion": "minimum", "moved": 3}, "minimum-far", "error"),
        ({"motion": "jump", "move": '8"'}, "no-mode", "error"),
        ({"motion": "vtol", "move": '8"/6"j'}, "no-mode", "error"),
        ({"motion": "wige", "move": '8"'}, "no-mode", "error"),
        ({"motion": "submersible", "move": '8"'}, "no-mode", "error"),
        ({"motion": "flight", "move": '8"'}, "no-mode", "error"),
        ({"motion": "ground", "move": '8"/12"j', "moved": 12.5}, "too-far", "warning"),
        ({"motion": "jump", "move": '8"/6"j', "moved": 7}, "too-far", "warning"),
        ({"motion": "sprint", "move": '8"', "moved": 12.5}, "too-far", "warning"),
    ],
)
def test_what_excludes_itself_is_found(
    edition: str, said: dict[str, object], key: str, severity: str
) -> None:
    assert reported(mech(**said), edition) == [(key, severity)]


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"motion": "standstill"},
        {"motion": "standstill", "moved": 0},
        {"motion": "standstill", "moved": 0.9},
        {"motion": "unmoved", "done": False},
        {"motion": "minimum", "moved": 2},
        {"motion": "ground", "moved": 1},
        {"motion": "ground"},
        {"motion": "ground", "moved": 8, "done": False},
        {"motion": "ground", "moved": 8, "heat": 2, "hits": {"mp": 1}},
        {"motion": "jump", "move": '8"/6"j', "moved": 6},
        {"motion": "jump", "move": '8"/6"j', "moved": 0},
        {"motion": "sprint", "move": '8"', "moved": 12},
        {"motion": "ground", "moved": 10, "specials": ["TSM"]},
        {"motion": "wige", "move": '8"', "specials": ['LAM(36"g/5a)']},
        {"motion": "submersible", "move": '8"', "specials": ["UMU"]},
        {"motion": "jump", "move": None, "moved": 6},
        {"motion": "standstill", "moved": 3, "state": ["destroyed"]},
    ],
)
def test_what_goes_together_is_not_remarked_on(said: dict[str, object]) -> None:
    assert reported(mech(**{"move": '8"', **said})) == []


def test_other_kinds_of_units_are_looked_at_too() -> None:
    assert reported(vehicle(move='10"v', motion="vtol", moved=10)) == []
    assert reported(vehicle(move='10"t', motion="vtol")) == [("no-mode", "error")]
    assert reported(infantry(move='4"j', motion="jump", moved=4)) == []
    assert reported(infantry(move='4"f', motion="jump")) == [("no-mode", "error")]
    aero = {"type": "AF", "move": "6a", "state": ["airborne"]}
    assert reported(mech(motion="flight", moved=30, **aero)) == []
    # Off the table too: what it says counts when it comes.
    assert reported(mech(motion="standstill", moved=3, state=["off-table"])) == [
        ("standstill-moved", "error")
    ]


def test_it_is_part_of_what_the_rules_find_on_a_table() -> None:
    found = found_by_rules(prepare_table(table(mech(motion="standstill", moved=3))))
    (finding,) = (each for each in found if each.key == "standing.standstill-moved")
    assert (finding.limit, finding.value, finding.where) == (1, 3, (7, 7))
