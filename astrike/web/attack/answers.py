"""Which attacks and lines of sight does a unit have? Solved once for each version of a table, and cached.

Measuring takes most of the time, and one line takes nearly as long as two dozen. So all lines of a unit are measured
together, and its list of attacks and every attack card use them.
"""

from collections.abc import Mapping, Sequence

from astrike.errors import InputError
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import PLAIN, AttackQuestion
from astrike.report.table.sight_lines import SightLine, sight_line
from astrike.rules.rulings.close_calls import close_calls
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.solver.attack import (
    Detail,
    alternatives,
    attack,
    enemy_pairs,
    measured_pairs,
    pair_known,
    pairs_with,
)
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.table.tape_measure import pair_geometry
from astrike.web.attack.enemy_list import Calls, Insteads
from astrike.web.current.prepared import TableState, cached, prepared_state, table_under_edition

Attacks = tuple[AttackAnswer, ...]


@cached
def attacks_of(state: TableState, unit_id: str) -> Attacks:
    """Answer for every enemy of a unit as it stands."""
    lines = _lines(state, state.current.table.edition, unit_id)
    mine = [line for (attacker, _), line in lines.items() if attacker == unit_id]
    return attack(prepared_state(state).prepared, mine, detail=Detail.LISTED)


@cached
def attacks_of_kind(state: TableState, unit_id: str, kind: str) -> Attacks:
    """Answer for every enemy of a unit, for another kind of attack than with its weapons."""
    prepared = prepared_state(state).prepared
    pairs = enemy_pairs(prepared, attacker=unit_id)
    return attack(prepared, pairs, AttackQuestion(kind=kind), detail=Detail.LISTED)


@cached
def calls_of(state: TableState, unit_id: str) -> Calls:
    """Say which attacks of a unit as it stands are too close to call."""
    return close_calls(prepared_state(state).prepared, attacks_of(state, unit_id))


@cached
def calls_of_kind(state: TableState, unit_id: str, kind: str) -> Calls:
    """Say which attacks of this kind by a unit as it stands are too close to call."""
    question = AttackQuestion(kind=kind)
    return close_calls(prepared_state(state).prepared, attacks_of_kind(state, unit_id, kind), question)


@cached
def instead_in_list(state: TableState, unit_id: str, kind: str) -> Insteads:
    """Say what may be used where attacks of a unit as it stands are refused."""
    answers = attacks_of(state, unit_id) if kind == PLAIN.kind else attacks_of_kind(state, unit_id, kind)
    return alternatives(prepared_state(state).prepared, answers, AttackQuestion(kind=kind))


def line_between(
    state: TableState, edition: str, attacker: str, target: str, *, of: str
) -> MeasuredLine | None:
    """Give the line between two enemies, one of which is the unit `of`; friends may have none.

    When somebody else has moved it is known from before. Else all lines of the unit are measured.
    """
    prepared = table_under_edition(state, edition)
    known = None if isinstance(prepared, InputError) else pair_known(prepared, attacker, target)
    return known or _lines(state, edition, of).get((attacker, target))


@cached
def _lines(state: TableState, edition: str, unit_id: str) -> Mapping[tuple[str, str], MeasuredLine]:
    """Measure the lines between a unit and every enemy, in both directions, under an edition."""
    prepared = table_under_edition(state, edition)
    if isinstance(prepared, InputError):
        return {}
    pairs = pairs_with(prepared, unit_id)
    return dict(zip(pairs, measured_pairs(prepared, pairs), strict=True))


@cached
def lines_of(state: TableState, unit_id: str) -> tuple[SightLine, ...]:
    """Give the lines to every enemy of a unit as it stands."""
    return lines_to(prepared_state(state).prepared, attacks_of(state, unit_id), calls_of(state, unit_id))


def lines_to(
    prepared: PreparedTable, answers: Sequence[AttackAnswer], calls: Calls, *, is_quick: bool = False
) -> tuple[SightLine, ...]:
    """Give the lines of attacks; `is_quick` leaves out what takes long, the stretches of woods on them."""
    table = prepared.table
    return tuple(
        sight_line(
            answer,
            prepared.bodies,
            table=table,
            geometry=None if is_quick else pair_geometry(prepared, answer.attacker, answer.target),
            is_close=call is not None,
            reach=prepared.options.number("sight.max"),
        )
        for answer, call in zip(answers, calls, strict=True)
        if prepared.unit_of(answer.target).is_on_table and prepared.unit_of(answer.attacker).is_on_table
    )
