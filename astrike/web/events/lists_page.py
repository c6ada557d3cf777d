"""Are the lists of all sides at all tables as the event requires?"""

from flask import url_for

from astrike.dataclass import dataclass
from astrike.formats.table.table_file import parse_document
from astrike.model.table import Table
from astrike.rules.layout.list_check import units_value
from astrike.store.events.tables import StoredEventTable, tables_of_event
from astrike.store.table.tables import load_table
from astrike.web.current.units import unit_labels
from astrike.web.database import database
from astrike.web.events.current import CurrentEvent, load_current_event
from astrike.web.events.presets import preset_name, preset_of
from astrike.web.events.table_rows import table_code
from astrike.web.http.i18n import _
from astrike.web.http.responses import show
from astrike.web.layout.view import SideList, lists_of


@dataclass(frozen=True, slots=True)
class SideRow:
    """One side of a table; without limits for lists nothing is checked."""

    name: str
    units: int
    value: int | None
    checked: SideList | None


@dataclass(frozen=True, slots=True)
class TableLists:
    """The sides of one table."""

    number: int
    pairing: str
    address: str
    sides: tuple[SideRow, ...]


@dataclass(frozen=True, slots=True)
class ListsContext:
    """Every side of every table."""

    current: CurrentEvent
    preset: str
    has_limits: bool
    tables: tuple[TableLists, ...]


def show_lists(code: str) -> str:
    """Show how the lists do."""
    current = load_current_event(code)
    preset = preset_of(current.event)
    has_limits = preset is not None and preset.lists.is_checked
    tables = tuple(_lists(current, each) for each in tables_of_event(database(), current.id))
    return show("events/lists.html", ListsContext(current, preset_name(current.event), has_limits, tables))


def _lists(current: CurrentEvent, event_table: StoredEventTable) -> TableLists:
    table = parse_document(load_table(database(), event_table.table_id).document)
    preset = preset_of(current.event)
    checked = () if preset is None else lists_of(table, preset, unit_labels(table).names)
    by_name = {each.name: each for each in checked}
    return TableLists(
        number=event_table.number,
        pairing=current.event.game(event_table.number, current.event.round_now).pairing,
        address=url_for("units.show_units", code=table_code(current, event_table)),
        sides=tuple(_side(table, side.id, side.name, by_name.get(side.name)) for side in table.sides),
    )


def _side(table: Table, side_id: str, name: str, checked: SideList | None) -> SideRow:
    units = [unit for unit in table.units if unit.side == side_id]
    return SideRow(name or _("A side"), len(units), units_value(units) if units else 0, checked)
