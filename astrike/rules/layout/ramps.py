"""Which ramps are too steep for whom, and which lead to nothing that they get onto?

Which question: a ramp as it lies; hills are asked in `climbs`. Sources: CE pp.34-35.
"""

import math
from collections.abc import Iterator
from typing import Final

import numpy as np

from astrike.geometry.shaping import centroid
from astrike.model.terrain import Terrain
from astrike.rulebook.schema import Edition
from astrike.rules.battlefield import Field
from astrike.rules.layout.climbing import Limits, Remark, side_of
from astrike.tolerance import TOUCH

_HAIR: Final = 0.02
"""Inches beyond its ends at which the ground is looked at."""
_FINE: Final = 0.05
"""Inches between the places along a ramp that are looked at."""
_BEYOND: Final = 1.0
"""Inches beyond its ends at which lies what it leads from and to."""


def ramp_remarks(board: Field, piece: Terrain, limits: Limits) -> tuple[Remark, ...]:
    """Say who does not climb a ramp; of one that everybody climbs, where it does not meet other ground."""
    return tuple(_slope(piece, board.edition, limits)) or tuple(_joints(board, piece, limits))


def _slope(piece: Terrain, edition: Edition, limits: Limits) -> Iterator[Remark]:
    """Say who does not climb a ramp: steeper than the limit in its window, and higher than it (CE p.35)."""
    height = edition.terrain[piece.kind].height if piece.height is None else piece.height
    angle = math.radians(piece.toward or 0.0)
    along = [
        x * math.sin(angle) + y * math.cos(angle) for outline in piece.outlines for x, y in outline.exterior
    ]
    run = max(along) - min(along)
    window = min(limits.slope, run)
    rise = height * window / run
    stopped = tuple(
        mover
        for limit, _, some in limits.movers
        if height > limit + TOUCH and rise > limit * window / limits.slope + TOUCH
        for mover in some
    )
    if stopped:
        measured = limits.facts(
            limits.slope,
            stopped=stopped,
            rise=rise,
            inches=window,
            side=side_of((piece.toward or 0.0) + 180.0),
            limit=limits.limit(stopped),
        )
        yield Remark(
            "piece.steep-ramp",
            label="%(rise)s″ up in %(inches)s″. ’Mechs climb %(mechs)s″ in %(window)s″, others %(others)s″.",
            facts=measured,
            cite=limits.cite,
        )


def _joints(board: Field, piece: Terrain, limits: Limits) -> Iterator[Remark]:
    """Say where a ramp that can be climbed ends beside, inside or short of the ground it leads to."""
    angle = math.radians(piece.toward or 0.0)
    ahead = np.array([math.sin(angle), math.cos(angle)])
    middle = np.array(centroid((outline.exterior, outline.holes) for outline in piece.outlines))
    reached = [
        float((np.array(corner) - middle) @ ahead) for each in piece.outlines for corner in each.exterior
    ]
    below, above = board.lie.ground_at(
        middle + np.array([[min(reached) - _BEYOND], [max(reached) + _BEYOND]]) * ahead
    )
    if above - below <= TOUCH:
        return  # what it shall lead to is not there yet
    far = np.arange(min(reached) - _HAIR, max(reached) + _HAIR + _FINE / 2, _FINE)
    places = middle + far[:, None] * ahead
    places = places[((places >= 0.0) & (places <= (board.table.width, board.table.depth))).all(axis=1)]
    ground = board.lie.ground_at(places)
    rise, inches, at = 0.0, 0.0, middle
    for steps in range(1, min(max(math.ceil(limits.window / _FINE - TOUCH), 2), len(ground))):
        off = np.abs(ground[steps:] - ground[:-steps])
        most = float(off.max())
        if most > rise + TOUCH:
            rise, inches = most, steps * _FINE
            begin = int(np.argmax(off))
            at = (places[begin] + places[begin + steps]) / 2
    stopped = limits.stopped(lambda _: rise)
    if stopped:
        is_low_end = float((at - middle) @ ahead) < 0.0
        end = side_of((piece.toward or 0.0) + (180.0 if is_low_end else 0.0))
        measured = limits.facts(
            limits.window,
            stopped=stopped,
            rise=rise,
            inches=round(inches, 2),
            side=end,
            limit=limits.limit(stopped),
        )
        yield Remark(
            "piece.ramp-end",
            label="%(rise)s″ up or down within %(inches)s″ where it meets other ground. "
            "’Mechs climb %(mechs)s″, others %(others)s″.",
            facts=measured,
            cite=limits.cite,
            at=(float(at[0]), float(at[1])),
        )
