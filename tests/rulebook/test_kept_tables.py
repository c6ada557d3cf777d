"""Tables that are kept for the next start: the same editions, and never those of older files."""

import shutil
import sys
from pathlib import Path

import pytest

from astrike import start_cache
from astrike.errors import EditionError
from astrike.rulebook import loader
from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rulebook.loader import DATA, IDS, GameSystem, load_edition
from astrike.rulebook.schema import Edition


@pytest.fixture
def kept_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide the tables that ship, in a folder beside which byte code is kept."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    for system in ("alpha-strike", "battletech"):
        shutil.copytree(DATA / system, tmp_path / system)
    return tmp_path


def started(folder: Path) -> GameSystem[Edition]:
    """Return the editions as a new start of the program has them."""
    return GameSystem(folder / "alpha-strike", Edition, keeps_tables=True)


def count_reading(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which the name of each table goes that is read from now on."""
    read: list[str] = []
    ours = loader.read_table

    def counted(path: Path, *rest: object) -> object:
        read.append(path.name)
        return ours(path, *rest)

    monkeypatch.setattr(loader, "read_table", counted)
    return read


def test_the_second_start_has_the_same_editions_without_reading_tables(
    kept_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = [started(kept_folder).edition(each) for each in IDS]
    read = count_reading(monkeypatch)
    system = started(kept_folder)
    assert [system.edition(each) for each in IDS] == first == [load_edition(each) for each in IDS]
    assert read == []


def test_classic_battletech_is_kept_as_well(kept_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for reads in (True, False):
        read = count_reading(monkeypatch)
        system = GameSystem(kept_folder / "battletech", BattleTechEdition, keeps_tables=True)
        assert [system.edition(each) for each in BATTLETECH_IDS] == [
            load_battletech(each) for each in BATTLETECH_IDS
        ]
        assert bool(read) is reads


def test_a_changed_table_is_read_anew(kept_folder: Path) -> None:
    started(kept_folder).edition("ce-5.01")
    path = kept_folder / "alpha-strike" / "numbers.toml"
    text = path.read_text(encoding="utf-8")
    changed = text.replace("150", "151", 1)
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    newer = started(kept_folder).edition("ce-5.01")
    assert newer.digest != load_edition("ce-5.01").digest
    assert newer.numbers != load_edition("ce-5.01").numbers


@pytest.mark.parametrize("name", ["editions.toml", "terrain.toml"])
def test_a_fault_is_found_although_tables_were_kept(kept_folder: Path, name: str) -> None:
    started(kept_folder).edition("ce-5.01")
    path = kept_folder / "alpha-strike" / name
    path.write_text(path.read_text(encoding="utf-8") + "\nfault =\n", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(EditionError, match=name):
            started(kept_folder).edition("ce-5.01")


def test_a_file_that_is_no_table_is_found_although_tables_were_kept(kept_folder: Path) -> None:
    started(kept_folder).edition("ce-5.01")
    (kept_folder / "alpha-strike" / "more.toml").write_text("", encoding="utf-8")
    with pytest.raises(EditionError, match=r"more\.toml"):
        started(kept_folder).edition("ce-5.01")


def test_other_code_reads_tables_anew(kept_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = kept_folder / "code"
    for each in ("rulebook", "model"):
        shutil.copytree(
            start_cache.PACKAGE / each, code / each, ignore=shutil.ignore_patterns("*.toml", "__pycache__")
        )
    monkeypatch.setattr(loader, "PACKAGE", code)
    monkeypatch.setattr(loader, "_CODE", (code / "rulebook", code / "model"))
    started(kept_folder).edition("ce-5.01")
    for path in (code / "rulebook" / "columns.py", code / "model" / "unit.py", code / "new.py"):
        with path.open("a", encoding="utf-8") as file:
            file.write("# other code\n")
        read = count_reading(monkeypatch)
        started(kept_folder).edition("ce-5.01")
        assert read
