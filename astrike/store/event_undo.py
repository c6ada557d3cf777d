"""What of an event can be taken back, or made again, and who did that? Step by step, the newest change first.

An undo is a change of its own, with its line in the log; so is a redo. What can be taken back is the newest change
that nobody has taken back: everything after it has cancelled itself out, so what was before it fits exactly.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from astrike.errors import Conflict
from astrike.model.change import Label
from astrike.store.database import Database, reading, writing
from astrike.store.event_steps import put_back
from astrike.store.events import Who, changing, load_event, was_written
from astrike.store.text import label_from_text, time_from_text

UNDONE: Final = "event.undone"
REDONE: Final = "event.redone"
_OF: Final = "of"
_KEY: Final = "key"
_NAME: Final = "name."


@dataclass(frozen=True, slots=True)
class EventStep:
    """A change that can be taken back or made again; the label is that of the change it is about."""

    version: int
    label: Label
    author: str
    time: datetime


@dataclass(frozen=True, slots=True)
class EventSteps:
    """What the next undo and the next redo would be about."""

    undo: EventStep | None
    redo: EventStep | None


def steps_of_event(db: Database, event_id: int) -> EventSteps:
    """Say what can be taken back and made again."""
    with reading(db):
        rows = db.execute(
            "SELECT version, author, time, label FROM event_changes"
            " WHERE event_id = ? AND before IS NOT NULL ORDER BY version DESC",
            (event_id,),
        ).fetchall()
    found = [
        EventStep(version, label_from_text(label), author, time_from_text(time))
        for version, author, time, label in rows
    ]
    cancelled: set[int] = set()
    redo: EventStep | None = None
    for step in found:
        if step.version in cancelled:
            continue
        if step.label.key == REDONE:
            cancelled.add(int(step.label.names[_OF]))
        elif step.label.key == UNDONE:
            cancelled.add(int(step.label.names[_OF]))
            redo = redo or replace(step, label=label_within(step.label))
        else:
            return EventSteps(step, redo)
    return EventSteps(None, redo)


def undo_event(db: Database, event_id: int, *, version: int, who: Who) -> None:
    """Take back the change that led to this version, if it is the newest that nobody has taken back."""
    with writing(db):
        step = steps_of_event(db, event_id).undo
        _apply(db, event_id, step, UNDONE, version=version, who=who)


def redo_event(db: Database, event_id: int, *, version: int, who: Who) -> None:
    """Make again what was taken back with this version, if that is the newest change that could be."""
    with writing(db):
        step = steps_of_event(db, event_id).redo
        _apply(db, event_id, step, REDONE, version=version, who=who)


def label_within(label: Label) -> Label:
    """Give the label of the change that an undo or a redo is about."""
    names = {key.removeprefix(_NAME): text for key, text in label.names.items() if key.startswith(_NAME)}
    return Label(label.names[_KEY], names)


def _apply(db: Database, event_id: int, step: EventStep | None, key: str, *, version: int, who: Who) -> None:
    if was_written(db, event_id, who.client_id or ""):
        return
    newest = load_event(db, event_id).version
    if step is None or step.version != version:
        raise Conflict(
            "Somebody else has changed this event meanwhile; nothing was taken back.",
            mine_version=version,
            current_version=newest,
        )
    names = {_NAME + name: text for name, text in step.label.names.items()}
    label = Label(key, {_OF: str(version), _KEY: step.label.key, **names})
    [(before,)] = db.execute(
        "SELECT before FROM event_changes WHERE event_id = ? AND version = ?", (event_id, version)
    ).fetchall()
    with changing(db, event_id, label, who):
        put_back(db, event_id, before, version=newest + 1, now=who.now)
