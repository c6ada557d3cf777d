"""Which cards does the desk for classic BattleTech have, and which printings of the rules does it know?"""

from flask import Response, make_response, request

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.encodings import decode
from astrike.model.byte_limits import IMPORT
from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.web.battletech.cards import card_labels
from astrike.web.battletech.desk import DeskChoice, address_of, edition_label
from astrike.web.battletech.ruling_card import go_on
from astrike.web.battletech.saved_questions import saved_question
from astrike.web.http.forms import uploaded_file
from astrike.web.http.i18n import _
from astrike.web.http.responses import show
from astrike.web.problems import form_again


@dataclass(frozen=True, slots=True)
class LandingContext:
    """The cards with a line each, and the names of the printings."""

    cards: tuple[DeskChoice, ...]
    printings: tuple[str, ...]
    tables: tuple[tuple[str, str], ...]
    """Editions with their tables for the game: id, and its name."""
    megabytes: int
    """The largest file that can be opened."""
    text: str
    problems: tuple[Problem, ...] | list[Problem]


def show_classic() -> Response:
    """Show the cards of the desk."""
    return make_response(_page())


def open_classic_question() -> Response:
    """Go on with a question out of a file."""
    upload = uploaded_file()
    try:
        card, body = saved_question(decode(upload.data, most_bytes=IMPORT.most).text.encode())
    except InputError as error:
        return form_again(_page(request.form.get("text", ""), error.problems), error)
    return go_on(card, body)


def _page(text: str = "", problems: tuple[Problem, ...] | list[Problem] = ()) -> str:
    lines = {
        "roll": _("Piloting rolls: what I need, and if I fail"),
        "impact": _("Damage of falls, skids, charges, collapses"),
        "critical": _("Slots hit, and what stops working"),
        "hex": _("LOS, cover, Target Number and path"),
    }
    cards = tuple(
        DeskChoice(label, address_of(name, {}), small=lines[name]) for name, label in card_labels().items()
    )
    printings = tuple(load_battletech(each).name for each in reversed(BATTLETECH_IDS))
    tables = tuple((each, edition_label(each)) for each in reversed(BATTLETECH_IDS))
    return show(
        "battletech/landing.html", LandingContext(cards, printings, tables, IMPORT.megabytes, text, problems)
    )
