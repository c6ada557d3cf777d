"""How does a line look from the side: the levels along it, woods two levels high, from height to height?"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.hex import HexOnLine, HexQuestion, HexSight
from astrike.model.battletech.hex_patch import HexContents, PlacedUnit
from astrike.report.battletech.hex_top_view import A, T, pins_of
from astrike.report.battletech.hex_window import WIDTH, around
from astrike.report.battletech.pictures import ClassicPicture, PictureLetters, PictureOutline
from astrike.report.words.texts import Translate
from astrike.report.words.texts import to_translate as _
from astrike.rulebook.battletech.hex_line_rows import HexGrowthRow

Drawn = PictureOutline | PictureLetters
_LEFT: Final = 30.0
_RIGHT: Final = 8.0
_TOP: Final = 10.0
_TALL: Final = 150.0
"""Pixels for all levels together, at most."""
_TALLEST: Final = 22.0
"""Pixels of a level, at most."""
_NAMED: Final = 30.0
"""Narrower columns have no name below them."""
_CLEAR: Final = HexContents()


@dataclass(frozen=True, slots=True)
class _Column:
    """One place of the line."""

    name: str
    contents: HexContents
    unit: PlacedUnit | None = None
    letter: str = ""
    top: int = 0
    """Height of the unit in it."""
    growth: int = 0
    """Levels that woods, smoke and fields reach above the ground."""

    @property
    def floor(self) -> int:
        return self.contents.level - (self.contents.water or 0)

    @property
    def roof(self) -> int:
        return self.contents.level + (self.contents.building.levels if self.contents.building else 0)

    @property
    def canopy(self) -> int:
        return self.contents.level + self.growth


@dataclass(frozen=True, slots=True)
class _Scale:
    wide: float
    level: float
    highest: int
    lowest: int

    def x(self, place: float) -> float:
        return round(_LEFT + place * self.wide, 1)

    def y(self, height: float) -> float:
        return round(_TOP + (self.highest - height) * self.level, 1)


def side_view(
    question: HexQuestion, sight: HexSight, growth: Mapping[str, HexGrowthRow], translate: Translate
) -> ClassicPicture:
    """Draw the levels along a line, and the line from height to height; `growth` says how high woods reach."""
    columns = [replace(each, growth=_growth(each.contents, growth)) for each in _columns(question, sight)]
    highest = max(max(each.roof, each.canopy, each.top) for each in columns) + 1
    lowest = min(each.floor for each in columns) - 1
    level = min(_TALLEST, _TALL / (highest - lowest))
    scale = _Scale((WIDTH - _LEFT - _RIGHT) / len(columns), level, highest, lowest)
    drawn = list(_drawn(columns, scale, pins_of(sight), is_clear=sight.is_clear))
    said = translate(
        _("From the side: %(unit)s at height %(height)s, %(other)s at height %(other_height)s")
    ) % {
        "unit": A,
        "height": sight.attacker_height,
        "other": T,
        "other_height": sight.target_height,
    }
    return ClassicPicture(
        scale.y(lowest) + 18,
        said,
        tuple(each for each in drawn if isinstance(each, PictureOutline)),
        tuple(each for each in drawn if isinstance(each, PictureLetters)),
    )


def _columns(question: HexQuestion, sight: HexSight) -> Iterator[_Column]:
    """Give the places of the line: along a border the hex that counts."""
    contents = dict(question.hexes)
    counted: dict[int, HexOnLine] = {each.place: each for each in sight.hexes if each.is_counted}
    attacker, target = question.attacker, question.target
    if attacker is not None:
        found = contents.get(attacker.hex, _CLEAR)
        yield _Column(attacker.hex, found, attacker, A, sight.attacker_height)
    for place, names in enumerate(sight.line):
        name = counted[place].hex if place in counted else names[0]
        yield _Column(name, contents.get(name, _CLEAR))
    if target is not None and (attacker is None or target.hex != attacker.hex or sight.distance):
        yield _Column(target.hex, contents.get(target.hex, _CLEAR), target, T, sight.target_height)


def _growth(contents: HexContents, rows: Mapping[str, HexGrowthRow]) -> int:
    keys = (f"woods.{contents.woods}", f"smoke.{contents.smoke}", f"ground.{contents.ground}")
    return max((rows[key].height for key in keys if key in rows), default=0)


def _drawn(
    columns: list[_Column], scale: _Scale, pins: Mapping[str, int], *, is_clear: bool
) -> Iterator[Drawn]:
    step = max(1, round(14 / scale.level))
    for height in range(scale.lowest, scale.highest + 1, step):
        yield PictureOutline(
            "hx-rule", ((_LEFT, scale.y(height)), (WIDTH - _RIGHT, scale.y(height))), is_open=True
        )
        yield PictureLetters("hx-n", _LEFT - 6, scale.y(height), str(height), "end")
    for place, column in enumerate(columns):
        yield from _column(column, place, scale)
    heights = [(place, each.top) for place, each in enumerate(columns) if each.unit is not None]
    ends = tuple((scale.x(place + 0.5), scale.y(top)) for place, top in heights)
    if len(ends) == 2:
        yield PictureOutline("hx-line-case", ends, is_open=True)
        yield PictureOutline("hx-line" if is_clear else "hx-line hx-line-no", ends, is_open=True)
    for place, column in enumerate(columns):
        if column.name in pins:
            at = (scale.x(place + 0.5), scale.y(max(column.roof, column.canopy)) - 1)
            yield PictureOutline("hx-pin", around(at, 8, 16))
            yield PictureLetters("hx-pin-t", at[0], at[1], str(pins[column.name]), "middle")


def _column(column: _Column, place: int, scale: _Scale) -> Iterator[Drawn]:
    contents = column.contents
    yield _block("hx-earth", place, scale, scale.lowest, column.floor)
    if contents.water:
        yield _block(f"hx-w{min(contents.water, 2)}", place, scale, column.floor, contents.level)
    if contents.building is not None:
        yield _block("hx-building", place, scale, contents.level, column.roof)
    if contents.woods != "none":
        yield _block(f"hx-canopy hx-{contents.woods}", place, scale, contents.level, column.canopy)
    elif column.growth and contents.smoke == "none":
        yield _block("hx-canopy", place, scale, contents.level, column.canopy)
    if contents.smoke != "none":
        yield _block("hx-smoke", place, scale, contents.level, column.canopy)
    if column.unit is not None:
        side = "hx-a" if column.letter == A else "hx-t"
        low = min(column.top, column.floor + column.unit.elevation)
        low = low if low < column.top else column.top - 1
        yield _block(f"hx-unit {side}", place, scale, low, column.top, narrow=0.3)
        middle = scale.y((low + column.top) / 2)
        yield PictureLetters(f"hx-unit-t {side}-t", scale.x(place + 0.5), middle, column.letter, "middle")
    if scale.wide >= _NAMED:
        yield PictureLetters("hx-n", scale.x(place + 0.5), scale.y(scale.lowest) + 9, column.name, "middle")


def _block(
    css: str, place: int, scale: _Scale, low: float, high: float, *, narrow: float = 0.0
) -> PictureOutline:
    """Give a block of a column from one height to another."""
    left, right = scale.x(place + narrow), scale.x(place + 1 - narrow)
    top, bottom = scale.y(high), scale.y(low)
    return PictureOutline(css, ((left, top), (right, top), (right, bottom), (left, bottom)))
