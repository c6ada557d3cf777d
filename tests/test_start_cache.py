"""What a start keeps for the next is never older than the files it was made of, and nothing needs it."""

import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from astrike.start_cache import byte_code_folder, kept_from_last_start


class Made:
    """Counts how often it is asked to make something."""

    def __init__(self, file: Path, *, also: str = "") -> None:
        self.file, self.also, self.times = file, also, 0

    def __call__(self) -> list[str]:
        return kept_from_last_start(self.file.parent, [self.file], self._make, also=self.also)

    def _make(self) -> list[str]:
        self.times += 1
        return self.file.read_text(encoding="utf-8").split()


@pytest.fixture(autouse=True)
def _keeps_byte_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Provide a file of a folder of its own."""
    folder = tmp_path / "data"
    folder.mkdir()
    file = folder / "words.txt"
    file.write_text("one two", encoding="utf-8")
    return file


def kept_file(file: Path) -> Path:
    folder = byte_code_folder(file.parent)
    assert folder is not None
    (found,) = folder.iterdir()
    return found


def test_it_is_made_once(file: Path) -> None:
    made = Made(file)
    assert [made(), made()] == [["one", "two"]] * 2
    assert made.times == 1
    assert stat.S_IMODE(kept_file(file).stat().st_mode) & 0o111 == 0


def test_a_changed_file_is_never_answered_by_the_old_one(file: Path) -> None:
    made = Made(file)
    made()
    before = file.stat()
    file.write_text("one six", encoding="utf-8")
    assert file.stat().st_size == before.st_size
    assert (made(), made.times) == (["one", "six"], 2)


def test_what_it_depends_on_beside_files_counts_too(file: Path) -> None:
    Made(file, also="reader 1")()
    newer = Made(file, also="reader 2")
    assert (newer(), newer.times) == (["one", "two"], 1)


def test_another_python_makes_it_anew(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Made(file)
    made()
    monkeypatch.setattr(sys, "version", "4.0")
    made()
    assert made.times == 2


@pytest.mark.parametrize(
    "damage",
    [lambda data: b"", lambda data: data[:-1], lambda data: data[:40], lambda data: data[:-1] + b"x"],
)
def test_what_is_damaged_is_made_anew(file: Path, damage: Callable[[bytes], bytes]) -> None:
    made = Made(file)
    made()
    kept = kept_file(file)
    kept.write_bytes(damage(kept.read_bytes()))
    assert (made(), made.times) == (["one", "two"], 2)
    assert (made(), made.times) == (["one", "two"], 2)


def test_a_folder_that_cannot_be_written_is_no_matter(file: Path) -> None:
    (file.parent.parent / "__pycache__").write_text("a file stands where the folder would", encoding="utf-8")
    made = Made(file)
    assert [made(), made()] == [["one", "two"]] * 2
    assert made.times == 2


def test_nothing_is_kept_where_python_keeps_no_byte_code(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    made = Made(file)
    made()
    assert not (file.parent.parent / "__pycache__").exists()
    monkeypatch.setattr(sys.implementation, "cache_tag", None)
    made()
    assert made.times == 2
    assert byte_code_folder(file.parent) is None


def test_it_lies_where_byte_code_is_to_lie(
    file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "elsewhere"))
    Made(file)()
    assert kept_file(file).is_relative_to(tmp_path / "elsewhere")


def test_what_an_editor_leaves_beside_the_files_stops_no_start(file: Path) -> None:
    folder, link = file.parent / "saved", file.parent / ".#words.txt"
    folder.mkdir()
    link.symlink_to("somebody@laptop.1234")
    files, made = (file, folder, link), []
    for _ in range(2):
        kept_from_last_start(file.parent, files, lambda: made.append("again"))
    assert made == ["again"]
    link.unlink()
    link.write_text("three", encoding="utf-8")
    kept_from_last_start(file.parent, files, lambda: made.append("read"))
    assert made == ["again", "read"]
