"""Which other weapons and kinds of attack could a unit use, and which of them are allowed where one is refused?

What a card offers is listed whatever the position. What could replace a refused attack on the same target is asked in
the ordinary way, the best odds first; attacks that need a flight path, an ambush or a place off the table are left
out, as nobody chooses them in passing.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace

from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_outcome import Alternative
from astrike.model.attack_question import AttackQuestion
from astrike.rules.shot.area_weapons import guns_of
from astrike.rules.table.prepared_table import PreparedTable


def kinds_offered(prepared: PreparedTable, i: int) -> tuple[str, ...]:
    """Name the kinds of attack that a unit's card offers, the plain weapon attack first (CE pp.40-48, 181)."""
    return tuple(_offered(prepared, i))


def _offered(prepared: PreparedTable, i: int) -> Iterator[str]:
    unit, row = prepared.units.units[i], prepared.units.rows[i]
    turret = unit.special("TUR")
    codes = {special.code for special in unit.specials}
    codes |= {special.code for special in turret.inside} if turret is not None else set()
    made_with = {key for key, kind in prepared.edition.kinds.items() if not codes.isdisjoint(kind.codes)}
    yield "weapon"
    if "indirect" in made_with:
        yield "indirect"
    if any(code.startswith("ART") for code in codes):
        yield "artillery"
        yield "off-table"
    if "homing" in made_with:
        yield "homing"
    if row.mech or row.key == "PM":
        yield "melee" if "melee" in made_with else "standard"
    elif "melee" in made_with:
        yield "melee"
    if row.mech or row.vehicle:
        yield "charge"
    if unit.move is not None and unit.move.jump is not None:
        yield "dfa"
    if row.infantry and "anti-mech" in made_with:
        yield "anti-mech"
    if "tag" in made_with:
        yield "tag"
    if "narc" in made_with:
        yield "narc"
    if "taser" in made_with:
        yield "taser"
    if row.aerospace or (unit.move is not None and "v" in unit.move.codes):
        yield "strafe"
    if row.aerospace:
        yield "strike"
    if "dive-bomb" in made_with:
        yield "dive-bomb"
    if row.aerospace and "altitude-bomb" in made_with:
        yield "altitude-bomb"
    yield "surprise"


def other_attacks(
    prepared: PreparedTable, i: int, question: AttackQuestion, kinds: Collection[str]
) -> Iterator[AttackQuestion]:
    """Give every other question to ask of the same unit."""
    unit = prepared.units.units[i]
    plain = AttackQuestion(secondary=question.secondary, modifiers=question.modifiers)
    before = replace(plain, kind=question.kind, special=question.special, weapon=question.weapon)
    for kind in kinds_offered(prepared, i):
        if kind not in kinds:
            continue
        if "choosing-guns" in prepared.edition.kinds[kind].tags:
            asked = [replace(plain, kind=kind, weapon=gun.row.key) for gun in guns_of(unit, prepared.edition)]
        else:
            asked = [replace(plain, kind=kind)]
        yield from (each for each in dict.fromkeys(asked) if each != before)
    for code in prepared.edition.kinds["weapon"].codes:
        if unit.has(code) and code != (question.special or "").upper():
            yield replace(plain, special=code)


def as_alternative(question: AttackQuestion, answer: AttackAnswer) -> Alternative:
    """Say of an allowed answer how it was asked for, and what it needs."""
    number = answer.target_number
    return Alternative(
        kind=question.kind,
        special=question.special,
        weapon=question.weapon,
        target_number=0 if number is None else number,
        probability=answer.probability,
        damage=answer.damage.target,
        heat=answer.damage.heat,
    )


def by_odds(each: Alternative) -> float:
    """Put the best odds first."""
    return -each.probability
