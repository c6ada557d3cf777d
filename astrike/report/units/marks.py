"""By which letter, shape and color is a unit known on every picture and in every list?

Sides come in the order of the file: blue disc, red square, green triangle, purple hexagon, and a grey diamond for
everyone else; a side that was given one of these colors, or else is called by one, has it. Where every unit's id is a
single letter, that is it. Else letters are given per side in the order of the file, without I and O, so that the two
sides never share one; when a side's letters are used up they come again with a number: A2, B2.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from astrike.dataclass import dataclass
from astrike.model.table import Table

_LETTERS = (("s", "ABCDEFGHJ"), ("n", "KLMNPQRS"), ("e", "TUVW"), ("w", "XY"), ("x", "Z"))
_COLOURS = {"blue": "s", "red": "n", "green": "e", "purple": "w"}
_SHORT = re.compile(r"[A-Z]")
OTHERS = "x"
"""Fifth sides and units of no side."""


@dataclass(frozen=True, slots=True)
class UnitMark:
    """What stands for one unit. `side` is a letter for style sheets: s, n, e, w or x."""

    letter: str
    side: str
    side_name: str


def sides(table: Table) -> Mapping[str, str]:
    """Give each side of a table its style letter: of the color it has or is called by, else the next that is free.

    >>> from astrike.model.table import Side
    >>> dict(sides(Table("t", 24, 24, sides=(Side("red", "Red"), Side("north", "North")))))
    {'red': 'n', 'north': 's'}
    >>> dict(sides(Table("t", 24, 24, sides=(Side("red", "Red"), Side("north", "North", color="red")))))
    {'red': 's', 'north': 'n'}
    """
    named = dict.fromkeys(
        [side.id for side in table.sides] + [unit.side for unit in table.units if unit.side]
    )
    called = {_COLOURS[side.color]: side.id for side in table.sides if side.color is not None}
    for side in named:
        if side not in called.values():
            called.setdefault(_COLOURS.get(side.lower(), ""), side)
    free = iter([style for style, _ in _LETTERS if style not in (*called, OTHERS)])
    own = {side: style for style, side in called.items() if style}
    return MappingProxyType({side: own.get(side) or next(free, OTHERS) for side in named})


def letters_of(table: Table, side: str | None) -> str:
    """Give the letters of a side's marks, in order; of a side that is not there yet those that it would get."""
    styles = sides(table)
    free = next((style for style, _ in _LETTERS if style not in styles.values()), OTHERS)
    return dict(_LETTERS)[styles.get(side, free) if side else OTHERS]


def marks(table: Table) -> Mapping[str, UnitMark]:
    """Give each unit its mark.

    >>> from astrike.model.unit import Unit
    >>> units = (Unit("u1", (1, 1), "Kea", side="red"), Unit("u2", (2, 2), "Owl", side="blue"))
    >>> {key: mark.letter for key, mark in marks(Table("t", 24, 24, units=units)).items()}
    {'u1': 'K', 'u2': 'A'}
    """
    styles = sides(table)
    names = {side.id: side.name or side.id for side in table.sides}
    letters = dict(_LETTERS)
    short = all(_SHORT.fullmatch(unit.id) for unit in table.units)
    used: dict[str, int] = {}
    found: dict[str, UnitMark] = {}
    for unit in table.units:
        style = styles.get(unit.side, OTHERS) if unit.side else OTHERS
        round_, place = divmod(used.get(style, 0), len(letters[style]))
        used[style] = used.get(style, 0) + 1
        letter = letters[style][place] + (str(round_ + 1) if round_ else "")
        found[unit.id] = UnitMark(
            unit.id if short else letter, style, names.get(unit.side, unit.side) if unit.side else ""
        )
    return MappingProxyType(found)
