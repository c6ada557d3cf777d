"""What event does this document describe, and how is an event written as one?

A wrong document gets one list of all its problems. Whether a preset exists is left to those who know the presets.
"""

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from astrike.errors import InputError, Problem
from astrike.formats.checks import Fields, Problems, number_words
from astrike.formats.json_text import FILE, json_problems, shown
from astrike.formats.table.document_head import read_edition, read_options
from astrike.model.events.event import (
    MOST_ANNOUNCEMENTS,
    MOST_MINUTES,
    MOST_OVER,
    MOST_ROUNDS,
    MOST_TABLES,
    STATUSES,
    Announcement,
    Event,
    EventTable,
    Game,
    RoundClock,
)
from astrike.model.events.pairing import GameResult, is_same_name
from astrike.model.wifi import NO_WIFI, Wifi

FORMAT: Final = 1
LONGEST_NAME: Final = 80
LONGEST_PAIRING: Final = 60
LONGEST_SCORE: Final = 20
LONGEST_POINTS: Final = 8
"""Of one player's part of a score."""
LONGEST_WIFI: Final = 32
"""Longest name of a wifi, as the standard has it."""
LONGEST_PASSWORD: Final = 63
"""Longest password of a wifi, as the standard has it."""
LONGEST_DEPLOYMENT: Final = 160
LONGEST_TEXT: Final = 200
"""Of an announcement; more nobody reads on a phone during a game."""
_LATEST: Final = 1e11


def read_event(document: object) -> Event:
    """Read an event from the plain values of its JSON.

    >>> read_event({"format": 1, "rounds": 0})
    Traceback (most recent call last):
    astrike.errors.InputError: name: found nothing, expected 1 to 80 characters
    rounds: found 0, expected a whole number from 1 to 20
    """
    unsound = json_problems(document)
    if not isinstance(document, dict):
        raise InputError([Problem(FILE, shown(document), "an object: an event")])
    problems = Problems()
    event = _read(Fields(document, "", problems))
    named = {problem.at for problem in problems}
    problems.extend(problem for problem in unsound if problem.at not in named)
    if problems:
        raise InputError(problems)
    return event


def write_event(event: Event) -> dict[str, object]:
    """Write an event as plain JSON values.

    >>> read_event(write_event(Event("Open", "ce-7"))) == Event("Open", "ce-7")
    True
    """
    return {
        "format": FORMAT,
        "name": event.name,
        "edition": event.edition,
        "preset": event.preset,
        "own_preset": None if event.own_preset is None else dict(event.own_preset),
        "options": {
            key: list(value) if isinstance(value, tuple) else value for key, value in event.options.items()
        },
        "environment": event.environment,
        "rounds": event.rounds,
        "minutes": event.minutes,
        "clock": {"round": event.clock.round, "left": event.clock.left, "started": event.clock.started},
        "tables": [{"number": s.number, "name": s.name, "status": s.status} for s in event.seats],
        "games": [
            {
                "table": table,
                "round": in_round,
                "layout": game.layout,
                "pairing": game.pairing,
                "score": game.score,
                "told": game.reported_by,
                "scores": scores_json(game.result),
            }
            for (table, in_round), game in sorted(event.games.items())
        ],
        "deployments": [
            {"round": in_round, "deployment": key}
            | ({"only_on_sheets": True} if in_round in event.only_on_sheets else {})
            for in_round, key in sorted(event.deployments.items())
        ],
        "announcements": [{"text": a.text, "time": a.time, "by": a.by} for a in event.announcements],
        "opened": [{"round": each} for each in sorted(event.opened)],
        "wifi": {"name": event.wifi.name, "password": event.wifi.password},
    }


def scores_json(result: GameResult | None) -> list[dict[str, str]]:
    """Write whose score is whose; empty where nobody knows.

    >>> scores_json(GameResult(("Marek", "Nadia"), ("14", "6")))[1]
    {'player': 'Nadia', 'score': '6'}
    """
    if result is None:
        return []
    pairs = zip(result.players, result.scores, strict=True)
    return [{"player": player, "score": score} for player, score in pairs]


def _read(root: Fields) -> Event:
    if root.require("format", str(FORMAT)) and root.values["format"] != FORMAT:
        root.report("format", str(FORMAT))
    name = _text(root, "name", LONGEST_NAME, needed=True)
    edition = read_edition(root)
    own = root.object("own_preset")
    rounds = root.whole("rounds", 3, low=1, high=MOST_ROUNDS)
    seats = _read_seats(root)
    deployments = _read_deployments(root, rounds)
    return Event(
        name=name,
        edition=edition.id,
        preset=_text(root, "preset", LONGEST_NAME),
        own_preset=None if own is None else MappingProxyType(dict(own.values)),
        options=read_options(root, edition),
        environment=root.word("environment", "daylight", edition.visual),
        rounds=rounds,
        minutes=root.number("minutes", None, low=1, high=MOST_MINUTES),
        clock=_read_clock(root, rounds),
        seats=seats,
        games=_read_games(root, seats, rounds),
        deployments=MappingProxyType({at: key for at, (key, _) in deployments.items()}),
        only_on_sheets=frozenset(at for at, (_, is_printed) in deployments.items() if is_printed),
        announcements=_read_announcements(root),
        opened=_read_opened(root, rounds),
        wifi=_read_wifi(root),
    )


def _read_wifi(root: Fields) -> Wifi:
    found = root.object("wifi")
    if found is None:
        return NO_WIFI
    wifi = Wifi(_text(found, "name", LONGEST_WIFI), _text(found, "password", LONGEST_PASSWORD))
    if wifi.password and not wifi.name:
        found.report("name", "the name of the wifi that this is the password of", found="nothing")
    return wifi


def _read_clock(root: Fields, rounds: int) -> RoundClock:
    found = root.object("clock")
    if found is None:
        return RoundClock()
    return RoundClock(
        round=found.whole("round", 0, low=0, high=rounds),
        left=found.number("left", 0.0, low=-MOST_OVER, high=MOST_OVER),
        started=found.number("started", None, low=0, high=_LATEST),
    )


def _read_seats(root: Fields) -> tuple[EventTable, ...]:
    seats: dict[int, EventTable] = {}
    for item in root.objects("tables"):
        number = _needed_whole(item, "number", MOST_TABLES)
        name = _text(item, "name", LONGEST_NAME)
        status = item.word("status", "", STATUSES)
        if number is None:
            continue
        if number in seats:
            item.report("number", "a number that no other table has")
        seats[number] = EventTable(number, name, status)
    return tuple(seats[number] for number in sorted(seats))


def _read_games(root: Fields, seats: tuple[EventTable, ...], rounds: int) -> Mapping[tuple[int, int], Game]:
    games: dict[tuple[int, int], Game] = {}
    numbers = {seat.number for seat in seats}
    for item in root.objects("games"):
        table, in_round = _needed_whole(item, "table", MOST_TABLES), _needed_whole(item, "round", rounds)
        score = _text(item, "score", LONGEST_SCORE)
        game = Game(
            layout=_text(item, "layout", LONGEST_NAME),
            pairing=_text(item, "pairing", LONGEST_PAIRING),
            score=score,
            reported_by=_text(item, "told", LONGEST_NAME),
            result=_read_result(item, score),
        )
        if table is None or in_round is None:
            continue
        if table not in numbers:
            item.report("table", "the number of a table of this event")
        if (table, in_round) in games:
            item.report("round", "each round of a table once")
        games[table, in_round] = game
    return MappingProxyType(games)


def _read_result(item: Fields, score: str) -> GameResult | None:
    """Read whose score is whose; it has to be the same score."""
    found = [
        (_text(each, "player", LONGEST_NAME, needed=True), _text(each, "score", LONGEST_POINTS, needed=True))
        for each in item.objects("scores")
    ]
    if not found:
        return None
    if len(found) != 2 or is_same_name(found[0][0], found[1][0]):
        item.report("scores", "those of two players", found=f"{len(found)}")
        return None
    result = GameResult((found[0][0], found[1][0]), (found[0][1], found[1][1]))
    if result.text != score:
        item.report("scores", f"the two parts of {score!r}", found=repr(result.text))
    return result


def _read_deployments(root: Fields, rounds: int) -> Mapping[int, tuple[str, bool]]:
    """Read the ways to set up by round, and whether they are for the sheets only."""
    found: dict[int, tuple[str, bool]] = {}
    for item in root.objects("deployments"):
        in_round = _needed_whole(item, "round", rounds)
        key = _text(item, "deployment", LONGEST_DEPLOYMENT, needed=True)
        if in_round is not None and in_round in found:
            item.report("round", "each round once")
        elif in_round is not None:
            found[in_round] = key, item.yes_no("only_on_sheets", False)
    return found


def _read_opened(root: Fields, rounds: int) -> frozenset[int]:
    found = (_needed_whole(item, "round", rounds) for item in root.objects("opened"))
    return frozenset(each for each in found if each is not None)


def _read_announcements(root: Fields) -> tuple[Announcement, ...]:
    found: list[Announcement] = []
    for item in root.objects("announcements"):
        text = _text(item, "text", LONGEST_TEXT, needed=True)
        time = item.number("time", 0.0, low=0, high=_LATEST)
        found.append(Announcement(text, time, _text(item, "by", LONGEST_NAME)))
    if len(found) > MOST_ANNOUNCEMENTS:
        root.report("announcements", f"at most {MOST_ANNOUNCEMENTS}", found=f"a list of {len(found)}")
    return tuple(found)


def _needed_whole(item: Fields, key: str, high: int) -> int | None:
    return item.whole(key, None, low=1, high=high) if item.require(key, number_words(1, high)) else None


def _text(item: Fields, key: str, most: int, *, needed: bool = False) -> str:
    """Read one line of text for people."""
    expected = f"{1 if needed else 0} to {most} characters"
    value = item.values.get(key)
    if value is None or value == "":
        if needed:
            item.report(key, expected)
        return ""
    if not isinstance(value, str) or len(value) > most:
        item.report(key, expected)
        return ""
    if not value.isprintable():
        item.report(key, "a text without control characters")
        return ""
    return value


def as_number(seconds: float) -> float:
    """Round a moment or a time to what is worth keeping: tenths of a second.

    >>> as_number(12.3456)
    12.3
    """
    return math.floor(seconds * 10 + 0.5) / 10
