"""What does the engine say about one unit? Lists of attacks and the lines on the map, kept for each version."""

from collections.abc import Sequence

from astrike.errors import InputError
from astrike.model.answer import AttackAnswer
from astrike.report.sightlines import SightLine, sight_line
from astrike.rules.attack import attacks_from, matrix_of_unit
from astrike.rules.battlefield import Field
from astrike.rules.measure import pair_geometry
from astrike.rules.situation import AttackQuestion
from astrike.web.views.fields import State, in_other_editions, kept, prepared

Attacks = tuple[AttackAnswer, ...]


def attacks_of(state: State, unit_id: str) -> Attacks:
    """Answer for every enemy of a unit as it stands."""
    return tuple(answer for answer in _both_ways(state, unit_id) if answer.attacker == unit_id)


@kept(48)
def attacks_of_kind(state: State, unit_id: str, kind: str) -> Attacks:
    """Answer for every enemy of a unit, for another kind of attack than with its weapons."""
    return attacks_from(prepared(state).field, unit_id, AttackQuestion(kind=kind))


def attacks_at_unit(state: State, unit_id: str) -> Attacks:
    """Answer for every enemy's attack at a unit as it stands."""
    return tuple(answer for answer in _both_ways(state, unit_id) if answer.target == unit_id)


@kept(96)
def _both_ways(state: State, unit_id: str) -> Attacks:
    """Answer for a unit and every enemy, in both directions: much of what is measured there and back is the same."""
    return matrix_of_unit(prepared(state).field, unit_id)


@kept(192)
def attacks_under(state: State, edition: str, unit_id: str) -> Attacks:
    """Answer for every enemy of a unit under another edition; nothing when that cannot be asked."""
    field = dict(in_other_editions(state))[edition]
    return () if isinstance(field, InputError) else attacks_from(field, unit_id)


@kept(48)
def lines_of(state: State, unit_id: str) -> tuple[SightLine, ...]:
    """Give the lines to every enemy of a unit as it stands."""
    return lines_to(prepared(state).field, attacks_of(state, unit_id))


def lines_to(
    field: Field, answers: Sequence[AttackAnswer], *, is_quick: bool = False
) -> tuple[SightLine, ...]:
    """Give the lines of attacks; `is_quick` leaves out what takes long, the stretches of woods on them."""
    table = field.table
    return tuple(
        sight_line(
            answer,
            field.bodies,
            table=table,
            geometry=None if is_quick else pair_geometry(field, answer.attacker, answer.target),
            reach=field.options.number("sight.max"),
        )
        for answer in answers
        if field.unit_of(answer.target).is_on_table and field.unit_of(answer.attacker).is_on_table
    )
