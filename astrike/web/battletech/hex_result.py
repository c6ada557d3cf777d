"""What is shown of an answer about hexes: the verdict, each hex of the line, the number, arcs, the path?"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from flask_babel import ngettext

from astrike.dataclass import dataclass
from astrike.model.battletech.hex import HexAnswer, HexNumber, HexQuestion, HexSight
from astrike.model.battletech.hex_path import PathAnswer, PathLeg, PathRoll, PathSkid
from astrike.model.explain import Facts, Modifier, Reason
from astrike.report.battletech.hex_text import MOUNT_WORDS, STEP_WORDS
from astrike.report.battletech.hex_top_view import pins_of
from astrike.report.battletech.impact_text import COLUMN_WORDS
from astrike.report.words.numbers import percent, signed
from astrike.report.words.pages import page_words
from astrike.rulebook.battletech.loader import load_battletech
from astrike.rules.battletech.hexes.grid import is_hex_name
from astrike.web.battletech.chains import roll_address
from astrike.web.battletech.hex_skids import skid_address
from astrike.web.battletech.lines import DeskLedgerLine, DeskSentence, sentence
from astrike.web.battletech.other_edition import AnswerGist
from astrike.web.http.citations import CitedPage
from astrike.web.http.i18n import _, tr

SKILL: Final = "skill"
"""The row that the record sheet gives, not a book."""


@dataclass(frozen=True, slots=True)
class HexVerdict:
    """Yes or no, and why in a few words."""

    word: str
    title: str
    words: str
    is_clear: bool


@dataclass(frozen=True, slots=True)
class HexLineRow:
    """One hex of the line."""

    hex: str
    pin: int
    """0 where it does not decide anything."""
    label: str
    why: str
    value: str
    page: CitedPage
    is_counted: bool


@dataclass(frozen=True, slots=True)
class HexBlocker:
    """Something that blocks the line, with the pin of its hex on the map; 0 without one."""

    pin: int
    said: DeskSentence


@dataclass(frozen=True, slots=True)
class HexNumberView:
    """The Target Number."""

    number: str
    odds: str
    rows: tuple[DeskLedgerLine, ...]
    refusals: tuple[DeskSentence, ...]


@dataclass(frozen=True, slots=True)
class HexLegRow:
    """A step of a path: what it is, where it leads, what it costs."""

    label: str
    hex: str
    cost: int
    total: int
    rows: tuple[DeskLedgerLine, ...]


@dataclass(frozen=True, slots=True)
class HexRollRow:
    """A roll that a path brings, or a skid that a failed one would bring."""

    label: str
    number: str
    address: str
    """Empty where no card answers it."""


@dataclass(frozen=True, slots=True)
class HexMoveView:
    """A path."""

    title: str
    words: str
    mp: int
    """MP available."""
    available: tuple[DeskLedgerLine, ...]
    legs: tuple[HexLegRow, ...]
    rolls: tuple[HexRollRow, ...]
    refusals: tuple[DeskSentence, ...]
    page: CitedPage


@dataclass(frozen=True, slots=True)
class HexResult:
    """All that is shown of an answer."""

    verdict: HexVerdict
    blocked_by: tuple[HexBlocker, ...]
    line: tuple[HexLineRow, ...]
    cover: DeskSentence | None
    side: str
    """The side of the target that is hit."""
    side_reason: DeskSentence | None
    """Through which hexside."""
    side_rows: tuple[DeskLedgerLine, ...]
    """What lies on either side of a line along borders."""
    back: str
    """What the target sees, where that is another answer."""
    number: HexNumberView | None
    arcs_in: str
    arcs_out: str
    move: HexMoveView | None
    notes: tuple[DeskSentence, ...]


def result_of(question: HexQuestion, answer: HexAnswer, body: dict[str, Any]) -> HexResult:
    """Prepare an answer to be shown; `body` is the question as the address has it."""
    sight, edition = answer.sight, answer.edition
    # A weapon that is mounted nowhere in particular has no arc of its own to tell.
    is_told = question.weapon is not None and question.weapon.location is not None
    arcs = [arc for arc in answer.arcs if is_told or arc.mount != "weapon"]
    is_in = [mount_words(arc.mount, is_rear=arc.is_rear) for arc in arcs if arc.is_in]
    # That weapons fired to the rear do not reach what is ahead goes without saying.
    is_out = [mount_words(arc.mount, is_rear=False) for arc in arcs if not (arc.is_in or arc.is_rear)]
    return HexResult(
        verdict=_verdict(question, answer),
        blocked_by=() if sight is None else tuple(_blockers(sight, edition)),
        line=tuple(line_rows(sight, edition, answer.number)) if sight else (),
        cover=None if sight is None or sight.cover is None else sentence(sight.cover, edition),
        side="" if sight is None or sight.side_hit is None else tr(COLUMN_WORDS[sight.side_hit]),
        side_reason=None
        if sight is None or sight.side_reason is None
        else sentence(sight.side_reason, edition),
        side_rows=() if sight is None else tuple(_row(each, edition) for each in sight.side_ledger),
        back=_back(answer),
        number=None if answer.number is None else _number(answer.number, sight, edition),
        arcs_in=", ".join(is_in),
        arcs_out=", ".join(is_out),
        move=None if answer.move is None else _move(question, answer.move, body, edition),
        notes=tuple(
            sentence(each, edition) for each in _once((*(sight.line_notes if sight else ()), *answer.notes))
        ),
    )


def _once(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Give every sentence once."""
    return tuple({(each.key, each.label): each for each in reasons}.values())


# ---- sight


def verdict_of(answer: HexAnswer) -> HexVerdict:
    """Say whether the target is seen, how far it is, and what is in between."""
    sight = answer.sight
    if sight is None:
        return HexVerdict("–", _("Place A and T."), "", is_clear=False)
    title = ngettext("%(num)d hex", "%(num)d hexes", sight.distance)
    return HexVerdict(
        _("Yes") if sight.is_clear else _("No"),
        title,
        ", ".join(_between(sight)) or _("clear LOS"),
        sight.is_clear,
    )


def _verdict(question: HexQuestion, answer: HexAnswer) -> HexVerdict:
    """Say whether the target can be fired at: indirect fire does so out of sight."""
    found = verdict_of(answer)
    if not question.shot.indirect or found.is_clear or answer.sight is None or answer.number is None:
        return found
    if question.shot.spotter is None:
        return replace(found, words=_("indirect fire needs a spotter: tap Move S"))
    if answer.number.target is None:
        return found
    return replace(found, word=_("Yes"), words=_("indirect fire, %(sight)s", sight=found.words))


def _between(sight: HexSight) -> Iterator[str]:
    if not sight.is_clear:
        yield _("LOS blocked")
    if sight.woods:
        yield ngettext("%(num)d point of woods", "%(num)d points of woods", sight.woods)
    if sight.has_cover and sight.is_clear:
        yield _("partial cover")


def _blockers(sight: HexSight, edition: str) -> Iterator[HexBlocker]:
    pins = pins_of(sight)
    for each in sight.blocked_by:
        yield HexBlocker(pins.get(str(each.facts.get("hex", "")), 0), sentence(each, edition))


def line_rows(sight: HexSight, edition: str, number: HexNumber | None = None) -> Iterator[HexLineRow]:
    """Give the hexes of the line from the attacker on; along a border both.

    With a Target Number the hex that covers the target says what that adds.
    """
    adds = (
        {str(each.facts["by"]): each.value for each in number.modifiers if "by" in each.facts}
        if number
        else {}
    )
    pins = pins_of(sight)
    for each in sight.hexes:
        why = [tr(each.effect)] if each.effect else []
        if not each.is_counted:
            why = [_("the other side of the border, does not count")]
        points = each.points + (adds.get(each.hex, 0) if each.is_counted else 0)
        value = signed(points) if points else "0"
        yield HexLineRow(
            each.hex,
            pins.get(each.hex, 0) if each.is_counted else 0,
            tr(each.what) or tr(each.label),
            ", ".join(why),
            value,
            CitedPage(each.cite, edition),
            each.is_counted,
        )


def _back(answer: HexAnswer) -> str:
    """Say what the target sees, where the line the other way is another answer."""
    sight, back = answer.sight, answer.back
    if sight is None or back is None:
        return ""
    compared = (sight.is_clear, sight.woods, sight.has_cover)
    if compared == (back.is_clear, back.woods, back.has_cover):
        return ""
    words = ", ".join(_between(back)) or _("clear LOS")
    if back.is_clear:
        return _("T sees A: %(how)s", how=words)
    return _("T cannot see A: %(how)s", how=words)


def mount_words(mount: str, *, is_rear: bool) -> str:
    """Name a mount."""
    word = tr(MOUNT_WORDS[mount])
    return _("%(mount)s (rear)", mount=word) if is_rear else word


# ---- the number


def _number(number: HexNumber, sight: HexSight | None, edition: str) -> HexNumberView:
    """Prepare the Target Number; what blocks the line is said with the line."""
    said = {(each.key, each.label) for each in sight.blocked_by} if sight is not None else set()
    return HexNumberView(
        number="–" if number.target is None else str(number.target),
        odds="" if number.odds is None else percent(number.odds),
        rows=tuple(_row(each, edition) for each in number.modifiers),
        refusals=tuple(
            sentence(each, edition, facts_words(each.facts))
            for each in number.refusals
            if (each.key, each.label) not in said
        ),
    )


def _row(row: Modifier, edition: str) -> DeskLedgerLine:
    is_skill = row.key == SKILL
    page = None if is_skill else CitedPage(row.cite, edition)
    value = str(row.value) if is_skill else signed(row.value)
    return DeskLedgerLine(row.key, tr(row.label), facts_words(row.facts), value, page)


def facts_words(measured: Facts) -> str:
    """Say what a row was measured by: how far, which hex, how much.

    >>> facts_words({"by": "0503"})
    '0503'
    """
    found = []
    if "range" in measured:
        found.append(ngettext("%(num)d hex", "%(num)d hexes", int(measured["range"])))
    for key in ("hex", "by"):
        if key in measured and is_hex_name(str(measured[key])):
            found.append(str(measured[key]))
    if "points" in measured:
        found.append(ngettext("%(num)d point", "%(num)d points", int(measured["points"])))
    return ", ".join(found)


# ---- the path


def _move(question: HexQuestion, move: PathAnswer, body: dict[str, Any], edition: str) -> HexMoveView:
    titles = {
        "walk": _("A walks: %(mp)s MP of %(available)s"),
        "run": _("A runs: %(mp)s MP of %(available)s"),
        "jump": _("A jumps: %(mp)s MP of %(available)s"),
    }
    if _moves_as_vehicle(question):
        titles["walk"] = _("A cruises: %(mp)s MP of %(available)s")
        titles["run"] = _("A at flank speed: %(mp)s MP of %(available)s")
    words = [ngettext("%(num)d hex", "%(num)d hexes", move.hexes)]
    if move.heat:
        words.append(_("%(heat)s heat", heat=move.heat))
    return HexMoveView(
        title=titles[move.mode] % {"mp": move.cost, "available": move.available.mp},
        words=", ".join(words),
        mp=move.available.mp,
        available=tuple(_mp_row(each, edition) for each in move.available.ledger),
        legs=tuple(_leg(each, edition) for each in move.legs),
        rolls=tuple(_rolls(question, move, body, edition)),
        refusals=tuple(sentence(each, edition, facts_words(each.facts)) for each in move.refusals),
        page=CitedPage(move.cite, edition),
    )


def _moves_as_vehicle(question: HexQuestion) -> bool:
    path, attacker = question.path, question.attacker
    unit = path.unit if path is not None and path.unit is not None else attacker and attacker.unit
    return bool(unit and unit.is_vehicle)


def _rolls(
    question: HexQuestion, move: PathAnswer, body: dict[str, Any], edition: str
) -> Iterator[HexRollRow]:
    """Give the rolls along a path, each skid after the roll that leads to it."""
    found = [(each.leg, 0, _roll(each, move, body)) for each in move.rolls]
    found += [(each.leg, 1, _skid(question, each, move, body, edition)) for each in move.skids]
    yield from (row for _leg, _kind, row in sorted(found, key=lambda each: each[:2]))


def _mp_row(row: Modifier, edition: str) -> DeskLedgerLine:
    page = CitedPage(row.cite, edition)
    return DeskLedgerLine(row.key, tr(row.label), facts_words(row.facts), str(row.value), page)


def _leg(leg: PathLeg, edition: str) -> HexLegRow:
    return HexLegRow(
        tr(STEP_WORDS[leg.step]),
        leg.hex,
        leg.cost,
        leg.total,
        tuple(_mp_row(each, edition) for each in leg.ledger),
    )


def _roll(each: PathRoll, move: PathAnswer, body: dict[str, Any]) -> HexRollRow:
    roll = each.roll
    number = f"{roll.target}+" if roll.target is not None else ""
    label = _("%(hex)s: %(roll)s", hex=move.legs[each.leg - 1].hex, roll=tr(roll.label))
    return HexRollRow(label, number, roll_address(each.asked, body))


def _skid(
    question: HexQuestion, each: PathSkid, move: PathAnswer, body: dict[str, Any], edition: str
) -> HexRollRow:
    label = _("%(hex)s: skid, if it fails", hex=move.legs[each.leg - 1].hex)
    return HexRollRow(label, "", skid_address(question, move, each, body, load_battletech(edition)))


# ---- what the other edition says


def gist_of(answer: HexAnswer, other: HexAnswer) -> AnswerGist:
    """Say what an answer comes to, by the first thing that is another one in the other."""
    return next(_gists(answer, other))


def _gists(answer: HexAnswer, other: HexAnswer) -> Iterator[AnswerGist]:
    compared = _compared(answer)
    number, others = answer.number, other.number
    if answer.sight is not None and other.sight is not None:
        sight = answer.sight
        if (sight.is_clear, sight.woods) != (other.sight.is_clear, other.sight.woods):
            verdict = verdict_of(answer)
            cites = [*(each.cite for each in sight.blocked_by), *(each.cite for each in sight.hexes)]
            page = page_words(cites[0], answer.edition) if cites else ""
            yield AnswerGist(compared, f"{verdict.word}: {verdict.words}", page)
        if sight.has_cover != other.sight.has_cover:
            words = _("Partial cover") if sight.has_cover else _("No partial cover")
            page = page_words(sight.cover.cite, answer.edition) if sight.cover else ""
            yield AnswerGist(compared, words, page)
    if number is not None and others is not None and number.target != others.target:
        words = _("Target Number %(number)s", number="–" if number.target is None else number.target)
        rest = {(each.key, each.value) for each in others.modifiers}
        cites = [each.cite for each in number.refusals]
        cites += [each.cite for each in number.modifiers if (each.key, each.value) not in rest]
        page = page_words(cites[0], answer.edition) if cites else ""
        yield AnswerGist(compared, words, page)
    if answer.move is not None and other.move is not None:
        words = _("Path: %(mp)s MP", mp=answer.move.cost)
        if answer.move.refusals:
            words = tr(answer.move.refusals[0].label)
        yield AnswerGist(compared, words, page_words(answer.move.cite, answer.edition))
    yield AnswerGist(compared, _("another answer"), "")


def _compared(answer: HexAnswer) -> tuple[object, ...]:
    sight, number, move = answer.sight, answer.number, answer.move
    return (
        None if sight is None else (sight.is_clear, sight.woods, sight.has_cover, sight.side_hit),
        None if number is None else (number.target, tuple(each.key for each in number.refusals)),
        None if move is None else (move.cost, tuple(each.key for each in move.refusals)),
        tuple((arc.mount, arc.is_in) for arc in answer.arcs),
    )
