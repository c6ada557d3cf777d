"""How far apart are units, as everything counts it that has a radius, and do they touch?

Which question: inches from base to base, or on hexes the inches that the hexes between two units count for. What lies
between them is asked in `lines`. Sources: CE pp.43, 68.
"""

import numpy as np

from astrike.geometry.arrays import CONTACT_TOLERANCE, Bools, Floats, Ints, at_most, in_contact
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


def touch_at(field: Field, one: Ints, other: Ints, gap: Floats) -> Bools:
    """Say which pairs of units (n,) with so many inches between their bases are in contact, away from hexes.

    On the ground a step between them may be as high as the option says. What flies is up there with its base: it
    touches what has its base at the same height (CE p.36).
    """
    step = np.abs(field.units.z[one] - field.units.z[other])
    return in_contact(gap) & at_most(step, steps_allowed(field, one, other))


def steps_allowed(field: Field, one: Ints, other: Ints) -> Floats:
    """Give the inches of height that there may be between pairs of units (n,) in contact."""
    aloft = np.array(field.units.airborne, dtype=np.bool_)
    on_ground = field.options.number("contact.max-step")
    return np.where(aloft[one] | aloft[other], CONTACT_TOLERANCE, on_ground)


def is_over_a_step(field: Field, one: int, other: int) -> bool:
    """Do two bases touch in plan with a step between them, so that the option says whether that is contact?"""
    pair = np.array([one]), np.array([other])
    is_flat = field.board is None and bool(in_contact(apart(field, *pair))[0])
    step = abs(float(field.units.z[one] - field.units.z[other]))
    on_ground = not (field.units.airborne[one] or field.units.airborne[other])
    return is_flat and on_ground and not at_most(step, 0.0)


def touch(field: Field, one: Ints, other: Ints) -> Bools:
    """Say which pairs of units (n,) are in base contact."""
    units, number = field.units, field.edition.number
    if field.board is None:
        return touch_at(field, one, other, apart(field, one, other))
    level = field.board.level_of(units.z)
    beside = apart(field, one, other) <= field.board.inches
    return np.asarray(beside & (np.abs(level[one] - level[other]) <= number("hex.contact-levels")))
