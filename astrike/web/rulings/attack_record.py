"""What does a ruling about an attack or line of sight show? The whole card, with what was asked beside it."""

from collections.abc import Iterator

from astrike.model.attack_answer import AttackAnswer, SightAnswer
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.margin import Margins
from astrike.model.movement import Waypoint
from astrike.model.ruling import LedgerLine, RulingPicture, RulingText, StatedFact
from astrike.report.attack.sentences import kind_label, sight_headline
from astrike.report.words.numbers import coordinates, height, inches, percent, signed
from astrike.report.words.reasons import reason_detail
from astrike.rules.solver.attack import Detail, attack
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.attack.card import AttackCard, AttackCardKey, PointCardKey, card_of, card_of_point
from astrike.web.attack.pictures import CardPictures, card_pictures_of, large_pictures_of
from astrike.web.attack.questions import AttackReply, SightReply
from astrike.web.current.place_fields import stand_label
from astrike.web.current.prepared import TableState, prepared_state
from astrike.web.current.units import UnitLabels, unit_labels
from astrike.web.http.i18n import _, language, tr
from astrike.web.rulings.margins import close_attack, close_sight, margin_rows_of, sight_words
from astrike.web.rulings.pictures import blast_drawings, drawing, ends_drawing
from astrike.web.rulings.small_print import asked_rows, cause_of, edition_rows, small_print

_STATED = (
    "attacker", "target", "kind", "margin", "modifiers", "choices", "weapon", "special", "spotter", "overheat",
    "secondary", "path", "rolls",
)  # fmt: skip
"""Fields of an attack that its ruling states in words of its own."""


def attack_shown(state: TableState, asked: AttackReply, margins: Margins | None) -> RulingText:
    """Show an attack as its card does."""
    labels, found = unit_labels(asked.table), asked.answer
    if isinstance(asked.target, TablePoint):
        key = PointCardKey(language(), found.attacker, asked.target, asked.question)
        card, target = card_of_point(state, key), coordinates((asked.target.x, asked.target.y))
    else:
        card = card_of(state, AttackCardKey(language(), found.attacker, asked.target, asked.question))
        target = labels.names[asked.target]
    words = {"attacker": labels.names[found.attacker], "target": target}
    question = _("What does %(attacker)s need to hit %(target)s?", **words)
    if kind := kind_label(found.kind):
        question = f"{tr(kind)}: {question}"
    said, total = (f"{card.number}+", card.total) if card.number else (_("No"), "")
    verdict, other = close_attack(margins, said)
    return RulingText(
        question=question,
        verdict=verdict,
        other=other,
        odds=f"{card.odds} %" if card.number else "",
        beside=tuple(each for each in (card.rolls, card.damage) if each) if card.number else (),
        sentence=card.sentence,
        margin=margin_rows_of(margins, labels),
        ledger=tuple(_ledger(card)) if card.number else (),
        total=LedgerLine("", _("Target Number"), "", total, _("2D6 ≥ %(number)s", number=total), "total")
        if total
        else None,
        reasons=tuple(cause_of(row.label, row.detail, row.ref.cite, row.key) for row in card.refusals),
        facts=tuple(_attack_facts(card, words)),
        small_print=(
            *_how(asked.question, labels, is_refused=not card.number),
            *asked_rows(asked.asked, labels, but=_STATED),
            *(StatedFact(e.name, e.text, e.key) for e in card.small_print),
        ),
        drawings=_drawings(state, prepared_state(state).prepared, card.drawn, labels) or _on_the_map(asked),
        scale=_scale(card.pictures, card.looker),
    )


def sight_shown(state: TableState, asked: SightReply, margins: Margins | None) -> RulingText:
    """Show whether one unit sees another."""
    labels, report, prepared = unit_labels(asked.table), asked.answer, asked.prepared
    names = {"attacker": labels.names[report.attacker], "target": labels.names[report.target]}
    (listed,) = attack(prepared, [(report.attacker, report.target)], detail=Detail.LISTED)
    beside = [inches(report.range)]
    if not report.sight.reasons:
        beside.append(_hidden(report.sight))
    return RulingText(
        question=_("Does %(attacker)s see %(target)s?", **names),
        verdict=sight_words(report.sight),
        other=close_sight(margins, sight_words(report.sight)),
        odds="",
        beside=tuple(beside),
        sentence=sight_headline(report, labels.names, translate=tr),
        margin=margin_rows_of(margins, labels),
        ledger=(),
        total=None,
        reasons=tuple(
            cause_of(tr(each.label), reason_detail(each, labels.names, translate=tr), each.cite, each.key)
            for each in report.sight.reasons
        ),
        facts=tuple(_sight_facts(report.sight, report.range, names)),
        small_print=(
            *asked_rows(asked.asked, labels, but=("attacker", "target", "margin")),
            *edition_rows(asked.table),
            *small_print(prepared, report.options_used, report.assumed, labels),
        ),
        drawings=_drawings(state, prepared, listed, labels),
        scale=_scale(card_pictures_of(state, prepared, listed, labels), ""),
    )


def _ledger(card: AttackCard) -> Iterator[LedgerLine]:
    for row in card.ledger:
        cite = row.ref.cite
        yield LedgerLine(
            row.part, row.label, row.detail, row.value, cite.page, row.key, row.is_zero, cite.page_of
        )


def _attack_facts(card: AttackCard, words: dict[str, str]) -> Iterator[StatedFact]:
    for when, text in card.combat.takes:
        yield StatedFact(when, text, "takes")
    for note in card.notes:
        yield StatedFact(note.label, " · ".join(filter(None, (note.detail, note.ref.text))), note.key)
    if card.combat.rolled:
        yield StatedFact(_("Rolled"), card.combat.rolled.said, "rolled")
    if card.seen:
        yield StatedFact(_("%(target)s as %(attacker)s sees it", **words), card.seen, "seen")
    for fact in card.facts:
        if fact.key != "version":
            yield StatedFact(fact.name, fact.text, fact.key)
    if card.combat.caught:
        caught = (
            _("%(unit)s: %(damage)s, %(away)s", unit=each.name, damage=each.damage, away=each.distance)
            for each in card.combat.caught
        )
        yield StatedFact(_("Who is caught"), "; ".join(caught), "caught")


def _how(question: AttackQuestion, labels: UnitLabels, *, is_refused: bool) -> Iterator[StatedFact]:
    """Say how the attack was asked about, where that was not as usual."""
    # Of an attack that is allowed they stand in the sum.
    agreed = question.modifiers if is_refused else ()
    spotter = "" if question.spotter is None else labels.names.get(question.spotter, question.spotter)
    said = (
        (_("Artillery weapon"), question.weapon or "", "weapon"),
        (_("Weapon"), question.special or "", "special"),
        (_("Spotter"), spotter, "spotter"),
        (_("Overheat"), str(question.overheat or ""), "overheat"),
        (_("Secondary target"), _("yes") if question.secondary else "", "secondary"),
        (_("Path"), " – ".join(map(_waypoint, question.path)), "path"),
        (_("Dice"), ", ".join(map(str, question.rolls)), "rolls"),
        *((_("Agreed modifier"), f"{name} {signed(value)}", f"user.{name}") for name, value in agreed),
        *((_("Chosen"), f"{key}: {_choice(value)}", key) for key, value in question.choices),
    )
    for name, text, key in said:
        if text:
            yield StatedFact(name, text, f"asked.{key}")


def _waypoint(point: Waypoint) -> str:
    """Write a point of a path with the height that was asked for."""
    at = coordinates((point.x, point.y))
    if point.z is None:
        return at
    return f"{at}, {stand_label(point.z) if isinstance(point.z, str) else height(point.z)}"


def _choice(value: object) -> str:
    return _("yes") if value is True else _("no") if value is False else str(value)


def _sight_facts(sight: SightAnswer, away: float, names: dict[str, str]) -> Iterator[StatedFact]:
    yield StatedFact(_("Range"), inches(away), "range")
    yield StatedFact(_("Hidden of %(target)s", **names), percent(sight.hidden), "hidden")
    yield StatedFact(_("Hidden of %(attacker)s", **names), percent(sight.hidden_back), "hidden-back")
    parts = sight.woods_parts
    through = (parts.attacker, parts.between, parts.target)
    woods = " · ".join(map(inches, through)) if any(through) else _("none")
    yield StatedFact(_("Woods: own, between, target"), woods, "woods")


def _hidden(sight: SightAnswer) -> str:
    if sight.hidden <= 0:
        return _("nothing hidden")
    return _("%(share)s hidden", share=percent(sight.hidden))


def _drawings(
    state: TableState, prepared: PreparedTable, answer: AttackAnswer | None, labels: UnitLabels
) -> tuple[RulingPicture, ...]:
    if answer is None:
        return ()
    small = card_pictures_of(state, prepared, answer, labels)
    large = large_pictures_of(state, prepared, answer, labels)
    if small is None or large is None:
        return ()
    return drawing("plan", large.plan), drawing("side", large.profile), drawing("seen", small.seen)


def _on_the_map(asked: AttackReply) -> tuple[RulingPicture, ...]:
    """Draw an attack from above that no straight line is drawn of: at a point, or from a flight path."""
    if asked.answer.blast is not None:
        return blast_drawings(asked.prepared, asked.answer.blast)[0]
    target = asked.target
    end = (target.x, target.y) if isinstance(target, TablePoint) else asked.prepared.unit_of(target).at
    return (ends_drawing(asked.prepared, (asked.prepared.unit_of(asked.answer.attacker).at, end)),)


def _scale(pictures: CardPictures | None, looker: str) -> str:
    if pictures is None:
        return ""
    seen_from = [_("Seen from %(unit)s, who spots.", unit=looker)] if looker else []
    return " ".join([*seen_from, str(pictures.scale.unescape())])
