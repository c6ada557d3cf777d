"""How did the game at this table end? Said by those who played it; the organiser sees who said it and may change it."""

from dataclasses import dataclass
from typing import Final

from flask import Response, request, url_for

from astrike.errors import Conflict, Forbidden, InputError, NotFound, Problem
from astrike.formats.eventfile import LONGEST_POINTS, LONGEST_SCORE
from astrike.model.change import Label
from astrike.model.event import Event, Game, with_score
from astrike.model.pairing import Result, Two, result_typed, result_under
from astrike.store.codes import Right
from astrike.store.text import checked_text
from astrike.web.current import Current, load_current
from astrike.web.current_event import CurrentEvent, digest_of, edit_event, event_at_table
from astrike.web.device import device_name
from astrike.web.forms import digits_or_none
from astrike.web.i18n import _
from astrike.web.problems import form_again, problems_by_field
from astrike.web.respond import see_other, show
from astrike.web.rights import may_rule, right_now
from astrike.web.views.event.players import Player, players_at

SCORES: Final = ("score-1", "score-2")
"""The fields for the two players, in the order of the pairing."""


@dataclass(frozen=True, slots=True)
class ScoreField:
    """Where the score of one player is typed."""

    name: str
    player: Player
    value: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """The game of one round, as far as it is known."""

    round: int
    game: Game
    seen: str
    fields: tuple[ScoreField, ...]
    """One for each player; none where nobody knows who plays."""
    typed: str
    """What is typed as one text."""
    order: Two | None
    """Whose score came first where players said it before their names stood beside it."""
    may_tell: bool
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class ResultContext:
    """The games of a table, the newest first."""

    current: Current
    event: Event | None
    number: int
    games: tuple[Played, ...]
    is_told: bool


def show_result(code: str) -> str:
    """Show how the games of this table ended, and a form where that can still be said."""
    return show("event/result.html", _context(load_current(code)))


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
        score, result = _said(game, _names(players_at(current.table, game)))
    except InputError as error:
        return form_again(show("event/result.html", _context(current, error, in_round)), error)
    told = score if result is None else result.said
    label = Label("score.told", {"number": str(number), "round": str(in_round), "score": told})
    edit_event(event, lambda now: _told(event, now, number, in_round, score, result), label=label, part="")
    return see_other(url_for("events.show_result", code=code, told=in_round))


def _told(
    current: CurrentEvent, event: Event, number: int, in_round: int, score: str, result: Result | None
) -> Event:
    game = event.game(number, in_round)
    if not _may_tell(game):
        raise Forbidden(_("The organiser has written this result down. Only the organiser can change it."))
    if request.form.get("seen", "") != _seen(in_round, game):
        message = _(
            "The result or the pairing has changed: %(score)s. Look at it again first.",
            score=game.said or game.pairing or "–",
        )
        raise Conflict(message, mine_version=0, current_version=current.stored.version)
    return with_score(event, number, in_round, score, told=device_name(), result=result)


def _said(game: Game, players: Two | None) -> tuple[str, Result | None]:
    """Read what somebody says: a score beside each name, or one text."""
    score = checked_text(request.form.get("score", ""), at="score", most=LONGEST_SCORE)
    if players is None or (score and score != _typed(game)):
        return _text_said(score, players)
    one, other = (checked_text(request.form.get(each, ""), at=each, most=LONGEST_POINTS) for each in SCORES)
    if score and not one and not other:
        return _text_said(score, players)
    wrong = [
        Problem(at, repr(text) if text else _("nothing"), _("1 to %(most)s characters", most=LONGEST_POINTS))
        for at, text in zip(SCORES, (one, other), strict=True)
        if not text or not text.isprintable()
    ]
    if wrong:
        raise InputError(wrong)
    result = Result(players, (one, other))
    return result.text, result


def _text_said(score: str, players: Two | None) -> tuple[str, Result | None]:
    if not score or not score.isprintable():
        expected = _("1 to %(most)s characters", most=LONGEST_SCORE)
        raise InputError([Problem("score", repr(score) if score else _("nothing"), expected)])
    if result_typed(score, players) is not None:
        raise InputError([Problem("score", repr(score), _("each score beside its name"))])
    return score, None


def _may_tell(game: Game) -> bool:
    """Tell whether players may say the score: the organiser has not, or only they have so far."""
    return not game.score or bool(game.told) or right_now().right is Right.ORGANISE


def _seen(in_round: int, game: Game) -> str:
    return digest_of([in_round, game.pairing, game.score, game.told])


def _context(current: Current, error: InputError | None = None, wrong: int = 0) -> ResultContext:
    found = event_at_table(current.stored.id)
    if found is None:
        return ResultContext(current, None, 0, (), is_told=False)
    (of_event, number), problems = found, {} if error is None else problems_by_field(error)
    event = of_event.event
    games = tuple(
        _played(current, event.game(number, each), each, problems if each == wrong else None)
        for each in range(event.round_now, 0, -1)
    )
    return ResultContext(current, event, number, games, is_told="told" in request.args)


def _played(
    current: Current, game: Game, in_round: int, problems: dict[str, tuple[Problem, ...]] | None
) -> Played:
    """Show a game; with problems, what was typed about it stays in the fields."""
    players = players_at(current.table, game)
    names, known = _names(players), ("", "")
    if game.result is not None:
        mine = result_under(game.result, names)
        known = mine.scores if mine.players == names else known
    is_old = bool(game.told) and game.result is None
    sides = _names(players_at(current.table, Game()))
    return Played(
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


def _names(players: tuple[Player, ...]) -> Two | None:
    return (players[0].name, players[1].name) if len(players) == 2 else None
