"""What does a record sheet say of its 'Mech as a unit that rolls and falls, and which sheet does such a unit have?"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from astrike.model.battletech.critical import (
    HEAVIEST,
    LIGHTEST,
    CriticalQuestion,
    RecordSheet,
    SheetLocation,
)
from astrike.model.battletech.unit import LEG_ACTUATORS, ArmDamage, ClassicUnit, LegDamage
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.unit_state import gyro_hits_to_destroy
from astrike.rules.battletech.working_sheet import WorkingLocation, WorkingSheet

_LEG: Final = "-leg"
_ARM: Final = "-arm"
_SHOULDER: Final = "shoulder"
_HIP: Final = "hip"
_OF_LEG: Final = {"upper-leg": "upper", "lower-leg": "lower", "foot": "foot"}
_OF_ARM: Final = {_SHOULDER: _SHOULDER, "upper-arm": "upper", "lower-arm": "lower", "hand": "hand"}
LIMB_PARTS: Final = frozenset((_HIP, *_OF_LEG, *_OF_ARM))
"""What arms and legs work with; other items in them are no part of the limb."""
_MAY_LACK: Final = ("lower-arm", "hand")
_CENTER: Final = "center-torso"


def unit_of(sheet: WorkingSheet) -> ClassicUnit:
    """Give the 'Mech of a sheet with the damage that is marked on it.

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


# ---- the other way round


def sheet_of(unit: ClassicUnit, edition: BattleTechEdition) -> RecordSheet | None:
    """Give the standard sheet of a 'Mech, with its damage marked; None for what has no such sheet.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> sheet = sheet_of(ClassicUnit(tons=65, gyro_hits=1), load_battletech(""))
    >>> sheet.tons, dict(sheet.locations)["center-torso"].hit
    (65, (4,))
    """
    if not unit.is_mech or not LIGHTEST <= unit.tons <= HEAVIEST:
        return None
    plain = RecordSheet(
        kind=unit.kind,
        tons=unit.tons,
        piloting=unit.piloting,
        walk=unit.walk,
        jump=unit.jump,
        gyro=unit.gyro,
        cockpit=unit.cockpit,
        armor=unit.armor,
        structure=unit.structure,
        prone=unit.prone,
    )
    sheet = WorkingSheet(CriticalQuestion(_CENTER, plain), edition)
    return replace(plain, locations=tuple(_damaged(unit, sheet)))


def _damaged(unit: ClassicUnit, sheet: WorkingSheet) -> Iterator[tuple[str, SheetLocation]]:
    gyro = sheet.edition.critical_gyros[unit.gyro].component
    for key, location in sheet.locations.items():
        part = location.row.part
        if part == "leg":
            stated = _leg_stated(location, unit.leg(leg_of(key)))
        elif part == "arm":
            stated = _arm_stated(location, sheet, unit.arm(key.removesuffix(_ARM)))
        elif part == "head":
            stated = _with_hits(location, ["sensors"] * unit.sensors)
        else:
            stated = _with_hits(location, [gyro] * (unit.gyro_hits if key == _CENTER else 0))
        if stated != SheetLocation():
            yield key, stated


def _leg_stated(location: WorkingLocation, damage: LegDamage) -> SheetLocation:
    if damage.gone:
        return SheetLocation(destroyed=True)
    names = {part: component for component, part in _OF_LEG.items()}
    before = [names[part] for part in LEG_ACTUATORS if getattr(damage, part) and part not in damage.after_hip]
    after = [names[part] for part in damage.after_hip]
    return _with_hits(location, [*before, *([_HIP] if damage.hip else []), *after])


def _arm_stated(location: WorkingLocation, sheet: WorkingSheet, damage: ArmDamage) -> SheetLocation:
    if damage.gone:
        return SheetLocation(destroyed=True)
    hit = [component for component, part in _OF_ARM.items() if getattr(damage, part)]
    stated = _with_hits(location, hit)
    if not damage.absent:
        return stated
    lacking = [slot for slot, item in location.items.items() if _OF_ARM.get(item.component) in damage.absent]
    names = sheet.standard_slots(location.row)
    slots = tuple(None if slot in lacking else name for slot, name in enumerate(names, start=1))
    return replace(stated, slots=slots, hit=tuple(slot for slot in stated.hit if slot not in lacking))


def _with_hits(location: WorkingLocation, components: Sequence[str]) -> SheetLocation:
    """Mark a slot for each hit on such an item, in their order."""
    marked: list[int] = []
    for component in components:
        free = (slot for slot, item in location.items.items() if item.component == component)
        marked += [slot for slot in free if slot not in marked][:1]
    return SheetLocation(hit=tuple(marked))
