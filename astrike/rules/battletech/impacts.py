"""What does an impact do: to whom, how much, in which groups, where it lands, and which rolls follow?"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from astrike.errors import Problem, child
from astrike.model.battletech.impact import MOST_GROUPS, ImpactAnswer, ImpactQuestion
from astrike.model.battletech.unit import MECHS, ClassicUnit
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.impact_buildings import collapse, enter
from astrike.rules.battletech.impact_case import ImpactCase
from astrike.rules.battletech.impact_charges import charge, jump_attack, push
from astrike.rules.battletech.impact_falls import basement, drop_load, fall
from astrike.rules.battletech.impact_hits import DICE, has_table, motive_rolls, needed, with_hits
from astrike.rules.battletech.impact_skids import skid
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.rules.battletech.unit_state import unit_problems

HEAVIEST: Final = 1_000
"""Tons up to which a unit takes part in an impact, DropShips aside."""
UNMOVED: Final = ("building", "dropship")
SKIDDING: Final = ("biped", "quad", "tracked", "wheeled", "hover", "wige", "vtol")
KINDS: Final[Mapping[str, Callable[[ImpactCase], None]]] = MappingProxyType(
    {
        "fall": fall,
        "skid": skid,
        "charge": charge,
        "dfa": jump_attack,
        "push": push,
        "collapse": collapse,
        "drop": drop_load,
        "enter": enter,
        "basement": basement,
    }
)


def answer_impact(
    question: ImpactQuestion, edition: BattleTechEdition, options: OptionsInUse
) -> ImpactAnswer:
    """Say what an impact does."""
    case = ImpactCase(question, edition, options)
    KINDS[question.kind](case)
    damage = with_hits(case)
    motives = motive_rolls(case, damage)
    return ImpactAnswer(
        edition=edition.id,
        refusals=tuple(case.refusals),
        notes=tuple(case.notes),
        options_used=options.used,
        kind=question.kind,
        damage=damage,
        to_hit=case.to_hit or (case.collisions[0][1] if case.collisions else None),
        rolls=tuple(case.rolls),
        moves=tuple(case.moves),
        facing=case.facing if case.facing_needed else None,
        needs=needed(case, damage, motives),
        motives=motives,
        shooting=tuple(case.shooting),
        hexes_left=case.hexes_left,
        hexes_reached=case.hexes_reached,
    )


def impact_problems(question: ImpactQuestion, edition: BattleTechEdition) -> Iterator[Problem]:
    """Name everything in a question that cannot be."""
    found = [*_of_units(question), *_of_kind(question), *_of_path(question, edition)]
    yield from found
    if not found:
        stated = {key: str(value) for key, value in (question.options or {}).items()}
        case = ImpactCase(question, edition, OptionsInUse(edition, stated))
        KINDS[question.kind](case)
        groups = sum(len(lot.groups) for lot in case.damage)
        if groups > MOST_GROUPS:
            yield Problem("attacker", f"{groups:,} groups of damage", f"at most {MOST_GROUPS:,} in all")
        yield from _of_dice(case)


def _of_units(question: ImpactQuestion) -> Iterator[Problem]:
    yield from _of_unit("attacker", question.attacker)
    if question.attacker.kind in UNMOVED:
        yield Problem("attacker.kind", question.attacker.kind, "a unit that moves")
    if question.target is not None:
        yield from _of_unit("target", question.target)
        if question.target.kind == "building":
            yield Problem("target.kind", "building", "a unit; for a building state into and cf")
    for number, each in enumerate(question.path):
        if each.unit is not None:
            yield from _of_unit(f"path[{number}].unit", each.unit)


def _of_unit(at: str, unit: ClassicUnit) -> Iterator[Problem]:
    if unit.kind != "dropship" and unit.tons > HEAVIEST:
        yield Problem(child(at, "tons"), f"{unit.tons:,}", f"at most {HEAVIEST:,} for this kind of unit")
    yield from unit_problems(unit, at)


def _of_kind(question: ImpactQuestion) -> Iterator[Problem]:
    kind = question.kind
    if kind not in ("charge", "dfa") and question.levels < 0:
        yield Problem(
            "levels", str(question.levels), "a whole number from 0 on, except for charges and jumps"
        )
    if question.not_counted > question.hexes:
        yield Problem("not_counted", str(question.not_counted), f"at most {question.hexes}, the hexes moved")
    if kind == "fall" and question.how in ("landing", "missed-dfa") and question.attacker.kind not in MECHS:
        yield Problem("how", question.how, f"plain or submerged for {question.attacker.kind}")
    if kind == "dfa" and question.attacker.kind not in MECHS:
        yield Problem("attacker.kind", question.attacker.kind, f"one of {', '.join(MECHS)} for a jump attack")
    if kind == "skid" and question.attacker.kind not in SKIDDING:
        yield Problem("attacker.kind", question.attacker.kind, f"one of {', '.join(SKIDDING)} for a skid")
    if question.outcome == "hit" and (question.fell or question.attacker.unconscious):
        yield Problem("outcome", "hit", "missed or open: the attacker fell or its pilot is out")
    for name in ("to_hit", "basement"):
        count = len(getattr(question.dice, name))
        if count == 1:
            yield Problem(f"dice.{name}", "1 die", "2 dice")
    is_building = kind == "charge" and question.into == "building"
    if not question.cf and (is_building or kind in ("enter", "collapse", "basement")):
        yield Problem("cf", "0", "the CF of the building, from 1")
    if kind == "fall" and question.target is not None and question.how in ("landing", "missed-dfa"):
        yield Problem("how", question.how, "plain or submerged for a fall on a unit")


def _of_path(question: ImpactQuestion, edition: BattleTechEdition) -> Iterator[Problem]:
    for number, each in enumerate(question.path):
        at = f"path[{number}]"
        if each.dice and each.what != "unit" and (each.unit is None or each.what not in ("building", "drop")):
            yield Problem(f"{at}.dice", f"{len(each.dice)} dice", "no dice: no unit is run into there")
        elif len(each.dice) == 1:
            yield Problem(f"{at}.dice", "1 die", "2 dice")
        yield from (Problem(f"{at}.{key}", "0", words) for key, words in _missing(each.what, each))
        most = edition.buildings[each.building].most
        if each.what == "building" and each.cf > most:
            yield Problem(f"{at}.cf", str(each.cf), f"at most {most} for a {each.building} building")


def _missing(what: str, at: object) -> Iterator[tuple[str, str]]:
    needs = {
        "building": ("cf", "the CF of the building, from 1"),
        "drop": ("levels", "levels down, from 1"),
        "water": ("depth", "a depth from 1"),
    }
    if what in needs and not getattr(at, needs[what][0]):
        yield needs[what]


def _of_dice(case: ImpactCase) -> Iterator[Problem]:
    dice, kind = case.question.dice, case.question.kind
    if dice.to_hit and case.to_hit is None:
        yield Problem("dice.to_hit", _dice_words(len(dice.to_hit)), "no dice: nothing is rolled to hit")
    if dice.basement and (kind != "basement" or case.question.levels or _holds(case)):
        yield Problem("dice.basement", _dice_words(len(dice.basement)), "no dice: no basement is rolled for")
    apart = [each for each in case.damage if each.column is None and each.unit_kind not in MECHS]
    facings = sum(len(each.groups) for each in apart)
    if len(dice.facings) > facings:
        expected = f"at most {facings}: one a group of a fall of what is no 'Mech"
        yield Problem("dice.facings", _dice_words(len(dice.facings)), expected)
    yield from _of_locations(dice.locations, case)
    motives = len(motive_rolls(case, with_hits(case)))
    if len(dice.motives) > motives:
        yield Problem("dice.motives", f"{len(dice.motives)} motive rolls", f"at most {motives}")
    if dice.troopers and len(dice.troopers) != case.troopers_needed:
        expected = f"{case.troopers_needed} dice" if case.troopers_needed else "no dice: no platoon falls"
        yield Problem("dice.troopers", _dice_words(len(dice.troopers)), expected)


def _of_locations(rolled: tuple[tuple[int, ...], ...], case: ImpactCase) -> Iterator[Problem]:
    tables = [lot.table for lot in case.damage if has_table(lot) for _ in lot.groups]
    if len(rolled) > len(tables):
        expected = (
            f"at most {len(tables)}: one a group" if tables else "none: no 'Mech and no vehicle is damaged"
        )
        yield Problem("dice.locations", f"{len(rolled)} hit locations", expected)
    for number, (dice, table) in enumerate(zip(rolled, tables, strict=False)):
        if len(dice) != DICE[table]:
            expected = f"{_dice_words(DICE[table])} for {table} locations"
            yield Problem(f"dice.locations[{number}]", _dice_words(len(dice)), expected)


def _holds(case: ImpactCase) -> bool:
    return any(each.key == "basement.holds" for each in case.notes)


def _dice_words(count: int) -> str:
    return f"{count} {'die' if count == 1 else 'dice'}"
