"""Who may make which physical attack on whom, how far does it reach, and what does a hit do?

Standard, melee and anti-'Mech attacks, and Charge and Death From Above, which are declared with the move that ends in
base contact. Sources: CE pp.45-47, AS pp.19, 37, 43.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from astrike.model.attack_answer import Damage, DamageTerm
from astrike.model.card import DamageValue
from astrike.model.explain import Reason, facts
from astrike.model.table import AttackDeclaration
from astrike.rulebook.combat_rows import KindRow
from astrike.rules.edition_rows import not_printed, reason
from astrike.rules.odds import automatic
from astrike.rules.shot.ability_steps import improvises
from astrike.rules.shot.armor import ArrivingDamage, after_armor, changed, heat_taken, impact
from astrike.rules.shot.damage import DAMAGE_RULES, TAKEN_OFF, after_damage_rule, points_shown
from astrike.rules.shot.facts import Combatant, Shot, height_between_bases, touches_at_another_height
from astrike.rules.shot.physical_damage import option_decides_recoil, option_decides_tmm, recoil
from astrike.rules.shot.refusals import side_refusals, unprinted_rules
from astrike.rules.shot.rule_types import KindRules
from astrike.tolerance import TOUCH, is_touching

PROTOMECH = "PM"

Keys = Callable[[Shot], Iterator[str]]

PhysicalReach = Callable[[Shot], Iterator[Reason]]

# ---- what forbids it


def physical_refusals(
    s: Shot, states: tuple[str, ...], *, who: Keys, reach: PhysicalReach
) -> tuple[Reason, ...]:
    """Collect every reason that forbids the attack; `states` are those of each unit alone."""
    keys = [*side_refusals(s), *states, *who(s), *wrong_requests(s), *flight_refusals(s)]
    found = [reason(s.circumstances, key) for key in dict.fromkeys(keys)]
    found += s.sight.reasons
    found += unprinted_rules(s)
    if not is_only_aloft(s):
        found += reach(s)
    if needs_arc(s.kind) and s.arc is None:
        found.append(reason(s.circumstances, "arc.outside"))
    return tuple(found)


def wrong_requests(s: Shot) -> Iterator[str]:
    """Give what was asked for and does not go with a physical attack."""
    asked = s.question
    if asked.weapon is not None or asked.special is not None or asked.spotter is not None:
        yield "physical.weapon"
    if asked.overheat:
        yield "attacker.overheat"
    if asked.secondary:
        yield "secondary.option"


def flight_refusals(s: Shot) -> Iterator[str]:
    """Who flew makes no physical attack; aerospace units in the air are never reached (CE pp.45-47)."""
    if s.attacker.airborne or s.attacker.unit.motion in s.circumstances.edition.tagged("in-flight"):
        yield "physical.flew"
    if s.target.airborne and (s.target.row.aerospace or "landed-only" in s.kind.tags):
        yield "physical.flying"


def is_only_aloft(s: Shot) -> bool:
    """Do bases touch in plan, and is the flight that keeps them apart a reason of its own?"""
    return any(flight_refusals(s)) and is_touching(s.line.range)


def standard_attackers(s: Shot) -> Iterator[str]:
    """'Mechs and ProtoMechs strike, unless they have a melee weapon for it (CE p.46)."""
    if not has_fists(s):
        yield "physical.unit"
    elif s.attacker.unit.has("MEL"):
        yield "physical.melee"


def melee_attackers(s: Shot) -> Iterator[str]:
    """'Mechs and ProtoMechs use melee weapons; vehicles as the option says (CE p.45)."""
    if not (has_fists(s) or (s.attacker.row.vehicle and s.circumstances.options.is_on("melee.vehicles"))):
        yield "physical.unit"
    if not s.attacker.unit.has("MEL") and not improvises(s):
        yield "physical.no-melee"


def anti_mech_attackers(s: Shot) -> Iterator[str]:
    """Infantry that is trained for it climbs its target (CE p.47)."""
    if not (s.attacker.row.infantry and s.attacker.unit.has("AM")):
        yield "anti-mech.unit"


def has_fists(s: Shot) -> bool:
    """Is the attacker a 'Mech or a ProtoMech?"""
    return s.attacker.row.mech or s.attacker.unit.type == PROTOMECH


# ---- how far it reaches


def contact_reach(s: Shot) -> Iterator[Reason]:
    """Give the reason when the bases do not touch (CE pp.46-47, AS p.43)."""
    if not s.line.contact:
        yield out_of_reach(s, limit=0.0)


def standard_reach(s: Shot) -> Iterator[Reason]:
    """A standard attack needs contact, or an inch as the option says, no more than an inch up or down (CE p.46)."""
    if s.line.contact:
        return
    if s.circumstances.options.word("physical.standard-reach") == "contact":
        yield out_of_reach(s, limit=0.0)
        return
    reach, step = (s.circumstances.edition.numbers[key] for key in ("standard.reach", "standard.step"))
    if reach.unknown:
        yield not_printed(reach)
    elif s.range > reach.value + TOUCH or height_between_bases(s) > step.value + TOUCH:
        yield out_of_reach(s, limit=reach.value)


def melee_reach(s: Shot) -> Iterator[Reason]:
    """A melee weapon reaches two inches, what is between the heights added to the distance (CE p.46)."""
    row = s.circumstances.edition.numbers["melee.reach"]
    if row.unknown:
        yield not_printed(row)
    elif row.value <= s.circumstances.contact_within + TOUCH:
        yield from contact_reach(s)  # CE p.68: two inches are the next hex
    elif s.range + height_between_bases(s) > row.value + TOUCH:
        yield out_of_reach(s, limit=row.value)


def out_of_reach(s: Shot, *, limit: float) -> Reason:
    """Say how far the target is, flat and up or down."""
    measured = facts(range=s.range, height=round(height_between_bases(s), 6), limit=limit)
    return reason(s.circumstances, "physical.reach", measured)


# ---- what a hit does


def physical_damage(s: Shot) -> Damage:
    """Work out what a hit does to the target, and hit and miss to the attacker, term by term."""
    edition = s.circumstances.edition
    hit, miss = (_own(s, terms) for terms in recoil(s))
    value, terms = physical_damage_dealt(s)
    heat = None
    if value is not None:
        blow = arriving_blow(s)
        value, taken = after_armor(s.circumstances, s.target, s.question.kind, value, blow)
        terms += taken
        heat = _heat(s, blow)
        if heat and value is not None and not s.target.row.tracks_heat:
            row = edition.damage["heat"]
            terms = (*terms, DamageTerm("damage.heat", heat, row.label, row.cite))
            value, heat = DamageValue(value.points + heat, minimal=value.minimal), None
    return Damage(
        None if value is None else points_shown(value),
        terms,
        attacker_on_hit=_sum(hit),
        attacker_on_miss=_sum(miss),
        recoil_on_hit=hit,
        recoil_on_miss=miss,
        heat=heat or None,
    )


def physical_damage_dealt(s: Shot) -> tuple[DamageValue | None, tuple[DamageTerm, ...]]:
    """Give the points that leave the attacker and what they are made of.

    Where no source of this edition prints one of them, or the table lacks what it is worked out from, there are none.
    """
    value = DamageValue(0)
    terms: list[DamageTerm] = []
    for name in s.circumstances.edition.damage_steps_of(s.question.kind):
        row = s.circumstances.edition.damage[name]
        if name == "abilities":
            value, made = after_damage_rule(s, name, value)
            terms += made
            continue
        left = DAMAGE_RULES[name](s, value) if name not in TAKEN_OFF else None
        if left is None and name not in STARTS:
            continue
        if left is None or row.unknown:
            return None, (*terms, DamageTerm(f"damage.{name}", "?", row.label, row.cite))
        points = points_shown(left) if name in STARTS else left.points - value.points
        terms.append(DamageTerm(f"damage.{name}", points, row.label, row.cite))
        value = left
    return value, tuple(terms)


STARTS = frozenset({"size", "short", "charge-inches"})
"""Steps without which there is no damage to change."""


def arriving_blow(s: Shot) -> ArrivingDamage:
    """Describe the blow for what protects the target."""
    inside = s.attacker.inside
    return ArrivingDamage(
        "physical",
        rear=s.direction == "rear",
        same_building=inside is not None and inside == s.target.inside,
        by_infantry=s.attacker.row.infantry,
    )


def _heat(s: Shot, blow: ArrivingDamage) -> int:
    """Give the heat that infantry with flamers brings to what it climbs (CE p.47, AS p.43)."""
    special = s.attacker.unit.special("HT") if s.question.kind == "anti-mech" else None
    if special is None or special.values is None:
        return 0
    most = int(s.circumstances.edition.number("heat.most"))
    return heat_taken(s.target, min(special.values.at("short").points, most), blow)


def _own(s: Shot, terms: tuple[DamageTerm, ...]) -> tuple[DamageTerm, ...]:
    """Give what the attacker does to itself; impact-resistant armor helps against that too (CE p.86)."""
    row = s.circumstances.edition.damage["impact"]
    change = impact(s.circumstances, s.attacker, ArrivingDamage("physical"))
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


def physical_options(s: Shot, total: int) -> list[str]:
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
    if s.aim is not None:  # a wall is touched, not the point target before it
        return is_touching(s.range) and height_between_bases(s) > TOUCH
    return touches_at_another_height(s)


def _is_near(s: Shot) -> bool:
    numbers = s.circumstances.edition.numbers
    near_by = s.range <= numbers["standard.reach"].value + TOUCH
    return near_by and height_between_bases(s) <= numbers["standard.step"].value + TOUCH


STANDARD_RULES, MELEE_RULES, ANTI_MECH_RULES = (
    KindRules(
        refusals=partial(physical_refusals, who=who, reach=reach),
        damage=physical_damage,
        options=physical_options,
    )
    for who, reach in (
        (standard_attackers, standard_reach),
        (melee_attackers, melee_reach),
        (anti_mech_attackers, contact_reach),
    )
)


def has_finished(who: Combatant) -> bool:
    """Has this unit finished its move? Who cannot move has."""
    if who.motion.manner == "immobile":
        return True
    return who.unit.done if who.unit.done is not None else who.unit.motion != "unmoved"


# ---- what forbids it


def charge_refusals(s: Shot, states: tuple[str, ...]) -> tuple[Reason, ...]:
    """Collect every reason that forbids the attack; `states` are those of each unit alone."""
    attacker, target = s.attacker.unit.id, s.target.unit.id
    declared = is_declared(s.circumstances.declarations, attacker, s.question.kind, target)
    # Who has declared just this attack makes it.
    kept = [key for key in states if not (declared and key == "attacker.declared")]
    keys = [*side_refusals(s), *kept, *_who(s), *wrong_requests(s), *flight_refusals(s), *_moves(s)]
    found = [reason(s.circumstances, key) for key in dict.fromkeys(keys)]
    if s.line.contact:
        found += s.sight.reasons
        found += unprinted_rules(s)
    elif s.attacker is not s.target and not is_only_aloft(s):
        found += s.obstacles
    return tuple(found)


def is_declared(declarations: Sequence[AttackDeclaration], by: str, kind: str, target: str) -> bool:
    """Has a unit declared this attack, and no other?"""
    own = [one for one in declarations if one.by == by]
    return bool(own) and all((one.kind, one.target) == (kind, target) for one in own)


def _who(s: Shot) -> Iterator[str]:
    """'Mechs and vehicles charge, by ground movement; who has a jump Move may jump on others (CE p.46)."""
    unit, row = s.attacker.unit, s.attacker.row
    if s.question.kind == "charge":
        if not (row.mech or (row.vehicle and not row.structure)):
            yield "physical.unit"
    elif unit.move is not None and unit.move.jump is None:
        yield "dfa.jump"


def _moves(s: Shot) -> Iterator[str]:
    """The attacker moves so this turn, the target has moved, and it is charged by nobody else (CE p.46, AS p.43)."""
    kind, motion = s.question.kind, s.attacker.unit.motion
    stands = s.attacker.motion.manner == "immobile"
    # Who sprinted or flew is refused every physical attack.
    is_refused = motion == "sprint" or motion in s.circumstances.edition.tagged("in-flight")
    if stands or (motion not in s.kind.motions and not is_refused):
        yield "charge.moved" if kind == "charge" else "dfa.moved"
    is_said = is_declared(s.circumstances.declarations, s.attacker.unit.id, kind, s.target.unit.id)
    if s.circumstances.has_moved and not is_said:
        yield "charge.undeclared"
    if not has_finished(s.target):
        yield "charge.target-moves"
    if any(
        one.target == s.target.unit.id and one.by != s.attacker.unit.id
        for one in s.circumstances.declarations
    ):
        yield "charge.twice"


# ---- which options decided


def charge_options(s: Shot, total: int) -> list[str]:
    """Name the options that decided something, those of sight aside."""
    used = physical_options(s, total) if s.line.contact else []
    if s.approach is not None:
        used += s.approach.options
    counts_tmm = "charge" in s.circumstances.edition.damage_steps_of(s.question.kind)
    if counts_tmm and option_decides_tmm(s):
        used.append("charge.tmm")
    if s.question.kind == "charge" and option_decides_recoil(s):
        used.append("charge.infantry")
    return used


CHARGE_RULES = KindRules(refusals=charge_refusals, damage=physical_damage, options=charge_options)
