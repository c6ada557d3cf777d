"""How does the check of a table look as JSON? What is wrong, what is in order, what was not checked, and figures.

For commands, pages and programs alike. `ok` says that no finding is an error, and never that a table is legal: it
meets a preset, on the points that were checked, within the tolerance. `open` is what the verdict says nothing about.
"""

from collections.abc import Mapping

from astrike.model.legality import Finding, Legality, Skipped
from astrike.report.json_parts import Json, cited, rounded, with_facts


def legal_json(legality: Legality) -> Json:
    """Give what is wrong with a table, what is in order, what was not looked at and why, and what was measured."""
    is_found = [each.severity != "pass" for each in legality.findings]
    listed = [finding_json(finding) for finding in legality.findings]
    return {
        "ok": legality.verdict != "error",
        "verdict": legality.verdict,
        "preset": _preset(legality),
        "tolerance": rounded(legality.tolerance),
        "findings": [each for each, found in zip(listed, is_found, strict=True) if found],
        "passed": [each for each, found in zip(listed, is_found, strict=True) if not found],
        "skipped": [_skipped(each) for each in legality.skipped],
        "open": [_skipped(each) for each in legality.open],
        "figures": {key: _plain(value) for key, value in legality.figures.items()},
    }


def _skipped(each: Skipped) -> Json:
    return {"key": each.key, "label": each.label, "why": each.why}


def finding_json(finding: Finding) -> Json:
    """Give one finding: place, limit and measured value, who is concerned, and what to draw."""
    found: Json = {
        "key": finding.key,
        "severity": finding.severity,
        "label": finding.label,
        **cited(finding.cite),
        "where": None if finding.where is None else _place(finding.where),
        "limit": None if finding.limit is None else rounded(finding.limit),
        "value": None if finding.value is None else rounded(finding.value),
        "bound": finding.bound,
        "tolerance": rounded(finding.tolerance),
        "unit": finding.unit,
        "by": list(finding.by),
        "lines": [[_place(point) for point in line] for line in finding.lines],
    }
    return with_facts(found, finding.facts)


def _preset(legality: Legality) -> Json | None:
    if not legality.preset:
        return None
    return {"id": legality.preset, "title": legality.title, "confidence": legality.confidence}


def _plain(value: object) -> object:
    """Round whatever figures hold, however deep."""
    if isinstance(value, bool) or not isinstance(value, float | Mapping | list | tuple):
        return value
    if isinstance(value, float):
        return rounded(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value]


def _place(place: tuple[float, float]) -> list[float]:
    return [rounded(value) for value in place]
