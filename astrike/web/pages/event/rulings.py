"""What was ruled at this event, and what does a judge say to a table that calls?"""

from dataclasses import dataclass

from flask import Response, request, url_for

from astrike.store.ruling_calls import decide_at_desk
from astrike.store.rulings import RulingLine, rulings_of_event
from astrike.web.current import changed_by_now
from astrike.web.current_event import CurrentEvent, load_current_event
from astrike.web.database import database
from astrike.web.device import local_path
from astrike.web.forms import digits_or_none
from astrike.web.i18n import _
from astrike.web.lookups import look_up_own_ruling
from astrike.web.respond import see_other, show


@dataclass(frozen=True, slots=True)
class RulingsContext:
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
    return show("event/rulings.html", RulingsContext(current, lines, words, table, tables))


def decide_ruling(code: str, ruling_id: str) -> Response:
    """Say what counts."""
    current = load_current_event(code)
    line = look_up_own_ruling(ruling_id, event_id=current.id)
    outcome = request.form.get("outcome", "") or request.form.get("words", "").strip()
    decide_at_desk(database(), current.id, line.id, outcome, who=changed_by_now())
    wished = request.form.get("next", "")
    return see_other(local_path(wished) if wished else url_for("events.show_desk", code=code))
