"""What is asked about movement, and what is the answer?

Whether a move is possible, how far a unit gets, where its best positions are, its present state, and how many units
each side moves when.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.json_text import shown
from astrike.formats.questions import written
from astrike.model.movement import (
    BestPositionsAnswer,
    CheapestRoute,
    MoveAnswer,
    MoveContact,
    MoveQuestion,
    ReachAnswer,
    Waypoint,
)
from astrike.model.question_schema import inner_of, question_of_values
from astrike.model.table import Table
from astrike.model.turn_order import OrderAnswer
from astrike.model.unit_answer import UnitAnswer
from astrike.report.schema import Json
from astrike.rules.movement.best_route import best_route, best_route_to_contact
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.reach import reach
from astrike.rules.movement.suggestions import with_suggestions
from astrike.rules.movement.turn_order import lost_at, order
from astrike.rules.movement.unit_answer import unit_answer
from astrike.rules.movement.withdrawal import with_withdrawal_check
from astrike.rules.rulings.move_margins import with_end_margin
from astrike.rules.solver.best_positions import best_positions
from astrike.rules.solver.contact_attacks import move_into_contact, standing_enemies
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.movement.requests import REQUESTS, MoveRequest
from astrike.web.questions.body import Body, read_body


@dataclass(frozen=True, slots=True)
class MoveReply:
    """An answer about a move, with the table as it was asked about."""

    table: Table
    answer: MoveAnswer
    prepared: PreparedTable
    asked: MoveRequest
    contact: MoveContact | None = None
    """What became of the contact that was asked for."""


@dataclass(frozen=True, slots=True)
class ReachReply:
    """The places where a unit can end, and the path to a point when one was asked for."""

    table: Table
    answer: ReachAnswer
    to: Waypoint | None = None
    route: CheapestRoute | None = None


@dataclass(frozen=True, slots=True)
class BestPositionsReply:
    """The chances at every place within reach, with the table as it was asked about."""

    table: Table
    answer: BestPositionsAnswer


@dataclass(frozen=True, slots=True)
class UnitReply:
    """An answer about one unit, with the table as it was asked about."""

    table: Table
    answer: UnitAnswer


@dataclass(frozen=True, slots=True)
class OrderReply:
    """An answer about the order of a turn, with the table as it was asked about."""

    table: Table
    answer: OrderAnswer


def ask_move(body: Body, *, table_at: str = "table") -> MoveReply:
    """Answer whether a unit may go along a path, or into contact, and at what cost."""
    asked, prepared = read_body(REQUESTS.move, body, table_at=table_at, refuse=_check_move)
    if asked.contact is not None:
        return _into_contact(prepared, asked, asked.contact)
    return MoveReply(
        prepared.table,
        _measured(prepared, asked, judge_move(prepared, asked.unit, asked.question)),
        prepared,
        asked,
    )


def _into_contact(prepared: PreparedTable, asked: MoveRequest, target: str) -> MoveReply:
    """Answer which move ends in contact; from then on it is a question about that move's path."""
    enemies = standing_enemies(prepared, asked.unit)
    if target not in enemies:
        raise InputError(
            [Problem("contact", shown(target), f"an enemy on the table: {', '.join(enemies) or 'none'}")]
        )
    question, answer, contact = move_into_contact(prepared, asked.unit, target, asked.question)
    if answer is None:
        raise InputError([Problem("contact", shown(target), "an enemy that a move can be tried to")])
    if contact.is_reached:
        asked = replace(asked, question=question, contact=None)
        answer = _measured(prepared, asked, answer)
    return MoveReply(prepared.table, answer, prepared, asked, contact)


def _measured(prepared: PreparedTable, asked: MoveRequest, answer: MoveAnswer) -> MoveAnswer:
    """Add to a judged move the margin of its end, what would make it allowed, and the check of withdrawal."""
    answer = with_end_margin(prepared, asked.unit, asked.question, answer)
    answer = with_suggestions(prepared, asked.unit, asked.question, answer)
    return with_withdrawal_check(prepared, answer)


def _check_move(prepared: PreparedTable, values: Mapping[str, Any]) -> None:
    """Refuse what rules refuse of a move where it is known who goes where and how."""
    if {"unit", "path", "mode", "contact"} <= values.keys() and values["contact"] is None:
        judge_move(prepared, values["unit"], question_of_values(inner_of(REQUESTS.move, "question"), values))


def ask_reach(body: Body, *, table_at: str = "table") -> ReachReply:
    """Answer where a unit can end its move, and by which way it gets to one point."""
    asked, prepared = read_body(REQUESTS.reach, body, table_at=table_at)
    return ReachReply(
        prepared.table,
        reach(prepared, asked.unit, asked.mode),
        to=asked.to,
        route=None if asked.to is None else _route_to(prepared, asked.unit, asked.to, asked.mode),
    )


def _route_to(prepared: PreparedTable, unit: str, to: Waypoint, mode: str | None) -> CheapestRoute | None:
    """Find the cheapest way to a place, or up to the unit that stands there."""
    try:
        return best_route(prepared, unit, to.x, to.y, to.z, mode) or best_route_to_contact(
            prepared, unit, to.x, to.y, mode
        )
    except InputError as error:
        raise InputError(
            replace(each, at=re.sub(r"^path\[0\]", "to", each.at)) for each in error.problems
        ) from error


def ask_best_positions(body: Body, *, table_at: str = "table") -> BestPositionsReply:
    """Answer where a unit hits one enemy best, and where others hit it least."""
    asked, prepared = read_body(REQUESTS.prospects, body, table_at=table_at)
    found = best_positions(prepared, asked.unit, target=asked.target, threats=asked.threats, mode=asked.mode)
    return BestPositionsReply(prepared.table, found)


def ask_unit(body: Body, *, table_at: str = "table") -> UnitReply:
    """Answer what a unit is right now: Move and TMM of every mode, arcs, modifiers."""
    asked, prepared = read_body(REQUESTS.unit, body, table_at=table_at)
    return UnitReply(prepared.table, unit_answer(prepared, asked.unit))


def ask_order(body: Body, *, table_at: str = "table") -> OrderReply:
    """Answer who moves how many units when."""
    asked, prepared = read_body(REQUESTS.order, body, table_at=table_at)
    return OrderReply(prepared.table, order(prepared, asked.lost or lost_at(prepared)))


def move_question(unit: str, question: MoveQuestion) -> Json:
    """Write the question of a declared move."""
    return written(REQUESTS.move(unit, question))
