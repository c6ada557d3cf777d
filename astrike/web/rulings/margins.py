"""How is the margin of a verdict shown, or both outcomes where it is too close to call?"""

from dataclasses import replace

from astrike.dataclass import dataclass
from astrike.model.attack_answer import SightAnswer
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.margin import Margins, VerdictParts
from astrike.model.ruling import StatedFact
from astrike.report.rulings.margins import (
    beyond_words,
    cause_words,
    distinguished,
    lead_words,
    reservations,
    whose_words,
)
from astrike.report.words.numbers import inches
from astrike.rules.rulings.attack_and_sight_margins import attack_margins, sight_margins
from astrike.rules.rulings.place_margins import place_margins
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.current.prepared import TableState, TriedPose, cached, prepared_state, with_pose
from astrike.web.current.units import UnitLabels, unit_labels
from astrike.web.http.i18n import _, tr


def sight_word(state: str, *, is_cover: bool) -> str:
    """State in one word whether a unit is seen."""
    if state == "blocked":
        return _("Blocked")
    return _("Cover") if is_cover else _("Sees")


def sight_words(sight: SightAnswer) -> str:
    """Say the verdict about a line of sight."""
    return sight_word(sight.state, is_cover=sight.cover)


def margin_rows_of(margins: Margins | None, labels: UnitLabels) -> StatedFact | None:
    """Say how far a base may be off before the verdict is another one; nothing where nobody measured it."""
    if margins is None or not (margins.beyond or margins.unmeasured):
        return None
    name, least = lead_words(margins, translate=tr), margins.least
    more = " ".join(f"{each}." for each in reservations(margins, labels.names, translate=tr))
    if least is None:
        return StatedFact(name, more)
    text = _(
        "If %(whose)s, it would be %(beyond)s. %(cause)s",
        cause=cause_words(least, labels.names, translate=tr),
        beyond=beyond_words(least.becomes, translate=tr),
        whose=whose_words(least, labels.names, translate=tr),
    )
    if margins.close:
        text += _(", tolerance %(inches)s", inches=inches(margins.tolerance))
    return StatedFact(name, f"{text}. {more}".rstrip(), least.of)


def close_attack(margins: Margins | None, said: str) -> tuple[str, str]:
    """Name both outcomes of an attack that is too close to call; else the verdict alone."""
    if margins is None or margins.least is None or not margins.close:
        return said, ""
    return distinguished(margins.now, margins.least.becomes, translate=tr)


def close_sight(margins: Margins | None, said: str) -> str:
    """Name the other outcome of a line of sight that is too close to call."""
    if margins is None or margins.least is None or not margins.close:
        return ""
    becomes = margins.least.becomes
    other = sight_word(becomes.state, is_cover=becomes.cover)
    return other if other != said else ""


@dataclass(frozen=True, slots=True)
class BigOutcome:
    """One outcome in the size of an answer."""

    number: str
    """A Target Number, empty where a word stands in its place."""
    word: str
    note: str
    """Odds, or in what else it differs."""


@dataclass(frozen=True, slots=True)
class MarginStrip:
    """How far an answer holds, in words."""

    lead: str
    words: str
    is_close: bool
    outcomes: tuple[BigOutcome, ...]
    """Both, the measured one first, where it is too close to call."""
    choices: tuple[str, ...]
    """Both as players agree on them."""
    is_measured: bool = True
    """Is there a base that can be off at all?"""


@dataclass(frozen=True, slots=True)
class MarginKey:
    """One attack, or sight alone without a question, in one language; `pose` is where the unit `moved` is tried out."""

    language: str
    attacker: str
    target: str
    question: AttackQuestion | None
    moved: str = ""
    pose: TriedPose | None = None


@cached
def margin_strip_of(state: TableState, key: MarginKey) -> MarginStrip:
    """Measure how far an answer holds, or take what is known."""
    prepared = _stood(prepared_state(state).prepared, key)
    labels = unit_labels(prepared.table)
    if key.question is None:
        margins = sight_margins(prepared, key.attacker, key.target)
        strip = _strip(margins, labels, is_sight=True)
        if strip.is_close:
            return strip
        # Nothing on the page has stated yet whether it is seen.
        return replace(strip, lead=f"{_stated(_seen(margins.now))}. {strip.lead}")
    return _strip(attack_margins(prepared, key.attacker, key.target, key.question), labels, is_sight=False)


@dataclass(frozen=True, slots=True)
class PlaceMarginKey:
    """One attack at a point, in one language."""

    language: str
    attacker: str
    at: TablePoint
    question: AttackQuestion


@cached
def place_margin_strip_of(state: TableState, key: PlaceMarginKey) -> MarginStrip:
    """Measure how far the answer to an attack at a point holds, or take what is known."""
    prepared = prepared_state(state).prepared
    margins = place_margins(prepared, key.attacker, key.at, key.question)
    return _strip(margins, unit_labels(prepared.table), is_sight=False)


def _stood(prepared: PreparedTable, key: MarginKey) -> PreparedTable:
    return prepared if key.pose is None else with_pose(prepared, key.moved, key.pose).prepared


def _strip(margins: Margins, labels: UnitLabels, *, is_sight: bool) -> MarginStrip:
    name, least = lead_words(margins, translate=tr), margins.least
    more = [f"{each}." for each in reservations(margins, labels.names, translate=tr)]
    if least is None:
        return MarginStrip(
            name, " ".join(more), is_close=False, is_measured=bool(margins.beyond), outcomes=(), choices=()
        )
    why = cause_words(least, labels.names, translate=tr)
    said = {
        "cause": why,
        "whose": whose_words(least, labels.names, translate=tr),
        "beyond": beyond_words(least.becomes, translate=tr),
    }
    if not margins.close:
        words = " ".join([_("If %(whose)s, it would be %(beyond)s. %(cause)s.", **said), *more])
        return MarginStrip(name, words, is_close=False, outcomes=(), choices=())
    big = _seen if is_sight else _big
    word = _stated(big(margins.now))
    now, other = (word, close_sight(margins, word)) if is_sight else close_attack(margins, word)
    return MarginStrip(
        lead=_("%(cause)s, tolerance %(inches)s", cause=why, inches=inches(margins.tolerance)),
        words=" ".join([_("If %(whose)s, it would be %(beyond)s.", **said), *more]),
        is_close=True,
        outcomes=(_with_note(big(margins.now), now), _with_note(big(least.becomes), other)),
        choices=(now, other),
    )


def _big(outcome: VerdictParts) -> BigOutcome:
    if outcome.target_number is None:
        return BigOutcome("", _("No"), "")
    return BigOutcome(str(outcome.target_number), "", f"{outcome.probability * 100:.1f} %")


def _seen(outcome: VerdictParts) -> BigOutcome:
    return BigOutcome("", sight_word(outcome.state, is_cover=outcome.cover), "")


def _with_note(big: BigOutcome, words: str) -> BigOutcome:
    """Say beside a number what else is told of it, where the number alone does not tell the outcomes apart."""
    more = words.removeprefix(_stated(big)).removeprefix(", ")
    return replace(big, note=more) if more else big


def _stated(big: BigOutcome) -> str:
    return f"{big.number}+" if big.number else big.word
