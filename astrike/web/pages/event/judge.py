"""How does a table call a judge? One tap; what it is about can be said then or later, and the call taken back."""

from dataclasses import dataclass, replace

from flask import Response, request, url_for

from astrike.errors import InputError, Problem
from astrike.store.judge_calls import (
    LONGEST_ABOUT,
    JudgeCall,
    calls_of_table,
    open_call,
    take_call_back,
)
from astrike.store.rulings import RulingLine, rulings_of_table
from astrike.web.current import Current, changed_by_now, load_current
from astrike.web.current_event import event_at_table
from astrike.web.database import database
from astrike.web.device import local_path
from astrike.web.i18n import _
from astrike.web.lookups import look_up_own_ruling
from astrike.web.problems import form_again, problems_by_field
from astrike.web.respond import see_other, show
from astrike.web.views.event.judge import call_words

_RULINGS_SHOWN = 8


@dataclass(frozen=True, slots=True)
class CallLine:
    """A call, and how it stands in words."""

    call: JudgeCall
    words: str
    ruling: RulingLine | None


@dataclass(frozen=True, slots=True)
class JudgeContext:
    """The calls of a table, the newest first."""

    current: Current
    event: str
    """Name of the event; empty where the table belongs to none."""
    number: int
    open_call: CallLine | None
    past: tuple[CallLine, ...]
    rulings: tuple[tuple[str, str], ...]
    """What the call may be about."""
    about: str
    ruling: str
    longest: int
    problems: dict[str, tuple[Problem, ...]]


def show_judge(code: str) -> str:
    """Show how the call of this table stands, and a form to call."""
    return show("event/judge.html", _context(load_current(code)))


def call_judge(code: str) -> Response:
    """Call a judge to this table, or say what the call is about."""
    current = load_current(code)
    ruling_id = request.form.get("ruling", "")
    try:
        ruling = look_up_own_ruling(ruling_id, table_id=current.stored.id) if ruling_id else None
        about = " ".join(request.form.get("about", "").split())
        open_call(
            database(),
            current.stored.id,
            about=about,
            ruling_id=None if ruling is None else ruling.id,
            who=changed_by_now(),
        )
    except InputError as error:
        context = replace(
            _context(current),
            about=request.form.get("about", "")[: 2 * LONGEST_ABOUT],
            ruling=ruling_id,
            problems=problems_by_field(error),
        )
        return form_again(show("event/judge.html", context), error)
    return _back(code)


def cancel_call(code: str) -> Response:
    """Take the call of this table back."""
    take_call_back(database(), load_current(code).stored.id, who=changed_by_now())
    return _back(code)


def _back(code: str) -> Response:
    wished = request.form.get("next", "")
    return see_other(local_path(wished) if wished else url_for("events.show_judge", code=code))


def _context(current: Current) -> JudgeContext:
    place = event_at_table(current.stored.id)
    rulings = [] if place is None else list(rulings_of_table(database(), current.stored.id))
    by_id = {line.id: line for line in rulings if line.revoked is None}
    lines = tuple(
        CallLine(each, call_words(each), by_id.get(each.ruling_id or ""))
        for each in calls_of_table(database(), current.stored.id)
    )
    newest = lines[0] if lines and lines[0].call.is_open else None
    told = None if newest is None else newest.call
    return JudgeContext(
        current=current,
        event="" if place is None else place[0].event.name,
        number=0 if place is None else place[1],
        open_call=newest,
        past=lines if newest is None else lines[1:],
        rulings=(
            ("", _("no saved ruling")),
            *((line.id, f"{line.name} {line.question}") for line in list(by_id.values())[:_RULINGS_SHOWN]),
        ),
        about="" if told is None else told.about,
        ruling="" if told is None or told.ruling_id not in by_id else told.ruling_id or "",
        longest=LONGEST_ABOUT,
        problems={},
    )
