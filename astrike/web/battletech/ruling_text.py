"""What stands on the ruling card of each card of the desk: the verdict large, every ledger with its pages, the picture?

Each card of the desk has a row in `RULINGS`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from astrike.dataclass import dataclass
from astrike.formats.questions import written
from astrike.model.battletech.answers import CardAnswer, DueRoll
from astrike.model.battletech.critical import CriticalQuestion
from astrike.model.battletech.critical_answer import CriticalAnswer
from astrike.model.battletech.hex import HexAnswer, HexQuestion
from astrike.model.battletech.hex_path import PathLeg
from astrike.model.battletech.impact import ImpactAnswer, ImpactQuestion
from astrike.model.battletech.rolls import RollAnswer, RollQuestion
from astrike.model.explain import Citation, Modifier, Reason
from astrike.report.battletech.critical_text import fall_words, need_words, place_labels
from astrike.report.battletech.hex_text import STEP_WORDS
from astrike.report.battletech.impact_text import hit_words
from astrike.report.battletech.pictures import (
    ClassicPicture,
    PictureSlot,
    critical_picture,
    impact_picture,
    roll_picture,
)
from astrike.report.battletech.roll_text import (
    automatic_words,
    effect_words,
    result_words,
    value_words,
    ways_words,
    when_words,
)
from astrike.report.words.numbers import percent, percent_exactly, signed
from astrike.rulebook.battletech.loader import load_battletech
from astrike.rules.battletech.impact_skids import length_of
from astrike.rules.battletech.working_sheet import WorkingSheet
from astrike.web.battletech import critical_view, hex_result, impact_view, roll_view
from astrike.web.battletech.hex_pictures import hex_picture
from astrike.web.battletech.other_edition import AnswerGist
from astrike.web.http.i18n import _, tr

SKILL: Final = "skill"
"""The row of a roll that the sheet gives, not a book."""


@dataclass(frozen=True, slots=True)
class VerdictNumber:
    """A number or a word of the verdict, as large as it fits, and what it is."""

    number: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class RulingCardRow:
    """A term, or something that comes about, with its page."""

    key: str
    label: str
    why: str = ""
    value: str = ""
    cite: Citation | None = None


@dataclass(frozen=True, slots=True)
class RulingLedger:
    """Rows under a title, what they come to, and what comes of that."""

    title: str
    rows: tuple[RulingCardRow, ...]
    total: str = ""
    after: tuple[RulingCardRow, ...] = ()


@dataclass(frozen=True, slots=True)
class ClassicRulingText:
    """What is decided, and everything that it rests on."""

    verdict: tuple[VerdictNumber, ...]
    sentence: str
    ledgers: tuple[RulingLedger, ...]
    refusals: tuple[RulingCardRow, ...]
    notes: tuple[RulingCardRow, ...]

    @property
    def words(self) -> str:
        """Give the verdict in one line."""
        return ", ".join(f"{each.label} {each.number}".strip() for each in self.verdict)


@dataclass(frozen=True, slots=True)
class RulingKind:
    """How one card of the desk becomes a ruling card."""

    text: Callable[[Any, Any], ClassicRulingText]
    gist: Callable[[Any, Any], AnswerGist]
    picture: Callable[[Any, Any], ClassicPicture]


def _reasons(answer: CardAnswer) -> tuple[tuple[RulingCardRow, ...], tuple[RulingCardRow, ...]]:
    def row(each: Reason) -> RulingCardRow:
        return RulingCardRow(each.key, tr(each.label), impact_view.why_words(each.facts), "", each.cite)

    return tuple(map(row, answer.refusals)), tuple(map(row, answer.notes))


def _terms(rows: tuple[Modifier, ...], value: Callable[[Modifier], str]) -> tuple[RulingCardRow, ...]:
    return tuple(
        RulingCardRow(
            each.key,
            tr(each.label),
            impact_view.why_words(each.facts),
            value(each),
            Citation(_("record sheet"), None) if each.key == SKILL else each.cite,
        )
        for each in rows
    )


def _due(roll: DueRoll, title: str = "") -> RulingLedger:
    """Give the ledger of a roll, with what its failure brings."""
    failing = tuple(
        RulingCardRow(each.key, _("If it fails: %(what)s", what=effect_words(each, tr)), cite=each.cite)
        for each in roll.on_failure
    )
    return RulingLedger(
        title or tr(roll.label), _terms(roll.modifiers, value_words), _number_of(roll), failing
    )


def _number_of(roll: DueRoll) -> str:
    if roll.target is not None and roll.automatic != "none":
        return f"{roll.target}+"
    return automatic_words(roll.automatic or "none", tr)


# ---- piloting rolls


def _roll_text(question: RollQuestion, answer: RollAnswer) -> ClassicRulingText:
    paired = list(roll_view.paired_rolls(answer))
    focus = roll_view.place_in_focus(paired)
    refusals, notes = _reasons(answer)
    verdict, sentence = _("No roll"), _("Nothing that asks for a roll.")
    if focus is not None:
        roll, result, _cause = paired[focus]
        verdict = _number_of(roll)
        said = [tr(roll.label)]
        if roll.odds is not None:
            said += [percent_exactly(roll.odds), ways_words(roll.odds, tr)]
        said += [when_words(roll.when, tr)] if roll.automatic != "none" else []
        said += [] if result is None or result.rolled is None else [result_words(result, tr)]
        sentence = " · ".join(said)
    return ClassicRulingText(
        (VerdictNumber(verdict),),
        sentence,
        tuple(_due(roll) for roll, _result, _cause in paired),
        refusals,
        notes,
    )


def _roll_drawn(question: RollQuestion, answer: RollAnswer) -> ClassicPicture:
    paired = list(roll_view.paired_rolls(answer))
    focus = roll_view.place_in_focus(paired)
    if focus is None:
        return roll_picture(None, None, tr)
    roll, result, _cause = paired[focus]
    return roll_picture(roll, None if result is None else result.rolled, tr)


# ---- impacts


def _impact_text(question: ImpactQuestion, answer: ImpactAnswer) -> ClassicRulingText:
    result = impact_view.result_of(answer, dict(written(question)))
    refusals, notes = _reasons(answer)
    numbers = [VerdictNumber(result.number.number, _("to hit"))] if result.number else []
    numbers += [
        VerdictNumber(str(lot.total), shown.title)
        for lot, shown in zip(answer.damage, result.lots, strict=True)
    ]
    if not numbers:
        numbers = [VerdictNumber(_("No") if refusals else _("No damage"))]
    groups = [f"{lot.title}: {lot.groups or lot.total} ({lot.detail})" for lot in result.lots]
    return ClassicRulingText(
        tuple(numbers), ". ".join(groups), tuple(_impact_ledgers(answer)), refusals, notes
    )


def _impact_ledgers(answer: ImpactAnswer) -> Iterator[RulingLedger]:
    for lot in answer.damage:
        title = f"{impact_view.who(lot.to, answer.kind)}: {impact_view.cause_words(lot.cause)}"
        landed = tuple(
            RulingCardRow("hit", hit_words(hit, tr), cite=lot.cite) for hit in lot.hits if hit.location
        )
        yield RulingLedger(title, _terms(lot.ledger, lambda row: str(row.value)), str(lot.total), landed)
    if answer.to_hit is not None:
        title = _("To hit (%(odds)s)", odds=percent(answer.to_hit.odds))
        yield RulingLedger(title, _terms(answer.to_hit.modifiers, _signed), f"{answer.to_hit.target}+")
    for roll, label in zip(answer.rolls, impact_view.roll_labels(answer), strict=True):
        yield _due(roll.roll, label)
    follows = tuple(
        RulingCardRow(each.key, f"{impact_view.who(each.to, answer.kind)}: {tr(each.label)}", cite=each.cite)
        for each in answer.moves
    )
    if answer.facing is not None:
        faced = RulingCardRow(
            "facing", tr(answer.facing.label), "", str(answer.facing.die), answer.facing.cite
        )
        follows = (faced, *follows)
    if follows or answer.shooting:
        yield RulingLedger(_("What follows"), (*follows, *_terms(answer.shooting, _signed)))


def _signed(row: Modifier) -> str:
    return signed(row.value)


def _impact_drawn(question: ImpactQuestion, answer: ImpactAnswer) -> ClassicPicture:
    return impact_picture(question, answer, length_of(question, load_battletech(answer.edition)), tr)


# ---- critical hits


def _critical_text(question: CriticalQuestion, answer: CriticalAnswer) -> ClassicRulingText:
    first = answer.first
    place = tr(place_labels()[first.location])
    if first.blown_off:
        number = VerdictNumber(_("Blown off"), place)
    elif first.count is None and question.number is None:
        number = VerdictNumber("?", _("critical hits, %(place)s", place=place))
    else:
        number = VerdictNumber(str(first.hits), _("critical hits, %(place)s", place=place))
    blasts = [
        VerdictNumber(str(each.points), _("points: %(item)s explodes", item=each.item))
        for each in answer.explosions
    ]
    said = [_("The 'Mech is out of action.")] if answer.out_of_action else []
    said.append(need_words(answer.needs, tr) if answer.needs is not None else _("Settled."))
    refusals, notes = _reasons(answer)
    return ClassicRulingText(
        (number, *blasts), " ".join(said), tuple(_critical_ledgers(answer)), refusals, notes
    )


def _critical_ledgers(answer: CriticalAnswer) -> Iterator[RulingLedger]:
    for check in answer.checks:
        if check.count is not None:
            title = _("%(place)s: roll for critical hits", place=tr(place_labels()[check.location]))
            dice = () if check.roll is None else (RulingCardRow("dice", _("2D6"), "", str(check.roll)),)
            result = RulingCardRow(check.count.key, tr(check.count.label), cite=check.count.cite)
            total = "" if check.total is None else str(check.total)
            yield RulingLedger(title, (*dice, *_terms(check.modifiers, _signed)), total, (result,))
    came = tuple(
        RulingCardRow("event", each.label or each.what, each.what if each.label else "", "", each.cite)
        for each in critical_view.events_of(answer)
    )
    if answer.fall is not None:
        came = (*came, RulingCardRow("fall", fall_words(answer.fall, tr), "", "", answer.fall.cite))
    if came:
        yield RulingLedger(_("What came of it"), came)
    yield from (_due(roll) for roll in (*answer.consciousness, *answer.rolls))
    lasting = tuple(
        RulingCardRow(each.key, tr(each.label), critical_view.lasting_words(each), "", each.cite)
        for each in answer.modifiers
    )
    if lasting:
        yield RulingLedger(_("What lasts"), lasting)


def _critical_drawn(question: CriticalQuestion, answer: CriticalAnswer) -> ClassicPicture:
    edition = load_battletech(answer.edition)
    sheet = WorkingSheet(replace(question, sheet=answer.sheet), edition)
    # The picture is of the location that was asked about, wherever the hits went on to.
    location = sheet.location(answer.first.location)
    before = WorkingSheet(question, edition).location(location.key)
    halves = [
        [PictureSlot(row.number, row.name, row.is_hit or row.is_lost, row.pin) for row in half.rows]
        for half in critical_view.slot_halves(
            sheet, location, is_lost=before.lost_earlier or location.blown_off
        )
    ]
    return critical_picture(tr(location.row.label), halves, answer.explosions, tr)


# ---- hexes


def _hex_text(question: HexQuestion, answer: HexAnswer) -> ClassicRulingText:
    result = hex_result.result_of(question, answer, dict(written(question)))
    refusals, notes = _reasons(answer)
    numbers = []
    if answer.sight is not None:
        numbers.append(VerdictNumber(hex_result.verdict_of(answer).word, _("sight")))
    if result.number is not None:
        number = result.number.number
        is_number = answer.number is not None and answer.number.target is not None
        numbers.append(VerdictNumber(f"{number}+" if is_number else number, _("to hit")))
    if answer.move is not None:
        numbers.append(VerdictNumber(str(answer.move.cost), _("MP")))
    said = [f"{result.verdict.title}, {result.verdict.words}"] if answer.sight is not None else []
    said += [_("Hits the %(side)s", side=result.side)] if result.side else []
    said += [f"{result.move.title}, {result.move.words}"] if result.move is not None else []
    return ClassicRulingText(
        tuple(numbers) or (VerdictNumber("–"),),
        ". ".join(filter(None, (*said, result.back))),
        tuple(_hex_ledgers(question, answer)),
        refusals,
        notes,
    )


def _hex_ledgers(question: HexQuestion, answer: HexAnswer) -> Iterator[RulingLedger]:
    sight, number, move = answer.sight, answer.number, answer.move
    if sight is not None:
        rows = tuple(
            RulingCardRow(each.hex, f"{each.hex} {row.label}", row.why, row.value, each.cite)
            for each, row in zip(sight.hexes, hex_result.line_rows(sight, answer.edition), strict=True)
        )
        reasons = (*sight.blocked_by, *((sight.cover,) if sight.cover is not None else ()))
        after = tuple(RulingCardRow(each.key, tr(each.label), cite=each.cite) for each in reasons)
        if rows or after:
            yield RulingLedger(_("Line of sight"), rows, str(sight.woods) if rows else "", after)
    if number is not None and number.modifiers:
        odds = "" if number.odds is None else f" ({percent(number.odds)})"
        total = "–" if number.target is None else f"{number.target}+"
        yield RulingLedger(_("Target Number") + odds, _terms(number.modifiers, _of_skill), total)
    if move is not None:
        rows = tuple(
            RulingCardRow(
                each.step, f"{tr(STEP_WORDS[each.step])} {each.hex}", _of_leg(each), str(each.cost), move.cite
            )
            for each in move.legs
        )
        yield RulingLedger(_("Path: %(mp)s MP available", mp=move.available.mp), rows, str(move.cost))
        for due in move.rolls:
            yield _due(due.roll, move.legs[due.leg - 1].hex)


def _of_skill(row: Modifier) -> str:
    return str(row.value) if row.key == SKILL else signed(row.value)


def _of_leg(leg: PathLeg) -> str:
    return ", ".join(f"{tr(each.label)} {each.value}" for each in leg.ledger)


def _hex_drawn(question: HexQuestion, answer: HexAnswer) -> ClassicPicture:
    return hex_picture(question, answer, tr)


RULINGS: Final[Mapping[str, RulingKind]] = MappingProxyType(
    {
        "roll": RulingKind(_roll_text, roll_view.gist_of, _roll_drawn),
        "impact": RulingKind(_impact_text, impact_view.gist_of, _impact_drawn),
        "critical": RulingKind(_critical_text, critical_view.gist_of, _critical_drawn),
        "hex": RulingKind(_hex_text, hex_result.gist_of, _hex_drawn),
    }
)
"""By the name of the card."""
