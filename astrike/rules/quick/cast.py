"""Who stands on the tiny table: attacker, target, spotter, and whoever else what was said needs.

Which question: what does each unit's card say, so that the rules find in it what the players have said?
"""

from types import MappingProxyType

from astrike.model.card import Special, parse_damage, parse_move, parse_special
from astrike.model.unit import Base, Hits, Spotter, Unit
from astrike.rulebook.schema import Edition
from astrike.rules.quick.said import BLOWS, CLOSING, Said

ATTACKER, TARGET, SPOTTER, FRIEND, RIDER = "attacker", "target", "spotter", "friend", "rider"
DEPTH = 48.0
AT = (20.0, DEPTH / 2)
"""Where the attacker stands; everything else stands east of it."""
BEYOND = 4.0
"""Inches from the target to the friend that sees it from the other side."""
EAST, WEST = 90.0, 270.0
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
STATED = frozenset({"type", "skill", "motion", "base", "facing", "tmm", "move"})


def attacker_of(said: Said, edition: Edition) -> Unit:
    """Make the attacker; it faces the target, or turns its back to it when its rear weapons fire."""
    return _striker(said, edition) if said.asked in BLOWS else _shooter(said, edition)


def _shooter(said: Said, edition: Edition) -> Unit:
    is_infantry = said.did == "infantry"
    kind = "CI" if is_infantry else SHOOTER_TYPES.get(said.shooter, "BM")
    codes = [code for word, code in SHOOTER_CODES.items() if word == said.shooter and not is_infantry]
    codes += ["SHLD"] if "shield" in said.others else []
    fires_back = "rear-weapon" in said.others and said.asked == "weapon"
    codes += [f"REAR{ENOUGH}/{ENOUGH}/{ENOUGH}"] if fires_back else []
    codes += [f"IF{ENOUGH}"] if said.asked == "indirect" else []
    codes += (
        [f"{key}-1" for key, row in edition.artillery.items() if row.family == "artillery"]
        if (said.asked == "artillery")
        else []
    )
    return Unit(
        ATTACKER,
        AT,
        ATTACKER,
        type=kind,
        side="a",
        skill=said.skill,
        heat=said.heat,
        base=_base(edition, kind),
        facing=WEST if fires_back else EAST,
        motion="ground" if is_infantry else said.did,
        specials=_specials(codes),
        hits=Hits(fire_control=said.fire_control),
        spotter=Spotter(None) if "spotting" in said.others else None,
        stated=STATED,
    )


def _striker(said: Said, edition: Edition) -> Unit:
    """Make who strikes: with its Size, TMM and what makes its blows harder."""
    codes = [code for code in (said.jets, said.myomer) if code]
    codes += ["MEL"] if said.asked == "melee" else []
    codes += ["AM"] if said.asked == "anti-mech" else []
    codes += ["LG"] if "big" in said.others else []
    is_hot = said.myomer == "TSM"
    return Unit(
        ATTACKER,
        AT,
        ATTACKER,
        type=said.striker,
        side="a",
        size=said.size,
        skill=said.skill,
        heat=int(edition.number("myomer.heat")) if is_hot else 0,
        base=_base(edition, said.striker),
        facing=EAST,
        tmm=said.own_tmm,
        motion=CLOSING.get(said.asked, "ground" if said.did == "infantry" else said.did),
        moved=said.inches,
        damage=parse_damage(str(said.short)),
        specials=_specials(codes),
        stated=STATED,
    )


def target_of(said: Said, edition: Edition) -> Unit:
    """Make the target, which faces the attacker unless it is struck from behind; its TMM comes of its Move."""
    kind = TARGET_TYPES.get(said.target, "BM")
    if said.state in INFANTRY_STATES and not edition.units[kind].infantry:
        kind = "CI"
    codes = [ARMOR_CODES[said.armor]] if said.armor else []
    codes += ["LG"] if said.target == "large" else []
    flies = said.target == "flying"
    inches = inches_for(said.tmm, edition)
    state = {said.state} & FLAGS
    state |= {"airborne"} if flies else set()
    state |= {"immobile"} if said.target_did == "immobile" else set()
    motion = said.target_did if said.target_did in ("jump", "standstill") else "vtol" if flies else "ground"
    return Unit(
        TARGET,
        AT,
        TARGET,
        type=kind,
        side="b",
        size=said.weight,
        base=_base(edition, kind),
        facing=EAST if said.from_behind else WEST,
        move=parse_move(f"{inches:g}v/{inches:g}j" if flies else f"{inches:g}/{inches:g}j"),
        tmm=said.tmm,
        specials=_specials(codes),
        motion="minimum" if said.state == "minimum" else motion,
        done=True,
        state=frozenset(state),
        stated=STATED,
    )


def spotter_at(said: Said, edition: Edition, at: tuple[float, float]) -> Unit:
    """Make who sees the target for the attacker."""
    attacks = "weapon" if "spotter-attacks" in said.others else "none"
    return Unit(
        SPOTTER,
        at,
        SPOTTER,
        type="BM",
        side="a",
        base=_base(edition, "BM"),
        facing=EAST,
        motion=said.spotter_did,
        specials=_specials([said.tag] if said.tag else []),
        spotter=Spotter(None, attacks, remote="remote" in said.others),
        stated=STATED,
    )


def friend_at(target: Unit) -> Unit:
    """Make somebody of the attacker's side who sees the target from near by (CE p.163)."""
    x, y = target.at
    return Unit(FRIEND, (x + BEYOND, y), FRIEND, side="a", facing=WEST, stated=STATED)


def rider_of(target: Unit, edition: Edition) -> Unit:
    """Make the battle armor that rides on the target."""
    return Unit(
        RIDER,
        target.at,
        RIDER,
        type="BA",
        side=target.side,
        base=_base(edition, "BA"),
        carried_by=target.id,
        carried_as="mechanized",
        stated=STATED,
    )


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


def radius(unit: Unit) -> float:
    """Give the radius of a base of this table: all are round."""
    return unit.base.width / 2 if unit.base is not None else 0.0


def _specials(codes: list[str]) -> tuple[Special, ...]:
    return tuple(parse_special(code) for code in codes)


def _base(edition: Edition, kind: str) -> Base:
    width = edition.units[kind].base
    return Base("round", width, width)
