"""Beacons on targets, and who is guided by them.

Which question: does a NARC beacon on the target help this attack? Sources: CE pp.77, 86-87; AS pp.47, 80.
"""

from astrike.rules.armament import in_turret, missiles_loaded
from astrike.rules.electronics.jamming import in_friendly_ecm
from astrike.rules.situation import Situation

BEACONS = frozenset({"narc", "inarc"})
"""Kinds of marks that last."""


def is_guided(s: Situation) -> bool:
    """Does a beacon on the target add to this attack? Not while ECM of the target's side covers it."""
    marks = s.field.table.marks
    if not marks or not _has_missiles(s) or _is_loaded(s):
        return False
    is_marked = any(
        mark.kind in BEACONS and mark.success and mark.target == s.target.id and _is_ours(s, mark.by)
        for mark in marks
    )
    return is_marked and not in_friendly_ecm(s.field, s.t)


def _has_missiles(s: Situation) -> bool:
    """Does it fire missiles: the whole armament where a missile is part of it, or a launcher alone?"""
    code, guided = s.weapon.code, s.field.edition.tagged("missile")
    if not code:
        return s.attacker.has_any(*guided)
    if code == "TUR":
        return any(in_turret(s.attacker, each) is not None for each in guided)
    return _is_missile(s, code)


def _is_missile(s: Situation, code: str) -> bool:
    return code in s.field.edition.tagged("missile") or code in s.field.edition.tagged("launcher")


def _is_ours(s: Situation, by: str | None) -> bool:
    """Was the beacon planted by the attacker or one of its side? One that nobody is named for serves everyone."""
    if by is None or by == s.attacker.id:
        return True
    units = s.field.units
    return by in units.index and not s.attacker.is_enemy_of(units.units[units.index[by]])


def _is_loaded(s: Situation) -> bool:
    """Are its missiles loaded with another munition than usual? One of its guns is nothing to them (AS p.80)."""
    chosen, row = missiles_loaded(s.question, s.kind), s.field.edition.choices["munition"]
    codes = dict(zip(row.values, row.needs, strict=True)).get(chosen, chosen)
    return any(_is_missile(s, code) for code in codes.split())
