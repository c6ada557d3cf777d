"""What does a row say that changes an attack because of who makes it, at whom, or with what?

Rows of the tables about abilities, targeting systems and munitions in an attack, and about what players choose. Their
conditions are those of `rulebook.conditions`.
"""

from collections.abc import Iterator
from typing import Annotated

from astrike.dataclass import dataclass
from astrike.rulebook.conditions import ConditionSet
from astrike.rulebook.references import (
    AbilityKey,
    AbilityKeys,
    BearerKey,
    BonusKey,
    CarriedKeys,
    ChosenWord,
    KindFamily,
    KindKey,
    OptionKey,
    OptionValueWord,
    Part,
    one_of,
)
from astrike.rulebook.row import RulebookRow, subject_field


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusRow(RulebookRow):
    """One effect of an ability, a system, a munition or a state on an attack."""

    ability: BearerKey = subject_field("")
    """Key of the abilities table whose bearer has it, or a state as `state:NAME`; empty: whoever chooses it."""
    source: Annotated[
        str, one_of("pilot", "command", "special", "system", "munition", "state", "posture", "environment")
    ] = subject_field("pilot")
    """What kind of thing has it."""
    bearer: Annotated[str, one_of("attacker", "target", "spotter")] = subject_field("attacker")
    """Whose it is."""
    what: Annotated[
        str,
        one_of(
            "modifier",
            "waive",
            "range",
            "damage",
            "share",
            "heat",
            "miss",
            "critical",
            "shield",
            "rule",
            "probe",
            "arc",
            "template",
            "absorption",
            "foil",
            "grant",
            "heat-level",
            "tmm",
        ),
    ] = subject_field("modifier")
    """What it changes."""
    part: Part = subject_field("O")
    """Modifier: the letter it belongs to."""
    points: int = 0
    """Added to the Target Number or the damage, taken back at most (waive; 0: all), or by how much more (critical) or
    less (miss) than needed it comes about; inches or degrees of a probe, an arc or a template."""
    share: float = 0.0
    """Share and miss: what is left of the damage, rounded down, but no less than `least`."""
    least: int = 0
    """Share and miss: the least damage that is left."""
    need: int = 0
    """Critical: what has to be rolled for it first; 0: nothing."""
    amount: Annotated[str, one_of("half-short", "half-size", "short", "no-missiles", "choice")] = ""
    """What counts in place of `points`: half of the damage at Short or of the Size, all of it, the number chosen."""
    code: AbilityKeys = subject_field("")
    """Miss and heat: special abilities whose value at the bracket it is, the first on the card."""
    brackets: tuple[float, ...] = ()
    """Range: the modifiers of Short, Medium, Long, Extreme and Horizon range in place of the printed ones."""
    terms: tuple[str, ...] = subject_field(())
    """Waive: beginnings of the keys of the terms that are taken back."""
    kinds: tuple[KindKey, ...] = subject_field(())
    """Kinds of attack it counts for, beside `families`; neither given: all."""
    families: tuple[KindFamily, ...] = subject_field(())
    """Families of kinds of attack it counts for, beside `kinds`; neither given: all."""
    when: tuple[ConditionSet, ...] = subject_field(())
    """Conditions, each with its arguments behind a colon where it takes some."""
    choice: ChosenWord = subject_field("")
    """What players must have chosen for it: a key of the choices table, `key=word` for one of its words."""
    option: OptionValueWord = subject_field("")
    """Only where this option has this value: `id=value`."""
    over: tuple[BonusKey, ...] = subject_field(())
    """Range: keys of rows that it stands in for."""

    @property
    def is_silent(self) -> bool:
        """Is this edition silent about it, so that `abilities.silent` decides?"""
        return self.conf == "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceRow(RulebookRow):
    """Something that players decide about an attack, and when it is offered."""

    kind: Annotated[str, one_of("flag", "number", "word")] = "flag"
    """What is chosen: whether at all, how much, or which."""
    values: tuple[str, ...] = ()
    """The words; `enemies` and `antagonizers` stand for ids of units on the table."""
    needs: tuple[CarriedKeys, ...] = ()
    """For each word the special abilities of which the attacker has to have one."""
    low: int = 0
    high: int = 0
    kinds: tuple[KindKey, ...] = ()
    """Kinds of attack it is offered for, beside `families`; neither given: all."""
    families: tuple[KindFamily, ...] = ()
    """Families of kinds of attack it is offered for, beside `kinds`; neither given: all."""
    codes: tuple[str, ...] = ()
    """Special abilities of which the attacker has to have one; empty: none is needed."""
    pilot: tuple[AbilityKey, ...] = ()
    """Pilot and command abilities of which the attacker has to have one; empty: none is needed."""
    target_codes: tuple[str, ...] = ()
    """Special abilities of which the target has to have one; empty: none is needed."""
    target_pilot: tuple[AbilityKey, ...] = ()
    options: tuple[OptionKey, ...] = ()
    """Options that have to be on."""
    when: tuple[ConditionSet, ...] = ()
    """Conditions, as in bonuses."""

    def problems(self) -> Iterator[str]:
        """Say which fields of the row do not go together."""
        if self.needs and len(self.needs) != len(self.values):
            yield f"needs has {len(self.needs)} values; expected {len(self.values)}, one a word"
