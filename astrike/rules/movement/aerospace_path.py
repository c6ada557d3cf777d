"""May an aerospace unit fly this path over the table?

It flies straight from edge to edge, over enough of the table, from where it is, at an altitude that there is. Nothing
on the table is in its way, and it costs no Move. Sources: CE pp.180-182, AS p.54.
"""

import math
from collections.abc import Iterator

from astrike.model.explain import NO_FACTS, Assumed, Facts, facts
from astrike.model.movement import (
    NOTHING_LOST,
    DerivedMove,
    MoveAnswer,
    MoveLeg,
    MoveQuestion,
    MoveReason,
    MoveTerm,
    ProfilePart,
    Waypoint,
)
from astrike.rulebook.combat_rows import AltitudeRow
from astrike.rulebook.row import RulebookRow
from astrike.rules.movement.budget import term_of
from astrike.rules.table.flyers import inches_over, is_craft, may_hover
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.move_and_tmm import STILL_STATES, felt_heat, inches_left, is_stopped
from astrike.tolerance import TOUCH

FLIGHT = "flight"
PathPlace = tuple[float, float]


def flies_a_path(prepared: PreparedTable, i: int, mode: str | None) -> bool:
    """Is this move a flight path: asked for as one, or the usual way of an aerospace unit in the air?"""
    return mode == FLIGHT or (mode is None and prepared.units.airborne[i] and is_craft(prepared, i))


def judge_aerospace_path(prepared: PreparedTable, i: int, question: MoveQuestion) -> MoveAnswer:
    """Judge a flight path."""
    return _Path(prepared, i, question).answer()


class _Path:
    """One flight path with everything that is wrong with it."""

    def __init__(self, prepared: PreparedTable, i: int, question: MoveQuestion) -> None:
        self.prepared, self.i, self.question = prepared, i, question
        self.unit = prepared.units.units[i]
        points = [(point.x, point.y) for point in question.path]
        self.shifts = len(points) > 1 and self._on_edge(points[0])
        self.start: PathPlace = points[0] if self.shifts else self.unit.at
        self.bends: list[PathPlace] = points[1 if self.shifts else 0 : -1]
        self.end: PathPlace = points[-1] if points else self.unit.at
        self.hovers = may_hover(self.unit) and not self._on_edge(self.start)
        self.altitude, self.altitude_fits = self._altitude()
        self.terms = tuple(self._thrust())
        self.thrust = max(0.0, math.fsum(term.value for term in self.terms))
        self.length = math.dist(self.start, self.end)

    # ---- what there is

    def _thrust(self) -> Iterator[MoveTerm]:
        if self.unit.move is None:
            return
        for change in inches_left(
            self.unit.move.ground,
            self.unit,
            row=self.prepared.units.rows[self.i],
            edition=self.prepared.edition,
            options=self.prepared.options,
        ):
            if change.value:
                yield term_of(self.prepared, change.key, change.value, change.facts)

    def _altitude(self) -> tuple[AltitudeRow | None, bool]:
        """Give the altitude asked for, else the one it has; and whether there is such an altitude."""
        rows = self.prepared.edition.altitudes
        last: Waypoint | None = self.question.path[-1] if self.question.path else None
        now = rows[self.unit.flight.altitude] if self.unit.flight is not None else None
        if last is None or last.z is None:
            return now, True
        for row in rows.values():
            if isinstance(last.z, int | float) and not row.unknown and abs(last.z - row.inches) <= TOUCH:
                return row, True
        unknown = next((row for row in rows.values() if row.unknown), None)
        return (unknown, True) if unknown is not None else (now, False)

    def _on_edge(self, at: PathPlace) -> bool:
        return bool(self._edges(at))

    def _edges(self, at: PathPlace) -> frozenset[str]:
        """Name the edges of the table that a place lies on, as nearly as a miniature can."""
        table, near = self.prepared.table, self.prepared.table.tolerance + TOUCH
        beyond = {"west": -at[0], "east": at[0] - table.width, "south": -at[1], "north": at[1] - table.depth}
        if max(beyond.values()) > near:
            return frozenset()
        return frozenset(edge for edge, inches in beyond.items() if abs(inches) <= near)

    # ---- what forbids it

    def _refusals(self) -> Iterator[MoveReason]:
        for key in dict.fromkeys(self._closed()):
            yield self._reason(key)
        if self.altitude is not None and self.altitude.unknown and self._asks_altitude():
            yield self._unknown(self.altitude, f"altitude.{self.altitude.key}")
        if not self.altitude_fits:
            yield self._reason("path.altitude")
        if self.bends:
            yield self._reason("path.bend", place=self.bends[0])
            return
        if self.hovers:
            yield from self._hovering()
            return
        yield from self._from_edge()

    def _asks_altitude(self) -> bool:
        return bool(self.question.path) and self.question.path[-1].z is not None

    def _closed(self) -> Iterator[str]:
        state = self.unit.state
        if "destroyed" in state:
            yield "move.destroyed"
        if "off-table" in state:
            yield "move.off-table"
        if self.unit.carried_by is not None:
            yield "move.carried"
        if self.unit.move is None:
            yield "move.no-move"
        elif not is_craft(self.prepared, self.i):
            yield "move.mode"
        elif self._is_immobile():
            yield "move.immobile"
        if self.unit.done is True:
            yield "move.done"

    def _is_immobile(self) -> bool:
        edition = self.prepared.edition
        return (
            bool(self.unit.state & STILL_STATES)
            or is_stopped(self.unit, self.prepared.units.rows[self.i])
            or felt_heat(self.unit, edition) >= edition.number("heat.shutdown")
            or self.thrust <= 0
        )

    def _hovering(self) -> Iterator[MoveReason]:
        """What hovers moves half its Thrust from there, rounded down (CE p.180)."""
        limit = float(self.thrust // 2)
        if self.length > limit + TOUCH:
            yield self._reason("path.hover", facts(inches=self.length, limit=limit), place=self.end)

    def _from_edge(self) -> Iterator[MoveReason]:
        """From edge to edge over enough of the table, from where the last path ended (CE p.180, AS p.54)."""
        shift = math.dist(self.unit.at, self.start)
        together = self._edges(self.unit.at) & self._edges(self.start)
        if not self._on_edge(self.start) or (self.shifts and not together) or shift > self.thrust + TOUCH:
            yield self._reason("path.start", facts(inches=shift, limit=self.thrust))
        if not self._on_edge(self.end) and not may_hover(self.unit):
            yield self._reason("path.edge", place=self.end)
        inches, least = self._over_table(), self.prepared.edition.number("flight.cross")
        if inches < least - TOUCH:
            yield self._reason("path.short", facts(inches=inches, limit=least), place=self.end)

    def _over_table(self) -> float:
        """Give the inches that a path in this direction crosses, whether or not it stops before (CE p.180)."""
        if self.length <= TOUCH:
            return 0.0
        far = 2 * (self.prepared.table.width + self.prepared.table.depth) / self.length
        (x, y), (to_x, to_y) = self.start, self.end
        return inches_over(self.prepared, self.start, (x + (to_x - x) * far, y + (to_y - y) * far))

    def _reason(self, key: str, measured: Facts = NO_FACTS, *, place: PathPlace | None = None) -> MoveReason:
        row = self.prepared.edition.reasons[key]
        return MoveReason(key, row.label, row.cite, 0.0, self.length, place or self.start, 0, None, measured)

    def _unknown(self, row: RulebookRow, key: str) -> MoveReason:
        return MoveReason(key, row.unknown, row.cite, 0.0, 0.0, self.start, 0, None, facts(row=row.label))

    # ---- the answer

    def answer(self) -> MoveAnswer:
        """Put the answer together."""
        refusals = tuple(self._refusals())
        known = self.altitude is not None and not self.altitude.unknown
        z = (
            self.altitude.inches
            if self.altitude is not None and known
            else float(self.prepared.units.z[self.i])
        )
        return MoveAnswer(
            unit=self.unit.id,
            mode=FLIGHT,
            edition=self.prepared.edition.id,
            allowed=not refusals,
            cost=0.0,
            available=self.thrust,
            length=self.length,
            legs=(MoveLeg((*self.start, z), (*self.end, z), self.length, 0.0, (), 0.0),),
            terms=(),
            end=(*self.end, z),
            on=None,
            inside=None,
            facing=self.question.facing if self.question.facing is not None else self.unit.facing,
            cf_lost=NOTHING_LOST,
            derived=DerivedMove(move=self.thrust, tmm=0, motion=FLIGHT, manner=FLIGHT, terms=self.terms),
            refusals=refusals,
            checks=(),
            profile=(ProfilePart(0.0, self.length, z, z),),
            ground=(),
            margin=None,
            assumed=tuple(self._assumed()),
            options_used=(),
        )

    def _assumed(self) -> Iterator[Assumed]:
        if self.question.mode is None:
            yield Assumed("move.mode", FLIGHT, "Mode by card and state")
        if self.altitude is None:
            yield Assumed("move.altitude", "unknown", "Altitude not given")
