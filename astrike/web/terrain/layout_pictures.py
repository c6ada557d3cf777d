"""How is a layout shown that nobody has opened yet: its figures and its picture in a list?

Used for layouts of the library, drawn layouts and imported maps. The page needs map.css.
"""

from dataclasses import replace
from typing import Final

from flask import get_template_attribute
from markupsafe import Markup

from astrike.dataclass import dataclass
from astrike.model.piece_names import piece_names
from astrike.model.table import Table
from astrike.report.drawing.shapes import outline_path, upright_frame
from astrike.report.table.board import board
from astrike.report.terrain.symbols import TerrainLayer, symbol, tint, water_depth
from astrike.report.words.numbers import inches, size
from astrike.rulebook.loader import load_edition
from astrike.rules.layout.coverage import Coverage
from astrike.web.http.i18n import _, tr

PICTURE_WIDTH: Final = 358.0
"""Pixels: a phone's page without its margins."""


def table_picture(table: Table, *, name: str, width: float = PICTURE_WIDTH) -> Markup:
    """Draw the terrain and zones of a table; `name` keeps the ids of several pictures on a page apart.

    What is written on it keeps its size in pixels, so draw it as wide as it is shown.
    """
    empty = replace(table, units=())
    view = board(empty, {}, width_px=width, edition=load_edition(table.edition))
    small = get_template_attribute("terrain/small.svg.html", "small")
    caption = _(
        "Map of %(name)s, %(width)s by %(depth)s inches",
        name=table.name,
        width=f"{table.width:g}",
        depth=f"{table.depth:g}",
    )
    return Markup(small(view, f"small-{name}", caption))


WIDTH: Final = 96.0
"""Pixels of a picture in a list."""

_TALLEST: Final = 96.0


@dataclass(frozen=True, slots=True)
class LayoutFigure:
    """One thing that was measured."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class ThumbnailStroke:
    """One piece of a small picture."""

    look: str
    d: str


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A table so small that only the outlines of its pieces are drawn."""

    width: float
    height: float
    strokes: tuple[ThumbnailStroke, ...]


def figures_of(table: Table, coverage: Coverage) -> tuple[LayoutFigure, ...]:
    """State how many pieces of each kind there are, how much they cover, and how close they are."""
    edition = load_edition(table.edition)
    kinds = " · ".join(
        f"{tr(edition.terrain[kind].label)} {count}" for kind, count in coverage.counts.items()
    )
    found = [
        LayoutFigure(_("Pieces"), kinds or _("none")),
        LayoutFigure(_("Covered"), _percent(coverage.whole)),
        *(LayoutFigure(half_words(half), _percent(share)) for half, share in coverage.halves.items()),
        *(
            LayoutFigure(quadrant_words(where), _percent(share))
            for where, share in coverage.quadrants.items()
        ),
    ]
    if coverage.gap is not None:
        names = piece_names(table)
        between = " – ".join(names[piece] for piece in coverage.gap.pieces)
        found.append(
            LayoutFigure(
                _("Smallest gap between hills and buildings"), f"{inches(coverage.gap.inches)}, {between}"
            )
        )
    return tuple(found)


def half_words(half: str) -> str:
    """Name a half of the table."""
    return {
        "south": _("South half"),
        "north": _("North half"),
        "west": _("West half"),
        "east": _("East half"),
    }[half]


def quadrant_words(where: str) -> str:
    """Name a quadrant of the table."""
    return {
        "south-west": _("South-west"),
        "south-east": _("South-east"),
        "north-west": _("North-west"),
        "north-east": _("North-east"),
    }[where]


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def thumbnail(table: Table) -> Thumbnail:
    """Draw a table for a list."""
    scale = min(WIDTH / table.width, _TALLEST / table.depth)
    frame = upright_frame(scale, left=0.0, bottom=table.depth * scale)
    edition = load_edition(table.edition)
    pieces: list[tuple[int, float, ThumbnailStroke]] = []
    for piece in table.terrain:
        drawn = symbol(piece.kind)
        row = edition.terrain[piece.kind]
        height = (piece.base or 0.0) + (row.height if piece.height is None else piece.height)
        look = drawn.css
        if drawn.layer is TerrainLayer.HILL:
            look = f"{drawn.css} {tint(height)}"
        elif drawn.layer is TerrainLayer.WATER:
            look = f"{drawn.css} {water_depth(1.0 if piece.depth is None else piece.depth)}"
        elif drawn.layer is TerrainLayer.ZONE:
            look = "zone-x"
        within = height if drawn.layer is TerrainLayer.HILL else 0.0
        pieces.append((drawn.layer, within, ThumbnailStroke(look, outline_path(frame, piece.outlines))))
    strokes = tuple(stroke for _layer, _within, stroke in sorted(pieces, key=lambda each: each[:2]))
    return Thumbnail(round(table.width * scale, 1), round(table.depth * scale, 1), strokes)


def size_words(table: Table) -> str:
    """Say how large a table is."""
    return size(table.width, table.depth)
