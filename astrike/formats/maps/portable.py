"""What of a table does another format carry, and what has to be said because it does not?"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from astrike.model.import_notes import ImportNote
from astrike.model.table import Table
from astrike.model.table_document import features_of
from astrike.model.table_document import properties_of as document_properties
from astrike.model.terrain import Terrain

_OF_TABLE: Final = ("conditions", "options", "networks", "declarations", "attacks", "marks", "grid")
_CARRIED: Final = ("format", "name", "width", "depth", "edition", "environment")
"""What of the head every format has in its own way, or is named anyhow."""
_OF_FILE: Final = ("type", "astrike", "features")
PROPERTIES: Final = (
    "name", "base", "height", "depth", "toward", "class", "cf", "floors", "armed", "density", "side"
)  # fmt: skip
"""What a table file says about a piece, and other formats may carry."""


def properties_of(piece: Terrain) -> dict[str, object]:
    """Give what the file says about a piece beside its kind and outlines, by the table file's own keys.

    >>> properties_of(Terrain("b", "building", (), name="Mill", height=2.5, grade="heavy", floors=2))
    {'name': 'Mill', 'height': 2.5, 'class': 'heavy', 'floors': 2}
    """
    given: Mapping[str, object] = {
        "name": piece.name,
        "base": piece.base,
        "height": piece.height,
        "depth": piece.depth,
        "toward": piece.toward,
        "class": piece.grade,
        "cf": piece.cf,
        "floors": piece.floors,
        "armed": piece.armed,
        "density": piece.density,
        "side": piece.side,
    }
    return {key: value for key, value in given.items() if value is not None}


def lost(table: Table, *, of_pieces: Sequence[str] = (), units: str = "") -> tuple[ImportNote, ...]:
    """Say what a format leaves behind: properties of pieces, units with the words given, and the table's own."""
    notes = []
    for key in of_pieces:
        count = sum(1 for piece in table.terrain if key in properties_of(piece))
        if count:
            notes.append(ImportNote(key, "cannot be carried by this format", count))
    notes += _of_pieces(table)
    if units and table.units:
        notes.append(ImportNote("units", units, len(table.units)))
    if units and table.markers:
        notes.append(ImportNote("points", units, len(table.markers)))
    head = table.document.get("astrike")
    stated = head if isinstance(head, Mapping) else {}
    kept = [key for key in _OF_TABLE if stated.get(key)]
    kept += [
        key for key in stated if key not in (*_OF_TABLE, *_CARRIED) and stated[key] not in (None, [], {})
    ]
    kept += [key for key in table.document if key not in _OF_FILE]
    about = ", ".join(["edition", "environment", *kept])
    notes.append(ImportNote(about, "stay behind: only our own table file carries them"))
    return tuple(notes)


def _of_pieces(table: Table) -> list[ImportNote]:
    """Name what only our own file says about pieces: groups, locks, shapes of the editor, what another tool said."""
    pieces = {piece.id for piece in table.terrain}
    counts: Counter[str] = Counter()
    for feature in features_of(table.document):
        if feature.get("id") in pieces:
            counts.update(key for key in document_properties(feature) if key not in ("kind", *PROPERTIES))
    return [ImportNote(key, "cannot be carried by this format", count) for key, count in counts.items()]


def shown_number(value: float) -> str:
    """Give a number with at most four decimals.

    >>> shown_number(2.50001), shown_number(-0.00001), shown_number(143.12345)
    ('2.5', '0', '143.1234')
    """
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
