"""Rows of the tables about abilities, targeting systems and munitions in an attack, and about what players choose.

Which question: what does a row say that changes an attack because of who makes it, at whom, or with what? Its
conditions are those of `rulebook.conditions`.
"""

from dataclasses import dataclass

from astrike.rulebook.conditions import Condition
from astrike.rulebook.row import Row, subject


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusRow(Row):
    """One effect of an ability, a system, a munition or a state on an attack."""

    ability: str = subject("")
    """Key of the abilities table whose bearer has it, or a state as `state:NAME`; empty: whoever chooses it."""
    source: str = subject("pilot")
    """`pilot`, `command`, `special`, `system`, `munition`, `state`, `posture` or `environment`."""
    bearer: str = subject("attacker")
    """Whose it is: `attacker`, `target` or `spotter`."""
    what: str = subject("modifier")
    """`modifier`, `waive`, `range`, `damage`, `share`, `heat`, `miss`, `critical`, `shield`, `rule`, `probe`,
    `arc`, `template`, `absorption`, `foil`, `grant`, `heat-level` or `tmm`."""
    part: str = subject("O")
    """Modifier: the letter it belongs to."""
    points: int = 0
    """Added to the Target Number or the damage, taken back at most (waive; 0: all), or by how much more (critical) or
    less (miss) than needed it comes about; inches or degrees of a probe, an arc or a template."""
    share: float = 0.0
    """Share and miss: what is left of the damage, rounded down,"""
    least: int = 0
    """but no less than this."""
    need: int = 0
    """Critical: what has to be rolled for it first; 0: nothing."""
    amount: str = ""
    """What counts in place of `points`: `half-short`, `half-size`, `short`, `no-missiles` or the number chosen."""
    code: str = subject("")
    """Miss and heat: special abilities whose value at the bracket it is, the first on the card."""
    brackets: tuple[float, ...] = ()
    """Range: the modifiers of Short, Medium, Long, Extreme and Horizon range in place of the printed ones."""
    terms: tuple[str, ...] = subject(())
    """Waive: beginnings of the keys of the terms that are taken back."""
    kinds: tuple[str, ...] = subject(())
    """Kinds of attack it counts for,"""
    families: tuple[str, ...] = subject(())
    """and families of them; neither given: all."""
    when: tuple[Condition, ...] = subject(())
    """Conditions, each with its arguments behind a colon where it takes some."""
    choice: str = subject("")
    """What players must have chosen for it: a key of the choices table, `key=word` for one of its words."""
    option: str = subject("")
    """Only where this option has this value: `id=value`."""
    over: tuple[str, ...] = subject(())
    """Range: keys of rows that it stands in for."""

    @property
    def is_silent(self) -> bool:
        """Is this edition silent about it, so that `abilities.silent` decides?"""
        return self.conf == "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceRow(Row):
    """Something that players decide about an attack, and when it is offered."""

    kind: str = "flag"
    """`flag`, `number` or `word`."""
    values: tuple[str, ...] = ()
    """The words; `enemies` and `antagonizers` stand for ids of units on the table."""
    needs: tuple[str, ...] = ()
    """For each word the special abilities of which the attacker has to have one."""
    low: int = 0
    high: int = 0
    kinds: tuple[str, ...] = ()
    """Kinds of attack it is offered for,"""
    families: tuple[str, ...] = ()
    """and families of them; neither given: all."""
    codes: tuple[str, ...] = ()
    """Special abilities of which the attacker has to have one,"""
    pilot: tuple[str, ...] = ()
    """pilot and command abilities of the attacker, likewise,"""
    target_codes: tuple[str, ...] = ()
    """and those of the target."""
    target_pilot: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    """Options that have to be on."""
    when: tuple[Condition, ...] = ()
    """Conditions, as in bonuses."""
