"""How many pieces of terrain are there, of each kind and in each quadrant, and how wide, deep and high is each?

A hill of several terraces is one piece, as wide as its lowest and as high as its highest. Both sides lay equally many
pieces, at least four in all (AS pp.122, 124): the limits `count.all` and `count.even` require so. A piece counts for
the quadrant that its middle is in; one between two counts where too few are feared and not where too many are.

Sizes keep to `footprint.KIND.width` and `.depth`, the longer and the shorter side of the smallest rectangle around a
piece however it is turned, and to `height.KIND`. Flat pieces have no height. Heights are compared as they are stated,
and a side that is exactly as long as the limit keeps to it: sizes are typed in, and pieces are made a hair too high on
purpose.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from astrike.geometry.arrays import areas, boxes_turned, make_polygon, shape_array, together
from astrike.model.explain import facts
from astrike.model.legality import CheckResult, Finding
from astrike.presets.schema import LayoutLimit, LayoutLimits
from astrike.rules.layout.features import Feature, features_of, pieces_of
from astrike.rules.layout.limit_checks import (
    check_limit,
    check_limit_by_kind,
    finding_against,
    joined_results,
    limits_by_kind,
    reported,
)
from astrike.rules.layout.table_parts import QUADRANTS, centre_of, quadrant_boxes, quadrants_of
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

PiecePlace = Sequence[tuple[Feature, tuple[str, ...]]]
"""Each piece, and the quadrants that it may lie in."""


def check_counts(prepared: PreparedTable, limits: LayoutLimits, *, tolerance: float) -> CheckResult:
    """Count the pieces of a table."""
    found = features_of(prepared)
    ids: dict[str, list[str]] = {}
    for each in found:
        ids.setdefault(each.kind, []).append(each.ids[0])
    placed = [(each, quadrants_of(prepared.table, each.middle, tolerance=tolerance)) for each in found]

    def of_whole(value: int) -> Callable[[LayoutLimit], Iterable[Finding]]:
        return lambda limit: (finding_against(limit, value, tolerance=tolerance),)

    def of_kind(kind: str, limit: LayoutLimit) -> Iterator[Finding]:
        mine = tuple(ids.get(kind, ()))
        yield finding_against(limit, len(mine), tolerance=tolerance, by=mine, measured=facts(kind=kind))

    parts = (
        check_limit(limits, "count.all", of_whole(len(found))),
        check_limit(limits, "count.even", of_whole(len(found) % 2)),
        check_limit(limits, "objective.count", of_whole(len(prepared.table.objectives))),
        check_limit_by_kind(limits_by_kind(limits.limits, "count"), "count.KIND", of_kind),
        check_limit(limits, "count.quadrant", lambda limit: reported(_in_quadrants(prepared, limit, placed))),
    )
    return joined_results(parts, {"counts": _figures(prepared, found, placed)})


def _in_quadrants(prepared: PreparedTable, limit: LayoutLimit, placed: PiecePlace) -> Iterator[Finding]:
    """Count for each quadrant; a piece between two counts where too few are feared and not where too many are."""
    for name, box in quadrant_boxes(prepared.table).items():
        perhaps = [each.ids[0] for each, where in placed if name in where]
        surely = [each.ids[0] for each, where in placed if where == (name,)]
        for bounded, ids in (
            (replace(limit, at_most=None), perhaps),
            (replace(limit, at_least=None), surely),
        ):
            if bounded.at_least is None and bounded.at_most is None:
                continue
            yield finding_against(
                bounded,
                len(ids),
                tolerance=0.0,
                where=centre_of(box),
                by=tuple(ids),
                measured=facts(quadrant=name, between=len(perhaps) - len(surely)),
            )


def _figures(prepared: PreparedTable, found: tuple[Feature, ...], placed: PiecePlace) -> dict[str, object]:
    inside = Counter(where[0] for _, where in placed if len(where) == 1)
    return {
        "all": len(found),
        "kinds": dict(Counter(each.kind for each in found)),
        "quadrants": {name: inside[name] for name in QUADRANTS},
        "between": [each.ids[0] for each, where in placed if len(where) > 1],
        "outlines": len(pieces_of(prepared)),
        "steps": [list(each.ids) for each in found if len(each.ids) > 1],
        "objectives": len(prepared.table.objectives),
    }


SIDES: Final = ("width", "depth")

PieceSize = tuple[Feature, float]


def check_piece_sizes(prepared: PreparedTable, limits: LayoutLimits, *, tolerance: float) -> CheckResult:
    """Measure every piece of a table."""
    found = features_of(prepared)
    shapes = shape_array(together(shape_array(make_polygon(*area) for area in each.areas)) for each in found)
    sides, covered = boxes_turned(shapes).tolist(), areas(shapes).tolist()
    parts: list[CheckResult] = []
    for number, side in enumerate(SIDES):
        wanted = {
            key.removesuffix(f".{side}"): limit
            for key, limit in limits_by_kind(limits.limits, "footprint").items()
            if key.endswith(f".{side}")
        }
        measured = [(each, size[number]) for each, size in zip(found, sides, strict=True)]
        parts.append(check_limit_by_kind(wanted, f"footprint.KIND.{side}", _judge(measured, tolerance)))
    heights = [(each, each.height) for each in found if each.height is not None]
    parts.append(
        check_limit_by_kind(limits_by_kind(limits.limits, "height"), "height.KIND", _judge(heights, 0.0))
    )
    figures = [
        {
            "piece": each.ids[0],
            "kind": each.kind,
            "width": width,
            "depth": depth,
            "height": each.height,
            "area": area,
        }
        for each, (width, depth), area in zip(found, sides, covered, strict=True)
    ]
    return joined_results(parts, {"footprints": figures})


def _judge(
    measured: Sequence[PieceSize], tolerance: float
) -> Callable[[str, LayoutLimit], Iterable[Finding]]:
    """Hold the pieces of a kind against its limit."""
    return lambda kind, limit: reported(
        finding_against(
            limit,
            value,
            tolerance=0.0 if _is_exact(limit, value) else tolerance,
            where=each.middle,
            by=each.ids,
            measured=facts(kind=kind),
        )
        for each, value in measured
        if each.kind == kind
    )


def _is_exact(limit: LayoutLimit, value: float) -> bool:
    """Say whether a side is as long as one of the bounds."""
    bounds = (limit.at_least, limit.at_most)
    return any(bound is not None and abs(value - bound) <= TOUCH for bound in bounds)
