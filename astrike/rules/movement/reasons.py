"""How does something found along a path become a reason or a check: key, page, inch and place?"""

from astrike.model.explain import NO_FACTS, Facts
from astrike.model.movement import Check, MoveReason
from astrike.rulebook.row import Row
from astrike.rulebook.schema import Edition
from astrike.rules.movement.case import Case
from astrike.tolerance import TOUCH


def reason_along(
    case: Case, key: str, start: float, end: float, *, by: str | None = None, measured: Facts = NO_FACTS
) -> MoveReason:
    """Make a reason from the edition's table that holds from so many inches of the path to so many."""
    row = row_of(case.field.edition, key)
    place, leg = _where(case, start)
    return MoveReason(
        key, row.unknown or row.label, row.cite, start, max(start, end), place, leg, by, measured
    )


def row_of(edition: Edition, key: str) -> Row:
    """Give the row of a reason; where no source prints a figure that is needed, the row that says so is the reason."""
    for table in (edition.reasons, edition.going, edition.numbers):
        if key in table:
            return table[key]
    return edition.prices[key]


def check_along(
    case: Case, key: str, at: float, *, by: str | None = None, measured: Facts = NO_FACTS
) -> Check:
    """Make a check from the edition's table of hazards after so many inches of the path."""
    row = case.field.edition.hazards[key]
    place, _ = _where(case, at)
    return Check(key, row.label, row.cite, at, place, None, by, measured)


def place_along(case: Case, at: float) -> tuple[float, float]:
    """Give the centre's place after so many inches of the path."""
    x, y = case.track.at([at])[0]
    return float(x), float(y)


def _where(case: Case, at: float) -> tuple[tuple[float, float], int]:
    """Give the centre's place and the leg; what happens at a bend belongs to the leg that ends there."""
    track = case.track
    leg = int(track.offset[1:-1].searchsorted(max(at - TOUCH, 0.0), side="right"))
    along = min(max(at - float(track.offset[leg]), 0.0), float(track.length[leg]))
    (x, y), (east, north) = track.start[leg].tolist(), track.heading[leg].tolist()
    return (x + east * along, y + north * along), leg
