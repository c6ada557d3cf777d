"""How do prospects look on the map: how good is it to be there?

An overlay for a board, made before it, so that its labels stay away from what is written here. Chances are told apart
by lightness, by a line at each step and by numbers, never by colour alone; the numbers of every place go with the
picture as one compact text.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, hypot

from astrike.model.movement import Prospect, ProspectAnswer
from astrike.model.table import Table
from astrike.model.terrain import Point
from astrike.report.board import Disc
from astrike.report.figures import percent
from astrike.report.labels import Placed, Wish, place
from astrike.report.landscape import Landscape
from astrike.report.letters import text_width
from astrike.report.overlay import LINE, TEXT, discs_of_bases, is_seen, name_of, writing_area
from astrike.report.patches import Cell, outlines, patches
from astrike.report.shapes import Shape, Text, line_path, path, tenth

HIT, RISK = "hit", "risk"
"""The two themes of a heat map."""
STEPS = 5
"""Classes of chances above 0, each a fifth wide."""
_STAR = 9.0
_LEAST_LABELLED = 9.0
_LEAST_COVERED = 0.35
"""A number is written on a patch that is at least so wide, in pixels and in widths of the number."""
_TRIED = 9


@dataclass(frozen=True, slots=True)
class Star:
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
class Step:
    """A class of chances in the legend: 0 is none at all."""

    number: int
    text: str
    count: int


@dataclass(frozen=True, slots=True)
class HeatView:
    """Chances of places to draw on a board: `under` below the units, the rest above."""

    theme: str
    name: str
    under: tuple[Shape, ...]
    over: tuple[Shape, ...]
    """Leaders of the signs."""
    labels: tuple[Text, ...]
    stars: tuple[Star, ...]
    steps: tuple[Step, ...]
    best: str
    safest: str
    """The chances of the best and the safest place; empty when there is none."""
    x0: float
    y0: float
    step: float
    rows: str
    keep: tuple[Disc, ...]


def heat_view(
    table: Table, answer: ProspectAnswer, *, theme: str, land: Landscape, keep: Sequence[Disc] = ()
) -> HeatView:
    """Draw the chances of every reachable place: to hit (`hit`), or to be hit (`risk`); `keep` as for a reach."""
    chance = _CHANCES[theme]
    x0 = min((one.x for one in answer.places), default=0.0)
    y0 = min((one.y for one in answer.places), default=0.0)
    grid = _grid(answer, theme, (x0, y0))
    classes: dict[int, set[Cell]] = {}
    for cell, one in grid.items():
        classes.setdefault(step_of(chance(one)), set()).add(cell)
    heat = _Heat(grid, chance, (x0, y0), answer.step, land)
    stars = _stars_wanted(answer)
    placed = heat.find(classes, stars, (*keep, *discs_of_bases(table, land)))
    drawn = _stars(stars, placed, land)
    leaders = [line_path(star.at, (star.x, star.y)) for star in drawn if star.is_aside]
    return HeatView(
        theme=theme,
        name=name_of(table, answer.unit),
        under=tuple(heat.shapes(classes)),
        over=(Shape("leader-case", "".join(leaders)), Shape("leader", "".join(leaders))) if leaders else (),
        labels=heat.texts(placed),
        stars=drawn,
        steps=tuple(
            Step(number, span_of(number), len(classes.get(number, ()))) for number in range(STEPS + 1)
        ),
        best=percent(answer.best.hit) if answer.best is not None else "",
        safest=percent(answer.safest.risk) if answer.safest is not None else "",
        x0=x0,
        y0=y0,
        step=answer.step,
        rows=cell_rows(grid),
        keep=tuple((one.x, one.y, max(one.width, one.height) / 2.0) for one in placed.values()),
    )


def _hit(one: Prospect) -> float:
    return one.hit


def _risk(one: Prospect) -> float:
    return one.risk


_CHANCES: Mapping[str, Callable[[Prospect], float]] = {HIT: _hit, RISK: _risk}


def step_of(chance: float) -> int:
    """Give the class of a chance: 0 for none, 1 for up to a fifth, 5 for more than four fifths.

    >>> step_of(0.0), step_of(1 / 36), step_of(0.2), step_of(15 / 36), step_of(1.0)
    (0, 1, 1, 3, 5)
    """
    return min(max(ceil(chance * STEPS - 1e-9), 0), STEPS)


def span_of(number: int) -> str:
    """Write which chances a class holds.

    >>> span_of(0), span_of(1), span_of(3)
    ('0 %', '1–20 %', '41–60 %')
    """
    width = 100 // STEPS
    return f"{(number - 1) * width + 1}–{number * width} %" if number else "0 %"


def _grid(answer: ProspectAnswer, theme: str, corner: Point) -> dict[Cell, Prospect]:
    """Give each cell the better of the places in it: on a roof or below, say."""

    def worth(one: Prospect) -> tuple[float, float]:
        return (one.hit, -one.risk) if theme == HIT else (-one.risk, one.hit)

    found: dict[Cell, Prospect] = {}
    for one in answer.places:
        cell = round((one.x - corner[0]) / answer.step), round((one.y - corner[1]) / answer.step)
        if cell not in found or worth(one) > worth(found[cell]):
            found[cell] = one
    return found


def cell_rows(grid: Mapping[Cell, Prospect]) -> str:
    """Write the numbers of all cells: `row:column:hit risk cost tn,...;...` with a run of neighbours in each part.

    Chances are thousandths, costs hundredths of an inch, a Target Number that there is none of is `-`.

    >>> one = Prospect(1.0, 2.0, 0.0, 4.5, 5 / 12, 8, (0.1,), 0.1)
    >>> cell_rows({(3, 0): one, (4, 0): one})
    '0:3:417 100 450 8,417 100 450 8'
    """
    parts: list[str] = []
    last: Cell | None = None
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

    grid: Mapping[Cell, Prospect]
    chance: Callable[[Prospect], float]
    corner: Point
    step: float
    land: Landscape

    def corner_at(self, corner: Cell) -> Point:
        """Give the pixel of a corner between cells."""
        return self.land.frame.at(
            (
                self.corner[0] + (corner[0] - 0.5) * self.step,
                self.corner[1] + (corner[1] - 0.5) * self.step,
            )
        )

    def shapes(self, classes: Mapping[int, set[Cell]]) -> Iterable[Shape]:
        """Draw one path for each class, its edges being the steps between classes."""
        for number in sorted(classes):
            d = "".join(path(self.corner_at(corner) for corner in ring) for ring in outlines(classes[number]))
            yield Shape(f"heat-{number}", d)
            if number == 0 and self.chance is _hit:
                yield Shape("texture", d, pattern="unsure")

    def find(
        self, classes: Mapping[int, set[Cell]], stars: Sequence[tuple[str, Prospect]], keep: Sequence[Disc]
    ) -> dict[str, Placed]:
        """Give the signs of the best and the safest place theirs, then write numbers into the large patches."""
        wishes: list[Wish] = []
        taken: list[Point] = []
        for kind, one in stars:
            at = self.land.frame.at((one.x, one.y))
            if not is_seen(at, self.land):
                continue
            size = 2.0 * _STAR + 1.0
            free = all(hypot(at[0] - x, at[1] - y) > size for x, y in taken)
            taken.append(at)
            wishes.append(
                Wish(f"star:{kind}", size, size, at, reach=4.0, spots=(at,) if free else (), must=True)
            )
        for number, cells in sorted(classes.items(), reverse=True):
            for index, patch in enumerate(patches(cells)):
                text = self.text_of(number, patch.cells)
                wide = text_width(text, TEXT) + 4.0
                room = (2 * patch.depth - 1) * self.step * self.land.scale
                if room < max(_LEAST_LABELLED, _LEAST_COVERED * wide):
                    continue
                wishes.append(
                    Wish(
                        f"patch:{number}:{index}:{text}",
                        wide,
                        LINE,
                        (0.0, 0.0),
                        spots=tuple(self.spread(patch.deepest)),
                        around=False,
                        leader=False,
                    )
                )
        return {one.key: one for one in place(wishes, area=writing_area(self.land), discs=keep)}

    def spread(self, cells: Sequence[Cell]) -> Iterable[Point]:
        """Give the pixels of a few cells, the middle one first."""
        count = min(len(cells), _TRIED)
        places = [cells[(i * len(cells) + len(cells) // 2) // count % len(cells)] for i in range(count)]
        for cell in places:
            x, y = self.corner_at(cell)
            half = self.step * self.land.scale / 2.0
            yield round(x + half, 2), round(y - half, 2)

    def text_of(self, number: int, cells: Iterable[Cell]) -> str:
        """Write the chances in a patch: one, or from the lowest to the highest."""
        chances = [self.chance(self.grid[cell]) for cell in cells]
        low, high = percent(min(chances)), percent(max(chances))
        if low == high:
            return low
        return (
            f"{low.removesuffix(' %')}–{high}" if low[0].isdigit() and high[0].isdigit() else span_of(number)
        )

    def texts(self, placed: Mapping[str, Placed]) -> tuple[Text, ...]:
        """Give the numbers that found a place."""
        return tuple(
            Text("lbl-t", tenth(one.x), tenth(one.y), key.split(":", 3)[3])
            for key, one in placed.items()
            if key.startswith("patch:")
        )


def _stars_wanted(answer: ProspectAnswer) -> list[tuple[str, Prospect]]:
    best = [("best", answer.best)] if answer.best is not None else []
    safest = [("safe", answer.safest)] if answer.safest is not None else []
    return [*best, *safest]


def _stars(
    wanted: Iterable[tuple[str, Prospect]], placed: Mapping[str, Placed], land: Landscape
) -> tuple[Star, ...]:
    found: list[Star] = []
    for kind, one in wanted:
        if (sign := placed.get(f"star:{kind}")) is not None:
            x, y = land.frame.at((one.x, one.y))
            is_aside = hypot(sign.x - x, sign.y - y) > 1.0
            found.append(
                Star(kind, (tenth(x), tenth(y)), tenth(sign.x), tenth(sign.y), one.x, one.y, is_aside)
            )
    return tuple(found)
