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
    "cli.*": "commands load what answers when they run, so that help comes at once",
    "editing.layout.generated_pieces": "a piece and its image; with the generator too long for one module",
    "editing.units.free_places": "a search for room, where deployment says who stands where",
    "formats.events.ruling_file": "one file of the archive, distrusted by itself",
    "formats.maps.foundry.shapes": "painted heights and regions, one of the things that a scene is read from",
    "formats.maps.foundry.walls": "two numberings of walls in six versions of the program",
    "formats.maps.geojson": "one format, listed in `maps.reading` as the others are",
    "formats.maps.megamek.hex_fields": "what fields of one hex mean, beside which hexes are read",
    "formats.maps.megamek.terrain": "what sixty codes of another game mean, beside how its files are read",
    "formats.maps.svg.paths": "the syntax of paths and the making of curves",
    "formats.maps.svg.tree": "groups, uses and view boxes",
    "formats.rosters.*": "one format each, listed in `rosters.reading`",
    "formats.rosters.workbook": "spreadsheets read without a library, safe against hostile files",
    "geometry.skylines": "what can be seen of a solid with many corners, tested by itself",
    "geometry.view_slices": "`sight` is the door, this the cutting",
    "presets.checking": "checks values, also of layouts that code makes; the loader reads files",
    "report.attack.sight_rays": "which ray decides is measured; the side view only draws it",
    "report.drawing.label_slots": "arrays of boxes and lines, where `labels` knows what is written",
    "report.layout.phrases": "a table of words",
    "report.movement.profile_labels": "where labels go, beside what the profile draws",
    "report.paper.piece_cards": "printed by the setup sheet, and an idea of its own",
    "rulebook.columns": "how columns of editions become one edition, where the loader reads files",
    "rules.battletech.hexes.line.line_sides": "which side of a line counts, where `sight` says what it crosses",
    "rules.battletech.hexes.line.side_hit": "about the target's sides, where `line_sides` is about those of the line",
    "rules.battletech.hexes.path.jumping": "a jump has rules of its own at every step",
    "rules.battletech.hexes.shot.notes": "what is said beside the number that `to_hit` makes",
    "rules.battletech.hexes.shot.refusals": "why there is none, where `to_hit` makes the number",
    "rules.battletech.motive": "hits on vehicles and motive rolls, tested by themselves",
    "rules.battletech.melee_damage": "what a blow does, where `melee` has its number",
    "rules.battletech.critical_*": "chances before the dice and rolls after them, where `critical` settles the dice",
    "rules.effects.*": "what comes of one row of `effect.EFFECTS`",
    "rules.layout.*": "one check of `legality.LAYOUT_CHECKS`, with tests of its own",
    "rules.movement.aerospace_path": "flight paths have neither legs nor terrain",
    "rules.movement.cost_table": "the edition's table as one unit reads it, without geometry",
    "rules.movement.hazards": "dice and damage on the way",
    "rules.movement.hex_ground": "code about hexes stays in modules named so",
    "rules.movement.hex_moves": "one of the two metrics of moves; code about hexes stays in modules named so",
    "rules.movement.hex_underwater": "code about hexes stays in modules named so",
    "rules.movement.inch_moves": "the other of the two metrics of moves",
    "rules.movement.steepness": "how steep the ground is, where `ground` judges the way",
    "rules.movement.underwater": "one mode, as `vtol`, `wige`, `jump` and `ground` are",
    "rules.quick.participants": "who takes part, where `quick.attack` asks",
    "rules.solver.attack_at_point": "attacks at a point, where `attack` has those at units",
    "rules.solver.attack_columns": "the numbers of many attacks, where `attack_solver` writes ledgers",
    "rules.table.hex_lines": "lines on hexes, one part of their metric",
    "rules.table.inch_metric": "one of the two metrics of a table",
    "rules.table.line_solids": "what stands between two units, where `inch_lines` measures",
    "store.database.fair_lock": "knows no database and is tested with threads alone",
    "web.attack.card_parts": "what stands beside the number; with the card too long for one module",
    "web.battletech.carried": "what a unit is on each card, where `desk` has what stands around them",
    "web.battletech.critical_controls": "how a hit came about; with the card too long for one module",
    "web.attack.overheat": "damage and heat before the roll, one of the parts of a card",
    "web.attack.rolled": "what dice came to, one of the parts of a card",
    "web.battletech.hex_*": "what can be tapped and what is shown, in a page too long for one module",
    "web.battletech.impact_*": "what can be tapped and what is shown, in a page too long for one module",
    "web.battletech.places": "about the places of any body, whatever it asks",
    "web.battletech.ruling_text": "what is said of each card of the desk, where `ruling_card` has what all share",
    "web.battletech.roll_*": "what can be tapped, and what a tap rules out, beside what the card shows",
    "web.*.*_page": "the addresses of a room are listed in its `routes`; no page imports another",
    "web.events.routes": "`slots` gives them to the application, which knows no events",
    "web.events.shared": "what the library asks of an event, through `slots`",
    "web.http.script_bundles": "the making of one file from modules, where static files says what is served",
    "web.movement.addresses": "where the links of the page lead",
    "web.movement.move_map": "which part of the table is shown, where the page judges the move",
    "web.movement.other_units": "the other units beside the one that moves",
    "web.openapi.document": "what `routes` hands out",
    "web.openapi.schemas": "tested against answers by itself",
    "web.quick.results": "what is answered, where the page says what was asked",
    "web.quick.unit_controls": "controls that two of the tabs have",
    "web.rulebook.battletech_*": "the tables of the other game, beside those of Alpha Strike",
    "web.rulings.attack_record": "what is kept of an attack, beside what is kept of every ruling",
    "web.rulings.changes": "compares two answers field by field and knows no page",
    "web.rulings.files": "a ruling as SVG and PNG, which the page hands out",
    "web.server.connections": "the server's connections with their bounds, where `serve` starts it",
    "web.server.incoming": "requests as they come in, with their bounds",
    "web.server.request_threads": "which thread answers when, beside who is connected",
    "web.server.several_processes": "processes and their signals, which only Linux has",
    "web.terrain.edit_form": "reads the form of the editor",
    "web.terrain.tools": "what the palette shows",
    "web.turn.end_rolls": "rolls one after the other, and the log of them; knows no page",
    "web.units.card_fields": "the fields of a card, where the page shows and keeps it",
    "web.units.unit_fields": "fields of a unit and what is written for them",
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
    entries = {
        # a process begins with them, or they are looked up by name since they may be missing
        "astrike.__main__",
        "astrike.web.preloaded",
        "astrike.web.events.database_checks",
        "astrike.web.events.slots",
    }
    idle = {
        module
        for module in graph().modules - packages() - entries
        if not graph().find_modules_that_directly_import(module)
    }
    assert not idle


def test_long_modules_say_why() -> None:
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        docstring = ast.get_docstring(ast.parse(text)) or ""
        is_long = len(text.splitlines()) > MOST_LINES
        assert (LONGER in docstring) == is_long, f"{path}: {len(text.splitlines())} lines"


def test_no_public_class_has_the_name_of_another() -> None:
    places = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(str(path.relative_to(PACKAGE)))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}
