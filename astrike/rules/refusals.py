"""Why an attack is not allowed: every reason, the weightiest first.

Which question: what forbids this attack? Each check is a small step that gives a key of the edition's reasons table.
Sources: CE pp.38-48, 53, 160, 163; AS pp.34-43.
"""

from collections.abc import Iterator

from astrike.geometry.arrays import TOUCH
from astrike.model.explain import Reason, facts
from astrike.rules.damage import bracket_value
from astrike.rules.sight import probe_inches, reason, visual_row
from astrike.rules.situation import Situation

VALUE_SPECIALS = frozenset({"TUR", "REAR", "TOR", "AC", "LRM", "SRM", "IATM"})
SHIPS = frozenset({"SS", "JS", "WS"})


def refusals_of(s: Situation, *, in_arc: bool, arc: str | None) -> tuple[Reason, ...]:
    """Collect every reason that forbids the attack."""
    keys = [*_later(s), *_states(s)]
    found = [reason(s.field, key) for key in dict.fromkeys(keys)]
    found += s.sight.reasons
    found += _reach(s)
    found += _arc(s, in_arc=in_arc, arc=arc)
    return tuple(found)


def _later(s: Situation) -> Iterator[str]:
    """Questions whose rules arrive with a later version."""
    units = s.field.units
    if s.field.table.hex_grid:
        yield "grid.not-yet"
    if s.question.kind != "weapon":
        yield "kind.not-yet"
    for i in (s.a, s.t):
        flies = units.rows[i].aerospace and (units.airborne[i] or units.units[i].flight is not None)
        if flies or units.units[i].type in SHIPS:
            yield "air.not-yet"
        if units.airborne[i] and units.units[i].has_any("LAM", "BIM", "GLD"):
            yield "lam.not-yet"
    if s.question.spotter is not None:
        yield "spotter.not-yet"
    if s.question.weapon is not None:
        yield "weapon.not-yet"
    code = (s.question.special or "").upper()
    if code and code not in VALUE_SPECIALS:
        yield "special.not-yet"
    far = s.bracket is not None and s.bracket.key != "short"
    if far and any(s.attacker.id in (network.master, *network.members) for network in s.field.table.networks):
        yield "c3.not-yet"


def _states(s: Situation) -> Iterator[str]:
    attacker, target = s.attacker, s.target
    if s.a == s.t:
        yield "target.self"
    elif attacker.side is not None and attacker.side == target.side:
        yield "target.friendly"
    for flag, key in (
        ("destroyed", "attacker.destroyed"),
        ("off-table", "attacker.off-table"),
        ("shutdown", "attacker.shutdown"),
        ("stunned", "attacker.stunned"),
        ("dropping", "attacker.dropped"),
        ("dropped", "attacker.dropped"),
    ):
        if flag in attacker.state:
            yield key
    if attacker.heat >= s.field.edition.number("heat.shutdown"):
        yield "attacker.shutdown"
    if attacker.motion == "sprint":
        yield "attacker.sprinted"
    if attacker.carried_by is not None and attacker.carried_as != "mechanized":
        yield "attacker.transported"
    if any(declared.by == attacker.id for declared in s.field.table.declarations):
        yield "attacker.declared"
    for flag, key in (("destroyed", "target.destroyed"), ("off-table", "target.off-table")):
        if flag in target.state:
            yield key
    if target.carried_by is not None:
        yield "target.transported"
    inside = s.field.units.of[s.t].inside
    if inside is not None and s.target_row.infantry and s.field.units.of[s.a].inside != inside:
        yield "target.inside"
    yield from _weapon(s)


def _weapon(s: Situation) -> Iterator[str]:
    attacker = s.attacker
    if "hull-down" in attacker.state and s.attacker_row.vehicle and s.weapon.code != "TUR":
        yield "attacker.hull-down"
    if s.weapon.code and not attacker.has(s.weapon.code):
        yield "attacker.no-weapon"
    if s.question.overheat and (s.weapon.code or s.question.overheat > attacker.overheat):
        yield "attacker.overheat"
    if s.question.secondary and not s.field.options.is_on("multiple-attack-rolls"):
        yield "secondary.option"
    if s.weapon.code == "TOR" and s.field.units.of[s.t].submersion == "none":
        yield "torpedo.range"
    if s.sight.contact and not s.attacker_row.infantry:
        yield "contact.no-weapons"


def _reach(s: Situation) -> Iterator[Reason]:
    if s.bracket is None:
        yield reason(s.field, "range.none", facts(range=s.range))
        return
    if s.bracket.unknown:
        yield Reason(s.bracket.key, s.bracket.unknown, s.bracket.ref)
    value = bracket_value(s)
    if value is not None and value.is_none:
        yield reason(s.field, "range.no-damage", facts(bracket=s.bracket.key, range=s.range))
    if (
        s.bracket.option
        and s.range > s.field.options.number("sight.max") + TOUCH
        and not _is_seen_by_friend(s)
    ):
        yield reason(s.field, "range.spotted", facts(range=s.range))


def _is_seen_by_friend(s: Situation) -> bool:
    """Does a friend see the target and have it in sensor range? (CE p.163, AS p.99)"""
    from astrike.rules.friends import friends_that_see

    return friends_that_see(
        s, lambda i, inches: inches <= max(visual_row(s.field).inches, probe_inches(s.field, i))
    )


def _arc(s: Situation, *, in_arc: bool, arc: str | None) -> Iterator[Reason]:
    if arc is not None:
        return
    if s.weapon.code == "REAR" and in_arc:
        yield reason(s.field, "arc.inside")
    else:
        yield reason(s.field, "arc.outside")
