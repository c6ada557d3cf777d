"""Who plays whom in a round, on which layout, and how did it end? One row for each table, all sent at once.

A row that was not edited is left as it is now, so two people can edit the same round together.
"""

from collections.abc import Mapping
from dataclasses import replace

from flask import Response, make_response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import Conflict, InputError, NotFound, Problem
from astrike.formats.events.event_file import LONGEST_POINTS, read_event, write_event
from astrike.formats.events.pairings import LARGEST, Pairing, read_pairings
from astrike.model.document_change import ChangeLabel
from astrike.model.events.event import (
    STATUSES,
    Event,
    EventTable,
    Game,
    as_written,
    with_games,
    with_layouts_open,
    with_pairing,
    with_seat,
)
from astrike.model.events.pairing import GameResult, Two, result_typed
from astrike.store.events.events import note_change, was_written
from astrike.store.events.layouts import layouts_of
from astrike.store.events.tables import tables_of_event
from astrike.web.current.table import changed_by_now
from astrike.web.database import database
from astrike.web.events.banner import EventBanner, banner_of
from astrike.web.events.current import CurrentEvent, digest_of, edit_event, load_current_event
from astrike.web.events.differences import RoundDifferences, differences_in
from astrike.web.events.laying import apply_layouts
from astrike.web.events.presets import own_preset_of, setup_in_round
from astrike.web.events.table_rows import status_words
from astrike.web.http.device import local_path
from astrike.web.http.forms import digits_or_none, word_of
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other, show
from astrike.web.layout.presets import DeploymentSetup, PresetSetups, setups_to_choose
from astrike.web.problems import form_again


@dataclass(frozen=True, slots=True)
class RoundRow:
    """One table in the round."""

    seat: EventTable
    game: Game
    seen: str
    words: str
    """What the field for the score as text holds."""
    scores: Two | None
    """What the fields beside the two names hold; None where the pairing does not say who plays."""
    players: Two | None
    """The two players whose score fields these are."""
    now: Game | None = None
    """What someone else has entered in the meantime."""


@dataclass(frozen=True, slots=True)
class RoundContext:
    """A round."""

    current: CurrentEvent
    event_banner: EventBanner
    number: int
    rows: tuple[RoundRow, ...]
    layouts: tuple[str, ...]
    statuses: tuple[tuple[str, str], ...]
    units: int
    problems: tuple[Problem, ...]
    pasted: str
    understood: tuple[Pairing, ...]
    """What the pasted lines say, before they are taken."""
    paired: str
    laid: str
    setups: tuple[PresetSetups, ...]
    setup: DeploymentSetup | None
    """How sides set up in this round."""
    zoned: str
    gone: str
    differs: RoundDifferences
    """Tables that are other than this round wants."""


def show_round(code: str, number: str) -> str:
    """Show a round."""
    current = load_current_event(code)
    return show("events/round.html", _context(current, _number(current, number)))


def change_round(code: str, number: str) -> Response:
    """Write a round down."""
    current = load_current_event(code)
    in_round = _number(current, number)
    try:
        touched, late = _touched(current, in_round)
        if late:
            message = _("Somebody else has changed these tables meanwhile; nothing was written.")
            raise Conflict(message, mine_version=0, current_version=current.stored.version)
        if touched:

            def edit(event: Event) -> Event:
                for row in touched:
                    event = with_seat(event, row.seat)
                return with_games(event, {(row.seat.number, in_round): row.game for row in touched})

            label = ChangeLabel("round.changed", {"round": str(in_round)})
            edit_event(current, edit, label=label, part="")
    except (InputError, Conflict) as error:
        problems = error.problems if isinstance(error, InputError) else ()
        return form_again(show("events/round.html", _again(current, in_round, problems)), error)
    return see_other(url_for("events.show_round", code=code, number=in_round))


def paste_pairings(code: str, number: str) -> Response:
    """Take pairings as another program lists them, all of them or none, or say how they are understood."""
    current = load_current_event(code)
    in_round = _number(current, number)
    text = request.form.get("pairings", "")
    try:
        found = _pairings(current.event, in_round, text)
        if request.form.get("how") == "look":
            context = replace(_context(current, in_round, pasted=text), understood=found)
            return make_response(show("events/round.html", context))

        def edit(event: Event) -> Event:
            games = {
                (each.table, in_round): with_pairing(event.game(each.table, in_round), each.text)
                for each in found
            }
            return with_games(event, games)

        label = ChangeLabel("round.changed", {"round": str(in_round)})
        edit_event(current, edit, label=label, part=f"round-{in_round}")
    except InputError as error:
        context = _context(current, in_round, problems=error.problems, pasted=text)
        return form_again(show("events/round.html", context), error)
    return see_other(url_for("events.show_round", code=code, number=in_round, paired=len(found)))


def lay_round(code: str, number: str) -> Response:
    """Put the layouts of the round on all tables, or only on those that differ."""
    current = load_current_event(code)
    in_round = _number(current, number)
    tables = tables_of_event(database(), current.id)
    if request.form.get("only") == "differing":
        differs = differences_in(current, in_round, tables, layouts_of(database(), current.id))
        tables = tuple(each for each in tables if not differs.is_laid(each.number))
    who = changed_by_now()
    label, laid = ChangeLabel("tables.laid", {"round": str(in_round)}), 0
    try:
        if not was_written(database(), current.id, who.client_id or ""):
            keep_units = "units" in request.form
            done = apply_layouts(current, tables, in_round=in_round, keep_units=keep_units, who=who)
            laid = done.tables
            note_change(database(), current.id, label, who, changed_tables=done.changed)
    except InputError as error:
        context = _context(current, in_round, problems=error.problems)
        return form_again(show("events/round.html", context), error)
    wished = request.form.get("next", "")
    return see_other(
        local_path(wished) if wished else url_for("events.show_round", code=code, number=in_round, laid=laid)
    )


def open_layouts(code: str, number: str) -> Response:
    """Show the layouts of a round to players before it is played, or hide them again."""
    current = load_current_event(code)
    in_round = _number(current, number)
    is_open = word_of(request.form, "show", ("on", "off")) == "on"
    label = ChangeLabel("layouts.opened" if is_open else "layouts.closed", {"round": str(in_round)})
    edit_event(
        current, lambda event: with_layouts_open(event, in_round, is_open=is_open), label=label, part="opened"
    )
    return see_other(url_for("events.show_round", code=code, number=in_round, _anchor="open-layouts"))


def _touched(current: CurrentEvent, in_round: int) -> tuple[list[RoundRow], bool]:
    """Give the rows that the form has changed; true when someone else has changed one of them too."""
    touched: list[RoundRow] = []
    late = False
    for mine in _posted(current, in_round):
        if row_digest(mine.seat, mine.game) == mine.seen and not _problems(
            mine, current.event.game(mine.seat.number, in_round)
        ):
            continue
        touched.append(mine)
        late = late or mine.now is not None
    wrong = [
        each for row in touched for each in _problems(row, current.event.game(row.seat.number, in_round))
    ]
    if wrong:
        raise InputError(wrong)
    changed = current.event
    for row in touched:
        changed = with_seat(with_games(changed, {(row.seat.number, in_round): row.game}), row.seat)
    read_event(write_event(changed))
    return touched, late


def _posted(current: CurrentEvent, in_round: int) -> list[RoundRow]:
    found: list[RoundRow] = []
    for seat in current.event.seats:
        now = current.event.game(seat.number, in_round)
        seen = request.form.get(f"seen-{seat.number}")
        if seen is None:  # came to the event since
            continue

        def field(key: str, otherwise: str, number: int = seat.number) -> str:
            return request.form.get(f"{key}-{number}", otherwise).strip()

        texts = {key: field(key, getattr(now, key)) for key in ("layout", "pairing", "score")}
        scores = (field("score-one", ""), field("score-other", ""))
        if any(scores) and scores != _scores(now) and texts["score"] == _words(now):
            texts["score"] = ""
        has_names = now.players is not None and f"score-one-{seat.number}" in request.form
        game = _with_scores(now, texts, scores) if has_names else as_written(now, **texts)
        mine = replace(seat, status=field("status", seat.status))
        is_late = row_digest(seat, now) not in (seen, row_digest(mine, game))
        found.append(
            RoundRow(
                mine,
                game,
                seen,
                texts["score"],
                scores if has_names else None,
                now.players,
                now if is_late else None,
            )
        )
    return found


def _with_scores(now: Game, texts: Mapping[str, str], scores: Two) -> Game:
    """Give the game as written with a score beside each name; those names are the ones the form showed."""
    players = now.players
    scored = scores != _scores(now) and not texts["score"]
    before = replace(now, score=" : ".join(scores), reported_by="", result=None) if scored else now
    if scored and players is not None and all(scores):
        before = replace(before, result=GameResult(players, scores))
    words = before.score if scored or texts["score"] == _words(now) else texts["score"]
    return as_written(before, layout=texts["layout"], pairing=texts["pairing"], score=words)


def _scores(game: Game) -> Two:
    """Give the scores beside the names of the pairing."""
    known = game.result is not None and game.result.players == game.players
    return game.result.scores if game.result is not None and known else ("", "")


def _words(game: Game) -> str:
    """Give the score where it stands beside no names."""
    return "" if game.players is not None and any(_scores(game)) else game.score


def _problems(row: RoundRow, was: Game) -> list[Problem]:
    """Say what is wrong with the scores of a table whose players are known."""
    if row.scores is None:
        return []
    at = _("table %(number)s", number=row.seat.number)
    if row.words != _words(was) and result_typed(row.words, ("1", "2")) is not None:
        return [Problem(at, repr(row.words), _("each score beside its name"))]
    wrong = any(row.scores) and not row.words
    if wrong and not all(each.isprintable() and 0 < len(each) <= LONGEST_POINTS for each in row.scores):
        found = " : ".join(each or "–" for each in row.scores)
        return [Problem(at, repr(found), _("a score beside each name"))]
    return []


def row_digest(seat: EventTable, game: Game) -> str:
    """Give a digest of what a row shows."""
    return digest_of([seat.number, seat.status, game.layout, game.pairing, game.score])


def _pairings(event: Event, in_round: int, text: str) -> tuple[Pairing, ...]:
    """Read pasted pairings against the tables of the event and the rest of the round."""
    if len(text) > LARGEST:
        found = _("%(count)s characters", count=len(text))
        expected = _("at most %(most)s characters", most=LARGEST)
        raise InputError([Problem(_("the pairings"), found, expected)])
    numbers = [seat.number for seat in event.seats]
    games = {number: event.game(number, in_round) for number in numbers}
    others = {number: players for number, game in games.items() if (players := game.players) is not None}
    return read_pairings(text, numbers, others)


def _again(current: CurrentEvent, in_round: int, problems: tuple[Problem, ...]) -> RoundContext:
    """Show the round with what was typed, and beside it what someone else has entered in the meantime."""
    rows = tuple(
        replace(
            row, seen=row_digest(seat, current.event.game(seat.number, in_round)) if row.now else row.seen
        )
        for row in _posted(current, in_round)
        for seat in [current.event.seat(row.seat.number) or row.seat]
    )
    return replace(_context(current, in_round, problems=problems), rows=rows)


def _context(
    current: CurrentEvent, number: int, *, problems: tuple[Problem, ...] = (), pasted: str = ""
) -> RoundContext:
    event, layouts = current.event, layouts_of(database(), current.id)
    return RoundContext(
        current=current,
        event_banner=banner_of(event, version=current.stored.version),
        number=number,
        rows=tuple(
            RoundRow(
                seat,
                game,
                row_digest(seat, game),
                _words(game),
                None if game.players is None else _scores(game),
                game.players,
            )
            for seat in event.seats
            for game in [event.game(seat.number, number)]
        ),
        layouts=tuple(each.name for each in layouts),
        statuses=tuple((each, status_words(each)) for each in STATUSES),
        units=sum(bool(event.game(seat.number, number).layout) for seat in event.seats),
        problems=problems,
        pasted=pasted,
        understood=(),
        paired=request.args.get("paired", "")[:4],
        laid=request.args.get("laid", "")[:4],
        setups=setups_to_choose(own_preset_of(event)),
        setup=setup_in_round(event, number),
        zoned=request.args.get("zoned", "")[:4],
        gone=request.args.get("gone", "")[:4],
        differs=differences_in(current, number, tables_of_event(database(), current.id), layouts),
    )


def _number(current: CurrentEvent, text: str) -> int:
    number = digits_or_none(text)
    if number is None or not 1 <= number <= current.event.rounds:
        raise NotFound(_("The event has no such round."))
    return number
