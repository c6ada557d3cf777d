"""Does a measured figure keep to a limit of the preset, and which of many figures is reported?

Within the tolerance, on either side of the limit, a figure is too close to call. Reported are the figures that offend,
or the one that comes closest to the limit. Findings whose limit no preset sets have their English labels here;
`report` has them translated.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from astrike.model.explain import NO_FACTS, Facts, facts
from astrike.model.legality import CheckResult, Figures, Finding, SkippedCheck, worst_first
from astrike.presets.schema import LIMITS, LayoutLimit, LayoutLimits
from astrike.tolerance import TOUCH

LABELS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "table": "Size of the table",
        "gaps.none": "No gap stops anybody",
        "gaps": "Gap too narrow for some",
        "gaps.close": "Gap as narrow as a base",
        "gaps.more": "More gaps that stop somebody",
        "steps.none": "Every hill is climbed by everybody",
        "steps": "Too steep for some",
        "steps.nobody": "Too steep for everybody",
        "reach.part": "Ground that units can stand on and not walk to",
        "reach.sides": "Kinds of unit that cannot walk from one side to the other",
        "reach.top": "A hill that nobody can walk onto",
        "outline.invalid": "Outlines that enclose no area",
        "outline.off-table": "Pieces beside the table",
        "outline.overhang": "Pieces over the edge of the table",
        "outline.overlap": "Buildings, walls and bridges that stand in each other",
        "outline.fallen": "Buildings and bridges with no construction factor left",
        "quadrants.count": "Pieces of terrain that both sides lay together",
        "quadrants.even": "Pieces that are left over when both sides lay as many",
        "quadrants.order": "Pieces in each quadrant when sides take turns",
        "symmetry.missing": "Pieces without a twin",
        "symmetry.unlike": "Twins that are not alike",
        "terrain": "Terrain",
        "open.symmetry": "Symmetry",
        "open.zones": "Deployment zones",
        "open.amount": "Amount of terrain",
        "open.ways": "Ways across the table",
        "pack.size": "Size of the pack's table",
        "pack.missing": "Pieces of the pack that are not on the table",
        "pack.extra": "Pieces that the pack does not have",
        "pack.unlike": "Pieces that are not as in the pack",
    }
)

NOT_IN_PRESET: Final = "no-limit"
"""Why a check is left out: the preset sets no limit."""

MORE: Final = ".more"
"""How the key of a note ends that says how many more there are."""

MOST: Final = 12
"""Findings of one limit that are reported; of the others there is the number."""


def reported(findings: Iterable[Finding], *, most: int = MOST) -> tuple[Finding, ...]:
    """Give those that offend, the worst first; where nothing does, the one in order with the least room.

    Where there are more than `most`, a note with the key `….more` says how many were left out.
    """
    ranked = sorted(findings, key=lambda each: round(room_to_limit(each), 9))
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


def room_to_limit(finding: Finding) -> float:
    """Say how much there is left to the limit; below 0 where it is broken."""
    if finding.value is None or finding.limit is None:
        return 0.0
    left = finding.value - finding.limit
    return left if finding.bound == "at-least" else -left


Point = tuple[float, float]

Lines = tuple[tuple[Point, ...], ...]


def finding_against(
    limit: LayoutLimit,
    value: float,
    *,
    tolerance: float,
    label: str = "",
    where: Point | None = None,
    by: tuple[str, ...] = (),
    measured: Facts = NO_FACTS,
    lines: Lines = (),
) -> Finding:
    """Hold a measured value against a limit of the preset; the worse of two bounds counts.

    The tolerance is in inches and is for lengths alone: shares, counts and angles are compared as they are.

    >>> finding_against(LayoutLimit("gap.edge", 2, None, "club", "high"), 1.95, tolerance=0.1).severity
    'close'
    """
    kind = LIMITS[general_key(limit.key)]
    within = tolerance if kind.unit == "in" else 0.0
    found = Finding(
        key=f"layout.{limit.key}",
        severity="pass",
        label=label or kind.label,
        cite=limit.cite,
        where=where,
        value=value,
        by=by,
        facts=measured,
        tolerance=within,
        unit=kind.unit,
        lines=lines,
    )
    several = [
        replace(found, severity=_severity(room, within), limit=bound, bound=name)
        for name, bound, room in (
            ("at-least", limit.at_least, value - (limit.at_least or 0.0)),
            ("at-most", limit.at_most, (limit.at_most or 0.0) - value),
        )
        if bound is not None
    ]
    return worst_first(several)[0]


def check_limit(
    limits: LayoutLimits, key: str, judge: Callable[[LayoutLimit], Iterable[Finding]]
) -> CheckResult:
    """Judge by the limit under a key; without one say that nothing was checked."""
    limit = limits.get(key)
    return (
        CheckResult(skipped=(not_checked(key, NOT_IN_PRESET),))
        if limit is None
        else CheckResult(tuple(judge(limit)))
    )


def check_limit_by_kind(
    wanted: Mapping[str, LayoutLimit], key: str, judge: Callable[[str, LayoutLimit], Iterable[Finding]]
) -> CheckResult:
    """Judge by the limit of each kind of terrain; without any say that nothing was checked under this key."""
    if not wanted:
        return CheckResult(skipped=(not_checked(key, NOT_IN_PRESET),))
    return CheckResult(tuple(found for kind, limit in wanted.items() for found in judge(kind, limit)))


def joined_results(parts: Sequence[CheckResult], figures: Figures) -> CheckResult:
    """Give several parts as one, with the figures of all."""
    return CheckResult(
        tuple(found for part in parts for found in part.findings),
        tuple(each for part in parts for each in part.skipped),
        MappingProxyType(dict(figures)),
    )


def not_checked(key: str, why: str) -> SkippedCheck:
    """Say that a check was left out."""
    return SkippedCheck(f"layout.{key}", LIMITS[general_key(key)].label, why)


def general_key(key: str) -> str:
    """Give the key under which a limit is described.

    >>> general_key("count.woods"), general_key("footprint.building.width"), general_key("gap.edge")
    ('count.KIND', 'footprint.KIND.width', 'gap.edge')
    """
    if key in LIMITS:
        return key
    head, _, rest = key.partition(".")
    _, dot, tail = rest.partition(".")
    return f"{head}.KIND{dot}{tail}"


def limits_by_kind(limits: Mapping[str, LayoutLimit], head: str) -> Mapping[str, LayoutLimit]:
    """Give the limits that a preset sets for single kinds of terrain under a heading, by kind."""
    return {
        key.removeprefix(f"{head}."): limit
        for key, limit in limits.items()
        if key.startswith(f"{head}.") and key not in LIMITS
    }


def _severity(room: float, within: float) -> str:
    """Say what comes of so much room to a limit; exactly the limit keeps to it where there is no tolerance."""
    if abs(room) < within - TOUCH:
        return "close"
    return "pass" if room >= -TOUCH else "error"
