"""What does a hit do, what does each step of overheat add to it, and what heat does the attack bring?"""

from collections.abc import Iterator
from dataclasses import replace

from astrike.dataclass import dataclass
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import MOST_OVERHEAT, AttackQuestion
from astrike.report.attack.ledger import damage_terms
from astrike.rules.effects.effect import effect
from astrike.rules.shot.damage import overheat_adds
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.http.i18n import _, tr
from astrike.web.questions.form_answers import write_query


@dataclass(frozen=True, slots=True)
class OverheatStep:
    """So much overheat, what it adds, and how it is asked for."""

    points: int
    adds: str
    is_chosen: bool
    query: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class DamageLine:
    """What a hit does, where it comes from, and the heat that the attack brings."""

    points: str
    terms: str
    heat: str


def overheat_steps(
    prepared: PreparedTable, answer: AttackAnswer, question: AttackQuestion
) -> tuple[OverheatStep, ...]:
    """List what the card may overheat by; nothing where this attack cannot be overheated for."""
    unit = prepared.unit_of(answer.attacker)
    most = min(unit.overheat, MOST_OVERHEAT)
    is_special = question.special or any(each.at == "attack.special" for each in answer.assumed)
    if not most or not answer.allowed or is_special:
        return ()
    if "overheat" not in prepared.edition.kinds[answer.kind].damage_steps:
        return ()
    adds = overheat_adds(unit, answer.bracket)
    return tuple(
        OverheatStep(
            points,
            _("+%(points)s dmg", points=points)
            if points and adds
            else _("heat only")
            if points
            else _("no heat"),
            is_chosen=points == question.overheat,
            query=write_query(replace(question, overheat=points, rolls=())),
        )
        for points in range(most + 1)
    )


def damage_line(prepared: PreparedTable, answer: AttackAnswer, question: AttackQuestion) -> DamageLine | None:
    """Say what a hit does and what heat it brings; None for what does no damage that is known as a number."""
    if not answer.allowed or not isinstance(answer.damage.target, int):
        return None
    terms = ", ".join(words for words, _page in damage_terms(answer.damage, tr))
    heat = " ".join(_heat(prepared, answer, question))
    return DamageLine(_("%(points)s damage on a hit", points=answer.damage.target), terms, heat)


def _heat(prepared: PreparedTable, answer: AttackAnswer, question: AttackQuestion) -> Iterator[str]:
    """Say the heat after the End Phase, where the unit is hot, or this attack makes it so (CE pp.52-53)."""
    unit = prepared.unit_of(answer.attacker)
    made = min(question.overheat + (unit.heat_made or 0), MOST_OVERHEAT)
    is_of_weapons = "heat" in prepared.edition.kinds[answer.kind].steps
    if not is_of_weapons or not (made or unit.heat or unit.hits.engine):
        return
    then = effect(prepared, "heat", unit.id, {"attacked": True, "overheat": made}).total
    if then is None:
        return
    if then == unit.heat:
        yield _("Heat stays at %(heat)s in the End Phase, hit or miss.", heat=unit.heat)
    else:
        yield _(
            "Heat goes from %(heat)s to %(then)s in the End Phase, hit or miss.", heat=unit.heat, then=then
        )
