"""What forbids an attack?

Every reason is given, the weightiest first. Each check gives a key of the edition's reasons table; among them is water
between a weapon and its target, which only torpedoes cross or leave (CE p.41, AS p.34). Sources: CE pp.38-48, 53, 160,
163; AS pp.34-43.
"""

from collections.abc import Iterator, Sequence

from astrike.model.attack_answer import SightAnswer
from astrike.model.attack_question import PLAIN
from astrike.model.explain import Reason, facts
from astrike.rules.edition_rows import not_printed, reason
from astrike.rules.options import HasEdition
from astrike.rules.shot.area_weapons import guns_of
from astrike.rules.shot.damage import torpedoes_added, value_left
from astrike.rules.shot.facts import Circumstances, Combatant, Shot
from astrike.rules.shot.rolls import roll_refusals
from astrike.rules.units.move_and_tmm import felt_heat
from astrike.rules.units.weapons import ARMED_BUILDING, in_turret
from astrike.tolerance import TOUCH

WATER_PLACES = {"completely": "submerged", "partly": "partly", "surface": "surface", "none": "outside"}
"""The word of the water table for how much of a unit is under water."""


def water_between(at: HasEdition, ours: str, theirs: str, *, same_water: bool) -> tuple[str, ...]:
    """Say why water stands between two units for all that is no torpedo: keys of reasons, none when it does not.

    >>> from astrike.rules.options import resolve
    >>> from astrike.rulebook.loader import load_edition
    >>> from types import SimpleNamespace
    >>> water_between(SimpleNamespace(edition=load_edition("ce-5.01")), "completely", "none", same_water=False)
    ('water.submerged',)
    """
    here, there = WATER_PLACES[ours], WATER_PLACES[theirs]
    if not same_water and here != "outside" and there != "outside":
        if here == "submerged" or there == "submerged":
            return ("water.separate",)
        here = "outside"
    allowed = at.edition.water[f"{here}.{there}"].allowed
    if allowed == "yes":
        return ()
    if allowed == "torpedo":
        return ("water.surface",) if here == "submerged" else ("water.deep",)
    return ("water.submerged",)


def refusals_of(s: Shot, states: tuple[str, ...]) -> tuple[Reason, ...]:
    """Collect every reason that forbids the attack; `states` are those of each unit alone."""
    keys = [*_asked(s), *side_refusals(s), *states, *_weapon(s), *roll_refusals(s)]
    found = [reason(s.circumstances, key) for key in dict.fromkeys(keys)]
    found += s.sight.reasons
    found += unprinted_rules(s)
    found += reach_refusals(s)
    found += [reason(s.circumstances, key) for key in arc_refusals(s)]
    return tuple(found)


def arc_refusals(s: Shot) -> Iterator[str]:
    """Give the key of what forbids to fire where no arc reaches."""
    if s.arc is None:
        yield "arc.inside" if s.weapon.code == "REAR" and s.in_arc else "arc.outside"


def own_refusals(s: Shot) -> Iterator[str]:
    """Give the keys of what was asked for, and what the attacker fires, where that forbids the attack."""
    yield from _asked(s)
    yield from _weapon(s)
    yield from roll_refusals(s)


def unit_refusals(
    who: Combatant, at: Circumstances, *, attacks: bool, extra: bool = False
) -> tuple[str, ...]:
    """Give the keys of what forbids this unit to attack, or to be attacked, whoever the other is.

    An attack that comes on top of the turn's one attack may follow a declared one (AS p.42).
    """
    keys = attacker_states(who, at) if attacks else _target_states(who, at)
    return tuple(key for key in keys if not (extra and key == "attacker.declared"))


def attack_made_before(s: Shot) -> Iterator[str]:
    """Give the keys of what an attack made before forbids: the question's choice names its kind.

    Source: CE pp.40, 47; AS pp.42, 73.
    """
    before = s.question.choice("arc-fired")
    if before and not (
        s.attacker.is_many_armed and before != s.arc
    ):  # CE pp.40, 64, 79: another arc, or a turret
        yield "attacker.attacked"
        return
    done = s.question.choice("attacked")
    kind = s.circumstances.edition.kinds.get(str(done)) if done else None
    if kind is None:
        return
    fires = "artillery" in (kind.family, s.kind.family)
    if fires and any(gun.row.alone for gun in guns_of(s.attacker.unit, s.circumstances.edition)):
        yield "artillery.alone"
    elif not kind.extra and not s.kind.extra:
        yield "attacker.attacked"


def _asked(s: Shot) -> Iterator[str]:
    """What was asked for and does not go with a plain weapon attack."""
    if s.question is PLAIN:
        return
    if s.question.spotter is not None:
        yield "spotter.unused"
    if s.question.weapon is not None:
        yield "weapon.unused"
    code = (s.question.special or "").upper()
    kinds = s.circumstances.edition.kinds
    if not code or code in kinds["weapon"].codes:
        return
    is_kind = any(code in kinds[each].codes for each in s.circumstances.edition.tagged("own-kind"))
    yield "special.own-kind" if is_kind else "special.not-yet"


def side_refusals(s: Shot) -> Iterator[str]:
    """Give the keys of what forbids an attack at this target because of whose it is, or where it hides."""
    if s.attacker is s.target:
        yield "target.self"
    elif (
        s.attacker.unit.side is not None
        and s.attacker.unit.side == s.target.unit.side
        and not _friends_count(s)
    ):
        yield "target.friendly"
    inside = s.target.inside
    if inside is not None and s.target.row.infantry and s.attacker.inside != inside:
        yield "target.inside"


def _friends_count(s: Shot) -> bool:
    """Does this edition count friends among the targets? (CE p.40, AS p.34)"""
    return bool(s.circumstances.edition.number("friends.are-targets"))


def attacker_states(who: Combatant, at: Circumstances) -> Iterator[str]:
    """Give the reasons for which a unit, as it is and has moved, makes no attack at all."""
    attacker = who.unit
    if attacker.type in at.edition.tagged("space-only"):
        yield "air.space"
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
    if felt_heat(attacker, at.edition) >= at.edition.number("heat.shutdown"):
        yield "attacker.shutdown"
    if attacker.motion == "sprint":
        yield "attacker.sprinted"
    if attacker.carried_by is not None:
        yield "attacker.transported"
    if any(declared.by == attacker.id for declared in at.declarations):
        yield "attacker.declared"
    if who.is_lost_drone:
        yield "attacker.drone-jammed"
    if attacker.type == ARMED_BUILDING and attacker.damage is None and not attacker.specials:
        yield "attacker.unarmed"  # AS p.85: only a building with a card of its own attacks


def _target_states(who: Combatant, at: Circumstances) -> Iterator[str]:
    target = who.unit
    if target.type in at.edition.tagged("space-only"):
        yield "air.space"
    for flag, key in (("destroyed", "target.destroyed"), ("off-table", "target.off-table")):
        if flag in target.state:
            yield key
    if target.carried_by is not None:
        yield "target.transported"


def _weapon(s: Shot) -> Iterator[str]:
    attacker = s.attacker.unit
    if is_kept_low(s):
        yield "attacker.hull-down"
    if s.weapon.code and not attacker.has(s.weapon.code) and not in_turret(attacker, s.weapon.code):
        yield "attacker.no-weapon"
    if s.question.overheat and (s.weapon.code or s.question.overheat > attacker.overheat):
        yield "attacker.overheat"
    if s.attacker.is_jammed_pod:
        yield "attacker.virtual-reality"
    if s.question.secondary and not s.circumstances.options.is_on("multiple-attack-rolls"):
        yield "secondary.option"
    if s.weapon.code == "TOR" and "none" in (s.attacker.submersion, s.target.submersion):
        yield "torpedo.range"
    if is_too_near(s):
        yield "contact.no-weapons"


def is_kept_low(s: Shot) -> bool:
    """Is it a hull-down vehicle, which fires nothing but its turret? (CE p.38)"""
    return "hull-down" in s.attacker.unit.state and s.attacker.row.vehicle and s.arc != "turret"


def heat_refusals(s: Shot) -> Iterator[str]:
    """Give the keys of what was asked for and does not go with an attack that overheating adds nothing to."""
    if s.question.overheat:
        yield "attacker.overheat"
    if s.question.secondary and not s.circumstances.options.is_on("multiple-attack-rolls"):
        yield "secondary.option"


def with_water(s: Shot, found: Sequence[Reason]) -> tuple[Reason, ...]:
    """Add the reasons of water to those of a kind of attack, each once."""
    known = {each.key for each in found}
    return (*found, *(each for each in water_refusals(s) if each.key not in known))


def water_refusals(s: Shot) -> Iterator[Reason]:
    """Say why water stops this attack, whoever sees the target: only torpedoes leave it (CE p.41, AS p.34).

    What falls from the air does so on the surface, who is off the table stands in no water, and who moves into
    contact first attacks from there.
    """
    ours, theirs = s.attacker.submersion, s.target.submersion
    if ours == "none" and theirs == "none":
        return
    is_still_to_move = "moved-into" in s.kind.tags and not s.line.contact
    if (
        s.weapon.code == "TOR"
        or s.kind.family == "air"
        or "off-table" in s.attacker.unit.state
        or is_still_to_move
    ):
        return
    at = s.circumstances
    yield from (reason(at, key) for key in water_between(at, ours, theirs, same_water=s.line.same_water))


def is_too_near(s: Shot, own: SightAnswer | None = None) -> bool:
    """Does base contact leave the attacker no weapons? It does infantry (CE p.43), and neighbors on hexes (CE p.68).

    `own` is the attacker's sight where that of the situation is another's.
    """
    if not (s.sight if own is None else own).contact or s.attacker.row.infantry:
        return False
    row = s.circumstances.contact_weapons
    return row is None or not (row.value or row.unknown)


def _is_neighbor(s: Shot) -> bool:
    """Do rules for hexes say whether its weapons may be used at all?"""
    is_said, is_physical = s.circumstances.contact_weapons is not None, s.kind.family == "physical"
    return is_said and s.sight.contact and not is_physical and not s.attacker.row.infantry


def unprinted_rules(s: Shot) -> Iterator[Reason]:
    """Rules that the sources do not print for this edition: asked for by the attacker's state, or a beacon."""
    numbers = s.circumstances.edition.numbers
    for key, is_asked in (
        ("hull-down.height", "hull-down" in s.attacker.unit.state),
        ("narc.damage", s.is_guided),
        ("hex.contact-weapons", _is_neighbor(s)),
    ):
        if is_asked and numbers[key].unknown:
            yield unprinted_number(s.circumstances, key)


def unprinted_number(at: HasEdition, key: str) -> Reason:
    """Say why there is no answer: a figure that it needs stands in no source for this edition."""
    return not_printed(at.edition.numbers[key])


def reach_refusals(s: Shot) -> Iterator[Reason]:
    """Say why the target is out of reach of what is fired."""
    if s.bracket is None:
        if not _is_unmeasured(s):
            yield reason(s.circumstances, "range.none", facts(range=s.range))
        return
    if s.bracket.unknown:
        yield not_printed(s.bracket, s.bracket.modifier)
    value, added = value_left(s), torpedoes_added(s)
    if value is not None and value.is_none and (added is None or added.is_none):
        yield reason(s.circumstances, "range.no-damage", facts(bracket=s.bracket.key, range=s.range))
    if (
        s.bracket.option
        and s.range > s.circumstances.options.number("sight.max") + TOUCH
        and not s.is_watched
    ):
        yield reason(s.circumstances, "range.spotted", facts(range=s.range))


def _is_unmeasured(s: Shot) -> bool:
    """Is there no range to speak of: a path or what its altitude means is not known, or the ground is no target?"""
    rows = [who.altitude for who in (s.attacker, s.target) if who.flies]
    return any(row is None or row.unknown for row in rows) or (s.attacker.flies and not s.target.flies)
