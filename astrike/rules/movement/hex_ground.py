"""What does a move from hex to hex on the ground cost, and where is it forbidden?

Each hex entered is paid whole, with its terrain and the change of level to it; a hex blocks by what is under its
centre; levels are limited from hex to hex; a hex holds one unit. WiGE flight on hexes comes with a later version.
Sources: CE pp.32-38, 68; AS pp.30-32, 110.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from astrike.geometry.hexes import hexes_between
from astrike.geometry.profile import Profile
from astrike.geometry.swept_overlaps import Spans
from astrike.model.explain import facts
from astrike.model.movement import MoveMargin, MoveReason, ProfilePart
from astrike.rules.movement import level_changes
from astrike.rules.movement.along_path import joined_spans, reason_along, spans_cover
from astrike.rules.movement.buildings import standing_at
from astrike.rules.movement.deck_layers import DeckLayers, PathMeasure, deck_layers_of
from astrike.rules.movement.declared_move import MoveCase, MoveVerdict
from astrike.rules.movement.ground import GroundMove
from astrike.rules.movement.hex_overflight import hex_top, hexes_of_path, units_met
from astrike.rules.movement.hex_path import HexMovementTerrain, HexRoute, hex_movement_terrain
from astrike.rules.movement.jump import (
    ceiling_of,
    is_below,
    jump_landing,
    jump_touchdown,
    jump_verdict,
    out_of_water,
)
from astrike.rules.movement.landing import is_vehicle_on_roof
from astrike.rules.movement.mobility_profile import MobilityProfile
from astrike.rules.movement.movement_terrain import MovementTerrain, cover_level, passes_under_decks
from astrike.rules.movement.obstacles import MetBase, others_on_table
from astrike.rules.table.hex_units import hexes_of
from astrike.rules.terrain.hex_board import NOWHERE
from astrike.tolerance import TOUCH


def judge_ground_on_hexes(case: MoveCase) -> MoveVerdict:
    """Judge a path along the ground, from hex to hex."""
    return _HexGroundMove(case).verdict()


# ---- what a path is over


def _over(case: MoveCase, land: MovementTerrain) -> tuple[Spans, Spans]:
    """Give where which zones are paid for: on the way into each hex that they cover."""
    path, found = hexes_of_path(case), hex_movement_terrain(case.prepared, land)
    inches = path.board.inches
    steps: dict[int, list[tuple[float, float]]] = {}
    for k, h in enumerate(path.index.tolist()):
        if k or not path.steps:
            for zone in found.zones[h]:
                steps.setdefault(zone, []).append((max(k - 1, 0) * inches, k * inches))
    rows = [(zone, *span) for zone in sorted(steps) for span in joined_spans(steps[zone])]
    zone, start, end = zip(*rows, strict=True) if rows else ((), (), ())
    none = np.empty(0)
    return (
        Spans(np.array(zone, dtype=np.intp), np.array(start, dtype=float), np.array(end, dtype=float)),
        Spans(np.empty(0, dtype=np.intp), none, none),
    )


def _profile(case: MoveCase, land: MovementTerrain, cells: Spans) -> Profile:
    """Give the level of each hex, which changes half way between two centres."""
    path, found = hexes_of_path(case), hex_movement_terrain(case.prepared, land)
    half, count = path.board.inches / 2, path.steps
    z = np.asarray(found.level[path.index] * path.board.level, dtype=np.float64)
    border = np.concatenate(([0.0], half * (2 * np.arange(count) + 1), [2 * half * count]))
    return Profile(border[:-1], border[1:], z, z, found.cell[path.index])


def _is_in_reach(case: MoveCase, land: MovementTerrain, spans: Spans, k: int) -> bool:
    """Can a deck, wall or roof be stepped onto from the hex before it, within what the unit climbs?"""
    path, terrain = hexes_of_path(case), case.prepared.terrain
    first = next((step for step, h in enumerate(path.index.tolist()) if k in path.board.over[h]), 0)
    is_deck = terrain.rows[k].family == "deck"
    if first == 0 or (is_deck and passes_under_decks(land, case.prepared.edition)):
        return False
    before = float(hex_movement_terrain(case.prepared, land).level[path.index[first - 1]]) * path.board.level
    top = (
        float(path.board.level_of(cover_level(terrain, k, land.mobility, case.prepared.edition)))
        * path.board.level
    )
    return abs(top - before) <= land.climb_limit + TOUCH


ON_HEXES = PathMeasure(_over, _profile, _is_in_reach)


# ---- on the ground


class _HexGroundMove(GroundMove):
    """One path on the ground from hex to hex, being judged."""

    def __init__(self, case: MoveCase) -> None:
        super().__init__(case)
        if self.by_hex.cell[self.path.index[-1]] < 0 and self.floors.inside is None:
            # Levels are for counting: the base stands where the ground is.
            centre, terrain = np.array([case.end], dtype=np.float64), self.prepared.terrain
            depth = 0.0 if self.land.rides else float(terrain.depth_at(centre)[0][0])
            z = float(terrain.ground_at(centre)[0]) - depth
            on, _ = standing_at(self.prepared, case.end, z, is_sloped=False)
            self.floors = replace(self.floors, end_z=round(z, 9), on=on)

    @property
    def path(self) -> HexRoute:
        return hexes_of_path(self.case)

    @property
    def by_hex(self) -> HexMovementTerrain:
        return hex_movement_terrain(self.prepared, self.land)

    def lay(self, mobility: MobilityProfile) -> DeckLayers:
        """Say what each hex is, and how high."""
        return deck_layers_of(self.case, mobility, ON_HEXES)

    def keeps_to_road(self) -> bool:
        """Is every hex of it, that of the start too, road or paved, and none of them water? (CE p.35)"""
        paved = self.by_hex.is_paved[self.path.index]
        return self.path.steps > 0 and bool(paved.all()) and not any(map(self._is_wet, self.names))

    def _is_wet(self, zone: int) -> bool:
        kind = self.land.kind[zone]
        return kind.startswith(("water", "surface")) and not kind.endswith(".0")

    def keeps_smooth(self) -> bool:
        """Is every hex of it paved or icy? (CE p.100)"""
        going = self.edition.going
        icy = [
            (start, end) for zone, start, end in self.over if (k := self.land.kind[zone]) and going[k].skids
        ]
        if not icy or not self.path.steps:
            return False
        spans = np.array(icy)
        return spans_cover(Spans(np.zeros(len(icy), dtype=np.intp), spans[:, 0], spans[:, 1]), self.total)

    def met(self, shown: Sequence[ProfilePart]) -> Sequence[MetBase]:
        """List the units in the hexes that it enters, at whatever height."""
        return units_met(self.case, self.profile.level_after)

    def steep(self) -> Iterator[MoveReason]:
        """More levels from one hex to the next than this unit climbs (CE p.34)."""
        limit, inches = self.land.climb_limit, self.path.board.inches
        for step in level_changes.level_changes_of(self.floors.profile):
            rise = abs(step.after - step.before)
            if rise > limit + TOUCH:
                measured = facts(rise=round(rise, 9), inches=inches, limit=limit, window=inches)
                by = self._higher_at(step)
                yield reason_along(self.case, "move.steep", step.at, step.at, by=by, measured=measured)

    def _higher_at(self, step: level_changes.LevelChange) -> str | None:
        """Name what makes the higher of two hexes, else the water in the lower one."""
        board, terrain = self.path.board, self.prepared.terrain
        k = int((step.at + TOUCH) // board.inches)
        after, before = int(self.path.index[k + 1]), int(self.path.index[k])
        high, low = (after, before) if step.after > step.before else (before, after)
        cover = int(self.land.floor.cover[self.by_hex.cell[high]]) if self.by_hex.cell[high] >= 0 else -1
        if cover >= 0:
            over = [piece for piece in board.over[high] if piece in self.land.covers]
            return terrain.pieces[over[0]].id if over else None
        if int(board.piece[high]) != NOWHERE:
            return terrain.pieces[int(board.piece[high])].id
        waters = [piece for piece in board.over[low] if terrain.rows[piece].family == "water"]
        return terrain.pieces[waters[0]].id if waters else None

    def level_cost(self, height: float) -> float:
        """Give the Move for a change of level: a hex or two, whatever an inch of height costs (AS p.110)."""
        return super().level_cost(height) * self.prepared.metric.climb_rate

    def with_gaps(self, refusals: Sequence[MoveReason], met: Sequence[MetBase]) -> list[MoveReason]:
        """There are no gaps between hexes."""
        return list(refusals)

    def margins(self, left: float, met: Sequence[MetBase]) -> Iterator[MoveMargin]:
        """Nothing is nearly in a hex."""
        yield from ()


# ---- jumping


def judge_jump_on_hexes(case: MoveCase) -> MoveVerdict:
    """Judge a jump from hex to hex: its hexes along the table and nothing else (CE pp.37-38)."""
    ceiling, down = ceiling_of(case), jump_touchdown(case)
    refusals = [
        *_bent(case),
        *out_of_water(case),
        *_too_high(case, ceiling),
        *_over_enemies(case, ceiling),
        *jump_landing(case, down),
    ]
    options = ("roof.vehicles",) if is_vehicle_on_roof(case, down) else ()
    return replace(jump_verdict(case, ceiling, down, refusals), options=options)


def _bent(case: MoveCase) -> Iterator[MoveReason]:
    """The shortest way to the chosen hex (CE p.37)."""
    path = hexes_of_path(case)
    if path.steps > int(hexes_between(path.hexes[0], path.hexes[-1])[0]):
        bend = path.legs[0] * path.board.inches
        yield reason_along(case, "move.not-straight", bend, bend)


def _is_above(case: MoveCase, top: float, ceiling: float) -> bool:
    return top > ceiling - (2 * TOUCH if is_below(case) else 0.0) + TOUCH


def _too_high(case: MoveCase, ceiling: float) -> Iterator[MoveReason]:
    """Hexes jumped over, with their trees unless they are free, and the ground landed on (CE p.38)."""
    path, terrain = hexes_of_path(case), case.prepared.terrain
    board, free = path.board, case.prepared.options.word("jump.woods") == "free"
    for k, h in list(enumerate(path.index.tolist()))[1:]:
        top, by = hex_top(case, h, trees=not free)
        if k == path.steps:
            top, by = float(board.ground[h]) * board.level, int(board.piece[h])
        if _is_above(case, top, ceiling):
            name = terrain.pieces[by].id if by != NOWHERE else None
            measured = facts(top=top, ceiling=ceiling)
            start, end = (k - 1) * board.inches, k * board.inches
            yield reason_along(case, "move.jump-ceiling", start, end, by=name, measured=measured)


def _over_enemies(case: MoveCase, ceiling: float) -> Iterator[MoveReason]:
    """Enemies in hexes jumped over, where the jump does not clear them (CE pp.32, 38)."""
    prepared, path = case.prepared, hexes_of_path(case)
    units, inches = prepared.units, path.board.inches
    if prepared.options.word("jump.over-enemies") == "always":
        return
    where = hexes_of(path.board, units)
    for i in others_on_table(prepared, case.i).tolist():
        top = float(units.top[i])
        if case.unit.is_enemy_of(units.units[i]) and _is_above(case, top, ceiling):
            for k in np.flatnonzero((path.hexes[1:-1] == where[i]).all(axis=1)).tolist():
                measured, name = facts(top=top, ceiling=ceiling), units.units[i].id
                yield reason_along(
                    case, "move.jump-enemy", k * inches, (k + 1) * inches, by=name, measured=measured
                )
