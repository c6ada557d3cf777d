"""Which parts of a table can a kind of unit not get to, and which hills does nobody get onto?

For each kind that moves on the ground, however many turns it takes: what it can stand on and not walk to from the
deployment zones (else from the home edges, else from its largest part). Jumps and flights are left out. Where the two
sides cannot walk to each other, that is reported as well.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import (
    Bools,
    Floats,
    Shapes,
    areas,
    borders,
    boxes,
    buffered,
    close_pairs,
    inside,
    intersections,
    lengths,
    make_box,
    outer_and_inner,
    parts_of,
    places_on,
    remainder,
    shape_array,
    together,
    touching_pairs,
    union,
)
from astrike.geometry.free_space import NO_GROUND, areas_on, share_within
from astrike.model.explain import Citation, facts
from astrike.model.legality import CheckResult, Finding
from astrike.model.terrain import DEPLOYMENT
from astrike.presets.schema import LayoutLimits
from astrike.rules.layout.blockers import blockers_for
from astrike.rules.layout.crowding import why_not_measured
from astrike.rules.layout.limit_checks import LABELS, NOT_IN_PRESET, Lines, finding_against, not_checked
from astrike.rules.layout.reachable_areas import (
    GroundUnitKind,
    ReachableAreas,
    ground_unit_kinds,
    reachable_areas_of,
)
from astrike.rules.table.prepared_table import PreparedTable

KEY: Final = "reach.unreached"
SMALLEST: Final = 0.1
"""Square inches of places for the middle of a base below which a part is not reported by itself."""
SLIVER: Final = 0.005
"""Share of the table below which what nobody misses is not reported."""
_BESIDE: Final = 0.02
"""Inches beyond half a base within which something stops a part."""
ALIKE: Final = 0.8
"""Share of their common ground that two parts of different kinds have in common to be reported as one."""


@dataclass(frozen=True, slots=True, eq=False)
class EntryAreas:
    """Where units come onto the table."""

    by: str
    """`zones`, `edges` or `largest`."""
    areas: tuple[Shapes, ...]
    """The areas of each side that has some."""


@dataclass(frozen=True, slots=True, eq=False)
class _Lost:
    """A part that some kinds of unit cannot get to."""

    shapes: Shapes
    area: float
    kinds: tuple[GroundUnitKind, ...]


def check_access(prepared: PreparedTable, limits: LayoutLimits, *, tolerance: float) -> CheckResult:
    """Hold the share of open ground that no kind gets to against the limit, and name the parts."""
    if why := why_not_measured(prepared):
        return CheckResult(skipped=(not_checked(KEY, why),), figures={"reach": {}})
    start = entry_areas(prepared)
    grounds = [reachable_areas_of(prepared, kind) for kind in ground_unit_kinds(prepared)]
    reached = [parts_reached(ground, start) for ground in grounds]
    shares = [
        float(ground.area[~here].sum()) / ground.total if ground.total > 0.0 else 0.0
        for ground, here in zip(grounds, reached, strict=True)
    ]
    lost = _lost(grounds, reached)
    limit = limits.get(KEY)
    findings: list[Finding] = []
    if limit is not None:
        for ground, here, share in zip(grounds, reached, shares, strict=True):
            outside = [part for part, is_in in zip(ground.parts, here.tolist(), strict=True) if not is_in]
            findings.append(
                finding_against(
                    limit,
                    share,
                    tolerance=tolerance,
                    measured=facts(kind=ground.kind.key, name=ground.kind.label),
                    lines=_lines(outside),
                )
            )
    reported = list(_reported(prepared, lost, every=len(grounds)))
    findings += (*reported, *_apart(prepared, grounds, start))
    nobody = _tops(prepared, grounds, reached)
    known = {name for each in reported if each.severity == "warning" for name in each.by}
    findings += [_top(prepared, k) for k in nobody if prepared.terrain.pieces[k].id not in known]
    return CheckResult(
        findings=tuple(findings),
        skipped=() if limit is not None else (not_checked(KEY, NOT_IN_PRESET),),
        figures={
            "reach": {
                "from": start.by,
                "kinds": [
                    {
                        "kind": ground.kind.key,
                        "name": ground.kind.label,
                        "types": list(ground.kind.types),
                        "base": ground.kind.base,
                        "open": round(ground.total / (prepared.table.width * prepared.table.depth), 4),
                        "reached": round(1.0 - share, 4),
                        "parts": int(np.count_nonzero(ground.area >= SMALLEST)),
                        "unreached": int(np.count_nonzero(~here & (ground.area >= SMALLEST))),
                    }
                    for ground, here, share in zip(grounds, reached, shares, strict=True)
                ],
                "unreached": [
                    {"at": _at(each), "area": round(each.area, 2), "kinds": [kind.key for kind in each.kinds]}
                    for each in lost
                ],
                "tops": [prepared.terrain.pieces[k].id for k in nobody],
            }
        },
    )


# ---- where they come from


def entry_areas(prepared: PreparedTable) -> EntryAreas:
    """Say where units come onto the table: in deployment zones, else at the home edges, else anywhere."""
    zones: dict[str, list[object]] = {}
    for piece, shapes in zip(prepared.terrain.pieces, prepared.terrain.shapes, strict=True):
        if piece.kind == DEPLOYMENT:
            zones.setdefault(piece.side or "", []).extend(shapes)
    if zones:
        return EntryAreas("zones", tuple(union(shape_array(some)) for some in zones.values()))
    homes = [edge for side in prepared.table.sides if (edge := _strip(prepared, side.home)) is not None]
    return EntryAreas("edges" if homes else "largest", tuple(homes))


def _strip(prepared: PreparedTable, home: str | None) -> Shapes | None:
    """Give the edge of the table that a side comes from, as deep as a base."""
    width, depth = prepared.table.width, prepared.table.depth
    deep = min(max(kind.base for kind in ground_unit_kinds(prepared)), width, depth)
    boxes = {
        "south": (0.0, 0.0, width, deep),
        "north": (0.0, depth - deep, width, depth),
        "west": (0.0, 0.0, deep, depth),
        "east": (width - deep, 0.0, width, depth),
    }
    if home not in boxes:
        return None
    return shape_array([make_box(boxes[home])])


def parts_reached(ground: ReachableAreas, start: EntryAreas) -> Bools:
    """Say which parts (k,) of a ground can be walked to from where units come onto the table."""
    found = np.zeros(len(ground.parts), dtype=np.bool_)
    if start.areas:
        for zones in start.areas:
            found |= _meets(ground, zones)
    elif len(found):
        found[int(np.argmax(ground.area))] = True
    return found


def _meets(ground: ReachableAreas, zones: Shapes) -> Bools:
    return np.array([share_within(part, zones).sum() > NO_GROUND for part in ground.parts], dtype=np.bool_)


# ---- what they do not get to


def _lost(grounds: Sequence[ReachableAreas], reached: Sequence[Bools]) -> list[_Lost]:
    """Give the parts that are not reached, largest first; what several kinds have in common is reported once."""
    found: list[_Lost] = []
    frames = np.empty((0, 4))
    for ground, here in zip(grounds, reached, strict=True):
        for k in np.flatnonzero(~here & (ground.area >= SMALLEST)).tolist():
            part, area = ground.parts[k], float(ground.area[k])
            frame = _frame_of(part)
            near = np.flatnonzero(((frames[:, :2] <= frame[2:]) & (frames[:, 2:] >= frame[:2])).all(axis=1))
            same = next((n for n in near.tolist() if _is_alike(found[n], part, area)), None)
            if same is None:
                found.append(_Lost(part, area, (ground.kind,)))
                frames = np.vstack((frames, frame))
            elif ground.kind not in found[same].kinds:
                one = found[same]
                larger = (part, area) if area > one.area else (one.shapes, one.area)
                found[same] = _Lost(*larger, (*one.kinds, ground.kind))
                frames[same] = _frame_of(found[same].shapes)
    return sorted(found, key=lambda one: -round(one.area, 6))


def _frame_of(part: Shapes) -> Floats:
    """Give the box around the shapes of a part: west, south, east, north."""
    box = boxes(part)
    return np.concatenate((box[:, :2].min(axis=0), box[:, 2:].max(axis=0)))


def _is_alike(one: _Lost, part: Shapes, area: float) -> bool:
    if min(one.area, area) < ALIKE * max(one.area, area) - 1.0:
        return False
    common = sum(
        float(areas(intersections(part, shape_array([shape] * len(part)))).sum()) for shape in one.shapes
    )
    return common >= ALIKE * (one.area + area - common)


def _reported(prepared: PreparedTable, lost: Sequence[_Lost], *, every: int) -> Iterator[Finding]:
    """Tell of parts that somebody does not get to: those on the same pieces, for the same kinds, once.

    What is all together a sliver of the table is not reported; the largest come first.
    """
    alike: dict[tuple[object, ...], list[_Lost]] = {}
    for each in lost:
        alike.setdefault((_pieces_at(prepared, each), each.kinds), []).append(each)
    whole = prepared.table.width * prepared.table.depth
    for some in sorted(alike.values(), key=lambda some: -round(_area(some), 6)):
        kinds = some[0].kinds
        if _area(some) < SLIVER * whole:
            continue
        barred = _shut_off(prepared, some, kinds[0])
        yield Finding(
            key="layout.reach.part",
            severity="warning" if len(kinds) == every else "note",
            label=LABELS["reach.part"],
            cite=_cite(prepared),
            where=_at(some[0]),
            value=_area(some) / whole,
            by=_pieces_at(prepared, some[0]),
            facts=facts(
                **_who(kinds),
                area=round(_area(some), 2),
                **({"places": len(some)} if len(some) > 1 else {}),
                **({"barred": ", ".join(barred), "bar": barred[0]} if barred else {}),
            ),
            unit="share",
            lines=_lines([each.shapes for each in some]),
        )


def _area(some: Sequence[_Lost]) -> float:
    return sum(each.area for each in some)


def _pieces_at(prepared: PreparedTable, lost: _Lost) -> tuple[str, ...]:
    """Name the pieces that lie at the place where a part is reported."""
    (over,) = prepared.terrain.pieces_over(np.array([_at(lost)], dtype=np.float64))
    return tuple(prepared.terrain.pieces[k].id for k in over if prepared.terrain.rows[k].family != "zone")


def _shut_off(prepared: PreparedTable, some: Sequence[_Lost], kind: GroundUnitKind) -> tuple[str, ...]:
    """Name the pieces along the rim of these parts that stop a kind of unit there, those along most of it first."""
    stops = blockers_for(prepared, kind)
    if not len(stops.shapes):
        return ()
    rim = borders(np.concatenate([each.shapes for each in some]))
    along: dict[str, float] = {}
    line, shape = close_pairs(rim, stops.shapes, kind.radius + _BESIDE)
    for k in np.unique(shape).tolist():
        near = buffered(stops.shapes[[k]], kind.radius + _BESIDE)
        edges = rim[line[shape == k]]
        length = sum(float(lengths(inside(edge, near)).sum()) for edge in edges)
        if stops.pieces[k]:
            along[stops.pieces[k]] = along.get(stops.pieces[k], 0.0) + length
    return tuple(sorted(along, key=lambda name: (-round(along[name], 4), name)))


def _apart(
    prepared: PreparedTable, grounds: Sequence[ReachableAreas], start: EntryAreas
) -> Iterator[Finding]:
    """Name the kinds of unit that cannot walk from one side's zone or edge to that of another."""
    kinds = [
        ground.kind
        for ground in grounds
        if len(start.areas) > 1
        and any(_meets(ground, zones).any() for zones in start.areas)
        and not np.logical_and.reduce([_meets(ground, zones) for zones in start.areas]).any()
    ]
    if len(start.areas) > 1:
        yield Finding(
            key="layout.reach.sides",
            severity="warning" if kinds else "pass",
            label=LABELS["reach.sides"],
            cite=_cite(prepared),
            where=None,
            value=float(len(kinds)),
            facts=facts(**_who(kinds)),
            unit="count",
        )


def _who(kinds: Sequence[GroundUnitKind]) -> dict[str, str]:
    """Name kinds of unit: by their keys and, where there are some, as people call them."""
    found = {"kinds": ", ".join(kind.key for kind in kinds)}
    return {**found, "who": ", ".join(kind.label for kind in kinds)} if kinds else found


def _cite(prepared: PreparedTable) -> Citation:
    return prepared.edition.movers["mech"].cite


# ---- tops


def _tops(prepared: PreparedTable, grounds: Sequence[ReachableAreas], reached: Sequence[Bools]) -> list[int]:
    """Give the hills, or steps of them, that no kind of unit gets onto, by piece."""
    terrain = prepared.terrain
    here = shape_array(
        shape
        for ground, is_in in zip(grounds, reached, strict=True)
        for k in np.flatnonzero(is_in).tolist()
        for shape in ground.parts[k]
    )
    hills = [k for k, row in enumerate(terrain.rows) if row.family == "ground"]
    if not len(here) or not hills:
        return []
    shapes = shape_array(shape for k in hills for shape in terrain.shapes[k])
    owner = np.array([k for k in hills for _ in terrain.shapes[k]], dtype=np.intp)
    top = np.array([terrain.extent[terrain.pieces[k].id][1] for k in owner.tolist()], dtype=np.float64)
    shown = _uncovered(shapes, top)
    part, of = parts_of(shape_array(shown))
    on = np.bincount(owner[of], weights=areas_on(part, here), minlength=len(terrain.rows))
    return [k for k in np.unique(owner[of]).tolist() if on[k] <= NO_GROUND]


def _uncovered(shapes: Shapes, top: Floats) -> Iterator[object]:
    """Give what of each outline no higher one lies on."""
    one, other = touching_pairs(shapes, shapes)
    higher = top[other] > top[one]
    ends = np.searchsorted(one[higher], np.arange(len(shapes) + 1))
    above = shapes[other[higher]]
    for shape, (low, high) in zip(shapes, pairwise(ends.tolist()), strict=True):
        yield together(remainder(shape, above[low:high])) if high > low else shape


def _top(prepared: PreparedTable, k: int) -> Finding:
    piece = prepared.terrain.pieces[k]
    x, y = places_on(prepared.terrain.shapes[k][:1])[0].tolist()
    low, high = prepared.terrain.extent[piece.id]
    return Finding(
        key="layout.reach.top",
        severity="warning",
        label=LABELS["reach.top"],
        cite=_cite(prepared),
        where=(x, y),
        value=high - low,
        by=(piece.id,),
    )


def _at(lost: _Lost) -> tuple[float, float]:
    largest = int(np.argmax(areas(lost.shapes)))
    x, y = places_on(lost.shapes[[largest]])[0].tolist()
    return (round(x, 3), round(y, 3))


def _lines(parts: Sequence[Shapes]) -> Lines:
    return tuple(
        tuple((round(x, 3), round(y, 3)) for x, y in ring.tolist())
        for part in parts
        for polygon in part
        for ring in outer_and_inner(polygon)
    )
