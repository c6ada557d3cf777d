"""Which move ends in base contact with an enemy, and what does contact allow?

One answer for pages, programs and commands: the move is found by `rules.movement.contact`, and every physical attack
that goes with how the unit moves is asked about on the table as it is after the move. Sources: CE pp.32, 46.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import AttackQuestion
from astrike.model.movement import (
    ContactAnswer,
    ContactAttack,
    MoveAnswer,
    MoveContact,
    MoveQuestion,
)
from astrike.rulebook.combat_rows import KindRow
from astrike.rules.movement.contact import after_contact_move, units_touched, way_into_contact
from astrike.rules.solver.attack import Detail, are_enemies, attack
from astrike.rules.table.prepared_table import PreparedTable

MOVED_INTO = "moved-into"
"""The tag of attacks that are declared with a move."""
_PHYSICAL = "physical"


def standing_enemies(prepared: PreparedTable, unit: str) -> tuple[str, ...]:
    """Name the enemies that a unit can come into contact with, in the order of the file."""
    here = prepared.place_of(unit)
    return tuple(
        other.id
        for k, other in enumerate(prepared.units.units)
        if other.is_on_table and "destroyed" not in other.state and are_enemies(prepared, here, k)
    )


def contact_kinds(prepared: PreparedTable, mode: str) -> Sequence[KindRow]:
    """Give the physical attacks that go with how a unit moves, those declared with the move first."""
    kinds = [row for row in prepared.edition.kinds.values() if row.family == _PHYSICAL]
    with_move = [row for row in kinds if MOVED_INTO in row.tags and mode in row.motions]
    return [*with_move, *(row for row in kinds if MOVED_INTO not in row.tags)]


def contact_attacks(
    there: PreparedTable, unit: str, touched: Sequence[str], mode: str
) -> Iterator[tuple[KindRow, AttackAnswer]]:
    """Ask for every attack on the units touched; left out are those neither allowed nor declared with a move.

    `there` is the table as it is once the move has been made.
    """
    kind_of_unit = there.unit_of(unit).type
    for target in touched:
        for kind in contact_kinds(there, mode):
            asked = AttackQuestion(kind=kind.key)
            (found,) = attack(there, [(unit, target)], asked, detail=Detail.LISTED)
            if found.allowed or (MOVED_INTO in kind.tags and kind_of_unit in kind.strikers):
                yield kind, found


def move_into_contact(
    prepared: PreparedTable, unit: str, target: str, question: MoveQuestion
) -> tuple[MoveQuestion, MoveAnswer | None, MoveContact]:
    """Find the move into contact; give it as a question, judged, and what contact allows.

    Where none leads there the straight move is given, with the reasons against it, and how near the unit comes.
    Without an answer nothing could be judged at all.
    """
    found = way_into_contact(prepared, unit, target, question)
    route = found.route
    if route is None:
        return question, _instead(found), _missed(found)
    there = after_contact_move(prepared, prepared.place_of(unit), route.answer)
    touched = units_touched(there, unit, standing_enemies(there, unit))
    attacks = contact_attacks(there, unit, touched, route.answer.mode)
    contact = MoveContact(
        target=target,
        is_reached=True,
        path=route.path,
        leaves_points=found.leaves_points,
        gap=0.0,
        nearest=None,
        touches=touched,
        attacks=tuple(_written(kind, answer) for kind, answer in attacks),
    )
    return replace(question, path=route.path), route.answer, contact


def _instead(found: ContactAnswer) -> MoveAnswer | None:
    if found.refused is not None or found.closest is None:
        return found.refused
    return found.closest.answer


def _missed(found: ContactAnswer) -> MoveContact:
    return MoveContact(
        target=found.target,
        is_reached=False,
        path=(),
        leaves_points=False,
        gap=found.gap,
        nearest=found.closest,
        touches=(),
        attacks=(),
    )


def _written(kind: KindRow, answer: AttackAnswer) -> ContactAttack:
    return ContactAttack(
        kind=kind.key,
        target=answer.target,
        is_with_move=MOVED_INTO in kind.tags,
        target_number=answer.target_number if answer.allowed else None,
        probability=answer.probability if answer.allowed else 0.0,
        refusals=answer.refusals,
    )
