"""What do both players agree on where an answer is too close to call?

The agreement counts for every phone at the table, and the page that was asked follows it. About a unit tried out at
another place, the agreement is part of the page's address.
"""

from collections.abc import Mapping

from flask import url_for

from astrike.dataclass import dataclass
from astrike.model.ruling import RulingRecord
from astrike.store.rulings.rulings import RulingLine, decided_about, load_ruling, question_text
from astrike.web.access.codes import look_up_own_ruling
from astrike.web.current.table import Current
from astrike.web.database import database
from astrike.web.http.i18n import _

FIELD = "agreed"
"""The name under which the ruling stands in addresses and forms."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """What players agreed on about what is shown."""

    id: str
    name: str
    outcome: str
    address: str
    """The address of the ruling."""
    both: str
    """What it is without an agreement."""
    chosen: int | None
    """Which of both it is, the measured one first; None where another question was agreed on."""
    is_of_today: bool
    """Is the table the one that was agreed on?"""
    counts: bool
    """Does it count for what is shown?"""
    is_judged: bool = False
    """Did a judge decide it?"""
    measured: str = ""
    """What was measured, and the tolerance, where that is known."""


def agreement_on(
    current: Current, kind: str, question: Mapping[str, object] | None, asked: Mapping[str, str]
) -> Agreement | None:
    """Give what players agreed on, or a judge decided; it counts for this very question on this very table."""
    standing = None if "x" in asked or question is None else standing_on(current, kind, question)
    named = look_up_own_ruling(asked[FIELD], table_id=current.stored.id) if asked.get(FIELD) else None
    line = standing or named
    if line is None:
        return None
    record = load_ruling(database(), line.id).record
    chosen = _chosen(line, record, kind, question)
    is_of_today = record.table_version == current.version
    return Agreement(
        id=line.id,
        name=line.name,
        outcome=line.decision.outcome if line.decision is not None else line.verdict,
        address=url_for("rulings.show_ruling", ruling_id=line.id),
        both=_(" or ").join(record.outcomes),
        chosen=chosen,
        is_of_today=is_of_today,
        counts=chosen is not None and is_of_today,
        is_judged=line.decision is not None and line.decision.how == "judged",
    )


def standing_on(current: Current, kind: str, question: Mapping[str, object]) -> RulingLine | None:
    """Give the ruling that counts for a question on the table as it stands, whichever phone kept it."""
    return decided_about(database(), current.stored.id, version=current.version, kind=kind, question=question)


def _chosen(
    line: RulingLine, record: RulingRecord, kind: str, question: Mapping[str, object] | None
) -> int | None:
    is_same = (
        question is not None
        and record.kind == kind
        and question_text(record.question) == question_text(question)
    )
    if line.decision is None or line.revoked is not None or not is_same:
        return None
    outcomes = record.outcomes
    return outcomes.index(line.decision.outcome) if line.decision.outcome in outcomes else None
