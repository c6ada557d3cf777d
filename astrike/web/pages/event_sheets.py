"""What is printed for an event: sheets to build its tables by, codes to lie on them, pictures to put them back?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, Response, request
from markupsafe import Markup

from astrike.errors import InputError, NotFound, Problem
from astrike.report.paper.canvas import Paper
from astrike.report.paper.setup import Sheet, setup_sheets
from astrike.store.event_layouts import EventLayout, layouts_of, load_layout
from astrike.web.current_event import CurrentEvent, load_current_event
from astrike.web.database import database
from astrike.web.downloads import download_of
from astrike.web.forms import digits_or_none
from astrike.web.i18n import _
from astrike.web.in_turn import in_turn
from astrike.web.respond import show
from astrike.web.views.event_presets import preset_name
from astrike.web.views.event_reports import laid_out
from astrike.web.views.pictures import table_picture

blueprint = Blueprint("event_sheets", __name__, url_prefix="/e/<code>")

PAPERS: Final[tuple[Paper, ...]] = ("a4", "letter")
RESET_WIDTH: Final = 1200.0


@dataclass(frozen=True, slots=True)
class SheetsContext:
    """What can be printed."""

    current: CurrentEvent
    layouts: tuple[EventLayout, ...]
    rounds: range


@dataclass(frozen=True, slots=True)
class ResetContext:
    """A layout as large as the screen."""

    current: CurrentEvent
    layout: EventLayout
    picture: Markup


@blueprint.get("/sheets")
def show_sheets(code: str) -> str:
    """Show what can be printed."""
    current = load_current_event(code)
    layouts = layouts_of(database(), current.id)
    return show("event/sheets.html", SheetsContext(current, layouts, range(1, current.event.rounds + 1)))


@blueprint.get("/sheets/setup.pdf")
def round_sheets(code: str) -> Response:
    """Give a set-up sheet for every table of a round."""
    current, in_round = load_current_event(code), _round()
    event, layouts = current.event, {each.name: each for each in layouts_of(database(), current.id)}
    if in_round > event.rounds:
        raise NotFound(_("The event has no such round."))
    sheets = [
        Sheet(
            laid_out(event, layout),
            _("Table %(number)s", number=seat.number),
            _lines(current, layout, _("round %(round)s", round=in_round)),
        )
        for seat in event.seats
        if (layout := layouts.get(event.game(seat.number, in_round).layout)) is not None
    ]
    if not sheets:
        raise InputError([Problem("round", str(in_round), _("a round with layouts on its tables"))])
    return _pdf(current, sheets, _("set-up round %(round)s", round=in_round))


@blueprint.get("/layouts/<layout_id>/setup.pdf")
def layout_sheet(code: str, layout_id: str) -> Response:
    """Give the set-up sheet of one layout."""
    current = load_current_event(code)
    layout = _layout(current, layout_id)
    sheet = Sheet(laid_out(current.event, layout), layout.name, _lines(current, layout, ""))
    return _pdf(current, [sheet], layout.name)


@blueprint.get("/layouts/<layout_id>/reset")
def reset_view(code: str, layout_id: str) -> str:
    """Show a layout as large as the screen, to put a table back as it was."""
    current = load_current_event(code)
    layout = _layout(current, layout_id)
    picture = table_picture(laid_out(current.event, layout), name="reset", width=RESET_WIDTH)
    return show("event/reset.html", ResetContext(current, layout, picture))


def _lines(current: CurrentEvent, layout: EventLayout, when: str) -> tuple[str, ...]:
    preset = preset_name(current.event)
    return tuple(each for each in (current.event.name, when, layout.name, preset) if each)


def _pdf(current: CurrentEvent, sheets: Sequence[Sheet], name: str) -> Response:
    paper = _paper()
    data = in_turn(lambda: setup_sheets(sheets, paper=paper))
    title = f"{current.event.name} {name}"
    return download_of(data, name=title, extension=".pdf", media_type="application/pdf")


def _paper() -> Paper:
    text = request.args.get("paper", PAPERS[0])
    if text not in PAPERS:
        raise InputError([Problem("paper", repr(text[:20]), ", ".join(PAPERS))])
    return text


def _round() -> int:
    text = request.args.get("round", "1")
    number = digits_or_none(text)
    if number is None or number < 1:
        raise InputError([Problem("round", repr(text[:20]), _("a round of the event"))])
    return number


def _layout(current: CurrentEvent, text: str) -> EventLayout:
    number = digits_or_none(text)
    if number is None:
        raise NotFound(_("This layout is not one of the event any more."))
    return load_layout(database(), current.id, number)
