"""How does it look, how far an answer holds? One strip, or both outcomes where nobody can call it."""

from dataclasses import dataclass, replace

from astrike.model.attack import AttackQuestion, Point
from astrike.model.margin import Margins, Outcome
from astrike.report.figures import inches
from astrike.report.margins import beyond, cause, lead, reservations, whose
from astrike.rules.battlefield import Field
from astrike.rules.margins.attack import attack_margins
from astrike.rules.margins.place import place_margins
from astrike.rules.margins.sight import sight_margins
from astrike.web.i18n import _, tr
from astrike.web.views.fields import Pose, State, kept, prepared, with_pose
from astrike.web.views.ruling.margins import close_attack, close_sight, sight_word
from astrike.web.views.units import Cast, cast_of


@dataclass(frozen=True, slots=True)
class Big:
    """One outcome in the size of an answer."""

    number: str
    """A Target Number, empty where a word says it."""
    word: str
    note: str
    """Odds, or in what else it differs."""


@dataclass(frozen=True, slots=True)
class Strip:
    """How far an answer holds, in words."""

    lead: str
    words: str
    is_close: bool
    outcomes: tuple[Big, ...]
    """Both, the measured one first, where it is too close to call."""
    choices: tuple[str, ...]
    """Both as players agree on them."""
    is_measured: bool = True
    """Is there a base that can be off at all?"""


@dataclass(frozen=True, slots=True)
class StripKey:
    """One attack, or sight alone without a question, in one language; `pose` is where the unit `moved` is tried out."""

    language: str
    attacker: str
    target: str
    question: AttackQuestion | None
    moved: str = ""
    pose: Pose | None = None


@kept(256)
def strip_of(state: State, key: StripKey) -> Strip:
    """Measure how far an answer holds, or take what is known."""
    field = _stood(prepared(state).field, key)
    cast = cast_of(field.table)
    if key.question is None:
        margins = sight_margins(field, key.attacker, key.target)
        strip = _strip(margins, cast, is_sight=True)
        if strip.is_close:
            return strip
        # Nothing on the page has said yet whether it is seen.
        return replace(strip, lead=f"{_said(_seen(margins.now))}. {strip.lead}")
    return _strip(attack_margins(field, key.attacker, key.target, key.question), cast, is_sight=False)


@dataclass(frozen=True, slots=True)
class PlaceKey:
    """One attack at a point, in one language."""

    language: str
    attacker: str
    at: Point
    question: AttackQuestion


@kept(64)
def strip_of_place(state: State, key: PlaceKey) -> Strip:
    """Measure how far the answer to an attack at a point holds, or take what is known."""
    field = prepared(state).field
    margins = place_margins(field, key.attacker, key.at, key.question)
    return _strip(margins, cast_of(field.table), is_sight=False)


def _stood(field: Field, key: StripKey) -> Field:
    return field if key.pose is None else with_pose(field, key.moved, key.pose).field


def _strip(margins: Margins, cast: Cast, *, is_sight: bool) -> Strip:
    name, least = lead(margins, translate=tr), margins.least
    more = [f"{each}." for each in reservations(margins, cast.names, translate=tr)]
    if least is None:
        if margins.beyond:
            more.insert(0, _("Neither base could be so far off that it would be another answer."))
        return Strip(
            name, " ".join(more), is_close=False, is_measured=bool(margins.beyond), outcomes=(), choices=()
        )
    why = cause(least, cast.names, translate=tr)
    said = {
        "cause": why,
        "whose": whose(least, cast.names, translate=tr),
        "beyond": beyond(least.becomes, translate=tr),
    }
    if not margins.close:
        words = " ".join([_("%(cause)s. Beyond: %(beyond)s (%(whose)s).", **said), *more])
        return Strip(name, words, is_close=False, outcomes=(), choices=())
    big = _seen if is_sight else _big
    word = _said(big(margins.now))
    now, other = (word, close_sight(margins, word)) if is_sight else close_attack(margins, word)
    return Strip(
        lead=_("%(cause)s, tolerance %(inches)s", cause=why, inches=inches(margins.tolerance)),
        words=" ".join([_("Agree, or call the judge. Beyond: %(beyond)s (%(whose)s).", **said), *more]),
        is_close=True,
        outcomes=(_with_note(big(margins.now), now), _with_note(big(least.becomes), other)),
        choices=(now, other),
    )


def _big(outcome: Outcome) -> Big:
    if outcome.target_number is None:
        return Big("", _("No"), "")
    return Big(str(outcome.target_number), "", f"{outcome.probability * 100:.1f} %")


def _seen(outcome: Outcome) -> Big:
    return Big("", sight_word(outcome.state, is_cover=outcome.cover), "")


def _with_note(big: Big, words: str) -> Big:
    """Say beside a number what else is told of it, where the number alone does not tell the outcomes apart."""
    more = words.removeprefix(_said(big)).removeprefix(", ")
    return replace(big, note=more) if more else big


def _said(big: Big) -> str:
    return f"{big.number}+" if big.number else big.word
