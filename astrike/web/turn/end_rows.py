"""How is what an End Phase brings put into rows: open rolls, rolls made, heat with its sources, who is lost?"""

from collections.abc import Mapping
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import Problem
from astrike.model.effect_answer import EffectAnswer
from astrike.model.end_phase import DueEvent, EndPhaseAnswer, EndPhaseNote, UnitHeat
from astrike.report.units.marks import UnitMark
from astrike.report.words.numbers import height, signed
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.current.units import UnitLabels
from astrike.web.effects.view import effect_title, effect_words
from astrike.web.http.citations import CitedPage
from astrike.web.http.i18n import _, tr

SHUT_DOWN: Final = 4


@dataclass(frozen=True, slots=True)
class OpenRoll:
    """A roll that is due and not made yet."""

    key: str
    mark: UnitMark | None
    name: str
    what: str
    needs: str
    """What has to be rolled first; empty: nothing is, it only has to be applied."""
    ref: CitedPage
    typed: str
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MadeRoll:
    """A roll of this End Phase that was made, and what came of it."""

    mark: UnitMark | None
    name: str
    said: str


@dataclass(frozen=True, slots=True)
class HeatLine:
    """The heat of one unit, as a number that can be changed."""

    unit: str
    mark: UnitMark
    name: str
    level: str
    """What stands in the field: worked out, or typed."""
    words: str
    strong: str
    """What makes it stop: it shuts down, or it cannot move."""
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LossLine:
    """A unit that is destroyed, or of which its players have to say whether it is crippled."""

    unit: str
    mark: UnitMark
    name: str
    words: str
    ref: CitedPage | None
    is_ticked: bool


@dataclass(frozen=True, slots=True)
class NoteLine:
    """Something else to look at."""

    name: str
    words: str
    ref: CitedPage
    is_attack: bool
    """Is it an attack that has no dice yet?"""
    effect: tuple[str, str] | None = None
    """An effect that players may ask for, and the unit that it meets."""


@dataclass(frozen=True, slots=True)
class SentFields:
    """What a form of this page said, or the address that it led to."""

    levels: Mapping[str, str]
    """Heat levels as they were typed, by unit."""
    dice: Mapping[str, str]
    """Dice as they were typed, by event."""
    off: frozenset[str]
    """Destroyed units that are to be taken off the table."""
    crippled: frozenset[str]
    """Units that their players call crippled."""


def open_roll(
    event: DueEvent,
    labels: UnitLabels,
    edition: str,
    typed: str,
    problems: tuple[Problem, ...],
    *,
    place: tuple[int, int],
) -> OpenRoll:
    """Put a roll that is due into a row; of several alike it says the how-manieth it is."""
    number, alike = place
    what = _what(event)
    if alike > 1:
        what = _("%(what)s (%(number)s of %(count)s)", what=what, number=number, count=alike)
    return OpenRoll(
        key=event.key,
        mark=labels.marks.get(event.unit),
        name=labels.names.get(event.unit, event.unit),
        what=what,
        needs=event.needs.partition(" ")[0],
        ref=CitedPage(event.cite, edition),
        typed=typed,
        problems=tuple(
            _("Found %(found)s, expected %(expected)s.", found=each.found, expected=each.expected)
            for each in problems
        ),
    )


def made_words(event: DueEvent, answer: EffectAnswer) -> str:
    """Say what came of a roll: what it was, what fell, what that is."""
    what, result = _what(event), ", ".join(tr(each.label) for each in answer.refusals) or tr(answer.label)
    if result == what:
        result = _("it happens") if answer.success else _("nothing happens")
    found = [*(str(die.fell) for die in answer.dice), result]
    if answer.damage:
        found.append(_("%(points)s damage", points=answer.damage))
    return f"{what}: {', '.join(found)}"


def _what(event: DueEvent) -> str:
    """Name a roll: by its effect, but mines by their density."""
    return tr(event.label) if event.kind == "support" else effect_title(event.kind)


# ---- heat


def heat_line(
    each: UnitHeat, labels: UnitLabels, typed: str | None, problems: tuple[Problem, ...]
) -> HeatLine:
    """Put the heat of a unit into a row."""
    sources = ", ".join(_sources(each))
    effect, strong = _brings(each)
    return HeatLine(
        unit=each.unit,
        mark=labels.marks[each.unit],
        name=labels.names[each.unit],
        level=str(each.after) if typed is None else typed,
        words=f"{sources}: {effect}" if sources and effect else sources or effect,
        strong=strong,
        problems=tuple(
            _("Found %(found)s, expected %(expected)s.", found=problem.found, expected=problem.expected)
            for problem in problems
        ),
    )


def _sources(each: UnitHeat) -> list[str]:
    found = [_("had %(level)s", level=each.before)] if each.before else []
    for term in each.answer.terms:
        match term.key:
            case "heat.overheat":
                found.append(_("overheat %(points)s", points=term.value))
            case "heat.engine":
                found.append(_("engine hits %(points)s", points=term.value))
            case "heat.water":
                found.append(_("water %(points)s", points=signed(term.value)))
            case "heat.cooling":
                found.append(_("no weapon attack"))
            case "heat.shutdown":
                found.append(_("was shut down"))
            case "heat.external":
                found.append(_("from outside %(points)s", points=term.value))
            case _:
                found.append(f"{tr(term.label)} {signed(term.value)}")
    if each.has_fired and each.before and len(found) == 1:
        found.append(_("does not cool after a weapon attack"))
    return found


def _brings(each: UnitHeat) -> tuple[str, str]:
    """Say what the heat does next turn, and what of it stands out."""
    if each.after >= SHUT_DOWN:
        return "", _("shuts down")
    if each.answer.facts.get("restarts"):
        return (_("restarts") if not each.after else _("restarts at %(level)s", level=each.after)), ""
    if not each.after:
        return (_("cools") if each.before else _("no heat, no change")), ""
    told = []
    if each.move_before is not None and each.move_after is not None and each.move_before != each.move_after:
        stated = {"before": height(each.move_before), "after": height(each.move_after)}
        if each.myomer:
            gain = signed(int(each.myomer)) + "″"
            told.append(_("Move %(before)s → %(after)s (hot TSM %(gain)s)", **stated, gain=gain))
        else:
            told.append(_("Move %(before)s → %(after)s", **stated))
    if each.move_after is not None and each.move_after <= 0:
        return ", ".join(told), _("immobile")
    told.append(_("%(points)s to hit", points=signed(each.after)))
    return ", ".join(told), ""


# ---- who is lost, and what else there is


def fallen_lines(
    found: EndPhaseAnswer, prepared: PreparedTable, labels: UnitLabels, off: frozenset[str]
) -> tuple[LossLine, ...]:
    """Name the destroyed units that still stand on the table."""
    return tuple(
        LossLine(unit, labels.marks[unit], labels.names[unit], _left(prepared, unit), None, unit in off)
        for unit in found.fallen
    )


def crippled_lines(
    found: EndPhaseAnswer, prepared: PreparedTable, labels: UnitLabels, crippled: frozenset[str]
) -> tuple[LossLine, ...]:
    """Name the units that may be crippled, with the first cause; what a crippled unit does is cited (CE p.126)."""
    ref = CitedPage(prepared.edition.follow_ups["crippled"].cite, prepared.edition.id)
    return tuple(
        LossLine(
            each.unit,
            labels.marks[each.unit],
            labels.names[each.unit],
            tr(each.reasons[0].label),
            ref,
            each.unit in crippled,
        )
        for each in found.crippled
    )


def _left(prepared: PreparedTable, name: str) -> str:
    unit = prepared.unit_of(name)
    if unit.structure_left is None:
        return _("destroyed")
    stated = {"left": unit.structure_left, "all": unit.structure}
    return _("structure %(left)s of %(all)s: destroyed", **stated)


def note_line(note: EndPhaseNote, labels: UnitLabels, edition: str) -> NoteLine:
    """Put something to look at into a row."""
    reason = note.reason
    what, measured = tr(reason.label), reason.facts
    match reason.key:
        case "strain":
            stated = {"moved": height(float(measured["moved"])), "move": height(float(measured["move"]))}
            words = _(
                "strain: moved %(moved)s, normal Move %(move)s. The third turn running is an MP hit", **stated
            )
        case "fire":
            words = _("how it spreads or goes out is up to you. Went through it? Set heat or damage by hand")
        case "stunned":
            words = _("crew stunned: no move and no attack next turn")
        case "bog":
            words = _("bogged down: it rolls to come free when it moves")
        case "in-flight":
            words = _("%(what)s: its shell lands in turn %(turn)s", what=what, turn=measured["lands"])
        case "without-dice":
            words = _("%(what)s: declared, no dice yet; gone when the turn ends", what=what)
        case _:
            words = effect_words(reason, labels)
    ref, is_attack = CitedPage(reason.cite, edition), reason.key == "without-dice"
    effect = (reason.key, note.unit) if reason.key == "strain" else None
    return NoteLine(labels.names.get(note.unit, note.unit), words, ref, is_attack, effect)
