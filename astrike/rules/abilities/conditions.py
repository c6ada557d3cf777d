"""Do the conditions that rows of the tables `bonuses` and `choices` set hold in an attack?

Which question: does this hold? Each predicate that `rulebook.conditions` lists has a small function here.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from types import MappingProxyType

import numpy as np

from astrike.geometry.arrays import in_contact
from astrike.model.explain import Modifier
from astrike.model.unit import Unit
from astrike.rulebook.conditions import Condition
from astrike.rules.air.flight import flyers
from astrike.rules.apart import apart
from astrike.rules.armament import is_standard, weapons_of
from astrike.rules.battlefield import Field
from astrike.rules.combatants import circumstances, combatants
from astrike.rules.electronics.jamming import in_hostile_ecm
from astrike.rules.electronics.wiring import is_linked
from astrike.rules.many_arcs import many_armed
from astrike.rules.motion import pilot_ids, was_carried
from astrike.rules.situation import Situation
from astrike.rules.steps.target import TARGET_STEPS
from astrike.rules.steps.terms import entry_of
from astrike.tolerance import TOUCH

Check = Callable[[Situation, Condition], bool]
MOVEMENT = ("target.tmm", "target.jump", "target.jump-jets", "target.submersible", "target.airmech")
"""Terms of a target's own movement."""


def holds(s: Situation, condition: Condition) -> bool:
    """Does this condition hold?"""
    return CONDITIONS[condition.predicate](s, condition)


# ---- how the two moved and where they are


def is_still(field: Field, i: int) -> bool:
    """Did the unit stand still, or can it not move at all? Who was carried did not (AS p.32)."""
    return field.motions[i].manner in ("standstill", "immobile") and not was_carried(field.units.units[i])


def ground_under(field: Field, i: int) -> Iterator[str]:
    """Name the kinds of terrain under a unit's centre, as far as it stands down there."""
    if field.units.airborne[i]:
        return
    for piece in field.lie.pieces_over(field.units.bases.xy[[i]])[0]:
        yield field.lie.rows[piece].key


def _stands_in(field: Field, i: int, kinds: Collection[str]) -> bool:
    """Does its base stand in terrain of these kinds that one can see through?"""
    return any(field.lie.kinds[kind].key.split(".")[0] in kinds for kind in field.woods_of[i])


def _is_among(field: Field, i: int, kinds: Collection[str]) -> bool:
    """Does a unit stand in one of these kinds of terrain, or in a building where that is one?"""
    inside = "building" in kinds and field.units.of[i].inside is not None
    return inside or _stands_in(field, i, kinds) or not {*kinds}.isdisjoint(ground_under(field, i))


def _is_in_shallows(s: Situation, _: Condition) -> bool:
    depth = s.field.units.of[s.t].depth
    return (
        s.field.units.of[s.t].submersion in ("partly", "completely") and 1.0 - TOUCH <= depth <= 2.0 + TOUCH
    )


def _is_in_the_open(s: Situation, condition: Condition) -> bool:
    body = s.field.units.of[s.t]
    clear = body.inside is None and body.submersion == "none" and not [*ground_under(s.field, s.t)]
    return (
        clear
        and not s.sight.cover
        and not _stands_in(s.field, s.t, condition.words)
        and not s.field.units.airborne[s.t]
    )


def _is_well_aloft(s: Situation, condition: Condition) -> bool:
    """Is the target in the air, a WiGE so many inches or more? (CE p.173)"""
    if not s.field.units.airborne[s.t]:
        return False
    skims = s.target.move is not None and "g" in s.target.move.codes
    height = float(s.field.units.z[s.t] - s.field.lie.ground_at(s.field.units.bases.xy[[s.t]])[0])
    return not skims or height >= condition.number - TOUCH


def target_movement(s: Situation) -> int:
    """Give what the target's movement counts in this attack, before any ability."""
    name = next(step for step in s.field.edition.steps if step.startswith("target-movement"))
    terms = TARGET_STEPS[name](combatants(s.field)[s.t], circumstances(s.field))
    entries = [entry_of(s.field.edition.modifiers[key], value) for key, value in terms]
    return sum(entry.value for entry in entries if isinstance(entry, Modifier) and entry.key in MOVEMENT)


# ---- with what it is made


def codes_of(unit: Unit) -> frozenset[str]:
    """Name the special abilities on the card and in the turret."""
    return frozenset(special.code for special in weapons_of(unit))


def _fires(s: Situation, codes: Collection[str]) -> bool:
    """Is it a special attack with one of these, or a standard attack of a unit that has one?"""
    return s.weapon.code in codes or (is_standard(s.weapon) and not codes_of(s.attacker).isdisjoint(codes))


def _masters(s: Situation, condition: Condition) -> bool:
    ids, bracket = pilot_ids(s.attacker), condition.word
    return f"range-master-{bracket}" in ids or (
        "range-master" in ids and s.question.choice("range-master") == bracket
    )


# ---- choices and others on the table


def _is_chosen_target(s: Situation, _: Condition) -> bool:
    return s.question.choice("blood-stalker") == s.target.id


def is_tagged(s: Situation) -> bool:
    """Has a TAG hit this target this turn, or what stands at the point? (CE pp.90, 147)"""
    return any(
        mark.kind in ("tag", "ltag") and mark.success and _is_meant(s, mark.target)
        for mark in s.field.table.marks
    )


def _is_meant(s: Situation, name: str) -> bool:
    """Is this the target, or a unit under the point that is aimed at?"""
    i = s.field.units.index.get(name)
    if s.aim is None or i is None:
        return name == s.target.id
    return bool(in_contact(apart(s.field, np.array([s.t]), np.array([i])))[0])


def _has_friend(s: Situation, condition: Condition) -> bool:
    return any(
        unit.has(condition.word) and _works(unit) and unit.side is not None and unit.side == s.attacker.side
        for unit in s.field.units.units
    )


def _has_foe(s: Situation, condition: Condition) -> bool:
    return any(
        unit.has(condition.word) and _works(unit) and unit.is_enemy_of(s.attacker)
        for unit in s.field.units.units
    )


def _is_guarded(s: Situation, condition: Condition) -> bool:
    """Has the target this ability, or a friend of it so many inches away? (CE p.89)"""
    code, inches = condition.word, condition.number
    return any(
        unit.has(code)
        and _works(unit)
        and (i == s.t or (unit.side is not None and unit.side == s.target.side))
        and float(apart(s.field, np.array([s.t]), np.array([i]))[0]) <= inches + TOUCH
        for i, unit in enumerate(s.field.units.units)
    )


def _works(unit: Unit) -> bool:
    return unit.is_on_table and not unit.state & {"destroyed", "shutdown"}


def is_jammed(s: Situation) -> bool:
    """Is a hostile jammer of the tactical network within Extreme range? (CE p.89)"""
    reach = s.field.edition.brackets["extreme"].upto + TOUCH
    return any(
        unit.has("JAM")
        and _works(unit)
        and unit.is_enemy_of(s.attacker)
        and float(apart(s.field, np.array([s.a]), np.array([i]))[0]) <= reach
        for i, unit in enumerate(s.field.units.units)
    )


CONDITIONS: Mapping[str, Check] = MappingProxyType(
    {
        "attacker-still": lambda s, _: is_still(s.field, s.a),
        "attacker-moved": lambda s, _: not is_still(s.field, s.a),
        "attacker-jumped": lambda s, _: s.field.motions[s.a].manner == "jump" or s.question.kind == "dfa",
        "attacker-not-jumped": lambda s, _: s.field.motions[s.a].manner != "jump",
        "attacker-infantry": lambda s, _: s.attacker_row.infantry,
        "attacker-not-infantry": lambda s, _: not s.attacker_row.infantry,
        "attacker-among": lambda s, c: _is_among(s.field, s.a, c.words),
        "attacker-hot": lambda s, _: s.attacker.heat > 0,
        "attacker-aloft": lambda s, _: s.field.units.airborne[s.a],
        "attacker-grounded": lambda s, _: not s.field.units.airborne[s.a],
        "attacker-not-aerospace": lambda s, _: not s.attacker_row.aerospace,
        "intimidated": lambda s, _: "intimidated" in s.attacker.state,
        "target-aloft": lambda s, _: s.field.units.airborne[s.t],
        "target-grounded": lambda s, _: not s.field.units.airborne[s.t],
        "target-well-aloft": _is_well_aloft,
        "target-not-well-aloft": lambda s, c: not _is_well_aloft(s, c),
        "target-still": lambda s, _: (
            s.field.motions[s.t].manner == "standstill" and not was_carried(s.target)
        ),
        "target-infantry": lambda s, _: s.target_row.infantry,
        "target-inside": lambda s, _: s.field.units.of[s.t].inside is not None,
        "target-in": lambda s, c: _stands_in(s.field, s.t, c.words),
        "target-in-shallows": _is_in_shallows,
        "target-on": lambda s, c: not {*c.words}.isdisjoint(ground_under(s.field, s.t)),
        "target-among": lambda s, c: _is_among(s.field, s.t, c.words),
        "target-in-the-open": _is_in_the_open,
        "target-hot": lambda s, _: s.target.heat >= 1,
        "target-tagged": lambda s, _: is_tagged(s),
        "target-without": lambda s, c: not s.target.has(c.word),
        "target-moves": lambda s, c: target_movement(s) >= c.number,
        "target-movement": lambda s, _: target_movement(s) > 0,
        "target-tmm": lambda s, c: s.field.motions[s.t].tmm >= c.number,
        "in-contact": lambda s, _: s.sight.contact,
        "attacker-many-arcs": lambda s, _: s.a in many_armed(s.field),
        "air-to-air": lambda s, _: {s.a, s.t} <= flyers(s.field),
        "at-a-point": lambda s, _: s.aim is not None,
        "at-short": lambda s, _: s.bracket is not None and s.bracket.key == "short",
        "beyond-short": lambda s, _: s.bracket is not None and s.bracket.key != "short",
        "standard-attack": lambda s, _: is_standard(s.weapon),
        "fires": lambda s, c: _fires(s, c.words),
        "special": lambda s, c: s.weapon.code in c.words,
        "brings-heat": lambda s, _: s.weapon.code == "HT" or s.question.choice("munition") == "inferno",
        "pilot": lambda s, c: c.word in pilot_ids(s.attacker),
        "masters": _masters,
        "chosen-target": _is_chosen_target,
        "other-target": lambda s, c: not _is_chosen_target(s, c),
        "spotted-for": lambda s, _: s.spotting is not None,
        "not-spotted-for": lambda s, _: s.spotting is None,
        "not-blind": lambda s, _: not s.question.choice("without-spotter"),
        "friend": _has_friend,
        "foe": _has_foe,
        "guarded": _is_guarded,
        "missiles": lambda s, _: (
            s.question.kind == "indirect" or _fires(s, s.field.edition.tagged("missile"))
        ),
        "not-jammed": lambda s, _: not is_jammed(s),
        "networked": lambda s, c: is_linked(s.field, s.a, c.word),
        "in-hostile-ecm": lambda s, _: in_hostile_ecm(s.field, s.a),
    }
)
