"""What had happened to a unit when its roster was saved: damage, heat, hits, abilities of its pilot?

Damage is what was lost; what is left of it only the card can say, which may come from a catalogue.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from astrike.editions.loader import DEFAULT, load_edition
from astrike.formats.unitfile import MOST_HITS
from astrike.model.notes import Note

HOTTEST: Final = 4


@dataclass(frozen=True, slots=True)
class InPlay:
    """State of one unit; nothing had happened to one that is new."""

    armor_lost: int = 0
    structure_lost: int = 0
    heat: int = 0
    mp: int = 0
    engine: int = 0
    fire_control: int = 0
    weapon: int = 0
    crew: int = 0
    motive: tuple[str, ...] = ()
    pilot: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    """Flags of the table file, such as `destroyed`."""


def in_play(
    card: Mapping[str, object], state: InPlay, *, name: str
) -> tuple[dict[str, object], tuple[Note, ...]]:
    """Put a state on a card; notes say what cannot be put there.

    >>> in_play({"armor": 5, "structure": 4}, InPlay(armor_lost=2, heat=1), name="Alder")[0]["armor_left"]
    3
    """
    changed, notes = dict(card), []
    for key, lost in (("armor", state.armor_lost), ("structure", state.structure_lost)):
        if lost > 0:
            full = card.get(key)
            if isinstance(full, int):
                changed[f"{key}_left"] = max(0, full - lost)
            else:
                notes.append(Note(name, f"lost {lost} {key}, of how much is not known; set it by hand"))
    if state.heat > 0:
        row = load_edition(DEFAULT).units.get(str(card.get("type", "BM")))
        if row is not None and row.tracks_heat:
            changed["heat"] = min(state.heat, HOTTEST)
        if row is None or not row.tracks_heat or state.heat > HOTTEST:
            notes.append(Note(name, f"heat {state.heat} is more than such a unit has"))
    hits = {
        "mp": state.mp,
        "engine": state.engine,
        "fire-control": state.fire_control,
        "weapon": state.weapon,
        "crew": state.crew,
    }
    found: dict[str, object] = {key: min(count, MOST_HITS) for key, count in hits.items() if count > 0}
    if state.motive:
        found["motive"] = list(state.motive[:MOST_HITS])
    if found:
        changed["hits"] = found
    if state.pilot:
        changed["pilot"] = list(state.pilot)
    if state.flags:
        changed["state"] = list(state.flags)
    return changed, tuple(notes)
