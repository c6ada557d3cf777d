"""A copy of the tables that ship, to break things in."""

import shutil
from pathlib import Path

import pytest

from astrike.rulebook.loader import DATA


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DATA / "alpha-strike", tmp_path / "broken"))
