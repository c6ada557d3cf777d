"""May a unit be crippled by now, and by what?

Which question: what would players have to look up? Whether it is crippled they say themselves; their answer is its
state, and what comes of it `movement.withdrawal` asks. Which causes count is an option, whether it is played as well.
Source: CE pp.126-127.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from astrike.model.explain import Reason
from astrike.model.unit import Hits, Unit
from astrike.rulebook.schema import UnitRow
from astrike.rules.battlefield import Field
from astrike.rules.combatants import combatants
from astrike.rules.damage.hit import has_half_damage, left_by_weapon_hits
from astrike.rules.motion import STILL_STATES, motion_of
from astrike.rules.reasons import reason

CRIPPLED: Final = "crippled"
"""The state of a unit that its players call crippled."""
PLAYED: Final = "crippling"
CAUSES: Final = "crippling.causes"
"""Options: whether units are crippled at all, and by what."""
PASSING: Final = STILL_STATES - {"immobile"}
"""States that keep a unit where it is for a while."""


def crippled_questions(field: Field, i: int) -> tuple[Reason, ...]:
    """Ask by each cause whether a unit is crippled; nothing where its players have said so already."""
    unit = field.units.units[i]
    if CRIPPLED in unit.state:
        return ()
    return tuple(reason(field, f"{CRIPPLED}.{cause}") for cause in causes_of(field, i, unit))


def causes_of(field: Field, i: int, unit: Unit) -> tuple[str, ...]:
    """Give what may have crippled a unit, with this card and state in place of its own."""
    if not field.options.is_on(PLAYED) or "destroyed" in unit.state:
        return ()
    return tuple(
        cause for cause in field.options.words(CAUSES) if HAPPENED[cause](field, unit, field.units.rows[i])
    )


def options_of_crippling(field: Field, i: int) -> Iterator[str]:
    """Name the options that decided whether it is asked about: where something has happened to the unit."""
    unit, row = field.units.units[i], field.units.rows[i]
    if "destroyed" in unit.state or CRIPPLED in unit.state:
        return
    if any(has_happened(field, unit, row) for has_happened in HAPPENED.values()):
        yield PLAYED
        if field.options.is_on(PLAYED):
            yield CAUSES


def _is_stopped(field: Field, unit: Unit, row: UnitRow) -> bool:
    """Did hits, or its players, make it immobile? What passes with a turn did not, nor what it was built as."""
    lasting = replace(unit, motion="ground", moved=None, heat=0, state=unit.state - PASSING)
    unhurt = replace(lasting, hits=Hits(), state=lasting.state - {"immobile"})
    now, before = (
        motion_of(each, row=row, edition=field.edition, options=field.options).manner
        for each in (lasting, unhurt)
    )
    return now == "immobile" != before


def _is_harmless(field: Field, unit: Unit, row: UnitRow) -> bool:
    """Is nothing left of the damage that its card prints?"""
    if unit.damage is None:
        return False
    printed = [value for value in unit.damage.values if value.points or value.minimal]
    left = printed
    if unit.hits.weapon:
        who = replace(combatants(field)[field.place_of(unit.id)], unit=unit)
        left = [left_by_weapon_hits(field, who, value) for value in printed]
    halves = has_half_damage(unit, row)
    return bool(printed) and not any(
        value.points // 2 if halves else value.points or value.minimal for value in left
    )


def _is_gutted(field: Field, unit: Unit, row: UnitRow) -> bool:
    """Is half of its structure lost, or more?"""
    left = unit.structure_left
    return left is not None and bool(unit.structure) and 2 * left <= unit.structure


HAPPENED: Mapping[str, Callable[[Field, Unit, UnitRow], bool]] = MappingProxyType(
    {"immobile": _is_stopped, "no-damage": _is_harmless, "half-structure": _is_gutted}
)
"""By the words of the option: has it happened?"""
