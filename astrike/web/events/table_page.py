"""What does the organizer see and change of one table of the event: games, status, layout, lock, place in the list?"""

from collections.abc import Mapping
from dataclasses import replace

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.editing.events.tables import table_document, units_on
from astrike.editing.layout.deployment_zones import zones_on
from astrike.errors import InputError, NotFound, Problem
from astrike.formats.events.event_file import read_event, write_event
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import ChangeLabel
from astrike.model.events.event import (
    MOST_TABLES,
    STATUSES,
    Event,
    EventTable,
    Game,
    as_written,
    with_games,
    with_seat,
    without_seat,
)
from astrike.store.events.events import changing, note_change, was_written
from astrike.store.events.layouts import layouts_of
from astrike.store.events.tables import StoredEventTable, add_table, remove_table, tables_of_event
from astrike.store.table.locks import lock_table, unlock_table
from astrike.store.table.tables import load_table
from astrike.web.current.table import changed_by_now, form_id
from astrike.web.database import database
from astrike.web.events.current import CurrentEvent, check_seen, edit_event, load_current_event, on_newest
from astrike.web.events.differences import differences_in
from astrike.web.events.laying import apply_layouts
from astrike.web.events.presets import own_preset_of, preset_of, setup_in_round
from astrike.web.events.table_rows import status_words, table_code
from astrike.web.http.forms import digits_or_none, whole_number
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other, show
from astrike.web.layout.presets import DeploymentSetup, PresetSetups, setups_to_choose, size_of, tolerance_of
from astrike.web.problems import form_again, problems_by_field


@dataclass(frozen=True, slots=True)
class EventTableContext:
    """One table of the event."""

    current: CurrentEvent
    seat: EventTable
    table: StoredEventTable | None
    table_code: str
    games: tuple[tuple[int, Game], ...]
    layouts: tuple[tuple[str, str], ...]
    statuses: tuple[tuple[str, str], ...]
    units: int
    differs: tuple[str, ...]
    """In what it is other than the round wants."""
    zones: tuple[str, ...]
    """Deployment zones that the table has."""
    setups: tuple[PresetSetups, ...]
    setup: DeploymentSetup | None
    """How sides set up in the round that is played."""
    problems: Mapping[str, tuple[Problem, ...]]


@dataclass(frozen=True, slots=True)
class NewTableContext:
    """The form for one more table."""

    current: CurrentEvent
    values: Mapping[str, str]
    layouts: tuple[tuple[str, str], ...]
    problems: Mapping[str, tuple[Problem, ...]]


@dataclass(frozen=True, slots=True)
class RemoveContext:
    """The question before a table goes."""

    current: CurrentEvent
    seat: EventTable


def show_new_table(code: str) -> str:
    """Show the form for one more table."""
    current = load_current_event(code)
    taken = [seat.number for seat in current.event.seats]
    number = next((each for each in range(1, MOST_TABLES + 1) if each not in taken), MOST_TABLES)
    values = {"number": str(number), "name": "", "layout": ""}
    return show("events/new_table.html", NewTableContext(current, values, _layouts(current), {}))


def make_table(code: str) -> Response:
    """Make one more table."""
    current = load_current_event(code)
    values = {name: request.form.get(name, "").strip() for name in ("number", "name", "layout")}
    try:
        if not was_written(database(), current.id, form_id()):
            on_newest(current, lambda now: _add(now, values))
    except InputError as error:
        context = NewTableContext(current, values, _layouts(current), problems_by_field(error))
        return form_again(show("events/new_table.html", context), error)
    return see_other(url_for("events.show_desk", code=code, _anchor=f"table-{values['number']}"))


def show_table(code: str, number: str) -> str:
    """Show what is known of a table."""
    current = load_current_event(code)
    return show("events/table.html", _context(current, _seat(current, number)))


def change_table(code: str, number: str) -> Response:
    """Change the name of a table, how far it is, and its games."""
    current = load_current_event(code)
    seat = _seat(current, number)
    changed = EventTable(seat.number, request.form.get("name", "").strip(), request.form.get("status", ""))
    texts = {
        (seat.number, each): {
            key: request.form.get(f"{key}-{each}", "").strip() for key in ("layout", "pairing", "score")
        }
        for each in range(1, current.event.rounds + 1)
    }

    def written(event: Event) -> dict[tuple[int, int], Game]:
        return {at: as_written(event.game(*at), **each) for at, each in texts.items()}

    def edit(event: Event) -> Event:
        return with_games(with_seat(event, changed), written(event))

    label = ChangeLabel(
        "table.changed",
        {"number": number, "what": _what(current.event, seat, changed, written(current.event))},
    )
    try:
        edit_event(current, edit, label=label, part=f"table-{seat.number}")
    except InputError as error:
        shown = replace(current, event=edit(current.event))
        return form_again(show("events/table.html", _context(shown, changed, error)), error)
    return see_other(url_for("events.show_desk", code=code, _anchor=f"table-{number}"))


def lay_on_table(code: str, number: str) -> Response:
    """Put the layout of the round on the table."""
    current = load_current_event(code)
    seat = _seat(current, number)
    table = _table(current, seat.number)
    who = changed_by_now()
    if not was_written(database(), current.id, who.client_id or ""):
        in_round, keep_units = current.event.round_now, "units" in request.form
        done = apply_layouts(current, [table], in_round=in_round, keep_units=keep_units, who=who)
        name = current.event.game(seat.number, in_round).layout
        label = ChangeLabel("table.laid", {"number": number, "name": name})
        note_change(database(), current.id, label, who, changed_tables=done.changed)
    return see_other(url_for("events.show_table", code=code, number=number))


def set_lock(code: str, number: str) -> Response:
    """Lock the table for everyone but the organizer, or unlock it."""
    current = load_current_event(code)
    table, who = _table(current, _seat(current, number).number), changed_by_now()
    is_lock = request.form.get("lock") == "on"
    label = ChangeLabel("table.locked" if is_lock else "table.unlocked", {"number": number})
    with changing(database(), current.id, label, who) as is_new:
        if is_new:
            change = lock_table if is_lock else unlock_table
            change(database(), table.table_id, author=who.author, client_id=who.client_id, now=who.now)
    return see_other(url_for("events.show_table", code=code, number=number))


def ask_remove_table(code: str, number: str) -> str:
    """Ask before a table goes."""
    current = load_current_event(code)
    return show("events/remove_table.html", RemoveContext(current, _seat(current, number)))


def take_table_out(code: str, number: str) -> Response:
    """Delete a table; its organizer's code can restore it by itself."""
    current = load_current_event(code)
    if not was_written(database(), current.id, form_id()):
        seat = _seat(current, number)
        check_seen(current, f"table-{seat.number}")
        on_newest(current, lambda now: _remove(now, seat.number))
    return see_other(url_for("events.show_desk", code=code))


def _add(current: CurrentEvent, values: Mapping[str, str]) -> None:
    number = whole_number("number", values["number"], 1, MOST_TABLES)
    if current.event.seat(number) is not None:
        raise InputError([Problem("number", str(number), _("a number that no other table has"))])
    layouts = {each.name: each.document for each in layouts_of(database(), current.id)}
    if values["layout"] and values["layout"] not in layouts:
        raise InputError([Problem("layout", repr(values["layout"][:40]), _("a layout of the event"))])
    event = with_seat(current.event, EventTable(number, values["name"]))
    games = {(number, each): Game(layout=values["layout"]) for each in range(1, event.rounds + 1)}
    event = with_games(event, games)
    read_event(write_event(event))
    preset, name = preset_of(event), _("Table %(number)s", number=number)
    table = table_document(
        event,
        layouts.get(values["layout"]),
        name=name,
        size=size_of(preset),
        tolerance=tolerance_of(preset),
    )
    add_table(
        database(),
        current.id,
        number,
        table=table,
        name=name,
        event=write_event(event),
        from_version=current.stored.version,
        who=changed_by_now(),
    )


def _remove(current: CurrentEvent, number: int) -> None:
    remove_table(
        database(),
        current.id,
        number,
        event=write_event(without_seat(current.event, number)),
        from_version=current.stored.version,
        who=changed_by_now(),
    )


def _context(current: CurrentEvent, seat: EventTable, error: InputError | None = None) -> EventTableContext:
    event = current.event
    tables, layouts = tables_of_event(database(), current.id), layouts_of(database(), current.id)
    differs = differences_in(current, event.round_now, tables, layouts)
    table = next((each for each in tables if each.number == seat.number), None)
    document = None if table is None else load_table(database(), table.table_id).document
    return EventTableContext(
        current=current,
        seat=seat,
        table=table,
        table_code="" if table is None else table_code(current, table),
        games=tuple((each, event.game(seat.number, each)) for each in range(1, event.rounds + 1)),
        layouts=_layouts(current),
        statuses=tuple((each, status_words(each)) for each in STATUSES),
        units=0 if document is None else units_on(document),
        differs=differs.words_of(seat.number),
        zones=() if document is None else zones_on(parse_document(document)),
        setups=setups_to_choose(own_preset_of(event)),
        setup=setup_in_round(event, event.round_now),
        problems={} if error is None else problems_by_field(error),
    )


def _layouts(current: CurrentEvent) -> tuple[tuple[str, str], ...]:
    names = tuple((each.name, each.name) for each in layouts_of(database(), current.id))
    return (("", _("none")), *names)


def _seat(current: CurrentEvent, text: str) -> EventTable:
    number = digits_or_none(text)
    seat = None if number is None else current.event.seat(number)
    if seat is None:
        raise NotFound(_("The event has no table of this number."))
    return seat


def _table(current: CurrentEvent, number: int) -> StoredEventTable:
    found = next((t for t in tables_of_event(database(), current.id) if t.number == number), None)
    if found is None:
        raise NotFound(_("This table was deleted."))
    return found


def _what(event: Event, seat: EventTable, changed: EventTable, games: Mapping[tuple[int, int], Game]) -> str:
    """Say what changed, as the log keeps it."""
    parts: list[str] = []
    if changed.name != seat.name:
        parts.append(changed.name or _("no name"))
    if changed.status != seat.status:
        parts.append(status_words(changed.status) if changed.status in STATUSES else changed.status)
    for (_number, in_round), game in games.items():
        before = event.game(seat.number, in_round)
        changes = [
            new or "–"
            for new, old in (
                (game.layout, before.layout),
                (game.pairing, before.pairing),
                (game.score, before.score),
            )
            if new != old
        ]
        if changes:
            parts.append(f"{in_round}: {', '.join(changes)}")
    return "; ".join(parts)[:120]
