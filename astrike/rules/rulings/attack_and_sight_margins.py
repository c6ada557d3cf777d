"""How far may either base be off before the answer about an attack or a line of sight changes?

Each aspect of an answer has a margin of its own. The verdict never depends on margins.
"""

from collections.abc import Sequence

from astrike.model.attack_answer import SightAnswer
from astrike.model.attack_question import PLAIN, AttackQuestion
from astrike.model.margin import Margin, Margins, VerdictParts
from astrike.rules.attack.sight import sight_answer
from astrike.rules.rulings.attack_at_places import AttackAtPlaces, needs_own_tables
from astrike.rules.rulings.close_calls import as_called, close_calls
from astrike.rules.rulings.displaced_values import PairVerdict, hidden_thirds
from astrike.rules.rulings.equivalent_places import can_share_answers, units_that_matter
from astrike.rules.rulings.pair_margins import pair_margins
from astrike.rules.shot.measured_line import MeasuredLine
from astrike.rules.solver.attack import Detail, attack
from astrike.rules.table.line_columns import LineColumns
from astrike.rules.table.prepared_table import PreparedTable


def attack_margins(
    prepared: PreparedTable, attacker: str, target: str, question: AttackQuestion = PLAIN
) -> Margins:
    """Say how far the answer to one attack holds; raise as `attack` does."""
    a, t = prepared.place_of(attacker), prepared.place_of(target)
    call = attack_call(prepared, attacker, target, question)
    is_plain = can_share_answers(prepared, a, t, question)
    found = pair_margins(
        prepared,
        a,
        t,
        lambda: AttackAtPlaces(question, is_plain=is_plain),
        singly=needs_own_tables(prepared, question),
        others=units_that_matter(prepared, a, t) if is_plain else None,
        known=call,
    )
    return as_called(found, call)


def attack_call(
    prepared: PreparedTable, attacker: str, target: str, question: AttackQuestion = PLAIN
) -> Margin | None:
    """Say what would change the answer to one attack within the tolerance; None where it is not too close to call.

    That is what `attack_margins` calls close, for a small part of the work. Raises as `attack` does.
    """
    (answer,) = attack(prepared, [(attacker, target)], question, detail=Detail.LISTED)
    (call,) = close_calls(prepared, (answer,), question)
    return call


RANGES = frozenset({"sight.max", "sight.visual"})


def sight_margins(prepared: PreparedTable, attacker: str, target: str) -> Margins:
    """Say how far the answer to one line of sight holds; raise as `sight` does."""
    a, t = prepared.place_of(attacker), prepared.place_of(target)
    return pair_margins(prepared, a, t, _SightAsked, others=units_that_matter(prepared, a, t))


class _SightAsked:
    """Line of sight, as margins ask it."""

    def judged(self, prepared: PreparedTable, lines: LineColumns) -> Sequence[PairVerdict]:
        """Answer along lines that have been measured."""
        return [_judged(prepared, line, sight_answer(prepared, line)) for line in lines.lines()]


def _judged(prepared: PreparedTable, line: MeasuredLine, seen: SightAnswer) -> PairVerdict:
    keys = {why.key for why in seen.reasons}
    return PairVerdict(
        outcome=sight_outcome(seen),
        verdict=(seen.state == "blocked", seen.cover),
        range=tuple(sorted(keys & RANGES)),
        woods=("sight.woods" in keys, any(inches > 0.0 for inches in line.between)),
        hidden=hidden_thirds(prepared, line),
        arc=None,
        direction="",
        contact=seen.contact,
    )


def sight_outcome(seen: SightAnswer) -> VerdictParts:
    """Give what an answer says; who is seen at all is allowed."""
    return VerdictParts(
        allowed=not seen.reasons,
        target_number=None,
        bracket=None,
        state=seen.state,
        cover=seen.cover,
        arc=None,
        direction="",
        reasons=tuple(why.label for why in seen.reasons),
    )
