"""Every module is one idea of its subject; every public class has a name of its own."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import grimp
import pytest

import astrike

PACKAGE = Path(astrike.__file__).parent
MOST_LINES = 450
LONGER = "Longer than most modules:"
"""So begins the sentence of a docstring that says why its module is."""

FOR_ONE_SIBLING = {
    "editing.layout.generated_pieces": "piece and symmetry, the words of the generator; with it 532 lines",
    "editing.units.free_places": "387 lines: a search for room; deployment says who and where",
    "formats.events.ruling_file": "with archive 496 lines; one file of the archive, distrusted by itself",
    "formats.maps.foundry.shapes": "384 lines: painted heights and regions",
    "formats.maps.foundry.walls": "two numberings of six Foundry versions; an idea of its own beside three others",
    "formats.maps.geojson": "510 lines, one reader; listed in maps.reading as the others are",
    "formats.maps.megamek.terrain": "what 60 codes of another game mean, beside how the file is read; 442 lines together",
    "formats.maps.svg.paths": "348 lines: path syntax and curves",
    "formats.maps.svg.tree": "362 lines: groups, use and view boxes",
    "formats.rosters.*": "one foreign format each, listed in rosters.reading; the house names roster import as the model",
    "formats.rosters.workbook": "234 lines: XLSX without a library, safe against hostile files",
    "geometry.skylines": "with view_slices 606 lines; what of a many-cornered solid can be seen at all is its own idea, tested alone",
    "geometry.view_slices": "with sight 575 lines; sight is the door, slices the cutting",
    "presets.checking": "with loader 299 lines, but it checks values, also of layouts made in code; the loader reads files",
    "report.attack.sight_rays": "which ray decides is measured, the side view only draws it; 448 lines together",
    "report.drawing.label_slots": "arrays of boxes and lines; with labels 512 lines",
    "report.layout.phrases": "a table of words; with sentences 485 lines",
    "report.movement.profile_labels": "places of labels; with the profile 445 lines of two ideas",
    "report.paper.piece_cards": "345 lines; the sheet prints them, the reset picture will",
    "rulebook.columns": "already 499 lines",
    "rules.effects.*": "what comes of one row of `effect.EFFECTS`",
    "rules.layout.*": "one check of `legality.LAYOUT_CHECKS`, with tests of its own",
    "rules.movement.aerospace_path": "flight paths have no legs and no terrain; with judge 594 lines",
    "rules.movement.cost_table": "with mover_terrain 535 lines; the edition table as one mover reads it, without geometry",
    "rules.movement.hazards": "one idea (dice and damage on the way) of 322 lines; with judge 701",
    "rules.movement.hex_ground": "a mode on hexes: hex code keeps to hex_* modules; with hex_moves 290 lines, and two ideas",
    "rules.movement.hex_moves": "one of two implementations of move_metric; test_metrics knows hex code by the name of its module",
    "rules.movement.hex_underwater": "as hex_ground",
    "rules.movement.inch_moves": "the other implementation",
    "rules.movement.steepness": "ground has 588 lines",
    "rules.movement.underwater": "one mode, as vtol, wige, jump, ground; inch_moves only names them",
    "rules.quick.participants": "with quick.attack 644 lines",
    "rules.solver.attack_at_point": "with attack 512 lines",
    "rules.table.hex_lines": "with hex_metric 540 lines",
    "rules.table.inch_metric": "one of two implementations of metric; prepared chooses",
    "rules.table.line_solids": "with inch_lines 498 lines",
    "store.database.fair_lock": "knows no database; tested by itself with threads",
    "web.*.*_page": "the addresses of a room are listed in its `routes`; no page imports another",
    "web.movement.addresses": "the page is 392 lines; where its links lead is an idea of its own",
    "web.movement.after_move": "writes the move into a document; no page in it",
    "web.movement.other_units": "the page is 392 lines",
    "web.openapi.document": "routes.py of a room holds addresses only",
    "web.openapi.schemas": "tested against answers by itself; 491 lines together",
    "web.quick.results": "388 lines",
    "web.quick.unit_controls": "controls that only two of the tabs have; with controls 508 lines",
    "web.rulings.attack_record": "with record 472 lines",
    "web.rulings.changes": "compares two answers field by field; knows no page",
    "web.rulings.files": "SVG and PNG of a ruling; the page hands them out",
    "web.server.connections": "waitress with bounds; with serve 586 lines",
    "web.server.incoming": "with connections 519 lines",
    "web.terrain.edit_form": "reads the posted form; the page is 280 lines",
    "web.terrain.tools": "what the palette shows; the page is 280 lines",
    "web.units.card_fields": "280 lines; the page is 348",
    "web.units.unit_fields": "fields and operations; the page is 216 lines, and undo of a card uses the same words",
}
"""Modules that one module of their own room alone imports, and why they are not part of it."""


@cache
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("astrike")


def packages() -> set[str]:
    return {module for module in graph().modules if graph().find_children(module)}


def imported_by_one_sibling() -> Iterator[str]:
    for module in sorted(graph().modules - packages()):
        importers = graph().find_modules_that_directly_import(module)
        room = module.rpartition(".")[0]
        if len(importers) == 1 and room in {*importers, *(each.rpartition(".")[0] for each in importers)}:
            yield module.removeprefix("astrike.")


def test_a_module_that_one_sibling_imports_is_part_of_it_or_says_why_not() -> None:
    without = [
        module
        for module in imported_by_one_sibling()
        if not any(fnmatch(module, pattern) for pattern in FOR_ONE_SIBLING)
    ]
    assert not without, f"part of their importer, or with a reason here: {without}"


@pytest.mark.parametrize("pattern", sorted(FOR_ONE_SIBLING))
def test_every_reason_is_still_needed(pattern: str) -> None:
    assert any(fnmatch(module, pattern) for module in imported_by_one_sibling())


def test_every_module_is_imported_by_something() -> None:
    entries = {"astrike.__main__", "astrike.web.preloaded"}  # a process begins with them
    idle = {
        module
        for module in graph().modules - packages() - entries
        if not graph().find_modules_that_directly_import(module)
    }
    assert not idle


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE))
)
def test_a_long_module_says_why(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    docstring = ast.get_docstring(ast.parse(text)) or ""
    is_long = len(text.splitlines()) > MOST_LINES
    assert (LONGER in docstring) == is_long, f"{len(text.splitlines())} lines"


def test_no_public_class_has_the_name_of_another() -> None:
    places = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(str(path.relative_to(PACKAGE)))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}
