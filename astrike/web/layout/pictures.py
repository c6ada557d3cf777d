"""How is the check of a table drawn? The whole table with pins, and the bottleneck close up with the base to scale."""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from typing import Final

from markupsafe import Markup

from astrike.dataclass import dataclass
from astrike.model.legality import Finding, Legality
from astrike.model.number_text import plain_number
from astrike.model.terrain import Point
from astrike.report.drawing.shapes import DrawnPath, outline_path, path, tenth
from astrike.report.layout.finding_pins import finding_pins
from astrike.report.table.board import board
from astrike.report.terrain.picture import TerrainPicture, Viewport, terrain_picture
from astrike.report.words.numbers import inches
from astrike.rules.layout.table_parts import halfway
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from astrike.web.http.responses import draw_svg
from astrike.web.layout.view import pinned

Line = tuple[Point, ...]
WIDTH: Final = 390.0
CLOSE_UP: Final = 7.5
"""Inches that the close-up is wide at least."""
_FLAT: Final = 0.55
_STANDING: Final = ("standing.", "network")
_DRAWN: Final = {"error": "hit", "close": "warn", "warning": "warn"}
"""Which look the pieces and lines of a finding have."""


@dataclass(frozen=True, slots=True)
class CloseUp:
    """The narrowest place of a finding, drawn large."""

    picture: Markup
    width: str


def whole_picture(prepared: PreparedTable, legality: Legality) -> Markup:
    """Draw the table with all findings; units only where a finding is about one."""
    findings = legality.findings
    prepared = prepared if _is_about_units(findings) else _without_units(prepared)
    land = _land(prepared, None)
    numbers = pinned(findings)
    marked = [
        (index, number, place) for index, number in numbers.items() for place in _places(findings[index])
    ]
    places = [place for _index, _number, place in marked]
    pins = finding_pins(prepared.table, prepared.bodies, places, land=land)
    rows = [
        (number, findings[index].severity, x, y)
        for (index, number, _place), (x, y) in zip(marked, pins.at, strict=True)
    ]
    above = board(
        prepared.table, prepared.bodies, chosen=None, land=land, keep=tuple((x, y, 11.0) for x, y in pins.at)
    )
    reported = [each for each in findings if each.severity in _DRAWN]
    below = draw_svg("layout/legal", "marks", _marks(prepared, reported, land))
    return draw_svg(
        "table/still", "still", above, "legal", below, draw_svg("layout/legal", "pins", pins.leaders, rows)
    )


def _places(finding: Finding) -> list[Point]:
    """Give where the pins of a finding are: where it tells of gaps at several places, one at each."""
    if "pieces" in finding.facts and len(finding.lines) > 1:
        return [halfway(line[0], line[-1]) for line in finding.lines]
    return [finding.where or (0.0, 0.0)]


def close_up(prepared: PreparedTable, finding: Finding, base: float) -> CloseUp | None:
    """Draw the narrowest gap of a finding from close by, with a base to scale in it; None where there is none."""
    line = _narrowest(finding)
    if line is None:
        return None
    prepared = _without_units(prepared)
    width = hypot(line[1][0] - line[0][0], line[1][1] - line[0][1])
    middle = ((line[0][0] + line[1][0]) / 2, (line[0][1] + line[1][1]) / 2)
    view = _around(prepared, middle, max(CLOSE_UP, 2.2 * width, 4.0 * base))
    land = _land(prepared, view)
    x, y = land.frame.at(middle)
    radius = base / 2 * land.scale
    above = board(prepared.table, prepared.bodies, chosen=None, land=land, keep=((x, y, radius),))
    start, end = (land.frame.at(point) for point in line)
    tag = _tag(land, (x, y), is_upright=abs(end[1] - start[1]) > abs(end[0] - start[0]))
    drawn = draw_svg(
        "layout/legal",
        "gap",
        path([start, end], closed=False),
        tenth(x),
        tenth(y),
        tenth(radius),
        inches(width),
        plain_number(base),
        tenth(tag[0]),
        tenth(tag[1]),
        _DRAWN.get(finding.severity, "warn"),
    )
    below = draw_svg("layout/legal", "marks", _marks(prepared, [replace(finding, lines=())], land))
    picture = draw_svg("table/still", "still", above, "close", below, drawn)
    return CloseUp(picture, inches(width))


def _tag(land: TerrainPicture, at: Point, *, is_upright: bool) -> Point:
    """Place the text of the width beside the line, so that its leader does not cover it."""
    x, y = at
    if is_upright:
        return (x + 110.0 if x < WIDTH / 2 + 40.0 else x - 110.0), y
    return min(max(x, 40.0), WIDTH - 40.0), (30.0 if y > 80.0 else land.view[3] - 22.0)


def _narrowest(finding: Finding) -> Line | None:
    """Give the shortest of a finding's lines that is one straight piece."""
    lines = [line for line in finding.lines if len(line) == 2 and line[0] != line[1]]
    return min(lines, key=lambda line: hypot(line[1][0] - line[0][0], line[1][1] - line[0][1]), default=None)


def _marks(
    prepared: PreparedTable, findings: Sequence[Finding], land: TerrainPicture
) -> tuple[DrawnPath, ...]:
    """Outline the pieces that findings are about, and draw their lines; the worst on top."""
    pieces = {piece.id: piece for piece in prepared.table.terrain}
    found: list[DrawnPath] = []
    for finding in reversed(findings):
        look = _DRAWN.get(finding.severity, "warn")
        outlines = [outline_path(land.frame, pieces[each].outlines) for each in finding.by if each in pieces]
        lines = [
            path([land.frame.at(point) for point in line], closed=False)
            for line in finding.lines
            if len(line) > 1
        ]
        found += [DrawnPath(f"mark-piece mark-{look}", each) for each in outlines]
        found += [
            shape
            for each in lines
            for shape in (DrawnPath("mark-case", each), DrawnPath(f"mark-line mark-{look}", each))
        ]
    return tuple(found)


def _is_about_units(findings: Sequence[Finding]) -> bool:
    return any(each.severity != "pass" and not each.key.startswith("layout.") for each in findings)


def _without_units(prepared: PreparedTable) -> PreparedTable:
    return prepare_table(
        replace(prepared.table, units=(), networks=(), declarations=(), attacks=(), marks=())
    )


def _land(prepared: PreparedTable, view: Viewport | None) -> TerrainPicture:
    return terrain_picture(
        prepared.table, width_px=WIDTH, viewport=view, tops=prepared.heights, edition=prepared.edition
    )


def _around(prepared: PreparedTable, at: Point, wide: float) -> Viewport:
    """Give a section around a place that stays on the table as far as it fits."""
    wide = min(wide, prepared.table.width)
    deep = min(wide * _FLAT, prepared.table.depth)
    west = min(max(at[0] - wide / 2, 0.0), prepared.table.width - wide)
    south = min(max(at[1] - deep / 2, 0.0), prepared.table.depth - deep)
    return west, south, west + wide, south + deep
