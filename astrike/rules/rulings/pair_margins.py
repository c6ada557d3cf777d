"""Given what one question answers at one place, how far does that hold around both of its units?

For any question about two units; which one it is, attack or sight, the caller decides.
"""

from collections.abc import Callable, Collection
from dataclasses import replace

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Floats
from astrike.model.explain import facts
from astrike.model.margin import HiddenShare, Margin, Margins, SearchedAround, Unmeasured, VerdictParts
from astrike.rules.attack.sight import sight_rules
from astrike.rules.electronics.systems import electronics
from astrike.rules.rulings.candidate_places import candidate_displacements
from astrike.rules.rulings.displaced import unmeasured
from astrike.rules.rulings.displaced_values import (
    COLUMNS,
    MATTERS,
    PairQuestion,
    PairVerdict,
    PlaceReader,
    SinglePlaceReader,
)
from astrike.rules.rulings.equivalent_places import fails_where_jammed
from astrike.rules.rulings.nearest_change import ChangeSearch, NearestChange, SearchGrid
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.table.lines import measure_columns
from astrike.rules.table.prepared_table import PreparedTable

CAUSES = ("elevation", "contact", "range", "arc", "direction", "hidden", "woods")
"""Why a verdict changes; of several at one place the first."""

NEAR = 0.005
"""Inches by which what was found by looking and what a bracket's end says differ at most."""


@dataclass(frozen=True, slots=True)
class SearchCare:
    """How carefully is searched."""

    grid: SearchGrid
    seeds: int
    """Places that are checked first, the nearest."""


ALL_AT_ONCE = SearchCare(SearchGrid(2.0, 1 / 3, 1 / 48, 1 / 12), 240)
ONE_BY_ONE = SearchCare(SearchGrid(0.5, 1 / 4, 1 / 32, 1 / 4, is_first_alone=True, rays=1), 16)
"""Where each place needs a table of its own: less far, so that nobody waits."""


def pair_margins(
    prepared: PreparedTable,
    a: int,
    t: int,
    asked: Callable[[], PairQuestion],
    *,
    singly: bool = False,
    others: frozenset[int] | None = None,
    known: Margin | None = None,
) -> Margins:
    """Say how far what is asked about two units holds; on hexes nothing is measured. `known`: a change nearby."""
    here = measure_columns(prepared, np.array([a]), np.array([t]))
    line = here.line(0)
    (now,) = asked().judged(prepared, here)
    together = asked()
    searched: list[SearchedAround] = []
    fixed: list[Unmeasured] = []
    units: list[Margin] = []
    aspects: dict[str, Margin] = {}
    for moving in (0, 1) if a != t else ():
        i = (a, t)[moving]
        why = unmeasured(prepared, i)
        if why is not None:
            fixed.append(why)
            continue
        reader, care, around = _around(
            prepared, (a, t), moving, _Asked(now, asked, together, singly, others, known)
        )
        searched.append(SearchedAround(prepared.units.units[i].id, care.grid.reach))
        for of, change in zip(COLUMNS, around, strict=True):
            if change is None:
                continue
            margin = Margin(
                of=_cause(change) if of == "verdict" else of,
                unit=prepared.units.units[i].id,
                inches=round(change.inches, 4),
                toward=change.toward,
                becomes=reader.outcome_of(change.beyond),
            )
            margin = measured_to(prepared, line, now.outcome, margin)
            if of == "verdict":
                # Bases in contact are meant to be: that they could be apart is no close call.
                units += [] if now.contact is True and margin.of == "contact" else [margin]
            elif of not in aspects or margin.inches < aspects[of].inches:
                aspects[of] = margin
    least = min(units, key=lambda one: one.inches, default=None)
    tolerance = prepared.table.tolerance
    return Margins(
        now=now.outcome,
        least=least,
        units=tuple(units),
        aspects=tuple(sorted(aspects.values(), key=lambda one: one.inches)),
        hidden=_hidden_share(prepared, line),
        beyond=min((each.inches for each in searched), default=0.0),
        tolerance=tolerance,
        close=least is not None and least.inches < tolerance,
        searched=tuple(searched),
        unmeasured=tuple(dict.fromkeys(fixed)),
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked around either base: what it says here, the question anew, and what both bases share."""

    now: PairVerdict
    anew: Callable[[], PairQuestion]
    together: PairQuestion
    singly: bool
    others: frozenset[int] | None
    known: Margin | None


def _around(
    prepared: PreparedTable, ends: tuple[int, int], moving: int, asked: _Asked
) -> tuple[PlaceReader, SearchCare, tuple[NearestChange | None, ...]]:
    """Look around one base: with hypothetical units, or place by place where these would be answered otherwise."""
    i, other = ends[moving], ends[1 - moving]
    if not asked.singly and not bears_a_field(prepared, i, other):
        reader = PlaceReader(prepared, ends, moving, asked.together, asked.others)
        search = ChangeSearch(reader.read, ALL_AT_ONCE.grid, MATTERS)
        changes = search.changes(_seeds(prepared, i, other, ALL_AT_ONCE, asked.known))
        # A declaration or a mark may name the unit, and nobody stands in for that.
        if reader.outcome_of(search.here) == asked.now.outcome:
            return reader, ALL_AT_ONCE, changes
    reader = SinglePlaceReader(prepared, ends, moving, asked.anew())
    search = ChangeSearch(reader.read, ONE_BY_ONE.grid, MATTERS)
    return reader, ONE_BY_ONE, search.changes(_seeds(prepared, i, other, ONE_BY_ONE, asked.known))


def _seeds(prepared: PreparedTable, i: int, other: int, care: SearchCare, known: Margin | None) -> Floats:
    found = candidate_displacements(prepared, i, other, reach=care.grid.reach, most=care.seeds)
    if known is None or known.unit != prepared.units.units[i].id:
        return found
    return np.concatenate((np.array([known.toward]) * known.inches, found))


def bears_a_field(prepared: PreparedTable, i: int, other: int) -> bool:
    """Does a unit carry ECM about, and is there anything here that it could jam? Hypothetical units carry none."""
    air = electronics(prepared)
    if i not in air.carrier.tolist():
        return False
    return (
        fails_where_jammed(prepared, i, other) or bool(prepared.networks) or sight_rules(prepared).concealing
    )


def _cause(change: NearestChange) -> str:
    """Name the aspect that changes where the verdict does."""
    pairs = zip(COLUMNS, change.before, change.beyond, strict=True)
    return cause_of({of for of, before, beyond in pairs if before != beyond})


def cause_of(changed: Collection[str]) -> str:
    """Name why a verdict changes where these aspects do."""
    return next((of for of in CAUSES if of in changed), "verdict")


def _hidden_share(prepared: PreparedTable, line: MeasuredLine) -> HiddenShare:
    low, high = sight_rules(prepared).thirds
    return HiddenShare(line.hidden, line.hidden - low, line.hidden - high)


def measured_to(prepared: PreparedTable, line: MeasuredLine, now: VerdictParts, margin: Margin) -> Margin:
    """Say what was measured, and against what; to the end of a bracket it is exact."""
    if margin.of == "hidden":
        low, high = sight_rules(prepared).thirds
        known = facts(hidden=line.hidden, back=line.hidden_back, third=low, two_thirds=high)
        return replace(margin, facts=known)
    if margin.of == "woods":
        inches = sum(line.between)
        limits = {
            prepared.terrain.kinds[k].limit for k, inches_of in enumerate(line.between) if inches_of > 0
        }
        limit = limits.pop() if len(limits) == 1 else None
        known = facts(inches=inches) if limit is None else facts(inches=inches, limit=limit)
        return replace(margin, facts=known)
    if margin.of != "range":
        return margin
    bracket, bound = _ends(prepared, line, now, margin)
    if bracket is None:
        return _to_end_of_sight(prepared, line, margin)
    exact = round(abs(bound - line.range), 6)
    known = facts(measured=line.range, bound=bound, bracket=bracket)
    is_straight = abs(exact - margin.inches) <= NEAR
    return replace(margin, facts=known, inches=exact if is_straight else margin.inches)


def _to_end_of_sight(prepared: PreparedTable, line: MeasuredLine, margin: Margin) -> Margin:
    """Say where sight ends, if that is what the margin is of."""
    for end, _key in sight_rules(prepared).limits[line.attacker]:
        exact = round(abs(end - line.range), 6)
        if abs(exact - margin.inches) <= NEAR:
            return replace(margin, facts=facts(measured=line.range, bound=end), inches=exact)
    return replace(margin, facts=facts(measured=line.range))


def _ends(
    prepared: PreparedTable, line: MeasuredLine, now: VerdictParts, margin: Margin
) -> tuple[str | None, float]:
    """Give the bracket that ends between the two verdicts, and at how many inches."""
    brackets = prepared.edition.brackets
    between = [key for key in (now.bracket, margin.becomes.bracket) if key is not None]
    if now.bracket == margin.becomes.bracket or not between:
        return None, 0.0
    nearer = min(between, key=lambda key: brackets[key].upto)
    bounds = (brackets[nearer].upto, brackets[nearer].underwater)
    return nearer, min(bounds, key=lambda bound: abs(abs(bound - line.range) - margin.inches))
