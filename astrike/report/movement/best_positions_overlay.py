"""How do best positions look on the map: how good is it to be there?

An overlay for a board, made before it, so that its labels stay away from what is written here. Cells of one chance are
joined into areas. Chances are told apart by lightness, by a line where they change and by numbers, never by color
alone; the numbers of every place go with the picture as one compact text.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import ceil, hypot

from astrike.dataclass import dataclass
from astrike.model.movement import BestPositionsAnswer, PositionChances
from astrike.model.table import Table
from astrike.model.terrain import Point
from astrike.report.drawing.labels import LabelWish, PlacedLabel, place_labels
from astrike.report.drawing.shapes import DrawnPath, DrawnText, line_path, path, tenth, text_width
from astrike.report.table.board import Disc
from astrike.report.table.overlay import (
    OVERLAY_LINE,
    OVERLAY_TEXT,
    discs_of_bases,
    is_seen,
    name_of,
    writing_area,
)
from astrike.report.terrain.picture import TerrainPicture
from astrike.report.words.numbers import percent

GridCell = tuple[int, int]

_SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


@dataclass(frozen=True, slots=True)
class CellPatch:
    """Cells that are connected by their sides, and those of them that are farthest from the edge."""

    cells: frozenset[GridCell]
    deepest: tuple[GridCell, ...]
    depth: int
    """How many steps it takes from these to leave the patch."""


def outlines(cells: Collection[GridCell]) -> list[list[GridCell]]:
    """Give the rings around cells, corners only; holes have rings of their own.

    >>> outlines({(0, 0), (1, 0)})
    [[(0, 0), (2, 0), (2, 1), (0, 1)]]
    """
    ahead: dict[GridCell, list[GridCell]] = {}
    for column, row in sorted(cells):
        for (dx, dy), start, end in (
            ((0, -1), (column, row), (column + 1, row)),
            ((1, 0), (column + 1, row), (column + 1, row + 1)),
            ((0, 1), (column + 1, row + 1), (column, row + 1)),
            ((-1, 0), (column, row + 1), (column, row)),
        ):
            if (column + dx, row + dy) not in cells:
                ahead.setdefault(start, []).append(end)
    found: list[list[GridCell]] = []
    while ahead:
        first = next(iter(ahead))
        ring, place = [], first
        while True:
            ring.append(place)
            ends = ahead[place]
            following = ends.pop()
            if not ends:
                del ahead[place]
            place = following
            if place == first:
                break
        found.append(_corners(ring))
    return found


def _corners(ring: list[GridCell]) -> list[GridCell]:
    """Leave out what lies on a straight line between its neighbors."""
    kept = []
    for i, (x, y) in enumerate(ring):
        (ax, ay), (bx, by) = ring[i - 1], ring[(i + 1) % len(ring)]
        if (x - ax, y - ay) != (bx - x, by - y):
            kept.append((x, y))
    return kept


def patches(cells: Iterable[GridCell]) -> list[CellPatch]:
    """Give the patches that cells make, the deepest first.

    >>> [(patch.deepest, patch.depth) for patch in patches({(0, 0), (5, 5), (6, 5)})]
    [(((5, 5), (6, 5)), 1), (((0, 0),), 1)]
    """
    left = set(cells)
    depth = _depths(left)
    found: list[CellPatch] = []
    for first in sorted(left):
        if first not in left:
            continue
        left.remove(first)
        members, edge = {first}, [first]
        while edge:
            x, y = edge.pop()
            for dx, dy in _SIDES:
                beside = (x + dx, y + dy)
                if beside in left:
                    left.remove(beside)
                    members.add(beside)
                    edge.append(beside)
        greatest = max(depth[cell] for cell in members)
        deepest = tuple(sorted(cell for cell in members if depth[cell] == greatest))
        found.append(CellPatch(frozenset(members), deepest, greatest))
    return sorted(found, key=lambda patch: (-patch.depth, -len(patch.cells), patch.deepest))


def _depths(cells: Collection[GridCell]) -> dict[GridCell, int]:
    """Give each cell the number of steps to the nearest cell that is not one of them."""
    depth: dict[GridCell, int] = {}
    shore = [(x, y) for x, y in cells if any((x + dx, y + dy) not in cells for dx, dy in _SIDES)]
    steps = 1
    while shore:
        depth.update(dict.fromkeys(shore, steps))
        steps += 1
        shore = list(
            {
                (x + dx, y + dy)
                for x, y in shore
                for dx, dy in _SIDES
                if (x + dx, y + dy) in cells and (x + dx, y + dy) not in depth
            }
        )
    return depth


HIT, RISK = "hit", "risk"
"""The two themes of a heat map."""

CHANCE_BANDS = 5
"""Classes of chances above 0, each a fifth wide."""

_STAR = 9.0

_LEAST_LABELLED = 9.0

_LEAST_COVERED = 0.35
"""A number is written on a patch that is at least so wide, in pixels and in widths of the number."""

_TRIED = 9


@dataclass(frozen=True, slots=True)
class BestPlace:
    """The best or the safest place: its pixel, its sign, which may stand aside, and its place in inches."""

    kind: str
    """`best` or `safe`."""
    at: Point
    x: float
    y: float
    inches_x: float
    inches_y: float
    is_aside: bool


@dataclass(frozen=True, slots=True)
class ChanceBand:
    """A class of chances in the legend: 0 is none at all."""

    number: int
    text: str
    count: int


@dataclass(frozen=True, slots=True)
class BestPositionsOverlay:
    """Chances of places to draw on a board: `under` below the units, the rest above."""

    theme: str
    name: str
    under: tuple[DrawnPath, ...]
    over: tuple[DrawnPath, ...]
    """Leaders of the signs."""
    labels: tuple[DrawnText, ...]
    stars: tuple[BestPlace, ...]
    steps: tuple[ChanceBand, ...]
    best: str
    safest: str
    """The chances of the best and the safest place; empty when there is none."""
    x0: float
    y0: float
    step: float
    rows: str
    keep: tuple[Disc, ...]


def best_positions_overlay(
    table: Table, answer: BestPositionsAnswer, *, theme: str, land: TerrainPicture, keep: Sequence[Disc] = ()
) -> BestPositionsOverlay:
    """Draw the chances of every reachable place: to hit (`hit`), or to be hit (`risk`); `keep` as for a reach."""
    chance = _CHANCES[theme]
    x0 = min((one.x for one in answer.places), default=0.0)
    y0 = min((one.y for one in answer.places), default=0.0)
    grid = _grid(answer, theme, (x0, y0))
    classes: dict[int, set[GridCell]] = {}
    for cell, one in grid.items():
        classes.setdefault(band_of(chance(one)), set()).add(cell)
    heat = _Heat(grid, chance, (x0, y0), answer.step, land)
    stars = _stars_wanted(answer)
    placed = heat.find(classes, stars, (*keep, *discs_of_bases(table, land)))
    drawn = _stars(stars, placed, land)
    leaders = [line_path(star.at, (star.x, star.y)) for star in drawn if star.is_aside]
    return BestPositionsOverlay(
        theme=theme,
        name=name_of(table, answer.unit),
        under=tuple(heat.shapes(classes)),
        over=(DrawnPath("leader-case", "".join(leaders)), DrawnPath("leader", "".join(leaders)))
        if leaders
        else (),
        labels=heat.texts(placed),
        stars=drawn,
        steps=tuple(
            ChanceBand(number, band_span(number), len(classes.get(number, ())))
            for number in range(CHANCE_BANDS + 1)
        ),
        best=percent(answer.best.hit) if answer.best is not None else "",
        safest=percent(answer.safest.risk) if answer.safest is not None else "",
        x0=x0,
        y0=y0,
        step=answer.step,
        rows=cell_rows(grid),
        keep=tuple((one.x, one.y, max(one.width, one.height) / 2.0) for one in placed.values()),
    )


def _hit(one: PositionChances) -> float:
    return one.hit


def _risk(one: PositionChances) -> float:
    return one.risk


_CHANCES: Mapping[str, Callable[[PositionChances], float]] = {HIT: _hit, RISK: _risk}


def band_of(chance: float) -> int:
    """Give the class of a chance: 0 for none, 1 for up to a fifth, 5 for more than four fifths.

    >>> band_of(0.0), band_of(1 / 36), band_of(0.2), band_of(15 / 36), band_of(1.0)
    (0, 1, 1, 3, 5)
    """
    return min(max(ceil(chance * CHANCE_BANDS - 1e-9), 0), CHANCE_BANDS)


def band_span(number: int) -> str:
    """Write which chances a class holds.

    >>> band_span(0), band_span(1), band_span(3)
    ('0 %', '1–20 %', '41–60 %')
    """
    width = 100 // CHANCE_BANDS
    return f"{(number - 1) * width + 1}–{number * width} %" if number else "0 %"


def _grid(answer: BestPositionsAnswer, theme: str, corner: Point) -> dict[GridCell, PositionChances]:
    """Give each cell the better of the places in it: on a roof or below, say."""

    def worth(one: PositionChances) -> tuple[float, float]:
        return (one.hit, -one.risk) if theme == HIT else (-one.risk, one.hit)

    found: dict[GridCell, PositionChances] = {}
    for one in answer.places:
        cell = round((one.x - corner[0]) / answer.step), round((one.y - corner[1]) / answer.step)
        if cell not in found or worth(one) > worth(found[cell]):
            found[cell] = one
    return found


def cell_rows(grid: Mapping[GridCell, PositionChances]) -> str:
    """Write the numbers of all cells: `row:column:hit risk cost tn,...;...` with a run of neighbors in each part.

    Chances are thousandths, costs hundredths of an inch, a Target Number that there is none of is `-`.

    >>> one = PositionChances(1.0, 2.0, 0.0, 4.5, 5 / 12, 8, (0.1,), 0.1)
    >>> cell_rows({(3, 0): one, (4, 0): one})
    '0:3:417 100 450 8,417 100 450 8'
    """
    parts: list[str] = []
    last: GridCell | None = None
    for row, column in sorted((row, column) for column, row in grid):
        one = grid[column, row]
        number = "-" if one.target_number is None else str(one.target_number)
        text = f"{one.hit * 1000:.0f} {one.risk * 1000:.0f} {one.cost * 100:.0f} {number}"
        if last == (column - 1, row):
            parts[-1] += f",{text}"
        else:
            parts.append(f"{row}:{column}:{text}")
        last = (column, row)
    return ";".join(parts)


@dataclass(frozen=True, slots=True)
class _Heat:
    """A grid of places on a map."""

    grid: Mapping[GridCell, PositionChances]
    chance: Callable[[PositionChances], float]
    corner: Point
    step: float
    land: TerrainPicture

    def corner_at(self, corner: GridCell) -> Point:
        """Give the pixel of a corner between cells."""
        return self.land.frame.at(
            (
                self.corner[0] + (corner[0] - 0.5) * self.step,
                self.corner[1] + (corner[1] - 0.5) * self.step,
            )
        )

    def shapes(self, classes: Mapping[int, set[GridCell]]) -> Iterable[DrawnPath]:
        """Draw one path for each class, its edges being the steps between classes."""
        for number in sorted(classes):
            d = "".join(path(self.corner_at(corner) for corner in ring) for ring in outlines(classes[number]))
            yield DrawnPath(f"heat-{number}", d)
            if number == 0 and self.chance is _hit:
                yield DrawnPath("texture", d, pattern="unsure")

    def find(
        self,
        classes: Mapping[int, set[GridCell]],
        stars: Sequence[tuple[str, PositionChances]],
        keep: Sequence[Disc],
    ) -> dict[str, PlacedLabel]:
        """Give the signs of the best and the safest place theirs, then write numbers into the large patches."""
        wishes: list[LabelWish] = []
        taken: list[Point] = []
        for kind, one in stars:
            at = self.land.frame.at((one.x, one.y))
            if not is_seen(at, self.land):
                continue
            size = 2.0 * _STAR + 1.0
            free = all(hypot(at[0] - x, at[1] - y) > size for x, y in taken)
            taken.append(at)
            wishes.append(
                LabelWish(f"star:{kind}", size, size, at, reach=4.0, slots=(at,) if free else (), must=True)
            )
        for number, cells in sorted(classes.items(), reverse=True):
            for index, patch in enumerate(patches(cells)):
                text = self.text_of(number, patch.cells)
                wide = text_width(text, OVERLAY_TEXT) + 4.0
                room = (2 * patch.depth - 1) * self.step * self.land.scale
                if room < max(_LEAST_LABELLED, _LEAST_COVERED * wide):
                    continue
                wishes.append(
                    LabelWish(
                        f"patch:{number}:{index}:{text}",
                        wide,
                        OVERLAY_LINE,
                        (0.0, 0.0),
                        slots=tuple(self.spread(patch.deepest)),
                        around=False,
                        leader=False,
                    )
                )
        return {one.key: one for one in place_labels(wishes, area=writing_area(self.land), discs=keep)}

    def spread(self, cells: Sequence[GridCell]) -> Iterable[Point]:
        """Give the pixels of a few cells, the middle one first."""
        count = min(len(cells), _TRIED)
        places = [cells[(i * len(cells) + len(cells) // 2) // count % len(cells)] for i in range(count)]
        for cell in places:
            x, y = self.corner_at(cell)
            half = self.step * self.land.scale / 2.0
            yield round(x + half, 2), round(y - half, 2)

    def text_of(self, number: int, cells: Iterable[GridCell]) -> str:
        """Write the chances in a patch: one, or from the lowest to the highest."""
        chances = [self.chance(self.grid[cell]) for cell in cells]
        low, high = percent(min(chances)), percent(max(chances))
        if low == high:
            return low
        return (
            f"{low.removesuffix(' %')}–{high}"
            if low[0].isdigit() and high[0].isdigit()
            else band_span(number)
        )

    def texts(self, placed: Mapping[str, PlacedLabel]) -> tuple[DrawnText, ...]:
        """Give the numbers that found a place."""
        return tuple(
            DrawnText("lbl-t", tenth(one.x), tenth(one.y), key.split(":", 3)[3])
            for key, one in placed.items()
            if key.startswith("patch:")
        )


def _stars_wanted(answer: BestPositionsAnswer) -> list[tuple[str, PositionChances]]:
    best = [("best", answer.best)] if answer.best is not None else []
    safest = [("safe", answer.safest)] if answer.safest is not None else []
    return [*best, *safest]


def _stars(
    wanted: Iterable[tuple[str, PositionChances]], placed: Mapping[str, PlacedLabel], land: TerrainPicture
) -> tuple[BestPlace, ...]:
    found: list[BestPlace] = []
    for kind, one in wanted:
        if (sign := placed.get(f"star:{kind}")) is not None:
            x, y = land.frame.at((one.x, one.y))
            is_aside = hypot(sign.x - x, sign.y - y) > 1.0
            found.append(
                BestPlace(kind, (tenth(x), tenth(y)), tenth(sign.x), tenth(sign.y), one.x, one.y, is_aside)
            )
    return tuple(found)
