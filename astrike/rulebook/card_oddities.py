"""What on a card does not go together: abilities that no unit of its type has, a Move of another kind of unit?

A sign that the card may have been typed or read wrongly, for people to check; no answer changes.
"""

from collections.abc import Iterable, Iterator

from astrike.dataclass import dataclass
from astrike.model.card import PrintedMove, Special
from astrike.rulebook.schema import Edition


@dataclass(frozen=True, slots=True)
class CardOddity:
    """One thing on a card that no unit of its type has."""

    found: str
    """The ability, or the Move."""
    types: tuple[str, ...]
    """Types of units that have it."""
    ref: str


def card_oddities(
    edition: Edition, unit_type: str, specials: Iterable[Special], move: PrintedMove | None
) -> Iterator[CardOddity]:
    """Name what does not go with the type of a unit.

    >>> from astrike.rulebook.loader import load_edition
    >>> from astrike.model.card import parse_special
    >>> [each.found for each in card_oddities(load_edition("ce-5.01"), "BM", [parse_special("MEC")], None)]
    ['MEC']
    """
    for special in specials:
        for each in (special, *special.inside):
            row = edition.abilities.get(each.code)
            if row is not None and row.types and unit_type not in row.types:
                yield CardOddity(each.printed, row.types, row.ref)
    unit = edition.units.get(unit_type)
    if move is not None and unit is not None and move.is_thrust and not unit.aerospace:
        flyers = tuple(key for key, row in edition.units.items() if row.aerospace)
        yield CardOddity(move.printed, flyers, unit.ref)
