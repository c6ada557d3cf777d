"""A test that skips, or is expected to fail, turns the run red."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

HONEST = """
def test_honest():
    assert 1 + 1 == 2
"""

DISHONEST = """
import pytest

@pytest.fixture
def broken():
    pytest.skip("no time")

@pytest.mark.skip(reason="no time")
def test_marked_to_skip():
    pass

@pytest.mark.skipif(True, reason="no time")
def test_marked_to_skip_here():
    pass

def test_that_skips_itself():
    pytest.skip("no time")

def test_with_a_fixture_that_skips(broken):
    pass

@pytest.mark.xfail(reason="no time")
def test_expected_to_fail():
    assert False

@pytest.mark.xfail(reason="no time")
def test_expected_to_fail_that_passes():
    pass

def test_that_declares_its_failure():
    pytest.xfail("no time")
"""

SKIPPED_AS_A_WHOLE = """
import pytest

pytest.importorskip("no_such_module")

def test_one():
    pass
"""

in_both_ways = pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["in one process", "in a worker"])


def run_pytest(folder: Path, *options: str, **files: str) -> subprocess.CompletedProcess[str]:
    """Run tests written to `folder` with the plugin and none of this project's other settings."""
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    settings = folder / "pytest.ini"
    settings.write_text("[pytest]\n", encoding="utf-8")
    plugins = ["-p", "xdist.plugin", "-p", "tests.plugins.no_skips"]
    command = [sys.executable, "-m", "pytest", *plugins, "-c", str(settings)]
    return subprocess.run(
        [*command, f"--rootdir={folder}", *options, str(folder)],
        cwd=ROOT,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@in_both_ways
def test_skips_and_expected_failures_are_failures(tmp_path: Path, workers: tuple[str, ...]) -> None:
    done = run_pytest(tmp_path, *workers, test_dishonest=DISHONEST, test_honest=HONEST)
    assert done.returncode == 1, done.stdout + done.stderr
    # What fails while it is set up is counted as an error.
    outcomes = {what: int(count) for count, what in re.findall(r"(\d+) (\w+)", done.stdout.splitlines()[-1])}
    assert outcomes.pop("passed") == 1
    assert outcomes.pop("failed") + outcomes.pop("errors", 0) == DISHONEST.count("def test_")
    assert not {"skipped", "xfailed", "xpassed"} & set(outcomes)
    assert done.stdout.count("no time") >= DISHONEST.count("def test_")


@in_both_ways
def test_a_file_that_is_skipped_as_a_whole_is_an_error(tmp_path: Path, workers: tuple[str, ...]) -> None:
    done = run_pytest(tmp_path, *workers, test_dishonest=SKIPPED_AS_A_WHOLE, test_honest=HONEST)
    assert done.returncode != 0, done.stdout + done.stderr
    assert "no_such_module" in done.stdout
    assert "1 error" in done.stdout


def test_an_honest_run_is_green(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, test_honest=HONEST)
    assert done.returncode == 0, done.stdout + done.stderr
