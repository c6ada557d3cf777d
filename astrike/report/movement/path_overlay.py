"""How does a declared move look on the map: what the base sweeps, the way, its points, and every place that breaks it?

An overlay for a board: `under` belongs below the units and is cut at the map's edge, the rest above them. It is made
before the board, which keeps its labels away from the discs and strokes named here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import hypot

from astrike.dataclass import dataclass
from astrike.model.attack_answer import StandingUnit
from astrike.model.movement import MoveAnswer
from astrike.model.table import Table
from astrike.model.terrain import Point
from astrike.model.unit import Unit
from astrike.report.drawing.labels import LabelWish, PlacedLabel, place_labels
from astrike.report.drawing.shapes import Box, DrawnPath, direction, line_path, tenth
from astrike.report.movement.path import (
    BaseOutline,
    BasePath,
    PathSpot,
    base_outline,
    base_path,
    broken_at,
    letter_of,
    path_spots,
    swept_path,
)
from astrike.report.table.board import Disc, Stroke
from astrike.report.table.sight_lines import cover_shapes
from astrike.report.terrain.picture import PIN_SIZE, TerrainPicture
from astrike.report.terrain.symbols import TerrainLayer, symbol
from astrike.report.units.marks import UnitMark, marks
from astrike.report.units.miniatures import Miniature, UnitTag, miniature, tag, tag_size
from astrike.report.words.numbers import inches
from astrike.rulebook.loader import load_edition

STOP_SIZE = 9.0
PATH_PIN_SIZE = 10.0
"""Radius of a point on the way, and of a pin."""
_DOT = 3.2
_NOTCH = 4.0
_LETTERS = 14.0
"""Pixels: letters whose middles are nearer than this cover each other."""


@dataclass(frozen=True, slots=True)
class PathStop:
    """A point on the way: where it is, and the circle with its letter, which is elsewhere when there is no room."""

    index: int
    letter: str
    at: Point
    inches_x: float
    inches_y: float
    x: float
    y: float
    has_letter: bool
    is_aside: bool
    """Does the letter stand beside the point?"""


@dataclass(frozen=True, slots=True)
class PathPin:
    """A numbered pin: the same number as in the list of reasons and in the height profile."""

    number: int
    key: str
    x: float
    y: float
    is_check: bool


@dataclass(frozen=True, slots=True)
class PathOverlay:
    """A move to draw on a board, bottom to top: `under`, `ghost`, `leaders`, `stops`, `pins`."""

    side: str
    name: str
    length: str
    leg_count: int
    under: tuple[DrawnPath, ...]
    ghost: Miniature | None
    ghost_tag: UnitTag | None
    end: tuple[float, float, float | None]
    """x and y in inches and facing at the end."""
    leaders: tuple[DrawnPath, ...]
    stops: tuple[PathStop, ...]
    pins: tuple[PathPin, ...]
    keep: tuple[Disc, ...]
    strokes: tuple[Stroke, ...]

    @property
    def refusal_count(self) -> int:
        """How many places break the move."""
        return sum(not pin.is_check for pin in self.pins)


def path_overlay(
    table: Table, answer: MoveAnswer, bodies: Mapping[str, StandingUnit], *, land: TerrainPicture
) -> PathOverlay:
    """Draw a judged move on the section of the table that `land` shows."""
    unit = next(unit for unit in table.units if unit.id == answer.unit)
    known = marks(table)
    way, spots = base_path(answer), path_spots(answer)
    sole = base_outline(unit, bodies.get(unit.id), land.frame)
    end = answer.end[:2]
    facing = answer.facing if answer.facing is not None else unit.facing
    ghost = None
    # Who stays is drawn once, else its letter lies on itself.
    if answer.legs and answer.mode != "standstill":
        ghost = miniature(unit, known[unit.id], land.frame, body=bodies.get(unit.id), at=end, facing=facing)
    bases = _bases(table, bodies, known, land)
    own = bases.get(unit.id)
    is_named = ghost is None or own is None or hypot(ghost.x - own.x, ghost.y - own.y) >= _LETTERS
    if ghost is not None and not is_named:
        # Back where it began, the letter of the unit itself is read through the ghost.
        ghost = replace(ghost, emblem="", has_letter=False)
    places = _Places(way, spots, land, sole, ghost, known[unit.id], bases, is_named)
    placed = places.find()
    stops, pins = places.stops(placed), places.pins(placed)
    strokes = tuple((*a, *b) for a, b in pairwise(places.line))
    letter = _ghost_tag(placed, ghost, known[unit.id])
    tagged = [(letter.x, letter.y, STOP_SIZE)] if letter is not None else []
    return PathOverlay(
        side=known[unit.id].side,
        name=unit.name,
        length=inches(way.length),
        leg_count=len(answer.legs),
        under=_under(table, answer, way, spots, sole, land, bases),
        ghost=ghost,
        ghost_tag=letter,
        end=(*end, facing),
        leaders=_leaders(places, stops, pins, placed),
        stops=stops,
        pins=pins,
        keep=(*_kept(stops, pins), *_ghost_discs(ghost), *tagged),
        strokes=strokes,
    )


# ---- strokes


def _under(
    table: Table,
    answer: MoveAnswer,
    way: BasePath,
    spots: Sequence[PathSpot],
    sole: BaseOutline,
    land: TerrainPicture,
    bases: Mapping[str, Miniature],
) -> tuple[DrawnPath, ...]:
    """Draw what lies below the units: what is in the way, the swept area, the places that break the move, the way."""

    def pixels(at: float, until: float) -> list[Point]:
        return [land.frame.at(point) for point in way.between(at, until)]

    side = marks(table)[answer.unit].side
    shapes = _outlined(table, spots, land, bases)
    if answer.legs:
        shapes.append(DrawnPath(f"swath swath-{side}", swept_path(pixels(0.0, way.length), sole)))
    shapes += [DrawnPath(spot.css, swept_path(pixels(spot.at, spot.until), sole)) for spot in spots]
    if not answer.legs:
        return tuple(shapes)
    shapes.append(DrawnPath("way-case", line_path(*pixels(0.0, way.length))))
    broken = broken_at(spots)
    good = way.length if broken is None else min(max(broken, 0.0), way.length)
    is_up = answer.mode == "jump" or answer.mode in load_edition(answer.edition).tagged("in-element")
    css = f"way way-{side} way-air" if is_up else f"way way-{side}"
    if good > 0.0:
        shapes.append(DrawnPath(css, line_path(*pixels(0.0, good))))
    if good < way.length:
        shapes.append(DrawnPath("way-bad", line_path(*pixels(good, way.length))))
    return tuple(shapes)


def _outlined(
    table: Table, spots: Sequence[PathSpot], land: TerrainPicture, bases: Mapping[str, Miniature]
) -> list[DrawnPath]:
    """Outline the pieces and the bases that bar the way; hills have their contours."""
    causes = [name for spot in spots if not spot.is_check for name in _names(spot.by)]
    barring = [
        name
        for name in causes
        if (piece := table.piece(name)) is not None and symbol(piece.kind).layer != TerrainLayer.HILL
    ]
    found = cover_shapes(table, barring, land.frame)
    for name in dict.fromkeys(causes):
        if name in bases:
            found += [DrawnPath("cover-case", bases[name].outline), DrawnPath("cover", bases[name].outline)]
    return found


def _names(by: str | None) -> list[str]:
    return [] if by is None else [name.strip() for name in by.split(",")]


def _bases(
    table: Table, bodies: Mapping[str, StandingUnit], known: Mapping[str, UnitMark], land: TerrainPicture
) -> dict[str, Miniature]:
    return {
        unit.id: miniature(unit, known[unit.id], land.frame, body=bodies.get(unit.id))
        for unit in table.units
        if unit.is_on_table and _is_near(unit, land)
    }


def _is_near(unit: Unit, land: TerrainPicture) -> bool:
    x, y = land.frame.at(unit.at)
    left, top, right, bottom = land.view
    return left - 40.0 <= x <= right + 40.0 and top - 40.0 <= y <= bottom + 40.0


# ---- places of letters and pins


@dataclass(frozen=True, slots=True)
class _Places:
    """What needs to be known to give letters and pins their places."""

    way: BasePath
    spots: tuple[PathSpot, ...]
    land: TerrainPicture
    sole: BaseOutline
    ghost: Miniature | None
    mark: UnitMark
    bases: Mapping[str, Miniature]
    is_named: bool
    """Has the ghost a letter of its own?"""

    @property
    def line(self) -> list[Point]:
        """The way in pixels."""
        return [self.land.frame.at(point) for point in self.way.points]

    @property
    def area(self) -> Box:
        left, top, right, bottom = self.land.view
        return left + 1.5, top + 1.5, right - 1.5, bottom - 1.5

    def anchor(self, spot: PathSpot) -> Point:
        """Give the pixel that a pin points at: the middle of its place, or the map's edge on the way there."""
        x, y = self.land.frame.at(self.way.place(spot.middle))
        left, top, right, bottom = self.area
        return min(max(x, left), right), min(max(y, top), bottom)

    def roomy(self) -> frozenset[int]:
        """Say which points have room for the circle with their letter on the way itself."""
        taken = [(*self.line[0], self.sole.reach)]
        if self.ghost is not None:
            taken.append((self.ghost.x, self.ghost.y, self.sole.reach))
        kept: set[int] = set()
        for index, (x, y) in enumerate(self.line[1:-1]):
            if all(hypot(x - a, y - b) >= r + STOP_SIZE + 1.0 for a, b, r in taken):
                kept.add(index)
                taken.append((x, y, STOP_SIZE))
        return frozenset(kept)

    def is_seen(self, point: Point) -> bool:
        left, top, right, bottom = self.land.view
        return left <= point[0] <= right and top <= point[1] <= bottom

    def find(self) -> dict[str, PlacedLabel]:
        """Give pins their places first, then letters that have no room on the way, then the ghost's letter."""
        roomy = self.roomy()
        inner = list(enumerate(self.line[1:-1]))
        size = 2.0 * PATH_PIN_SIZE + 1.0
        beside = min(self.sole.reach, 40.0)
        wishes = [
            LabelWish(f"pin:{spot.number}", size, size, self.anchor(spot), reach=beside, must=True)
            for spot in self.spots
        ]
        wishes += [
            LabelWish(f"stop:{index}", 2.0 * STOP_SIZE, 2.0 * STOP_SIZE, point, reach=_DOT)
            for index, point in inner
            if index not in roomy and self.is_seen(point)
        ]
        ghost = self.ghost
        if ghost is not None and self.is_named and not ghost.has_letter and self.is_seen((ghost.x, ghost.y)):
            wishes.append(
                LabelWish(
                    "ghost",
                    *tag_size(self.mark, ""),
                    (ghost.x, ghost.y),
                    reach=ghost.reach,
                    half=ghost.half,
                    must=True,
                )
            )
        discs = [(x, y, STOP_SIZE if index in roomy else _DOT) for index, (x, y) in inner]
        discs += [(mini.x, mini.y, mini.reach) for mini in self.bases.values() if mini.half is None]
        discs += [(*mini.notch_at, _NOTCH) for mini in self.bases.values() if mini.notch_at is not None]
        discs += [(pin.x, pin.y, PIN_SIZE) for pin in self.land.pins]
        discs += _ghost_discs(ghost)
        found = place_labels(
            wishes,
            area=self.area,
            discs=discs,
            boxes=[mini.box for mini in self.bases.values() if mini.half is not None],
            lines=[(*a, *b) for a, b in pairwise(self.line)],
            costs=self.land.costs,
        )
        return {one.key: one for one in found}

    def stops(self, placed: Mapping[str, PlacedLabel]) -> tuple[PathStop, ...]:
        """Draw the points between the start and the end that are on the map."""
        roomy = self.roomy()
        found: list[PathStop] = []
        for index, point in enumerate(self.line[1:-1]):
            if not self.is_seen(point):
                continue
            aside = placed.get(f"stop:{index}")
            x, y = (aside.x, aside.y) if aside is not None else point
            found.append(
                PathStop(
                    index,
                    letter_of(index),
                    (tenth(point[0]), tenth(point[1])),
                    *self.way.points[index + 1],
                    tenth(x),
                    tenth(y),
                    aside is not None or index in roomy,
                    aside is not None,
                )
            )
        return tuple(found)

    def pins(self, placed: Mapping[str, PlacedLabel]) -> tuple[PathPin, ...]:
        """Draw a pin for every reason and every check."""
        return tuple(
            PathPin(spot.number, spot.key, tenth(one.x), tenth(one.y), spot.is_check)
            for spot in self.spots
            for one in (placed[f"pin:{spot.number}"],)
        )


def _leaders(
    places: _Places, stops: Iterable[PathStop], pins: Iterable[PathPin], placed: Mapping[str, PlacedLabel]
) -> tuple[DrawnPath, ...]:
    """Join each pin to its place, and each letter that stands aside to its point."""
    spots = {spot.number: spot for spot in places.spots}
    paths = [line_path(stop.at, (stop.x, stop.y)) for stop in stops if stop.is_aside]
    for pin in pins:
        spot, end = spots[pin.number], (pin.x, pin.y)
        start = places.anchor(spot)
        way = direction(start, end)
        if spot.until <= spot.at and way is not None:
            # Where a base may lie under it, a leader must not cross the base's letter.
            reach = min(places.sole.reach, hypot(end[0] - start[0], end[1] - start[1]))
            start = (start[0] + way[0] * reach, start[1] + way[1] * reach)
        paths.append(line_path(start, end))
    paths += [line_path(*one.leader) for one in placed.values() if one.key == "ghost" and one.leader]
    return (DrawnPath("leader-case", "".join(paths)), DrawnPath("leader", "".join(paths))) if paths else ()


def _kept(stops: Iterable[PathStop], pins: Iterable[PathPin]) -> list[Disc]:
    kept = [(stop.x, stop.y, STOP_SIZE) for stop in stops if stop.has_letter]
    kept += [(*stop.at, _DOT) for stop in stops if not stop.has_letter or stop.is_aside]
    return [*kept, *((pin.x, pin.y, PATH_PIN_SIZE) for pin in pins)]


def _ghost_discs(ghost: Miniature | None) -> list[Disc]:
    if ghost is None:
        return []
    reach = hypot(*ghost.half) if ghost.half is not None else ghost.reach
    notch = [(*ghost.notch_at, _NOTCH)] if ghost.notch_at is not None else []
    return [(ghost.x, ghost.y, reach), *notch]


def _ghost_tag(placed: Mapping[str, PlacedLabel], ghost: Miniature | None, mark: UnitMark) -> UnitTag | None:
    found = placed.get("ghost")
    if ghost is None or found is None:
        return None
    return tag(ghost.id, mark, "", centre=(found.x, found.y))
