"""Which tables of an event call for a judge, since when, about what, and what became of each call?

A table has one open call at most; calling again adds what it is about. Calls lie beside the event: an undo of the
event leaves them alone, and each change of one is a line in its log.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, Literal

from astrike.dataclass import dataclass
from astrike.errors import NotFound
from astrike.model.document_change import ChangeLabel
from astrike.store.database.column_values import checked_text, time_from_text, time_to_text
from astrike.store.database.connection import Database, reading, writing
from astrike.store.events.events import changing
from astrike.store.rulings.rulings import note_called
from astrike.store.table.log import ChangedBy

LONGEST_ABOUT: Final = 120

End = Literal["done", "decided", "taken-back"]
State = Literal["called", "coming", "done", "decided", "taken-back"]


@dataclass(frozen=True, slots=True)
class JudgeCall:
    """A call of one table, open or not."""

    id: int
    table_id: int
    number: int
    """Number of the table at the event, when it called."""
    called: datetime
    author: str
    about: str
    ruling_id: str | None
    """The ruling that it is about."""
    coming: datetime | None
    """Since when a judge is on the way."""
    coming_by: str
    """Name of the judge who is on the way."""
    ended: datetime | None
    ended_by: str
    ending: End | None
    outcome: str
    """What was decided."""

    @property
    def state(self) -> State:
        """How it stands."""
        return self.ending or ("called" if self.coming is None else "coming")

    @property
    def is_open(self) -> bool:
        """Does somebody wait for a judge?"""
        return self.ending is None


_COLUMNS: Final = (
    "id", "table_id", "number", "called", "author", "about", "ruling_id", "coming", "coming_by", "ended",
    "ended_by", "ending", "outcome",
)  # fmt: skip
_CALLS: Final = f"SELECT {', '.join(_COLUMNS)} FROM judge_calls"  # noqa: S608 - columns of ours


def open_call(
    db: Database, table_id: int, *, about: str, ruling_id: str | None = None, who: ChangedBy
) -> JudgeCall:
    """Call a judge to a table; one that calls already keeps its call, with what is new of it."""
    about = checked_text(about, at="about", most=LONGEST_ABOUT)
    with writing(db):
        event_id, number = _place(db, table_id)
        before = _waiting(db, table_id)
        if before is not None and _says_nothing_new(before, about, ruling_id):
            return before
        key = "judge.called" if before is None else "judge.told"
        with changing(db, event_id, _label(key, number, about=about), who) as is_new:
            if is_new and before is None:
                db.execute(
                    "INSERT INTO judge_calls (event_id, table_id, number, called, author, about, ruling_id)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (event_id, table_id, number, time_to_text(who.now), who.author, about, ruling_id),
                )
            elif is_new and before is not None:
                db.execute(
                    "UPDATE judge_calls SET about = ?, ruling_id = ? WHERE id = ?",
                    (about or before.about, ruling_id or before.ruling_id, before.id),
                )
            if is_new and ruling_id is not None:
                note_called(db, ruling_id, who.now)
        found = newest_call(db, table_id)
        assert found is not None
        return found


def take_call_back(db: Database, table_id: int, *, who: ChangedBy) -> None:
    """Take the open call of a table back; where there is none any more, nothing is left to do."""
    with writing(db):
        event_id, number = _place(db, table_id)
        found = _waiting(db, table_id)
        if found is not None:
            _end(db, event_id, found, "taken-back", label=_label("judge.taken-back", number), who=who)


def judge_comes(db: Database, event_id: int, call_id: int, *, who: ChangedBy) -> None:
    """Say that a judge is on the way; whoever said so first stays."""
    with writing(db):
        found = _call_of_event(db, event_id, call_id)
        if not found.is_open or found.coming is not None:
            return
        with changing(db, event_id, _label("judge.coming", found.number, by=who.author), who) as is_new:
            if is_new:
                db.execute(
                    "UPDATE judge_calls SET coming = ?, coming_by = ? WHERE id = ?",
                    (time_to_text(who.now), who.author, call_id),
                )


def end_call(db: Database, event_id: int, call_id: int, *, outcome: str = "", who: ChangedBy) -> None:
    """Say that a call is done with, on demand with what was decided."""
    outcome = checked_text(outcome, at="outcome", most=LONGEST_ABOUT)
    with writing(db):
        found = _call_of_event(db, event_id, call_id)
        if found.is_open:
            label = _label("judge.done", found.number, outcome=outcome)
            _end(db, event_id, found, "decided" if outcome else "done", label=label, outcome=outcome, who=who)


def end_call_about(db: Database, ruling_id: str, outcome: str, *, who: ChangedBy) -> None:
    """End the open call that is about a ruling which has been decided, if there is one."""
    with writing(db):
        row = db.execute(
            f"{_CALLS} WHERE ruling_id = ? AND ending IS NULL AND event_id IN"  # noqa: S608 - a text of ours
            " (SELECT id FROM events WHERE deleted IS NULL)",
            (ruling_id,),
        ).fetchone()
        if row is None:
            return
        (event_id,) = db.execute("SELECT event_id FROM judge_calls WHERE id = ?", (row[0],)).fetchone()
        end_call(db, event_id, row[0], outcome=outcome, who=who)


def newest_call(db: Database, table_id: int) -> JudgeCall | None:
    """Give the newest call of a table; cheap, for every phone that asks whether there is news."""
    with reading(db):
        row = db.execute(f"{_CALLS} WHERE table_id = ? ORDER BY id DESC LIMIT 1", (table_id,)).fetchone()
    return None if row is None else _call(row)


def waiting_calls(db: Database, event_id: int) -> tuple[JudgeCall, ...]:
    """List the open calls of an event, who called first comes first; those of tables that are gone are left out."""
    with reading(db):
        rows = db.execute(
            f"{_CALLS} WHERE event_id = ? AND ending IS NULL AND table_id IN"  # noqa: S608 - a text of ours
            " (SELECT event_tables.table_id FROM event_tables JOIN tables ON tables.id = event_tables.table_id"
            " WHERE event_tables.event_id = judge_calls.event_id AND tables.deleted IS NULL) ORDER BY id",
            (event_id,),
        ).fetchall()
    return tuple(map(_call, rows))


def calls_of_event(db: Database, event_id: int) -> tuple[JudgeCall, ...]:
    """List every call of an event, the first one first."""
    with reading(db):
        rows = db.execute(f"{_CALLS} WHERE event_id = ? ORDER BY id", (event_id,)).fetchall()
    return tuple(map(_call, rows))


def calls_of_table(db: Database, table_id: int, *, most: int = 20) -> tuple[JudgeCall, ...]:
    """List the calls of a table, the newest first."""
    with reading(db):
        rows = db.execute(
            f"{_CALLS} WHERE table_id = ? ORDER BY id DESC LIMIT ?", (table_id, most)
        ).fetchall()
    return tuple(map(_call, rows))


def _says_nothing_new(call: JudgeCall, about: str, ruling_id: str | None) -> bool:
    return about in ("", call.about) and ruling_id in (None, call.ruling_id)


def _place(db: Database, table_id: int) -> tuple[int, int]:
    """Give the event of a table, and its number there."""
    row = db.execute(
        "SELECT events.id, event_tables.number FROM event_tables"
        " JOIN events ON events.id = event_tables.event_id"
        " WHERE event_tables.table_id = ? AND events.deleted IS NULL",
        (table_id,),
    ).fetchone()
    if row is None:
        raise NotFound("This table belongs to no event, so it has no judge.")
    return int(row[0]), int(row[1])


def _waiting(db: Database, table_id: int) -> JudgeCall | None:
    found = newest_call(db, table_id)
    return found if found is not None and found.is_open else None


def _call_of_event(db: Database, event_id: int, call_id: int) -> JudgeCall:
    row = db.execute(f"{_CALLS} WHERE id = ? AND event_id = ?", (call_id, event_id)).fetchone()
    if row is None:
        raise NotFound("The event has no such call.")
    return _call(row)


def _end(
    db: Database,
    event_id: int,
    call: JudgeCall,
    end: End,
    *,
    label: ChangeLabel,
    who: ChangedBy,
    outcome: str = "",
) -> None:
    with changing(db, event_id, label, who) as is_new:
        if is_new:
            _write_end(db, call, end, outcome=outcome, who=who)


def _write_end(db: Database, call: JudgeCall, end: End, *, outcome: str, who: ChangedBy) -> None:
    db.execute(
        "UPDATE judge_calls SET ended = ?, ended_by = ?, ending = ?, outcome = ? WHERE id = ?",
        (time_to_text(who.now), who.author, end, outcome, call.id),
    )
    # What was not decided waits for nobody any more.
    db.execute("UPDATE rulings SET called = NULL WHERE id = ? AND decision IS NULL", (call.ruling_id,))


def _label(key: str, number: int, **names: str) -> ChangeLabel:
    return ChangeLabel(key, {"number": str(number), **names})


def _call(row: Any) -> JudgeCall:
    values: Mapping[str, Any] = dict(zip(_COLUMNS, row, strict=True))
    moments = {
        key: None if values[key] is None else time_from_text(values[key]) for key in ("coming", "ended")
    }
    return JudgeCall(**{**values, **moments, "called": time_from_text(values["called"])})
