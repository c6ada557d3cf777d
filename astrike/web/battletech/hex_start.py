"""Which question does an address of the hex card state, and which one is asked where it says nothing?"""

from typing import Final

from flask import request

from astrike.web.battletech.desk import Json, question_in_address
from astrike.web.battletech.hex_card import HEX_CARD
from astrike.web.battletech.links import AT

START: Final[Json] = {
    "attacker": {"hex": "0506"},
    "target": {"hex": "0502", "facing": 3},
    "weapon": {},
}
"""What is asked where the address says nothing: clear ground, four hexes, a weapon of 3, 6 and 9."""


def hex_in_address() -> Json:
    """Give the question that the address of this request states; without one the usual start."""
    return question_in_address(HEX_CARD, {} if request.args.get(AT) else START)
