"""Does every piece have a counterpart on the other side of the table, where it should be and turned as it should be?

A symmetric table is its own pack: the table is compared with its image, turned by 180 degrees about its middle or
mirrored. Of a pair each is as far off as the other. A piece across the middle may be its own counterpart; it is off by
half of the distance between it and its image. Where no piece of its kind is near the image, the counterpart is
missing. Without a symmetry in the preset the figures state which of the three the table is nearest to.

Limits: `symmetry.offset` (of the corner farthest off) and `symmetry.turn`.
"""

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Floats, Shapes, centroids, shape_array
from astrike.geometry.shape_matching import SYMMETRIES, Symmetry, image_of, mutual_matches, shape_rotations
from astrike.model.explain import Citation
from astrike.model.legality import CheckResult, Finding
from astrike.model.table import Table
from astrike.model.terrain import Point
from astrike.presets.schema import LayoutLimits
from astrike.rules.layout.limit_checks import LABELS, NOT_IN_PRESET, Lines, not_checked
from astrike.rules.layout.pack import check_places, figures_of, unlike_pieces
from astrike.rules.layout.piece_comparison import (
    LaidItem,
    LaidItems,
    LayoutComparison,
    PieceOffset,
    TurnMeasure,
    compare_layouts,
    laid_items_of,
    outlines_to_draw,
)
from astrike.rules.layout.table_parts import halfway
from astrike.rules.table.prepared_table import PreparedTable

PRESET: Final = Citation("Preset", None)
"""What says that a table has to be symmetric, where no limit has a line of its own."""
_KEYS: Final = ("symmetry.offset", "symmetry.turn")


@dataclass(frozen=True, slots=True)
class SymmetryMatch:
    """How a table keeps to one symmetry: each pair once, and who has no counterpart."""

    symmetry: Symmetry
    pairs: tuple[PieceOffset, ...]
    alone: tuple["UnmatchedPiece", ...]
    """Nothing of their kind lies where their counterparts should be."""

    @property
    def worst(self) -> float:
        """Inches that the corner farthest off of all pairs is from where its counterpart requires it."""
        return max((each.worst for each in self.pairs), default=0.0)


@dataclass(frozen=True, slots=True)
class UnmatchedPiece:
    """A piece without a counterpart, and where that should be."""

    piece: str
    home: Point
    outlines: Lines
    """Outlines of the missing counterpart; empty for a marked point."""


def symmetry_match(prepared: PreparedTable, symmetry: Symmetry) -> SymmetryMatch:
    """Match the pieces of a table with their counterparts."""
    return _matched(laid_items_of(prepared), prepared.table, symmetry)


def check_symmetry(prepared: PreparedTable, limits: LayoutLimits, *, tolerance: float) -> CheckResult:
    """Check the symmetry of a table."""
    wanted = next((each for each in SYMMETRIES if each == limits.symmetry), None)
    if wanted is None:
        skipped = tuple(not_checked(key, NOT_IN_PRESET) for key in _KEYS)
        return CheckResult(
            skipped=skipped,
            figures=MappingProxyType({"symmetry": _nearest(laid_items_of(prepared), prepared.table)}),
        )
    found = symmetry_match(prepared, wanted)
    figures = {
        "wanted": wanted,
        **figures_of(LayoutComparison(found.pairs, (), ())),
        "missing": [alone.piece for alone in found.alone],
    }
    cite = next((limit.cite for key in _KEYS if (limit := limits.get(key)) is not None), PRESET)
    held, left_out = check_places(limits, "symmetry", found.pairs, tolerance=tolerance)
    findings = (
        *_alone(found, cite),
        *unlike_pieces("symmetry.unlike", found.pairs, cite, tolerance=tolerance),
        *held,
    )
    return CheckResult(findings, left_out, MappingProxyType({"symmetry": figures}))


def _nearest(laid: LaidItems, table: Table) -> dict[str, object]:
    """Say how a table keeps to each symmetry, and to which one best."""
    every = [_matched(laid, table, each, turned=_unturned) for each in SYMMETRIES]
    best = min(every, key=lambda each: (len(each.alone), round(each.worst, 6)))
    return {
        "nearest": best.symmetry,
        "symmetries": {
            each.symmetry: {"worst": each.worst, "missing": [alone.piece for alone in each.alone]}
            for each in every
        },
    }


def _unturned(actual: Shapes, wanted: Shapes) -> Floats:
    """Ask for no turns: how far corners are off says enough."""
    return np.zeros(len(actual))


def _matched(
    laid: LaidItems, table: Table, symmetry: Symmetry, *, turned: TurnMeasure = shape_rotations
) -> SymmetryMatch:
    image = _image(laid, table, symmetry)
    found = compare_layouts(laid, image, matched=mutual_matches, turned=turned)
    shapes = {item.id: shape for item, shape in zip(image.items, image.shapes, strict=True)}
    pairs: list[PieceOffset] = []
    alone: list[UnmatchedPiece] = []
    known: set[frozenset[str]] = set()
    for each in found.placed:
        if not each.touches:
            alone.append(_lone(each.piece, shapes[each.piece]))
        elif (both := frozenset((each.piece, each.wanted))) not in known:
            known.add(both)
            pairs.append(_halved(each) if each.piece == each.wanted else each)
    return SymmetryMatch(symmetry, tuple(pairs), tuple(alone))


def _lone(piece: str, twin: object) -> UnmatchedPiece:
    ((x, y),) = centroids(shape_array([twin])).tolist()
    return UnmatchedPiece(piece, (x, y), outlines_to_draw(twin))


def _halved(own: PieceOffset) -> PieceOffset:
    """Give how far a piece that is its own counterpart is from the middle: half of how far it is from its image."""
    return replace(
        own,
        home=halfway(own.at, own.home),
        centre=own.centre / 2,
        worst=own.worst / 2,
        turn=own.turn / 2,
    )


def _image(laid: LaidItems, table: Table, symmetry: Symmetry) -> LaidItems:
    """Give what lies on a table as its counterparts want it."""
    shapes = shape_array(
        image_of(shape, symmetry, width=table.width, depth=table.depth) for shape in laid.shapes
    )
    return LaidItems(tuple(_turned(item, symmetry) for item in laid.items), shapes)


def _turned(item: LaidItem, symmetry: Symmetry) -> LaidItem:
    if item.toward is None:
        return item
    turned = {"turn": item.toward + 180.0, "west-east": -item.toward, "south-north": 180.0 - item.toward}
    return replace(item, toward=turned[symmetry] % 360.0)


def _alone(found: SymmetryMatch, cite: Citation) -> Iterator[Finding]:
    """Name the pieces whose counterparts are missing, and draw where they should be."""
    for each in found.alone:
        yield Finding(
            "layout.symmetry.missing",
            "error",
            LABELS["symmetry.missing"],
            cite,
            each.home,
            by=(each.piece,),
            lines=each.outlines,
        )
    if not found.alone:
        yield Finding(
            "layout.symmetry.missing",
            "pass",
            LABELS["symmetry.missing"],
            cite,
            None,
            limit=0.0,
            value=0.0,
            bound="at-most",
            unit="count",
        )
