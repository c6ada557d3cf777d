"""How does a turn go on? Initiative rolled, a phase begun, a side without more attacks."""

from flask import Response, request

from astrike.errors import InputError, Problem
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import ChangeLabel, SetMember, SetProperty
from astrike.model.table import PHASES
from astrike.rules.movement.turn_order import lost_at, sides_with_units
from astrike.rules.turn.standing import can_attack
from astrike.store.table.seats import ALL_SIDES, Seat, take_seat
from astrike.web.current.dice import keep, tray_of
from astrike.web.current.prepared import prepare
from astrike.web.current.table import (
    ChangedLine,
    Current,
    back_to_table,
    change,
    form_document,
    load_current,
)
from astrike.web.current.units import side_name, unit_labels
from astrike.web.database import database
from astrike.web.effects.operations import effects_begun, unit_operations
from astrike.web.http.device import device_id, keep_turn_bar
from astrike.web.http.i18n import _
from astrike.web.turn.bar import phase_label
from astrike.web.turn.initiative import can_roll, initiative_operations

BEGUN = ("movement", "combat", "end")
_ALL, _NONE = "*", "-"
"""What the form says in place of a side: all there are and will be, or none."""
MOST_ROLLS = 20
"""So often a tie is rolled again; then whoever comes first in the table has lost."""


def choose_seat(code: str) -> Response:
    """Keep which sides the phone that asks plays on this table: one, all, or none to watch."""
    current = load_current(code)
    known = [side.id for side in current.table.sides]
    wanted = request.form.get("side", "")
    if wanted not in (_ALL, _NONE, *known):
        raise InputError([Problem("side", repr(wanted[:40]), ", ".join([*known, _ALL, _NONE]))])
    seat = {_ALL: ALL_SIDES, _NONE: Seat()}.get(wanted, Seat((wanted,)))
    take_seat(database(), current.stored.id, device_id(), seat)
    return back_to_table(current)


def show_bar(code: str) -> Response:
    """Switch the turn bar of this phone on or off."""
    current = load_current(code)
    response = back_to_table(current)
    keep_turn_bar(response, is_shown=request.form.get("bar") != "off")
    return response


def roll_initiative(code: str) -> Response:
    """Roll 2D6 for every side, ties again, and keep who lost first (CE p.31)."""
    current = load_current(code)
    prepared = prepare(parse_document(form_document(current))).prepared
    there = sides_with_units(prepared)
    if current.table.initiative and not prepared.table.initiative:
        return back_to_table(current)  # another phone was faster with the same
    if not there:
        raise InputError([Problem("sides", _("none"), _("sides with units"))])
    if not can_roll(prepared):
        expected = _("a turn that is about to begin; Undo takes a roll back")
        raise InputError([Problem("initiative", phase_label(prepared.table.phase), expected)])
    tray = tray_of()
    for _attempt in range(MOST_ROLLS):
        sums = [tray.roll(f"initiative.{side}", side_name(current.table, side)) for side in there]
        if len(set(sums)) == len(sums):
            break
    last = tray.record[-len(there) :]
    said = ", ".join(f"{die.label} {die.fell}" for die in last)
    kept = keep(
        current, ChangeLabel("roll.initiative", {"sums": said, "turn": str(current.table.turn)}), tray.record
    )
    newest = {die.key.partition(".")[2]: die.fell for die in kept.dice[-len(there) :]}
    order = sorted(there, key=lambda side: (newest.get(side, 0), there.index(side)))
    return _write_initiative(current, order)


def begin_phase(code: str) -> Response:
    """Begin the next phase of the turn."""
    current = load_current(code)
    phase = request.form.get("phase", "")
    if phase not in BEGUN:
        raise InputError([Problem("phase", repr(phase[:20]), ", ".join(BEGUN))])
    if current.table.is_played and current.table.phase == phase:
        return back_to_table(current)  # another phone was faster with the same
    if current.table.is_played and PHASES.index(phase) < PHASES.index(current.table.phase):
        expected = _("a later phase; Undo takes a phase back")
        raise InputError([Problem("phase", phase_label(phase), expected)])
    label = ChangeLabel("table.phase", {"phase": phase_label(phase)})
    now = phase_label(current.table.phase)
    begun = parse_document(form_document(current))
    settled = effects_begun(begun) if phase == "end" and begun.phase != "end" else begun
    change(
        current,
        [SetMember("phase", phase), *unit_operations(begun, settled)],
        label=label,
        lines=[ChangedLine(_("Phase"), phase_label(phase), now)],
    )
    return back_to_table(current)


def hold_fire(code: str) -> Response:
    """Make no more attacks this turn: with one unit, or with all of a side."""
    current = load_current(code)
    begun = parse_document(form_document(current))
    wanted, side = request.form.get("unit", ""), request.form.get("side", "")
    units = [
        unit.id
        for unit in begun.units
        if not unit.fired and can_attack(unit) and (unit.id == wanted or (side and unit.side == side))
    ]
    if not units:
        raise InputError(
            [Problem("side", repr((wanted or side)[:40]), _("a unit or a side that can attack"))]
        )
    who = side_name(begun, side) if side else unit_labels(begun).names[wanted]
    label = ChangeLabel("turn.hold-fire", {"who": who})
    operations = [SetProperty(unit, "fired", True) for unit in units]
    change(current, operations, label=label, lines=[ChangedLine(who, _("no more attacks"), "")])
    return back_to_table(current)


def _write_initiative(current: Current, sides: list[str]) -> Response:
    begun = parse_document(form_document(current))
    name = side_name(begun, sides[0])
    was = ", ".join(lost_at(prepare(begun).prepared)[:1])
    change(
        current,
        initiative_operations(begun, sides),
        label=ChangeLabel("table.initiative", {"side": name}),
        lines=[ChangedLine(_("Lost initiative"), name, was)],
    )
    return back_to_table(current)
