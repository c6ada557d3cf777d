"""May a unit attack a point of the table, or the building that stands there, and what does it need?

A point target, a unit too small to measure, stands at the point so that a line of sight can reach it. Of a building
any wall in sight will do, and the range is that to the nearest such wall. Sources: CE pp.43, 47, 73; AS pp.37, 42.
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from astrike.errors import InputError, Problem
from astrike.geometry.arrays import Floats, corners_of, distances, in_contact, nearest_lines
from astrike.model.area_answer import BlastAnswer
from astrike.model.attack_answer import AttackAnswer, Damage
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.explain import Assumed, Reason, Tally
from astrike.rules.area.artillery_rules import settled_kind
from astrike.rules.attack.combatants import circumstances, combatants
from astrike.rules.attack.sight import sight_answer
from astrike.rules.edition_rows import reason
from astrike.rules.shot.facts import bracket_at
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.shot.refusals import unit_refusals
from astrike.rules.shot.to_hit import at_a_point
from astrike.rules.table.hypothetical import point_target_at
from astrike.rules.table.inch_lines import heights_allowed
from astrike.rules.table.lines import measure_lines
from astrike.rules.table.prepared_table import PreparedTable, table_with_units
from astrike.rules.table.tape_measure import highest_surface_at
from astrike.tolerance import TOUCH

BEFORE_THE_WALL = 1e-4
"""Inches: a wall is checked from just outside it."""
MOST_PLACES = 60
"""Places of a building that are checked; of one with very many corners not every corner is."""


class PointAttack(NamedTuple):
    """An attack at a point as it is worked out: where its point target is, and for which building it stands."""

    scene: PreparedTable
    t: int
    line: MeasuredLine
    piece: str | None
    point: TablePoint
    """The point with the building that it lies in."""
    asked: AttackQuestion
    question: AttackQuestion
    """As it goes on: artillery far away may fire as from off the table."""


def point_attack(prepared: PreparedTable, a: int, point: TablePoint, question: AttackQuestion) -> PointAttack:
    """Lay a point target at a point for a unit to attack; raise `InputError` for a place off the table.

    The line of sight runs to the point target, so `hidden` is 0 or 1, or a half exactly behind an edge.
    """
    problems = list(off_table(prepared, point))
    if problems:
        raise InputError(problems)
    scene, t, line, piece = _laid(prepared, a, point, question)
    goes_on = settled_kind(prepared, line.range, question)
    return PointAttack(scene, t, line, piece, replace(point, piece=piece), question, goes_on)


def as_attack_at_point(prepared: PreparedTable, aim: PointAttack, answer: AttackAnswer) -> AttackAnswer:
    """Give the answer about a point target as one about its point, refused where this kind cannot be aimed at it."""
    point_targets = frozenset(unit.id for unit in aim.scene.units.units[len(prepared.units.units) :])
    answer = replace(_without_point_targets(answer, point_targets, aim.piece), building=aim.piece)
    kind = prepared.edition.kinds[aim.asked.kind]
    if kind.points or ("at-walls" in kind.tags and aim.piece is not None):
        return answer
    who, at = combatants(prepared)[aim.line.attacker], circumstances(prepared)
    states = unit_refusals(who, at, attacks=True, extra=kind.extra)
    keys = dict.fromkeys(("point.kind", *states))
    return _refused(prepared, answer, aim, tuple(reason(prepared, key) for key in keys))


def off_table(prepared: PreparedTable, point: TablePoint) -> Iterator[Problem]:
    """Name a point that is none of the table."""
    table = prepared.table
    inside = 0 <= point.x <= table.width and 0 <= point.y <= table.depth
    if not inside or not np.isfinite(point.z if point.z is not None else 0.0):
        expected = f"a point on the table: x from 0 to {table.width:g}, y from 0 to {table.depth:g}"
        yield Problem("target", str(point), expected)


# ---- where the point target lies


def _laid(
    prepared: PreparedTable, a: int, point: TablePoint, question: AttackQuestion
) -> tuple[PreparedTable, int, MeasuredLine, str | None]:
    """Lay the point target: at the point, or before a wall in sight of the building that the point lies in."""
    kind = prepared.edition.kinds[question.kind]
    piece = _building_at(prepared, point)
    is_seen_by_its_walls = piece is not None and "seen-by-walls" in kind.tags
    places = [_exactly(prepared, point)]
    if piece is not None and is_seen_by_its_walls:
        places += _walls(prepared, a, piece, struck="at-walls" in kind.tags)
    scene, first = _with_point_targets(prepared, point, places, still=kind.family != "artillery")
    targets = np.arange(first, first + len(places))
    lines = measure_lines(scene, np.full(len(places), a), targets)
    if piece is None or not is_seen_by_its_walls:
        return scene, first, lines[0], piece
    # Artillery is aimed at the very point; everything else at the building, whose nearest wall counts.
    is_artillery = kind.family == "artillery"
    order = range(len(lines)) if is_artillery else [*range(1, len(lines)), 0]
    chosen = min(order, key=lambda k: _worth(scene, lines[k]))
    wall = prepared.terrain.index[piece]
    to_the_wall = prepared.metric.range_to_piece(prepared.units.bases, a, wall, lines)
    inches = lines[0].range if is_artillery else to_the_wall
    contact = "at-walls" in kind.tags and bool(in_contact(inches)) and _is_beside(scene, a, first + chosen)
    return scene, first + chosen, lines[chosen]._replace(range=inches, contact=contact), piece


def _is_beside(scene: PreparedTable, a: int, t: int) -> bool:
    """Does a unit stand no higher or lower than contact allows? (CE p.46, option contact.max-step)"""
    step = abs(float(scene.units.z[a] - scene.units.z[t]))
    return step <= float(heights_allowed(scene.units, scene.options, np.array([a]), np.array([t]))[0]) + TOUCH


def _worth(scene: PreparedTable, line: MeasuredLine) -> tuple[bool, bool]:
    """Prefer a wall that is in sight, then one in the arc."""
    outside = line.arc_share < scene.edition.number("half-base") - TOUCH
    return sight_answer(scene, line).state == "blocked", outside


def _building_at(prepared: PreparedTable, point: TablePoint) -> str | None:
    """Name the building that holds the point; one on its roof or above it is not meant."""
    found = prepared.terrain.pieces_at((point.x, point.y), "solid")
    names = [prepared.terrain.pieces[k].id for k in found if prepared.terrain.pieces[k].kind == "building"]
    tops = {name: prepared.terrain.extent[name][1] for name in names}
    held = [name for name in names if point.z is None or point.z <= tops[name] + TOUCH]
    return max(held, key=lambda name: tops[name]) if held else None


def _exactly(prepared: PreparedTable, point: TablePoint) -> TablePoint:
    return replace(point, z=highest_surface_at(prepared, (point.x, point.y)) if point.z is None else point.z)


def _walls(prepared: PreparedTable, a: int, piece: str, *, struck: bool) -> list[TablePoint]:
    """Give places just outside the walls that face a unit: the nearest one, then corners and middles of walls.

    Who strikes does so as high as it stands, if the wall is as high.
    """
    k = prepared.terrain.index[piece]
    low, high = prepared.terrain.extent[piece]
    home = prepared.units.bases.xy[a]
    found = [_nearest_wall(prepared, a, k)]
    corner, owner = corners_of(prepared.terrain.shapes[k])
    for shape in range(len(prepared.terrain.shapes[k])):
        ring = corner[owner == shape]
        found += [*ring, *((ring + np.roll(ring, -1, axis=0)) / 2)]
    found = [found[0], *found[1 :: 1 + len(found) // MOST_PLACES]]
    shifted = [place + _towards(home - place) * BEFORE_THE_WALL for place in found]
    over = prepared.terrain.pieces_over(np.array(shifted, dtype=np.float64))
    middle = min(max(float(prepared.units.z[a]), low), high) if struck else (low + high) / 2
    return [
        TablePoint(float(place[0]), float(place[1]), middle)
        for place, pieces in zip(shifted, over, strict=True)
        if k not in pieces
    ]


def _nearest_wall(prepared: PreparedTable, a: int, k: int) -> Floats:
    shapes = prepared.terrain.shapes[k]
    core = np.repeat(prepared.units.bases.core[[a]], len(shapes))
    nearest = int(np.argmin(distances(core, shapes)))
    ends: Floats = nearest_lines(core[[nearest]], shapes[[nearest]])
    return np.asarray(ends[0, 1], dtype=np.float64)


def _towards(way: Floats) -> Floats:
    length = float(np.hypot(*way))
    return way / length if length > 0 else way


def _with_point_targets(
    prepared: PreparedTable, point: TablePoint, places: Sequence[TablePoint], *, still: bool
) -> tuple[PreparedTable, int]:
    """Put point targets behind the units of the table, with names that are nobody else's; the ground does not move."""
    first = len(prepared.units.units)
    names = _names(prepared, str(point))
    point_targets = [
        replace(
            point_target_at(prepared, next(names), (place.x, place.y), place.z),
            state=frozenset({"immobile"} if still else ()),
        )
        for place in places
    ]
    return table_with_units(prepared, prepared.metric.bodies(point_targets)), first


def _names(prepared: PreparedTable, name: str) -> Iterator[str]:
    while True:
        while name in prepared.units.index:
            name += "*"
        yield name
        name += "*"


# ---- the answer without the point target


def _without_point_targets(answer: AttackAnswer, point_targets: Set[str], piece: str | None) -> AttackAnswer:
    """Leave out what is only true of point targets."""
    named = () if piece is None else (Assumed("attack.target", piece, "The point lies in this building"),)
    return replace(
        answer,
        considered=at_a_point(answer.considered),
        assumed=(*named, *(note for note in answer.assumed if not _is_about(note.at, point_targets))),
        not_applied=tuple(
            each for each in answer.not_applied if not _is_about(f"units.{each}", point_targets, ":")
        ),
        blast=None if answer.blast is None else _of_others(answer.blast, point_targets),
    )


def _of_others(gone: BlastAnswer, point_targets: Set[str]) -> BlastAnswer:
    return replace(
        gone,
        caught=tuple(each for each in gone.caught if each.unit not in point_targets),
        near=tuple(each for each in gone.near if each.unit not in point_targets),
    )


def _is_about(at: str, names: Set[str], end: str = ".") -> bool:
    return any(at.startswith(f"units.{name}{end}") for name in names)


def _refused(
    prepared: PreparedTable, answer: AttackAnswer, aim: PointAttack, reasons: tuple[Reason, ...]
) -> AttackAnswer:
    bracket = bracket_at(prepared, aim.line.range, underwater=answer.sight.underwater)
    return replace(
        answer,
        tally=Tally(answer.tally.key, ()),
        considered=(),
        refusals=reasons,
        range=aim.line.range,
        bracket=bracket.key if bracket is not None else None,
        direction="front",
        damage=Damage(None),
        probability=0.0,
        automatic=None,
        not_applied=(),
        spotters=(),
        outcome=None,
        blast=None,
        notes=(),
    )
