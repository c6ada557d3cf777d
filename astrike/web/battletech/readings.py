"""How were disputed points read for an answer, and where is the answer with another reading?"""

from collections.abc import Iterator
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.answers import CardAnswer
from astrike.rulebook.battletech.loader import load_battletech
from astrike.rulebook.schema import OptionRow, OptionValue
from astrike.web.battletech.desk import DeskChoice, Json, address_of
from astrike.web.http.citations import CitedPage
from astrike.web.http.i18n import _, tr

_YES_NO: Final = (True, False)


@dataclass(frozen=True, slots=True)
class OptionReading:
    """An option that decided something: how it was read, on which page, and where its other readings are."""

    key: str
    label: str
    value: str
    page: CitedPage
    others: tuple[DeskChoice, ...]

    @property
    def words(self) -> str:
        """Say how it was read, in a line."""
        return f"{self.label}: {self.value}"

    @property
    def other(self) -> str:
        """The address of the next reading."""
        return self.others[0].address


def readings(card: str, body: Json, answer: CardAnswer) -> tuple[OptionReading, ...]:
    """Say how disputed points were settled; `body` is the question that other readings are tried with."""
    return tuple(_readings(card, body, answer))


def _readings(card: str, body: Json, answer: CardAnswer) -> Iterator[OptionReading]:
    rows = load_battletech(answer.edition).options
    for used in answer.options_used:
        row = rows[used.id]
        values = _values(row)
        at = values.index(used.value)
        others = tuple(
            DeskChoice(_said(row, each), address_of(card, body, **{f"options.{used.id}": each}))
            for each in (*values[at + 1 :], *values[:at])
        )
        page = CitedPage(row.cite, answer.edition)
        yield OptionReading(used.id, tr(row.label), _said(row, used.value), page, others)


def _values(row: OptionRow) -> tuple[OptionValue, ...]:
    """Give every reading of an option: words, whole numbers, or yes and no."""
    if row.values or isinstance(row.default, bool):
        return row.values or _YES_NO
    return tuple(range(int(row.low), int(row.high) + 1))


def _said(row: OptionRow, value: OptionValue) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if not row.values:
        return str(value)
    return tr(row.said[row.values.index(str(value))])
