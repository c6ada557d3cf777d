"""Everything measured on the lines between units: many pairs at once.

Which question: how far, how much hidden, how much woods, in which arc, from which side? Numbers only; what they mean
is decided in `sight`, `tohit` and `damage`. On hexes `hexes.lines` measures instead.
"""

from collections.abc import Iterable
from operator import attrgetter
from typing import TypeAlias

import numpy as np

from astrike.geometry.arcs import bearings, share_in_arc, turned
from astrike.geometry.arrays import (
    TOUCH,
    Bools,
    Floats,
    Ints,
)
from astrike.geometry.bases import gaps, reach_along
from astrike.geometry.sight import hidden_shares
from astrike.geometry.stretches import Part, Stretches, is_within, stretches
from astrike.model.answer import Hider
from astrike.model.unit import Unit
from astrike.rulebook.schema import Edition
from astrike.rules.air.flight import flyers, over_terrain
from astrike.rules.apart import touch_at
from astrike.rules.battlefield import Field
from astrike.rules.hexes.lines import hex_lines
from astrike.rules.line import Line
from astrike.rules.motion import NATURAL_GRACE, pilot_ids
from astrike.rules.solids import solids_for

__all__ = ("Line", "arc_degrees", "measure_lines", "woods_line")

_Hiders: TypeAlias = tuple[Hider, ...]
_share = attrgetter("share")


def measure_lines(field: Field, attacker: Ints, target: Ints) -> list[Line]:
    """Measure the lines between pairs of units (indices (n,) each), in the order asked."""
    lines, flying = _measured(field, attacker, target), flyers(field)
    if not flying:
        return lines
    return [
        over_terrain(line) if line.attacker in flying or line.target in flying else line for line in lines
    ]


def _measured(field: Field, attacker: Ints, target: Ints) -> list[Line]:
    if field.board is not None:
        return hex_lines(field, attacker, target, arcs=_arc_widths(field, attacker))
    units = field.units
    xy = units.bases.xy
    distance = gaps(units.bases, attacker, target)
    contact = touch_at(field, attacker, target, distance)
    share, hiders = _hidden_both_ways(field, attacker, target)
    woods = _woods_both_ways(field, attacker, target)
    off_rear = turned(bearings(xy[target], xy[attacker]), units.facing[target])
    off_rear[np.hypot(*(xy[target] - xy[attacker]).T) <= TOUCH] = np.nan
    return list(
        map(
            Line._make,
            zip(
                attacker.tolist(),
                target.tolist(),
                np.round(np.maximum(distance, 0.0), 6).tolist(),
                contact.tolist(),
                share[0].tolist(),
                share[1].tolist(),
                hiders[0],
                hiders[1],
                *woods,
                _arc_shares(field, attacker, target).tolist(),
                off_rear.tolist(),
                _same_water(field, attacker, target).tolist(),
                [()] * len(attacker),
                [""] * len(attacker),
                strict=True,
            ),
        )
    )


def has_grace(unit: Unit, edition: Edition) -> bool:
    """Does its pilot turn it so that it fires all around? (CE p.98)"""
    return NATURAL_GRACE in pilot_ids(unit) and not edition.bonuses[NATURAL_GRACE].unknown


def arc_degrees(unit: Unit, field: Field, index: int) -> float:
    """Give the width of the arc that a unit's own weapons reach (CE p.41)."""
    edition = field.edition
    row = field.units.rows[index]
    if row.arc == "all" or has_grace(unit, edition) or field.units.rank[index] >= 2:
        return edition.arcs["all"].degrees
    if unit.has("QUAD"):
        return edition.arcs["quad"].degrees
    return (
        field.options.number("arc.forward-degrees") if row.arc == "forward" else edition.arcs[row.arc].degrees
    )


def _arc_shares(field: Field, attacker: Ints, target: Ints) -> Floats:
    units = field.units
    width = _arc_widths(field, attacker)
    return share_in_arc(units.bases.xy[attacker], units.facing[attacker], width, units.bases, target)


def _arc_widths(field: Field, attacker: Ints) -> Floats:
    asked, where = np.unique(attacker, return_inverse=True)
    width = [arc_degrees(field.units.units[i], field, i) for i in asked.tolist()]
    return np.array(width, dtype=np.float64)[where]


def _same_water(field: Field, attacker: Ints, target: Ints) -> Bools:
    """Say for which pairs both are in or on water and the line between them stays in it (AS p.34)."""
    in_water = np.array([body.submersion != "none" for body in field.units.of], dtype=np.bool_)
    found = np.zeros(len(attacker), dtype=np.bool_)
    both = np.flatnonzero(in_water[attacker] & in_water[target])
    if len(both):
        xy = field.units.bases.xy
        found[both] = is_within(field.lie.wet, xy[attacker[both]], xy[target[both]])
    return found


# ---- solids


def _hidden_both_ways(
    field: Field, attacker: Ints, target: Ints
) -> tuple[tuple[Floats, Floats], tuple[list[_Hiders], list[_Hiders]]]:
    """Measure each line in both directions, each direction once however often it is asked for."""
    eyes, targets, at, back = _ways(field, attacker, target)
    share, hiders = _hidden(field, eyes, targets)
    return (
        (share[at], share[back]),
        ([hiders[k] for k in at.tolist()], [hiders[k] for k in back.tolist()]),
    )


def _ways(field: Field, attacker: Ints, target: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Give all directions of these lines, there and back, once each, and where each line finds its two."""
    count = max(len(field.units.units), 1)
    there, back = attacker * count + target, target * count + attacker
    ways, where = np.unique(np.concatenate((there, back)), return_inverse=True)
    return ways // count, ways % count, where[: len(there)], where[len(there) :]


def _hidden(field: Field, eye: Ints, target: Ints) -> tuple[Floats, list[_Hiders]]:
    units = field.units
    xy = units.bases.xy
    prisms, use = solids_for(field, eye, target)
    found = hidden_shares(
        prisms,
        eye=np.column_stack((xy[eye], units.eye[eye])),
        foot=np.column_stack((xy[target], units.foot[target])),
        width=units.width[target],
        height=units.top[target] - units.foot[target],
        use=use,
    )
    names = field.obstacles.names
    hiders: list[list[Hider]] = [[] for _ in range(len(eye))]
    for line, piece, part in zip(found.line.tolist(), found.piece.tolist(), found.part.tolist(), strict=True):
        hiders[line].append(Hider(names[piece], part))
    for row in hiders:
        if len(row) > 1:
            row.sort(key=_share, reverse=True)
    return found.share, list(map(tuple, hiders))


# ---- woods


def woods_line(field: Field, attacker: Ints, target: Ints) -> tuple[Floats, Floats, Floats, Floats]:
    """Give start (n, 3), end (n, 3) and both base edges (n,) of the lines on which woods are counted."""
    units = field.units
    xy = units.bases.xy
    share = {"middle": 0.5, "top": 1.0, "foot": 0.0}[field.options.word("woods.line-to")]
    end = units.foot + share * (units.top - units.foot)
    return (
        np.column_stack((xy[attacker], units.eye[attacker])),
        np.column_stack((xy[target], end[target])),
        reach_along(units.bases, attacker, xy[target]),
        reach_along(units.bases, target, xy[attacker]),
    )


_Inches: TypeAlias = Iterable[tuple[float, ...]]
_Names: TypeAlias = Iterable[tuple[str, ...]]


def _woods_both_ways(
    field: Field, attacker: Ints, target: Ints
) -> tuple[_Inches, _Inches, _Inches, _Inches, _Names, _Names, _Names]:
    """Measure the woods on each line in both directions, each direction once however often it is asked for.

    Returns own, between and their strips, between as seen from the other end, and the pieces met: beyond the own
    strip, in it, and on the way back.
    """
    eyes, targets, at, back = _ways(field, attacker, target)
    woods = _woods(field, eyes, targets)
    beyond, own = _pieces_met(field, woods, len(eyes))
    return (
        map(tuple, woods.start[at].tolist()),
        map(tuple, woods.between[at].tolist()),
        map(tuple, woods.end[at].tolist()),
        map(tuple, woods.between[back].tolist()),
        [beyond[k] for k in at.tolist()],
        [own[k] for k in at.tolist()],
        [beyond[k] for k in back.tolist()],
    )


def _woods(field: Field, attacker: Ints, target: Ints) -> Stretches:
    start, end, near, far = woods_line(field, attacker, target)
    return stretches(
        field.lie.drapes,
        start=start,
        end=end,
        start_edge=near,
        end_edge=far,
        own_start=field.own_woods[attacker],
        own_end=field.own_woods[target],
        strip=field.edition.number("strip.woods"),
    )


def _pieces_met(
    field: Field, woods: Stretches, count: int
) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]:
    """Name the pieces on each line: those beyond the attacker's own strip, and those in it alone."""
    beyond: list[dict[str, None]] = [{} for _ in range(count)]
    own: list[dict[str, None]] = [{} for _ in range(count)]
    for line, piece, part in zip(woods.line.tolist(), woods.piece.tolist(), woods.part.tolist(), strict=True):
        (own if part == Part.START else beyond)[line][field.lie.pieces[piece].id] = None
    return (
        tuple(tuple(pieces) for pieces in beyond),
        tuple(
            tuple(name for name in pieces if name not in far) for pieces, far in zip(own, beyond, strict=True)
        ),
    )
