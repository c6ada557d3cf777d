"""Which friend's range does an attack use, where a network lends one?

Sources: CE pp.80, 163; AS p.51.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np

from astrike.model.attack_answer import SightAnswer
from astrike.rulebook.schema import BracketRow
from astrike.rules.attack.sight import sight_answer
from astrike.rules.attack.situation import Situation
from astrike.rules.electronics.links import linked_networks, with_remote_sensors
from astrike.rules.electronics.systems import electronics
from astrike.rules.shot.facts import LentRange, bracket_at, bracket_points
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.shot.pair_steps import is_hidden_by_stealth
from astrike.rules.table.lines import measure_lines
from astrike.rules.table.prepared_table import PreparedTable

OWN_ALONE = frozenset({"short", "horizon"})
"""Brackets at which a network has nothing to lend (CE p.163)."""


RANGED = frozenset({"indirect", "extra"})
"""Families of kinds, beside weapons and artillery, whose range is that from attacker to target."""
JAMMED = frozenset({"electronics.jammed", "network.line", "network.cut-off"})
"""Reasons that rest on how far ECM reaches."""


class SharedRanges:
    """Who shares ranges with whom on one field; lines are measured once however often they are needed."""

    def __init__(self, prepared: PreparedTable) -> None:
        self._field = with_remote_sensors(prepared)
        self._circle = {
            i: tuple(sorted(circle - {i}))
            for wired in linked_networks(self._field)
            for circle in wired.circles
            for i in circle
        }
        self._lines: dict[tuple[int, int], MeasuredLine] = {}
        self._seen: dict[tuple[int, int], SightAnswer] = {}
        self._lent: dict[tuple[int, int, str], LentRange | None] = {}

    def is_sharing(self, i: int) -> bool:
        """Does a unit share ranges with others?"""
        return i in self._circle

    def foresee(self, lines: Iterable[MeasuredLine]) -> None:
        """Measure at once what these attacks will need."""
        if not self._circle:
            return
        needed: set[tuple[int, int]] = set()
        for line in lines:
            if line.attacker in self._circle:
                self._lines.setdefault((line.attacker, line.target), line)
                needed.update((i, line.target) for i in self._circle[line.attacker] if i != line.target)
        self._measure(sorted(needed - self._lines.keys()))

    def lent(self, a: int, t: int, own: BracketRow) -> LentRange | None:
        """Give the range of the connected friend closest to the target among those that see it, if that helps."""
        if a not in self._circle:
            return None
        key = (a, t, own.key)
        if key not in self._lent:
            self._lent[key] = self._closest(a, t, own)
        return self._lent[key]

    def _closest(self, a: int, t: int, own: BracketRow) -> LentRange | None:
        prepared = self._field
        pairs = [(i, t) for i in self._circle[a] if i != t]
        self._measure([pair for pair in pairs if pair not in self._lines])
        for line in sorted((self._lines[pair] for pair in pairs), key=lambda line: line.range):
            seen = self._sight(line)
            if seen.state == "blocked":
                continue
            bracket = bracket_at(prepared, line.range, underwater=seen.underwater)
            if bracket is None or bracket_points(prepared.edition, bracket) >= bracket_points(
                prepared.edition, own
            ):
                return None
            return LentRange(
                self._network(a, line.attacker), prepared.units.units[line.attacker].id, line.range, bracket
            )
        return None

    def _network(self, a: int, lender: int) -> str:
        """Name the network in which two units share their ranges."""
        return next(
            wired.network.origin or wired.network.id
            for wired in linked_networks(self._field)
            if any({a, lender} <= circle for circle in wired.circles)
        )

    def _sight(self, line: MeasuredLine) -> SightAnswer:
        key = (line.attacker, line.target)
        known = self._seen.get(key)
        if known is None:
            known = self._seen[key] = sight_answer(self._field, line)
        return known

    def _measure(self, pairs: Sequence[tuple[int, int]]) -> None:
        if pairs:
            attacker, target = np.array(pairs, dtype=np.intp).T
            self._lines.update(zip(pairs, measure_lines(self._field, attacker, target), strict=True))


@lru_cache(maxsize=8)  # one a thread that is answering: a table that nobody asks about is let go
def shared_ranges(prepared: PreparedTable) -> SharedRanges:
    """Give who shares ranges with whom on this field."""
    return SharedRanges(prepared)


def measure_shared_ranges(prepared: PreparedTable, lines: Sequence[MeasuredLine]) -> None:
    """Measure at once what the attacks along these lines will need of their networks."""
    if prepared.networks and len(lines) > 1:
        shared_ranges(prepared).foresee(lines)


def lent_range(s: Situation) -> LentRange | None:
    """Give the range that a network lends to this attack, None when the attacker's own counts."""
    return network_range(s) if _is_lent_to(s) else None


def network_range(s: Situation) -> LentRange | None:
    """Give the range that a network has for attacks at this target, whether it lends it to this kind or not."""
    if not s.prepared.networks or s.bracket is None or s.bracket.key in OWN_ALONE:
        return None
    return shared_ranges(s.prepared).lent(s.a, s.t, s.bracket) if _counts_range(s) else None


def _is_lent_to(s: Situation) -> bool:
    """Does a network lend its range to this kind of attack? Weapon attacks have it; others as the option says."""
    return s.kind.shares_range or s.prepared.options.word("c3.lends-to") == "all"


def _counts_range(s: Situation) -> bool:
    """Do brackets count for this attack, measured from unit to target?"""
    if s.kind.shares_range:
        return True
    if s.question.kind == "artillery":
        gun = s.prepared.edition.artillery.get(s.weapon.code)
        return gun is not None and gun.cannon
    return s.kind.family in RANGED and "range" in s.kind.steps


def shared_range_options(s: Situation) -> Iterator[str]:
    """Name the options that decided which range counts, or what it does to stealth armor."""
    if not s.prepared.networks or s.bracket is None or s.bracket.key in OWN_ALONE:
        return
    if not s.kind.shares_range and network_range(s) is not None:
        yield "c3.lends-to"
    if not _is_lent_to(s) or not _counts_range(s):
        return
    if (
        "stealth" in s.kind.steps
        and is_hidden_by_stealth(s.target, s.prepared.edition)
        and lent_range(s) is not None
    ):
        yield "c3.stealth-bracket"
    linked = linked_networks(with_remote_sensors(s.prepared))
    own = [wired for wired in linked if any(member.unit == s.a for member in wired.members)]
    if any(key in JAMMED for wired in own for member in wired.members for key, _ in member.off):
        yield "ecm.measure"
    if own and s.prepared.options.is_on("ecm-eccm") and electronics(s.prepared).fields:
        yield "ecm-eccm"
