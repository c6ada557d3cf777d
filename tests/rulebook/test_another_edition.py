"""A new edition is a column, a new game system a folder: neither needs a line of Python in what is there."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import astrike
from astrike.dataclass import dataclass
from astrike.rulebook.loader import DATA, IDS, GameSystem, load_edition
from astrike.rulebook.schema import Edition, EditionHead, NumberRow
from tests.web.page import parse

PACKAGE = Path(astrike.__file__).parent
DEMO = PACKAGE / "demo" / "target-number-diagram.astrike.json"
HOUSE = """
[[edition]]
id = "house"
name = "House rules"
book = "HR"
unprinted = "the house leaves it out"
borrows_pages_from = ["ce-5.01"]
"""


def add_house_rules(folder: Path) -> None:
    """Give the tables one more column: house rules print what errata 5.01 prints, and count woods by fives."""
    for path in folder.glob("*.toml"):
        text = re.sub(r'(?m)^((?:in|".*") = \["ce-5\.01")', r'\1, "house"', path.read_text(encoding="utf-8"))
        path.write_text(text, encoding="utf-8")
    heads, modifiers = folder / "editions.toml", folder / "modifiers.toml"
    heads.write_text(heads.read_text(encoding="utf-8") + HOUSE, encoding="utf-8")
    woods = 'key = "terrain.woods"\n'
    text = modifiers.read_text(encoding="utf-8")
    assert text.count(woods) == 1
    text = text.replace(woods, f'{woods}"house" = {{ value = 5 }}\n')
    begin, row = text.split(woods)
    text = begin + woods + row.replace("page = { ", 'page = { "house" = "HR p.7", ', 1)
    modifiers.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole program as it ships, but for its tables, which have one edition more."""
    home = tmp_path_factory.mktemp("home")
    (home / "astrike").mkdir()
    for path in PACKAGE.iterdir():
        if path.name != "rulebook":
            (home / "astrike" / path.name).symlink_to(path)
    shutil.copytree(PACKAGE / "rulebook", home / "astrike" / "rulebook")
    add_house_rules(home / "astrike" / "rulebook" / "data" / "alpha-strike")
    return home


def say(home: Path, *words: str) -> Any:
    """Give what the program says to a command, as JSON."""
    return json.loads(run(home, "-m", "astrike", *words, "--json"))


def run(home: Path, *words: str) -> str:
    """Run the Python of the tests with the program that has the new edition."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=home,
        env=os.environ | {"PYTHONPATH": str(home)},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout


def woods_of(answer: Any) -> tuple[int, str]:
    term = next(each for each in answer["modifiers"] if each["key"] == "terrain.woods")
    return term["value"], term["ref"]


def test_an_attack_is_answered_under_a_new_edition(home: Path) -> None:
    printed = say(home, "attack", str(DEMO), "A", "C", "--edition", "ce-5.01")
    house = say(home, "attack", str(DEMO), "A", "C", "--edition", "house")
    assert (woods_of(printed), woods_of(house)) == ((1, "CE p.43"), (5, "HR p.7"))
    assert house["target_number"] == printed["target_number"] + 4


def test_a_new_edition_is_listed_and_compared_like_any_other(home: Path) -> None:
    editions = say(home, "editions")["editions"]
    assert [each["id"] for each in editions] == [*IDS, "house"]
    rows = say(home, "editions", "ce-5.01", "house")["rows"]
    assert [(row["table"], row["key"], row["a"], row["b"]) for row in rows] == [
        ("modifiers", "terrain.woods", "1", "5")
    ]


ANSWERED = """
from astrike.formats.table.table_file import empty_document, parse_document
from astrike.rules.quick.move import QuickMoveQuestion
from astrike.rules.quick.question import QuickQuestion
from astrike.web.table.settings_page import values_of
document = empty_document("t", width=24, depth=24)
del document["astrike"]["edition"]
print(parse_document(document).edition, values_of(document)["edition"])
print(QuickQuestion().edition, QuickMoveQuestion().edition)
"""


def test_the_default_of_the_editions_counts_wherever_none_is_named(home: Path, tmp_path: Path) -> None:
    other = tmp_path / "astrike"
    shutil.copytree(home / "astrike", other, symlinks=True)
    heads = other / "rulebook" / "data" / "alpha-strike" / "editions.toml"
    text = heads.read_text(encoding="utf-8")
    heads.write_text(text.replace('default = "ce-5.01"', 'default = "house"'), encoding="utf-8")
    assert run(tmp_path, "-c", ANSWERED).split() == ["house"] * 4


PAGE = """
from pathlib import Path
from astrike.web.app import create_app
from astrike.web.settings import Settings
client = create_app(Settings(db_path=Path("never-opened.db"), testing=True)).test_client()
print(client.get("/editions/ce-5.01/house?only=differences").text)
"""


def test_the_pages_show_a_new_edition(home: Path) -> None:
    main = parse(run(home, "-c", PAGE)).by_id("main").text
    assert "Modifiers of the Target Number 1 row" in main
    assert "value 1 CE p.43" in main
    assert "value 5 HR p.7" in main


def test_the_other_editions_stay_what_they_are(home: Path) -> None:
    found = {each["id"]: each["digest"] for each in say(home, "editions")["editions"]}
    assert {each: found[each] for each in IDS} == {each: load_edition(each).digest for each in IDS}


@dataclass(frozen=True, slots=True, kw_only=True)
class OnHexes(EditionHead):
    """An edition of another game."""

    numbers: Mapping[str, NumberRow]


def test_a_second_system_loads_beside_alpha_strike(tmp_path: Path) -> None:
    shutil.copytree(DATA / "alpha-strike", tmp_path / "alpha-strike")
    (tmp_path / "battletech").mkdir()
    (tmp_path / "battletech" / "editions.toml").write_text(
        'default = "third"\n[[edition]]\nid = "third"\nname = "Third printing"\nbook = "BT"\n',
        encoding="utf-8",
    )
    (tmp_path / "battletech" / "numbers.toml").write_text(
        '[[row]]\nkey = "arc.forward"\nlabel = "Forward arc"\nvalue = 120\nin = ["third"]\n'
        'page = { "third" = "BT p.9" }\n',
        encoding="utf-8",
    )
    other = GameSystem(tmp_path / "battletech", OnHexes)
    row = other.edition(other.default).numbers["arc.forward"]
    assert (other.ids, row.value, row.ref, row.page_of) == (("third",), 120.0, "BT p.9", "third")
    beside = GameSystem(tmp_path / "alpha-strike", Edition)
    assert [beside.edition(each).digest for each in IDS] == [load_edition(each).digest for each in IDS]
