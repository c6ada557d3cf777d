"""How far is each piece from where a pack has it, is it turned, and what is missing or too much?

A pack is a table as it should be; the mirror image of a table is one, too. The caller gives the table that a preset's
`pack` names, or any other. Limits: `pack.offset` (of the corner that is farthest off) and `pack.turn`; without the
first, what is elsewhere by more than the tolerance is noted.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from astrike.model.explain import Citation, Facts, facts
from astrike.model.legality import CheckResult, Finding, SkippedCheck
from astrike.model.table import Table
from astrike.model.terrain import Point
from astrike.presets.schema import LIMITS, LayoutLimits
from astrike.rules.layout.limit_checks import (
    LABELS,
    MOST,
    NOT_IN_PRESET,
    Lines,
    finding_against,
    not_checked,
    reported,
)
from astrike.rules.layout.piece_comparison import (
    LayoutComparison,
    PieceOffset,
    compare_layouts,
    laid_items_of,
)
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from astrike.tolerance import TOUCH

UNKNOWN: Final = "no-layout"
"""Why a check is left out: a pack is named, and nobody said how it is laid out."""
NO_PACK: Final = "no-pack"
"""Why a check is left out: the preset names no pack."""


def compare_with_pack(prepared: PreparedTable, pack: Table) -> LayoutComparison:
    """Compare a table with a pack."""
    return compare_layouts(
        laid_items_of(prepared), laid_items_of(prepare_table(replace(pack, units=(), networks=())))
    )


def check_pack(
    prepared: PreparedTable, limits: LayoutLimits, *, tolerance: float, pack: Table | None = None
) -> CheckResult:
    """Compare a table with a pack; `pack` is how that is laid out, by what the preset says or for this question."""
    keys = ("pack.offset", "pack.turn")
    if pack is None:
        why = UNKNOWN if limits.pack else NO_PACK
        return CheckResult(skipped=tuple(not_checked(key, why) for key in keys))
    found, name = compare_with_pack(prepared, pack), limits.pack or pack.name
    cite = Citation(name, None)
    findings = [
        *_sizes(prepared.table, pack, tolerance),
        *(_lone("pack.missing", each, cite, outlines=_outlines(pack, each[0])) for each in found.missing),
        *(_lone("pack.extra", each, cite) for each in found.extra),
        *unlike_pieces("pack.unlike", found.placed, cite, tolerance=tolerance),
        *(_noted(found.placed, cite, tolerance) if limits.get("pack.offset") is None else ()),
    ]
    told_of = {each.key for each in findings}
    findings += [
        Finding(f"layout.{key}", "pass", LABELS[key], cite, None, 0.0, 0.0, bound="at-most", unit="count")
        for key in ("pack.missing", "pack.extra", "pack.unlike")
        if f"layout.{key}" not in told_of
    ]
    held, skipped = check_places(limits, "pack", found.placed, tolerance=tolerance)
    figures = {"pack": name, **figures_of(found)}
    return CheckResult((*findings, *held), skipped, MappingProxyType({"pack": figures}))


def check_places(
    limits: LayoutLimits, head: str, placed: Sequence[PieceOffset], *, tolerance: float
) -> tuple[tuple[Finding, ...], tuple[SkippedCheck, ...]]:
    """Hold offset and turn of every piece against the limits under a heading."""
    findings: list[Finding] = []
    skipped: list[SkippedCheck] = []
    for key, measure in ((f"{head}.offset", _offset), (f"{head}.turn", _turned)):
        limit = limits.get(key)
        if limit is None:
            skipped.append(not_checked(key, NOT_IN_PRESET))
            continue
        findings += reported(
            finding_against(
                limit,
                measure(each),
                tolerance=tolerance,
                where=each.at,
                by=(each.piece,),
                measured=_where(each),
                lines=((each.at, each.home),),
            )
            for each in placed
        )
    return tuple(findings), tuple(skipped)


def _offset(placed: PieceOffset) -> float:
    return placed.worst


def _turned(placed: PieceOffset) -> float:
    return abs(placed.turn)


def unlike_pieces(
    key: str, placed: Sequence[PieceOffset], cite: Citation, *, tolerance: float
) -> Iterator[Finding]:
    """Name the pieces that are higher or lower, or of another class, than they should be."""
    for each in placed:
        if abs(each.rise) > TOUCH or each.unlike:
            is_close = not each.unlike and abs(each.rise) < tolerance - TOUCH
            yield Finding(
                f"layout.{key}",
                "close" if is_close else "error",
                LABELS[key],
                cite,
                each.at,
                limit=0.0,
                value=abs(each.rise),
                by=(each.piece,),
                facts=facts(wanted=each.wanted, rise=each.rise, unlike=", ".join(_differences(each))),
                bound="at-most",
                tolerance=tolerance,
            )


def _differences(placed: PieceOffset) -> Iterator[str]:
    """Name what is not as it should be."""
    if abs(placed.rise) > TOUCH:
        yield "height"
    yield from placed.unlike


def _noted(placed: Sequence[PieceOffset], cite: Citation, tolerance: float) -> Iterator[Finding]:
    """Note what lies elsewhere where no limit says how far it may, the piece farthest off first."""
    off = [each for each in placed if each.worst > tolerance + TOUCH]
    for each in sorted(off, key=lambda each: -each.worst)[:MOST]:
        yield Finding(
            "layout.pack.offset",
            "note",
            LIMITS["pack.offset"].label,
            cite,
            each.at,
            value=each.worst,
            by=(each.piece,),
            facts=_where(each),
            tolerance=tolerance,
            lines=((each.at, each.home),),
        )


def _where(placed: PieceOffset) -> Facts:
    return facts(wanted=placed.wanted, middle=placed.centre, corner=placed.worst, turn=placed.turn)


def _lone(key: str, lone: tuple[str, Point], cite: Citation, *, outlines: Lines = ()) -> Finding:
    name, at = lone
    return Finding(f"layout.{key}", "error", LABELS[key], cite, at, by=(name,), lines=outlines)


def _outlines(table: Table, name: str) -> Lines:
    """Give the outlines of a piece to draw, closed."""
    piece = table.piece(name)
    rings = [] if piece is None else [outline.exterior for outline in piece.outlines]
    return tuple((*ring, ring[0]) for ring in rings)


def _sizes(table: Table, pack: Table, tolerance: float) -> Iterator[Finding]:
    """Hold the size of the table against that of the pack."""
    off = max(abs(table.width - pack.width), abs(table.depth - pack.depth))
    severity = "pass" if off <= TOUCH else "close" if off < tolerance - TOUCH else "error"
    yield Finding(
        "layout.pack.size",
        severity,
        LABELS["pack.size"],
        Citation(pack.name, None),
        None,
        limit=0.0,
        value=off,
        facts=facts(width=pack.width, depth=pack.depth),
        bound="at-most",
        tolerance=tolerance,
    )


def figures_of(found: LayoutComparison) -> dict[str, object]:
    """Give a comparison as plain figures, the piece farthest off first."""
    return {
        "worst": found.worst,
        "turn": found.turn,
        "pieces": [
            {
                "piece": each.piece,
                "wanted": each.wanted,
                "offset": each.centre,
                "corner": each.worst,
                "turn": each.turn,
                "rise": each.rise,
            }
            for each in sorted(found.placed, key=lambda each: (-each.worst, each.piece))
        ],
        "missing": [name for name, _ in found.missing],
        "extra": [name for name, _ in found.extra],
    }
