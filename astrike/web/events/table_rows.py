"""What does the organizer see of all tables at once: each with its layout, its games and its status?"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from flask import url_for

from astrike.dataclass import dataclass
from astrike.model.events.event import Event
from astrike.store.events.layouts import EventLayout
from astrike.store.events.tables import StoredEventTable
from astrike.store.table.codes import Right
from astrike.web.events.current import CurrentEvent
from astrike.web.events.judge_words import WaitingTable
from astrike.web.events.layout_reports import NO_LAYOUT, LayoutReport, known_report
from astrike.web.http.i18n import _
from astrike.web.settings import settings

MOST_COLUMNS: Final = 4
"""Rounds beside each other; of more, those around the one that is played."""


@dataclass(frozen=True, slots=True)
class RoundCell:
    """A table in one round."""

    round: int
    pairing: str
    score: str
    is_now: bool


@dataclass(frozen=True, slots=True)
class DeskRow:
    """One table of the event."""

    number: int
    name: str
    layout: str
    layout_id: int | None
    report: LayoutReport
    cells: tuple[RoundCell, ...]
    state: str
    """`call`, `score`, or the word of the table's status; `turn` where nothing was reported."""
    words: str
    reported_by: str
    """Who reported the score, at the table."""
    is_locked: bool
    address: str
    """The address of the table itself; empty when it was deleted."""


@dataclass(frozen=True, slots=True)
class ShownLayout:
    """A layout that players see: its name and id, and the numbers of its tables."""

    name: str
    id: int
    tables: str


@dataclass(frozen=True, slots=True)
class ShownRound:
    """The layouts of a round that players see."""

    round: int
    layouts: tuple[ShownLayout, ...]


def layouts_shown(event: Event, layouts: Sequence[EventLayout]) -> tuple[ShownRound, ...]:
    """Give the layouts of the round that is played, and of those after it that are shown already."""
    found: list[ShownRound] = []
    for in_round in range(event.round_now, event.rounds + 1):
        if not event.is_seen(in_round):
            continue
        seats: dict[str, list[str]] = {}
        for seat in event.seats:
            seats.setdefault(event.game(seat.number, in_round).layout, []).append(str(seat.number))
        shown = tuple(
            ShownLayout(each.name, each.id, ", ".join(seats[each.name]))
            for each in layouts
            if each.name in seats
        )
        if shown:
            found.append(ShownRound(in_round, shown))
    return tuple(found)


def rounds_shown(event: Event) -> range:
    """Give the rounds that fit beside each other."""
    if event.rounds <= MOST_COLUMNS:
        return range(1, event.rounds + 1)
    first = min(max(1, event.round_now - 2), event.rounds - MOST_COLUMNS + 1)
    return range(first, first + MOST_COLUMNS)


def desk_rows(
    current: CurrentEvent,
    tables: Sequence[StoredEventTable],
    layouts: Sequence[EventLayout],
    waiting: Sequence[WaitingTable],
) -> tuple[DeskRow, ...]:
    """Give a row for every table."""
    event, by_number = current.event, {each.number: each for each in tables}
    by_name = {each.name: each for each in layouts}
    calls = {each.table_id: each for each in reversed(waiting)}
    reports = {name: known_report(event, layout) for name, layout in by_name.items()}
    shown, now = rounds_shown(event), event.round_now
    rows: list[DeskRow] = []
    for seat in event.seats:
        table, game = by_number.get(seat.number), event.game(seat.number, now)
        layout = by_name.get(game.layout)
        called = None if table is None else calls.get(table.table_id)
        state, words = _state(seat.status, game.score_text, called, table)
        rows.append(
            DeskRow(
                number=seat.number,
                name=seat.name,
                layout=game.layout,
                layout_id=None if layout is None else layout.id,
                report=reports.get(game.layout, NO_LAYOUT),
                cells=tuple(_cell(event, seat.number, each) for each in shown),
                state=state,
                words=words,
                reported_by=game.reported_by,
                is_locked=table is not None and table.is_locked,
                address="" if table is None else table_address(current, table),
            )
        )
    return tuple(rows)


def table_numbers(numbers: Iterable[int]) -> str:
    """Say which tables these are: those in a row by the first and the last."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = [f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs]
    listed = ", ".join(words)
    is_one = [len(run) for run in runs] == [1]
    return _("Table %(number)s", number=listed) if is_one else _("Tables %(numbers)s", numbers=listed)


def table_address(current: CurrentEvent, table: StoredEventTable) -> str:
    """Give the address of a table with the right that the event's code gives."""
    return url_for("table.show_table", code=table_code(current, table))


def table_code(current: CurrentEvent, table: StoredEventTable) -> str:
    """Give the code of a table with the right that the event's code gives; without checks of rights any will do."""
    held = current.right if settings().rights else Right.VIEW
    return table.codes.up_to(held)[held]


def status_words(status: str) -> str:
    """Say how far a table is."""
    return {
        "": _("nothing said"),
        "setup": _("setting up"),
        "ready": _("ready"),
        "playing": _("playing"),
        "done": _("done"),
    }[status]


def minutes_since(moment: datetime) -> str:
    """State how long someone has been waiting."""
    return _("%(count)s min", count=max(0, int((settings().now() - moment).total_seconds() // 60)))


def _cell(event: Event, number: int, in_round: int) -> RoundCell:
    game = event.game(number, in_round)
    return RoundCell(in_round, game.pairing, game.score_text, in_round == event.round_now)


def _state(
    status: str, score: str, called: WaitingTable | None, table: StoredEventTable | None
) -> tuple[str, str]:
    if called is not None:
        words = minutes_since(called.since)
        return "call", _("%(minutes)s, on the way", minutes=words) if called.is_coming else words
    if score:
        return "score", score
    if status in ("setup", "ready", "done"):
        return status, status_words(status)
    if table is None:
        return "gone", _("deleted")
    return "turn", _("turn %(turn)s", turn=table.turn)
