"""What does the top of a quick check show? The number, its neighbors, the sum, and the terms with their pages."""

from collections.abc import Iterable
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.attack_answer import AttackAnswer, DamageTerm
from astrike.model.explain import Modifier, OptionUsed
from astrike.model.movement import MoveTerm
from astrike.model.number_text import plain_number
from astrike.model.unit_answer import UnitAnswer, UnitMode
from astrike.report.attack.ledger import LEDGER_LETTERS, shown_value, terms_in_order
from astrike.report.words.numbers import height, signed
from astrike.report.words.reasons import option_words
from astrike.rulebook.loader import load_edition
from astrike.rules.odds import WAYS, probability, ways_to_roll
from astrike.rules.quick.attack import QuickAnswer
from astrike.rules.quick.scatter import QuickScatterQuestion, quick_area, quick_scatter, quick_ways
from astrike.web.attack.enemy_list import percent_of
from astrike.web.http.citations import CitedPage
from astrike.web.http.i18n import _, tr
from astrike.web.movement.card import mode_label
from astrike.web.quick.words import word_of


@dataclass(frozen=True, slots=True)
class NextNumber:
    """A Target Number and its chance."""

    number: str
    odds: str
    ways: int = 0
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class SumPart:
    """A letter and what its terms add up to."""

    letter: str
    value: str
    word: str


@dataclass(frozen=True, slots=True)
class QuickLedgerRow:
    """One term with its page."""

    part: str
    label: str
    value: str
    ref: CitedPage
    key: str
    is_zero: bool


@dataclass(frozen=True, slots=True)
class QuickReason:
    """A reason against it, with its page."""

    label: str
    detail: str
    ref: CitedPage
    key: str


@dataclass(frozen=True, slots=True)
class DecidingOption:
    """An option that decided something: what it is about, how it is set, and its page."""

    label: str
    value: str
    ref: CitedPage
    key: str


@dataclass(frozen=True, slots=True)
class QuickResult:
    """What is pinned on top. `number` is empty for a "No"."""

    number: str
    odds: str
    neighbors: tuple[NextNumber, ...]
    note: str
    """The text shown in place of neighbors."""
    sums: tuple[SumPart, ...]
    total: str
    ledger: tuple[QuickLedgerRow, ...]
    reasons: tuple[QuickReason, ...]
    idle: tuple[str, ...]
    options: tuple[DecidingOption, ...]
    summary: str
    table: tuple[NextNumber, ...]

    def sum_of(self, letter: str) -> str:
        """Give what stands beside a group's name."""
        return next((part.value for part in self.sums if part.letter == letter), "")


_LETTER_WORDS: Final = {
    "S": lambda: _("Skill"),
    "A": lambda: _("Attacker"),
    "T": lambda: _("Target"),
    "O": lambda: _("Other"),
    "R": lambda: _("Range"),
}


def result_of(quick: QuickAnswer) -> QuickResult:
    """Say what the engine answers."""
    answer = quick.answer
    number = answer.target_number
    total = answer.tally.total
    odds = percent_of(answer.probability)
    if number is None:
        summary = _("No: %(why)s", why=tr(answer.refusals[0].label))
    else:
        summary = _("%(number)s or more, %(odds)s percent", number=number, odds=odds)
    return QuickResult(
        number="" if number is None else plain_number(number),
        odds=odds,
        neighbors=_neighbors(answer),
        note=_note(answer),
        sums=tuple(_sums(answer)),
        total=plain_number(total),
        ledger=tuple(_ledger_row(term, answer.edition) for term in terms_in_order(answer)),
        reasons=tuple(_reasons(answer)),
        idle=tuple(word_of(word) for word in quick.idle),
        options=_decided(quick.question.edition, answer.options_used),
        summary=summary,
        table=odds_table(number),
    )


def _decided(edition_id: str, used: Iterable[OptionUsed]) -> tuple[DecidingOption, ...]:
    rows = load_edition(edition_id).options
    return tuple(
        DecidingOption(
            tr(rows[each.id].label), _value(each), CitedPage(rows[each.id].cite, edition_id), each.id
        )
        for each in used
        if each.id in rows
    )


def _value(used: OptionUsed) -> str:
    if isinstance(used.value, bool):
        return _("yes") if used.value else _("no")
    if isinstance(used.value, int | float):
        return plain_number(used.value)
    return option_words(used.id, used.value, tr)


def odds_table(number: int | None) -> tuple[NextNumber, ...]:
    """List every Target Number of two dice with its chance."""
    return tuple(
        NextNumber(str(each), percent_of(probability(each)), ways_to_roll(each), each == number)
        for each in WAYS
    )


def _neighbors(answer: AttackAnswer) -> tuple[NextNumber, ...]:
    number = answer.target_number
    if number is None or answer.automatic:
        return ()
    return tuple(
        NextNumber(str(each), percent_of(probability(each)))
        for each in (number - 1, number + 1)
        if min(WAYS) <= each <= max(WAYS)
    )


def _note(answer: AttackAnswer) -> str:
    match answer.automatic:
        case "hit":
            return _("no roll needed")
        case "miss":
            return _("no roll reaches it")
        case _:
            return ""


def _sums(answer: AttackAnswer) -> Iterable[SumPart]:
    present = {term.part for term in (*answer.tally.modifiers, *answer.considered)}
    for letter in LEDGER_LETTERS:
        if letter in present or letter in "SO":
            value = sum(term.value for term in answer.tally.modifiers if term.part == letter)
            yield SumPart(
                letter, plain_number(value) if letter == "S" else signed(value), _LETTER_WORDS[letter]()
            )


def _ledger_row(term: Modifier, edition: str) -> QuickLedgerRow:
    return QuickLedgerRow(
        term.part, tr(term.label), shown_value(term), CitedPage(term.cite, edition), term.key, not term.value
    )


def _reasons(answer: AttackAnswer) -> Iterable[QuickReason]:
    for key, reason in {each.key: each for each in answer.refusals}.items():
        row = reason.facts.get("row")
        page = CitedPage(reason.cite, answer.edition)
        yield QuickReason(
            tr(str(row)) if row else tr(reason.label), tr(reason.label) if row else "", page, key
        )


# ---- what a blow does


@dataclass(frozen=True, slots=True)
class DamageDealt:
    """Points of damage to a unit, and what they are made of."""

    who: str
    points: str
    terms: tuple[QuickLedgerRow, ...]


def damage_dealt_by(quick: QuickAnswer) -> tuple[DamageDealt, ...]:
    """Say what a physical attack does to the target, and to who makes it."""
    damage, kind, edition = quick.answer.damage, quick.question.asked, quick.answer.edition
    found = [
        DamageDealt(
            _("Target takes"),
            "?" if damage.target is None else str(damage.target),
            _damage_rows(damage.terms, edition),
        )
    ]
    if load_edition(edition).kinds[kind].mode:
        on_hit = _damage_rows(damage.recoil_on_hit, edition)
        on_miss = _damage_rows(damage.recoil_on_miss, edition)
        found.append(DamageDealt(_("Itself: a hit"), str(damage.attacker_on_hit), on_hit))
        found.append(DamageDealt(_("Itself: a miss"), str(damage.attacker_on_miss), on_miss))
    return tuple(found)


def _damage_rows(terms: Iterable[DamageTerm], edition: str) -> tuple[QuickLedgerRow, ...]:
    return tuple(
        QuickLedgerRow(
            "",
            tr(term.label),
            signed(term.value) if number and isinstance(term.value, int) else str(term.value),
            CitedPage(term.cite, edition),
            term.key,
            not term.value,
        )
        for number, term in enumerate(terms)
    )


# ---- where a miss lands


@dataclass(frozen=True, slots=True)
class ScatterLanding:
    """Where a miss lands, in words and as a picture of its own."""

    bearing: str
    inches: str
    east: str
    north: str
    place: str
    """The place as x and y, where the point aimed at was given; else empty."""
    ref: CitedPage
    damage: str
    options: tuple[DecidingOption, ...]
    drift: tuple[float, float]
    """Inches that it drifts, east and north."""
    rings: tuple[float, ...]
    """Radii of the area, the larger first."""
    ways: tuple[tuple[int, float, float], ...]
    """One inch along each face of the die."""
    reach: float
    """How far the picture has to show."""
    summary: str


def landing_of(missed: QuickScatterQuestion) -> ScatterLanding:
    """Say where it lands."""
    found = quick_scatter(missed)
    east, north = (found.final[axis] - found.poi[axis] for axis in (0, 1))
    rings = tuple(dict.fromkeys((found.outer, found.inner)))
    area = quick_area(missed.edition, missed.gun)
    bearing = f"{plain_number(found.bearing or 0.0)}°"
    place = f"{plain_number(found.final[0])}, {plain_number(found.final[1])}" if missed.aim else ""
    within = [_("%(points)s within %(inches)s", points=area.first, inches=height(area.inner))]
    if area.has_rings:
        within.append(_("%(points)s within %(inches)s", points=area.second, inches=height(area.outer)))
    return ScatterLanding(
        bearing=bearing,
        inches=height(found.inches),
        east=_along(east, _("east"), _("west")),
        north=_along(north, _("north"), _("south")),
        place=place,
        ref=CitedPage(found.cite, found.edition),
        damage=", ".join(within),
        options=_decided(missed.edition, found.options_used),
        drift=(round(east, 3), round(north, 3)),
        rings=rings,
        ways=quick_ways(missed.edition),
        reach=max(found.inches + found.outer, 2 * found.outer, 1.0),
        summary=_("Lands %(inches)s away, bearing %(bearing)s", inches=height(found.inches), bearing=bearing),
    )


def _along(value: float, ahead: str, back: str) -> str:
    return f"{height(abs(value))} {ahead if value >= -_LEAST else back}"


_LEAST: Final = 0.005


# ---- move


@dataclass(frozen=True, slots=True)
class ModeResult:
    """One way to move: how far, how hard to hit then, and how both come about."""

    mode: str
    label: str
    inches: str
    tmm: str
    how: tuple[QuickLedgerRow, ...]
    tmm_how: tuple[QuickLedgerRow, ...]
    why: str
    """Why it is closed; empty when it is open."""


@dataclass(frozen=True, slots=True)
class MoveResult:
    """The ways to move, the first of them on top."""

    modes: tuple[ModeResult, ...]
    shooting: tuple[QuickLedgerRow, ...]
    """What it brings to its own weapon attacks."""
    summary: str

    @property
    def first(self) -> ModeResult:
        """The way that stands on top."""
        return self.modes[0]

    @property
    def others(self) -> tuple[ModeResult, ...]:
        """The ways to move that go farther than a few inches, without the one on top."""
        return tuple(each for each in self.modes[1:] if each.mode not in ("minimum", "standstill"))


def move_result_of(answer: UnitAnswer) -> MoveResult:
    """Say how far it goes."""
    modes = tuple(_mode(each, answer.kind, answer.edition) for each in answer.modes if not _is_missing(each))
    modes = modes or tuple(_mode(each, answer.kind, answer.edition) for each in answer.modes[:1])
    first = modes[0]
    return MoveResult(
        modes=modes,
        shooting=tuple(
            _term_row(term, answer.edition) for term in answer.attacker if term.key == "attacker.heat"
        ),
        summary=_("%(mode)s %(inches)s, TMM %(tmm)s", mode=first.label, inches=first.inches, tmm=first.tmm),
    )


def _is_missing(mode: UnitMode) -> bool:
    return any(reason.key == "move.mode" for reason in mode.refusals)


def _mode(mode: UnitMode, kind: str, edition: str) -> ModeResult:
    label = mode_label(mode.mode, kind)
    closed = bool(mode.refusals)
    return ModeResult(
        mode=mode.mode,
        label=f"{label} ({mode.code})" if mode.mode == "ground" and mode.code else label,
        inches="–" if mode.mode == "standstill" else height(0.0 if closed else mode.available),
        tmm=plain_number(mode.tmm),
        how=tuple(_term_row(term, edition) for term in mode.terms),
        tmm_how=tuple(_term_row(term, edition) for term in mode.tmm_terms),
        why=tr(mode.refusals[0].label) if closed else "",
    )


def _term_row(term: MoveTerm, edition: str) -> QuickLedgerRow:
    value = (
        plain_number(term.value)
        if term.key in ("printed", "minimum", "standstill")
        else signed_inches(term.value)
    )
    return QuickLedgerRow("", tr(term.label), value, CitedPage(term.cite, edition), term.key, not term.value)


def signed_inches(value: float) -> str:
    """Write a term of Move with its sign.

    >>> signed_inches(2.0), signed_inches(-4.0)
    ('+2', '−4')
    """
    return plain_number(value) if value <= 0 else f"+{plain_number(value)}"
