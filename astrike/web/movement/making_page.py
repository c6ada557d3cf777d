"""How is a declared move made? Position, facing, elevation, motion and a declared charge are one change.

In a game the page goes on to the next unit that this phone may move.
"""

from dataclasses import replace

from flask import Response, request, url_for

from astrike.errors import InputError, Problem
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import Operation
from astrike.model.movement import MoveAnswer
from astrike.model.number_text import plain_number
from astrike.model.table import AttackDeclaration
from astrike.model.unit import Unit
from astrike.rules.movement.judge import judge_move
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.turn.standing import turn_standing
from astrike.web.attack.aftermath import declarations_operation, declared_words
from astrike.web.current.prepared import prepare, prepared_state, state_of
from astrike.web.current.standing import side_due_instead, unit_offered
from astrike.web.current.stored_unit import begun_from, stored_unit
from astrike.web.current.table import (
    ChangedLine,
    Current,
    back_to_table,
    change,
    form_version,
    load_current,
)
from astrike.web.current.units import UnitLabels, motion_label, unit_labels
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other, show
from astrike.web.movement.after_move import after_operations, move_label, move_played, unit_after
from astrike.web.movement.answers import ways_of
from astrike.web.movement.contact import declaration_of
from astrike.web.movement.declared_move import read_move, whole_question
from astrike.web.movement.move_view import move_context
from astrike.web.problems import form_again


def make_move(code: str, unit_id: str) -> Response:
    """Make a declared move; one that the rules refuse only when the form insists on it."""
    current = load_current(code)
    now, begun, version = stored_unit(current, unit_id).unit, begun_from(current, unit_id), form_version()
    prepared = prepared_state(state_of(current)).prepared
    if version != current.version:
        # What is sent twice must ask for the same change twice, so it is judged where it began.
        prepared = prepare(parse_document(begun.document)).prepared
    declared = read_move(prepared, begun.unit, request.form)
    try:
        question = whole_question(declared, begun.unit)
        answer = judge_move(prepared, unit_id, question)
        if not answer.allowed and "anyway" not in request.form:
            raise InputError([_refused(answer)])
        due_instead = _due_instead(prepared, begun.unit)
        after = unit_after(prepared, begun.unit, question, answer)
        charge = declaration_of(prepared, after, answer, request.form.get("declare", ""))
        kind = ways_of(state_of(current), unit_id).kind
        is_on_foot = kind in prepared.edition.tagged("on-foot")
        labels = unit_labels(current.table)
        label = move_label(labels.names, begun.unit, question, answer, is_on_foot=is_on_foot)
        if due_instead:
            label = replace(label, names={**label.names, "due": due_instead})
        if charge is not None:
            label = replace(label, names={**label.names, charge.kind: labels.names[charge.target]})
        operations = [*after_operations(begun.unit, after), *_declared(prepared, charge)]
        play = move_played(prepared, question, answer, is_out_of_order=bool(due_instead))
        lines = _lines(now, after, charge, labels)
        stored = change(current, operations, label=label, lines=lines, play=play)
    except InputError as error:
        more = () if declared.problems else error.problems
        return form_again(show("movement/move.html", move_context(current, now, declared, more=more)), error)
    return _go_on(current, unit_id, stored.version)


def _due_instead(prepared: PreparedTable, unit: Unit) -> str:
    """Name the side whose step it is instead; refuse the move when the form does not say that it knows."""
    if not prepared.table.is_played:
        return ""
    found = side_due_instead(prepared.table, turn_standing(prepared), unit.id, "movement")
    if found and "out_of_order" not in request.form:
        expected = _("a unit of %(side)s, or Move out of order", side=found)
        raise InputError([Problem(at=_("the move"), found=unit.name, expected=expected)])
    return found


def _declared(prepared: PreparedTable, charge: AttackDeclaration | None) -> list[Operation]:
    if charge is None:
        return []
    others = [each for each in prepared.table.declarations if each.by != charge.by]
    return [declarations_operation([*others, charge])]


def _go_on(current: Current, moved: str, version: int) -> Response:
    """Lead to the next unit that this phone may move where the form asks for it, else back to the table."""
    if "on" in request.form and (following := unit_offered(load_current(current.code), "move")):
        address = url_for("movement.show_move", code=current.code, unit_id=following, moved=moved, at=version)
        return see_other(address)
    return back_to_table(current) if current.table.is_played else back_to_table(current, unit=moved)


def _refused(answer: MoveAnswer) -> Problem:
    found = answer.refusals[0].label if answer.refusals else ""
    return Problem(at=_("the move"), found=found, expected=_("a move that the rules allow, or Move anyway"))


def _lines(now: Unit, after: Unit, charge: AttackDeclaration | None, labels: UnitLabels) -> list[ChangedLine]:
    def facing(degrees: float | None) -> str:
        return _("not given") if degrees is None else f"{plain_number(degrees)}°"

    def place(unit: Unit) -> str:
        return f"{plain_number(unit.at[0])}, {plain_number(unit.at[1])}"

    return [
        ChangedLine(_("Place"), place(after), place(now)),
        ChangedLine(_("Facing"), facing(after.facing), facing(now.facing)),
        ChangedLine(_("Movement"), motion_label(after.motion), motion_label(now.motion)),
        *([] if charge is None else [ChangedLine(_("Declared"), declared_words(charge, labels), "")]),
    ]
