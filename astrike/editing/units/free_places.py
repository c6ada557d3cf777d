"""Where on some ground do units find room? In rows along their edge, each base whole on the ground and clear of others.

Where the rules let a unit not stand it moves to the nearest place where it may; who finds none is left out.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Floats, Ints, Polygon, Shapes, moved, outer_and_inner
from astrike.geometry.bases import make_bases
from astrike.geometry.hexes import HexLayout
from astrike.geometry.placement import are_clear, fit_whole, frame_around, room_inside
from astrike.geometry.sweeps import footprint_of
from astrike.model.table import MetricName, Table
from astrike.model.terrain import Point
from astrike.model.unit import Unit
from astrike.rules.movement.hex_path import board_in
from astrike.rules.movement.standing_check import standing_findings_alone
from astrike.rules.table.prepared_table import PreparedTable, table_on_terrain
from astrike.tolerance import TOUCH

SPACE: Final = 0.1
"""Inches that bases keep from each other, so that nobody is in contact."""
_MOST_SPOTS: Final = 800
_FIRST_ASKED: Final = 16
"""Places of one unit that the rules are asked about at first, then ever more."""


# ---- rows


@dataclass(frozen=True, slots=True)
class SideAxes:
    """Directions of a side: along its edge, to its front, and the facing that this is."""

    along: Point
    front: Point
    facing: float


AXES: Final = {
    "south": SideAxes((1.0, 0.0), (0.0, 1.0), 0.0),
    "north": SideAxes((1.0, 0.0), (0.0, -1.0), 180.0),
    "west": SideAxes((0.0, 1.0), (1.0, 0.0), 90.0),
    "east": SideAxes((0.0, 1.0), (-1.0, 0.0), 270.0),
}


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A part of a row in which centres of bases may stand: how far in front it is, and from where to where."""

    front: float
    start: float
    end: float

    def most(self, pitch: float) -> int:
        """How many units stand here, so far apart."""
        return math.floor((self.end - self.start + TOUCH) / pitch) + 1

    def spread(self, count: int, pitch: float, reach: float) -> list[float]:
        """Spread units evenly: with half a gap at the ends where there is room, else to the very ends."""
        length = self.end - self.start
        slot = (length + 2 * reach) / max(count, 1)
        if slot >= pitch or count == 1:
            return [self.start - reach + slot * (k + 0.5) for k in range(count)]
        return [self.start + length * k / (count - 1) for k in range(count)]


_Row = tuple[_Stretch, ...]


def _rows(
    free: Bools, forward: Floats, sideways: Floats, *, count: int, pitch: float, apart: float
) -> list[_Row]:
    """Choose the fewest rows, as far in front as they go, that hold so many units; else those that hold most."""
    rows = [_stretches(line, float(at), sideways) for line, at in zip(free, forward, strict=True)]
    hold = [sum(each.most(pitch) for each in row) for row in rows]
    step = float(forward[0] - forward[1]) if len(forward) > 1 else 1.0
    every = max(1, math.ceil((apart - TOUCH) / abs(step)))
    best: list[int] = []
    for number in range(1, len(rows) // every + 2):
        for first in range(max(0, len(rows) - (number - 1) * every)):
            chosen = [first + k * every for k in range(number)]
            held = sum(hold[k] for k in chosen)
            if held >= count:
                return [rows[k] for k in chosen]
            if held > sum(hold[k] for k in best):
                best = chosen
    return [rows[k] for k in best]


def _stretches(line: Bools, front: float, sideways: Floats) -> _Row:
    edges = np.flatnonzero(np.diff(np.concatenate(([False], line, [False])).astype(np.int8)))
    return tuple(
        _Stretch(front, float(sideways[first]), float(sideways[last - 1]))
        for first, last in edges.reshape(-1, 2).tolist()
    )


def _shared(count: int, holds: Sequence[int]) -> list[int]:
    """Share units among places by how many each holds.

    >>> _shared(5, [4, 2, 0])
    [3, 2, 0]
    """
    found = [0] * len(holds)
    for _ in range(min(count, sum(holds))):
        open_ = [k for k, most in enumerate(holds) if found[k] < most]
        found[min(open_, key=lambda k: (found[k] + 0.5) / holds[k])] += 1
    return found


# ---- places


@dataclass(frozen=True, slots=True, eq=False)
class _Form:
    """A base at the origin."""

    radius: float
    outline: Polygon | None
    reach: float
    """How far it reaches from its centre."""
    like: bytes = b""
    """The same for bases of one form."""


_Taken = list[tuple[_Form, Point]]


@dataclass(frozen=True, slots=True, eq=False)
class _Area:
    """Ground on which units are placed, and who stands on the table already."""

    prepared: PreparedTable
    table: Table
    ground: Shapes
    units_to_place: tuple[Unit, ...]
    forms: tuple[_Form, ...]
    """Bases of the units that need a place."""
    standing: tuple[tuple[_Form, Point], ...]
    """Bases of all other units, with their places."""

    def places(self, axes: SideAxes, *, from_front: bool) -> dict[str, Point]:
        """Find a place for everybody, rows first."""
        wishes = self._wishes(axes, from_front=from_front)
        first = {i: self.near(wish) for i, wish in wishes.items()}
        legal = self._legal([(i, at) for i, several in first.items() for at in several])
        found: dict[int, Point] = {}
        taken = list(self.standing)
        for i, several in first.items():
            for at in several:
                if (i, at) in legal and self.is_free(i, [at], room_inside(self.ground, [at]), taken)[0]:
                    found[i] = at
                    taken.append((self.forms[i], at))
                    break
        spots, rim = self._spots()
        west, south, east, north = frame_around(self.ground)
        middle = ((west + east) / 2, (south + north) / 2)
        # Ground gets no freer while units are placed: what is too narrow for a base is so for all like it that follow.
        still: dict[bytes, Ints] = {}
        for i in range(len(self.units_to_place)):
            if i in found:
                continue
            like = self.forms[i].like
            here = still.get(like, np.arange(len(spots)))
            here = here[self.is_free(i, spots[here].tolist(), rim[here], taken)]
            still[like] = here
            if last := self._nearest(i, wishes.get(i, middle), spots[here]):
                found[i] = last
                taken.append((self.forms[i], last))
        return {self.units_to_place[i].id: at for i, at in found.items()}

    def _wishes(self, axes: SideAxes, *, from_front: bool) -> dict[int, Point]:
        """Give each unit a place in rows, as many as find one."""
        along, front = np.array(axes.along), np.array(axes.front)
        west, south, east, north = frame_around(self.ground)
        corners = np.array([(west, south), (east, south), (east, north), (west, north)])
        start, end = float((corners @ along).min()), float((corners @ along).max())
        back, ahead = float((corners @ front).min()), float((corners @ front).max())
        reaches = [form.reach for form in self.forms]
        most = max(reaches)
        rim = self.rim(most)
        if end - start < 2 * rim - TOUCH or ahead - back < 2 * rim - TOUCH:
            return {}
        sideways = _steps(start + rim, end - rim, max(0.25, (end - start) / 240))
        forward = _steps(back + rim, ahead - rim, max(0.25, (ahead - back) / 48))
        forward = forward[::-1] if from_front else forward
        spots = (forward[:, None, None] * front + sideways[None, :, None] * along).reshape(-1, 2)
        free = (room_inside(self.ground, spots) >= rim - TOUCH) & self._is_clear_of_standing(spots, most)
        pitch = 2 * sum(reaches) / len(reaches) + SPACE
        rows = _rows(
            free.reshape(len(forward), len(sideways)),
            forward,
            sideways,
            count=len(self.units_to_place),
            pitch=pitch,
            apart=2 * most + SPACE,
        )
        wished: list[Point] = []
        counts = _shared(len(self.units_to_place), [sum(each.most(pitch) for each in row) for row in rows])
        for row, count in zip(rows, counts, strict=True):
            for each, part in zip(row, _shared(count, [each.most(pitch) for each in row]), strict=True):
                for at in each.spread(part, pitch, rim):
                    x, y = (each.front * front + at * along).tolist()
                    wished.append((x, y))
        return dict(enumerate(wished))

    def near(self, wish: Point) -> tuple[Point, ...]:
        """Give the places that will do for a wish."""
        return _near(wish)

    def rim(self, most: float) -> float:
        """Give the inches that the middle of a base keeps from the edge of the ground."""
        return most

    def grid(self) -> Floats:
        """Give places all over the frame of the ground (n, 2)."""
        west, south, east, north = frame_around(self.ground)
        step = max(0.5, math.sqrt((east - west) * (north - south) / _MOST_SPOTS))
        x, y = np.meshgrid(_steps(west, east, step), _steps(south, north, step), indexing="ij")
        return np.column_stack((x.ravel(), y.ravel()))

    def _is_clear_of_standing(self, spots: Floats, reach: float) -> Bools:
        found = np.ones(len(spots), dtype=np.bool_)
        for form, at in self.standing:
            found &= np.hypot(*(spots - at).T) >= form.reach + reach + SPACE - TOUCH
        return found

    def _spots(self) -> tuple[Floats, Floats]:
        """Give places all over the ground (n, 2), and the room at each."""
        spots = np.round(self.grid(), 6)
        rim = room_inside(self.ground, spots)
        inside = rim >= -TOUCH
        return spots[inside], rim[inside]

    def _nearest(self, i: int, wish: Point, spots: Floats) -> Point | None:
        """Find the nearest of these places where a unit may stand."""
        near = np.argsort(np.hypot(*(spots - wish).T), kind="stable")
        first, many = 0, _FIRST_ASKED
        while first < len(near):
            some: list[Point] = [(x, y) for x, y in spots[near[first : first + many]].tolist()]
            legal = self._legal([(i, at) for at in some])
            allowed = [at for at in some if (i, at) in legal]
            if allowed:
                return allowed[0]
            first, many = first + many, 4 * many
        return None

    def is_free(self, i: int, spots: Sequence[Point], rim: Floats, taken: _Taken) -> Bools:
        """Say at which places a unit's base lies on the ground, clear of all others."""
        if not len(spots):
            return np.zeros(0, dtype=np.bool_)
        forms = [*[self.forms[i]] * len(spots), *(form for form, _ in taken)]
        bases = make_bases(
            [*spots, *(at for _, at in taken)],
            radius=np.array([form.radius for form in forms]),
            outline=[form.outline for form in forms],
        )
        count = len(spots)
        return fit_whole(bases, self.ground, rim) & are_clear(bases, count, by=SPACE)

    def _legal(self, asked: Sequence[tuple[int, Point]]) -> set[tuple[int, Point]]:
        """Say which units may stand at which places."""
        if not asked:
            return set()
        probes = tuple(replace(self.units_to_place[i], id=f"{k}", at=at) for k, (i, at) in enumerate(asked))
        there = table_on_terrain(
            self.prepared.terrain,
            table=replace(self.table, units=probes),
            edition=self.prepared.edition,
            options=self.prepared.options,
        )
        return {
            each
            for each, found in zip(asked, standing_findings_alone(there), strict=True)
            if all(finding.severity != "error" for finding in found)
        }


class _HexArea(_Area):
    """Ground on hexes: whoever has one to itself stands in the middle of it, however wide its base is."""

    @property
    def layout(self) -> HexLayout:
        """How the hexes lie."""
        return board_in(self.prepared).layout

    def near(self, wish: Point) -> tuple[Point, ...]:
        """No place but the middle of a hex will do."""
        return ()

    def rim(self, most: float) -> float:
        """The middles of hexes may lie on the edge of the ground."""
        return 0.0

    def grid(self) -> Floats:
        """Give the middles of all hexes."""
        return self.layout.centre(self.layout.on(self.table.width, self.table.depth))

    def is_free(self, i: int, spots: Sequence[Point], rim: Floats, taken: _Taken) -> Bools:
        """Say which places lie in hexes that nobody has."""
        if not len(spots):
            return np.zeros(0, dtype=np.bool_)
        homes = {tuple(each) for _, at in taken for each in self.layout.hex_at([at]).tolist()}
        here = self.layout.hex_at(spots).tolist()
        return np.array([tuple(each) not in homes for each in here], dtype=np.bool_)


def free_places(
    prepared: PreparedTable,
    table: Table,
    ground: Shapes,
    units_to_place: Sequence[Unit],
    others: Sequence[Unit],
    *,
    axes: SideAxes,
    from_front: bool,
) -> dict[str, Point]:
    """Find a place on the ground for every unit that fits there, by id, clear of everybody else; rows first."""
    return _area_of(prepared, table, ground, units_to_place, others).places(axes, from_front=from_front)


def _area_of(
    prepared: PreparedTable,
    table: Table,
    ground: Shapes,
    units_to_place: Sequence[Unit],
    others: Sequence[Unit],
) -> _Area:
    """Give the ground with everybody on it."""
    kind, forms = _AREAS[prepared.metric.name]
    bases = forms(prepared, table, (*units_to_place, *others))
    return kind(
        prepared=prepared,
        table=table,
        ground=ground,
        units_to_place=tuple(units_to_place),
        forms=bases[: len(units_to_place)],
        standing=tuple(zip(bases[len(units_to_place) :], (unit.at for unit in others), strict=True)),
    )


def _as_wide_as_hexes(prepared: PreparedTable, table: Table, units: Sequence[Unit]) -> tuple[_Form, ...]:
    """Give everybody a base that nearly fills a hex."""
    return (_Form(0.0, None, board_in(prepared).layout.across * 0.45),) * len(units)


def _measured(prepared: PreparedTable, table: Table, units: Sequence[Unit]) -> tuple[_Form, ...]:
    """Measure everybody's base."""
    both = table_on_terrain(
        prepared.terrain,
        table=replace(table, units=tuple(units)),
        edition=prepared.edition,
        options=prepared.options,
    ).units.bases
    forms: list[_Form] = []
    for i, (x, y) in enumerate(both.xy.tolist()):
        if both.is_round[i]:
            like = both.radius[i].tobytes()
            forms.append(_Form(float(both.radius[i]), None, float(both.radius[i]), like))
        else:
            reach = float(footprint_of(both, i).reach)
            outline = moved(both.outline[i], (-x, -y))
            like = np.round(outer_and_inner(outline)[0], 6).tobytes()
            forms.append(_Form(0.0, outline, reach, like))
    return tuple(forms)


_Forms = Callable[[PreparedTable, Table, Sequence[Unit]], tuple[_Form, ...]]
_AREAS: Final[Mapping[MetricName, tuple[type[_Area], _Forms]]] = {
    "inches": (_Area, _measured),
    "hexes": (_HexArea, _as_wide_as_hexes),
}


def _near(wish: Point) -> tuple[Point, ...]:
    """Give the wished place, in hundredths of an inch as far as that will do."""
    x, y = (tuple(dict.fromkeys((round(each, 2), round(each, 6)))) for each in wish)
    return tuple((east, north) for east in x for north in y)


def _steps(low: float, high: float, step: float) -> Floats:
    """Give places from low to high, both of them too, at most a step apart."""
    if high - low < TOUCH:
        return np.array([(low + high) / 2])
    return np.linspace(low, high, math.ceil((high - low) / step) + 1)
