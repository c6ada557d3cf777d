"""Standard, melee and anti-'Mech attacks: what is done to a neighbor with fists, feet and blades.

Which question: who may make which physical attack on whom, how far it reaches, and what a hit does. Charge and Death
From Above, which are declared with a move, stand in `closing` and share what stands here. How blows are laid out on a
table is asked in `blows`.
Sources: CE pp.45-47, AS pp.37, 43.
"""

from collections.abc import Callable, Iterator
from functools import partial

from astrike.model.answer import Damage, DamageTerm
from astrike.model.card import DamageValue
from astrike.model.explain import Reason, facts
from astrike.rulebook.combat import KindRow
from astrike.rules.abilities.ledger import improvises
from astrike.rules.damage.armor import Blow, after_armor, changed, heat_taken, impact
from astrike.rules.damage.hit import STEPS, TAKEN, shown, stepped
from astrike.rules.damage.physical import recoil
from astrike.rules.kinds.rules import KindRules
from astrike.rules.odds import automatic
from astrike.rules.reasons import not_printed, reason
from astrike.rules.refusals import sides, unprinted
from astrike.rules.shot import Shot, is_over_a_step, step_between
from astrike.tolerance import TOUCH, is_touching

PROTOMECH = "PM"

Keys = Callable[[Shot], Iterator[str]]
Reach = Callable[[Shot], Iterator[Reason]]


# ---- what forbids it


def refusals(s: Shot, states: tuple[str, ...], *, who: Keys, reach: Reach) -> tuple[Reason, ...]:
    """Collect every reason that forbids the attack; `states` are those of each unit alone."""
    keys = [*sides(s), *states, *who(s), *questions(s), *flight(s)]
    found = [reason(s.circumstances, key) for key in dict.fromkeys(keys)]
    found += s.sight.reasons
    found += unprinted(s)
    if not is_only_aloft(s):
        found += reach(s)
    if needs_arc(s.kind) and s.arc is None:
        found.append(reason(s.circumstances, "arc.outside"))
    return tuple(found)


def questions(s: Shot) -> Iterator[str]:
    """Give what was asked for and does not go with a physical attack."""
    asked = s.question
    if asked.weapon is not None or asked.special is not None or asked.spotter is not None:
        yield "physical.weapon"
    if asked.overheat:
        yield "attacker.overheat"
    if asked.secondary:
        yield "secondary.option"


def flight(s: Shot) -> Iterator[str]:
    """Who flew makes no physical attack; aerospace units in the air are never reached (CE pp.45-47)."""
    if s.attacker.airborne or s.attacker.unit.motion in s.circumstances.edition.tagged("in-flight"):
        yield "physical.flew"
    if s.target.airborne and (s.target.row.aerospace or "landed-only" in s.kind.tags):
        yield "physical.flying"


def is_only_aloft(s: Shot) -> bool:
    """Do bases touch in plan, and is the flight that keeps them apart a reason of its own?"""
    return any(flight(s)) and is_touching(s.line.range)


def strikers(s: Shot) -> Iterator[str]:
    """'Mechs and ProtoMechs strike, unless they have a melee weapon for it (CE p.46)."""
    if not has_fists(s):
        yield "physical.unit"
    elif s.attacker.unit.has("MEL"):
        yield "physical.melee"


def fencers(s: Shot) -> Iterator[str]:
    """'Mechs and ProtoMechs use melee weapons; vehicles as the option says (CE p.45)."""
    if not (has_fists(s) or (s.attacker.row.vehicle and s.circumstances.options.is_on("melee.vehicles"))):
        yield "physical.unit"
    if not s.attacker.unit.has("MEL") and not improvises(s):
        yield "physical.no-melee"


def climbers(s: Shot) -> Iterator[str]:
    """Infantry that is trained for it climbs its target (CE p.47)."""
    if not (s.attacker.row.infantry and s.attacker.unit.has("AM")):
        yield "anti-mech.unit"


def has_fists(s: Shot) -> bool:
    """Is the attacker a 'Mech or a ProtoMech?"""
    return s.attacker.row.mech or s.attacker.unit.type == PROTOMECH


# ---- how far it reaches


def touching(s: Shot) -> Iterator[Reason]:
    """Give the reason when the bases do not touch (CE pp.46-47, AS p.43)."""
    if not s.line.contact:
        yield out_of_reach(s, limit=0.0)


def near(s: Shot) -> Iterator[Reason]:
    """A standard attack needs contact, or an inch as the option says, no more than an inch up or down (CE p.46)."""
    if s.line.contact:
        return
    if s.circumstances.options.word("physical.standard-reach") == "contact":
        yield out_of_reach(s, limit=0.0)
        return
    reach, step = (s.circumstances.edition.numbers[key] for key in ("standard.reach", "standard.step"))
    if reach.unknown:
        yield not_printed(reach)
    elif s.range > reach.value + TOUCH or step_between(s) > step.value + TOUCH:
        yield out_of_reach(s, limit=reach.value)


def blades(s: Shot) -> Iterator[Reason]:
    """A melee weapon reaches two inches, what is between the heights added to the distance (CE p.46)."""
    row = s.circumstances.edition.numbers["melee.reach"]
    if row.unknown:
        yield not_printed(row)
    elif row.value <= s.circumstances.contact_within + TOUCH:
        yield from touching(s)  # CE p.68: two inches are the next hex
    elif s.range + step_between(s) > row.value + TOUCH:
        yield out_of_reach(s, limit=row.value)


def out_of_reach(s: Shot, *, limit: float) -> Reason:
    """Say how far the target is, flat and up or down."""
    measured = facts(range=s.range, height=round(step_between(s), 6), limit=limit)
    return reason(s.circumstances, "physical.reach", measured)


# ---- what a hit does


def damage(s: Shot) -> Damage:
    """Work out what a hit does to the target, and hit and miss to the attacker, term by term."""
    edition = s.circumstances.edition
    hit, miss = (_own(s, terms) for terms in recoil(s))
    value, terms = dealt(s)
    heat = None
    if value is not None:
        blow = blow_at(s)
        value, taken = after_armor(s.circumstances, s.target, s.question.kind, value, blow)
        terms += taken
        heat = _heat(s, blow)
        if heat and value is not None and not s.target.row.tracks_heat:
            row = edition.damage["heat"]
            terms = (*terms, DamageTerm("damage.heat", heat, row.label, row.cite))
            value, heat = DamageValue(value.points + heat, minimal=value.minimal), None
    return Damage(
        None if value is None else shown(value),
        terms,
        attacker_on_hit=_sum(hit),
        attacker_on_miss=_sum(miss),
        recoil_on_hit=hit,
        recoil_on_miss=miss,
        heat=heat or None,
    )


def dealt(s: Shot) -> tuple[DamageValue | None, tuple[DamageTerm, ...]]:
    """Give the points that leave the attacker and what they are made of.

    Where no source of this edition prints one of them, or the table lacks what it is worked out from, there are none.
    """
    value = DamageValue(0)
    terms: list[DamageTerm] = []
    for name in s.circumstances.edition.damage_steps_of(s.question.kind):
        row = s.circumstances.edition.damage[name]
        if name == "abilities":
            value, made = stepped(s, name, value)
            terms += made
            continue
        left = STEPS[name](s, value) if name not in TAKEN else None
        if left is None and name not in STARTS:
            continue
        if left is None or row.unknown:
            return None, (*terms, DamageTerm(f"damage.{name}", "?", row.label, row.cite))
        points = shown(left) if name in STARTS else left.points - value.points
        terms.append(DamageTerm(f"damage.{name}", points, row.label, row.cite))
        value = left
    return value, tuple(terms)


STARTS = frozenset({"size", "short", "charge-inches"})
"""Steps without which there is no damage to change."""


def blow_at(s: Shot) -> Blow:
    """Describe the blow for what protects the target."""
    inside = s.attacker.inside
    return Blow(
        "physical",
        rear=s.direction == "rear",
        same_building=inside is not None and inside == s.target.inside,
        by_infantry=s.attacker.row.infantry,
    )


def _heat(s: Shot, blow: Blow) -> int:
    """Give the heat that infantry with flamers brings to what it climbs (CE p.47, AS p.43)."""
    special = s.attacker.unit.special("HT") if s.question.kind == "anti-mech" else None
    if special is None or special.values is None:
        return 0
    most = int(s.circumstances.edition.number("heat.most"))
    return heat_taken(s.target, min(special.values.at("short").points, most), blow)


def _own(s: Shot, terms: tuple[DamageTerm, ...]) -> tuple[DamageTerm, ...]:
    """Give what the attacker does to itself; impact-resistant armor helps against that too (CE p.86)."""
    row = s.circumstances.edition.damage["impact"]
    change = impact(s.circumstances, s.attacker, Blow("physical"))
    if change is None or row.unknown or not terms:
        return terms
    points = _sum(terms)
    left = changed(DamageValue(points), change).points
    return (
        (*terms, DamageTerm("recoil.impact", left - points, row.label, row.cite)) if left < points else terms
    )


def _sum(terms: tuple[DamageTerm, ...]) -> int:
    return sum(term.value for term in terms if isinstance(term.value, int))


# ---- which options decided


def options(s: Shot, total: int) -> list[str]:
    """Name the options that decided something, those of sight aside."""
    used: list[str] = []
    kind = s.question.kind
    if kind != "melee" and _is_over_a_step(s):
        used.append("contact.max-step")
    if kind == "standard" and not s.line.contact and _is_near(s):
        used.append("physical.standard-reach")
    if kind == "melee" and s.attacker.row.vehicle:
        used.append("melee.vehicles")
    if kind == "anti-mech" and s.attacker.is_conventional:
        used.append("anti-mech.conventional")
    if s.direction == "rear" and "hull-down" in s.target.unit.state:
        used.append("hull-down.rear-counts")
    if needs_arc(s.kind) and s.line.arc_share < 1.0 - TOUCH and s.attacker.row.arc == "forward":
        used.append("arc.forward-degrees")
    if s.circumstances.options.is_on("critical-success") and automatic(total) is not None:
        used.append("critical-success")
    return used


def needs_arc(kind: KindRow) -> bool:
    """Does this kind of attack need the firing arc? (CE p.46)"""
    return "needs-arc" in kind.tags


def _is_over_a_step(s: Shot) -> bool:
    if s.aim is not None:  # a wall is touched, not the speck before it
        return is_touching(s.range) and step_between(s) > TOUCH
    return is_over_a_step(s)


def _is_near(s: Shot) -> bool:
    numbers = s.circumstances.edition.numbers
    near_by = s.range <= numbers["standard.reach"].value + TOUCH
    return near_by and step_between(s) <= numbers["standard.step"].value + TOUCH


STANDARD_RULES, MELEE_RULES, ANTI_MECH_RULES = (
    KindRules(refusals=partial(refusals, who=who, reach=reach), damage=damage, options=options)
    for who, reach in ((strikers, near), (fencers, blades), (climbers, touching))
)
