"""Tables that hypothesis makes up: bounded, sensible enough to be valid, odd enough to find what we forgot.

`documents()` gives table files as JSON, `tables()` the same read; `terrain()`, `units()` and `poses()` their
parts.
`json_values()` is any JSON, `mutated(document)` a valid file with something broken in it.
"""

import copy
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from astrike.formats.table.table_file import parse_document
from astrike.model.table import Table
from astrike.model.unit import FLAGS, MOTIONS
from tests import builders
from tests.builders import Json, Point

WIDTH, DEPTH = 48.0, 36.0
SPECIALS = (
    "ECM",
    "IF2",
    "AC2/2/0",
    "TUR(2/2/1,IF1)",
    "CASE",
    "SRCH",
    "ENE",
    "JMPS1",
    "STL",
    "REAR1/1/-",
    "XYZ7",
)
MOVES = ('8"', '8"/6"j', '10"j', '12"h', '14"w(b)', '10"t', "5a", '6"f', '0"')
DAMAGES = ("3/3/2", "0*/0*/-", "1/1/-", "5/5/4/2", "0/0/0", "4")
GROUND_TYPES = ("BM", "IM", "PM", "CV", "SV", "CI", "BA")


def lengths(low: float, high: float) -> st.SearchStrategy[float]:
    """Inches in steps of a hundredth: what people measure, so that ties happen."""
    return st.integers(round(low * 100), round(high * 100)).map(lambda hundredths: hundredths / 100)


def points(*, margin: float = 0.0) -> st.SearchStrategy[Point]:
    """Points of the table, or up to so many inches around it."""
    return st.tuples(lengths(-margin, WIDTH + margin), lengths(-margin, DEPTH + margin))


def facings() -> st.SearchStrategy[float]:
    """Directions, the straight ones often."""
    return st.one_of(st.sampled_from([0.0, 45.0, 90.0, 180.0, 270.0, 360.0]), lengths(0, 360))


@dataclass(frozen=True, slots=True)
class Pose:
    """A place and a facing."""

    at: Point
    facing: float


def poses() -> st.SearchStrategy[Pose]:
    """Places with a facing."""
    return st.builds(Pose, points(), facings())


# ---- outlines


@st.composite
def outlines(draw: st.DrawFn, *, largest: float = 6.0) -> tuple[Point, ...]:
    """A simple outline, convex or not: corners at growing angles around its middle."""
    x, y = draw(points(margin=2.0))
    corners = draw(st.integers(3, 10))
    radii = draw(st.lists(lengths(0.5, largest), min_size=corners, max_size=corners))
    turn = draw(st.floats(0, 1))
    angles = [2 * math.pi * (number + turn) / corners for number in range(corners)]
    ring = [(x + r * math.cos(a), y + r * math.sin(a)) for r, a in zip(radii, angles, strict=True)]
    return tuple(ring) if draw(st.booleans()) else tuple(reversed(ring))


@st.composite
def geometries(draw: st.DrawFn) -> Json:
    """A Polygon, sometimes with a hole, or a MultiPolygon of two parts."""
    shape = draw(st.sampled_from(["simple", "simple", "hole", "two"]))
    if shape == "simple":
        return builders.polygon(draw(outlines()))
    x, y = draw(points())
    radius = draw(lengths(1, 6))
    around = builders.around(x, y, radius=radius, corners=draw(st.integers(4, 12)))
    if shape == "hole":
        return builders.polygon(around, builders.around(x, y, radius=radius / 4, corners=4))
    other = builders.around(x + 2 * radius + draw(lengths(0, 3)), y, radius=radius, corners=6)
    return builders.multipolygon(around, other)


# ---- features


def _without_none(properties: Mapping[str, object]) -> Json:
    return {key: value for key, value in properties.items() if value is not None}


def maybe(strategy: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """A value, or None for a property that the file leaves out."""
    return st.one_of(st.none(), strategy)


@st.composite
def terrain(draw: st.DrawFn, *, piece_id: str = "piece") -> Json:
    """One piece of terrain as a feature."""
    kind = draw(
        st.sampled_from(
            [
                "hill",
                "ramp",
                "woods",
                "jungle",
                "water",
                "building",
                "wall",
                "bridge",
                "rough",
                "road",
                "smoke",
            ]
        )
    )
    about: Json = {"kind": kind, "height": draw(maybe(lengths(0.25, 8)))}
    if kind == "ramp":
        about["toward"] = draw(facings())
    if kind == "water":
        about.update(height=None, depth=draw(lengths(0, 4)))
    if kind == "building":
        about.update(cf=draw(maybe(st.integers(1, 20))), floors=draw(maybe(st.integers(1, 5))))
        about["class"] = draw(maybe(st.sampled_from(["light", "medium", "heavy", "hardened"])))
    if kind in ("hill", "building", "bridge"):
        about["base"] = draw(maybe(lengths(0, 3)))
    if kind == "smoke":
        about["class"] = draw(maybe(st.sampled_from(["light", "heavy"])))
    return builders.feature(piece_id, draw(geometries()), **_without_none(about))


BASES: st.SearchStrategy[object] = st.one_of(
    lengths(0.5, 4),
    st.builds(lambda across: {"shape": "hex", "across": across}, lengths(0.5, 4)),
    st.builds(lambda w, n: {"shape": "rect", "width": w, "length": n}, lengths(0.5, 4), lengths(0.5, 6)),
)


@st.composite
def units(
    draw: st.DrawFn,
    *,
    unit_id: str = "unit",
    types: Sequence[str] = GROUND_TYPES,
    sides: Sequence[str] = ("red", "blue"),
) -> Json:
    """One unit as a feature; it stands on the table."""
    pose = draw(poses())
    kind = draw(st.sampled_from(types))
    card: Json = {
        "type": kind,
        "side": draw(maybe(st.sampled_from(sides))),
        "size": draw(maybe(st.integers(1, 4))),
        "skill": draw(maybe(st.integers(0, 7))),
        "heat": draw(maybe(st.integers(0, 4))) if kind in ("BM", "IM", "AF") else None,
        "base": draw(maybe(BASES)),
        "height": draw(maybe(lengths(0.5, 4))),
        "facing": draw(maybe(st.just(pose.facing))),
        "elevation": draw(maybe(lengths(0, 6))),
        "move": draw(maybe(st.sampled_from(MOVES))),
        "tmm": draw(maybe(st.integers(0, 5))),
        "damage": draw(maybe(st.sampled_from(DAMAGES))),
        "overheat": draw(maybe(st.integers(0, 4))),
        "armor": draw(maybe(st.integers(0, 12))),
        "structure": draw(maybe(st.integers(0, 8))),
        "specials": draw(maybe(st.lists(st.sampled_from(SPECIALS), max_size=4, unique=True))),
        "motion": draw(maybe(st.sampled_from(MOTIONS))),
        "moved": draw(maybe(lengths(0, 30))),
        "hits": draw(maybe(_hits())),
        "state": draw(maybe(st.lists(st.sampled_from(_HARMLESS_FLAGS), max_size=3, unique=True))),
    }
    return builders.unit(unit_id, pose.at, **_without_none(card))


_HARMLESS_FLAGS = tuple(flag for flag in FLAGS if flag != "submerged")
"""`submerged` with an elevation outside of water is an error."""


def _hits() -> st.SearchStrategy[object]:
    return st.fixed_dictionaries(
        {},
        optional={
            "mp": st.integers(0, 3),
            "engine": st.integers(0, 2),
            "fire-control": st.integers(0, 4),
            "motive": st.lists(st.sampled_from(["-2", "half", "immobile"]), max_size=3),
        },
    )


# ---- tables


@st.composite
def documents(
    draw: st.DrawFn,
    *,
    edition: str | None = None,
    most_pieces: int = 6,
    most_units: int = 6,
    fewest_units: int = 0,
) -> Json:
    """A valid table file as JSON."""
    pieces = [draw(terrain(piece_id=f"piece-{n}")) for n in range(draw(st.integers(0, most_pieces)))]
    placed = [draw(units(unit_id=f"unit-{n}")) for n in range(draw(st.integers(fewest_units, most_units)))]
    head: Json = {
        "edition": edition if edition is not None else draw(maybe(st.sampled_from(["ce-5.01", "ce-7"]))),
        "environment": draw(maybe(st.sampled_from(["daylight", "night", "rain"]))),
        "options": draw(maybe(_options())),
        "turn": draw(maybe(st.integers(0, 12))),
        "phase": draw(maybe(st.sampled_from(["movement", "combat", "end"]))),
    }
    return builders.document(*pieces, *placed, width=WIDTH, depth=DEPTH, **_without_none(head))


def _options() -> st.SearchStrategy[object]:
    return st.fixed_dictionaries(
        {},
        optional={
            "sight.eye": lengths(0.5, 1),
            "cover.types": st.sampled_from(["mechs", "all"]),
            "extreme-range": st.booleans(),
            "woods.attacker-occupied": st.sampled_from(["example", "text", "always"]),
        },
    )


def tables(*, most_pieces: int = 6, most_units: int = 6, fewest_units: int = 0) -> st.SearchStrategy[Table]:
    """A table, read."""
    return documents(most_pieces=most_pieces, most_units=most_units, fewest_units=fewest_units).map(
        parse_document
    )


# ---- anything


def json_values(*, most_leaves: int = 20) -> st.SearchStrategy[object]:
    """Any JSON value; numbers are finite."""
    leaves = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**20), 10**20),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=8),
    )
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)
        ),
        max_leaves=most_leaves,
    )


def _places(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    found = [path] if path else []
    if isinstance(value, dict):
        for key, item in value.items():
            found.extend(_places(item, (*path, key)))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            found.extend(_places(item, (*path, number)))
    return found


ODD_VALUES: st.SearchStrategy[object] = st.one_of(
    st.sampled_from(
        [
            None,
            True,
            False,
            "",
            "north",
            -1,
            0,
            361,
            1e308,
            -0.0,
            10**400,
            float("nan"),
            float("inf"),
            [],
            {},
            [[]],
            "\ud800",
        ]
    ),
    json_values(most_leaves=5),
)
"""What may stand where something else is expected, values that JSON does not know among them."""


@st.composite
def mutated(draw: st.DrawFn, document: st.SearchStrategy[Json]) -> Json:
    """A valid table file in which nodes are dropped, replaced or doubled."""
    changed = copy.deepcopy(draw(document))
    for _ in range(draw(st.integers(1, 4))):
        places = _places(changed)
        if not places:
            break
        *path, last = draw(st.sampled_from(places))
        parent: object = changed
        for key in path:
            parent = parent[key]  # type: ignore[index]  # a path that was found in this very document
        what = draw(st.sampled_from(["drop", "replace", "double"]))
        if isinstance(parent, list) and isinstance(last, int):
            if what == "drop":
                del parent[last]
            elif what == "double":
                parent.insert(last, copy.deepcopy(parent[last]))
            else:
                parent[last] = copy.deepcopy(draw(ODD_VALUES))
        elif isinstance(parent, dict) and isinstance(last, str):
            if what == "drop":
                del parent[last]
            elif what == "double":
                parent[last] = [parent[last], parent[last]]
            else:
                parent[last] = copy.deepcopy(draw(ODD_VALUES))
    return changed


@st.composite
def with_unknown_keys(draw: st.DrawFn, document: st.SearchStrategy[Json]) -> Json:
    """A valid table file with keys at any level that this program does not know."""
    changed = copy.deepcopy(draw(document))
    for number in range(draw(st.integers(1, 5))):
        objects = [place for place in [(), *_places(changed)] if isinstance(_at(changed, place), dict)]
        # Options are the one place where an unknown key is an error.
        objects = [place for place in objects if "options" not in place]
        inside = _at(changed, draw(st.sampled_from(objects)))
        if isinstance(inside, dict):
            inside[f"x-{number}-{draw(st.text(max_size=6))}"] = draw(json_values())
    return changed


def _at(value: object, path: tuple[str | int, ...]) -> object:
    for key in path:
        value = value[key]  # type: ignore[index]  # a path that was found in this very document
    return value
