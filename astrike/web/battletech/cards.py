"""Which cards does the classic desk have?"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from astrike.errors import NotFound
from astrike.web.battletech.asking import ClassicCard
from astrike.web.battletech.critical_card import CRITICAL
from astrike.web.battletech.hex_card import HEX_CARD
from astrike.web.battletech.impact_card import IMPACT_CARD
from astrike.web.battletech.roll_card import ROLL
from astrike.web.http.i18n import _

CARDS: Final[Mapping[str, ClassicCard[Any, Any]]] = MappingProxyType(
    {"roll": ROLL, "impact": IMPACT_CARD, "critical": CRITICAL, "hex": HEX_CARD}
)
"""By the name that pages, commands and the API call them, in the order of the desk."""


def card_named(name: str) -> ClassicCard[Any, Any]:
    """Give a card by its name; raise `NotFound` where there is none."""
    if name not in CARDS:
        raise NotFound(f"There is no card {name!r}; the cards are {', '.join(CARDS)}.")
    return CARDS[name]


def card_labels() -> dict[str, str]:
    """Give the labels of all cards by name, in the language of this request."""
    return {"roll": _("Roll"), "impact": _("Impact"), "critical": _("Critical"), "hex": _("Hex")}
