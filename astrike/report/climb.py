"""How high does a declared move go along its way, over which ground, and where does that break it?

A cut along the way, in inches of travel, under the line of the unit's own height. Heights are true to scale unless an
inch would be too small to see or the whole too high for a phone; then the picture says by how much they are stretched.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from astrike.editions.schema import Edition
from astrike.model.explain import Facts
from astrike.model.movement import Ground, MoveAnswer, Rise
from astrike.model.table import Table
from astrike.model.terrain import Point, titles
from astrike.report.cut import Cut, Part, cut_along
from astrike.report.figures import height, inches, plain
from astrike.report.ground import Fill, Tops
from astrike.report.labels import Placed, Wish, place, text_width
from astrike.report.marks import OTHERS, marks
from astrike.report.pair_scale import PairScale
from astrike.report.pathway import PIN, Pin
from astrike.report.shapes import Shape, Text, line_path, path, tenth
from astrike.report.side_land import (
    SideFrame,
    ground_shapes,
    solid_shapes,
    tree_shapes,
    water_shapes,
)
from astrike.report.symbols import Layer, symbol
from astrike.report.terrain_labels import short
from astrike.report.way import Spot, Way, broken_at, letter_of, spots_of, way_of

_STRETCHES = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
_SQUEEZES = (0.02, 0.05, 0.1, 0.25, 0.5)
_LEFT, _RIGHT = 24.0, 28.0
_BEYOND = 14.0
"""Pixels of ground behind the end."""
_LARGEST = 33.5
_LEAST_INCH = 12.0
_TALLEST = 200.0
_SHORTEST = 2.0
"""Inches: a shorter way is not drawn larger."""
_ROOM = 14.0
_WINDOW_ROW = 15.5
_SOIL = 6.0
_BELOW = 20.0
_TICK = 5.0
_TEXT = 11.0
_LINE = 12.0
_LEAST_ZONE = 14.0
_STRIP_UP, _STRIP_DOWN = 5.0, 6.0
_GRID_STEPS = (1, 2, 5, 10, 20, 50, 100)
_GRID_APART = 13.0
_UNDER = 4.0
"""Pixels from a jump's ceiling down to its arc."""
_ROUND = 12.0
"""Pixels in which a jump turns from up to across."""


@dataclass(frozen=True, slots=True)
class ClimbView:
    """A height profile to draw, bottom to top: `grid`, `land`, `strips`, `zones`, `way`, `dims`, texts, pins."""

    width: float
    height: float
    stretch: float
    """Heights are drawn so many times larger than lengths."""
    fills: tuple[Fill, ...]
    shapes: tuple[Shape, ...]
    axis: tuple[Text, ...]
    labels: tuple[Text, ...]
    pins: tuple[Pin, ...]
    steps: tuple[tuple[str, str, str, str], ...]
    """What is too steep, to be said aloud: `up` or `down`, inches of height, from and to which inches of travel."""
    name: str
    end: str
    """Height at the end."""


def climb(
    table: Table,
    answer: MoveAnswer,
    *,
    tops: Tops,
    width_px: float = 390.0,
    edition: Edition | None = None,
) -> ClimbView:
    """Draw the heights along the way of a judged move. `tops` gives z of underside and top of each piece."""
    way, spots = way_of(answer), spots_of(answer)
    total = max(way.length, _SHORTEST)
    across = min(_LARGEST, (width_px - _LEFT - _RIGHT) / total)
    cut = cut_along(table, _ground_points(way, across), first=0.0, tops=tops, edition=edition)
    rises = answer.profile or (Rise(0.0, way.length, answer.end[2], answer.end[2]),)
    line = _Line(tuple(rises), answer.mode, _ceiling(answer))
    lowest, highest = _extent(cut, line, spots)
    stretch = _stretch(across, (highest - lowest) * across)
    windows = [spot for spot in spots if "window" in spot.facts]
    above = _WINDOW_ROW + _LINE if windows else _ROOM
    scale = PairScale(width_px, across, _LEFT, (1.0, 0.0), (0.0, 0.0), total)
    frame = SideFrame(scale, across * stretch, tenth(above + highest * across * stretch))
    bottom = frame.zero - lowest * frame.up + _SOIL
    side = known.side if (known := marks(table).get(answer.unit)) is not None else OTHERS
    words = titles({piece.id: piece.name for piece in table.terrain})
    strips = _Strips.of(answer.ground, frame, cut)
    zones = tuple(_zone(spot, frame, line, bottom) for spot in spots)
    labels = _Labels(frame, answer, way, spots, line, cut, zones, words, bottom)
    placed = labels.find()
    texts, dims = labels.drawn(placed)
    grid, axis = _axis(frame, lowest, highest)
    return ClimbView(
        width=width_px,
        height=tenth(bottom + _BELOW),
        stretch=stretch,
        fills=strips.fills,
        shapes=(
            grid,
            *ground_shapes(frame, cut, bottom=bottom),
            *water_shapes(frame, cut),
            *solid_shapes(frame, cut),
            *tree_shapes(frame, cut),
            *strips.shapes,
            *(_zone_shape(spot, zone) for spot, zone in zip(spots, zones, strict=True)),
            *_way_shapes(frame, line, side, way.length, broken_at(spots)),
            *_ceiling_shapes(frame, line, way.length),
            *_ticks(frame, way, bottom),
            *dims,
        ),
        axis=axis,
        labels=texts,
        pins=labels.pins(placed),
        steps=tuple(_said(spot, line) for spot in windows),
        name=next((unit.name for unit in table.units if unit.id == answer.unit), ""),
        end=height(answer.end[2]),
    )


def _ground_points(way: Way, across: float) -> list[Point]:
    """Give the way and a bit of ground behind its end."""
    (ax, ay), (bx, by) = way.points[max(len(way.points) - 2, 0)], way.points[-1]
    far = hypot(bx - ax, by - ay)
    east, north = ((bx - ax) / far, (by - ay) / far) if far > 0.0 else (1.0, 0.0)
    beyond = max(_SHORTEST - way.length, 0.0) + _BEYOND / across
    return [*way.points, (bx + east * beyond, by + north * beyond)]


def _ceiling(answer: MoveAnswer) -> float | None:
    """Find how high a jump goes, as whoever judged it says."""
    measured: list[Facts] = [
        *(one.facts for one in answer.terms),
        *(one.facts for one in answer.refusals),
    ]
    return next(
        (float(each["ceiling"]) for each in measured if isinstance(each.get("ceiling"), int | float)), None
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """How high the unit is after so many inches."""

    rises: tuple[Rise, ...]
    mode: str
    ceiling: float | None

    @property
    def is_jump(self) -> bool:
        """Is it drawn as an arc?"""
        return self.mode == "jump"

    @property
    def is_above(self) -> bool:
        """Does it pass over what lies on the ground?"""
        return self.mode in ("jump", "vtol", "wige")

    def points(self) -> list[Point]:
        """Give inches of travel and z, corner by corner."""
        return [
            corner for rise in self.rises for corner in ((rise.start, rise.z_start), (rise.end, rise.z_end))
        ]

    def heights(self, at: float, until: float) -> tuple[float, float]:
        """Give the lowest and highest z from one place to another, both sides of a step at either counted."""
        found: list[float] = []
        for rise in self.rises:
            first, last = max(rise.start, at), min(rise.end, until)
            if first <= last + 1e-6:
                span = rise.end - rise.start
                for x in (first, min(last, rise.end)):
                    share = min(max((x - rise.start) / span, 0.0), 1.0) if span > 0.0 else 0.0
                    found.append(rise.z_start + (rise.z_end - rise.z_start) * share)
        if not found:
            found = [self.rises[-1].z_end]
        return min(found), max(found)

    def is_up(self, at: float, until: float) -> bool:
        """Does it go up from one place to another?"""
        before = [rise for rise in self.rises if rise.start < at - 1e-6] or self.rises[:1]
        behind = [rise for rise in self.rises if rise.end > until + 1e-6] or self.rises[-1:]
        return behind[0].z_start >= before[-1].z_end


def _number(measured: Facts, key: str) -> float | None:
    value = measured.get(key)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _extent(cut: Cut, line: _Line, spots: Iterable[Spot]) -> tuple[float, float]:
    """Give the lowest and the highest z that is drawn."""
    heights = [0.0, 1.0, *(z for _, z in line.points()), *(z for _, z in cut.ground_points())]
    if line.ceiling is not None:
        heights.append(line.ceiling)
    for part in cut.parts:
        if part.layer == Layer.WATER:
            surface = part.known.top if part.known.top > part.known.base else 0.0
            heights.append(surface - part.depth)
        elif part.is_see_through:
            heights.append(max(cut.floor(part, cut.breaks(part))) + part.known.top - part.known.base)
        elif part.is_solid:
            heights += [part.low, part.high]
    for spot in spots:
        heights += [z for key in ("top", "high", "low", "z") if (z := _number(spot.facts, key)) is not None]
    return min(heights), max(heights)


def _stretch(inch: float, whole: float) -> float:
    """Choose by how much heights are stretched: not at all unless an inch is too small or the whole too tall."""
    wanted = next((times for times in _STRETCHES if inch * times >= _LEAST_INCH), _STRETCHES[-1])
    fitting = [times for times in (*_SQUEEZES, *_STRETCHES) if whole * times <= _TALLEST]
    return min(wanted, max(fitting, default=_SQUEEZES[0]))


# ---- shapes


def _axis(frame: SideFrame, lowest: float, highest: float) -> tuple[Shape, tuple[Text, ...]]:
    """Draw a line and a number for every so many inches of height."""
    step = next((step for step in _GRID_STEPS if step * frame.up >= _GRID_APART), _GRID_STEPS[-1])
    first = -int(-lowest // step) * step
    levels = range(first, int(highest // step) * step + 1, step)
    rows = [(z, tenth(frame.zero - z * frame.up)) for z in levels]
    lines = "".join(line_path((_LEFT - 6.0, y), (frame.scale.width, y)) for _, y in rows)
    return Shape("pf-grid", lines), tuple(
        Text("pf-t", _LEFT - 9.0, y, plain(z), anchor="end") for z, y in rows
    )


@dataclass(frozen=True, slots=True)
class _Strips:
    """Hatched strips along the ground where something costs more."""

    shapes: tuple[Shape, ...]
    fills: tuple[Fill, ...]

    @staticmethod
    def of(grounds: Sequence[Ground], frame: SideFrame, cut: Cut) -> "_Strips":
        """Draw a strip for each stretch of ground that costs more or is closed."""
        shapes: list[Shape] = []
        fills: dict[str, Fill] = {}
        for ground in grounds:
            if not _is_told(ground):
                continue
            pattern = symbol(ground.kind).pattern or "hatch"
            if pattern == "ties":
                continue
            fills.setdefault(pattern, Fill(pattern, pattern))
            steps = [float(x) for x in cut.ground.start if ground.start < x < ground.end]
            places = [ground.start, *(x + by for x in steps for by in (-1e-6, 1e-6)), ground.end]
            inside = [min(max(x, ground.start + 1e-6), ground.end - 1e-6) for x in places]
            line = [frame.at(x, z) for x, z in zip(places, cut.heights_at(inside), strict=True)]
            above = [(x, y - _STRIP_UP) for x, y in line]
            below = [(x, y + _STRIP_DOWN) for x, y in reversed(line)]
            shapes.append(Shape("texture", path([*above, *below]), piece=ground.piece, pattern=pattern))
        return _Strips(tuple(shapes), tuple(fills.values()))


def _is_told(ground: Ground) -> bool:
    return ground.surcharge > 0.0 or ground.is_barred


Rect = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def _zone(spot: Spot, frame: SideFrame, line: _Line, bottom: float) -> Rect:
    """Give the box over the place that a pin stands for."""
    until = max(spot.at, spot.until)
    left, right = frame.scale.x_at(spot.at), frame.scale.x_at(until)
    if right - left < 6.0:
        middle = (left + right) / 2.0
        left, right = middle - 3.0, middle + 3.0
    low, high = line.heights(spot.at, until)
    low = min([low, *(z for key in ("low", "z") if (z := _number(spot.facts, key)) is not None)])
    high = max([high, *(z for key in ("top", "high") if (z := _number(spot.facts, key)) is not None)])
    foot, head = frame.at(0.0, low)[1], frame.at(0.0, high)[1]
    if foot - head < _LEAST_ZONE:
        foot, head = min(foot + _LEAST_ZONE / 2.0, bottom), foot - _LEAST_ZONE / 2.0
    return tenth(left), tenth(head), tenth(right), tenth(foot)


def _zone_shape(spot: Spot, zone: Rect) -> Shape:
    left, top, right, bottom = zone
    d = path([(left, top), (right, top), (right, bottom), (left, bottom)])
    return Shape("check-zone" if spot.is_check else "bad-zone", d)


def _way_shapes(frame: SideFrame, line: _Line, side: str, length: float, broken: float | None) -> list[Shape]:
    """Draw the unit's own height: what goes, and dashed what does not."""
    if line.is_jump:
        css = "way-bad" if broken is not None else f"way way-{side} way-air"
        return [Shape("way-case", d := _jump_path(frame, line, length)), Shape(css, d)]
    corners = line.points()
    before, behind = (corners, []) if broken is None else _split(corners, broken)
    shapes = [Shape("way-case", _along(frame, corners))]
    if len(before) > 1:
        shapes.append(Shape(f"way way-{side}", _along(frame, before)))
    if len(behind) > 1 and broken is not None and broken < length:
        shapes.append(Shape("way-bad", _along(frame, behind)))
    return shapes


def _along(frame: SideFrame, corners: Iterable[Point]) -> str:
    return line_path(*(frame.at(*corner) for corner in corners))


def _split(corners: Sequence[Point], at: float) -> tuple[list[Point], list[Point]]:
    """Split a line; a step at the place itself belongs to what is behind."""
    if at <= 0.0:
        return [], list(corners)
    for i, ((ax, az), (bx, bz)) in enumerate(pairwise(corners)):
        if bx > ax and bx >= at:
            place = at, az + (bz - az) * (at - ax) / (bx - ax)
            return [*corners[: i + 1], place], [place, *corners[i + 1 :]]
    return list(corners), []


def _jump_path(frame: SideFrame, line: _Line, length: float) -> str:
    """Write the arc of a jump: up, across under the ceiling, down."""
    start, end = line.rises[0].z_start, line.rises[-1].z_end
    top = line.ceiling if line.ceiling is not None else max(start, end) + 1.0
    (ax, ay), (bx, by) = frame.at(0.0, start), frame.at(length, end)
    high = min(frame.at(0.0, max(top, start, end))[1] + _UNDER, ay, by)
    turn = min(_ROUND, (bx - ax) / 2.0)
    points = [(ax, ay)]
    for way, x, y in ((1.0, ax, ay), (-1.0, bx, by)):
        deep = min(_ROUND, y - high)
        steps = [i / 6.0 for i in range(7)]
        # A quarter of an ellipse, from upright to level.
        arc = [(x + way * turn * (1.0 - (1.0 - s * s) ** 0.5), high + deep * (1.0 - s)) for s in steps]
        points += arc if way > 0.0 else arc[::-1]
    points.append((bx, by))
    return line_path(*points)


def _ceiling_shapes(frame: SideFrame, line: _Line, length: float) -> list[Shape]:
    if line.ceiling is None or not line.is_jump:
        return []
    y = frame.at(0.0, line.ceiling)[1]
    return [Shape("ceiling", line_path((_LEFT - 6.0, y), (frame.scale.x_at(length) + _BEYOND, y)))]


def _ticks(frame: SideFrame, way: Way, bottom: float) -> list[Shape]:
    places = [frame.scale.x_at(offset) for offset in way.offsets]
    return [Shape("ruler", "".join(line_path((x, bottom), (x, bottom + _TICK)) for x in places))]


def _said(spot: Spot, line: _Line) -> tuple[str, str, str, str]:
    low, high = line.heights(spot.at, spot.until)
    rise = _number(spot.facts, "rise")
    word = "up" if line.is_up(spot.at, spot.until) else "down"
    return word, height(high - low if rise is None else rise), inches(spot.at), inches(spot.until)


# ---- labels and pins


@dataclass(frozen=True, slots=True)
class _Labels:
    """What the labels of a height profile need to know."""

    frame: SideFrame
    answer: MoveAnswer
    way: Way
    spots: tuple[Spot, ...]
    line: _Line
    cut: Cut
    zones: tuple[Rect, ...]
    words: Mapping[str, str]
    bottom: float

    def ask(self, key: str, text: str, spots: Sequence[Point], *, word: str = "", must: bool = False) -> Wish:
        """Ask a place for a text that stays inside the picture."""
        wide = self.frame.scale.width
        size = text_width(_shown(word, text), _TEXT) + 4.0
        least, most = _LEFT - 4.0 if key[0] != "|" else 1.0, wide - 1.0
        kept = tuple(
            (round(min(max(x, least + size / 2.0), most - size / 2.0), 2), round(y, 2)) for x, y in spots
        )
        return Wish(key, size, _LINE, kept[0], spots=kept, around=False, must=must, leader=False)

    def find(self) -> dict[str, tuple[Placed, str, str, str]]:
        """Give every label its place: placed, class, word and text by key; pins have no text."""
        asked: list[tuple[Wish, str, str, str]] = [
            *self._below(), *self._steps(), *self._pins(), *self._levels(), *self._names(), *self._tops(),
            *self._letters(),
        ]  # fmt: skip
        found: dict[str, tuple[Placed, str, str, str]] = {}
        area = (1.0, 0.0, self.frame.scale.width - 1.0, self.bottom + _BELOW)
        placed = place(
            [wish for wish, *_ in asked],
            area=area,
            boxes=[(0.0, 0.0, _LEFT - 7.0, self.bottom), *self._dims()],
            lines=self._lines(),
        )
        by_key = {one.key: one for one in placed}
        for wish, css, word, text in asked:
            if wish.key in by_key:
                found[wish.key] = (by_key[wish.key], css, word, text)
        return found

    def _dims(self) -> list[Rect]:
        """Give the boxes of the dimension lines, where nothing is written."""
        return [
            (first, _WINDOW_ROW - 4.0, last, _WINDOW_ROW + 4.0)
            for spot, _ in self._dimensioned()
            for first, last in (self._window(spot),)
        ]

    def _lines(self) -> list[tuple[float, float, float, float]]:
        points = self.line.points()
        if self.line.is_jump and self.line.ceiling is not None:
            points = [
                points[0],
                (points[0][0], self.line.ceiling),
                (self.way.length, self.line.ceiling),
                points[-1],
            ]
        corners = [self.frame.at(*point) for point in points]
        return [(*a, *b) for a, b in pairwise(corners)]

    def _below(self) -> Iterable[tuple[Wish, str, str, str]]:
        """Name the start, the end, and as many points between them as there is room for."""
        row = self.bottom + _TICK + 7.0
        start, end = self.frame.scale.x_at(0.0), self.frame.scale.x_at(self.way.length)
        if self.way.length > 0.0:
            text = inches(self.way.length)
            yield self.ask("|end", text, [(end, row)], word="end", must=True), "pf-t", "end", text
        yield self.ask("|start", "", [(start, row)], word="start", must=True), "pf-t", "start", ""
        for index, offset in enumerate(self.way.offsets[1:-1]):
            text = f"{letter_of(index)} {inches(offset)}"
            x = self.frame.scale.x_at(offset)
            spots = [(x + by, row) for by in (0.0, -8.0, 8.0, -16.0, 16.0)]
            yield self.ask(f"|{index}", text, spots), "pf-t", "", text

    def _letters(self) -> Iterable[tuple[Wish, str, str, str]]:
        """Name points by their letter alone, where its length found no place; the caller drops doubles."""
        row = self.bottom + _TICK + 7.0
        for index, offset in enumerate(self.way.offsets[1:-1]):
            x = self.frame.scale.x_at(offset)
            yield self.ask(f"|letter:{index}", letter_of(index), [(x, row)]), "pf-t", "", letter_of(index)

    def _pins(self) -> Iterable[tuple[Wish, str, str, str]]:
        size = 2.0 * PIN + 1.0
        for spot, (left, top, right, bottom) in zip(self.spots, self.zones, strict=True):
            x = min(max((left + right) / 2.0, _LEFT + PIN), self.frame.scale.width - PIN - 1.0)
            lower = bottom - (bottom - top) / 4.0 if bottom - top > 3.0 * PIN else (top + bottom) / 2.0
            foot = bottom - PIN - 1.0
            spots = (
                (x, lower),
                (x, max(foot, (top + bottom) / 2.0)),
                (x, top - PIN - 3.0),
                (x, (top + bottom) / 2.0),
            )
            wish = Wish(
                f"pin:{spot.number}", size, size, (x, (top + bottom) / 2.0), reach=8.0, spots=spots, must=True
            )
            yield wish, "", "", ""

    def _dimensioned(self) -> list[tuple[Spot, Rect]]:
        """Give the place that is most too steep: there is room for one set of dimension lines."""
        steep = [
            (spot, zone)
            for spot, zone in zip(self.spots, self.zones, strict=True)
            if "window" in spot.facts and "rise" in spot.facts
        ]
        return sorted(steep, key=lambda pair: -(_number(pair[0].facts, "rise") or 0.0))[:1]

    def _window(self, spot: Spot) -> tuple[float, float]:
        """Give the pixels of the travel in which so much is too steep."""
        first = max(spot.until - (_number(spot.facts, "window") or 0.0), 0.0)
        return self.frame.scale.x_at(first), self.frame.scale.x_at(max(spot.until, spot.at))

    def _steps(self) -> Iterable[tuple[Wish, str, str, str]]:
        """Write beside each place that is too steep how much it is, how much may be, and on which way."""
        for spot, (left, top, _, bottom) in self._dimensioned():
            window, limit = _number(spot.facts, "window"), _number(spot.facts, "limit")
            rise = _number(spot.facts, "rise")
            if window is None or rise is None:
                continue
            first, right = self._window(spot)
            x = min(left, first) + 2.0
            middle = (top + bottom) / 2.0
            word = "up" if self.line.is_up(spot.at, spot.until) else "down"
            for key, text, word_, css, by in (
                ("rise", height(rise), word, "pf-t pf-b pf-h", -7.5),
                ("limit", "" if limit is None else height(limit), "allowed", "pf-t pf-h", 7.5),
            ):
                if not text:
                    continue
                half = text_width(_shown(word_, text), _TEXT) / 2.0 + 2.0
                spots = [(x - 7.0 - half, middle + by), (right + 9.0 + half, middle + by)]
                yield self.ask(f"{key}:{spot.number}", text, spots, word=word_), css, word_, text
            text = height(window)
            half = text_width(_shown("in any", text), _TEXT) / 2.0 + 2.0
            spots = [(x - 7.0 - half, _WINDOW_ROW), (right + 5.0 + half, _WINDOW_ROW)]
            yield self.ask(f"window:{spot.number}", text, spots, word="in any"), "pf-t", "in any", text

    def _levels(self) -> Iterable[tuple[Wish, str, str, str]]:
        """Write how high a jump goes, and how high what is too high."""
        if self.line.is_jump and self.line.ceiling is not None:
            text = height(self.line.ceiling)
            y = self.frame.at(0.0, self.line.ceiling)[1] - 7.5
            x = self.frame.scale.x_at(self.way.length / 2.0)
            spots = [(x + by, y + down) for down in (0.0, 16.0) for by in (0.0, -60.0, 60.0, -120.0, 120.0)]
            yield self.ask("ceiling", text, spots, word="up to"), "pf-t pf-b pf-h", "up to", text
        for spot, (left, top, right, _) in zip(self.spots, self.zones, strict=True):
            reached = _number(spot.facts, "top")
            if reached is not None:
                name = short(self.words.get(spot.by or "", ""), 16)
                text = f"{name} {height(reached)}" if name else height(reached)
                spots = self._shifted((left + right) / 2.0, [top - 8.0])
                yield self.ask(f"top:{spot.number}", text, spots), "pf-t pf-b pf-h", "", text

    def _tops(self) -> Iterable[tuple[Wish, str, str, str]]:
        """Name what a jump or a flight passes over, with its height."""
        if not self.line.is_above:
            return
        told = {spot.by for spot in self.spots if "top" in spot.facts}
        for part in self.cut.parts:
            if part.piece.id in told or not (part.is_solid or part.is_see_through):
                continue
            told.add(part.piece.id)
            top = _top_of(part, self.cut)
            x, y = self.frame.at((part.start + part.end) / 2.0, top)
            text = f"{short(self.words[part.piece.id], 16)} {height(top)}"
            yield (
                self.ask(f"over:{part.piece.id}", text, self._shifted(x, [y - 8.0, y + 10.0])),
                "pf-t pf-h",
                "",
                text,
            )

    def _shifted(self, x: float, rows: Sequence[float]) -> list[Point]:
        shifts = (0.0, -16.0, 16.0, -32.0, 32.0, -48.0, 48.0)
        return [(x + by, max(row, 7.0)) for row in rows for by in shifts]

    def _names(self) -> Iterable[tuple[Wish, str, str, str]]:
        """Name the ground that costs more, the longest stretch of each piece first."""
        told = sorted(
            (ground for ground in self.answer.ground if _is_told(ground)),
            key=lambda ground: (not ground.is_barred, ground.start - ground.end),
        )
        seen: set[str] = set()
        for ground in told:
            if ground.piece in seen:
                continue
            seen.add(ground.piece)
            middle = (ground.start + ground.end) / 2.0
            x, y = self.frame.at(middle, self.cut.heights_at([middle])[0])
            over = [part for part in self.cut.parts if part.piece.id == ground.piece]
            rows = [y - 14.0, y - 26.0, y - 38.0]
            if over and symbol(ground.kind).layer in (Layer.TREES, Layer.SOLID):
                rows = [self.frame.at(0.0, _top_of(over[0], self.cut))[1] - 8.0, *rows]
            text = short(self.words.get(ground.piece, ground.kind), 16)
            spots = self._shifted(x, rows)
            yield self.ask(f"name:{ground.piece}", text, spots), "pf-t pf-h", "", text

    def drawn(
        self, placed: Mapping[str, tuple[Placed, str, str, str]]
    ) -> tuple[tuple[Text, ...], list[Shape]]:
        """Give the texts, and the dimension lines of those that were placed."""
        texts = [
            Text(css, tenth(one.x), tenth(one.y), text, word=word)
            for key, (one, css, word, text) in placed.items()
            if css and not (key.startswith("|letter:") and f"|{key.rsplit(':', 1)[1]}" in placed)
        ]
        dims: list[Shape] = []
        for spot, (left, top, _, bottom) in self._dimensioned():
            first, last = self._window(spot)
            if f"window:{spot.number}" in placed:
                dims.append(Shape("dim", _dimension((first, _WINDOW_ROW), (last, _WINDOW_ROW))))
            if (rise := placed.get(f"rise:{spot.number}")) is not None:
                x = min(left, first) + 2.0 if rise[0].x < left else last + 4.0
                dims.append(Shape("dim-hit", _dimension((x, bottom), (x, top))))
        return tuple(texts), dims

    def pins(self, placed: Mapping[str, tuple[Placed, str, str, str]]) -> tuple[Pin, ...]:
        """Draw a pin for every reason and every check."""
        return tuple(
            Pin(spot.number, spot.key, tenth(one.x), tenth(one.y), spot.is_check)
            for spot in self.spots
            for one, *_ in (placed[f"pin:{spot.number}"],)
        )


def _dimension(start: Point, end: Point) -> str:
    """Write a dimension line with its two ends."""
    across = (0.0, 4.0) if start[1] == end[1] else (4.0, 0.0)
    bars = "".join(
        line_path((x - across[0], y - across[1]), (x + across[0], y + across[1])) for x, y in (start, end)
    )
    return bars + line_path(start, end)


def _top_of(part: Part, cut: Cut) -> float:
    if part.is_see_through:
        return max(cut.floor(part, cut.breaks(part))) + part.known.top - part.known.base
    return max(part.low, part.high)


def _shown(word: str, text: str) -> str:
    """Give roughly what will stand there, to know how wide it is."""
    return {"in any": f"in any {text} of travel", "allowed": f"{text} allowed"}.get(word, f"{word} {text}")
