"""How is a table measured with a tape, where bases stand anywhere and every inch counts as what it is?"""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Floats, Ints, distances, moved, points, shape_array, share_place
from astrike.geometry.bases import Bases, gaps, gaps_to, overlaps
from astrike.geometry.disc_overlaps import bases_crossed, intervals_within
from astrike.geometry.sweeps import Footprint, footprint_of
from astrike.model.attack_answer import SeeThroughStretch
from astrike.model.explain import Assumed
from astrike.model.legality import Finding
from astrike.model.table import MetricName
from astrike.model.unit import Unit
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.table.inch_lines import inch_drawing, inch_lines, touch_at
from astrike.rules.table.line_columns import LineColumns
from astrike.rules.table.metric import HiddenStrip, Metric, MetricPoint, SightScene
from astrike.rules.table.prepared_units import PreparedUnits, prepare_units
from astrike.tolerance import CONTACT_TOLERANCE, TOUCH


@dataclass(frozen=True, slots=True, eq=False)
class InchMetric(Metric):
    """Lengths in inches from base edge to base edge."""

    name: ClassVar[MetricName] = "inches"
    unmeasured: ClassVar[str] = ""
    sees_models: ClassVar[bool] = True
    contact_uncovers: ClassVar[bool] = True
    contact_in_flight: ClassVar[bool] = True
    height_decides_contact: ClassVar[bool] = True

    # ---- where units stand

    @property
    def cells(self) -> None:
        """There are none."""

    def bodies(self, units: Sequence[Unit]) -> PreparedUnits:
        """Stand units up where they are."""
        return prepare_units(units, terrain=self.terrain, edition=self.edition, options=self.options)

    def standing_in(self, units: PreparedUnits) -> Bools:
        """Say who stands in which see-through piece: base overlaps and feet below the treetops (CE p.43)."""
        terrain = self.terrain
        found = np.zeros((len(units.units), len(terrain.pieces)), dtype=np.bool_)
        parts = terrain.canopy.parts
        if not len(parts.bottom) or not len(units.units):
            return found
        over = overlaps(units.bases, parts.polygons)
        # Who flies as aerospace units do is far above the treetops, whatever is under it.
        over &= ~np.array(
            [row.aerospace and up for row, up in zip(units.rows, units.airborne, strict=True)], dtype=np.bool_
        )[:, None]
        unit, part = np.nonzero(over & (units.z[:, None] < parts.highest[None, :] - TOUCH))
        hanging = ~np.isnan(parts.bottom[part]) & (units.z[unit] < parts.bottom[part] - TOUCH)
        found[unit[~hanging], parts.piece[part[~hanging]]] = True
        return found

    def snapped(self, at: MetricPoint) -> MetricPoint:
        """Give the place itself."""
        return at

    def facings(self, directions: Floats) -> Floats:
        """Give the directions themselves."""
        return directions

    def outlines(self, bases: Bases) -> Bases:
        """Give the bases themselves."""
        return bases

    def footprint(self, bases: Bases, i: int) -> Footprint:
        """Give the base as it travels."""
        return footprint_of(bases, i)

    @property
    def contact_reach(self) -> float:
        """Edges that touch."""
        return CONTACT_TOLERANCE + TOUCH

    def share_place(self, gaps: Floats) -> Bools:
        """Say which bases overlap by more than contact allows."""
        return share_place(gaps)

    # ---- how far

    def ranges(self, bases: Bases, one: Ints, other: Ints) -> Floats:
        """Give the inches from edge to edge."""
        return gaps(bases, one, other)

    def ranges_from(self, bases: Bases, at: MetricPoint) -> Floats:
        """Give the inches from a place to each edge."""
        return np.asarray(gaps_to(bases, [at])[0])

    def range_to_piece(self, bases: Bases, i: int, piece: int, lines: Sequence[MeasuredLine]) -> float:
        """Give the inches from the edge of a base to the nearest wall."""
        shapes = self.terrain.shapes[piece]
        core = np.repeat(bases.core[[i]], len(shapes))
        return max(0.0, float(distances(core, shapes).min()) - float(bases.radius[i]))

    def gap_at(self, bases: Bases, i: int, at: MetricPoint, other: int) -> float:
        """Give the inches from edge to edge if base i stood at a place."""
        radii = float(bases.radius[i] + bases.radius[other])
        if bases.is_round[i] and bases.is_round[other]:
            return math.dist(at, bases.xy[other].tolist()) - radii
        x, y = bases.xy[i].tolist()
        core = moved(bases.core[i], (at[0] - x, at[1] - y))
        return float(distances(shape_array([core]), shape_array([bases.core[other]]))[0]) - radii

    # ---- contact

    def are_in_contact(self, units: PreparedUnits, one: Ints, other: Ints) -> Bools:
        """Say which pairs touch, edge at edge, with no more height between them than the option allows."""
        return touch_at(units, self.options, one, other, gaps(units.bases, one, other))

    @property
    def contact_within(self) -> float:
        """Nothing but touching is contact."""
        return -1.0

    @property
    def contact_weapons(self) -> None:
        """Only infantry uses weapons in contact (CE p.43)."""

    # ---- lines

    def lines(self, scene: SightScene, attacker: Ints, target: Ints, *, arcs: Floats) -> LineColumns:
        """Measure the lines between pairs of units, from base to base and from eye to silhouette."""
        return inch_lines(scene, attacker, target, arcs=arcs)

    def drawn(
        self, scene: SightScene, attacker: int, target: int, measured: Callable[[], MeasuredLine]
    ) -> tuple[tuple[SeeThroughStretch, ...], tuple[HiddenStrip, ...]]:
        """Give the stretches of woods on one line, and the hidden strips of the target's silhouette."""
        return inch_drawing(scene, attacker, target)

    def crossed(self, bases: Bases, line: MeasuredLine, among: Sequence[int]) -> Bools:
        """Say which bases lie on the line from middle to middle."""
        return bases_crossed(bases, among, start=bases.xy[line.attacker], end=bases.xy[line.target])

    def spans_within(
        self, bases: Bases, start: Ints, end: Ints, *, carrier: Ints, reach: Floats
    ) -> tuple[Floats, Floats]:
        """Give where each line is within so many inches of the edge of its carrier."""
        return intervals_within(bases, carrier, reach, start=bases.xy[start], end=bases.xy[end])

    # ---- areas

    def template_radius(self, option: str) -> float:
        """Give what the option says."""
        return self.options.number(option)

    def from_burst(self, bases: Bases, at: MetricPoint) -> Floats:
        """Give the inches to each edge."""
        return np.asarray(gaps_to(bases, [at])[0])

    def burst_to_piece(self, at: MetricPoint, piece: int) -> float:
        """Give the inches to the nearest edge of a piece that has one."""
        shapes = self.terrain.shapes[piece]
        return float(distances(shapes, np.repeat(points(np.array([at])), len(shapes))).min())

    # ---- heights

    @property
    def climb_rate(self) -> float:
        """Pay for an inch what an inch costs."""
        return 1.0

    def rises(self, low: Floats, high: Floats) -> Floats:
        """Give the inches themselves."""
        return np.abs(low - high)

    def rounded(self, units: PreparedUnits) -> tuple[Finding, ...]:
        """Every height counts as it is."""
        return ()

    def line_notes(self, units: PreparedUnits, line: MeasuredLine) -> tuple[Assumed, ...]:
        """Nothing is taken for granted."""
        return ()

    def path_notes(self, units: PreparedUnits, i: int, places: Iterable[MetricPoint]) -> tuple[Assumed, ...]:
        """Nothing is taken for granted."""
        return ()
