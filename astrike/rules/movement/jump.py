"""May a unit jump there?

A jump follows a straight line with nothing under it higher than the jump reaches, does not start from water, and needs
a place to land on. It costs its inches along the table and nothing else. Sources: CE pp.35, 37-38, 72; AS p.32.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

from astrike.geometry.swept_overlaps import swept_bases
from astrike.model.explain import facts
from astrike.model.movement import MoveLeg, MoveMargin, MoveReason, ProfilePart
from astrike.rules.movement.along_path import place_along, reason_along
from astrike.rules.movement.budget import reason_unknown, term_of
from astrike.rules.movement.declared_move import MoveCase, MoveVerdict
from astrike.rules.movement.flight_clearance import SEE_THROUGH, HigherPiece, height_clearances, higher_than
from astrike.rules.movement.landing import (
    BaseLanding,
    is_closed_roof,
    is_vehicle_on_roof,
    landing_reasons,
    touch_down,
)
from astrike.rules.movement.obstacles import tall_enemies
from astrike.tolerance import TOUCH


def ceiling_of(case: MoveCase) -> float:
    """Give the height of the highest thing that the unit jumps over or onto.

    Half the jump Move, rounded down, above where it starts (CE p.38); in older texts the whole jump Move, and only what
    is lower than that.

    Source: CE p.38; AS p.32.
    """
    reach = case.budget.current * case.prepared.edition.number("jump.ceiling-share")
    return case.z_start + (reach if is_below(case) else math.floor(reach + TOUCH))


def judge_jump(case: MoveCase) -> MoveVerdict:
    """Judge a jump (CE pp.37-38)."""
    ceiling, down = ceiling_of(case), jump_touchdown(case)
    refusals = [
        *_bent(case),
        *out_of_water(case),
        *_too_high(case, ceiling),
        *_over_enemies(case, ceiling),
        *jump_landing(case, down),
    ]
    return replace(
        jump_verdict(case, ceiling, down, refusals),
        margins=tuple(_margins(case, ceiling)),
        options=tuple(_options(case, ceiling, down)),
    )


def jump_touchdown(case: MoveCase) -> BaseLanding:
    """Find what a jump comes down on."""
    return touch_down(
        case.prepared,
        case.i,
        at=place_along(case, case.track.total),
        asked=case.heights[-1] if case.heights else None,
        footprint=case.footprint,
        mover=case.mover.key,
        variant=case.budget.variant,
        limit=case.mover.climb_limit,
    )


def jump_verdict(
    case: MoveCase, ceiling: float, down: BaseLanding, refusals: Iterable[MoveReason]
) -> MoveVerdict:
    """Put together what every jump says: it costs its inches and ends where it comes down."""
    length = case.track.total
    measured = facts(inches=length, legs=len(case.track), ceiling=ceiling)
    return MoveVerdict(
        terms=(term_of(case.prepared, "path", length, measured),),
        legs=_legs(case, down),
        refusals=tuple(refusals),
        end_z=down.z,
        on=down.on,
        profile=(ProfilePart(0.0, length, case.z_start, down.z),),
        ground=down.grounds(length),
        notes=("in-place",) if length <= TOUCH else (),
    )


def _legs(case: MoveCase, down: BaseLanding) -> tuple[MoveLeg, ...]:
    """Give the legs of a jump, which cost their inches."""
    pieces = tuple(dict.fromkeys(each.piece for each in down.under if each.piece is not None))
    legs: list[MoveLeg] = []
    last = len(case.track) - 1
    for k in range(len(case.track)):
        start, end = case.track.at(case.track.offset[k : k + 2]).tolist()
        length = float(case.track.length[k])
        low = case.z_start if k == 0 else down.z
        legs.append(
            MoveLeg(
                (start[0], start[1], low),
                (end[0], end[1], down.z),
                length,
                length,
                pieces if k == last else (),
                0.0,
            )
        )
    return tuple(legs)


# ---- what forbids it


def _bent(case: MoveCase) -> Iterator[MoveReason]:
    """The shortest way to the chosen place, in one straight line (CE p.37)."""
    (x0, y0), (x1, y1) = case.track.at([0.0, case.track.total]).tolist()
    if case.track.total - math.hypot(x1 - x0, y1 - y0) > TOUCH:
        bend = float(next(at for at in case.track.offset[1:] if at > TOUCH))
        yield reason_along(case, "move.not-straight", bend, bend)


def out_of_water(case: MoveCase) -> Iterator[MoveReason]:
    """Nobody jumps out of water that is an inch deep or deeper; off its surface or a bridge one does (CE p.38)."""
    row = case.prepared.edition.numbers["jump.from-depth"]
    least = row.value or TOUCH
    places = case.track.at([0.0])
    depth, water = case.prepared.terrain.depth_at(places)
    under = float(case.prepared.terrain.ground_at(places)[0]) - case.z_start
    if water[0] >= 0 and depth[0] >= least - TOUCH and under >= least - TOUCH:
        if row.unknown:
            yield reason_unknown(case.prepared, case.unit, row)
            return
        piece = case.prepared.terrain.pieces[water[0]].id
        measured = facts(depth=float(depth[0]))
        yield reason_along(case, "move.jump-water", 0.0, 0.0, by=piece, measured=measured)


def _too_high(case: MoveCase, ceiling: float) -> Iterator[MoveReason]:
    """Whatever is under the base on the way is at most as high as the jump reaches (CE p.38)."""
    for each in _obstacles(case, ceiling):
        piece = case.prepared.terrain.pieces[each.piece].id
        measured = facts(top=each.top, ceiling=ceiling)
        if each.is_see_through and each.start <= TOUCH:
            measured = facts(**measured, leaving=piece)
        yield reason_along(case, "move.jump-ceiling", each.start, each.end, by=piece, measured=measured)


def is_below(case: MoveCase) -> bool:
    """Does this edition let it jump only over what is lower than its ceiling? (AS p.32)"""
    return bool(case.prepared.edition.number("jump.ceiling-below"))


def _obstacles(case: MoveCase, ceiling: float) -> tuple[HigherPiece, ...]:
    skip = frozenset({SEE_THROUGH}) if case.prepared.options.word("jump.woods") == "free" else frozenset()
    return _higher(case, ceiling, skip)


def _higher(case: MoveCase, ceiling: float, skip: frozenset[str]) -> tuple[HigherPiece, ...]:
    z = ceiling - 2 * TOUCH if is_below(case) else ceiling
    return higher_than(case.prepared, case.track, case.footprint, z=z, headroom=case.height, skip=skip)


def _over_enemies(case: MoveCase, ceiling: float) -> Iterator[MoveReason]:
    """Enemies are jumped over where the jump clears them; at this table that may not matter (CE pp.32, 38)."""
    if case.prepared.options.word("jump.over-enemies") == "always":
        return
    for name, start, end, top in _enemies_below(case, ceiling):
        measured = facts(top=top, ceiling=ceiling)
        yield reason_along(case, "move.jump-enemy", start, end, by=name, measured=measured)


def _enemies_below(case: MoveCase, ceiling: float) -> list[tuple[str, float, float, float]]:
    """Give the enemies that are too tall to be jumped over: id, from, to inches, top."""
    units = case.prepared.units
    z = ceiling - 2 * TOUCH if is_below(case) else ceiling
    others = tall_enemies(case.prepared, case.i, z=z)
    if not others:
        return []
    spans = swept_bases(case.track, case.footprint, units.bases, others)
    return [
        (units.units[others[k]].id, float(start), float(end), float(units.top[others[k]]))
        for k, start, end in zip(spans.zone.tolist(), spans.start, spans.end, strict=True)
        # Whoever stands where it lands is in the way of the landing, whatever the height.
        if end < case.track.total - TOUCH
    ]


def jump_landing(case: MoveCase, down: BaseLanding) -> Iterator[MoveReason]:
    """Where it lands it has to be allowed to stand (CE pp.32, 35)."""
    length, last = case.track.total, len(case.track) - 1
    yield from landing_reasons(
        case.prepared,
        down,
        key="move.jump-landing",
        at=length,
        place=place_along(case, length),
        leg=last,
        limit=case.mover.climb_limit,
    )
    if is_closed_roof(case, down):
        yield reason_along(case, "move.roof", length, length, by=down.on)


# ---- what it hangs on


def _margins(case: MoveCase, ceiling: float) -> Iterator[MoveMargin]:
    skip = frozenset() if case.prepared.options.word("jump.woods") == "height" else frozenset({SEE_THROUGH})
    yield from height_clearances(
        case.prepared, case.track, case.footprint, z=ceiling, headroom=case.height, skip=skip
    )


def _options(case: MoveCase, ceiling: float, down: BaseLanding) -> Iterator[str]:
    if is_vehicle_on_roof(case, down):
        yield "roof.vehicles"
    if any(each.is_see_through for each in _higher(case, ceiling, frozenset())):
        yield "jump.woods"
    if _enemies_below(case, ceiling):
        yield "jump.over-enemies"
    if case.track.total < case.prepared.edition.number("standstill") - TOUCH:
        yield "jump.in-place"
