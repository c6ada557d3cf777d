"""May this unit go there, what does it cost, and how far can it get? Trying a move never writes."""

from typing import Final

from flask import Response, make_response, request

from astrike.dataclass import dataclass
from astrike.errors import InputError
from astrike.model.unit import Unit
from astrike.report.movement.reach_overlay import ReachRing, reach_ring
from astrike.web.current.prepared import prepared_state, state_of
from astrike.web.current.stored_unit import stored_unit
from astrike.web.current.table import Current, load_current
from astrike.web.http.responses import show
from astrike.web.movement.answers import ring_of
from astrike.web.movement.declared_move import read_move
from astrike.web.movement.move_view import move_context
from astrike.web.movement.requests import REQUESTS
from astrike.web.problems import all_of, form_again
from astrike.web.questions.form_reader import read_form

_RING: Final = "ring"
"""The part of the page that takes longer than the rest and is asked for by itself."""


@dataclass(frozen=True, slots=True)
class RingContext:
    """How far a unit gets, as one outline."""

    ring: ReachRing


def show_move(code: str, unit_id: str) -> Response:
    """Show a declared move."""
    current = load_current(code)
    unit = stored_unit(current, unit_id).unit
    if request.args.get("part") == _RING:
        return make_response(show("movement/ring.html", _ring_context(current, unit), parts=(_RING,)))
    declared = read_move(prepared_state(state_of(current)).prepared, unit, request.args)
    context = move_context(current, unit, declared)
    page = show("movement/move.html", context, parts=("live",))
    wrong = (*all_of(declared.problems).problems, *all_of(context.look.problems).problems, *context.wrong)
    return form_again(page, InputError(wrong)) if wrong else make_response(page)


def _ring_context(current: Current, unit: Unit) -> RingContext:
    """Outline where a unit can end its move; raise `InputError` for a mode that there is not."""
    read = read_form(REQUESTS.reach, request.args, given={"unit": unit.id}, table=current.table)
    if read.problems:
        raise all_of(read.problems)
    state = state_of(current)
    return RingContext(reach_ring(current.table, ring_of(state, unit.id, read.question.mode)))
