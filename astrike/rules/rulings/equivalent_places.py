"""At which places must the answer about an attack be the same, and which other units can play a part?

The answer is then worked out once for all of those places. Only plain weapon attacks are treated so; attacks that
depend on other units, or on inches that no table of the edition holds, are not.
"""

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from math import ceil
from typing import NamedTuple

from astrike.model.attack_question import AttackQuestion
from astrike.rules.attack.sight import sight_rules
from astrike.rules.attack.weapon_arcs import units_with_many_arcs
from astrike.rules.electronics.systems import electronics, systems_on
from astrike.rules.shot.ability_rows import is_in_use
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.table.flyers import aerospace_flyers
from astrike.rules.table.prepared_table import PreparedTable
from astrike.tolerance import TOUCH

BAND = 1.0
"""Inches: every distance at which a rule changes is a whole number of these, those of `_bounds` aside."""
LED = frozenset({"drone", "pod"})
"""Systems that fail their unit where they are jammed."""
WATCHING = frozenset({"probe"})
"""Systems that tell their unit more within their reach."""


def can_share_answers(prepared: PreparedTable, a: int, t: int, question: AttackQuestion) -> bool:
    """Does the answer hang on the line and on how both stand, and on nothing else?"""
    ends = {a, t}
    units = [prepared.units.units[i] for i in (a, t)]
    return (
        question.kind == "weapon"
        and not question.choices
        and not prepared.networks
        and not any(unit.pilot for unit in units)
        and not ends & units_with_many_arcs(prepared)
        and not ends & aerospace_flyers(prepared)
        and not any(
            system.unit in ends and system.row.kind in WATCHING for system in electronics(prepared).systems
        )
        and not fails_where_jammed(prepared, a, t)
        and prepared.options.word("woods.advanced") == "off"
    )


def friends_cover(prepared: PreparedTable) -> bool:
    """Does an option let units in contact cover each other? Hypothetical units in contact would then do so."""
    rows = prepared.edition.bonuses.values()
    return any(row.what == "shield" and is_in_use(row, prepared.options) for row in rows)


def fails_where_jammed(prepared: PreparedTable, *ends: int) -> bool:
    """Does one of these units fail where it is jammed?"""
    return any(row.kind in LED for i in ends for row in systems_on(prepared, prepared.units.units[i]))


def units_that_matter(prepared: PreparedTable, a: int, t: int) -> frozenset[int]:
    """Give the units that play a part on a line between two others: who hides what is behind, and who bears a field."""
    large = {i for i, blocks in enumerate(prepared.units.blocks) if blocks != "none"}
    return frozenset({*large, *electronics(prepared).carrier.tolist()} - {a, t})


def equivalence_keys(prepared: PreparedTable, lines: Sequence[MeasuredLine]) -> list[Hashable]:
    """Give for each line what is the same of all that are answered alike."""
    bounds = _bounds(prepared, lines)
    return [_likeness(prepared, line, bounds) for line in lines]


class _Bounds(NamedTuple):
    """What the edition compares lines with."""

    inches: tuple[float, ...]
    """Where something ends that is no whole number of bands."""
    half: float
    rear: float
    is_sum: bool
    """Do all kinds of woods together use up a limit?"""


def _bounds(prepared: PreparedTable, lines: Sequence[MeasuredLine]) -> _Bounds:
    rules, edition = sight_rules(prepared), prepared.edition
    found = {edition.number("strip.policy"), rules.visual.inches}
    found |= {end for row in edition.brackets.values() for end in (row.upto, row.underwater)}
    found |= {end for line in lines[:1] for end, _key in rules.limits[line.attacker]}
    return _Bounds(
        inches=tuple(sorted(end for end in found if end % BAND)),
        half=edition.number("half-base") - TOUCH,
        rear=edition.number("rear.from") + TOUCH,
        is_sum=prepared.options.word("woods.mixed") == "sum",
    )


def _likeness(prepared: PreparedTable, line: MeasuredLine, bounds: _Bounds) -> Hashable:
    rules = sight_rules(prepared)
    air = electronics(prepared)
    ends = (line.attacker, line.target)
    return (
        ceil((line.range - TOUCH) / BAND),
        bisect_left(bounds.inches, line.range - TOUCH),
        line.contact,
        (line.hidden > rules.cover_from) + (line.hidden > rules.cover_to),
        line.hidden_back > rules.cover_to,
        (line.hidden > 0.0, line.hidden_back > 0.0),
        _woods(prepared, line, is_sum=bounds.is_sum),
        line.arc_share >= bounds.half,
        abs(line.off_rear) > bounds.rear,
        line.same_water,
        *(_standing(prepared, i) for i in ends),
        air.covers[:, list(ends)].tobytes() if air.fields else b"",
    )


def _woods(prepared: PreparedTable, line: MeasuredLine, *, is_sum: bool) -> Hashable:
    kinds = prepared.terrain.kinds
    there, back = (
        [inches / kind.limit for kind, inches in zip(kinds, between, strict=True)]
        for between in (line.between, line.between_back)
    )
    used = [(sum(filled) if is_sum else max(filled, default=0.0)) >= 1.0 - TOUCH for filled in (there, back)]
    counts = [
        (
            inches > TOUCH and inches >= kind.from_inches - TOUCH,
            inches + own + theirs > TOUCH and inches + own + theirs >= kind.from_inches - TOUCH,
            own > TOUCH,
        )
        for kind, inches, own, theirs in zip(kinds, line.between, line.own, line.theirs, strict=True)
    ]
    return (*used, *counts)


def _standing(prepared: PreparedTable, i: int) -> Hashable:
    body = prepared.units.of[i]
    on = body.on
    is_ramp = on is not None and prepared.terrain.rows[prepared.terrain.index[on]].family == "ramp"
    height = None if is_ramp else round(body.ground, 6)
    return (
        height,
        on,
        body.inside,
        body.submersion,
        prepared.units.airborne[i],
        prepared.stands_in[i],
        prepared.woods_of[i],
    )
