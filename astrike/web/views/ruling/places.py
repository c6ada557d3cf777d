"""What does a ruling about a move, an area effect or a whole table show? Verdict, sum or list, and the map."""

from collections.abc import Iterator

from flask_babel import ngettext

from astrike.model.combat import BlastAnswer, Caught
from astrike.model.legality import Finding
from astrike.model.margin import Margins
from astrike.model.movement import MoveAnswer
from astrike.model.ruling import Cause, LedgerLine, Shown, Told
from astrike.report.area.text import RING_WORDS
from astrike.report.figures import coordinates, inches
from astrike.report.legal_words import finding_said, skipped_said, verdict_said
from astrike.report.margins import within
from astrike.report.move_sentences import margin_of_words
from astrike.web.area.questions import AreaReply
from astrike.web.i18n import _, tr
from astrike.web.layout.questions import LegalReply
from astrike.web.movement.questions import MoveReply
from astrike.web.views.fields import State, prepared
from astrike.web.views.legal.pictures import whole_picture
from astrike.web.views.legal.report import pinned
from astrike.web.views.move.cards import MoveCard, move_card
from astrike.web.views.ruling.margins import margin_told
from astrike.web.views.ruling.pictures import blast_drawings, drawing, move_drawings
from astrike.web.views.ruling.prints import asked_told, cause_of, editions_told, small_print
from astrike.web.views.units import Cast, cast_of

_MOST_FINDINGS = 200
_TOLD_OF_A_MOVE = ("unit", "path", "mode", "facing", "mount", "dismount", "land", "take_off")
_TOLD_OF_AN_AREA = ("at", "weapon", "z", "dice", "margin", "seed", "by", "series")
"""Fields of a question that its ruling says in words of its own, or that its answer shows."""


def move_shown(asked: MoveReply) -> Shown:
    """Show a move as its page does."""
    cast, answer = cast_of(asked.table), asked.answer
    card = move_card(asked.field, answer, cast)
    drawings, scale = move_drawings(asked.field, answer)
    name = cast.names[answer.unit]
    return Shown(
        question=_("May %(unit)s move there?", unit=name),
        verdict=card.word,
        other=_other(answer),
        odds=card.cost,
        beside=tuple(each for each in (card.available, card.note) if each),
        sentence=_move_sentence(name, card),
        margin=_close(card, answer, cast),
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
        facts=tuple(Told(key, text) for key, text in card.after),
        small_print=(
            *asked_told(asked.asked, cast, but=_TOLD_OF_A_MOVE),
            *editions_told(asked.table),
            *small_print(asked.field, answer.options_used, answer.assumed, cast),
        ),
        drawings=drawings,
        scale=scale,
    )


def area_shown(asked: AreaReply, margins: Margins | None) -> Shown:
    """Show who is caught by an area effect."""
    cast, answer = cast_of(asked.table), asked.answer
    drawings, sentence = blast_drawings(asked.field, answer)
    weapon = tr(answer.label) or answer.weapon
    close = [each for each in (*answer.caught, *answer.near) if each.close]
    return Shown(
        question=_(
            "Who is caught by %(weapon)s aimed at %(place)s?", weapon=weapon, place=coordinates(answer.poi)
        ),
        verdict=str(len(answer.caught)) if answer.caught else _("Nobody"),
        other="",
        odds=_("caught") if answer.caught else "",
        beside=tuple(_("%(what)s %(fell)s", what=tr(die.label), fell=die.fell) for die in answer.dice),
        sentence=sentence,
        margin=_too_close(close, cast) or margin_told(margins, cast),
        ledger=tuple(_caught(answer, cast)),
        total=None,
        reasons=tuple(
            cause_of(tr(note.label), "", note.cite, note.key, severity="note") for note in answer.notes
        ),
        facts=tuple(_area_facts(answer)),
        small_print=(
            *asked_told(asked.asked, cast, but=_TOLD_OF_AN_AREA),
            *editions_told(asked.table),
            *small_print(asked.field, answer.options_used, answer.assumed, cast),
        ),
        drawings=drawings,
        scale="",
    )


def legal_shown(state: State, asked: LegalReply) -> Shown:
    """Show what was found on a table."""
    cast = cast_of(asked.table)
    wrong = asked.findings
    found = asked.legality.findings
    pins = pinned(found)
    verdicts = {"error": _("Fails"), "close": _("Close"), "open": _("Not decided"), "pass": _("Meets")}
    return Shown(
        question=_("Does this table meet this preset: %(title)s?", title=asked.legality.title),
        verdict=verdicts[asked.legality.verdict],
        other="",
        odds="",
        beside=(ngettext("%(num)d finding", "%(num)d findings", len(wrong)),) if wrong else (),
        sentence=verdict_said(asked.legality, translate=tr),
        margin=None,
        ledger=(),
        total=None,
        reasons=tuple(
            _as_cause(each, pins.get(index), cast) for index, each in enumerate(found[:_MOST_FINDINGS])
        ),
        facts=(),
        small_print=(
            *editions_told(asked.table),
            *(
                Told(_("Not checked"), f"{why}: {what}", "skipped")
                for why, what in skipped_said(asked.legality.skipped, translate=tr)
            ),
        ),
        drawings=(drawing("map", whole_picture(prepared(state).field, asked.legality)),),
        scale="",
    )


def _as_cause(finding: Finding, pin: int | None, cast: Cast) -> Cause:
    """Give a finding under the number of its pin on the map."""
    said = finding_said(finding, cast.names, translate=tr)
    mark = "✓" if finding.severity == "pass" else "·" if pin is None else str(pin)
    return cause_of(said.what, said.measured, finding.cite, finding.key, severity=finding.severity, mark=mark)


def _move_sentence(name: str, card: MoveCard) -> str:
    said = {"unit": name, "cost": card.cost, "available": card.available}
    if card.allowed:
        return _("%(unit)s may move there: it costs %(cost)s %(available)s.", **said)
    return _(
        "%(unit)s may not move there: %(why)s", unit=name, why=" ".join(row.label for row in card.refusals)
    )


def _other(answer: MoveAnswer) -> str:
    if answer.margin is None or not answer.margin.close:
        return ""
    return _("No") if answer.allowed else _("Yes")


def _close(card: MoveCard, answer: MoveAnswer, cast: Cast) -> Told | None:
    if answer.margin is None:
        return None
    if card.close:
        return Told(_("Too close to call"), card.close, answer.margin.of)
    away = within(abs(answer.margin.inches))
    what = margin_of_words(answer.margin, cast.names, translate=tr)
    return Told(_("Holds within %(inches)s %(what)s", inches=away, what=what), "", answer.margin.of)


def _too_close(close: list[Caught], cast: Cast) -> Told | None:
    if not close:
        return None
    units = ", ".join(cast.names.get(each.unit, each.unit) for each in close)
    return Told(_("Too close to call"), units, "template")


def _caught(answer: BlastAnswer, cast: Cast) -> Iterator[LedgerLine]:
    for each in answer.caught:
        detail = f"{tr(RING_WORDS[each.ring])}, {inches(each.distance)}"
        mark = cast.marks[each.unit].letter if each.unit in cast.marks else ""
        name = cast.names.get(each.unit, each.unit)
        page, page_of = answer.cite.page, answer.cite.page_of
        key = f"caught.{each.unit}"
        yield LedgerLine(mark, name, detail, str(each.damage), page, key, page_of=page_of)


def _area_facts(answer: BlastAnswer) -> Iterator[Told]:
    yield Told(_("Radius"), " / ".join(map(inches, sorted({answer.inner, answer.outer}))), "radius")
    yield Told(_("Aimed at"), coordinates(answer.poi), "poi")
    if answer.bearing is not None:
        yield Told(_("Scattered"), f"{inches(answer.inches)}, {answer.bearing:.0f}°", "scatter")
        yield Told(_("Lands at"), coordinates(answer.final), "final")
