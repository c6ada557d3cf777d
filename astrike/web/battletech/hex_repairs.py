"""What goes when a tap contradicts what was said before? What was said before: a twist of a prone unit."""

import re
from collections.abc import Mapping
from typing import Any, Final

from astrike.errors import InputError
from astrike.web.battletech.asking import read_question
from astrike.web.battletech.desk import Json, changed
from astrike.web.battletech.hex_card import HEX_CARD

_MAY_GO: Final = re.compile(
    r"(?:attacker|target|shot\.spotter)\.(?:elevation|twist|flipped|unit\.prone|moved\.(?:hexes|skidded))"
    r"|weapon\.(?:location|rear|split)|shot\.(?:aim|overhead_arms|flooded_arms)|path\.(?:elevation|steps)"
    r"|hexes\.[^.]*\.road_sides"
)
"""Places whose value yields to what was tapped later."""
_MOST_REPAIRS: Final = 4
_OF_KIND: Final = ("kind", "tons", "gunnery", "piloting", "walk", "heat")
"""What stays said of a unit that becomes one of another kind."""


def repaired(body: Json) -> Json | None:
    """Give a question without what contradicts a tap; None where something else cannot be.

    >>> repaired({"attacker": {"hex": "0101", "elevation": 2}})
    {'attacker': {'hex': '0101'}}
    """
    for _attempt in range(_MOST_REPAIRS):
        try:
            read_question(HEX_CARD, body)
        except InputError as error:
            places = [each.at.replace('"', "") for each in error.problems]
            if not all(map(_MAY_GO.fullmatch, places)):
                return None
            body = changed(body, **dict.fromkeys(places))
        else:
            return body
    return None


def as_kind(placed: Mapping[str, Any], kind: str, usual: str) -> Json:
    """Give a unit on the patch that becomes one of another kind."""
    unit = {key: value for key, value in placed.get("unit", {}).items() if key in _OF_KIND}
    unit = {key: value for key, value in unit.items() if key != "kind"} | (
        {} if kind == usual else {"kind": kind}
    )
    rest = {key: value for key, value in placed.items() if key in ("hex", "facing", "moved")}
    return {**rest, "unit": unit} if unit else rest


def of_another_kind(body: Json) -> dict[str, object]:
    """Name what is no longer said of weapon and shot when another kind of unit attacks."""
    gone = (
        *(("path",) if "path" in body else ()),
        *(f"weapon.{each}" for each in ("location", "rear", "split") if each in body.get("weapon", {})),
        *(f"shot.{each}" for each in ("overhead_arms", "flooded_arms") if each in body.get("shot", {})),
    )
    return dict.fromkeys(gone)
