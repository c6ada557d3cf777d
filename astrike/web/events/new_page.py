"""How is an event created? By a form, together with its tables."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.editing.events.tables import table_document
from astrike.editing.terrain.saved import shipped_layouts
from astrike.errors import InputError, Problem
from astrike.formats.events.event_file import read_event, write_event
from astrike.model.events.event import MOST_TABLES, Event, all_the_same, rotated
from astrike.presets.schema import Preset
from astrike.rulebook.loader import DEFAULT_EDITION, IDS, load_edition
from astrike.store.events.events import StoredEvent
from astrike.store.events.making import NewTable, make_event
from astrike.web.access.allowances import allowance
from astrike.web.current.table import form_origin
from astrike.web.database import database
from astrike.web.events.presets import preset_of, with_preset
from astrike.web.http.device import device_name
from astrike.web.http.forms import digits_or_none, number_or_text
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import see_other, show
from astrike.web.layout.presets import OWN, options_of, preset_choices, size_of, tolerance_of
from astrike.web.problems import all_of, form_again, problems_by_field
from astrike.web.settings import settings

FIELDS: Final = ("name", "preset", "edition", "rounds", "minutes", "tables", "own_preset")
_START: Final[Mapping[str, str]] = {
    "name": "",
    "preset": "default",
    "edition": "",
    "rounds": "",
    "minutes": "",
    "tables": "8",
    "own_preset": "",
}
_ROUNDS: Final = 3
_MINUTES: Final = 90.0


@dataclass(frozen=True, slots=True)
class NewEventContext:
    """The form for an event."""

    values: Mapping[str, str]
    presets: tuple[tuple[str, str], ...]
    editions: tuple[tuple[str, str], ...]
    layouts: tuple[tuple[str, str], ...]
    chosen: tuple[str, ...]
    problems: Mapping[str, tuple[Problem, ...]]


def new_event() -> str | Response:
    """Make an event with its tables."""
    if request.method == "GET":
        return show("events/new.html", _context(_START, (), {}))
    values = {name: request.form.get(name, "").strip() for name in FIELDS}
    chosen = tuple(key for key in request.form.getlist("layout") if key in shipped_layouts())
    try:
        made = _make(values, chosen)
    except InputError as error:
        return form_again(show("events/new.html", _context(values, chosen, problems_by_field(error))), error)
    return see_other(url_for("events.show_desk", code=made.codes.organise))


def _make(values: Mapping[str, str], chosen: tuple[str, ...]) -> StoredEvent:
    event = _event(values)
    layouts = {tr(shipped_layouts()[key].name): shipped_layouts()[key].document for key in chosen}
    names = tuple(layouts)
    if len(names) == 1:
        event = all_the_same(event, names[0], range(1, event.rounds + 1))
    elif names:
        event = rotated(event, names, range(1, event.rounds + 1))
    preset = preset_of(event)
    tables = [
        NewTable(
            seat.number,
            table_name(seat.number),
            table_document(
                event,
                layouts.get(event.game(seat.number, 1).layout),
                name=table_name(seat.number),
                size=size_of(preset),
                tolerance=tolerance_of(preset),
            ),
        )
        for seat in event.seats
    ]
    return make_event(
        database(),
        document=write_event(event),
        tables=tables,
        layouts=layouts,
        now=settings().now(),
        author=device_name(),
        origin=form_origin("event-form"),
        allowance=allowance(),
    )


def table_name(number: int) -> str:
    """Name a table of which only the number is known."""
    return _("Table %(number)s", number=number)


def _event(values: Mapping[str, str]) -> Event:
    """Read the form: what it leaves open is as the preset has it; everything that is wrong is named."""
    problems: dict[str, list[Problem]] = {}
    count = digits_or_none(values["tables"]) or 0
    if not 1 <= count <= MOST_TABLES:
        expected = _("a whole number from %(low)s to %(high)s", low=1, high=MOST_TABLES)
        problems["tables"] = [Problem("tables", repr(values["tables"][:20]), expected)]
        count = 0
    event = Event("", DEFAULT_EDITION)
    key = OWN if values["own_preset"] else values["preset"]
    try:
        event = with_preset(event, key, text=values["own_preset"])
    except InputError as error:
        at = "own_preset" if key == OWN else "preset"
        problems[at] = [
            replace(each, at=at, found=f"{each.at}: {each.found}" if each.at != at else each.found)
            for each in error.problems
        ]
    preset = preset_of(event)
    edition = values["edition"] or ("" if preset is None else preset.edition) or DEFAULT_EDITION
    rounds: object = number_or_text(values["rounds"]) if values["rounds"] else _usual_rounds(preset)
    minutes: object = number_or_text(values["minutes"]) if values["minutes"] else _usual_minutes(preset)
    document = write_event(event) | {
        "name": values["name"],
        "edition": edition,
        "rounds": rounds,
        "minutes": None if minutes == 0 else minutes,
        "environment": (preset.environment if preset is not None else "") or "daylight",
        "options": options_of(preset, edition),
        "tables": [{"number": number} for number in range(1, count + 1)],
    }
    try:
        event = read_event(document)
    except InputError as error:
        for each in error.problems:
            problems.setdefault(each.at, []).append(each)
    if problems:
        raise all_of(problems)
    return event


def _usual_rounds(preset: Preset | None) -> int:
    return _ROUNDS if preset is None or preset.clock.rounds is None else preset.clock.rounds


def _usual_minutes(preset: Preset | None) -> float:
    return _MINUTES if preset is None or preset.clock.minutes is None else preset.clock.minutes


def _context(
    values: Mapping[str, str], chosen: tuple[str, ...], problems: Mapping[str, tuple[Problem, ...]]
) -> NewEventContext:
    editions = tuple((each, f"{each} · {tr(load_edition(each).name)}") for each in IDS)
    return NewEventContext(
        values=values,
        presets=preset_choices(),
        editions=(("", _("as the preset says")), *editions),
        layouts=tuple((key, tr(table.name)) for key, table in shipped_layouts().items()),
        chosen=chosen,
        problems=problems,
    )
