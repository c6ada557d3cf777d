"""How did the game at this table end, and who plays there on which side?

The players report the score; the organizer sees who reported it and may change it. Players are listed in the order of
the pairing, with their sides as far as these are known.
"""

from typing import Final

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import Conflict, Forbidden, InputError, NotFound, Problem
from astrike.formats.events.event_file import LONGEST_POINTS, LONGEST_SCORE
from astrike.model.document_change import ChangeLabel
from astrike.model.events.event import Event, Game, with_score
from astrike.model.events.pairing import GameResult, Two, is_same_name, players_of, result_typed, result_under
from astrike.model.table import Side, Table
from astrike.store.database.column_values import checked_text
from astrike.store.table.codes import Right
from astrike.web.access.rights import may_rule, right_now
from astrike.web.current.table import Current, load_current
from astrike.web.events.current import CurrentEvent, digest_of, edit_event, event_at_table
from astrike.web.http.device import device_name
from astrike.web.http.forms import digits_or_none
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other, show
from astrike.web.problems import form_again, problems_by_field
from astrike.web.units.rosters import edge_words


@dataclass(frozen=True, slots=True)
class PlayerOfGame:
    """One of two who play."""

    name: str
    side: str
    """The player's side of the table, in words; empty where it is not known."""


def players_at(table: Table, game: Game) -> tuple[PlayerOfGame, ...]:
    """Give the two names of the pairing, else the two sides of the table; nobody where it has not two."""
    names = players_of(game.pairing)
    if names is not None:
        return tuple(PlayerOfGame(name, _side_of(name, table.sides)) for name in names)
    if len(table.sides) != 2 or is_same_name(*(side.name or side.id for side in table.sides)):
        return ()
    return tuple(PlayerOfGame(side.name or side.id, _home(side)) for side in table.sides)


def _side_of(name: str, sides: tuple[Side, ...]) -> str:
    """Say which side a player plays: the one that is called like the player."""
    mine = [side for side in sides if is_same_name(side.name, name)]
    return _home(mine[0]) if len(mine) == 1 else ""


def _home(side: Side) -> str:
    return "" if side.home is None else _("%(edge)s edge", edge=edge_words(side.home))


SCORES: Final = ("score-1", "score-2")
"""The fields for the two players, in the order of the pairing."""


@dataclass(frozen=True, slots=True)
class ScoreField:
    """The field for the score of one player."""

    name: str
    player: PlayerOfGame
    value: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The game of one round, as far as it is known."""

    round: int
    game: Game
    seen: str
    fields: tuple[ScoreField, ...]
    """One for each player; none where nobody knows who plays."""
    typed: str
    """What is typed as one text."""
    order: Two | None
    """Whose score came first where players reported it before their names stood beside it."""
    may_tell: bool
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class ResultContext:
    """The games of a table, the newest first."""

    current: Current
    event: Event | None
    number: int
    games: tuple[PlayedGame, ...]
    is_reported: bool


def show_result(code: str) -> str:
    """Show how the games of this table ended, and a form where that can still be reported."""
    return show("events/result.html", _context(load_current(code)))


def report_result(code: str) -> Response:
    """Say how a game ended."""
    current = load_current(code)
    found = event_at_table(current.stored.id)
    if found is None:
        raise NotFound(_("This table belongs to no event."))
    event, number = found
    in_round = digits_or_none(request.form.get("round", ""))
    if in_round is None or not 1 <= in_round <= event.event.round_now:
        raise InputError(
            [Problem("round", repr(request.form.get("round", "")[:20]), _("a round that was played"))]
        )
    game = event.event.game(number, in_round)
    try:
        score, result = _stated(game, _names(players_at(current.table, game)))
    except InputError as error:
        return form_again(show("events/result.html", _context(current, error, in_round)), error)
    score_words = score if result is None else result.text_with_names
    label = ChangeLabel("score.told", {"number": str(number), "round": str(in_round), "score": score_words})
    edit_event(
        event, lambda now: _reported(event, now, number, in_round, score, result), label=label, part=""
    )
    return see_other(url_for("events.show_result", code=code, told=in_round))


def _reported(
    current: CurrentEvent, event: Event, number: int, in_round: int, score: str, result: GameResult | None
) -> Event:
    game = event.game(number, in_round)
    if not _may_tell(game):
        raise Forbidden(_("The organizer has written this result down. Only the organizer can change it."))
    if request.form.get("seen", "") != _seen(in_round, game):
        message = _(
            "The result or the pairing has changed: %(score)s. Look at it again first.",
            score=game.score_text or game.pairing or "–",
        )
        raise Conflict(message, mine_version=0, current_version=current.stored.version)
    return with_score(event, number, in_round, score, reported_by=device_name(), result=result)


def _stated(game: Game, players: Two | None) -> tuple[str, GameResult | None]:
    """Read a reported score: one beside each name, or one text."""
    score = checked_text(request.form.get("score", ""), at="score", most=LONGEST_SCORE)
    if players is None or (score and score != _typed(game)):
        return _typed_score(score, players)
    one, other = (checked_text(request.form.get(each, ""), at=each, most=LONGEST_POINTS) for each in SCORES)
    if score and not one and not other:
        return _typed_score(score, players)
    wrong = [
        Problem(at, repr(text) if text else _("nothing"), _("1 to %(most)s characters", most=LONGEST_POINTS))
        for at, text in zip(SCORES, (one, other), strict=True)
        if not text or not text.isprintable()
    ]
    if wrong:
        raise InputError(wrong)
    result = GameResult(players, (one, other))
    return result.text, result


def _typed_score(score: str, players: Two | None) -> tuple[str, GameResult | None]:
    if not score or not score.isprintable():
        expected = _("1 to %(most)s characters", most=LONGEST_SCORE)
        raise InputError([Problem("score", repr(score) if score else _("nothing"), expected)])
    if result_typed(score, players) is not None:
        raise InputError([Problem("score", repr(score), _("each score beside its name"))])
    return score, None


def _may_tell(game: Game) -> bool:
    """Tell whether players may report the score: there is none yet, or only players have reported one."""
    return not game.score or bool(game.reported_by) or right_now().right is Right.ORGANISE


def _seen(in_round: int, game: Game) -> str:
    return digest_of([in_round, game.pairing, game.score, game.reported_by])


def _context(current: Current, error: InputError | None = None, wrong: int = 0) -> ResultContext:
    found = event_at_table(current.stored.id)
    if found is None:
        return ResultContext(current, None, 0, (), is_reported=False)
    (of_event, number), problems = found, {} if error is None else problems_by_field(error)
    event = of_event.event
    games = tuple(
        _played(current, event.game(number, each), each, problems if each == wrong else None)
        for each in range(event.round_now, 0, -1)
    )
    return ResultContext(current, event, number, games, is_reported="told" in request.args)


def _played(
    current: Current, game: Game, in_round: int, problems: dict[str, tuple[Problem, ...]] | None
) -> PlayedGame:
    """Show a game; with problems, what was typed about it stays in the fields."""
    players = players_at(current.table, game)
    names, known = _names(players), ("", "")
    if game.result is not None:
        mine = result_under(game.result, names)
        known = mine.scores if mine.players == names else known
    is_old = bool(game.reported_by) and game.result is None
    sides = _names(players_at(current.table, Game()))
    return PlayedGame(
        round=in_round,
        game=game,
        seen=_seen(in_round, game),
        fields=tuple(
            ScoreField(
                name,
                player,
                value if problems is None else request.form.get(name, "")[:80],
                (problems or {}).get(name, ()),
            )
            for name, player, value in zip(SCORES, players, known, strict=False)
        ),
        typed=_typed(game) if problems is None else request.form.get("score", "")[:80],
        order=sides if is_old and result_typed(game.score, sides) else None,
        may_tell=may_rule() and _may_tell(game),
        problems=(problems or {}).get("score", ()),
    )


def _typed(game: Game) -> str:
    """Give the score as text where it is not that of two players."""
    return game.score if game.result is None else ""


def _names(players: tuple[PlayerOfGame, ...]) -> Two | None:
    return (players[0].name, players[1].name) if len(players) == 2 else None
