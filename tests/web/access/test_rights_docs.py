"""The numbers in the page about codes and rights are those that the server goes by."""

from pathlib import Path

import pytest

from astrike.store.table import codes
from astrike.store.terrain import library
from astrike.store.units import catalog
from astrike.web.access import codes as opened_codes

TEXT = " ".join((Path(codes.__file__).parents[2] / "docs" / "rights.md").read_text("utf-8").split())


@pytest.mark.parametrize(
    "sentence",
    [
        f"A code is {codes.LENGTH} characters of Crockford's base 32 from a secure source,"
        f" {codes.LENGTH * (len(codes.ALPHABET).bit_length() - 1)} bits",
        f"{library.MOST_SAVED} of each kind, {library.MOST_BYTES_OF_AN_OWNER // 10**6} MB in all, room of its own",
        f"{catalog.MOST_CARDS:,} cards, {catalog.MOST_BYTES_OF_AN_OWNER // 10**6} MB; the oldest give way",
        f"{opened_codes.GUESSES_AT_ONCE} at once, {opened_codes.GUESSES_PER_MINUTE:g} a minute in the long run",
    ],
)
def test_the_docs_have_the_same_numbers(sentence: str) -> None:
    assert sentence in TEXT
