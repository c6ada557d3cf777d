"""Where does a unit touch the transport that it boards or leaves? Fingers do not meet a base to the hundredth."""

from dataclasses import replace
from math import hypot

from astrike.model.movement import MoveAnswer, MoveQuestion, Waypoint
from astrike.model.unit import Unit
from astrike.rules.battlefield import Field


def beside_transport(
    field: Field, unit: Unit, question: MoveQuestion, answer: MoveAnswer | None
) -> tuple[Waypoint, ...]:
    """Give the way that touches the transport which a declared one misses; empty where none does, or none is missed.

    Who leaves is set down due north, east, south or west of it: there bases touch in figures that an address can hold.
    """
    other = question.dismount or question.mount
    if (
        answer is None
        or other is None
        or not any(each.key == "transport.contact" for each in answer.refusals)
    ):
        return ()
    bases, i, carrier = field.units.bases, field.place_of(unit.id), field.place_of(other)
    if not (bases.is_round[i] and bases.is_round[carrier]):
        return ()
    reach = float(bases.radius[i] + bases.radius[carrier])
    x, y = (float(each) for each in bases.xy[carrier])
    path = question.path
    if question.dismount is not None:
        sides = ((x, y + reach), (x + reach, y), (x, y - reach), (x - reach, y))
        wanted = path[0] if path else Waypoint(*unit.at)
        at = min(sides, key=lambda side: hypot(side[0] - wanted.x, side[1] - wanted.y))
        return (Waypoint(*at), *path[1:])
    before = (path[-2].x, path[-2].y) if len(path) > 1 else unit.at
    apart = hypot(before[0] - x, before[1] - y)
    share = reach / apart if apart > reach else 1.0
    end = Waypoint(round(x + (before[0] - x) * share, 3), round(y + (before[1] - y) * share, 3))
    return (*path[:-1], replace(path[-1], x=end.x, y=end.y) if path else end)
