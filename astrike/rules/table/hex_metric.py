"""How is a table measured that is played from hex to hex?

Units stand in the middle of hexes, and whole hexes and levels count. Pictures of one line are drawn in inches of the
table from the middle of one hex to that of the other: where along it woods count, and which part of the target is
hidden. Source: CE pp.68-70.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Floats, Ints
from astrike.geometry.bases import Bases, make_bases
from astrike.geometry.hexes import HexLayout, hexes_between, lines_between
from astrike.geometry.sweeps import Footprint, make_footprint
from astrike.model.attack_answer import SeeThroughStretch, StandingUnit
from astrike.model.explain import Assumed
from astrike.model.legality import Finding
from astrike.model.table import MetricName
from astrike.model.unit import Unit
from astrike.rulebook.schema import NumberRow
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.table.hex_lines import hex_lines
from astrike.rules.table.hex_rounding import line_notes, path_notes, rounded_measures
from astrike.rules.table.hex_units import hexes_of, units_in_pieces, units_on_hexes
from astrike.rules.table.line_columns import LineColumns, columns_of_lines
from astrike.rules.table.metric import HiddenStrip, Metric, MetricPoint, SightScene
from astrike.rules.table.prepared_units import PreparedUnits, prepare_units
from astrike.rules.terrain.hex_board import HexBoard
from astrike.tolerance import TOUCH


def hex_woods_on_line(
    field: SightScene, board: HexBoard, line: MeasuredLine
) -> tuple[SeeThroughStretch, ...]:
    """Give the hexes of woods that count on a line, from so many inches of it to so many."""
    units = field.units
    a, t = line.attacker, line.target
    home = hexes_of(board, units)
    found = lines_between(home[[a]], home[[t]])
    length = float(np.hypot(*(units.bases.xy[t] - units.bases.xy[a])))
    names, at = board.layout.names(found.hexes), board.index(found.hexes).tolist()
    stretches: list[SeeThroughStretch] = []
    for name, h, start, end in zip(names, at, found.start.tolist(), found.end.tolist(), strict=True):
        if name in line.hexes:
            stretches += [
                SeeThroughStretch(start * length, end * length, field.terrain.pieces[piece].id, "between")
                for piece in board.over[h]
                if field.terrain.pieces[piece].id in line.woods_pieces
            ]
    return tuple(stretches)


def hex_hidden_part(line: MeasuredLine, body: StandingUnit) -> tuple[HiddenStrip, ...]:
    """Give the hidden part of the target: all of it, in partial cover its lower half."""
    if not line.hidden:
        return ()
    half, high = body.width / 2, (body.top - body.foot) * line.hidden
    return ((-half, half, 0.0, high, 0.0, high),)


RINGS = {"template.small-radius": "hex.small-template", "template.large-radius": "hex.large-template"}
"""Which number says how many hexes around its own a template covers, by the option that has its radius in inches."""

SPECK = 1e-3
"""Inches: radius put in place of a base of which only the middle counts."""


@dataclass(frozen=True, slots=True, eq=False)
class HexMetric(Metric):
    """Lengths in the inches that hexes count for."""

    board: HexBoard

    name: ClassVar[MetricName] = "hexes"
    unmeasured: ClassVar[str] = "hexes"
    sees_models: ClassVar[bool] = False
    contact_uncovers: ClassVar[bool] = False
    """Neighbors are in contact and still in cover (CE pp.68, 70)."""
    contact_in_flight: ClassVar[bool] = False
    height_decides_contact: ClassVar[bool] = False
    """What flies is a level away from its neighbors, which are never too near for it (CE p.68)."""

    # ---- where units stand

    @property
    def cells(self) -> HexLayout:
        """How the hexes lie."""
        return self.board.layout

    def bodies(self, units: Sequence[Unit]) -> PreparedUnits:
        """Stand units up in the middle of their hexes, facing a side."""
        placed, notes = units_on_hexes(units, self.board.layout, self.edition)
        found = prepare_units(placed, terrain=self.terrain, edition=self.edition, options=self.options)
        assumed = tuple((*those, *these) for those, these in zip(notes, found.assumed, strict=True))
        return replace(found, assumed=assumed)

    def standing_in(self, units: PreparedUnits) -> Bools:
        """Say which see-through pieces cover a unit's hex, with their top above its feet."""
        return units_in_pieces(self.board, self.terrain, units)

    def snapped(self, at: MetricPoint) -> MetricPoint:
        """Give the middle of the hex that a point lies in."""
        layout = self.board.layout
        ((x, y),) = layout.centre(layout.hex_at([at])).tolist()
        return x, y

    def facings(self, directions: Floats) -> Floats:
        """Give the nearest sides."""
        return self.board.layout.side(directions)

    def outlines(self, bases: Bases) -> Bases:
        """Give point targets: all that counts of a base is the hex under its middle."""
        return make_bases(bases.xy, radius=SPECK)

    def footprint(self, bases: Bases, i: int) -> Footprint:
        """Give the middle of a base."""
        return make_footprint()

    @property
    def contact_reach(self) -> float:
        """Middles of neighboring hexes."""
        return self.board.layout.across

    def share_place(self, gaps: Floats) -> Bools:
        """Say that all of them do: point targets that touch or overlap are in one hex."""
        return np.ones(np.shape(gaps), dtype=np.bool_)

    # ---- how far

    def ranges(self, bases: Bases, one: Ints, other: Ints) -> Floats:
        """Give the inches that the hexes between pairs of units count for, the last one too."""
        home = self._home(bases)
        return np.asarray(hexes_between(home[one], home[other]) * self.board.inches, dtype=np.float64)

    def ranges_from(self, bases: Bases, at: MetricPoint) -> Floats:
        """Give the inches that the hexes from a place to each unit count for."""
        return np.asarray(self._steps_from(at, self._home(bases)) * self.board.inches, dtype=np.float64)

    def range_to_piece(self, bases: Bases, i: int, piece: int, lines: Sequence[MeasuredLine]) -> float:
        """Give the range of the nearest hex before a wall."""
        return min(line.range for line in lines)

    def gap_at(self, bases: Bases, i: int, at: MetricPoint, other: int) -> float:
        """Give the inches that the hexes between count for; less than 0 in one hex."""
        here, there = self.board.layout.hex_at([at, bases.xy[other]])
        return (float(hexes_between(here, there)[0]) - 1.0) * self.board.inches

    # ---- contact

    def are_in_contact(self, units: PreparedUnits, one: Ints, other: Ints) -> Bools:
        """Say which pairs are on the same or neighboring hexes, and no more levels apart than contact allows."""
        level = self.board.level_of(units.z)
        beside = self.ranges(units.bases, one, other) <= self.board.inches
        return np.asarray(
            beside & (np.abs(level[one] - level[other]) <= self.edition.number("hex.contact-levels"))
        )

    @property
    def contact_within(self) -> float:
        """The next hex is (CE p.68)."""
        return self.board.inches

    @property
    def contact_weapons(self) -> NumberRow:
        """The row that says whether neighbors may use their weapons (CE p.68)."""
        return self.edition.numbers["hex.contact-weapons"]

    # ---- lines

    def lines(self, scene: SightScene, attacker: Ints, target: Ints, *, arcs: Floats) -> LineColumns:
        """Measure the lines from hex to hex."""
        lines = hex_lines(scene, self.board, attacker, target, arcs=arcs)
        return columns_of_lines(lines, len(self.terrain.kinds))

    def drawn(
        self, scene: SightScene, attacker: int, target: int, measured: Callable[[], MeasuredLine]
    ) -> tuple[tuple[SeeThroughStretch, ...], tuple[HiddenStrip, ...]]:
        """Give the hexes of woods that count, and all of the target or, in partial cover, its lower half."""
        line = measured()
        return hex_woods_on_line(scene, self.board, line), hex_hidden_part(line, scene.units.of[target])

    def crossed(self, bases: Bases, line: MeasuredLine, among: Sequence[int]) -> Bools:
        """Say who stands in a hex between the two ends."""
        layout = self.board.layout
        names = layout.names(layout.hex_at(bases.xy[list(among)]))
        return np.array([name in line.hexes for name in names], dtype=np.bool_)

    def spans_within(
        self, bases: Bases, start: Ints, end: Ints, *, carrier: Ints, reach: Floats
    ) -> tuple[Floats, Floats]:
        """Give the first and the last hex of each line that lie within the reach of its carrier (CE pp.68, 77)."""
        home = self._home(bases)
        low, high = np.full(len(carrier), np.inf), np.full(len(carrier), -np.inf)
        for a, b in dict.fromkeys(zip(start.tolist(), end.tolist(), strict=True)):
            met = lines_between(home[[a]], home[[b]])
            for k in np.flatnonzero((start == a) & (end == b)).tolist():
                away = hexes_between(np.broadcast_to(home[carrier[k]], met.hexes.shape), met.hexes)
                inside = away * self.board.inches <= reach[k] + TOUCH
                if inside.any():
                    low[k], high[k] = met.start[inside].min(), met.end[inside].max()
        return low, high

    # ---- areas

    def template_radius(self, option: str) -> float:
        """Give the inches from the middle of a template to the nearest side of the last hexes that it covers.

        A template covers whole hexes, so many around its own. A hex lies as far away as its nearest side, so that radii
        and differences in level add up as they do in inches (CE pp.48, 68).
        """
        if option not in RINGS:
            return self.options.number(option)
        return float(self._to_side(self.edition.number(RINGS[option])))

    def from_burst(self, bases: Bases, at: MetricPoint) -> Floats:
        """Give the inches to the nearest side of the hex of each unit."""
        return self._to_side(self._steps_from(at, self._home(bases)))

    def burst_to_piece(self, at: MetricPoint, piece: int) -> float:
        """Give the inches to the nearest side of the nearest hex that a piece of terrain covers."""
        covered = [h for h, over in enumerate(self.board.over[:-1]) if piece in over]
        if not covered:
            return float("inf")
        return float(self._to_side(self._steps_from(at, self.board.hexes[covered])).min())

    # ---- heights

    @property
    def climb_rate(self) -> float:
        """Pay a hex or more for a level, whatever an inch of height costs (AS p.110)."""
        return self.edition.number("hex.climb")

    def rises(self, low: Floats, high: Floats) -> Floats:
        """Give the inches of the levels between."""
        level = self.board.level_of
        return np.asarray(np.abs(level(low) - level(high)) * self.board.level, dtype=np.float64)

    def rounded(self, units: PreparedUnits) -> tuple[Finding, ...]:
        """Name everything that is no whole level."""
        return rounded_measures(self.board, self.terrain, units, self.edition)

    def line_notes(self, units: PreparedUnits, line: MeasuredLine) -> tuple[Assumed, ...]:
        """Say how hexes are numbered, what was rounded, and which side of a border was taken."""
        return line_notes(self.board, self.terrain, units, line)

    def path_notes(self, units: PreparedUnits, i: int, places: Iterable[MetricPoint]) -> tuple[Assumed, ...]:
        """Say what was rounded along a path."""
        return path_notes(self.board, self.terrain, units, i, places)

    # ---- counting hexes

    def _home(self, bases: Bases) -> Ints:
        """Give the hex (n, 2) of each base."""
        return self.board.layout.hex_at(bases.xy)

    def _steps_from(self, at: MetricPoint, hexes: Ints) -> Ints:
        (here,) = self.board.layout.hex_at([at])
        return hexes_between(np.broadcast_to(here, hexes.shape), hexes)

    def _to_side(self, steps: ArrayLike) -> Floats:
        inches = self.board.inches
        away: Floats = np.asarray(steps, dtype=np.float64) * inches - inches / 2
        return np.maximum(away, 0.0)
