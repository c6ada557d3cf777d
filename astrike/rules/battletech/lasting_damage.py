"""What do the hits on a sheet do lastingly: to attacks, to movement and heat?

Everything is worked out from the marks alone, so it is the same whichever way the sheet came about.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from math import ceil
from typing import Final

from astrike.model.battletech.critical_answer import SheetFigures
from astrike.model.explain import Modifier, facts
from astrike.rulebook.battletech.criticals import ComponentEffectRow
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.rules.battletech.sheet_unit import LIMB_PARTS, unit_of
from astrike.rules.battletech.standing_up import is_on_its_last_leg
from astrike.rules.battletech.walking import walking_mp
from astrike.rules.battletech.working_sheet import WorkingLocation, WorkingSheet

AS_A_WHOLE: Final = "'Mech"
_COLUMNS: Final = frozenset(each.name for each in fields(ComponentEffectRow))
Lasting = tuple[str, ComponentEffectRow]
"""A location, and the row of what a hit in it does; the whole 'Mech where no location matters."""


def effect_row(sheet: WorkingSheet, component: str, hit: int) -> ComponentEffectRow | None:
    """Give what the so-many-th hit on a component does; None where there is no such row."""
    return sheet.edition.critical_effects.get(f"{component}.{hit}")


def standing_row(sheet: WorkingSheet, component: str, hits: int) -> ComponentEffectRow | None:
    """Give what so many hits on a component come to: the last row there is for them."""
    while hits and effect_row(sheet, component, hits) is None:
        hits -= 1
    return effect_row(sheet, component, hits)


def ending_rows(sheet: WorkingSheet) -> Iterator[Lasting]:
    """List the rows of what puts the 'Mech out or kills its pilot, as the sheet has it."""
    rows = [*_counted(sheet), *_of_lost_parts(sheet)]
    for location in sheet.locations.values():
        rows += [(location.key, row) for row in _hit_rows(sheet, location)]
    yield from ((place, row) for place, row in rows if row.is_out or row.kills_pilot)


def lasting_rows(sheet: WorkingSheet, options: OptionsInUse) -> list[Lasting]:
    """List the rows of everything that lasts, each with its location."""
    found: list[Lasting] = []
    for location in sheet.locations.values():
        if not location.is_gone:
            found += _of_location(sheet, location, options)
    found += _counted(sheet)
    found += _of_legs(sheet)
    return found


def modifiers_of(sheet: WorkingSheet, rows: list[Lasting]) -> tuple[Modifier, ...]:
    """Give the figures of the rows, each as a modifier of what it is added to."""
    found: list[Modifier] = []
    for (key, place), count in Counter((row.key, place) for place, row in rows).items():
        row = sheet.edition.critical_effects[key]
        for measure, said in sheet.edition.critical_measures.items():
            value = int(getattr(row, measure)) * count if measure in _COLUMNS else 0
            if value:
                about = facts(location=place, measure=measure, of=said.label)
                found.append(Modifier(f"{row.key}.{measure}", "", value, row.label, row.cite, about))
    return tuple(found)


def figures_of(sheet: WorkingSheet, rows: list[Lasting], options: OptionsInUse) -> SheetFigures:
    """Work out what is left of movement, heat dissipation and fire."""
    record, only, unit = sheet.record, [row for _, row in rows], unit_of(sheet)
    walk = walking_mp(unit, sheet.edition, options)
    jump = max(0, record.jump + sum(row.jump for row in only))
    return SheetFigures(
        walk=walk,
        run=walk if is_on_its_last_leg(unit) else ceil(walk * sheet.edition.figure("run.times")),
        jump=jump,
        wing=max(0, record.wing + sum(row.wing for row in only)) if jump else 0,
        dissipation=None
        if record.dissipation is None
        else max(0, record.dissipation + sum(row.dissipation for row in only)),
        heat=sum(row.heat for row in only),
        immobile=any(row.immobile for row in only),
        can_fire=not any(row.no_fire for row in only),
    )


def _of_location(sheet: WorkingSheet, location: WorkingLocation, options: OptionsInUse) -> Iterator[Lasting]:
    rows = list(_hit_rows(sheet, location))
    rows += _drowned_rows(sheet, location)
    limb = [row for row in rows if row.component in LIMB_PARTS]
    replacing = next((number for number, row in enumerate(limb) if row.replaces), None)
    if replacing is not None:
        after = limb[replacing + 1 :] if location.row.part == "leg" else []
        if after and options.word("after-hip") == "ignore":
            after = []
        rows = [limb[replacing], *after, *(row for row in rows if row.component not in LIMB_PARTS)]
    yield from ((location.key, row) for row in rows)
    if location.row.part == "arm":
        yield from ((location.key, row) for row in _absent(sheet, location))


def _hit_rows(sheet: WorkingSheet, location: WorkingLocation) -> Iterator[ComponentEffectRow]:
    """List what hits did here to items that die with the first, in the order of the hits."""
    dead: list[tuple[int, ...]] = []
    for slot in location.marks:
        item = location.items.get(slot)
        if item is None or item.row.counts or item.slots in dead:
            continue
        dead.append(item.slots)
        row = effect_row(sheet, item.component, 1)
        if row is not None:
            yield row


def _drowned_rows(sheet: WorkingSheet, location: WorkingLocation) -> Iterator[ComponentEffectRow]:
    """List what is out because the location was flooded, beside what hits did; it ends no game by itself."""
    if not location.flooded:
        return
    for item in dict.fromkeys(location.items.values()):
        row = None if item.row.counts or location.is_dead(item) else effect_row(sheet, item.component, 1)
        if row is not None and not row.is_out and not row.kills_pilot:
            yield row


def _absent(sheet: WorkingSheet, location: WorkingLocation) -> Iterator[ComponentEffectRow]:
    """List what an arm was built without; one without a shoulder is not known well enough."""
    there = {item.component for item in location.items.values()}
    if "shoulder" not in there or any(
        location.is_dead(item) for item in location.items.values() if item.component == "shoulder"
    ):
        return
    for part in ("lower-arm", "hand"):
        row = effect_row(sheet, f"{part}-absent", 1)
        if part not in there and row is not None:
            yield row


def _counted(sheet: WorkingSheet) -> Iterator[Lasting]:
    for key, component in sheet.edition.critical_components.items():
        row = standing_row(sheet, key, sheet.hits_on(key)) if component.counts else None
        if row is not None:
            yield AS_A_WHOLE, row


def _of_lost_parts(sheet: WorkingSheet) -> Iterator[Lasting]:
    """Give what a head or a center torso that is gone does."""
    for location in sheet.locations.values():
        row = effect_row(sheet, lost_component(location), 1) if location.is_gone else None
        if row is not None:
            yield location.key, row


def lost_component(location: WorkingLocation) -> str:
    """Name the rows of a head or a center torso that is gone; empty for other locations."""
    if location.row.part == "head":
        return "head-gone"
    return "" if location.row.next else "center-torso-gone"


def _of_legs(sheet: WorkingSheet) -> Iterator[Lasting]:
    """Give what lost legs and the last hip do."""
    legs = sheet.gone("leg")
    row = effect_row(sheet, leg_component(sheet), len(legs))
    if row is not None:
        yield AS_A_WHOLE, row
    if are_all_hips_hit(sheet) and (last := effect_row(sheet, "second-hip", 1)) is not None:
        yield AS_A_WHOLE, last


def leg_component(sheet: WorkingSheet) -> str:
    """Name the rows of lost legs."""
    return "quad-leg-gone" if sheet.record.kind == "quad" else "leg-gone"


def are_all_hips_hit(sheet: WorkingSheet) -> bool:
    """Are all legs there, and is the hip of each hit?"""
    legs = [each for each in sheet.locations.values() if each.row.part == "leg"]
    return all(not leg.is_gone and _is_hip_hit(leg) for leg in legs)


def _is_hip_hit(leg: WorkingLocation) -> bool:
    return any(item.component == "hip" and slot in leg.marks for slot, item in leg.items.items())
