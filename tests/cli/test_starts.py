"""A command loads what it needs and nothing else: how soon it answers hangs on that."""

import subprocess
import sys

import pytest

from tests.bench.row import TOLERANCE
from tests.bench.starts import TABLE, starts_to_libraries

OF_THE_SERVER = {"flask", "jinja2", "pebble", "sqlite3", "sqlite_utils", "waitress", "werkzeug"}
SELDOM = {"contourpy", "fpdf", "scipy", "segno", "svgelements"}

_SHOW_MODULES = """
import sys
from astrike.cli.main import main
try:
    main(sys.argv[1:])
finally:
    print(*sys.modules, file=sys.stderr)
"""


def modules_of(*words: str) -> set[str]:
    """Return the names of all modules that are loaded when a command has answered."""
    command = [sys.executable, "-c", _SHOW_MODULES, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "words",
    [
        ("attack", "A", "C"),
        ("sight", "A", "C"),
        ("matrix",),
        ("move", "A", "10,10"),
        ("unit", "A"),
        ("networks",),
        ("blast", "10,10", "--weapon=ART-LT"),
    ],
)
def test_a_question_loads_no_part_of_the_server(words: tuple[str, ...]) -> None:
    command, *rest = words
    assert modules_of(command, str(TABLE), *rest) & (OF_THE_SERVER | SELDOM) == set()


def test_help_and_editions_load_no_geometry_either() -> None:
    for words in (("--help",), ("editions",)):
        assert modules_of(*words) & (OF_THE_SERVER | SELDOM | {"numpy", "shapely"}) == set()


@pytest.mark.timing
def test_a_start_takes_little_longer_than_loading_the_libraries() -> None:
    broken = [row.text() for row in starts_to_libraries(runs=3) if not row.holds(within=TOLERANCE)]
    assert broken == []
