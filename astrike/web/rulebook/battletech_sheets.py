"""What do the tables of classic BattleTech look like to a player who looks them up in play?

Most tables are shown field by field; those whose rows are sentences or belong to a standard table have their own form.
Each row says how sure it is where it is not.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Final

from astrike.errors import NotFound
from astrike.rulebook.battletech.hex_move_rows import COST_COLUMNS, HexMoverRow
from astrike.rulebook.battletech.rulings import GROUPS, StandardTableRow
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rulebook.row import INNER, WORDS, RulebookRow
from astrike.rulebook.schema import OptionRow, tables_of
from astrike.web.http.i18n import _, tr
from astrike.web.rulebook.battletech_figures import FIGURES, cell_text, sheet_row
from astrike.web.rulebook.sheets import RulesSheet, SheetSection
from astrike.web.rulebook.table_labels import group_label, table_label

STANDARD: Final = "standard."
"""Begins the name of the sheet of a standard table."""
_COMMON: Final = frozenset(spec.name for spec in fields(RulebookRow))
_IN_SHEETS_OF_THEIR_OWN: Final = frozenset({"standard_tables", "standard_figures"})
_LAST: Final = ("figures", "refusals", "options", "doubts", "rulings")
"""Tables of all cards, which are listed behind those of one."""


def battletech_titles(edition: BattleTechEdition) -> tuple[tuple[str, str], ...]:
    """Name every sheet: the tables that cards work by, then the standard tables that are only looked up."""
    apart = _IN_SHEETS_OF_THEIR_OWN.union(_LAST)
    tables = (*(name for name in tables_of(type(edition)) if name not in apart), *_LAST)
    standard = edition.standard_tables.values()
    return (
        *((name, table_label(name)) for name in tables),
        *((f"{STANDARD}{row.key}", row.label) for row in standard),
    )


def battletech_sheet(edition: BattleTechEdition, name: str) -> RulesSheet:
    """Make the sheet of one table; raise `NotFound` for a name that is none."""
    title = dict(battletech_titles(edition)).get(name)
    if title is None:
        raise NotFound(_("There is no table %(name)s.", name=repr(name[:40])))
    key = name.removeprefix(STANDARD)
    if name.startswith(STANDARD):
        return RulesSheet(name, title, (_standard(edition, edition.standard_tables[key]),))
    made = _SECTIONS.get(name)
    sections = made(edition) if made else iter((_plain_section(getattr(edition, name)),))
    return RulesSheet(name, title, tuple(sections))


def _standard(edition: BattleTechEdition, table: StandardTableRow) -> SheetSection:
    rows = tuple(
        sheet_row(row, *(cell or "–" for cell in row.cells))
        for row in edition.standard_figures.values()
        if row.table == table.key
    )
    note = " ".join(filter(None, (_("A standard table: no page known."), table.note)))
    return SheetSection("", table.columns, rows, note, has_pages=False)


def _rulings(edition: BattleTechEdition) -> Iterator[SheetSection]:
    for group in GROUPS:
        rows = [row for row in edition.rulings.values() if row.group == group and not row.unknown]
        if rows:
            yield SheetSection(
                group_label(group), (_("What"), _("Ruling")), tuple(sheet_row(row, row.says) for row in rows)
            )


def _doubts(edition: BattleTechEdition) -> Iterator[SheetSection]:
    rows = tuple(
        replace(sheet_row(row, row.settled), note=" ".join(filter(None, (row.why, row.note))))
        for row in edition.doubts.values()
    )
    note = _("The sources are silent or disagree here, and nobody has to choose.")
    yield SheetSection("", (_("Point"), _("The desk goes by")), rows, note, has_pages=False)


def _options(edition: BattleTechEdition) -> Iterator[SheetSection]:
    rows = tuple(sheet_row(row, *_choices(row)) for row in edition.options.values())
    yield SheetSection(_("Options"), (_("Point"), _("Default"), _("Other choices")), rows)


def _choices(row: OptionRow) -> tuple[str, str]:
    if isinstance(row.default, bool):
        words = (_("yes"), _("no"))
        return words if row.default else words[::-1]
    if not row.values:
        return cell_text(row.default), _("%(low)s to %(high)s", low=f"{row.low:g}", high=f"{row.high:g}")
    said = dict(zip(row.values, row.said or row.values, strict=True))
    default = str(row.default)
    return tr(said[default]), "; ".join(tr(text) for value, text in said.items() if value != default)


def _terrain_costs(edition: BattleTechEdition) -> Iterator[SheetSection]:
    """Show what terrain costs by kind of unit; "no" keeps it out."""
    head = (_("Terrain entered"), _("'Mech"), _("Tracked"), _("Wheeled"), _("Hover"), _("VTOL"), _("WiGE"))
    rows = tuple(
        sheet_row(
            row, *(_("no") if name in row.barred else f"+{getattr(row, name)}" for name in COST_COLUMNS)
        )
        for row in edition.hex_terrain_costs.values()
    )
    note = _("Beside the hex itself; all that applies is added.")
    yield SheetSection("", (*head, _("Infantry"), _("Mechanized")), rows, note)


def _movers(edition: BattleTechEdition) -> Iterator[SheetSection]:
    head = (
        _("What"),
        _("MP a level"),
        _("Levels up, down"),
        _("Turn"),
        _("Up, down in a hex"),
        _("Building"),
        _("Road"),
    )
    rows = tuple(sheet_row(row, *_mover_cells(edition, row)) for row in edition.hex_movers.values())
    yield SheetSection("", head, rows)


def _mover_cells(edition: BattleTechEdition, row: HexMoverRow) -> tuple[str, ...]:
    levels = edition.options[row.level_option].default if row.level_option else row.level_mp
    return (
        cell_text(levels),
        ", ".join(cell_text(most) if most else _("any") for most in (row.most_up, row.most_down)),
        cell_text(row.turn_mp),
        f"{row.rise_mp}, {row.sink_mp}",
        _("by class") if row.pays_class else f"+{row.building_mp}",
        f"+{row.road_mp}" if row.road_mp else "",
    )


def _plain_section(rows: Mapping[str, RulebookRow]) -> SheetSection:
    """Show rows field by field, without fields that say nothing in any of them."""
    every = tuple(rows.values())
    shown = [
        spec.name
        for spec in fields(every[0])
        if spec.name not in _COMMON
        and (WORDS in spec.metadata or INNER not in spec.metadata)
        and any(cell_text(getattr(row, spec.name)) for row in every)
    ]
    head = (_("What"), *(tr(name.replace("_", " ").capitalize()) for name in shown))
    return SheetSection(
        "",
        head,
        tuple(sheet_row(row, *(cell_text(getattr(row, name)) or "–" for name in shown)) for row in every),
    )


_SECTIONS: Final[Mapping[str, Callable[[BattleTechEdition], Iterator[SheetSection]]]] = MappingProxyType(
    {
        "rulings": _rulings,
        "doubts": _doubts,
        "options": _options,
        "hex_terrain_costs": _terrain_costs,
        "hex_movers": _movers,
        **FIGURES,
    }
)
