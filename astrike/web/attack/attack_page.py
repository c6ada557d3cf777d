"""May this unit attack that one, what does it need, and why? One card, from the number down to the last assumption."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from typing import Final
from urllib.parse import urlencode

from flask import Response, make_response, request, url_for

from astrike.byte_budget import Same
from astrike.dataclass import dataclass
from astrike.model.attack_question import MOST_OVERHEAT, AttackQuestion, TablePoint
from astrike.model.unit import Unit
from astrike.report.units.marks import UnitMark
from astrike.report.words.numbers import coordinates
from astrike.rules.table.prepared_table import PreparedTable
from astrike.store.table.codes import Right
from astrike.web.attack.aftermath import SETTLED
from astrike.web.attack.agreed import SplitVerdict, agreed_table, split_on
from astrike.web.attack.answers import attacks_of
from astrike.web.attack.asked_card import DRAWN_FROM, answered, card_asked, tried_pose
from astrike.web.attack.attack_form import ANYWAY, Aim, carried
from astrike.web.attack.card import (
    AttackCard,
    PointCardKey,
    card_of_point,
    point_card_on,
)
from astrike.web.attack.dice_keys import dice_so_far
from astrike.web.attack.enemy_list import in_order
from astrike.web.attack.fell_before import fell_before
from astrike.web.attack.landing import as_fired, is_landing
from astrike.web.attack.next_attacker import NextAttacker, next_attacker
from astrike.web.attack.out_of_order import OutOfOrder, out_of_order
from astrike.web.attack.questions import attack_question, codes_of, read_question
from astrike.web.current.agreements import FIELD, Agreement
from astrike.web.current.kept_pages import show_kept
from astrike.web.current.log_words import reasons_to_roll_again
from astrike.web.current.played import KEPT
from astrike.web.current.prepared import prepared_state, state_of
from astrike.web.current.standing import standing_of
from astrike.web.current.table import Current, load_current
from astrike.web.current.tape_ends import point_named, why_unmeasured
from astrike.web.current.units import UnitLabels, labels_of
from astrike.web.effects.due_rolls import NewestAttack, newest_attack
from astrike.web.effects.still_to_roll import StillToRoll, rolls_in
from astrike.web.http.i18n import language
from astrike.web.http.responses import names_of, see_other, show, with_query
from astrike.web.problems import all_of, form_again
from astrike.web.questions.form_answers import AskedQuestion

_TEMPLATE: Final = "attack/attack.html"
_PARTS: Final = ("answer",)
_KNOWN_OTHERWISE: Final = ("current", "card", "effect_address", "reasons_to_roll_again")
"""Table and card stand for themselves; the other two give the same for the same target, address and language."""


@dataclass(frozen=True, slots=True)
class NextEnemy:
    """The enemy before or after this one in the list."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class CardUnit:
    """Who attacks or is attacked; a point of the table in the place of an enemy has no mark."""

    id: str
    name: str
    mark: UnitMark | None = None


@dataclass(frozen=True, slots=True)
class AttackPageContext:
    """One attack card with its neighbors in the list."""

    current: Current
    attacker: CardUnit
    target: CardUnit
    card: AttackCard
    asked: AskedQuestion[AttackQuestion]
    codes: tuple[str, ...]
    overheat: int
    """What the card allows."""
    before: NextEnemy | None
    after: NextEnemy | None
    query: str
    """The place where the attacker is tried out, as the query of an address."""
    question_query: str
    place: tuple[tuple[str, str], ...]
    address: str
    edition: str
    weapons: tuple[str, ...]
    """Artillery weapons of the card."""
    effect_address: Callable[..., str]
    """The address where an effect on the target is rolled."""
    written_address: str
    """The address of the card as it is shown, with what is still to be rolled."""
    here: str
    """The address of this pair without its question."""
    roll_here: str
    """The address where the dice of this pair are rolled."""
    area_address: str
    """The area effect on the map; empty without one."""
    point: list[tuple[str, str]]
    """The point that is attacked, as it stands in an address; empty for a unit."""
    write_here: str
    """The address that applies the result of a roll."""
    still: tuple[StillToRoll, ...]
    """Rolls that what was written down has left open."""
    electronics_address: str
    margin_address: str
    """The address of the answer's margin; empty where nothing is measured."""
    pictures_address: str
    """The address of the large pictures; empty at a point."""
    unmeasured: str
    """Why nothing is measured around the bases."""
    ruling: Mapping[str, object]
    """The question as it is kept in a ruling."""
    agreed: Agreement | None
    """What both players agreed on, where it was too close to call."""
    split: SplitVerdict | None
    """What the dice come to, where two verdicts that nobody has decided between differ in it."""
    unagreed_address: str
    """Address of the card without what was agreed on."""
    asking: str
    """Address of the same question without its dice."""
    fallen: tuple[int, ...]
    """Dice that were typed so far, where several are needed."""
    stage: str
    """How far it is: `asked`, `rolled`, or `written` down."""
    declare_here: str
    """Where it is declared whose dice fall later, with those of others; empty where no Combat Phase is led."""
    is_landing: bool
    """Is it a shell that comes down now, fired in an earlier turn?"""
    out_of_order: OutOfOrder | None
    """Why it is not the attacker's turn to attack."""
    anyway_address: str
    """Address of the card for players who attack out of order; empty where nobody has to ask for that."""
    beside: list[tuple[str, str]]
    """What forms carry beside the question."""
    missed: str
    """By how much an area weapon missed that was applied, so that it scatters; empty for everything else."""
    reasons_to_roll_again: Callable[[], list[tuple[str, str]]]
    """Why the dice may fall a second time."""
    newest: NewestAttack | None
    """What was applied, with the rolls that were made since; None before that, and after anything else."""
    next_up: NextAttacker | None
    """Who attacks next on a played table, once this attack is applied, or in place of one that is out of order."""


def show_attack(code: str, attacker: str, target: str) -> Response:
    """Show one attack."""
    current = load_current(code)
    state = state_of(current)
    prepared, labels = prepared_state(state).prepared, labels_of(state)
    unit, foe = prepared.unit_of(attacker), prepared.unit_of(target)
    asked, (place, pose) = read_question(request.args, current.table), tried_pose(current, unit)
    if fell := fell_before(current, prepared, attacker, target, asked.question.kind):
        return see_other(with_query(request.path, fell))
    found = card_asked(current, attacker, target, asked, pose)
    ground, asked, card = found.ground, found.asked, found.card
    listed = [answer.target for answer in in_order(prepared, attacks_of(state, attacker))]
    number = listed.index(target) if target in listed else None
    here = url_for("attack.show_attack", code=current.code, attacker=attacker, target=target)
    context = replace(
        _context(
            current,
            prepared,
            labels,
            unit,
            asked,
            card,
            here,
            [*place, *asked.query],
            target,
            ground.agreement,
        ),
        target=_named(labels, foe),
        before=_neighbor(labels, listed[number - 1]) if number else None,
        after=_neighbor(labels, listed[number + 1])
        if number is not None and number + 1 < len(listed)
        else None,
        query=with_query("", place),
        split=split_on(ground, attacker, asked.question),
        place=place,
        ruling=attack_question(attacker, target, asked.question),
        roll_here=url_for("attack.roll_attack", code=current.code, attacker=attacker, target=target),
        margin_address=_margin_of(current, prepared, attacker, target, [*place, *asked.understood("rolls")]),
        pictures_address=_pictures_of(current, attacker, target, [*place, *asked.understood()]),
        write_here=url_for("attack.write_attack", code=current.code, attacker=attacker, target=target),
        declare_here=url_for("attack.declare_together", code=current.code, attacker=attacker, target=target)
        if _is_led(current)
        else "",
    )
    return _shown(context, asked)


def show_attack_at(code: str, attacker: str) -> Response:
    """Show an attack at a point of the table."""
    current = load_current(code)
    state = state_of(current)
    prepared, labels = prepared_state(state).prepared, labels_of(state)
    unit, asked = prepared.unit_of(attacker), read_question(request.args, current.table)
    at = point_named(current.table, "to", request.args.get("to", ""), beside=asked.problems)
    if fell := fell_before(current, prepared, attacker, at, asked.question.kind):
        return see_other(with_query(request.path, [("to", str(at)), *fell]))
    stood = as_fired(prepared, attacker, at, asked.question.kind)
    ground = agreed_table(current, stood, attacker, at, asked.question, request.args)
    is_agreed = (ground.prepared, ground.aim) != (prepared, at)

    def make(question: AttackQuestion) -> AttackCard:
        assert isinstance(ground.aim, TablePoint)
        key = PointCardKey(language(), attacker, ground.aim, question)
        return point_card_on(state, ground.prepared, key) if is_agreed else card_of_point(state, key)

    asked, card = answered(prepared, asked, make)
    point = [("to", str(at))]
    here = url_for("attack.show_attack_at", code=current.code, attacker=attacker)
    context = replace(
        _context(
            current, prepared, labels, unit, asked, card, here, [*point, *asked.query], at, ground.agreement
        ),
        target=CardUnit(str(at), coordinates((at.x, at.y))),
        roll_here=url_for("attack.roll_attack_at", code=current.code, attacker=attacker),
        margin_address=_margin_at(current, prepared, attacker, [*point, *asked.understood("rolls")]),
        point=point,
        split=split_on(ground, attacker, asked.question),
        ruling=attack_question(attacker, at, asked.question),
        write_here=url_for("attack.write_attack_at", code=current.code, attacker=attacker),
        declare_here=url_for("attack.declare_together_at", code=current.code, attacker=attacker)
        if _is_led(current)
        else "",
    )
    return _shown(context, asked)


def _context(
    current: Current,
    prepared: PreparedTable,
    labels: UnitLabels,
    unit: Unit,
    asked: AskedQuestion[AttackQuestion],
    card: AttackCard,
    here: str,
    query: list[tuple[str, str]],
    aim: Aim,
    agreement: Agreement | None,
) -> AttackPageContext:
    """Give what the page shows of every attack, at a unit or at a point."""
    line = _named(labels, unit)
    plain = with_query(here, query)
    order = _order(current, unit.id, aim, asked.question.kind)
    anyway = with_query(here, [*query, (ANYWAY, "1")]) if order and ANYWAY not in request.args else ""
    if agreement is not None:
        query = [*query, (FIELD, agreement.id)]
    beside = carried(ANYWAY, KEPT)
    query = [*query, *beside]
    now = with_query(here, [*query, *_written()])
    return AttackPageContext(
        current=current,
        attacker=line,
        target=line,
        card=card,
        asked=asked,
        codes=codes_of(unit, prepared.edition),
        overheat=min(unit.overheat, MOST_OVERHEAT),
        before=None,
        after=None,
        query="",
        question_query=urlencode(asked.understood()),
        place=(),
        address=with_query(here, query),
        edition=prepared.edition.id,
        weapons=tuple(special.code for special in unit.specials if special.code.startswith("ART")),
        effect_address=_effects_on(current, "" if isinstance(aim, TablePoint) else aim, now),
        written_address=now,
        here=here,
        roll_here="",
        area_address=_on_the_map(current, card),
        point=[],
        write_here="",
        still=rolls_in(request.args.get("written", ""), labels),
        electronics_address=url_for("electronics.show_electronics", code=current.code),
        margin_address="",
        pictures_address="",
        unmeasured=why_unmeasured(prepared),
        ruling={},
        agreed=agreement,
        split=None,
        unagreed_address=plain,
        asking=with_query(here, [pair for pair in query if pair[0] not in ("rolls", KEPT)]),
        fallen=dice_so_far(request.args.get("fallen", "")),
        stage=_stage(asked, card),
        declare_here="",
        is_landing=is_landing(prepared, unit.id, aim, asked.question.kind),
        out_of_order=order,
        anyway_address=anyway,
        beside=beside,
        missed=request.args.get("missed", "")[:3] if "written" in request.args else "",
        reasons_to_roll_again=reasons_to_roll_again,
        newest=newest_attack(current, SETTLED) if "written" in request.args else None,
        next_up=next_attacker(current) if "written" in request.args or anyway else None,
    )


def _margin_of(
    current: Current, prepared: PreparedTable, attacker: str, target: str, query: list[tuple[str, str]]
) -> str:
    if prepared.metric.unmeasured:
        return ""
    here = url_for("rulings.show_attack_margin", code=current.code, attacker=attacker, target=target)
    return with_query(here, query)


def _pictures_of(current: Current, attacker: str, target: str, query: list[tuple[str, str]]) -> str:
    here = url_for("attack.show_pictures", code=current.code, attacker=attacker, target=target)
    stated = [(FIELD, request.args[FIELD])] if request.args.get(FIELD) else []
    return with_query(here, [*query, *stated, (DRAWN_FROM, str(current.version))])


def _margin_at(current: Current, prepared: PreparedTable, attacker: str, query: list[tuple[str, str]]) -> str:
    if prepared.metric.unmeasured:
        return ""
    return with_query(url_for("rulings.show_place_margin", code=current.code, attacker=attacker), query)


def _on_the_map(current: Current, card: AttackCard) -> str:
    at, weapon = card.combat.lands
    return url_for("area.show_area", code=current.code, at=at, weapon=weapon) if at else ""


def _shown(context: AttackPageContext, asked: AskedQuestion[AttackQuestion]) -> Response:
    if context.split is not None and context.stage == "asked":
        context = replace(context, stage="rolled")
    if asked.problems:
        return form_again(show(_TEMPLATE, context, parts=_PARTS), all_of(asked.problems))
    if context.agreed is not None or context.is_landing:  # such a card is made anew each time
        return make_response(show(_TEMPLATE, context, parts=_PARTS))
    return show_kept(_TEMPLATE, context, under=_kept_under(context), parts=_PARTS)


def _kept_under(context: AttackPageContext) -> Hashable:
    """Give all that the page shows: table and card as the same, everything else as it is written down."""
    shown = names_of(context)
    for name in _KNOWN_OTHERWISE:
        del shown[name]
    current = context.current
    return current.code, current.right, current.stored.version_key, Same(context.card), repr(shown)


def _is_led(current: Current) -> bool:
    """Is it the Combat Phase of a game, and may this code play?"""
    table = current.table
    return table.is_played and table.phase == "combat" and current.right >= Right.PLAY


def _order(current: Current, attacker: str, aim: Aim, kind: str) -> OutOfOrder | None:
    if not _is_led(current):
        return None
    state = state_of(current)
    return out_of_order(prepared_state(state).prepared, standing_of(state), attacker, aim, kind)


def _stage(asked: AskedQuestion[AttackQuestion], card: AttackCard) -> str:
    if "written" in request.args:
        return "written"
    return "rolled" if asked.question.rolls and card.combat.rolled is not None else "asked"


def _effects_on(current: Current, target: str, back: str) -> Callable[..., str]:
    def address(kind: str, unit: str = "") -> str:
        return url_for("effects.show_effect", code=current.code, kind=kind, unit_id=unit or target, back=back)

    return address


def _written() -> list[tuple[str, str]]:
    return [("written", request.args["written"])] if "written" in request.args else []


def _named(labels: UnitLabels, unit: Unit) -> CardUnit:
    return CardUnit(unit.id, labels.names[unit.id], labels.marks[unit.id])


def _neighbor(labels: UnitLabels, unit_id: str) -> NextEnemy:
    return NextEnemy(unit_id, labels.names[unit_id])
