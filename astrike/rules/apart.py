"""How far apart are units, as everything counts it that has a radius, and do they touch?

Which question: inches from base to base, or on hexes the inches that the hexes between two units count for. What lies
between them is asked in `lines`. Sources: CE pp.43, 68.
"""

import numpy as np

from astrike.geometry.arrays import Bools, Floats, Ints, at_most
from astrike.geometry.bases import Bases, gaps, gaps_to
from astrike.geometry.hexes import steps_between
from astrike.rules.battlefield import Field
from astrike.rules.hexes.standing import hexes_of


def apart(field: Field, one: Ints, other: Ints, bases: Bases | None = None) -> Floats:
    """Give the inches between pairs of units (n,); `bases` are other edges to measure from than those of the units."""
    if field.board is None:
        return gaps(field.units.bases if bases is None else bases, one, other)
    home = hexes_of(field.board, field.units)
    return np.asarray(steps_between(home[one], home[other]) * field.board.inches, dtype=np.float64)


def apart_from(field: Field, at: tuple[float, float]) -> Floats:
    """Give the inches (n,) from a place to each unit."""
    if field.board is None:
        return np.asarray(gaps_to(field.units.bases, [at])[0])
    home = hexes_of(field.board, field.units)
    (here,) = field.board.layout.hex_at([at])
    return np.asarray(
        steps_between(np.broadcast_to(here, home.shape), home) * field.board.inches, dtype=np.float64
    )


def touch(field: Field, one: Ints, other: Ints) -> Bools:
    """Say which pairs of units (n,) are in base contact: no step between them is higher than contact allows."""
    units, number = field.units, field.edition.number
    if field.board is None:
        step = np.abs(units.z[one] - units.z[other])
        return at_most(apart(field, one, other), 0.0) & at_most(
            step, field.options.number("contact.max-step")
        )
    level = field.board.level_of(units.z)
    beside = apart(field, one, other) <= field.board.inches
    return np.asarray(beside & (np.abs(level[one] - level[other]) <= number("hex.contact-levels")))
