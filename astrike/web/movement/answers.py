"""Which moves, reach and best positions does a unit have? Answers cached for each version of a table."""

from dataclasses import replace
from math import dist

from astrike.model.movement import (
    BestPositionsAnswer,
    CheapestRoute,
    ContactAnswer,
    MoveAnswer,
    MoveQuestion,
    ReachAnswer,
    Waypoint,
)
from astrike.model.unit_answer import UnitAnswer
from astrike.rules.movement.best_route import best_route, routes_near
from astrike.rules.movement.clear_end import clear_end
from astrike.rules.movement.contact import way_into_contact
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.reach import reach
from astrike.rules.movement.suggestions import shortened_move, with_suggestions
from astrike.rules.movement.unit_answer import unit_answer
from astrike.rules.movement.withdrawal import with_withdrawal_check
from astrike.rules.rulings.move_margins import with_end_margin
from astrike.rules.solver.best_positions import best_positions
from astrike.web.current.prepared import TableState, cached, prepared_state
from astrike.web.jobs.dispatch import in_turn


@cached
def judged(state: TableState, unit_id: str, question: MoveQuestion) -> MoveAnswer:
    """Judge a declared move."""
    prepared = prepared_state(state).prepared
    answer = with_end_margin(prepared, unit_id, question, judge_move(prepared, unit_id, question))
    answer = with_suggestions(prepared, unit_id, question, answer)
    return in_turn(lambda: with_withdrawal_check(prepared, answer))


@cached
def ways_of(state: TableState, unit_id: str) -> UnitAnswer:
    """Give every way in which a unit can move now."""
    return unit_answer(prepared_state(state).prepared, unit_id)


@cached
def reach_of(state: TableState, unit_id: str, mode: str | None) -> ReachAnswer:
    """Give where a unit can end its move."""
    prepared = prepared_state(state).prepared
    return in_turn(lambda: reach(prepared, unit_id, mode=mode))


@cached
def ring_of(state: TableState, unit_id: str, mode: str | None) -> ReachAnswer:
    """Give the outline of all places where a unit can end its move."""
    prepared = prepared_state(state).prepared
    return in_turn(lambda: reach(prepared, unit_id, mode=mode, levels=()))


@cached
def short_of(state: TableState, unit_id: str, question: MoveQuestion) -> CheapestRoute | None:
    """Find where a refused way could end instead, clear of edges; none when no part of it is allowed."""
    answer, prepared = judged(state, unit_id, question), prepared_state(state).prepared
    found = None if answer.allowed else shortened_move(prepared, unit_id, question, answer)
    return None if found is None else clear_end(prepared, unit_id, question, found)


@cached
def route_to(state: TableState, unit_id: str, place: Waypoint, mode: str | None) -> CheapestRoute | None:
    """Find the cheapest way to a place; none when there is none."""
    prepared = prepared_state(state).prepared
    return in_turn(lambda: best_route(prepared, unit_id, place.x, place.y, place.z, mode))


@cached
def way_round(state: TableState, unit_id: str, question: MoveQuestion) -> CheapestRoute | None:
    """Find another way to where a refused one ends, clear of edges there; none when there is none."""
    prepared, end = prepared_state(state).prepared, question.path[-1]
    found = route_to(state, unit_id, Waypoint(end.x, end.y), question.mode)
    if found is None or found.beside is not None:
        return found
    return clear_end(prepared, unit_id, replace(question, path=found.path), found)


@cached
def route_near(state: TableState, unit_id: str, place: Waypoint, mode: str | None) -> CheapestRoute | None:
    """Find the move that ends nearest to a place to which none leads."""
    prepared = prepared_state(state).prepared

    def away(route: CheapestRoute) -> float:
        return dist(route.answer.end[:2], (place.x, place.y))

    found = in_turn(
        lambda: min(routes_near(prepared, unit_id, (place.x, place.y), mode), key=away, default=None)
    )
    return None if found is None else clear_end(prepared, unit_id, MoveQuestion(found.path, mode), found)


@cached
def contact_of(state: TableState, unit_id: str, target: str, question: MoveQuestion) -> ContactAnswer:
    """Find the move into base contact with an enemy, or how near the unit comes."""
    prepared = prepared_state(state).prepared
    return in_turn(lambda: way_into_contact(prepared, unit_id, target, question))


@cached
def best_positions_of(
    state: TableState, unit_id: str, mode: str | None, target: str | None, threats: tuple[str, ...]
) -> BestPositionsAnswer:
    """Give the chances at every place that a unit can reach."""
    prepared = prepared_state(state).prepared
    return in_turn(lambda: best_positions(prepared, unit_id, target=target, threats=threats, mode=mode))
