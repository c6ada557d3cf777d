"""What the verdict on a table leaves open: nothing to check, not checked, not asked for."""

import pytest

from astrike.editing.layout.deployment_zones import lay_deployment
from astrike.editing.layout.generator import generate
from astrike.editing.layout.wishes import LayoutWishes
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import apply
from astrike.model.legality import Legality
from astrike.model.table import Table
from astrike.presets.loader import IDS, load_preset
from astrike.report.layout.json import legal_json
from astrike.report.layout.sentences import verdict_sentence
from astrike.report.layout.text import legal_text
from astrike.rules.layout.legality import check_table
from astrike.rules.table.prepared_table import prepare_table
from tests import builders
from tests.builders import Json, box

SIDES: list[Json] = [
    {"id": "s", "name": "South", "home": "south"},
    {"id": "n", "name": "North", "home": "north"},
]
ZONES = (
    builders.area("zs", box(0, 0, 48, 6), kind="deployment", side="s"),
    builders.area("zn", box(0, 30, 48, 36), kind="deployment", side="n"),
)


def table_of(*features: Json, **head: object) -> Table:
    return builders.table(*features, **{"sides": SIDES, **head})


def checked(table: Table, preset: str = "default") -> Legality:
    return check_table(prepare_table(table), load_preset(preset))


def left(legality: Legality) -> dict[str, str]:
    return {each.key.removeprefix("layout."): each.why for each in legality.open}


LOPSIDED = (
    *ZONES,
    builders.hill("a", box(4, 8, 14, 14), height=1),
    builders.building("b", box(20, 8, 24, 12), height=2),
    builders.woods("c", box(30, 7, 40, 13)),
    builders.woods("d", box(16, 13, 20, 15)),
)


@pytest.mark.parametrize("preset", IDS)
def test_an_empty_table_meets_no_preset(preset: str) -> None:
    found = checked(table_of(), preset)
    assert found.verdict in ("open", "error")
    assert left(found)["terrain"] == "no-terrain"


def test_of_an_empty_table_it_is_said_that_there_is_no_terrain() -> None:
    table = table_of()
    found = checked(table)
    assert verdict_sentence(found) == (
        "Not decided by Default preset, version 1. Points checked: 7. Tolerance 0.10″. "
        "Not checked: terrain, symmetry, deployment zones."
    )
    text = legal_text(found, table)
    assert text.startswith("Not decided by Default preset")
    assert "There is no terrain on this table: Terrain" in text
    answer = legal_json(found)
    assert (answer["ok"], answer["verdict"]) == (True, "open")
    assert answer["open"][0] == {"key": "layout.terrain", "label": "Terrain", "why": "no-terrain"}  # type: ignore[index]


def test_zones_and_markers_are_no_terrain() -> None:
    found = checked(table_of(*ZONES, builders.poi("p", (24, 18))))
    assert found.verdict == "open"
    assert left(found)["terrain"] == "no-terrain"


def test_a_lopsided_table_meets_a_preset_that_does_not_ask_and_that_is_said() -> None:
    found = checked(table_of(*LOPSIDED))
    assert found.verdict == "pass"
    assert left(found) == {
        "open.symmetry": "no-limit",
        "open.zones": "no-limit",
        "open.amount": "no-limit",
    }
    assert (
        ", as far as checked (not checked: symmetry, deployment zones, amount of terrain). "
        in verdict_sentence(found)
    )


def test_a_lopsided_table_is_no_fair_layout() -> None:
    found = checked(table_of(*LOPSIDED), "fair-layout")
    assert found.verdict == "error"
    assert {each.key for each in found.findings if each.severity == "error"} >= {
        "layout.symmetry.missing",
        "layout.zone.difference",
    }


@pytest.mark.parametrize(
    ("features", "why"),
    [
        ((), "no-zones"),
        (ZONES[:1], "one-zone"),
        ((builders.area("z", box(0, 0, 48, 6), kind="deployment"),), "no-side"),
    ],
    ids=["none", "one", "nobody's"],
)
def test_zones_that_cannot_be_compared_leave_that_open(features: tuple[Json, ...], why: str) -> None:
    woods = builders.woods("w", box(20, 14, 28, 22))
    assert left(checked(table_of(woods, *features)))["open.zones"] == why
    corners = ((4, 8), (40, 24), (20, 8), (24, 24))
    pieces = [builders.woods(f"w{k}", box(x, y, x + 4, y + 4)) for k, (x, y) in enumerate(corners)]
    fair = checked(table_of(*pieces, *features), "fair-layout")
    assert left(fair) == {"zone.difference": why}
    # A lone zone has no twin.
    assert fair.verdict == ("error" if features else "open")


def test_played_on_hexes_the_ways_across_are_left_open() -> None:
    found = checked(table_of(builders.woods("w", box(20, 14, 28, 22)), grid={"hex": 2.0, "top": "flat"}))
    assert (found.verdict, left(found)["corridors"]) == ("open", "hexes")


def test_what_fails_fails_whatever_else_is_left_open() -> None:
    wall = builders.wall("w", box(20, -1, 22, 37), height=3)
    found = checked(table_of(wall, sides=[]))
    assert found.verdict == "error"


# ---- fair layouts


def fairly_laid(wishes: LayoutWishes) -> Table:
    """A generated layout with the zones of the strict preset."""
    document = generate(wishes).table.document
    head = {**document["astrike"], "sides": SIDES}  # type: ignore[dict-item]
    table = parse_document({**document, "astrike": head})
    zones = lay_deployment(table, load_preset("fair-layout").deployments[0], called="Edges")
    return parse_document(apply(table.document, zones.operations)[0])


@pytest.mark.parametrize("seed", [1, 7, 2026])
def test_a_generated_table_that_is_turned_onto_itself_is_fair(seed: int) -> None:
    found = checked(fairly_laid(LayoutWishes(seed=seed)), "fair-layout")
    assert (found.verdict, found.open) == ("pass", ())
    assert "Not checked" not in verdict_sentence(found)


@pytest.mark.parametrize("symmetry", ["none", "west-east"])
def test_one_that_is_not_is_told_what_has_no_twin(symmetry: str) -> None:
    found = checked(fairly_laid(LayoutWishes(seed=7, symmetry=symmetry)), "fair-layout")
    assert found.verdict == "error"
    assert any(each.key.startswith("layout.symmetry.") for each in found.findings if each.severity == "error")
