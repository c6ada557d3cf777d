"""Vendored libraries are exactly what was released, with a license each."""

import gzip
import hashlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (ROOT / "static" / "vendor", ROOT / "tests" / "vendor")
VERSIONED = re.compile(r"(?P<name>[a-z][a-z-]*)-\d+\.\d+\.\d+\.min\.(js|css)")

by_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)


def sums_of(folder: Path) -> dict[str, str]:
    lines = (folder / "SHA256SUMS").read_text(encoding="ascii").splitlines()
    return {name: digest for digest, name in (line.split("  ") for line in lines)}


@by_folder
def test_every_vendored_file_has_its_hash(folder: Path) -> None:
    files = {path.name: path for path in folder.iterdir() if path.name != "SHA256SUMS"}
    actual = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    assert actual == sums_of(folder)


@by_folder
def test_every_vendored_library_has_its_version_in_the_name_and_its_licence_beside_it(folder: Path) -> None:
    libraries = [name for name in sums_of(folder) if "LICENSE" not in name and not name.endswith(".gz")]
    assert libraries
    for library in libraries:
        match = VERSIONED.fullmatch(library)
        assert match is not None, library
        licence = folder / f"{match['name']}-LICENSE.txt"
        assert licence.stat().st_size > 200, licence


def test_what_lies_there_packed_is_the_file_beside_it() -> None:
    packed = [path for folder in FOLDERS for path in folder.glob("*.gz")]
    assert packed
    for path in packed:
        assert gzip.decompress(path.read_bytes()) == path.with_suffix("").read_bytes(), path.name
