"""How do attacks with weapons from and at aerospace units in flight differ from those between units on the ground?

The range from the ground to a flight path, or from path to path, who came into position, and which weapons that leaves
the attacker. Sources: CE pp.44, 183-187; AS pp.37, 57-60.
"""

from collections.abc import Iterator

from astrike.geometry.straight_paths import PathPart, closest_of_paths, gap_to_parts, parts_in_wedge
from astrike.model.explain import Assumed, Reason, facts
from astrike.rulebook.schema import BracketRow
from astrike.rules.attack.kind import AttackContext
from astrike.rules.attack.situation import Situation
from astrike.rules.edition_rows import reason
from astrike.rules.shot.facts import bracket_at
from astrike.rules.shot.refusals import unprinted_number
from astrike.rules.table.flyers import aerospace_flyers, altitude_of, unprinted_altitude
from astrike.rules.table.lines import arc_degrees
from astrike.rules.table.prepared_table import PreparedTable

FULL_TURN = 360.0
HALF_TURN = 180.0
TAILING, TAILED, HEAD_ON, NOBODY = "tailing", "tailed", "head-on", "none"


def is_aloft(s: Situation) -> bool:
    """Does the attacker or the target fly as aerospace units do?"""
    flying = aerospace_flyers(s.prepared)
    return bool(flying) and (s.a in flying or s.t in flying)


def is_air_to_air(s: Situation) -> bool:
    """Do attacker and target both fly as aerospace units do?"""
    flying = aerospace_flyers(s.prepared)
    return bool(flying) and s.a in flying and s.t in flying


def aerospace_situation(context: AttackContext, s: Situation) -> Situation:
    """Settle a weapon attack from or at an aerospace unit in flight anew: range, bracket, arc and direction."""
    if is_air_to_air(s):
        return _air_to_air(context, s)
    if s.t in aerospace_flyers(s.prepared):
        return _ground_to_air(context, s)
    return s._replace(arc=s.arc or "front", direction="front")


# ---- from the ground


def _ground_to_air(context: AttackContext, s: Situation) -> Situation:
    """CE p.187: from the base edge to the nearest point of the path in the arc, and the altitude besides."""
    flight, altitude = s.target.flight, altitude_of(s.prepared, s.target)
    if flight is None or altitude is None:
        return s._replace(bracket=None, direction="front")
    whole: PathPart = (flight.start, flight.end)
    facing, width = float(s.prepared.units.facing[s.a]), arc_degrees(s.attacker, s.prepared, s.a)
    parts = parts_in_wedge(s.attacker.at, facing, width, whole)
    weapon, arc = context.weapon(s.a, in_arc=bool(parts), torpedo=False)
    if arc == "turret":
        parts = (whole,)
    elif weapon.code == "REAR" and width < FULL_TURN:
        behind = parts_in_wedge(s.attacker.at, facing + HALF_TURN, FULL_TURN - width, whole)
        weapon, arc = context.weapon(s.a, in_arc=not behind, torpedo=False)
        parts = behind or parts
    flat = gap_to_parts(s.prepared.units.bases, s.a, parts or (whole,))
    inches = round(flat + altitude.inches, 6)
    return s._replace(
        measured=inches,
        bracket=None if altitude.unknown else bracket_at(s.prepared, inches, underwater=False),
        weapon=weapon,
        in_arc=bool(parts),
        arc=arc,
        direction="front",
        underwater=False,
    )


# ---- from path to path


def _air_to_air(context: AttackContext, s: Situation) -> Situation:
    """CE pp.185-186: between the closest points of the paths, a bracket more for each altitude apart."""
    ours, theirs = s.attacker.flight, s.target.flight
    came = engagement(s)
    fires_back = (s.question.special or "").upper() == "REAR"
    weapon, arc = context.weapon(s.a, in_arc=not (fires_back and came == TAILED), torpedo=False)
    s = s._replace(
        bracket=None,
        weapon=weapon,
        in_arc=True,
        arc=arc,
        direction="rear" if came == TAILING else "front",
        underwater=False,
    )
    if ours is None or theirs is None:
        return s
    inches = round(closest_of_paths([ours.start, ours.end], [theirs.start, theirs.end]), 6)
    return s._replace(measured=inches, bracket=_raised(s, inches))


def _raised(s: Situation, inches: float) -> BracketRow | None:
    high, low = altitude_of(s.prepared, s.attacker), altitude_of(s.prepared, s.target)
    first = bracket_at(s.prepared, inches, underwater=False)
    if first is None or high is None or low is None or high.unknown or low.unknown:
        return None
    options = s.prepared.options
    in_use = [
        row for row in s.prepared.edition.brackets.values() if not row.option or options.is_on(row.option)
    ]
    place = in_use.index(first) + abs(high.step - low.step)
    return in_use[place] if place < len(in_use) else None


def control_needed(prepared: PreparedTable, i: int) -> int:
    """Give what a unit needs on its Control roll to come into position (CE p.185)."""
    return prepared.units.units[i].skill + int(prepared.edition.number("engagement.control"))


def engagement(s: Situation) -> str | None:
    """Say who came into position: by the Control rolls that fell, else as chosen; None when nothing is stated.

    Source: CE p.185.
    """
    rolls = (int(s.question.choice("control") or 0), int(s.question.choice("control-enemy") or 0))
    if not all(rolls):
        chosen = s.question.choice("engagement")
        return str(chosen) if chosen else None
    ours, theirs = (roll >= control_needed(s.prepared, i) for roll, i in zip(rolls, (s.a, s.t), strict=True))
    if ours and theirs:
        return HEAD_ON
    return TAILING if ours else TAILED if theirs else NOBODY


# ---- what forbids it, and what was assumed


def air_refusals(s: Situation) -> Iterator[Reason]:
    """Give what forbids an attack because one of the two flies as aerospace units do."""
    flying = aerospace_flyers(s.prepared)
    if not (flying and (s.a in flying or s.t in flying)):
        return
    family = s.kind.family
    if family == "weapon":
        yield from _weapon_refusals(s)
    elif family not in ("air", "artillery", "physical"):  # they say themselves what is aloft for them
        yield reason(s.prepared, "air.kind")


def _weapon_refusals(s: Situation) -> Iterator[Reason]:
    flying = aerospace_flyers(s.prepared)
    if s.a in flying and s.t not in flying:
        yield reason(s.prepared, "air.ground")
        return
    flights = [unit for i, unit in ((s.a, s.attacker), (s.t, s.target)) if i in flying]
    if any(unit.flight is None for unit in flights):
        yield reason(s.prepared, "air.no-flight")
    unknown = {
        row.key: row for unit in flights if (row := altitude_of(s.prepared, unit)) is not None and row.unknown
    }
    for row in unknown.values():
        yield unprinted_altitude(row)
    if s.a in flying:
        yield from _engaged(s)


def _engaged(s: Situation) -> Iterator[Reason]:
    edition = s.prepared.edition
    rolled = bool(s.question.choice("control") and s.question.choice("control-enemy"))
    if rolled and edition.numbers["engagement.control"].unknown:
        yield unprinted_number(s.prepared, "engagement.control")
        return
    came = engagement(s)
    needed = facts(needed=control_needed(s.prepared, s.a)) if rolled else facts()
    if came == TAILED and s.weapon.code != "REAR":
        yield reason(s.prepared, "air.tailed", needed)
    elif came == NOBODY:
        yield reason(s.prepared, "air.no-engagement", needed)
    if s.weapon.code == "REAR" and came != TAILED:
        yield reason(s.prepared, "arc.inside")
    if s.weapon.code not in ("", "REAR"):
        yield reason(s.prepared, "air.special")  # CE p.186


def air_assumed(s: Situation) -> Iterator[Assumed]:
    """Name what was assumed about an engagement."""
    if is_air_to_air(s) and engagement(s) is None:
        yield Assumed("attack.engagement", HEAD_ON, "Both came into position")
