"""Which moves, reach and best positions does a unit have? Answers cached for each version of a table."""

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
from astrike.rules.movement.best_route import best_route
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


@cached(96)
def judged(state: TableState, unit_id: str, question: MoveQuestion) -> MoveAnswer:
    """Judge a declared move."""
    prepared = prepared_state(state).prepared
    answer = with_end_margin(prepared, unit_id, question, judge_move(prepared, unit_id, question))
    answer = with_suggestions(prepared, unit_id, question, answer)
    return in_turn(lambda: with_withdrawal_check(prepared, answer))


@cached(48)
def ways_of(state: TableState, unit_id: str) -> UnitAnswer:
    """Give every way in which a unit can move now."""
    return unit_answer(prepared_state(state).prepared, unit_id)


@cached(10)
def reach_of(state: TableState, unit_id: str, mode: str | None) -> ReachAnswer:
    """Give where a unit can end its move."""
    prepared = prepared_state(state).prepared
    return in_turn(lambda: reach(prepared, unit_id, mode=mode))


@cached(24)
def ring_of(state: TableState, unit_id: str, mode: str | None) -> ReachAnswer:
    """Give the outline of all places where a unit can end its move."""
    prepared = prepared_state(state).prepared
    return in_turn(lambda: reach(prepared, unit_id, mode=mode, levels=()))


@cached(48)
def short_of(state: TableState, unit_id: str, question: MoveQuestion) -> CheapestRoute | None:
    """Find where a refused way could end instead; none when no part of it is allowed."""
    answer = judged(state, unit_id, question)
    return (
        None if answer.allowed else shortened_move(prepared_state(state).prepared, unit_id, question, answer)
    )


@cached(48)
def route_to(state: TableState, unit_id: str, place: Waypoint, mode: str | None) -> CheapestRoute | None:
    """Find the cheapest way to a place; none when there is none."""
    prepared = prepared_state(state).prepared
    return in_turn(lambda: best_route(prepared, unit_id, place.x, place.y, place.z, mode))


@cached(48)
def contact_of(state: TableState, unit_id: str, target: str, question: MoveQuestion) -> ContactAnswer:
    """Find the move into base contact with an enemy, or how near the unit comes."""
    prepared = prepared_state(state).prepared
    return in_turn(lambda: way_into_contact(prepared, unit_id, target, question))


@cached(12)
def best_positions_of(
    state: TableState, unit_id: str, mode: str | None, target: str | None, threats: tuple[str, ...]
) -> BestPositionsAnswer:
    """Give the chances at every place that a unit can reach."""
    prepared = prepared_state(state).prepared
    return in_turn(lambda: best_positions(prepared, unit_id, target=target, threats=threats, mode=mode))
