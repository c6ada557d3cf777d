"""Where is a unit to stand? The fields of a place: read, nudged by buttons, checked, and written into a document.

The same fields serve for trying a place (in an address, so that it can be shared) and for storing it.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from math import atan2, degrees
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import Problem
from astrike.model.document_change import ABSENT, Operation, SetGeometry, SetProperty
from astrike.model.question_schema import LARGEST_ANGLE, LEAST_ANGLE, within_a_turn
from astrike.model.unit import MOTIONS, Elevation, InPiece, Unit
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.current.prepared import TriedPose
from astrike.web.http.forms import number_or_text
from astrike.web.http.i18n import _

STANDS_WORDS: Final = ("", "roof", "inside", "under", "z", "level")
"""How an elevation is stated: at ground level, on the roof, inside, under a deck, at a height, on a floor."""
NAMES: Final = ("x", "y", "facing", "stand", "height")
TRIED_FIELDS: Final = (*NAMES, "motion")
"""What can be tried out: a place, and how the unit came there; nothing when it came as it did."""
_WAYS: Final = {"n": (0.0, 1.0), "e": (1.0, 0.0), "s": (0.0, -1.0), "w": (-1.0, 0.0)}
_STEP: Final = re.compile(r"(?P<way>[nesw])(?P<inches>0\.1|1)|(?P<turn>[lr])(?P<degrees>15|1)")


@dataclass(frozen=True, slots=True)
class PlaceFields:
    """The fields of a place as they were typed, what they mean, and what is wrong with them."""

    values: Mapping[str, str]
    pose: TriedPose | None
    problems: Mapping[str, tuple[Problem, ...]]


def values_of(unit: Unit) -> dict[str, str]:
    """Give the fields of the place where a unit stands."""
    stand, height = elevation_fields(unit.elevation)
    facing = "" if unit.facing is None else _plain(unit.facing)
    return {
        "x": _plain(unit.at[0]),
        "y": _plain(unit.at[1]),
        "facing": facing,
        "stand": stand,
        "height": height,
    }


def elevation_fields(elevation: Elevation) -> tuple[str, str]:
    """Say an elevation in two fields: how, and the number that belongs to it.

    >>> elevation_fields(2.0), elevation_fields("roof"), elevation_fields(InPiece("mill", 1))
    (('z', '2'), ('roof', ''), ('level', '1'))
    """
    match elevation:
        case None:
            return "", ""
        case InPiece():
            return "level", str(elevation.level)
        case str():
            return elevation, ""
        case _:
            return "z", _plain(elevation)


def read_place(prepared: PreparedTable, unit: Unit, asked: Mapping[str, str]) -> PlaceFields:
    """Read the fields of a place; one that is not there has the value of the place where the unit stands."""
    values = {name: asked.get(name, value).strip() for name, value in values_of(unit).items()}
    values["motion"] = asked.get("motion", "").strip()
    found: dict[str, tuple[Problem, ...]] = {}
    x = _number(values, "x", 0.0, prepared.table.width, found)
    y = _number(values, "y", 0.0, prepared.table.depth, found)
    facing = _number(values, "facing", LEAST_ANGLE, LARGEST_ANGLE, found) if values["facing"] else None
    if values["motion"] and values["motion"] not in MOTIONS:
        problem = Problem(at="motion", found=repr(values["motion"][:20]), expected=_("one of the list"))
        found["motion"] = (problem,)
    if x is None or y is None or found:
        return PlaceFields(values, None, found)
    pose = TriedPose(
        round(x, 3),
        round(y, 3),
        None if facing is None else within_a_turn(facing),
        None,
        values["motion"] or None,
    )
    pose = _stepped(prepared, unit, pose, asked)
    pose = replace(pose, elevation=_elevation(prepared, pose, values, found))
    tidy = {
        "x": _plain(pose.x),
        "y": _plain(pose.y),
        "facing": "" if pose.facing is None else _plain(pose.facing),
    }
    return PlaceFields({**values, **tidy}, None if found else pose, found)


def place_operations(unit: Unit, pose: TriedPose) -> list[Operation]:
    """Write a place into a document; what stays as it is is not touched."""
    operations: list[Operation] = []
    if unit.at != (pose.x, pose.y):
        operations.append(
            SetGeometry(unit.id, {"type": "Point", "coordinates": [_written(pose.x), _written(pose.y)]})
        )
    if unit.facing != pose.facing:
        operations.append(
            SetProperty(unit.id, "facing", ABSENT if pose.facing is None else _written(pose.facing))
        )
    if unit.elevation != pose.elevation:
        operations.append(SetProperty(unit.id, "elevation", elevation_json(pose.elevation)))
    if pose.motion is not None and unit.motion != pose.motion:
        operations.append(SetProperty(unit.id, "motion", pose.motion))
    return operations


def elevation_json(elevation: Elevation) -> object:
    """Give an elevation as a document writes it."""
    match elevation:
        case None:
            return ABSENT
        case InPiece():
            return {"in": elevation.piece, "level": elevation.level}
        case float() | int():
            return _written(elevation)
        case _:
            return elevation


def elevation_asked(
    prepared: PreparedTable, at: tuple[float, float], values: Mapping[str, str]
) -> Elevation | Problem:
    """Read the two fields of an elevation for a unit at a place."""
    stand, height = values.get("stand", ""), values.get("height", "")
    if stand not in STANDS_WORDS:
        return Problem(at="stand", found=repr(stand[:20]), expected=_("one of the list"))
    if stand not in ("z", "level"):
        return stand or None
    number = number_or_text(height)
    if isinstance(number, str) or not -100 <= number <= 200:
        return Problem(at="height", found=repr(height[:20]), expected=_("a number from -100 to 200"))
    if stand == "z":
        return float(number)
    buildings = prepared.terrain.pieces_at(at, "solid")
    if not buildings:
        return Problem(
            at="stand", found=_("a floor, but no building"), expected=_("a building at this place")
        )
    if number != int(number):
        return Problem(at="height", found=repr(height[:20]), expected=_("a whole number: the floor"))
    highest = max(buildings, key=lambda piece: prepared.terrain.extent[prepared.terrain.pieces[piece].id][1])
    return InPiece(prepared.terrain.pieces[highest].id, int(number))


def stand_label(stand: str) -> str:
    """Say how an elevation is meant."""
    match stand:
        case "roof":
            return _("on the roof")
        case "inside":
            return _("inside")
        case "surface":
            return _("on the water")
        case "under":
            return _("under the bridge")
        case "z":
            return _("at height …")
        case "level":
            return _("on floor …")
        case _:
            return _("on the ground")


def bearing(start: tuple[float, float], end: tuple[float, float]) -> float | None:
    """Give the direction from one point to another in degrees clockwise from north, None for the same point.

    >>> bearing((0, 0), (3, 0)), bearing((0, 0), (-1, -1))
    (90.0, 225.0)
    """
    east, north = end[0] - start[0], end[1] - start[1]
    if east == 0.0 and north == 0.0:
        return None
    return round(degrees(atan2(east, north)), 1) % 360.0


def _stepped(prepared: PreparedTable, unit: Unit, pose: TriedPose, asked: Mapping[str, str]) -> TriedPose:
    face = asked.get("face", "")
    if face and face != unit.id:
        other = prepared.table.unit(face)
        turned = None if other is None else bearing((pose.x, pose.y), other.at)
        pose = pose if turned is None else replace(pose, facing=turned)
    step = _STEP.fullmatch(asked.get("step", ""))
    if step is None:
        return pose
    if step["turn"]:
        by = float(step["degrees"]) * (1.0 if step["turn"] == "r" else -1.0)
        return replace(pose, facing=((pose.facing or 0.0) + by) % 360.0)
    east, north = _WAYS[step["way"]]
    inches = float(step["inches"])
    table = prepared.table
    return replace(
        pose,
        x=round(min(max(pose.x + east * inches, 0.0), table.width), 3),
        y=round(min(max(pose.y + north * inches, 0.0), table.depth), 3),
    )


def _elevation(
    prepared: PreparedTable, pose: TriedPose, values: Mapping[str, str], found: dict[str, tuple[Problem, ...]]
) -> Elevation:
    read = elevation_asked(prepared, (pose.x, pose.y), values)
    if isinstance(read, Problem):
        found[read.at] = (read,)
        return None
    return read


def _number(
    values: Mapping[str, str], name: str, low: float, high: float, found: dict[str, tuple[Problem, ...]]
) -> float | None:
    number = number_or_text(values[name])
    if isinstance(number, str) or not low <= number <= high:
        expected = _("a number from %(low)s to %(high)s", low=f"{low:g}", high=f"{high:g}")
        found[name] = (Problem(at=name, found=repr(values[name][:20]), expected=expected),)
        return None
    return float(number)


def _written(value: float) -> float:
    """Give a number as people would write it into a file."""
    return int(value) if float(value).is_integer() else value


def _plain(value: float) -> str:
    return f"{round(value, 3):.3f}".rstrip("0").rstrip(".")
