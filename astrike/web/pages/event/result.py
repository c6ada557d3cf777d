"""How did the game at this table end? Said by those who played it; the organiser sees who said it and may change it."""

from dataclasses import dataclass

from flask import Blueprint, Response, request, url_for

from astrike.errors import Conflict, Forbidden, InputError, NotFound, Problem
from astrike.formats.eventfile import LONGEST_SCORE
from astrike.model.change import Label
from astrike.model.event import Event, Game, with_score
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

blueprint = Blueprint("event_result", __name__, url_prefix="/t/<code>/result")


@dataclass(frozen=True, slots=True)
class Played:
    """The game of one round, as far as it is known."""

    round: int
    game: Game
    seen: str
    typed: str
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


@blueprint.get("")
def show_result(code: str) -> str:
    """Show how the games of this table ended, and a form where that can still be said."""
    return show("event/result.html", _context(load_current(code)))


@blueprint.post("")
def tell(code: str) -> Response:
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
    try:
        score = _score()
    except InputError as error:
        return form_again(show("event/result.html", _context(current, error, in_round)), error)
    label = Label("score.told", {"number": str(number), "round": str(in_round), "score": score})
    edit_event(event, lambda now: _told(event, now, number, in_round, score), label=label, part="")
    return see_other(url_for("event_result.show_result", code=code, told=in_round))


def _told(current: CurrentEvent, event: Event, number: int, in_round: int, score: str) -> Event:
    game = event.game(number, in_round)
    if not _may_tell(game):
        raise Forbidden(_("The organiser has written this result down. Only the organiser can change it."))
    if request.form.get("seen", "") != _seen(in_round, game):
        message = _("The others have just said %(score)s. Look at it again first.", score=game.score or "–")
        raise Conflict(message, mine_version=0, current_version=current.stored.version)
    return with_score(event, number, in_round, score, told=device_name())


def _score() -> str:
    score = checked_text(request.form.get("score", ""), at="score", most=LONGEST_SCORE)
    if not score or not score.isprintable():
        expected = _("1 to %(most)s characters", most=LONGEST_SCORE)
        raise InputError([Problem("score", repr(score) if score else _("nothing"), expected)])
    return score


def _may_tell(game: Game) -> bool:
    """Tell whether players may say the score: the organiser has not, or only they have so far."""
    return not game.score or bool(game.told) or right_now().right is Right.ORGANISE


def _seen(in_round: int, game: Game) -> str:
    return digest_of([in_round, game.score, game.told])


def _context(current: Current, error: InputError | None = None, wrong: int = 0) -> ResultContext:
    found = event_at_table(current.stored.id)
    if found is None:
        return ResultContext(current, None, 0, (), is_told=False)
    (of_event, number), problems = found, {} if error is None else problems_by_field(error)
    event = of_event.event
    games: list[Played] = []
    for each in range(event.round_now, 0, -1):
        game = event.game(number, each)
        is_wrong = each == wrong
        games.append(
            Played(
                round=each,
                game=game,
                seen=_seen(each, game),
                typed=request.form.get("score", "")[:80] if is_wrong else game.score,
                may_tell=may_rule() and _may_tell(game),
                problems=problems.get("score", ()) if is_wrong else (),
            )
        )
    return ResultContext(current, event, number, tuple(games), is_told="told" in request.args)
