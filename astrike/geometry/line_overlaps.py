"""How many inches of a line run through see-through pieces, and where?

An edge whose ends lie on different sides of a line crosses it; the sorted crossings of one part are in, out,
in, out. What lies above the treetops or under a base then falls away, and what several pieces of one kind
claim is counted once. A line along an edge is inside. What the inches are good for is for the caller.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import ArrayLike

from astrike.dataclass import dataclass
from astrike.deadline import go_on
from astrike.geometry.arrays import EPSILON, Bools, Floats, Ints, floats, runs
from astrike.geometry.elevation import Canopy, canopy_over, heights_at, plane_at
from astrike.geometry.prisms import Prisms, make_prisms
from astrike.tolerance import TOUCH

_BLOCK = 256
"""Lines measured at once: their table of sides then stays in the processor's cache."""
_SIDES = 5_000_000
"""The largest such table, for terrain with very many corners."""
_CELLS = 2_000_000
"""Cells claimed at once, where very many pieces lie over each other."""


class LinePart(IntEnum):
    """Which part of a line an inch belongs to. Where several claim it, the first of these has it."""

    START = 0
    END = 1
    BETWEEN = 2


@dataclass(frozen=True, slots=True, eq=False)
class LineOverlaps:
    """Inches of n lines inside pieces of K kinds, each inch counted once for its kind."""

    start: Floats
    """(n, K) near the start, in the start's own pieces."""
    between: Floats
    """(n, K) the rest."""
    end: Floats
    """(n, K) near the end, in the end's own pieces."""
    line: Ints
    """(m,) row by row: this line ..."""
    piece: Ints
    """(m,) ... runs inside this piece ..."""
    part: Ints
    """(m,) ... in this `LinePart` of it ..."""
    inches: Floats
    """(m,) ... for so many inches."""


def line_overlaps(
    canopy: Canopy,
    *,
    start: ArrayLike,
    end: ArrayLike,
    start_edge: ArrayLike,
    end_edge: ArrayLike,
    own_start: Bools,
    own_end: Bools,
    end_length: float,
    use: Bools | None = None,
) -> LineOverlaps:
    """Return the inches of the lines start -> end, (n, 3) each, inside the canopy and not above their tops.

    Only what lies at least `start_edge` from the start and `end_edge` from the end, (n,) each, counts. Of
    that, the first and last `end_length` inches are kept apart inside pieces with `own_start` and `own_end` (n, Q
    pieces); what lies in both parts is the start's. Where `use` (n, Q) is False, the piece is not there.

    >>> from astrike.geometry.arrays import make_polygon
    >>> wood = make_polygon([(0, -5), (20, -5), (20, 5), (0, 5)])
    >>> canopy = canopy_over(make_prisms([], bottom=[], top=[], piece=[]), [wood],
    ...                height=[2], bottom=[float("nan")], kind=[0], piece=[0])
    >>> found = line_overlaps(canopy, start=[(-4, 0, 2)], end=[(6, 0, 1)], start_edge=[1], end_edge=[1],
    ...                   own_start=np.array([[False]]), own_end=np.array([[True]]), end_length=2)
    >>> found.start.tolist(), found.between.tolist(), found.end.tolist()
    ([[0.0]], [[3.0]], [[2.0]])
    """
    lines = _lines(start, end, start_edge=start_edge, end_edge=end_edge)
    spans = _spans(canopy, lines, own_start=own_start, own_end=own_end, end_length=end_length, use=use)
    inches = spans.high - spans.low
    count, kinds = len(lines.length), canopy.kinds
    cell = (spans.claim * count + spans.line) * kinds + canopy.kind[spans.part]
    by_claim = _sums(cell, inches, len(LinePart) * count * kinds).reshape(len(LinePart), count, kinds)
    pieces = int(canopy.parts.piece.max(initial=0)) + 1
    row = (spans.line * pieces + canopy.parts.piece[spans.part]) * len(LinePart) + spans.claim
    rows, index = np.unique(row, return_inverse=True)
    line, piece = np.divmod(rows // len(LinePart), pieces)
    return LineOverlaps(
        start=by_claim[LinePart.START],
        between=by_claim[LinePart.BETWEEN],
        end=by_claim[LinePart.END],
        line=line,
        piece=piece,
        part=rows % len(LinePart),
        inches=_sums(index, inches, len(rows)),
    )


def overlap_list(
    canopy: Canopy,
    *,
    start: ArrayLike,
    end: ArrayLike,
    start_edge: float,
    end_edge: float,
    own_start: Bools,
    own_end: Bools,
    end_length: float,
    use: Bools | None = None,
) -> tuple[tuple[float, float, int, str], ...]:
    """Return where one line, start and end (3,), own and use (Q,), is inside pieces, in order, for drawing.

    Each stretch is from, to (inches from the start), piece, and "start", "between" or "end".
    """
    spans = _spans(
        canopy,
        _lines(start, end, start_edge=start_edge, end_edge=end_edge),
        own_start=np.atleast_2d(own_start),
        own_end=np.atleast_2d(own_end),
        end_length=end_length,
        use=None if use is None else np.atleast_2d(use),
    )
    found: list[tuple[float, float, int, str]] = []
    piece = canopy.parts.piece[spans.part]
    for k in np.lexsort((spans.low, spans.claim, piece)):
        low, high = float(spans.low[k]), float(spans.high[k])
        what = (int(piece[k]), LinePart(spans.claim[k]).name.lower())
        if found and found[-1][2:] == what and low <= found[-1][1] + EPSILON:
            low = found.pop()[0]
        found.append((low, high, *what))
    return tuple(sorted(found))


def are_within(polygons: ArrayLike, a: ArrayLike, b: ArrayLike) -> Bools:
    """Say whether the segments a -> b, (n, 2) each, lie wholly in the polygons together: (n,). Edges count.

    >>> from astrike.geometry.arrays import make_polygon
    >>> west, east = (make_polygon([(x, 0), (x + 4, 0), (x + 4, 4), (x, 4)]) for x in (0, 4))
    >>> are_within([west, east], [(1, 1), (1, 1)], [(7, 3), (9, 3)]).tolist()
    [True, False]
    """
    shapes = np.asarray(polygons, dtype=np.object_).ravel()
    zero = np.zeros(len(shapes), dtype=np.intp)
    nothing = make_prisms([], bottom=[], top=[], piece=[])
    water = canopy_over(nothing, shapes, height=zero, bottom=zero, kind=zero, piece=zero)
    first, last = (np.pad(floats(place, columns=2), ((0, 0), (0, 1))) for place in (a, b))
    lines = _lines(first, last, start_edge=0.0, end_edge=0.0)
    none = np.zeros((len(first), 1), dtype=np.bool_)
    spans = _spans(water, lines, own_start=none, own_end=none, end_length=0.0, use=None)
    wet = _sums(spans.line, spans.high - spans.low, len(first))
    inside: Bools = wet >= lines.length - TOUCH
    # A segment without length is a point.
    short = np.flatnonzero(lines.length <= TOUCH)
    inside[short] = (
        heights_at(make_prisms(shapes, bottom=zero, top=zero + 1, piece=zero), first[short, :2]) > 0.0
    )
    return inside


# ---- lines and spans


@dataclass(frozen=True, slots=True, eq=False)
class _Lines:
    """n lines, in plan `length` long and leading to `heading`; (n,), (n, 2) and (n, 3)."""

    start: Floats
    end: Floats
    length: Floats
    heading: Floats
    opened: Floats
    """Inches from the start at which counting begins."""
    closed: Floats
    """Inches from the start at which counting ends."""


@dataclass(frozen=True, slots=True, eq=False)
class _Spans:
    """Line `line` is inside part `part` from `low` to `high` inches from its start: (m,) each."""

    line: Ints
    part: Ints
    low: Floats
    high: Floats
    claim: Ints
    """A `LinePart`."""


def _lines(start: ArrayLike, end: ArrayLike, *, start_edge: ArrayLike, end_edge: ArrayLike) -> _Lines:
    first, last = floats(start, columns=3), floats(end, columns=3)
    way = last[:, :2] - first[:, :2]
    length: Floats = np.hypot(way[:, 0], way[:, 1])
    heading = way / np.where(length > 0.0, length, 1.0)[:, None]
    opened = np.broadcast_to(floats(start_edge), length.shape)
    return _Lines(first, last, length, heading, opened, length - floats(end_edge))


def _spans(
    canopy: Canopy, lines: _Lines, *, own_start: Bools, own_end: Bools, end_length: float, use: Bools | None
) -> _Spans:
    """Return the spans that count, none of them twice for one kind."""
    live = np.flatnonzero(lines.closed > lines.opened + EPSILON)
    line, part, low, high = _crossed(canopy.parts, lines, live)
    if use is not None:
        there = use[line, canopy.parts.piece[part]]
        line, part, low, high = line[there], part[there], low[there], high[there]
    above, below = _heights_kept(canopy.parts, part, lines, line)
    low = np.maximum(np.maximum(low, lines.opened[line]), above)
    high = np.minimum(np.minimum(high, lines.closed[line]), below)
    real = high > low
    line, part, low, high = line[real], part[real], low[real], high[real]
    piece = canopy.parts.piece[part]
    after = np.where(own_start[line, piece], np.clip(lines.opened[line] + end_length, low, high), low)
    before = np.where(own_end[line, piece], np.clip(lines.closed[line] - end_length, after, high), high)
    lows, highs = np.concatenate((low, before, after)), np.concatenate((after, high, before))
    claim = np.repeat(np.array((LinePart.START, LinePart.END, LinePart.BETWEEN), dtype=np.intp), len(line))
    kept = np.flatnonzero(highs > lows)
    index = kept % max(len(line), 1)
    return _counted_once(canopy, _Spans(line[index], part[index], lows[kept], highs[kept], claim[kept]))


def _heights_kept(prisms: Prisms, prism: Ints, lines: _Lines, line: Ints) -> tuple[Floats, Floats]:
    """Return from where to where (m,) each line is neither above the prism's top nor below its bottom."""
    start, end, length = lines.start[line], lines.end[line], lines.length[line]
    top, bottom = prisms.top[prism], prisms.bottom[prism]
    low, high = _where_at_most_0(start[:, 2] - plane_at(top, start), end[:, 2] - plane_at(top, end), length)
    hanging = np.flatnonzero(~np.isnan(bottom))
    if len(hanging):
        rest = bottom[hanging]
        lowest, highest = _where_at_most_0(rest - start[hanging, 2], rest - end[hanging, 2], length[hanging])
        low[hanging] = np.maximum(low[hanging], lowest)
        high[hanging] = np.minimum(high[hanging], highest)
    return low, high


def _where_at_most_0(first: Floats, last: Floats, length: Floats) -> tuple[Floats, Floats]:
    """Return from where to where (m,) something that changes evenly from first to last is at most 0."""
    rise = (last - first) / length
    low = np.where((rise == 0.0) & (first > EPSILON), np.inf, -np.inf)
    high = np.full(len(first), np.inf)
    np.divide(EPSILON - first, rise, out=low, where=rise < 0.0)
    np.divide(EPSILON - first, rise, out=high, where=rise > 0.0)
    return low, high


# ---- crossings


def _crossed(prisms: Prisms, lines: _Lines, live: Ints) -> tuple[Ints, Ints, Floats, Floats]:
    """Return where these lines, endless both ways, are inside the prisms' outlines: line, prism, from, to."""
    block = min(_BLOCK, max(_SIDES // max(len(prisms.corner), 1), 1))
    blocks = [_crossed_block(prisms, lines, live[k : k + block]) for k in range(0, max(len(live), 1), block)]
    line, prism, low, high = (np.concatenate(column) for column in zip(*blocks, strict=True))
    return line, prism, low, high


def _crossed_block(prisms: Prisms, lines: _Lines, live: Ints) -> tuple[Ints, Ints, Floats, Floats]:
    """Do this for a few lines.

    A corner nearer than EPSILON lies on the line. It counts as left of it for all its edges, so that no
    crossing is missed or found twice. Edges that lie on the line are added by themselves.
    """
    go_on()
    x, y = np.ascontiguousarray(prisms.corner.T)
    start, heading = lines.start[live], lines.heading[live]
    normal = np.column_stack((-heading[:, 1], heading[:, 0]))
    side = normal @ np.stack((x, y))
    side -= (normal[:, 0] * start[:, 0] + normal[:, 1] * start[:, 1])[:, None]
    owner = np.repeat(np.arange(len(prisms), dtype=np.intp), prisms.first[1:] - prisms.first[:-1])

    def along(row: Ints, corner: Ints) -> Floats:
        at: Floats = (x[corner] - start[row, 0]) * heading[row, 0]
        at += (y[corner] - start[row, 1]) * heading[row, 1]
        return at

    is_left = side >= -EPSILON
    row, corner = _edges(prisms, is_left[:, 1:] != is_left[:, :-1])
    one, other = side[row, corner], side[row, corner + 1]
    one[np.abs(one) <= EPSILON] = 0.0
    other[np.abs(other) <= EPSILON] = 0.0
    before, behind = along(row, corner), along(row, corner + 1)
    at = before + (behind - before) * (one / (one - other))
    order = _order(row * len(prisms) + owner[corner], at)
    opening, low, high = order[0::2], at[order[0::2]], at[order[1::2]]
    row, prism = row[opening], owner[corner[opening]]

    is_on = is_left & (side <= EPSILON)
    flat, corner = _edges(prisms, is_on[:, 1:] & is_on[:, :-1])
    if len(flat):
        before, behind = along(flat, corner), along(flat, corner + 1)
        row, prism = np.concatenate((row, flat)), np.concatenate((prism, owner[corner]))
        low = np.concatenate((low, np.minimum(before, behind)))
        high = np.concatenate((high, np.maximum(before, behind)))
    return live[row], prism, low, high


def _edges(prisms: Prisms, chosen: Bools) -> tuple[Ints, Ints]:
    """Return the row and the first corner of each chosen edge; between rings there is none."""
    row, corner = np.divmod(np.flatnonzero(chosen & prisms.is_edge[:-1]), max(chosen.shape[1], 1))
    return row, corner


# ---- counting once


def _counted_once(canopy: Canopy, spans: _Spans) -> _Spans:
    """Return the spans without what overlaps within a kind: the first claim has it, then the lowest rank."""
    go_on()
    group = spans.line * canopy.kinds + canopy.kind[spans.part]
    order = _order(group, spans.low)
    again = group[order[1:]] == group[order[:-1]]
    clash = again & (spans.low[order[1:]] < spans.high[order[:-1]] - EPSILON)
    if not clash.any():
        return spans
    is_busy = np.isin(group, group[order[1:][clash]])
    busy, free = np.flatnonzero(is_busy), np.flatnonzero(~is_busy)
    # All ends of a group's spans cut it into cells; every span is a run of cells.
    count = len(busy)
    value = np.concatenate((spans.low[busy], spans.high[busy]))
    by_place = _order(np.tile(group[busy], 2), value)
    place = np.empty(2 * count, dtype=np.intp)
    place[by_place] = np.arange(2 * count)
    by_right = _order(spans.claim[busy], canopy.rank[spans.part[busy]])
    right = np.empty(count, dtype=np.intp)
    right[by_right] = np.arange(count)
    size = place[count:] - place[:count]
    winner = np.full(2 * count, count, dtype=np.intp)
    portion = np.cumsum(size) // _CELLS
    for some in np.split(np.arange(count), np.flatnonzero(np.diff(portion)) + 1):
        span, cell = runs(place[some], size[some])
        np.minimum.at(winner, cell, right[some][span])
    taken = np.flatnonzero(winner < count)
    value = value[by_place]
    taken = taken[value[taken + 1] > value[taken]]
    source = np.concatenate((free, busy[by_right[winner[taken]]]))
    return _Spans(
        line=spans.line[source],
        part=spans.part[source],
        low=np.concatenate((spans.low[free], value[taken])),
        high=np.concatenate((spans.high[free], value[taken + 1])),
        claim=spans.claim[source],
    )


def _order(group: Ints, value: Floats | Ints) -> Ints:
    """Return the order by group and then by value: `np.lexsort`, some times as quick for few groups."""
    by_value = np.argsort(value)
    narrow = group.astype(np.min_scalar_type(int(group.max(initial=0))))
    order: Ints = by_value[np.argsort(narrow[by_value], kind="stable")]
    return order


def _sums(index: Ints, values: Floats, count: int) -> Floats:
    """Return the sum (count,) of the values of each index."""
    return np.asarray(np.bincount(index, weights=values, minlength=count), dtype=np.float64)
