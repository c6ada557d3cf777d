"""What does the engine say about one unit? Lists of attacks and the lines on the map, kept for each version.

Measuring takes most of the time, and one line takes nearly as long as two dozen. So all lines of a unit are measured
at once and kept, and its list and every card are answered along them.
"""

from collections.abc import Mapping, Sequence

from astrike.errors import InputError
from astrike.model.answer import AttackAnswer
from astrike.model.attack import PLAIN, AttackQuestion
from astrike.report.sightlines import SightLine, sight_line
from astrike.rules.attack import Detail, alternatives, attack, enemy_pairs, measured, pairs_with
from astrike.rules.battlefield import Field
from astrike.rules.line import Line
from astrike.rules.margins.close_calls import close_calls
from astrike.rules.measure import pair_geometry
from astrike.web.views.fields import State, field_under, kept, prepared
from astrike.web.views.rows import Calls, Insteads

Attacks = tuple[AttackAnswer, ...]


@kept(96)
def attacks_of(state: State, unit_id: str) -> Attacks:
    """Answer for every enemy of a unit as it stands."""
    lines = _lines(state, state.current.table.edition, unit_id)
    mine = [line for (attacker, _), line in lines.items() if attacker == unit_id]
    return attack(prepared(state).field, mine, detail=Detail.LISTED)


@kept(48)
def attacks_of_kind(state: State, unit_id: str, kind: str) -> Attacks:
    """Answer for every enemy of a unit, for another kind of attack than with its weapons."""
    field = prepared(state).field
    pairs = enemy_pairs(field, attacker=unit_id)
    return attack(field, pairs, AttackQuestion(kind=kind), detail=Detail.LISTED)


@kept(96)
def calls_of(state: State, unit_id: str) -> Calls:
    """Say which attacks of a unit as it stands are too close to call."""
    return close_calls(prepared(state).field, attacks_of(state, unit_id))


@kept(48)
def calls_of_kind(state: State, unit_id: str, kind: str) -> Calls:
    """Say the same of another kind of attack."""
    question = AttackQuestion(kind=kind)
    return close_calls(prepared(state).field, attacks_of_kind(state, unit_id, kind), question)


@kept(96)
def instead_in_list(state: State, unit_id: str, kind: str) -> Insteads:
    """Say what may be used where attacks of a unit as it stands are refused."""
    answers = attacks_of(state, unit_id) if kind == PLAIN.kind else attacks_of_kind(state, unit_id, kind)
    return alternatives(prepared(state).field, answers, AttackQuestion(kind=kind))


def line_between(state: State, edition: str, attacker: str, target: str, *, of: str) -> Line | None:
    """Give the line between two enemies, one of whom is the unit `of` that is looked at; friends have none."""
    return _lines(state, edition, of).get((attacker, target))


@kept(192)
def _lines(state: State, edition: str, unit_id: str) -> Mapping[tuple[str, str], Line]:
    """Measure the lines between a unit and every enemy, in both directions, under an edition."""
    field = field_under(state, edition)
    if isinstance(field, InputError):
        return {}
    pairs = pairs_with(field, unit_id)
    return dict(zip(pairs, measured(field, pairs), strict=True))


@kept(48)
def lines_of(state: State, unit_id: str) -> tuple[SightLine, ...]:
    """Give the lines to every enemy of a unit as it stands."""
    return lines_to(prepared(state).field, attacks_of(state, unit_id), calls_of(state, unit_id))


def lines_to(
    field: Field, answers: Sequence[AttackAnswer], calls: Calls, *, is_quick: bool = False
) -> tuple[SightLine, ...]:
    """Give the lines of attacks; `is_quick` leaves out what takes long, the stretches of woods on them."""
    table = field.table
    return tuple(
        sight_line(
            answer,
            field.bodies,
            table=table,
            geometry=None if is_quick else pair_geometry(field, answer.attacker, answer.target),
            is_close=call is not None,
            reach=field.options.number("sight.max"),
        )
        for answer, call in zip(answers, calls, strict=True)
        if field.unit_of(answer.target).is_on_table and field.unit_of(answer.attacker).is_on_table
    )
