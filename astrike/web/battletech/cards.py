"""Which cards does the classic desk have?"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from astrike.errors import NotFound
from astrike.model.battletech.critical import CriticalQuestion
from astrike.report.battletech.critical_json import critical_json
from astrike.report.battletech.critical_text import critical_text
from astrike.rules.battletech.critical import answer_critical
from astrike.rules.battletech.critical_problems import critical_problems
from astrike.web.battletech.asking import ClassicCard
from astrike.web.http.i18n import _

CARDS: Final[Mapping[str, ClassicCard[Any, Any]]] = MappingProxyType(
    {
        "critical": ClassicCard(
            "critical", CriticalQuestion, critical_problems, answer_critical, critical_json, critical_text
        ),
    }
)
"""By the name that pages, commands and the API call them, in the order of the desk."""


def card_named(name: str) -> ClassicCard[Any, Any]:
    """Give a card by its name; raise `NotFound` where there is none."""
    if name not in CARDS:
        raise NotFound(f"There is no card {name!r}; the cards are {', '.join(CARDS)}.")
    return CARDS[name]


def card_labels() -> dict[str, str]:
    """Give the labels of all cards by name, in the language of this request."""
    labels = {"roll": _("Roll"), "impact": _("Impact"), "critical": _("Critical")}
    return {name: labels[name] for name in CARDS}
