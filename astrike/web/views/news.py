"""What has happened to the table since somebody began something?"""

from dataclasses import dataclass

from astrike.store.journal import history
from astrike.web.change_labels import sentence
from astrike.web.conflict import Meanwhile
from astrike.web.current import Current
from astrike.web.database import database
from astrike.web.forms import digits_or_none

_MOST = 3


@dataclass(frozen=True, slots=True)
class Steps:
    """What undo and redo would do now, in words; empty when there is nothing to do."""

    undo: str
    redo: str


def steps_of(current: Current) -> Steps:
    """Name the next steps back and forth."""
    undoable, redoable = current.stored.undoable, current.stored.redoable
    return Steps(
        undo="" if undoable is None else sentence(undoable),
        redo="" if redoable is None else sentence(redoable),
    )


def news_since(current: Current, version: int) -> tuple[Meanwhile, ...]:
    """Give the newest changes after a version, the newest first; none when it is the newest itself."""
    if version == current.version:
        return ()
    found = history(database(), current.stored.id, limit=_MOST)
    return tuple(
        Meanwhile(sentence(each.label, each.kind), each.author, each.time)
        for each in found
        if each.version > version
    )


def version_asked(current: Current, text: str | None) -> int:
    """Read the version that something was begun from; what cannot be one counts as the newest."""
    version = None if text is None else digits_or_none(text)
    return current.version if version is None else min(version, current.version)
