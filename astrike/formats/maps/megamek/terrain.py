"""What does the terrain of one hex of a MegaMek board become on a table?

Levels count from the level of the hex: an inch each. What is out of range or contradicts itself is kept aside, with
the number of the hex, and the rest of the hex comes.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from astrike.dataclass import dataclass
from astrike.formats.maps.megamek.hex_outlines import Hex
from astrike.formats.maps.megamek.parsing import HexRemarks, HexTerrain
from astrike.formats.table.terrain import DEEPEST, HIGHEST
from astrike.rulebook.loader import DEFAULT_EDITION, load_edition

CLASSES: Final = {1: "light", 2: "medium", 3: "heavy", 4: "hardened"}
GRADES: Final = {1: "light", 2: "heavy", 3: "ultra-heavy"}
_WALL: Final = 5
_MOST_CF: Final = 1_000
_ANY: Final = 99
"""Stands for terrain that is there or not, whatever its level."""
_HELPERS: Final = {
    "foliage_elev": ("woods", "jungle"),
    "bldg_elev": ("building",),
    "bldg_cf": ("building",),
    "bridge_elev": ("bridge",),
    "bridge_cf": ("bridge",),
    "fuel_tank_elev": ("fuel_tank",),
    "fuel_tank_cf": ("fuel_tank",),
    "rapids": ("water",),
    "hazardous_liquid": ("water",),
}
"""Fields that say more about another terrain of the same hex."""
_FLAT: Final = {
    "pavement": "paved",
    "road": "road",
    "mud": "mud",
    "sand": "sand",
    "ice": "ice",
    "tundra": "tundra",
    "snow": "snow",
    "gravel": "gravel",
    "rail": "rail",
    "fortified": "fortified",
    "fields": "planted-fields",
    "planted_fields": "planted-fields",
}
_STRONGER: Final = {
    "rough": ("rough", 2, "ultra-rough"),
    "rubble": ("rubble", 6, "ultra-rubble"),
    "swamp": ("swamp", 2, "quicksand"),
    "magma": ("magma-crust", 2, "magma"),
}
"""Terrain that is another kind from some level on."""
_LEVELS: Final[Mapping[str, tuple[int, int]]] = {
    "woods": (1, 3),
    "jungle": (1, 3),
    "water": (0, int(DEEPEST)),
    "building": (1, 5),
    "bridge": (1, 4),
    "fuel_tank": (1, 5),
    "smoke": (1, 2),
    "rough": (1, 2),
    "rubble": (1, 6),
    "swamp": (1, 3),
    "magma": (1, 2),
    "industrial": (1, int(HIGHEST)),
    "heavy_industrial": (1, int(HIGHEST)),
    "foliage_elev": (1, int(HIGHEST)),
    "bldg_elev": (1, int(HIGHEST)),
    "bldg_cf": (1, _MOST_CF),
    "bridge_elev": (0, int(HIGHEST)),
    "bridge_cf": (1, _MOST_CF),
    "fuel_tank_elev": (1, int(HIGHEST)),
    "fuel_tank_cf": (1, _MOST_CF),
    "rapids": (1, 2),
    "hazardous_liquid": (1, _ANY),
    **dict.fromkeys(_FLAT, (1, _ANY)),
}
"""The least and the most level of each terrain and field that a table has a place for."""
_CROWDED: Final = (("woods", "jungle"), ("building", "fuel_tank"))
"""Terrain of which a hex has one or the other."""


@dataclass(frozen=True, slots=True)
class HexPiece:
    """What hexes have in common that become one piece where they touch."""

    group: str
    kind: str
    properties: tuple[tuple[str, object], ...] = ()
    level: int = 0
    """Ground that it lies on, where that parts one piece from the next: water has a level surface."""


def hill(height: int) -> HexPiece:
    """Give what ground of this height is.

    >>> hill(2)
    HexPiece(group='hill', kind='hill', properties=(('height', 2),), level=0)
    """
    return HexPiece("hill", "hill", (("height", height),))


def hex_pieces(
    place: Hex, level: int, terrain: HexTerrain, *, remarks: HexRemarks, unplaced: Counter[str]
) -> Iterator[HexPiece]:
    """Give everything that lies in a hex, its ground first.

    >>> remarks, unplaced = HexRemarks(), Counter()
    >>> hex_terrain = HexTerrain({"woods": 9, "rough": 1, "bldg_basement_type": 1})
    >>> [each.kind for each in hex_pieces((4, 4), 0, hex_terrain, remarks=remarks, unplaced=unplaced)]
    ['rough']
    >>> [note.sentence for note in remarks.notes()], list(unplaced)
    (['hex 0404: woods:9 was kept aside: needs 1 to 3'], ['bldg_basement_type'])
    """
    if level > 0:
        yield hill(level)
    sound = _sound(place, terrain.levels, remarks)
    for key, value in terrain.levels.items():
        if key not in _LEVELS:
            unplaced[key] += 1
        elif key in sound and key not in _HELPERS:
            if key == "road" and _runs_on_bridge(sound, terrain.exits):
                remarks.say(place, "the road runs on the bridge, whose deck is its road")
                continue
            yield _sort(key, value, level, sound)
    _say_what_is_missing(place, terrain.levels, sound, remarks)


def _sound(place: Hex, levels: Mapping[str, int], remarks: HexRemarks) -> Mapping[str, int]:
    """Give what a hex can have; what it cannot is said."""
    sound: dict[str, int] = {}
    for key, value in levels.items():
        if key not in _LEVELS:
            continue
        least, most = _LEVELS[key]
        owners = _HELPERS.get(key, ())
        crowd = next((other for one, other in _CROWDED if key == other and one in sound), "")
        if not least <= value <= most:
            needs = f"{least} or more" if most == _ANY else f"{least} to {most}"
            remarks.say(place, f"{key}:{value} was kept aside: needs {needs}")
        elif owners and not any(owner in levels for owner in owners):
            remarks.say(place, f"{key}:{value} was kept aside: there is no {' or '.join(owners)} in the hex")
        elif crowd:
            other = next(one for one, another in _CROWDED if another == key)
            remarks.say(place, f"{key}:{value} was kept aside: the hex has {other}:{sound[other]}")
        else:
            sound[key] = value
    return sound


def _say_what_is_missing(
    place: Hex, levels: Mapping[str, int], sound: Mapping[str, int], remarks: HexRemarks
) -> None:
    """Say what a building or bridge does not say about itself."""
    for key, prefix in (("building", "bldg"), ("bridge", "bridge"), ("fuel_tank", "fuel_tank")):
        if key not in sound:
            continue
        what = key.replace("_", " ")
        if f"{prefix}_elev" not in levels:
            how = "its deck is taken 1″ up" if key == "bridge" else "it is taken 1″ high"
            remarks.say(place, f"the {what} has no {prefix}_elev: {how}")
        if f"{prefix}_cf" not in levels and not (key == "building" and sound[key] == _WALL):
            remarks.say(place, f"the {what} has no {prefix}_cf: the factor of its class counts")


def _runs_on_bridge(levels: Mapping[str, int], exits: Mapping[str, int]) -> bool:
    """Say whether a road goes out to no other sides than the bridge of its hex; one that does passes beneath."""
    road, bridge = exits.get("road", 0), exits.get("bridge", 0)
    return "bridge" in levels and road > 0 and not road & ~bridge


def _given(key: str, levels: Mapping[str, int], field_name: str) -> tuple[tuple[str, object], ...]:
    return ((key, levels[field_name]),) if field_name in levels else ()


def _built(level: int, levels: Mapping[str, int], prefix: str) -> tuple[tuple[str, object], ...]:
    """Say where something built stands, how high it is, and what it bears."""
    height = levels.get(f"{prefix}_elev", 1)
    return (("base", level), ("height", height), *_given("cf", levels, f"{prefix}_cf"))


def _deck(level: int, levels: Mapping[str, int]) -> tuple[tuple[str, object], ...]:
    """Say where the deck of a bridge lies: its top is as high as the file says, with room beneath."""
    thick = load_edition(DEFAULT_EDITION).number("bridge.deck")
    top = level + levels.get("bridge_elev", 1)
    return (("base", top - thick), ("height", thick), *_given("cf", levels, "bridge_cf"))


def _sort(key: str, value: int, level: int, levels: Mapping[str, int]) -> HexPiece:
    match key:
        case "woods" | "jungle":
            grade = GRADES[value]
            return HexPiece(
                f"{key} {grade}", key, (("class", grade), *_given("height", levels, "foliage_elev"))
            )
        case "water":
            kind = "water"
            if "rapids" in levels:
                kind = "rapids"
            elif "hazardous_liquid" in levels:
                kind = "hazardous-liquid"
            return HexPiece(kind, kind, (("depth", value),), level)
        case "building" if value == _WALL:
            return HexPiece("wall", "wall", _built(level, levels, "bldg"))
        case "building":
            return HexPiece(key, key, (("class", CLASSES[value]), *_built(level, levels, "bldg")))
        case "bridge":
            return HexPiece(key, key, (("class", CLASSES[value]), *_deck(level, levels)))
        case "fuel_tank":
            return HexPiece("fuel tank", "building", _built(level, levels, key))
        case "industrial" | "heavy_industrial":
            return HexPiece("heavy-industrial", "heavy-industrial", (("height", value),))
        case "smoke":
            return HexPiece("smoke", "smoke", (("class", GRADES[value]),))
        case _ if key in _STRONGER:
            kind, least, stronger = _STRONGER[key]
            kind = stronger if value >= least else kind
            return HexPiece(kind, kind)
        case _:
            return HexPiece(_FLAT[key], _FLAT[key])
