"""How do the figures of a layout read, and how does it look in a list?"""

from dataclasses import dataclass
from typing import Final

from astrike.model.naming import piece_names
from astrike.model.table import Table
from astrike.report.figures import inches, size
from astrike.report.shapes import outline_path, upright
from astrike.report.symbols import Layer, symbol, tint, water_depth
from astrike.rulebook.loader import load_edition
from astrike.rules.layout.coverage import Coverage
from astrike.web.i18n import _, tr

WIDTH: Final = 96.0
"""Pixels of a picture in a list."""
_TALLEST: Final = 96.0


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that was measured."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """One piece of a small picture."""

    look: str
    d: str


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A table so small that only the outlines of its pieces are drawn."""

    width: float
    height: float
    strokes: tuple[Stroke, ...]


def figures_of(table: Table, coverage: Coverage) -> tuple[Figure, ...]:
    """Say how many pieces of each kind there are, how much they cover, and how close they lie."""
    edition = load_edition(table.edition)
    kinds = " · ".join(
        f"{tr(edition.terrain[kind].label)} {count}" for kind, count in coverage.counts.items()
    )
    found = [
        Figure(_("Pieces"), kinds or _("none")),
        Figure(_("Covered"), _percent(coverage.whole)),
        *(Figure(half_words(half), _percent(share)) for half, share in coverage.halves.items()),
        *(Figure(quadrant_words(where), _percent(share)) for where, share in coverage.quadrants.items()),
    ]
    if coverage.gap is not None:
        names = piece_names(table)
        between = " – ".join(names[piece] for piece in coverage.gap.pieces)
        found.append(
            Figure(_("Smallest gap between hills and buildings"), f"{inches(coverage.gap.inches)}, {between}")
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
    frame = upright(scale, left=0.0, bottom=table.depth * scale)
    edition = load_edition(table.edition)
    pieces: list[tuple[int, float, Stroke]] = []
    for piece in table.terrain:
        drawn = symbol(piece.kind)
        row = edition.terrain[piece.kind]
        height = (piece.base or 0.0) + (row.height if piece.height is None else piece.height)
        look = drawn.css
        if drawn.layer is Layer.HILL:
            look = f"{drawn.css} {tint(height)}"
        elif drawn.layer is Layer.WATER:
            look = f"{drawn.css} {water_depth(1.0 if piece.depth is None else piece.depth)}"
        elif drawn.layer is Layer.ZONE:
            look = "zone-x"
        within = height if drawn.layer is Layer.HILL else 0.0
        pieces.append((drawn.layer, within, Stroke(look, outline_path(frame, piece.outlines))))
    strokes = tuple(stroke for _layer, _within, stroke in sorted(pieces, key=lambda each: each[:2]))
    return Thumbnail(round(table.width * scale, 1), round(table.depth * scale, 1), strokes)


def size_words(table: Table) -> str:
    """Say how large a table is."""
    return size(table.width, table.depth)
