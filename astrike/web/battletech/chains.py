"""Where does one card lead on to another, so that both say the same number?

The question of the next card says all that counted on this one: the unit, its pilot, the terrain, edition and options.
"""

from collections.abc import Mapping
from typing import Any, Final

from astrike.dataclass import dataclass
from astrike.formats.questions import written
from astrike.model.battletech.rolls import MOST_WOUNDS, RollQuestion
from astrike.web.battletech.desk import CARD_ROLL, Json, address_of

IMPACT: Final = "impact"
_SETTINGS: Final = ("edition", "options")
_OF_PILOT: Final = ("terrain", "wounds", "extras")
"""What counts for the pilot's roll on both cards."""


@dataclass(frozen=True, slots=True)
class ChainStep:
    """What comes next, and where the question about it is; no address: nowhere."""

    words: str
    quiet: str
    address: str


def roll_address(asked: RollQuestion, body: Mapping[str, Any]) -> str:
    """Give the address of rolls on their own card; empty where the pilot is dead. `body` is this card's question."""
    if asked.wounds > MOST_WOUNDS:
        return ""
    return address_of(CARD_ROLL, {**settings_of(body), **written(asked)})


def fall_address(pilot: RollQuestion, body: Mapping[str, Any], fall: Json) -> str:
    """Give the address of a fall; `pilot` asks for the pilot's roll in it, `fall` says which kind of fall it is."""
    if pilot.wounds > MOST_WOUNDS:
        return ""
    asked = dict[str, Any](written(pilot))
    attacker = {key: value for key, value in asked["unit"].items() if key != "prone"}
    about: Json = {key: asked[key] for key in _OF_PILOT if key in asked}
    return address_of(IMPACT, {**settings_of(body), "kind": "fall", "attacker": attacker, **about, **fall})


def settings_of(body: Mapping[str, Any]) -> Json:
    """Give the edition and the options that a question names."""
    return {key: body[key] for key in _SETTINGS if key in body}
