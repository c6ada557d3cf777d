"""What of a ruling touches the call of its table: keeping one that calls, calling about one, deciding one.

Each is one write: a decided ruling never leaves its table calling, and one that calls is known at the desk.
"""

from dataclasses import replace

from astrike.model.change import Label
from astrike.model.ruling import Record
from astrike.store.database import Database, writing
from astrike.store.event_tables import event_of_table
from astrike.store.events.events import changing, was_written
from astrike.store.journal import ChangedBy
from astrike.store.judge_calls import end_call_about, open_call
from astrike.store.rulings import (
    LONGEST_OUTCOME,
    How,
    Ruling,
    RulingLine,
    call,
    decide,
    load_ruling,
    save_ruling,
)


def keep_ruling(
    db: Database,
    record: Record,
    *,
    table_id: int,
    table_name: str,
    who: ChangedBy,
    agreed: str | None = None,
    is_called: bool = False,
) -> Ruling:
    """Keep an answer as `save_ruling` does; where a judge is called about it, the desk hears of that."""
    with writing(db):
        ruling = save_ruling(
            db,
            record,
            table_id=table_id,
            table_name=table_name,
            author=who.author,
            client_id=who.client_id or "",
            now=who.now,
            agreed=agreed,
            is_called=is_called,
        )
        if ruling.line.is_waiting:
            _tell_the_desk(db, ruling.line, who)
    return ruling


def call_about(db: Database, ruling_id: str, *, who: ChangedBy) -> RulingLine:
    """Call a judge about a ruling; who was called stays called since then."""
    with writing(db):
        line = call(db, ruling_id, who.now)
        _tell_the_desk(db, line, who)
    return line


def decide_and_end_call(
    db: Database, ruling_id: str, outcome: str, *, how: How, who: ChangedBy
) -> RulingLine:
    """Write down what counts, and end the call that is about it."""
    with writing(db):
        line = decide(db, ruling_id, outcome, who.author, who.now, how=how)
        end_call_about(db, line.id, outcome, who=who)
    return line


def decide_at_desk(
    db: Database, event_id: int, ruling_id: str, outcome: str, *, who: ChangedBy
) -> RulingLine:
    """Write down what a judge of the event decided, in its log too, and end the call that is about it."""
    with writing(db):
        line = load_ruling(db, ruling_id).line
        label = Label("ruling.decided", {"number": line.name, "outcome": outcome[:LONGEST_OUTCOME]})
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
