"""How do inches and height add up where a unit changes height on the spot and travels level between?

Legs, profile and ledger of flights and dives. Sources: CE p.36; AS p.31.
"""

import math
from collections.abc import Iterable, Iterator

from astrike.dataclass import dataclass
from astrike.geometry.sweeps import Track, make_track
from astrike.model.explain import facts
from astrike.model.movement import MoveLeg, MoveTerm, ProfilePart
from astrike.rules.movement.budget import term_of
from astrike.rules.movement.declared_move import MoveCase
from astrike.tolerance import TOUCH


@dataclass(frozen=True, slots=True)
class FlightLeg:
    """One leg of a flight: where it begins and ends, and how high it travels between."""

    leg: int
    z_start: float
    z_travel: float
    z_end: float

    @property
    def climb(self) -> float:
        """Inches of height, up and down."""
        return abs(self.z_travel - self.z_start) + abs(self.z_end - self.z_travel)


def leg_track(track: Track, k: int) -> Track:
    """Give one leg of a path as a path."""
    return make_track(track.at(track.offset[k : k + 2]))


def legs_of(case: MoveCase, hops: tuple[FlightLeg, ...], *, rate: float) -> tuple[MoveLeg, ...]:
    """Give the legs of a flight or dive with what each adds to the cost; an inch of height costs `rate`."""
    found: list[MoveLeg] = []
    for hop in hops:
        (x0, y0), (x1, y1) = case.track.at(case.track.offset[hop.leg : hop.leg + 2]).tolist()
        length = float(case.track.length[hop.leg])
        cost = length + hop.climb * rate
        found.append(MoveLeg((x0, y0, hop.z_start), (x1, y1, hop.z_end), length, cost, (), hop.climb))
    return tuple(found)


def profile_of(case: MoveCase, hops: tuple[FlightLeg, ...]) -> tuple[ProfilePart, ...]:
    """Give the heights of the unit itself along the path; it changes height on the spot."""
    found = [ProfilePart(0.0, 0.0, case.z_start, case.z_start)]
    for hop in hops:
        start, end = (float(at) for at in case.track.offset[hop.leg : hop.leg + 2])
        found.append(ProfilePart(start, end, hop.z_travel, hop.z_travel))
    if hops:
        end = float(case.track.total)
        found.append(ProfilePart(end, end, hops[-1].z_end, hops[-1].z_end))
    return tuple(found)


def spent_on(case: MoveCase, paid: Iterable[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Give inches along the path and cost so far; `paid` are costs at a place: after how many inches, and how much."""
    found, cost, before = [(0.0, 0.0)], 0.0, 0.0
    for at, extra in sorted(paid, key=lambda each: each[0]):
        cost += at - before
        found += [(at, cost), (at, cost + extra)]
        cost, before = cost + extra, at
    total = float(case.track.total)
    return (*found, (total, cost + total - before))


def climbs_of(case: MoveCase, hops: tuple[FlightLeg, ...]) -> Iterator[tuple[float, float]]:
    """Give where a flight or dive changes height, and for how much."""
    rate = case.climb_price
    for hop in hops:
        start, end = (float(at) for at in case.track.offset[hop.leg : hop.leg + 2])
        yield start, abs(hop.z_travel - hop.z_start) * rate
        yield end, abs(hop.z_end - hop.z_travel) * rate


def terms_of(case: MoveCase, hops: tuple[FlightLeg, ...], *, key: str) -> tuple[MoveTerm, ...]:
    """Give the inches along the table and the inches of height."""
    length = case.track.total
    climb = math.fsum(hop.climb for hop in hops)
    terms = [term_of(case.prepared, "path", length, facts(inches=length, legs=len(case.track)))]
    if climb > TOUCH:
        rate = case.climb_price
        terms.append(term_of(case.prepared, key, climb * rate, facts(height=climb, rate=rate)))
    return tuple(terms)
