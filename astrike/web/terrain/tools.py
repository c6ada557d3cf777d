"""Which tools does the editor have, and what can each put on the table? Small pictures and names, by section."""

from functools import lru_cache
from math import cos, sin, sqrt
from typing import Final

from flask import url_for

from astrike.dataclass import dataclass
from astrike.editing.terrain.palette import PalettePiece, palette
from astrike.editing.terrain.shapes import PointForm, areas_of, box_of
from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import Edition
from astrike.web.http.i18n import _, tr
from astrike.web.terrain.piece_list import MARKERS, look, marker_label

SECTION_OF: Final = {"hill": "hills", "woods": "woods", "water": "water", "building": "buildings"}
"""The tools under the thumb, and the section of the palette that each of them opens."""
MORE: Final = ("ways", "ground", "battle")
"""Sections that stand under *More*."""
TOOLS: Final = (*SECTION_OF, "more", "list", "outline", "strip", "hole", "zone")
PICTURE: Final = (64.0, 44.0)
"""Pixels of a tile's picture."""
_RIM: Final = 3.0
_CROWNS: Final = ("woods", "jungle")
_DENSE: Final = {"light": 4, "heavy": 8, "ultra-heavy": 13}
"""Treetops in the picture of woods."""
_DRAWN: Final = ("hill", "woods", "water", "building", "rough", "paved", "objective-area", "deployment")
_STRIPS: Final = ("water", "road", "wall", "rail", "rubble", "ramp")


@dataclass(frozen=True, slots=True)
class ToolPicture:
    """Filled paths, one above the other: classes and the path."""

    look: str
    path: str


@dataclass(frozen=True, slots=True)
class ToolTile:
    """Something that can be put on the table."""

    key: str
    label: str
    size: str
    pictures: tuple[ToolPicture, ...]


@dataclass(frozen=True, slots=True)
class ToolSection:
    """Tiles under one heading, which is empty where the tool has the same name."""

    heading: str
    tiles: tuple[ToolTile, ...]


@dataclass(frozen=True, slots=True)
class KindTile:
    """A kind of terrain that an outline can be drawn of."""

    kind: str
    label: str
    look: str


@dataclass(frozen=True, slots=True)
class OtherPage:
    """Another page that helps to build a table."""

    href: str
    icon: str
    label: str
    words: str


def sections_of(edition_id: str, tool: str) -> tuple[ToolSection, ...]:
    """Give what a tool offers."""
    if tool in SECTION_OF:
        return (ToolSection("", _tiles(edition_id, SECTION_OF[tool])),)
    if tool != "more":
        return ()
    headings = {"ways": _("Roads, bridges, walls"), "ground": _("Ground"), "battle": _("Smoke and mines")}
    points = tuple(
        ToolTile(f"point:{kind}", marker_label(kind), "", (ToolPicture("spot", _circle(7.0)),))
        for kind in MARKERS
    )
    return (
        *(ToolSection(headings[each], _tiles(edition_id, each)) for each in MORE),
        ToolSection(_("Objectives and points"), points),
    )


def kind_tiles(edition: Edition, tool: str) -> tuple[KindTile, ...]:
    """Give the kinds that a shape or a strip can be drawn of: the usual ones first, then all others."""
    first = _STRIPS if tool == "strip" else _DRAWN
    zones = [key for key, row in edition.terrain.items() if row.family == "zone"]
    others = [key for key in edition.terrain if key not in first and (tool != "strip" or key not in zones)]
    return tuple(
        KindTile(key, tr(edition.terrain[key].label), look(edition, key))
        for key in (*first, *others)
        if key in edition.terrain
    )


def elsewhere(code: str) -> tuple[OtherPage, ...]:
    """Give the pages beside the editor."""
    pages = (
        (
            "layout.show_deployments",
            "zone",
            _("Deployment zones"),
            _("As a preset has them, in one tap"),
        ),
        ("terrain.show_measure", "ruler", _("Measure with a tape"), _("Corners from two distances")),
        ("terrain.show_library", "library", _("Saved pieces and layouts"), _("Yours, and some that ship")),
        ("terrain.show_generator", "dice", _("Random table"), _("Fair, by number; again and again")),
        (
            "terrain.show_import",
            "upload",
            _("Map from a file"),
            _("GeoJSON, UVTT, Foundry, Tiled, MegaMek, SVG"),
        ),
        ("layout.show_legal", "good", _("Legal?"), _("Against an event's preset, with places")),
    )
    return tuple(
        OtherPage(url_for(endpoint, code=code), icon, label, words) for endpoint, icon, label, words in pages
    )


@lru_cache(maxsize=64)
def _tiles(edition_id: str, section: str) -> tuple[ToolTile, ...]:
    edition = load_edition(edition_id)
    return tuple(_tile(edition, item) for item in palette(edition_id).values() if item.section == section)


def _tile(edition: Edition, item: PalettePiece) -> ToolTile:
    boxes = [box_of(part.form) for part in item.parts]
    west, south = min(box[0] for box in boxes), min(box[1] for box in boxes)
    east, north = max(box[2] for box in boxes), max(box[3] for box in boxes)
    wide, deep = max(east - west, 0.1), max(north - south, 0.1)
    scale = min((PICTURE[0] - 2 * _RIM) / wide, (PICTURE[1] - 2 * _RIM) / deep)
    left, low = (PICTURE[0] - scale * wide) / 2, (PICTURE[1] + scale * deep) / 2

    def at(point: tuple[float, float]) -> str:
        return f"{left + scale * (point[0] - west):.1f} {low - scale * (point[1] - south):.1f}"

    pictures = []
    for part in item.parts:
        if isinstance(part.form, PointForm):
            continue
        rings = [ring for exterior, holes in areas_of(part.form) for ring in (exterior, *holes)]
        path = "".join("M" + "L".join(map(at, _fewer(ring))) + "Z" for ring in rings)
        top, depth = (part.properties.get(name) for name in ("height", "depth"))
        classes = look(
            edition,
            part.kind,
            top=float(top) if isinstance(top, int | float) else None,
            depth=float(depth) if isinstance(depth, int | float) else None,
        )
        pictures.append(ToolPicture(classes, path))
        if part.kind in _CROWNS:
            pictures.append(ToolPicture("crowns", _crowns(_DENSE.get(str(part.properties.get("class")), 3))))
    size = _("across the table") if item.across else f"{wide:.3g} × {deep:.3g}″"
    return ToolTile(item.key, tr(item.label), size, tuple(pictures))


def _fewer(ring: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    """Leave out points that a picture so small does not show."""
    return ring[:: max(1, len(ring) // 28)] if len(ring) > 32 else ring


def _crowns(count: int) -> str:
    """Draw so many treetops, spread as seeds are in a flower."""
    found = ""
    for number in range(count):
        angle, away = number * 2.4, 0.86 * sqrt((number + 0.5) / count)
        x, y = PICTURE[0] / 2 + 19.0 * away * cos(angle), PICTURE[1] / 2 + 13.0 * away * sin(angle)
        found += f"M{x - 3.2:.1f} {y:.1f}a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0Z"
    return found


def _circle(radius: float) -> str:
    x, y = PICTURE[0] / 2, PICTURE[1] / 2
    return (
        f"M{x - radius} {y}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0Z"
    )
