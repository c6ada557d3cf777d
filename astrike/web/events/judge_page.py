"""How does a table call a judge, how does the judge close the call, and what has been ruled at this event?

One tap calls; what the call is about can be added then or later, and the call can be withdrawn. Judges see the open
calls and the rulings of all tables.
"""

from dataclasses import replace

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, NotFound, Problem
from astrike.store.events.judge_calls import (
    LONGEST_ABOUT,
    JudgeCall,
    calls_of_table,
    end_call,
    judge_comes,
    open_call,
    take_call_back,
)
from astrike.store.events.rulings import decide_at_desk
from astrike.store.rulings.rulings import RulingLine, rulings_of_event, rulings_of_table
from astrike.web.access.codes import look_up_own_ruling
from astrike.web.current.table import Current, changed_by_now, load_current
from astrike.web.database import database
from astrike.web.events.current import CurrentEvent, event_at_table, load_current_event
from astrike.web.events.judge_words import call_words
from astrike.web.http.device import local_path
from astrike.web.http.forms import digits_or_none
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other, show
from astrike.web.problems import form_again, problems_by_field

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
    return show("events/judge.html", _context(load_current(code)))


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
        return form_again(show("events/judge.html", context), error)
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
    reported = None if newest is None else newest.call
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
        about="" if reported is None else reported.about,
        ruling="" if reported is None or reported.ruling_id not in by_id else reported.ruling_id or "",
        longest=LONGEST_ABOUT,
        problems={},
    )


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


@dataclass(frozen=True, slots=True)
class EventRulingsContext:
    """What was found of the rulings."""

    current: CurrentEvent
    lines: tuple[RulingLine, ...]
    words: str
    table: str
    tables: tuple[tuple[str, str], ...]


def show_rulings(code: str) -> str:
    """Search the rulings by words, rule or page, and by table."""
    current = load_current_event(code)
    words, table = request.args.get("words", "")[:80], request.args.get("table", "")[:3]
    lines = rulings_of_event(database(), current.id, words, digits_or_none(table))
    numbers = [str(seat.number) for seat in current.event.seats]
    tables = (("", _("every table")), *((each, _("Table %(number)s", number=each)) for each in numbers))
    return show("events/rulings.html", EventRulingsContext(current, lines, words, table, tables))


def decide_ruling(code: str, ruling_id: str) -> Response:
    """Say what counts."""
    current = load_current_event(code)
    line = look_up_own_ruling(ruling_id, event_id=current.id)
    outcome = request.form.get("outcome", "") or request.form.get("words", "").strip()
    decide_at_desk(database(), current.id, line.id, outcome, who=changed_by_now())
    wished = request.form.get("next", "")
    return see_other(local_path(wished) if wished else url_for("events.show_desk", code=code))
