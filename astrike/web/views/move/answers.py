"""What does the engine say about a unit's movement? Answers kept for each version of a table."""

from astrike.model.movement import MoveAnswer, MoveQuestion, ProspectAnswer, ReachAnswer, Route, Waypoint
from astrike.model.unit_answer import UnitAnswer
from astrike.rules.margins.move import with_end_margin
from astrike.rules.movement.judge import judge
from astrike.rules.movement.offers import with_offers
from astrike.rules.movement.prospects import prospects
from astrike.rules.movement.reach import reach
from astrike.rules.movement.route import route
from astrike.rules.movement.short import cut_short
from astrike.rules.movement.unit import unit_answer
from astrike.rules.movement.withdrawal import withdrawing
from astrike.web.jobs.places import in_turn
from astrike.web.views.fields import State, kept, prepared


@kept(96)
def judged(state: State, unit_id: str, question: MoveQuestion) -> MoveAnswer:
    """Judge a declared move."""
    field = prepared(state).field
    answer = with_end_margin(field, unit_id, question, judge(field, unit_id, question))
    answer = with_offers(field, unit_id, question, answer)
    return in_turn(lambda: withdrawing(field, answer))


@kept(48)
def ways_of(state: State, unit_id: str) -> UnitAnswer:
    """Give every way in which a unit can move now."""
    return unit_answer(prepared(state).field, unit_id)


@kept(10)
def reach_of(state: State, unit_id: str, mode: str | None) -> ReachAnswer:
    """Give where a unit can end its move."""
    field = prepared(state).field
    return in_turn(lambda: reach(field, unit_id, mode=mode))


@kept(48)
def short_of(state: State, unit_id: str, question: MoveQuestion) -> Route | None:
    """Find where a refused way could end instead; none when no part of it is allowed."""
    answer = judged(state, unit_id, question)
    return None if answer.allowed else cut_short(prepared(state).field, unit_id, question, answer)


@kept(48)
def route_to(state: State, unit_id: str, place: Waypoint, mode: str | None) -> Route | None:
    """Find the cheapest way to a place; none when there is none."""
    field = prepared(state).field
    return in_turn(lambda: route(field, unit_id, place.x, place.y, place.z, mode))


@kept(12)
def prospects_of(
    state: State, unit_id: str, mode: str | None, target: str | None, threats: tuple[str, ...]
) -> ProspectAnswer:
    """Give the chances at every place that a unit can reach."""
    field = prepared(state).field
    return in_turn(lambda: prospects(field, unit_id, target=target, threats=threats, mode=mode))
