"""What do both players agree on, where an answer is too close to call? The page that was asked on goes by it.

The ruling that keeps their agreement stands in the page's address.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from flask import url_for

from astrike.model.ruling import Record
from astrike.store.rulings import RulingLine
from astrike.web.current import Current
from astrike.web.i18n import _
from astrike.web.lookups import look_up_own_ruling, look_up_ruling

FIELD = "agreed"
"""The name under which the ruling stands in addresses and forms."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """What players agreed on about what is shown."""

    id: str
    name: str
    outcome: str
    address: str
    """Of the ruling."""
    both: str
    """What it is without an agreement."""
    chosen: int | None
    """Which of both it is, the measured one first; None where another question was agreed on."""
    is_of_today: bool
    """Is the table the one that was agreed on?"""
    counts: bool
    """Does it count for what is shown?"""
    measured: str = ""
    """What was measured, and the tolerance, where that is known."""


def agreement_on(
    current: Current, kind: str, question: Mapping[str, object] | None, asked: Mapping[str, str]
) -> Agreement | None:
    """Give what the address says that players agreed on; it counts for this very question on this very table."""
    ruling_id = asked.get(FIELD, "")
    if not ruling_id:
        return None
    line = look_up_own_ruling(ruling_id, table_id=current.stored.id)
    record = look_up_ruling(ruling_id).record
    chosen = _chosen(line, record, kind, question)
    is_of_today = record.table_version == current.version
    return Agreement(
        id=line.id,
        name=line.name,
        outcome=line.decision.outcome if line.decision is not None else line.verdict,
        address=url_for("ruling.show_ruling", ruling_id=line.id),
        both=_(" or ").join(record.outcomes),
        chosen=chosen,
        is_of_today=is_of_today,
        counts=chosen is not None and is_of_today,
    )


def _chosen(line: RulingLine, record: Record, kind: str, question: Mapping[str, object] | None) -> int | None:
    is_same = question is not None and record.kind == kind and _text(record.question) == _text(question)
    if line.decision is None or line.revoked is not None or not is_same:
        return None
    outcomes = record.outcomes
    return outcomes.index(line.decision.outcome) if line.decision.outcome in outcomes else None


def _text(question: Mapping[str, object]) -> str:
    return json.dumps(question, sort_keys=True, default=list)
