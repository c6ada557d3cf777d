"""How many MP are there for a path, and what are they made of?"""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from astrike.model.battletech.hex_path import MpRow
from astrike.model.explain import Modifier
from astrike.rulebook.battletech.hex_move_rows import HexActionRow
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.heat import heat_effects
from astrike.rules.battletech.hexes.path.path_case import PathCase, Stride
from astrike.rules.battletech.roll_ledger import total_of
from astrike.rules.battletech.standing_up import is_on_its_last_leg
from astrike.rules.battletech.walking import walking_ledger, walking_mp


def walking_row(case: PathCase) -> MpRow:
    """Give its walking or cruising MP."""
    if cannot_move(case):
        row = case.edition.hex_move_words["immobile"]
        return MpRow(0, (Modifier(row.key, "", 0, row.said, row.cite),))
    ledger = walking_ledger(case.unit, case.edition, case.options)
    return _with_myomer(case, MpRow(total_of(ledger), ledger))


def _with_myomer(case: PathCase, walking: MpRow) -> MpRow:
    """Add what hot triple-strength myomer gives back: after heat, and for nothing that its legs do not carry."""
    unit = case.unit
    is_hot = case.path.myomer and unit.heat >= case.edition.heat_figures["myomer"].value
    cold = walking_mp(replace(unit, heat=0), case.edition, case.options)
    if not is_hot or not cold or is_on_its_last_leg(unit):
        return walking
    short = cold + heat_effects(case.edition, unit.heat).walking - walking.mp
    term = case.term("myomer", heat=unit.heat)
    mp = max(0, term.value + short)
    given = replace(term, value=mp)
    return MpRow(walking.mp + mp, (*walking.ledger, given))


def cannot_move(case: PathCase) -> bool:
    """Can it not move at all?"""
    unit = case.unit
    return unit.immobile or unit.shutdown or unit.unconscious


def available(case: PathCase, strides: Sequence[Stride]) -> MpRow:
    """Give the MP of the mode of the path."""
    if case.jumps:
        return _jumping(case)
    found = walking_row(case)
    if case.path.mode == "run":
        found = _running(case, found)
    if found.mp and case.mover.road_mp and _keeps_to_the_road(strides):
        bonus = case.worded("mp.road", case.mover.road_mp, case.mover.cite)
        found = MpRow(found.mp + bonus.value, (*found.ledger, bonus))
    return found


def _jumping(case: PathCase) -> MpRow:
    unit = case.unit
    mp = 0 if cannot_move(case) else unit.jump
    jets = case.worded("mp.jump", mp)
    if not (mp and case.path.wing):
        return MpRow(mp, (jets,))
    row = wing_row(case.edition, unit.tons)
    wing = Modifier(row.key, "", min(case.path.wing, int(row.value)), row.label, row.cite)
    return MpRow(mp + wing.value, (jets, wing))


def wing_row(edition: BattleTechEdition, tons: int) -> HexActionRow:
    """Give what an undamaged partial wing adds to the jumping MP of a 'Mech of such a tonnage.

    >>> from astrike.rulebook.battletech.loader import load_battletech
    >>> [wing_row(load_battletech(""), tons).key for tons in (55, 60)]
    ['wing.light', 'wing.heavy']
    """
    rows = edition.hex_actions
    return rows["wing.heavy" if tons >= rows["wing.tons"].value else "wing.light"]


def _running(case: PathCase, walking: MpRow) -> MpRow:
    if not case.mover.runs or is_on_its_last_leg(case.unit):
        return walking
    key = {"none": "", "both": "run.both"}.get(case.path.boost, "run.boost")
    row = case.edition.hex_actions[key] if key else case.edition.figures["run.times"]
    mp = ceil(walking.mp * row.value)
    words = case.worded("mp.running", mp - walking.mp, row.cite, times=row.value, boost=case.path.boost)
    return MpRow(mp, (*walking.ledger, words))


def _keeps_to_the_road(strides: Sequence[Stride]) -> bool:
    entering = [each for each in strides if each.enters]
    return bool(entering) and all(each.on_road for each in entering)


def keeps_to_the_road_without_bonus(case: PathCase, strides: Sequence[Stride]) -> bool:
    """Is it infantry on a road all the way, which gets no bonus?"""
    return case.unit.kind == "infantry" and _keeps_to_the_road(strides)
