"""Is there room to pass: ways from one far edge to the other that do not meet, and gaps that stop somebody?

Which question: how many ways a base has side by side across the table, and how wide a base passes between the pieces.
The edge of the table is a wall: a layout is judged by what passes on the table, also where a move may hang a base over
the edge. What stops whom is asked in `stops`; whether a declared move is allowed, the judge says. Sources: CE p.32;
AS p.124.
"""

from collections.abc import Mapping
from dataclasses import replace

from astrike.geometry.corridors import Corridors, Course, Gap, corridors, farthest_courses
from astrike.model.explain import facts
from astrike.model.legality import Finding, Part, Skipped
from astrike.presets.schema import LayoutLimits, Limit
from astrike.rules.battlefield import Field
from astrike.rules.layout.barriers import Barriers, barriers_for
from astrike.rules.layout.crowding import TOO_CROWDED, why_unmeasured
from astrike.rules.layout.grounds import Kind, kind_of
from astrike.rules.layout.judging import judged, not_checked
from astrike.rules.layout.narrows import GAPS, Narrowing, gap_findings, narrows
from astrike.rules.layout.parts import halfway
from astrike.rules.layout.stops import USUAL, kinds_looked_at
from astrike.rules.layout.telling import NOT_IN_PRESET

EDGES: Mapping[Course, tuple[str, str]] = {"west-east": ("west", "east"), "south-north": ("south", "north")}
_WALLS: Mapping[Course, tuple[str, str]] = {"west-east": ("south", "north"), "south-north": ("west", "east")}
"""The edges along which the outermost ways run."""
_KEY = "corridors"


def look(board: Field, limits: LayoutLimits, *, tolerance: float) -> Part:
    """Check the ways across the table, and list the gaps and whom they stop."""
    if why := why_unmeasured(board):
        gaps = (Skipped("layout.gaps", GAPS, why),) if why == TOO_CROWDED else ()
        return Part(skipped=(not_checked(_KEY, why), *gaps))
    kind = replace(kind_of(board, USUAL), base=limits.base)
    found = ways(board, kind)
    narrow = narrows(board, tolerance=tolerance)
    limit = limits.get(_KEY)
    checked = () if limit is None else (_ways_finding(board, limit, kind, found, tolerance),)
    return Part(
        findings=(*checked, *gap_findings(board, narrow, tolerance=tolerance)),
        skipped=(not_checked(_KEY, NOT_IN_PRESET),) if limit is None else (),
        figures={_KEY: _ways_figure(board, kind, found), "gaps": [_narrow_figure(each) for each in narrow]},
    )


def _ways_figure(board: Field, kind: Kind, found: Corridors) -> Mapping[str, object]:
    stops = barriers_for(board, kind)
    return {
        "base": kind.base,
        "count": found.count,
        "between": [list(EDGES[course]) for course in courses_of(board)],
        "fewest": list(EDGES[found.course]),
        "chain": [_gap_figure(gap, stops, found.course) for gap in found.chain],
        "kinds": {
            each.key: {"base": each.base, "count": ways(board, each).count} for each in kinds_looked_at(board)
        },
    }


def _narrow_figure(gap: Narrowing) -> Mapping[str, object]:
    return {
        "between": list(gap.between),
        "inches": round(gap.width, 4),
        "line": [[round(x, 4), round(y, 4)] for x, y in gap.line],
        "stops": list(gap.stops),
        "close": list(gap.close),
        "through": list(gap.through),
    }


# ---- ways


def courses_of(board: Field) -> tuple[Course, ...]:
    """Say which edges of the table are farthest apart; both pairs of a square table."""
    return farthest_courses(board.table.width, board.table.depth)


def ways(board: Field, kind: Kind, *, slack: float = 0.0) -> Corridors:
    """Give the ways between the edges farthest apart; the fewer, where two pairs are equally far."""
    stops = barriers_for(board, kind)
    return min(
        (
            corridors(
                stops.shapes,
                (0.0, 0.0, board.table.width, board.table.depth),
                base=kind.base,
                course=course,
                slack=slack,
                grown=stops.grown,
            )
            for course in courses_of(board)
        ),
        key=lambda found: found.count,
    )


def _ways_finding(board: Field, limit: Limit, kind: Kind, found: Corridors, tolerance: float) -> Finding:
    """Hold the number of ways against the limit; too close to call where other counts are within the tolerance."""
    stops = barriers_for(board, kind)
    fewest = ways(board, kind, slack=-tolerance).count
    most = ways(board, kind, slack=tolerance).count
    open_gaps = [gap for gap in found.chain if stops.is_open(gap)]
    names = dict.fromkeys(name for gap in found.chain for name in _sides(gap, stops) if name)
    # Where nothing stands in the way there is no place to look at.
    narrowest = min(open_gaps or found.chain, key=lambda gap: gap.width) if names else None
    start, end = EDGES[found.course]
    measured = facts(base=kind.base, start=start, end=end)
    if fewest != most:
        measured = facts(**measured, fewest=fewest, most=most)
    verdict = judged(
        limit,
        found.count,
        tolerance=tolerance,
        where=None if narrowest is None else halfway(*stops.drawn(narrowest)),
        by=tuple(names),
        measured=measured,
        lines=tuple(stops.drawn(gap) for gap in open_gaps),
    )
    others = {judged(limit, count, tolerance=tolerance).severity for count in (fewest, most)}
    return verdict if others == {verdict.severity} else replace(verdict, severity="close")


def _gap_figure(gap: Gap, stops: Barriers, course: Course) -> Mapping[str, object]:
    south, north = _WALLS[course]
    names = [
        {-1: south, -2: north}.get(side, "" if side < 0 else stops.pieces[side])
        for side in (gap.one, gap.other)
    ]
    return {
        "between": names,
        "inches": round(gap.width, 4),
        "line": [[round(x, 4), round(y, 4)] for x, y in stops.drawn(gap)],
    }


def _sides(gap: Gap, stops: Barriers) -> tuple[str, ...]:
    return tuple(stops.pieces[side] for side in (gap.one, gap.other) if side >= 0)
