"""What number do punches, kicks, clubs and physical weapons need, what do they do, and when are they refused?

Charges, deaths from above and pushes are impacts.
"""

from collections.abc import Iterator

from astrike.errors import Problem
from astrike.model.battletech.melee import MeleeAnswer, MeleeFollow, MeleeQuestion
from astrike.model.explain import Modifier, Reason, facts
from astrike.rulebook.battletech.physical_rows import PhysicalAttackRow, PhysicalLevelRow
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.impact_case import ImpactTerms
from astrike.rules.battletech.impact_to_hit import moved_target, woods_at
from astrike.rules.battletech.melee_damage import actuators_gone, melee_damage
from astrike.rules.battletech.melee_refusals import arms_used, melee_refusals
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.rules.battletech.roll_ledger import SKILL
from astrike.rules.odds import chance_to_reach

_COVER = "water.legs"


def answer_melee(question: MeleeQuestion, edition: BattleTechEdition, options: OptionsInUse) -> MeleeAnswer:
    """Answer a physical attack."""
    case = Melee(question, edition)
    refusals = tuple(melee_refusals(question, edition, case.row, case.table))
    modifiers = () if case.is_sure else tuple(case.modifiers())
    target = sum(each.value for each in modifiers)
    is_rolled = not refusals and not case.is_sure
    ledger = melee_damage(question, edition, case.row)
    return MeleeAnswer(
        edition=edition.id,
        refusals=refusals,
        notes=tuple(case.notes()) if not refusals else (),
        options_used=options.used,
        target=target if is_rolled else None,
        odds=_odds(target) if is_rolled else float(not refusals),
        modifiers=modifiers,
        damage=0 if refusals else sum(each.value for each in ledger),
        ledger=ledger,
        table="" if refusals else case.table,
        hit=tuple(case.follows(is_missed=False)) if not refusals else (),
        missed=tuple(case.follows(is_missed=True)) if is_rolled else (),
    )


def _odds(target: int) -> float:
    return round(float(chance_to_reach(target, naturals=False)), 4)


class Melee:
    """One physical attack in an edition."""

    def __init__(self, question: MeleeQuestion, edition: BattleTechEdition) -> None:
        self.question = question
        self.edition = edition
        self.terms = ImpactTerms(edition)
        self.row: PhysicalAttackRow = edition.physical_attacks[question.attack]

    @property
    def is_sure(self) -> bool:
        """Does it hit without a roll? Whatever strikes a building in the next hex does."""
        return self.row.sure or self.question.into == "building"

    @property
    def level_row(self) -> PhysicalLevelRow:
        """The row that says on which table it is rolled."""
        target = self.question.target
        against = "vehicle" if not target.is_mech else "prone" if target.prone else "mech"
        rows = self.edition.physical_levels.values()
        return next(row for row in rows if self.row.form in row.forms and row.against == against)

    @property
    def table(self) -> str:
        """The hit location table that it is rolled on; empty where the level is out of reach."""
        asked = self.question
        if asked.into == "building" or asked.target.is_infantry or asked.same_hex:
            return "full"
        table = self.level_row.table(asked.levels)
        return asked.aimed if table == "full" and self._is_aimed else table

    @property
    def _is_aimed(self) -> bool:
        asked = self.question
        can_choose = self.row.form in ("club", "weapon") and not asked.levels and asked.into == "unit"
        return can_choose and asked.target.is_mech and not asked.target.prone and asked.aimed != "full"

    def modifiers(self) -> Iterator[Modifier]:
        """List what makes the number."""
        asked, terms = self.question, self.terms
        skill = self.edition.roll_lasting[SKILL]
        yield Modifier(skill.key, "", asked.attacker.piloting, skill.label, skill.cite)
        yield Modifier(self.row.key, "", self.row.base, self.row.label, self.row.cite)
        yield terms.shared(f"number.moved-{asked.moved.mode}")
        yield from moved_target(terms, asked.target, asked.target_moved)
        yield from woods_at(terms, asked.woods)
        if self._is_covered_by_water:
            yield terms.shared("number.target-water")
        if asked.spotting:
            yield terms.shared("number.spotting")
        yield from self._of_its_own()
        yield from actuators_gone(asked, self.edition, self.row)

    @property
    def _is_covered_by_water(self) -> bool:
        asked = self.question
        is_deep = asked.water == self.terms.value("number.target-water-depth")
        stands = asked.target.is_mech and not asked.target.prone
        return is_deep and stands and (self.table != "punch" or asked.target.kind == "quad")

    def _of_its_own(self) -> Iterator[Modifier]:
        asked, form = self.question, self.row.form
        holds = {
            "kick.infantry": form == "kick" and asked.target.is_infantry,
            "kick.mule": asked.mule,
            "target.ejected": asked.ejected,
            "punch.prone": asked.attacker.prone,
            "aimed.table": self._is_aimed,
            "overhead-arms": asked.overhead_arms and form in ("punch", "weapon"),
        }
        for key, is_so in holds.items():
            row = self.edition.physical_modifiers[key]
            if is_so and not row.unknown:
                yield Modifier(key, "", row.value, row.label, row.cite)

    def notes(self) -> Iterator[Reason]:
        """List what is said beside the answer."""
        row = self.edition.physical_after[_COVER]
        on_level = not self.question.levels and self.table != "kick"
        if self._is_covered_by_water and on_level and not row.unknown:
            yield Reason(row.key, row.label, row.cite, facts(depth=self.question.water))

    def follows(self, *, is_missed: bool) -> Iterator[MeleeFollow]:
        """List what follows a hit or a miss."""
        for row in self.edition.physical_after.values():
            is_due = row.to == "attacker" or (self.question.target.is_mech and self.question.into == "unit")
            if row.attack == self.question.attack and row.missed is is_missed and is_due:
                yield MeleeFollow(row.key, row.label, row.to, row.event)


def melee_problems(question: MeleeQuestion, edition: BattleTechEdition) -> Iterator[Problem]:
    """Name everything in a question that cannot be."""
    form = edition.physical_attacks[question.attack].form
    limb = "leg" if form == "kick" else "arm"
    if not question.attacker.is_mech:
        yield Problem("attacker.kind", question.attacker.kind, "a 'Mech")
    elif limb == "leg" and question.limb.removesuffix("-leg") not in question.attacker.leg_names:
        yield Problem("limb", question.limb, "a leg that the attacker was built with")
    elif limb == "arm" and not arms_used(question, edition):
        yield Problem("limb", question.limb, "an arm")
    if question.mule and (question.attacker.kind != "quad" or form != "kick"):
        yield Problem("mule", "true", "false: only a quad kicks to the rear")
    elif question.mule and not question.limb.startswith("rear"):
        yield Problem("limb", question.limb, "a rear leg: it kicks to the rear")
    yield from _aim_problems(question, form)
    if question.next_to and question.same_hex:
        yield Problem("same_hex", "true", "false, or next_to false")
    if question.ejected and question.target.kind != "infantry":
        yield Problem("ejected", "true", "false: only people can be ejected; state infantry")


def _aim_problems(question: MeleeQuestion, form: str) -> Iterator[Problem]:
    """Name why no table can be chosen."""
    if question.aimed == "full":
        return
    is_standing_mech = question.into == "unit" and question.target.is_mech and not question.target.prone
    if form not in ("club", "weapon"):
        yield Problem("aimed", question.aimed, "full: only clubs and weapons are aimed at a table")
    elif not is_standing_mech:
        yield Problem("aimed", question.aimed, "full: only of a standing 'Mech is a table chosen")
    elif question.levels:
        yield Problem("aimed", question.aimed, "full: a table is chosen on the same level only")
