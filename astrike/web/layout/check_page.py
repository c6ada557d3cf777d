"""Which units and pieces stand where they cannot? Every finding on the table, with its place on the map."""

from urllib.parse import urlencode

from flask import request, url_for

from astrike.dataclass import dataclass
from astrike.errors import Problem
from astrike.model.legality import Finding, worst_first
from astrike.report.drawing.shapes import DrawnPath
from astrike.report.layout.finding_pins import PIN, FindingPins, finding_pins
from astrike.report.movement.sentences import finding_words
from astrike.rules.layout.legality import found_by_rules
from astrike.web.current.prepared import TableState, cached, prepared_state, state_of
from astrike.web.current.table import Current, load_current
from astrike.web.current.units import UnitLabels, unit_labels
from astrike.web.http.citations import CitedPage
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import show
from astrike.web.map import MapOverlay, MapSection, MapView, land_of, map_view, read_section, view_around

SEVERITIES = ("error", "warning", "note")
_NEAR = 6.0
"""Inches around a finding that its link shows."""
_NOWHERE = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One finding, in the list and on the map."""

    number: int
    key: str
    severity: str
    label: str
    detail: str
    ref: CitedPage
    at: str
    view: str
    """The section of the map around it, as it stands in an address."""
    x: float
    y: float
    """The place of the finding's pin, in pixels of the map."""


@dataclass(frozen=True, slots=True)
class CheckContext:
    """All findings."""

    current: Current
    map: MapView
    rows: tuple[FindingRow, ...]
    leaders: tuple[DrawnPath, ...]
    """Lines from the pins to their places."""
    counts: tuple[tuple[str, int], ...]
    problems: tuple[Problem, ...]
    address: str
    status_text: str


def show_check(code: str) -> str:
    """Show what stands where it cannot."""
    current = load_current(code)
    state, labels = state_of(current), unit_labels(current.table)
    section = read_section(request.args)
    findings = worst_first(findings_of(state))
    pins = _pins(state, section, tuple(each.where or _NOWHERE for each in findings))
    rows = tuple(
        _row(current, labels, at, number, each)
        for number, (each, at) in enumerate(zip(findings, pins.at, strict=True), 1)
    )
    keep = tuple((row.x, row.y, PIN + 1.0) for row in rows)
    shown = map_view(state, section, known_land=request.args.get("land", ""), overlay=MapOverlay(keep=keep))
    return show(
        "layout/check.html",
        CheckContext(
            current=current,
            map=shown,
            rows=rows,
            leaders=pins.leaders,
            counts=tuple(
                (severity, sum(row.severity == severity for row in rows)) for severity in SEVERITIES
            ),
            problems=prepared_state(state).problems,
            address=_address(current, request.args.get("view", "")),
            status_text=_("Findings: %(count)s.", count=len(rows)) if rows else _("Nothing was found."),
        ),
        parts=("live",),
    )


@cached
def findings_of(state: TableState) -> tuple[Finding, ...]:
    """Check a table."""
    prepared = prepared_state(state).prepared
    return found_by_rules(prepared)


@cached
def _pins(state: TableState, section: MapSection, places: tuple[tuple[float, float], ...]) -> FindingPins:
    prepared = prepared_state(state).prepared
    return finding_pins(prepared.table, prepared.bodies, places, land=land_of(state, section))


def _row(
    current: Current, labels: UnitLabels, at: tuple[float, float], number: int, finding: Finding
) -> FindingRow:
    words, where = finding_words(finding, labels.names, translate=tr), finding.where or _NOWHERE
    return FindingRow(
        number=number,
        key=finding.key,
        severity=finding.severity,
        label=words.what,
        detail=words.detail,
        ref=CitedPage(finding.cite, current.table.edition),
        at=f"{where[0]:.2f},{where[1]:.2f}",
        view=_address(current, view_around(current.table, where, _NEAR)),
        x=at[0],
        y=at[1],
    )


def _address(current: Current, view: str) -> str:
    address = url_for("layout.show_check", code=current.code)
    return f"{address}?{urlencode({'view': view})}" if view else address
