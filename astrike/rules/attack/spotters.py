"""Who spots for an attack whose target the attacker need not see?

For indirect fire and artillery: which friends and sensors see the target, which of them may spot, and what the attack
needs with each. Sources: CE pp.38-41, 44, 88-90; AS pp.35, 37, 42.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

import numpy as np

from astrike.errors import InputError, Problem
from astrike.geometry.arrays import in_contact
from astrike.geometry.bases import gaps
from astrike.model.attack_answer import SightAnswer
from astrike.model.attack_outcome import SpotterAnswer
from astrike.model.explain import Assumed, Modifier, Reason, facts
from astrike.model.terrain import Family
from astrike.model.unit import Unit
from astrike.rules.attack.combatants import circumstances, combatants
from astrike.rules.attack.facts_from_table import shot_of
from astrike.rules.attack.sight import sight_answer, water_without_torpedoes
from astrike.rules.attack.situation import Situation
from astrike.rules.edition_rows import reason
from astrike.rules.electronics.jamming import probe_reach
from astrike.rules.shot.ability_steps import ability_step
from astrike.rules.shot.facts import SpotterFacts
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.shot.rule_types import entry_of
from astrike.rules.shot.spotter_terms import (
    TAGS,
    attacks_of,
    designator,
    has_attacked,
    spotter_options,
    spotter_terms,
)
from astrike.rules.shot.to_hit import PAIR_STEPS, LedgerBuilder, ToHitLedger
from astrike.rules.table.hypothetical import point_target_at
from astrike.rules.table.lines import measure_lines
from astrike.rules.table.prepared_table import PreparedTable, table_with_units
from astrike.rules.units.move_and_tmm import felt_heat
from astrike.tolerance import TOUCH

AT_SENSOR = 0.5
"""Inches: this near a place that is named, a sensor is the one meant."""
VIEWED = ("see-through", "cover", "spotter")
"""The to-hit steps that look at the spotter."""

_POINT = re.compile(r"\s*([+-]?[0-9.]+)\s*,\s*([+-]?[0-9.]+)\s*(?:,\s*[+-]?[0-9.]+\s*)?")


class RankedSpotter(NamedTuple):
    """A possible spotter with the attack as it is when it spots."""

    spotting: SpotterFacts
    ledger: ToHitLedger

    @property
    def refusals(self) -> tuple[Reason, ...]:
        """Why the attack is not possible with it: it may not spot, or a term is not printed."""
        return (*self.spotting.refusals, *self.ledger.unknown)


def spotted(s: Situation) -> Situation:
    """Put the spotter that the question names into the situation, else the best there is; none: leave it alone."""
    if s.question.spotter is None:
        best = ranking(s, [each for each in candidates(s) if not each.refusals])
        return with_spotter(s, best[0].spotting) if best else s
    named = next((each for each in candidates(s) if is_named(s, each)), None)
    return s if named is None else with_spotter(s, named)


def with_spotter(s: Situation, spotting: SpotterFacts) -> Situation:
    """Let somebody look in the attacker's place."""
    return s._replace(spotting=spotting, sight=spotting.sight)


def ranking(s: Situation, possible: Sequence[SpotterFacts]) -> list[RankedSpotter]:
    """Rank possible spotters: those who may spot first, by the Target Number, then by their distance."""
    ledger_builder = LedgerBuilder(circumstances(s.prepared), s.question.kind)
    found = [RankedSpotter(each, ledger_builder.ledger(shot_of(with_spotter(s, each)))) for each in possible]

    def worth(each: RankedSpotter) -> tuple[int, int, float]:
        count = len(each.spotting.refusals) * 2 + len(each.ledger.unknown)
        return count, each.ledger.tally.total, each.spotting.line.range

    return sorted(found, key=worth)


def spotters_of(s: Situation) -> tuple[SpotterAnswer, ...]:
    """Say of each possible spotter, the best first, whether it may spot and what the attack then needs."""
    chosen = None if s.spotting is None else s.spotting.name
    return tuple(
        SpotterAnswer(
            unit=each.spotting.name,
            range=each.spotting.line.range,
            sight=each.spotting.sight.state,
            refusals=each.refusals,
            modifiers=tuple(_modifiers(with_spotter(s, each.spotting))),
            target_number=None if each.refusals else each.ledger.tally.total,
            tag=each.spotting.tag,
            chosen=each.spotting.name == chosen,
        )
        for each in ranking(s, candidates(s))
    )


def _modifiers(s: Situation) -> Iterator[Modifier]:
    """Give what spotting adds to the Target Number: its own terms, terrain along its line, and its pilot's."""
    shot = shot_of(s)
    for name in VIEWED:
        if name not in s.kind.steps:
            continue
        for term in PAIR_STEPS[name](shot):
            rows = s.prepared.edition.modifiers
            entry = entry_of(rows[term[0]], term[1]) if isinstance(term, tuple) else term
            if isinstance(entry, Modifier) and entry.value:
                yield entry
    if "abilities" in s.kind.steps:
        alone = list(ability_step(shot_of(s._replace(spotting=None))))
        yield from (each for each in ability_step(shot) if isinstance(each, Modifier) and each not in alone)


# ---- who could spot


def candidates(s: Situation) -> tuple[SpotterFacts, ...]:
    """Give everybody who could spot for this attack, in file order: friends, sensors, and who is named."""
    scene = _with_sensors(s.prepared)
    sensors = {marker.id: marker for marker in s.prepared.table.markers if marker.kind == "sensor"}
    named = _named(s)
    lookers = [
        i
        for i, unit in enumerate(scene.units.units)
        if i != s.t
        and (
            unit.id == named
            or (
                sensors[unit.id].side in (None, s.attacker.side)
                if i >= len(s.prepared.units.units)
                else i != s.a and _is_friend(s, unit)
            )
        )
    ]
    lines = measure_lines(scene, np.array(lookers, dtype=np.intp), np.full(len(lookers), s.t))
    return tuple(_spotting(s, scene, line) for line in lines)


def is_named(s: Situation, spotting: SpotterFacts) -> bool:
    """Is this the spotter that the question names?"""
    return spotting.name == _named(s)


def _is_friend(s: Situation, unit: Unit) -> bool:
    return unit.side is not None and unit.side == s.attacker.side


def _named(s: Situation) -> str | None:
    """Give the id of the unit or sensor that the question names; None when it names none, or a bare place."""
    words = s.question.spotter
    if words is None or words in s.prepared.units.index:
        return words
    sensors = [marker for marker in s.prepared.table.markers if marker.kind == "sensor"]
    if words in [marker.id for marker in sensors]:
        return words
    place = _POINT.fullmatch(words)
    if place is None:
        raise InputError([Problem("spotter", words, "the id of a unit of this table, or X,Y of a sensor")])
    x, y = float(place[1]), float(place[2])
    near = [(hypot(marker.at[0] - x, marker.at[1] - y), marker.id) for marker in sensors]
    return min((each for each in near if each[0] <= AT_SENSOR), default=(0.0, None))[1]


@lru_cache(maxsize=8)  # one a thread that is answering
def _with_sensors(prepared: PreparedTable) -> PreparedTable:
    """Put point targets where sensors lie, behind the units of the table."""
    sensors = [marker for marker in prepared.table.markers if marker.kind == "sensor"]
    if not sensors:
        return prepared
    point_targets = [point_target_at(prepared, marker.id, marker.at) for marker in sensors]
    return table_with_units(prepared, prepared.metric.bodies(point_targets))


# ---- one spotter


def _spotting(s: Situation, scene: PreparedTable, line: MeasuredLine) -> SpotterFacts:
    i = line.attacker
    unit = scene.units.units[i]
    seen = sight_answer(scene, line)
    is_remote = i >= len(s.prepared.units.units) or (unit.spotter is not None and unit.spotter.remote)
    reasons = [reason(s.prepared, key) for key in dict.fromkeys(_states(s, scene, i, is_remote=is_remote))]
    reasons += seen.reasons
    reasons += _under_water(scene, line, seen)
    reasons += _too_far(s.prepared, line, seen)
    at, who, marks = circumstances(s.prepared), combatants(scene)[i], _marks(s, unit)
    tag, is_shell = _tag(s, unit, line), s.kind.family == "artillery"
    return SpotterFacts(
        name=unit.id,
        line=line,
        sight=seen,
        woods=scene.woods_of[i],
        refusals=tuple(reasons),
        terms=tuple(spotter_terms(who, at, is_remote=is_remote, marks=marks, tag=tag if is_shell else "")),
        tag=tag,
        options=tuple(spotter_options(who, at, is_remote=is_remote, marks=marks)),
        assumed=tuple(_assumed(s, scene, i, is_remote=is_remote)),
        unit=unit if i < len(s.prepared.units.units) else None,
        has_probe=i < len(s.prepared.units.units) and bool(probe_reach(s.prepared, i)),
    )


def _states(s: Situation, scene: PreparedTable, i: int, *, is_remote: bool) -> Iterator[str]:
    """Give the keys of what forbids this one to spot here, sight aside (CE pp.38-41, AS p.35)."""
    unit = scene.units.units[i]
    if i >= len(s.prepared.units.units):
        return
    if i == s.a:
        yield "spotter.self"
    elif not _is_friend(s, unit):
        yield "spotter.enemy"
    for flag in ("destroyed", "off-table", "shutdown"):
        if flag in unit.state:
            yield f"spotter.{flag}"
    if felt_heat(unit, s.prepared.edition) >= s.prepared.edition.number("heat.shutdown"):
        yield "spotter.shutdown"
    if unit.motion == "sprint":
        yield "spotter.sprinted"
    if unit.carried_by is not None:
        yield "spotter.transported"
    if _watches_another(s, scene, unit):
        yield "spotter.other-target"
    if _flies(scene, i) and not unit.has("RCN") and not probe_reach(scene, i):
        yield "spotter.aerospace"
    if has_attacked(unit, circumstances(s.prepared), is_remote=is_remote, marks=_marks(s, unit)):
        yield "spotter.attacked"


def _under_water(scene: PreparedTable, line: MeasuredLine, seen: SightAnswer) -> Iterator[Reason]:
    """Torpedoes open the way for torpedoes, not for whoever spots for other weapons (CE p.41, AS p.34)."""
    known = {each.key for each in seen.reasons}
    keys = water_without_torpedoes(scene, line.attacker, line.target, line.same_water)
    yield from (reason(scene, key) for key in keys if key not in known)


def _too_far(prepared: PreparedTable, line: MeasuredLine, seen: SightAnswer) -> Iterator[Reason]:
    """A spotter sees no farther than any ground unit, whatever ranges the table plays with (AS pp.35, 99)."""
    limit = prepared.options.number("sight.max")
    if line.range > limit + TOUCH and not any(why.key == "sight.max" for why in seen.reasons):
        yield reason(prepared, "sight.max", facts(range=line.range, limit=limit))


def _flies(scene: PreparedTable, i: int) -> bool:
    return scene.units.rows[i].aerospace and (
        scene.units.airborne[i] or scene.units.units[i].flight is not None
    )


def _watches_another(s: Situation, scene: PreparedTable, unit: Unit) -> bool:
    """Does it spot another target this turn? It has one, whoever fires at it (AS p.35)."""
    if unit.spotter is not None and unit.spotter.target is not None:
        return not _is_target(s, scene, unit.spotter.target)
    tagged = [mark.target for mark in s.prepared.table.marks if mark.by == unit.id and mark.kind in TAGS]
    return bool(tagged) and not any(_is_target(s, scene, target) for target in tagged)


def _is_target(s: Situation, scene: PreparedTable, named: str | tuple[float, float]) -> bool:
    """Is what a table names - a unit, a piece, a marked point or a place - what this attack is aimed at?"""
    if named == s.target.id:
        return True
    if isinstance(named, str):
        other = scene.units.index.get(named)
        if other is not None:
            return s.aim is not None and bool(in_contact(gaps(scene.units.bases, [other], [s.t]))[0])
        marker = next((marker for marker in s.prepared.table.markers if marker.id == named), None)
        if marker is None:
            terrain = s.prepared.terrain
            found = [
                k for family in (Family.SOLID, Family.DECK) for k in terrain.pieces_at(s.target.at, family)
            ]
            return s.aim is not None and named in [terrain.pieces[k].id for k in found]
        named = marker.at
    away = hypot(named[0] - s.target.at[0], named[1] - s.target.at[1])
    return away <= s.prepared.units.of[s.t].width / 2 + TOUCH


# ---- what it has marked


def _marks(s: Situation, unit: Unit) -> tuple[bool, ...]:
    """Say of each designation of this target by this unit whether it succeeded."""
    marks = s.prepared.table.marks
    return tuple(
        mark.success
        for mark in marks
        if mark.by == unit.id and mark.kind in TAGS and mark.target == s.target.id
    )


def _tag(s: Situation, unit: Unit, line: MeasuredLine) -> str:
    """Name the designator that counts: one that hit the target; for artillery one within its reach (AS p.42)."""
    if s.kind.family == "artillery":
        return designator(unit, circumstances(s.prepared), line.range)
    hit = [
        mark.kind
        for mark in s.prepared.table.marks
        if mark.by == unit.id and mark.target == s.target.id and mark.success and mark.kind in TAGS
    ]
    return hit[0] if hit else ""


def _assumed(s: Situation, scene: PreparedTable, i: int, *, is_remote: bool) -> Iterator[Assumed]:
    """Name what was assumed about a spotter."""
    unit = scene.units.units[i]
    if i >= len(s.prepared.units.units):
        yield Assumed(f"markers.{unit.id}.z", scene.units.of[i].ground, "Sensor lies on the surface, flat")
        return
    yield from scene.units.assumed[i]
    if is_remote:
        return
    if "motion" not in unit.stated:
        yield Assumed(f"units.{unit.id}.motion", unit.motion, "Movement not given")
    if unit.spotter is None and attacks_of(unit, circumstances(s.prepared)) == "none":
        yield Assumed(f"units.{unit.id}.spotter", "none", "Spotter taken not to attack this turn")
    if _flies(scene, i) and s.prepared.edition.number("spotter.central-zone"):
        yield Assumed(f"units.{unit.id}.flight", "central zone", "Spotter taken to be in the Central Zone")
