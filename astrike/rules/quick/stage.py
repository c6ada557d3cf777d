"""The tiny table on which what was said is true.

Which question: how do two units have to stand, and what has to lie between them, so that the engine finds exactly
what the players say? Places are chosen here; every figure of the rules comes from the edition.
"""

from dataclasses import dataclass, replace
from types import MappingProxyType

from astrike.editions.loader import load_edition
from astrike.editions.schema import BracketRow, Edition
from astrike.model.card import Special, parse_move, parse_special
from astrike.model.table import Conditions, Option, Side, Table
from astrike.model.terrain import Outline, Terrain
from astrike.model.unit import Base, Hits, Spotter, Unit
from astrike.rules.battlefield import Field, build_field
from astrike.rules.quick.said import TERRAIN, Said
from astrike.rules.situation import AttackQuestion

ATTACKER, TARGET, FRIEND = "attacker", "target", "friend"
AGREED = "Agreed"
WIDTH, DEPTH = 144.0, 48.0
AT = (20.0, DEPTH / 2)
"""Where the attacker stands; the target stands east of it."""
SHARE = 0.9
"""How far into a bracket the target stands."""
FARTHEST = 80.0
"""Inches: a bracket that goes on to the edge of the table is met here."""
ROUND = 0.25
"""Inches of terrain around the target's base,"""
TALL = 24.0
"""which stands higher than anything flies on this table,"""
WALL = 0.05
"""and how thick, and how far from the base, the wall is that covers it."""
SHOOTER_TYPES = MappingProxyType(
    {"industrial": "IM", "support": "SV", "support-basic": "SV", "dropship": "DA", "drone": "CV"}
)
SHOOTER_CODES = MappingProxyType({"support-basic": ("BFC",), "drone": ("DRO",)})
TARGET_TYPES = MappingProxyType(
    {"vehicle": "CV", "infantry": "CI", "battle-armor": "BA", "protomech": "PM", "flying": "CV"}
)
INFANTRY_STATES = frozenset({"dug-in", "on-the-deck"})
ARMOR_CODES = MappingProxyType({"stealth": "STL", "mimetic": "MAS", "mimetic-light": "LMAS"})
FLAGS = frozenset({"hull-down", "bogged", "dug-in", "on-the-deck", "dismounted", "dropped"})


@dataclass(frozen=True, slots=True)
class Stage:
    """A tiny table and the question to ask on it."""

    table: Table
    question: AttackQuestion


def stage_of(said: Said) -> Stage:
    """Lay out what was said."""
    edition = load_edition(said.edition)
    attacker, target = attacker_of(said), target_of(said, edition)
    gap = _gap(edition.brackets[said.bracket], _before(edition, said.bracket), said)
    target = replace(target, at=_beside(attacker, target, gap))
    units = [attacker, target]
    if edition.brackets[said.bracket].option:
        units.append(_friend(target))
    table = Table(
        name="quick check",
        width=WIDTH,
        depth=DEPTH,
        edition=said.edition,
        conditions=Conditions(
            light=said.light or None,
            weather=said.weather or None,
            wind=said.wind,
            emi="emi" in said.others,
        ),
        options=MappingProxyType(_options(said, edition)),
        phase="combat",
        sides=(Side("a", "a"), Side("b", "b")),
        terrain=tuple(_terrain(said, edition, target, gap)),
        units=tuple(units),
    )
    if "cover" in said.others:
        table = replace(table, terrain=(*table.terrain, _cover(build_field(table))))
    question = AttackQuestion(
        kind=said.kind,
        special="REAR" if "rear-weapon" in said.others else None,
        secondary="secondary" in said.others,
        modifiers=((AGREED, said.agreed),) if said.agreed else (),
    )
    return Stage(table, question)


# ---- units


def attacker_of(said: Said) -> Unit:
    """Make the attacker; it faces the target, or turns its back to it when its rear weapons fire."""
    is_infantry = said.did == "infantry"
    kind = "CI" if is_infantry else SHOOTER_TYPES.get(said.shooter, "BM")
    codes = [*SHOOTER_CODES.get(said.shooter, ())] if not is_infantry else []
    codes += ["SHLD"] if "shield" in said.others else []
    codes += ["REAR9/9/9"] if "rear-weapon" in said.others else []
    return Unit(
        ATTACKER,
        AT,
        ATTACKER,
        type=kind,
        side="a",
        skill=said.skill,
        heat=said.heat,
        base=_base(load_edition(said.edition), kind),
        facing=270.0 if "rear-weapon" in said.others else 90.0,
        motion="ground" if is_infantry else said.did,
        specials=_specials(codes),
        hits=Hits(fire_control=said.fire_control),
        spotter=Spotter(None) if "spotting" in said.others else None,
        state=frozenset({"immobile"}) if kind == "DS" else frozenset(),
        stated=frozenset({"type", "skill", "motion", "base", "facing"}),
    )


def target_of(said: Said, edition: Edition) -> Unit:
    """Make the target, which faces the attacker; its Move is one of which its TMM comes."""
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
        base=_base(edition, kind),
        facing=270.0,
        move=parse_move(f"{inches:g}v/{inches:g}j" if flies else f"{inches:g}/{inches:g}j"),
        tmm=said.tmm,
        specials=_specials(codes),
        motion="minimum" if said.state == "minimum" else motion,
        state=frozenset(state),
        stated=frozenset({"type", "skill", "motion", "base", "facing", "tmm", "move"}),
    )


def inches_for(tmm: int, edition: Edition) -> float:
    """Give a Move that has this TMM: the most of its row, or one inch more than the row before the last.

    >>> inches_for(2, load_edition("classic-2.3.1")), inches_for(5, load_edition("classic-2.3.1"))
    (12, 35)
    """
    rows = sorted(edition.tmm.values(), key=lambda row: row.upto)
    last = rows[-1]
    if tmm >= last.tmm:
        return rows[-2].upto + 1
    return next(row.upto for row in rows if row.tmm == tmm)


def _friend(target: Unit) -> Unit:
    """Make somebody of the attacker's side who sees the target from near by (CE p.163)."""
    x, y = target.at
    return Unit(FRIEND, (x + 4.0, y), FRIEND, side="a", facing=270.0, stated=frozenset({"type", "facing"}))


def _specials(codes: list[str]) -> tuple[Special, ...]:
    return tuple(parse_special(code) for code in codes)


def _base(edition: Edition, kind: str) -> Base:
    width = edition.units[kind].base
    return Base("round", width, width)


# ---- places


def _before(edition: Edition, bracket: str) -> BracketRow | None:
    """Give the bracket that ends where this one begins."""
    rows = sorted(edition.brackets.values(), key=lambda row: row.upto)
    at = next(i for i, row in enumerate(rows) if row.key == bracket)
    return rows[at - 1] if at else None


def _gap(row: BracketRow, before: BracketRow | None, said: Said) -> float:
    """Give inches between the bases that lie inside a bracket."""
    is_wet = "underwater" in said.others
    low, high = (0.0 if each is None else each.underwater if is_wet else each.upto for each in (before, row))
    return low + SHARE * (min(high, FARTHEST) - low)


def _beside(attacker: Unit, target: Unit, gap: float) -> tuple[float, float]:
    x, y = attacker.at
    return x + _radius(attacker) + gap + _radius(target), y


def _radius(unit: Unit) -> float:
    return unit.base.width / 2 if unit.base is not None else 0.0


def _options(said: Said, edition: Edition) -> dict[str, Option]:
    found: dict[str, Option] = {}
    if "secondary" in said.others:
        found["multiple-attack-rolls"] = True
    if said.light or said.weather or said.wind or "emi" in said.others:
        found["environment-modifiers"] = True
    if option := edition.brackets[said.bracket].option:
        found |= {row.option: True for row in edition.brackets.values() if row.option}
        found[option] = True
    return found


# ---- terrain


def _terrain(said: Said, edition: Edition, target: Unit, gap: float) -> list[Terrain]:
    """Lay see-through terrain around the target, fields between the two, and water over everything."""
    found: list[Terrain] = []
    x, y = target.at
    half = _radius(target) + ROUND
    for key in TERRAIN:
        if key not in said.others:
            continue
        kind, grade = _kind(key)
        if edition.terrain[kind].occupied or edition.terrain[kind].whole_line:
            outline = _box(x - half, y - half, x + half, y + half)
        else:
            long = edition.terrain[kind].from_inches + ROUND
            middle = x - _radius(target) - gap / 2
            outline = _box(middle - long / 2, y - half, middle + long / 2, y + half)
        found.append(Terrain(key, kind, (outline,), height=TALL, grade=grade))
    if "underwater" in said.others:
        deep = max(
            [row.height for row in edition.units.values()] + [row.mech for row in edition.large.values()]
        )
        found.append(Terrain("lake", "water", (_box(0.0, 0.0, WIDTH, DEPTH),), depth=deep))
    return found


def _kind(key: str) -> tuple[str, str | None]:
    """Give kind and class of terrain, as the terrain table has them."""
    match key:
        case "smoke":
            return "smoke", "light"
        case "smoke-heavy":
            return "smoke", "heavy"
        case "industrial":
            return "heavy-industrial", None
        case "fields":
            return "planted-fields", None
        case _:
            return key, None


def _cover(field: Field) -> Terrain:
    """Put a wall before the target, as high as hides half of what may be hidden (CE p.43).

    Its top lies on the line from the attacker's eye to the height up to which the target is hidden.
    """
    a, t = field.place_of(ATTACKER), field.place_of(TARGET)
    units, numbers = field.units, field.edition.number
    share = (numbers("cover.from") + numbers("cover.to")) / 2
    hidden = float(units.foot[t] + share * (units.top[t] - units.foot[t]))
    x, y = units.units[t].at
    away = _radius(units.units[t]) + WALL
    distance = x - units.units[a].at[0]
    top = hidden + (float(units.eye[a]) - hidden) * away / distance
    wide = 2 * float(units.width[t])
    ground = min(float(units.z[t]), float(units.foot[t]))
    outline = _box(x - away - WALL, y - wide, x - away, y + wide)
    return Terrain("wall", "wall", (outline,), base=ground, height=top - ground)


def _box(west: float, south: float, east: float, north: float) -> Outline:
    return Outline(((west, south), (east, south), (east, north), (west, north)))
