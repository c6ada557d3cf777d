"""Margins of whatever is asked about two units.

Which question: given what one question says at one place, how far does it hold around both? Which question that is,
`attack` and `sight` know.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from astrike.model.explain import NO_FACTS, Facts, facts
from astrike.model.margin import HiddenShare, Margin, Margins
from astrike.rules.battlefield import Field
from astrike.rules.line import Line
from astrike.rules.lines import measure_lines
from astrike.rules.margins.displaced import is_movable
from astrike.rules.margins.nearest import Change, Grid, Search
from astrike.rules.margins.readings import COLUMNS, MATTERS, Question, Reader, SingleReader
from astrike.rules.margins.seeds import seeds
from astrike.rules.sight import sight_rules

CAUSES = ("elevation", "contact", "range", "arc", "direction", "hidden", "woods")
"""Why a verdict changes; of several at one place the first."""


@dataclass(frozen=True, slots=True)
class Care:
    """How carefully is looked."""

    grid: Grid
    seeds: int
    """Places that are looked at first, the nearest."""


ALL_AT_ONCE = Care(Grid(2.0, 1 / 3, 1 / 48, 1 / 12), 240)
ONE_BY_ONE = Care(Grid(0.5, 1 / 4, 1 / 32, 1 / 4), 24)
"""Where each place needs a table of its own: less far, so that nobody waits."""


def pair_margins(
    field: Field, a: int, t: int, asked: Callable[[], Question], *, singly: bool = False
) -> Margins:
    """Say how far what is asked about two units holds; on hexes nothing is measured and nothing said."""
    (line,) = measure_lines(field, np.array([a]), np.array([t]))
    (now,) = asked().judged(field, [line])
    care = ONE_BY_ONE if singly else ALL_AT_ONCE
    units: list[Margin] = []
    aspects: dict[str, Margin] = {}
    for moving in (0, 1) if field.board is None else ():
        i, other = ((a, t), (t, a))[moving]
        if not is_movable(field, i):
            continue
        reader = (SingleReader if singly else Reader)(field, (a, t), moving, asked())
        search = Search(reader.read, care.grid, MATTERS)
        changes = search.changes(seeds(field, i, other, reach=care.grid.reach, most=care.seeds))
        by_aspect = dict(zip(COLUMNS, changes, strict=True))
        for margin in _margins(field, line, field.units.units[i].id, by_aspect, reader):
            if margin.of == "verdict":
                units.append(_explained(field, line, margin, by_aspect["verdict"]))
            elif margin.of not in aspects or margin.inches < aspects[margin.of].inches:
                aspects[margin.of] = margin
    least = min(units, key=lambda one: one.inches, default=None)
    tolerance = field.table.tolerance
    return Margins(
        now=now.outcome,
        least=least,
        units=tuple(units),
        aspects=tuple(sorted(aspects.values(), key=lambda one: one.inches)),
        hidden=_hidden_share(field, line),
        beyond=care.grid.reach if field.board is None else 0.0,
        tolerance=tolerance,
        close=least is not None and least.inches < tolerance,
    )


def _margins(
    field: Field, line: Line, unit: str, changes: Mapping[str, Change | None], reader: Reader
) -> Iterator[Margin]:
    for of, change in changes.items():
        if change is not None:
            yield Margin(
                of=of,
                unit=unit,
                inches=round(change.inches, 4),
                toward=change.toward,
                becomes=reader.outcomes[int(change.beyond[0])],
                facts=_facts(field, line, of),
            )


def _explained(field: Field, line: Line, margin: Margin, change: Change | None) -> Margin:
    """Name the aspect that changes where the verdict does."""
    changed: Sequence[str] = ()
    if change is not None:
        pairs = zip(COLUMNS, change.before, change.beyond, strict=True)
        changed = [of for of, before, beyond in pairs if before != beyond]
    of = next((cause for cause in CAUSES if cause in changed), "verdict")
    return replace(margin, of=of, facts=_facts(field, line, of))


def _hidden_share(field: Field, line: Line) -> HiddenShare:
    low, high = sight_rules(field).thirds
    return HiddenShare(line.hidden, line.hidden - low, line.hidden - high)


def _facts(field: Field, line: Line, of: str) -> Facts:
    """Say what was measured of an aspect, and what it is measured against."""
    if of == "hidden":
        low, high = sight_rules(field).thirds
        return facts(hidden=line.hidden, back=line.hidden_back, third=low, two_thirds=high)
    if of == "woods":
        met = [k for k, inches in enumerate(line.between) if inches > 0]
        inches = sum(line.between)
        limits = {field.lie.kinds[k].limit for k in met}
        return facts(inches=inches, limit=limits.pop()) if len(limits) == 1 else facts(inches=inches)
    if of == "range":
        return facts(measured=line.range)
    return NO_FACTS
