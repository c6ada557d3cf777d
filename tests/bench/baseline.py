"""All lines of a table measured pair by pair with plain Shapely: the work that `measure_lines` is timed against.

What the table looks like (ground, cut solids, draped woods) is prepared beforehand, as it is for the timed
program, and comes from it; so the two must give the same numbers, and the bench says how far they are apart.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from shapely.geometry import LineString, Point, Polygon

from astrike.geometry.prisms import Prisms
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.table.line_solids import solids_on_lines
from astrike.rules.table.lines import arc_degrees
from astrike.rules.table.prepared_table import PreparedTable
from tests.oracle.plain import Point3, Solid, hidden_share, woods_length

REACH = 1000.0  # inches: a wedge of fire leaves the table


@dataclass(frozen=True, slots=True)
class Wood:
    """One see-through piece: its outline, and its parts with the tops they have along the ground."""

    name: str
    kind: int
    polygon: Polygon
    parts: tuple[Solid, ...]


@dataclass(frozen=True, slots=True)
class Stand:
    """One unit as it stands."""

    eye: Point3
    foot: Point3
    middle: Point3
    radius: float
    width: float
    height: float
    facing: float
    arc: float
    woods: frozenset[str]


class PlainTable:
    """A table prepared for plain measuring.

    `forms` are the program's own lines of all pairs: their numbers are measured anew, the names on them stay.
    """

    def __init__(self, prepared: PreparedTable, forms: Sequence[MeasuredLine]) -> None:
        self.forms = forms
        self.stands = [_stand(prepared, i) for i in range(len(prepared.units.units))]
        self.woods = _woods(prepared)
        self.kinds = len(prepared.terrain.kinds)
        self.strip = prepared.edition.number("strip.woods")
        self.solids = _solids(prepared, forms)

    def lines(self, count: int | None = None) -> list[MeasuredLine]:
        """Measure the first lines, or all: each direction's hidden share once, then the rest line by line."""
        forms = self.forms[:count]
        shares = {(form.attacker, form.target): self._hidden(form.attacker, form.target) for form in forms}
        return [self._line(form, shares) for form in forms]

    def _hidden(self, a: int, t: int) -> float:
        seen = self.stands[t]
        return hidden_share(
            self.solids[a, t], eye=self.stands[a].eye, foot=seen.foot, width=seen.width, height=seen.height
        )

    def _line(self, form: MeasuredLine, shares: dict[tuple[int, int], float]) -> MeasuredLine:
        a, t = form.attacker, form.target
        ours, theirs = self.stands[a], self.stands[t]
        gap = math.dist(ours.eye[:2], theirs.eye[:2]) - ours.radius - theirs.radius
        own, between, their = self._inches(ours, theirs)
        bearing = math.degrees(math.atan2(ours.eye[0] - theirs.eye[0], ours.eye[1] - theirs.eye[1]))
        return form._replace(
            range=round(max(gap, 0.0), 6),
            hidden=shares[a, t],
            hidden_back=shares.get((t, a), form.hidden_back),
            own=own,
            between=between,
            theirs=their,
            arc_share=_share_in_arc(ours, theirs),
            off_rear=(bearing - theirs.facing + 180) % 360 - 180,
        )

    def _inches(
        self, ours: Stand, theirs: Stand
    ) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
        """Measure the woods on one line: all of them, and of that what is in the two units' own strips."""
        line = LineString([ours.eye[:2], theirs.eye[:2]])
        near = [wood for wood in self.woods if wood.polygon.intersects(line)]
        own, between, their = [0.0] * self.kinds, [0.0] * self.kinds, [0.0] * self.kinds
        ends = (ours.eye, theirs.middle)
        edge, far_edge, length = ours.radius, theirs.radius, line.length
        for kind in {wood.kind for wood in near}:
            here = [wood for wood in near if wood.kind == kind]
            mine = [wood for wood in here if wood.name in ours.woods]
            yours = [wood for wood in here if wood.name in theirs.woods]
            own[kind] = _woods_inches(mine, ends, edge, max(length - edge - self.strip, far_edge))
            their[kind] = _woods_inches(yours, ends, max(length - far_edge - self.strip, edge), far_edge)
            between[kind] = _woods_inches(here, ends, edge, far_edge) - own[kind] - their[kind]
        return tuple(own), tuple(between), tuple(their)


def _woods_inches(woods: Sequence[Wood], ends: tuple[Point3, Point3], first: float, last: float) -> float:
    parts = [part for wood in woods for part in wood.parts]
    return woods_length(parts, start=ends[0], end=ends[1], start_edge=first, end_edge=last) if parts else 0.0


def _share_in_arc(ours: Stand, theirs: Stand) -> float:
    if ours.arc >= 360:
        return 1.0
    x, y = ours.eye[:2]
    rim = [
        (x + REACH * math.sin(angle), y + REACH * math.cos(angle))
        for angle in np.radians(ours.facing + ours.arc * np.linspace(-0.5, 0.5, 9))
    ]
    disc = Point(theirs.eye[:2]).buffer(theirs.radius)
    return float(Polygon([(x, y), *rim]).intersection(disc).area / disc.area)


def _stand(prepared: PreparedTable, i: int) -> Stand:
    body, unit = prepared.units.of[i], prepared.units.units[i]
    x, y = body.at
    return Stand(
        eye=(x, y, body.eye),
        foot=(x, y, body.foot),
        middle=(x, y, (body.foot + body.top) / 2),
        radius=float(prepared.units.bases.radius[i]),
        width=body.width,
        height=body.top - body.foot,
        facing=unit.facing or 0.0,
        arc=arc_degrees(unit, prepared, i),
        woods=frozenset(prepared.terrain.pieces[k].id for k in np.flatnonzero(prepared.own_woods[i])),
    )


def _woods(prepared: PreparedTable) -> list[Wood]:
    parts = prepared.terrain.canopy.parts
    return [
        Wood(
            name=prepared.terrain.pieces[piece].id,
            kind=kind,
            polygon=polygon,
            parts=tuple(_solid(parts, int(k)) for k in np.flatnonzero(parts.piece == piece)),
        )
        for piece, kind in prepared.terrain.kind_of.items()
        for polygon in prepared.terrain.shapes[piece]
    ]


def _solids(prepared: PreparedTable, forms: Sequence[MeasuredLine]) -> dict[tuple[int, int], list[Solid]]:
    """Return the solids that are there for each line."""
    pairs = [(form.attacker, form.target) for form in forms]
    attacker, target = np.array(pairs, dtype=np.intp).T
    prisms, use = solids_on_lines(prepared, attacker, target)
    every = [_solid(prisms, p) for p in range(len(prisms))]
    return {
        pair: every if use is None else [every[p] for p in np.flatnonzero(use[row])]
        for row, pair in enumerate(pairs)
    }


def _solid(prisms: Prisms, p: int) -> Solid:
    # Shapely's prepared polygons belong to the program's own tricks: a plain one starts anew.
    polygon = prisms.polygons[p]
    anew = Polygon(polygon.exterior.coords, [ring.coords for ring in polygon.interiors])
    bottom = float(prisms.bottom[p])
    a, b, c = prisms.top[p].tolist()
    return Solid(anew, 0.0 if math.isnan(bottom) else bottom, (a, b, c))
