"""What lies on the lines between bases, measured in inches?

For many pairs at once: how far, how much hidden, how much woods, in which arc, from which side. Numbers only; what
they mean is decided by sight, Target Number and damage.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Generic, TypeVar

import numpy as np

from astrike.geometry.arcs import bearings, share_in_arc, turned
from astrike.geometry.arrays import Bools, Floats, Ints, at_most, in_contact
from astrike.geometry.bases import gaps, reach_along
from astrike.geometry.line_overlaps import LineOverlaps, LinePart, are_within, line_overlaps, overlap_list
from astrike.geometry.sight import HiddenShares, hidden_shares, hidden_strips
from astrike.model.attack_answer import HidingPiece, SeeThroughStretch
from astrike.rules.options import Options
from astrike.rules.table.line_columns import LineColumns, NameColumns, sources_of
from astrike.rules.table.line_solids import solids_on_lines
from astrike.rules.table.metric import HiddenStrip, SightScene
from astrike.rules.table.prepared_units import PreparedUnits
from astrike.tolerance import CONTACT_TOLERANCE, TOUCH

_PARTS = {"start": "attacker", "between": "between", "end": "target"}


def inch_lines(scene: SightScene, attacker: Ints, target: Ints, *, arcs: Floats) -> LineColumns:
    """Measure the lines between pairs of units (indices (n,) each); `arcs` are the attackers' own, in degrees.

    Each line is measured there and back, each direction once however often it is asked for.
    """
    units = scene.units
    xy = units.bases.xy
    eyes, targets, at, back = _ways(scene, attacker, target)
    hidden, woods = _hidden(scene, eyes, targets), _woods(scene, eyes, targets)
    distance = gaps(units.bases, attacker, target)
    off_rear = turned(bearings(xy[target], xy[attacker]), units.facing[target])
    off_rear[np.hypot(*(xy[target] - xy[attacker]).T) <= TOUCH] = np.nan
    is_met = np.zeros(len(eyes), dtype=np.bool_)
    is_met[woods.line[woods.part != LinePart.START]] = True
    return LineColumns(
        attacker=attacker,
        target=target,
        range=np.asarray(np.round(np.maximum(distance, 0.0), 6), dtype=np.float64),
        contact=touch_at(units, scene.options, attacker, target, distance),
        hidden=hidden.share[at],
        hidden_back=hidden.share[back],
        own=woods.start[at],
        between=woods.between[at],
        theirs=woods.end[at],
        between_back=woods.between[back],
        arc_share=share_in_arc(xy[attacker], units.facing[attacker], arcs, units.bases, target),
        off_rear=off_rear,
        same_water=_same_water(scene, attacker, target),
        meets_woods=is_met[at],
        meets_woods_back=is_met[back],
        names=sources_of(_NamesInWays(scene, hidden, woods, at, back), len(attacker)),
        named_at=np.arange(len(attacker)),
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


def _ways(scene: SightScene, attacker: Ints, target: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Give all directions of these lines, there and back, once each, and where each line finds its two."""
    count = max(len(scene.units.units), 1)
    there, back = attacker * count + target, target * count + attacker
    ways, where = np.unique(np.concatenate((there, back)), return_inverse=True)
    return ways // count, ways % count, where[: len(there)], where[len(there) :]


def _hidden(scene: SightScene, eye: Ints, target: Ints) -> HiddenShares:
    units = scene.units
    xy = units.bases.xy
    prisms, use = solids_on_lines(scene, eye, target)
    return hidden_shares(
        prisms,
        eye=np.column_stack((xy[eye], units.eye[eye])),
        foot=np.column_stack((xy[target], units.foot[target])),
        width=units.width[target],
        height=units.top[target] - units.foot[target],
        use=use,
    )


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


# ---- names


class _NamesInWays:
    """What is named on lines that were measured there and back; each way is looked up once."""

    def __init__(
        self, scene: SightScene, hidden: HiddenShares, woods: LineOverlaps, at: Ints, back: Ints
    ) -> None:
        """`at` and `back` say where each line finds its two ways."""
        self._at, self._back = at, back
        most_first = np.lexsort((-hidden.part, hidden.line))
        self._hiders = _ListedByWay(
            hidden.line[most_first],
            hidden.piece[most_first],
            hidden.part[most_first],
            scene.obstacles.names,
            lambda met: tuple([HidingPiece(name, share) for name, share in met]),
        )
        names = [piece.id for piece in scene.terrain.pieces]
        self._pieces = _ListedByWay(woods.line, woods.piece, woods.part, names, _pieces_met)

    def on_lines(self, rows: Sequence[int]) -> NameColumns:
        """Give what is named on these lines: beyond the attacker's own strip, in it alone, and going back."""
        at, back = self._at[rows].tolist(), self._back[rows].tolist()
        hiders, pieces = self._hiders.of, self._pieces.of
        there = [pieces(way) for way in at]
        return (
            [hiders(way) for way in at],
            [hiders(way) for way in back],
            [beyond for beyond, _own in there],
            [own for _beyond, own in there],
            [pieces(way)[0] for way in back],
            [()] * len(rows),
            [""] * len(rows),
        )


_PieceNames = tuple[tuple[str, ...], tuple[str, ...]]


def _pieces_met(met: Sequence[tuple[str, float]]) -> _PieceNames:
    """Name the pieces on one way: those beyond the attacker's own strip, and those in it alone."""
    if not met:
        return (), ()
    beyond = tuple(dict.fromkeys([name for name, part in met if part != LinePart.START]))
    own = dict.fromkeys([name for name, part in met if part == LinePart.START])
    return beyond, tuple([name for name in own if name not in beyond])


_Made = TypeVar("_Made")


class _ListedByWay(Generic[_Made]):
    """Pieces with a number each, listed by the way they lie on; what is made of those of one way is kept."""

    def __init__(
        self,
        way: Ints,
        piece: Ints,
        number: Floats | Ints,
        names: Sequence[str],
        make: Callable[[Sequence[tuple[str, float]]], _Made],
    ) -> None:
        """`way` is in order."""
        self._way, self._piece, self._number = way, piece, number
        self._names, self._make = names, make
        self._known: dict[int, _Made] = {}

    @cached_property
    def _lists(self) -> Mapping[int, list[tuple[str, float]]]:
        met: dict[int, list[tuple[str, float]]] = {}
        for way, piece, number in zip(
            self._way.tolist(), self._piece.tolist(), self._number.tolist(), strict=True
        ):
            met.setdefault(way, []).append((self._names[piece], number))
        return met

    def of(self, way: int) -> _Made:
        """Give what is made of those on one way."""
        known = self._known.get(way)
        if known is None:
            known = self._known[way] = self._make(self._lists.get(way, ()))
        return known
