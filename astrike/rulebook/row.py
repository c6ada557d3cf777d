"""What does every row of every table say about itself: its key, label, page and how sure its figure is?"""

from collections.abc import Iterator
from dataclasses import field, fields
from typing import Final, TypeVar

from astrike.dataclass import dataclass
from astrike.model.explain import Citation
from astrike.rulebook.tags import Tag

T = TypeVar("T")
SUBJECT: Final = "subject"
INNER: Final = "inner"
WORDS: Final = "words"


def subject_field(default: T) -> T:
    """Declare a field that says what a row is about, so that it stays where an edition prints no figure.

    All other fields with a default go back to it there: they are figures. A field without a default is part of the row
    and stays as well.
    """
    return field(default=default, metadata={SUBJECT: True})


def inner_field(default: T) -> T:
    """Declare a field by which code finds its way and which tells players nothing where editions agree in it.

    It stays where an edition prints no figure, as a subject does.
    """
    return field(default=default, metadata={SUBJECT: True, INNER: True})


def words_field(default: T) -> T:
    """Declare a field with texts of ours that are said of the row: the same in every edition, to be translated."""
    return field(default=default, metadata={SUBJECT: True, INNER: True, WORDS: True})


@dataclass(frozen=True, slots=True, kw_only=True)
class RulebookRow:
    """What every row has. `unknown` gives the reason when the sources print no value for this edition."""

    key: str
    label: str
    ref: str
    """The page; where there is none, words that say so."""
    page_of: str | None = None
    """Id of the edition in whose book that page was found."""
    conf: str = "likely"
    note: str = ""
    """What a reader of the figure has to know beside it; the rules pages show it."""
    unknown: str = ""
    short: str = words_field("")
    """A word or two for chips, buttons and rows of lists, where the label is too long or stands in a sentence."""
    tags: tuple[Tag, ...] = inner_field(())
    """Words by which code asks for groups of rows: `astrike.rulebook.tags` lists them."""

    @classmethod
    def inner_fields(cls) -> frozenset[str]:
        """Name the fields that tell players nothing where editions agree in them."""
        return frozenset(spec.name for spec in fields(cls) if INNER in spec.metadata)

    @property
    def cite(self) -> Citation:
        """Give the page with its printing, as answers carry it."""
        return Citation(self.ref, self.page_of)

    def problems(self) -> Iterator[str]:
        """Say which fields of the row do not go together."""
        return iter(())
