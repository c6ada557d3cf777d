"""How does a flight end on the ground, and may it?

Which question: VTOLs and WiGEs come down alike, on ground that bears them; what makes a landing of either is asked in
`fly` and `skim`. Sources: CE pp.32, 34-36, 72.
"""

from collections.abc import Iterable, Iterator

from astrike.model.movement import Height, MoveReason
from astrike.rules.movement.budget import reason_unknown
from astrike.rules.movement.case import Case
from astrike.rules.movement.reasons import place_along, reason_along
from astrike.rules.movement.touchdown import (
    Touchdown,
    is_closed_roof,
    is_vehicle_on_roof,
    landing_reasons,
    touch_down,
)


def land_at(case: Case, at: float, asked: Height) -> Touchdown:
    """Say how it stands when it comes down after so many inches of its path."""
    return touch_down(
        case.field,
        case.i,
        at=place_along(case, at),
        asked=asked,
        footprint=case.footprint,
        mover=case.mover.key,
        variant=case.budget.variant,
        limit=_standing_limit(case),
    )


def bad_landing(case: Case, down: Touchdown, *, at: float, leg: int) -> Iterator[MoveReason]:
    """Give the reasons why it may not land there."""
    yield from landing_reasons(
        case.field,
        down,
        key="move.landing",
        at=at,
        place=place_along(case, at),
        leg=leg,
        limit=_standing_limit(case),
    )
    if is_closed_roof(case, down):
        yield reason_along(case, "move.roof", at, at, by=down.on)


def roof_options(case: Case, landings: Iterable[Touchdown]) -> tuple[str, ...]:
    """Name the option that decides about vehicles on roofs, where one lands there."""
    return ("roof.vehicles",) if any(is_vehicle_on_roof(case, down) for down in landings) else ()


def unprinted(case: Case, *keys: str) -> Iterator[MoveReason]:
    """Refuse a flight that needs figures which no source prints for this edition."""
    for key in keys:
        row = case.field.edition.numbers[key]
        if row.unknown:
            yield reason_unknown(case.field, case.unit, row)


def _standing_limit(case: Case) -> float:
    """Give the height by which the ground under a landed base may differ: as for ground vehicles (CE pp.32, 34)."""
    return case.mover.climb_limit or case.field.edition.movers["tracked"].climb_limit
