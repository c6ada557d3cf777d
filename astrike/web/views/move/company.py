"""Who else is asked about on the page of a move: whom to face, to board, to leave, to fear?"""

from collections.abc import Collection

from astrike.model.unit import Unit
from astrike.rules.attack import are_enemies
from astrike.rules.battlefield import Field
from astrike.rules.movement.carry import may_ride, room_in
from astrike.web.views.units import Cast

Named = tuple[tuple[str, str], ...]
"""Units by id, with mark and name."""


def others(field: Field, unit: Unit, cast: Cast) -> Named:
    """List the other units on the table."""
    return named(field, cast, {*_on_table(field, unit, hostile=True), *_on_table(field, unit, hostile=False)})


def enemies(field: Field, unit: Unit, cast: Cast) -> Named:
    """List the enemies on the table."""
    return named(field, cast, _on_table(field, unit, hostile=True))


def carriers(field: Field, unit: Unit, cast: Cast, chosen: str | None) -> Named:
    """List those of its side that could take it along if there is room, and whoever was asked for."""
    friends = _on_table(field, unit, hostile=False)
    able = {each for each in friends if _can_carry(field, field.place_of(each), unit)}
    return named(field, cast, {*able, chosen})


def named(field: Field, cast: Cast, ids: Collection[str | None]) -> Named:
    """Give the units with these ids, in the order of the file."""
    return tuple(
        (other.id, f"{cast.marks[other.id].letter} {cast.names[other.id]}")
        for other in field.table.units
        if other.id in ids
    )


def _on_table(field: Field, unit: Unit, *, hostile: bool) -> set[str]:
    here = field.place_of(unit.id)
    return {
        other.id
        for other in field.table.units
        if other.id != unit.id and other.is_on_table and "destroyed" not in other.state
        if are_enemies(field, here, field.place_of(other.id)) == hostile
    }


def _can_carry(field: Field, carrier: int, unit: Unit) -> bool:
    return may_ride(field, carrier, unit) or room_in(field, carrier, unit) is not None
