"""Does a figure keep to a limit? Too close to call within the tolerance, on either side of the limit."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from astrike.model.explain import NO_FACTS, Facts
from astrike.model.legality import Figures, Finding, Part, Skipped, worst_first
from astrike.presets.schema import LIMITS, LayoutLimits, Limit
from astrike.rules.layout.telling import NOT_IN_PRESET
from astrike.tolerance import TOUCH

Point = tuple[float, float]
Lines = tuple[tuple[Point, ...], ...]


def judged(
    limit: Limit,
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

    >>> judged(Limit("gap.edge", 2, None, "club", "high"), 1.95, tolerance=0.1).severity
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


def held(limits: LayoutLimits, key: str, judge: Callable[[Limit], Iterable[Finding]]) -> Part:
    """Judge by the limit under a key; without one say that nothing was checked."""
    limit = limits.get(key)
    return Part(skipped=(not_checked(key, NOT_IN_PRESET),)) if limit is None else Part(tuple(judge(limit)))


def held_by_kind(
    wanted: Mapping[str, Limit], key: str, judge: Callable[[str, Limit], Iterable[Finding]]
) -> Part:
    """Judge by the limit of each kind of terrain; without any say that nothing was checked under this key."""
    if not wanted:
        return Part(skipped=(not_checked(key, NOT_IN_PRESET),))
    return Part(tuple(found for kind, limit in wanted.items() for found in judge(kind, limit)))


def joined(parts: Sequence[Part], figures: Figures) -> Part:
    """Give several parts as one, with the figures of all."""
    return Part(
        tuple(found for part in parts for found in part.findings),
        tuple(each for part in parts for each in part.skipped),
        MappingProxyType(dict(figures)),
    )


def not_checked(key: str, why: str) -> Skipped:
    """Say that a check was left out."""
    return Skipped(f"layout.{key}", LIMITS[general_key(key)].label, why)


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


def by_kind(limits: Mapping[str, Limit], head: str) -> Mapping[str, Limit]:
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
