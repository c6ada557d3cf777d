"""Whatever is wrong with the files of a system is told: all of it at once, and nothing that only follows from it."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import pytest

from astrike.dataclass import dataclass
from astrike.errors import EditionError
from astrike.rulebook.loader import GameSystem
from astrike.rulebook.references import key_of, one_of, word_of
from astrike.rulebook.row import RulebookRow
from astrike.rulebook.schema import EditionHead

HEADS = """
default = "first"
order = ["up", "down"]

[only]
down = ["first"]

[[edition]]
id = "first"
name = "First printing"
book = "ONE"
borrows_pages_from = ["second"]

[[edition]]
id = "second"
name = "Second printing"
book = "TWO"
unprinted = "left out"
"""
WAYS = """
[[row]]
key = "stairs"
label = "Stairs"
goes = ["up", "down"]
price = "steep"
in = ["first", "second"]
page = { "first" = "ONE p.3" }

[[row]]
key = "ladder"
label = "Ladder"
speed = "slow"
steps = 12
share = 0.5
in = ["first", "second"]
"second" = { price = "cheap" }
"""
PRICES = """
[[row]]
key = "steep"
label = "Steep"
in = ["first", "second"]

[[row]]
key = "cheap"
label = "Cheap"
in = ["first", "second"]
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceRow(RulebookRow):
    """A price."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WayRow(RulebookRow):
    """A way to somewhere."""

    goes: tuple[Annotated[str, word_of("order")], ...] = ()
    price: Annotated[str, key_of("prices")] = ""
    speed: Annotated[str, one_of("slow", "fast")] = "fast"
    steps: int = 0
    share: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Printing(EditionHead):
    """An edition of a small system."""

    order: tuple[str, ...]
    ways: Mapping[str, WayRow]
    prices: Mapping[str, PriceRow]


Changes = Mapping[str, str]


@pytest.fixture
def two_editions(tmp_path: Path) -> Path:
    """A small system of two editions."""
    two_editions = tmp_path / "small"
    two_editions.mkdir()
    for name, text in (("editions", HEADS), ("ways", WAYS), ("prices", PRICES)):
        (two_editions / f"{name}.toml").write_text(text, encoding="utf-8")
    return two_editions


def problems(two_editions: Path, name: str, changes: Changes, *, edition: str = "first") -> list[str]:
    """Say what is wrong after parts of a file have been changed, without the name of the folder."""
    path = two_editions / f"{name}.toml"
    text = path.read_text(encoding="utf-8")
    for before, after in changes.items():
        assert before in text
        text = text.replace(before, after, 1)
    path.write_text(text, encoding="utf-8")
    return reported(two_editions, edition)


def reported(two_editions: Path, edition: str = "first") -> list[str]:
    with pytest.raises(EditionError) as caught:
        GameSystem(two_editions, Printing).edition(edition)
    assert all(problem.startswith("small/") for problem in caught.value.problems)
    return [problem.removeprefix("small/") for problem in caught.value.problems]


def test_the_small_system_is_sound(two_editions: Path) -> None:
    first, second = (GameSystem(two_editions, Printing).edition(each) for each in ("first", "second"))
    assert (first.order, second.order) == (("up", "down"), ("up",))
    assert second.ways["stairs"].goes == ("up",)
    assert (first.ways["ladder"].price, second.ways["ladder"].price) == ("", "cheap")


# ---- editions.toml


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (
            'down = ["first"]',
            'down = "first"',
            "only.down is 'first'; expected a list of editions out of first, second",
        ),
        ('down = ["first"]', "down = 5", "only.down is 5; expected a list of editions out of first, second"),
        (
            'down = ["first"]',
            "down = []",
            "only.down is []; expected a list of editions out of first, second",
        ),
        ('down = ["first"]', "down = [5]", "only.down has 5; expected editions out of first, second"),
        ('down = ["first"]', "down = [[1]]", "only.down has [1]; expected editions out of first, second"),
        ('down = ["first"]', 'down = ["first", "first"]', "only.down has 'first' twice; expected each once"),
        ('down = ["first"]', 'left = ["first"]', "only names 'left'; expected a word of order"),
        (
            '[only]\ndown = ["first"]',
            "only = 5",
            "only is 5; expected words with lists of editions out of first, second",
        ),
        ('order = ["up", "down"]', 'order = ["up", 7, "down"]', "order has 7; expected words"),
        (
            'order = ["up", "down"]',
            'order = ["up", "down", "up"]',
            "order has 'up' twice; expected each once",
        ),
        (
            'order = ["up", "down"]',
            'order = ["up", "down", "left"]',
            "order has 'left'; expected a word that a row of ways.toml uses",
        ),
        ('order = ["up", "down"]', 'order = ["up", " ", "down"]', "order has ' '; expected words"),
        (
            'borrows_pages_from = ["second"]',
            'borrows_pages_from = "second"',
            "edition 1: borrows_pages_from is 'second'; expected a list of editions out of second",
        ),
        (
            'borrows_pages_from = ["second"]',
            'borrows_pages_from = ["first"]',
            "edition 1: borrows_pages_from has 'first'; expected editions out of second",
        ),
        ('name = "First printing"', 'name = ""', "edition 1: name is ''; expected text"),
        ('unprinted = "left out"', "unprinted = 5", "edition 2: unprinted is 5; expected text"),
        ('book = "ONE"', "", "edition 1: key book is missing"),
        ('default = "first"', "", "default is nothing; expected one of first, second"),
        ('id = "second"', 'id = "first"', "first stands there twice; expected each edition once"),
        ('id = "second"', "", "edition 2: key id is missing"),
        ('id = "second"', "id = 5", "edition 2: id is 5; expected small letters and digits, as 'ce-5.01'"),
        (
            'id = "second"',
            'id = "2nd book"',
            "edition 2: id is '2nd book'; expected small letters and digits, as 'ce-5.01'",
        ),
        ('id = "second"', 'id = "page"', "edition 2: id is 'page'; expected a word that is no key of a row"),
        (
            'id = "second"',
            'id = "price"',
            "edition 2: id is 'price'; expected a word that is no key of a row",
        ),
    ],
)
def test_a_mistake_in_the_heads_is_the_only_problem(
    two_editions: Path, before: str, after: str, expected: str
) -> None:
    assert problems(two_editions, "editions", {before: after}) == [f"editions.toml: {expected}"]


def test_a_list_of_words_that_is_none_is_told_once(two_editions: Path) -> None:
    assert problems(two_editions, "editions", {'order = ["up", "down"]': 'order = "up"'}) == [
        "editions.toml: order is 'up'; expected a list of words"
    ]


def test_an_empty_file_of_editions_says_so(two_editions: Path) -> None:
    (two_editions / "editions.toml").write_text("# nothing\n", encoding="utf-8")
    assert reported(two_editions) == [
        "editions.toml: the file is empty; expected at least one [[edition]]",
        "editions.toml: key order is missing",
    ]


def test_editions_that_are_no_tables_are_told(two_editions: Path) -> None:
    shared = HEADS.split("[only]", maxsplit=1)[0]
    (two_editions / "editions.toml").write_text(f"{shared}edition = [1]\n", encoding="utf-8")
    assert reported(two_editions) == ["editions.toml: edition is [1]; expected at least one [[edition]]"]


def test_tables_are_read_where_nobody_knows_which_editions_there_are(two_editions: Path) -> None:
    (two_editions / "editions.toml").unlink()
    assert problems(two_editions, "ways", {"steps = 12": 'steps = "12"'}) == [
        "editions.toml: the file is missing",
        "ways.toml: row 2 (ladder): steps is '12'; expected a whole number",
    ]


# ---- files of tables


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "ways.toml: there is no row; expected a list of [[row]]"),
        ("row = 5\n", "ways.toml: row is 5; expected a list of [[row]]"),
        ("row = []\n", "ways.toml: row is []; expected a list of [[row]]"),
        (WAYS + "\n[[rows]]\n", "ways.toml: found unknown key rows; expected only [[row]]"),
        ("order = 1\n" + WAYS, "ways.toml: found unknown key order; expected only [[row]]"),
    ],
)
def test_a_file_of_a_table_holds_its_rows_and_nothing_else(
    two_editions: Path, text: str, expected: str
) -> None:
    (two_editions / "ways.toml").write_text(text, encoding="utf-8")
    assert reported(two_editions) == [expected]


def test_rows_under_another_heading_are_told_twice(two_editions: Path) -> None:
    assert problems(
        two_editions,
        "prices",
        {"[[row]]": "[[rows]]", '\n[[row]]\nkey = "cheap"': '\n[[rows]]\nkey = "cheap"'},
    ) == [
        "prices.toml: found unknown key rows; expected only [[row]]",
        "prices.toml: there is no row; expected a list of [[row]]",
    ]


def test_rows_that_are_no_tables_are_told(two_editions: Path) -> None:
    (two_editions / "prices.toml").write_text("row = [1, 2]\n", encoding="utf-8")
    assert reported(two_editions)[:2] == [
        "prices.toml: row 1: found 1; expected a table of keys",
        "prices.toml: row 2: found 2; expected a table of keys",
    ]


def test_a_folder_in_the_place_of_a_table_is_told(two_editions: Path) -> None:
    (two_editions / "prices.toml").unlink()
    (two_editions / "prices.toml").mkdir()
    assert reported(two_editions) == ["prices.toml: the file cannot be read (Is a directory)"]


@pytest.mark.parametrize("text", ["row = [", "row = 1\x00", "a = " + "[" * 5000, "a = " + "9" * 5000])
def test_a_table_that_cannot_be_read_brings_no_other_problem(two_editions: Path, text: str) -> None:
    (two_editions / "prices.toml").write_text(text, encoding="utf-8")
    [found] = reported(two_editions)
    assert found.startswith("prices.toml: not readable as TOML (")


# ---- rows


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (
            'in = ["first", "second"]',
            'in = [["first"]]',
            "in has ['first']; expected a list of editions out of first, second, each once",
        ),
        (
            'in = ["first", "second"]',
            "in = [{a = 1}]",
            "in has {'a': 1}; expected a list of editions out of first, second, each once",
        ),
        (
            'in = ["first", "second"]',
            'in = "second"',
            "key in is 'second'; expected a list of editions out of first, second",
        ),
        (
            '"second" = { price = "cheap" }',
            '"second" = { before = ["x"] }',
            "second has it before ['x']; expected the key of another row",
        ),
        (
            '"second" = { price = "cheap" }',
            '"second" = { speed = "idle" }',
            "second speed is 'idle'; expected one of slow, fast",
        ),
        (
            '"second" = { price = "cheap" }',
            '"second" = { price = "chap" }',
            "second price is 'chap'; expected a key of prices.toml",
        ),
        ("share = 0.5", f"share = 1{'0' * 400}", f"share is 1{'0' * 56}...; expected a number"),
        (
            "steps = 12",
            f"steps = 0x{'f' * 5000}",
            "steps is a number of thousands of digits; expected a whole number",
        ),
        ('speed = "slow"', 'speed = ""', "speed is ''; expected one of slow, fast"),
        (
            'label = "Ladder"',
            'label = ""',
            "label is ''; expected a text that can be shown, without space around it",
        ),
        (
            'label = "Ladder"',
            'label = "Lad\\u0000der"',
            "label is 'Lad\\x00der'; expected a text that can be shown, without space around it",
        ),
    ],
)
def test_a_mistake_in_a_row_is_the_only_problem(
    two_editions: Path, before: str, after: str, expected: str
) -> None:
    head, ladder = WAYS.split('key = "ladder"')
    assert before in ladder
    text = f'{head}key = "ladder"{ladder.replace(before, after)}'
    (two_editions / "ways.toml").write_text(text, encoding="utf-8")
    for edition in ("first", "second"):
        assert reported(two_editions, edition) == [f"ways.toml: row 2 (ladder): {expected}"]


@pytest.mark.parametrize("key", ["", " ", "lad\\nder", "ladder "])
def test_a_key_is_a_text_that_can_be_shown(two_editions: Path, key: str) -> None:
    [found] = problems(two_editions, "ways", {'key = "ladder"': f'key = "{key}"'})
    assert re.search(r": key is .*; expected a text that can be shown, without space around it$", found)


def test_a_key_that_stands_there_twice_is_told_whichever_of_the_rows_is_faulty(two_editions: Path) -> None:
    twice = "ways.toml: stairs stands there twice; expected each key once"
    change = {'key = "ladder"': 'key = "stairs"'}
    assert problems(two_editions, "ways", change) == [twice]
    assert problems(two_editions, "ways", {'price = "steep"': "price = 5"})[-1] == twice
    (two_editions / "ways.toml").write_text(WAYS, encoding="utf-8")
    assert problems(two_editions, "ways", change | {"steps = 12": 'steps = "12"'})[-1] == twice


def test_a_row_with_a_mistake_may_be_named_all_the_same(two_editions: Path) -> None:
    assert problems(two_editions, "prices", {'label = "Steep"': "label = 5"}) == [
        "prices.toml: row 1 (steep): label is 5; expected text"
    ]


@pytest.mark.parametrize(
    "page",
    [
        "ONE p.",
        "ONE p.0",
        "ONE p.forty-two, see above",
        "ONE p.3\\u0000",
        "ONE p.3,4",
        "ONE",
        "TWO p.3",
        "ONE  p.3",
        "ONE p.12345",
    ],
)
def test_a_page_looks_like_one(two_editions: Path, page: str) -> None:
    [found] = problems(two_editions, "ways", {"ONE p.3": page})
    assert found.startswith("ways.toml: row 1 (stairs): page of first is ")
    assert "; expected a page, as 'ONE p.42' or 'ONE pp.42-44, 50', or 'no page known'" in found


@pytest.mark.parametrize("page", ["ONE p.3", "ONE pp.42-44, 50", "ONE pp.3, 4"])
def test_pages_are_read(two_editions: Path, page: str) -> None:
    path = two_editions / "ways.toml"
    path.write_text(WAYS.replace("ONE p.3", page), encoding="utf-8")
    assert GameSystem(two_editions, Printing).edition("first").ways["stairs"].ref == page


def test_every_problem_of_every_file_is_told_at_once(two_editions: Path) -> None:
    found = problems(two_editions, "editions", {'default = "first"': 'default = "third"'})
    found = problems(two_editions, "prices", {'label = "Steep"': "label = 5"})
    found = problems(
        two_editions, "ways", {'price = "cheap"': 'price = "chap"', '"up", "down"': '"up", "left"'}
    )
    assert found == [
        "editions.toml: default is 'third'; expected one of first, second",
        "prices.toml: row 1 (steep): label is 5; expected text",
        "ways.toml: row 1 (stairs): goes has 'left'; expected one of the order of editions.toml",
        "ways.toml: row 2 (ladder): second price is 'chap'; expected a key of prices.toml",
    ]
