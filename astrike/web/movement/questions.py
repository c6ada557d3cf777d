"""What is answered about movement: may it go there, where can it get to, where should it stand, what is it now?

And who moves how many units when.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from astrike.errors import InputError
from astrike.formats.questions import written
from astrike.model.movement import MoveAnswer, MoveQuestion, ProspectAnswer, ReachAnswer, Route, Waypoint
from astrike.model.order import OrderAnswer
from astrike.model.schema import inner_of, made_of
from astrike.model.table import Table
from astrike.model.unit_answer import UnitAnswer
from astrike.report.answer_schema import Json
from astrike.rules.battlefield import Field
from astrike.rules.margins.move import with_end_margin
from astrike.rules.movement.judge import judge
from astrike.rules.movement.offers import with_offers
from astrike.rules.movement.prospects import prospects
from astrike.rules.movement.reach import reach
from astrike.rules.movement.route import route, route_beside
from astrike.rules.movement.unit import unit_answer
from astrike.rules.movement.withdrawal import withdrawing
from astrike.rules.order import lost_at, order
from astrike.web.movement.requests import REQUESTS, MoveRequest
from astrike.web.questions.body import Body, read_body


@dataclass(frozen=True, slots=True)
class MoveReply:
    """An answer about a move, with the table as it was asked about."""

    table: Table
    answer: MoveAnswer
    field: Field
    asked: MoveRequest


@dataclass(frozen=True, slots=True)
class ReachReply:
    """Where a unit can end, and the way to a point when one was asked for."""

    table: Table
    answer: ReachAnswer
    to: Waypoint | None = None
    route: Route | None = None


@dataclass(frozen=True, slots=True)
class BestPositionsReply:
    """The chances at every place within reach, with the table as it was asked about."""

    table: Table
    answer: ProspectAnswer


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
    """Answer whether a unit may go along a path, and at what cost."""
    asked, field = read_body(REQUESTS.move, body, table_at=table_at, refuse=_check_move)
    unit, question = asked.unit, asked.question
    answer = with_end_margin(field, unit, question, judge(field, unit, question))
    answer = with_offers(field, unit, question, answer)
    return MoveReply(field.table, withdrawing(field, answer), field, asked)


def _check_move(field: Field, said: Mapping[str, Any]) -> None:
    """Refuse what rules refuse of a move where it is known who goes where and how."""
    if {"unit", "path", "mode"} <= said.keys():
        judge(field, said["unit"], made_of(inner_of(REQUESTS.move, "question"), said))


def ask_reach(body: Body, *, table_at: str = "table") -> ReachReply:
    """Answer where a unit can end its move, and by which way it gets to one point."""
    asked, field = read_body(REQUESTS.reach, body, table_at=table_at)
    return ReachReply(
        field.table,
        reach(field, asked.unit, asked.mode),
        to=asked.to,
        route=None if asked.to is None else _route_to(field, asked.unit, asked.to, asked.mode),
    )


def _route_to(field: Field, unit: str, to: Waypoint, mode: str | None) -> Route | None:
    """Find the cheapest way to a place, or up to the unit that stands there."""
    try:
        return route(field, unit, to.x, to.y, to.z, mode) or route_beside(field, unit, to.x, to.y, mode)
    except InputError as error:
        raise InputError(
            replace(each, at=re.sub(r"^path\[0\]", "to", each.at)) for each in error.problems
        ) from error


def ask_prospects(body: Body, *, table_at: str = "table") -> BestPositionsReply:
    """Answer where a unit hits one enemy best, and where others hit it least."""
    asked, field = read_body(REQUESTS.prospects, body, table_at=table_at)
    found = prospects(field, asked.unit, target=asked.target, threats=asked.threats, mode=asked.mode)
    return BestPositionsReply(field.table, found)


def ask_unit(body: Body, *, table_at: str = "table") -> UnitReply:
    """Answer what a unit is right now: Move and TMM of every mode, arcs, modifiers."""
    asked, field = read_body(REQUESTS.unit, body, table_at=table_at)
    return UnitReply(field.table, unit_answer(field, asked.unit))


def ask_order(body: Body, *, table_at: str = "table") -> OrderReply:
    """Answer who moves how many units when."""
    asked, field = read_body(REQUESTS.order, body, table_at=table_at)
    return OrderReply(field.table, order(field, asked.lost or lost_at(field)))


def move_question(unit: str, question: MoveQuestion) -> Json:
    """Write the question of a declared move."""
    return written(REQUESTS.move(unit, question))
