"""What is an event: how it is played, its tables and rounds, who meets whom on which layout, and how late it is?

Moments are seconds since 1970; what time it is, whoever asks has to say. Layouts are named: their documents, the
tables and the codes are kept beside the event.
"""

from collections.abc import Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.events.pairing import GameResult, Two, players_of, result_typed, result_under
from astrike.model.wifi import NO_WIFI, Wifi

MOST_TABLES: Final = 99
MOST_ROUNDS: Final = 20
MOST_MINUTES: Final = 600
MOST_OVER: Final = 1e6
"""Seconds over time that are counted."""
MOST_ANNOUNCEMENTS: Final = 50
STATUSES: Final = ("", "setup", "ready", "playing", "done")
"""How far a table is in the round that is played; empty where nobody said."""


@dataclass(frozen=True, slots=True)
class RoundClock:
    """Which round it is and how much of it is left.

    >>> clock = RoundClock(1, left=600.0).going(at=100.0)
    >>> clock.left_at(160.0), clock.stopped(at=160.0).left_at(9999.0)
    (540.0, 540.0)
    """

    round: int = 0
    """0: the first has not begun."""
    left: float = 0.0
    """Seconds that were left when it was started or stopped last."""
    started: float | None = None
    """Since when it goes; None: it stands still."""

    @property
    def is_going(self) -> bool:
        """Does the time pass?"""
        return self.started is not None

    def left_at(self, moment: float) -> float:
        """Give the seconds that are left; less than none when the time is up."""
        if self.started is None:
            return self.left
        # A clock that nobody stopped for weeks can still be stopped.
        return max(-MOST_OVER, self.left - max(0.0, moment - self.started))

    def going(self, *, at: float) -> "RoundClock":
        """Let the time pass from this moment on."""
        return replace(self, left=self.left_at(at), started=at)

    def stopped(self, *, at: float) -> "RoundClock":
        """Let it stand still from this moment on."""
        return replace(self, left=self.left_at(at), started=None)


def rounds_begun(clock: RoundClock, minutes: float | None) -> int:
    """Count the rounds that have begun; one that waits for its start has not.

    >>> waiting = RoundClock(2, left=600.0)
    >>> rounds_begun(waiting, 10.0), rounds_begun(waiting.going(at=0.0), 10.0), rounds_begun(waiting, None)
    (1, 2, 2)
    """
    waits = minutes is not None and not clock.is_going and clock.left >= 60 * minutes
    return max(0, clock.round - 1) if waits else clock.round


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something that everybody has to know."""

    text: str
    time: float
    by: str


@dataclass(frozen=True, slots=True)
class EventTable:
    """A table of the event: what it is called and how far it is."""

    number: int
    name: str = ""
    status: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """What is played at one table in one round; every part may be missing."""

    layout: str = ""
    """Name of the layout that lies there."""
    pairing: str = ""
    score: str = ""
    reported_by: str = ""
    """Who said the score at the table; empty: the organizer wrote it."""
    result: GameResult | None = None
    """The score by players, where it is known whose is whose; `score` is the same as text."""

    @property
    def players(self) -> Two | None:
        """Give the two names of the pairing; None where it has not two."""
        return players_of(self.pairing)

    @property
    def score_text(self) -> str:
        """Give the score as it stands beside the pairing: with names where that does not say whose is whose.

        >>> ours = GameResult(("South", "North"), ("14", "6"))
        >>> Game(score="14 : 6", result=ours).score_text
        'South 14 : 6 North'
        >>> Game(pairing="South v North", score="14 : 6", result=ours).score_text
        '14 : 6'
        """
        if self.result is None or self.result.players == self.players:
            return self.score
        return self.result.text_with_names


NO_GAME: Final = Game()


@dataclass(frozen=True, slots=True)
class Event:
    """An event as it is kept."""

    name: str
    edition: str
    preset: str = ""
    """Id of a preset that comes along; empty: none, or one of its own."""
    own_preset: Mapping[str, object] | None = None
    options: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    environment: str = "daylight"
    rounds: int = 3
    minutes: float | None = None
    """None: rounds are played without a clock."""
    clock: RoundClock = field(default_factory=RoundClock)
    seats: tuple[EventTable, ...] = ()
    games: Mapping[tuple[int, int], Game] = field(default_factory=lambda: MappingProxyType({}))
    """By table and round."""
    deployments: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    """How sides set up, by round: a preset and one of its deployments, as `preset/deployment`."""
    only_on_sheets: frozenset[int] = frozenset()
    """Rounds whose zones are printed and not wanted on the tables."""
    announcements: tuple[Announcement, ...] = ()
    """The newest first."""
    opened: frozenset[int] = frozenset()
    """Rounds whose layouts players see before they are played."""
    wifi: Wifi = NO_WIFI
    """What stands on printed cards, so that phones get into the network."""

    def game(self, table: int, in_round: int) -> Game:
        """Give what is played at a table in a round."""
        return self.games.get((table, in_round), NO_GAME)

    def seat(self, number: int) -> EventTable | None:
        """Give a table by its number."""
        return next((each for each in self.seats if each.number == number), None)

    @property
    def round_now(self) -> int:
        """Give the round that is played or comes first."""
        return max(1, self.clock.round)

    def layouts_used(self) -> frozenset[str]:
        """Name the layouts that lie on a table in some round."""
        return frozenset(game.layout for game in self.games.values() if game.layout)

    def is_seen(self, in_round: int) -> bool:
        """Tell whether players see the layouts of a round: up to the one that is played, and of those opened.

        >>> event = Event("Open", "ce-7", clock=RoundClock(2), opened=frozenset({4}))
        >>> [event.is_seen(each) for each in range(1, 6)]
        [True, True, False, True, False]
        """
        return in_round <= self.round_now or in_round in self.opened

    def layouts_seen(self) -> frozenset[str]:
        """Name the layouts that players see."""
        return frozenset(
            game.layout for at, game in self.games.items() if game.layout and self.is_seen(at[1])
        )


def with_games(event: Event, changed: Mapping[tuple[int, int], Game]) -> Event:
    """Give the event with other games; those of which nothing is known are left out."""
    games = {**event.games, **changed}
    return replace(event, games=MappingProxyType({at: game for at, game in games.items() if game != NO_GAME}))


def with_score(
    event: Event, table: int, in_round: int, score: str, *, reported_by: str, result: GameResult | None = None
) -> Event:
    """Give the event with the score of a game as somebody at the table says it.

    >>> with_score(Event("Open", "ce-7"), 1, 2, "4 : 6", reported_by="Kim").game(1, 2)
    Game(layout='', pairing='', score='4 : 6', reported_by='Kim', result=None)
    """
    reported_by = reported_by if score else ""
    game = replace(event.game(table, in_round), score=score, reported_by=reported_by, result=result)
    return with_games(event, {(table, in_round): game})


def with_pairing(game: Game, pairing: str) -> Game:
    """Give the game with another pairing; what a player scored stays that player's.

    >>> game = Game("", "Marek v Nadia", "14 : 6", "Kim", GameResult(("Marek", "Nadia"), ("14", "6")))
    >>> with_pairing(game, "Nadia v Marek").score
    '6 : 14'
    """
    if game.result is None:
        return replace(game, pairing=pairing)
    result = result_under(game.result, players_of(pairing))
    return replace(game, pairing=pairing, score=result.text, result=result)


def as_written(game: Game, *, layout: str, pairing: str, score: str) -> Game:
    """Give the game as the organizer writes it: a score that was not touched stays with who said it.

    >>> as_written(Game("Ford", "Marek v Nadia"), layout="Ford", pairing="Marek v Nadia", score="14-6").result
    GameResult(players=('Marek', 'Nadia'), scores=('14', '6'))
    """
    written = replace(with_pairing(game, pairing), layout=layout)
    if score == game.score:
        return written
    result = result_typed(score, players_of(pairing))
    return replace(written, score=score if result is None else result.text, reported_by="", result=result)


def with_deployment(event: Event, in_round: int, deployment: str, *, only_on_sheets: bool = False) -> Event:
    """Give the event with another way to set up in a round; an empty one takes it away.

    >>> dict(with_deployment(Event("Open", "ce-7"), 2, "club/lines").deployments)
    {2: 'club/lines'}
    """
    found = {**event.deployments, in_round: deployment}
    kept = {each: found[each] for each in sorted(found) if found[each]}
    printed = event.only_on_sheets - {in_round}
    if only_on_sheets and deployment:
        printed |= {in_round}
    return replace(event, deployments=MappingProxyType(kept), only_on_sheets=printed)


def with_layouts_open(event: Event, in_round: int, *, is_open: bool) -> Event:
    """Let players see the layouts of a round before it is played, or not any more.

    >>> sorted(with_layouts_open(Event("Open", "ce-7"), 2, is_open=True).opened)
    [2]
    """
    opened = event.opened | {in_round} if is_open else event.opened - {in_round}
    return replace(event, opened=opened)


def with_seat(event: Event, seat: EventTable) -> Event:
    """Give the event with one more table, or with another one under this number."""
    others = [each for each in event.seats if each.number != seat.number]
    return replace(event, seats=tuple(sorted((*others, seat), key=lambda each: each.number)))


def without_seat(event: Event, number: int) -> Event:
    """Give the event without a table and its games."""
    games = {at: game for at, game in event.games.items() if at[0] != number}
    seats = tuple(each for each in event.seats if each.number != number)
    return replace(event, seats=seats, games=MappingProxyType(games))


def with_layout_named(event: Event, old: str, new: str) -> Event:
    """Give the event with a layout under another name; an empty one takes it off every table."""
    changed = {at: replace(game, layout=new) for at, game in event.games.items() if game.layout == old}
    return with_games(event, changed)


def all_the_same(event: Event, layout: str, rounds: range) -> Event:
    """Put one layout on every table in some rounds."""
    return with_games(
        event,
        {
            (seat.number, each): replace(event.game(seat.number, each), layout=layout)
            for seat in event.seats
            for each in rounds
        },
    )


def rotated(event: Event, layouts: tuple[str, ...], rounds: range) -> Event:
    """Let the layouts go round: the next table has the next layout, and the next round too.

    >>> event = rotated(Event("Open", "ce-7", seats=(EventTable(1), EventTable(2))), ("Ford", "Mill"), range(1, 3))
    >>> [event.game(table, each).layout for each in (1, 2) for table in (1, 2)]
    ['Ford', 'Mill', 'Mill', 'Ford']
    """
    return with_games(
        event,
        {
            (seat.number, each): replace(
                event.game(seat.number, each), layout=layouts[(place + turn) % len(layouts)]
            )
            for turn, each in enumerate(rounds)
            for place, seat in enumerate(event.seats)
        },
    )
