"""What is asked about networks and electronic fields, and what is the answer?"""

from astrike.dataclass import dataclass
from astrike.model.electronics_answer import NetworksAnswer
from astrike.model.table import Table
from astrike.rules.electronics.networks import networks
from astrike.web.electronics.requests import REQUESTS
from astrike.web.questions.body import Body, read_body


@dataclass(frozen=True, slots=True)
class NetworksReply:
    """An answer about networks and electronic fields, with the table as it was asked about."""

    table: Table
    answer: NetworksAnswer


def ask_networks(body: Body, *, table_at: str = "table") -> NetworksReply:
    """Answer which network works for whom."""
    asked, prepared = read_body(REQUESTS.networks, body, table_at=table_at)
    return NetworksReply(prepared.table, networks(prepared, next_turn=asked.next_turn))
