"""By which letter, shape and colour is a unit known on every picture and in every list?

Sides come in the order of the file: disc, square, triangle, hexagon, and a diamond for everyone else. Where every unit's
id is a single letter, that is it. Else letters are given per side in the order of
the file, without I and O, so that the two sides never share one; when a side's letters are used up they come again with
a number: A2, B2.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from astrike.model.table import Table

_LETTERS = (("s", "ABCDEFGHJ"), ("n", "KLMNPQRS"), ("e", "TUVW"), ("w", "XY"), ("x", "Z"))
_SHORT = re.compile(r"[A-Z]")
OTHERS = "x"
"""Fifth sides and units of no side."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands for one unit. `side` is a letter for style sheets: s, n, e, w or x."""

    letter: str
    side: str
    side_name: str


def sides(table: Table) -> Mapping[str, str]:
    """Give each side of a table its style letter, in the order of the file."""
    named = dict.fromkeys(
        [side.id for side in table.sides] + [unit.side for unit in table.units if unit.side]
    )
    styles = [style for style, _ in _LETTERS]
    return MappingProxyType({side: styles[min(i, len(styles) - 1)] for i, side in enumerate(named)})


def marks(table: Table) -> Mapping[str, Mark]:
    """Give each unit its mark.

    >>> from astrike.model.unit import Unit
    >>> units = (Unit("u1", (1, 1), "Kea", side="red"), Unit("u2", (2, 2), "Owl", side="blue"))
    >>> {key: mark.letter for key, mark in marks(Table("t", 24, 24, units=units)).items()}
    {'u1': 'A', 'u2': 'K'}
    """
    styles = sides(table)
    names = {side.id: side.name or side.id for side in table.sides}
    letters = dict(_LETTERS)
    short = all(_SHORT.fullmatch(unit.id) for unit in table.units)
    used: dict[str, int] = {}
    found: dict[str, Mark] = {}
    for unit in table.units:
        style = styles.get(unit.side, OTHERS) if unit.side else OTHERS
        round_, place = divmod(used.get(style, 0), len(letters[style]))
        used[style] = used.get(style, 0) + 1
        letter = letters[style][place] + (str(round_ + 1) if round_ else "")
        found[unit.id] = Mark(
            unit.id if short else letter, style, names.get(unit.side, unit.side) if unit.side else ""
        )
    return MappingProxyType(found)
