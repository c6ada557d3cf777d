"""Which cards does the desk for classic BattleTech have, and which printings of the rules does it know?"""

from dataclasses import dataclass

from flask import Response, make_response

from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.web.battletech.cards import card_labels
from astrike.web.battletech.desk import DeskChoice, address_of
from astrike.web.http.i18n import _
from astrike.web.http.responses import show


@dataclass(frozen=True, slots=True)
class LandingContext:
    """The cards with a line each, and the names of the printings."""

    cards: tuple[DeskChoice, ...]
    printings: tuple[str, ...]


def show_classic() -> Response:
    """Show the cards of the desk."""
    lines = {
        "roll": _("Do I have to roll, when, against what, and what if I fail?"),
        "impact": _("What does this fall, skid, charge or collapse do, and to whom?"),
        "critical": _("The sheet was hit: which slots, and what stops working?"),
        "hex": _("Can I see it, is it covered, and what does that step cost?"),
    }
    cards = tuple(
        DeskChoice(label, address_of(name, {}), small=lines[name]) for name, label in card_labels().items()
    )
    printings = tuple(load_battletech(each).name for each in reversed(BATTLETECH_IDS))
    return make_response(show("battletech/landing.html", LandingContext(cards, printings)))
