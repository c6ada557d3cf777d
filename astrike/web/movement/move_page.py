"""May this unit go there, what does it cost, and how far can it get? Trying a move never writes."""

from flask import Response, make_response, request

from astrike.errors import InputError
from astrike.web.current.prepared import prepared_state, state_of
from astrike.web.current.stored_unit import stored_unit
from astrike.web.current.table import load_current
from astrike.web.http.responses import show
from astrike.web.movement.declared_move import read_move
from astrike.web.movement.move_view import move_context
from astrike.web.problems import all_of, form_again


def show_move(code: str, unit_id: str) -> Response:
    """Show a declared move."""
    current = load_current(code)
    unit = stored_unit(current, unit_id).unit
    declared = read_move(prepared_state(state_of(current)).prepared, unit, request.args)
    context = move_context(current, unit, declared)
    page = show("movement/move.html", context, parts=("live",))
    wrong = (*all_of(declared.problems).problems, *all_of(context.look.problems).problems, *context.wrong)
    return form_again(page, InputError(wrong)) if wrong else make_response(page)
