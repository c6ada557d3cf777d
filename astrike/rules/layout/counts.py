"""How many pieces of terrain are there: in all, left over between two sides, of each kind and in each quadrant?

A hill of several steps is one piece. Both sides lay equally many pieces, at least four in all (AS pp.122, 124): the
limits `count.all` and `count.even` say so. A piece counts for the quadrant that its middle lies in;
one between two counts where too few are feared and not where too many are.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from astrike.model.explain import facts
from astrike.model.legality import Finding, Part
from astrike.presets.schema import LayoutLimits, Limit
from astrike.rules.battlefield import Field
from astrike.rules.layout.features import Feature, features_of, pieces_of
from astrike.rules.layout.judging import by_kind, held, held_by_kind, joined, judged
from astrike.rules.layout.parts import QUADRANTS, centre_of, quadrant_boxes, quadrants_of
from astrike.rules.layout.telling import told

Placed = Sequence[tuple[Feature, tuple[str, ...]]]
"""Each piece, and the quadrants that it may lie in."""


def look(board: Field, limits: LayoutLimits, *, tolerance: float) -> Part:
    """Count the pieces of a table."""
    found = features_of(board)
    ids: dict[str, list[str]] = {}
    for each in found:
        ids.setdefault(each.kind, []).append(each.ids[0])
    placed = [(each, quadrants_of(board.table, each.middle, tolerance=tolerance)) for each in found]

    def of_whole(value: int) -> Callable[[Limit], Iterable[Finding]]:
        return lambda limit: (judged(limit, value, tolerance=tolerance),)

    def of_kind(kind: str, limit: Limit) -> Iterator[Finding]:
        mine = tuple(ids.get(kind, ()))
        yield judged(limit, len(mine), tolerance=tolerance, by=mine, measured=facts(kind=kind))

    parts = (
        held(limits, "count.all", of_whole(len(found))),
        held(limits, "count.even", of_whole(len(found) % 2)),
        held(limits, "objective.count", of_whole(len(board.table.objectives))),
        held_by_kind(by_kind(limits.limits, "count"), "count.KIND", of_kind),
        held(limits, "count.quadrant", lambda limit: told(_in_quadrants(board, limit, placed))),
    )
    return joined(parts, {"counts": _figures(board, found, placed)})


def _in_quadrants(board: Field, limit: Limit, placed: Placed) -> Iterator[Finding]:
    """Count for each quadrant; a piece between two counts where too few are feared and not where too many are."""
    for name, box in quadrant_boxes(board.table).items():
        perhaps = [each.ids[0] for each, where in placed if name in where]
        surely = [each.ids[0] for each, where in placed if where == (name,)]
        for bounded, ids in (
            (replace(limit, at_most=None), perhaps),
            (replace(limit, at_least=None), surely),
        ):
            if bounded.at_least is None and bounded.at_most is None:
                continue
            yield judged(
                bounded,
                len(ids),
                tolerance=0.0,
                where=centre_of(box),
                by=tuple(ids),
                measured=facts(quadrant=name, between=len(perhaps) - len(surely)),
            )


def _figures(board: Field, found: tuple[Feature, ...], placed: Placed) -> dict[str, object]:
    inside = Counter(where[0] for _, where in placed if len(where) == 1)
    return {
        "all": len(found),
        "kinds": dict(Counter(each.kind for each in found)),
        "quadrants": {name: inside[name] for name in QUADRANTS},
        "between": [each.ids[0] for each, where in placed if len(where) > 1],
        "outlines": len(pieces_of(board)),
        "steps": [list(each.ids) for each in found if len(each.ids) > 1],
        "objectives": len(board.table.objectives),
    }
