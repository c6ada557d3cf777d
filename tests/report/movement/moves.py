"""Moves whose pictures are looked at, with answers written by hand: Birch between rough ground and a stepped hill."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from math import hypot
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from hypothesis import strategies as st
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from astrike.formats.table.table_file import parse_document
from astrike.model.explain import Citation, facts
from astrike.model.movement import (
    MODES,
    DerivedMove,
    MoveAnswer,
    MoveCheck,
    MoveLeg,
    MoveReason,
    ProfilePart,
    TerrainUnderPath,
)
from astrike.model.table import Table
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders
from tests.builders import Json, Point
from tests.report.macros import PICTURES
from tests.report.scenes import SIDES
from tests.strategies import facings, lengths, points

_STEPS: dict[str, tuple[Point, ...]] = {
    "hill-1": (
        (24.4, 15.6), (23.56, 18.57), (21.56, 21.07), (18.54, 22.45), (15.2, 22.82), (12.18, 21.92), (9.82, 20.22),
        (9.2, 19.2), (8.87, 18.0), (8.76, 16.76), (8.8, 15.6), (8.97, 14.53), (9.31, 13.49), (9.83, 12.5),
        (10.53, 11.59), (11.45, 10.69), (12.58, 9.82), (13.85, 9.11), (15.2, 8.72), (16.75, 8.68), (18.5, 8.9),
        (20.18, 9.39), (21.56, 10.13), (22.65, 11.21), (23.56, 12.61), (24.17, 14.14),
    ),
    "hill-2": (
        (22.2, 15.8), (21.46, 17.95), (19.87, 19.72), (17.63, 20.64), (15.2, 20.84), (13.12, 20.2), (11.38, 19.01),
        (10.07, 17.48), (9.64, 16.62), (9.5, 15.8), (9.72, 15.02), (10.24, 14.24), (10.93, 13.49), (11.67, 12.83),
        (12.42, 12.22), (13.27, 11.64), (14.19, 11.19), (15.2, 10.93), (16.37, 10.87), (17.69, 10.97),
        (18.96, 11.27), (20.01, 11.76), (20.85, 12.55), (21.55, 13.59), (22.03, 14.73),
    ),
    "hill-3": (
        (16.6, 15.9), (16.23, 17.02), (15.4, 17.97), (14.26, 18.5), (13.0, 18.65), (11.8, 18.38), (10.81, 17.79),
        (10.46, 17.38), (10.2, 16.89), (10.04, 16.38), (10.0, 15.9), (10.12, 15.46), (10.38, 15.02), (10.72, 14.62),
        (11.09, 14.26), (11.5, 13.94), (11.96, 13.66), (12.47, 13.44), (13.0, 13.32), (13.59, 13.31),
        (14.25, 13.39), (14.88, 13.56), (15.4, 13.83), (15.84, 14.24), (16.23, 14.77),
    ),
}  # fmt: skip
_ROUGH = (
    (8.7, 11.6), (8.49, 11.9), (8.1, 12.19), (7.64, 12.41), (7.2, 12.5), (6.76, 12.44), (6.29, 12.25), (5.87, 11.98),
    (5.6, 11.7), (5.5, 11.36), (5.53, 10.96), (5.66, 10.57), (5.9, 10.3), (6.31, 10.15), (6.87, 10.08), (7.44, 10.09),
    (7.9, 10.2), (8.24, 10.46), (8.52, 10.84), (8.69, 11.25),
)  # fmt: skip

START, BEND, END = (8.4, 8.2), (7.0, 13.0), (11.2, 15.9)
SECTION = (2.8, 7.0, 18.7, 18.0)
"""West, south, east, north of the part of the table that is looked at."""


def pieces() -> list[Json]:
    """A hill in three steps of 1 inch and a patch of rough ground."""
    hills = [
        builders.hill(key, outline, height=number, name="Hill 1" if number == 1 else None)
        for number, (key, outline) in enumerate(_STEPS.items(), 1)
    ]
    return [*hills, builders.area("rough-3", _ROUGH, kind="rough", name="Rough 3")]


def table(*more: Json, **birch: object) -> Table:
    """A table of 72 by 48 inches with Birch, Rough 3 and Hill 1."""
    unit = builders.mech(
        "B", START, **{"side": "blue", "name": "Birch", "facing": 75, "move": '20"', **birch}
    )
    enemy = builders.mech("K", (30.0, 20.0), side="red", name="Kea", facing=250)
    return parse_document(builders.document(*pieces(), *more, unit, enemy, width=72, depth=48, sides=SIDES))


def prepared(*more: Json, **birch: object) -> PreparedTable:
    """Prepare it."""
    return prepare_table(table(*more, **birch))


def answered(
    *points: Point,
    mode: str = "ground",
    profile: Sequence[ProfilePart] = (),
    ground: Sequence[TerrainUnderPath] = (),
    refusals: Sequence[MoveReason] = (),
    checks: Sequence[MoveCheck] = (),
    available: float = 20.0,
    facing: float | None = 66.0,
) -> MoveAnswer:
    """An answer with legs through these points, the start first."""
    legs = tuple(
        MoveLeg(
            (*a, 0.0), (*b, 0.0), hypot(b[0] - a[0], b[1] - a[1]), hypot(b[0] - a[0], b[1] - a[1]), (), 0.0
        )
        for a, b in pairwise(points)
    )
    length = sum(leg.length for leg in legs)
    return MoveAnswer(
        unit="B",
        mode=mode,
        edition="ce-5.01",
        allowed=not refusals,
        cost=length,
        available=available,
        length=length,
        legs=legs,
        terms=(),
        end=(*points[-1], profile[-1].z_end if profile else 0.0),
        on=None,
        inside=None,
        facing=facing,
        cf_lost={},
        derived=DerivedMove(20.0, 2, mode, mode),
        refusals=tuple(refusals),
        checks=tuple(checks),
        profile=tuple(profile) or (ProfilePart(0.0, length, 0.0, 0.0),),
        ground=tuple(ground),
        margin=None,
        assumed=(),
        options_used=(),
    )


def reason(
    key: str, at: float, until: float, place: Point, *, by: str | None = None, **measured: str | float
) -> MoveReason:
    """A reason against a move, with the words left out."""
    return MoveReason(key, key, Citation("CE p.0", "ce-5.01"), at, until, place, 0, by, facts(**measured))


STEEP = reason(
    "move.steep", 7.44, 8.94, (9.01, 14.39), by="hill-1", rise=3.0, inches=1.5, limit=2.0, window=2.0
)
_RISES = (
    ProfilePart(0.0, 7.44, 0, 0),
    ProfilePart(7.44, 8.38, 1, 1),
    ProfilePart(8.38, 8.94, 2, 2),
    ProfilePart(8.94, 10.10, 3, 3),
)


def climbing() -> MoveAnswer:
    """Five inches through rough ground, then up the west side of Hill 1, which is too steep."""
    rough = TerrainUnderPath(1.42, 5.21, "rough-3", "rough", 1.0)
    return answered(START, BEND, END, profile=_RISES, ground=(rough,), refusals=(STEEP,))


def with_reasons(*more: MoveReason) -> MoveAnswer:
    """The same with more reasons against it."""
    return replace(climbing(), refusals=(STEEP, *more))


@st.composite
def answers(draw: st.DrawFn) -> MoveAnswer:
    """Any answer about Birch: any way, heights, reasons and checks, fitting together or not."""
    way = [START, *draw(st.lists(points(margin=3.0), max_size=8))]
    found = answered(*way, mode=draw(st.sampled_from(MODES)), facing=draw(st.none() | facings()))
    steps = sorted({0.0, found.length, *(found.length * one for one in draw(st.lists(_SHARES, max_size=6)))})
    heights = st.integers(-4, 24).map(lambda half: half / 2)
    rises = [ProfilePart(a, b, draw(heights), draw(heights)) for a, b in pairwise(steps)]
    reasons = [draw(_reasons(found.length)) for _ in range(draw(st.integers(0, 6)))]
    checks = [
        MoveCheck("skid", "Skid", Citation("CE p.0", "ce-5.01"), found.length * draw(_SHARES), START)
        for _ in range(draw(st.integers(0, 2)))
    ]
    spans = [
        sorted((found.length * draw(_SHARES), found.length * draw(_SHARES)))
        for _ in range(draw(st.integers(0, 3)))
    ]
    ground = [TerrainUnderPath(first, last, draw(_PIECES), "rough", 1.0) for first, last in spans]
    return replace(
        found,
        profile=draw(st.sampled_from([tuple(rises), ()])),
        refusals=tuple(reasons),
        checks=tuple(checks),
        ground=tuple(ground),
        allowed=not reasons,
    )


_SHARES = st.integers(0, 20).map(lambda twentieth: twentieth / 20)
_PIECES = st.sampled_from(["rough-3", "hill-1", "unknown"])


@st.composite
def _reasons(draw: st.DrawFn, length: float) -> MoveReason:
    at, until = sorted((length * draw(_SHARES), length * draw(_SHARES)))
    measured = draw(
        st.sampled_from(
            [
                {},
                {"rise": 3.0, "limit": 2.0, "window": 2.0, "inches": 1.5},
                {"top": 8.0, "ceiling": 5.0},
                {"z": 1.0},
            ]
        )
    )
    key = draw(st.sampled_from(["move.steep", "move.prohibited", "move.stacking", "move.jump-ceiling"]))
    by = draw(st.sampled_from([None, "rough-3", "hill-1", "K", "K, rough-3", "unknown"]))
    return reason(key, at, until, draw(points()), by=by, **measured)


widths = lengths(160, 900)
"""Pixels of a screen."""


# ---- how pictures are looked at


@cache
def pages() -> Environment:
    """Templates as pages have them, compiled once."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).resolve().parents[3] / "templates"),
        undefined=StrictUndefined,
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    return environment


def written(call: str, **given: Any) -> str:
    """Write what a call of a picture's macro gives: `pathway.under(view, "u")`."""
    name = call.split(".", maxsplit=1)[0]
    source = f'{{% import "{PICTURES[name]}.svg.html" as {name} with context %}}{{{{ {call} }}}}'
    return pages().from_string(source).render(**given).strip()


def parsed(text: str) -> ElementTree.Element:
    """Read a picture, or parts of one, and see that no number of it is none."""
    found = ElementTree.fromstring(f"<svg>{text}</svg>")
    for node in found.iter():
        assert node.tag not in ("script", "style")
        for name, value in node.attrib.items():
            assert name != "style"
            assert not name.startswith("on")
            assert "None" not in value
            assert "nan" not in value
            assert "inf" not in value
    return found


def classes(text: str) -> set[str]:
    """Which classes does a picture use?"""
    return {name for node in parsed(text).iter() for name in node.get("class", "").split()}


Box = tuple[float, float, float, float]


def assert_apart(boxes: Sequence[tuple[str, Box]]) -> None:
    """See that nothing that is written covers anything else; places are rounded to a tenth of a pixel."""
    for (one, a), (other, b) in combinations(boxes, 2):
        is_apart = a[2] <= b[0] + 0.2 or b[2] <= a[0] + 0.2 or a[3] <= b[1] + 0.2 or b[3] <= a[1] + 0.2
        assert is_apart, f"{one} covers {other}"
