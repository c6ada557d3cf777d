"""Indirect fire: at a target that somebody else sees.

Which question: with what does it fire, who spots, and what forbids it? Range, arc and movement are the attacker's,
sight and terrain the spotter's. Sources: CE pp.41, 44, 78, 86; AS pp.35, 37, 47.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from astrike.model.answer import AttackAnswer, SightAnswer
from astrike.model.card import DamageRow, DamageValue, Special
from astrike.model.explain import Assumed, Reason
from astrike.model.unit import Unit
from astrike.rules.damage.hit import damage_of
from astrike.rules.kinds import weapon
from astrike.rules.kinds.drill import Desk, Drill
from astrike.rules.lines import Line
from astrike.rules.motion import pilot_ids
from astrike.rules.reasons import reason
from astrike.rules.refusals import is_kept_low, is_too_near, reach, sides, unheated, unprinted
from astrike.rules.results.outcome import with_outcome
from astrike.rules.sight import sight_answer
from astrike.rules.situation import Situation, Weapon, bracket_at, in_turret
from astrike.rules.spotting.beacons import missiles, munition_of
from astrike.rules.spotting.spotters import spotted, spotters_of

BRACKETS = 4
BLIND = "oblique-attacker"
"""The pilot ability of those who fire without a spotter."""


def situation(desk: Desk, line: Line, seen: SightAnswer) -> Situation:
    """Settle with what is fired, from where, at which bracket, and who spots."""
    unit, in_arc = desk.field.units.units[line.attacker], desk.is_in_arc(line)
    code = (desk.question.special or desk.question.weapon or "").upper()
    every = desk.field.edition.kinds[desk.question.kind].codes
    fired, arc = battery(unit, every if code in ("", "LRM") else (code,), in_arc=in_arc)
    bracket = bracket_at(desk.field, line.range, underwater=seen.underwater)
    s = desk.laid(line, seen, bracket, fired, arc, in_arc=in_arc, underwater=seen.underwater)
    return s if is_blind(s) else spotted(s)


def is_blind(s: Situation) -> bool:
    """Does it fire without a spotter, as some pilots can? (CE p.98)"""
    return bool(s.question.choice("without-spotter")) and BLIND in pilot_ids(s.attacker)


def battery(unit: Unit, codes: Sequence[str], *, in_arc: bool) -> tuple[Weapon, str | None]:
    """Choose which of these fires indirectly and through which arc, the first on the card.

    A turret serves when the target lies outside the arc.
    """
    arc = "front" if in_arc else None
    for each in codes:
        special, mounted = unit.special(each), in_turret(unit, each)
        if mounted is not None and (special is None or not in_arc):
            return Weapon(each, indirect_values(mounted)), "turret"
        if special is not None:
            return Weapon(each, indirect_values(special)), arc
    return Weapon(codes[0], None), arc


def indirect_values(special: Special) -> DamageRow | None:
    """Give what it does at each bracket: the number of IF, or the Long value of improved missiles (CE pp.78, 86)."""
    if special.code == "IATM" and special.values is not None:
        value = special.values.at("long")
    elif special.code == "IF" and special.values is not None:
        value = special.values.at("short")
    elif special.code == "IF" and special.number is not None:
        value = DamageValue(special.number)
    else:
        return None
    return DamageRow(special.printed, (value,) * BRACKETS)


# ---- what forbids it


def refusals(s: Situation, states: tuple[str, ...]) -> tuple[Reason, ...]:
    """Collect every reason that forbids it; those of each possible spotter stand with the spotters."""
    own = sight_answer(s.field, s.line)
    keys = [*sides(s), *states, *_battery(s), *_own_sight(s, own)]
    found = [reason(s.field, key) for key in dict.fromkeys(keys)]
    if s.spotting is not None:
        found += s.spotting.refusals
    elif not is_blind(s):
        found.append(reason(s.field, "spotter.no-sensor" if s.question.spotter else "indirect.no-spotter"))
        found += s.sight.reasons
    found += unprinted(s)
    found += reach(s)
    if s.arc is None:
        found.append(reason(s.field, "arc.outside"))
    return tuple(found)


def _battery(s: Situation) -> Iterator[str]:
    if is_kept_low(s):
        yield "attacker.hull-down"
    asked = (s.question.special or s.question.weapon or "").upper()
    if asked and asked not in (*s.kind.codes, "LRM"):
        yield "attacker.no-weapon"
    elif s.weapon.damage is None:
        yield "indirect.no-value"
    elif munition_of(s) and missiles(s, "LRM") is None:
        yield "attacker.no-weapon"
    yield from unheated(s)


def _own_sight(s: Situation, own: SightAnswer) -> Iterator[str]:
    """Whoever sees the target fires at it directly; whether it may do this as well is an option."""
    if is_too_near(s, own):
        yield "contact.no-weapons"
    if own.state != "blocked" and s.field.options.word("indirect.with-los") == "refuse":
        yield "indirect.in-sight"


# ---- what the answer says besides


def options(s: Situation, total: int) -> list[str]:
    """Name the options that decided something, those of sight aside."""
    used = weapon.options(s, total)
    if sight_answer(s.field, s.line).state != "blocked":
        used.append("indirect.with-los")
    if s.spotting is not None:
        used += s.spotting.options
    return used


def assumed_here(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed about this attack and its spotter."""
    yield from weapon.assumed_here(s)
    if s.spotting is None:
        return
    if s.question.spotter is None:
        yield Assumed(
            "attack.spotter", s.spotting.name, "Best spotter taken; sight and terrain are along its line"
        )
    yield from s.spotting.assumed


def complete(s: Situation, answer: AttackAnswer) -> AttackAnswer:
    """Add everybody who could spot, the best first."""
    return with_outcome(s, replace(answer, spotters=spotters_of(s)))


INDIRECT = Drill(
    situation=situation,
    refusals=refusals,
    damage=damage_of,
    options=options,
    assumed=assumed_here,
    complete=complete,
)
