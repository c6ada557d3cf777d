"""What has happened to the table since somebody began something, and what can whoever looks take back of it?"""

from dataclasses import dataclass

from astrike.model.change import Label
from astrike.store.codes import Right
from astrike.store.journal import Held, history
from astrike.web.change_labels import sentence
from astrike.web.conflict import Meanwhile
from astrike.web.current import Current
from astrike.web.database import database
from astrike.web.forms import digits_or_none
from astrike.web.i18n import _

_MOST = 3


@dataclass(frozen=True, slots=True)
class Steps:
    """What undo and redo would do now, in words; empty when there is nothing that this code can do."""

    undo: str
    redo: str
    undo_off: str
    """Why there is nothing to undo, and who can go further; empty where there is something."""
    redo_off: str


def steps_of(current: Current) -> Steps:
    """Name the next steps back and forth, as far as the right of this request goes."""
    stored = current.stored
    undo, undo_off = _step("undo", stored.undoable, stored.undo_held, current.right)
    redo, redo_off = _step("redo", stored.redoable, stored.redo_held, current.right)
    return Steps(undo, redo, undo_off, redo_off)


def _step(way: str, label: Label | None, held: Held | None, right: Right) -> tuple[str, str]:
    if label is None:
        return "", _("Nothing to undo") if way == "undo" else _("Nothing to redo")
    if held is None or right is Right.ORGANISE:
        return sentence(label), ""
    return "", held_words(way, held)


def held_words(way: str, held: str) -> str:
    """Say why a step is not for the code to play, and who can take it; `way` is `undo` or `redo`."""
    is_undo = way == "undo"
    match held:
        case "organiser" if is_undo:
            return _("The organizer made the last change. Only the organizer code can undo it.")
        case "organiser":
            return _("The organizer changed this last. Only the organizer code can redo it.")
        case "round" if is_undo:
            return _("Undo ends at the start of the round. Only the organizer code goes further back.")
        case _:
            return _("A round has started since. Only the organizer code can redo what came before.")


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
