"""How many inches of Move does a unit have for a mode right now, and how do they come about?

Which terms make the Move available, in which order, and what closes the mode to this unit: printed Move, hits in the
order received, heat, the table's conditions, what it carries, then sprinting and flat bonuses. Sources: CE pp.32,
35-39, 50-52, 61-64, 163-164, 178; AS pp.13, 32, 42.

Longer than most modules: one ledger, term by term in the order in which the terms count.
"""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from astrike.dataclass import dataclass
from astrike.model.explain import NO_FACTS, Assumed, Fact, Facts, OptionUsed, facts
from astrike.model.movement import MoveReason, MoveTerm
from astrike.model.unit import Unit
from astrike.rulebook.row import RulebookRow
from astrike.rulebook.schema import AbilityRow, Edition, MoveEffectRow, MoverRow
from astrike.rules.movement.mobility_profile import is_diving
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.mobility import FLIGHT, mover_key, part_of
from astrike.rules.units.move_and_tmm import (
    STILL_STATES,
    felt_heat,
    inches_left,
    inches_lost_to_fear,
    inches_lost_to_heat,
    is_stopped,
    pilot_abilities,
)
from astrike.tolerance import TOUCH

SPENT_STATES = frozenset({"dropping", "dropped"})
"""Who was dropped this turn goes no farther (CE p.160)."""


@dataclass(frozen=True, slots=True)
class MoveBudget:
    """The Move available for one mode; the terms add up to it."""

    mode: str
    available: float
    terms: tuple[MoveTerm, ...]
    mover: MoverRow
    """The column of the movement cost table that the unit stands in."""
    code: str
    """The motive code printed on the card."""
    variant: str
    """The letter in brackets behind the motive code: `b` or `m`."""
    current: float
    """Current Move of the mode, before sprinting and flat bonuses: half of it is what skids are measured by."""
    fees: tuple[MoveTerm, ...] = ()
    """What has to be paid before the first inch: leaving a hull-down position."""
    refusals: tuple[MoveReason, ...] = ()
    options: tuple[str, ...] = ()
    """Ids of the options that decided something."""
    assumed: tuple[Assumed, ...] = ()


def budget_of(
    prepared: PreparedTable,
    i: int,
    mode: str,
    *,
    paved: bool = False,
    smooth: bool = False,
    dismounting: bool = False,
    choice: int = 0,
) -> MoveBudget:
    """Add up the Move available to a unit in a mode.

    `paved`: the whole move is on road, pavement or bridge; `smooth`: on those or on ice. `dismounting`: it leaves its
    transport before it moves. `choice`: which of several Moves for the ground it uses.
    """
    return _budget(prepared, i, mode, paved, paved or smooth, dismounting, choice)


@lru_cache(maxsize=16)
def _budget(
    prepared: PreparedTable,
    i: int,
    mode: str,
    paved: bool,
    smooth: bool,
    dismounting: bool,
    choice: int,
) -> MoveBudget:
    """Keep what was added up last: one answer asks several times, and a path that is drawn again and again."""
    account = _Account(prepared, i, mode, paved=paved, smooth=smooth, dismounting=dismounting, choice=choice)
    return account.budget()


def reason_at_start(
    prepared: PreparedTable, unit: Unit, key: str, *, by: str | None = None, **measured: Fact
) -> MoveReason:
    """Make a reason that holds before the first inch is moved."""
    row = prepared.edition.reasons[key]
    return MoveReason(key, row.label, row.cite, 0.0, 0.0, unit.at, 0, by, facts(**measured))


def reason_unknown(prepared: PreparedTable, unit: Unit, row: RulebookRow) -> MoveReason:
    """Refuse what would need a figure that no source prints for this edition."""
    return MoveReason(row.key, row.unknown, row.cite, 0.0, 0.0, unit.at, 0, None, facts(row=row.label))


def gains_on_roads(code: str, edition: Edition) -> bool:
    """Does who moves by this motive code get farther on roads? (CE p.35)"""
    return any(code in edition.movers[key].codes for key in edition.tagged("gains-on-roads"))


def term_of(prepared: PreparedTable, key: str, value: float, measured: Facts = NO_FACTS) -> MoveTerm:
    """Make a line of the ledger from a row of the prices table."""
    row = prepared.edition.prices[key]
    return MoveTerm(key, value, row.label, row.cite, measured)


class _Account:
    """The sum while it is being made."""

    def __init__(
        self,
        prepared: PreparedTable,
        i: int,
        mode: str,
        *,
        paved: bool,
        smooth: bool,
        dismounting: bool,
        choice: int,
    ) -> None:
        self.prepared, self.i, self.mode = prepared, i, mode
        self.unit, self.row = prepared.units.units[i], prepared.units.rows[i]
        self.paved, self.smooth, self.dismounting = paved, smooth, dismounting
        self.flies, self.dives = prepared.units.airborne[i], is_diving(prepared, i)
        self.part = part_of(self.unit, mode, flies=self.flies, dives=self.dives, choice=choice)
        self.key = mover_key(self.unit, mode, self.part, prepared.edition, flies=self.flies)
        self.terms: list[MoveTerm] = []
        self.options: list[str] = []
        self.is_airless = False
        self.too_large: list[MoveReason] = []
        self.unknown: list[RulebookRow] = []

    @property
    def left(self) -> float:
        """What the terms so far add up to; whole inches stay whole."""
        total = math.fsum(term.value for term in self.terms)
        return float(round(total)) if abs(total - round(total)) < TOUCH else total

    def budget(self) -> MoveBudget:
        """Add everything up in order."""
        self._known(self.prepared.edition.movers[self.key])
        self._permanent()
        self._fear()
        self._heat()
        self._conditions()
        self._burdens()
        self._dismounted()
        current = self.left
        if self.mode in self.prepared.edition.tagged("few-inches"):
            self._short()
        elif current > 0:
            self._sprint_and_bonuses()
        return MoveBudget(
            mode=self.mode,
            available=self.left,
            terms=tuple(self.terms),
            mover=self.prepared.edition.movers[self.key],
            code=self.part.code if self.part is not None else "",
            variant=self.part.variant if self.part is not None else "",
            current=current,
            fees=tuple(self._fees()),
            refusals=tuple(self._refusals(current)),
            options=tuple(dict.fromkeys(self.options)),
        )

    # ---- terms

    def _number(self, key: str) -> float:
        return self.prepared.edition.number(key) if self._known(self.prepared.edition.numbers[key]) else 0.0

    def _known(self, row: RulebookRow) -> bool:
        """Is the figure printed for this edition? If not, it is a reason why not."""
        if row.unknown and row not in self.unknown:
            self.unknown.append(row)
        return not row.unknown

    def _add(self, key: str, value: float, measured: Facts = NO_FACTS) -> None:
        if value:
            self.terms.append(term_of(self.prepared, key, value, measured))

    def _to(self, key: str, left: float, measured: Facts = NO_FACTS) -> None:
        """Add what brings the sum to `left`, which is never below 0."""
        self._add(key, max(0.0, left) - self.left, measured)

    def _permanent(self) -> None:
        """Printed Move and hits (CE p.50)."""
        if self.part is None:
            return
        for change in inches_left(
            self.part.inches,
            self.unit,
            row=self.row,
            edition=self.prepared.edition,
            options=self.prepared.options,
        ):
            measured = (
                facts(code=self.part.code) if change.key == "printed" and self.part.code else change.facts
            )
            self._add(change.key, change.value, measured)
        if self.unit.hits.mp or "half" in self.unit.hits.motive:
            self.options.append("critical.mp-rounding")
        if self.part.code == "qw" and self.left > 0:
            self._add("quadvee", self._number("quadvee.bonus"))

    def _fear(self) -> None:
        """An intimidated unit goes less far, whichever way (CE pp.92-93)."""
        if "intimidated" not in self.unit.state or self.part is None:
            return
        self.options.append("intimidation")
        for key in ("intimidation.share", "intimidation.move"):
            self._number(key)
        edition, options = self.prepared.edition, self.prepared.options
        for change in inches_lost_to_fear(self.left, self.unit, edition=edition, options=options):
            self._add(change.key, change.value, change.facts)

    def _heat(self) -> None:
        """Ground movement only; a jump loses nothing (CE p.52)."""
        if self.mode == "jump" or self.part is None:
            return
        for change in inches_lost_to_heat(self.left, self.unit, edition=self.prepared.edition):
            self._add(change.key, change.value, change.facts)

    def _conditions(self) -> None:
        """Atmosphere, wind, extreme heat and gravity (CE pp.61-64)."""
        around = self.prepared.table.conditions
        now = {
            f"atmosphere={around.atmosphere}",
            f"weather={around.weather}",
            f"light={around.light}",
            f"wind={around.wind}",
        }
        if around.gravity != 1.0 and around.gravity > 0:
            now.add("gravity")
        for row in self.prepared.edition.effects.values():
            if row.when in now and self.part is not None and self._is_exposed(row) and self._known(row):
                self._effect(row)

    def _is_exposed(self, row: MoveEffectRow) -> bool:
        code = self.part.code if self.part is not None else ""
        return (
            (not row.movers or self.key in row.movers)
            and (not row.types or self.unit.type in row.types)
            and (not row.codes or code in row.codes)
            and (not row.only or self.unit.has_any(*row.only))
            and not self.unit.has_any(*row.unless)
        )

    def _effect(self, row: MoveEffectRow) -> None:
        before, name = self.left, row.when.partition("=")[0]
        key = name if name in self.prepared.edition.prices else "weather"
        measured = facts(condition=row.key)
        if row.effect == "destroyed":
            self.is_airless = True
        elif row.effect == "divide" and before > 0:
            gravity = self.prepared.table.conditions.gravity
            least = self._number("gravity.least")
            self._to(key, max(least, math.floor(before / gravity + 0.5)), facts(gravity=gravity))
        elif row.effect == "at-most":
            self._to(key, min(before, row.inches), measured)
        elif row.effect == "add" and before > 0:
            left = before + row.inches
            if left <= 0 and name == "wind":
                # CE p.64: who has no Move left in the wind may go two inches if it does not attack.
                left = min(before, self._number("wind.least"))
            self._to(key, left, measured)

    def _burdens(self) -> None:
        """Riders, cargo outside and trailers (CE pp.39, 79, 163-164)."""
        loads = tuple(unit for unit in self.prepared.units.units if unit.carried_by == self.unit.id)
        number = self._number
        riders = [unit for unit in loads if unit.carried_as == "mechanized"]
        if any(unit.has("XMEC") for unit in riders) and not self.unit.has("OMNI"):
            self._to("riders", self.left - number("riders.loss"), _ids(riders))
        clamps = self.prepared.edition.tagged("clamping")
        clamped = [unit for unit in riders if unit.type == "PM" and unit.has_any(*clamps)]
        if clamped:
            self._to("clamps", self.left - len(clamped) * number("clamps.loss"), _ids(clamped))
        outside = [unit for unit in loads if unit.carried_as == "cargo"]
        towed = [unit for unit in outside if self._tows(unit)]
        cargo = [unit for unit in outside if unit not in towed]
        if cargo and self.left > 0:
            self._to("cargo", self._with_cargo(cargo), _ids(cargo))
        if towed:
            self._tow(towed)
        if towed and self.left > 0:
            self._to("towing", self._with_trailers(towed), _ids(towed))

    def _tows(self, other: Unit) -> bool:
        codes = self.unit.move.codes if self.unit.move is not None else frozenset()
        return self.unit.has("HTC") and other.has("HTC") and bool(codes & set("tw"))

    def _tow(self, towed: Sequence[Unit]) -> None:
        """Trailers together are at most one Size larger than the tractor (CE p.164)."""
        most, size = self.prepared.edition.numbers["tow.most"], sum(unit.size for unit in towed)
        if not most.unknown and size > self.unit.size + most.value:
            most_size = int(self.unit.size + most.value)
            self.too_large.append(
                reason_at_start(self.prepared, self.unit, "transport.trailers", load=size, capacity=most_size)
            )

    def _with_cargo(self, cargo: Sequence[Unit]) -> float:
        """Light cargo costs a third, heavier half, large nearly everything (CE p.163)."""
        number = self._number
        if any(unit.has_any(*self.prepared.edition.large) for unit in cargo):
            return min(self.left, number("cargo.large"))
        size = sum(unit.size for unit in cargo)
        is_light = size <= max(1.0, self.unit.size * number("cargo.share"))
        share = number("cargo.light" if is_light else "cargo.heavy")
        return float(math.floor(self.left * (1.0 - share) + TOUCH))

    def _with_trailers(self, towed: Sequence[Unit]) -> float:
        """Trailers together smaller, as large, or larger than the tractor (CE p.164)."""
        number, size = self._number, sum(unit.size for unit in towed)
        if size < self.unit.size:
            return self.left - number("tow.smaller")
        return float(math.floor(self.left * number("tow.equal" if size == self.unit.size else "tow.larger")))

    def _dismounted(self) -> None:
        """Half the Move after dismounting, or none (CE p.38, AS p.32)."""
        if not self._has_dismounted():
            return
        self.options.append("dismount.move")
        is_half = self.prepared.options.word("dismount.move") == "half"
        share = self._number("dismount.share") if is_half else 0.0
        self._to("dismounted", float(math.floor(self.left * share)))

    def _has_dismounted(self) -> bool:
        return self.dismounting or "dismounted" in self.unit.state

    def _short(self) -> None:
        """Minimum movement is two inches and standing still under one, however much Move there is (CE pp.32, 37)."""
        if self.left <= 0:
            return
        numbers = self.prepared.edition.numbers
        row = numbers["minimum.inches" if self.mode == "minimum" else "standstill"]
        self.terms = [MoveTerm(self.mode, row.value, row.label, row.cite, facts(move=self.left))]

    def _sprint_and_bonuses(self) -> None:
        """Half as much again, rounded up, then the flat bonuses; or the other way round (CE p.38)."""
        bonuses = list(self._bonuses())
        if self.mode != "sprint":
            for key, value, measured in bonuses:
                self._add(key, value, measured)
            return
        if bonuses:
            self.options.append("sprint.bonus")
        is_before = self.prepared.options.word("sprint.bonus") == "before"
        for key, value, measured in bonuses if is_before else ():
            self._add(key, value, measured)
        factor = self._number("sprint.factor") or 1.0
        self._to("sprint", float(math.ceil(self.left * factor - TOUCH)), facts(factor=factor))
        for key, value, measured in () if is_before else bonuses:
            self._add(key, value, measured)

    def _bonuses(self) -> Iterator[tuple[str, float, Facts]]:
        if self.mode == "jump":
            return
        is_ground = self.mode in self.prepared.edition.tagged("on-ground")
        code = self.part.code if self.part is not None else ""
        if self.paved and is_ground and gains_on_roads(code, self.prepared.edition):
            yield "paved", self._number("paved.bonus"), NO_FACTS
        for row in pilot_abilities(self.unit, self.prepared.edition):
            inches = row.sprint_inches if self.mode == "sprint" and row.sprint_inches else row.inches
            is_smooth = self.smooth and is_ground
            if inches and self._can_have(row) and (is_smooth or not row.paved):
                yield "pilot", inches, facts(ability=row.label)

    def _can_have(self, row: AbilityRow) -> bool:
        code = self.part.code if self.part is not None else ""
        return (
            (not row.movers or self.key in row.movers)
            and (not row.types or self.unit.type in row.types)
            and (not row.codes or code in row.codes)
        )

    # ---- what has to be paid first, and what forbids it

    def _fees(self) -> Iterator[MoveTerm]:
        if "hull-down" in self.unit.state and self.mode in self.prepared.edition.tagged("whole-move"):
            yield term_of(self.prepared, "leave-hull-down", self._number("hull-down.leave"))

    def _refusals(self, current: float) -> Iterator[MoveReason]:
        keys = dict.fromkeys(self._closed(current))
        for key in keys:
            yield reason_at_start(self.prepared, self.unit, key, by=self._by(key))
        yield from self.too_large
        for row in self.unknown:
            yield reason_unknown(self.prepared, self.unit, row)

    def _by(self, key: str) -> str | None:
        if key == "move.carried":
            return self.unit.carried_by
        return None

    def _closed(self, current: float) -> Iterator[str]:
        state = self.unit.state
        if "destroyed" in state:
            yield "move.destroyed"
        if "off-table" in state:
            yield "move.off-table"
        if self.unit.carried_by is not None and not self.dismounting:
            yield "move.carried"
        if self.key == "aerospace" and self.mode != FLIGHT:
            yield "move.mode"  # in the air it flies a path; taxiing and lift-off nobody asks here
            return
        if self.is_airless:
            yield "move.vacuum"
        if self._is_immobile():
            yield "move.immobile"
        elif self.unit.move is None or self.part is None:
            yield "move.no-move" if self.unit.move is None else "move.mode"
        elif self._has_dismounted() and current <= 0:
            # Who is being put down needs no Move for it; whether it goes farther, `transport` checks.
            if not self.dismounting:
                yield "move.dismounted"
        elif current <= 0 and not self.unknown:
            yield "move.immobile"
        if state & SPENT_STATES or (self.unit.done is True and not self.dismounting):
            yield "move.done"
        yield from self._closed_modes()

    def _is_immobile(self) -> bool:
        return (
            bool(self.unit.state & STILL_STATES)
            or is_stopped(self.unit, self.row)
            or felt_heat(self.unit, self.prepared.edition) >= self.prepared.edition.number("heat.shutdown")
            or self.unit.type == "BD"
        )

    def _closed_modes(self) -> Iterator[str]:
        edition = self.prepared.edition
        mode = edition.modes.get(self.mode)
        if mode is not None and mode.movers and self.key not in mode.movers:
            yield "move.mode"
        if self.mode == "jump" and self.part is not None and self.part.code == "j" and self._has_cargo():
            yield "transport.mode"  # CE p.163: no jump with cargo outside
        if "hull-down" in self.unit.state and self.mode in edition.tagged("not-hull-down"):
            yield "move.hull-down"
        if self.mode in edition.tagged("in-element") and self._has_riders():
            yield "transport.mode"  # CE p.39
        if self.mode == "sprint":
            yield from self._closed_sprints()
        if self._has_dismounted() and self.mode in edition.tagged("not-dismounted"):
            yield "move.dismounted"
        if self._has_dismounted() and self.mode == "jump" and not self._was_rider():
            yield "move.dismounted"  # CE p.38: mechanized battle armor alone jumps off

    def _closed_sprints(self) -> Iterator[str]:
        if self.key == "vtol":
            self.options.append("vtol.sprint")
            if not self.prepared.options.is_on("vtol.sprint"):
                yield "move.mode"
        boarded = any(
            unit.carried_by == self.unit.id and "mounted-this-turn" in unit.state
            for unit in self.prepared.units.units
        )
        if boarded or "mounted-this-turn" in self.unit.state:
            yield "move.sprint-transport"

    def _has_cargo(self) -> bool:
        return any(
            unit.carried_by == self.unit.id and unit.carried_as == "cargo"
            for unit in self.prepared.units.units
        )

    def _has_riders(self) -> bool:
        return any(
            unit.carried_by == self.unit.id and unit.carried_as == "mechanized"
            for unit in self.prepared.units.units
        )

    def _was_rider(self) -> bool:
        return self.unit.type == "BA" and self.unit.has_any(*self.prepared.edition.tagged("mechanized"))


def _ids(units: Sequence[Unit]) -> Facts:
    return facts(units=", ".join(unit.id for unit in units))


def options_used(prepared: PreparedTable, ids: Sequence[str]) -> tuple[OptionUsed, ...]:
    """Name the options that decided something, with the value they have at this table."""
    return tuple(OptionUsed(option, prepared.options.fact(option)) for option in dict.fromkeys(ids))
