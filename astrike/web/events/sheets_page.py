"""What is printed for an event: sheets to build its tables by, cards with codes, pictures to reset the tables by?"""

from collections.abc import Sequence
from functools import partial

from flask import Response, request, url_for

from astrike.dataclass import dataclass
from astrike.errors import Forbidden, InputError, NotFound, Problem
from astrike.model.events.event import EventTable
from astrike.report.paper.canvas import SIZES, Paper
from astrike.report.paper.code_cards import GRIDS, CodeCard, qr_sheet
from astrike.report.paper.edge_distances import TAPES, TapeUnit
from astrike.report.paper.legality_report import legality_paper
from astrike.report.paper.reset_picture import reset_picture, reset_png
from astrike.report.paper.setup_sheet import SetupSheet, setup_sheets
from astrike.store.events.layouts import EventLayout, layouts_of
from astrike.store.events.tables import tables_of_event
from astrike.store.table.codes import Right
from astrike.web.database import database
from astrike.web.events.current import CurrentEvent, load_current_event, load_current_layout
from astrike.web.events.layout_reports import laid_out, legality_of
from astrike.web.events.presets import preset_name, setup_in_round
from astrike.web.events.table_rows import table_numbers
from astrike.web.http.forms import digits_or_none, word_or_first
from astrike.web.http.i18n import _, tr
from astrike.web.http.responses import download_of, show, with_etag
from astrike.web.http.server_addresses import chosen_server, servers
from astrike.web.jobs.dispatch import run_long_work
from astrike.web.table.share_codes import RIGHTS, rights_of_table, server_warning, wifi_words


@dataclass(frozen=True, slots=True)
class RoundSheets:
    """What a round takes to build."""

    round: int
    layouts: int
    tables: int
    zones: str
    """How sides set up, where that was chosen."""


@dataclass(frozen=True, slots=True)
class SheetsContext:
    """What can be printed."""

    current: CurrentEvent
    layouts: tuple[EventLayout, ...]
    rounds: tuple[RoundSheets, ...]
    servers: tuple[str, ...]
    server: str
    """The address to which the codes of the cards lead."""


@dataclass(frozen=True, slots=True)
class ResetContext:
    """A layout as large as the screen."""

    current: CurrentEvent
    layout: EventLayout
    name: str


def show_sheets(code: str) -> str:
    """Show what can be printed."""
    current = load_current_event(code)
    event, layouts = current.event, layouts_of(database(), current.id)
    names = {each.name for each in layouts}
    rounds: list[RoundSheets] = []
    for each in range(1, event.rounds + 1):
        laid = [name for seat in event.seats if (name := event.game(seat.number, each).layout) in names]
        setup = setup_in_round(event, each)
        rounds.append(RoundSheets(each, len(set(laid)), len(laid), "" if setup is None else setup.called))
    known = servers()
    context = SheetsContext(current, layouts, tuple(rounds), known, chosen_server(known))
    return show("events/sheets.html", context)


def round_sheets(code: str) -> Response:
    """Give a set-up sheet for every table of a round, or for every layout with the numbers of its tables."""
    current, in_round = load_current_event(code), _round()
    event, layouts = current.event, {each.name: each for each in layouts_of(database(), current.id)}
    if in_round > event.rounds:
        raise NotFound(_("The event has no such round."))
    setup = setup_in_round(event, in_round)
    seats: dict[str, list[EventTable]] = {}
    for seat in event.seats:
        name = event.game(seat.number, in_round).layout
        if name in layouts:
            seats.setdefault(name, []).append(seat)
    tables = {name: laid_out(event, layouts[name], setup) for name in seats}
    about = (_("round %(round)s", round=in_round), *(() if setup is None else (setup.called,)))
    if _per() == "layout":
        sheets = [
            SetupSheet(
                tables[name],
                name,
                _lines(current, table_numbers([seat.number for seat in seats[name]]), *about),
            )
            for name in seats
        ]
    else:
        sheets = [
            SetupSheet(tables[name], seat_title(seat), _lines(current, *about, name))
            for seat in event.seats
            if (name := event.game(seat.number, in_round).layout) in seats
        ]
    if not sheets:
        raise InputError([Problem("round", str(in_round), _("a round with layouts on its tables"))])
    return _pdf(current, sheets, _("set-up round %(round)s", round=in_round))


def layout_sheet(code: str, layout_id: str) -> Response:
    """Give the set-up sheet of one layout."""
    current = load_current_event(code)
    layout = load_current_layout(current, layout_id)
    sheet = SetupSheet(laid_out(current.event, layout), layout.name, _lines(current))
    return _pdf(current, [sheet], layout.name)


def legality_sheet(code: str, layout_id: str) -> Response:
    """Give the result of the check of one layout, to print."""
    current = load_current_event(code)
    layout, paper = load_current_layout(current, layout_id), _paper()
    table, legality = laid_out(current.event, layout), legality_of(current.event, layout)
    lines = _lines(current)
    data = run_long_work(
        "paper",
        partial(legality_paper, legality, table, title=layout.name, paper=paper, lines=lines, translate=tr),
    )
    title = f"{current.event.name} {layout.name} legal"
    return download_of(data, name=title, extension=".pdf", media_type="application/pdf")


def reset_view(code: str, layout_id: str) -> str:
    """Show a layout as large as the screen, to reset a table by."""
    current = load_current_event(code)
    layout = load_current_layout(current, layout_id)
    return show("events/reset.html", ResetContext(current, layout, _("How %(name)s lies", name=layout.name)))


def reset_svg(code: str, layout_id: str) -> Response:
    """Give the picture of a layout, to reset a table by, as SVG."""
    current = load_current_event(code)
    layout = load_current_layout(current, layout_id)
    response = with_etag(reset_picture(laid_out(current.event, layout), translate=tr), _tag(current, layout))
    response.mimetype = "image/svg+xml"
    return response


def reset_pixels(code: str, layout_id: str) -> Response:
    """Give the picture of a layout, to reset a table by, as PNG, to be sent to a phone."""
    current = load_current_event(code)
    layout = load_current_layout(current, layout_id)
    table = laid_out(current.event, layout)
    data = run_long_work("paper", partial(reset_png, table, translate=tr))
    return download_of(data, name=layout.name, extension=".png", media_type="image/png")


def code_sheets(code: str) -> Response:
    """Give a card with its code for every table."""
    current, right, server = load_current_event(code), _right(), chosen_server(servers())
    if right > current.right:
        raise Forbidden(_("This needs the code of the event's organizer."))
    cards = [
        CodeCard(
            seat_title(current.event.seat(table.number) or EventTable(table.number)),
            f"{server}{url_for('table.show_table', code=held)}",
            held,
            (current.event.name, rights_of_table()[right]),
            warning=server_warning(server),
            wifi=current.event.wifi,
            wifi_words=wifi_words(current.event.wifi),
        )
        for table in tables_of_event(database(), current.id)
        for held in [table.codes.up_to(right)[right]]
    ]
    if not cards:
        raise InputError([Problem("tables", "0", _("at least one table"))])
    paper, count = _paper(), _cards()
    kind = _("play cards") if right is Right.PLAY else _("watch cards")
    title = f"{current.event.name} {kind}"
    data = run_long_work("paper", partial(qr_sheet, cards, title=title, paper=paper, per_page=count))
    return download_of(data, name=title, extension=".pdf", media_type="application/pdf")


def seat_title(seat: EventTable) -> str:
    """Say which table it is, with its name where it has one."""
    title = _("Table %(number)s", number=seat.number)
    return f"{title} · {seat.name}" if seat.name else title


def _lines(current: CurrentEvent, *about: str) -> tuple[str, ...]:
    preset = preset_name(current.event)
    return tuple(each for each in (*about, current.event.name, preset) if each)


def _pdf(current: CurrentEvent, sheets: Sequence[SetupSheet], name: str) -> Response:
    paper = _paper()
    tape = _tape()
    data = run_long_work("paper", partial(setup_sheets, sheets, paper=paper, tape=tape, translate=tr))
    title = f"{current.event.name} {name}"
    return download_of(data, name=title, extension=".pdf", media_type="application/pdf")


def _tag(current: CurrentEvent, layout: EventLayout) -> str:
    return f"r{layout.digest[:16]}-{current.stored.version}"


def _paper() -> Paper:
    return word_or_first(request.args, "paper", tuple(SIZES))


def _per() -> str:
    return word_or_first(request.args, "per", ("table", "layout"))


def _tape() -> TapeUnit:
    return word_or_first(request.args, "tape", TAPES)


def _cards() -> int:
    return int(word_or_first(request.args, "cards", tuple(str(each) for each in reversed(GRIDS))))


def _right() -> Right:
    return RIGHTS[word_or_first(request.args, "right", ("play", "view"))]


def _round() -> int:
    text = request.args.get("round", "1")
    number = digits_or_none(text)
    if number is None or number < 1:
        raise InputError([Problem("round", repr(text[:20]), _("a round of the event"))])
    return number
