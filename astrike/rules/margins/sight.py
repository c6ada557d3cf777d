"""By how much does the verdict on line of sight hold?

Which question: how far may either base be off before the other is seen otherwise? The verdict never depends on this.
"""

from collections.abc import Sequence

from astrike.model.answer import SightAnswer
from astrike.model.margin import Margins, Outcome
from astrike.rules.battlefield import Field
from astrike.rules.line import Line
from astrike.rules.margins.likeness import company
from astrike.rules.margins.pairs import pair_margins
from astrike.rules.margins.readings import Judged, thirds
from astrike.rules.sight import sight_answer

RANGES = frozenset({"sight.max", "sight.visual"})


def sight_margins(field: Field, attacker: str, target: str) -> Margins:
    """Say how far the answer to one line of sight holds; raise as `sight` does."""
    a, t = field.place_of(attacker), field.place_of(target)
    return pair_margins(field, a, t, _SightAsked, others=company(field, a, t))


class _SightAsked:
    """Line of sight, as margins ask it."""

    def judged(self, field: Field, lines: Sequence[Line]) -> Sequence[Judged]:
        """Answer along lines that have been measured."""
        return [_judged(field, line, sight_answer(field, line)) for line in lines]


def _judged(field: Field, line: Line, seen: SightAnswer) -> Judged:
    keys = {why.key for why in seen.reasons}
    return Judged(
        outcome=sight_outcome(seen),
        verdict=(seen.state == "blocked", seen.cover),
        range=tuple(sorted(keys & RANGES)),
        woods=("sight.woods" in keys, any(inches > 0.0 for inches in line.between)),
        hidden=thirds(field, line),
        arc=None,
        direction="",
        contact=seen.contact,
    )


def sight_outcome(seen: SightAnswer) -> Outcome:
    """Give what an answer says; who is seen at all is allowed."""
    return Outcome(
        allowed=not seen.reasons,
        target_number=None,
        bracket=None,
        state=seen.state,
        cover=seen.cover,
        arc=None,
        direction="",
        reasons=tuple(why.label for why in seen.reasons),
    )
