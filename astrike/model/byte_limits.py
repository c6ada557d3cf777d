"""How large may what comes in be? One table of limits, from which server, pages, error pages and docs take theirs."""

from typing import Final

from astrike.dataclass import dataclass

MEGABYTE: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class ByteLimit:
    """The most bytes of one kind of thing: what it is called, and where the limit applies."""

    key: str
    label: str
    most: int
    where: str

    @property
    def megabytes(self) -> int:
        """Whole megabytes, as pages say it: nothing that a page promises is refused."""
        return self.most // MEGABYTE

    @property
    def size(self) -> str:
        """The limit as people read it.

        >>> TABLE.size, QUESTION.size, HEADERS.size
        ('2 MB', '2.5 MB', '64 kB')
        """
        return f"{self.most / MEGABYTE:g} MB" if self.most >= MEGABYTE else f"{self.most // 1000} kB"


TABLE: Final = ByteLimit(
    "table",
    "a table file",
    2_000_000,
    "table files, saved layouts and pieces, tables and layouts of an archive",
)
FORM: Final = ByteLimit(
    "form", "a form", 2_500_000, "every page that takes no file: a table file, and the form around it"
)
QUESTION: Final = ByteLimit(
    "question", "a question with its table", 2_500_000, "`/api/v1`: the body of a request"
)
IMPORT: Final = ByteLimit(
    "import",
    "a file or pasted text",
    32_000_000,
    "Table from a file, Replace with a file, Import terrain, Add units, Layouts; `astrike convert`, `astrike list`",
)
ARCHIVE: Final = ByteLimit("archive", "an archive of an event", 40_000_000, "New event, from an archive")
UNPACKED: Final = ByteLimit(
    "unpacked", "an archive, unpacked", 80_000_000, "the same, and every archive that is made"
)
RULING: Final = ByteLimit("ruling", "a ruling in an archive", 6_000_000, "a table and its pictures")
RULINGS: Final = ByteLimit("rulings", "all rulings of one table", 60_000_000, "rulings that are kept")
WAITING: Final = ByteLimit(
    "waiting",
    "all files that wait for a decision",
    320_000_000,
    "previews; beyond that the oldest are forgotten",
)
PRESET: Final = ByteLimit("preset", "a preset", 200_000, "`--profile`, own presets of an event; characters")
HEADERS: Final = ByteLimit("headers", "an address with its cookies", 64_000, "every request")

LIMITS: Final[tuple[ByteLimit, ...]] = (
    TABLE, IMPORT, ARCHIVE, UNPACKED, RULING, FORM, QUESTION, HEADERS, RULINGS, WAITING, PRESET,
)  # fmt: skip
"""All of them."""
