"""What is recorded of an attack, or of an area effect that comes down, when it is applied to the table?"""

from collections.abc import Iterable
from dataclasses import dataclass

from astrike.model.area_answer import BlastAnswer
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import AttackQuestion
from astrike.model.dice import DiceRoll
from astrike.model.play_record import (
    AreaPlayed,
    AttackPlayed,
    AttacksPlayed,
    DamageByHand,
    PlayRecord,
    changes_played,
    dice_played,
)
from astrike.model.table import Table
from astrike.rules.effects.aftermath import Aftermath
from astrike.rules.rulings.displaced import PointAimedAt
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.attack.aftermath import weapon_overheat
from astrike.web.attack.together import ResolvedAttack
from astrike.web.current.agreements import Agreement
from astrike.web.current.played import dice_as_kept, played_on
from astrike.web.current.table import Current


@dataclass(frozen=True, slots=True)
class Aimed:
    """What was aimed at, and the agreement that was shown beside it."""

    at: PointAimedAt
    agreement: Agreement | None

    @property
    def ruling(self) -> str | None:
        """The ruling that the attack was worked out by, if one counted."""
        return self.agreement.id if self.agreement is not None and self.agreement.counts else None


def attack_played(
    current: Current,
    begun: PreparedTable,
    aimed: Aimed,
    question: AttackQuestion,
    answer: AttackAnswer,
    found: Aftermath,
) -> PlayRecord:
    """Record an attack with what came of it."""
    dice = dice_as_kept(current, "roll.attack", _dice(question, answer))
    return played_on(begun.table, _attack(begun, aimed, question, answer, found, dice))


def attacks_played(current: Current, begun: Table, made: Iterable[tuple[str, ResolvedAttack]]) -> PlayRecord:
    """Record attacks that were resolved together: each with the key of its dice."""
    acts = []
    for key, each in made:
        assert each.answer is not None
        assert each.found is not None
        dice = dice_as_kept(current, "roll.together", _dice(each.question, each.answer), of=key)
        aimed = Aimed(each.attack.target, None)
        acts.append(_attack(each.prepared, aimed, each.question, each.answer, each.found, dice))
    return played_on(begun, AttacksPlayed(tuple(acts)))


def _attack(
    begun: PreparedTable,
    aimed: Aimed,
    question: AttackQuestion,
    answer: AttackAnswer,
    found: Aftermath,
    dice: tuple[DiceRoll, ...],
) -> AttackPlayed:
    is_automatic = answer.automatic == "hit"
    return AttackPlayed(
        attacker=answer.attacker,
        target=aimed.at,
        kind=answer.kind,
        weapon=question.weapon or question.special,
        target_number=None if is_automatic else answer.target_number,
        ruling=aimed.ruling,
        dice=dice_played(dice),
        is_hit=found.is_hit,
        overheat=weapon_overheat(begun, question, answer),
        damage=_damage(answer, found),
        changes=changes_played(found.changes),
        by_hand=_by_hand(found),
        mark=None if found.mark is None else found.mark.kind,
    )


def area_played(
    current: Current, begun: Table, answer: BlastAnswer, found: Aftermath, *, by: str | None
) -> PlayRecord:
    """Record an area effect where it came down."""
    act = AreaPlayed(
        weapon=answer.weapon,
        by=by,
        aim=answer.poi,
        landed=(answer.final, *(each.final for each in answer.more)),
        dice=dice_played(dice_as_kept(current, "roll.scatter", answer.dice)),
        changes=changes_played(found.changes),
        by_hand=_by_hand(found),
    )
    return played_on(begun, act)


def _dice(question: AttackQuestion, answer: AttackAnswer) -> tuple[DiceRoll, ...]:
    """Name the dice of a question: attack rolls of two dice, then single ones for damage."""
    attacks = answer.outcome.rolls if answer.outcome is not None else 1
    return tuple(
        DiceRoll("attack", "", 2, 6, fell, typed=True)
        if number < attacks
        else DiceRoll("damage", "", 1, 6, fell, typed=True)
        for number, fell in enumerate(question.rolls)
    )


def _damage(answer: AttackAnswer, found: Aftermath) -> int | str | None:
    if not found.is_hit:
        return 0
    if answer.blast is not None:
        return None
    if found.dealt is not None:
        return found.dealt
    return answer.damage.target or 0


def _by_hand(found: Aftermath) -> tuple[DamageByHand, ...]:
    return tuple(DamageByHand(unit, damage) for unit, damage in found.unwritten)
