"""What the hex card says reads as players say it: it cannot, not it may not; units and players, not whoever."""

import re
from collections.abc import Iterator

import pytest

from astrike.rulebook.battletech.loader import load_battletech
from astrike.rulebook.schema import tables_of

TABLES = [
    name
    for name in tables_of(type(load_battletech("")))
    if name.startswith(("hex_", "physical_", "cluster", "heat_", "motive_")) or name == "attack_modifiers"
]
STOP_WORDS = re.compile(
    r"\b(may|whoever|whom|somebody|nobody|everybody|anybody|dear|the bound|in order|no fire|all the same"
    r"|so (many|much|high|far) )\b",
    re.IGNORECASE,
)


def sentences(table: str) -> Iterator[tuple[str, str]]:
    """Give what the rows of a table say to players, by their keys."""
    for key, row in getattr(load_battletech(""), table).items():
        for name in ("label", "said", "refusal"):
            yield key, getattr(row, name, "")


@pytest.mark.parametrize("table", TABLES)
def test_rows_use_the_words_of_players(table: str) -> None:
    assert [each for each in sentences(table) if STOP_WORDS.search(each[1])] == []


def test_what_is_said_of_an_attack_is_a_sentence() -> None:
    said = [row.label for row in load_battletech("").hex_number_words.values()]
    assert [text for text in said if not (text[0].isupper() and text.endswith("."))] == []
