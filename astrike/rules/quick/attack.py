"""What does an attack need and do as players describe it, and which of the things stated do not count?

Its facts are written down and the rules asked, without a table. Every figure comes from the edition; inches are chosen
so that what is stated is true.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from astrike.dataclass import dataclass
from astrike.model.attack_answer import AttackAnswer, SightAnswer, WoodsParts
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.explain import OptionUsed
from astrike.model.table import Conditions, Option
from astrike.model.unit import Unit
from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import BracketRow, Edition
from astrike.rules.area.artillery_rules import ARTILLERY_RULES, OFF_TABLE_RULES, gun_of, settled_kind
from astrike.rules.edition_rows import reason
from astrike.rules.odds import automatic, probability
from astrike.rules.options import resolve
from astrike.rules.physical.rules import ANTI_MECH_RULES, CHARGE_RULES, MELEE_RULES, STANDARD_RULES
from astrike.rules.quick.participants import (
    SPOTTER,
    attacker_and_target,
    bonuses_of,
    combatant_of,
    friend_of,
    spotter_of,
)
from astrike.rules.quick.question import BLOWS, TERRAIN, QuickQuestion, rows_stated
from astrike.rules.shot.ability_steps import options_of
from astrike.rules.shot.area_weapons import RADII
from astrike.rules.shot.facts import (
    Circumstances,
    Combatant,
    SeeThroughKind,
    Shot,
    SpotterFacts,
    bracket_at,
    see_through_kind,
    takes_cover,
)
from astrike.rules.shot.measured_line import MeasuredLine, clear_line
from astrike.rules.shot.refusals import unit_refusals, water_between, with_water
from astrike.rules.shot.rule_types import KindRules
from astrike.rules.shot.spotter_terms import designator, has_attacked, spotter_options, spotter_terms
from astrike.rules.shot.to_hit import at_a_point, to_hit
from astrike.rules.shot.weapon_fire import INDIRECT_RULES, WEAPON_RULES, indirect_weapon
from astrike.rules.units.weapons import Weapon, choose_weapon

KEPT = 512
AGREED = "Agreed"
BY_RANGE = frozenset({"armor.stealth"})
"""Modifiers with rows for each range: any of them will do."""
SHARE = 0.9
"""How far into a bracket the target stands."""
FARTHEST = 80.0
"""Inches: a bracket that goes on to the edge of a table is met here."""
NEAR, BEYOND = 5.0, 4.0
"""Inches from a spotter to the target, where there is so much room, and from a friend on its other side."""
ROUND = 0.25
"""Inches of terrain around the target's base, and beyond the least that counts."""
RULES: Mapping[str, KindRules] = MappingProxyType(
    {
        "weapon": WEAPON_RULES,
        "indirect": INDIRECT_RULES,
        "artillery": ARTILLERY_RULES,
        "off-table": OFF_TABLE_RULES,
        "standard": STANDARD_RULES,
        "melee": MELEE_RULES,
        "charge": CHARGE_RULES,
        "dfa": CHARGE_RULES,
        "anti-mech": ANTI_MECH_RULES,
    }
)
"""Kinds of attack that can be stated; artillery at a point far away goes on as fire from off the table."""


@dataclass(frozen=True, slots=True)
class QuickAnswer:
    """The rules' answer, and what was stated but does not count."""

    question: QuickQuestion
    answer: AttackAnswer
    idle: tuple[str, ...]
    """Words that added no row of their own: not cumulative, or nothing for such a target."""


@lru_cache(maxsize=KEPT)
def quick_attack(stated: QuickQuestion) -> QuickAnswer:
    """Answer what was stated."""
    answer = _answer(shot_as_stated(stated))
    return QuickAnswer(stated, answer, tuple(_idle(stated, answer)))


def _answer(shot: Shot) -> AttackAnswer:
    """Ask the rules about a shot."""
    at, rules, ledger = shot.circumstances, RULES[shot.question.kind], to_hit(shot)
    states = (
        *unit_refusals(shot.attacker, at, attacks=True, extra=shot.kind.extra),
        *unit_refusals(shot.target, at, attacks=False, extra=shot.kind.extra),
    )
    refusals = (*with_water(shot, rules.refusals(shot, states)), *ledger.unknown)
    total = ledger.tally.total
    decided = dict.fromkeys((*_sight_options(shot), *rules.options(shot, total), *options_of(shot)))
    return AttackAnswer(
        attacker=shot.attacker.unit.id,
        target=shot.target.unit.id if shot.aim is None else str(shot.aim),
        kind=shot.question.kind,
        edition=at.edition.id,
        tally=ledger.tally,
        considered=ledger.considered if shot.aim is None else at_a_point(ledger.considered),
        refusals=refusals,
        range=shot.range,
        bracket=shot.bracket.key if shot.bracket is not None else None,
        sight=shot.sight,
        arc=shot.arc,
        direction=shot.direction,
        damage=rules.damage(shot),
        probability=0.0 if refusals else probability(total),
        automatic=None if refusals else automatic(total),
        assumed=(),
        options_used=tuple(OptionUsed(name, at.options.fact(name)) for name in decided),
        not_applied=(),
    )


def _sight_options(shot: Shot) -> Iterator[str]:
    """Name the options that decided what lies between."""
    target = shot.target
    if shot.sight.hidden and not target.row.cover and takes_cover(target.unit, target.row, all_types=True):
        yield "cover.types"
    if sum(inches > 0 for inches in shot.view.between) > 1:
        yield "woods.mixed"


def _idle(stated: QuickQuestion, answer: AttackAnswer) -> Iterator[str]:
    """Name what was stated and stands nowhere in the ledger."""
    rows = load_edition(stated.edition).modifiers
    found = {(term.key, term.label) for term in (*answer.tally.modifiers, *answer.considered)}
    emitted = {key for key, _ in found} & BY_RANGE
    unprinted = {reason.key for reason in answer.refusals}
    for word, key in rows_stated(stated):
        row = rows[key]
        name = row.emits or row.key
        if (name, row.label) not in found and name not in emitted and key not in unprinted:
            yield word


# ---- the shot


def shot_as_stated(stated: QuickQuestion) -> Shot:
    """Write down the facts of an attack as they were stated."""
    edition = load_edition(stated.edition)
    at = _circumstances(stated, edition)
    attacker, target = attacker_and_target(stated, at)
    gap = 0.0 if stated.asked in BLOWS else _gap(edition, stated)
    question = _question(stated, edition)
    question = settled_kind(at, gap, question) if stated.at_point else question
    is_shell = at.edition.kinds[question.kind].family == "artillery"
    fires_back = question.special == "REAR"
    in_arc = not fires_back or attacker.row.arc == "all"
    weapon, arc = _weapon(attacker.unit, question, at, in_arc=in_arc)
    wet = attacker.submersion != "none"
    has_bracket = stated.asked not in BLOWS and question.kind != "off-table"
    is_helped = question.kind == "off-table" and not needs_spotter(stated)
    ground = _ground(stated, at, gap, is_helped=is_helped)
    sight = _sight(stated, at, attacker, target, gap)
    spotting = None
    if needs_spotter(stated) or is_helped:
        spotting = _spotting(friend_of() if is_helped else spotter_of(stated), at, question, ground, sight)
    return Shot(
        circumstances=at,
        attacker=attacker,
        target=replace(target, woods=ground.of_target),
        question=question,
        range=gap,
        bracket=bracket_at(at, gap, underwater=wet and not is_shell) if has_bracket else None,
        sight=sight,
        line=_line(gap, at, contact=sight.contact, in_arc=in_arc, same_water=_share_water(attacker, target)),
        view=_line(ground.viewed, at)._replace(
            between=ground.between, theirs=ground.theirs, woods_pieces=tuple(ground.words)
        ),
        weapon=weapon,
        arc=arc,
        direction="rear" if stated.from_behind and not (is_shell or target.row.always_front) else "front",
        underwater=wet and not is_shell,
        in_arc=in_arc,
        own_sight=_own_sight(sight, wet=wet) if spotting is not None else None,
        viewer_woods=ground.of_viewer,
        aim=TablePoint(0.0, 0.0) if stated.at_point else None,
        spotting=spotting,
        bonuses=tuple(bonuses_of(attacker.unit, target.unit, question, at)),
        is_watched=bool(edition.brackets[stated.bracket].option),
    )


def _circumstances(stated: QuickQuestion, edition: Edition) -> Circumstances:
    options = resolve(edition, _options(stated, edition))
    return Circumstances(
        edition,
        options,
        Conditions(
            light=stated.light or None,
            weather=stated.weather or None,
            wind=stated.wind,
            emi="emi" in stated.others,
        ),
        see_through=tuple(_kinds(stated, edition)),
        radii={option: options.number(option) for option in RADII.values()},
    )


def _options(stated: QuickQuestion, edition: Edition) -> dict[str, Option]:
    found: dict[str, Option] = {}
    if "secondary" in stated.others:
        found["multiple-attack-rolls"] = True
    if stated.light or stated.weather or stated.wind or "emi" in stated.others:
        found["environment-modifiers"] = True
    if edition.brackets[stated.bracket].option:
        found |= {row.option: True for row in edition.brackets.values() if row.option}
    return found


def _question(stated: QuickQuestion, edition: Edition) -> AttackQuestion:
    weapon = stated.gun or None
    if stated.kind == "weapon":
        weapon = longest_cannon(edition) if "area" in stated.others else None
    return AttackQuestion(
        kind=stated.asked,
        weapon=weapon if stated.asked == "artillery" else None,
        special="REAR" if "rear-weapon" in stated.others and stated.asked == "weapon" else None,
        spotter=SPOTTER if needs_spotter(stated) else None,
        secondary="secondary" in stated.others,
        modifiers=((AGREED, stated.agreed),) if stated.agreed else (),
    )


def needs_spotter(stated: QuickQuestion) -> bool:
    """Does somebody else see the target?"""
    return stated.asked == "indirect" or (
        stated.asked == "artillery" and stated.at_point and "indirect" in stated.others
    )


def longest_cannon(edition: Edition) -> str:
    """Name the weapon with an area effect that fires by range brackets, the one that fires farthest.

    >>> longest_cannon(load_edition("ce-5.01"))
    'ART-LTC'
    """
    order = list(edition.brackets)
    cannons = [row for row in edition.artillery.values() if row.cannon]
    return max(cannons, key=lambda row: order.index(row.reach)).key


def _weapon(
    unit: Unit, question: AttackQuestion, at: Circumstances, *, in_arc: bool
) -> tuple[Weapon, str | None]:
    """Choose what fires, and through which arc."""
    match question.kind:
        case "weapon":
            return choose_weapon(unit, question, in_arc=in_arc, torpedo=False)
        case "indirect":
            return indirect_weapon(unit, at.edition.kinds["indirect"].codes, in_arc=in_arc)
        case "artillery" | "off-table":
            gun = gun_of(at, unit, question)
            return Weapon(gun.row.key if gun is not None else "", None), "front"
        case _:
            return Weapon("", None), "front"


# ---- how far, and over what


class _Ground(NamedTuple):
    """What lies on the line along which terrain counts: by kind, in the order of the circumstances."""

    viewed: float
    """Inches from who looks to the target."""
    words: tuple[str, ...]
    between: tuple[float, ...]
    theirs: tuple[float, ...]
    of_target: frozenset[int]
    of_viewer: frozenset[int]


def _gap(edition: Edition, stated: QuickQuestion) -> float:
    """Give inches between the bases that lie inside the bracket."""
    rows = sorted(edition.brackets.values(), key=lambda row: row.upto)
    at = next(i for i, row in enumerate(rows) if row.key == stated.bracket)
    low = _end(rows[at - 1], stated) if at else 0.0
    return low + SHARE * (min(_end(rows[at], stated), FARTHEST) - low)


def _end(row: BracketRow, stated: QuickQuestion) -> float:
    return row.underwater if "underwater" in stated.others and stated.asked == "weapon" else row.upto


def _kinds(stated: QuickQuestion, edition: Edition) -> Iterator[SeeThroughKind]:
    """Give the see-through terrain that was stated."""
    for word in TERRAIN:
        if word in stated.others:
            kind, grade = _kind(word)
            yield see_through_kind(edition.terrain[kind], grade, advanced=False)


def _kind(word: str) -> tuple[str, str | None]:
    """Give kind and class of terrain, as the terrain table has them."""
    match word:
        case "smoke":
            return "smoke", "light"
        case "smoke-heavy":
            return "smoke", "heavy"
        case "industrial":
            return "heavy-industrial", None
        case "fields":
            return "planted-fields", None
        case _:
            return word, None


def _ground(stated: QuickQuestion, at: Circumstances, gap: float, *, is_helped: bool) -> _Ground:
    """Put the target amid terrain in which it counts, and other terrain before it, as far as there is room.

    A friend who helps, sees the target from behind all that.
    """
    count, strip = len(at.see_through), at.edition.number("strip.woods")
    if is_helped:
        return _Ground(BEYOND, (), (0.0,) * count, (0.0,) * count, frozenset(), frozenset())
    viewed = gap
    if needs_spotter(stated):
        viewed = min(NEAR, gap - at.edition.units["BM"].base - ROUND)
    amid = [(row.counts_when_occupied or row.whole_line) and not stated.at_point for row in at.see_through]
    long = [
        ROUND if is_amid else row.from_inches + ROUND
        for is_amid, row in zip(amid, at.see_through, strict=True)
    ]
    theirs = tuple(min(ROUND, strip) if is_amid else 0.0 for is_amid in amid)
    # Terrain deeper than there is room for reaches under both bases, and what is near them does not lie between.
    room = max(0.0, viewed - 2 * strip)
    between = tuple(
        (inches if inches <= viewed else room) - near for inches, near in zip(long, theirs, strict=True)
    )
    return _Ground(
        viewed,
        tuple(word for word in TERRAIN if word in stated.others),
        between,
        theirs,
        of_target=frozenset(k for k, is_amid in enumerate(amid) if is_amid),
        of_viewer=frozenset(k for k, inches in enumerate(long) if inches > viewed and not amid[k]),
    )


def _line(
    inches: float,
    at: Circumstances,
    *,
    contact: bool = False,
    in_arc: bool = True,
    same_water: bool = False,
) -> MeasuredLine:
    return clear_line(inches, kinds=len(at.see_through))._replace(
        contact=contact, arc_share=1.0 if in_arc else 0.0, same_water=same_water
    )


# ---- who sees what


def _share_water(attacker: Combatant, target: Combatant) -> bool:
    return attacker.submersion != "none" and target.submersion != "none"


def _sight(
    stated: QuickQuestion, at: Circumstances, attacker: Combatant, target: Combatant, gap: float
) -> SightAnswer:
    """Say what is seen: all of the target, or as much as cover leaves, and nothing out of the water."""
    number, ours, theirs = at.edition.number, attacker.submersion, target.submersion
    same_water = _share_water(attacker, target)
    keys = (
        water_between(at, ours, theirs, same_water=same_water) if (ours, theirs) != ("none", "none") else ()
    )
    is_hidden = "cover" in stated.others and bool(gap) and not stated.at_point
    all_types = at.options.word("cover.types") == "all"
    return SightAnswer(
        state="blocked" if keys else "partial" if is_hidden else "clear",
        hidden=(number("cover.from") + number("cover.to")) / 2 if is_hidden and not keys else 0.0,
        hidden_back=0.0,
        cover=is_hidden and not keys and takes_cover(target.unit, target.row, all_types=all_types),
        woods=0.0,
        woods_parts=WoodsParts(0.0, 0.0, 0.0),
        by=(),
        own_woods=(),
        hiders=(),
        reasons=tuple(reason(at, key) for key in keys),
        contact=stated.asked in BLOWS,
        underwater=ours == "completely",
    )


def _own_sight(seen: SightAnswer, *, wet: bool) -> SightAnswer:
    """Keep the target out of the attacker's own sight, which nothing does under water."""
    return replace(seen, state=seen.state if wet else "blocked")


def _spotting(
    unit: Unit, at: Circumstances, question: AttackQuestion, ground: _Ground, sight: SightAnswer
) -> SpotterFacts:
    """Let somebody spot who sees the target."""
    who, is_remote = combatant_of(unit, at), unit.spotter is not None and unit.spotter.remote
    is_shell = at.edition.kinds[question.kind].family == "artillery"
    tag = designator(unit, at, ground.viewed) if is_shell else ""
    attacked = has_attacked(unit, at, is_remote=is_remote)
    return SpotterFacts(
        name=unit.id,
        line=_line(ground.viewed, at),
        sight=sight,
        woods=ground.of_viewer,
        refusals=(*((reason(at, "spotter.attacked"),) if attacked else ()), *sight.reasons),
        terms=tuple(spotter_terms(who, at, is_remote=is_remote, tag=tag)),
        tag=tag,
        options=tuple(spotter_options(who, at, is_remote=is_remote)),
        unit=unit,
    )
