"""What does an attack card show? The answer, the sum that proves it, and every fact beside it, in words."""

from collections.abc import Iterator
from dataclasses import replace

from astrike.dataclass import dataclass
from astrike.errors import InputError
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import MOVED_INTO, PLAIN, AttackQuestion, TablePoint
from astrike.model.explain import Reason
from astrike.model.number_text import plain_number
from astrike.report.attack.ledger import damage_terms, shown_value, terms_in_order
from astrike.report.attack.sentences import headline, modifier_detail
from astrike.report.attack.text import ARCS
from astrike.report.words.numbers import inches, percent
from astrike.report.words.pages import page_words
from astrike.report.words.reasons import reason_detail, setting_words, words_of
from astrike.rules.odds import ways_to_roll
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.solver.attack import Detail, arc_width, attack
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.attack.answers import line_between
from astrike.web.attack.card_parts import CombatCard, combat_card
from astrike.web.attack.enemy_list import OtherAttack, bracket_label, other_attack, percent_of
from astrike.web.attack.pictures import CardPictures, card_pictures_of
from astrike.web.current.place_fields import bearing
from astrike.web.current.prepared import (
    TableState,
    TriedPose,
    cached,
    in_other_editions,
    prepared_state,
    with_pose,
)
from astrike.web.current.units import UnitLabels, labels_of
from astrike.web.http.citations import CitedPage
from astrike.web.http.i18n import _, tr


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One term of the sum."""

    part: str
    label: str
    detail: str
    value: str
    ref: CitedPage
    is_zero: bool
    key: str


@dataclass(frozen=True, slots=True)
class RefusalRow:
    """One reason why not."""

    label: str
    detail: str
    ref: CitedPage
    key: str


@dataclass(frozen=True, slots=True)
class NoteRow:
    """Something to know about the attack; `ask` is a point to attack instead."""

    label: str
    detail: str
    ref: CitedPage
    key: str
    ask: str = ""


@dataclass(frozen=True, slots=True)
class CardFact:
    """Something else that is true, under its name."""

    name: str
    text: str
    key: str


@dataclass(frozen=True, slots=True)
class AttackCard:
    """An attack card without its buttons."""

    number: str
    """The Target Number, empty for a "No"."""
    odds: str
    rolls: str
    damage: str
    """What a hit does, in a few words."""
    sentence: str
    ledger: tuple[LedgerRow, ...]
    total: str
    refusals: tuple[RefusalRow, ...]
    notes: tuple[NoteRow, ...]
    """What else is to be known about it."""
    instead: tuple[OtherAttack, ...]
    """For a refused attack: what may be used against this target."""
    facts: tuple[CardFact, ...]
    small_print: tuple[CardFact, ...]
    seen: str
    pictures: CardPictures | None
    combat: CombatCard
    """Other kinds of attack, spotters, what a hit does, who else is caught, choices, tables."""
    looker: str = ""
    """The spotter, when its line of sight counts and is drawn in place of the attacker's."""
    drawn: AttackAnswer | None = None
    """The answer as the one has it whose sight counts, for the pictures."""


@dataclass(frozen=True, slots=True)
class PointCardKey:
    """One attack at a point of the table, in one language."""

    language: str
    attacker: str
    point: TablePoint
    question: AttackQuestion


@dataclass(frozen=True, slots=True)
class AttackCardKey:
    """One attack, in one language; `pose` is where the unit `moved` is tried out."""

    language: str
    attacker: str
    target: str
    question: AttackQuestion
    moved: str = ""
    pose: TriedPose | None = None
    is_agreed: bool = False
    """Is it answered on a table that players agreed on, so that no list has measured its line?"""


@cached
def card_of(state: TableState, key: AttackCardKey) -> AttackCard:
    """Make the card of an attack, or take the one that is already made."""
    return card_on(state, _stood(prepared_state(state).prepared, key), key)


def card_on(state: TableState, prepared: PreparedTable, key: AttackCardKey) -> AttackCard:
    """Make the card of an attack on a table that stands as it is given."""
    answer = _answer(state, prepared, key)
    labels = labels_of(state)
    looks = _as_seen(prepared, answer)
    return replace(
        _plain(prepared, answer, labels, key.question),
        facts=tuple(_facts(state, key, prepared, answer, labels)),
        seen=_seen(prepared, answer, labels),
        pictures=card_pictures_of(state, prepared, looks, labels),
        drawn=looks,
        looker="" if looks.attacker == answer.attacker else labels.names[looks.attacker],
    )


@cached
def card_of_point(state: TableState, key: PointCardKey) -> AttackCard:
    """Make the card of an attack at a point, or take the one that is already made."""
    return point_card_on(state, prepared_state(state).prepared, key)


def point_card_on(state: TableState, prepared: PreparedTable, key: PointCardKey) -> AttackCard:
    """Make the card of an attack at a point of a table that stands as it is given."""
    (answer,) = attack(prepared, [(key.attacker, key.point)], key.question, detail=Detail.WHOLE)
    return replace(
        _plain(prepared, answer, labels_of(state), key.question),
        facts=(
            CardFact(_("Range"), _range(prepared, answer), "range"),
            CardFact(_("Arc"), tr(ARCS[answer.arc]) if answer.arc is not None else _("outside"), "arc"),
            CardFact(_("Edition"), answer.edition, "edition"),
            CardFact(_("Version of the table"), f"v{state.current.stored.version}", "version"),
        ),
    )


def _plain(
    prepared: PreparedTable, answer: AttackAnswer, labels: UnitLabels, question: AttackQuestion
) -> AttackCard:
    """Make a card of what all answers say, at a unit or at a point, without facts and pictures."""
    number = answer.target_number
    return AttackCard(
        number="" if number is None else str(number),
        odds=percent_of(answer.probability),
        rolls=_rolls(answer),
        damage=_damage(answer),
        sentence=headline(answer, labels.names, translate=tr),
        ledger=tuple(_ledger(answer, labels)),
        total=plain_number(answer.tally.total),
        refusals=tuple(
            RefusalRow(
                tr(each.label),
                reason_detail(each, labels.names, translate=tr),
                CitedPage(each.cite, answer.edition),
                each.key,
            )
            for each in answer.refusals
        ),
        notes=tuple(_note(each, answer.edition, labels) for each in answer.notes),
        instead=tuple(other_attack(each) for each in answer.instead),
        facts=(),
        small_print=tuple(_small_print(prepared, answer, labels)),
        seen="",
        pictures=None,
        combat=combat_card(prepared, answer, question, labels),
    )


def _note(each: Reason, edition: str, labels: UnitLabels) -> NoteRow:
    place = [plain_number(float(each.facts[axis])) for axis in ("x", "y") if axis in each.facts]
    detail = reason_detail(each, labels.names, translate=tr)
    return NoteRow(tr(each.label), detail, CitedPage(each.cite, edition), each.key, ",".join(place))


def _answer(state: TableState, prepared: PreparedTable, key: AttackCardKey) -> AttackAnswer:
    """Ask for the whole answer: what lists hold goes without spotters, choices and what follows a hit."""
    pair = _pair(state, key, prepared.edition.id, (key.attacker, key.target))
    (answer,) = attack(prepared, [pair], key.question, detail=Detail.WHOLE)
    return answer


def _listed(
    state: TableState,
    key: AttackCardKey,
    prepared: PreparedTable,
    pair: tuple[str, str],
    question: AttackQuestion = PLAIN,
) -> AttackAnswer:
    """Answer as lists do."""
    (answer,) = attack(
        prepared, [_pair(state, key, prepared.edition.id, pair)], question, detail=Detail.LISTED
    )
    return answer


def _pair(
    state: TableState, key: AttackCardKey, edition: str, pair: tuple[str, str]
) -> tuple[str, str] | MeasuredLine:
    """Give the line that the attacker's list has measured already; friends have none, and who stands elsewhere."""
    if key.pose is not None or key.is_agreed:
        return pair
    return line_between(state, edition, *pair, of=key.attacker) or pair


def _stood(prepared: PreparedTable, key: AttackCardKey) -> PreparedTable:
    return prepared if key.pose is None else with_pose(prepared, key.moved, key.pose).prepared


def _rolls(answer: AttackAnswer) -> str:
    number = answer.target_number
    if number is None:
        return ""
    match answer.automatic:
        case "hit":
            return _("no roll needed")
        case "miss":
            return _("no roll reaches it")
        case _:
            return _("%(ways)s of 36 rolls", ways=ways_to_roll(number))


def _damage(answer: AttackAnswer) -> str:
    target = answer.damage.target
    if answer.damage.inner is not None:
        inner, outer = answer.damage.inner, answer.damage.outer
        if outer is None or outer == inner:
            return _("%(points)s damage in the area", points=inner)
        return _("%(inner)s damage, %(outer)s farther out", inner=inner, outer=outer)
    if answer.kind in words_of("kinds", "does"):
        return tr(words_of("kinds", "does")[answer.kind])
    if target is None:
        return _("damage: not on the card")
    if isinstance(target, str):
        return _("%(points)s damage: a die decides", points=target)
    return _("%(points)s damage", points=target)


def _ledger(answer: AttackAnswer, labels: UnitLabels) -> Iterator[LedgerRow]:
    for modifier in terms_in_order(answer):
        yield LedgerRow(
            part=modifier.part,
            label=tr(modifier.label),
            detail=modifier_detail(modifier, answer, labels.names, translate=tr),
            value=shown_value(modifier),
            ref=CitedPage(modifier.cite, answer.edition),
            is_zero=not modifier.value,
            key=modifier.key,
        )


# ---- facts


def _facts(
    state: TableState, key: AttackCardKey, prepared: PreparedTable, answer: AttackAnswer, labels: UnitLabels
) -> Iterator[CardFact]:
    attacker, target = labels.names[answer.attacker], labels.names[answer.target]
    yield CardFact(_("Range"), _range(prepared, answer), "range")
    yield CardFact(_("Arc"), _arc(prepared, answer), "arc")
    if answer.direction == "rear":
        yield CardFact(_("Strikes"), _("rear of %(unit)s", unit=target), "strikes")
    else:
        yield CardFact(_("Strikes"), _("front of %(unit)s", unit=target), "strikes")
    back = _listed(state, key, prepared, (answer.target, answer.attacker))
    yield CardFact(_("%(unit)s shoots back", unit=target), _back(prepared, back), "back")
    yield CardFact(
        _("%(unit)s sees %(other)s", unit=target, other=attacker), _hidden(back.sight.hidden), "hidden-back"
    )
    parts = answer.sight.woods_parts
    through = (parts.attacker, parts.between, parts.target)
    woods = " · ".join(map(inches, through)) if any(through) else _("none")
    yield CardFact(_("Woods: own, between, target"), woods, "woods")
    if len(answer.damage.terms) > 1:
        yield CardFact(_("Damage"), _damage_terms(answer), "damage")
    yield CardFact(_("Edition"), _editions(state, key, answer), "edition")
    stored = state.current.stored
    yield CardFact(_("Version of the table"), f"v{stored.version}", "version")


def _range(prepared: PreparedTable, answer: AttackAnswer) -> str:
    if answer.bracket is None:
        is_ranged = answer.kind in prepared.edition.tagged("within-brackets")
        return _("%(range)s, out of range", range=inches(answer.range)) if is_ranged else inches(answer.range)
    row = prepared.edition.brackets[answer.bracket]
    limit = row.underwater if answer.sight.underwater else row.upto
    return _(
        "%(range)s, %(bracket)s ends at %(limit)s",
        range=inches(answer.range),
        bracket=bracket_label(prepared, answer),
        limit=inches(limit),
    )


def _arc(prepared: PreparedTable, answer: AttackAnswer) -> str:
    unit = prepared.unit_of(answer.attacker)
    degrees = arc_width(prepared, unit.id)
    words = tr(ARCS[answer.arc]) if answer.arc is not None else _("outside")
    off = bearing(unit.at, prepared.unit_of(answer.target).at)
    if unit.facing is None or off is None or degrees >= 360:
        return words
    turned = abs((off - unit.facing + 180.0) % 360.0 - 180.0)
    return _(
        "%(arc)s, %(turned)s° of %(most)s°",
        arc=words,
        turned=plain_number(turned),
        most=plain_number(degrees / 2),
    )


def _back(prepared: PreparedTable, back: AttackAnswer) -> str:
    number = back.target_number
    if number is None:
        return _("No: %(why)s", why=tr(back.refusals[0].label).lower())
    return f"{number}+, {percent_of(back.probability)} %, {bracket_label(prepared, back)}"


def _hidden(share: float) -> str:
    return _("%(share)s hidden", share=percent(share)) if share > 0 else _("nothing hidden")


def _damage_terms(answer: AttackAnswer) -> str:
    return ", ".join(words for words, _page in damage_terms(answer.damage, tr))


def _editions(state: TableState, key: AttackCardKey, answer: AttackAnswer) -> str:
    """Say what the other editions answer; where a way is searched for each of them, nobody would wait for it."""
    found = [answer.edition]
    for edition, prepared in () if answer.kind in MOVED_INTO else in_other_editions(state):
        if isinstance(prepared, InputError):
            found.append(_("%(edition)s: cannot be asked", edition=edition))
            continue
        try:
            other = _under(state, prepared, key)
        except InputError:
            found.append(_("%(edition)s: cannot be asked", edition=edition))
            continue
        if other.target_number == answer.target_number:
            found.append(_("%(edition)s agrees", edition=edition))
        else:
            number = other.target_number
            stated = _("No") if number is None else f"{number}+"
            found.append(f"{edition}: {stated}")
    return "; ".join(found)


def _under(state: TableState, prepared: PreparedTable, key: AttackCardKey) -> AttackAnswer:
    return _listed(state, key, _stood(prepared, key), (key.attacker, key.target), key.question)


def _seen(prepared: PreparedTable, answer: AttackAnswer, labels: UnitLabels) -> str:
    """Say how much of the target is hidden, and where cover and blocking begin."""
    body = prepared.bodies[answer.target]
    high = body.top - body.foot
    hidden = answer.sight.hidden
    if hidden <= 0:
        return _("None of its %(height)s is hidden.", height=inches(high))
    numbers = prepared.edition.numbers
    return _(
        "%(share)s of the silhouette is hidden. Cover above ⅓ (%(cover)s), blocked above ⅔ (%(blocked)s).",
        share=percent(hidden),
        cover=page_words(numbers["cover.from"].cite, answer.edition),
        blocked=page_words(numbers["cover.to"].cite, answer.edition),
    )


def _small_print(prepared: PreparedTable, answer: AttackAnswer, labels: UnitLabels) -> Iterator[CardFact]:
    for option in answer.options_used:
        row = prepared.edition.options[option.id]
        value = setting_words(option.value, tr, option=option.id)
        page = page_words(row.cite, answer.edition)
        yield CardFact(_("Option"), f"{tr(row.label)}: {value} · {page}", option.id)
    for note in answer.assumed:
        value = (
            labels.names.get(note.value, setting_words(note.value, tr))
            if isinstance(note.value, str)
            else setting_words(note.value, tr)
        )
        whose = "" if note.at.startswith("attack.") else _whose(note.at, labels)
        yield CardFact(
            _("Assumed"), " · ".join([f"{tr(note.label)}: {value}", *([whose] if whose else [])]), note.at
        )
    for ability in answer.not_applied:
        unit, found, rest = ability.partition(": ")
        words = f"{labels.names.get(unit, unit)}: {rest}" if found else ability
        yield CardFact(_("Not applied"), words, ability)


def _whose(at: str, labels: UnitLabels) -> str:
    parts = at.split(".")
    return ", ".join(labels.names.get(part, part) for part in parts[:-1] if part != "units") or at


def _as_seen(prepared: PreparedTable, answer: AttackAnswer) -> AttackAnswer:
    """Give the answer as the one has it whose sight counts: with a spotter along the spotter's line (CE p.41)."""
    spotter = next((each for each in answer.spotters if each.chosen), None)
    if spotter is None or spotter.unit not in prepared.units.index:
        return answer
    return replace(answer, attacker=spotter.unit, range=spotter.range)
