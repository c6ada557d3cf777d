"""What may be used where an attack is refused?

Which question: which other weapons and kinds of attack on the same card are allowed at the same target, the best odds
first? Each is asked in the ordinary way. What needs a flight path, an ambush or a place off the table is left out: it
is not chosen in passing.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace

from astrike.model.answer import AttackAnswer
from astrike.model.attack import AttackQuestion
from astrike.model.combat import Instead
from astrike.rules.areas.weapons import guns_of
from astrike.rules.battlefield import Field
from astrike.rules.kinds.offered import kinds_offered


def other_attacks(
    field: Field, i: int, question: AttackQuestion, kinds: Collection[str]
) -> Iterator[AttackQuestion]:
    """Give every other question to ask of the same unit."""
    unit = field.units.units[i]
    plain = AttackQuestion(secondary=question.secondary, modifiers=question.modifiers)
    before = replace(plain, kind=question.kind, special=question.special, weapon=question.weapon)
    for kind in kinds_offered(field, i):
        if kind not in kinds:
            continue
        if "choosing-guns" in field.edition.kinds[kind].tags:
            asked = [replace(plain, kind=kind, weapon=gun.row.key) for gun in guns_of(unit, field.edition)]
        else:
            asked = [replace(plain, kind=kind)]
        yield from (each for each in dict.fromkeys(asked) if each != before)
    for code in field.edition.kinds["weapon"].codes:
        if unit.has(code) and code != (question.special or "").upper():
            yield replace(plain, special=code)


def as_instead(question: AttackQuestion, answer: AttackAnswer) -> Instead:
    """Say of an allowed answer how it was asked for, and what it needs."""
    number = answer.target_number
    return Instead(
        kind=question.kind,
        special=question.special,
        weapon=question.weapon,
        target_number=0 if number is None else number,
        probability=answer.probability,
        damage=answer.damage.target,
        heat=answer.damage.heat,
    )


def by_odds(each: Instead) -> float:
    """Put the best odds first."""
    return -each.probability
