"""What does each unit's card state, so that the rules find in it what the players have stated?

Makes attacker, target, spotter, and whoever else the description of an attack without a table needs.
"""

from collections.abc import Iterator
from types import MappingProxyType

from astrike.model.attack_question import AttackQuestion
from astrike.model.card import Special, parse_damage, parse_move, parse_special
from astrike.model.unit import Hits, SpottingState, Unit
from astrike.rulebook.ability_rows import BonusRow
from astrike.rulebook.schema import Edition
from astrike.rules.edition_rows import large_row, unit_row
from astrike.rules.quick.question import BLOWS, QuickQuestion
from astrike.rules.shot.ability_rows import borne_by, is_for, is_in_use
from astrike.rules.shot.facts import Circumstances, Combatant
from astrike.rules.units.move_and_tmm import current_move
from astrike.rules.units.weapons import arcs_of

ATTACKER, TARGET, SPOTTER, FRIEND, POINT = "attacker", "target", "spotter", "friend", "point"
NOWHERE = (0.0, 0.0)
"""Where everybody stands: places are not stated."""
ENOUGH = 9
"""A damage value that no range takes away."""
SHOOTER_TYPES = MappingProxyType(
    {"industrial": "IM", "support": "SV", "support-basic": "SV", "dropship": "DA", "drone": "CV"}
)
SHOOTER_CODES = MappingProxyType({"support-basic": "BFC", "drone": "DRO"})
TARGET_TYPES = MappingProxyType(
    {"vehicle": "CV", "infantry": "CI", "battle-armor": "BA", "protomech": "PM", "flying": "CV"}
)
INFANTRY_STATES = frozenset({"dug-in", "on-the-deck"})
ARMOR_CODES = MappingProxyType({"stealth": "STL", "mimetic": "MAS", "mimetic-light": "LMAS"})
FLAGS = frozenset({"hull-down", "bogged", "dug-in", "on-the-deck", "dismounted", "dropped"})
STATED = frozenset({"type", "skill", "motion", "tmm", "move"})


def attacker_and_target(question: QuickQuestion, at: Circumstances) -> tuple[Combatant, Combatant]:
    """Give attacker and target; who says that it strikes something in flight is as high (CE p.36)."""
    flies, wet = question.target == "flying", "underwater" in question.others
    is_up = flies and question.asked in BLOWS
    unit = _point() if question.at_point else _target(question, at.edition)
    attacker = combatant_of(
        _attacker(question, at.edition), at, submersion="completely" if wet and not is_up else "none"
    )
    target = combatant_of(
        unit,
        at,
        airborne=flies and not question.at_point,
        submersion="completely" if wet and not flies else "none",
        carries_armor="carrier" in question.others,
    )
    return attacker, target


def combatant_of(
    unit: Unit,
    at: Circumstances,
    *,
    airborne: bool = False,
    submersion: str = "none",
    carries_armor: bool = False,
) -> Combatant:
    """Give a unit as the rules see it."""
    row, large = unit_row(unit, at.edition), large_row(unit, at.edition)
    size_class = large.rank if large is not None else 0
    return Combatant(
        unit,
        row,
        current_move(unit, row=row, edition=at.edition, options=at.options),
        size_class=size_class,
        airborne=airborne,
        submersion=submersion,
        carries_armor=carries_armor,
        is_many_armed=bool(arcs_of(unit, size_class=size_class, airborne=airborne)),
    )


def bonuses_of(
    attacker: Unit, target: Unit, question: AttackQuestion, at: Circumstances
) -> Iterator[BonusRow]:
    """Give the rows of the bonuses table that count whatever else is so: nothing more is stated about abilities."""
    rows = [row for row in at.edition.bonuses.values() if is_in_use(row, at.options)]
    for unit, bearer in ((attacker, "attacker"), (target, "target")):
        for row in borne_by(unit, rows):
            is_plain = row.bearer == bearer and not row.choice and not row.when
            if is_plain and is_for(question, at.edition.kinds[question.kind], row.kinds, row.families):
                yield row


def _attacker(question: QuickQuestion, edition: Edition) -> Unit:
    """Make the attacker."""
    return _striker(question, edition) if question.asked in BLOWS else _shooter(question, edition)


def _shooter(question: QuickQuestion, edition: Edition) -> Unit:
    is_infantry = question.did == "infantry"
    kind = "CI" if is_infantry else SHOOTER_TYPES.get(question.shooter, "BM")
    codes = [code for word, code in SHOOTER_CODES.items() if word == question.shooter and not is_infantry]
    codes += ["SHLD"] if "shield" in question.others else []
    fires_back = "rear-weapon" in question.others and question.asked == "weapon"
    codes += [f"REAR{ENOUGH}/{ENOUGH}/{ENOUGH}"] if fires_back else []
    codes += [f"IF{ENOUGH}"] if question.asked == "indirect" else []
    codes += (
        [f"{key}-1" for key, row in edition.artillery.items() if row.family == "artillery"]
        if (question.asked == "artillery")
        else []
    )
    return Unit(
        ATTACKER,
        NOWHERE,
        ATTACKER,
        type=kind,
        side="a",
        skill=question.skill,
        heat=question.heat,
        motion="ground" if is_infantry else question.did,
        specials=_specials(codes),
        hits=Hits(fire_control=question.fire_control),
        spotter=SpottingState(None) if "spotting" in question.others else None,
        stated=STATED,
    )


def _striker(question: QuickQuestion, edition: Edition) -> Unit:
    """Make who strikes: with its Size, TMM and what makes its blows harder."""
    codes = [code for code in (question.jets, question.myomer) if code]
    codes += ["MEL"] if question.asked == "melee" else []
    codes += ["AM"] if question.asked == "anti-mech" else []
    codes += ["LG"] if "big" in question.others else []
    is_hot = question.myomer == "TSM"
    return Unit(
        ATTACKER,
        NOWHERE,
        ATTACKER,
        type=question.striker,
        side="a",
        size=question.size,
        skill=question.skill,
        heat=int(edition.number("myomer.heat")) if is_hot else 0,
        tmm=question.own_tmm,
        motion=edition.kinds[question.asked].mode
        or ("ground" if question.did == "infantry" else question.did),
        moved=question.inches,
        damage=parse_damage(str(question.short)),
        specials=_specials(codes),
        stated=STATED,
    )


def _target(question: QuickQuestion, edition: Edition) -> Unit:
    """Make the target; its TMM comes of its Move."""
    kind = TARGET_TYPES.get(question.target, "BM")
    if question.state in INFANTRY_STATES and not edition.units[kind].infantry:
        kind = "CI"
    codes = [ARMOR_CODES[question.armor]] if question.armor else []
    codes += ["LG"] if question.target == "large" else []
    flies = question.target == "flying"
    inches = inches_for(question.tmm, edition)
    state = {question.state} & FLAGS
    state |= {"airborne"} if flies else set()
    state |= {"immobile"} if question.target_did == "immobile" else set()
    motion = (
        question.target_did
        if question.target_did in ("jump", "standstill")
        else "vtol"
        if flies
        else "ground"
    )
    return Unit(
        TARGET,
        NOWHERE,
        TARGET,
        type=kind,
        side="b",
        size=question.weight,
        move=parse_move(f"{inches:g}v/{inches:g}j" if flies else f"{inches:g}/{inches:g}j"),
        tmm=question.tmm,
        specials=_specials(codes),
        motion="minimum" if question.state == "minimum" else motion,
        done=True,
        state=frozenset(state),
        stated=STATED,
    )


def _point() -> Unit:
    """Make what stands for a point that is aimed at."""
    return Unit(POINT, NOWHERE, POINT, type="CI", stated=STATED)


def spotter_of(question: QuickQuestion) -> Unit:
    """Make who sees the target for the attacker."""
    attacks = "weapon" if "spotter-attacks" in question.others else "none"
    return Unit(
        SPOTTER,
        NOWHERE,
        SPOTTER,
        type="BM",
        side="a",
        motion=question.spotter_did,
        specials=_specials([question.tag] if question.tag else []),
        spotter=SpottingState(None, attacks, remote="remote" in question.others),
        stated=STATED,
    )


def friend_of() -> Unit:
    """Make somebody of the attacker's side who sees the target from near by (CE p.163)."""
    return Unit(FRIEND, NOWHERE, FRIEND, side="a", stated=STATED)


def inches_for(tmm: int, edition: Edition) -> float:
    """Give a Move that has this TMM: the most of its row, or one inch more than the row before the last.

    >>> from astrike.rulebook.loader import load_edition
    >>> [f"{inches_for(tmm, load_edition('classic-2.3.1')):g}" for tmm in (2, 5)]
    ['12', '35']
    """
    rows = sorted(edition.tmm.values(), key=lambda row: row.upto)
    if tmm >= rows[-1].tmm:
        return rows[-2].upto + 1
    return next(row.upto for row in rows if row.tmm == tmm)


def _specials(codes: list[str]) -> tuple[Special, ...]:
    return tuple(parse_special(code) for code in codes)
