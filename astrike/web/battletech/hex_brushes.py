"""What does a tap on a hex paint? Each tool has brushes; what cannot be in one hex with the new thing goes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from astrike.dataclass import dataclass
from astrike.formats.questions import written
from astrike.model.battletech.hex import HexQuestion
from astrike.model.battletech.hex_patch import (
    APART,
    GROUNDS,
    HIGHEST,
    LOWEST,
    NEEDS_WATER,
    HexBuilding,
    HexContents,
    has_feature,
)
from astrike.model.battletech.rolls import BUILDINGS
from astrike.web.battletech.desk import Json
from astrike.web.http.i18n import _

LEVEL, WOODS, WATER, BUILDING, MORE = "level", "woods", "water", "building", "more"
RAISE, LOWER = "raise", "lower"
ERASE: Final = "erase"
LEVELS: Final = (-1, 1, 2, 3, 4)
DEPTHS: Final = (0, 1, 2, 3)
STOREYS: Final = (1, 2, 3, 4, 5)
_CLEAR: Final = HexContents()
_SMOKE: Final[Mapping[str, str]] = MappingProxyType({"light-smoke": "light", "heavy-smoke": "heavy"})
_FLAGS: Final = ("rough", "rubble", "pavement", "road")
_GROUNDS: Final = tuple(each for each in GROUNDS if each not in (*NEEDS_WATER, "clear"))
BRUSHES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        LEVEL: (RAISE, LOWER, *map(str, LEVELS)),
        WOODS: ("light", "heavy", "ultra-heavy"),
        WATER: (*map(str, DEPTHS), *NEEDS_WATER),
        BUILDING: tuple(f"{class_}.{levels}" for class_ in BUILDINGS for levels in STOREYS),
        MORE: (*_FLAGS, *_SMOKE, *_GROUNDS, ERASE),
    }
)
"""The brushes of each tool that paints."""
USUAL: Final[Mapping[str, str]] = MappingProxyType(
    {LEVEL: "1", WOODS: "light", WATER: "1", BUILDING: "medium.1", MORE: "rough"}
)
"""The brush that each of them begins with."""


@dataclass(frozen=True, slots=True)
class Brush:
    """What a tap puts into a hex."""

    tool: str
    kind: str


def brush_words(brush: Brush) -> str:
    """Name a brush."""
    if brush.tool == LEVEL:
        return {RAISE: _("+1"), LOWER: _("−1")}.get(brush.kind) or _(
            "L%(level)s", level=brush.kind.replace("-", "−")
        )
    if brush.tool == WATER and brush.kind.isdecimal():
        return _("Depth %(depth)s", depth=brush.kind)
    words = {
        "light": _("Light"), "heavy": _("Heavy"), "ultra-heavy": _("Ultra-heavy"), "rapids": _("Rapids"),
        "torrent": _("Torrent"), "rough": _("Rough"), "rubble": _("Rubble"), "pavement": _("Pavement"),
        "road": _("Road"), "light-smoke": _("Light smoke"), "heavy-smoke": _("Heavy smoke"), "swamp": _("Swamp"),
        "mud": _("Mud"), "snow": _("Deep snow"), "thin-snow": _("Thin snow"), "ice": _("Ice"), "sand": _("Sand"),
        "fields": _("Fields"), "industrial": _("Heavy industrial"), ERASE: _("Clear"),
    }  # fmt: skip
    return words[brush.kind]


def painted(question: HexQuestion, body: Json, brush: Brush, names: Sequence[str]) -> Json:
    """Give a question with a brush drawn over hexes; a tap on one hex that already has it takes it away."""
    contents = dict(question.hexes)
    for name in names:
        before = contents.get(name, _CLEAR)
        after = brushed(before, brush)
        contents[name] = without(before, brush) if after == before and len(names) == 1 else after
    return with_hexes(body, contents)


def with_hexes(body: Json, contents: Mapping[str, HexContents]) -> Json:
    """Give a question with other hexes; clear ones are not named."""
    hexes: dict[str, Any] = {name: dict(written(each)) for name, each in contents.items() if each != _CLEAR}
    rest = {key: value for key, value in body.items() if key != "hexes"}
    return {**rest, "hexes": hexes} if hexes else rest


def brushed(before: HexContents, brush: Brush) -> HexContents:
    """Give what lies in a hex after a brush.

    >>> brushed(HexContents(rough=True, level=2), Brush("water", "1"))
    HexContents(level=2, woods='none', smoke='none', water=1, rough=False, rubble=False, pavement=False, road=False, \
road_sides=(), ground='clear', building=None)
    """
    kind = brush.kind
    match brush.tool:
        case "level":
            steps = {RAISE: before.level + 1, LOWER: before.level - 1}
            level = steps[kind] if kind in steps else int(kind)
            return replace(before, level=max(LOWEST, min(HIGHEST, level)))
        case "woods":
            return _alone(replace(before, woods=kind), "woods")
        case "water" if kind in NEEDS_WATER:
            water = max(1, before.water or 1)
            return _alone(replace(before, ground=kind, water=water), "water", kind)
        case "water":
            return _alone(replace(before, water=int(kind)), "water")
        case "building":
            class_, _dot, levels = kind.partition(".")
            building = replace(before.building or HexBuilding(), class_=class_, levels=int(levels))
            return _alone(replace(before, building=building), "building")
    return _with_more(before, kind)


def _with_more(before: HexContents, kind: str) -> HexContents:
    if kind == ERASE:
        return _CLEAR
    if kind in _SMOKE:
        return replace(before, smoke=_SMOKE[kind])
    flags: dict[str, Any] = {kind: True}
    if kind in _FLAGS:
        return _alone(replace(before, **flags), kind)
    return _alone(replace(before, ground=kind), kind)


def without(before: HexContents, brush: Brush) -> HexContents:
    """Give what lies in a hex without what a brush puts there."""
    match brush.tool:
        case "level":
            return replace(before, level=0)
        case "woods":
            return replace(before, woods="none")
        case "water":
            return _without_feature(before, "water")
        case "building":
            return replace(before, building=None)
    if brush.kind in _SMOKE:
        return replace(before, smoke="none")
    return _without_feature(before, brush.kind)


def _alone(contents: HexContents, *painted_now: str) -> HexContents:
    """Take away what cannot be in a hex with what was just painted."""
    for feature in painted_now:
        for other in _apart_from(feature):
            if other not in painted_now and has_feature(contents, other):
                contents = _without_feature(contents, other)
    return contents


def _apart_from(feature: str) -> Iterator[str]:
    for pair in APART:
        if feature in pair:
            yield pair[1] if pair[0] == feature else pair[0]


def _without_feature(contents: HexContents, feature: str) -> HexContents:
    """Take one thing out of a hex; moving water goes with its water, the sides of a road with the road."""
    if feature == "water" and contents.ground in NEEDS_WATER:
        return replace(contents, water=None, ground="clear")
    if feature == "road":
        return replace(contents, road=False, road_sides=())
    if feature == ERASE:
        return contents
    member = feature if feature in HexContents.__dataclass_fields__ else "ground"
    return replace(contents, **{member: getattr(_CLEAR, member)})
