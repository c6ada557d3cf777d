"""May this unit attack that one, what does it need, and why.

Which question: the main one. Everything that shows an attack - list, picture, page, command, API - asks here.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from astrike.editions.schema import BracketRow
from astrike.errors import InputError, Problem
from astrike.geometry.arrays import TOUCH, Ints
from astrike.model.answer import AttackAnswer, SightReport
from astrike.model.explain import Assumed, OptionUsed, Reason
from astrike.model.unit import Unit
from astrike.rules.battlefield import Field
from astrike.rules.damage import damage_of
from astrike.rules.lines import Lines, arc_degrees, measure_lines
from astrike.rules.odds import automatic, probability
from astrike.rules.refusals import refusals_of
from astrike.rules.sight import option_fact, sight_answer, sight_options, uses_torpedoes
from astrike.rules.situation import KINDS, PLAIN, AttackQuestion, Situation, Weapon, bracket_at
from astrike.rules.tohit import Ledger, Scribe, counting_kinds

REAR_FULL_CIRCLE = 180.0


def attack(field: Field, attacker: str, target: str, question: AttackQuestion = PLAIN) -> AttackAnswer:
    """Answer one attack; raise `NotFound` for an unknown unit and `InputError` for a wrong question."""
    a, t = field.place_of(attacker), field.place_of(target)
    _check(field, question)
    lines = measure_lines(field, np.array([a]), np.array([t]))
    return _answers(field, lines, question)[0]


def attacks_from(field: Field, attacker: str, question: AttackQuestion = PLAIN) -> tuple[AttackAnswer, ...]:
    """Answer for every enemy of one unit, in file order."""
    a = field.place_of(attacker)
    _check(field, question)
    targets = np.array([t for t in range(len(field.units.units)) if are_enemies(field, a, t)], dtype=np.intp)
    return _answers(field, measure_lines(field, np.full(len(targets), a), targets), question)


def matrix(field: Field, side: str | None = None) -> tuple[AttackAnswer, ...]:
    """Answer every attacker against every enemy, in file order; only one side's attackers when a side is named."""
    pairs = enemy_pairs(field, side)
    return _answers(field, measure_lines(field, pairs[:, 0], pairs[:, 1]), PLAIN)


def matrix_of_unit(field: Field, unit: str) -> tuple[AttackAnswer, ...]:
    """Answer every attack from and at one unit: what changes in the matrix when it has moved."""
    u = field.place_of(unit)
    pairs = enemy_pairs(field, None)
    pairs = pairs[(pairs == u).any(axis=1)]
    return _answers(field, measure_lines(field, pairs[:, 0], pairs[:, 1]), PLAIN)


def sight(field: Field, attacker: str, target: str) -> SightReport:
    """Answer line of sight and cover alone."""
    a, t = field.place_of(attacker), field.place_of(target)
    lines = measure_lines(field, np.array([a]), np.array([t]))
    answer = sight_answer(field, lines, 0)
    assumed = _assumed(field, a, t)
    return SightReport(
        attacker,
        target,
        round(float(lines.range[0]), 6),
        answer,
        assumed,
        sight_options(field, lines, 0, answer),
    )


def are_enemies(field: Field, a: int, t: int) -> bool:
    """Are two units enemies? A unit without a side is everyone's enemy."""
    ours, theirs = field.units.units[a].side, field.units.units[t].side
    return a != t and (ours is None or theirs is None or ours != theirs)


def enemy_pairs(field: Field, side: str | None) -> Ints:
    """Give all pairs (n, 2) of attacker and enemy, in file order."""
    units = field.units.units
    if side is not None and side not in {unit.side for unit in units}:
        known = ", ".join(sorted({unit.side for unit in units if unit.side})) or "none"
        raise InputError([Problem("side", side, f"one of the sides on the table: {known}")])
    count = range(len(units))
    rows = [(a, t) for a in count if side in (None, units[a].side) for t in count if are_enemies(field, a, t)]
    return np.array(rows, dtype=np.intp).reshape(-1, 2)


def _check(field: Field, question: AttackQuestion) -> None:
    problems: list[Problem] = []
    if question.kind not in KINDS:
        problems.append(Problem("kind", question.kind, f"one of {', '.join(KINDS)}"))
    if not 0 <= question.overheat <= 4:
        problems.append(Problem("overheat", str(question.overheat), "0 to 4"))
    for name, value in question.modifiers:
        if not name or len(name) > 40 or not -20 <= value <= 20:
            problems.append(
                Problem("modifiers", f"{name}={value}", "a name of up to 40 letters and -20 to 20")
            )
    if problems:
        raise InputError(problems)


def _answers(field: Field, lines: Lines, question: AttackQuestion) -> tuple[AttackAnswer, ...]:
    scribe = Scribe(field)
    parts = (lines.woods.start.tolist(), lines.woods.between.tolist(), lines.woods.end.tolist())
    return tuple(
        _answer(
            field, lines, k, question, scribe, (tuple(parts[0][k]), tuple(parts[1][k]), tuple(parts[2][k]))
        )
        for k in range(len(lines.attacker))
    )


def _answer(
    field: Field,
    lines: Lines,
    k: int,
    question: AttackQuestion,
    scribe: Scribe,
    woods: tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]],
) -> AttackAnswer:
    a, t = int(lines.attacker[k]), int(lines.target[k])
    unit, foe = field.units.units[a], field.units.units[t]
    seen = sight_answer(field, lines, k)
    share = float(lines.arc_share[k])
    in_arc = share >= field.edition.number("half-base") - TOUCH
    torpedo = uses_torpedoes(field, a, t, bool(lines.same_water[k])) and unit.has("TOR")
    weapon, arc = choose_weapon(unit, question, in_arc=in_arc, torpedo=torpedo)
    wet = seen.underwater or torpedo
    halved = wet and not (weapon.code == "TOR" and not field.edition.number("torpedo.halved"))
    distance = round(float(lines.range[k]), 6)
    bracket = bracket_at(field, distance, underwater=halved)
    direction, tie = _direction(field, t, float(lines.off_rear[k]))
    s = Situation(
        field=field,
        a=a,
        t=t,
        question=question,
        sight=seen,
        range=distance,
        bracket=bracket,
        underwater=wet,
        weapon=weapon,
        direction=direction,
        sight_own=woods[0],
        sight_between=woods[1],
        sight_target=woods[2],
    )
    ledger = scribe.ledger(s)
    refusals = (*refusals_of(s, in_arc=in_arc, arc=arc), *ledger.unknown)
    total = ledger.tally.total
    return AttackAnswer(
        attacker=unit.id,
        target=foe.id,
        kind=question.kind,
        edition=field.edition.id,
        tally=ledger.tally,
        considered=ledger.considered,
        refusals=refusals,
        range=distance,
        bracket=bracket.key if bracket is not None else None,
        sight=seen,
        arc=arc,
        direction=direction,
        damage=damage_of(s),
        probability=0.0 if refusals else probability(total),
        automatic=None if refusals else automatic(total),
        assumed=(*_assumed(field, a, t), *_assumed_here(s, arc)),
        options_used=(*sight_options(field, lines, k, seen), *_options(s, ledger, share, tie=tie)),
        not_applied=_not_applied(field, unit, foe),
    )


def choose_weapon(
    unit: Unit, question: AttackQuestion, *, in_arc: bool, torpedo: bool
) -> tuple[Weapon, str | None]:
    """Choose what fires and through which arc; a turret serves when the target lies outside the unit's own arc.

    Source: CE pp.41, 78-79; AS p.48.
    """
    code = (question.special or "").upper()
    if not code and torpedo:
        code = "TOR"
    if not code and not in_arc and unit.has("TUR"):
        code = "TUR"
    special = unit.special(code) if code else None
    damage = unit.damage if not code else special.values if special else None
    if code == "TUR":
        return Weapon(code, damage), "turret"
    if code == "REAR":
        return Weapon(code, damage), None if in_arc else "rear-weapon"
    return Weapon(code, damage), "front" if in_arc else None


def _direction(field: Field, t: int, off_rear: float) -> tuple[str, bool]:
    """Say where the attack arrives, and whether it came exactly over the corner (CE p.48)."""
    if field.units.rows[t].always_front or np.isnan(off_rear):
        return "front", False
    corner = field.edition.number("rear.from")
    if abs(abs(off_rear) - corner) <= TOUCH:
        return "front", True
    return ("rear" if abs(off_rear) > corner else "front"), False


def _assumed(field: Field, a: int, t: int) -> tuple[Assumed, ...]:
    pair = (a, t)
    return tuple(note for i in pair for note in (*field.units.assumed[i], *field.motions[i].assumed))


def _assumed_here(s: Situation, arc: str | None) -> Iterable[Assumed]:
    if s.attacker.facing is None and s.attacker_row.arc != "all":
        yield Assumed(f"units.{s.attacker.id}.facing", "unknown", "Facing not given: arc not checked")
    if s.target.facing is None and not s.target_row.always_front:
        yield Assumed(f"units.{s.target.id}.facing", "unknown", "Facing not given: hit in front")
    if arc == "turret" and not s.question.special:
        yield Assumed("attack.special", "TUR", "Turret used: the target lies outside the forward arc")


def _options(s: Situation, ledger: Ledger, share: float, *, tie: bool) -> Sequence[OptionUsed]:
    used: list[str] = []
    field = s.field
    reasons = counting_kinds(s)
    own = any(bool(field.in_woods[s.a, piece]) for piece in field.lie.kind_of)
    decided = all(why in (None, "attacker") for why in reasons)
    if own and decided and reasons:
        used.append("woods.attacker-occupied")
    if "hull-down" in s.target.state and s.direction == "rear":
        used.append("hull-down.rear-counts")
    if s.attacker.facing is not None and s.attacker_row.arc == "forward" and share < 1.0 - TOUCH:
        used.append("arc.forward-degrees")
    if s.bracket is not None and s.bracket.option:
        used.append(s.bracket.option)
    if any(modifier.key.startswith("condition.") for modifier in ledger.tally.modifiers):
        used.append("environment-modifiers")
    if s.question.secondary:
        used.append("multiple-attack-rolls")
    if s.sight.contact or (s.range <= TOUCH and not s.sight.contact):
        used.append("contact.max-step")
    return [OptionUsed(name, option_fact(field, name)) for name in used]


def _not_applied(field: Field, unit: Unit, foe: Unit) -> tuple[str, ...]:
    """Name the abilities on both cards that this answer does not use."""
    found: list[str] = []
    for who in (unit, foe):
        for special in who.specials:
            row = field.edition.abilities.get(special.code)
            if row is None or not row.applied:
                found.append(f"{who.id}: {special.printed}")
        found += [f"{who.id}: {ability}" for ability in who.pilot]
    return tuple(found)


def bracket_row(field: Field, answer: AttackAnswer) -> BracketRow | None:
    """Give the bracket row of an answer."""
    return field.edition.brackets[answer.bracket] if answer.bracket else None


def width_of_arc(field: Field, unit_id: str) -> float:
    """Give the width of a unit's own arc in degrees, for pictures."""
    i = field.place_of(unit_id)
    return arc_degrees(field.units.units[i], field, i)


__all__ = [
    "AttackQuestion",
    "Reason",
    "SightReport",
    "attack",
    "attacks_from",
    "matrix",
    "matrix_of_unit",
    "sight",
]
