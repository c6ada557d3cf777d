"""A table that is played from hex to hex: units stand in the middle of hexes, and whole hexes and levels count."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from astrike.geometry.arrays import Bools, Floats, Ints
from astrike.geometry.bases import Bases, make_bases
from astrike.geometry.hexes import Layout, lines_between, steps_between
from astrike.geometry.tracks import Footprint, make_footprint
from astrike.model.answer import Stretch
from astrike.model.explain import Assumed
from astrike.model.legality import Finding
from astrike.model.table import MetricName
from astrike.model.unit import Unit
from astrike.rulebook.schema import NumberRow
from astrike.rules.bodies import Bodies, bodies_of
from astrike.rules.hexes.board import HexBoard
from astrike.rules.hexes.lines import hex_lines
from astrike.rules.hexes.pictures import hex_stretches, hex_strips
from astrike.rules.hexes.rounding import line_notes, path_notes, rounded
from astrike.rules.hexes.standing import on_hexes, standing_on
from astrike.rules.line import Line
from astrike.rules.metrics.metric import Metric, Spot, Strip
from astrike.rules.metrics.scene import Scene
from astrike.tolerance import TOUCH

RINGS = {"template.small-radius": "hex.small-template", "template.large-radius": "hex.large-template"}
"""Which number says how many hexes around its own a template covers, by the option that has its radius in inches."""
SPECK = 1e-3
"""Inches: radius of the stand-in for a base of which only the middle counts."""


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
    steps_decide: ClassVar[bool] = False
    """What flies is a level away from its neighbors, which are never too near for it (CE p.68)."""

    # ---- where units stand

    @property
    def cells(self) -> Layout:
        """How the hexes lie."""
        return self.board.layout

    def bodies(self, units: Sequence[Unit]) -> Bodies:
        """Stand units up in the middle of their hexes, facing a side."""
        placed, notes = on_hexes(units, self.board.layout, self.edition)
        found = bodies_of(placed, lie=self.lie, edition=self.edition, options=self.options)
        assumed = tuple((*those, *these) for those, these in zip(notes, found.assumed, strict=True))
        return replace(found, assumed=assumed)

    def standing_in(self, units: Bodies) -> Bools:
        """Say which see-through pieces cover a unit's hex, with their top above its feet."""
        return standing_on(self.board, self.lie, units)

    def snapped(self, at: Spot) -> Spot:
        """Give the middle of the hex that a point lies in."""
        layout = self.board.layout
        ((x, y),) = layout.centre(layout.hex_at([at])).tolist()
        return x, y

    def facings(self, directions: Floats) -> Floats:
        """Give the nearest sides."""
        return self.board.layout.side(directions)

    def outlines(self, bases: Bases) -> Bases:
        """Give specks: all that counts of a base is the hex under its middle."""
        return make_bases(bases.xy, radius=SPECK)

    def footprint(self, bases: Bases, i: int) -> Footprint:
        """Give the middle of a base."""
        return make_footprint()

    @property
    def contact_reach(self) -> float:
        """Middles of neighboring hexes."""
        return self.board.layout.across

    def share_place(self, gaps: Floats) -> Bools:
        """Say that all of them do: specks that touch or overlap are in one hex."""
        return np.ones(np.shape(gaps), dtype=np.bool_)

    # ---- how far

    def ranges(self, bases: Bases, one: Ints, other: Ints) -> Floats:
        """Give the inches that the hexes between pairs of units count for, the last one too."""
        home = self._home(bases)
        return np.asarray(steps_between(home[one], home[other]) * self.board.inches, dtype=np.float64)

    def ranges_from(self, bases: Bases, at: Spot) -> Floats:
        """Give the inches that the hexes from a place to each unit count for."""
        return np.asarray(self._steps_from(at, self._home(bases)) * self.board.inches, dtype=np.float64)

    def range_to_piece(self, bases: Bases, i: int, piece: int, lines: Sequence[Line]) -> float:
        """Give the range of the nearest hex before a wall."""
        return min(line.range for line in lines)

    def gap_at(self, bases: Bases, i: int, at: Spot, other: int) -> float:
        """Give the inches that the hexes between count for; less than 0 in one hex."""
        here, there = self.board.layout.hex_at([at, bases.xy[other]])
        return (float(steps_between(here, there)[0]) - 1.0) * self.board.inches

    # ---- contact

    def are_in_contact(self, units: Bodies, one: Ints, other: Ints) -> Bools:
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

    def lines(self, scene: Scene, attacker: Ints, target: Ints, *, arcs: Floats) -> list[Line]:
        """Measure the lines from hex to hex."""
        return hex_lines(scene, self.board, attacker, target, arcs=arcs)

    def drawn(
        self, scene: Scene, attacker: int, target: int, measured: Callable[[], Line]
    ) -> tuple[tuple[Stretch, ...], tuple[Strip, ...]]:
        """Give the hexes of woods that count, and all of the target or, in partial cover, its lower half."""
        line = measured()
        return hex_stretches(scene, self.board, line), hex_strips(line, scene.units.of[target])

    def crossed(self, bases: Bases, line: Line, among: Sequence[int]) -> Bools:
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
                away = steps_between(np.broadcast_to(home[carrier[k]], met.hexes.shape), met.hexes)
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

    def from_burst(self, bases: Bases, at: Spot) -> Floats:
        """Give the inches to the nearest side of the hex of each unit."""
        return self._to_side(self._steps_from(at, self._home(bases)))

    def burst_to_piece(self, at: Spot, piece: int) -> float:
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

    def rounded(self, units: Bodies) -> tuple[Finding, ...]:
        """Name everything that is no whole level."""
        return rounded(self.board, self.lie, units, self.edition)

    def line_notes(self, units: Bodies, line: Line) -> tuple[Assumed, ...]:
        """Say how hexes are numbered, what was rounded, and which side of a border was taken."""
        return line_notes(self.board, self.lie, units, line)

    def path_notes(self, units: Bodies, i: int, places: Iterable[Spot]) -> tuple[Assumed, ...]:
        """Say what was rounded along a path."""
        return path_notes(self.board, self.lie, units, i, places)

    # ---- counting hexes

    def _home(self, bases: Bases) -> Ints:
        """Give the hex (n, 2) of each base."""
        return self.board.layout.hex_at(bases.xy)

    def _steps_from(self, at: Spot, hexes: Ints) -> Ints:
        (here,) = self.board.layout.hex_at([at])
        return steps_between(np.broadcast_to(here, hexes.shape), hexes)

    def _to_side(self, steps: ArrayLike) -> Floats:
        inches = self.board.inches
        away: Floats = np.asarray(steps, dtype=np.float64) * inches - inches / 2
        return np.maximum(away, 0.0)
