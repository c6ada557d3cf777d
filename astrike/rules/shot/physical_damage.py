"""How many points does a punch, a charge or a Death From Above do, before anything is taken off?

Which damage steps a kind of attack takes stands in its row of the edition. What the attacker does to itself is worked
out by `recoil`. Sources: CE pp.46-47, 78-79, 88; AS p.43.
"""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from astrike.model.attack_answer import DamageTerm
from astrike.model.card import DamageValue
from astrike.rules.shot.facts import Shot
from astrike.rules.units.move_and_tmm import jump_jets_left

PhysicalDamageRule = Callable[[Shot, DamageValue], DamageValue | None]


def size(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """Most physical attacks do the attacker's Size (CE p.46)."""
    return DamageValue(so_far.points + s.attacker.unit.size)


def short(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """Infantry that climbs its target does its Short damage (CE p.47, AS p.43)."""
    return None if s.attacker.unit.damage is None else s.attacker.unit.damage.at("short")


def melee(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """A melee weapon does a point more (CE p.46)."""
    return _more(so_far, s, "melee.damage")


def charge(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """A charge adds half of the charger's TMM, down (CE p.46)."""
    return DamageValue(so_far.points + half_tmm(s))


def half_tmm(s: Shot) -> int:
    """Give half of the charger's TMM, down: as it now is, or as printed (CE p.46)."""
    motion = s.attacker.motion
    is_printed = s.circumstances.options.word("charge.tmm") == "printed"
    return _half(motion.card_tmm if is_printed else motion.tmm, s)


def option_decides_tmm(s: Shot) -> bool:
    """Would the TMM that counts for a charge be another one under the other choice?"""
    motion = s.attacker.motion
    return _half(motion.card_tmm, s) != _half(motion.tmm, s)


def _half(tmm: int, s: Shot) -> int:
    return tmm // int(s.circumstances.edition.number("charge.tmm-per"))


def charge_inches(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """In the classic rules a charge does the inches moved times Size over eight, rounded normally (AS p.43)."""
    if s.attacker.unit.moved is None:
        return None
    per = s.circumstances.edition.number("charge.inches-per")
    return DamageValue(so_far.points + math.floor(s.attacker.unit.moved * s.attacker.unit.size / per + 0.5))


def death_from_above(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """Death From Above does a point more than a charge (CE p.46)."""
    return _more(so_far, s, "dfa.damage")


def jump_jets(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """Strong jump jets add a point to a Death From Above, weak ones take one (CE p.78)."""
    jets = jump_jets_left(s.attacker.unit, s.attacker.row, s.circumstances.edition)
    if abs(jets) < s.circumstances.edition.number("dfa.jets"):
        return None
    return _more(so_far, s, "dfa.jets-damage", times=1 if jets > 0 else -1)


def myomer(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """Triple-strength myomer adds a point to a hot unit's blows (CE p.79)."""
    heat = s.attacker.unit.heat
    if not (s.attacker.unit.has("TSM") and heat and heat >= s.circumstances.edition.number("myomer.heat")):
        return None
    return _more(so_far, s, "myomer.damage")


def myomer_industrial(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """Industrial myomer adds a point to blows (CE p.78)."""
    return _more(so_far, s, "myomer.damage") if s.attacker.unit.has("I-TSM") else None


def myomer_experimental(s: Shot, so_far: DamageValue) -> DamageValue | None:
    """Experimental myomer adds a point to every physical attack (CE p.88)."""
    return _more(so_far, s, "myomer.damage") if s.attacker.unit.has("TSMX") else None


def _more(so_far: DamageValue, s: Shot, key: str, *, times: int = 1) -> DamageValue:
    points = so_far.points + times * int(s.circumstances.edition.number(key))
    return DamageValue(max(0, points), minimal=so_far.minimal)


PHYSICAL_DAMAGE_RULES: Mapping[str, PhysicalDamageRule] = MappingProxyType(
    {
        "size": size,
        "short": short,
        "melee": melee,
        "charge": charge,
        "charge-inches": charge_inches,
        "dfa": death_from_above,
        "jump-jets": jump_jets,
        "myomer": myomer,
        "myomer-industrial": myomer_industrial,
        "myomer-experimental": myomer_experimental,
    }
)


# ---- what it does to the attacker


def recoil(s: Shot) -> tuple[tuple[DamageTerm, ...], tuple[DamageTerm, ...]]:
    """Give what the attacker does to itself when it hits, and when it misses (CE p.46, AS p.43)."""
    if s.question.kind == "charge":
        return _recoil_of_charge(s), ()
    if s.question.kind == "dfa":
        row, more = s.circumstances.edition.damage["size"], s.circumstances.edition.numbers["dfa.miss"]
        own = DamageTerm("recoil.size", s.attacker.unit.size, row.label, row.cite)
        return (own,), (own, DamageTerm("recoil.miss", int(more.value), more.label, more.cite))
    return (), ()


def _recoil_of_charge(s: Shot) -> tuple[DamageTerm, ...]:
    spared = s.target.row.infantry and s.circumstances.options.word("charge.infantry") == "no-recoil"
    return () if spared else _impact(s)


def option_decides_recoil(s: Shot) -> bool:
    """Is the target infantry, and would charging it hurt if it were not? What it does, an option says."""
    return s.target.row.infantry and bool(_impact(s))


def _impact(s: Shot) -> tuple[DamageTerm, ...]:
    """Half of the TMM, down, and a point more from a heavy target; in the classic rules that point alone."""
    edition = s.circumstances.edition
    terms: list[DamageTerm] = []
    row = edition.damage["charge"]
    if "charge" in edition.damage_steps_of("charge") and half_tmm(s):
        terms.append(DamageTerm("recoil.charge", half_tmm(s), row.label, row.cite))
    if s.target.unit.size >= edition.number("charge.heavy"):
        heavy = edition.numbers["charge.heavy-damage"]
        terms.append(DamageTerm("recoil.heavy", int(heavy.value), heavy.label, heavy.cite))
    return tuple(terms)
