"""What lies on the lines between bases, measured in inches?

For many pairs at once: how far, how much hidden, how much woods, in which arc, from which side. Numbers only; what
they mean is decided by sight, Target Number and damage.
"""

from collections.abc import Iterable
from operator import attrgetter
from typing import TypeAlias

import numpy as np

from astrike.geometry.arcs import bearings, share_in_arc, turned
from astrike.geometry.arrays import Bools, Floats, Ints, at_most, in_contact
from astrike.geometry.bases import gaps, reach_along
from astrike.geometry.line_overlaps import LineOverlaps, LinePart, are_within, line_overlaps, overlap_list
from astrike.geometry.sight import hidden_shares, hidden_strips
from astrike.model.attack_answer import HidingPiece, SeeThroughStretch
from astrike.rules.options import Options
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.table.line_solids import solids_on_lines
from astrike.rules.table.metric import HiddenStrip, SightScene
from astrike.rules.table.prepared_units import PreparedUnits
from astrike.tolerance import CONTACT_TOLERANCE, TOUCH

_Hiders: TypeAlias = tuple[HidingPiece, ...]
_share = attrgetter("share")
_PARTS = {"start": "attacker", "between": "between", "end": "target"}


def inch_lines(scene: SightScene, attacker: Ints, target: Ints, *, arcs: Floats) -> list[MeasuredLine]:
    """Measure the lines between pairs of units (indices (n,) each); `arcs` are the attackers' own, in degrees."""
    units = scene.units
    xy = units.bases.xy
    distance = gaps(units.bases, attacker, target)
    contact = touch_at(units, scene.options, attacker, target, distance)
    share, hiders = _hidden_both_ways(scene, attacker, target)
    woods = _woods_both_ways(scene, attacker, target)
    off_rear = turned(bearings(xy[target], xy[attacker]), units.facing[target])
    off_rear[np.hypot(*(xy[target] - xy[attacker]).T) <= TOUCH] = np.nan
    in_arc = share_in_arc(xy[attacker], units.facing[attacker], arcs, units.bases, target)
    return list(
        map(
            MeasuredLine._make,
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
                in_arc.tolist(),
                off_rear.tolist(),
                _same_water(scene, attacker, target).tolist(),
                [()] * len(attacker),
                [""] * len(attacker),
                strict=True,
            ),
        )
    )


def inch_drawing(
    scene: SightScene, attacker: int, target: int
) -> tuple[tuple[SeeThroughStretch, ...], tuple[HiddenStrip, ...]]:
    """Give the stretches of woods on one line, and the hidden strips of the target's silhouette."""
    eye, foe, units = np.array([attacker]), np.array([target]), scene.units
    body, xy = units.of[target], units.bases.xy
    prisms, use = solids_on_lines(scene, eye, foe)
    strips = hidden_strips(
        prisms,
        eye=(*xy[attacker], units.of[attacker].eye),
        foot=(*xy[target], body.foot),
        width=body.width,
        height=body.top - body.foot,
        use=None if use is None else use[0],
    )
    start, end, near, far = _woods_line(scene, eye, foe)
    found = overlap_list(
        scene.terrain.canopy,
        start=start[0],
        end=end[0],
        start_edge=float(near[0]),
        end_edge=float(far[0]),
        own_start=scene.own_woods[attacker],
        own_end=scene.own_woods[target],
        end_length=scene.edition.number("strip.woods"),
    )
    return (
        tuple(
            SeeThroughStretch(low, high, scene.terrain.pieces[piece].id, _PARTS[part])
            for low, high, piece, part in found
        ),
        tuple(
            zip(
                strips.left.tolist(),
                strips.right.tolist(),
                strips.low_left.tolist(),
                strips.high_left.tolist(),
                strips.low_right.tolist(),
                strips.high_right.tolist(),
                strict=True,
            )
        ),
    )


def touch_at(units: PreparedUnits, options: Options, one: Ints, other: Ints, gap: Floats) -> Bools:
    """Say which pairs of units (n,) with so many inches between their bases are in contact.

    On the ground a step between them may be as high as the option says. What flies is up there with its base: it
    touches what has its base at the same height (CE p.36).
    """
    step = np.abs(units.z[one] - units.z[other])
    return in_contact(gap) & at_most(step, heights_allowed(units, options, one, other))


def heights_allowed(units: PreparedUnits, options: Options, one: Ints, other: Ints) -> Floats:
    """Give the inches of height that there may be between pairs of units (n,) in contact."""
    aloft = np.array(units.airborne, dtype=np.bool_)
    return np.where(aloft[one] | aloft[other], CONTACT_TOLERANCE, options.number("contact.max-step"))


def _same_water(scene: SightScene, attacker: Ints, target: Ints) -> Bools:
    """Say for which pairs both are in or on water and the line between them stays in it (AS p.34)."""
    in_water = np.array([body.submersion != "none" for body in scene.units.of], dtype=np.bool_)
    found = np.zeros(len(attacker), dtype=np.bool_)
    both = np.flatnonzero(in_water[attacker] & in_water[target])
    if len(both):
        xy = scene.units.bases.xy
        found[both] = are_within(scene.terrain.wet, xy[attacker[both]], xy[target[both]])
    return found


# ---- solids


def _hidden_both_ways(
    scene: SightScene, attacker: Ints, target: Ints
) -> tuple[tuple[Floats, Floats], tuple[list[_Hiders], list[_Hiders]]]:
    """Measure each line in both directions, each direction once however often it is asked for."""
    eyes, targets, at, back = _ways(scene, attacker, target)
    share, hiders = _hidden(scene, eyes, targets)
    return (
        (share[at], share[back]),
        ([hiders[k] for k in at.tolist()], [hiders[k] for k in back.tolist()]),
    )


def _ways(scene: SightScene, attacker: Ints, target: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Give all directions of these lines, there and back, once each, and where each line finds its two."""
    count = max(len(scene.units.units), 1)
    there, back = attacker * count + target, target * count + attacker
    ways, where = np.unique(np.concatenate((there, back)), return_inverse=True)
    return ways // count, ways % count, where[: len(there)], where[len(there) :]


def _hidden(scene: SightScene, eye: Ints, target: Ints) -> tuple[Floats, list[_Hiders]]:
    units = scene.units
    xy = units.bases.xy
    prisms, use = solids_on_lines(scene, eye, target)
    found = hidden_shares(
        prisms,
        eye=np.column_stack((xy[eye], units.eye[eye])),
        foot=np.column_stack((xy[target], units.foot[target])),
        width=units.width[target],
        height=units.top[target] - units.foot[target],
        use=use,
    )
    names = scene.obstacles.names
    hiders: list[list[HidingPiece]] = [[] for _ in range(len(eye))]
    for line, piece, part in zip(found.line.tolist(), found.piece.tolist(), found.part.tolist(), strict=True):
        hiders[line].append(HidingPiece(names[piece], part))
    for row in hiders:
        if len(row) > 1:
            row.sort(key=_share, reverse=True)
    return found.share, list(map(tuple, hiders))


# ---- woods


def _woods_line(scene: SightScene, attacker: Ints, target: Ints) -> tuple[Floats, Floats, Floats, Floats]:
    """Give start (n, 3), end (n, 3) and both base edges (n,) of the lines on which woods are counted."""
    units = scene.units
    xy = units.bases.xy
    share = {"middle": 0.5, "top": 1.0, "foot": 0.0}[scene.options.word("woods.line-to")]
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
    scene: SightScene, attacker: Ints, target: Ints
) -> tuple[_Inches, _Inches, _Inches, _Inches, _Names, _Names, _Names]:
    """Measure the woods on each line in both directions, each direction once however often it is asked for.

    Returns own, between and their strips, between as seen from the other end, and the pieces met: beyond the own
    strip, in it, and on the way back.
    """
    eyes, targets, at, back = _ways(scene, attacker, target)
    woods = _woods(scene, eyes, targets)
    beyond, own = _pieces_met(scene, woods, len(eyes))
    return (
        map(tuple, woods.start[at].tolist()),
        map(tuple, woods.between[at].tolist()),
        map(tuple, woods.end[at].tolist()),
        map(tuple, woods.between[back].tolist()),
        [beyond[k] for k in at.tolist()],
        [own[k] for k in at.tolist()],
        [beyond[k] for k in back.tolist()],
    )


def _woods(scene: SightScene, attacker: Ints, target: Ints) -> LineOverlaps:
    start, end, near, far = _woods_line(scene, attacker, target)
    return line_overlaps(
        scene.terrain.canopy,
        start=start,
        end=end,
        start_edge=near,
        end_edge=far,
        own_start=scene.own_woods[attacker],
        own_end=scene.own_woods[target],
        end_length=scene.edition.number("strip.woods"),
    )


def _pieces_met(
    scene: SightScene, woods: LineOverlaps, count: int
) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]:
    """Name the pieces on each line: those beyond the attacker's own strip, and those in it alone."""
    beyond: list[dict[str, None]] = [{} for _ in range(count)]
    own: list[dict[str, None]] = [{} for _ in range(count)]
    for line, piece, part in zip(woods.line.tolist(), woods.piece.tolist(), woods.part.tolist(), strict=True):
        (own if part == LinePart.START else beyond)[line][scene.terrain.pieces[piece].id] = None
    return (
        tuple(tuple(pieces) for pieces in beyond),
        tuple(
            tuple(name for name in pieces if name not in far) for pieces, far in zip(own, beyond, strict=True)
        ),
    )
