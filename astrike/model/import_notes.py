"""What a reader of other tools' files kept aside, left out or took for something: said, never dropped in silence."""

from astrike.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class ImportNote:
    """One thing worth knowing about what was read or changed, in words, with how often it was met.

    >>> ImportNote("bldg_basement_type", "a field that a table has no place for", 8).sentence
    'bldg_basement_type: a field that a table has no place for (8 times)'
    """

    at: str
    words: str
    count: int = 1

    @property
    def sentence(self) -> str:
        """The note as one line of text."""
        times = f" ({self.count} times)" if self.count > 1 else ""
        return f"{self.at}: {self.words}{times}" if self.at else f"{self.words}{times}"
