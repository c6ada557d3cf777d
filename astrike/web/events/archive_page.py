"""How does an event leave this server as one file, and how does it come back as a new one?"""

import shutil
from collections.abc import Mapping
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.events.archive import EventArchive, pack_archive, read_archive
from astrike.formats.events.event_file import write_event
from astrike.model.byte_limits import ARCHIVE
from astrike.model.events.event import Event
from astrike.model.ruling import ArchivedRuling, RulingDecision
from astrike.store.database.connection import Database, connect_existing, reading
from astrike.store.events.events import KEPT_CHANGES, event_history
from astrike.store.events.judge_calls import JudgeCall, calls_of_event
from astrike.store.events.layouts import layouts_of
from astrike.store.events.making import NewTable, make_event
from astrike.store.events.tables import tables_of_event
from astrike.store.rulings.rulings import Ruling, load_ruling, rulings_of_event
from astrike.store.table.tables import load_table
from astrike.web.access.allowances import allowance
from astrike.web.current.table import form_origin
from astrike.web.database import database
from astrike.web.events.current import load_current_event
from astrike.web.events.log_words import event_sentence
from astrike.web.events.presets import preset_of
from astrike.web.http.device import device_name
from astrike.web.http.forms import uploaded_stream
from astrike.web.http.i18n import _
from astrike.web.http.responses import download_of, see_other, show
from astrike.web.jobs.dispatch import run_long_work
from astrike.web.problems import form_again
from astrike.web.settings import settings

_MOST_RULINGS: Final = 4_000


@dataclass(frozen=True, slots=True)
class ArchiveUploadContext:
    """The form for an archive."""

    problems: tuple[Problem, ...]
    megabytes: int = ARCHIVE.megabytes


def download_archive(code: str) -> Response:
    """Give everything of the event."""
    current = load_current_event(code)
    of = settings()
    with ExitStack() as opened:
        # Tens of megabytes wait on the disk, not in memory, while a slow phone takes them.
        file = opened.enter_context(NamedTemporaryFile())
        run_long_work(
            "archive",
            partial(
                _pack,
                Path(file.name),
                of.db_path,
                of.database,
                current.id,
                current.event,
                now=of.now().timestamp(),
            ),
        )
        response = download_of(file, name=current.event.name, extension=".zip", media_type="application/zip")
        opened.pop_all()  # whoever sends it closes it
        return response


def bring_archive() -> str | Response:
    """Make an event from an archive, with new codes: as a whole or not at all."""
    if request.method == "GET":
        return show("events/bring_archive.html", ArchiveUploadContext(()))
    try:
        with NamedTemporaryFile() as file:
            shutil.copyfileobj(uploaded_stream(), file)
            file.flush()
            archive = run_long_work("archive", partial(_unpack, Path(file.name)))
        _check_preset(archive)
        origin = form_origin("event-form")
    except InputError as error:
        return form_again(show("events/bring_archive.html", ArchiveUploadContext(error.problems)), error)
    # A clock that went on while the archive lay in a drawer would be up long ago.
    event = replace(archive.event, clock=replace(archive.event.clock, started=None))
    made = make_event(
        database(),
        document=write_event(event),
        tables=[
            NewTable(number, _name(number, document), document, number in archive.locked)
            for number, document in sorted(archive.tables.items())
        ],
        layouts=archive.layouts,
        rulings=archive.rulings,
        now=settings().now(),
        author=device_name(),
        origin=origin,
        allowance=allowance(),
    )
    return see_other(url_for("events.show_desk", code=made.codes.organise))


def _pack(
    path: Path, db_path: Path, identity: int | None, event_id: int, event: Event, *, now: float
) -> None:
    """Pack an event into a file, in a process that reads it by itself: all its rulings are too much for a message."""
    with closing(connect_existing(db_path, identity=identity)) as db, path.open("r+b") as file:
        pack_archive(_archive(db, event_id, event, now=now), file)


def _unpack(path: Path) -> EventArchive:
    """Read an archive from a file."""
    with path.open("rb") as file:
        return read_archive(file)


def _archive(db: Database, event_id: int, event: Event, *, now: float) -> EventArchive:
    with reading(db):
        tables = {each.number: load_table(db, each.table_id) for each in tables_of_event(db, event_id)}
        layouts = {each.name: each.document for each in layouts_of(db, event_id)}
        seats = {stored.id: number for number, stored in tables.items()}
        # What was withdrawn shows nothing any more, here too.
        lines = rulings_of_event(db, event_id, most=_MOST_RULINGS)
        log = event_history(db, event_id, limit=KEPT_CHANGES)
        calls = calls_of_event(db, event_id)
    rulings = {line.id: line.number for line in lines if line.revoked is None}
    # A table that was deleted by hand has nothing to restore.
    event = replace(
        event,
        clock=event.clock.stopped(at=now),
        seats=tuple(seat for seat in event.seats if seat.number in tables),
        games={at: game for at, game in event.games.items() if at[0] in tables},
    )
    return EventArchive(
        event=event,
        layouts=layouts,
        tables={number: stored.document for number, stored in tables.items()},
        rulings=(_kept(load_ruling(db, line.id), seats) for line in lines if line.revoked is None),
        locked=frozenset(number for number, stored in tables.items() if stored.locked is not None),
        log=[
            {
                "version": each.version,
                "time": each.time.isoformat(),
                "who": each.author,
                "what": event_sentence(each.label),
            }
            for each in log
        ],
        calls=[_call(each, rulings) for each in calls],
    )


def _call(call: JudgeCall, rulings: Mapping[str, int]) -> dict[str, object]:
    """Give a call as people and programs read it."""
    return {
        "table": call.number,
        "called": call.called.isoformat(),
        "by": call.author,
        "about": call.about,
        "ruling": rulings.get(call.ruling_id or ""),
        "coming": None if call.coming is None else call.coming.isoformat(),
        "coming_by": call.coming_by,
        "ended": None if call.ended is None else call.ended.isoformat(),
        "ended_by": call.ended_by,
        "state": call.state,
        "outcome": call.outcome,
    }


def _kept(ruling: Ruling, seats: Mapping[int, int]) -> ArchivedRuling:
    line, decision = ruling.line, ruling.line.decision
    return ArchivedRuling(
        id=line.id,
        number=line.number,
        seat=None if line.table_id is None else seats.get(line.table_id),
        table_name=line.table_name,
        author=line.author,
        created=line.created.isoformat(),
        decided=None
        if decision is None
        else RulingDecision(decision.outcome, decision.by, decision.how, decision.time.isoformat()),
        record=ruling.record,
    )


def _check_preset(archive: EventArchive) -> None:
    try:
        preset_of(archive.event)
    except InputError as error:
        raise InputError(
            [Problem(f"event.json, own_preset, {e.at}", e.found, e.expected) for e in error.problems]
        ) from error


def _name(number: int, document: object) -> str:
    head = document.get("astrike") if isinstance(document, dict) else None
    name = head.get("name") if isinstance(head, dict) else None
    return (
        name
        if isinstance(name, str) and 0 < len(name.strip()) <= 120
        else _("Table %(number)s", number=number)
    )
