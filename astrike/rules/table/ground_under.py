"""Which pieces lie under a unit that stands on the ground, and which of them harm in one way?"""

from collections.abc import Iterator

from astrike.model.terrain import Terrain
from astrike.rules.table.prepared_table import PreparedTable


def ground_under(prepared: PreparedTable, i: int) -> Iterator[Terrain]:
    """Give what lies under a unit that stands on the ground, neither in the air nor in or on something built."""
    body = prepared.units.of[i]
    is_down = prepared.units.units[i].is_on_table and not prepared.units.airborne[i]
    if is_down and not body.inside and not body.on:
        for k in prepared.terrain.pieces_over(prepared.units.bases.xy[[i]])[0]:
            yield prepared.terrain.pieces[k]


def hazard_under(prepared: PreparedTable, i: int, hazard: str) -> Iterator[Terrain]:
    """Give the pieces under a unit on the ground that harm in one way."""
    for piece in ground_under(prepared, i):
        going = prepared.edition.going.get(piece.kind)
        if going is not None and going.hazard == hazard:
            yield piece
