"""Which event is this request about, and how is it changed?

Several people run an event at once, so a form guards only the part that it changes: it carries a digest of that part of
the event as it was shown, and is refused only when someone else has changed that part in the meantime.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar

from flask import Flask, request

from astrike.dataclass import dataclass
from astrike.errors import Conflict, NotFound
from astrike.formats.events.event_file import read_event, write_event
from astrike.model.document_change import ChangeLabel
from astrike.model.events.event import Event
from astrike.model.wifi import NO_WIFI, Wifi
from astrike.store.events.events import StoredEvent, change_event, event_history, load_event, was_written
from astrike.store.events.layouts import EventLayout, load_layout
from astrike.store.events.tables import event_of_table
from astrike.store.table.codes import Right, code_as_meant
from astrike.web.current.table import changed_by_now
from astrike.web.database import database
from astrike.web.events.log_words import event_sentence
from astrike.web.events.rights import event_right_now
from astrike.web.http.forms import digits_or_none
from astrike.web.http.i18n import _

Value = TypeVar("Value")

_TRIES: Final = 20
"""Each time one of those who write at once is through; nobody hears of the others for that."""
_SETTINGS: Final = (
    "name",
    "edition",
    "preset",
    "own_preset",
    "options",
    "environment",
    "rounds",
    "minutes",
    "wifi",
)


@dataclass(frozen=True, slots=True)
class CurrentEvent:
    """The event at its newest version, under the code and with the right of this request."""

    code: str
    right: Right
    stored: StoredEvent
    event: Event

    @property
    def id(self) -> int:
        """The internal id."""
        return self.stored.id

    def seen(self, part: str) -> str:
        """Give the digest of a part, for a form about it."""
        return seen_of(self.event, part)


def load_current_event(code: str) -> CurrentEvent:
    """Load the event that the code in the address opens."""
    access = event_right_now()
    stored = load_event(database(), access.event_id)
    return CurrentEvent(code_as_meant(code) or code, access.right, stored, read_event(stored.document))


def reloaded(current: CurrentEvent) -> CurrentEvent:
    """Load the same event again."""
    stored = load_event(database(), current.id)
    return replace(current, stored=stored, event=read_event(stored.document))


def event_at_table(table_id: int) -> tuple[CurrentEvent, int] | None:
    """Load the event that a table belongs to, and its number there; the code is the one to watch the event."""
    place = event_of_table(database(), table_id)
    if place is None:
        return None
    stored = load_event(database(), place.event_id)
    event = read_event(stored.document)
    return CurrentEvent(stored.codes.view, Right.VIEW, stored, event), place.number


def wifi_at_table(table_id: int) -> Wifi:
    """Give the wifi of the event that a table belongs to."""
    place = event_at_table(table_id)
    return NO_WIFI if place is None else place[0].event.wifi


def load_current_layout(current: CurrentEvent, layout_id: str) -> EventLayout:
    """Load the layout of the event that the address names, if the holder of this code may see it."""
    number = digits_or_none(layout_id)
    found = None if number is None else load_layout(database(), current.id, number)
    if found is None:
        raise NotFound(_("This layout is not one of the event any more."))
    if not may_see_layout(current, found.name):
        raise NotFound(_("The organizer has not shown this layout yet."))
    return found


def may_see_layout(current: CurrentEvent, name: str) -> bool:
    """Tell whether the holder of this code sees a layout: the organizer sees all, others those that are shown."""
    return current.right is Right.ORGANISE or name in current.event.layouts_seen()


def edit_event(
    current: CurrentEvent, edit: Callable[[Event], Event], *, label: ChangeLabel, part: str
) -> CurrentEvent:
    """Change the event as the posted form asks, if the part of it that the form is about is still as it was shown."""
    who = changed_by_now()
    client_id = who.client_id or ""
    if was_written(database(), current.id, client_id):
        return current
    for _attempt in range(_TRIES):
        check_seen(current, part)
        wanted = edit(current.event)
        if wanted == current.event:
            return current
        document = write_event(wanted)
        read_event(document)
        try:
            stored = change_event(
                database(),
                current.id,
                from_version=current.stored.version,
                document=document,
                label=label,
                author=who.author,
                client_id=client_id,
                now=who.now,
            )
        except Conflict:
            # Someone has changed something; the next attempt shows whether this form is about it.
            current = reloaded(current)
            continue
        return CurrentEvent(current.code, current.right, stored, wanted)
    raise _too_late(current)


def on_newest(current: CurrentEvent, act: Callable[[CurrentEvent], Value]) -> Value:
    """Do something that needs the newest version; when someone was faster, do it again with the new version."""
    for _attempt in range(_TRIES - 1):
        try:
            return act(current)
        except Conflict:
            current = reloaded(current)
    return act(current)


def check_seen(current: CurrentEvent, part: str) -> None:
    """Refuse a form about a part of the event that someone else has changed since it was shown.

    Without a part nothing is refused: then the page has checked itself.
    """
    if part and request.form.get("seen", "") != current.seen(part):
        raise _too_late(current)


def _too_late(current: CurrentEvent) -> Conflict:
    last = next(iter(event_history(database(), current.id, limit=1)), None)
    reported = (
        ""
        if last is None
        else _("The newest change: %(what)s (%(who)s).", what=event_sentence(last.label), who=last.author)
    )
    message = _("Somebody else has changed this meanwhile, so nothing was written. Look at it again first.")
    return Conflict(f"{message} {reported}".strip(), mine_version=0, current_version=current.stored.version)


def seen_of(event: Event, part: str) -> str:
    """Give the digest of a part of an event.

    >>> event = Event("Open", "ce-7")
    >>> seen_of(event, "clock") == seen_of(event, "settings"), len(seen_of(event, "clock"))
    (False, 12)
    """
    return digest_of(_part(event, part))


def digest_of(value: object) -> str:
    """Give a short digest of plain values."""
    text = json.dumps(value, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _part(event: Event, part: str) -> object:
    document = write_event(event)
    kind, _dash, number = part.partition("-")
    games = document["games"]
    seats = document["tables"]
    assert isinstance(games, list)
    assert isinstance(seats, list)
    match kind:
        case "clock":
            return [document["clock"], document["minutes"], document["rounds"]]
        case "settings":
            return [document[key] for key in _SETTINGS]
        case "round":
            return [number, seats, [each for each in games if each["round"] == int(number)]]
        case "table":
            mine = [each for each in seats if each["number"] == int(number)]
            return [number, mine, [each for each in games if each["table"] == int(number)]]
        case "tables":
            return [[each["number"] for each in seats], [[g["table"], g["layout"]] for g in games]]
        case _:
            return document[part]


def init_current_event(app: Flask) -> None:
    """Let templates know the words for changes of events."""
    app.add_template_filter(event_sentence)
