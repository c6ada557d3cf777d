"""What came out when a table was checked against an event's rules: findings, what was not checked, and figures."""

from collections.abc import Iterable, Mapping
from dataclasses import field
from types import MappingProxyType
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.explain import NO_FACTS, Citation, Facts

SEVERITIES: Final = ("error", "close", "warning", "note", "pass")
"""How bad a finding is, the worst first: against a limit, too close to call, worth a look, worth knowing, in order."""
Figures = Mapping[str, object]
"""Plain values by dotted key, ready for JSON: numbers, texts, lists and mappings of them."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was found on a table, and where: what is wrong, too close to call, or in order."""

    key: str
    severity: str
    """One of SEVERITIES."""
    label: str
    cite: Citation
    """Page of the book, or the source of the preset."""
    where: tuple[float, float] | None
    """None where the whole table is meant."""
    limit: float | None = None
    value: float | None = None
    by: tuple[str, ...] = ()
    """Ids of the units and pieces concerned."""
    facts: Facts = field(default_factory=lambda: NO_FACTS)
    bound: str = ""
    """What the limit is: `at-least`, `at-most`, or empty."""
    tolerance: float = 0.0
    """How close to the limit nobody can say; in the unit of the value."""
    unit: str = "in"
    """Of limit and value: `in`, `share` (0 to 1), `count`, `degrees` or `pv`."""
    lines: tuple[tuple[tuple[float, float], ...], ...] = ()
    """What to draw: lines in inches, such as the gap that is measured."""


@dataclass(frozen=True, slots=True)
class SkippedCheck:
    """Something that was not checked, and why not."""

    key: str
    label: str
    why: str


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What one check found; those that are in order are findings of severity `pass`."""

    findings: tuple[Finding, ...] = ()
    skipped: tuple[SkippedCheck, ...] = ()
    figures: Figures = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Legality:
    """A table checked against a preset, or against the rules alone."""

    preset: str
    """Id of the preset; empty without."""
    title: str
    """What the preset calls itself, with its version."""
    confidence: str
    tolerance: float
    findings: tuple[Finding, ...]
    skipped: tuple[SkippedCheck, ...]
    figures: Figures
    undecided: tuple[SkippedCheck, ...] = ()
    """What the preset asks for and nobody could check here, and that there is nothing to check at all."""
    unasked: tuple[SkippedCheck, ...] = ()
    """What makes a table fair and the preset does not ask for."""

    @property
    def open(self) -> tuple[SkippedCheck, ...]:
        """What the verdict says nothing about, the weightiest first."""
        return (*self.undecided, *self.unasked)

    def count(self, severity: str) -> int:
        """Count the findings of a severity."""
        return sum(each.severity == severity for each in self.findings)

    @property
    def verdict(self) -> str:
        """Say `error` where a limit is broken, `close` where nobody can say, `open` where too little could be checked.

        Else it is `pass`.
        """
        found = next((each for each in ("error", "close") if self.count(each)), "pass")
        return "open" if found == "pass" and self.undecided else found


def worst_first(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sort findings by how bad they are, and leave them as they are among equals."""
    return tuple(sorted(found, key=lambda each: SEVERITIES.index(each.severity)))
