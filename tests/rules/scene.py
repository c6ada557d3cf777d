"""A rules case laid out on a table: as written, shifted, turned, mirrored.

Reads the short form of tests/cases (see README.md there), makes a table file of it in some pose and asks the
question: an attack, a line of sight, a declared move, or what a unit is right now. What the answer should be is
`expectation`.
"""

import copy
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from astrike.formats.table.table_file import parse_document
from astrike.model.area_answer import BlastAnswer
from astrike.model.attack_answer import AttackAnswer, SightReport
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.dice import DiceTray
from astrike.model.effect_answer import EffectAnswer
from astrike.model.electronics_answer import NetworksAnswer
from astrike.model.legality import Legality
from astrike.model.movement import MoveAnswer, MoveQuestion, Waypoint
from astrike.model.turn_order import OrderAnswer
from astrike.model.unit_answer import UnitAnswer
from astrike.presets.loader import load_preset
from astrike.rules.area.blast import blast
from astrike.rules.area.scatter import scatter
from astrike.rules.effects.effect import effect
from astrike.rules.electronics.networks import networks
from astrike.rules.layout.legality import check_table
from astrike.rules.movement.judge import judge_move
from astrike.rules.movement.turn_order import order
from astrike.rules.movement.unit_answer import unit_answer
from astrike.rules.movement.withdrawal import with_withdrawal_check
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders
from tests.asking import attack, sight
from tests.builders import Json
from tests.rules.hex_scene import expected_in_inches, first_centre, onto_hexes, written_in_inches

USUAL_UNIT: Json = {"type": "BM", "skill": 4, "tmm": 0, "motion": "ground", "damage": "3/3/3"}
"""A unit of which a case says nothing but the place."""
USUAL_MOVER: Json = {"type": "BM", "size": 2, "skill": 4, "move": '10"', "tmm": 2, "motion": "unmoved"}
"""The same in a case about a move or about what a unit is."""
HEAD = ("sides", "environment", "options", "conditions", "networks", "declarations", "marks", "grid", "phase")
QUESTION = (
    "kind", "weapon", "special", "spotter", "overheat", "secondary", "modifiers", "path", "rolls", "choices",
)  # fmt: skip
MOVE_QUESTION = ("mode", "facing", "mount", "dismount", "land", "take_off")
ASKED = ("attack", "sight", "move", "unit", "blast", "scatter", "electronics", "order", "effect", "legal")
"""What a case asks: one of these."""
SIDES = {"west": 0, "south": 1, "east": 2, "north": 3}
MARGIN = 3.0


@dataclass(frozen=True, slots=True)
class Pose:
    """Where and how the whole table lies: mirrored first, then turned (counter-clockwise), then shifted."""

    name: str
    turn: float = 0.0
    mirrored: bool = False
    shift: tuple[float, float] | None = None
    """None: where the case puts it, moved only when that is off the table."""

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Put a point of the case where it lies in this pose, before the shift."""
        if self.mirrored:
            x = -x
        angle = math.radians(self.turn)
        # Quarter turns are exact: sin and cos of 90 degrees are not quite 0 and 1.
        cos, sin = (0.0, 1.0) if self.turn == 90 else (math.cos(angle), math.sin(angle))
        return x * cos - y * sin, x * sin + y * cos

    def bearing(self, degrees: float) -> float:
        """Turn a direction, degrees clockwise from north."""
        return ((-degrees if self.mirrored else degrees) - self.turn) % 360


AS_WRITTEN = Pose("as written")
POSES = (
    AS_WRITTEN,
    Pose("shifted", shift=(11.37, 7.91)),
    Pose("turned by 90 degrees", turn=90, shift=(5.03, 9.49)),
    Pose("mirrored", mirrored=True, shift=(7.77, 3.33)),
    Pose("turned by an odd angle", turn=37.3, shift=(4.21, 6.07)),
)


HEX_POSES = (
    AS_WRITTEN,
    Pose("shifted by whole hexes", shift=(11.37, 7.91)),
    Pose("turned by 60 degrees", turn=60, shift=(5.03, 9.49)),
    Pose("mirrored", mirrored=True, shift=(7.77, 3.33)),
    Pose("turned by 180 degrees", turn=180, shift=(4.21, 6.07)),
)
"""The same for cases on hexes, which have to come to lie on hexes."""


def fitting(poses: Sequence[Pose], scene: "Scene") -> list[Pose]:
    """Give the poses that this scene can be laid out in."""
    if "legal" in scene.raw:
        return [pose for pose in poses if pose is AS_WRITTEN]
    if "scatter" in scene.raw:  # the 1 points north, however the table is turned
        return [pose for pose in poses if not pose.turn and not pose.mirrored]
    if "grid" not in scene.raw:
        return list(poses)
    return [HEX_POSES[POSES.index(pose)] for pose in poses]


@dataclass(frozen=True, slots=True)
class Scene:
    """One position and one question of a case: the case itself, or one of its variations."""

    name: str
    raw: Mapping[str, object]
    expect: Mapping[str, object]
    units: dict[str, Json] = field(default_factory=dict)


def scenes(raw: Mapping[str, object]) -> Iterator[Scene]:
    """Give the case as written, then each variation with its changes laid over it."""
    if "expect" in raw:
        yield Scene("the case", written_in_inches(raw), expected_in_inches(raw, _table(raw["expect"])))
    for word in ("near", "also"):
        for number, change in enumerate(_list(raw.get(word, [])), start=1):
            changed = _over(raw, change)
            yield Scene(
                f"{word} {number} {change.get('note', '')}".strip(),
                written_in_inches(changed),
                expected_in_inches(changed, _table(change["expect"])),
            )


def _over(raw: Mapping[str, object], change: Mapping[str, object]) -> Json:
    """Lay a variation over its case: tables key by key, the rest as a whole; then move and stretch."""
    known = {
        *HEAD,
        "units",
        "terrain",
        "markers",
        *ASKED,
        "ask",
        "expect",
        "note",
        "shift",
        "stretch",
        "editions",
        "edge",
    }
    if unknown := set(change) - known:
        raise ValueError(f"a variation of {raw['id']} has the unknown keys {', '.join(sorted(unknown))}")
    changed: Json = copy.deepcopy({key: value for key, value in raw.items() if key not in ("near", "also")})
    if set(ASKED) & set(change):
        for word in ASKED:
            changed.pop(word, None)
    for key, value in change.items():
        if key in ("shift", "stretch", "expect", "note"):
            continue
        if key in ("units", "terrain", "markers"):
            inside = _table(changed.setdefault(key, {}))
            for name, properties in _table(value).items():
                inside[name] = {**_table(inside.get(name, {})), **_table(properties)}
        elif isinstance(value, dict) and isinstance(changed.get(key), dict):
            changed[key] = {**_table(changed[key]), **value}
        else:
            changed[key] = value
    for name, by in _table(change.get("shift", {})).items():
        _move(changed, name, by)
    for name, edges in _table(change.get("stretch", {})).items():
        piece = _table(_table(changed["terrain"])[name])
        box = list(piece["box"])
        for side, by in _table(edges).items():
            box[SIDES[side]] += by
        piece["box"] = box
    return changed


def _move(raw: Json, name: str, by: Sequence[float]) -> None:
    pieces = _table(raw.get("terrain", {}))
    for points in (_table(raw.get("units", {})), _table(raw.get("markers", {}))):
        if name in points:
            x, y = _table(points[name])["at"]
            _table(points[name])["at"] = [x + by[0], y + by[1]]
            return
    piece = _table(pieces[name])
    if "box" in piece:
        west, south, east, north = piece["box"]
        piece["box"] = [west + by[0], south + by[1], east + by[0], north + by[1]]
    else:
        piece["outline"] = [[x + by[0], y + by[1]] for x, y in piece["outline"]]


# ---- the table


def document_of(scene: Scene, *, edition: str, pose: Pose) -> Json:
    """Make the table file of a scene in a pose."""
    raw = scene.raw
    features = [*_units(raw, pose), *_terrain(raw, pose), *_markers(raw, pose)]
    if "legal" in raw:  # a whole table lies as it is written
        head = {key: raw[key] for key in HEAD if key in raw}
        return builders.document(*features, edition=edition, width=48.0, depth=36.0, **head)
    on_the_way = (
        []
        if raw.get("edge")
        else [list(pose.place(*point[:2])) for point in (*_path(raw), *_aims(raw), *_flights(raw))]
    )
    places = [*on_the_way, *(place for feature in features for place in _places_of(feature))]
    centres = [
        *on_the_way,
        *(place for feature in features for place in _places_of(feature) if _is_point(feature)),
    ]
    low = [min(place[axis] for place in places) for axis in (0, 1)]
    if pose.shift is None:
        shift = [0.0 if min(c[axis] for c in centres) >= 0 else MARGIN - low[axis] for axis in (0, 1)]
    else:
        shift = [pose.shift[axis] - min(c[axis] for c in centres) for axis in (0, 1)]
    shift = onto_hexes(raw, pose.place(*first_centre(raw)), shift)
    high = [max(place[axis] for place in centres) + shift[axis] for axis in (0, 1)]
    for feature in features:
        _shift(feature, shift)
    head = {key: raw[key] for key in HEAD if key in raw}
    size = [min(144.0, max(48.0, math.ceil(high[axis] + MARGIN))) for axis in (0, 1)]
    return builders.document(*features, edition=edition, width=size[0], depth=size[1], **head)


def _units(raw: Mapping[str, object], pose: Pose) -> Iterator[Json]:
    for name, given in _table(raw.get("units", {})).items():
        usual = USUAL_MOVER if {"move", "unit"} & set(raw) else USUAL_UNIT
        card: Json = {**usual, **given}
        at = card.pop("at")
        base = card.get("base")
        if isinstance(base, dict) and "facing" not in card:
            raise ValueError(f"{raw['id']}: {name} has corners and no facing, so it cannot be turned")
        for key in [key for key, value in card.items() if value == "unsaid"]:
            del card[key]
        unknown = [key for key, value in card.items() if value == "unknown"]
        if "facing" in card:
            card["facing"] = pose.bearing(card["facing"])
        if isinstance(card.get("spotter"), dict) and isinstance(card["spotter"].get("target"), list):
            card["spotter"] = {**card["spotter"], "target": list(pose.place(*card["spotter"]["target"]))}
        if "flight" in card:
            flight = _table(card["flight"])
            card["flight"] = {**flight, **{end: list(pose.place(*flight[end])) for end in ("from", "to")}}
        unit = builders.unit(name, pose.place(*at), **card)
        yield {**unit, "properties": {**_table(unit["properties"]), **dict.fromkeys(unknown)}}


def _terrain(raw: Mapping[str, object], pose: Pose) -> Iterator[Json]:
    for name, given in _table(raw.get("terrain", {})).items():
        about: Json = dict(given)
        if "toward" in about:
            about["toward"] = pose.bearing(about["toward"])
        if "boxes" in about:
            parts = [[pose.place(*p) for p in builders.box(*box)] for box in about.pop("boxes")]
            yield builders.area(name, builders.multipolygon(*parts), **about)
            continue
        if "outlines" in about:
            parts = [[pose.place(*p) for p in ring] for ring in about.pop("outlines")]
            yield builders.area(name, builders.multipolygon(*parts), **about)
            continue
        outline = about.pop("outline", None) or builders.box(*about.pop("box"))
        holes = [
            hole if isinstance(hole[0], list) else builders.box(*hole) for hole in about.pop("holes", [])
        ]
        rings = [[pose.place(*p) for p in ring] for ring in (outline, *holes)]
        yield builders.area(name, builders.polygon(*rings), **about)


def _markers(raw: Mapping[str, object], pose: Pose) -> Iterator[Json]:
    for name, given in _table(raw.get("markers", {})).items():
        about = dict(given)
        yield builders.point(name, pose.place(*about.pop("at")), **about)


def _is_point(feature: Json) -> bool:
    return _table(feature["geometry"])["type"] == "Point"


def _rings_of(feature: Json) -> list[list[list[float]]]:
    geometry = _table(feature["geometry"])
    coordinates = geometry["coordinates"]
    if geometry["type"] == "Point":
        return [[coordinates]]
    parts = [coordinates] if geometry["type"] == "Polygon" else coordinates
    return [ring for part in parts for ring in part]


def _places_of(feature: Json) -> list[list[float]]:
    return [place for ring in _rings_of(feature) for place in ring]


def _shift(feature: Json, by: Sequence[float]) -> None:
    for place in _places_of(feature):
        place[0] += by[0]
        place[1] += by[1]
    watched = _table(_table(feature["properties"]).get("spotter", {})).get("target")
    if isinstance(watched, list):
        watched[:] = [watched[0] + by[0], watched[1] + by[1]]
    flight = _table(_table(feature["properties"]).get("flight", {}))
    for end in ("from", "to"):
        if end in flight:
            flight[end] = [flight[end][0] + by[0], flight[end][1] + by[1]]


# ---- the question


Answer = (
    AttackAnswer
    | SightReport
    | MoveAnswer
    | UnitAnswer
    | NetworksAnswer
    | BlastAnswer
    | EffectAnswer
    | Legality
    | OrderAnswer
)


def ask(scene: Scene, *, edition: str, pose: Pose) -> Answer:
    """Lay the scene out and ask its question."""
    document = document_of(scene, edition=edition, pose=pose)
    stage = prepare_table(parse_document(document))
    if "legal" in scene.raw:
        return check_table(stage, load_preset(str(scene.raw["legal"])))
    if "unit" in scene.raw:
        return unit_answer(stage, str(scene.raw["unit"]))
    if "electronics" in scene.raw:
        return networks(stage, **_table(scene.raw.get("ask", {})))
    if "order" in scene.raw:
        return order(stage, _list(scene.raw["order"]))
    if "move" in scene.raw:
        question = _move_question(scene, document, pose)
        return with_withdrawal_check(stage, judge_move(stage, str(_list(scene.raw["move"])[0]), question))
    if "effect" in scene.raw:
        return _effect(scene, stage, document, pose)
    if {"blast", "scatter"} & set(scene.raw):
        return _area(scene, stage, document, pose)
    if "sight" in scene.raw:
        a, b = _list(scene.raw["sight"])
        return sight(stage, a, b)
    a, b = _list(scene.raw["attack"])
    given = _table(scene.raw.get("ask", {}))
    if unknown := set(given) - set(QUESTION):
        raise ValueError(f"{scene.raw['id']}: ask has the unknown keys {', '.join(sorted(unknown))}")
    question = _attack_question(given, document, scene, pose)
    if isinstance(b, list):
        shifted = _point_in(document, scene, pose, b)
        return attack(stage, a, TablePoint(*shifted), question)
    return attack(stage, a, b, question)


def aimed_at(scene: Scene) -> list[float]:
    """Give the point that a case about an area effect aims at."""
    return _list(scene.raw.get("blast", scene.raw.get("scatter")))


def _area(scene: Scene, stage: PreparedTable, document: Json, pose: Pose) -> BlastAnswer:
    given, aimed = dict(_table(scene.raw.get("ask", {}))), aimed_at(scene)
    point = TablePoint(*_point_in(document, scene, pose, aimed), *aimed[2:])
    weapon = given.pop("weapon")
    tray = DiceTray(given.pop("dice", []))
    if "blast" in scene.raw:
        return blast(stage, point, weapon, tray=tray, **given)
    return scatter(stage, point, weapon, tray, **given)


def _effect(scene: Scene, stage: PreparedTable, document: Json, pose: Pose) -> EffectAnswer:
    given = dict(_table(scene.raw.get("ask", {})))
    kind, name = _list(scene.raw["effect"])
    tray = DiceTray(_list(given.pop("dice", [])))
    if isinstance(name, list):
        name = str(TablePoint(*_point_in(document, scene, pose, name)))
    if isinstance(given.get("at"), list):
        given["at"] = str(TablePoint(*_point_in(document, scene, pose, _list(given["at"]))))
    if "bearing" in given:
        given["bearing"] = pose.bearing(given["bearing"])
    return effect(stage, str(kind), str(name), given, tray)


def _attack_question(given: Json, document: Json, scene: Scene, pose: Pose) -> AttackQuestion:
    words = {**given}
    for key in ("modifiers", "choices"):
        words[key] = tuple(_table(given.get(key, {})).items())
    words["path"] = tuple(
        Waypoint(*_point_in(document, scene, pose, point), *point[2:])
        for point in _list(given.get("path", []))
    )
    words["rolls"] = tuple(_list(given.get("rolls", [])))
    if isinstance(given.get("spotter"), list):
        words["spotter"] = str(TablePoint(*_point_in(document, scene, pose, _list(given["spotter"]))))
    return AttackQuestion(**words)


def _path(raw: Mapping[str, object]) -> list[list]:
    return [_list(point) for point in _list(raw.get("move", [""]))[1:]]


def _aims(raw: Mapping[str, object]) -> list[list]:
    """Give the point that an attack is aimed at: the table is large enough for it."""
    return [target for target in _list(raw.get("attack", []))[1:] if isinstance(target, list)]


def _flights(raw: Mapping[str, object]) -> Iterator[list]:
    """Give both ends of every flight path: the table is large enough for them."""
    for given in _table(raw.get("units", {})).values():
        flight = _table(given).get("flight", {})
        if isinstance(flight, dict):
            yield from (_list(flight[end]) for end in ("from", "to") if end in flight)


def _move_question(scene: Scene, document: Json, pose: Pose) -> MoveQuestion:
    given = _table(scene.raw.get("ask", {}))
    if unknown := set(given) - set(MOVE_QUESTION):
        raise ValueError(f"{scene.raw['id']}: ask has the unknown keys {', '.join(sorted(unknown))}")
    path = tuple(Waypoint(*_point_in(document, scene, pose, point), *point[2:]) for point in _path(scene.raw))
    facing = given.get("facing")
    turned = None if facing is None else pose.bearing(facing)
    return MoveQuestion(**{**given, "facing": turned, "path": path})


def placed(scene: Scene, at: Sequence[float], *, edition: str, pose: Pose) -> tuple[float, float]:
    """Find where a point of the case lies on the table in this pose."""
    return _point_in(document_of(scene, edition=edition, pose=pose), scene, pose, at)


def _point_in(document: Json, scene: Scene, pose: Pose, at: Sequence[float]) -> tuple[float, float]:
    """Find a point of the case on the table as it lies: as far from the first unit as in the case."""
    name, card = next(iter(_table(scene.raw["units"]).items()))
    home = next(f for f in _list(document["features"]) if f["id"] == name)["geometry"]["coordinates"]
    placed, meant = pose.place(*card["at"]), pose.place(at[0], at[1])
    return home[0] + meant[0] - placed[0], home[1] + meant[1] - placed[1]


def _table(value: object) -> dict[str, object]:
    assert isinstance(value, dict), value
    return value


def _list(value: object) -> list:
    assert isinstance(value, list), value
    return value
