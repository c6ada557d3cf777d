"""Is this table as an event's rules want it, on which points was that checked, and by how much does it hold?

Which question: everything that is looked at on a table, in one answer. Each look is a module of its own; what the
preset sets no limit for is measured all the same and listed as not checked. Nothing here says "legal": a table
meets a preset, on the points that were checked, within a tolerance; what that leaves open stands beside it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from types import MappingProxyType
from typing import Final

from astrike.model.explain import facts
from astrike.model.legality import SEVERITIES, Finding, Legality, Part, Skipped, worst_first
from astrike.model.table import Table
from astrike.presets.schema import LayoutLimits, Preset
from astrike.rules.battlefield import Field, field_on
from astrike.rules.layout import (
    counts,
    coverage,
    footprints,
    lanes,
    outlines,
    pack,
    passage,
    quadrants,
    reach,
    spacing,
    steps,
    symmetry,
    zones,
)
from astrike.rules.layout.by_rules import found_by_rules
from astrike.rules.layout.labels import LABELS
from astrike.rules.layout.leftopen import unasked, undecided
from astrike.rules.layout.telling import MORE
from astrike.rules.movement.standing import contacts
from astrike.tolerance import TOUCH

Look = Callable[..., Part]
LOOKS: Final[tuple[Look, ...]] = (
    outlines.look,
    counts.look,
    footprints.look,
    coverage.look,
    quadrants.look,
    symmetry.look,
    spacing.look,
    steps.look,
    passage.look,
    reach.look,
    lanes.look,
    zones.look,
)
"""Every look at a layout, in the order in which they are told."""
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
"""What is told first of what no limit forbids: ground that is lost to somebody before what hinders on the way."""
ABSENT: Final = "absent"
"""Why a point is skipped: the preset itself says that it has no figure for it."""


def check_table(
    board: Field, preset: Preset | None, *, tolerance: float | None = None, packed: Table | None = None
) -> Legality:
    """Check a table: its units by the rules, its layout by a preset. Findings come worst first.

    `packed` is how the layout lies that the preset names as its pack.
    """
    within = _tolerance(board, preset, tolerance)
    limits = LayoutLimits() if preset is None else preset.layout
    layout = _with_bases(board, preset)
    parts = [
        *(look(layout, limits, tolerance=within) for look in LOOKS),
        pack.look(layout, limits, tolerance=within, pack=packed),
    ]
    found = (
        *found_by_rules(board),
        *contacts(board),
        *(() if preset is None else _size(board, preset, within)),
        *chain.from_iterable(part.findings for part in parts),
    )
    table = board.table
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
        undecided=undecided(layout, limits, skipped),
        unasked=unasked(layout, limits),
    )


def _weightiest_first(found: Sequence[Finding]) -> tuple[Finding, ...]:
    """Sort what is worth a look or a note by what it is about; leave all else, and equals, as they are."""

    def weight(finding: Finding) -> tuple[int, int]:
        about = finding.key if finding.key in _WEIGHTIEST else finding.key.removesuffix(MORE)
        is_told = finding.severity in ("warning", "note") and about in _WEIGHTIEST
        return SEVERITIES.index(finding.severity), _WEIGHTIEST.index(about) if is_told else -1

    return tuple(sorted(found, key=weight))


def _with_bases(board: Field, preset: Preset | None) -> Field:
    """Give the table for units whose bases are as wide as the preset prescribes; units on it are not asked about."""
    if preset is None or not preset.bases:
        return board
    edition = board.edition
    units = {key: replace(row, base=preset.bases.get(key, row.base)) for key, row in edition.units.items()}
    prescribed = replace(edition, units=MappingProxyType(units))
    return field_on(board.lie, table=board.table, edition=prescribed, options=board.options)


def _tolerance(board: Field, preset: Preset | None, asked: float | None) -> float:
    if asked is not None:
        return asked
    said = None if preset is None else preset.tolerance
    return board.table.tolerance if said is None else said


def _size(board: Field, preset: Preset, within: float) -> Iterator[Finding]:
    """Hold the table against the size that the preset wants; turned by a quarter it is the same."""
    wanted, table = preset.table, board.table
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


def _left_open(preset: Preset | None) -> Iterator[Skipped]:
    """List what the preset itself says it gives no figure for."""
    for number, point in enumerate(() if preset is None else preset.absent):
        yield Skipped(f"preset.absent-{number}", point, ABSENT)
