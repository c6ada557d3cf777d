"""The End Phase on one page: which rolls are due, what heat comes of the turn, who is lost; and the turn ends.

Each roll is one change that stays on the page; *Roll all* makes them in one. The button that ends the turn writes the
heat of all units and begins the next turn, in one change too.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final
from urllib.parse import urlencode

from flask import Response, request, url_for
from flask.typing import ResponseReturnValue

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import ABSENT, ChangeLabel, Operation, SetProperty
from astrike.model.end_phase import DueEvent, UnitHeat
from astrike.model.table import Table
from astrike.model.unit import FLAGS
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.turn.end_phase import due_events, end_phase, idle_rolls
from astrike.store.table.changes import was_written
from astrike.web.current.dice import read_dice
from astrike.web.current.news import UndoButtons, undo_buttons
from astrike.web.current.prepared import prepare, prepared_state, state_of
from astrike.web.current.table import (
    ChangedLine,
    Current,
    back_to_table,
    change,
    form_document,
    form_id,
    form_version,
    load_current,
)
from astrike.web.current.units import heat_label, unit_labels
from astrike.web.database import database
from astrike.web.effects.operations import change_operations, effect_operations
from astrike.web.http.forms import digits_or_none
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other, show
from astrike.web.problems import all_of, form_again
from astrike.web.turn.end_rolls import RollMade, TableDraft, roll_events, rolls_made
from astrike.web.turn.end_rows import (
    SHUT_DOWN,
    HeatLine,
    LossLine,
    MadeRoll,
    NoteLine,
    OpenRoll,
    SentFields,
    crippled_lines,
    fallen_lines,
    heat_line,
    note_line,
    open_roll,
)
from astrike.web.turn.next_turn import next_turn_operations

ALL, TYPED = "all", "typed"
"""Words of the button in place of an event: every roll that is due, and those of which dice were typed."""

_HEAT: Final = "heat-"
_DICE: Final = "dice-"

_HIGHEST: Final = 12
_MOST_DICE: Final = 20


@dataclass(frozen=True, slots=True)
class EndContext:
    """The End Phase of a table."""

    current: Current
    is_now: bool
    """Is it the End Phase by the table, or is the table one without phases?"""
    open: tuple[OpenRoll, ...]
    made: tuple[MadeRoll, ...]
    heat: tuple[HeatLine, ...]
    others: tuple[HeatLine, ...]
    """Units without heat that stay so."""
    fallen: tuple[LossLine, ...]
    crippled: tuple[LossLine, ...]
    notes: tuple[NoteLine, ...]
    points: tuple[tuple[str, str], ...]
    """Marked points of impact: name, and where on the page of area effects."""
    steps: UndoButtons
    address: str
    problems: tuple[str, ...]
    """What is wrong and belongs to no field of the page."""


def show_end(code: str) -> ResponseReturnValue:
    """Show what is due; a page that follows the turn it was opened in goes back to the table with the next."""
    current = load_current(code)
    shown = digits_or_none(request.args.get("turn", ""))
    if shown is not None and current.table.turn > shown:
        return back_to_table(current)
    return _page(current, _said(request.args), {})


def roll_end(code: str) -> Response:
    """Roll for one event, for those with typed dice, or for all, and write what comes of it."""
    current = load_current(code)
    document = form_document(current)
    begun = parse_document(document)
    _refuse_before(begun)
    said, prepared = _said(request.form), prepare(begun).prepared
    due = _open_events(due_events(prepared), rolls_made(current, form_version()))
    wanted = request.form.getlist("event")
    events = [
        each
        for each in _still_due(current, due)
        if each.key in wanted or ALL in wanted or (TYPED in wanted and said.dice.get(each.key))
    ]
    if not events and (TYPED in wanted or any(each.key in wanted for each in due)):
        return see_other(_address(current, said, prepared))  # another phone was faster with the same
    try:
        if not events:
            raise InputError([Problem("event", repr(wanted[:40]), _("a roll that is due"))])
        rolled = roll_events(current, document, events, {each.key: _dice(each, said) for each in events})
    except InputError as error:
        at = f"{_DICE}{events[0].key}" if len(events) == 1 else "event"
        problems = {(each.at if each.at.startswith(_DICE) else at): (each,) for each in error.problems}
        return form_again(_page(current, said, problems), all_of(problems))
    change(
        current,
        rolled.operations,
        label=rolled.label,
        lines=rolled.lines,
        play=rolled.play,
        fields=tuple(_again(rolled.fell)),
    )
    return see_other(_address(current, said, prepared))


def _still_due(current: Current, due: Sequence[DueEvent]) -> Sequence[DueEvent]:
    """Leave out what another phone has rolled since the form was made."""
    if form_version() == current.version or was_written(database(), current.stored.id, form_id()):
        return due
    now = due_events(prepared_state(state_of(current)).prepared)
    keys = {each.key for each in _open_events(now, rolls_made(current, current.version))}
    return [each for each in due if each.key in keys]


def _again(fell: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Give the form as it is sent again after somebody else was faster: with the dice that fell."""
    for name, value in request.form.items(multi=True):
        if name != "event" and not name.startswith(_DICE):
            yield name, value
    for key, dice in fell.items():
        yield "event", key
        if dice:
            yield f"{_DICE}{key}", dice


def finish_turn(code: str) -> Response:
    """End the turn: write the heat of all units and who is lost, and begin the next turn."""
    current = load_current(code)
    begun = parse_document(form_document(current))
    ended = digits_or_none(request.form.get("turn", ""))
    if current.table.turn > (begun.turn if ended is None else ended):
        return back_to_table(current)  # another phone was faster with the same
    said, prepared = _said(request.form), prepare(begun).prepared
    _refuse_before(begun)
    found = end_phase(prepared)
    levels, problems = _levels(found.heat, said.levels)
    problems |= _unknown("off", said.off, found.fallen)
    problems |= _unknown("crippled", said.crippled, [each.unit for each in found.crippled])
    if problems:
        return form_again(_page(current, said, problems), all_of(problems))
    draft = TableDraft(form_document(current))
    draft.add(_heat_operations(found.heat, levels, begun))
    draft.add(
        _flagged(draft.table, dict.fromkeys(said.off, "off-table") | dict.fromkeys(said.crippled, "crippled"))
    )
    draft.add(change_operations((), draft.table, made=idle_rolls(prepare(draft.table).prepared)))
    draft.add(next_turn_operations(draft.table))
    turn = str(begun.turn + 1)
    lines = [ChangedLine(_("Turn"), turn, str(current.table.turn)), *_heat_lines(found.heat, levels, begun)]
    change(current, draft.operations, label=ChangeLabel("table.turn", {"turn": turn}), lines=lines)
    return back_to_table(current)


def _refuse_before(table: Table) -> None:
    """Refuse what belongs to the End Phase of a table that is played and has not come to it (CE pp.45, 48)."""
    if table.is_played and table.phase != "end":
        raise InputError([Problem("phase", table.phase, "end")])


# ---- the page


def _page(current: Current, said: SentFields, problems: Mapping[str, tuple[Problem, ...]]) -> str:
    prepared, labels = prepared_state(state_of(current)).prepared, unit_labels(current.table)
    found, made, edition = end_phase(prepared), rolls_made(current, current.version), prepared.edition.id
    due = _open_events(found.events, made)
    lines = [
        heat_line(each, labels, said.levels.get(each.unit), problems.get(f"{_HEAT}{each.unit}", ()))
        for each in found.heat
    ]
    is_idle = {each.unit: each.is_idle and each.unit not in said.levels for each in found.heat}
    drawn = {f"{_HEAT}{each.unit}" for each in found.heat} | {f"{_DICE}{each.key}" for each in due}
    return show(
        "turn/end.html",
        EndContext(
            current=current,
            is_now=not current.table.is_played or current.table.phase == "end",
            open=tuple(
                open_roll(
                    each,
                    labels,
                    edition,
                    said.dice.get(each.key, ""),
                    problems.get(f"{_DICE}{each.key}", ()),
                    place=_place(each, due),
                )
                for each in due
            ),
            made=tuple(
                MadeRoll(labels.marks.get(each.unit), labels.names.get(each.unit, each.unit), each.said)
                for each in made
            ),
            heat=tuple(line for line in lines if not is_idle[line.unit]),
            others=tuple(line for line in lines if is_idle[line.unit]),
            fallen=fallen_lines(found, prepared, labels, said.off),
            crippled=crippled_lines(found, prepared, labels, said.crippled),
            notes=tuple(note_line(each, labels, edition) for each in found.notes),
            points=tuple(_points(current, found.points)),
            steps=undo_buttons(current),
            address=url_for("turn.show_end", code=current.code),
            problems=tuple(
                _("Found %(found)s, expected %(expected)s.", found=each.found, expected=each.expected)
                for name, wrong in problems.items()
                if name not in drawn
                for each in wrong
            ),
        ),
    )


def _place(event: DueEvent, due: Sequence[DueEvent]) -> tuple[int, int]:
    """Count a roll among those of its kind for its unit: which one it is, and of how many."""
    alike = [
        each.key
        for each in due
        if (each.kind, each.unit, each.label) == (event.kind, event.unit, event.label)
    ]
    return alike.index(event.key) + 1, len(alike)


def _open_events(due: Sequence[DueEvent], made: Sequence[RollMade]) -> list[DueEvent]:
    """Leave out what was rolled already, where the table itself does not show it."""
    keys = {each.event for each in made}
    return [each for each in due if not (each.is_once and each.key in keys)]


def _points(current: Current, ids: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Lead to the template at each marked point of impact."""
    for marker in current.table.markers:
        if marker.id in ids:
            at = f"{marker.at[0]:g},{marker.at[1]:g}"
            yield marker.name or marker.id, url_for("area.show_area", code=current.code, at=at)


def _said(fields: Mapping[str, str]) -> SentFields:
    several = request.form if request.method == "POST" else request.args
    return SentFields(
        levels={key.removeprefix(_HEAT): value for key, value in fields.items() if key.startswith(_HEAT)},
        dice={
            key.removeprefix(_DICE): value
            for key, value in fields.items()
            if key.startswith(_DICE) and value.strip()
        },
        off=frozenset(several.getlist("off")),
        crippled=frozenset(several.getlist("crippled")),
    )


def _address(current: Current, said: SentFields, before: PreparedTable) -> str:
    """Lead back to the page with what was said there beside the rolls."""
    worked_out = {each.unit: str(each.after) for each in end_phase(before).heat}
    query = [
        (f"{_HEAT}{unit}", level)
        for unit, level in said.levels.items()
        if unit in worked_out and level != worked_out[unit]
    ]
    query += [("off", unit) for unit in sorted(said.off)]
    query += [("crippled", unit) for unit in sorted(said.crippled)]
    address = url_for("turn.show_end", code=current.code)
    return f"{address}?{urlencode(query)}" if query else address


def _dice(event: DueEvent, said: SentFields) -> tuple[int, ...]:
    """Read the dice that were typed for an event; none: it is rolled."""
    text = said.dice.get(event.key, "")
    expected = _("a roll, such as 8")
    return (
        read_dice(text, expected, at=f"{_DICE}{event.key}", highest=_HIGHEST, most=_MOST_DICE) if text else ()
    )


# ---- what ends the turn


def _levels(
    heat: Iterable[UnitHeat], typed: Mapping[str, str]
) -> tuple[dict[str, int], dict[str, tuple[Problem, ...]]]:
    """Read the heat of every unit: what was typed, else what was worked out."""
    levels: dict[str, int] = {}
    problems: dict[str, tuple[Problem, ...]] = {}
    for each in heat:
        text = typed.get(each.unit, str(each.after)).strip()
        level = digits_or_none(text)
        if level is None or level > SHUT_DOWN:
            name = f"{_HEAT}{each.unit}"
            problems[name] = (Problem(name, repr(text[:20]), _("a level from 0 to 4")),)
        else:
            levels[each.unit] = level
    return levels, problems


def _unknown(name: str, said: Iterable[str], known: Sequence[str]) -> dict[str, tuple[Problem, ...]]:
    """Refuse units that the page did not offer."""
    wrong = sorted(set(said) - set(known))
    expected = ", ".join(known) or _("nothing")
    return {name: tuple(Problem(name, repr(each[:40]), expected) for each in wrong)} if wrong else {}


def _heat_operations(
    heat: Iterable[UnitHeat], levels: Mapping[str, int], table: Table
) -> Iterator[Operation]:
    for each in heat:
        if levels[each.unit] == each.after:
            yield from effect_operations(each.answer, table)
        else:
            yield from _stated_heat(each.unit, levels[each.unit], table)


def _stated_heat(name: str, level: int, table: Table) -> Iterator[Operation]:
    """Write the heat that players have set by hand; at the last level the unit is shut down (CE p.53)."""
    unit = table.unit(name)
    assert unit is not None
    if level != unit.heat:
        yield SetProperty(name, "heat", level)
    state = unit.state - {"shutdown"} | ({"shutdown"} if level >= SHUT_DOWN else set())
    if state != unit.state:
        yield SetProperty(name, "state", [flag for flag in FLAGS if flag in state] or ABSENT)


def _flagged(table: Table, flags: Mapping[str, str]) -> Iterator[Operation]:
    """Add a state to units."""
    for name, flag in flags.items():
        unit = table.unit(name)
        assert unit is not None
        state = unit.state | {flag}
        yield SetProperty(name, "state", [each for each in FLAGS if each in state])


def _heat_lines(heat: Iterable[UnitHeat], levels: Mapping[str, int], table: Table) -> Iterator[ChangedLine]:
    names = unit_labels(table).names
    for each in heat:
        level = levels[each.unit]
        if level != each.before:
            heat_words = _("heat %(level)s", level=heat_label(level))
            yield ChangedLine(names[each.unit], heat_words, heat_label(each.before))
