"""A piece of open ground, for what cannot be asked without any: how far a unit goes, where a shell lands."""

from astrike.model.table import Table
from astrike.model.unit import Unit
from astrike.rulebook.loader import load_edition
from astrike.rules.battlefield import Field, field_on
from astrike.rules.lie import lie_of
from astrike.rules.options import resolve


def open_ground(edition_id: str, size: float, units: tuple[Unit, ...] = ()) -> Field:
    """Give a square without anything but these units; it does not push real tables out of what is kept."""
    edition = load_edition(edition_id)
    options = resolve(edition, {})
    table = Table(name="quick check", width=size, depth=size, edition=edition_id, units=units)
    lie = lie_of((), edition=edition, options=options)
    return field_on(lie, table=table, edition=edition, options=options)
