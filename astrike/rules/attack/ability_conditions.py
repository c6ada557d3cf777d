"""Which rows of the bonuses table count in an attack?

A row counts when attacker, target or spotter bears it, or the players chose it, and when its conditions hold: each
predicate that `rulebook.conditions` lists has a small function here. What a row then does is decided where Target
Number, damage and follow-up rolls are made.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import in_contact
from astrike.model.explain import Modifier
from astrike.model.unit import Unit
from astrike.rulebook.ability_rows import BonusRow
from astrike.rulebook.conditions import Condition
from astrike.rulebook.schema import Edition
from astrike.rules.attack.combatants import circumstances, combatants
from astrike.rules.attack.situation import Situation
from astrike.rules.attack.weapon_arcs import units_with_many_arcs
from astrike.rules.electronics.jamming import in_hostile_ecm
from astrike.rules.electronics.links import is_linked
from astrike.rules.options import Options
from astrike.rules.shot.ability_rows import SILENT, borne_by, is_for, is_in_use
from astrike.rules.shot.rule_types import entry_of
from astrike.rules.shot.target_steps import TARGET_STEPS
from astrike.rules.table.flyers import aerospace_flyers
from astrike.rules.table.lines import base_gap
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.units.move_and_tmm import pilot_ids, was_carried
from astrike.rules.units.weapons import is_standard, weapons_of
from astrike.tolerance import TOUCH

Check = Callable[[Situation, Condition], bool]

MOVEMENT = ("target.tmm", "target.jump", "target.jump-jets", "target.submersible", "target.airmech")
"""Terms of a target's own movement."""


def holds(s: Situation, condition: Condition) -> bool:
    """Does this condition hold?"""
    return CONDITIONS[condition.predicate](s, condition)


# ---- how the two moved and where they are


def is_still(prepared: PreparedTable, i: int) -> bool:
    """Did the unit stand still, or can it not move at all? Who was carried did not (AS p.32)."""
    return prepared.motions[i].manner in ("standstill", "immobile") and not was_carried(
        prepared.units.units[i]
    )


def ground_under(prepared: PreparedTable, i: int) -> Iterator[str]:
    """Name the kinds of terrain under a unit's centre, as far as it stands down there."""
    if prepared.units.airborne[i]:
        return
    for piece in prepared.terrain.pieces_over(prepared.units.bases.xy[[i]])[0]:
        yield prepared.terrain.rows[piece].key


def _stands_in(prepared: PreparedTable, i: int, kinds: Collection[str]) -> bool:
    """Does its base stand in terrain of these kinds that one can see through?"""
    return any(prepared.terrain.kinds[kind].key.split(".")[0] in kinds for kind in prepared.woods_of[i])


def _is_among(prepared: PreparedTable, i: int, kinds: Collection[str]) -> bool:
    """Does a unit stand in one of these kinds of terrain, or in a building where that is one?"""
    inside = "building" in kinds and prepared.units.of[i].inside is not None
    return inside or _stands_in(prepared, i, kinds) or not {*kinds}.isdisjoint(ground_under(prepared, i))


def _is_in_shallows(s: Situation, _: Condition) -> bool:
    depth = s.prepared.units.of[s.t].depth
    return (
        s.prepared.units.of[s.t].submersion in ("partly", "completely")
        and 1.0 - TOUCH <= depth <= 2.0 + TOUCH
    )


def _is_in_the_open(s: Situation, condition: Condition) -> bool:
    body = s.prepared.units.of[s.t]
    clear = body.inside is None and body.submersion == "none" and not [*ground_under(s.prepared, s.t)]
    return (
        clear
        and not s.sight.cover
        and not _stands_in(s.prepared, s.t, condition.words)
        and not s.prepared.units.airborne[s.t]
    )


def _is_well_aloft(s: Situation, condition: Condition) -> bool:
    """Is the target in the air, a WiGE so many inches or more? (CE p.173)"""
    if not s.prepared.units.airborne[s.t]:
        return False
    skims = s.target.move is not None and "g" in s.target.move.codes
    height = float(
        s.prepared.units.z[s.t] - s.prepared.terrain.ground_at(s.prepared.units.bases.xy[[s.t]])[0]
    )
    return not skims or height >= condition.number - TOUCH


def target_movement(s: Situation) -> int:
    """Give what the target's movement counts in this attack, before any ability."""
    name = next(step for step in s.prepared.edition.steps if step.startswith("target-movement"))
    terms = TARGET_STEPS[name](combatants(s.prepared)[s.t], circumstances(s.prepared))
    entries = [entry_of(s.prepared.edition.modifiers[key], value) for key, value in terms]
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
    return any(mark.is_tag_hit and _is_meant(s, mark.target) for mark in s.prepared.table.marks)


def _is_meant(s: Situation, name: str) -> bool:
    """Is this the target, or a unit under the point that is aimed at?"""
    i = s.prepared.units.index.get(name)
    if s.aim is None or i is None:
        return name == s.target.id
    return bool(in_contact(base_gap(s.prepared, np.array([s.t]), np.array([i])))[0])


def _has_friend(s: Situation, condition: Condition) -> bool:
    return any(
        unit.has(condition.word) and _works(unit) and unit.side is not None and unit.side == s.attacker.side
        for unit in s.prepared.units.units
    )


def _has_foe(s: Situation, condition: Condition) -> bool:
    return any(
        unit.has(condition.word) and _works(unit) and unit.is_enemy_of(s.attacker)
        for unit in s.prepared.units.units
    )


def _is_guarded(s: Situation, condition: Condition) -> bool:
    """Has the target this ability, or a friend of it so many inches away? (CE p.89)"""
    code, inches = condition.word, condition.number
    return any(
        unit.has(code)
        and _works(unit)
        and (i == s.t or (unit.side is not None and unit.side == s.target.side))
        and float(base_gap(s.prepared, np.array([s.t]), np.array([i]))[0]) <= inches + TOUCH
        for i, unit in enumerate(s.prepared.units.units)
    )


def _works(unit: Unit) -> bool:
    return unit.is_on_table and not unit.state & {"destroyed", "shutdown"}


def is_jammed(s: Situation) -> bool:
    """Is a hostile jammer of the tactical network within Extreme range? (CE p.89)"""
    reach = s.prepared.edition.brackets["extreme"].upto + TOUCH
    return any(
        unit.has("JAM")
        and _works(unit)
        and unit.is_enemy_of(s.attacker)
        and float(base_gap(s.prepared, np.array([s.a]), np.array([i]))[0]) <= reach
        for i, unit in enumerate(s.prepared.units.units)
    )


CONDITIONS: Mapping[str, Check] = MappingProxyType(
    {
        "attacker-still": lambda s, _: is_still(s.prepared, s.a),
        "attacker-moved": lambda s, _: not is_still(s.prepared, s.a),
        "attacker-jumped": lambda s, _: s.prepared.motions[s.a].manner == "jump" or s.question.kind == "dfa",
        "attacker-not-jumped": lambda s, _: s.prepared.motions[s.a].manner != "jump",
        "attacker-infantry": lambda s, _: s.attacker_row.infantry,
        "attacker-not-infantry": lambda s, _: not s.attacker_row.infantry,
        "attacker-among": lambda s, c: _is_among(s.prepared, s.a, c.words),
        "attacker-hot": lambda s, _: s.attacker.heat > 0,
        "attacker-aloft": lambda s, _: s.prepared.units.airborne[s.a],
        "attacker-grounded": lambda s, _: not s.prepared.units.airborne[s.a],
        "attacker-not-aerospace": lambda s, _: not s.attacker_row.aerospace,
        "intimidated": lambda s, _: "intimidated" in s.attacker.state,
        "target-aloft": lambda s, _: s.prepared.units.airborne[s.t],
        "target-grounded": lambda s, _: not s.prepared.units.airborne[s.t],
        "target-well-aloft": _is_well_aloft,
        "target-not-well-aloft": lambda s, c: not _is_well_aloft(s, c),
        "target-still": lambda s, _: (
            s.prepared.motions[s.t].manner == "standstill" and not was_carried(s.target)
        ),
        "target-infantry": lambda s, _: s.target_row.infantry,
        "target-inside": lambda s, _: s.prepared.units.of[s.t].inside is not None,
        "target-in": lambda s, c: _stands_in(s.prepared, s.t, c.words),
        "target-in-shallows": _is_in_shallows,
        "target-on": lambda s, c: not {*c.words}.isdisjoint(ground_under(s.prepared, s.t)),
        "target-among": lambda s, c: _is_among(s.prepared, s.t, c.words),
        "target-in-the-open": _is_in_the_open,
        "target-hot": lambda s, _: s.target.heat >= 1,
        "target-tagged": lambda s, _: is_tagged(s),
        "target-without": lambda s, c: not s.target.has(c.word),
        "target-moves": lambda s, c: target_movement(s) >= c.number,
        "target-movement": lambda s, _: target_movement(s) > 0,
        "target-tmm": lambda s, c: s.prepared.motions[s.t].tmm >= c.number,
        "in-contact": lambda s, _: s.sight.contact,
        "attacker-many-arcs": lambda s, _: s.a in units_with_many_arcs(s.prepared),
        "air-to-air": lambda s, _: {s.a, s.t} <= aerospace_flyers(s.prepared),
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
            s.question.kind == "indirect" or _fires(s, s.prepared.edition.tagged("missile"))
        ),
        "not-jammed": lambda s, _: not is_jammed(s),
        "networked": lambda s, c: is_linked(s.prepared, s.a, c.word),
        "in-hostile-ecm": lambda s, _: in_hostile_ecm(s.prepared, s.a),
    }
)


@dataclass(frozen=True, slots=True)
class BonusBearers:
    """The rows of one table, by who can bring them to an attack."""

    attacker: tuple[tuple[BonusRow, ...], ...]
    """For each unit the rows it bears as attacker."""
    target: tuple[tuple[BonusRow, ...], ...]
    """For each unit the rows it bears as target."""
    spotter: tuple[tuple[BonusRow, ...], ...]
    """For each unit the rows it bears as spotter."""
    chosen: tuple[BonusRow, ...]
    """Rows that nobody bears and players choose."""
    always: tuple[BonusRow, ...]
    """Rows that an option brings to every attack."""


@lru_cache(maxsize=8)  # one a thread that is answering, as for sight
def bonus_bearers(prepared: PreparedTable) -> BonusBearers:
    """Say who bears what at this table."""
    rows = tuple(row for row in prepared.edition.bonuses.values() if is_in_use(row, prepared.options))
    units = prepared.units.units
    own = tuple(borne_by(unit, rows) for unit in units)

    def by(bearer: str) -> tuple[tuple[BonusRow, ...], ...]:
        return tuple(tuple(row for row in borne if row.bearer == bearer) for borne in own)

    free = [row for row in rows if not row.ability]
    return BonusBearers(
        attacker=by("attacker"),
        target=by("target"),
        spotter=by("spotter"),
        chosen=tuple(row for row in free if row.choice),
        always=tuple(row for row in free if not row.choice),
    )


def counting_rows(s: Situation) -> tuple[BonusRow, ...]:
    """Give the rows that count in this attack, in the order of the table; also those that no source prints."""
    known = bonus_bearers(s.prepared)
    mine, theirs = known.attacker[s.a], known.target[s.t] if s.t < len(known.target) else ()
    if not (mine or theirs or s.question.choices or known.always or s.spotting is not None):
        return ()
    found = [*mine, *theirs, *_of_the_spotter(s), *known.always]
    if s.question.choices:
        found += known.chosen
    return tuple(row for row in found if is_counted(s, row))


def _of_the_spotter(s: Situation) -> Iterator[BonusRow]:
    if s.spotting is not None:
        i = s.prepared.units.index.get(s.spotting.name)
        yield from bonus_bearers(s.prepared).spotter[i] if i is not None else ()


def is_counted(s: Situation, row: BonusRow) -> bool:
    """Does this row count for this kind of attack, these choices and this situation?"""
    return (
        is_for(s.question, s.kind, row.kinds, row.families)
        and (not row.choice or _is_chosen(s, row.choice))
        and all(holds(s, condition) for condition in row.when)
    )


def _is_chosen(s: Situation, choice: str) -> bool:
    key, _, word = choice.partition("=")
    value = s.question.choice(key)
    if not word:
        return bool(value)
    return str(value) == word if not word.isdigit() else value is not None and int(value) >= int(word)


def is_left_out(name: str, *, edition: Edition, options: Options) -> bool:
    """Is every effect of this ability left out because the edition is silent about it?"""
    rows = [row for row in edition.bonuses.values() if row.ability == name]
    return (
        bool(rows)
        and not any(is_in_use(row, options) for row in rows if not row.option)
        and options.word(SILENT) == "none"
    )
