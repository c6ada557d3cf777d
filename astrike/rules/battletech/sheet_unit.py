"""What does a record sheet say of its 'Mech as a unit that rolls, falls and stands up?"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from astrike.model.battletech.unit import ArmDamage, ClassicUnit, LegDamage
from astrike.rules.battletech.unit_state import gyro_hits_to_destroy
from astrike.rules.battletech.working_sheet import WorkingLocation, WorkingSheet

_LEG: Final = "-leg"
_ARM: Final = "-arm"
_SHOULDER: Final = "shoulder"
_HIP: Final = "hip"
_OF_LEG: Final = {"upper-leg": "upper", "lower-leg": "lower", "foot": "foot"}
_OF_ARM: Final = {_SHOULDER: _SHOULDER, "upper-arm": "upper", "lower-arm": "lower", "hand": "hand"}
_MAY_LACK: Final = ("lower-arm", "hand")


def unit_of(sheet: WorkingSheet) -> ClassicUnit:
    """Give the 'Mech of a sheet with the damage that is marked on it.

    >>> from astrike.model.battletech.critical import CriticalQuestion, RecordSheet, SheetLocation
    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> hurt = RecordSheet(locations=(("left-leg", SheetLocation(hit=(1, 4))),))
    >>> unit_of(WorkingSheet(CriticalQuestion("left-leg", hurt), load_battletech(""))).leg("left")
    LegDamage(hip=1, upper=0, lower=0, foot=0, gone=False, after_hip=('foot',))
    """
    record = sheet.record
    unit = ClassicUnit(
        kind=record.kind,
        tons=record.tons,
        piloting=record.piloting,
        walk=record.walk,
        jump=record.jump,
        gyro=record.gyro,
        prone=record.prone,
        cockpit=record.cockpit,
        armor=record.armor,
        structure=record.structure,
        legs=tuple(_legs(sheet)),
        arms=tuple(_arms(sheet)),
        sensors=min(sheet.hits_on("sensors"), 2),
    )
    hits = sheet.hits_on(sheet.edition.critical_gyros[record.gyro].component)
    return replace(unit, gyro_hits=min(hits, gyro_hits_to_destroy(unit)))


def leg_of(location: str) -> str:
    """Give the name of a leg by that of its location.

    >>> leg_of("rear-left-leg")
    'rear-left'
    """
    return location.removesuffix(_LEG)


def location_of(leg: str) -> str:
    """Give the name of the location of a leg.

    >>> location_of("left")
    'left-leg'
    """
    return leg + _LEG


def _legs(sheet: WorkingSheet) -> Iterator[tuple[str, LegDamage]]:
    for key, location in sheet.locations.items():
        if location.row.part == "leg":
            damage = LegDamage(gone=True) if location.is_gone else _leg(location)
            if damage != LegDamage():
                yield leg_of(key), damage


def _leg(location: WorkingLocation) -> LegDamage:
    damage = LegDamage()
    for component in _components_hit(location):
        part = _OF_LEG.get(component)
        if component == _HIP:
            damage = replace(damage, hip=1)
        elif part and damage.hip:
            damage = replace(damage, after_hip=(*damage.after_hip, part))
        elif part:
            damage = replace(damage, **_one(part))
    return damage


def _arms(sheet: WorkingSheet) -> Iterator[tuple[str, ArmDamage]]:
    for key, location in sheet.locations.items():
        if location.row.part == "arm":
            damage = ArmDamage(gone=True) if location.is_gone else _arm(location)
            if damage != ArmDamage():
                yield key.removesuffix(_ARM), damage


def _arm(location: WorkingLocation) -> ArmDamage:
    there = {item.component for item in location.items.values()}
    absent = tuple(_OF_ARM[part] for part in _MAY_LACK if _SHOULDER in there and part not in there)
    damage = ArmDamage(absent=absent)
    for component in _components_hit(location):
        if component in _OF_ARM:
            damage = replace(damage, **_one(_OF_ARM[component]))
    return damage


def _components_hit(location: WorkingLocation) -> list[str]:
    """Name the kinds of items that are hit, each once, in the order of the hits."""
    return list(dict.fromkeys(location.items[slot].component for slot in location.marks))


def _one(part: str) -> dict[str, Any]:
    return {part: 1}
