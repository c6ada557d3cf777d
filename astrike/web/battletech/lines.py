"""What is one line of a card: a row of a ledger, or a sentence, each with its page?"""

from astrike.dataclass import dataclass
from astrike.model.explain import Reason
from astrike.web.http.citations import CitedPage
from astrike.web.http.i18n import tr


@dataclass(frozen=True, slots=True)
class DeskLedgerLine:
    """A row of a ledger."""

    key: str
    label: str
    why: str
    value: str
    page: CitedPage | None
    """None for what is read off the record sheet."""


@dataclass(frozen=True, slots=True)
class DeskSentence:
    """A note, a move, or a reason why not."""

    key: str
    label: str
    why: str
    page: CitedPage


def sentence(reason: Reason, edition: str, why: str = "") -> DeskSentence:
    """Make a line of a sentence of the rulebook's tables."""
    return DeskSentence(reason.key, tr(reason.label), why, CitedPage(reason.cite, edition))
