"""What does a judge do about the calls of tables: go there, and say that it is done?"""

from flask import Response, request, url_for

from astrike.errors import NotFound
from astrike.store.judge_calls import end_call, judge_comes
from astrike.web.current import changed_by_now
from astrike.web.current_event import load_current_event
from astrike.web.database import database
from astrike.web.forms import digits_or_none
from astrike.web.i18n import _
from astrike.web.respond import see_other


def answer_call(code: str, call_id: str) -> Response:
    """Say that a judge is on the way."""
    current = load_current_event(code)
    judge_comes(database(), current.id, _id(call_id), who=changed_by_now())
    return see_other(url_for("events.show_desk", code=code))


def finish_call(code: str, call_id: str) -> Response:
    """Say that a call is done with, on demand with what was decided."""
    current = load_current_event(code)
    outcome = " ".join(request.form.get("outcome", "").split())
    end_call(database(), current.id, _id(call_id), outcome=outcome, who=changed_by_now())
    return see_other(url_for("events.show_desk", code=code))


def _id(text: str) -> int:
    number = digits_or_none(text)
    if number is None:
        raise NotFound(_("The event has no such call."))
    return number
