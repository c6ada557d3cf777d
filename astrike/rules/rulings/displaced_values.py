"""Which verdict, aspects and measures has a question where one of its two units is a little beside its place?

Read at many places at once.
"""

from collections.abc import Hashable, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from astrike.geometry.arrays import Bools, Floats, Ints
from astrike.model.margin import VerdictParts
from astrike.rules.attack.sight import sight_rules
from astrike.rules.attack.sight_columns import used_up
from astrike.rules.rulings.displaced import are_on_table, displaced_units, hypothetical_at
from astrike.rules.rulings.nearest_change import PlaceValues
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.table.hypothetical import with_hypothetical, with_hypothetical_unit, with_unit_at
from astrike.rules.table.line_columns import LineColumns
from astrike.rules.table.lines import measure_columns
from astrike.rules.table.prepared_table import PreparedTable

COLUMNS = (
    "verdict",
    "range",
    "woods",
    "hidden",
    "arc",
    "direction",
    "elevation",
    "contact",
)
"""What is checked; the order of the classes in a reading."""
MEASURES = {
    "third": "hidden",
    "two-thirds": "hidden",
    "back": "hidden",
    "filled": "woods",
    "filled-back": "woods",
}
"""What is measured, and the column it bears on beside the verdict."""
MATTERS = np.array([[column in ("verdict", about) for column in COLUMNS] for about in MEASURES.values()])


class PairVerdict(NamedTuple):
    """What one question says at one place."""

    outcome: VerdictParts
    verdict: Hashable
    """The part of the outcome by which verdicts are distinguished."""
    range: Hashable
    """What each aspect is there."""
    woods: Hashable
    hidden: Hashable
    arc: Hashable
    direction: Hashable
    contact: Hashable


class PairQuestion(Protocol):
    """Something that is asked about two units."""

    def judged(self, prepared: PreparedTable, lines: LineColumns) -> Sequence[PairVerdict]:
        """Answer along lines that have been measured."""
        ...


class PlaceReader:
    """Reads one question with one of its two units displaced: hypothetical units are asked about all at once."""

    def __init__(
        self,
        prepared: PreparedTable,
        ends: tuple[int, int],
        moving: int,
        question: PairQuestion,
        others: frozenset[int] | None = None,
    ) -> None:
        """`moving`: 0 for the first unit of the pair, 1 for the second; `others`: who else counts, None for all."""
        self._others = others
        self._field, self._ends, self._moving, self._question = prepared, ends, moving, question
        self.home = prepared.units.bases.xy[ends[moving]]
        self._codes: list[dict[Hashable, int]] = [{} for _ in COLUMNS]
        self._outcomes: dict[tuple[int, ...], VerdictParts] = {}

    def outcome_of(self, classes: Ints) -> VerdictParts:
        """Give the outcome at a place that has been read, by its classes."""
        return self._outcomes[tuple(classes.tolist())]

    def read(self, displacements: Floats) -> tuple[Bools, PlaceValues]:
        """Say what is so at displacements (n, 2), as far as they are on the table."""
        places = self.home + displacements
        can = are_on_table(self._field, places)
        if not can.any():
            nothing = np.empty((0, len(COLUMNS)), dtype=np.intp)
            return can, PlaceValues(nothing, np.empty((0, len(MEASURES))))
        return can, self._reading(places[can])

    def _reading(self, places: Floats) -> PlaceValues:
        moving = self._ends[self._moving]
        end = self._ends[1 - self._moving]
        units = hypothetical_at(self._field, moving, places)
        scene, index = (
            with_hypothetical_unit(self._field, moving, units)
            if self._others is None
            else with_hypothetical(self._field, moving, units, sorted({end, *self._others}))
        )
        other = self._field.units.units[end].id
        here = np.arange(len(units), dtype=np.intp)
        there = np.full(len(units), index[other], dtype=np.intp)
        lines = measure_columns(scene, *((here, there) if self._moving == 0 else (there, here)))
        judged = self._question.judged(scene, lines)
        classes = [self._coded(scene, one, i) for i, one in enumerate(judged)]
        return PlaceValues(np.array(classes, dtype=np.intp), measures_of(scene, lines))

    def _coded(self, scene: PreparedTable, judged: PairVerdict, i: int) -> list[int]:
        values = aspects_of(scene, judged, i)
        found = [
            codes.setdefault(value, len(codes)) for codes, value in zip(self._codes, values, strict=True)
        ]
        self._outcomes.setdefault(tuple(found), judged.outcome)
        return found


class SinglePlaceReader(PlaceReader):
    """Reads questions that look at other units, at a path or at a point: each place on a table of its own."""

    def _reading(self, places: Floats) -> PlaceValues:
        prepared, moving = self._field, self._ends[self._moving]
        classes: list[list[int]] = []
        measures: list[Floats] = []
        a, t = self._ends
        for unit in displaced_units(prepared, moving, places):
            scene = with_unit_at(prepared, moving, unit)
            lines = measure_columns(scene, np.array([a]), np.array([t]))
            (judged,) = self._question.judged(scene, lines)
            classes.append(self._coded(scene, judged, moving))
            measures.append(measures_of(scene, lines))
        return PlaceValues(np.array(classes, dtype=np.intp), np.concatenate(measures))


def aspects_of(scene: PreparedTable, judged: PairVerdict, i: int) -> tuple[Hashable, ...]:
    """Give what is so where unit i of a scene is displaced, in the order of COLUMNS."""
    return (
        judged.verdict,
        judged.range,
        judged.woods,
        judged.hidden,
        judged.arc,
        judged.direction,
        _standing(scene, i),
        judged.contact,
    )


def _standing(scene: PreparedTable, i: int) -> Hashable:
    """Say what a unit stands on; on a ramp every height is the same."""
    body = scene.units.of[i]
    on = body.on
    is_ramp = on is not None and scene.terrain.rows[scene.terrain.index[on]].family == "ramp"
    return (None if is_ramp else round(body.ground, 6), body.inside, body.submersion, is_ramp)


def measures_of(prepared: PreparedTable, lines: LineColumns) -> Floats:
    """Give what is measured on each line, less its bound: (n, m), as MEASURES names them."""
    rules = sight_rules(prepared)
    return np.column_stack(
        [
            lines.hidden - rules.cover_from,
            lines.hidden - rules.cover_to,
            lines.hidden_back - rules.cover_to,
            used_up(prepared, lines.between) - 1.0,
            used_up(prepared, lines.between_back) - 1.0,
        ]
    )


def hidden_thirds(prepared: PreparedTable, line: MeasuredLine) -> Hashable:
    """Say in which third of what is hidden each end of a line lies."""
    rules = sight_rules(prepared)
    return (
        (line.hidden > rules.cover_from) + (line.hidden > rules.cover_to),
        line.hidden_back > rules.cover_to,
    )
