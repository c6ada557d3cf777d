"""How is an event managed: its settings, who changed what, undo and redo, its end, and restoring a deleted one?"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Final

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import Conflict, InputError, Problem
from astrike.formats.events.event_file import read_event, write_event
from astrike.formats.options import value_of_words, words_of_value
from astrike.model.document_change import ChangeLabel
from astrike.model.events.event import Event
from astrike.rulebook.loader import DEFAULT_EDITION, IDS, load_edition
from astrike.rulebook.schema import Edition
from astrike.store.events.events import EventChange, event_history, note_change, was_written
from astrike.store.events.layouts import layouts_of
from astrike.store.events.making import restore_event, unmake_event
from astrike.store.events.tables import tables_of_event
from astrike.store.events.undo import EventUndos, redo_event, undo_event, undos_of_event
from astrike.store.table.codes import code_as_meant, code_for_people
from astrike.store.table.tables import KEPT_AFTER_DELETION
from astrike.web.current.table import changed_by_now
from astrike.web.database import database
from astrike.web.events.current import CurrentEvent, check_seen, edit_event, load_current_event
from astrike.web.events.differences import RoundDifferences, differences_in
from astrike.web.events.laying import apply_settings
from astrike.web.events.presets import own_text, preset_name, preset_of, with_preset
from astrike.web.events.rights import event_right_now
from astrike.web.http.device import device_name, local_path
from astrike.web.http.forms import digits_or_none, number_or_text
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import see_other, show
from astrike.web.layout.presets import OWN, options_of, preset_choices
from astrike.web.problems import form_again, problems_by_field
from astrike.web.settings import settings


def undo_change(code: str) -> Response:
    """Take back the newest change, if it is the one that was seen."""
    current = load_current_event(code)
    undo_event(database(), current.id, version=_version(), who=changed_by_now())
    return _back(current)


def redo_change(code: str) -> Response:
    """Redo what was undone last, if it is what the page showed."""
    current = load_current_event(code)
    redo_event(database(), current.id, version=_version(), who=changed_by_now())
    return _back(current)


def _version() -> int:
    text = request.form.get("version", "")
    version = digits_or_none(text)
    if version is None:
        raise InputError([Problem("version", repr(text[:20]), _("the version of a change"))])
    return version


def _back(current: CurrentEvent) -> Response:
    wished = request.form.get("next", "")
    return see_other(local_path(wished) if wished else url_for("events.show_desk", code=current.code))


@dataclass(frozen=True, slots=True)
class DeletedEventContext:
    """What is left of a deleted event."""

    code: str
    typed: str
    """The code as people write it."""
    days: int


def show_deleted(code: str) -> str:
    """Show that the event is deleted, and that it can be restored."""
    days = KEPT_AFTER_DELETION // timedelta(days=1)
    typed = code_for_people(code_as_meant(code) or code)
    return show("events/deleted.html", DeletedEventContext(code, typed, days))


def bring_event_back(code: str) -> Response:
    """Bring a deleted event back."""
    restore_event(database(), event_right_now().event_id, who=changed_by_now())
    return see_other(url_for("events.show_desk", code=code))


ON_A_PAGE: Final = 60

FIELDS: Final = (
    "name",
    "preset",
    "edition",
    "environment",
    "rounds",
    "minutes",
    "wifi_name",
    "wifi_password",
    "options",
    "own_preset",
)


@dataclass(frozen=True, slots=True)
class EventMenuContext:
    """The way to everything else."""

    current: CurrentEvent
    preset: str


@dataclass(frozen=True, slots=True)
class EventSettingsContext:
    """How the event is run."""

    current: CurrentEvent
    values: Mapping[str, str]
    presets: tuple[tuple[str, str], ...]
    editions: tuple[tuple[str, str], ...]
    environments: tuple[tuple[str, str], ...]
    problems: Mapping[str, tuple[Problem, ...]]
    is_saved: bool
    differs: RoundDifferences
    """Tables that are played by other options."""


@dataclass(frozen=True, slots=True)
class LogContext:
    """One page of the log, the newest first."""

    current: CurrentEvent
    changes: tuple[EventChange, ...]
    older: int | None
    steps: EventUndos


@dataclass(frozen=True, slots=True)
class DeleteEventContext:
    """The question before an event goes."""

    current: CurrentEvent
    days: int


def show_more(code: str) -> str:
    """Show the way to everything else."""
    current = load_current_event(code)
    return show("events/more.html", EventMenuContext(current, preset_name(current.event)))


def show_settings(code: str) -> str:
    """Show how the event is run."""
    current = load_current_event(code)
    return show("events/settings.html", _settings(current, _values(current.event), {}))


def change_settings(code: str) -> Response:
    """Change how the event is run; its tables stay as they are until they are given the new options."""
    current = load_current_event(code)
    values = {name: request.form.get(name, "").strip() for name in FIELDS}

    def edit(event: Event) -> Event:
        return _changed(event, values)

    try:
        edit_event(current, edit, label=ChangeLabel("event.setup"), part="settings")
    except InputError as error:
        problems = problems_by_field(error)
        return form_again(show("events/settings.html", _settings(current, values, problems)), error)
    return see_other(url_for("events.show_settings", code=code, saved="1"))


def set_tables(code: str) -> Response:
    """Give all tables the options of the event."""
    current, who = load_current_event(code), changed_by_now()
    if not was_written(database(), current.id, who.client_id or ""):
        check_seen(current, "settings")
        done = apply_settings(current, tables_of_event(database(), current.id), who=who)
        if done.changed is not None:
            label = ChangeLabel("options.laid", {"count": str(len(done.changed.tables))})
            note_change(database(), current.id, label, who, changed_tables=done.changed)
    wished = request.form.get("next", "")
    return see_other(local_path(wished) if wished else url_for("events.show_desk", code=code))


def show_log(code: str) -> str:
    """Show who changed what."""
    current = load_current_event(code)
    before = digits_or_none(request.args.get("before", ""))
    found = event_history(database(), current.id, limit=ON_A_PAGE + 1, before=before)
    older = found[ON_A_PAGE - 1].version if len(found) > ON_A_PAGE else None
    steps = undos_of_event(database(), current.id)
    return show("events/log.html", LogContext(current, found[:ON_A_PAGE], older, steps))


def delete_event_form(code: str) -> str | Response:
    """Delete the event, after a question; its tables stay or go with it."""
    current = load_current_event(code)
    if request.method == "GET":
        days = KEPT_AFTER_DELETION // timedelta(days=1)
        return show("events/delete.html", DeleteEventContext(current, days))
    if digits_or_none(request.form.get("version", "")) != current.stored.version:
        message = _("Somebody else has changed this event meanwhile, so it was not deleted.")
        raise Conflict(message, mine_version=0, current_version=current.stored.version)
    tables = request.form.get("tables", "")
    if tables not in ("stay", "go"):
        raise InputError([Problem("tables", repr(tables[:20]), _("stay or go"))])
    unmake_event(
        database(),
        current.id,
        from_version=current.stored.version,
        also_tables=tables == "go",
        now=settings().now(),
        author=device_name(),
    )
    return see_other(url_for("events.show_deleted", code=current.code))


def _values(event: Event) -> dict[str, str]:
    return {
        "name": event.name,
        "preset": OWN if event.own_preset is not None else event.preset,
        "edition": event.edition,
        "environment": event.environment,
        "rounds": str(event.rounds),
        "minutes": "0" if event.minutes is None else f"{event.minutes:g}",
        "wifi_name": event.wifi.name,
        "wifi_password": event.wifi.password,
        "options": _option_lines(event.options),
        "own_preset": own_text(event),
    }


def _changed(event: Event, values: Mapping[str, str]) -> Event:
    problems: list[Problem] = []
    try:
        before, event = event, with_preset(event, values["preset"], text=values["own_preset"])
        values = _followed(before, event, values)
    except InputError as error:
        at = "own_preset" if values["preset"] == OWN else "preset"
        problems += [replace(each, at=at, found=f"{each.at}: {each.found}") for each in error.problems]
    edition = load_edition(values["edition"]) if values["edition"] in IDS else load_edition(event.edition)
    options = _options(edition, values["options"], problems)
    minutes, rounds = number_or_text(values["minutes"] or "0"), number_or_text(values["rounds"])
    event = _without_later(event, rounds, problems)
    document = write_event(event) | {
        "name": values["name"],
        "edition": values["edition"],
        "environment": values["environment"],
        "rounds": rounds,
        "minutes": None if minutes == 0 else minutes,
        "options": options,
        "wifi": {"name": values["wifi_name"], "password": values["wifi_password"]},
    }
    try:
        event = read_event(document)
    except InputError as error:
        problems += [
            replace(each, at="options", found=f"{each.at}: {each.found}")
            if each.at.startswith("options")
            else replace(each, at=each.at.replace("wifi.", "wifi_"))
            for each in error.problems
            if not each.at.startswith(("games", "clock"))  # of which more was said above
        ]
    if problems:
        raise InputError(problems)
    return event


def _followed(before: Event, after: Event, values: Mapping[str, str]) -> Mapping[str, str]:
    """Give the form with the figures of another preset where nobody has touched them; options of one's own stay."""
    if (before.preset, before.own_preset) == (after.preset, after.own_preset):
        return values
    old, new, shown = preset_of(before), preset_of(after), _values(before)
    found = dict(values)
    untouched = {key for key in FIELDS if values[key].splitlines() == shown[key].splitlines()}
    usual = (
        (DEFAULT_EDITION, "daylight")
        if old is None
        else (old.edition or DEFAULT_EDITION, old.environment or "daylight")
    )
    if new is not None and "edition" in untouched and before.edition == usual[0]:
        found["edition"] = new.edition or DEFAULT_EDITION
    if new is not None and "environment" in untouched and before.environment == usual[1]:
        found["environment"] = new.environment or "daylight"
    if "options" in untouched and found["edition"] in IDS:
        gone, rows = options_of(old, before.edition), load_edition(found["edition"]).options
        own = {key: each for key, each in before.options.items() if gone.get(key) != each and key in rows}
        found["options"] = _option_lines({**options_of(new, found["edition"]), **own})
    return found


def _option_lines(options: Mapping[str, object]) -> str:
    return "\n".join(f"{key} = {words_of_value(value)}" for key, value in options.items())


def _without_later(event: Event, rounds: float | str, problems: list[Problem]) -> Event:
    """Take away the layouts of rounds that are not played any more; what was written down of one is a problem."""
    if not isinstance(rounds, int) or not 1 <= rounds < event.rounds:
        return event
    later = {at[1] for at, game in event.games.items() if at[1] > rounds and (game.pairing or game.score)}
    last = max((*later, event.clock.round))
    if last > rounds:
        found = _("round %(round)s, of which something is known", round=last)
        problems.append(Problem("rounds", found, _("at least %(least)s", least=last)))
        return event
    games = {at: game for at, game in event.games.items() if at[1] <= rounds}
    deployments = {at: each for at, each in event.deployments.items() if at <= rounds}
    printed = frozenset(at for at in event.only_on_sheets if at <= rounds)
    opened = frozenset(each for each in event.opened if each <= rounds)
    return replace(
        event, rounds=rounds, games=games, deployments=deployments, only_on_sheets=printed, opened=opened
    )


def _options(edition: Edition, text: str, problems: list[Problem]) -> dict[str, object]:
    """Read options as they are typed: a line each, a key and what it is."""
    found: dict[str, object] = {}
    for line in text.splitlines():
        if not line.strip():
            continue
        key, is_one, words = (part.strip() for part in line.partition("="))
        row = edition.options.get(key)
        if not is_one or row is None:
            expected = _("an option of %(edition)s, such as sight.eye = 0.9", edition=edition.id)
            problems.append(Problem("options", repr(line.strip()[:40]), expected))
        else:
            found[key] = value_of_words(row, words)
    return found


def _settings(
    current: CurrentEvent, values: Mapping[str, str], problems: Mapping[str, tuple[Problem, ...]]
) -> EventSettingsContext:
    event, layouts = current.event, layouts_of(database(), current.id)
    tables = tables_of_event(database(), current.id)
    return EventSettingsContext(
        current=current,
        values=values,
        presets=preset_choices(),
        editions=tuple((each, f"{each} · {tr(load_edition(each).name)}") for each in IDS),
        environments=tuple((row.key, tr(row.label)) for row in load_edition(event.edition).visual.values()),
        problems=problems,
        is_saved="saved" in request.args,
        differs=differences_in(current, event.round_now, tables, layouts),
    )
