"""Limits of an event for tests, and what a check found, by key."""

from collections.abc import Mapping
from types import MappingProxyType

from astrike.model.legality import CheckResult, Finding
from astrike.presets.schema import LayoutLimit, LayoutLimits

Bounds = tuple[float | None, float | None]
AT_LEAST, AT_MOST = 0, 1


def limits(bounds: Mapping[str, Bounds] | None = None, **more: str) -> LayoutLimits:
    """Limits by key, each with its least and its greatest value."""
    found = {
        key: LayoutLimit(key, low, high, "Club rules 3", "high")
        for key, (low, high) in (bounds or {}).items()
    }
    return LayoutLimits(MappingProxyType(found), **more)  # type: ignore[arg-type]


def by_key(part: CheckResult) -> dict[str, list[Finding]]:
    """The findings of a part by key, without its `layout.`."""
    found: dict[str, list[Finding]] = {}
    for each in part.findings:
        found.setdefault(each.key.removeprefix("layout."), []).append(each)
    return found


def only(part: CheckResult, key: str) -> Finding:
    """The one finding of this key."""
    (found,) = by_key(part)[key]
    return found


def skipped(part: CheckResult) -> set[str]:
    """The keys of what was not checked."""
    return {each.key.removeprefix("layout.") for each in part.skipped}
