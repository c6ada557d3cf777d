"""Which roster do these bytes hold? Recognized by what is in them; a name that says otherwise is noted.

Whatever they are, the answer is a roster or an `InputError` that says what they seem to be.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem, UnknownFormat
from astrike.formats.encodings import LARGEST_IMPORT, check_size, decode
from astrike.formats.json_text import FILE, json_problems, load_json
from astrike.formats.rosters import (
    jeffs_tools,
    megamek_units,
    mekbay_force,
    mekbay_link,
    mekbay_table,
    mekbay_units,
    mul_csv,
    quicklist,
    table_units,
    tabletop_simulator,
    terminal,
)
from astrike.formats.rosters.limits import first_of
from astrike.formats.rosters.spreadsheet import Spreadsheet, csv_sheet, xlsx_sheet
from astrike.formats.rosters.unused_fields import aside_notes, remark_notes
from astrike.model.import_notes import ImportNote
from astrike.model.roster import Catalog, Roster, RosterUnit

EXPECTED: Final = (
    "a MekBay table, force or link, Jeff's or IIC's JSON, a Master Unit List file, a Terminal or Tabletop Simulator"
    " code, a MegaMek unit list (.mul), or a table file"
)
FORMATS: Final[Mapping[str, str]] = MappingProxyType(
    {
        each.FORMAT: each.LABEL
        for each in (
            mekbay_table,
            mekbay_units,
            mekbay_force,
            mekbay_link,
            jeffs_tools,
            mul_csv,
            quicklist,
            terminal,
            tabletop_simulator,
            megamek_units,
            table_units,
        )
    }
)
"""What people call each format of a roster, by its key."""
_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
_HEADINGS: Final = mekbay_table.HEADINGS | mul_csv.HEADINGS


@dataclass(frozen=True, slots=True)
class _Kind:
    """A format of JSON: how it is known and who reads it."""

    is_it: Callable[[object], bool]
    read: Callable[[object, Catalog], Roster]


# The first that knows a document reads it: those that are sure stand before those that look at single records.
_JSON_ROSTERS: Final = (
    _Kind(table_units.is_table, lambda document, _: table_units.read_table_units(document)),
    _Kind(quicklist.is_quicklist, lambda document, _: quicklist.read_quicklist(document)),
    _Kind(mekbay_units.is_mekbay_units, lambda document, _: mekbay_units.read_mekbay_units(document)),
    _Kind(mekbay_force.is_mekbay_force, mekbay_force.read_mekbay_force),
    _Kind(terminal.is_terminal, terminal.read_terminal),
    _Kind(jeffs_tools.is_jeff, jeffs_tools.read_jeff),
)


def read_roster(data: bytes, *, name: str = "", catalog: Catalog) -> Roster:
    """Read a roster; units of which only numbers or names are known get their cards from the catalog.

    >>> from astrike.formats.rosters.memory_catalog import KnownCards
    >>> roster = read_roster(b"{{11,4},{12,3}}", catalog=KnownCards())
    >>> roster.format, [unit.is_resolved for unit in roster.units]
    ('tts', [False, False])
    """
    check_size(data)
    roster = _read_workbook(data, catalog) if data.startswith(_ZIP) else _read_text(data, catalog)
    if not roster.units and not roster.notes:
        raise InputError([Problem(FILE, f"{roster.label} without units", "at least one unit")])
    notes = [*_name_notes(name, roster), *roster.notes, *aside_notes(roster.units)]
    notes += [*remark_notes(roster.units), *_bare_notes(roster)]
    return replace(roster, notes=tuple(notes))


def _read_workbook(data: bytes, catalog: Catalog) -> Roster:
    sheet = xlsx_sheet(data, _HEADINGS)
    if sheet is None:
        raise UnknownFormat([Problem(FILE, "a workbook without columns of units", EXPECTED)])
    return _read_sheet(sheet, catalog)


def _read_text(data: bytes, catalog: Catalog) -> Roster:
    decoded = decode(data)
    text = mekbay_link.unwrapped(_unfenced(decoded.text.strip()))
    if tabletop_simulator.is_tts(text):
        roster = tabletop_simulator.read_tts(text, catalog)
    elif text[0] in "{[":
        roster = _read_json(text, catalog)
    elif megamek_units.is_megamek(text):
        roster = megamek_units.read_megamek(text, catalog)
    elif mekbay_link.is_mekbay_link(text):
        roster = mekbay_link.read_mekbay_link(text, catalog)
    else:
        sheet = csv_sheet(text, _HEADINGS)
        if sheet is None:
            raise UnknownFormat([Problem(FILE, _seems(text), EXPECTED)])
        roster = _read_sheet(sheet, catalog)
    return replace(roster, notes=(*decoded.notes, *roster.notes))


def _unfenced(text: str) -> str:
    """Take away the fence that chats and forums put around code.

    >>> _unfenced("```json\\n[1]\\n```")
    '[1]'
    """
    if not text.startswith("```") or "\n" not in text:
        return text
    return text.partition("\n")[2].removesuffix("```").strip() or text


def _read_sheet(sheet: Spreadsheet, catalog: Catalog) -> Roster:
    if mekbay_table.is_mekbay(sheet):
        return mekbay_table.read_mekbay_table(sheet, catalog)
    if mul_csv.is_mul_csv(sheet):
        return mul_csv.read_mul_csv(sheet, catalog)
    listed = ", ".join(sheet.headings[:8])
    raise InputError([Problem("headings", f"{listed} …", "name or Id, and the columns of a card")])


def _read_json(text: str, catalog: Catalog) -> Roster:
    document = load_json(text, most_bytes=LARGEST_IMPORT)
    if problems := json_problems(document):
        raise InputError(problems)
    for kind in _JSON_ROSTERS:
        if kind.is_it(document):
            return kind.read(document, catalog)
    raise UnknownFormat([Problem(FILE, _json_seems(document), EXPECTED)])


def _json_seems(document: object) -> str:
    """Say what JSON seems to be that holds no roster."""
    if isinstance(document, Mapping):
        if document.get("type") == "FeatureCollection":
            return "a GeoJSON map; open it as terrain"
        if "walls" in document or "line_of_sight" in document or "layers" in document:
            return "a map of another program; open it as terrain"
        listed = ", ".join(map(str, list(document)[:6]))
        return f"JSON with {listed}" if listed else "JSON with nothing in it"
    return "a JSON list without units" if isinstance(document, list) else "JSON without units"


def _seems(text: str) -> str:
    """Say what text seems to be that holds no roster."""
    start = text[:200].lower()
    if start.startswith("size ") or "\nhex " in text[:4000].lower():
        return "a MegaMek board; open it as terrain"
    if start.startswith("<"):
        return "a web page" if "<html" in start or "<!doctype html" in start else "XML"
    if start.startswith("http"):
        return "a link without units; nothing is fetched"
    return f"text that begins with {' '.join(text[:60].split())!r}"


_EXTENSIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "csv": ("mekbay-table", "mul-csv"),
    "xlsx": ("mekbay-table", "mul-csv"),
}


def _name_notes(name: str, roster: Roster) -> tuple[ImportNote, ...]:
    """Remark on a name that says something else than what was found."""
    extension = name.rpartition(".")[2].lower() if "." in name else ""
    meant = _EXTENSIONS.get(extension)
    if meant is None and extension != "json":
        return ()
    is_table = roster.format in _EXTENSIONS["csv"]
    if (meant is None) == is_table:
        return (ImportNote(name[:80], f"is {roster.label}, whatever its name says"),)
    return ()


_NEEDED: Final[Mapping[str, str]] = {"move": "Move", "damage": "damage", "armor": "armor"}
_UNMOVED: Final = ("BD",)
"""Types of units that have no Move."""


def _bare_notes(roster: Roster) -> Iterator[ImportNote]:
    """Say which cards lack what nearly every question asks for; a table file may leave out whatever it wants."""
    if roster.format == table_units.FORMAT:
        return
    for key, word in _NEEDED.items():
        names = [unit.name for unit in roster.units if unit.is_resolved and _lacks(unit, key)]
        if names:
            yield ImportNote(first_of(names, 10), f"no {word} is said; set it by hand", len(names))


def _lacks(unit: RosterUnit, key: str) -> bool:
    if key == "move" and unit.card.get("type") in _UNMOVED:
        return False
    return key not in unit.card
