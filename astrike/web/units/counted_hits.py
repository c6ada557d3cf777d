"""How are hits counted on a unit's sheet, and how does a document write them?"""

from collections.abc import Mapping
from typing import Final

from astrike.model.unit import Hits
from astrike.web.http.forms import number_or_text

COUNTED: Final = ("mp", "engine", "fire-control", "weapon", "crew")
"""Kinds of critical hits that are counted; motive hits are a list, in the order received."""


def counts_of(hits: Hits) -> dict[str, int]:
    """Give how many hits of each kind there are."""
    counted = (hits.mp, hits.engine, hits.fire_control, hits.weapon, hits.crew)
    return dict(zip(COUNTED, counted, strict=True))


def hits_stated(stored: object, counts: Mapping[str, str], motive: str) -> dict[str, object]:
    """Give the hits as a document writes them, with everything in it that this program does not know."""
    found: dict[str, object] = dict(stored) if isinstance(stored, Mapping) else {}
    for name in COUNTED:
        if counts[name] in ("", "0"):
            found.pop(name, None)
        else:
            found[name] = number_or_text(counts[name])
    in_order = [hit for hit in motive.split(",") if hit]
    if in_order:
        found["motive"] = in_order
    else:
        found.pop("motive", None)
    return found
