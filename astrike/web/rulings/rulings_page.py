"""Which rulings does a table have? Kept with one tap from any answer, decided by players or a judge, withdrawn."""

from collections.abc import Mapping
from urllib.parse import urlencode

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import Conflict, Forbidden, InputError, Problem
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import apply
from astrike.model.question_schema import members_of
from astrike.model.ruling import RulingRecord
from astrike.rules.table.prepared_table import PreparedTable
from astrike.store.rulings.rulings import (
    RulingLine,
    call_about,
    decide_about,
    decided_about,
    keep_ruling,
    revoke,
    rulings_of_table,
)
from astrike.store.table.changes import document_at
from astrike.store.table.codes import Right
from astrike.web.access.codes import look_up_own_ruling
from astrike.web.current.place_fields import place_operations, read_place
from astrike.web.current.prepared import prepare, prepared_state, state_of
from astrike.web.current.table import Current, changed_by_now, form_version, load_current
from astrike.web.current.units import unit_labels
from astrike.web.database import database
from astrike.web.http.device import local_path
from astrike.web.http.forms import digits_or_none
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other, show
from astrike.web.problems import all_of
from astrike.web.questions.body import ReadyTable
from astrike.web.questions.shared_fields import QuestionSettings
from astrike.web.rulings.questions import answered_in_turn, read_question
from astrike.web.rulings.record import record_of_answer
from astrike.web.settings import settings
from astrike.web.slots import slots

TRIED_UNIT = "tried"
"""The field that names a unit which is tried out elsewhere; where, the fields of a place say."""


@dataclass(frozen=True, slots=True)
class TableRulingsContext:
    """All rulings of a table, the newest first."""

    current: Current
    lines: tuple[RulingLine, ...]


def show_rulings(code: str) -> str:
    """List the rulings of a table."""
    current = load_current(code)
    found = rulings_of_table(database(), current.stored.id)
    return show("rulings/rulings.html", TableRulingsContext(current, found))


def keep_answer(code: str) -> Response:
    """Keep the answer to a question of a page, decided, or for a judge when the form asks for one."""
    current = load_current(code)
    version = form_version()
    kind, question = request.form.get("kind", ""), read_question(request.form.get("question", ""))
    document, tried = _as_tried(current, _document(current, version))
    ready = _ready(current, kind, question, document)
    answered = answered_in_turn(kind, question, document if ready is None else ReadyTable(document, ready))
    state = None if ready is None else state_of(current)
    record = record_of_answer(answered, document, table_version=version, tried=tried, state=state)
    agreed, wished = _agreed(record), local_path(request.form.get("next", ""))
    if agreed is not None and not tried:
        known = decided_about(
            database(), current.stored.id, version=version, kind=kind, question=record.question
        )
        if known is not None and known.decision is not None:
            _refuse_another(known, known.outcomes.index(known.decision.outcome), record, agreed)
            return _answered_by(known, wished)
    ruling = keep_ruling(
        database(),
        record,
        table_id=current.stored.id,
        table_name=current.name,
        who=changed_by_now(),
        also=slots().ruling_written,
        agreed=agreed,
        is_called="call" in request.form,
    )
    return _answered_by(ruling.line, wished)


def _refuse_another(known: RulingLine, chosen: int, record: RulingRecord, agreed: str) -> None:
    """Refuse an agreement that contradicts what counts already; the same one once more is no second ruling."""
    if chosen == record.outcomes.index(agreed) or known.decision is None:
        return
    stated = {"outcome": known.decision.outcome, "ruling": known.name}
    if known.decision.how == "judged":
        message = _("A judge has decided: %(outcome)s (%(ruling)s).", **stated)
    else:
        message = _("Already agreed: %(outcome)s (%(ruling)s). To change it, tap Change beside it.", **stated)
    raise Conflict(message, mine_version=0, current_version=0)


def _answered_by(line: RulingLine, wished: str) -> Response:
    if line.decision is not None and wished != "/":
        # What both agree on is the answer now: it is rolled for, or made, where it was asked.
        return see_other(f"{wished}{'&' if '?' in wished else '?'}{urlencode({'agreed': line.id})}")
    return see_other(url_for("rulings.show_ruling", ruling_id=line.id))


def drop_agreement(code: str, ruling_id: str) -> Response:
    """Take back what both players agreed on, for every phone; a judge's word stays."""
    line = look_up_own_ruling(ruling_id, table_id=load_current(code).stored.id)
    if line.decision is not None and line.decision.how == "judged":
        raise Forbidden(_("A judge has decided this already."))
    revoke(database(), line.id, now=settings().now())
    return see_other(local_path(request.form.get("next", "")))


def call_judge(code: str, ruling_id: str) -> Response:
    """Call a judge."""
    line = look_up_own_ruling(ruling_id, table_id=load_current(code).stored.id)
    call_about(database(), line.id, who=changed_by_now(), also=slots().ruling_written)
    return _to_the_list(code)


def decide_ruling(code: str, ruling_id: str) -> Response:
    """Record what both players agree on, or what the organizer decides."""
    current = load_current(code)
    line = look_up_own_ruling(ruling_id, table_id=current.stored.id)
    is_judged = request.form.get("how") == "judged"
    if is_judged and current.right < Right.ORGANISE:
        raise Forbidden(_("This needs the organizer's code."))
    decide_about(
        database(),
        line.id,
        request.form.get("outcome", ""),
        how="judged" if is_judged else "agreed",
        who=changed_by_now(),
        also=slots().ruling_written,
    )
    return _to_the_list(code)


def revoke_ruling(code: str, ruling_id: str) -> Response:
    """Withdraw a ruling."""
    line = look_up_own_ruling(ruling_id, table_id=load_current(code).stored.id)
    revoke(database(), line.id, now=settings().now())
    return _to_the_list(code)


def _to_the_list(code: str) -> Response:
    return see_other(url_for("rulings.show_rulings", code=load_current(code).code))


def _document(current: Current, version: int) -> dict[str, object]:
    """Give the table as the page showed it, however it has changed since."""
    if version == current.version:
        return current.stored.document
    if version > current.version:
        expected = _("a version of the table up to %(newest)s", newest=current.version)
        raise InputError([Problem("version", str(version), expected)])
    return document_at(database(), current.stored.id, version)


def _ready(
    current: Current, kind: str, question: Mapping[str, object], document: Mapping[str, object]
) -> PreparedTable | None:
    """Give the table as other pages have prepared it, where it is asked about just as it is now.

    Whole tables are checked in a process of their own, which reads them itself.
    """
    is_own = document is current.stored.document and not any(
        member.name in question for member in members_of(QuestionSettings)
    )
    if not is_own or kind == "legal":
        return None
    ready = prepared_state(state_of(current))
    return None if ready.problems else ready.prepared


def _as_tried(current: Current, document: dict[str, object]) -> tuple[dict[str, object], str]:
    """Put the unit that the form tries out where it is tried out, and say who that is."""
    unit_id = request.form.get(TRIED_UNIT, "")
    if not unit_id:
        return document, ""
    is_newest = document is current.stored.document
    prepared = (
        prepared_state(state_of(current)) if is_newest else prepare(parse_document(document))
    ).prepared
    unit = prepared.unit_of(unit_id)
    place = read_place(prepared, unit, request.form)
    if place.pose is None:
        raise all_of(place.problems)
    moved, _inverse = apply(document, place_operations(unit, place.pose))
    return moved, unit_labels(prepared.table).names[unit_id]


def _agreed(record: RulingRecord) -> str | None:
    """Give the outcome that both players agree on, by its number among the possible ones."""
    text = request.form.get("agree")
    if text is None:
        return None
    number = digits_or_none(text)
    if number is None or number >= len(record.outcomes):
        expected = _("a number from 0 to %(most)s", most=len(record.outcomes) - 1)
        raise InputError([Problem("agree", repr(text[:20]), expected)])
    return record.outcomes[number]
