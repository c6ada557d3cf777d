"""What every test may use: texts that people read are compared with approved ones."""

import gc
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from astrike.rules.table.prepared_table import PreparedTable, prepare_table

# The same examples every time, however slow the machine: a change is judged by what it does. As they are never other
# ones, thirty guard what a hundred do; SOAK=1 tries a thousand others.
settings.register_profile(
    "suite",
    derandomize=True,
    deadline=None,
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "soak", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=1000
)
settings.load_profile("soak" if os.environ.get("SOAK") else "suite")
if not os.environ.get("SOAK"):
    # Numbers of whatever modules a worker has imported so far would be among the examples, and differ from run to run.
    assert callable(providers._get_local_constants)
    providers._get_local_constants = lambda: providers._local_constants

IN_MEMORY = Path("/dev/shm")
ENOUGH_BYTES = 2**30
if IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > ENOUGH_BYTES:
    # Thousands of databases are made, and each waits for the disk several times; folders of failed tests are kept.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))

SNAPSHOTS = Path(__file__).parent / "snapshots"


def pytest_sessionstart() -> None:
    """Look for no garbage while tests are collected: nearly everything that is made then stays."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Look for garbage from now on, but seldom, and never among ten thousand collected tests and what they import."""
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--approve",
        action="store_true",
        help="Write the texts that people read to tests/snapshots as they are now; look at the difference.",
    )


Approved = Callable[[str, str], None]


@pytest.fixture
def approved(request: pytest.FixtureRequest) -> Approved:
    """Compare a text with the approved one of that name, or approve it when --approve is given."""

    def compare(name: str, text: str) -> None:
        path = SNAPSHOTS / name
        if request.config.getoption("--approve"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.is_file(), f"{path.name} was never approved: look at it and run pytest --approve"
        assert text == path.read_text(encoding="utf-8"), f"differs from {path}; if meant: pytest --approve"

    return compare


@pytest.fixture(scope="module")
def prepared(request: pytest.FixtureRequest) -> PreparedTable:
    """Prepare the TABLE of a module once for all its tests."""
    return prepare_table(request.module.TABLE)
