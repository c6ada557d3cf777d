"""What stands on an attack card? The answer, the sum that proves it, and every fact beside it, in words."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from astrike.errors import InputError
from astrike.model.answer import AttackAnswer
from astrike.model.attack import MOVED_INTO, PLAIN, AttackQuestion, Point
from astrike.model.explain import Reason
from astrike.report.figures import inches, percent, plain
from astrike.report.ledger import damage_terms, shown_value, terms_as_said
from astrike.report.option_words import option_words
from astrike.report.pages import page_words
from astrike.report.reason_words import reason_detail
from astrike.report.row_words import words_of
from astrike.report.sentences import headline, modifier_detail
from astrike.report.text import ARCS
from astrike.rules.attack import Detail, attack, width_of_arc
from astrike.rules.battlefield import Field
from astrike.rules.line import Line
from astrike.rules.odds import ways_to_roll
from astrike.web.citations import CitedPage
from astrike.web.i18n import _, tr
from astrike.web.views.answers import line_between
from astrike.web.views.attack.combat import CombatCard, combat_card
from astrike.web.views.attack.pictures import Pictures, pictures_of
from astrike.web.views.fields import Pose, State, in_other_editions, kept, prepared, with_pose
from astrike.web.views.poses import bearing
from astrike.web.views.rows import Other, bracket_label, other_of, percent_of
from astrike.web.views.units import Cast, cast_of


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
class Fact:
    """Something else that is true, under its name."""

    name: str
    text: str
    key: str


@dataclass(frozen=True, slots=True)
class Card:
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
    instead: tuple[Other, ...]
    """Of a "No": what may be used at this target."""
    facts: tuple[Fact, ...]
    small_print: tuple[Fact, ...]
    seen: str
    pictures: Pictures | None
    combat: CombatCard
    """Other kinds of attack, spotters, what a hit does, who else is caught, choices, tables."""
    looker: str = ""
    """Whose sight counts and is drawn, when it is not the attacker's: the spotter."""


@dataclass(frozen=True, slots=True)
class PointKey:
    """One attack at a point of the table, in one language."""

    language: str
    attacker: str
    point: Point
    question: AttackQuestion


@dataclass(frozen=True, slots=True)
class CardKey:
    """One attack, in one language; `pose` is where the unit `moved` is tried out."""

    language: str
    attacker: str
    target: str
    question: AttackQuestion
    moved: str = ""
    pose: Pose | None = None
    is_agreed: bool = False
    """Is it answered on a table that players agreed on, so that no list has measured its line?"""


EIGHT_PHONES = 256
"""Cards kept: eight phones that go through two dozen enemies each; a smaller number would let all go in turn."""


@kept(EIGHT_PHONES)
def card_of(state: State, key: CardKey) -> Card:
    """Make the card of an attack, or take the one that is already made."""
    return card_on(state, _stood(prepared(state).field, key), key)


def card_on(state: State, field: Field, key: CardKey) -> Card:
    """Make the card of an attack on a table that stands as it is given."""
    answer = _answer(state, field, key)
    cast = cast_of(field.table)
    looks = _as_seen(field, answer)
    return replace(
        _plain(field, answer, cast, key.question),
        facts=tuple(_facts(state, key, field, answer, cast)),
        seen=_seen(field, answer, cast),
        pictures=pictures_of(state, field, looks, cast),
        looker="" if looks.attacker == answer.attacker else cast.names[looks.attacker],
    )


@kept(32)
def card_of_point(state: State, key: PointKey) -> Card:
    """Make the card of an attack at a point, or take the one that is already made."""
    return point_card_on(state, prepared(state).field, key)


def point_card_on(state: State, field: Field, key: PointKey) -> Card:
    """Make the card of an attack at a point of a table that stands as it is given."""
    (answer,) = attack(field, [(key.attacker, key.point)], key.question, detail=Detail.WHOLE)
    return replace(
        _plain(field, answer, cast_of(field.table), key.question),
        facts=(
            Fact(_("Range"), _range(field, answer), "range"),
            Fact(_("Arc"), tr(ARCS[answer.arc]) if answer.arc is not None else _("outside"), "arc"),
            Fact(_("Edition"), answer.edition, "edition"),
            Fact(_("Version of the table"), f"v{state.current.stored.version}", "version"),
        ),
    )


def _plain(field: Field, answer: AttackAnswer, cast: Cast, question: AttackQuestion) -> Card:
    """Make a card of what all answers say, at a unit or at a point, without facts and pictures."""
    number = answer.target_number
    return Card(
        number="" if number is None else str(number),
        odds=percent_of(answer.probability),
        rolls=_rolls(answer),
        damage=_damage(answer),
        sentence=headline(answer, cast.names, translate=tr),
        ledger=tuple(_ledger(answer, cast)),
        total=plain(answer.tally.total),
        refusals=tuple(
            RefusalRow(
                tr(each.label),
                reason_detail(each, cast.names, translate=tr),
                CitedPage(each.cite, answer.edition),
                each.key,
            )
            for each in answer.refusals
        ),
        notes=tuple(_note(each, answer.edition, cast) for each in answer.notes),
        instead=tuple(other_of(each) for each in answer.instead),
        facts=(),
        small_print=tuple(_small_print(field, answer, cast)),
        seen="",
        pictures=None,
        combat=combat_card(field, answer, question, cast),
    )


def _note(each: Reason, edition: str, cast: Cast) -> NoteRow:
    place = [plain(float(each.facts[axis])) for axis in ("x", "y") if axis in each.facts]
    detail = reason_detail(each, cast.names, translate=tr)
    return NoteRow(tr(each.label), detail, CitedPage(each.cite, edition), each.key, ",".join(place))


def _answer(state: State, field: Field, key: CardKey) -> AttackAnswer:
    """Ask for the whole answer: what lists hold goes without spotters, choices and what follows a hit."""
    pair = _pair(state, key, field.edition.id, (key.attacker, key.target))
    (answer,) = attack(field, [pair], key.question, detail=Detail.WHOLE)
    return answer


def _listed(
    state: State, key: CardKey, field: Field, pair: tuple[str, str], question: AttackQuestion = PLAIN
) -> AttackAnswer:
    """Answer as lists do."""
    (answer,) = attack(field, [_pair(state, key, field.edition.id, pair)], question, detail=Detail.LISTED)
    return answer


def _pair(state: State, key: CardKey, edition: str, pair: tuple[str, str]) -> tuple[str, str] | Line:
    """Give the line that the attacker's list has measured already; friends have none, and who stands elsewhere."""
    if key.pose is not None or key.is_agreed:
        return pair
    return line_between(state, edition, *pair, of=key.attacker) or pair


def _stood(field: Field, key: CardKey) -> Field:
    return field if key.pose is None else with_pose(field, key.moved, key.pose).field


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


def _ledger(answer: AttackAnswer, cast: Cast) -> Iterator[LedgerRow]:
    for modifier in terms_as_said(answer):
        yield LedgerRow(
            part=modifier.part,
            label=tr(modifier.label),
            detail=modifier_detail(modifier, answer, cast.names, translate=tr),
            value=shown_value(modifier),
            ref=CitedPage(modifier.cite, answer.edition),
            is_zero=not modifier.value,
            key=modifier.key,
        )


# ---- facts


def _facts(state: State, key: CardKey, field: Field, answer: AttackAnswer, cast: Cast) -> Iterator[Fact]:
    attacker, target = cast.names[answer.attacker], cast.names[answer.target]
    yield Fact(_("Range"), _range(field, answer), "range")
    yield Fact(_("Arc"), _arc(field, answer), "arc")
    if answer.direction == "rear":
        yield Fact(_("Strikes"), _("rear of %(unit)s", unit=target), "strikes")
    else:
        yield Fact(_("Strikes"), _("front of %(unit)s", unit=target), "strikes")
    back = _listed(state, key, field, (answer.target, answer.attacker))
    yield Fact(_("%(unit)s shoots back", unit=target), _back(field, back), "back")
    yield Fact(
        _("%(unit)s sees %(other)s", unit=target, other=attacker), _hidden(back.sight.hidden), "hidden-back"
    )
    parts = answer.sight.woods_parts
    through = (parts.attacker, parts.between, parts.target)
    woods = " · ".join(map(inches, through)) if any(through) else _("none")
    yield Fact(_("Woods: own, between, target"), woods, "woods")
    if len(answer.damage.terms) > 1:
        yield Fact(_("Damage"), _damage_terms(answer), "damage")
    yield Fact(_("Edition"), _editions(state, key, answer), "edition")
    stored = state.current.stored
    yield Fact(_("Version of the table"), f"v{stored.version}", "version")


def _range(field: Field, answer: AttackAnswer) -> str:
    if answer.bracket is None:
        is_ranged = answer.kind in field.edition.tagged("within-brackets")
        return _("%(range)s, out of range", range=inches(answer.range)) if is_ranged else inches(answer.range)
    row = field.edition.brackets[answer.bracket]
    limit = row.underwater if answer.sight.underwater else row.upto
    return _(
        "%(range)s, %(bracket)s ends at %(limit)s",
        range=inches(answer.range),
        bracket=bracket_label(field, answer),
        limit=inches(limit),
    )


def _arc(field: Field, answer: AttackAnswer) -> str:
    unit = field.unit_of(answer.attacker)
    degrees = width_of_arc(field, unit.id)
    words = tr(ARCS[answer.arc]) if answer.arc is not None else _("outside")
    off = bearing(unit.at, field.unit_of(answer.target).at)
    if unit.facing is None or off is None or degrees >= 360:
        return words
    turned = abs((off - unit.facing + 180.0) % 360.0 - 180.0)
    return _("%(arc)s, %(turned)s° of %(most)s°", arc=words, turned=plain(turned), most=plain(degrees / 2))


def _back(field: Field, back: AttackAnswer) -> str:
    number = back.target_number
    if number is None:
        return _("No: %(why)s", why=tr(back.refusals[0].label).lower())
    return f"{number}+, {percent_of(back.probability)} %, {bracket_label(field, back)}"


def _hidden(share: float) -> str:
    return _("%(share)s hidden", share=percent(share)) if share > 0 else _("nothing hidden")


def _damage_terms(answer: AttackAnswer) -> str:
    return ", ".join(words for words, _page in damage_terms(answer.damage, tr))


def _editions(state: State, key: CardKey, answer: AttackAnswer) -> str:
    """Say what the other editions answer; where a way is searched for each of them, nobody would wait for it."""
    found = [answer.edition]
    for edition, field in () if answer.kind in MOVED_INTO else in_other_editions(state):
        if isinstance(field, InputError):
            found.append(_("%(edition)s: cannot be asked", edition=edition))
            continue
        try:
            other = _under(state, field, key)
        except InputError:
            found.append(_("%(edition)s: cannot be asked", edition=edition))
            continue
        if other.target_number == answer.target_number:
            found.append(_("%(edition)s agrees", edition=edition))
        else:
            number = other.target_number
            said = _("No") if number is None else f"{number}+"
            found.append(f"{edition}: {said}")
    return "; ".join(found)


def _under(state: State, field: Field, key: CardKey) -> AttackAnswer:
    return _listed(state, key, _stood(field, key), (key.attacker, key.target), key.question)


def _seen(field: Field, answer: AttackAnswer, cast: Cast) -> str:
    """Say how much of the target is hidden, and where cover and blocking begin."""
    body = field.bodies[answer.target]
    high = body.top - body.foot
    hidden = answer.sight.hidden
    if hidden <= 0:
        return _("None of its %(height)s is hidden.", height=inches(high))
    numbers = field.edition.numbers
    return _(
        "%(share)s of the silhouette is hidden. Cover above ⅓ (%(cover)s), blocked above ⅔ (%(blocked)s).",
        share=percent(hidden),
        cover=page_words(numbers["cover.from"].cite, answer.edition),
        blocked=page_words(numbers["cover.to"].cite, answer.edition),
    )


def _small_print(field: Field, answer: AttackAnswer, cast: Cast) -> Iterator[Fact]:
    for option in answer.options_used:
        row = field.edition.options[option.id]
        value = _value(option.value, option.id)
        page = page_words(row.cite, answer.edition)
        yield Fact(_("Option"), f"{tr(row.label)}: {value} · {page}", option.id)
    for note in answer.assumed:
        value = (
            cast.names.get(note.value, _value(note.value))
            if isinstance(note.value, str)
            else _value(note.value)
        )
        whose = "" if note.at.startswith("attack.") else _whose(note.at, cast)
        yield Fact(
            _("Assumed"), " · ".join([f"{tr(note.label)}: {value}", *([whose] if whose else [])]), note.at
        )
    for ability in answer.not_applied:
        unit, found, rest = ability.partition(": ")
        words = f"{cast.names.get(unit, unit)}: {rest}" if found else ability
        yield Fact(_("Not applied"), words, ability)


def _whose(at: str, cast: Cast) -> str:
    parts = at.split(".")
    return ", ".join(cast.names.get(part, part) for part in parts[:-1] if part != "units") or at


def _value(value: object, option: str = "") -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int | float):
        return plain(value)
    return option_words(option, str(value), tr) if option else tr(str(value))


def _as_seen(field: Field, answer: AttackAnswer) -> AttackAnswer:
    """Give the answer as the one has it whose sight counts: with a spotter along the spotter's line (CE p.41)."""
    spotter = next((each for each in answer.spotters if each.chosen), None)
    if spotter is None or spotter.unit not in field.units.index:
        return answer
    return replace(answer, attacker=spotter.unit, range=spotter.range)
