"""How does a page stand in a text? With a mark where it was found in another printing, and one note that says so.

For terminals, paper and screens alike. In JSON the page and its printing are two keys; see `report.schema.CITED`.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from astrike.model.explain import Citation
from astrike.report.words.texts import Translate
from astrike.report.words.texts import to_translate as _

MARK: Final = "†"
STANDARD: Final = "base"
"""The source of figures that stand in every set of rules and in none of the books cited."""
STANDARD_WORDS: Final = "standard table"
MARKED: Final = re.compile(rf"(?<=p\.)(\d[\d, –-]*){MARK}")
"""A page with its mark; the same letter in a name that somebody has given is none."""


def page_words(cite: Citation, edition: str) -> str:
    """Write a page as an answer of this edition shows it.

    >>> page_words(Citation("CE p.42", "ce-7"), "ce-7"), page_words(Citation("CE p.42", "ce-5.01"), "ce-7")
    ('CE p.42', 'CE p.42†')
    """
    if cite.page == STANDARD:
        return STANDARD_WORDS
    return f"{cite.page}{MARK}" if cite.is_of_another_printing(edition) else cite.page


def printing_words(cite: Citation, edition: str) -> str:
    """Write a page under an edition, with the name of its printing where that is another.

    >>> printing_words(Citation("CE p.42", "ce-5.01"), "ce-7")
    'CE p.42 (ce-5.01)'
    """
    if cite.page == STANDARD:
        return STANDARD_WORDS
    return f"{cite.page} ({cite.page_of})" if cite.is_of_another_printing(edition) else cite.page


def note_words(translate: Translate) -> str:
    """Say what the mark means."""
    return translate(_("page of another printing"))


def printing_note(texts: Iterable[str], translate: Translate) -> Iterator[tuple[str, str]]:
    """Give the note as a row of facts, where a page in these texts has the mark.

    >>> list(printing_note(["CE p.42†"], str)), list(printing_note(["Cedar†"], str))
    ([('†', 'page of another printing')], [])
    """
    if any(MARKED.search(text) for text in texts):
        yield MARK, note_words(translate)
