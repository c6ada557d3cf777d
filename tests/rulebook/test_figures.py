"""Figures of buildings and arcs stand in the tables as they are printed."""

import pytest

from astrike.rulebook.loader import IDS, load_edition

COMMANDERS = ("ce-5.01", "ce-7")


@pytest.mark.parametrize("edition", COMMANDERS)
@pytest.mark.parametrize(
    ("kind", "cf", "infantry", "others", "capacity"),
    [("light", 3, 1, 0, 2), ("medium", 4, 2, 1, 4), ("heavy", 12, 3, 2, 6), ("hardened", 20, 8, 4, 8)],
)
def test_buildings(edition: str, kind: str, cf: int, infantry: int, others: int, capacity: int) -> None:
    row = load_edition(edition).buildings[kind]
    assert (row.cf, row.absorbs_infantry, row.absorbs, row.capacity) == (cf, infantry, others, capacity)


def test_the_classic_errata_print_no_buildings() -> None:
    assert all(row.unknown for row in load_edition("classic-2.3.1").buildings.values())


@pytest.mark.parametrize("edition", IDS)
def test_arcs(edition: str) -> None:
    rules = load_edition(edition)
    assert {key: row.degrees for key, row in rules.arcs.items()} == {
        "forward": 180,
        "quad": 90,
        "all": 360,
        "turret": 360,
    }
    assert rules.options["arc.forward-degrees"].default == rules.arcs["forward"].degrees
