"""Who carries whom, and what does it cost or forbid to board or leave a transport?

For moves that begin or end aboard another unit. Sources: CE pp.38-39, 160; AS p.32.
"""

from collections.abc import Iterator

from astrike.geometry.arrays import in_contact
from astrike.model.explain import Fact, facts
from astrike.model.movement import Height, MoveCheck, MoveReason, MoveTerm
from astrike.model.unit import Unit
from astrike.rules.movement.along_path import check_along, reason_along
from astrike.rules.movement.budget import term_of
from astrike.rules.movement.declared_move import MoveCase, MoveVerdict
from astrike.rules.movement.landing import BaseLanding, landing_reasons, touch_down
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.mobility import part_of
from astrike.tolerance import CONTACT_TOLERANCE, TOUCH

DOWN = frozenset({"landed", "sank"})
"""What is stated of a flight that ends on the ground."""
ZIPLINES = {"all": frozenset("vgi"), "vtol": frozenset("v")}
"""Motive codes of those who let infantry down on ropes, by the word of the option."""


def transport_terms(
    case: MoveCase, verdict: MoveVerdict
) -> tuple[tuple[MoveTerm, ...], tuple[MoveReason, ...]]:
    """Give what boarding costs, and every reason against boarding or leaving as it was declared.

    Boarding costs the passenger some of its Move and the transport nothing; leaving costs nobody anything.

    Source: CE pp.38-39; AS p.32.
    """
    terms: list[MoveTerm] = []
    reasons: list[MoveReason] = []
    mount, dismount = case.question.mount, case.question.dismount
    if mount is not None:
        cost = case.prepared.edition.number("mount.price")
        terms.append(term_of(case.prepared, "mount", cost, facts(transport=mount)))
        reasons += _Boarding(case, verdict, case.prepared.place_of(mount)).reasons()
    if dismount is not None:
        reasons += _Leaving(case, case.prepared.place_of(dismount)).reasons()
    if mount is not None and dismount is not None and _is_one_or_the_other(case.prepared):
        reasons.append(_reason(case, "transport.same-turn", 0.0, mount))
    return tuple(terms), tuple(reasons)


def transport_checks(case: MoveCase, verdict: MoveVerdict) -> tuple[MoveCheck, ...]:
    """Give the rolls of who leaves a transport in flight (CE p.160)."""
    if case.question.dismount is None:
        return ()
    return tuple(_Leaving(case, case.prepared.place_of(case.question.dismount)).checks())


def transport_options(case: MoveCase) -> tuple[str, ...]:
    """Name the options that decide about boarding and leaving as it was declared."""
    found: list[str] = []
    if case.question.mount is not None and case.question.dismount is not None:
        found.append("transport.same-turn")
    if case.question.dismount is not None:
        found += _Leaving(case, case.prepared.place_of(case.question.dismount)).options()
    return tuple(dict.fromkeys(found))


def unit_let_off(case: MoveCase) -> BaseLanding:
    """Say how a unit stands where it leaves its transport."""
    asked: Height = case.question.path[0].z if case.question.path else None
    (x, y) = case.track.at([0.0])[0].tolist()
    return touch_down(
        case.prepared,
        case.i,
        at=(x, y),
        asked=asked,
        footprint=case.footprint,
        mover=case.mover.key,
        variant=case.budget.variant,
        limit=case.mover.climb_limit,
    )


def transport_room(prepared: PreparedTable, carrier: int, unit: Unit) -> tuple[float, float] | None:
    """Give what a transport would carry with this unit inside, and what it can; None where it cannot carry it at all.

    Infantry counts its CAR number against the IT number, everything else by units against the bays of its kind (CE
    p.38).
    """
    transport = prepared.units.units[carrier]
    aboard = [
        other
        for other in prepared.units.units
        if other.carried_by == transport.id and other.carried_as in (None, "inside") and other.id != unit.id
    ]
    if _is_infantry(prepared, unit):
        if not transport.has("IT") or not unit.has("CAR"):
            return None
        load = sum(_amount(other, "CAR") for other in (*aboard, unit) if _is_infantry(prepared, other))
        return load, _amount(transport, "IT")
    types = prepared.edition.units
    bays = types[unit.type].bays
    if not transport.has_any(*bays):
        return None
    alike = [other for other in (*aboard, unit) if types[other.type].bays == bays]
    return float(len(alike)), sum(_amount(transport, bay) for bay in bays)


def may_ride(prepared: PreparedTable, carrier: int, unit: Unit) -> bool:
    """May this battle armor hold on to the outside? (CE p.39) One squad each, and no aerospace or fixed-wing unit."""
    transport, row = prepared.units.units[carrier], prepared.units.rows[carrier]
    rides = unit.type == "BA" and unit.has_any(*prepared.edition.tagged("mechanized"))
    if not rides or row.aerospace or not (row.mech or row.vehicle):
        return False
    codes = transport.move.codes if transport.move is not None else frozenset()
    if codes & set("api"):
        return False
    taken = any(
        other.carried_by == transport.id and other.carried_as == "mechanized" and other.id != unit.id
        for other in prepared.units.units
    )
    return not taken and (unit.has("XMEC") or transport.has("OMNI"))


def _amount(unit: Unit, code: str) -> float:
    special = unit.special(code)
    return special.amount if special is not None else 0.0


def _is_infantry(prepared: PreparedTable, unit: Unit) -> bool:
    return prepared.edition.units[unit.type].infantry


def _is_one_or_the_other(prepared: PreparedTable) -> bool:
    return prepared.options.word("transport.same-turn") == "forbidden"


def _reason(case: MoveCase, key: str, at: float, by: str | None, **measured: Fact) -> MoveReason:
    return reason_along(case, key, at, at, by=by, measured=facts(**measured))


def _gap(case: MoveCase, at: float, carrier: int) -> float:
    """Give the inches between the unit's base at a place of the path and the transport's, 0 or less in contact."""
    x, y = case.track.at([at])[0].tolist()
    return case.prepared.metric.gap_at(case.prepared.units.bases, case.i, (x, y), carrier)


def _apart(case: MoveCase, at: float, carrier: int, z: float, *, flies: bool = False) -> Iterator[MoveReason]:
    """Bases touch, and stand no farther apart in height than contact allows (CE pp.36, 38, 68).

    Who ends in flight touches what is as high as its base.
    """
    name = case.prepared.units.units[carrier].id
    gap = _gap(case, at, carrier)
    step = abs(z - float(case.prepared.units.z[carrier]))
    most = CONTACT_TOLERANCE if flies else case.prepared.options.number("contact.max-step")
    if not in_contact(gap):
        yield _reason(case, "transport.contact", at, name, gap=gap)
    elif step > most + TOUCH:
        yield _reason(case, "transport.contact", at, name, rise=step, limit=most)


def _common(case: MoveCase, carrier: int, at: float) -> Iterator[MoveReason]:
    """What forbids boarding and leaving alike."""
    transport = case.prepared.units.units[carrier]
    if transport.motion == "sprint" and transport.done is not False:
        yield _reason(case, "transport.sprint", at, transport.id)


class _Boarding:
    """A unit that ends its move aboard."""

    def __init__(self, case: MoveCase, verdict: MoveVerdict, carrier: int) -> None:
        self.case, self.verdict, self.carrier = case, verdict, carrier
        self.prepared = case.prepared
        self.transport = case.prepared.units.units[carrier]

    def reasons(self) -> Iterator[MoveReason]:
        """Give every reason against it (CE pp.38-39)."""
        case, end = self.case, self.case.track.total
        yield from self._kind(end)
        flies = "flying" in case.mover.tags and not DOWN.intersection(self.verdict.notes)
        yield from _apart(case, end, self.carrier, self.verdict.end_z, flies=flies)
        if self.prepared.units.airborne[self.carrier]:
            yield _reason(case, "transport.flying", end, self.transport.id)
        if self.transport.done is True:
            yield _reason(case, "transport.moved", end, self.transport.id)
        yield from _common(case, self.carrier, end)
        if _is_one_or_the_other(self.prepared) and "dismounted" in case.unit.state:
            yield _reason(case, "transport.same-turn", end, self.transport.id)

    def _kind(self, end: float) -> Iterator[MoveReason]:
        case, unit = self.case, self.case.unit
        is_there = self.transport.is_on_table and "destroyed" not in self.transport.state
        if not is_there or (self.transport.side is not None and unit.is_enemy_of(self.transport)):
            yield _reason(case, "transport.kind", end, self.transport.id)
            return
        if may_ride(self.prepared, self.carrier, unit):
            return
        room = transport_room(self.prepared, self.carrier, unit)
        if room is None:
            yield _reason(case, "transport.kind", end, self.transport.id)
        elif room[0] > room[1] + TOUCH:
            load, capacity = room
            yield _reason(case, "transport.capacity", end, self.transport.id, load=load, capacity=capacity)


class _Leaving:
    """A unit that begins its move aboard and is put down where its path begins."""

    def __init__(self, case: MoveCase, carrier: int) -> None:
        self.case, self.carrier = case, carrier
        self.prepared = case.prepared
        self.unit = case.unit
        self.transport = case.prepared.units.units[carrier]
        self.is_aloft = case.prepared.units.airborne[carrier]

    def reasons(self) -> Iterator[MoveReason]:
        """Give every reason against it (CE pp.38-39, 160)."""
        case = self.case
        if self.unit.carried_by != self.transport.id:
            yield _reason(case, "transport.not-carried", 0.0, self.transport.id)
        if self.transport.done is False and not self.is_aloft:
            yield _reason(case, "transport.not-moved", 0.0, self.transport.id)
        yield from _common(case, self.carrier, 0.0)
        if _is_one_or_the_other(self.prepared) and self._has_boarded():
            yield _reason(case, "transport.same-turn", 0.0, self.transport.id)
        yield from self._placed()
        if case.track.total > TOUCH and self._goes_no_farther():
            yield _reason(case, "move.dismounted", 0.0, None)

    def _has_boarded(self) -> bool:
        """Did it, or anyone else on this transport, come aboard this turn?"""
        aboard = (unit for unit in self.prepared.units.units if unit.carried_by == self.transport.id)
        return any("mounted-this-turn" in unit.state for unit in (self.unit, *aboard))

    def _placed(self) -> Iterator[MoveReason]:
        """It is put down beside the transport, or straight below one in flight, on ground that is open to it."""
        case = self.case
        down = unit_let_off(case)
        place = tuple(case.track.at([0.0])[0].tolist())
        yield from landing_reasons(
            self.prepared,
            down,
            key="move.prohibited",
            at=0.0,
            place=(float(place[0]), float(place[1])),
            leg=0,
            limit=case.mover.climb_limit,
        )
        if not self.is_aloft:
            yield from _apart(case, 0.0, self.carrier, down.z)
            return
        if self._way_down() is None:
            yield _reason(case, "transport.flying", 0.0, self.transport.id)
        gap = _gap(case, 0.0, self.carrier)
        if not in_contact(gap):
            yield _reason(case, "transport.contact", 0.0, self.transport.id, gap=gap)

    def _way_down(self) -> str | None:
        """Say how it gets down from flight: `drop`, `direct`, `zipline`, or not at all (CE pp.38, 160)."""
        row = self.prepared.units.rows[self.case.i]
        jumps = part_of(self.unit, "jump") is not None or self.unit.has("PAR")
        if jumps:
            return self.prepared.options.word("unload.airborne")
        codes = self.transport.move.codes if self.transport.move is not None else frozenset()
        carriers = ZIPLINES[self.prepared.options.word("zipline.carriers")]
        return "zipline" if row.infantry and codes & carriers else None

    def _goes_no_farther(self) -> bool:
        """Who comes down from flight stays where it lands; the others have what the budget leaves them (CE p.38)."""
        return self.is_aloft or self.case.budget.current <= 0.0

    def checks(self) -> Iterator[MoveCheck]:
        """Give the rolls of a drop or a zipline (CE p.160)."""
        way = self._way_down() if self.is_aloft else None
        if way in ("drop", "zipline"):
            check = check_along(self.case, way, 0.0, by=self.transport.id)
            need = self.prepared.edition.hazards[way].need or None
            yield MoveCheck(check.key, check.label, check.cite, check.at, check.place, need, check.by)

    def options(self) -> Iterator[str]:
        """Name the options that decided how it leaves."""
        if self._has_boarded():
            yield "transport.same-turn"
        if self.is_aloft:
            way = self._way_down()
            yield "zipline.carriers" if way in ("zipline", None) else "unload.airborne"
