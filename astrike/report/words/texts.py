"""How do texts of ours become sentences that can be translated, and names such that can be shown?

Reports write English and hand every text to a `Translate`; pages and commands give them gettext.
"""

import re
from collections.abc import Callable, Iterable, Mapping

Names = Mapping[str, str]
"""What people call each unit, piece and marked point, by id."""

Translate = Callable[[str], str]

_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_CAPITAL_WORD = re.compile("[A-ZÄÖÜ][a-zäöü]*(?![A-Za-z])")


def untranslated(text: str) -> str:
    """Leave a text in English."""
    return text


def to_translate(text: str) -> str:
    """Mark a text as one to translate later; collected by the name `_`."""
    return text


def listed(ids: Iterable[str], names: Names) -> str:
    """List pieces by what they are called.

    >>> listed(["silo", "depot"], {"silo": "Silo"})
    'Silo, depot'
    """
    return ", ".join(names.get(each, each) for each in ids)


def visible(text: str) -> str:
    """Put a mark in the place of characters that would steer a terminal or turn the text around.

    >>> visible("Kea\\x1b[2J")
    'Kea\N{REPLACEMENT CHARACTER}[2J'
    """
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", text)


def inside_sentence(label: str) -> str:
    """Give a label as it stands inside a sentence.

    >>> inside_sentence("Stealth armor"), inside_sentence("IndustrialMech attacks"), inside_sentence("DropShip")
    ('stealth armor', 'IndustrialMech attacks', 'DropShip')
    >>> inside_sentence("Melee Specialist")
    'Melee Specialist'
    """
    others = label.split()[1:]
    is_name = bool(others) and all(word[:1].isupper() for word in others)
    return label if is_name or not _CAPITAL_WORD.match(label) else label[0].lower() + label[1:]


def first_sentence(texts: Iterable[str], said: Mapping[str, str], translate: Translate) -> str:
    """Say the first of some sentences of which everything is known; empty where there is none."""
    for text in texts:
        try:
            return translate(text) % said
        except KeyError:
            continue
    return ""
