"""How wide a base passes each gap between the pieces of a table, and whom does each stop?

A gap is where two pieces that a kind of unit does not get over are so near to each other, or to the edge, that its
base does not pass; buildings count as well, though the rules let most units go through them. The edge is a wall: a
base that hangs over it does not pass on the table. Source: CE p.32.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Shapes
from astrike.geometry.gaps import ALONG, EAST, NORTH, SOUTH, WEST, NarrowGap, narrow_gaps
from astrike.model.explain import Citation, facts
from astrike.model.legality import Finding
from astrike.rules.layout.blockers import USUAL, blockers_for, kinds_checked
from astrike.rules.layout.climb_limits import side_of
from astrike.rules.layout.limit_checks import LABELS, MOST
from astrike.rules.layout.reachable_areas import GroundUnitKind
from astrike.rules.layout.table_parts import halfway
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

WIDEST: Final = 3.0
"""Inches up to which gaps are listed: twice the usual base and more."""
EDGES: Final = {SOUTH: "south", EAST: "east", NORTH: "north", WEST: "west"}
_EDGE_NAMES: Final = frozenset(EDGES.values())
GAPS: Final = "Gaps that stop somebody"
_SAME: Final = 0.01
"""Inches within which two gaps of different kinds of unit are one."""
_BUILDING: Final = "building"


@dataclass(frozen=True, slots=True)
class Chokepoint:
    """One gap: between which pieces, how wide a base passes, and whom it stops."""

    between: tuple[str, str]
    """Ids of pieces, or an edge of the table."""
    width: float
    line: tuple[tuple[float, float], tuple[float, float]]
    stops: tuple[str, ...] = ()
    """Kinds of unit whose base is too wide."""
    close: tuple[str, ...] = ()
    """Kinds of unit for whom it is too close to call."""
    through: tuple[str, ...] = ()
    """Kinds of unit whose base is too wide, and who get past through a building alone."""


_Found = dict[frozenset[str], list[Chokepoint]]
"""Gaps by their pieces."""


def chokepoints(prepared: PreparedTable, *, tolerance: float) -> tuple[Chokepoint, ...]:
    """Give the gaps of a table that are not wider than WIDEST, the narrowest first."""
    frame = (0.0, 0.0, prepared.table.width, prepared.table.depth)
    found: _Found = {}
    usual: list[NarrowGap] = []
    for kind in kinds_checked(prepared):
        stops = blockers_for(prepared, kind)
        mine = narrow_gaps(stops.shapes, most=WIDEST, frame=frame, owners=stops.pieces)
        if kind.key == USUAL:
            usual = list(mine)
        for gap in mine:
            names = _names(gap, stops.pieces)
            is_close = abs(gap.width - kind.base) < tolerance - TOUCH
            is_narrow = gap.width < kind.base - TOUCH
            _add(
                found,
                Chokepoint(
                    names,
                    gap.width,
                    gap.line,
                    stops=(kind.key,) if is_narrow and not is_close else (),
                    close=(kind.key,) if is_close else (),
                ),
            )
    for built in _between_buildings(prepared, usual):
        _add(found, built)
    return tuple(sorted(chain.from_iterable(found.values()), key=lambda gap: (round(gap.width, 6), gap.line)))


def _names(gap: NarrowGap, pieces: Sequence[str]) -> tuple[str, str]:
    return pieces[gap.one], EDGES[gap.other] if gap.other < 0 else pieces[gap.other]


def _between_buildings(prepared: PreparedTable, usual: Sequence[NarrowGap]) -> Iterator[Chokepoint]:
    """Give the gaps of 'Mechs that are there because buildings count."""
    terrain = prepared.terrain
    built = [k for k, piece in enumerate(terrain.pieces) if piece.kind == _BUILDING]
    if not built:
        return
    kinds = kinds_checked(prepared)
    mech = next(kind for kind in kinds if kind.key == USUAL)
    stops = blockers_for(prepared, mech)
    shapes: Shapes = np.concatenate((stops.shapes, *(terrain.shapes[k] for k in built)))
    names = (*stops.pieces, *(terrain.pieces[k].id for k in built for _ in terrain.shapes[k]))
    known = {_rounded(gap) for gap in usual}
    frame = (0.0, 0.0, prepared.table.width, prepared.table.depth)
    for gap in narrow_gaps(shapes, most=WIDEST, frame=frame, owners=names):
        if _rounded(gap) not in known:
            wider = tuple(kind.key for kind in kinds if gap.width < kind.base - TOUCH)
            yield Chokepoint(_names(gap, names), gap.width, gap.line, through=wider)


def _rounded(gap: NarrowGap) -> frozenset[tuple[float, float]]:
    return frozenset((round(x, 6), round(y, 6)) for x, y in gap.line)


def _add(found: _Found, gap: Chokepoint) -> None:
    """Add a gap, or what it says of one more kind of unit to the same gap."""
    same = found.setdefault(frozenset(gap.between), [])
    for number, before in enumerate(same):
        if _is_same(before, gap):
            named = (*before.stops, *gap.stops, *before.close, *gap.close)
            same[number] = replace(
                before,
                stops=tuple(dict.fromkeys((*before.stops, *gap.stops))),
                close=tuple(dict.fromkeys((*before.close, *gap.close))),
                through=tuple(key for key in (*before.through, *gap.through) if key not in named),
            )
            return
    same.append(gap)


def _is_same(one: Chokepoint, other: Chokepoint) -> bool:
    """Are two gaps between the same pieces one: as wide, and side by side between the same parallel sides?"""
    if abs(one.width - other.width) > _SAME:
        return False
    (ax, ay), (bx, by) = one.line
    (cx, cy), (dx, dy) = other.line
    off = ((cx + dx - ax - bx) / 2, (cy + dy - ay - by) / 2)
    across = (bx - ax) * off[0] + (by - ay) * off[1]
    turned = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    is_beside = math.hypot(*off) <= ALONG and abs(across) <= _SAME * one.width
    return is_beside and abs(turned) <= _SAME * one.width


# ---- what is reported


def chokepoint_findings(
    prepared: PreparedTable, narrow: Sequence[Chokepoint], *, tolerance: float
) -> tuple[Finding, ...]:
    """Tell of the gaps that stop somebody, or do so perhaps; where there is none, that there is none."""
    kinds = {kind.key: kind for kind in kinds_checked(prepared)}
    cite = prepared.edition.reasons["move.gap"].cite
    findings = [_finding(some, kinds, cite, tolerance) for some in _alike(narrow)]
    if not findings:
        widest = max(kind.base for kind in kinds.values())
        # What is narrower, one goes through a building.
        narrowest = next((gap.width for gap in narrow if not gap.through), None)
        return (
            Finding(
                key="layout.gaps",
                severity="pass",
                label=LABELS["gaps.none"],
                cite=cite,
                where=None,
                limit=widest,
                value=narrowest,
                bound="at-least",
                tolerance=tolerance,
            ),
        )
    left = len(findings) - MOST
    if left > 0:
        more = Finding(
            key="layout.gaps.more",
            severity="note",
            label=LABELS["gaps.more"],
            cite=cite,
            where=None,
            value=float(left),
            facts=facts(count=left),
            unit="count",
        )
        return (*findings[:MOST], more)
    return tuple(findings)


def _alike(narrow: Sequence[Chokepoint]) -> Iterator[Sequence[Chokepoint]]:
    """Give the gaps that stop somebody, those of one cause for the same kinds of unit together.

    Those that stop most kinds come first, and such that are only too close to call last.
    """
    alike: dict[tuple[object, ...], list[Chokepoint]] = {}
    for gap in narrow:
        if gap.stops or gap.close:
            alike.setdefault((frozenset(gap.between), gap.stops, gap.close), []).append(gap)
    causes: dict[tuple[object, ...], list[Chokepoint]] = {}
    for pair, some in alike.items():
        causes.setdefault(_cause(some[0], pair), []).extend(some)
    yield from sorted(causes.values(), key=lambda some: _weight(some[0]))


def _cause(gap: Chokepoint, pair: tuple[object, ...]) -> tuple[object, ...]:
    """Separate what is reported by itself: gaps at an edge, or too close to call, are one note where equally wide."""
    at_edge = gap.between[1] in _EDGE_NAMES
    if at_edge or not gap.stops:
        return at_edge, gap.stops, gap.close, round(gap.width, 2)
    return pair


def _weight(gap: Chokepoint) -> tuple[bool, bool, int, float]:
    concerned = gap.stops or gap.close
    return not gap.stops, USUAL not in concerned, -len(concerned), round(gap.width, 6)


def _finding(
    some: Sequence[Chokepoint], kinds: Mapping[str, GroundUnitKind], cite: Citation, tolerance: float
) -> Finding:
    """Tell of the narrowest of several gaps of one cause, and of how many pieces there are."""
    gap = some[0]
    pieces = dict.fromkeys(
        sorted((name for each in some for name in each.between if name not in _EDGE_NAMES), key=_counting)
    )
    is_one_pair = len({frozenset(each.between) for each in some}) == 1
    edges = [edge for edge in EDGES.values() if any(each.between[1] == edge for each in some)]
    concerned = gap.stops or gap.close
    key = "gaps" if gap.stops else "gaps.close"
    return Finding(
        key=f"layout.{key}",
        # No preset forbids a narrow gap by itself: what comes of it, the ways across the table say.
        severity="note",
        label=LABELS[key],
        cite=cite,
        where=halfway(*gap.line),
        limit=min(kinds[key].base for key in concerned),
        value=gap.width,
        by=gap.between if is_one_pair else tuple(pieces),
        facts=facts(
            kinds=", ".join(gap.stops),
            close=", ".join(gap.close),
            who=", ".join(kinds[key].label for key in concerned),
            **({"side": _side(gap)} if is_one_pair else {"pieces": len(pieces)}),
            **({"places": len(some)} if len(some) > 1 else {}),
            **({"edge" if is_one_pair else "edges": ", ".join(edges)} if edges else {}),
        ),
        bound="at-least",
        tolerance=tolerance,
        lines=tuple(each.line for each in some),
    )


def _counting(name: str) -> tuple[tuple[str, int], ...]:
    """Sort ids as people count.

    >>> sorted(["hill-10", "hill-9"], key=_counting)
    ['hill-9', 'hill-10']
    """
    return tuple((text, int(number or 0)) for text, number in re.findall(r"([^0-9]*)([0-9]*)", name))


def _side(gap: Chokepoint) -> str:
    """Say on which side of the first of its two pieces a gap is."""
    (ax, ay), (bx, by) = gap.line
    return side_of(math.degrees(math.atan2(bx - ax, by - ay)))
