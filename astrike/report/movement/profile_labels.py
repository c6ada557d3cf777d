"""Where do the words, dimension lines and pins of a height profile go?"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from astrike.dataclass import dataclass
from astrike.model.movement import MoveAnswer
from astrike.model.terrain import Point
from astrike.report.drawing.labels import LabelWish, PlacedLabel, place_labels
from astrike.report.drawing.shapes import Box, DrawnPath, DrawnText, line_path, tenth, text_width
from astrike.report.movement.path import BasePath, PathSpot, letter_of
from astrike.report.movement.path_overlay import PATH_PIN_SIZE, PathPin
from astrike.report.movement.profile_shapes import LEFT, TICK, PathHeights, is_reported, number_of
from astrike.report.terrain.cross_section import CrossSection, top_of
from astrike.report.terrain.labels import short
from astrike.report.terrain.side_view import SideFrame
from astrike.report.terrain.symbols import TerrainLayer, symbol
from astrike.report.words.numbers import height, inches

WINDOW_ROW = 15.5
"""Where the travel is written in which so much is too steep."""
BELOW = 20.0
"""Pixels under the ground."""
_TEXT = 11.0
_LINE = 12.0


@dataclass(frozen=True, slots=True)
class ProfileLabels:
    """What the labels of a height profile need to know."""

    frame: SideFrame
    answer: MoveAnswer
    way: BasePath
    spots: tuple[PathSpot, ...]
    line: PathHeights
    cut: CrossSection
    zones: tuple[Box, ...]
    words: Mapping[str, str]
    bottom: float

    def ask(
        self, key: str, text: str, slots: Sequence[Point], *, word: str = "", must: bool = False
    ) -> LabelWish:
        """Ask a place for a text that stays inside the picture."""
        wide = self.frame.scale.width
        size = text_width(_shown(word, text), _TEXT) + 4.0
        least, most = LEFT - 4.0 if key[0] != "|" else 1.0, wide - 1.0
        kept = tuple(
            (round(min(max(x, least + size / 2.0), most - size / 2.0), 2), round(y, 2)) for x, y in slots
        )
        return LabelWish(key, size, _LINE, kept[0], slots=kept, around=False, must=must, leader=False)

    def find(self) -> dict[str, tuple[PlacedLabel, str, str, str]]:
        """Give every label its place: placed, class, word and text by key; pins have no text."""
        asked: list[tuple[LabelWish, str, str, str]] = [
            *self._below(), *self._steps(), *self._pins(), *self._levels(), *self._names(), *self._tops(),
            *self._letters(),
        ]  # fmt: skip
        found: dict[str, tuple[PlacedLabel, str, str, str]] = {}
        area = (1.0, 0.0, self.frame.scale.width - 1.0, self.bottom + BELOW)
        placed = place_labels(
            [wish for wish, *_ in asked],
            area=area,
            boxes=[(0.0, 0.0, LEFT - 7.0, self.bottom), *self._dims()],
            lines=self._lines(),
        )
        by_key = {one.key: one for one in placed}
        for wish, css, word, text in asked:
            if wish.key in by_key:
                found[wish.key] = (by_key[wish.key], css, word, text)
        return found

    def _dims(self) -> list[Box]:
        """Give the boxes of the dimension lines, where nothing is written."""
        return [
            (first, WINDOW_ROW - 4.0, last, WINDOW_ROW + 4.0)
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

    def _below(self) -> Iterable[tuple[LabelWish, str, str, str]]:
        """Name the start, the end, and as many points between them as there is room for."""
        row = self.bottom + TICK + 7.0
        start, end = self.frame.scale.x_at(0.0), self.frame.scale.x_at(self.way.length)
        if self.way.length > 0.0:
            text = inches(self.way.length)
            yield self.ask("|end", text, [(end, row)], word="end", must=True), "pf-t", "end", text
        yield self.ask("|start", "", [(start, row)], word="start", must=True), "pf-t", "start", ""
        for index, offset in enumerate(self.way.offsets[1:-1]):
            text = f"{letter_of(index)} {inches(offset)}"
            x = self.frame.scale.x_at(offset)
            slots = [(x + by, row) for by in (0.0, -8.0, 8.0, -16.0, 16.0)]
            yield self.ask(f"|{index}", text, slots), "pf-t", "", text

    def _letters(self) -> Iterable[tuple[LabelWish, str, str, str]]:
        """Name points by their letter alone, where its length found no place; the caller drops doubles."""
        row = self.bottom + TICK + 7.0
        for index, offset in enumerate(self.way.offsets[1:-1]):
            x = self.frame.scale.x_at(offset)
            yield self.ask(f"|letter:{index}", letter_of(index), [(x, row)]), "pf-t", "", letter_of(index)

    def _pins(self) -> Iterable[tuple[LabelWish, str, str, str]]:
        size = 2.0 * PATH_PIN_SIZE + 1.0
        for spot, (left, top, right, bottom) in zip(self.spots, self.zones, strict=True):
            x = min(
                max((left + right) / 2.0, LEFT + PATH_PIN_SIZE), self.frame.scale.width - PATH_PIN_SIZE - 1.0
            )
            lower = (
                bottom - (bottom - top) / 4.0 if bottom - top > 3.0 * PATH_PIN_SIZE else (top + bottom) / 2.0
            )
            foot = bottom - PATH_PIN_SIZE - 1.0
            slots = (
                (x, lower),
                (x, max(foot, (top + bottom) / 2.0)),
                (x, top - PATH_PIN_SIZE - 3.0),
                (x, (top + bottom) / 2.0),
            )
            wish = LabelWish(
                f"pin:{spot.number}", size, size, (x, (top + bottom) / 2.0), reach=8.0, slots=slots, must=True
            )
            yield wish, "", "", ""

    def _dimensioned(self) -> list[tuple[PathSpot, Box]]:
        """Give the place that is most too steep: there is room for one set of dimension lines."""
        steep = [
            (spot, zone)
            for spot, zone in zip(self.spots, self.zones, strict=True)
            if "window" in spot.facts and "rise" in spot.facts
        ]
        return sorted(steep, key=lambda pair: -(number_of(pair[0].facts, "rise") or 0.0))[:1]

    def _window(self, spot: PathSpot) -> tuple[float, float]:
        """Give the pixels of the travel in which so much is too steep."""
        first = max(spot.until - (number_of(spot.facts, "window") or 0.0), 0.0)
        return self.frame.scale.x_at(first), self.frame.scale.x_at(max(spot.until, spot.at))

    def _steps(self) -> Iterable[tuple[LabelWish, str, str, str]]:
        """Write beside each place that is too steep how much it is, how much may be, and on which way."""
        for spot, (left, top, _, bottom) in self._dimensioned():
            window, limit = number_of(spot.facts, "window"), number_of(spot.facts, "limit")
            rise = number_of(spot.facts, "rise")
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
                slots = [(x - 7.0 - half, middle + by), (right + 9.0 + half, middle + by)]
                yield self.ask(f"{key}:{spot.number}", text, slots, word=word_), css, word_, text
            text = height(window)
            half = text_width(_shown("in any", text), _TEXT) / 2.0 + 2.0
            slots = [(x - 7.0 - half, WINDOW_ROW), (right + 5.0 + half, WINDOW_ROW)]
            yield self.ask(f"window:{spot.number}", text, slots, word="in any"), "pf-t", "in any", text

    def _levels(self) -> Iterable[tuple[LabelWish, str, str, str]]:
        """Write how high a jump goes, and how high what is too high."""
        if self.line.is_jump and self.line.ceiling is not None:
            text = height(self.line.ceiling)
            y = self.frame.at(0.0, self.line.ceiling)[1] - 7.5
            x = self.frame.scale.x_at(self.way.length / 2.0)
            slots = [(x + by, y + down) for down in (0.0, 16.0) for by in (0.0, -60.0, 60.0, -120.0, 120.0)]
            yield self.ask("ceiling", text, slots, word="up to"), "pf-t pf-b pf-h", "up to", text
        for spot, (left, top, right, _) in zip(self.spots, self.zones, strict=True):
            reached = number_of(spot.facts, "top")
            if reached is not None:
                name = short(self.words.get(spot.by or "", ""), 16)
                text = f"{name} {height(reached)}" if name else height(reached)
                slots = self._shifted((left + right) / 2.0, [top - 8.0])
                yield self.ask(f"top:{spot.number}", text, slots), "pf-t pf-b pf-h", "", text

    def _tops(self) -> Iterable[tuple[LabelWish, str, str, str]]:
        """Name what a jump or a flight passes over, with its height."""
        if not self.line.is_above:
            return
        named = {spot.by for spot in self.spots if "top" in spot.facts}
        for part in self.cut.parts:
            if part.piece.id in named or not (part.is_solid or part.is_see_through):
                continue
            named.add(part.piece.id)
            top = top_of(part, self.cut)
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

    def _names(self) -> Iterable[tuple[LabelWish, str, str, str]]:
        """Name the ground that costs more, the longest stretch of each piece first."""
        named = sorted(
            (ground for ground in self.answer.ground if is_reported(ground)),
            key=lambda ground: (not ground.is_barred, ground.start - ground.end),
        )
        seen: set[str] = set()
        for ground in named:
            if ground.piece in seen:
                continue
            seen.add(ground.piece)
            middle = (ground.start + ground.end) / 2.0
            x, y = self.frame.at(middle, self.cut.heights_at([middle])[0])
            over = [part for part in self.cut.parts if part.piece.id == ground.piece]
            rows = [y - 14.0, y - 26.0, y - 38.0]
            if over and symbol(ground.kind).layer in (TerrainLayer.TREES, TerrainLayer.SOLID):
                rows = [self.frame.at(0.0, top_of(over[0], self.cut))[1] - 8.0, *rows]
            text = short(self.words.get(ground.piece, ground.kind), 16)
            slots = self._shifted(x, rows)
            yield self.ask(f"name:{ground.piece}", text, slots), "pf-t pf-h", "", text

    def drawn(
        self, placed: Mapping[str, tuple[PlacedLabel, str, str, str]]
    ) -> tuple[tuple[DrawnText, ...], list[DrawnPath]]:
        """Give the texts, and the dimension lines of those that were placed."""
        texts = [
            DrawnText(css, tenth(one.x), tenth(one.y), text, word=word)
            for key, (one, css, word, text) in placed.items()
            if css and not (key.startswith("|letter:") and f"|{key.rsplit(':', 1)[1]}" in placed)
        ]
        dims: list[DrawnPath] = []
        for spot, (left, top, _, bottom) in self._dimensioned():
            first, last = self._window(spot)
            if f"window:{spot.number}" in placed:
                dims.append(DrawnPath("dim", _dimension((first, WINDOW_ROW), (last, WINDOW_ROW))))
            if (rise := placed.get(f"rise:{spot.number}")) is not None:
                x = min(left, first) + 2.0 if rise[0].x < left else last + 4.0
                dims.append(DrawnPath("dim-hit", _dimension((x, bottom), (x, top))))
        return tuple(texts), dims

    def pins(self, placed: Mapping[str, tuple[PlacedLabel, str, str, str]]) -> tuple[PathPin, ...]:
        """Draw a pin for every reason and every check."""
        return tuple(
            PathPin(spot.number, spot.key, tenth(one.x), tenth(one.y), spot.is_check)
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


def _shown(word: str, text: str) -> str:
    """Give roughly what will stand there, to know how wide it is."""
    return {"in any": f"in any {text} of travel", "allowed": f"{text} allowed"}.get(word, f"{word} {text}")
