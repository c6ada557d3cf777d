"""How is the event going? The organizer's desk, the event page for everyone else, and the status as JSON."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from flask import Response, jsonify, url_for
from markupsafe import Markup

from astrike.dataclass import dataclass
from astrike.formats.events.event_file import scores_json
from astrike.model.events.event import Announcement, Game
from astrike.model.events.pairing import players_of
from astrike.store.events.events import event_history
from astrike.store.events.judge_calls import newest_call, waiting_calls
from astrike.store.events.layouts import layouts_of
from astrike.store.events.round_starts import round_began
from astrike.store.events.tables import StoredEventTable, pulse_of, tables_of_event
from astrike.store.events.undo import KEPT, EventUndo, undos_of_event
from astrike.store.rulings.rulings import RulingLine, rulings_of_event
from astrike.store.table.codes import Right, code_for_people
from astrike.web.database import database
from astrike.web.events.banner import EventBanner, banner_of
from astrike.web.events.current import CurrentEvent, load_current_event
from astrike.web.events.differences import RoundDifferences, differences_in
from astrike.web.events.judge_words import JudgeMark, WaitingTable, judge_mark, waits_json, waits_of
from astrike.web.events.log_words import event_sentence
from astrike.web.events.presets import preset_name, setup_in_round
from astrike.web.events.rights import event_right_now
from astrike.web.events.table_rows import (
    DeskRow,
    ShownRound,
    desk_rows,
    layouts_shown,
    rounds_shown,
    status_words,
    table_address,
    table_code,
)
from astrike.web.http.i18n import _
from astrike.web.http.qr_codes import qr_svg
from astrike.web.http.responses import show, with_etag
from astrike.web.http.server_addresses import servers
from astrike.web.http.times import ago
from astrike.web.layout.presets import DeploymentSetup

RULINGS_SHOWN: Final = 4
STATUS_FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A table that calls for a judge."""

    key: str
    id: int | None
    """None: a ruling alone waits, as before tables could call by themselves."""
    table: int | None
    address: str
    since: datetime
    about: str
    pairing: str
    comes: str
    """Who is on the way, and since when."""
    line: RulingLine | None
    """The ruling that it is about."""


@dataclass(frozen=True, slots=True)
class DeskContext:
    """What the organizer sees of the event."""

    current: CurrentEvent
    event_banner: EventBanner
    pulse: str
    preset: str
    rounds: range
    rows: tuple[DeskRow, ...]
    differs: RoundDifferences
    """Tables that are other than the round wants."""
    calls: tuple[OpenCall, ...]
    rulings: tuple[RulingLine, ...]
    count: int
    undo: EventUndo | None
    stayed: str
    """What the newest change could not undo, where it was an undo."""
    join: Markup
    join_address: str
    join_code: str


@dataclass(frozen=True, slots=True)
class EventTableLink:
    """A table of the event, with its address where the reader may open it."""

    number: int
    name: str
    game: Game
    status: str
    address: str
    judge: JudgeMark
    call_address: str
    """The address that calls a judge to the table; empty for readers who may not, and while one is called."""


@dataclass(frozen=True, slots=True)
class PlayersPageContext:
    """What players and spectators see of the event."""

    current: CurrentEvent
    event_banner: EventBanner
    pulse: str
    preset: str
    table_links: tuple[EventTableLink, ...]
    setup: DeploymentSetup | None
    """How sides set up in the round that is played."""
    announcements: tuple[Announcement, ...]
    layouts: tuple[ShownRound, ...]
    """The layouts of this round, and of later rounds that are shown already."""


def show_desk(code: str) -> str:
    """Show the desk to the organizer, and the event page to everyone else."""
    current = load_current_event(code)
    return _desk(current) if current.right is Right.ORGANISE else _players_page(current)


def show_players_page(code: str) -> str:
    """Show the event page as everyone sees it."""
    return _players_page(load_current_event(code))


def show_version(code: str) -> Response:
    """Say whether anything has changed; made to be asked all the time."""
    pulse = _pulse(event_right_now().event_id)
    response = with_etag("", f"v{pulse}")
    if response.status_code != 304:
        response.set_data(jsonify(version=pulse).get_data())
        response.mimetype = "application/json"
    return response


def show_status(code: str) -> Response:
    """Give the status of the event, for overlays and pairing sites; without codes, so that a screen may show it."""
    current = load_current_event(code)
    event, banner = current.event, banner_of(current.event, version=current.stored.version)
    waiting = {each.table_id: each for each in _waits(current)}
    tables = {each.number: each for each in tables_of_event(database(), current.id)}
    layouts = layouts_of(database(), current.id)
    differs = differences_in(current, event.round_now, tuple(tables.values()), layouts)

    def may_see(in_round: int) -> bool:
        return current.right is Right.ORGANISE or event.is_seen(in_round)

    found = {
        "format": STATUS_FORMAT,
        "version": current.stored.version,
        "name": event.name,
        "edition": event.edition,
        "preset": event.preset or ("own" if event.own_preset is not None else ""),
        "rounds": event.rounds,
        "clock": {
            "round": banner.round,
            "state": banner.state,
            "minutes": banner.minutes,
            "seconds_left": banner.left,
        },
        "announcements": [{"text": each.text, "time": each.time} for each in event.announcements],
        "tables": [
            {
                "number": seat.number,
                "name": seat.name,
                "status": seat.status,
                "turn": tables[seat.number].turn if seat.number in tables else None,
                "differs": differs.keys_of(seat.number),
                "calls_judge": seat.number in tables and tables[seat.number].table_id in waiting,
                "judge": waits_json(waiting.get(tables[seat.number].table_id))
                if seat.number in tables
                else None,
                "rounds": [
                    {
                        "round": each,
                        "layout": game.layout if may_see(each) else "",
                        "pairing": game.pairing,
                        "players": players_of(game.pairing),
                        "score": game.score,
                        "scores": scores_json(game.result),
                        **({"reported": True} if game.reported_by else {}),
                    }
                    for each in range(1, event.rounds + 1)
                    for game in [event.game(seat.number, each)]
                ],
            }
            for seat in event.seats
        ],
    }
    response = jsonify(found)
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _desk(current: CurrentEvent) -> str:
    db = database()
    tables, layouts = tables_of_event(db, current.id), layouts_of(db, current.id)
    numbers = {each.table_id: each for each in tables}
    rulings = rulings_of_event(db, current.id)
    waits = _waits(current)
    join = current.stored.codes.view if current.stored.codes.view else current.code
    address = f"{servers()[0]}{url_for('events.show_desk', code=join)}"
    banner = banner_of(current.event, version=current.stored.version)
    context = DeskContext(
        current=current,
        event_banner=banner,
        pulse=_pulse(current.id),
        preset=preset_name(current.event),
        rounds=rounds_shown(current.event),
        rows=desk_rows(current, tables, layouts, waits),
        differs=differences_in(current, current.event.round_now, tables, layouts),
        calls=tuple(_call(current, each, numbers) for each in waits),
        rulings=rulings[:RULINGS_SHOWN],
        count=len(rulings),
        undo=undos_of_event(db, current.id).undo,
        stayed=_stayed(current),
        join=qr_svg(address, label=_("QR code: %(what)s", what=_("watch the event"))),
        join_address=address,
        join_code=code_for_people(join),
    )
    return show("events/desk.html", context, parts=("live",))


def _players_page(current: CurrentEvent) -> str:
    event = current.event
    tables = {each.number: each for each in tables_of_event(database(), current.id)}
    is_player = current.right is Right.PLAY  # the organizer is who is called
    table_links = tuple(
        EventTableLink(
            number=seat.number,
            name=seat.name,
            game=event.game(seat.number, event.round_now),
            status=status_words(seat.status) if seat.status else "",
            address=table_address(current, tables[seat.number]),
            judge=mark,
            call_address=url_for("events.call_judge", code=table_code(current, tables[seat.number]))
            if is_player and not mark.is_open
            else "",
        )
        for seat in event.seats
        if seat.number in tables
        for at in [tables[seat.number].table_id]
        for mark in [judge_mark(newest_call(database(), at), round_began(database(), at))]
    )
    context = PlayersPageContext(
        current=current,
        event_banner=banner_of(event, version=current.stored.version),
        pulse=_pulse(current.id),
        preset=preset_name(event),
        table_links=table_links,
        setup=setup_in_round(event, event.round_now),
        announcements=event.announcements,
        layouts=layouts_shown(event, layouts_of(database(), current.id)),
    )
    return show("events/players_page.html", context, parts=("live",))


def _stayed(current: CurrentEvent) -> str:
    newest = event_history(database(), current.id, limit=1)
    label = newest[0].label if newest else None
    return event_sentence(label) if label is not None and KEPT in label.names else ""


def _waits(current: CurrentEvent) -> tuple[WaitingTable, ...]:
    """List who waits for a judge: tables that called, and rulings that wait by themselves."""
    calls = waiting_calls(database(), current.id)
    rulings = rulings_of_event(database(), current.id)
    return waits_of(calls, [line for line in rulings if line.is_waiting])


def _call(current: CurrentEvent, waits: WaitingTable, tables: Mapping[int, StoredEventTable]) -> OpenCall:
    table = None if waits.table_id is None else tables.get(waits.table_id)
    call, line = waits.call, waits.line
    event = current.event
    return OpenCall(
        key=line.id if line is not None else f"table-{0 if table is None else table.number}",
        id=None if call is None else call.id,
        table=None if table is None else table.number,
        address="" if table is None else table_address(current, table),
        since=waits.since,
        about="" if call is None else call.about,
        pairing="" if table is None else event.game(table.number, event.round_now).pairing,
        comes="" if call is None or call.coming is None else f"{call.coming_by}, {ago(call.coming)}",
        line=line,
    )


def _pulse(event_id: int) -> str:
    pulse = pulse_of(database(), event_id)
    return f"{pulse.version}-{pulse.tables}-{pulse.rulings}"
