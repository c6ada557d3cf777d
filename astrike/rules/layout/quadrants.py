"""Does every quadrant have as many pieces as there are when sides take turns, and who lays which?

One side lays a piece into each of three quadrants, the other into the fourth, and so on: so no quadrant has more
pieces than another plus one. Breakthrough: the defender begins and the attacker lays the last (AS p.122). Pursuit: the
attacker begins; the option `setup.pursuit-order` follows the printed example, in which the defender lays the last, or
the text, in which the attacker does (AS p.124). Both sides lay equally many, at least four in all: 3 and 5 are
flagged.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

import numpy as np

from astrike.geometry.shape_matching import best_matches
from astrike.model.explain import NO_FACTS, Citation, facts
from astrike.model.legality import CheckResult, Finding, SkippedCheck
from astrike.model.terrain import Point
from astrike.presets.laying_order import LAYING_ORDERS
from astrike.presets.schema import LayoutLimits
from astrike.rules.layout.features import Feature, features_of
from astrike.rules.layout.limit_checks import LABELS, NOT_IN_PRESET
from astrike.rules.layout.table_parts import QUADRANTS, centre_of, quadrant_boxes, quadrants_of
from astrike.rules.table.prepared_table import PreparedTable

KEY: Final = "quadrants.order"


def laying_order(scenario: str, count: int, *, last: str = "example") -> tuple[str, ...]:
    """Give who lays each of so many pieces; `last` says who ends an unfinished round in Pursuit.

    >>> "".join(side[0] for side in laying_order("breakthrough", 6))
    'dddada'
    >>> "".join(side[0] for side in laying_order("pursuit", 6)), laying_order("pursuit", 6, last="text")[-2:]
    ('aaadad', ('defender', 'attacker'))
    """
    rule = LAYING_ORDERS[scenario]
    first, ends = rule.begins, rule.ends[last]
    second = "defender" if first == "attacker" else "attacker"
    rounds, rest = divmod(count, len(QUADRANTS))
    other = second if ends == first else first
    return (*((first,) * 3 + (second,)) * rounds, *(other,) * (rest - 1), *(ends,) * min(rest, 1))


def check_quadrants(prepared: PreparedTable, limits: LayoutLimits, *, tolerance: float) -> CheckResult:
    """Check the counts of a table on which sides took turns in laying terrain."""
    found = features_of(prepared)
    placed = [quadrants_of(prepared.table, each.middle, tolerance=tolerance) for each in found]
    if not limits.quadrants:
        return CheckResult(skipped=(SkippedCheck(f"layout.{KEY}", LABELS[KEY], NOT_IN_PRESET),))
    last = prepared.options.word("setup.pursuit-order")
    order = laying_order(limits.quadrants, len(found), last=last)
    page = LAYING_ORDERS[limits.quadrants].cite
    figures = {
        "scenario": limits.quadrants,
        "order": list(order),
        "defender": order.count("defender"),
        "attacker": order.count("attacker"),
        "pieces": {each.ids[0]: list(where) for each, where in zip(found, placed, strict=True)},
    }
    findings = (*_numbers(len(found), page, limits), *_spread(prepared, found, placed, page))
    return CheckResult(findings, figures=MappingProxyType({"quadrants": figures}))


def _numbers(count: int, page: Citation, limits: LayoutLimits) -> Iterator[Finding]:
    """Check that both sides can lay equally many, at least four in all, unless the preset sets limits of its own."""
    fewest = LAYING_ORDERS[limits.quadrants].fewest
    for key, own, value, limit, bound, keeps in (
        ("quadrants.count", "count.all", count, fewest, "at-least", count >= fewest),
        ("quadrants.even", "count.even", count % 2, 0, "at-most", count % 2 == 0),
    ):
        if limits.get(own) is not None:
            continue
        yield Finding(
            f"layout.{key}",
            "pass" if keeps else "error",
            LABELS[key],
            page,
            None,
            limit=float(limit),
            value=float(value),
            facts=facts(count=count),
            bound=bound,
            unit="count",
        )


def _spread(
    prepared: PreparedTable, found: Sequence[Feature], placed: Sequence[tuple[str, ...]], page: Citation
) -> Iterator[Finding]:
    """Check that pieces can be told to quadrants so that none has more than another plus one."""
    fewest, rest = divmod(len(found), len(QUADRANTS))
    most = fewest + (rest > 0)
    homes = _homes(placed, fewest, most)
    counts = Counter(homes)
    is_even = all(fewest <= counts[name] <= most for name in QUADRANTS)
    if is_even:
        yield _counted(None, max(counts.values(), default=0), most, "at-most", page)
        return
    for name, box in quadrant_boxes(prepared.table).items():
        count = counts[name]
        if not fewest <= count <= most:
            limit, bound = (fewest, "at-least") if count < fewest else (most, "at-most")
            ids = tuple(each.ids[0] for each, home in zip(found, homes, strict=True) if home == name)
            yield _counted(centre_of(box), count, limit, bound, page, by=ids, quadrant=name)


def _counted(
    where: Point | None,
    value: int,
    limit: int,
    bound: str,
    page: Citation,
    *,
    by: tuple[str, ...] = (),
    quadrant: str = "",
) -> Finding:
    return Finding(
        f"layout.{KEY}",
        "error" if quadrant else "pass",
        LABELS[KEY],
        page,
        where,
        limit=float(limit),
        value=float(value),
        by=by,
        facts=facts(quadrant=quadrant) if quadrant else NO_FACTS,
        bound=bound,
        unit="count",
    )


def _homes(placed: Sequence[tuple[str, ...]], fewest: int, most: int) -> list[str]:
    """Give the quadrant that each piece is best counted for; each has room for `most` and needs `fewest`."""
    room = [(name, number >= fewest) for name in QUADRANTS for number in range(most)]
    cost = np.array(
        [[float(spare) if name in where else np.inf for name, spare in room] for where in placed],
        dtype=np.float64,
    ).reshape(len(placed), len(room))
    piece, place = best_matches(cost)
    reported = {k: room[j][0] for k, j in zip(piece.tolist(), place.tolist(), strict=True)}
    return [reported.get(k, where[0]) for k, where in enumerate(placed)]
