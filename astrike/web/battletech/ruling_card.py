"""What does the ruling card of a question show? Everything is in the question: nothing is stored.

A question that is too long for a link has its card too, which then goes from device to device as a file.
"""

from collections.abc import Iterator
from importlib.metadata import version
from typing import Any, Final

from flask import Response, make_response, url_for
from markupsafe import Markup

from astrike.dataclass import dataclass
from astrike.formats.questions import written
from astrike.model.battletech.answers import CardAnswer
from astrike.model.ruling import StatedFact
from astrike.report.battletech.asked_words import asked_facts
from astrike.report.battletech.ruling_json import ClassicRuling, RulingWords
from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.web.battletech.asking import ClassicReply, ask_card
from astrike.web.battletech.cards import card_labels, card_named
from astrike.web.battletech.desk import Json, address_of, edition_label
from astrike.web.battletech.impact_view import without_dice
from astrike.web.battletech.links import AT, encoded, file_text, fits_into_address, fits_into_link
from astrike.web.battletech.other_edition import OtherEditionLine, other_editions
from astrike.web.battletech.readings import OptionReading, readings
from astrike.web.battletech.ruling_text import RULINGS, ClassicRulingText
from astrike.web.http.i18n import _, tr
from astrike.web.http.qr_codes import fits_qr_code, qr_svg
from astrike.web.http.responses import draw_svg, see_other, show, with_query
from astrike.web.http.server_addresses import servers

DRAWING: Final = "classic"


@dataclass(frozen=True, slots=True)
class ClassicRulingContext:
    """A ruling card."""

    card: str
    title: str
    asked: tuple[StatedFact, ...]
    text: ClassicRulingText
    picture: Markup
    options: tuple[OptionReading, ...]
    other_editions: tuple[OtherEditionLine, ...]
    edition: str
    edition_name: str
    edition_digest: str
    engine: str
    back: str
    """The card with the question; empty where that is too long for an address."""
    address: str
    """The link to this ruling card, as others can open it; empty where it is too long to send."""
    path: str
    """The same without the server."""
    qr_code: Markup
    """Empty where the link is too long for one."""
    json_address: str
    svg_address: str
    file_text: str
    """The question as a file."""


def ruling_page_of(card: str, body: Json) -> Response:
    """Show the ruling card of a question."""
    reply = ask_card(card_named(card), body)
    kind, answer = RULINGS[card], reply.answer
    edition = load_battletech(answer.edition)
    is_link, is_address = fits_into_link(body), fits_into_address(body)
    path = ruling_address(card, body) if is_link else ""
    address = servers()[0] + path if is_link else ""
    has_code = is_link and fits_qr_code(address)
    return make_response(
        show(
            "battletech/ruling.html",
            ClassicRulingContext(
                card=card,
                title=card_labels()[card],
                asked=tuple(asked_facts(reply.question, edition, tr)),
                text=kind.text(reply.question, answer),
                picture=picture_of(card, reply),
                options=readings(card, body, answer),
                other_editions=tuple(_others(card, body, answer)),
                edition=edition.id,
                edition_name=edition.name,
                edition_digest=edition.digest,
                engine=version("astrike"),
                back=address_of(card, body) if is_address else "",
                address=address,
                path=path,
                qr_code=_code(address) if has_code else Markup(),
                json_address=_beside("battletech.show_classic_ruling_json", card, body) if is_address else "",
                svg_address=_beside("battletech.show_classic_ruling_svg", card, body) if is_address else "",
                file_text=file_text(card, body),
            ),
        )
    )


def ruling_address(card: str, body: Json) -> str:
    """Give the address of the ruling card of a question."""
    return _beside("battletech.show_classic_ruling", card, body)


def picture_of(card: str, reply: ClassicReply[Any, Any]) -> Markup:
    """Draw the picture of a ruling card."""
    return draw_svg("battletech/picture", "picture", RULINGS[card].picture(reply.question, reply.answer))


def ruling_of(card: str, body: Json) -> ClassicRuling:
    """Give a question with its answer, and by what it was answered."""
    asked = card_named(card)
    reply = ask_card(asked, body)
    edition = load_battletech(reply.answer.edition)
    text = RULINGS[card].text(reply.question, reply.answer)
    facts = asked_facts(reply.question, edition, tr)
    return ClassicRuling(
        card,
        dict(written(reply.question)),
        asked.json_with_picture(reply),
        edition.id,
        edition.digest,
        version("astrike"),
        RulingWords("; ".join(f"{each.name}: {each.text}" for each in facts), text.words, text.sentence),
    )


def go_on(card: str, body: Json) -> Response:
    """After dice: go on to the address with them, or show what has become too long even for this device."""
    return see_other(address_of(card, body)) if fits_into_address(body) else ruling_page_of(card, body)


def _code(address: str) -> Markup:
    return qr_svg(address, label=_("QR code: %(what)s", what=_("this ruling")))


def _beside(view: str, card: str, body: Json) -> str:
    return with_query(url_for(view, card=card), {AT: encoded(body)})


def _others(card: str, body: Json, answer: CardAnswer) -> Iterator[OtherEditionLine]:
    """Say of every other edition what it says, also where it says the same."""
    asked = card_named(card)
    calm = without_dice(body) if card == "impact" else body
    known = answer if calm == body else ask_card(asked, calm).answer
    found = {each.edition: each for each in other_editions(asked, calm, known, RULINGS[card].gist)}
    for edition in BATTLETECH_IDS:
        if edition != answer.edition:
            label = edition_label(edition)
            same = OtherEditionLine(label, _("says the same."), "", address_of(card, calm, edition=edition))
            yield found.get(label, same)
