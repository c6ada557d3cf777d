"""Is a range so near to the end of a bracket that it is too close to call?

Which question: may a list of attacks mark this one, from nothing but the range it has measured already? Whatever else
may be close - woods, arcs, hidden shares - is only known when an attack is asked about alone. On hexes ranges are
whole, and along flight paths they are measured to the path: neither is marked.
"""

from collections.abc import Iterator

from astrike.geometry.arrays import TOUCH
from astrike.model.answer import AttackAnswer
from astrike.rules.air.flight import flyers
from astrike.rules.battlefield import Field
from astrike.rules.sight import sight_rules
from astrike.rules.situation import bracket_at

FAR = frozenset({"range.none", "range.no-damage", "sight.max", "sight.visual"})
"""Reasons that end where a range does."""
PRINTED = ("short", "medium", "long", "extreme")
"""Brackets that cards print damage for."""


def is_range_close(field: Field, answer: AttackAnswer) -> bool:
    """Would another range, within the table's tolerance, give another answer to this attack between two units?"""
    if field.board is not None or any(why.key not in FAR for why in answer.refusals):
        return False
    a, t = field.place_of(answer.attacker), field.place_of(answer.target)
    if a in flyers(field) or t in flyers(field):
        return False
    tolerance = field.table.tolerance
    near = [end for end in _ends(field, a, answer) if abs(end - answer.range) < tolerance]
    if not answer.refusals:
        return bool(near)
    return any(end < answer.range - TOUCH and _reaches(field, a, answer, end) for end in near)


def _ends(field: Field, a: int, answer: AttackAnswer) -> Iterator[float]:
    """Give the ranges at which a bracket in use ends, above the water or below it, and where sight ends."""
    under = _is_under(field, answer)
    for row in field.edition.brackets.values():
        if not row.option or field.options.is_on(row.option):
            yield row.underwater if under else row.upto
    yield from (end for end, _key in sight_rules(field).limits[a])


def _is_under(field: Field, answer: AttackAnswer) -> bool:
    """Were the brackets those under water? Torpedoes fired from the surface use them too."""
    above = bracket_at(field, answer.range, underwater=False)
    return answer.sight.underwater or (above.key if above is not None else None) != answer.bracket


def _reaches(field: Field, a: int, answer: AttackAnswer, end: float) -> bool:
    """Does the card of the attacker print any damage at the end of a bracket, and is it seen from there?"""
    row = bracket_at(field, end, underwater=_is_under(field, answer))
    damage = field.units.units[a].damage
    if row is None or damage is None or row.key not in PRINTED:
        return False
    is_seen = all(end <= limit + TOUCH for limit, _key in sight_rules(field).limits[a])
    return is_seen and not damage.at(row.key).is_none
