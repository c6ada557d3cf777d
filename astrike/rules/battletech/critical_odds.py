"""How likely does the next die strike each slot and item, and how likely is each number of hits? As exact fractions."""

from collections import Counter
from fractions import Fraction

from astrike.model.battletech.critical import UPPER
from astrike.model.battletech.critical_answer import CountOdds, ItemOdds, SlotOdds
from astrike.rules.battletech.critical_checks import (
    CheckRunner,
    OpenCheck,
    count_label,
    halves_open,
    is_blown_off,
)
from astrike.rules.battletech.critical_effects import CriticalAftermath
from astrike.rules.battletech.lasting_damage import effect_row
from astrike.rules.battletech.working_sheet import PlacedItem, WorkingLocation, WorkingSheet
from astrike.rules.odds import ROLLS, WAYS

_SIDES = 6


def slot_odds(location: WorkingLocation, first: int | None) -> tuple[SlotOdds, ...]:
    """Give the chance of every open slot: the same for all, until a first die has named a half."""
    slots = location.open_now
    whole = Fraction(1, len(slots))
    if first is None or not all(halves_open(location)):
        chances = dict.fromkeys(slots, whole)
    else:
        is_lower = first > _SIDES // 2
        named = [slot for slot in slots if (slot > UPPER) == is_lower]
        again = Fraction(_SIDES - len(named), _SIDES)
        chances = {slot: again * whole + (Fraction(1, _SIDES) if slot in named else 0) for slot in slots}
    return tuple(
        SlotOdds(location.key, slot, location.items[slot].name, chance) for slot, chance in chances.items()
    )


def item_odds(
    sheet: WorkingSheet, location: WorkingLocation, slots: tuple[SlotOdds, ...], after: CriticalAftermath
) -> tuple[ItemOdds, ...]:
    """Put the open slots of items that would take the hit alike together, the likeliest first."""
    counted: Counter[tuple[str, bool]] = Counter()
    chances: Counter[tuple[str, bool]] = Counter()
    items: dict[tuple[str, bool], PlacedItem] = {}
    for each in slots:
        item = location.items[each.slot]
        is_dead = not item.row.counts and location.is_dead(item)
        kind = (item.component if item.row.counts else item.name, is_dead)
        counted[kind] += 1
        chances[kind] += each.probability  # type: ignore[assignment]  # a Counter adds fractions as well
        items.setdefault(kind, item)
    found = [
        ItemOdds(
            location.key,
            item.name,
            item.component,
            counted[kind],
            len(slots),
            Fraction(chances[kind]),
            _effect(sheet, item, after, is_dead=kind[1]),
            item.points if item.row.explodes and not kind[1] else 0,
            _how(item),
        )
        for kind, item in items.items()
    ]
    return tuple(sorted(found, key=lambda each: -each.probability))


def _effect(sheet: WorkingSheet, item: PlacedItem, after: CriticalAftermath, *, is_dead: bool) -> str:
    """Say what the next hit on an item does."""
    soaked = sheet.edition.critical_notes["soaked"].short
    if is_dead:
        return soaked
    row = effect_row(sheet, item.component, sheet.hits_on(item.component) + 1 if item.row.counts else 1)
    return soaked if row is None else row.now or row.lasting


def _how(item: PlacedItem) -> str:
    """Say how the points of an explosion come about.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> row = load_battletech("").critical_components["ammo"]
    >>> _how(PlacedItem("SRM-6 ammo", "ammo", row, (1,), shots=15, damage=2, missiles=6, points=180))
    '15 × 6 × 2'
    """
    if item.component != "ammo" or item.shots is None or item.damage is None:
        return ""
    numbers = [item.shots, *([item.missiles] if item.missiles and item.missiles > 1 else []), item.damage]
    return " × ".join(str(each) for each in numbers)


def count_odds(runner: CheckRunner, check: OpenCheck) -> tuple[CountOdds, ...]:
    """Give the chance of each number of hits, with what is added to the dice."""
    added = sum(each.value for each in runner.count_modifiers_of(check))
    chances: dict[str, Fraction] = {}
    for roll, ways in WAYS.items():
        row = runner.count_row(min(max(roll + added, min(WAYS)), max(WAYS)))
        chances[row.key] = chances.get(row.key, Fraction(0)) + Fraction(ways, ROLLS)
    rows = runner.after.sheet.edition.critical_counts
    return tuple(
        CountOdds(
            0 if is_blown_off(rows[key], check.location) else rows[key].hits,
            is_blown_off(rows[key], check.location),
            count_label(rows[key], check.location),
            chance,
        )
        for key, chance in chances.items()
    )
