"""How wide, deep and high is each piece of terrain?

Limits: `footprint.KIND.width` and `.depth`, the longer and the shorter side of the smallest rectangle around a piece
however it is turned, and `height.KIND`. A hill of several steps is one piece, as wide as its lowest step and as high as
its highest. What lies flat has no height. Heights are compared as they are stated, and a side that is exactly as long
as the limit keeps to it: sizes are typed in, and pieces are made a hair too high on purpose.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from astrike.geometry.arrays import areas, boxes_turned, make_polygon, shape_array, together
from astrike.model.explain import facts
from astrike.model.legality import Finding, Part
from astrike.presets.schema import LayoutLimits, Limit
from astrike.rules.battlefield import Field
from astrike.rules.layout.features import Feature, features_of
from astrike.rules.layout.judging import by_kind, held_by_kind, joined, judged
from astrike.rules.layout.telling import told
from astrike.tolerance import TOUCH

SIDES: Final = ("width", "depth")
Sized = tuple[Feature, float]


def look(board: Field, limits: LayoutLimits, *, tolerance: float) -> Part:
    """Measure every piece of a table."""
    found = features_of(board)
    shapes = shape_array(together(shape_array(make_polygon(*area) for area in each.areas)) for each in found)
    sides, covered = boxes_turned(shapes).tolist(), areas(shapes).tolist()
    parts: list[Part] = []
    for number, side in enumerate(SIDES):
        wanted = {
            key.removesuffix(f".{side}"): limit
            for key, limit in by_kind(limits.limits, "footprint").items()
            if key.endswith(f".{side}")
        }
        measured = [(each, size[number]) for each, size in zip(found, sides, strict=True)]
        parts.append(held_by_kind(wanted, f"footprint.KIND.{side}", _judge(measured, tolerance)))
    heights = [(each, each.height) for each in found if each.height is not None]
    parts.append(held_by_kind(by_kind(limits.limits, "height"), "height.KIND", _judge(heights, 0.0)))
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
    return joined(parts, {"footprints": figures})


def _judge(measured: Sequence[Sized], tolerance: float) -> Callable[[str, Limit], Iterable[Finding]]:
    """Hold the pieces of a kind against its limit."""
    return lambda kind, limit: told(
        judged(
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


def _is_exact(limit: Limit, value: float) -> bool:
    """Say whether a side is as long as one of the bounds."""
    bounds = (limit.at_least, limit.at_most)
    return any(bound is not None and abs(value - bound) <= TOUCH for bound in bounds)
