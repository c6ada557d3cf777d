"""What of a ruling touches the call of its table: one that calls for a judge, and one that is decided.

Each is one write: a decided ruling never leaves its table calling, and one that calls is known to the judges.
"""

from dataclasses import replace

from astrike.model.document_change import ChangeLabel
from astrike.store.database.connection import Database, writing
from astrike.store.events.events import changing, was_written
from astrike.store.events.judge_calls import end_call_about, open_call
from astrike.store.events.tables import event_of_table
from astrike.store.rulings.rulings import LONGEST_OUTCOME, RulingLine, Written, decide, load_ruling
from astrike.store.table.log import ChangedBy


def ruling_written(db: Database, line: RulingLine, what: Written, who: ChangedBy) -> None:
    """Let the judges know of a ruling that calls for a judge, or end the call about one that is decided."""
    if what == "called":
        _tell_the_desk(db, line, who)
    elif line.decision is not None:
        end_call_about(db, line.id, line.decision.outcome, who=who)


def decide_at_desk(
    db: Database, event_id: int, ruling_id: str, outcome: str, *, who: ChangedBy
) -> RulingLine:
    """Write down what a judge of the event decided, in its log too, and end the call that is about it."""
    with writing(db):
        line = load_ruling(db, ruling_id).line
        label = ChangeLabel("ruling.decided", {"number": line.name, "outcome": outcome[:LONGEST_OUTCOME]})
        with changing(db, event_id, label, who) as is_new:
            if is_new:
                line = decide(db, line.id, outcome, who.author, who.now)
        if is_new:
            end_call_about(db, line.id, outcome, who=replace(who, client_id=None))
    return line


def _tell_the_desk(db: Database, line: RulingLine, who: ChangedBy) -> None:
    """Open the call of the table, where it belongs to an event: then somebody comes."""
    place = None if line.table_id is None else event_of_table(db, line.table_id)
    if line.table_id is None or place is None or was_written(db, place.event_id, who.client_id or ""):
        return
    open_call(db, line.table_id, about="", ruling_id=line.id, who=who)
