"""What do the fields of one hex of a MegaMek board mean on the classic desk, and what does the desk write there?"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from astrike.dataclass import dataclass
from astrike.formats.maps.megamek.hex_outlines import Hex
from astrike.formats.maps.megamek.parsing import HexRemarks, HexTerrain
from astrike.model.battletech.hex_patch import (
    APART,
    HIGHEST,
    LOWEST,
    MOST_CF,
    MOST_DEPTH,
    MOST_LEVELS,
    NEEDS_WATER,
    HexBuilding,
    HexContents,
    has_feature,
)
from astrike.rulebook.battletech.loader import load_battletech

WOODS: Final = {1: "light", 2: "heavy", 3: "ultra-heavy"}
SMOKE: Final = {1: "light", 2: "heavy", 3: "light", 4: "heavy"}
"""The third and fourth are made by infernos."""
CLASSES: Final = {1: "light", 2: "medium", 3: "heavy", 4: "hardened"}
GROUNDS: Final[Mapping[tuple[str, int], str]] = {
    ("swamp", 1): "swamp",
    ("mud", 1): "mud",
    ("snow", 1): "thin-snow",
    ("snow", 2): "snow",
    ("ice", 1): "ice",
    ("sand", 1): "sand",
    ("rapids", 1): "rapids",
    ("rapids", 2): "torrent",
    ("planted_fields", 1): "fields",
    ("fields", 1): "fields",
    ("heavy_industrial", 1): "industrial",
    ("industrial", 1): "industrial",
}
"""Ground by field and level; where two fields mean the same, the first is written."""
_GROUND_FIELDS: Final = tuple(dict.fromkeys(name for name, _ in GROUNDS))
_BASEMENTS: Final = {0: 0, 1: 0, 2: 2, 3: 1, 4: 1, 5: 1, 6: 1, 7: 2}
"""Levels of a basement by its type; 0 where nobody knows yet."""
_BASEMENT_TYPES: Final = {1: 4, 2: 2}
_FOLIAGE: Final = {"light": 2, "heavy": 2, "ultra-heavy": 3}
_FEATURES: Final = ("woods", "water", "rough", "rubble", "pavement", "smoke", "building", "road", "bridge")
_HELPERS: Final = {
    "foliage_elev": "woods", "bldg_elev": "building", "bldg_cf": "building", "bldg_basement_type": "building",
    "bridge_elev": "bridge", "bridge_cf": "bridge",
}  # fmt: skip
"""Fields that say more about another of the same hex."""
_ALL_SIDES: Final = 0b111111


@dataclass(slots=True)
class HexReading:
    """One hex while it is read: its fields, and what is said about it."""

    place: Hex
    terrain: HexTerrain
    remarks: HexRemarks
    unplaced: Counter[str]

    def say(self, words: str) -> None:
        """Say something about the hex."""
        self.remarks.say(self.place, words)

    def word(self, field: str, words: Mapping[int, str]) -> str | None:
        """Give the word for the level of a field; None where the field is missing or has another level."""
        level = self.terrain.levels.get(field)
        if level is None:
            return None
        if level not in words:
            self.say(f"{field}:{level} was kept aside: needs {min(words)} to {max(words)}")
        return words.get(level)

    def whole(self, field: str, least: int, most: int) -> int | None:
        """Give the level of a field; None where it is missing or out of range."""
        level = self.terrain.levels.get(field)
        if level is not None and not least <= level <= most:
            self.say(f"{field}:{level} was kept aside: needs {least} to {most}")
            return None
        return level

    def sides(self, field: str) -> tuple[int, ...]:
        """Give the hexsides through which a road or bridge goes out; none where the file does not say."""
        mask = self.terrain.exits.get(field, 0)
        return tuple(side for side in range(6) if mask & (1 << side))


def contents_of(reading: HexReading, level: int) -> HexContents:
    """Give what lies in a hex of a board; what the desk does not know is said.

    >>> hex_reading = HexReading((1, 1), HexTerrain({"woods": 1, "geyser": 1}), HexRemarks(), Counter())
    >>> contents_of(hex_reading, 2).woods, contents_of(hex_reading, 2).level, dict(hex_reading.unplaced)
    ('light', 2, {'geyser': 2})
    """
    levels = reading.terrain.levels
    for field in levels:
        if field not in _FEATURES and field not in _HELPERS and field not in _GROUND_FIELDS:
            reading.unplaced[field] += 1
        elif (owner := _HELPERS.get(field)) and owner not in levels:
            reading.say(f"{field}:{levels[field]} was kept aside: there is no {owner} in the hex")
    woods = reading.word("woods", WOODS)
    if woods and (foliage := levels.get("foliage_elev", _FOLIAGE[woods])) != _FOLIAGE[woods]:
        reading.say(f"woods {foliage} levels high: taken as high as usual")
    for field in ("rough", "rubble"):
        if field in levels and levels[field] >= _ULTRA[field]:
            reading.say(f"{field}:{levels[field]}: taken as {field}")
    water = reading.whole("water", 0, MOST_DEPTH)
    road, road_sides = _road(reading, water)
    found = HexContents(
        level=_level(reading, level),
        woods=woods or "none",
        smoke=reading.word("smoke", SMOKE) or "none",
        water=water,
        rough="rough" in levels,
        rubble="rubble" in levels,
        pavement="pavement" in levels,
        road=road,
        road_sides=road_sides,
        ground=_ground(reading),
        building=_building(reading),
    )
    return _without_contradictions(reading, found)


_ULTRA: Final = {"rough": 2, "rubble": 6}


def _level(reading: HexReading, level: int) -> int:
    found = max(LOWEST, min(HIGHEST, level))
    if found != level:
        reading.say(f"level {level}: taken as {found}")
    return found


def _road(reading: HexReading, water: int | None) -> tuple[bool, tuple[int, ...]]:
    """Tell whether a road or a bridge leads through a hex, and through which hexsides."""
    levels = reading.terrain.levels
    deck = levels.get("bridge_elev", 0)
    if "bridge" in levels and (water is not None or not deck):
        if deck:
            reading.say(f"a bridge {deck} levels up: taken as level with its banks")
        return True, tuple(sorted({*reading.sides("bridge"), *reading.sides("road")}))
    if "bridge" in levels:
        reading.say("a bridge over land was left out")
    if "road" not in levels:
        return False, ()
    if water is not None:
        reading.say("a road through water without a bridge was left out")
        return False, ()
    return True, reading.sides("road")


def _ground(reading: HexReading) -> str:
    """Give what else the ground is: the first of its fields that the desk knows."""
    found: list[str] = []
    for field in _GROUND_FIELDS:
        level = reading.terrain.levels.get(field)
        if level is None:
            continue
        known = [each for name, each in GROUNDS if name == field]
        most = max(known)
        if level > most:
            reading.say(f"{field}:{level}: taken as {field}:{most}")
        found.append(GROUNDS[field, min(max(level, 1), most)])
    for other in found[1:]:
        reading.say(f"{other} was left out: the hex has {found[0]}")
    return found[0] if found else "clear"


def _building(reading: HexReading) -> HexBuilding | None:
    class_ = reading.word("building", CLASSES)
    if class_ is None:
        return None
    cf = reading.whole("bldg_cf", 1, MOST_CF)
    basement = reading.whole("bldg_basement_type", min(_BASEMENTS), max(_BASEMENTS))
    return HexBuilding(
        levels=reading.whole("bldg_elev", 1, MOST_LEVELS) or 1,
        class_=class_,
        cf=None if cf == usual_cf(class_) else cf,
        basement=_BASEMENTS[basement or 0],
    )


def _without_contradictions(reading: HexReading, found: HexContents) -> HexContents:
    """Leave out what cannot be in one hex with something else."""
    if found.ground in NEEDS_WATER and found.water is None:
        reading.say(f"{found.ground} was left out: there is no water in the hex")
        found = replace(found, ground="clear")
    for first, second in APART:
        if has_feature(found, first) and has_feature(found, second):
            reading.say(f"{second} was left out: the hex has {first}")
            found = replace(found, **{_holder(second): getattr(HexContents(), _holder(second))})
    return found


def _holder(feature: str) -> str:
    """Name the member of a hex that holds a feature: grounds share one."""
    return feature if hasattr(HexContents(), feature) else "ground"


def usual_cf(class_: str) -> int:
    """Give the CF of a class of buildings.

    >>> usual_cf("medium")
    40
    """
    return load_battletech("").buildings[class_].cf


# ---- writing


def fields_of(contents: HexContents, linked: int) -> Iterator[str]:
    """Write what lies in a hex as fields of a board; `linked` has a bit for each hexside its building goes on through.

    >>> list(fields_of(HexContents(woods="heavy", road=True, road_sides=(0, 3)), linked=0))
    ['woods:2', 'foliage_elev:2', 'road:1:9']
    """
    if contents.woods != "none":
        yield f"woods:{_key(WOODS, contents.woods)}"
        yield f"foliage_elev:{_FOLIAGE[contents.woods]}"
    if contents.smoke != "none":
        yield f"smoke:{_key(SMOKE, contents.smoke)}"
    if contents.water is not None:
        yield f"water:{contents.water}"
    for field in ("rough", "rubble", "pavement"):
        if getattr(contents, field):
            yield f"{field}:1"
    if contents.ground != "clear":
        field, level = next(key for key, ground in GROUNDS.items() if ground == contents.ground)
        yield f"{field}:{level}"
    if contents.road:
        yield from _road_fields(contents)
    if contents.building:
        yield from _building_fields(contents.building, linked)


def _road_fields(contents: HexContents) -> Iterator[str]:
    mask = sum(1 << side for side in contents.road_sides)
    exits = f":{mask}" if mask else ""
    if contents.water is None:
        yield f"road:1{exits}"
        return
    yield f"bridge:{_key(CLASSES, _BRIDGE)}{exits}"
    yield "bridge_elev:0"
    yield f"bridge_cf:{usual_cf(_BRIDGE)}"


_BRIDGE: Final = "medium"
"""The class of bridges, about which the desk asks nothing."""


def _building_fields(building: HexBuilding, linked: int) -> Iterator[str]:
    yield f"building:{_key(CLASSES, building.class_)}:{linked & _ALL_SIDES}"
    yield f"bldg_elev:{building.levels}"
    yield f"bldg_cf:{building.cf or usual_cf(building.class_)}"
    if building.basement:
        yield f"bldg_basement_type:{_BASEMENT_TYPES[building.basement]}"


def _key(words: Mapping[int, str], word: str) -> int:
    """Give the first level that means a word."""
    return next(level for level, each in words.items() if each == word)
