"""What is asked about the order of a turn: who lost initiative?"""

from dataclasses import dataclass

from astrike.model.order import OrderAnswer
from astrike.model.table import Table
from astrike.rules.order import lost_at, order
from astrike.web.asking.body import Asked, Body
from astrike.web.asking.questions import SETTINGS

ORDER_KEYS = ("table", "lost", *SETTINGS)


@dataclass(frozen=True, slots=True)
class Ordered:
    """An answer about the order of a turn, with the table as it was asked about."""

    table: Table
    answer: OrderAnswer


def ask_order(body: Body, *, table_at: str = "table") -> Ordered:
    """Answer who moves how many units when."""
    asked = Asked(body, ORDER_KEYS, table_at)
    lost = asked.fields.words("lost")
    field = asked.sound_field()
    return Ordered(field.table, order(field, lost or lost_at(field)))
