"""How many walking MP has a 'Mech with its legs and its heat as they are, and what are they made of?"""

from collections.abc import Iterator
from typing import Final

from astrike.model.battletech.unit import ClassicUnit
from astrike.model.explain import Citation, Fact, Modifier, facts
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.heat import heat_effects
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.rules.battletech.roll_ledger import counted_actuators, total_of
from astrike.rules.battletech.unit_state import legs_gone

_ROWS: Final = {"foot": "foot.1", "lower": "lower-leg.1", "upper": "upper-leg.1"}
"""What hits on leg actuators do, by actuator."""


def walking_mp(unit: ClassicUnit, edition: BattleTechEdition, options: OptionsInUse) -> int:
    """Give the walking MP of a 'Mech with its legs and its heat as they are.

    >>> from astrike.model.battletech.unit import LegDamage
    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> hurt = ClassicUnit(walk=4, legs=(("left", LegDamage(hip=1)), ("right", LegDamage(foot=1))))
    >>> walking_mp(hurt, load_battletech(""), OptionsInUse(load_battletech(""), {}))
    1
    """
    return total_of(walking_ledger(unit, edition, options))


def walking_ledger(
    unit: ClassicUnit, edition: BattleTechEdition, options: OptionsInUse
) -> tuple[Modifier, ...]:
    """List what the walking MP of a unit are made of; no term takes more than there is."""
    row = edition.hex_move_words["mp.walk"]
    found = [Modifier(row.key, "", unit.walk, row.said, row.cite)]
    if unit.is_mech:
        left = unit.walk
        for loss in _losses(unit, edition, options):
            value = max(-left, loss.value)
            if value:
                found.append(Modifier(loss.key, "", value, loss.label, loss.cite, loss.facts))
                left += value
    return tuple(found)


def _losses(unit: ClassicUnit, edition: BattleTechEdition, options: OptionsInUse) -> Iterator[Modifier]:
    on_legs = _on_its_legs(unit, edition)
    legs = (
        edition.critical_effects["quad-leg-gone.1"]
        if unit.kind == "quad"
        else edition.figures["walk.one-leg"]
    )
    gone = legs_gone(unit)
    yield _loss(edition, "mp.legs", on_legs - unit.walk, legs.cite, legs=gone)
    hips = sum(unit.leg(name).hip for name in unit.leg_names if not unit.leg(name).gone)
    after = _after_hips(on_legs, hips, unit, edition)
    yield _loss(edition, "mp.hips", after - on_legs, edition.figures["walk.hip"].cite, hips=hips)
    for name in unit.leg_names:
        if not unit.leg(name).gone:
            for part in counted_actuators(unit.leg(name), options):
                row = edition.critical_effects[_ROWS[part]]
                yield Modifier(f"mp.{row.key}", "", row.walk, row.label, row.cite, facts(leg=name))
    heat = heat_effects(edition, unit.heat)
    if heat.walking:
        yield _loss(edition, "mp.heat", heat.walking, heat.rows[0].cite, heat=unit.heat)


def _loss(edition: BattleTechEdition, key: str, value: int, cite: Citation, **measured: Fact) -> Modifier:
    return Modifier(key, "", value, edition.hex_move_words[key].said, cite, facts(**measured))


def _on_its_legs(unit: ClassicUnit, edition: BattleTechEdition) -> int:
    gone = legs_gone(unit)
    if not gone:
        return unit.walk
    if unit.kind == "quad" and gone == 1:
        return unit.walk + edition.critical_effects["quad-leg-gone.1"].walk
    can_walk = gone == (2 if unit.kind == "quad" else 1)
    return min(unit.walk, edition.whole("walk.one-leg")) if can_walk else 0


def _after_hips(mp: int, hips: int, unit: ClassicUnit, edition: BattleTechEdition) -> int:
    if hips == len(unit.leg_names):
        return 0
    for _ in range(hips):
        mp = -(-mp // edition.whole("walk.hip"))
    return mp
