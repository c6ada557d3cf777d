"""What came out when a table was checked against an event's rules: findings, what was not checked, and figures."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from astrike.model.movement import Finding

Figure = str | int | float | bool | None
Figures = Mapping[str, object]
"""Plain values by dotted key, ready for JSON: numbers, texts, lists and mappings of them."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that was not checked, and why not."""

    key: str
    label: str
    why: str


@dataclass(frozen=True, slots=True)
class Part:
    """What one check found; those that are in order are findings of severity `pass`."""

    findings: tuple[Finding, ...] = ()
    skipped: tuple[Skipped, ...] = ()
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
    skipped: tuple[Skipped, ...]
    figures: Figures

    def count(self, severity: str) -> int:
        """Count the findings of a severity."""
        return sum(each.severity == severity for each in self.findings)
