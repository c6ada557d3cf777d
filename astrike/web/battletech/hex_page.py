"""Can I see it, is it covered, what do I need, what does that step cost? A patch of hexes painted by thumb."""

from collections.abc import Iterator
from dataclasses import replace

from flask import Response

from astrike.dataclass import dataclass
from astrike.formats.questions import written
from astrike.model.battletech.hex import HexQuestion
from astrike.report.battletech.hex_side_view import side_view
from astrike.report.battletech.hex_top_view import TopView, top_view
from astrike.report.battletech.pictures import ClassicPicture
from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.web.battletech.asking import ask_card, read_question
from astrike.web.battletech.cards import card_labels
from astrike.web.battletech.desk import (
    DeskFrame,
    frame_of,
    show_desk,
)
from astrike.web.battletech.hex_card import HEX_CARD
from astrike.web.battletech.hex_controls import HexControls, controls_of
from astrike.web.battletech.hex_pictures import roads_of
from astrike.web.battletech.hex_repairs import repaired
from astrike.web.battletech.hex_result import HexResult, gist_of, result_of
from astrike.web.battletech.hex_start import hex_in_address
from astrike.web.battletech.hex_strokes import stroked
from astrike.web.battletech.hex_tools import HexDetails, HexTools, details_of, tools_of
from astrike.web.battletech.hex_view import CARD, HexLinks, hex_address, stroke_in_address, view_in_address
from astrike.web.battletech.other_edition import OtherEditionLine, other_editions
from astrike.web.battletech.readings import OptionReading, readings
from astrike.web.http.i18n import tr


@dataclass(frozen=True, slots=True)
class HexPage:
    """The card as it is shown."""

    frame: DeskFrame
    spelled: DeskFrame
    """The frame with all ranges named, which typed ranges are put into."""
    map: ClassicPicture
    tools: HexTools
    details: HexDetails | None
    result: HexResult
    side: ClassicPicture | None
    controls: HexControls
    other_editions: tuple[OtherEditionLine, ...]
    readings: tuple[OptionReading, ...]


def show_hex() -> Response:
    """Answer the question in the address, after what a tap on the map did to it."""
    view = view_in_address()
    body = hex_in_address()
    names = stroke_in_address()
    if names:
        done = stroked(read_question(HEX_CARD, body), body, view, names)
        view, fitting = done.view, repaired(done.body)
        body = body if fitting is None else fitting
    reply = ask_card(HEX_CARD, body)
    question, answer = reply.question, reply.answer
    body = dict(written(question))
    links = HexLinks(body, view)
    edition = load_battletech(answer.edition)
    window = view.window(question, tuple(_names_that_matter(question)))
    drawn = TopView(question, window, answer.sight, answer.move, roads_of(question, window), view.hex)
    controls = controls_of(question, links, answer.move, edition)
    frame = _frame(links)
    context = HexPage(
        frame=frame,
        spelled=replace(frame, question=_frame(controls.spelled).question),
        map=top_view(drawn, tr),
        tools=tools_of(question, links, window),
        details=details_of(question, links, edition),
        result=result_of(question, answer, body),
        side=None if answer.sight is None else side_view(question, answer.sight, edition.hex_growth, tr),
        controls=controls,
        other_editions=other_editions(HEX_CARD, body, answer, gist_of),
        readings=readings(CARD, body, answer),
    )
    return show_desk("battletech/hex.html", context)


def _names_that_matter(question: HexQuestion) -> Iterator[str]:
    """Give the hexes that the map shows where it can: those with something in them, and the way of a path."""
    yield from (name for name, _contents in question.hexes)
    if question.path is not None:
        yield question.path.from_


def _frame(links: HexLinks) -> DeskFrame:
    """Give what stands around the card, with how the patch is looked at in its addresses."""
    frame = frame_of(CARD, links.body, card_labels())
    editions = tuple(
        replace(each, address=links.to(edition=edition))
        for each, edition in zip(frame.editions, BATTLETECH_IDS, strict=True)
    )
    address = hex_address(links.body, links.view)
    return replace(frame, editions=editions, address=address, kept=links.kept)
