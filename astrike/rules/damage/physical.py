"""What a physical attack does to its target: the steps that make its points, before anything is taken off.

Which question: how many points does a punch, a charge, a Death From Above do? Which steps a kind takes stands in its
row of the edition. What the attacker does to itself is `recoil`. Sources: CE pp.46-47, 78-79, 88; AS p.43.
"""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from astrike.model.answer import DamageTerm
from astrike.model.card import DamageValue
from astrike.rules.motion import jets_of
from astrike.rules.situation import Situation

Step = Callable[[Situation, DamageValue], DamageValue | None]


def size(s: Situation, so_far: DamageValue) -> DamageValue | None:
    """Most physical attacks do the attacker's Size (CE p.46)."""
    return DamageValue(so_far.points + s.attacker.size)


def short(s: Situation, so_far: DamageValue) -> DamageValue | None:
    """Infantry that climbs its target does its Short damage (CE p.47, AS p.43)."""
    return None if s.attacker.damage is None else s.attacker.damage.at("short")


def melee(s: Situation, so_far: DamageValue) -> DamageValue | None:
    """A melee weapon does a point more (CE p.46)."""
    return _more(so_far, s, "melee.damage")


def charge(s: Situation, so_far: DamageValue) -> DamageValue | None:
    """A charge adds half of the charger's TMM, down (CE p.46)."""
    return DamageValue(so_far.points + half_tmm(s))


def half_tmm(s: Situation) -> int:
    """Give half of the charger's TMM, down: as it now is, or as printed (CE p.46)."""
    motion = s.field.motions[s.a]
    is_printed = s.field.options.word("charge.tmm") == "printed"
    return _half(motion.card_tmm if is_printed else motion.tmm, s)


def option_decides_tmm(s: Situation) -> bool:
    """Would the TMM that counts for a charge be another one under the other choice?"""
    motion = s.field.motions[s.a]
    return _half(motion.card_tmm, s) != _half(motion.tmm, s)


def _half(tmm: int, s: Situation) -> int:
    return tmm // int(s.field.edition.number("charge.tmm-per"))


def charge_inches(s: Situation, so_far: DamageValue) -> DamageValue | None:
    """In the classic rules a charge does the inches moved times Size over eight, rounded normally (AS p.43)."""
    if s.attacker.moved is None:
        return None
    per = s.field.edition.number("charge.inches-per")
    return DamageValue(so_far.points + math.floor(s.attacker.moved * s.attacker.size / per + 0.5))


def dfa(s: Situation, so_far: DamageValue) -> DamageValue | None:
    """Death From Above does a point more than a charge (CE p.46)."""
    return _more(so_far, s, "dfa.damage")


def jump_jets(s: Situation, so_far: DamageValue) -> DamageValue | None:
    """Strong jump jets add a point to a Death From Above, weak ones take one (CE p.78)."""
    jets = jets_of(s.attacker, s.attacker_row, s.field.edition)
    if abs(jets) < s.field.edition.number("dfa.jets"):
        return None
    return _more(so_far, s, "dfa.jets-damage", times=1 if jets > 0 else -1)


def myomer(s: Situation, so_far: DamageValue) -> DamageValue | None:
    """Triple-strength myomer adds a point to a hot unit's blows (CE p.79)."""
    heat = s.attacker.heat
    if not (s.attacker.has("TSM") and heat and heat >= s.field.edition.number("myomer.heat")):
        return None
    return _more(so_far, s, "myomer.damage")


def myomer_industrial(s: Situation, so_far: DamageValue) -> DamageValue | None:
    """Industrial myomer adds a point to blows (CE p.78)."""
    return _more(so_far, s, "myomer.damage") if s.attacker.has("I-TSM") else None


def myomer_experimental(s: Situation, so_far: DamageValue) -> DamageValue | None:
    """Experimental myomer adds a point to every physical attack (CE p.88)."""
    return _more(so_far, s, "myomer.damage") if s.attacker.has("TSMX") else None


def _more(so_far: DamageValue, s: Situation, key: str, *, times: int = 1) -> DamageValue:
    points = so_far.points + times * int(s.field.edition.number(key))
    return DamageValue(max(0, points), minimal=so_far.minimal)


PHYSICAL_STEPS: Mapping[str, Step] = MappingProxyType(
    {
        "size": size,
        "short": short,
        "melee": melee,
        "charge": charge,
        "charge-inches": charge_inches,
        "dfa": dfa,
        "jump-jets": jump_jets,
        "myomer": myomer,
        "myomer-industrial": myomer_industrial,
        "myomer-experimental": myomer_experimental,
    }
)


# ---- what it does to the attacker


def recoil(s: Situation) -> tuple[tuple[DamageTerm, ...], tuple[DamageTerm, ...]]:
    """Give what the attacker does to itself when it hits, and when it misses (CE p.46, AS p.43)."""
    if s.question.kind == "charge":
        return _recoil_of_charge(s), ()
    if s.question.kind == "dfa":
        row, more = s.field.edition.damage["size"], s.field.edition.numbers["dfa.miss"]
        own = DamageTerm("recoil.size", s.attacker.size, row.label, row.cite)
        return (own,), (own, DamageTerm("recoil.miss", int(more.value), more.label, more.cite))
    return (), ()


def _recoil_of_charge(s: Situation) -> tuple[DamageTerm, ...]:
    spared = s.target_row.infantry and s.field.options.word("charge.infantry") == "no-recoil"
    return () if spared else _impact(s)


def option_decides_recoil(s: Situation) -> bool:
    """Is the target infantry, and would charging it hurt if it were not? What it does, an option says."""
    return s.target_row.infantry and bool(_impact(s))


def _impact(s: Situation) -> tuple[DamageTerm, ...]:
    """Half of the TMM, down, and a point more from a heavy target; in the classic rules that point alone."""
    edition = s.field.edition
    terms: list[DamageTerm] = []
    row = edition.damage["charge"]
    if "charge" in edition.damage_steps_of("charge") and half_tmm(s):
        terms.append(DamageTerm("recoil.charge", half_tmm(s), row.label, row.cite))
    if s.target.size >= edition.number("charge.heavy"):
        heavy = edition.numbers["charge.heavy-damage"]
        terms.append(DamageTerm("recoil.heavy", int(heavy.value), heavy.label, heavy.cite))
    return tuple(terms)
