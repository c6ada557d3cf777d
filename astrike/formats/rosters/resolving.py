"""Who is meant by a number or a name? Looked up in what was imported on this installation before."""

from dataclasses import replace

from astrike.formats.rosters.in_play import InPlay, in_play
from astrike.model.notes import Note
from astrike.model.roster import Catalog, CatalogEntry, RosterUnit


def resolved(unit: RosterUnit, state: InPlay, catalog: Catalog) -> tuple[RosterUnit, tuple[Note, ...]]:
    """Give a unit its card from the catalogue, and what had happened to it; without one it stays unresolved."""
    entry = find(unit, catalog)
    if entry is None:
        card, notes = in_play(unit.card, state, name=unit.name)
        return replace(unit, card=card, is_resolved=False), notes
    known = {key: value for key, value in entry.card.items() if value is not None}
    card, notes = in_play({**known, **unit.card}, state, name=entry.name)
    found = replace(
        unit,
        name=entry.name,
        mul=unit.mul if unit.mul is not None else entry.mul,
        card=card,
        keys=tuple(dict.fromkeys((*unit.keys, *entry.keys))),
        is_resolved=True,
        unknown=tuple(key for key, value in entry.card.items() if value is None and key not in unit.card),
    )
    return found, notes


def find(unit: RosterUnit, catalog: Catalog) -> CatalogEntry | None:
    """Look a unit up by its number, then by its names."""
    if unit.mul is not None and (entry := catalog.by_mul(unit.mul)) is not None:
        return entry
    for name in unit.keys:
        if (entry := catalog.by_name(name)) is not None:
            return entry
    return None


def unresolved_note(units: list[RosterUnit]) -> tuple[Note, ...]:
    """List the units of which no card is known."""
    names = [unit.name for unit in units if not unit.is_resolved]
    if not names:
        return ()
    listed = ", ".join(names[:20]) + (" …" if len(names) > 20 else "")
    return (Note(listed, "no card is known here; import a catalogue that has it", len(names)),)
