"""Does one unit see another across hexes, through which hexes does the line go, and is the target covered?"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from astrike.model.battletech.hex import HexOnLine, HexSight
from astrike.model.battletech.hex_patch import PlacedUnit
from astrike.model.explain import Fact, Modifier, Reason, facts
from astrike.rules.battletech.hexes.grid import hex_named
from astrike.rules.battletech.hexes.line.cover import (
    PartialCover,
    cover_of,
    fires_over_cover,
    legs_stopped_by,
)
from astrike.rules.battletech.hexes.line.crossed_hexes import CrossedHex, crossed_hexes
from astrike.rules.battletech.hexes.line.line_ends import LineEnds, line_ends
from astrike.rules.battletech.hexes.line.line_sides import ChosenSide, LineReading, choose_side
from astrike.rules.battletech.hexes.line.obstacles import HexObstacle, obstacle_at
from astrike.rules.battletech.hexes.patch import HexCase


def see(case: HexCase, attacker: PlacedUnit, target: PlacedUnit) -> HexSight:
    """Follow the line from one unit to the other."""
    crossed = crossed_hexes(hex_named(attacker.hex), hex_named(target.hex))
    ends = line_ends(case, attacker, target, is_one_building=_stays_inside(case, attacker, target, crossed))
    obstacles = [obstacle_at(ends, each) for each in crossed]
    chosen = choose_side(ends, obstacles)
    reading = chosen.reading
    hexes_inside, levels_inside = _inside(ends)
    blocked_by = tuple(_blocked_by(ends, reading, hexes_inside, levels_inside))
    cover = None if blocked_by else cover_of(ends, reading.covered_by)
    is_overshot = cover is not None and cover.is_line_high and fires_over_cover(ends)
    covered = None if is_overshot else cover
    return HexSight(
        distance=ends.distance,
        line=_places(crossed),
        side_taken=reading.side,
        attacker_height=ends.attacker.top,
        target_height=ends.target.top,
        hexes=tuple(_on_line(ends, obstacles, chosen)),
        woods=reading.points,
        is_clear=not blocked_by,
        blocked_by=blocked_by,
        has_cover=covered is not None,
        cover_by=covered.by if covered else None,
        cover=covered.reason if covered else None,
        attacker_cover_by=None if blocked_by else legs_stopped_by(ends, reading.attacker_covered_by),
        side_hit=reading.hit.side if reading.hit else None,
        side_ledger=tuple(_tallies(ends, chosen.by_side)),
        side_reason=reading.hit.reason if reading.hit else None,
        line_notes=tuple(_notes(ends, chosen, cover if is_overshot else None)),
        is_one_building=ends.is_one_building,
        hexes_inside=hexes_inside,
        levels_inside=levels_inside,
        is_underwater=ends.is_underwater,
    )


def _stays_inside(
    case: HexCase, attacker: PlacedUnit, target: PlacedUnit, crossed: Sequence[CrossedHex]
) -> bool:
    """Are both in one building, which the line between them never leaves?"""
    start, end = hex_named(attacker.hex), hex_named(target.hex)
    inside = {each.place for each in crossed if case.patch.is_one_building(start, each.hex)}
    return case.patch.is_one_building(start, end) and inside == {each.place for each in crossed}


def _inside(ends: LineEnds) -> tuple[int, int]:
    """Count the hexes and the levels of the building between two units in it."""
    if not ends.is_one_building:
        return 0, 0
    return max(ends.distance - 1, 0), abs(ends.attacker.base - ends.target.base)


def _places(crossed: Sequence[CrossedHex]) -> tuple[tuple[str, ...], ...]:
    found: dict[int, list[str]] = {}
    for each in crossed:
        found.setdefault(each.place, []).append(each.name)
    return tuple(tuple(names) for names in found.values())


# ---- what blocks


def _blocked_by(ends: LineEnds, reading: LineReading, hexes: int, levels: int) -> Iterator[Reason]:
    """Name everything that blocks the line."""
    if ends.is_parted_by_surface and not ends.crosses_surface:
        yield _said(ends, "blocked.submerged")
    most = ends.case.edition.hex_measures["inside.most"].value
    if hexes + levels > most:
        yield _said(ends, "blocked.inside", hexes=hexes, levels=levels, most=most)
    for each in reading.obstacles:
        if each.blocked_by:
            yield _said(ends, each.blocked_by, hex=each.crossed.name, height=each.height)
    if reading.points >= reading.block:
        yield _said(ends, "blocked.woods", points=reading.points, block=reading.block)


def _said(ends: LineEnds, key: str, **measured: Fact) -> Reason:
    row = ends.case.edition.hex_line_words[key]
    return Reason(key, row.said.format(**measured), row.cite, facts(**measured))


# ---- what is said of each hex


def _on_line(ends: LineEnds, obstacles: Sequence[HexObstacle], chosen: ChosenSide) -> Iterator[HexOnLine]:
    """Say of each hex what it does, also of those on the side that does not count."""
    points: dict[str, int] = {}
    for reading in (*chosen.by_side.values(), chosen.reading):
        points |= _points(reading)
    counted = {each.crossed for each in chosen.reading.obstacles}
    for each in obstacles:
        crossed = each.crossed
        effect = _effect(ends, each, points[crossed.name])
        label = f"{crossed.name} {each.what}"
        yield HexOnLine(
            hex=crossed.name,
            place=crossed.place,
            side=crossed.side,
            height=each.height,
            points=points[crossed.name],
            is_blocking=each.blocked_by is not None,
            gives_cover=each.covers,
            is_counted=crossed in counted,
            label=f"{label}: {effect}" if effect else label,
            cite=each.cite,
            what=each.what,
            effect=effect,
        )


def _points(reading: LineReading) -> dict[str, int]:
    """Give the points of each hex; where it takes several to make one, that counts at the last of them."""
    found: dict[str, int] = {}
    total = Fraction(0)
    for each in reading.obstacles:
        found[each.crossed.name] = int(total + each.points) - int(total)
        total += each.points
    return found


def _effect(ends: LineEnds, obstacle: HexObstacle, points: int) -> str:
    words = ends.case.edition.hex_line_words
    found: list[str] = []
    if obstacle.blocked_by:
        found.append(words["effect.blocks"].said)
    if points:
        found.append(words["effect.point" if points == 1 else "effect.points"].said.format(points=points))
    elif obstacle.points:
        found.append(words["effect.part"].said)
    elif obstacle.growth and not ends.is_underwater:
        found.append(words["effect.low"].said)
    if obstacle.covers:
        found.append(words["effect.covers"].said)
    if obstacle.covers_attacker:
        found.append(words["effect.covers-legs"].said)
    return ", ".join(found)


# ---- what is said beside


def _tallies(ends: LineEnds, by_side: Mapping[str, LineReading]) -> Iterator[Modifier]:
    """Say what lies on either side of a line along borders."""
    for side, reading in by_side.items():
        row = ends.case.edition.hex_line_words[f"tally.{side}"]
        about = facts(blocked=reading.is_blocked, cover=reading.covered_by is not None)
        yield Modifier(side, "", reading.points, row.said, row.cite, about)


def _notes(ends: LineEnds, chosen: ChosenSide, overshot: PartialCover | None) -> Iterator[Reason]:
    """Say what players have to know beside the line itself."""
    if ends.is_one_building:
        yield _said(ends, "note.inside")
    if ends.crosses_surface:
        yield _said(ends, "note.torpedo")
    if overshot:
        yield _said(ends, "note.overhead-arms", hex=overshot.by)
    hit, other = chosen.reading.hit, chosen.other.hit if chosen.other else None
    if hit and other and hit.side != other.side:
        yield _said(ends, "note.border-tie", side=other.side)
    if chosen.reading.side:
        yield _said(ends, "note.border-return")
