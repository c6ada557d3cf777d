"""Which attacks are too close to call?

An attack is, if either base, off by less than the table's tolerance, gives another number, other odds, other damage or
another permission. Lists, map, card, matrix, command, API and ruling all ask here, for one attack or for hundreds at
once: they answer the same about the same two units. How far an answer holds beyond the tolerance is measured as its
margin.

Checked are places all around each base at the tolerance, toward and away from the other unit where a range ends
nearby, and where the base just meets an edge of terrain.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from astrike.dataclass import dataclass
from astrike.geometry.arrays import Floats
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import PLAIN, AttackQuestion
from astrike.model.margin import Margin, Margins
from astrike.model.unit import Unit
from astrike.rules.attack.sight import sight_rules
from astrike.rules.electronics.systems import electronics
from astrike.rules.rulings.attack_at_places import answer_parts, attack_verdict, needs_own_tables
from astrike.rules.rulings.candidate_places import BaseOrPoint, edge_displacements
from astrike.rules.rulings.displaced import are_on_table, displaced_units, hypothetical_at, unmeasured
from astrike.rules.rulings.displaced_values import COLUMNS, PairVerdict, aspects_of
from astrike.rules.rulings.equivalent_places import can_share_answers, equivalence_keys
from astrike.rules.rulings.pair_margins import bears_a_field, cause_of, measured_to
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.solver.attack import Detail, attack, check_question
from astrike.rules.table.hypothetical import with_hypothetical_of_units, with_hypothetical_unit, with_unit_at
from astrike.rules.table.line_columns import LineColumns, columns_of_lines, joined_lines
from astrike.rules.table.lines import measure_columns
from astrike.rules.table.prepared_table import PreparedTable

WAYS = 12
"""Directions in which each base is displaced by the whole tolerance; more inside where the tolerance is wide."""
RING = 0.1
"""Inches between one ring of places and the next."""
RINGS = 5
"""Most rings around a base, however wide the tolerance is."""
WITHIN = 0.9999
"""Share of the tolerance that bases are displaced by: what is just as far off is not close."""
EDGES = 12
"""Most places at edges of terrain that a base is tried at, the nearest first."""
AT_ONCE = 20_000
"""Lines that are measured at once."""

_Place = tuple[float, float]


def close_calls(
    prepared: PreparedTable, answers: Sequence[AttackAnswer], question: AttackQuestion = PLAIN
) -> tuple[Margin | None, ...]:
    """Give for each answer to this question what would be within the tolerance, None where nothing else would be."""
    check_question(prepared, question)
    nearest: dict[int, _Seen] = {}
    for seen in _searched(prepared, answers, question):
        known = nearest.get(seen.pair)
        if known is None or seen.order < known.order:
            nearest[seen.pair] = seen
    ends = [(prepared.place_of(answers[k].attacker), prepared.place_of(answers[k].target)) for k in nearest]
    lines = dict(zip(nearest, _lines(prepared, ends).lines(), strict=True))
    return tuple(
        _margin(prepared, each, lines[k], nearest[k]) if k in nearest else None
        for k, each in enumerate(answers)
    )


def as_called(margins: Margins, call: Margin | None) -> Margins:
    """Give margins that say of what is too close to call what `close_calls` says."""
    tolerance = margins.tolerance
    if call is None:
        # What is found this close to the tolerance lies at it, as far as anything here is exact.
        units = tuple(replace(each, inches=max(each.inches, tolerance)) for each in margins.units)
    elif margins.least is not None and margins.least.inches < tolerance:
        units = margins.units
    else:
        units = (call, *(each for each in margins.units if each.unit != call.unit))
    least = min(units, key=lambda one: one.inches, default=None)
    return replace(margins, units=units, least=least, close=call is not None)


class _Part(NamedTuple):
    """One unit's part in an attack, whose answer may be another one where that unit is displaced."""

    unit: int
    pair: int
    """Number of the attack."""
    other: int
    """The other unit of the attack."""
    role: int
    """0 where the one displaced attacks, 1 where it is the target."""

    @property
    def attacker(self) -> int:
        """The unit that attacks."""
        return self.other if self.role else self.unit

    def ends(self, unit: int, other: int) -> tuple[int, int]:
        """Give attacker and target, where these numbers stand for the two units."""
        return (other, unit) if self.role else (unit, other)


@dataclass(frozen=True, slots=True)
class _MovedUnit:
    """A unit that is displaced, the places it is tried out at, and the attacks it has a part in."""

    i: int
    places: tuple[_Place, ...]
    """Displacements, the first of them none."""
    parts: tuple[_Part, ...]
    """The part it has in each of its attacks."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """An attack that is another one where one of its units is displaced."""

    pair: int
    role: int
    moved_unit: int
    by: _Place
    judged: PairVerdict
    scene: PreparedTable
    at: int
    """The displaced unit in the scene."""

    @property
    def inches(self) -> float:
        """How far the unit is displaced."""
        return float(np.hypot(*self.by))

    @property
    def order(self) -> tuple[float, int, _Place]:
        """Which of several is reported: the nearest, of as near ones the same whatever else was asked with it."""
        return (round(self.inches, 6), self.role, self.by)


def _searched(
    prepared: PreparedTable, answers: Sequence[AttackAnswer], question: AttackQuestion
) -> Iterator[_Seen]:
    """Displace both units of every attack; first all that can be displaced at once, then the others."""
    if prepared.metric.unmeasured or prepared.table.tolerance <= 0.0 or not answers:
        return
    ends = [(prepared.place_of(each.attacker), prepared.place_of(each.target)) for each in answers]
    singly = needs_own_tables(prepared, question)
    alike: list[_Part] = []
    others: list[_Part] = []
    alone: list[_Part] = []
    for pair, (a, t) in enumerate(ends):
        is_alike = can_share_answers(prepared, a, t, question)
        if is_alike and _is_out_of_sight(prepared, a, answers[pair]):
            continue
        for role, (i, other) in enumerate(((a, t), (t, a))) if a != t else ():
            kind = alone if singly or bears_a_field(prepared, i, other) else alike if is_alike else others
            kind.append(_Part(i, pair, other, role))
    look = _Look(prepared, answers, question)
    failed: list[_Part] = []
    for moved_units in _together(prepared, look.moved_units(alike)):
        yield from look.at_hypothetical_places(moved_units, _all_down, failed, is_alike=True)
    for moved_unit in look.moved_units(others):
        yield from look.at_hypothetical_places([moved_unit], _crowd, failed, is_alike=False)
    for moved_unit in look.moved_units([*alone, *failed]):
        yield from look.one_by_one(moved_unit)


def _together(prepared: PreparedTable, moved_units: Iterable[_MovedUnit]) -> Iterator[list[_MovedUnit]]:
    """Deal moved units to tables: who hides others or bears a field of its own takes it along, and gets one alone."""
    carriers = set(electronics(prepared).carrier.tolist())
    plain: list[_MovedUnit] = []
    for moved_unit in moved_units:
        if moved_unit.i in carriers or prepared.units.blocks[moved_unit.i] != "none":
            yield [moved_unit]
        else:
            plain.append(moved_unit)
    if plain:
        yield plain


_Stage = tuple[PreparedTable, Sequence[int], dict[str, int]]
"""A scene, where in it the hypothetical units of each moved unit begin, and where the units themselves are."""


def _all_down(prepared: PreparedTable, moved_units: Sequence[_MovedUnit]) -> _Stage:
    gone = {moved_units[0].i} if len(moved_units) == 1 else set()
    others = [k for k in range(len(prepared.units.units)) if k not in gone]
    units = [_hypothetical_units(prepared, moved_unit) for moved_unit in moved_units]
    pairs = [
        (moved_unit.i, unit) for moved_unit, each in zip(moved_units, units, strict=True) for unit in each
    ]
    scene, index = with_hypothetical_of_units(prepared, pairs, others)
    return scene, np.cumsum([0, *map(len, units)]).tolist(), dict(index)


def _crowd(prepared: PreparedTable, moved_units: Sequence[_MovedUnit]) -> _Stage:
    (moved_unit,) = moved_units
    scene, index = with_hypothetical_unit(prepared, moved_unit.i, _hypothetical_units(prepared, moved_unit))
    return scene, [0], dict(index)


def _hypothetical_units(prepared: PreparedTable, moved_unit: _MovedUnit) -> list[Unit]:
    return hypothetical_at(
        prepared, moved_unit.i, prepared.units.bases.xy[moved_unit.i] + np.array(moved_unit.places)
    )


class _Look:
    """Looks at attacks with their units displaced."""

    def __init__(
        self, prepared: PreparedTable, answers: Sequence[AttackAnswer], question: AttackQuestion
    ) -> None:
        self._field, self._question = prepared, question
        self._now = [answer_parts(each).verdict for each in answers]
        self._touching = [each.sight.contact for each in answers]
        self._ranges = [each.range for each in answers]

    def moved_units(self, parts: Iterable[_Part]) -> Iterator[_MovedUnit]:
        """Gather by unit what is asked; who has no base that could be off is left out."""
        by_unit: dict[int, list[_Part]] = {}
        for part in parts:
            by_unit.setdefault(part.unit, []).append(part)
        for i, mine in by_unit.items():
            if unmeasured(self._field, i) is None:
                yield _MovedUnit(i, self._places(i, mine), tuple(mine))

    def _places(self, i: int, parts: Iterable[_Part]) -> tuple[_Place, ...]:
        """Give the displacements that can be: all around, at edges, and along lines whose range nearly ends."""
        prepared = self._field
        places = _ring(prepared, i)
        for part in parts:
            if _is_near_an_end(prepared, part.attacker, self._ranges[part.pair]):
                way = prepared.units.bases.xy[part.other] - prepared.units.bases.xy[i]
                way = way / max(float(np.hypot(*way)), 1e-9) * prepared.table.tolerance * WITHIN
                places += [(float(way[0]), float(way[1])), (-float(way[0]), -float(way[1]))]
        can = are_on_table(prepared, prepared.units.bases.xy[i] + np.array(places))
        return ((0.0, 0.0), *(each for each, is_on in zip(places, can.tolist(), strict=True) if is_on))

    def at_hypothetical_places(
        self,
        moved_units: Sequence[_MovedUnit],
        stage: Callable[[PreparedTable, Sequence[_MovedUnit]], _Stage],
        failed: list[_Part],
        *,
        is_alike: bool,
    ) -> Iterator[_Seen]:
        """Ask of hypothetical units; attacks that these are not answered as the unit itself go to `failed`."""
        scene, begins, index = stage(self._field, moved_units)
        asked: list[tuple[_MovedUnit, _Part, int]] = []
        ends: list[tuple[int, int]] = []
        for moved_unit, begin in zip(moved_units, begins, strict=False):
            for part in moved_unit.parts:
                other = index[self._field.units.units[part.other].id]
                asked.append((moved_unit, part, begin))
                ends += [part.ends(k, other) for k in range(begin, begin + len(moved_unit.places))]
        lines = _lines(scene, ends)
        start = 0
        batches: list[slice] = []
        for moved_unit, _part, _begin in asked:
            batches.append(slice(start, start + len(moved_unit.places)))
            start += len(moved_unit.places)
        judge = self._alike if is_alike else self._whole
        for (moved_unit, part, begin), judged in zip(asked, judge(scene, lines, batches), strict=True):
            now = self._now[part.pair]
            if judged[0].verdict != now:
                failed.append(part)
                continue
            for k, by in enumerate(moved_unit.places):
                if judged[k].verdict != now and not self._parts_bases(part.pair, judged[k]):
                    yield _Seen(part.pair, part.role, moved_unit.i, by, judged[k], scene, begin + k)

    def _parts_bases(self, pair: int, judged: PairVerdict) -> bool:
        """Are bases in contact here that would be apart there? They are meant to be, so that it is no close call."""
        return self._touching[pair] and judged.contact is not True

    def one_by_one(self, moved_unit: _MovedUnit) -> Iterator[_Seen]:
        """Ask with the unit itself displaced, at each place on a table of its own."""
        prepared = self._field
        places = prepared.units.bases.xy[moved_unit.i] + np.array(moved_unit.places)
        for by, unit in zip(
            moved_unit.places[1:], displaced_units(prepared, moved_unit.i, places[1:]), strict=True
        ):
            scene = with_unit_at(prepared, moved_unit.i, unit)
            ends = [part.ends(moved_unit.i, part.other) for part in moved_unit.parts]
            (judged,) = self._whole(scene, _lines(scene, ends), [slice(None)])
            for part, each in zip(moved_unit.parts, judged, strict=True):
                if each.verdict != self._now[part.pair] and not self._parts_bases(part.pair, each):
                    yield _Seen(part.pair, part.role, moved_unit.i, by, each, scene, moved_unit.i)

    def _whole(
        self, scene: PreparedTable, columns: LineColumns, batches: Sequence[slice]
    ) -> Iterator[list[PairVerdict]]:
        """Answer along every line."""
        every = columns.lines()
        for lines in (every[batch] for batch in batches):
            answers = attack(scene, lines, self._question, detail=Detail.LISTED)
            yield [attack_verdict(scene, line, each) for line, each in zip(lines, answers, strict=True)]

    def _alike(
        self, scene: PreparedTable, columns: LineColumns, batches: Sequence[slice]
    ) -> Iterator[list[PairVerdict]]:
        """Answer along the lines of each batch that are not alike, those of all batches at once."""
        every = equivalence_keys(scene, columns)
        keys = [every[batch] for batch in batches]
        new: dict[tuple[int, Hashable], int] = {}
        for k, (alike, batch) in enumerate(zip(keys, batches, strict=True)):
            for at, key in enumerate(alike, start=batch.start):
                new.setdefault((k, key), at)
        lines = columns.take(np.array([*new.values()], dtype=np.intp)).lines()
        answers = attack(scene, lines, self._question, detail=Detail.LISTED)
        known = {
            name: attack_verdict(scene, line, each)
            for name, line, each in zip(new, lines, answers, strict=True)
        }
        for k, alike in enumerate(keys):
            yield [known[k, key] for key in alike]


def _lines(scene: PreparedTable, ends: Sequence[tuple[int, int]]) -> LineColumns:
    if not ends:
        return columns_of_lines((), len(scene.terrain.kinds))
    pairs = np.array(ends, dtype=np.intp)
    starts = range(0, len(pairs), AT_ONCE)
    return joined_lines([measure_columns(scene, *pairs[start : start + AT_ONCE].T) for start in starts])


def _ring(prepared: PreparedTable, i: int) -> list[_Place]:
    """Give displacements of a unit all around and where it meets an edge of terrain."""
    tolerance = prepared.table.tolerance
    count = min(RINGS, int(np.ceil(tolerance / RING - 1e-9)))
    angle = np.arange(WAYS) * 2.0 * np.pi / WAYS
    heading: Floats = np.column_stack((np.sin(angle), np.cos(angle)))
    rings = [heading * (tolerance * WITHIN * (k + 1) / count) for k in range(count)]
    edges = edge_displacements(
        prepared, BaseOrPoint.of_unit(prepared, i), reach=tolerance * WITHIN, most=EDGES
    )
    return [(float(x), float(y)) for x, y in np.concatenate((*rings, edges)).tolist()]


def _is_near_an_end(prepared: PreparedTable, a: int, away: float) -> bool:
    """Does a range end, or does contact begin, within the tolerance of what was measured?"""
    ends = [0.0, *(end for row in prepared.edition.brackets.values() for end in (row.upto, row.underwater))]
    ends += [end for end, _key in sight_rules(prepared).limits[a]]
    return any(abs(end - away) < prepared.table.tolerance for end in ends)


def _is_out_of_sight(prepared: PreparedTable, a: int, answer: AttackAnswer) -> bool:
    """Is it refused because sight ends so much sooner that no base off by the tolerance is seen?"""
    keys = {why.key for why in answer.refusals}
    limits = sight_rules(prepared).limits[a]
    return any(key in keys and answer.range > end + prepared.table.tolerance for end, key in limits)


def _margin(prepared: PreparedTable, answer: AttackAnswer, line: MeasuredLine, seen: _Seen) -> Margin:
    """Say what is another one there, and why."""
    home = aspects_of(prepared, attack_verdict(prepared, line, answer), seen.moved_unit)
    there = aspects_of(seen.scene, seen.judged, seen.at)
    changed = {of for of, one, two in zip(COLUMNS, home, there, strict=True) if one != two}
    far = seen.inches
    margin = Margin(
        of=cause_of(changed),
        unit=prepared.units.units[seen.moved_unit].id,
        inches=far,
        toward=(seen.by[0] / far, seen.by[1] / far),
        becomes=seen.judged.outcome,
    )
    return measured_to(prepared, line, answer_parts(answer).outcome, margin)
