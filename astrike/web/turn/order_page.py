"""Who moves now, and how many units? The order of the turn once it is known who lost initiative, and the next turn."""

from collections.abc import Iterator, Sequence

from flask import Response, request, url_for
from flask_babel import ngettext

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import ChangeLabel, SetMember
from astrike.model.explain import Reason
from astrike.model.turn_order import OrderAnswer, SideShare
from astrike.report.movement.order import ORDER_PARTS, next_sentence
from astrike.report.units.marks import UnitMark
from astrike.report.words.reasons import facts_in_words, option_words
from astrike.report.words.texts import Names
from astrike.rules.movement.turn_order import lost_at, order, sides_with_units
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.current.prepared import prepare, prepared_state, state_of
from astrike.web.current.table import ChangedLine, Current, back_to_table, change, form_document, load_current
from astrike.web.current.units import UnitLabels, unit_labels
from astrike.web.http.citations import CitedPage
from astrike.web.http.device import local_path
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import see_other, show
from astrike.web.turn.initiative import can_roll, initiative_operations
from astrike.web.turn.next_turn import next_turn_operations


def next_turn(code: str) -> Response:
    """Begin the next turn, as one change."""
    current = load_current(code)
    begun = parse_document(form_document(current))
    turn = begun.turn + 1
    operations = next_turn_operations(begun)
    if not begun.is_played:  # who asks for turns on a table to measure on moves next
        operations.append(SetMember("phase", "movement"))
    lines = [ChangedLine(_("Turn"), str(turn), str(current.table.turn))]
    change(current, operations, label=ChangeLabel("table.turn", {"turn": str(turn)}), lines=lines)
    return back_to_table(current)


@dataclass(frozen=True, slots=True)
class OrderRow:
    """One step: which side moves how many units, and how many it has left before."""

    number: int
    side: str
    moves: str
    left: str
    part: str
    is_now: bool


@dataclass(frozen=True, slots=True)
class OrderChoice:
    """A unit that may move now."""

    unit: str
    name: str
    mark: UnitMark


@dataclass(frozen=True, slots=True)
class OrderSentence:
    """One line with its page: a rule, a unit without a move, an option."""

    key: str
    words: str
    ref: CitedPage


@dataclass(frozen=True, slots=True)
class OrderContext:
    """The order of the turn; without rows until it is known who lost initiative."""

    current: Current
    sides: tuple[tuple[str, str, bool], ...]
    """Id, name, and whether it lost."""
    can_roll: bool
    """Is it still to be rolled who lost initiative? Never in the middle of a turn."""
    verdict: str
    choice: tuple[OrderChoice, ...]
    """The units that may move now."""
    over: tuple[OrderRow, ...]
    rows: tuple[OrderRow, ...]
    """The step that is on, and those to come."""
    rules: tuple[OrderSentence, ...]
    resting: tuple[OrderSentence, ...]
    options: tuple[OrderSentence, ...]


def show_order(code: str) -> str:
    """Show whose move it is and what comes after."""
    current = load_current(code)
    prepared, labels = prepared_state(state_of(current)).prepared, unit_labels(current.table)
    lost = lost_at(prepared)
    answer = order(prepared, lost) if lost else None
    called = {side.id: side.name for side in prepared.table.sides}
    names: Names = {**labels.names, **called}
    steps = tuple(_rows(answer, names)) if answer else ()
    over = len(steps) if answer and answer.next is None else _position(steps)
    return show(
        "turn/order.html",
        OrderContext(
            current=current,
            sides=tuple(
                (side, called.get(side, side), side in lost[:1]) for side in sides_with_units(prepared)
            ),
            can_roll=can_roll(prepared),
            verdict=next_sentence(answer.next, names, translate=tr) if answer else "",
            choice=_choice(answer, labels),
            over=steps[:over],
            rows=steps[over:],
            rules=tuple(_stated(rule, names, answer.edition) for rule in answer.rules) if answer else (),
            resting=tuple(_resting(answer, names)) if answer else (),
            options=tuple(_options(prepared, answer)) if answer else (),
        ),
    )


def set_initiative(code: str) -> Response:
    """Keep who lost initiative this turn, and go on to the first move; the others stay in their order."""
    current = load_current(code)
    begun = parse_document(form_document(current))
    prepared = prepare(begun).prepared
    there, lost = sides_with_units(prepared), request.form.get("lost", "")
    if lost not in there:
        raise InputError([Problem("lost", repr(lost[:40]), ", ".join(there) or _("a side with units"))])
    sides = list(dict.fromkeys([lost, *lost_at(prepared), *there]))
    name = next((side.name for side in prepared.table.sides if side.id == lost), lost)
    change(
        current,
        initiative_operations(begun, sides),
        label=ChangeLabel("table.initiative", {"side": name}),
        lines=[ChangedLine(_("Lost initiative"), name, ", ".join(lost_at(prepared)[:1]))],
    )
    if begun.is_played and begun.phase == "initiative":  # in a game the first move comes next
        return back_to_table(current)
    wished = request.form.get("next", "")
    return see_other(local_path(wished) if wished else url_for("turn.show_order", code=current.code))


def _choice(answer: OrderAnswer | None, labels: UnitLabels) -> tuple[OrderChoice, ...]:
    if answer is None or answer.next is None:
        return ()
    return tuple(OrderChoice(unit, labels.names[unit], labels.marks[unit]) for unit in answer.next.units)


def _rows(answer: OrderAnswer, names: Names) -> Iterator[OrderRow]:
    """Take the rounds of the order apart: one row for each side that moves."""
    number = 0
    now = None if answer.next is None else answer.next.side
    for turn, step in enumerate(answer.steps):
        part = tr(ORDER_PARTS[step.part]) if ORDER_PARTS[step.part] else ""
        for share in step.shares:
            number += 1
            name = names.get(share.side, share.side)
            is_now = turn == answer.done and share.side == now
            yield OrderRow(number, name, *_share_words(share, answer.group), part, is_now)


def _share_words(share: SideShare, group: int) -> tuple[str, str]:
    if group > 1:
        moves = ngettext("moves %(num)d group", "moves %(num)d groups", share.count)
        return moves, ngettext("of %(num)d group", "of %(num)d groups", share.left)
    return _("moves %(count)s", count=share.count), _("of %(left)s", left=share.left)


def _position(steps: Sequence[OrderRow]) -> int:
    """Count the steps before the one that is on."""
    return next((place for place, step in enumerate(steps) if step.is_now), 0)


def _stated(found: Reason, names: Names, edition: str) -> OrderSentence:
    detail = facts_in_words(found, names, tr)
    return OrderSentence(
        found.key,
        f"{tr(found.label)}: {detail}" if detail else tr(found.label),
        CitedPage(found.cite, edition),
    )


def _resting(answer: OrderAnswer, names: Names) -> Iterator[OrderSentence]:
    for each in answer.resting:
        for why in each.reasons:
            yield OrderSentence(
                why.key,
                f"{names.get(each.unit, each.unit)}: {tr(why.label)}",
                CitedPage(why.cite, answer.edition),
            )


def _options(prepared: PreparedTable, answer: OrderAnswer) -> Iterator[OrderSentence]:
    for used in answer.options_used:
        row = prepared.edition.options[used.id]
        yield OrderSentence(
            used.id,
            f"{tr(row.label)}: {option_words(used.id, str(used.value), tr)}",
            CitedPage(row.cite, answer.edition),
        )
