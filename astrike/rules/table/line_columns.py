"""How are the lines between many pairs of units held, so that rules can look at all of them at once?

One array for each thing that is measured, and the names of what lies on a line only for whoever asks for that line. A
single line is a `MeasuredLine`, made of the same arrays.
"""

from collections.abc import Sequence
from dataclasses import fields, replace
from operator import attrgetter
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Floats, Ints
from astrike.rules.shot.measured_line import MeasuredLine

NAMED = ("hiders", "back_hiders", "woods_pieces", "own_pieces", "pieces_back", "hexes", "side")
"""The fields of a `MeasuredLine` that name something, in its order."""
NameColumns = tuple[Sequence[object], ...]
"""For each of these fields its value on every line."""


class LineNames(Protocol):
    """The names on the lines that were measured together."""

    def on_lines(self, rows: Sequence[int]) -> NameColumns:
        """Give what is named on these lines."""


class NothingNamed:
    """Lines on which nothing lies."""

    def on_lines(self, rows: Sequence[int]) -> NameColumns:
        """Give no names."""
        return (*([()] * len(rows) for _ in NAMED[:-1]), [""] * len(rows))


NOTHING_NAMED = NothingNamed()


class NamesOfLines:
    """The names on lines that have been made one by one."""

    def __init__(self, lines: Sequence[MeasuredLine]) -> None:
        self._lines = lines

    def on_lines(self, rows: Sequence[int]) -> NameColumns:
        """Give what is named on these lines."""
        return tuple(zip(*(_names(self._lines[row]) for row in rows), strict=True))


_names = attrgetter(*NAMED)


@dataclass(frozen=True, slots=True, eq=False)
class LineColumns:
    """The lines between n pairs of units: (n,), and (n, K) for the K kinds of see-through terrain.

    What each column holds is said in `MeasuredLine`.
    """

    attacker: Ints
    target: Ints
    range: Floats
    contact: Bools
    hidden: Floats
    hidden_back: Floats
    own: Floats
    between: Floats
    theirs: Floats
    between_back: Floats
    arc_share: Floats
    off_rear: Floats
    same_water: Bools
    meets_woods: Bools
    """Has it `woods_pieces`?"""
    meets_woods_back: Bools
    """Has it `pieces_back`?"""
    names: NDArray[np.object_]
    """The `LineNames` of the measurement that each line comes from ..."""
    named_at: Ints
    """... and its row there."""

    def __len__(self) -> int:
        return len(self.attacker)

    def take(self, rows: Ints | Bools) -> "LineColumns":
        """Give some of the lines, in this order."""
        return LineColumns(*(column[rows] for column in _columns(self)))

    def line(self, row: int) -> MeasuredLine:
        """Give one line."""
        *ends, own, between, theirs, between_back, arc_share, off_rear, same_water = [
            column[row].tolist() for column in _columns(self)[:13]
        ]
        named = self.names[row].on_lines([int(self.named_at[row])])
        hiders, back_hiders, woods, own_woods, woods_back, hexes, side = [column[0] for column in named]
        return MeasuredLine._make(
            (
                *ends, hiders, back_hiders, tuple(own), tuple(between), tuple(theirs), tuple(between_back), woods,
                own_woods, woods_back, arc_share, off_rear, same_water, hexes, side,
            )
        )  # fmt: skip

    def lines(self) -> list[MeasuredLine]:
        """Give every line."""
        if not len(self):
            return []
        *ends, own, between, theirs, between_back, arc_share, off_rear, same_water = [
            column.tolist() for column in _columns(self)[:13]
        ]
        hiders, back_hiders, woods, own_woods, woods_back, hexes, side = self._named()
        columns = (
            *ends, hiders, back_hiders, map(tuple, own), map(tuple, between), map(tuple, theirs),
            map(tuple, between_back), woods, own_woods, woods_back, arc_share, off_rear, same_water, hexes, side,
        )  # fmt: skip
        return list(map(MeasuredLine._make, zip(*columns, strict=True)))

    def _named(self) -> NameColumns:
        sources: dict[LineNames, list[int]] = {}
        for k, source in enumerate(self.names.tolist()):
            sources.setdefault(source, []).append(k)
        if len(sources) == 1:
            (source,) = sources
            return source.on_lines(self.named_at.tolist())
        found: list[list[object]] = [[None] * len(self) for _ in NAMED]
        for source, rows in sources.items():
            for column, values in zip(found, source.on_lines(self.named_at[rows].tolist()), strict=True):
                for k, value in zip(rows, values, strict=True):
                    column[k] = value
        return tuple(found)

    def with_ends(self, attacker: Ints, target: Ints) -> "LineColumns":
        """Give the same lines between units of these numbers."""
        return replace(self, attacker=attacker, target=target)

    def over_terrain(self, rows: Bools) -> "LineColumns":
        """Give the same with nothing on the table between the ends of some lines, as where one flies (CE p.181)."""
        is_met = ~rows
        return replace(
            self,
            contact=self.contact & is_met,
            hidden=np.where(is_met, self.hidden, 0.0),
            hidden_back=np.where(is_met, self.hidden_back, 0.0),
            own=np.where(is_met[:, None], self.own, 0.0),
            between=np.where(is_met[:, None], self.between, 0.0),
            theirs=np.where(is_met[:, None], self.theirs, 0.0),
            between_back=np.where(is_met[:, None], self.between_back, 0.0),
            same_water=self.same_water & is_met,
            meets_woods=self.meets_woods & is_met,
            meets_woods_back=self.meets_woods_back & is_met,
            names=np.where(is_met, self.names, sources_of(NOTHING_NAMED, len(self))),
        )


_columns = attrgetter(*(field.name for field in fields(LineColumns)))


def joined_lines(some: Sequence[LineColumns]) -> LineColumns:
    """Give the lines of all, in order."""
    return LineColumns(*(np.concatenate(column) for column in zip(*map(_columns, some), strict=True)))


def columns_of_lines(lines: Sequence[MeasuredLine], kinds: int) -> LineColumns:
    """Give lines that have been made one by one as columns; so many kinds of see-through terrain are on the table."""
    count = len(lines)

    def numbers(name: str) -> Floats:
        return np.array(list(map(attrgetter(name), lines)), dtype=np.float64)

    def places(name: str) -> Ints:
        return np.array(list(map(attrgetter(name), lines)), dtype=np.intp)

    def flags(name: str) -> Bools:
        return np.array(list(map(attrgetter(name), lines)), dtype=np.bool_)

    return LineColumns(
        attacker=places("attacker"),
        target=places("target"),
        range=numbers("range"),
        contact=flags("contact"),
        hidden=numbers("hidden"),
        hidden_back=numbers("hidden_back"),
        own=numbers("own").reshape(count, kinds),
        between=numbers("between").reshape(count, kinds),
        theirs=numbers("theirs").reshape(count, kinds),
        between_back=numbers("between_back").reshape(count, kinds),
        arc_share=numbers("arc_share"),
        off_rear=numbers("off_rear"),
        same_water=flags("same_water"),
        meets_woods=np.array([bool(line.woods_pieces) for line in lines], dtype=np.bool_),
        meets_woods_back=np.array([bool(line.pieces_back) for line in lines], dtype=np.bool_),
        names=sources_of(NamesOfLines(lines), count),
        named_at=np.arange(count),
    )


def sources_of(names: LineNames, count: int) -> NDArray[np.object_]:
    """Give one source of names for so many lines."""
    found = np.empty(count, dtype=np.object_)
    found[:] = names
    return found
