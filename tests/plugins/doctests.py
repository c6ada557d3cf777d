"""Modules without an example are not looked through for examples: nearly half of all are, in every worker.

Loaded by ``addopts`` in pyproject.toml.
"""

from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

_Collected = list[pytest.Collector]


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, _Collected, _Collected]:
    found = yield
    return [each for each in found if not isinstance(each, DoctestModule) or b">>>" in file_path.read_bytes()]
