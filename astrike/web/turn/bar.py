"""What does the turn bar say: the turn and its phase, whose step it is, who is left, and the next thing to do?"""

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from flask import url_for

from astrike.dataclass import dataclass
from astrike.model.table import Side, Table
from astrike.model.turn import DoneAct, TurnStanding, TurnUnit
from astrike.report.units.marks import UnitMark
from astrike.rules.movement.turn_order import sides_with_units
from astrike.rules.table.prepared_table import PreparedTable
from astrike.store.table.codes import Right
from astrike.store.table.rolls import rolls
from astrike.store.table.seats import Seat, seat_of
from astrike.web.current.prepared import prepared_state, state_of
from astrike.web.current.standing import done_units, standing_of
from astrike.web.current.table import Current
from astrike.web.current.units import UnitLabels, side_name, unit_labels
from astrike.web.database import database
from astrike.web.http.device import device_id, hides_turn_bar
from astrike.web.http.i18n import _

FEWEST_SIDES: Final = 2


@dataclass(frozen=True, slots=True)
class TurnPip:
    """A unit of the side whose step it is: filled when it is done, framed when it is offered next.

    It leads to the next thing that this phone can do with it: its move, its attacks, or a look at it.
    """

    mark: UnitMark
    says: str
    address: str
    is_done: bool
    is_next: bool
    is_out: bool


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next thing to do, as one button."""

    label: str
    detail: str
    address: str
    """Where it leads, or where it is sent."""
    phase: str = ""
    """The phase that it begins; empty: it is a link."""
    then: str = ""
    """Where the phone goes on once the phase has begun; empty: it stays at the table."""
    may_hold_fire: bool = False
    """May the side whose step it is make no more attacks?"""
    declared: int = 0
    """How many attacks of that side are declared and wait for their dice."""
    stands_still: str = ""
    """Where the unit that is next can be told to stand still instead; empty: nobody is to move."""


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """Which sides this phone could play, and what it plays; None: it has not said yet."""

    sides: tuple[Side, ...]
    plays: Seat | None
    label: str

    def plays_here(self, side: str) -> bool:
        """Is the step of a side this phone's, or everybody's? Who has not said what it plays, or watches, sees all."""
        return not side or self.plays is None or self.plays.is_watching or self.plays.plays(side)


@dataclass(frozen=True, slots=True)
class TurnBar:
    """The bar above the map."""

    title: tuple[str, str, str]
    """What the bar says, in three parts: the middle one is a name of any length, which may be cut short."""
    side: str
    """Id of the side whose step it is; empty: everybody's."""
    rolled: str
    """How initiative fell, until the first unit has moved."""
    then: str
    pips: tuple[TurnPip, ...]
    step: NextStep | None
    """None: the step is another phone's, or this code may only watch."""
    waits_for: str
    """Whose step it is, where this phone plays another side."""
    heading: str
    """The question above the list of units."""
    is_movement: bool
    done: Mapping[str, DoneAct]
    due: frozenset[str]
    seat: SeatChoice


def turn_bar(current: Current, *, shown_unit: str = "") -> TurnBar | None:
    """Give the bar of a table that is played; None where it is switched off or fewer than two sides have units.

    The mark of `shown_unit` is framed, else that of the unit that is offered next.
    """
    state = state_of(current)
    prepared = prepared_state(state).prepared
    there = sides_with_units(prepared)
    if not current.table.is_played or len(there) < FEWEST_SIDES or hides_turn_bar():
        return None
    standing, labels = standing_of(state), unit_labels(current.table)
    seat = _seat(current, prepared, there)
    side = "" if standing.share is None else standing.share.side
    is_here = seat.plays_here(side)
    may_act = current.right >= Right.PLAY and (seat.plays is None or not seat.plays.is_watching)
    offered = shown_unit or (next_unit(standing) if standing.due else "")
    pips = _Pips(current.code, labels, moves=may_act and is_here and standing.act == "move", offered=offered)
    return TurnBar(
        title=_title(current.table, standing),
        side=side,
        rolled=_rolled(current, standing),
        then=_then(current.table, standing),
        pips=tuple(map(pips.of, _shown(standing, side))),
        step=_step(current, standing, labels) if may_act and is_here else None,
        waits_for="" if is_here else side_name(current.table, side),
        heading=_heading(current.table, standing),
        is_movement=standing.act == "move",
        done=done_units(state),
        due=frozenset(standing.due),
        seat=seat,
    )


def phase_label(phase: str) -> str:
    """Name a phase as a title does."""
    match phase:
        case "initiative":
            return _("Initiative")
        case "movement":
            return _("Movement")
        case "combat":
            return _("Combat")
        case _:
            return _("End Phase")


def _seat(current: Current, prepared: PreparedTable, there: tuple[str, ...]) -> SeatChoice:
    plays = seat_of(database(), current.stored.id, device_id())
    sides = tuple(each for each in prepared.table.sides if each.id in there)
    if plays is None:
        label = _("Which side do you play?")
    elif plays.is_watching:
        label = _("You are watching")
    elif all(plays.plays(side.id) for side in sides):
        label = _("You play all sides")
    else:
        played = ", ".join(side_name(current.table, side) for side in plays.sides)
        label = _("You play %(side)s", side=played)
    return SeatChoice(sides, plays, label)


def _title(table: Table, standing: TurnStanding) -> tuple[str, str, str]:
    head = _("Turn %(turn)s", turn=standing.turn) + " · " + phase_label(standing.phase)
    share = standing.share
    if share is None:
        return head, "", ""
    name = side_name(table, share.side)
    stated = {"side": name, "count": share.count, "left": share.left}
    if standing.act == "attack":
        said = _("%(side)s: %(left)s still to attack", **stated)
    elif standing.act == "resolve":
        said = _("%(side)s rolls its attacks", **stated)
    else:
        said = _("%(side)s moves %(count)s of %(left)s", **stated)
    before, _name, after = said.partition(name)
    return f"{head} · {before}", name, after


def _then(table: Table, standing: TurnStanding) -> str:
    after = standing.after
    if after is None:
        return ""
    stated = {"side": side_name(table, after.side), "count": after.count, "left": after.left}
    if standing.phase == "combat":
        return _("then %(side)s: %(left)s to attack", **stated)
    return _("then %(side)s moves %(count)s of %(left)s", **stated)


def _rolled(current: Current, standing: TurnStanding) -> str:
    """Say how initiative fell, until the first unit has moved."""
    if standing.act != "move" or any(each.is_done for each in standing.units):
        return ""
    newest = rolls(database(), current.stored.id, limit=1)
    names = newest[0].label.names if newest else {}
    is_of_now = names.get("turn") == str(current.table.turn) and "sums" in names
    return names["sums"] if is_of_now else ""


def _heading(table: Table, standing: TurnStanding) -> str:
    side = "" if standing.share is None else side_name(table, standing.share.side)
    match standing.act:
        case "initiative":
            return _("Who lost initiative?")
        case "move":
            return _("%(side)s: which unit moves?", side=side)
        case "attack":
            return _("%(side)s: which unit attacks?", side=side)
        case "combat":
            return _("Everybody has moved")
        case "resolve":
            return _("All attacks are declared")
        case "end":
            return _("All attacks made")
        case _:
            return _("End Phase: rolls and heat")


def _shown(standing: TurnStanding, side: str) -> list[TurnUnit]:
    """Give the units of the side whose step it is, else all; those that may act now come first."""
    shown = [each for each in standing.units if not side or each.side == side]
    return sorted(shown, key=lambda each: (not each.is_due, each.is_done or each.is_out))


class _Pips:
    """Makes the marks of units, each with where a tap on it leads on this phone."""

    def __init__(self, code: str, labels: UnitLabels, *, moves: bool, offered: str) -> None:
        self._code, self._labels, self._moves, self._offered = code, labels, moves, offered
        self._table = url_for("table.show_table", code=code)

    def of(self, each: TurnUnit) -> TurnPip:
        """Make the mark of a unit."""
        name = self._labels.names[each.unit]
        if self._moves and each.is_due:
            says = _("Move %(unit)s", unit=name)
            address = url_for("movement.show_move", code=self._code, unit_id=each.unit)
        else:
            says, address = name, f"{self._table}?{urlencode({'unit': each.unit})}"
        is_next = each.unit == self._offered
        return TurnPip(
            self._labels.marks[each.unit], says, address, each.is_done, is_next=is_next, is_out=each.is_out
        )


def _step(current: Current, standing: TurnStanding, labels: UnitLabels) -> NextStep:
    code = current.code
    match standing.act:
        case "initiative":
            return NextStep(
                _("Initiative"), _("Roll, or say who lost"), url_for("turn.show_order", code=code)
            )
        case "move":
            unit = next_unit(standing)
            mark, name = labels.marks[unit], labels.names[unit]
            address = url_for("movement.show_move", code=code, unit_id=unit)
            return NextStep(_("Move %(letter)s", letter=mark.letter), name, address, stands_still=address)
        case "combat":
            return _to_phase(current, "combat", _("On to combat"), _("Everybody has moved"))
        case "attack":
            unit = next_unit(standing)
            mark, name = labels.marks[unit], labels.names[unit]
            address = url_for("table.show_table", code=code, unit=unit)
            label = _("Attack with %(letter)s", letter=mark.letter)
            declared = _declared(current.table, standing)
            return NextStep(label, name, address, may_hold_fire=not declared, declared=declared)
        case "resolve":
            address = url_for("attack.show_together", code=code)
            return NextStep(_("Roll the attacks"), _("All are declared"), address)
        case "end":
            then = url_for("turn.show_end", code=code)
            return _to_phase(current, "end", _("On to the End Phase"), _("All attacks made"), then=then)
        case _:
            detail = _("Rolls and heat, then turn %(turn)s", turn=standing.turn + 1)
            return NextStep(_("End Phase"), detail, url_for("turn.show_end", code=code))


def _declared(table: Table, standing: TurnStanding) -> int:
    """Count the declared attacks of the side whose step it is, whose dice can fall now."""
    side = None if standing.share is None else standing.share.side
    units = {each.unit for each in standing.units if each.side == side}
    return sum(each.by in units and not each.is_in_flight(table.turn) for each in table.attacks)


def _to_phase(current: Current, phase: str, label: str, detail: str, *, then: str = "") -> NextStep:
    address = url_for("turn.begin_phase", code=current.code)
    return NextStep(label, detail, address, phase=phase, then=then)


def next_unit(standing: TurnStanding) -> str:
    """Give the unit that is offered next: the first that may act; others are a tap away in the list."""
    return standing.due[0]
