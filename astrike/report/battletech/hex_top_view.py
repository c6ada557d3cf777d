"""How does a patch of hexes look from above: what lies in it, the line, both units, the path?

What counts is framed and numbered, so that it is read in black and white too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.battletech.hex import HexOnLine, HexQuestion, HexSight
from astrike.model.battletech.hex_patch import HexContents, PlacedUnit
from astrike.model.battletech.hex_path import PathAnswer
from astrike.report.battletech.hex_window import HexWindow, Point, around, name_of
from astrike.report.battletech.hex_words import contents_words
from astrike.report.battletech.pictures import ClassicPicture, PictureLetters, PictureOutline
from astrike.report.words.texts import Translate
from astrike.report.words.texts import to_translate as _

Drawn = PictureOutline | PictureLetters
A, T, S = "A", "T", "S"
"""The letters of attacker, target and spotter."""
_LEGIBLE: Final = 36.0
"""Hexes smaller than this have no words in them."""
_CLEAR: Final = HexContents()
_TREES: Final[Mapping[str, tuple[Point, ...]]] = {
    "light": ((-0.24, -0.1), (0.22, -0.06), (-0.02, 0.16)),
    "heavy": ((-0.28, -0.12), (0, -0.16), (0.27, -0.1), (-0.17, 0.1), (0.15, 0.1), (0, -0.02)),
    "ultra-heavy": (
        (-0.3, -0.12), (-0.1, -0.18), (0.1, -0.18), (0.3, -0.12), (-0.24, 0.08), (0, 0.02), (0.24, 0.08),
        (-0.1, 0.2), (0.12, 0.2),
    ),
}  # fmt: skip
_STONES: Final = ((-0.25, -0.08), (0.05, -0.18), (0.24, 0.02), (-0.08, 0.12))


@dataclass(frozen=True, slots=True)
class TopView:
    """What is drawn from above."""

    question: HexQuestion
    window: HexWindow
    sight: HexSight | None = None
    move: PathAnswer | None = None
    roads: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Hexsides through which the road of a hex leads."""
    looked_at: str = ""


def top_view(view: TopView, translate: Translate) -> ClassicPicture:
    """Draw a patch from above."""
    drawn = list(_drawn(view, translate))
    return ClassicPicture(
        view.window.height,
        said_from_above(view.question, translate),
        tuple(each for each in drawn if isinstance(each, PictureOutline)),
        tuple(each for each in drawn if isinstance(each, PictureLetters)),
    )


def said_from_above(question: HexQuestion, translate: Translate) -> str:
    """Say what a patch looks like to those who do not see it."""
    found = [f"{name} {contents_words(contents, translate)}" for name, contents in sorted(question.hexes)]
    units = ((A, question.attacker), (T, question.target))
    found += [
        translate(_("%(unit)s in %(hex)s")) % {"unit": letter, "hex": unit.hex}
        for letter, unit in units
        if unit is not None
    ]
    return "; ".join(found) or translate(_("Clear hexes"))


def pins_of(sight: HexSight) -> dict[str, int]:
    """Number the hexes that block or cover, in the order of the line.

    The same numbers stand beside their rows.
    """
    named = [each.hex for each in sight.hexes if each.is_counted and (each.is_blocking or each.gives_cover)]
    return {name: number for number, name in enumerate(dict.fromkeys(named), 1)}


def _drawn(view: TopView, translate: Translate) -> Iterator[Drawn]:
    window, contents = view.window, dict(view.question.hexes)
    names = [name_of(cell) for cell in window.cells]
    for name in names:
        yield PictureOutline(_ground(contents.get(name, _CLEAR)), window.corners(name))
    for name in names:
        if name in contents:
            yield from _on_ground(contents[name], name, view)
    if window.across >= _LEGIBLE:
        for name in names:
            yield from _lettered(contents.get(name, _CLEAR), name, window, translate)
    if view.looked_at and window.shows(view.looked_at):
        yield PictureOutline("hx-looked", window.corners(view.looked_at, 0.92))
    if view.move is not None:
        yield from _path(view.move, window, view.question)
    if view.sight is not None:
        yield from _line(view, view.sight)
    spotter = view.question.shot.spotter
    units = ((A, view.question.attacker), (T, view.question.target), (S, spotter))
    shown = [(letter, unit) for letter, unit in units if unit is not None and window.shows(unit.hex)]
    for letter, unit in shown:
        others = [other for other, beside in shown if beside.hex == unit.hex]
        yield from _unit(letter, unit, window, others.index(letter) - (len(others) - 1) / 2)


# ---- what lies in a hex


def _ground(contents: HexContents) -> str:
    """Give the class of the color of a hex."""
    if contents.water is not None:
        return f"hx-hex hx-w{min(contents.water, 2)}"
    if contents.pavement:
        return "hx-hex hx-paved"
    if contents.level:
        return f"hx-hex hx-h{min(contents.level, 4)}" if contents.level > 0 else "hx-hex hx-low"
    if contents.woods != "none":
        return "hx-hex hx-wood"
    return "hx-hex" if contents.ground == "clear" else "hx-hex hx-soft"


def _on_ground(contents: HexContents, name: str, view: TopView) -> Iterator[Drawn]:
    window = view.window
    x, y = window.middle(name)
    size = window.across
    for side in view.roads.get(name, ()):
        for css in ("hx-road-edge", "hx-road"):
            yield PictureOutline(css, (window.middle(name), window.side(name, side)), is_open=True)
    if contents.building is not None:
        yield PictureOutline("hx-building", window.corners(name, 0.72))
    for part_x, part_y in _TREES.get(contents.woods, ()):
        yield PictureOutline("hx-tree", around((x + part_x * size, y + part_y * size), size * 0.09, 8))
    if contents.rough:
        for part_x, part_y in _STONES:
            yield PictureOutline("hx-stone", around((x + part_x * size, y + part_y * size), size * 0.08, 3))
    if contents.rubble:
        for part_x, part_y in _STONES:
            yield PictureOutline("hx-stone", around((x + part_x * size, y + part_y * size), size * 0.08, 4))
    if contents.smoke != "none":
        for share in (0.8, 0.6)[: 1 if contents.smoke == "light" else 2]:
            yield PictureOutline("hx-smoke", window.corners(name, share))


def _lettered(
    contents: HexContents, name: str, window: HexWindow, translate: Translate
) -> Iterator[PictureLetters]:
    x, y = window.middle(name)
    yield PictureLetters("hx-n", x, round(y - window.high / 2 + 7, 1), name, "middle")
    words = " ".join(_codes(contents, translate))
    if words:
        yield PictureLetters("hx-code", x, round(y + window.high / 2 - 8, 1), words, "middle")


def _codes(contents: HexContents, translate: Translate) -> Iterator[str]:
    """Give the letters for level, depth and height of a building."""
    if contents.level:
        yield translate(_("L%(level)s")) % {"level": contents.level}
    if contents.water is not None:
        yield translate(_("D%(depth)s")) % {"depth": contents.water}
    if contents.building is not None:
        yield translate(_("B%(levels)s")) % {"levels": contents.building.levels}


# ---- the line


def _line(view: TopView, sight: HexSight) -> Iterator[Drawn]:
    attacker, target, window = view.question.attacker, view.question.target, view.window
    if attacker is None or target is None:
        return
    beside = {each.hex for each in sight.hexes if each.side is not None}
    for each in sight.hexes:
        if window.shows(each.hex):
            yield from _frame(each, window, is_beside=each.hex in beside)
    ends = (window.middle(attacker.hex), window.middle(target.hex))
    yield PictureOutline("hx-line-case", ends, is_open=True)
    yield PictureOutline("hx-line" if sight.is_clear else "hx-line hx-line-no", ends, is_open=True)
    for name, number in pins_of(sight).items():
        if window.shows(name):
            x, y = window.middle(name)
            at = (x - window.across * 0.27, y)
            yield PictureOutline("hx-pin", around(at, max(6.0, window.across * 0.15), 16))
            if window.across >= _LEGIBLE:
                yield PictureLetters("hx-pin-t", at[0], at[1], str(number), "middle")


def _frame(each: HexOnLine, window: HexWindow, *, is_beside: bool) -> Iterator[Drawn]:
    """Frame a hex of the line that matters: what blocks or covers, and both candidates along a border."""
    if each.is_counted and (each.is_blocking or each.gives_cover):
        yield PictureOutline("hx-matters", window.corners(each.hex, 0.94))
    elif is_beside:
        css = "hx-counted" if each.is_counted else "hx-not-counted"
        yield PictureOutline(css, window.corners(each.hex, 0.9))


# ---- the path


def _path(move: PathAnswer, window: HexWindow, question: HexQuestion) -> Iterator[Drawn]:
    """Draw a path hex by hex, with the MP that were spent in each."""
    if question.path is None:
        return
    start = question.path.from_
    places = [start]
    spent: dict[int, int] = {0: 0}
    for leg in move.legs:
        if leg.hex != places[-1]:
            places.append(leg.hex)
        spent[len(places) - 1] = spent.get(len(places) - 1, 0) + leg.cost
    points = tuple(window.middle(name) for name in places)
    if len(points) > 1:
        for css in ("hx-path-case", "hx-path"):
            yield PictureOutline(css, points, is_open=True)
    if window.across < _LEGIBLE:
        return
    for number, name in enumerate(places):
        if spent.get(number) and window.shows(name):
            x, y = window.middle(name)
            at = (x + window.across * 0.3, y)
            yield PictureLetters("hx-mp", round(at[0], 1), round(at[1], 1), str(spent[number]), "middle")


# ---- units


def _unit(letter: str, unit: PlacedUnit, window: HexWindow, aside: float) -> Iterator[Drawn]:
    """Draw a unit: where its feet point as a filled tip, where its torso points as a line.

    Units in one hex stand beside each other: `aside` is how many places to the right of the middle.
    """
    middle = window.middle(unit.hex)
    x, y = round(middle[0] + aside * window.across * 0.42, 1), middle[1]
    radius = window.across * (0.3 if letter == S else 0.2)  # three corners leave a letter less room
    side = {A: "hx-a", T: "hx-t", S: "hx-s"}[letter]
    left, right = (_between(window, unit, turn) for turn in (-1, 1))
    yield PictureOutline(f"hx-unit {side}", (window.side(unit.hex, unit.facing, 0.98), right, left))
    if unit.twist:
        seen = window.side(unit.hex, (unit.facing + unit.twist) % 6, 0.98)
        for css in ("hx-twist-case", "hx-twist"):
            yield PictureOutline(css, ((x, y), seen), is_open=True)
    corners = {A: 20, T: 4, S: 3}[letter]
    yield PictureOutline(f"hx-unit {side}", _mark((x, y), radius, corners))
    if window.across >= _LEGIBLE:
        yield PictureLetters(f"hx-unit-t {side}-t", x, y, letter, "middle")


def _between(window: HexWindow, unit: PlacedUnit, turn: int) -> Point:
    """Give a place on the way to the corner left (-1) or right (1) of the side that a unit faces."""
    ahead = window.side(unit.hex, unit.facing, 0.6)
    beside = window.side(unit.hex, (unit.facing + turn) % 6, 0.6)
    return round((ahead[0] + beside[0]) / 2, 1), round((ahead[1] + beside[1]) / 2, 1)


def _mark(middle: Point, radius: float, corners: int) -> tuple[Point, ...]:
    """Give the outline of a unit: round, square or with three corners."""
    x, y = middle
    if corners == 4:
        return (
            (x - radius, y - radius),
            (x + radius, y - radius),
            (x + radius, y + radius),
            (x - radius, y + radius),
        )
    return around(middle, radius, corners)
