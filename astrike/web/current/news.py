"""What has happened to the table since someone began something, who did it, and can it be undone?

After a conflict the page shows both what was wanted and what is there now. The form can then be sent again, made from
the newest version, or be dropped.
"""

from datetime import datetime

from flask import request, url_for

from astrike.dataclass import dataclass
from astrike.errors import Conflict, SentBefore
from astrike.model.document_change import ChangeLabel
from astrike.store.table.codes import Right
from astrike.store.table.log import HeldBackBy, history
from astrike.web.current.log_words import change_sentence
from astrike.web.current.table import ChangedLine, Current, RefusedChange
from astrike.web.database import database
from astrike.web.http.device import known_device, local_path, unnamed
from astrike.web.http.forms import digits_or_none
from astrike.web.http.i18n import _

MOST_SHOWN = 12

_STAMP = frozenset({"version", "change_id"})


@dataclass(frozen=True, slots=True)
class ChangeInBetween:
    """A change that came in between."""

    what: str
    author: str
    time: datetime


@dataclass(frozen=True, slots=True)
class ConflictContext:
    """What the page about a stale form shows. `can_repeat` is false when sending again would fail again."""

    table_name: str
    mine: str
    lines: tuple[ChangedLine, ...]
    meanwhile: tuple[ChangeInBetween, ...]
    is_cut: bool
    message: str
    can_repeat: bool
    is_spent: bool
    """Was this very form sent before, with something else in it? Then that is saved, and this is not yet."""
    action: str
    fields: tuple[tuple[str, str], ...]
    mine_version: int
    version: int
    back: str


def conflict_context(error: Conflict, wanted: RefusedChange) -> ConflictContext:
    """Gather both versions."""
    current = wanted.current
    since = [
        each
        for each in history(database(), current.stored.id, limit=MOST_SHOWN + 1)
        if each.version > error.mine_version
    ]
    is_spent = isinstance(error, SentBefore)
    # The table was loaded before the write was tried; the newest version is the one that refused it.
    return ConflictContext(
        table_name=current.name,
        mine=change_sentence(wanted.label),
        # What both wanted alike is no conflict.
        lines=tuple(line for line in wanted.lines if line.mine != line.now),
        meanwhile=tuple(
            ChangeInBetween(change_sentence(e.label, e.kind), e.author, e.time) for e in since[:MOST_SHOWN]
        ),
        is_cut=len(since) > MOST_SHOWN,
        message=error.message,
        can_repeat=bool(since) or is_spent,
        is_spent=is_spent,
        action=request.full_path.rstrip("?"),
        fields=tuple((name, value) for name, value in wanted.fields if name not in _STAMP),
        mine_version=error.mine_version,
        version=error.current_version,
        back=local_path(request.form.get("next") or url_for("table.show_table", code=current.code)),
    )


_MOST = 3


@dataclass(frozen=True, slots=True)
class UndoButtons:
    """What undo and redo would do now, in words; empty when there is nothing that this code can do."""

    undo: str
    redo: str
    undo_off: str
    """Why there is nothing to undo, and who can go further; empty where there is something."""
    redo_off: str
    undo_whose: str
    """Who made the change that undo takes back, where another phone did; empty for this phone's own."""


def undo_buttons(current: Current) -> UndoButtons:
    """Name the next steps back and forth, as far as the right of this request goes."""
    stored = current.stored
    author = "" if stored.undo_author == unnamed() else stored.undo_author
    undo, undo_off = _step("undo", stored.undoable, stored.undo_held, current.right, author)
    redo, redo_off = _step("redo", stored.redoable, stored.redo_held, current.right)
    is_other = stored.undo_device is not None and stored.undo_device != known_device()
    return UndoButtons(undo, redo, undo_off, redo_off, stored.undo_author if undo and is_other else "")


def _step(
    way: str, label: ChangeLabel | None, held: HeldBackBy | None, right: Right, author: str = ""
) -> tuple[str, str]:
    if label is None:
        return "", _("Nothing to undo") if way == "undo" else _("Nothing to redo")
    if held is None or right is Right.ORGANISE:
        return change_sentence(label), ""
    return "", held_back_words(way, held, author)


def held_back_words(way: str, held: str, author: str = "") -> str:
    """Say why a step is not for the code to play, and who can take it; `way` is `undo` or `redo`."""
    is_undo = way == "undo"
    match held:
        case "organiser" if is_undo and author:
            return _(
                "%(author)s made the last change. Only the organizer code can undo it.",
                author=author,
            )
        case "organiser" if is_undo:
            return _("The organizer made the last change. Only the organizer code can undo it.")
        case "organiser":
            return _("The organizer changed this last. Only the organizer code can redo it.")
        case "round" if is_undo:
            return _("Undo ends at the start of the round. Only the organizer code goes further back.")
        case _:
            return _("A round has started since. Only the organizer code can redo what came before.")


def news_since(current: Current, version: int) -> tuple[ChangeInBetween, ...]:
    """Give the newest changes after a version, the newest first; none when it is the newest itself."""
    if version == current.version:
        return ()
    found = history(database(), current.stored.id, limit=_MOST)
    return tuple(
        ChangeInBetween(change_sentence(each.label, each.kind), each.author, each.time)
        for each in found
        if each.version > version
    )


def version_asked(current: Current, text: str | None) -> int:
    """Read the version that something was begun from; what cannot be one counts as the newest."""
    version = None if text is None else digits_or_none(text)
    return current.version if version is None else min(version, current.version)
