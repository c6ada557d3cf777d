"""What is told of many figures that are held against one limit: what offends, or the one that comes closest to it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from astrike.model.explain import facts
from astrike.model.legality import Finding

NOT_IN_PRESET: Final = "no-limit"
"""Why a check is left out: the preset sets no limit."""
MORE: Final = ".more"
"""How the key of a note ends that says how many more there are."""
MOST: Final = 12
"""Findings of one limit that are told; of the others there is the number."""


def told(findings: Iterable[Finding], *, most: int = MOST) -> tuple[Finding, ...]:
    """Give those that offend, the worst first; where nothing does, the one in order with the least room.

    Where there are more than `most`, a note with the key `….more` says how many were left out.
    """
    ranked = sorted(findings, key=lambda each: round(room(each), 9))
    offending = [found for found in ranked if found.severity not in ("pass", "note")]
    if not offending:
        return tuple(ranked[:1])
    kept = offending[:most]
    left = len(offending) - len(kept)
    if left:
        more = replace(
            offending[-1],
            key=f"{offending[-1].key}{MORE}",
            severity="note",
            where=None,
            limit=None,
            bound="",
            value=float(left),
            unit="count",
            by=(),
            tolerance=0.0,
            facts=facts(count=left),
            lines=(),
        )
        kept.append(more)
    return tuple(kept)


def room(finding: Finding) -> float:
    """Say how much there is left to the limit; below 0 where it is broken."""
    if finding.value is None or finding.limit is None:
        return 0.0
    left = finding.value - finding.limit
    return left if finding.bound == "at-least" else -left
