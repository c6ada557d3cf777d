"""What does a ruling keep and show? The answer of a page in words and pictures, as it was when it was kept.

Rulings about a move, an area effect or a whole table show the verdict, the sum or list, and the map.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Final

from flask_babel import ngettext

from astrike.model.area_answer import BlastAnswer, CaughtTarget
from astrike.model.legality import Finding
from astrike.model.margin import Margins
from astrike.model.movement import MoveAnswer
from astrike.model.ruling import (
    Json,
    LedgerLine,
    RulingCause,
    RulingRecord,
    RulingText,
    StatedFact,
    question_digest,
)
from astrike.report.area.text import RING_WORDS
from astrike.report.layout.sentences import skipped_words, verdict_sentence, words_of_finding
from astrike.report.movement.sentences import margin_of_words
from astrike.report.rulings.margins import within_words
from astrike.report.words.numbers import coordinates, inches
from astrike.rulebook.loader import load_edition
from astrike.store.table.codes import Codes, Right
from astrike.store.table.tables import StoredTable
from astrike.web.area.questions import AreaReply
from astrike.web.attack.questions import AttackReply, SightReply
from astrike.web.current.prepared import TableState, prepared_state, state_of
from astrike.web.current.table import Current
from astrike.web.current.units import UnitLabels, unit_labels
from astrike.web.http.i18n import _, tr
from astrike.web.layout.pictures import whole_picture
from astrike.web.layout.questions import LegalReply
from astrike.web.layout.view import pinned
from astrike.web.movement.card import MoveCard, move_card
from astrike.web.movement.questions import MoveReply
from astrike.web.rulings.attack_record import attack_shown, sight_shown
from astrike.web.rulings.margins import margin_rows_of
from astrike.web.rulings.pictures import blast_drawings, drawing, move_drawings
from astrike.web.rulings.questions import RulingAnswer
from astrike.web.rulings.small_print import asked_rows, cause_of, edition_rows, option_rows, small_print

_MOST_FINDINGS = 200

_STATED_OF_A_MOVE = ("unit", "path", "mode", "facing", "mount", "dismount", "land", "take_off")

_STATED_OF_AN_AREA = ("at", "weapon", "z", "dice", "margin", "seed", "by", "series")
"""Fields of a question that its ruling states in words of its own, or that its answer shows."""


def move_shown(asked: MoveReply) -> RulingText:
    """Show a move as its page does."""
    labels, answer = unit_labels(asked.table), asked.answer
    card = move_card(asked.prepared, answer, labels)
    drawings, scale = move_drawings(asked.prepared, answer)
    name = labels.names[answer.unit]
    return RulingText(
        question=_("May %(unit)s move there?", unit=name),
        verdict=card.word,
        other=_other(answer),
        odds=card.cost,
        beside=tuple(each for each in (card.available, card.note) if each),
        sentence=_move_sentence(name, card),
        margin=_close(card, answer, labels),
        ledger=tuple(
            LedgerLine("", r.label, r.detail, r.value, r.ref.cite.page, r.key, page_of=r.ref.cite.page_of)
            for r in card.ledger
        ),
        total=LedgerLine("", _("Cost"), "", card.total, card.available, "total"),
        reasons=(
            *(cause_of(row.label, row.detail, row.ref.cite, row.key) for row in card.refusals),
            *(
                cause_of(row.label, row.detail, row.ref.cite, row.key, severity="warning")
                for row in card.checks
            ),
        ),
        facts=tuple(StatedFact(key, text) for key, text in card.after),
        small_print=(
            *asked_rows(asked.asked, labels, but=_STATED_OF_A_MOVE),
            *edition_rows(asked.table),
            *small_print(asked.prepared, answer.options_used, answer.assumed, labels),
        ),
        drawings=drawings,
        scale=scale,
    )


def area_shown(asked: AreaReply, margins: Margins | None) -> RulingText:
    """Show who is caught by an area effect."""
    labels, answer = unit_labels(asked.table), asked.answer
    drawings, sentence = blast_drawings(asked.prepared, answer)
    weapon = tr(answer.label) or answer.weapon
    close = [each for each in (*answer.caught, *answer.near) if each.close]
    return RulingText(
        question=_(
            "Who is caught by %(weapon)s aimed at %(place)s?", weapon=weapon, place=coordinates(answer.poi)
        ),
        verdict=str(len(answer.caught)) if answer.caught else _("Nobody"),
        other="",
        odds=_("caught") if answer.caught else "",
        beside=tuple(_("%(what)s %(fell)s", what=tr(die.label), fell=die.fell) for die in answer.dice),
        sentence=sentence,
        margin=_too_close(close, labels) or margin_rows_of(margins, labels),
        ledger=tuple(_caught(answer, labels)),
        total=None,
        reasons=tuple(
            cause_of(tr(note.label), "", note.cite, note.key, severity="note") for note in answer.notes
        ),
        facts=tuple(_area_facts(answer)),
        small_print=(
            *asked_rows(asked.asked, labels, but=_STATED_OF_AN_AREA),
            *edition_rows(asked.table),
            *small_print(asked.prepared, answer.options_used, answer.assumed, labels),
        ),
        drawings=drawings,
        scale="",
    )


def legal_shown(state: TableState, asked: LegalReply) -> RulingText:
    """Show what was found on a table."""
    labels = unit_labels(asked.table)
    wrong = asked.findings
    found = asked.legality.findings
    pins = pinned(found)
    verdicts = {"error": _("Fails"), "close": _("Close"), "open": _("Not decided"), "pass": _("Meets")}
    return RulingText(
        question=_("Does this table meet this preset: %(title)s?", title=asked.legality.title),
        verdict=verdicts[asked.legality.verdict],
        other="",
        odds="",
        beside=(ngettext("%(num)d finding", "%(num)d findings", len(wrong)),) if wrong else (),
        sentence=verdict_sentence(asked.legality, translate=tr),
        margin=None,
        ledger=(),
        total=None,
        reasons=tuple(
            _as_cause(each, pins.get(index), labels) for index, each in enumerate(found[:_MOST_FINDINGS])
        ),
        facts=(),
        small_print=(
            *edition_rows(asked.table),
            *(
                StatedFact(_("Not checked"), f"{why}: {what}", "skipped")
                for why, what in skipped_words(asked.legality.skipped, translate=tr)
            ),
        ),
        drawings=(drawing("map", whole_picture(prepared_state(state).prepared, asked.legality)),),
        scale="",
    )


def _as_cause(finding: Finding, pin: int | None, labels: UnitLabels) -> RulingCause:
    """Give a finding under the number of its pin on the map."""
    stated = words_of_finding(finding, labels.names, translate=tr)
    mark = "✓" if finding.severity == "pass" else "·" if pin is None else str(pin)
    return cause_of(
        stated.what, stated.measured, finding.cite, finding.key, severity=finding.severity, mark=mark
    )


def _move_sentence(name: str, card: MoveCard) -> str:
    stated = {"unit": name, "cost": card.cost, "available": card.available}
    if card.allowed:
        return _("%(unit)s may move there: it costs %(cost)s %(available)s.", **stated)
    return _(
        "%(unit)s may not move there: %(why)s", unit=name, why=" ".join(row.label for row in card.refusals)
    )


def _other(answer: MoveAnswer) -> str:
    if answer.margin is None or not answer.margin.close:
        return ""
    return _("No") if answer.allowed else _("Yes")


def _close(card: MoveCard, answer: MoveAnswer, labels: UnitLabels) -> StatedFact | None:
    if answer.margin is None:
        return None
    if card.close:
        return StatedFact(_("Too close to call"), card.close, answer.margin.of)
    away = within_words(abs(answer.margin.inches))
    what = margin_of_words(answer.margin, labels.names, translate=tr)
    return StatedFact(_("Holds within %(inches)s %(what)s", inches=away, what=what), "", answer.margin.of)


def _too_close(close: list[CaughtTarget], labels: UnitLabels) -> StatedFact | None:
    if not close:
        return None
    units = ", ".join(labels.names.get(each.unit, each.unit) for each in close)
    return StatedFact(_("Too close to call"), units, "template")


def _caught(answer: BlastAnswer, labels: UnitLabels) -> Iterator[LedgerLine]:
    for each in answer.caught:
        detail = f"{tr(RING_WORDS[each.ring])}, {inches(each.distance)}"
        mark = labels.marks[each.unit].letter if each.unit in labels.marks else ""
        name = labels.names.get(each.unit, each.unit)
        page, page_of = answer.cite.page, answer.cite.page_of
        key = f"caught.{each.unit}"
        yield LedgerLine(mark, name, detail, str(each.damage), page, key, page_of=page_of)


def _area_facts(answer: BlastAnswer) -> Iterator[StatedFact]:
    yield StatedFact(_("Radius"), " / ".join(map(inches, sorted({answer.inner, answer.outer}))), "radius")
    yield StatedFact(_("Aimed at"), coordinates(answer.poi), "poi")
    if answer.bearing is not None:
        yield StatedFact(_("Scattered"), f"{inches(answer.inches)}, {answer.bearing:.0f}°", "scatter")
        yield StatedFact(_("Lands at"), coordinates(answer.final), "final")


_LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)


def record_of_answer(
    answered: RulingAnswer,
    table: Json,
    *,
    table_version: int,
    tried: str = "",
    state: TableState | None = None,
) -> RulingRecord:
    """Put together what a ruling carries, everything that is shown of it among it.

    `state` is the table as it is kept, where just that was asked about: what pages know of it is taken from there.
    """
    asked = answered.asked.table
    edition = load_edition(asked.edition)
    name = f"ruling {question_digest(answered.kind, table, answered.question)} {edition.digest}"
    return RulingRecord(
        kind=answered.kind,
        table=table,
        question=answered.question,
        edition=asked.edition,
        edition_digest=edition.digest,
        environment=asked.environment,
        options=tuple(option_rows(asked, edition)),
        tolerance=asked.tolerance,
        table_version=table_version,
        tried=tried,
        engine=version("astrike"),
        answer=answered.answer,
        shown=_shown(answered, state or _state(answered, name, table_version)),
    )


def _shown(answered: RulingAnswer, state: TableState) -> RulingText:
    match answered.asked:
        case AttackReply():
            return attack_shown(state, answered.asked, answered.margins)
        case SightReply():
            return sight_shown(state, answered.asked, answered.margins)
        case MoveReply():
            return move_shown(answered.asked)
        case AreaReply():
            return area_shown(answered.asked, answered.margins)
        case _:
            return legal_shown(state, answered.asked)


def _state(answered: RulingAnswer, name: str, table_version: int) -> TableState:
    """Give the table as it was asked about, under a name of its own: what is kept of it is no other table's."""
    table = answered.asked.table
    stored = StoredTable(
        id=0,
        document=dict(table.document),
        version=table_version,
        created=_LONG_AGO,
        updated=_LONG_AGO,
        step=0,
        codes=Codes(name, name, name),
        undoable=None,
        redoable=None,
    )
    return state_of(Current(code="", right=Right.VIEW, stored=stored, table=table))
