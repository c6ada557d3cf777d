"""How does a path meet bridges and buildings: over the deck or under it, inside or on the roof?

Each is met in one way per path: as the question states, as the unit stands at the start, else over what it can walk
onto, and inside a building where it cannot. Sources: CE pp.34, 70, 72.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.geometry.clearance import nearest
from astrike.geometry.profile import Profile, height_along
from astrike.geometry.sweeps import make_track
from astrike.geometry.swept_overlaps import Spans, swept_zones, under_centre
from astrike.model.explain import Assumed
from astrike.model.movement import Height
from astrike.model.number_text import plain_number
from astrike.model.terrain import BUILT
from astrike.rules.movement.declared_move import MoveCase
from astrike.rules.movement.mobility_profile import MobilityProfile
from astrike.rules.movement.movement_terrain import (
    MovementTerrain,
    cover_level,
    movement_terrain_for,
    passes_under_decks,
    zones_of_piece,
)
from astrike.rules.movement.wall_crossing import climb_limit, climbable, is_climbed_unasked
from astrike.tolerance import TOUCH


@dataclass(frozen=True, slots=True, eq=False)
class DeckLayers:
    """The ground that a path runs over, and what was decided to get it."""

    land: MovementTerrain
    spans: Spans
    """Where the base is over which of the land's zones."""
    cells: Spans
    """Where the base is over which raised cells of the ground partition."""
    profile: Profile
    under: tuple[int, ...]
    """The decks that are passed underneath, by piece."""
    assumed: tuple[Assumed, ...] = ()
    no_roof: tuple[int, ...] = ()
    """The roofs that this unit cannot get onto."""
    with_vehicle: bool = False
    """Is a roof asked for that vehicles get onto by option alone?"""
    unasked: tuple[int, ...] = ()
    """The walls and buildings, by piece, that are met in the way that an option says and not the path."""
    silent: tuple[int, ...] = ()
    """The buildings, by piece, that it would go into without being asked to."""
    entered: frozenset[int] = frozenset()
    """The buildings, by piece, that it may go into: the path states so, or the move begins in them."""


@dataclass(frozen=True, slots=True)
class PathMeasure:
    """How what a path is over is measured."""

    over: Callable[[MoveCase, MovementTerrain], tuple[Spans, Spans]]
    """Where the base is over which zones of the land, and over which raised cells of its floor."""
    profile: Callable[[MoveCase, MovementTerrain, Spans], Profile]
    """The height under the centre."""
    is_in_reach: Callable[[MoveCase, MovementTerrain, Spans, int], bool]
    """Can this deck, wall or roof be stepped onto?"""


def deck_layers_of(case: MoveCase, mobility: MobilityProfile, lay: PathMeasure | None = None) -> DeckLayers:
    """Decide how a path meets every bridge and building on it; raise `InputError` for a height that is not there.

    In inches unless told otherwise.
    """
    lay = lay or IN_INCHES
    land = movement_terrain_for(case.prepared, mobility)
    spans, cells = lay.over(case, land)
    met = _solids_met(land, spans)
    if not met and all(height is None for height in case.heights):
        return DeckLayers(land, spans, cells, lay.profile(case, land, cells), ())
    stated = _Stated(case, met)
    covers = stated.covers
    unasked = _unasked(case, mobility, stated, met)
    if unasked and is_climbed_unasked(case.prepared):
        covers |= _climbed(case, mobility, stated, unasked, lay, spans)
    assumed: list[Assumed] = []
    under: list[int] = []
    for k in met:
        if case.prepared.terrain.rows[k].family != "deck" or k in covers:
            continue
        if covers:
            land = movement_terrain_for(case.prepared, mobility, frozenset(covers))
        if k not in stated.under and lay.is_in_reach(case, land, spans, k):
            covers.add(k)
            continue
        under.append(k)
        if k not in stated.under:
            name = case.prepared.terrain.pieces[k].id
            assumed.append(
                Assumed(f"terrain.{name}", "under", "Way under the bridge: its deck is out of reach")
            )
    if covers:
        land = movement_terrain_for(case.prepared, mobility, frozenset(covers))
        spans, cells = lay.over(case, land)
    profile = lay.profile(case, land, cells)
    stated.check(land, profile)
    roofs = () if mobility.mover in case.prepared.edition.tagged("on-foot") else tuple(stated.roofs_climbed())
    closed = () if case.prepared.options.is_on("roof.vehicles") else roofs
    return DeckLayers(
        land,
        spans,
        cells,
        profile,
        under=tuple(under),
        assumed=tuple(assumed),
        no_roof=closed,
        with_vehicle=bool(roofs),
        unasked=tuple(unasked),
        silent=tuple(k for k in met if k not in covers and stated.is_silent_about(k)),
        entered=frozenset(stated.inside),
    )


def _unasked(case: MoveCase, mobility: MobilityProfile, stated: "_Stated", met: Iterable[int]) -> list[int]:
    """List the walls and buildings on the path that can be climbed and of which nothing says how they are met."""
    solid = [k for k in met if case.prepared.terrain.rows[k].family == "solid"]
    if not solid:
        return []
    open_ = climbable(case.prepared, mobility)
    return [k for k in solid if k in open_ and k not in stated.covers and k not in stated.inside]


def _climbed(
    case: MoveCase,
    mobility: MobilityProfile,
    stated: "_Stated",
    unasked: Iterable[int],
    lay: PathMeasure,
    spans: Spans,
) -> frozenset[int]:
    """Choose the walls and roofs that a path climbs by itself: all that it can step onto where it meets them.

    What it does not meet comes along, so that many paths share one landscape.
    """
    found = climbable(case.prepared, mobility) - stated.inside
    for k in unasked:
        land = movement_terrain_for(case.prepared, mobility, frozenset(stated.covers | found))
        if not lay.is_in_reach(case, land, spans, k):
            found -= {k}
    return found


def _over(case: MoveCase, land: MovementTerrain) -> tuple[Spans, Spans]:
    """Sweep the base over the zones and the raised ground."""
    every = swept_zones(case.track, case.footprint, land.every)
    # By zone: those of the floor come last.
    count = int(np.searchsorted(every.zone, len(land.zones)))
    zone, start, end = every.zone, every.start, every.end
    return (
        Spans(zone[:count], start[:count], end[:count]),
        Spans(zone[count:] - len(land.zones), start[count:], end[count:]),
    )


def _profile(case: MoveCase, land: MovementTerrain, cells: Spans) -> Profile:
    """Give the height under the centre: where the base meets nothing raised, it is that of the plain."""
    if len(cells):
        return height_along(case.track, land.floor)
    zero = np.zeros(1)
    return Profile(zero, np.array([case.track.total]), zero, zero, np.array([-1], dtype=np.intp))


def _solids_met(land: MovementTerrain, spans: Spans) -> list[int]:
    """List the buildings, walls and decks that the base meets, in the order in which it does."""
    if not land.solids:
        return []
    first: dict[int, float] = {}
    for piece, start in zip(land.piece[spans.zone].tolist(), spans.start.tolist(), strict=True):
        if piece in land.solids:
            first[piece] = min(start, first.get(piece, start))
    return sorted(first, key=lambda piece: (first[piece], piece))


def _is_in_reach(case: MoveCase, land: MovementTerrain, spans: Spans, k: int) -> bool:
    """Can a deck, wall or roof be stepped onto from the level just before it, within what the unit climbs?

    A path that begins over one on which the unit does not stand is under it or inside.
    """
    terrain = case.prepared.terrain
    zones = zones_of_piece(terrain, k)
    entered = under_centre(case.track, zones)
    if not len(entered):
        entered = swept_zones(case.track, case.footprint, zones)
    at = float(entered.start.min())
    if at <= TOUCH and len(under_centre(case.track, zones)):
        return False
    if terrain.rows[k].family == "deck" and passes_under_decks(land, case.prepared.edition):
        return False
    level = cover_level(terrain, k, land.mobility, case.prepared.edition)
    before = height_along(case.track, land.floor).level_before(at)
    return abs(level - before) <= climb_limit(case.prepared, land.mobility) + TOUCH


IN_INCHES = PathMeasure(_over, _profile, _is_in_reach)


def shown_level(land: MovementTerrain, profile: Profile, at: float) -> float:
    """Give the true height after so many inches of travel: of decks and walls their tops."""
    part = profile.part_at(at)
    cell = int(profile.cell[part])
    return profile.level_on(part, at) + (float(land.lift[cell]) if cell >= 0 else 0.0)


class _Stated:
    """What the question and the unit's place say about decks and roofs."""

    def __init__(self, case: MoveCase, met: Iterable[int]) -> None:
        self.case = case
        self.terrain = case.prepared.terrain
        self.places = _ends(case)
        over = self.terrain.pieces_over(np.array([case.track.start[0], *self.places], dtype=np.float64))
        solid = [tuple(k for k in pieces if self.terrain.rows[k].family in BUILT) for pieces in over]
        below, self.over = solid[0], solid[1:]
        self.under: set[int] = set()
        self.inside: set[int] = set()
        self.roofs: set[int] = set()
        self.covers: set[int] = set()
        self.started_on = next((k for k in below if self._is_on(k)), -1)
        if self.started_on in met:
            self.covers.add(self.started_on)
        self.inside |= {k for k in below if self.terrain.rows[k].family == "solid" and not self._is_on(k)}
        self.beside: dict[int, list[int]] = {}
        """By waypoint, the buildings that it is inside of with a part of its base alone."""
        for j, height in enumerate(case.heights):
            self._waypoint(j, height)
            if height == "inside" and not self.over[j]:
                self.beside[j] = [k for k in met if self._is_house(k) and self._is_over(k, self.places[j])]
                self.inside.update(self.beside[j])

    def _is_on(self, k: int) -> bool:
        """Does the move begin on top of this piece?"""
        return abs(self.terrain.extent[self.terrain.pieces[k].id][1] - self.case.z_start) <= TOUCH

    def is_silent_about(self, k: int) -> bool:
        """Is this a building that the path does not say it goes into?

        Whose base begins over the edge of one, and whose middle never goes in, may get away from it.
        """
        if not self._is_house(k) or k in self.inside:
            return False
        begins = self._is_over(k, self.case.track.at([0.0])[0].tolist())
        return not begins or bool(len(under_centre(self.case.track, zones_of_piece(self.terrain, k))))

    def _is_house(self, k: int) -> bool:
        return self.terrain.pieces[k].kind == "building"

    def _is_over(self, k: int, place: Sequence[float]) -> bool:
        """Is any part of a base at this place over a piece?"""
        clearance, _ = nearest(make_track([place]), self.case.footprint, zones_of_piece(self.terrain, k))
        return bool(clearance.min() < -TOUCH)

    def _waypoint(self, j: int, height: Height) -> None:
        for k in self.over[j]:
            low, high = self.terrain.extent[self.terrain.pieces[k].id]
            is_deck = self.terrain.rows[k].family == "deck"
            is_top = isinstance(height, float | int) and abs(height - high) <= TOUCH
            is_base = is_deck and isinstance(height, float | int) and abs(height - low) <= TOUCH
            plain = is_base and self.terrain.pieces[k].height is None
            if height == "roof" or is_top or plain or (is_deck and height == "surface"):
                self.covers.add(k)
                if not is_deck:
                    self.roofs.add(k)
            elif height in ("under", "inside") or isinstance(height, float | int):
                (self.under if is_deck else self.inside).add(k)

    def roofs_climbed(self) -> Iterator[int]:
        """Give the roofs of buildings that are asked for and that the unit does not stand on already."""
        for k in sorted(self.roofs):
            if k != self.started_on and self.terrain.pieces[k].kind == "building":
                yield k

    def check(self, land: MovementTerrain, profile: Profile) -> None:
        """Raise `InputError` if a waypoint's height is not one at which anything could stand there."""
        problems: list[Problem] = []
        hair = max(TOUCH, self.case.prepared.table.tolerance)
        for j, height in enumerate(self.case.heights):
            solid = [k for k in self.over[j] if self.terrain.rows[k].family == "solid"]
            here = shown_level(land, profile, float(self.case.track.offset[j + 1]))
            if isinstance(height, float | int):
                inside = any(
                    low - hair <= height <= high + hair
                    for low, high in (self.terrain.extent[self.terrain.pieces[k].id] for k in solid)
                )
                counted = profile.level_after(float(self.case.track.offset[j + 1]))
                if not inside and min(abs(height - here), abs(height - counted)) > hair:
                    problems.append(
                        Problem(
                            f"path[{j}].z", plain_number(height), f"{plain_number(here)}, the height there"
                        )
                    )
            elif height in ("roof", "inside") and not self.over[j] and not self.beside.get(j):
                problems.append(Problem(f"path[{j}].z", height, "a building or bridge at that place"))
            elif height == "surface" and self._is_sunk(land, j):
                problems.append(Problem(f"path[{j}].z", height, "a unit that rides on the surface of water"))
        if problems:
            raise InputError(problems)

    def _is_sunk(self, land: MovementTerrain, j: int) -> bool:
        depth, _ = self.terrain.depth_at(np.array([self.places[j]], dtype=np.float64))
        is_covered = any(k in self.covers for k in self.over[j])
        return bool(depth[0] > TOUCH) and not is_covered and bool(land.floor.depth.any())


def _ends(case: MoveCase) -> list[tuple[float, float]]:
    track = case.track
    ends = track.start + track.heading * track.length[:, None]
    return [(float(x), float(y)) for x, y in ends]
