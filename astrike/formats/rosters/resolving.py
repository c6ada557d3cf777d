"""Who is meant by a number or a name? Looked up in what was imported on this installation before.

A name that means no card for sure may mean several: these are offered, and nobody chooses among them but people.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from astrike.formats.rosters.limits import first_of
from astrike.formats.rosters.unit_state import UnitState, in_play
from astrike.model.import_notes import ImportNote
from astrike.model.roster import Catalog, CatalogEntry, Roster, RosterUnit, SearchableCatalog

MOST_OFFERED: Final = 20
"""Cards that one name may mean."""
MOST_LOOKED_FOR: Final = 60
"""Units of a list for which cards are looked for by parts of their names."""
MOST_NAMED: Final = 8
"""Cards that are named in one note."""
WITHOUT_NAME: Final = "MUL "
"""Begins what a unit is called of which only the number is known."""


def resolved(
    unit: RosterUnit, state: UnitState, catalog: Catalog
) -> tuple[RosterUnit, tuple[ImportNote, ...]]:
    """Give a unit its card from the catalog, and what had happened to it; without one it stays unresolved."""
    entry = find(unit, catalog)
    if entry is None:
        card, notes = in_play(unit.card, state, name=unit.name)
        lost = (state.armor_lost, state.structure_lost)
        return replace(unit, card=card, is_resolved=False, lost=lost), notes
    return with_card(unit, entry, state)


def with_card(
    unit: RosterUnit, entry: CatalogEntry, state: UnitState | None = None
) -> tuple[RosterUnit, tuple[ImportNote, ...]]:
    """Give a unit this card; what had happened to it stays, and what it had lost is taken off the card."""
    if state is None:
        state = UnitState(armor_lost=unit.lost[0], structure_lost=unit.lost[1])
    known = {key: value for key, value in entry.card.items() if value is not None}
    card, notes = in_play({**known, **unit.card}, state, name=entry.name)
    found = replace(
        unit,
        name=entry.name,
        mul=unit.mul if unit.mul is not None else entry.mul,
        card=card,
        keys=tuple(dict.fromkeys((*unit.keys, *entry.keys))),
        is_resolved=True,
        lost=(0, 0),
        candidates=(),
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


def with_candidates(roster: Roster, catalog: SearchableCatalog) -> Roster:
    """Give units without a card those that their names may mean."""
    left = MOST_LOOKED_FOR
    units: list[RosterUnit] = []
    for unit in roster.units:
        is_open = not unit.is_resolved and not unit.name.startswith(WITHOUT_NAME) and left > 0
        left -= is_open
        units.append(replace(unit, candidates=_candidates(unit, catalog)) if is_open else unit)
    return replace(roster, units=tuple(units))


def _candidates(unit: RosterUnit, catalog: SearchableCatalog) -> tuple[CatalogEntry, ...]:
    """Look for all words of its name, then for its chassis alone."""
    words = unit.name.replace("_", " ").split()
    inside = [key.partition("_")[0] for key in unit.keys if "_" in key]
    tries = (" ".join(words), " ".join(words[:-1]), *inside)
    return next(
        (found for each in dict.fromkeys(tries) if (found := catalog.matching(each, limit=MOST_OFFERED))), ()
    )


def candidate_notes(units: tuple[RosterUnit, ...]) -> Iterator[ImportNote]:
    """Say which cards a name may mean."""
    for unit in units:
        names = [each.name if each.mul is None else f"{each.name} ({each.mul})" for each in unit.candidates]
        if names:
            listed = " or ".join(names[:MOST_NAMED]) + (" or others" if len(names) > MOST_NAMED else "")
            yield ImportNote(unit.name, f"may be {listed}; write its whole name or its number")


def unresolved_note(units: list[RosterUnit]) -> tuple[ImportNote, ...]:
    """List the units of which no card is known."""
    names = [unit.name for unit in units if not unit.is_resolved]
    if not names:
        return ()
    return (ImportNote(first_of(names), "no card is known here; import a catalog that has it", len(names)),)
