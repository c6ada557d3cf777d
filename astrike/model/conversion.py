"""A file turned into another format: what it was, what it became, and what did not go along."""

from astrike.dataclass import dataclass
from astrike.model.import_notes import ImportNote
from astrike.model.table import Table


@dataclass(frozen=True, slots=True)
class Converted:
    """A file in another format, and what is worth knowing about it."""

    data: bytes
    source: str
    """What the source is, in words."""
    target: str
    table: Table | None
    units: int
    notes: tuple[ImportNote, ...]
    scale: float | None = None
    """Inches a unit of the source, for maps."""
    unit: str = ""
    is_guess: bool = False
    """Is the scale a guess, because neither the file nor the asker says it?"""
