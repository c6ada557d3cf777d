"""Does a table meet the rules and an event's preset, on which points was that checked, and what stays open?

The rules alone find units that stand where they cannot, pieces that carry too much, statements that exclude each
other, networks that do not fit and heights that are rounded. A preset adds limits for the layout, each checked by a
module of its own; what it sets no limit for is measured all the same and listed as not checked. Nothing here is called
"legal": a table meets a preset, on the points that were checked, within a tolerance. A table without terrain meets
nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from types import MappingProxyType
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.explain import facts
from astrike.model.legality import SEVERITIES, CheckResult, Finding, Legality, SkippedCheck, worst_first
from astrike.model.table import Table
from astrike.presets.schema import LayoutLimits, Preset
from astrike.rules.electronics.networks import network_faults
from astrike.rules.layout import (
    access,
    coverage,
    deployment_fairness,
    level_changes,
    lines_of_fire,
    outlines,
    pack,
    passage,
    piece_limits,
    quadrants,
    spacing,
    symmetry,
)
from astrike.rules.layout.features import pieces_of
from astrike.rules.layout.limit_checks import LABELS, MORE, NOT_IN_PRESET
from astrike.rules.layout.sectors import why_no_sectors
from astrike.rules.movement.buildings import overloaded
from astrike.rules.movement.contradictions import stated_move_findings
from astrike.rules.movement.standing_check import base_contacts, standing_findings
from astrike.rules.table.prepared_table import PreparedTable, table_on_terrain
from astrike.tolerance import TOUCH


def found_by_rules(prepared: PreparedTable) -> tuple[Finding, ...]:
    """Name everything, kind by kind in a fixed order."""
    return (
        *standing_findings(prepared),
        *overloaded(prepared),
        *stated_move_findings(prepared),
        *network_faults(prepared),
        *prepared.metric.rounded(prepared.units),
    )


NO_TERRAIN: Final = "no-terrain"
"""Why nothing can be said: nothing lies on the table."""


@dataclass(frozen=True, slots=True)
class _Point:
    """Something that makes a table fair: its key, and how the limits begin that ask for it."""

    key: str
    limits: tuple[str, ...]


_POINTS: Final = (
    _Point("symmetry", ("symmetry.", "pack.")),
    _Point("zones", ("zone.",)),
    _Point("amount", ("count.", "coverage.")),
    _Point("ways", ("corridors",)),
)


def unchecked(
    prepared: PreparedTable, limits: LayoutLimits, skipped: Sequence[SkippedCheck]
) -> tuple[SkippedCheck, ...]:
    """Say what the preset asks for and could not be checked; of a table without terrain that there is none."""
    nothing = () if pieces_of(prepared) else (SkippedCheck("layout.terrain", LABELS["terrain"], NO_TERRAIN),)
    asked = {f"layout.{key}" for key in limits.limits}
    return (*nothing, *(each for each in skipped if each.key in asked and each.why != NOT_IN_PRESET))


def unlimited_points(prepared: PreparedTable, limits: LayoutLimits) -> tuple[SkippedCheck, ...]:
    """Say which of the points that make a table fair the preset sets no limit for."""
    return tuple(_unasked(prepared, limits))


def _unasked(prepared: PreparedTable, limits: LayoutLimits) -> Iterator[SkippedCheck]:
    for point in _POINTS:
        if any(key.startswith(point.limits) for key in limits.limits):
            continue
        if point.key == "amount" and not pieces_of(prepared):
            continue  # there is none: reported already
        why = NOT_IN_PRESET
        if point.key == "zones":
            why = why_no_sectors(prepared) or why
        yield SkippedCheck(f"layout.open.{point.key}", LABELS[f"open.{point.key}"], why)


LayoutCheck = Callable[..., CheckResult]

LAYOUT_CHECKS: Final[tuple[LayoutCheck, ...]] = (
    outlines.check_outlines,
    piece_limits.check_counts,
    piece_limits.check_piece_sizes,
    coverage.check_coverage,
    quadrants.check_quadrants,
    symmetry.check_symmetry,
    spacing.check_spacing,
    level_changes.check_level_changes,
    passage.check_passage,
    access.check_access,
    lines_of_fire.check_lines_of_fire,
    deployment_fairness.check_deployment_zones,
)
"""Every check of a layout, in the order in which they are reported."""

_WEIGHTIEST: Final = (
    "layout.reach.sides",
    "layout.reach.part",
    "layout.reach.top",
    "layout.steps.nobody",
    "layout.gaps",
    "layout.steps",
    "layout.gaps.close",
    "layout.gaps.more",
)
"""What is reported first of what no limit forbids: ground that is lost to somebody before what hinders on the way."""

ABSENT: Final = "absent"
"""Why a point is skipped: the preset itself says that it has no figure for it."""


def check_table(
    prepared: PreparedTable,
    preset: Preset | None,
    *,
    tolerance: float | None = None,
    packed: Table | None = None,
) -> Legality:
    """Check a table: its units by the rules, its layout by a preset. Findings come worst first.

    `packed` is how the layout lies that the preset names as its pack.
    """
    within = _tolerance(prepared, preset, tolerance)
    limits = LayoutLimits() if preset is None else preset.layout
    layout = _with_bases(prepared, preset)
    parts = [
        *(look(layout, limits, tolerance=within) for look in LAYOUT_CHECKS),
        pack.check_pack(layout, limits, tolerance=within, pack=packed),
    ]
    found = (
        *found_by_rules(prepared),
        *base_contacts(prepared),
        *(() if preset is None else _size(prepared, preset, within)),
        *chain.from_iterable(part.findings for part in parts),
    )
    table = prepared.table
    figures: dict[str, object] = {"units": len(table.units), "pieces": len(table.terrain)}
    for part in parts:
        figures.update(part.figures)
    skipped = (*chain.from_iterable(part.skipped for part in parts), *_left_open(preset))
    return Legality(
        preset="" if preset is None else preset.id,
        title="" if preset is None else preset.called,
        confidence="" if preset is None else preset.confidence,
        tolerance=within,
        findings=_weightiest_first(worst_first(found)),
        skipped=skipped,
        figures=MappingProxyType(figures),
        undecided=unchecked(layout, limits, skipped),
        unasked=unlimited_points(layout, limits),
    )


def _weightiest_first(found: Sequence[Finding]) -> tuple[Finding, ...]:
    """Sort what is worth a look or a note by what it is about; leave all else, and equals, as they are."""

    def weight(finding: Finding) -> tuple[int, int]:
        about = finding.key if finding.key in _WEIGHTIEST else finding.key.removesuffix(MORE)
        is_told = finding.severity in ("warning", "note") and about in _WEIGHTIEST
        return SEVERITIES.index(finding.severity), _WEIGHTIEST.index(about) if is_told else -1

    return tuple(sorted(found, key=weight))


def _with_bases(prepared: PreparedTable, preset: Preset | None) -> PreparedTable:
    """Give the table for units whose bases are as wide as the preset prescribes; units on it are not asked about."""
    if preset is None or not preset.bases:
        return prepared
    edition = prepared.edition
    units = {key: replace(row, base=preset.bases.get(key, row.base)) for key, row in edition.units.items()}
    prescribed = replace(edition, units=MappingProxyType(units))
    return table_on_terrain(
        prepared.terrain, table=prepared.table, edition=prescribed, options=prepared.options
    )


def _tolerance(prepared: PreparedTable, preset: Preset | None, asked: float | None) -> float:
    if asked is not None:
        return asked
    stated = None if preset is None else preset.tolerance
    return prepared.table.tolerance if stated is None else stated


def _size(prepared: PreparedTable, preset: Preset, within: float) -> Iterator[Finding]:
    """Hold the table against the size that the preset wants; turned by a quarter it is the same."""
    wanted, table = preset.table, prepared.table
    if wanted is None or not wanted.is_only:
        return
    sides = sorted((wanted.width, wanted.depth))
    off = max(abs(is_ - want) for is_, want in zip(sorted((table.width, table.depth)), sides, strict=True))
    severity = "pass" if off <= TOUCH else "close" if off < within - TOUCH else "error"
    yield Finding(
        key="layout.table",
        severity=severity,
        label=LABELS["table"],
        cite=preset.cite,
        where=None,
        limit=0.0,
        value=off,
        facts=facts(
            width=table.width, depth=table.depth, wanted_width=wanted.width, wanted_depth=wanted.depth
        ),
        bound="at-most",
        tolerance=within,
    )


def _left_open(preset: Preset | None) -> Iterator[SkippedCheck]:
    """List what the preset itself says it gives no figure for."""
    for number, point in enumerate(() if preset is None else preset.absent):
        yield SkippedCheck(f"preset.absent-{number}", point, ABSENT)
