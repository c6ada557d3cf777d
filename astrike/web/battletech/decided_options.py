"""Which options decided something in an answer, and what would each say otherwise?"""

from collections.abc import Iterator
from dataclasses import dataclass

from astrike.model.battletech.answers import CardAnswer
from astrike.model.explain import Citation
from astrike.rulebook.battletech.loader import load_battletech
from astrike.rulebook.schema import OptionRow
from astrike.web.battletech.desk import DeskChoice, Json, address_of
from astrike.web.http.i18n import _, tr


@dataclass(frozen=True, slots=True)
class DecidedOption:
    """An option, how it was read, and its other readings with their addresses."""

    id: str
    label: str
    value: str
    others: tuple[DeskChoice, ...]
    cite: Citation


def decided_options(card: str, body: Json, answer: CardAnswer) -> Iterator[DecidedOption]:
    """List the options that decided something."""
    rows = load_battletech(answer.edition).options
    for used in answer.options_used:
        row = rows[used.id]
        others = tuple(
            DeskChoice(option_words(row, each), address_of(card, body, **{f"options.{used.id}": each}))
            for each in _readings(row)
            if str(each) != str(used.value)
        )
        yield DecidedOption(used.id, tr(row.label), option_words(row, used.value), others, row.cite)


def option_words(row: OptionRow, value: object) -> str:
    """Say a value of an option as players say it."""
    said = dict(zip(row.values, row.said, strict=False)).get(str(value), "")
    if said:
        return tr(said)
    return (_("yes") if value else _("no")) if isinstance(value, bool) else str(value)


def _readings(row: OptionRow) -> tuple[object, ...]:
    """List what an option may be; of a number there are too many."""
    if row.values:
        return row.values
    return (True, False) if isinstance(row.default, bool) else ()
