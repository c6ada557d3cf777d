"""What does the page of a move show? The verdict, every reason, the sum and the rolls, in words."""

from collections.abc import Iterator
from math import dist
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.model.movement import MoveAnswer, MoveTerm
from astrike.model.number_text import plain_number
from astrike.model.unit import Unit
from astrike.model.unit_answer import UnitAnswer, UnitMode
from astrike.report.movement.sentences import (
    NOT_MEASURED,
    check_words,
    margin_inches,
    margin_of_words,
    reason_detail,
    reason_title,
    sum_words,
    term_words,
    verdict_words,
)
from astrike.report.words.numbers import height, inches, signed
from astrike.report.words.pages import page_words
from astrike.report.words.reasons import setting_words, words_of
from astrike.rulebook.loader import DEFAULT_EDITION, load_edition
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH
from astrike.web.current.units import UnitLabels
from astrike.web.http.citations import CitedPage
from astrike.web.http.i18n import _, tr
from astrike.web.map import view_around

_NEAR: Final = 6.0
"""Inches around a pin that its link shows."""
_NOT_THE_WAY: Final = frozenset(
    {
        *(
            "path.altitude",
            "grid.not-yet",
            "move.bogged",
            "move.carried",
            "move.destroyed",
            "move.dismounted",
        ),
        *("move.done", "move.hull-down", "move.immobile", "move.mode", "move.no-move", "move.vacuum"),
        *("move.sprint-transport", "move.wige-take-off"),
    }
)
"""Reasons that no other way to the same place takes away."""


_STRAIGHT: Final = "jump"
"""The mode of which another way would be the same one."""
_EIGHT = (0.0, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0)
_ARROWS = "↑↗→↘↓↙←↖"
_SAME = 0.5
"""Degrees within which a facing is one of those that a tap gives."""


@dataclass(frozen=True, slots=True)
class PinRow:
    """One reason why not, or one roll, under the number that it has on the map."""

    number: int
    label: str
    detail: str
    ref: CitedPage
    key: str
    at: str
    """Where it is, as x and y."""
    view: str
    """The section of the map around it."""


@dataclass(frozen=True, slots=True)
class TermRow:
    """One line of the sum."""

    label: str
    detail: str
    value: str
    ref: CitedPage
    key: str


@dataclass(frozen=True, slots=True)
class SmallPrint:
    """An option or an assumption behind the answer."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class MoveCard:
    """A judged move without its pictures and buttons."""

    word: str
    cost: str
    available: str
    note: str
    on_table: str
    """Inches on the table, where they are not the same as the cost; else empty."""
    allowed: bool
    refusals: tuple[PinRow, ...]
    checks: tuple[PinRow, ...]
    ledger: tuple[TermRow, ...]
    total: str
    close: str
    """The margin that the verdict depends on, and its cause; empty when it is no close call."""
    is_about_the_way: bool
    """Could another move of this unit be allowed?"""
    has_way_round: bool
    """Could another way to the same place be allowed?"""
    after: tuple[tuple[str, str], ...]
    """What the move leaves behind, name and value."""
    small_print: tuple[SmallPrint, ...]
    summary: str


@dataclass(frozen=True, slots=True)
class MovementModeRow:
    """One way to move, as the picker shows it."""

    mode: str
    label: str
    inches: str
    brings: str
    """What the unit gets from it."""
    why: str
    """Why it is closed; empty when it is open."""
    is_chosen: bool
    has_outline: bool
    """Does the unit get anywhere by it?"""


@dataclass(frozen=True, slots=True)
class DerivedRow:
    """Move and TMM of one way to move, and how they come about."""

    mode: str
    name: str
    move: str
    tmm: str
    how: str
    """The terms of the Move."""
    tmm_how: str
    """The terms of the TMM; empty when there is only the printed one."""
    why: str
    """Why it is closed; empty when it is open."""


@dataclass(frozen=True, slots=True)
class FacingRow:
    """One of the directions that the unit can be turned to by one tap."""

    degrees: str
    arrow: str
    name: str
    is_chosen: bool


def facing_rows(prepared: PreparedTable, unit: Unit, asked: float | None) -> tuple[FacingRow, ...]:
    """List eight directions, on hexes those of their sides."""
    facing = unit.facing if asked is None else asked
    found = dict.fromkeys(prepared.metric.facings(np.array(_EIGHT)).tolist())
    names = (
        _("north"),
        _("northeast"),
        _("east"),
        _("southeast"),
        _("south"),
        _("southwest"),
        _("west"),
        _("northwest"),
    )
    return tuple(
        FacingRow(
            degrees=plain_number(degrees % 360.0),
            arrow=_ARROWS[round(degrees / 45.0) % 8],
            name=names[round(degrees / 45.0) % 8],
            is_chosen=facing is not None and abs((facing - degrees + 180.0) % 360.0 - 180.0) <= _SAME,
        )
        for degrees in found
    )


def move_card(prepared: PreparedTable, answer: MoveAnswer, labels: UnitLabels) -> MoveCard:
    """Say what the judge found."""
    words = verdict_words(answer, translate=tr)
    reasons = tuple(_reasons(prepared, answer, labels))
    is_about_the_way = not any(
        reason.key in _NOT_THE_WAY or reason.key.startswith("transport.") for reason in answer.refusals
    )
    return MoveCard(
        word=words.word,
        cost=words.cost,
        available=words.available,
        note=sum_words(answer, translate=tr),
        on_table="" if inches(answer.length) == words.cost else inches(answer.length),
        allowed=answer.allowed,
        refusals=reasons,
        checks=tuple(_checks(prepared, answer, labels)),
        ledger=tuple(_terms(answer.terms, answer.edition, labels)),
        total=_two_places(answer.cost),
        close=_close(prepared, answer, labels),
        is_about_the_way=is_about_the_way,
        has_way_round=is_about_the_way and _has_way_round(answer),
        after=tuple(_after(prepared, answer, labels)),
        small_print=tuple(_small_print(prepared, answer, labels)),
        summary=" ".join(
            (f"{words.word}: {words.cost} {words.available}, {words.note}.", *(row.label for row in reasons))
        ),
    )


def _has_way_round(answer: MoveAnswer) -> bool:
    """Say whether going another way may help: no move costs less than its inches, and a jump is one straight line."""
    if not answer.legs:
        return False
    straight = dist(answer.legs[0].start[:2], answer.end[:2])
    is_straight = answer.mode == _STRAIGHT and answer.length <= straight + TOUCH
    return not is_straight and straight <= answer.available + TOUCH


def mode_rows(found: UnitAnswer, chosen: str, labels: UnitLabels) -> tuple[MovementModeRow, ...]:
    """List the ways in which a unit can move, the closed ones with their first reason.

    Of several motive codes for the ground the farthest is shown: the judge takes whichever serves. What the card does
    not print is left out.
    """
    best: dict[str, UnitMode] = {}
    for each in found.modes:
        if each.mode != chosen and any(reason.key == "move.mode" for reason in each.refusals):
            continue
        if each.mode not in best or each.available > best[each.mode].available:
            best[each.mode] = each
    usual = next((each for each in best.values() if each.mode == "ground"), None)
    return tuple(
        MovementModeRow(
            mode=each.mode,
            label=mode_label(each.mode, found.kind),
            inches="" if each.mode == "standstill" else height(each.available),
            brings=_brings(each, usual),
            why=_why(each, labels),
            is_chosen=each.mode == chosen,
            has_outline=each.mode != "standstill" and each.available > 0.0,
        )
        for each in best.values()
    )


def _brings(mode: UnitMode, usual: UnitMode | None) -> str:
    """Say what moving so brings and what it costs: TMM, and what becomes of the unit's own attacks."""
    said = _("TMM %(tmm)s", tmm=plain_number(mode.tmm))
    if usual is not None and mode.tmm != usual.tmm:
        said += f" ({signed(mode.tmm - usual.tmm)})"
    parts = [said]
    if mode.mode == "minimum":
        parts.append(_("whatever the ground costs"))
    if not mode.may_attack:
        parts.append(_("no attack this turn"))
    elif points := round(sum(term.value for term in mode.attack_terms)):
        parts.append(_("attacks at %(points)s", points=signed(points)))
    return " · ".join(parts)


def derived_rows(found: UnitAnswer, labels: UnitLabels) -> tuple[DerivedRow, ...]:
    """List Move and TMM of every way to move, with their terms."""
    return tuple(
        DerivedRow(
            mode=each.mode,
            name=_with_code(each, mode_label(each.mode, found.kind)),
            move="–" if each.mode == "standstill" else height(each.available),
            tmm=plain_number(each.tmm),
            how=_sum_of(each.terms),
            tmm_how=_sum_of(each.tmm_terms),
            why=_why(each, labels),
        )
        for each in found.modes
    )


def _with_code(mode: UnitMode, label: str) -> str:
    """Say as well by which of several motive codes it moves on the ground."""
    return f"{label} ({mode.code})" if mode.mode == "ground" and mode.code else label


def _sum_of(terms: tuple[MoveTerm, ...]) -> str:
    """Write terms as people add them up; a single one adds nothing to the sum."""
    if len(terms) < 2:
        return ""
    parts = [f"{tr(terms[0].label)} {plain_number(terms[0].value)}"]
    return ", ".join([*parts, *(f"{tr(term.label)} {_signed(term.value)}" for term in terms[1:])])


def mode_label(mode: str, kind: str) -> str:
    """Name a movement mode as on its button; on the ground it is named for the unit's kind of movement."""
    if mode == "ground":
        return tr(words_of("movers")[kind])
    row = load_edition(DEFAULT_EDITION).modes.get(mode)
    return mode if row is None else tr(row.short or row.label)


def mode_title(mode: str, kind: str) -> str:
    """Say what the unit does, behind its name."""
    does = words_of("movers", "does")[kind] if mode == "ground" else words_of("modes", "does").get(mode)
    return tr(does) if does else _("moves")


def _why(mode: UnitMode, labels: UnitLabels) -> str:
    return reason_title(mode.refusals[0], labels.names, translate=tr) if mode.refusals else ""


def _close(prepared: PreparedTable, answer: MoveAnswer, labels: UnitLabels) -> str:
    """Say by how little a verdict hangs, on what, and what this table calls little."""
    if answer.margin is None or not answer.margin.close:
        return ""
    return _(
        "%(inches)s %(of)s (tolerance %(tolerance)s)",
        inches=margin_inches(answer.margin, translate=tr),
        of=margin_of_words(answer.margin, labels.names, translate=tr),
        tolerance=height(prepared.table.tolerance),
    )


def _reasons(prepared: PreparedTable, answer: MoveAnswer, labels: UnitLabels) -> Iterator[PinRow]:
    for number, reason in enumerate(answer.refusals, 1):
        yield PinRow(
            number,
            reason_title(reason, labels.names, translate=tr),
            reason_detail(reason, labels.names, translate=tr),
            CitedPage(reason.cite, answer.edition),
            reason.key,
            _place(reason.place),
            view_around(prepared.table, reason.place, _NEAR),
        )


def _checks(prepared: PreparedTable, answer: MoveAnswer, labels: UnitLabels) -> Iterator[PinRow]:
    for number, check in enumerate(answer.checks, len(answer.refusals) + 1):
        words = check_words(check, labels.names, translate=tr)
        view = view_around(prepared.table, check.place, _NEAR)
        page = CitedPage(check.cite, answer.edition)
        yield PinRow(number, words.what, words.detail, page, check.key, _place(check.place), view)


def _terms(terms: tuple[MoveTerm, ...], edition: str, labels: UnitLabels) -> Iterator[TermRow]:
    for term in terms:
        words = term_words(term, labels.names, translate=tr)
        yield TermRow(
            words.what, words.detail, _two_places(term.value), CitedPage(term.cite, edition), term.key
        )


def _after(prepared: PreparedTable, answer: MoveAnswer, labels: UnitLabels) -> Iterator[tuple[str, str]]:
    yield _("TMM afterwards"), plain_number(answer.derived.tmm)
    x, y, z = answer.end
    yield _("Ends at"), _("%(x)s, %(y)s, height %(z)s", x=plain_number(x), y=plain_number(y), z=height(z))
    if answer.inside is not None:
        yield _("Ends inside"), labels.names.get(answer.inside, answer.inside)
    elif answer.on is not None:
        yield _("Ends on"), labels.names.get(answer.on, answer.on)
    if answer.cf_lost:
        lost = (f"{labels.names.get(piece, piece)} −{points}" for piece, points in answer.cf_lost.items())
        yield _("CF lost on the way"), ", ".join(lost)
    if how := _sum_of(answer.derived.terms):
        yield _("Move available"), how


def _small_print(prepared: PreparedTable, answer: MoveAnswer, labels: UnitLabels) -> Iterator[SmallPrint]:
    for why in answer.unmeasured:
        yield SmallPrint(_("Margin"), tr(NOT_MEASURED[why]))
    for option in answer.options_used:
        row = prepared.edition.options[option.id]
        page = page_words(row.cite, answer.edition)
        yield SmallPrint(
            _("Option"), f"{tr(row.label)}: {setting_words(option.value, tr, option=option.id)} · {page}"
        )
    for note in answer.assumed:
        where = ", ".join(labels.names[part] for part in note.at.split(".") if part in labels.names)
        yield SmallPrint(
            _("Assumed"),
            " · ".join(
                part for part in (f"{tr(note.label)}: {setting_words(note.value, tr)}", where) if part
            ),
        )


def _two_places(value: float) -> str:
    return inches(value).removesuffix("″")


def _signed(value: float) -> str:
    return plain_number(value) if value <= 0 else f"+{plain_number(value)}"


def _place(at: tuple[float, float]) -> str:
    return f"{at[0]:.2f},{at[1]:.2f}"
