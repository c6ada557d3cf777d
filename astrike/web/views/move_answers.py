"""What does the engine say about a unit's movement? Answers kept for each version of a table."""

from astrike.model.movement import (
    MoveAnswer,
    MoveQuestion,
    ProspectAnswer,
    ReachAnswer,
    Route,
    UnitAnswer,
)
from astrike.rules.movement.judge import judge
from astrike.rules.movement.prospects import prospects
from astrike.rules.movement.reach import reach
from astrike.rules.movement.route import route
from astrike.rules.movement.unit import unit_answer
from astrike.web.views.fields import State, kept, prepared


@kept(96)
def judged(state: State, unit_id: str, question: MoveQuestion) -> MoveAnswer:
    """Judge a declared move."""
    return judge(prepared(state).field, unit_id, question)


@kept(48)
def ways_of(state: State, unit_id: str) -> UnitAnswer:
    """Give every way in which a unit can move now."""
    return unit_answer(prepared(state).field, unit_id)


@kept(24)
def reach_of(state: State, unit_id: str, mode: str | None) -> ReachAnswer:
    """Give where a unit can end its move."""
    return reach(prepared(state).field, unit_id, mode=mode)


@kept(48)
def route_to(state: State, unit_id: str, place: tuple[float, float], mode: str | None) -> Route | None:
    """Find the cheapest way to a place; none when there is none."""
    return route(prepared(state).field, unit_id, *place, mode=mode)


@kept(12)
def prospects_of(
    state: State, unit_id: str, mode: str | None, target: str | None, threats: tuple[str, ...]
) -> ProspectAnswer:
    """Give the chances at every place that a unit can reach."""
    return prospects(prepared(state).field, unit_id, target=target, threats=threats, mode=mode)
