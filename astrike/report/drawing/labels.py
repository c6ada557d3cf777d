"""Where does each label go, so that none covers another?

Labels are placed one after the other, the most important first; each takes the cheapest of the places that are free:
sixteen directions and five distances around what it names, or the slots it lists. Ties go to the earlier place, so
the picture is the same every time. A label that must be shown looks farther and farther away; others are dropped.
All numbers are pixels.
"""

from collections.abc import Sequence
from dataclasses import field
from itertools import groupby
from math import hypot, pi

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Bools, Floats
from astrike.model.terrain import Point
from astrike.report.drawing.label_slots import (
    CROSSED_LINE,
    GAP,
    cheapest_label_place,
    covering,
    crossed,
    crossings,
    distances,
    hull,
    line_boxes,
    overlapping,
)
from astrike.report.drawing.shapes import Box

DISTANCES = (3.0, 7.0, 12.0, 18.0, 26.0)
"""How far from what it names a label may stand."""
_FARTHER = (36.0, 48.0, 62.0, 78.0, 96.0)
_LEADER_FROM = 2.0
_CROSSED_BY_LEADER = 4.0
_TURNED_AWAY = 6.0
_STEP = 6.0
_WINDOWS = (70.0, 140.0, 10_000.0)
_LOOKED_AT = 48
_SEARCHES = 60
"""Labels of a picture that may be looked for farther away; where there are more, no place is free anyway."""

_ANGLES = np.arange(16) * (pi / 8.0)
_EAST, _SOUTH = np.cos(_ANGLES), np.sin(_ANGLES)
# At a corner the label's own corner is the nearest, beside it the middle of its side.
_LEAN_X, _LEAN_Y = np.clip(_EAST * 1.5, -1.0, 1.0), np.clip(_SOUTH * 1.5, -1.0, 1.0)
_ACROSS, _DOWN = np.linspace(0.1, 0.9, 5), np.linspace(0.15, 0.85, 3)
# A label beside, above or below reads better than one at a corner.
_ASKEW = np.where(np.arange(16) % 4 == 0, 0.0, np.where(np.arange(16) % 2 == 0, 1.5, 2.5))


@dataclass(frozen=True, slots=True)
class LabelWish:
    """A label that wants a place: its size, and where.

    Around the point `at` that keeps free `reach` (a disc) or `half` (a box, half its width and height), with `toward`
    as the preferred direction; or, when `slots` are given, centred on one of them, the first the best.
    """

    key: str
    width: float
    height: float
    at: Point
    reach: float = 0.0
    half: Point | None = None
    toward: Point | None = None
    slots: tuple[Point, ...] = ()
    around: bool = True
    must: bool = False
    leader: bool = True
    limit: float = float("inf")
    """A place that costs more counts as none."""
    group: str = ""
    """Neighboring wishes of one group may change their order when one of them finds no place."""


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """A label's place: its centre and size, and the leader to what it names."""

    key: str
    x: float
    y: float
    width: float
    height: float
    leader: tuple[Point, Point] | None = None

    @property
    def box(self) -> Box:
        """Give left, top, right and bottom."""
        return (
            self.x - self.width / 2, self.y - self.height / 2, self.x + self.width / 2, self.y + self.height / 2
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class CoverCosts:
    """What it costs to cover a place: one value for each cell of a grid whose corner is at (`left`, `top`)."""

    left: float
    top: float
    cell: float
    values: Floats = field(compare=False)

    def of(self, boxes: Floats) -> Floats:
        """Give the mean cost of what boxes (n, 4) cover."""
        x = boxes[:, 0, None] + (boxes[:, 2] - boxes[:, 0])[:, None] * _ACROSS
        y = boxes[:, 1, None] + (boxes[:, 3] - boxes[:, 1])[:, None] * _DOWN
        rows, columns = self.values.shape
        column = np.clip(((x - self.left) / self.cell).astype(np.intp), 0, columns - 1)
        row = np.clip(((y - self.top) / self.cell).astype(np.intp), 0, rows - 1)
        return np.asarray(self.values[row[:, :, None], column[:, None, :]].mean(axis=(1, 2)))


def place_labels(
    wishes: Sequence[LabelWish],
    *,
    area: Box,
    discs: Sequence[tuple[float, float, float]] = (),
    boxes: Sequence[Box] = (),
    lines: Sequence[tuple[float, float, float, float]] = (),
    costs: CoverCosts | None = None,
) -> tuple[PlacedLabel, ...]:
    """Place labels in the order of the wishes within `area`.

    `discs` (x, y, radius) and `boxes` are kept free; crossing one of the `lines` and covering what `costs` says
    is allowed but avoided.

    >>> place_labels([LabelWish("a", 20, 10, (50, 50), reach=4)], area=(0, 0, 100, 100))[0].x
    67.0
    """
    picture = _Picture(
        area,
        np.asarray(discs, dtype=np.float64).reshape(-1, 3),
        np.asarray(lines, dtype=np.float64).reshape(-1, 4),
        costs,
        np.asarray(boxes, dtype=np.float64).reshape(-1, 4),
    )
    found: list[PlacedLabel] = []
    for group, members in groupby(wishes, key=lambda wish: wish.group):
        listed = list(members)
        before = picture.taken
        placed = [picture.take(wish) for wish in listed]
        if group and None in placed:
            # Whoever found no place comes first now; kept when it helps.
            again = sorted(zip(listed, placed, strict=True), key=lambda pair: pair[1] is not None)
            after, picture.taken = picture.taken, before
            second = [picture.take(wish) for wish, _ in again]
            if second.count(None) < placed.count(None):
                placed = second
            else:
                picture.taken = after
        found += [one for one in placed if one is not None]
    return tuple(found)


class _Picture:
    """What is already there while labels are placed."""

    def __init__(
        self, area: Box, discs: Floats, lines: Floats, costs: CoverCosts | None, boxes: Floats
    ) -> None:
        self.area = area
        self.discs = discs
        self.disc_boxes = np.column_stack((discs[:, :2] - discs[:, 2:], discs[:, :2] + discs[:, 2:]))
        self.lines = lines
        self.line_boxes = line_boxes(lines)
        self.costs = costs
        self.taken = (boxes, np.empty((0, 4)))
        self.searches = 0

    @property
    def boxes(self) -> Floats:
        """What is kept free, and the labels placed so far."""
        return self.taken[0]

    @property
    def leaders(self) -> Floats:
        """The leaders drawn so far."""
        return self.taken[1]

    def take(self, wish: LabelWish) -> PlacedLabel | None:
        """Place one label and remember it."""
        is_full = self.searches >= _SEARCHES
        near = _candidates(wish, DISTANCES[:1] if is_full else DISTANCES)
        placed = self._spot(wish) if self._is_simple(wish) else self._cheapest(wish, *near)
        if placed is None and wish.must and is_full:
            placed = self._placed(wish, near[0][0])
        elif placed is None and wish.must:
            self.searches += 1
            placed = self._cheapest(wish, *_candidates(wish, _FARTHER)) or self._anywhere(wish)
        if placed is not None:
            boxes, leaders = self.taken
            if placed.leader is not None:
                leaders = np.vstack((leaders, np.ravel(placed.leader)))
            self.taken = (np.vstack((boxes, placed.box)), leaders)
        return placed

    def _anywhere(self, wish: LabelWish) -> PlacedLabel:
        """Look in wider and wider windows, at last even where a leader passes under labels or it overlaps."""
        for reach in _WINDOWS:
            centres, cost = self._window(wish, reach)
            free = self._free(_boxes(wish, centres))
            if free.any():
                placed = self._cheapest(wish, centres[free][:_LOOKED_AT], cost[free][:_LOOKED_AT])
                if placed is not None:
                    return placed
                if reach == _WINDOWS[-1]:
                    return self._placed(wish, centres[free][0])
        self.searches = _SEARCHES  # there is no place left in the whole picture
        return self._placed(wish, self._window(wish, _WINDOWS[-1])[0][0])

    def _window(self, wish: LabelWish, reach: float) -> tuple[Floats, Floats]:
        """Give places on a grid within `reach` of what is named, the nearest first, and how far each is."""
        half = (wish.width / 2.0, wish.height / 2.0)
        x = np.arange(self.area[0] + half[0], self.area[2] - half[0], _STEP)
        y = np.arange(self.area[1] + half[1], self.area[3] - half[1], _STEP)
        x, y = x[np.abs(x - wish.at[0]) <= reach], y[np.abs(y - wish.at[1]) <= reach]
        centres = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        if not len(centres):
            centres = np.array([wish.at])
        far = np.hypot(centres[:, 0] - wish.at[0], centres[:, 1] - wish.at[1])
        order = np.argsort(far, kind="stable")
        return centres[order], far[order]

    def _is_simple(self, wish: LabelWish) -> bool:
        """Does it want one of its few slots, and nothing else?"""
        return not wish.around and not wish.leader and wish.toward is None and self.costs is None

    def _spot(self, wish: LabelWish) -> PlacedLabel | None:
        """Choose like `_cheapest` between a few slots."""
        found = cheapest_label_place(
            wish.slots,
            (wish.width, wish.height),
            area=self.area,
            boxes=self.boxes.tolist(),
            discs=self.discs.tolist(),
            barred=self.leaders.tolist(),
            lines=self.lines.tolist(),
            limit=wish.limit,
        )
        return None if found is None else PlacedLabel(wish.key, *found, wish.width, wish.height)

    def _cheapest(self, wish: LabelWish, centres: Floats, cost: Floats) -> PlacedLabel | None:
        if not len(centres):
            return None
        boxes = _boxes(wish, centres)
        free = self._free(boxes)
        if not free.any():
            return None
        centres, cost, boxes = centres[free], cost[free], boxes[free]
        if len(self.lines):
            near = self.lines[overlapping(self.line_boxes, hull(boxes, 0.0))]
            cost = cost + CROSSED_LINE * crossings(near, boxes).sum(axis=1)
        if self.costs is not None:
            cost = cost + self.costs.of(boxes)
        if wish.toward is not None:
            off = centres - wish.at
            far = np.hypot(off[:, 0], off[:, 1])
            with_it = (off @ np.asarray(wish.toward)) / np.where(far > 0.0, far, 1.0)
            cost = cost + _TURNED_AWAY * (1.0 - with_it)
        if wish.leader:
            cost = cost + self._leader_costs(wish, boxes)
        best = int(np.argmin(np.round(cost, 6)))
        return self._placed(wish, centres[best]) if cost[best] < wish.limit else None

    def _free(self, boxes: Floats) -> Bools:
        left, top, right, bottom = self.area
        free = (boxes[:, 0] >= left) & (boxes[:, 1] >= top) & (boxes[:, 2] <= right) & (boxes[:, 3] <= bottom)
        around = hull(boxes, GAP)
        near = self.boxes[overlapping(self.boxes, around)]
        if len(near):
            some = boxes[free]
            free[free] = ~(
                (some[:, 0, None] < near[:, 2] + GAP)
                & (some[:, 2, None] > near[:, 0] - GAP)
                & (some[:, 1, None] < near[:, 3] + GAP)
                & (some[:, 3, None] > near[:, 1] - GAP)
            ).any(axis=1)
        discs = self.discs
        if len(discs) and len(discs := discs[overlapping(self.disc_boxes, around)]):
            some = boxes[free]  # in a crowd most places are taken, and there are many discs
            x, y = discs[:, 0], discs[:, 1]
            beside = x - np.clip(x, some[:, 0, None], some[:, 2, None])
            above = y - np.clip(y, some[:, 1, None], some[:, 3, None])
            free[free] = (beside * beside + above * above >= (discs[:, 2] + GAP) ** 2).all(axis=1)
        leaders = self.leaders
        if len(leaders) and len(leaders := leaders[overlapping(line_boxes(leaders), around)]):
            free[free] = ~crossings(leaders, boxes[free]).any(axis=1)
        return free

    def _leader_costs(self, wish: LabelWish, boxes: Floats) -> Floats:
        """Give what the leader of each place costs: infinite when it would pass under a label or a base."""
        start, end = _leaders(wish, boxes)
        segments = np.column_stack((start, end))
        drawn = np.hypot(*(end - start).T) > _LEADER_FROM
        cost = np.zeros(len(boxes))
        if not drawn.any():
            return cost
        around = np.array(
            [
                segments[:, 0::2].min(),
                segments[:, 1::2].min(),
                segments[:, 0::2].max(),
                segments[:, 1::2].max(),
            ]
        )
        labels = self.boxes[overlapping(self.boxes, around) & ~covering(self.boxes, wish.at)]
        if len(labels):
            cost[drawn & crossings(segments, labels).any(axis=0)] = np.inf
        # A base that overlaps the own one cannot be avoided.
        off = np.hypot(self.discs[:, 0] - wish.at[0], self.discs[:, 1] - wish.at[1])
        discs = self.discs[(off > self.discs[:, 2] + wish.reach + 1.0) & overlapping(self.disc_boxes, around)]
        if len(discs):
            cost[drawn & (distances(discs[:, :2], segments) < discs[:, 2] + 1.0).any(axis=1)] = np.inf
        others = np.vstack(
            (
                self.lines[overlapping(self.line_boxes, around)],
                self.leaders[overlapping(line_boxes(self.leaders), around)],
            )
        )
        if len(others):
            cost = cost + np.where(drawn, _CROSSED_BY_LEADER * crossed(segments, others).sum(axis=1), 0.0)
        return cost

    def _placed(self, wish: LabelWish, centre: Floats) -> PlacedLabel:
        x, y = float(centre[0]), float(centre[1])
        leader = None
        if wish.leader:
            start, end = _leaders(wish, _boxes(wish, centre[None, :]))
            if hypot(*(end - start)[0]) > _LEADER_FROM:
                leader = ((float(start[0, 0]), float(start[0, 1])), (float(end[0, 0]), float(end[0, 1])))
        return PlacedLabel(wish.key, x, y, wish.width, wish.height, leader)


def _candidates(wish: LabelWish, distances: Sequence[float]) -> tuple[Floats, Floats]:
    """Give the centres a label may have and what each costs by itself."""
    slots = np.asarray(wish.slots, dtype=np.float64).reshape(-1, 2)
    order = np.arange(len(slots), dtype=np.float64)
    if not wish.around:
        return slots, order
    away = np.asarray(distances)[:, None]
    if wish.half is None:
        x, y = _EAST * (wish.reach + away), _SOUTH * (wish.reach + away)
    else:
        x, y = _LEAN_X * (wish.half[0] + away), _LEAN_Y * (wish.half[1] + away)
    x, y = x + _LEAN_X * wish.width / 2.0, y + _LEAN_Y * wish.height / 2.0
    ring = np.column_stack((np.round(wish.at[0] + x, 6).ravel(), np.round(wish.at[1] + y, 6).ravel()))
    return np.vstack((slots, ring)), np.concatenate((order, (away + _ASKEW).ravel()))


def _boxes(wish: LabelWish, centres: Floats) -> Floats:
    half = np.array([wish.width / 2.0, wish.height / 2.0])
    boxes = np.empty((len(centres), 4))
    boxes[:, :2] = centres - half
    boxes[:, 2:] = centres + half
    return boxes


def _leaders(wish: LabelWish, boxes: Floats) -> tuple[Floats, Floats]:
    """Give both ends of the leader for each box: at the rim of what it names and at the label."""
    at = np.asarray(wish.at, dtype=np.float64)
    end = np.clip(at, boxes[:, :2], boxes[:, 2:])
    off = end - at
    far = np.hypot(off[:, 0], off[:, 1])
    if wish.half is None:
        share = wish.reach / np.where(far > 0.0, far, 1.0)
    else:
        half = np.asarray(wish.half, dtype=np.float64)
        share = np.min(half / np.maximum(np.abs(off), 1e-9), axis=1)
    return at + off * np.minimum(share, 1.0)[:, None], end
