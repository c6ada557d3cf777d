"""Where an ability counts as applied, something applies it; all others are named in the small print of a card."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

from astrike.rulebook.loader import DEFAULT_EDITION, load_edition
from astrike.rulebook.row import RulebookRow
from astrike.rulebook.schema import TABLES, AbilityRow
from tests.rulebook.test_keys_in_code import code

TOLD_BY_THEIR_BEGINNING = ("range-master-",)
"""Beginnings of keys that the code asks for with the rest worked out."""
SETTLED_BY_CHOICES = {
    "RSD": "that a dropped sensor spots, or is the target, is a choice of the question",
    "VRT": "its owner chooses one of two printed lines in the End Phase, and the card has that one",
}
"""Abilities that no row and no code names, with the reason why there is nothing to apply."""
SAYS_NOTHING = {each.name for each in fields(RulebookRow)} - {"tags"} | {"applied", "kind"}
"""Fields of an ability that change no answer."""
WORD = re.compile(r"[A-Za-z0-9@-]+")


def words(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield from WORD.findall(value)
    elif isinstance(value, Mapping):
        yield from (word for each in value.items() for word in words(each))
    elif isinstance(value, tuple | list | frozenset):
        yield from (word for each in value for word in words(each))
    elif is_dataclass(value):
        yield from (
            word
            for each in fields(value)
            if each.name != "label"
            for word in words(getattr(value, each.name))
        )


def changes_by_itself(row: AbilityRow) -> bool:
    """Does the row say more than its name and page?"""
    return any(
        getattr(row, each.name) != each.default for each in fields(row) if each.name not in SAYS_NOTHING
    )


def test_every_ability_that_counts_as_applied_is_applied_somewhere() -> None:
    edition = load_edition(DEFAULT_EDITION)
    others = {
        word for table in TABLES if table != "abilities" for word in words(dict(getattr(edition, table)))
    }
    asked = {word for _, text in code().said if len(text) < 60 for word in WORD.findall(text)}
    unseen = {
        key
        for key, row in edition.abilities.items()
        if row.applied and not changes_by_itself(row) and key not in others | asked
        if not key.startswith(TOLD_BY_THEIR_BEGINNING)
    }
    assert unseen == set(SETTLED_BY_CHOICES), "no row and no code names these, so nothing can apply them"


def test_what_is_fired_by_itself_counts_as_applied() -> None:
    edition = load_edition(DEFAULT_EDITION)
    fired = set(edition.kinds["weapon"].codes)
    assert fired >= {"TUR", "REAR", "LRM"}
    assert {code for code in fired if not edition.abilities[code].applied} == set()
