"""Area effects on hexes: how far is each hex from the one where something goes off, and which does a template cover?

Which question: a template covers whole hexes, so many around its own. A hex lies as far away as its nearest side, so
that radii and differences in level add up as they do in inches. Source: CE pp.48, 68.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from astrike.geometry.arrays import Floats
from astrike.geometry.hexes import steps_between
from astrike.rules.battlefield import Field
from astrike.rules.hexes.lines import board_in
from astrike.rules.hexes.standing import hexes_of

RINGS = {"template.small-radius": "hex.small-template", "template.large-radius": "hex.large-template"}
"""Which number says how many hexes around its own a template covers, by the option that has its radius in inches."""


def hex_radius(field: Field, option: str) -> float:
    """Give the inches from the middle of a template to the nearest side of the last hexes that it covers."""
    if option not in RINGS:
        return field.options.number(option)
    return float(_to_side(field, field.edition.number(RINGS[option])))


def hex_place(field: Field, at: tuple[float, float]) -> tuple[float, float]:
    """Give the middle of the hex that a point lies in."""
    board = board_in(field)
    ((x, y),) = board.layout.centre(board.layout.hex_at([at])).tolist()
    return x, y


def hex_distances(field: Field, at: tuple[float, float]) -> Floats:
    """Give the inches (n,) from a point to the nearest side of the hex of each unit."""
    board = board_in(field)
    home = hexes_of(board, field.units)
    (here,) = board.layout.hex_at([at])
    return _to_side(field, steps_between(np.broadcast_to(here, home.shape), home))


def hex_piece_distance(field: Field, at: tuple[float, float], piece: int) -> float:
    """Give the inches to the nearest side of the nearest hex that a piece of terrain covers."""
    board = board_in(field)
    (here,) = board.layout.hex_at([at])
    covered = [board.hexes[h] for h in _hexes_under(field, piece)]
    if not covered:
        return float("inf")
    hexes = np.array(covered, dtype=np.intp)
    return float(_to_side(field, steps_between(np.broadcast_to(here, hexes.shape), hexes)).min())


def _hexes_under(field: Field, piece: int) -> Iterator[int]:
    over = board_in(field).over
    return (h for h in range(len(over) - 1) if piece in over[h])


def _to_side(field: Field, hexes: ArrayLike) -> Floats:
    inches = board_in(field).inches
    away: Floats = np.asarray(hexes, dtype=np.float64) * inches - inches / 2
    return np.maximum(away, 0.0)
