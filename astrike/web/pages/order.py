"""Who moves now, and how many units? The order of the turn once it is known who lost initiative."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Response, request, url_for

from astrike.errors import InputError, Problem
from astrike.formats.tablefile import parse_document
from astrike.model.change import Label, SetMember
from astrike.model.explain import Reason
from astrike.model.order import OrderAnswer, Step
from astrike.report.option_words import option_words
from astrike.report.order_text import PARTS, next_sentence, side_names
from astrike.report.reason_words import facts_in_words
from astrike.report.words import Names
from astrike.rules.battlefield import Field
from astrike.rules.order import lost_at, order, sides_there
from astrike.web.citations import CitedPage
from astrike.web.current import Current, Line, change, form_document, load_current
from astrike.web.i18n import _, tr
from astrike.web.respond import see_other, show
from astrike.web.views.fields import prepare, prepared, state_of
from astrike.web.views.units import Cast, cast_of


@dataclass(frozen=True, slots=True)
class OrderRow:
    """One step: what each side moves."""

    number: int
    cells: tuple[str, ...]
    part: str
    state: str
    """`over`, `now` or empty."""


@dataclass(frozen=True, slots=True)
class Said:
    """One line with its page: a rule, a unit without a move, an option."""

    key: str
    words: str
    ref: CitedPage


@dataclass(frozen=True, slots=True)
class OrderContext:
    """The order of the turn; without rows as long as nobody has said who lost initiative."""

    current: Current
    sides: tuple[tuple[str, str, bool], ...]
    """Id, name, and whether it lost."""
    verdict: str
    choice: tuple[tuple[str, str], ...]
    """Ids and names of the units that may move now."""
    names: tuple[str, ...]
    rows: tuple[OrderRow, ...]
    rules: tuple[Said, ...]
    resting: tuple[Said, ...]
    options: tuple[Said, ...]


def show_order(code: str) -> str:
    """Show whose move it is and what comes after."""
    current = load_current(code)
    field, cast = prepared(state_of(current)).field, cast_of(current.table)
    lost = lost_at(field)
    answer = order(field, lost) if lost else None
    called = {side.id: side.name for side in field.table.sides}
    names: Names = {**cast.names, **called}
    return show(
        "order/order.html",
        OrderContext(
            current=current,
            sides=tuple((side, called.get(side, side), side in lost[:1]) for side in sides_there(field)),
            verdict=next_sentence(answer.next, names, translate=tr) if answer else "",
            choice=_choice(answer, cast),
            names=tuple(side_names(field.table, answer).values()) if answer else (),
            rows=tuple(_rows(answer)) if answer else (),
            rules=tuple(_said(rule, names, answer.edition) for rule in answer.rules) if answer else (),
            resting=tuple(_resting(answer, names)) if answer else (),
            options=tuple(_options(field, answer)) if answer else (),
        ),
    )


def set_initiative(code: str) -> Response:
    """Keep who lost initiative this turn; the others stay in the order in which they were."""
    current = load_current(code)
    field = prepare(parse_document(form_document(current))).field
    there, lost = sides_there(field), request.form.get("lost", "")
    if lost not in there:
        raise InputError([Problem("lost", repr(lost[:40]), ", ".join(there) or _("a side with units"))])
    sides = list(dict.fromkeys([lost, *lost_at(field), *there]))
    name = next((side.name for side in field.table.sides if side.id == lost), lost)
    change(
        current,
        [SetMember("initiative", sides)],
        label=Label("table.initiative", {"side": name}),
        lines=[Line(_("Lost initiative"), name, ", ".join(lost_at(field)[:1]))],
    )
    return see_other(url_for("movement.show_order", code=current.code))


def _choice(answer: OrderAnswer | None, cast: Cast) -> tuple[tuple[str, str], ...]:
    if answer is None or answer.next is None:
        return ()
    return tuple((unit, cast.names[unit]) for unit in answer.next.units)


def _rows(answer: OrderAnswer) -> Iterator[OrderRow]:
    for number, step in enumerate(answer.steps):
        state = "over" if number < answer.done else "now" if number == answer.done else ""
        part = tr(PARTS[step.part]) if PARTS[step.part] else ""
        yield OrderRow(number + 1, tuple(_cell(step, side) for side in answer.sides), part, state)


def _cell(step: Step, side: str) -> str:
    share = next((share for share in step.shares if share.side == side), None)
    return "–" if share is None else _("%(count)s of %(left)s", count=share.count, left=share.left)


def _said(found: Reason, names: Names, edition: str) -> Said:
    detail = facts_in_words(found, names, tr)
    return Said(
        found.key,
        f"{tr(found.label)}: {detail}" if detail else tr(found.label),
        CitedPage(found.cite, edition),
    )


def _resting(answer: OrderAnswer, names: Names) -> Iterator[Said]:
    for each in answer.resting:
        for why in each.reasons:
            yield Said(
                why.key,
                f"{names.get(each.unit, each.unit)}: {tr(why.label)}",
                CitedPage(why.cite, answer.edition),
            )


def _options(field: Field, answer: OrderAnswer) -> Iterator[Said]:
    for used in answer.options_used:
        row = field.edition.options[used.id]
        yield Said(
            used.id,
            f"{tr(row.label)}: {option_words(used.id, str(used.value), tr)}",
            CitedPage(row.cite, answer.edition),
        )
