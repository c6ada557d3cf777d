"""What must everyone at the event know: the round, the time left, whether it is paused, what was announced?

Shown on every page of a table that belongs to an event. The server states how much time is left; the page counts down.
"""

from dataclasses import replace
from typing import Final

from flask import Flask, g

from astrike.dataclass import dataclass
from astrike.errors import InputError, NotFound
from astrike.formats.events.event_file import as_number, read_event
from astrike.model.events.event import Event, rounds_begun
from astrike.store.events.events import load_event
from astrike.store.events.judge_calls import newest_call
from astrike.store.events.round_starts import round_began
from astrike.store.events.tables import event_of_table
from astrike.web.access.rights import TableHolder
from astrike.web.database import database
from astrike.web.events.judge_words import NO_MARK, JudgeMark, judge_mark
from astrike.web.http.page_routes import holder_now
from astrike.web.settings import settings
from astrike.web.slots import Banner, TableNews

BANNER: Final = Banner("events/banner.html", style="css/events-banner.css", script="js/events-banner.js")


@dataclass(frozen=True, slots=True)
class EventBanner:
    """The state of the event as a table's page shows it."""

    version: int
    name: str
    table: int
    round: int
    rounds: int
    minutes: float | None
    left: float | None
    """Seconds; None while no round is played or without a clock."""
    state: str
    """`none`: no round yet; `waiting`: not started; `going`, `paused`; `open`: played without a clock."""
    announcement: str
    """The newest announcement."""
    judge: JudgeMark = NO_MARK
    """How the judge call of the table stands."""

    @property
    def clock(self) -> str:
        """The time that is left, as it is read."""
        return "" if self.left is None else clock_words(self.left)


def clock_words(left: float) -> str:
    """Write the time that is left, or by how much it is over.

    >>> clock_words(2480.3), clock_words(59.2), clock_words(-130), clock_words(0)
    ('41:21', '1:00', '+2:10', '0:00')
    """
    seconds = -int(-left // 1) if left > 0 else int(-left)
    return f"{'+' if left < 0 and seconds else ''}{seconds // 60}:{seconds % 60:02}"


def banner_of(event: Event, *, version: int, table: int = 0) -> EventBanner:
    """Give the state of an event now."""
    clock, now = event.clock, settings().now().timestamp()
    has_clock = clock.round > 0 and event.minutes is not None
    return EventBanner(
        version=version,
        name=event.name,
        table=table,
        round=clock.round,
        rounds=event.rounds,
        minutes=event.minutes,
        left=as_number(clock.left_at(now)) if has_clock else None,
        state=state_of(event),
        announcement=event.announcements[0].text if event.announcements else "",
    )


def state_of(event: Event) -> str:
    """Give the state of the round in one word; see `EventBanner.state`."""
    clock = event.clock
    if clock.round == 0:
        return "none"
    if event.minutes is None:
        return "open"
    if clock.is_going:
        return "going"
    return "waiting" if rounds_begun(clock, event.minutes) < clock.round else "paused"


def banner_now() -> EventBanner | None:
    """Give the state of the event that the table of this request belongs to, if there is one."""
    holder = holder_now()
    if not isinstance(holder, TableHolder):
        return None
    found: EventBanner | None = g.get("event_banner")
    if found is None:
        found = g.event_banner = banner_of_table(holder.access.table_id)
    return found


def banner_at_table() -> Banner | None:
    """Give the banner of the table of this request, where that belongs to an event."""
    return None if banner_now() is None else BANNER


def news_of_table(table_id: int) -> TableNews | None:
    """Give what phones at a table hear of the event that it belongs to; cheap, until something is new."""
    place = event_of_table(database(), table_id)
    return None if place is None else TableNews(f"-e{place.version}", lambda: _news(table_id))


def _news(table_id: int) -> dict[str, object]:
    banner = banner_of_table(table_id)
    return {} if banner is None else {"event": banner_json(banner)}


def banner_of_table(table_id: int) -> EventBanner | None:
    """Give the state of the event that a table belongs to."""
    place = event_of_table(database(), table_id)
    if place is None:
        return None
    try:
        stored = load_event(database(), place.event_id)
        event = read_event(stored.document)
    except (NotFound, InputError):
        # Deleted since the line before, or kept by another version of this program: the table can be played still.
        return None
    banner = banner_of(event, version=stored.version, table=place.number)
    return replace(
        banner, judge=judge_mark(newest_call(database(), table_id), round_began(database(), table_id))
    )


def banner_json(banner: EventBanner) -> dict[str, object]:
    """Give what a page needs to go on counting by itself."""
    return {
        "version": banner.version,
        "round": banner.round,
        "rounds": banner.rounds,
        "left": banner.left,
        "state": banner.state,
        "said": banner.announcement,
        "judge": {"state": banner.judge.state, "words": banner.judge.words},
    }


def init_banner(app: Flask) -> None:
    """Let the base template of every page ask for the event banner."""
    app.add_template_global(banner_now)
    app.add_template_filter(clock_words)
