"""How does the organizer start a round, run its clock, and announce something to everyone?"""

from dataclasses import replace
from typing import Final

from flask import Response, request, url_for

from astrike.errors import InputError, Problem
from astrike.formats.events.event_file import LONGEST_TEXT, as_number
from astrike.model.document_change import ChangeLabel
from astrike.model.events.event import MOST_ANNOUNCEMENTS, MOST_MINUTES, Announcement, Event, RoundClock
from astrike.store.database.column_values import checked_text
from astrike.web.events.banner import clock_words
from astrike.web.events.current import edit_event, load_current_event
from astrike.web.http.device import device_name, local_path
from astrike.web.http.forms import digits_or_none, number_or_text
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other
from astrike.web.settings import settings

ACTIONS: Final = ("start", "pause", "resume", "next", "set")


def change_clock(code: str) -> Response:
    """Start, pause or resume the round, go to the next, or say how much of one is left."""
    current = load_current_event(code)
    action = request.form.get("action", "")
    if action not in ACTIONS:
        raise InputError(
            [Problem("action", repr(action[:20]), _("one of %(words)s", words=", ".join(ACTIONS)))]
        )
    now = as_number(settings().now().timestamp())
    clock = _clock(current.event, action, now)
    label = ChangeLabel(f"clock.{action}", {"round": str(clock.round)})
    if action == "set":
        label = ChangeLabel("clock.set", {"round": str(clock.round), "left": clock_words(clock.left_at(now))})
    edit_event(current, lambda event: replace(event, clock=clock), label=label, part="clock")
    return _back(code)


def announce(code: str) -> Response:
    """Announce something to everyone."""
    current = load_current_event(code)
    text = checked_text(request.form.get("text", ""), at="text", most=LONGEST_TEXT)
    if not text:
        raise InputError([Problem("text", _("nothing"), _("1 to %(most)s characters", most=LONGEST_TEXT))])
    stated = Announcement(text, as_number(settings().now().timestamp()), device_name())

    def edit(event: Event) -> Event:
        return replace(event, announcements=(stated, *event.announcements)[:MOST_ANNOUNCEMENTS])

    edit_event(current, edit, label=ChangeLabel("announced", {"text": text}), part="")
    return _back(code)


def take_back_announcement(code: str) -> Response:
    """Take an announcement back."""
    current = load_current_event(code)
    number = digits_or_none(request.form.get("number", ""))
    reported = current.event.announcements
    text = reported[number].text if number is not None and number < len(reported) else ""

    def edit(event: Event) -> Event:
        kept = tuple(each for place, each in enumerate(event.announcements) if place != number)
        return replace(event, announcements=kept)

    label = ChangeLabel("announcement.removed", {"text": text})
    edit_event(current, edit, label=label, part="announcements")
    return _back(code)


def _clock(event: Event, action: str, now: float) -> RoundClock:
    clock, whole = event.clock, 60.0 * (event.minutes or 0.0)
    match action:
        case "start":
            begun = clock if clock.round else RoundClock(1, left=whole)
            return begun if event.minutes is None else begun.going(at=now)
        case "resume":
            return clock if event.minutes is None else clock.going(at=now)
        case "pause":
            stopped = clock.stopped(at=now)
            return replace(stopped, left=as_number(stopped.left))
        case "next":
            if clock.round >= event.rounds:
                raise InputError(
                    [Problem("round", str(clock.round + 1), _("at most %(most)s", most=event.rounds))]
                )
            return RoundClock(clock.round + 1, left=whole)
        case _:
            return _typed(event, clock, now)


def _typed(event: Event, clock: RoundClock, now: float) -> RoundClock:
    """Read the round and the minutes that are left as they were typed."""
    problems: list[Problem] = []
    round_text, left_text = request.form.get("round", "").strip(), request.form.get("left", "").strip()
    in_round, left = digits_or_none(round_text), number_or_text(left_text)
    if in_round is None or in_round > event.rounds:
        problems.append(
            Problem("round", repr(round_text[:20]), _("a round from 0 to %(most)s", most=event.rounds))
        )
    if left_text and (isinstance(left, str) or not 0 <= left <= MOST_MINUTES):
        expected = _("minutes from 0 to %(most)s", most=MOST_MINUTES)
        problems.append(Problem("left", repr(left_text[:20]), expected))
    if problems or in_round is None:
        raise InputError(problems)
    seconds = 60.0 * left if left_text and not isinstance(left, str) else clock.left_at(now)
    found = RoundClock(in_round, left=as_number(seconds))
    return found.going(at=now) if clock.is_going and in_round else found


def _back(code: str) -> Response:
    wished = request.form.get("next", "")
    return see_other(local_path(wished) if wished else url_for("events.show_desk", code=code))
