"""Is the ground too steep for a unit that moves there, under its centre as it climbs and under its whole base?

Rises within a window or all at once, slopes that nobody climbs, and drops that a base may not straddle; which piece
makes each of them. Sources: CE pp.32, 34-35.
"""

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from astrike.geometry.arrays import points, within
from astrike.geometry.swept_overlaps import swept_zones
from astrike.geometry.uneven_footing import uneven_spans
from astrike.model.explain import facts
from astrike.model.movement import MoveReason
from astrike.rules.movement import level_changes
from astrike.rules.movement.along_path import joined_spans, reason_along, rounded_spans
from astrike.rules.movement.buildings import FloorChanges
from astrike.rules.movement.deck_layers import DeckLayers
from astrike.rules.movement.declared_move import MoveCase
from astrike.rules.movement.movement_terrain import cover_level
from astrike.rules.movement.obstacles import hills_met
from astrike.tolerance import TOUCH


class Steepness:
    """The heights along one path on the ground, held against what the unit climbs."""

    def __init__(self, case: MoveCase, layers: DeckLayers, floors: FloorChanges, *, is_paved: bool) -> None:
        self.case, self.layers, self.floors, self.is_paved = case, layers, floors, is_paved
        self.prepared, self.edition, self.options = (
            case.prepared,
            case.prepared.edition,
            case.prepared.options,
        )
        self.land, self.profile = layers.land, layers.profile
        self.used: dict[str, None] = {}
        """Ids of the options that decided something."""

    def steep(self) -> Iterator[MoveReason]:
        """Steeper than this unit climbs (CE pp.34-35)."""
        limit, window = self.land.climb_limit, self.land.climb_window
        most = self._most(limit)
        by_step = self.options.word("move.level-limit") == "step" or window <= 0.0
        profile = self.floors.profile
        found = (
            level_changes.steep_level_changes(profile, most=most, uneven=self._uneven())
            if by_step
            else self._within(most, window)
        )
        for steep in found:
            if steep.inches > TOUCH:
                self.used["move.level-limit"] = None
            measured = facts(
                rise=round(steep.rise, 9),
                inches=round(steep.inches, 9),
                limit=limit,
                window=0.0 if by_step else window,
            )
            by = self._piece_at_step(steep.at)
            yield reason_along(self.case, "move.steep", steep.at, steep.until, by=by, measured=measured)
        if self.land.steep_piece:
            yield from self._steep_slopes(limit, window)

    def _within(self, most: float, window: float) -> list[level_changes.SteepStretch]:
        profile = self.floors.profile
        # Whatever is too much counted otherwise is so where up and down are added.
        added = level_changes.steep_in_sum(profile, most=most, window=window)
        if not added:
            return []
        found = {
            "rolling": level_changes.steep_within(profile, most=most, window=window),
            "fixed": level_changes.steep_in_pieces(profile, most=most, window=window),
            "sum": added,
        }
        if len({len(steep) for steep in found.values()}) > 1:
            self.used["move.level-window"] = None
        return found[self.options.word("move.level-window")]

    def _steep_slopes(self, limit: float, window: float) -> Iterator[MoveReason]:
        by_piece: dict[str, list[tuple[float, float]]] = defaultdict(list)
        rises: dict[str, float] = {}
        for cell, start, end in zip(*rounded_spans(self.layers.cells), strict=True):
            if cell in self.land.steep_piece:
                name = self.land.steep_piece[cell]
                by_piece[name].append((start, end))
                rises[name] = float(np.hypot(*self.land.floor.plane[cell, 1:])) * window
        for name, spans in by_piece.items():
            for start, end in joined_spans(spans):
                measured = facts(rise=round(rises[name], 9), inches=window, limit=limit, window=window)
                yield reason_along(self.case, "move.steep", start, end, by=name or None, measured=measured)

    def _most(self, limit: float) -> float:
        """Give the height above which a rise is too much: exactly the limit is legal by option."""
        low, high = float(self.profile.z_start.min()), float(self.profile.z_start.max())
        if high - low > TOUCH and abs(high - low - limit) <= TOUCH:
            self.used["move.cliff-at-limit"] = None
        return limit + TOUCH if self.options.is_on("move.cliff-at-limit") else limit - 2 * TOUCH

    def _uneven(self) -> list[tuple[float, float]]:
        """Give where some part of the base is on other ground than the rest, or on a slope."""
        if len(level_changes.level_changes_of(self.profile)) < 2:
            return []
        floor = self.land.floor
        spans = swept_zones(self.case.track, self.case.footprint, floor.zones)
        heights: dict[float, list[tuple[float, float]]] = defaultdict(list)
        uneven: list[tuple[float, float]] = []
        for zone, start, end in zip(*rounded_spans(spans), strict=True):
            if not floor.is_level[zone]:
                uneven.append((start, end))
            else:
                heights[round(float(floor.plane[zone, 0]), 6)].append((start, end))
        levels = [joined_spans(parts) for parts in heights.values()]
        for k, one in enumerate(levels):
            for other in levels[k + 1 :]:
                uneven += [
                    (max(a, c), min(b, d)) for a, b in one for c, d in other if min(b, d) - max(a, c) > TOUCH
                ]
        return joined_spans(uneven, gap=-TOUCH)

    def straddled(self) -> Iterator[MoveReason]:
        """The base on two levels that are too far apart (CE p.32); a drop beside the road is ignored on it (C4)."""
        limit = self.land.climb_limit
        most = self.tallest
        over = self.layers.cells if self.floors.floor is self.land.floor else None
        if over is not None and not len(over):
            return
        found = uneven_spans(self.case.track, self.case.footprint, self.floors.floor, most, over=over)
        joined: list[tuple[float, float, float, float]] = []
        for start, end, low, high in sorted(found):
            if self.is_paved and high - max(self.profile.levels_between(start, end)) <= limit + TOUCH:
                continue
            if joined and start <= joined[-1][1] + TOUCH:
                s, e, a, b = joined.pop()
                joined.append((s, max(e, end), *max(((a, b), (low, high)), key=lambda two: two[1] - two[0])))
            else:
                joined.append((start, end, low, high))
        for start, end, low, high in joined:
            measured = facts(low=round(low, 9), high=round(high, 9), limit=limit)
            by = self._cliff_at(start, end, low, high)
            yield reason_along(self.case, "move.cliff", start, end, by=by, measured=measured)

    def _cliff_at(self, start: float, end: float, low: float, high: float) -> str | None:
        """Name the piece whose top is the high ground of a cliff, else the water whose bottom is the low one."""
        terrain, covers = self.prepared.terrain, self.land.covers
        spans = zip(*rounded_spans(self.layers.spans), strict=True)
        over = [int(self.land.piece[zone]) for zone, s, e in spans if s < end and e > start]
        for k in [k for k in over if k in covers]:
            is_top = abs(terrain.extent[terrain.pieces[k].id][1] - high) <= TOUCH
            if is_top or abs(self._counted(k) - high) <= TOUCH:
                return terrain.pieces[k].id
        if len(terrain.ground_prisms):
            found = [
                int(terrain.ground_prisms.piece[zone])
                for zone, s, e in hills_met(self.case)
                if s < end and e > start and terrain.ground_prisms.highest[zone] >= high - TOUCH
            ]
            if found:
                return terrain.pieces[found[0]].id
        waters = [k for k in over if k >= 0 and terrain.rows[k].family == "water"]
        for k in waters:
            bottom, surface = terrain.extent[terrain.pieces[k].id]
            # Where it lies over several levels, no hill is met here, so that this part lies in the table.
            if min(abs(bottom - low), abs(bottom - surface - low)) <= TOUCH:
                return terrain.pieces[k].id
        return None

    def _counted(self, cover: int) -> float:
        """Give the height that a deck, roof or wall counts for changes of level."""
        return cover_level(self.prepared.terrain, cover, self.land.mobility, self.edition)

    def _piece_at_step(self, at: float) -> str | None:
        """Name the piece at whose edge the level changes: the deck or hill that is the higher side, else the water."""
        terrain, profile = self.prepared.terrain, self.profile
        centre = self.case.track.at([at])
        (place,) = points(centre)
        for k in sorted(self.land.covers):
            if within(terrain.shapes[k], place, TOUCH).any():
                return terrain.pieces[k].id
        high = max(profile.level_before(at), profile.level_after(at))
        ground_prisms = terrain.ground_prisms
        hills = within(ground_prisms.polygons, place, TOUCH)
        hills &= np.abs(ground_prisms.top[:, 0] + ground_prisms.top[:, 1:] @ centre[0] - high) <= 10 * TOUCH
        if hills.any():
            return terrain.pieces[int(ground_prisms.piece[hills].min())].id
        pools = within(terrain.waters, place, TOUCH) & (terrain.water_depth > 0.0)
        return terrain.pieces[terrain.water_piece[int(np.argmax(pools))]].id if pools.any() else None

    # ---- limits

    @property
    def tallest(self) -> float:
        """Give the difference of level that the base may still straddle."""
        limit = self.land.climb_limit
        return limit if self.options.is_on("move.cliff-at-limit") else limit - 3 * TOUCH
