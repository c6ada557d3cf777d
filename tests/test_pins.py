"""Every release that is installed is pinned with the hashes of its files, and nothing says where from."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PIN = re.compile(r"[A-Za-z0-9._-]+==[^ ;\\]+( ; [^\\]+)?")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
FILE = (ROOT / "requirements.txt").read_text(encoding="ascii")


def pins() -> dict[str, list[str]]:
    """The hashes of each pin."""
    found: dict[str, list[str]] = {}
    for entry in re.sub(r" \\\n +", "\n\t", FILE).split("\n"):
        if entry.startswith("\t"):
            found[list(found)[-1]].append(entry.strip())
        elif entry and not entry.startswith("#"):
            assert entry not in found
            found[entry] = []
    return found


def test_every_pin_is_exact_and_has_the_hashes_of_its_files() -> None:
    found = pins()
    assert len(found) > 60
    for pin, hashes in found.items():
        assert PIN.fullmatch(pin), pin
        assert hashes
        assert all(map(HASH.fullmatch, hashes)), pin
        assert len(set(hashes)) == len(hashes)


def test_releases_for_many_systems_have_many_files() -> None:
    """Not only the one that fits the machine where the pins were made."""
    counts = {pin.partition("==")[0]: len(hashes) for pin, hashes in pins().items()}
    for name in ("numpy", "scipy", "shapely", "pillow", "contourpy", "markupsafe"):
        assert counts[name] > 20, name


def test_nothing_says_where_files_come_from() -> None:
    assert "://" not in FILE
    assert not re.search(r"--(extra-)?index|--find-links|--trusted|@ ", FILE)


def test_what_runs_stands_before_what_tests() -> None:
    first, _, second = FILE.partition("# What tests it")
    assert "flask==" in first
    assert "pytest==" in second
    assert "pytest" not in first


def test_the_environment_takes_nothing_without_a_hash() -> None:
    script = (ROOT / "tools" / "environment.sh").read_text(encoding="utf-8")
    installs = [line for line in script.splitlines() if "pip install" in line]
    assert len(installs) == 2
    assert "--require-hashes" in installs[0]
    assert all(word in installs[1] for word in ("--no-deps", "--no-build-isolation", "--editable ."))
