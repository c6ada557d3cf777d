"""Who imports whom, and what packages and modules may look like."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "astrike"
LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")

NAMES_THAT_SAY_NOTHING = {"utils", "util", "helpers", "helper", "common", "base", "manager", "misc"}
ROOMS_WITHOUT_SURROUNDINGS = ("report", "rules", "geometry", "rulebook", "presets", "model")


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the contracts of the package that lies in `folder`."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "200"}
    command = [str(LINT_IMPORTS), "--no-cache"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def modules() -> Iterator[Path]:
    return PACKAGE.rglob("*.py")


def test_the_import_contracts_hold() -> None:
    done = lint_imports(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a package of the same rooms and modules with nothing in them, to break contracts in."""
    folder = tmp_path_factory.mktemp("rooms")
    shutil.copy(ROOT / "pyproject.toml", folder)
    for path in modules():
        empty = folder / path.relative_to(ROOT)
        empty.parent.mkdir(parents=True, exist_ok=True)
        empty.write_text('"""Nothing."""\n', encoding="utf-8")
    # The one place that may draw pages.
    canvas = folder / "astrike" / "report" / "paper" / "canvas.py"
    canvas.write_text('"""A canvas."""\n\nimport fpdf\n', encoding="utf-8")
    return folder


def test_empty_rooms_keep_the_contracts(rooms: Path) -> None:
    done = lint_imports(rooms)
    assert done.returncode == 0, done.stdout + done.stderr


WRONG_IMPORTS = (
    ("model/table", "import astrike.rules.shot.to_hit", "Rooms import downwards only"),
    ("rules/shot/to_hit", "import astrike.store", "Rooms import downwards only"),
    ("rules/shot/to_hit", "import astrike.report", "Rooms import downwards only"),
    ("rules/shot/to_hit", "import astrike.editing.terrain.edit", "Rooms import downwards only"),
    ("editing/terrain/edit", "import astrike.web", "Rooms import downwards only"),
    ("geometry/sight", "import astrike.rulebook", "Rooms import downwards only"),
    ("web/attack/card", "import astrike.cli.main", "Rooms import downwards only"),
    ("rules/shot/to_hit", "import astrike.rules.rulings", "The subjects of the rules"),
    ("rules/attack/sight", "import astrike.rules.solver", "The subjects of the rules"),
    ("rules/shot/to_hit", "import astrike.geometry.sight", "The rules of an attack look at plain facts"),
    ("rules/shot/facts", "import astrike.rules.table", "The rules of an attack look at plain facts"),
    ("rules/shot/facts", "import numpy", "The rules of an attack look at plain facts"),
    ("rules/physical/rules", "import shapely", "The rules of an attack look at plain facts"),
    ("rules/quick/attack", "import astrike.rules.terrain", "The rules of an attack look at plain facts"),
    ("web/attack/card", "import astrike.web.rulings.record", "The subjects of the web"),
    ("report/units/marks", "import astrike.report.attack.plan", "The subjects of the reports"),
    ("editing/terrain/edit", "import astrike.editing.units", "The subjects of editing"),
    ("store/table/tables", "import astrike.store.rulings", "What is stored"),
    ("formats/table/table_file", "import astrike.formats.maps", "Formats of files"),
    ("web/app", "import astrike.web.events.slots", "Nothing but the rooms of events knows events"),
    ("store/care/backups", "import astrike.store.events", "Nothing but the rooms of events knows events"),
    ("geometry/sight", "from astrike.model import table", "Geometry knows no game"),
    ("rules/shot/to_hit", "from shapely import Polygon", "Only geometry imports Shapely"),
    ("web/attack/card", "import shapely", "Only geometry imports Shapely"),
    ("rules/shot/to_hit", "import contourpy", "Only geometry imports contourpy"),
    ("web/attack/card", "import contourpy", "Only geometry imports contourpy"),
    ("rules/shot/to_hit", "from flask import request", "Below the web nobody knows requests"),
    ("rules/shot/to_hit", "import click", "Below the web nobody knows requests"),
    ("model/table", "import jinja2", "Below the web nobody knows requests"),
    ("rules/shot/to_hit", "import random", "Answers depend on nothing but the question"),
    ("geometry/sight", "from datetime import date", "Answers depend on nothing but the question"),
    ("geometry/sight", "import time", "Answers depend on nothing but the question"),
    ("rules/shot/to_hit", "import sqlite3", "Answers depend on nothing but the question"),
    ("rules/shot/to_hit", "import sqlite_utils", "Answers depend on nothing but the question"),
    ("model/table", "from os import environ", "Answers depend on nothing but the question"),
    ("editing/terrain/edit", "import secrets", "Editing asks neither clock nor database"),
)
"""A module, a line that it may not have, and the beginning of the contract that this line breaks."""


@pytest.fixture(scope="module")
def broken(rooms: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Give what is said of each broken contract, with all wrong imports at once."""
    wrong = shutil.copytree(rooms, tmp_path_factory.mktemp("wrong"), dirs_exist_ok=True)
    for module, line, _ in WRONG_IMPORTS:
        with (wrong / "astrike" / f"{module}.py").open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
    done = lint_imports(wrong)
    assert done.returncode == 1, done.stdout + done.stderr
    _, _, said = done.stdout.partition("Broken contracts")
    _, *parts = re.split(r"\n(.+)\n-{3,}\n", said)
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize(("module", "line", "contract"), WRONG_IMPORTS)
def test_an_import_in_the_wrong_place_breaks_a_contract(
    broken: Mapping[str, str], module: str, line: str, contract: str
) -> None:
    imported = line.replace("from astrike.model import ", "import astrike.model.").split()[1]
    importer = f"astrike.{module}".replace("/", ".")
    said = [text for name, text in broken.items() if name.startswith(contract)]
    assert any(re.search(rf"{re.escape(importer)} -> {re.escape(imported)}\b", text) for text in said), said


def imports() -> Iterator[tuple[str, str]]:
    """Who imports whom among the modules of the package; of a name in a module, also the name."""
    for path in modules():
        importer = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((importer, each.name) for each in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield importer, node.module
                yield from ((importer, f"{node.module}.{each.name}") for each in node.names)


def test_a_page_is_imported_by_the_routes_of_a_room_and_these_by_the_application() -> None:
    pages, routes = set(), set()
    for importer, imported in imports():
        if re.match(r"astrike\.web\.\w+\.\w+_page$", imported):
            pages.add(imported)
            assert re.fullmatch(r"astrike\.web\.\w+\.routes", importer), f"{importer} imports {imported}"
        if re.fullmatch(r"astrike\.web\.\w+\.routes", imported):
            routes.add(imported)
            assert importer in ("astrike.web.app", "astrike.web.events.slots"), (
                f"{importer} imports {imported}"
            )
    assert len(pages) > 50
    assert len(routes) > 15


def test_packages_hold_a_docstring_and_no_code() -> None:
    for path in modules():
        if path.name == "__init__.py":
            tree = ast.parse(path.read_text(encoding="utf-8"))
            assert ast.get_docstring(tree), f"{path} does not say what it answers"
            assert len(tree.body) == 1, f"{path} holds code"


def test_every_folder_with_modules_is_a_package() -> None:
    for path in modules():
        assert (path.parent / "__init__.py").is_file(), f"{path.parent} lacks an __init__.py"


def test_module_names_say_something() -> None:
    for path in modules():
        name = path.stem if path.stem != "__init__" else path.parent.name
        assert not NAMES_THAT_SAY_NOTHING & set(name.split("_")), path


def test_answers_do_not_use_the_dice_of_numpy() -> None:
    for room in ROOMS_WITHOUT_SURROUNDINGS:
        for path in (PACKAGE / room).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(text)) if "random" in text else ():
                is_dice = isinstance(node, ast.Attribute) and ast.unparse(node) in {
                    "np.random",
                    "numpy.random",
                }
                assert not is_dice, f"{path}:{getattr(node, 'lineno', 0)}"


FIXTURES_OF_THEIR_OWN = {
    "tests/browser/phone/conftest.py: complaints": "connections are lost there on purpose",
    "tests/browser/phone/conftest.py: server": "a server that goes away and comes back",
    "tests/web/questions/test_questions.py: demo": "the table that all questions of that file are about",
}
"""Fixtures that mean something else in one place, and why."""


def fixtures(path: Path) -> Iterator[str]:
    """Name the fixtures that a file defines, but for those that add to the one of the same name above."""
    text = path.read_text(encoding="utf-8")
    for node in ast.parse(text).body if "fixture" in text else ():
        if isinstance(node, ast.FunctionDef) and node.name not in [each.arg for each in node.args.args]:
            yield from (node.name for each in node.decorator_list if "fixture" in ast.unparse(each))


def sees(path: Path, other: Path) -> bool:
    """Does a file have the fixtures of a conftest, or stand beside another test file?"""
    if other.name == "conftest.py":
        return other.parent in path.parents
    return other.parent == path.parent and path.name != "conftest.py"


def test_a_fixture_is_defined_once_where_it_is_seen() -> None:
    files = {path: set(fixtures(path)) for path in sorted((ROOT / "tests").rglob("*.py"))}
    twice = {
        f"{path.relative_to(ROOT).as_posix()}: {name}"
        for path, names in files.items()
        for other, others in files.items()
        if names & others and other != path and sees(path, other)
        for name in names & others
    }
    assert sorted(twice) == sorted(FIXTURES_OF_THEIR_OWN)
