"""The Target Number: one small step for each modifier, in the order the edition lists them.

Which question: what does this attack need on 2D6, and which terms make the number? A step names rows of the
edition's modifiers table; each row is made a modifier in one place, below. Source: CE pp.42-44, AS pp.36-37.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import NamedTuple

from astrike.editions.schema import ModifierRow, UnitRow
from astrike.geometry.arrays import TOUCH
from astrike.model.explain import NO_FACTS, Facts, Modifier, Reason, Tally, facts
from astrike.model.unit import Unit
from astrike.rules.battlefield import Field
from astrike.rules.motion import is_looked_up, tmm_for
from astrike.rules.situation import Situation

Term = tuple[str, int | None]
"""A row of the modifiers table, and the value to use instead of the row's own."""

UnitStep = Callable[[Field, int], Iterator[Term]]
PairStep = Callable[[Situation], Iterator[Term]]

SHOWN_AT_ZERO = frozenset({"skill", "range.short", "target.standstill"})


@dataclass(frozen=True, slots=True)
class Ledger:
    """A Target Number with what was looked at and added nothing, and the rows no source prints."""

    tally: Tally
    considered: tuple[Modifier, ...]
    unknown: tuple[Reason, ...]


# ---- steps that look at the attacker alone


def skill(field: Field, a: int) -> Iterator[Term]:
    """S: the unit's Skill (CE p.42)."""
    yield "skill", field.units.units[a].skill


def drone(field: Field, a: int) -> Iterator[Term]:
    """S: a drone shoots at its operator's Skill + 1 (CE p.84, AS p.24)."""
    if field.units.units[a].has("DRO"):
        yield "attacker.drone", None


def attacker_movement(field: Field, a: int) -> Iterator[Term]:
    """A: jumped, stood still or immobile; never for infantry (CE p.44, AS p.37)."""
    unit, motion = field.units.units[a], field.motions[a]
    if field.units.rows[a].infantry:
        yield "attacker.infantry", None
    elif motion.manner == "jump":
        yield "attacker.jump", None
    elif motion.manner == "immobile" or (motion.manner == "standstill" and not was_carried(unit)):
        yield "attacker.standstill", None
    else:
        yield "attacker.ground", None


def heat(field: Field, a: int) -> Iterator[Term]:
    """O: the heat level, weapon attacks only (CE p.44)."""
    if field.units.units[a].heat:
        yield (
            "attacker.heat",
            min(field.units.units[a].heat, 3) * field.edition.modifiers["attacker.heat"].value,
        )


def fire_control(field: Field, a: int) -> Iterator[Term]:
    """O: each fire control hit, weapon attacks only (CE p.44)."""
    hits = field.units.units[a].hits.fire_control
    if hits:
        yield "attacker.fire-control", hits * field.edition.modifiers["attacker.fire-control"].value


def crew(field: Field, a: int) -> Iterator[Term]:
    """O: crew hits of aerospace units (CE p.184)."""
    hits = field.units.units[a].hits.crew
    if hits and field.units.rows[a].aerospace:
        yield "attacker.crew", hits * field.edition.modifiers["attacker.crew"].value


def spotting(field: Field, a: int) -> Iterator[Term]:
    """O: the attacker also spots this turn (CE p.44)."""
    if field.units.units[a].spotter is not None:
        yield "attacker.spotting", None


def shield(field: Field, a: int) -> Iterator[Term]:
    """O: a shield hinders its bearer's weapons (CE p.44)."""
    if field.units.units[a].has("SHLD"):
        yield "attacker.shield", None


def industrial(field: Field, a: int) -> Iterator[Term]:
    """O: an IndustrialMech without advanced fire control (CE p.44)."""
    if field.units.rows[a].industrial and not field.units.units[a].has("AFC"):
        yield "attacker.industrial", None


def support(field: Field, a: int) -> Iterator[Term]:
    """O: a support vehicle's fire control (CE p.44)."""
    unit = field.units.units[a]
    if field.units.rows[a].support and not unit.has("AFC"):
        yield ("attacker.support-basic" if unit.has("BFC") else "attacker.support"), None


def dropship_attacks(field: Field, a: int) -> Iterator[Term]:
    """O: a DropShip on the ground attacks (CE p.44)."""
    if field.units.units[a].type in ("DS", "DA") and not field.units.airborne[a]:
        yield "attacker.dropship", None


def conditions(field: Field, a: int) -> Iterator[Term]:
    """O: light, weather and the like, when the option is on (CE pp.58, 62)."""
    if not field.options.is_on("environment-modifiers"):
        return
    state = field.table.conditions
    names = [state.light, state.weather, f"wind-{state.wind}", "emi" if state.emi else None]
    around = field.edition.conditions.get(field.table.environment)
    if around is not None and (state.light if around.kind == "light" else state.weather) is None:
        names.append(around.key)
    for name in names:
        row = field.edition.conditions.get(name) if name else None
        if row is None:
            continue
        lit = row.lights_help and (field.units.units[a].type == "BM" or field.units.units[a].has("SRCH"))
        exempt = row.kind == "emi" and field.units.units[a].type == "CI"
        if not lit and not exempt:
            yield row.modifier, None


# ---- steps that look at the target alone


def target_movement_card(field: Field, t: int) -> Iterator[Term]:
    """T: the TMM of the card, changed by what the target did (CE pp.43-44)."""
    motion = field.motions[t]
    yield from _target_manner(field, t, ground=motion.tmm, jump=motion.jump_tmm)


def target_movement_lookup(field: Field, t: int) -> Iterator[Term]:
    """T: looked up from the Move available to the mode used (AS p.37 note 1)."""
    motion = field.motions[t]
    ground = motion.tmm if motion.ground is None else tmm_for(motion.ground, field.edition)
    jump = motion.jump_tmm if motion.jump is None else tmm_for(motion.jump, field.edition)
    yield from _target_manner(field, t, ground=ground, jump=jump)


def _target_manner(field: Field, t: int, *, ground: int, jump: int) -> Iterator[Term]:
    unit, motion, row = field.units.units[t], field.motions[t], field.units.rows[t]
    if row.structure and motion.manner != "immobile":
        yield "target.immobile", None  # CE p.65: and its movement besides
    if unit.state & {"dropping", "dropped"}:
        yield "target.dropped", None
    elif motion.manner == "immobile":
        yield "target.immobile", None
    elif motion.manner == "standstill" and not was_carried(unit):
        yield "target.standstill", None
    elif (name := _still_by_state(unit, row)) is not None:
        yield name, None
    elif motion.manner == "minimum":
        yield "target.minimum", None
    elif motion.manner == "jump":
        yield "target.tmm", jump
        yield "target.jump", None
        yield from _rated(field, unit, "target.jump-jets", strong="JMPS", weak="JMPW")
    elif row.aerospace:
        yield "target.tmm", 0
    else:
        yield "target.tmm", ground
        if motion.manner == "submersible":
            yield from _rated(field, unit, "target.submersible", strong="SUBS", weak="SUBW")


def movement_facts(field: Field, t: int) -> Facts:
    """Say where the target's movement comes from: the Move looked up, or what a card's TMM was before hits and heat."""
    motion = field.motions[t]
    jumps = motion.manner == "jump"
    move = motion.jump if jumps else motion.ground
    if is_looked_up(field.edition):
        return NO_FACTS if move is None or field.units.rows[t].aerospace else facts(move=move)
    current = motion.jump_tmm if jumps else motion.tmm
    if current == motion.card_tmm:
        return NO_FACTS
    return facts(
        card=motion.card_tmm,
        hits=motion.jump_tmm < motion.card_tmm,
        heat=current < motion.jump_tmm,
    )


def was_carried(unit: Unit) -> bool:
    """Was it transported this turn? Then it never counts as standing still (AS p.32)."""
    return bool(unit.state & {"mounted-this-turn", "dismounted"})


def _still_by_state(unit: Unit, row: UnitRow) -> str | None:
    for flag, key, infantry_only in (
        ("hull-down", "target.hull-down", False),
        ("bogged", "target.bogged", False),
        ("dug-in", "target.dug-in", True),
        ("on-the-deck", "target.dug-in", True),
        ("dismounted", "target.dismounted", False),
    ):
        if flag in unit.state and (row.infantry or not infantry_only):
            return key
    return None


def _rated(field: Field, unit: Unit, row: str, *, strong: str, weak: str) -> Iterator[Term]:
    per_point = field.edition.modifiers[row].value
    points = sum(
        sign * (special.number or 0)
        for code, sign in ((strong, 1), (weak, -1))
        if (special := unit.special(code)) is not None
    )
    if points:
        yield row, points * per_point


def target_state(field: Field, t: int) -> Iterator[Term]:
    """T: a climbing target is easier to hit, never below 0 (AS p.62)."""
    if "climbing" not in field.units.units[t].state:
        return
    row = field.edition.modifiers["target.climbing"]
    movement = next(TARGET_STEPS[name] for name in field.edition.steps if name.startswith("target-movement"))
    moving = sum(value or 0 for key, value in movement(field, t) if key == "target.tmm")
    if row.value and moving > 0:
        yield "target.climbing", None


def target_type(field: Field, t: int) -> Iterator[Term]:
    """O: battle armor and ProtoMechs are small (CE p.44)."""
    row = field.units.rows[t]
    if row.modifier:
        yield row.modifier, None


def large(field: Field, t: int) -> Iterator[Term]:
    """O: large units are easier to hit, once (CE p.44)."""
    if field.units.rank[t]:
        yield "type.large", None


def flying(field: Field, t: int) -> Iterator[Term]:
    """O: an airborne VTOL or WiGE (CE p.44)."""
    if field.units.airborne[t] and not field.units.rows[t].aerospace:
        yield "type.flying", None


def posture(field: Field, t: int) -> Iterator[Term]:
    """O: infantry dug in or on the deck (CE p.139)."""
    state = field.units.units[t].state
    if field.units.rows[t].infantry:
        if "dug-in" in state:
            yield "state.dug-in", None
        elif "on-the-deck" in state:
            yield "state.on-the-deck", None


def mimetic(field: Field, t: int) -> Iterator[Term]:
    """O: mimetic armor of a target that does not move (CE p.78, AS p.47)."""
    unit = field.units.units[t]
    still = field.motions[t].manner in ("immobile", "standstill") and not was_carried(unit)
    if still and unit.has("MAS"):
        yield "armor.mimetic", None
    elif still and unit.has("LMAS"):
        yield "armor.mimetic-light", None


# ---- steps that look at both


def see_through(s: Situation) -> Iterator[Term]:
    """O: woods and the like, once: the highest of what the target stands in and what lies between (CE p.43)."""
    if not (s.line.woods_pieces or s.field.woods_of[s.t] or s.field.woods_of[s.a]):
        return
    found = [_woods_term(s, kind) for kind, why in enumerate(counting_kinds(s)) if why is not None]
    # A term that no source prints could be the highest, so each of them is asked for instead.
    unprinted = {name: (value, name) for value, name in found if s.field.edition.modifiers[name].unknown}
    best = [max(found, key=lambda term: term[0])] if found else []
    for value, name in unprinted.values() or best:
        yield name, value
        if name == "terrain.fields" and s.target_row.infantry and _stands_in(s, s.t, "planted-fields"):
            yield "terrain.fields-infantry", None


def _woods_term(s: Situation, kind: int) -> tuple[int, str]:
    """Give value and row of one kind: its own, or with the per-2 option a point per two whole inches."""
    row, edition = s.field.lie.kinds[kind], s.field.edition
    if (
        s.field.options.word("woods.advanced") != "per-2"
        or not edition.terrain[row.key.split(".")[0]].advanced
    ):
        return edition.modifiers[row.modifier].value, row.modifier
    per = edition.number("advanced.per")
    return int((_inches(s, kind) + TOUCH) // per) if per else 0, "terrain.woods-by-inches"


def counting_kinds(s: Situation) -> list[str | None]:
    """Say for each kind of see-through terrain why it counts: `between`, `target`, `attacker`, or None."""
    found: list[str | None] = []
    for kind, row in enumerate(s.field.lie.kinds):
        between = s.line.between[kind]
        if row.whole_line:
            between += s.line.own[kind] + s.line.theirs[kind]
        if between > TOUCH and between >= row.from_inches - TOUCH:
            found.append("between")
        elif row.counts_when_occupied and _occupies(s.field, s.t, kind):
            found.append("target")
        elif row.counts_when_occupied and _own_woods_count(s, kind):
            found.append("attacker")
        else:
            found.append(None)
    return found


def _own_woods_count(s: Situation, kind: int) -> bool:
    """Do woods that only the attacker stands in count? The rule text and its example differ (CE pp.43, 45)."""
    policy = s.field.options.word("woods.attacker-occupied")
    if policy == "always":
        return _occupies(s.field, s.a, kind)
    if policy == "example":
        return s.line.own[kind] > TOUCH and s.range > s.field.edition.number("strip.policy") + TOUCH
    return False


def _occupies(field: Field, unit: int, kind: int) -> bool:
    return kind in field.woods_of[unit]


def _stands_in(s: Situation, unit: int, terrain: str) -> bool:
    return any(
        bool(s.field.in_woods[unit, piece])
        for piece in s.field.lie.kind_of
        if s.field.lie.rows[piece].key == terrain
    )


def _inches(s: Situation, kind: int) -> float:
    return s.line.between[kind] + s.line.theirs[kind]


def cover(s: Situation) -> Iterator[Term]:
    """O: partial cover (CE p.43)."""
    if s.sight.cover:
        yield "terrain.cover", None


def underwater(s: Situation) -> Iterator[Term]:
    """O: the attack runs under water (CE p.44 note 2, AS p.37 note 5)."""
    if s.underwater:
        yield "terrain.underwater", None


def secondary(s: Situation) -> Iterator[Term]:
    """O: a secondary target (CE p.44)."""
    if s.question.secondary:
        yield "attack.secondary", None


def rear_weapon(s: Situation) -> Iterator[Term]:
    """O: weapons that fire to the rear (CE p.44)."""
    if s.weapon.code == "REAR":
        yield "attack.rear-weapon", None


def hull_down(s: Situation) -> Iterator[Term]:
    """O: the target is hull down; whether from the rear too is an option (CE p.38)."""
    if "hull-down" in s.target.state and (
        s.direction != "rear" or s.field.options.is_on("hull-down.rear-counts")
    ):
        yield "state.hull-down", None


def stealth(s: Situation) -> Iterator[Term]:
    """O: stealth armor by range (CE p.79, AS p.48)."""
    off = s.target.state & {"stealth-off", "shutdown"}
    if s.target.has("STL") and not off and s.bracket is not None:
        suit = "suit-" if s.target.type == "BA" else ""
        reach = s.bracket.key if s.bracket.key in ("short", "medium") else "long"
        yield f"armor.stealth-{suit}{reach}", None


def range_bracket(s: Situation) -> Iterator[Term]:
    """R: the range bracket (CE p.43)."""
    if s.bracket is not None:
        yield s.bracket.modifier, None


ATTACKER_STEPS: dict[str, UnitStep] = {
    "skill": skill,
    "drone": drone,
    "attacker-movement": attacker_movement,
    "heat": heat,
    "fire-control": fire_control,
    "crew": crew,
    "spotting": spotting,
    "shield": shield,
    "industrial": industrial,
    "support": support,
    "dropship-attacks": dropship_attacks,
    "conditions": conditions,
}
TARGET_STEPS: dict[str, UnitStep] = {
    "target-movement-card": target_movement_card,
    "target-movement-lookup": target_movement_lookup,
    "target-state": target_state,
    "target-type": target_type,
    "large": large,
    "flying": flying,
    "posture": posture,
    "mimetic": mimetic,
}
PAIR_STEPS: dict[str, PairStep] = {
    "see-through": see_through,
    "cover": cover,
    "underwater": underwater,
    "secondary": secondary,
    "rear-weapon": rear_weapon,
    "hull-down": hull_down,
    "stealth": stealth,
    "range": range_bracket,
}


class _Part(NamedTuple):
    """What one term, or all steps of a run, put into a ledger."""

    counted: tuple[Modifier, ...] = ()
    considered: tuple[Modifier, ...] = ()
    unknown: tuple[Reason, ...] = ()


class _Run(NamedTuple):
    """Steps that follow each other in the edition and look at the same."""

    about: str
    """`attacker`, `target`, `pair`, or `named` by people."""
    pair: tuple[PairStep, ...]
    alone: Callable[[int], _Part]
    """What the steps put into the ledger for this attacker or target, worked out once."""


class Scribe:
    """Writes the ledgers of one field; what depends on one unit alone is worked out once."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self._terms: dict[Term, _Part] = {}
        self._runs = tuple(
            self._run(about, tuple(names)) for about, names in groupby(field.edition.steps, key=_about)
        )

    def _run(self, about: str, names: tuple[str, ...]) -> _Run:
        if about in ("pair", "named"):
            return _Run(about, tuple(PAIR_STEPS[name] for name in names if about == "pair"), _nothing)
        every = ATTACKER_STEPS if about == "attacker" else TARGET_STEPS
        steps = tuple(every[name] for name in names)
        return _Run(about, (), cache(lambda unit: self._part_of_unit(unit, about, steps)))

    def ledger(self, s: Situation) -> Ledger:
        """Add up the Target Number of one attack."""
        counted: list[Modifier] = []
        considered: list[Modifier] = []
        unknown: list[Reason] = []
        for part in self._parts(s):
            counted += part.counted
            considered += part.considered
            unknown += part.unknown
        return Ledger(Tally("to-hit", tuple(counted)), tuple(considered), tuple(unknown))

    def _parts(self, s: Situation) -> list[_Part]:
        parts: list[_Part] = []
        for about, steps, alone in self._runs:
            if about == "pair":
                for step in steps:
                    parts += [self._terms.get(term) or self._part(term) for term in step(s)]
            elif about == "named":
                parts += [_Part((_named(user, value),)) for user, value in s.question.modifiers]
            else:
                parts.append(alone(s.a if about == "attacker" else s.t))
        return parts

    def _part(self, term: Term) -> _Part:
        entry = _entry(self.field.edition.modifiers[term[0]], term[1])
        if isinstance(entry, Reason):
            part = _Part(unknown=(entry,))
        elif entry.value or entry.key in SHOWN_AT_ZERO:
            part = _Part(counted=(entry,))
        else:
            part = _Part(considered=(entry,))
        self._terms[term] = part
        return part

    def _part_of_unit(self, unit: int, about: str, steps: tuple[UnitStep, ...]) -> _Part:
        parts = [self._part(term) for step in steps for term in step(self.field, unit)]
        part = _Part(*(sum(entries, ()) for entries in zip(*parts, strict=True)))
        if about == "target":
            why = movement_facts(self.field, unit)
            counted, considered = (
                tuple(replace(term, facts=why) if term.key == "target.tmm" else term for term in terms)
                for terms in (part.counted, part.considered)
            )
            part = part._replace(counted=counted, considered=considered)
        return part


def _nothing(unit: int) -> _Part:
    return _Part()


def _about(step: str) -> str:
    if step in ATTACKER_STEPS:
        return "attacker"
    if step in TARGET_STEPS:
        return "target"
    return "named" if step == "named" else "pair"


def _entry(row: ModifierRow, value: int | None) -> Modifier | Reason:
    if row.unknown:
        return Reason(row.key, row.unknown, row.ref, facts(row=row.label))
    return Modifier(row.emits or row.key, row.part, row.value if value is None else value, row.label, row.ref)


def _named(user: str, value: int) -> Modifier:
    return Modifier(f"user.{user}", "O", value, user, "named at the table")
