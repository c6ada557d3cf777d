"""Where two editions differ; the whole list is approved with the texts of the command."""

import pytest

from astrike.rulebook.compare import differences
from astrike.rulebook.loader import IDS, load_edition


@pytest.mark.parametrize("name", IDS)
def test_an_edition_does_not_differ_from_itself(name: str) -> None:
    assert differences(load_edition(name), load_edition(name)) == ()


def test_differences_read_the_same_from_both_ends() -> None:
    for a in IDS:
        for b in IDS:
            there, back = (differences(load_edition(x), load_edition(y)) for x, y in ((a, b), (b, a)))
            assert {(row.table, row.key, row.a, row.b) for row in there} == {
                (row.table, row.key, row.b, row.a) for row in back
            }


@pytest.mark.parametrize(
    ("table", "key"),
    [
        ("edition", "steps"),
        ("modifiers", "terrain.woods"),
        ("modifiers", "terrain.cover"),
        ("modifiers", "state.hull-down"),
        ("modifiers", "attack.secondary"),
        ("modifiers", "target.climbing"),
        ("numbers", "strip.woods"),
        ("numbers", "strip.building"),
        ("numbers", "probe.PRB"),
        ("numbers", "probe.BH"),
        ("numbers", "motive.tmm"),
        ("numbers", "friends.are-targets"),
        ("visual", "daylight"),
        ("options", "woods.attacker-occupied"),
    ],
)
def test_what_the_classic_edition_does_otherwise(table: str, key: str) -> None:
    found = {
        (row.table, row.key) for row in differences(load_edition("ce-5.01"), load_edition("classic-2.3.1"))
    }
    assert (table, key) in found


def test_later_printings_differ_in_defaults_of_options_in_cannons_from_the_air_and_in_hits_on_arcs_alone() -> (
    None
):
    found = differences(load_edition("ce-5.01"), load_edition("ce-7"))
    assert {row.table for row in found} == {"options", "artillery", "numbers"}
    assert {row.key for row in found if row.table == "numbers"} == {"weapon-hit.arcs"}
    cannons = {key for key, row in load_edition("ce-7").artillery.items() if row.cannon}
    assert {row.key for row in found if row.table == "artillery"} <= cannons
    assert {"woods.attacker-occupied", "hull-down.rear-counts", "critical.weapon-minimal"} <= {
        row.key for row in found
    }
