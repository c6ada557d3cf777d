"""What does an attack card show beside the number?

Other kinds of attack, choices, spotters, the effects of a hit, other units caught in it, and the rulebook tables that
all of these rest on.
"""

from collections.abc import Iterator

from astrike.dataclass import dataclass
from astrike.model.area_answer import CaughtTarget
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_outcome import AttackChoice, AttackOutcome, FollowUp, SpotterAnswer
from astrike.model.attack_question import MOVED_INTO, AttackQuestion
from astrike.model.number_text import plain_number
from astrike.report.attack.ledger import LEDGER_LETTERS
from astrike.report.attack.sentences import SAME_SORT, reason_chip
from astrike.report.words.numbers import inches, percent, signed
from astrike.rules.effects.aftermath import aftermath
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.attack.aftermath import AftermathCard, aftermath_card
from astrike.web.attack.kinds import KindLink, kind_links
from astrike.web.attack.overheat import DamageLine, OverheatStep, damage_line, overheat_steps
from astrike.web.attack.rolled import RolledCard, rolled_card
from astrike.web.current.units import UnitLabels
from astrike.web.effects.still_to_roll import EFFECTS_OF
from astrike.web.http.citations import CitedPage
from astrike.web.http.i18n import _, tr
from astrike.web.rulebook.sheets import has_sheet, title_of

MOST_LISTED = 24
"""Numbers of a wider span are typed, not chosen."""
SKILL = LEDGER_LETTERS[0]
ALWAYS_TABLES = ("modifiers", "brackets", "odds")


@dataclass(frozen=True, slots=True)
class SpotterLine:
    """One possible spotter: its number, or why it may not."""

    id: str
    name: str
    number: str
    words: str
    may: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class OddsBar:
    """How likely a number of points is, as a bar."""

    points: str
    share: str
    width: float


@dataclass(frozen=True, slots=True)
class FollowLine:
    """What may follow a hit: how likely, what is rolled, where it is rolled, and its table."""

    key: str
    label: str
    words: str
    """How often, how long, on what condition."""
    chance: str
    roll: str
    ref: CitedPage
    table: str
    effect: str
    is_due: bool
    """Is it sure to be rolled, by what dice that fell have done?"""


@dataclass(frozen=True, slots=True)
class CaughtLine:
    """One unit or building inside the area."""

    name: str
    damage: str
    ring: str
    distance: str
    is_close: bool


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """A field with which the players decide something."""

    name: str
    label: str
    ref: CitedPage
    value: str
    kind: str
    """`flag`, `number`, `word`, or `typed`: a number from a wide span, which `values` bound."""
    values: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class CombatCard:
    """The parts of a card that are about combat beside the number."""

    kinds: tuple[KindLink, ...]
    spotters: tuple[SpotterLine, ...]
    bars: tuple[OddsBar, ...]
    expected: str
    """Points on average."""
    rolled: RolledCard | None
    """What typed or rolled dice came to."""
    overheat: tuple[OverheatStep, ...]
    """What it may be overheated by; nothing where that cannot be chosen."""
    damage: DamageLine | None
    """What a hit does, and the heat that the attack brings."""
    sums: tuple[tuple[str, str], ...]
    """The Target Number in one line: each letter with the sum of its terms."""
    own: tuple[str, ...]
    """What the attacker does to itself."""
    heat: str
    takes: tuple[tuple[str, str], ...]
    """What each side takes on a hit and on a miss, where both can be hurt."""
    declare: str
    """`declare` for an attack that can be declared, `declared` when it is, else empty."""
    aftermath: AftermathCard | None
    """What the dice that fell bring."""
    follow_ups: tuple[FollowLine, ...]
    caught: tuple[CaughtLine, ...]
    near: tuple[str, ...]
    has_blast: bool
    """Does a hit catch everyone in an area?"""
    lands: tuple[str, str]
    """The place where it lands, as an address writes it, and the weapon's code; empty texts without an area."""
    choices: tuple[ChoiceField, ...]
    """What the cards let the players decide."""
    table_choices: tuple[ChoiceField, ...]
    """What the table lets the players decide."""
    tables: tuple[tuple[str, str], ...]
    """Name and title of each table of the rules behind the answer."""
    dice: int
    """How many times two dice are rolled for it."""
    turns_in_flight: int
    """For how many turns its shell is in the air; 0 for what hits in the turn in which it is fired."""


def combat_card(
    prepared: PreparedTable, answer: AttackAnswer, question: AttackQuestion, labels: UnitLabels
) -> CombatCard:
    """Collect what an answer holds beside its number."""
    outcome = answer.outcome if answer.allowed else None
    found = aftermath(prepared, answer, question)
    return CombatCard(
        kinds=kind_links(
            prepared,
            answer.attacker,
            answer.kind,
            question,
            is_point=answer.target not in prepared.units.index,
        ),
        spotters=tuple(_spotter(each, labels) for each in answer.spotters),
        bars=_bars(outcome),
        expected="" if outcome is None or not _does_damage(outcome) else f"{outcome.expected:.2f}",
        turns_in_flight=answer.turns_in_flight,
        rolled=rolled_card(prepared, answer, question, found, labels),
        overheat=overheat_steps(prepared, answer, question),
        damage=damage_line(prepared, answer, question),
        sums=tuple(_sums(answer)),
        own=tuple(_own(answer)),
        heat=_("%(heat)s heat", heat=answer.damage.heat) if answer.damage.heat else "",
        takes=tuple(_takes(answer, labels)),
        declare=_declare(prepared, answer),
        aftermath=None if found is None else aftermath_card(found, prepared.table, labels, answer.attacker),
        follow_ups=()
        if outcome is None
        else tuple(_follow(each, answer.edition) for each in outcome.follow_ups),
        caught=() if answer.blast is None else tuple(_caught(each, labels) for each in answer.blast.caught),
        near=()
        if answer.blast is None
        else tuple(labels.names.get(e.unit, e.unit) for e in answer.blast.near),
        has_blast=answer.blast is not None,
        lands=_lands(answer),
        choices=tuple(
            choice_field(each, answer.edition, labels) for each in answer.choices if each.whose or each.value
        ),
        table_choices=tuple(
            choice_field(each, answer.edition, labels)
            for each in answer.choices
            if not each.whose and not each.value
        ),
        tables=tuple(_tables(answer)),
        dice=0 if not answer.allowed or answer.automatic is not None else outcome.rolls if outcome else 1,
    )


def _spotter(each: SpotterAnswer, labels: UnitLabels) -> SpotterLine:
    name = labels.names.get(each.unit, each.unit)
    if each.refusals:
        sorts = {SAME_SORT.get(reason.key, reason.key): reason for reason in reversed(each.refusals)}
        why = [reason_chip(sorts[key], labels.names, translate=tr) for key in reversed(sorts)]
        return SpotterLine(each.unit, name, _("No"), "; ".join(why), may=False, is_chosen=False)
    terms = [f"{tr(term.label)} {signed(term.value)}" for term in each.modifiers if term.value]
    words = ", ".join([_("%(inches)s away", inches=inches(each.range)), *terms])
    return SpotterLine(each.unit, name, f"{each.target_number}+", words, may=True, is_chosen=each.chosen)


def _bars(outcome: AttackOutcome | None) -> tuple[OddsBar, ...]:
    if outcome is None or len(outcome.overall) < 2:
        return ()
    most = max(each.share for each in outcome.overall)
    return tuple(
        OddsBar(str(each.points), percent(each.share), round(100 * each.share / most, 1))
        for each in outcome.overall
    )


def _does_damage(outcome: AttackOutcome) -> bool:
    return any(each.points for each in outcome.on_hit)


def _sums(answer: AttackAnswer) -> Iterator[tuple[str, str]]:
    for letter in LEDGER_LETTERS:
        terms = [each for each in answer.tally.modifiers if each.part == letter]
        total = sum(each.value for each in terms)
        yield letter, plain_number(total) if letter == SKILL else signed(total) if total else "0"


def _takes(answer: AttackAnswer, labels: UnitLabels) -> Iterator[tuple[str, str]]:
    """Say what a hit and a miss cost both, for attacks that can hurt the attacker too."""
    damage = answer.damage
    if not answer.allowed or not (damage.attacker_on_hit or damage.attacker_on_miss):
        return
    who, whom = (labels.names.get(each, each) for each in (answer.attacker, answer.target))
    yield (
        _("Hit"),
        f"{whom} {damage.target if damage.target is not None else '?'} · {who} {damage.attacker_on_hit}",
    )
    yield _("Miss"), f"{whom} 0 · {who} {damage.attacker_on_miss}"


def _declare(prepared: PreparedTable, answer: AttackAnswer) -> str:
    if answer.kind not in MOVED_INTO or not answer.allowed:
        return ""
    stated = (answer.attacker, answer.kind, answer.target)
    is_said = any((each.by, each.kind, each.target) == stated for each in prepared.table.declarations)
    return "declared" if is_said else "declare"


def _own(answer: AttackAnswer) -> Iterator[str]:
    if not answer.allowed:
        return
    for points, words in (
        (answer.damage.attacker_on_hit, _("takes %(points)s itself on a hit")),
        (answer.damage.attacker_on_miss, _("takes %(points)s itself on a miss")),
    ):
        if points:
            yield words.replace("%(points)s", str(points))


def _follow(each: FollowUp, edition: str) -> FollowLine:
    roll = ""
    if each.dice:
        need = f" ≥ {each.need}" if each.need else ""
        changed = f" {signed(each.modifier)}" if each.modifier else ""
        roll = f"{each.dice}D6{changed}{need}"
    table = each.table if each.table and has_sheet(each.table) else ""
    return FollowLine(
        key=each.key,
        label=tr(each.label),
        words=", ".join(_when(each)),
        chance="" if each.chance is None or each.chance >= 1 else percent(each.chance),
        roll=roll,
        ref=CitedPage(each.cite, edition),
        table=table,
        effect=EFFECTS_OF.get(each.key.split(".")[0], ""),
        is_due=bool(each.dice) and each.chance is not None and each.chance >= 1,
    )


def _when(each: FollowUp) -> Iterator[str]:
    known = each.facts
    if "lasts" in known:
        yield _("until the end of the turn") if known["lasts"] == "turn" else _("for the rest of the game")
    if "margin" in known:
        yield _("with %(margin)s more than needed", margin=known["margin"])
    if "threshold" in known:
        yield _("above %(points)s points", points=known["threshold"])
    if "rolls" in known:
        yield _("%(count)s rolls", count=known["rolls"])
    if "armored" in known:
        yield _("the first of the game is ignored")


def _caught(each: CaughtTarget, labels: UnitLabels) -> CaughtLine:
    ring = _("inner ring") if each.ring == "inner" else _("outer ring")
    name = labels.names.get(each.unit, each.unit)
    return CaughtLine(name, str(each.damage), ring, inches(each.distance), each.close)


def choice_field(each: AttackChoice, edition: str, labels: UnitLabels) -> ChoiceField:
    """Make the field of a choice."""
    whose = f"{labels.names[each.whose]}: " if each.whose in labels.names else ""
    label, page = f"{whose}{tr(each.label)}", CitedPage(each.cite, edition)
    if each.values:
        values = tuple((word, labels.names.get(word, tr(word))) for word in each.values)
        return ChoiceField(f"c-{each.key}", label, page, str(each.value or ""), "word", values)
    if each.high - each.low > MOST_LISTED:
        bounds = ((str(each.low), ""), (str(each.high), ""))
        return ChoiceField(f"c-{each.key}", label, page, str(each.value or ""), "typed", bounds)
    if each.low or each.high:
        numbers = tuple((str(number), str(number)) for number in range(each.low, each.high + 1))
        return ChoiceField(f"c-{each.key}", label, page, str(each.value or ""), "number", numbers)
    return ChoiceField(f"c-{each.key}", label, page, "yes" if each.value else "", "flag")


def _lands(answer: AttackAnswer) -> tuple[str, str]:
    if answer.blast is None:
        return "", ""
    x, y, _z = answer.blast.final
    return f"{x:.12g},{y:.12g}", answer.blast.weapon


def _tables(answer: AttackAnswer) -> Iterator[tuple[str, str]]:
    rolled = answer.outcome.follow_ups if answer.outcome is not None else ()
    named = (*ALWAYS_TABLES, *answer.tables, *(each.table for each in rolled))
    for name in dict.fromkeys(named):
        if name and has_sheet(name):
            yield name, title_of(name)
