"""How does an answer about movement read on a terminal? Explained, at most 78 columns wide.

First the verdict, then every reason why not with its place, the ledger of the cost and of the Move available, the
way leg by leg, what the move leaves behind, and what was decided and assumed.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from astrike.model.electronics_answer import ElectronicField
from astrike.model.movement import (
    CheapestRoute,
    Contour,
    MoveAnswer,
    MoveContact,
    MoveLeg,
    MoveReason,
    MoveTerm,
    ReachAnswer,
    Waypoint,
)
from astrike.model.number_text import plain_number
from astrike.model.table import Table
from astrike.model.unit_answer import UnitAnswer, UnitMode
from astrike.report.movement.contour_areas import contour_areas, square_inches
from astrike.report.movement.sentences import (
    NOT_MEASURED,
    check_words,
    margin_of_words,
    margin_words,
    offer_words,
    reason_detail,
    reason_title,
    term_words,
    verdict_words,
)
from astrike.report.words.names import names_of
from astrike.report.words.numbers import elevation, height, inches, percent, percent_exactly
from astrike.report.words.pages import page_words
from astrike.report.words.reasons import reason_words, words_of
from astrike.report.words.terminal import (
    Column,
    facts,
    grid,
    small_print,
    width_of,
    with_small_print,
    wrapped,
)
from astrike.report.words.texts import Names, Translate, listed, untranslated
from astrike.report.words.texts import to_translate as _

NOT_BY_A_MODE = {
    "unmoved": _("not moved yet"),
    "immobile": _("immobile"),
}
"""How a unit counts as having moved that did not move in any mode."""
_REASONS = (Column(4), Column(55), Column(14))
_LEDGER = (Column(48), Column(right=True), Column(20))


def move_text(
    answer: MoveAnswer,
    table: Table,
    *,
    contact: MoveContact | None = None,
    translate: Translate = untranslated,
) -> str:
    """Explain one move, and what became of the contact that was asked for."""
    names = names_of(table)
    lines = wrapped(_headline(answer, names, translate))
    if answer.refusals:
        lines += ["", *_reason_lines(answer.refusals, names, answer.edition, translate)]
    for offer in answer.offers:
        said = {
            "offer": offer_words(offer, names, translate=translate),
            "path": " ".join(_point(point) for point in offer.path),
        }
        lines += ["", *wrapped(translate(_("%(offer)s: %(path)s")) % said)]
    lines += ["", *_cost_lines(answer, names, translate)]
    rows = [
        (
            translate(_("Move")),
            _sum_words(answer.derived.terms, answer.available, names, answer.edition, translate),
        ),
        *_leg_rows(answer.legs, names, translate),
        (translate(_("End")), _end_words(answer, names, translate)),
        *_contact_rows(contact, names, answer.edition, translate),
        *_check_rows(answer, names, translate),
        *(
            (translate(_("CF lost")), f"{names.get(piece, piece)} {lost}")
            for piece, lost in answer.cf_lost.items()
        ),
        (translate(_("After it")), _after_words(answer, translate)),
        *_margin_rows(answer, names, translate),
        *small_print(answer.options_used, answer.assumed, translate),
        (translate(_("Edition")), answer.edition),
    ]
    return with_small_print(lines, rows, translate)


def _contact_rows(
    contact: MoveContact | None, names: Names, edition: str, translate: Translate
) -> Iterator[tuple[str, str]]:
    """Say whom the move touches, by which points, and what that allows; else how near it comes."""
    if contact is None:
        return
    target = names.get(contact.target, contact.target)
    if not contact.is_reached:
        said = {"target": target, "gap": inches(contact.gap)}
        yield translate(_("Contact")), translate(_("none with %(target)s: %(gap)s are missing")) % said
        if contact.nearest is not None:
            path = " ".join(_point(point) for point in contact.nearest.path)
            said = {"path": path, "cost": inches(contact.nearest.answer.cost)}
            yield translate(_("Nearest")), translate(_("%(path)s: costs %(cost)s")) % said
        return
    touched = listed(contact.touches, names)
    by = " ".join(_point(point) for point in contact.path)
    yield (
        translate(_("Contact")),
        translate(_("with %(target)s, by %(path)s")) % {"target": touched, "path": by},
    )
    for each in contact.attacks:
        said = {
            "kind": translate(words_of("kinds", "label")[each.kind]),
            "target": names.get(each.target, each.target),
        }
        if each.target_number is not None:
            said |= {"number": str(each.target_number), "odds": percent_exactly(each.probability)}
            yield "", translate(_("%(kind)s on %(target)s: %(number)s+, %(odds)s")) % said
        else:
            said["why"] = reason_words(each.refusals[0], names, edition, translate)
            yield "", translate(_("%(kind)s on %(target)s: no (%(why)s)")) % said


def reach_text(
    answer: ReachAnswer,
    table: Table,
    *,
    to: Waypoint | None = None,
    route: CheapestRoute | None = None,
    translate: Translate = untranslated,
) -> str:
    """Say where a unit can end its move, how sure that is, and which way leads to one point."""
    names = names_of(table)
    said = {
        "unit": names.get(answer.unit, answer.unit),
        "mode": translate(words_of("modes", "phrase").get(answer.mode, answer.mode)),
        "available": height(answer.available),
    }
    if answer.refusals:
        lines = wrapped(translate(_("%(unit)s cannot move, %(mode)s:")) % said)
        lines += ["", *_reason_lines(answer.refusals, names, answer.edition, translate)]
    else:
        lines = wrapped(translate(_("Where %(unit)s can end its move, %(mode)s, with %(available)s:")) % said)
        lines += ["", *_contour_lines(answer.contours, translate)]
        lines += ["", *wrapped(_proof_words(answer, translate))]
    if to is not None:
        lines += ["", *wrapped(_route_words(to, route, names, translate))]
    rows = [
        *small_print(answer.options_used, answer.assumed, translate),
        (translate(_("Edition")), answer.edition),
    ]
    return with_small_print(lines, rows, translate)


def unit_text(answer: UnitAnswer, table: Table, *, translate: Translate = untranslated) -> str:
    """Say what a unit is right now, and how that came about."""
    names = names_of(table)
    manner = _manner_words(answer.manner, translate)
    text = translate(_("%(unit)s now: %(manner)s."))
    lines = wrapped(text % {"unit": names.get(answer.unit, answer.unit), "manner": manner})
    for mode in answer.modes:
        lines += ["", *_mode_lines(mode, names, answer.edition, translate)]
    rows = [
        (translate(_("Arcs")), ", ".join(f"{arc} {plain_number(degrees)}°" for arc, degrees in answer.arcs))
    ]
    for name, terms in ((_("Attacking"), answer.attacker), (_("As target"), answer.target)):
        rows += _term_rows(translate(name), terms, names, answer.edition, translate)
    for number, field in enumerate(answer.fields):
        rows.append(
            (
                "" if number else translate(_("Electronics")),
                _field_words(field, names, answer.edition, translate),
            )
        )
    for number, question in enumerate(answer.crippled):
        rows.append(
            (
                "" if number else translate(_("Look up")),
                reason_words(question, names, answer.edition, translate),
            )
        )
    if answer.not_applied:
        rows.append((translate(_("Not applied")), ", ".join(answer.not_applied)))
    rows += small_print(answer.options_used, answer.assumed, translate)
    rows.append((translate(_("Edition")), answer.edition))
    return with_small_print(lines, [row for row in rows if row[1]], translate)


def _field_words(field: ElectronicField, names: Names, edition: str, translate: Translate) -> str:
    said = f"{translate(field.label)} {height(field.radius)}"
    if field.hidden:
        said += translate(_(", hidden units %(inches)s")) % {"inches": height(field.hidden)}
    if not field.on:
        why = ", ".join(reason_words(each, names, edition, translate) for each in field.reasons)
        said += translate(_(", off: %(why)s")) % {"why": why}
    return said


# ---- one move


def _headline(answer: MoveAnswer, names: Names, translate: Translate) -> str:
    words = verdict_words(answer, translate=translate)
    said = {
        "word": words.word,
        "cost": words.cost,
        "of": words.available,
        "note": f", {words.note}" if words.note else "",
        "unit": names.get(answer.unit, answer.unit),
        "mode": translate(words_of("modes", "phrase").get(answer.mode, answer.mode)),
    }
    return translate(_("%(word)s: %(cost)s %(of)s%(note)s. %(unit)s, %(mode)s.")) % said


def _reason_lines(
    reasons: Sequence[MoveReason], names: Names, edition: str, translate: Translate
) -> list[str]:
    """List reasons why not, each with what was measured, its place and its page."""
    rows: list[tuple[str, str, str]] = []
    for number, reason in enumerate(reasons, start=1):
        title = reason_title(reason, names, translate=translate)
        detail = reason_detail(reason, names, translate=translate)
        where = _at(reason.place) if reason.until > 0 or reason.at > 0 else ""
        if where and detail.endswith("."):
            detail = f"{detail[:-1]} ({where})."
        rows.append((f"{number}.", f"{title} {detail}".strip(), page_words(reason.cite, edition)))
    return grid(rows, _REASONS)


def _cost_lines(answer: MoveAnswer, names: Names, translate: Translate) -> list[str]:
    rows = [_term_row(term, names, answer.edition, translate) for term in answer.terms]
    of = verdict_words(answer, translate=translate).available
    rows.append((translate(_("Cost")), _two_places(answer.cost), of))
    lines = grid(rows, _LEDGER)
    rule = "─" * max(width_of(line) for line in lines)
    return [*lines[:-1], rule, lines[-1]]


def _term_row(term: MoveTerm, names: Names, edition: str, translate: Translate) -> tuple[str, str, str]:
    words = term_words(term, names, translate=translate)
    what = f"{words.what} ({words.detail})" if words.detail else words.what
    return what, _two_places(term.value), page_words(term.cite, edition)


def _leg_rows(legs: Sequence[MoveLeg], names: Names, translate: Translate) -> Iterator[tuple[str, str]]:
    for number, leg in enumerate(legs, start=1):
        said = {
            "to": _at(leg.end),
            "z": elevation(leg.end[2]),
            "length": inches(leg.length),
            "cost": inches(leg.cost),
        }
        text = translate(_("%(length)s to %(to)s at %(z)s: costs %(cost)s")) % said
        if leg.climb:
            text += translate(_(", %(climb)s up or down")) % {"climb": height(leg.climb)}
        if leg.terrain:
            text += f"; {listed(leg.terrain, names)}"
        yield translate(_("Leg %(number)s")) % {"number": number}, text


def _end_words(answer: MoveAnswer, names: Names, translate: Translate) -> str:
    found = [translate(_("%(at)s at %(z)s")) % {"at": _at(answer.end), "z": elevation(answer.end[2])}]
    if answer.inside is not None:
        found.append(translate(_("inside %(piece)s")) % {"piece": listed([answer.inside], names)})
    elif answer.on is not None:
        found.append(translate(_("on %(piece)s")) % {"piece": listed([answer.on], names)})
    if answer.facing is not None:
        found.append(translate(_("facing %(degrees)s°")) % {"degrees": plain_number(answer.facing)})
    return ", ".join(found)


def _check_rows(answer: MoveAnswer, names: Names, translate: Translate) -> Iterator[tuple[str, str]]:
    for number, check in enumerate(answer.checks):
        words = check_words(check, names, translate=translate)
        text = f"{words.what}: {words.detail}" if words.detail else words.what
        yield "" if number else translate(_("Checks")), f"{text} ({page_words(check.cite, answer.edition)})"


def _manner_words(manner: str, translate: Translate) -> str:
    """Say how a unit counts as having moved."""
    return translate(words_of("modes", "past").get(manner) or NOT_BY_A_MODE.get(manner, manner))


def _after_words(answer: MoveAnswer, translate: Translate) -> str:
    manner = _manner_words(answer.derived.manner, translate)
    text = translate(_("%(manner)s, TMM %(tmm)s, Move %(move)s"))
    return text % {
        "manner": manner,
        "tmm": plain_number(answer.derived.tmm),
        "move": height(answer.derived.move),
    }


def _margin_rows(answer: MoveAnswer, names: Names, translate: Translate) -> Iterator[tuple[str, str]]:
    said = [translate(NOT_MEASURED[why]) for why in answer.unmeasured]
    if (margin := answer.margin) is not None:
        of = margin_of_words(margin, names, translate=translate)
        close = margin_words(answer, translate=translate)
        said.insert(0, f"{close or inches(abs(margin.inches))} {of}")
    if said:
        yield translate(_("Margin")), ". ".join(said)


def _sum_words(
    terms: Sequence[MoveTerm], total: float, names: Names, edition: str, translate: Translate
) -> str:
    """Write a sum as the terms that made it: where counting begins, then what was added and taken."""
    found = []
    for number, term in enumerate(terms):
        words = term_words(term, names, translate=translate)
        what = f"{words.what}, {words.detail}" if words.detail else words.what
        value = _signed(term.value) if number else plain_number(term.value)
        found.append(f"{value} {what} ({page_words(term.cite, edition)})")
    return f"{height(total)}: {'; '.join(found)}" if found else height(total)


# ---- where it can get to


def _contour_lines(contours: Sequence[Contour], translate: Translate) -> list[str]:
    if not contours:
        return [translate(_("nowhere but where it stands"))]
    rows = [tuple(translate(each) for each in (_("For at most"), _("Area"), _("Parts"), ""))]
    for cost, group in groupby(sorted(contours, key=lambda each: each.cost), key=lambda each: each.cost):
        parts = list(group)
        area = plain_number(round(sum(square_inches(each) for each in parts), 1))
        proven = all(each.is_proven for each in parts)
        rows.append(
            (
                height(cost),
                translate(_("%(area)s square inches")) % {"area": area},
                str(sum(len(contour_areas(each)) for each in parts)),
                "" if proven else translate(_("not all proven")),
            )
        )
    return grid(rows, [Column(), Column(right=True), Column(right=True), Column()])


def _proof_words(answer: ReachAnswer, translate: Translate) -> str:
    text = translate(_("An illustration: only a path that is asked about is judged exactly."))
    if not answer.sampled:
        return text
    proven = 1 - len(answer.refused) / answer.sampled
    more = translate(_("The judge accepts %(share)s of %(count)s sampled places."))
    return f"{text} {more % {'share': percent(proven), 'count': answer.sampled}}"


def _route_words(to: Waypoint, route: CheapestRoute | None, names: Names, translate: Translate) -> str:
    said: dict[str, object] = {"to": _at((to.x, to.y))}
    if route is None:
        return translate(_("There is no way to %(to)s.")) % said
    words = verdict_words(route.answer, translate=translate)
    said["via"] = " ".join(_point(point) for point in route.path)
    said["verdict"] = f"{words.word}: {words.cost} {words.available}, {words.note}"
    if route.beside is not None:
        said["unit"] = names.get(route.beside, route.beside)
        return (
            translate(_("%(unit)s is at %(to)s. Cheapest way found beside it: %(via)s. %(verdict)s.")) % said
        )
    return translate(_("Cheapest way found to %(to)s: %(via)s. %(verdict)s.")) % said


def _point(point: Waypoint) -> str:
    """Write a point as the command takes it."""
    z = "" if point.z is None else f",{point.z if isinstance(point.z, str) else plain_number(point.z)}"
    return f"{_at((point.x, point.y))}{z}"


# ---- one unit


def _mode_lines(mode: UnitMode, names: Names, edition: str, translate: Translate) -> list[str]:
    said = {
        "mode": translate(words_of("modes", "phrase").get(mode.mode, mode.mode)),
        "move": height(mode.available),
        "tmm": plain_number(mode.tmm),
    }
    head = translate(_("%(mode)s: Move %(move)s, TMM %(tmm)s")) % said
    rows = [
        (translate(_("  Move")), _sum_words(mode.terms, mode.available, names, edition, translate)),
        (translate(_("  TMM")), _plain_sum(mode.tmm_terms, mode.tmm, names, edition, translate)),
    ]
    lines = [head[:1].upper() + head[1:], *facts(rows)]
    for reason in mode.refusals:
        text = f"{reason_title(reason, names, translate=translate)} ({page_words(reason.cite, edition)})"
        lines += wrapped(f"  {translate(_('Closed:'))} {text}", indent="  ")
    return lines


def _plain_sum(
    terms: Sequence[MoveTerm], total: int, names: Names, edition: str, translate: Translate
) -> str:
    text = _sum_words(terms, total, names, edition, translate)
    _length, sign, rest = text.partition(": ")
    return f"{plain_number(total)}{sign}{rest}"


def _term_rows(
    name: str, terms: Sequence[MoveTerm], names: Names, edition: str, translate: Translate
) -> Iterator[tuple[str, str]]:
    for number, term in enumerate(terms):
        words = term_words(term, names, translate=translate)
        what = f"{words.what} ({words.detail})" if words.detail else words.what
        value = plain_number(term.value) if term.key == "skill" else _signed(term.value)
        yield "" if number else name, f"{value} {what} ({page_words(term.cite, edition)})"


# ---- whole tables


# ---- numbers


def _at(place: Sequence[float]) -> str:
    """Write a place as commands take it.

    >>> _at((12.5, 8.0, 2.0))
    '12.5,8'
    """
    return ",".join(f"{round(value, 2) + 0.0:g}" for value in place[:2])


def _two_places(value: float) -> str:
    return inches(value)[:-1]


def _signed(value: float) -> str:
    return f"+{plain_number(value)}" if value > 0 else plain_number(value)
