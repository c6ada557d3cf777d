"""What is recorded of an attack, or of an area effect that comes down, when it is applied to the table?"""

from collections.abc import Iterable
from dataclasses import replace

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
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.attack.aftermath import weapon_overheat
from astrike.web.attack.attack_dice import rolls_of
from astrike.web.attack.attack_form import Aim, AttackForm
from astrike.web.attack.together import ResolvedAttack
from astrike.web.current.played import dice_as_kept, kept_numbers, played_on
from astrike.web.current.table import Current


def attack_played(
    form: AttackForm, answer: AttackAnswer, found: Aftermath, *, is_out_of_order: bool
) -> PlayRecord:
    """Record an attack with what came of it."""
    begun, question, agreement = form.prepared, form.asked.question, form.ground.agreement
    dice = dice_as_kept(form.current, "roll.attack", _dice(question, answer), kept_numbers())
    act = replace(
        _attack(begun, form.aim, question, answer, found, dice),
        ruling=agreement.id if agreement is not None and agreement.counts else None,
        is_out_of_order=is_out_of_order,
    )
    return played_on(begun.table, act)


def attacks_played(current: Current, begun: Table, made: Iterable[tuple[str, ResolvedAttack]]) -> PlayRecord:
    """Record attacks that were resolved together: each with the key of its dice."""
    acts, kept = [], kept_numbers()
    for key, each in made:
        assert each.answer is not None
        assert each.found is not None
        dice = dice_as_kept(current, "roll.together", _dice(each.question, each.answer), kept, of=key)
        acts.append(_attack(each.prepared, each.attack.target, each.question, each.answer, each.found, dice))
    return played_on(begun, AttacksPlayed(tuple(acts)))


def _attack(
    begun: PreparedTable,
    aim: Aim,
    question: AttackQuestion,
    answer: AttackAnswer,
    found: Aftermath,
    dice: tuple[DiceRoll, ...],
) -> AttackPlayed:
    is_automatic = answer.automatic == "hit"
    return AttackPlayed(
        attacker=answer.attacker,
        target=aim,
        kind=answer.kind,
        weapon=question.weapon or question.special,
        target_number=None if is_automatic else answer.target_number,
        ruling=None,
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
        dice=dice_played(dice_as_kept(current, "roll.scatter", answer.dice, kept_numbers())),
        changes=changes_played(found.changes),
        by_hand=_by_hand(found),
    )
    return played_on(begun, act)


def _dice(question: AttackQuestion, answer: AttackAnswer) -> tuple[DiceRoll, ...]:
    """Name the dice of a question: attack rolls of two dice, then single ones for damage."""
    return tuple(
        DiceRoll("attack", "", 2, 6, fell, typed=True)
        if number < rolls_of(answer)
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
