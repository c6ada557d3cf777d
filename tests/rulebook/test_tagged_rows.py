"""Another edition tags other kinds of terrain, movers, modes and types: code answers so without a line of Python."""

from pathlib import Path

from astrike.formats.table.table_file import parse_document
from astrike.rulebook.loader import GameSystem
from astrike.rulebook.schema import Edition
from astrike.rules.layout.reachable_areas import ground_unit_kinds
from astrike.rules.movement.budget import budget_of
from astrike.rules.table.prepared_table import PreparedTable, prepare_table, table_on_terrain
from tests import builders


def tag(folder: Path, table: str, key: str, *tags: str) -> None:
    """Let a row of a table have these tags in ce-5.01."""
    path, start = folder / f"{table}.toml", f'[[row]]\nkey = "{key}"\n'
    text = path.read_text(encoding="utf-8")
    assert text.count(start) == 1
    words = ", ".join(f'"{each}"' for each in tags)
    path.write_text(text.replace(start, f'{start}"ce-5.01" = {{ tags = [{words}] }}\n'), encoding="utf-8")


def played(folder: Path, **unit: object) -> PreparedTable:
    """Give a table with one unit under the edition of a folder."""
    plain = prepare_table(
        parse_document(builders.document(builders.unit("A", (5, 5), **unit), edition="ce-5.01"))
    )
    edition = GameSystem(folder, Edition).edition("ce-5.01")
    return table_on_terrain(plain.terrain, table=plain.table, edition=edition, options=plain.options)


def test_a_layout_is_looked_at_for_whoever_moves_on_the_ground(folder: Path) -> None:
    before = [kind.key for kind in ground_unit_kinds(played(folder))]
    tag(folder, "movers", "rail", "ground-mover")
    assert sorted(kind.key for kind in ground_unit_kinds(played(folder))) == sorted([*before, "rail"])


def test_a_mode_may_be_one_of_a_few_inches(folder: Path) -> None:
    unit = {"type": "BM", "move": '8"'}
    assert budget_of(played(folder, **unit), 0, "sprint").available == 12
    tag(folder, "modes", "sprint", "on-ground", "few-inches")
    prepared = played(folder, **unit)
    assert budget_of(prepared, 0, "sprint").available == prepared.edition.number("standstill")


def test_types_of_unit_may_be_exceptionally_large(folder: Path) -> None:
    lower = played(folder, type="CV")
    tag(folder, "units", "CV", "exceptionally-large")
    assert lower.units.blocks == ("none",)
    assert played(folder, type="CV").units.blocks == ("all",)


def test_ways_to_move_may_count_as_what_they_are(folder: Path) -> None:
    assert played(folder, motion="sprint", moved=10).motions[0].manner == "ground"
    tag(folder, "modes", "sprint", "own-manner")
    assert played(folder, motion="sprint", moved=10).motions[0].manner == "sprint"
