"""Moving from hex to hex: what does it cost, and where is it forbidden?

Which question: what is otherwise than in inches. Each hex entered is paid whole, with its terrain and the change of
level to it; a hex bars by what is under its centre; levels are limited from hex to hex; a hex holds one unit. Skimming
comes with a later version. Source: CE pp.32-38, 68; AS pp.30-32, 110.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from astrike.geometry.hexes import steps_between
from astrike.geometry.profile import Profile
from astrike.geometry.sweep import Spans
from astrike.model.explain import facts
from astrike.model.movement import MoveMargin, MoveReason, Rise
from astrike.rules.hexes.board import NOWHERE
from astrike.rules.hexes.standing import hexes_of
from astrike.rules.movement import level
from astrike.rules.movement.buildings import stand_at
from astrike.rules.movement.case import Case, Verdict
from astrike.rules.movement.hexover import path_in, top_of, units_met
from astrike.rules.movement.hexpath import HexLand, HexPath, hex_land
from astrike.rules.movement.jump import came_down, ceiling_of, is_below, jump_verdict, landing, out_of_water
from astrike.rules.movement.landscape import Landscape, cover_level, passes_under_decks
from astrike.rules.movement.layers import Lay, Layers, layers_of
from astrike.rules.movement.obstacles import Met, others_on_table
from astrike.rules.movement.reasons import reason_along
from astrike.rules.movement.spans import covers, joined
from astrike.rules.movement.touchdown import is_vehicle_on_roof
from astrike.rules.movement.walk import Walk
from astrike.rules.movement.walker import Walker
from astrike.tolerance import TOUCH


def judge_walk_on_hexes(case: Case) -> Verdict:
    """Judge a path along the ground, from hex to hex."""
    return _HexWalk(case).verdict()


# ---- what a path is over


def _over(case: Case, land: Landscape) -> tuple[Spans, Spans]:
    """Give where which zones are paid for: on the step into each hex that they cover."""
    path, found = path_in(case), hex_land(case.field, land)
    inches = path.board.inches
    steps: dict[int, list[tuple[float, float]]] = {}
    for k, h in enumerate(path.index.tolist()):
        if k or not path.steps:
            for zone in found.zones[h]:
                steps.setdefault(zone, []).append((max(k - 1, 0) * inches, k * inches))
    rows = [(zone, *span) for zone in sorted(steps) for span in joined(steps[zone])]
    zone, start, end = zip(*rows, strict=True) if rows else ((), (), ())
    none = np.empty(0)
    return (
        Spans(np.array(zone, dtype=np.intp), np.array(start, dtype=float), np.array(end, dtype=float)),
        Spans(np.empty(0, dtype=np.intp), none, none),
    )


def _profile(case: Case, land: Landscape, cells: Spans) -> Profile:
    """Give the level of each hex, which changes half way between two centres."""
    path, found = path_in(case), hex_land(case.field, land)
    half, count = path.board.inches / 2, path.steps
    z = np.asarray(found.level[path.index] * path.board.level, dtype=np.float64)
    border = np.concatenate(([0.0], half * (2 * np.arange(count) + 1), [2 * half * count]))
    return Profile(border[:-1], border[1:], z, z, found.cell[path.index])


def _is_in_reach(case: Case, land: Landscape, spans: Spans, k: int) -> bool:
    """Can a deck, wall or roof be stepped onto from the hex before it, within what the mover climbs?"""
    path, lie = path_in(case), case.field.lie
    first = next((step for step, h in enumerate(path.index.tolist()) if k in path.board.over[h]), 0)
    is_deck = lie.rows[k].family == "deck"
    if first == 0 or (is_deck and passes_under_decks(land, case.field.edition)):
        return False
    before = float(hex_land(case.field, land).level[path.index[first - 1]]) * path.board.level
    top = float(path.board.level_of(cover_level(lie, k, land.walker, case.field.edition))) * path.board.level
    return abs(top - before) <= land.climb_limit + TOUCH


ON_HEXES = Lay(_over, _profile, _is_in_reach)


# ---- on the ground


class _HexWalk(Walk):
    """One path on the ground from hex to hex, being judged."""

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        if self.by_hex.cell[self.path.index[-1]] < 0 and self.floors.inside is None:
            # Levels are for counting: the base stands where the ground is.
            centre, lie = np.array([case.end], dtype=np.float64), self.field.lie
            depth = 0.0 if self.land.rides else float(lie.depth_at(centre)[0][0])
            z = float(lie.ground_at(centre)[0]) - depth
            on, _ = stand_at(self.field, case.end, z, is_sloped=False)
            self.floors = replace(self.floors, end_z=round(z, 9), on=on)

    @property
    def path(self) -> HexPath:
        return path_in(self.case)

    @property
    def by_hex(self) -> HexLand:
        return hex_land(self.field, self.land)

    def lay(self, walker: Walker) -> Layers:
        """Say what each hex is, and how high."""
        return layers_of(self.case, walker, ON_HEXES)

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
        return covers(Spans(np.zeros(len(icy), dtype=np.intp), spans[:, 0], spans[:, 1]), self.total)

    def met(self, shown: Sequence[Rise]) -> Sequence[Met]:
        """List the units in the hexes that it enters, at whatever height."""
        return units_met(self.case, self.profile.level_after)

    def steep(self) -> Iterator[MoveReason]:
        """More levels from one hex to the next than this mover climbs (CE p.34)."""
        limit, inches = self.land.climb_limit, self.path.board.inches
        for step in level.steps_of(self.floors.profile):
            rise = abs(step.after - step.before)
            if rise > limit + TOUCH:
                measured = facts(rise=round(rise, 9), inches=inches, limit=limit, window=inches)
                by = self._higher_at(step)
                yield reason_along(self.case, "move.steep", step.at, step.at, by=by, measured=measured)

    def _higher_at(self, step: level.Step) -> str | None:
        """Name what makes the higher of two hexes, else the water in the lower one."""
        board, lie = self.path.board, self.field.lie
        k = int((step.at + TOUCH) // board.inches)
        after, before = int(self.path.index[k + 1]), int(self.path.index[k])
        high, low = (after, before) if step.after > step.before else (before, after)
        cover = int(self.land.floor.cover[self.by_hex.cell[high]]) if self.by_hex.cell[high] >= 0 else -1
        if cover >= 0:
            over = [piece for piece in board.over[high] if piece in self.land.covers]
            return lie.pieces[over[0]].id if over else None
        if int(board.piece[high]) != NOWHERE:
            return lie.pieces[int(board.piece[high])].id
        waters = [piece for piece in board.over[low] if lie.rows[piece].family == "water"]
        return lie.pieces[waters[0]].id if waters else None

    def price_of(self, height: float) -> float:
        """Give the Move for a change of level: a hex or two, whatever an inch of height costs (AS p.110)."""
        return super().price_of(height) * self.field.metric.climb_rate

    def with_gaps(self, refusals: Sequence[MoveReason], met: Sequence[Met]) -> list[MoveReason]:
        """There are no gaps between hexes."""
        return list(refusals)

    def margins(self, left: float, met: Sequence[Met]) -> Iterator[MoveMargin]:
        """Nothing is nearly in a hex."""
        yield from ()


# ---- jumping


def judge_jump_on_hexes(case: Case) -> Verdict:
    """Judge a jump from hex to hex: its hexes along the table and nothing else (CE pp.37-38)."""
    ceiling, down = ceiling_of(case), came_down(case)
    refusals = [
        *_bent(case),
        *out_of_water(case),
        *_too_high(case, ceiling),
        *_over_enemies(case, ceiling),
        *landing(case, down),
    ]
    options = ("roof.vehicles",) if is_vehicle_on_roof(case, down) else ()
    return replace(jump_verdict(case, ceiling, down, refusals), options=options)


def _bent(case: Case) -> Iterator[MoveReason]:
    """The shortest way to the chosen hex (CE p.37)."""
    path = path_in(case)
    if path.steps > int(steps_between(path.hexes[0], path.hexes[-1])[0]):
        bend = path.legs[0] * path.board.inches
        yield reason_along(case, "move.not-straight", bend, bend)


def _is_above(case: Case, top: float, ceiling: float) -> bool:
    return top > ceiling - (2 * TOUCH if is_below(case) else 0.0) + TOUCH


def _too_high(case: Case, ceiling: float) -> Iterator[MoveReason]:
    """Hexes jumped over, with their trees unless they are free, and the ground landed on (CE p.38)."""
    path, lie = path_in(case), case.field.lie
    board, free = path.board, case.field.options.word("jump.woods") == "free"
    for k, h in list(enumerate(path.index.tolist()))[1:]:
        top, by = top_of(case, h, trees=not free)
        if k == path.steps:
            top, by = float(board.ground[h]) * board.level, int(board.piece[h])
        if _is_above(case, top, ceiling):
            name = lie.pieces[by].id if by != NOWHERE else None
            measured = facts(top=top, ceiling=ceiling)
            start, end = (k - 1) * board.inches, k * board.inches
            yield reason_along(case, "move.jump-ceiling", start, end, by=name, measured=measured)


def _over_enemies(case: Case, ceiling: float) -> Iterator[MoveReason]:
    """Enemies in hexes jumped over, where the jump does not clear them (CE pp.32, 38)."""
    field, path = case.field, path_in(case)
    units, inches = field.units, path.board.inches
    if field.options.word("jump.over-enemies") == "always":
        return
    where = hexes_of(path.board, units)
    for i in others_on_table(field, case.i).tolist():
        top = float(units.top[i])
        if case.unit.is_enemy_of(units.units[i]) and _is_above(case, top, ceiling):
            for k in np.flatnonzero((path.hexes[1:-1] == where[i]).all(axis=1)).tolist():
                measured, name = facts(top=top, ceiling=ceiling), units.units[i].id
                yield reason_along(
                    case, "move.jump-enemy", k * inches, (k + 1) * inches, by=name, measured=measured
                )
