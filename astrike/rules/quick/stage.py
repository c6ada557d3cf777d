"""The tiny table on which what was said is true.

Which question: how do the units have to stand, and what has to lie between them, so that the engine finds exactly
what the players say? Places are chosen here; every figure of the rules comes from the edition.
"""

from dataclasses import dataclass, replace
from types import MappingProxyType

from astrike.model.attack import AttackQuestion, Point
from astrike.model.table import Conditions, Option, Side, Table
from astrike.model.terrain import Outline, Terrain
from astrike.model.unit import Base, Unit
from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import BracketRow, Edition
from astrike.rules.battlefield import Field, field_on
from astrike.rules.lie import lie_of
from astrike.rules.options import resolve
from astrike.rules.quick.cast import (
    ATTACKER,
    DEPTH,
    SPOTTER,
    TARGET,
    attacker_of,
    friend_at,
    radius,
    rider_of,
    spotter_at,
    target_of,
)
from astrike.rules.quick.said import BLOWS, TERRAIN, Said

AGREED = "Agreed"
WIDTH = 144.0
SHARE = 0.9
"""How far into a bracket the target stands."""
FARTHEST = 80.0
"""Inches: a bracket that goes on to the edge of the table is met here."""
NEAR = 5.0
"""Inches from a spotter to the target, where there is so much room."""
ROUND = 0.25
"""Inches of terrain around the target's base, and between units that do not touch,"""
TALL = 24.0
"""which stands higher than anything flies on this table,"""
WALL = 0.05
"""and how thick, and how far from a base, walls are."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A tiny table, the question to ask on it, and the point aimed at, None for the target."""

    table: Table
    question: AttackQuestion
    aim: Point | None = None


def stage_of(said: Said) -> Stage:
    """Lay out what was said."""
    edition = load_edition(said.edition)
    attacker, target = attacker_of(said, edition), target_of(said, edition)
    gap = 0.0 if said.asked in BLOWS else _gap(edition, said)
    if said.at_point:
        target = replace(target, base=Base("round", 0.0, 0.0))
    target = replace(target, at=_beside(attacker, target, gap))
    if said.asked in BLOWS and said.target == "flying":
        # Who says that it strikes something in flight stands as high as that flies (CE p.36).
        height = edition.number("vtol.cruise")
        attacker, target = replace(attacker, elevation=height), replace(target, elevation=height)
    viewed, units = gap, [attacker, target]
    terrain: list[Terrain] = []
    if needs_spotter(said):
        spotter = spotter_at(said, edition, (0.0, 0.0))
        viewed = min(NEAR, gap - 2 * radius(spotter) - ROUND)
        x, y = target.at
        away = radius(target) + viewed + radius(spotter)
        units.append(replace(spotter, at=(x - away, y)))
        terrain.append(_screen(attacker))
    if "carrier" in said.others:
        units.append(rider_of(target, edition))
    if edition.brackets[said.bracket].option and not needs_spotter(said):
        units.append(friend_at(target))
    if said.at_point:
        units.remove(target)
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
        terrain=(*terrain, *_terrain(said, edition, target, viewed)),
        units=tuple(units),
    )
    if "cover" in said.others and gap and not said.at_point:
        table = replace(table, terrain=(*table.terrain, _cover(field_at(table))))
    return Stage(table, _question(said, edition), Point(*target.at) if said.at_point else None)


def field_at(table: Table) -> Field:
    """Make a tiny table ready; its terrain does not push that of real tables out of what is kept."""
    edition = load_edition(table.edition)
    options = resolve(edition, table.options)
    lie = lie_of(table.terrain, edition=edition, options=options)
    return field_on(lie, table=table, edition=edition, options=options)


def needs_spotter(said: Said) -> bool:
    """Does somebody else see the target?"""
    return said.asked == "indirect" or (
        said.asked == "artillery" and said.at_point and "indirect" in said.others
    )


def _question(said: Said, edition: Edition) -> AttackQuestion:
    weapon = said.gun or None
    if said.kind == "weapon":
        weapon = longest_cannon(edition) if "area" in said.others else None
    return AttackQuestion(
        kind=said.asked,
        weapon=weapon if said.asked == "artillery" else None,
        special="REAR" if "rear-weapon" in said.others and said.asked == "weapon" else None,
        spotter=SPOTTER if needs_spotter(said) else None,
        secondary="secondary" in said.others,
        modifiers=((AGREED, said.agreed),) if said.agreed else (),
    )


def longest_cannon(edition: Edition) -> str:
    """Name the weapon with an area effect that fires by range brackets, the one that fires farthest.

    >>> longest_cannon(load_edition("ce-5.01"))
    'ART-LTC'
    """
    order = list(edition.brackets)
    cannons = [row for row in edition.artillery.values() if row.cannon]
    return max(cannons, key=lambda row: order.index(row.reach)).key


# ---- places


def _gap(edition: Edition, said: Said) -> float:
    """Give inches between the bases that lie inside the bracket."""
    rows = sorted(edition.brackets.values(), key=lambda row: row.upto)
    at = next(i for i, row in enumerate(rows) if row.key == said.bracket)
    low = _end(rows[at - 1], said) if at else 0.0
    return low + SHARE * (min(_end(rows[at], said), FARTHEST) - low)


def _end(row: BracketRow, said: Said) -> float:
    return row.underwater if "underwater" in said.others and said.asked == "weapon" else row.upto


def _beside(attacker: Unit, target: Unit, gap: float) -> tuple[float, float]:
    x, y = attacker.at
    return x + radius(attacker) + gap + radius(target), y


def _options(said: Said, edition: Edition) -> dict[str, Option]:
    found: dict[str, Option] = {}
    if "secondary" in said.others:
        found["multiple-attack-rolls"] = True
    if said.light or said.weather or said.wind or "emi" in said.others:
        found["environment-modifiers"] = True
    if edition.brackets[said.bracket].option:
        found |= {row.option: True for row in edition.brackets.values() if row.option}
    return found


# ---- terrain


def _terrain(said: Said, edition: Edition, target: Unit, gap: float) -> list[Terrain]:
    """Lay see-through terrain around the target, or before it where standing in it counts for nothing, and water."""
    found: list[Terrain] = []
    x, y = target.at
    half = radius(target) + ROUND
    for word in TERRAIN:
        if word not in said.others:
            continue
        kind, grade = _kind(word)
        row = edition.terrain[kind]
        if (row.occupied or row.whole_line) and not said.at_point:
            outline = _box(x - half, y - half, x + half, y + half)
        else:
            middle = x - radius(target) - gap / 2
            long = row.from_inches + ROUND
            outline = _box(middle - long / 2, y - half, middle + long / 2, y + half)
        found.append(Terrain(word, kind, (outline,), height=TALL, grade=grade))
    if "underwater" in said.others:
        heights = [row.height for row in edition.units.values()]
        deep = max(heights + [max(row.mech, row.vehicle) for row in edition.large.values()])
        found.append(Terrain("lake", "water", (_box(0.0, 0.0, WIDTH, DEPTH),), depth=deep))
    return found


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


def _screen(attacker: Unit) -> Terrain:
    """Put a wall before the attacker, so high that it sees nothing."""
    x, y = attacker.at
    east = x + radius(attacker) + WALL
    return Terrain("screen", "wall", (_box(east, y - NEAR, east + WALL, y + NEAR),), height=TALL)


def _cover(field: Field) -> Terrain:
    """Put a wall before the target that hides as much as lies midway between the two limits of cover (CE p.43).

    Its top lies on the line from the eye of who looks to the height up to which the target is hidden.
    """
    units, number = field.units, field.edition.number
    t = field.place_of(TARGET)
    looker = field.units.index.get(SPOTTER, field.place_of(ATTACKER))
    share = (number("cover.from") + number("cover.to")) / 2
    hidden = float(units.foot[t] + share * (units.top[t] - units.foot[t]))
    x, y = units.units[t].at
    away = radius(units.units[t]) + WALL
    distance = x - units.units[looker].at[0]
    top = hidden + (float(units.eye[looker]) - hidden) * away / distance
    wide = 2 * float(units.width[t])
    ground = min(float(units.z[t]), float(units.foot[t]))
    outline = _box(x - away - WALL, y - wide, x - away, y + wide)
    return Terrain("wall", "wall", (outline,), base=ground, height=top - ground)


def _box(west: float, south: float, east: float, north: float) -> Outline:
    return Outline(((west, south), (east, south), (east, north), (west, north)))
