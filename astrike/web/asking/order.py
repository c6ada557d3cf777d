"""What is asked about the order of a turn: who lost initiative?"""

from dataclasses import dataclass

from astrike.model.order import OrderAnswer
from astrike.model.table import Table
from astrike.rules.order import lost_at, order
from astrike.web.asking.questions import QUESTIONS
from astrike.web.questions.body import Body, read_body


@dataclass(frozen=True, slots=True)
class Ordered:
    """An answer about the order of a turn, with the table as it was asked about."""

    table: Table
    answer: OrderAnswer


def ask_order(body: Body, *, table_at: str = "table") -> Ordered:
    """Answer who moves how many units when."""
    asked, field = read_body(QUESTIONS.order, body, table_at=table_at)
    return Ordered(field.table, order(field, asked.lost or lost_at(field)))
