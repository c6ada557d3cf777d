"""What does `astrike convert` read, what does it leave out, and what can the wanted format not carry?

The pages do the same in steps, with a preview between reading and writing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Final, TypeVar

from astrike.cli.requests import REQUESTS, ConvertRequest
from astrike.dataclass import dataclass
from astrike.editing.units.joining import join
from astrike.errors import InputError, Problem, UnknownFormat
from astrike.formats.checks import Fields, Problems, one_of
from astrike.formats.json_text import json_problems
from astrike.formats.maps.placing import place
from astrike.formats.maps.reading import read_map
from astrike.formats.maps.writing import write_map
from astrike.formats.questions import read_fields
from astrike.formats.rosters.memory_catalog import KnownCards
from astrike.formats.rosters.reading import read_roster
from astrike.formats.rosters.resolving import candidate_notes, with_candidates
from astrike.formats.rosters.writing import TARGETS as UNIT_TARGETS
from astrike.formats.rosters.writing import not_carried
from astrike.formats.table.table_file import EXTENSION, empty_document, parse_document
from astrike.model.conversion import Converted
from astrike.model.document_change import SetMember, apply
from astrike.model.import_notes import ImportNote
from astrike.model.imported_map import DrawnMap, ImportChoices
from astrike.model.roster import Roster, RosterUnit, SearchableCatalog
from astrike.rulebook.loader import DEFAULT_EDITION
from astrike.web.questions.wrong_place import units_wanted_by_command

Value = TypeVar("Value")

TABLE: Final = "table"
CODES: Final = tuple(UNIT_TARGETS)
"""What a roster can be written as."""
TARGETS: Final = (TABLE, "svg", "png", "tiled", "uvtt", *CODES)
_ENDINGS: Final[Mapping[str, str]] = {
    EXTENSION: TABLE,
    ".tiled.json": "tiled",
    ".geojson": TABLE,
    ".json": TABLE,
    ".svg": "svg",
    ".png": "png",
    ".tmj": "tiled",
    ".dd2vtt": "uvtt",
    ".uvtt": "uvtt",
    ".txt": "tts",
    ".url": "mekbay",
    ".csv": "mekbay-csv",
}
_NEW_SIZE: Final = 48.0
"""Inches of the table that a roster alone is put on."""
_STAYS_OFF: Final = {
    "room": "found no place and stays off the table",
    "flies": "flies, and begins off the table",
    "carried": "is carried, and stays off the table",
}


@dataclass(frozen=True, slots=True)
class ConvertSource:
    """A file that is to be converted, and what the asker says about it."""

    data: bytes
    name: str
    request: ConvertRequest = field(default_factory=ConvertRequest)


def target_of(name: str, wanted: str | None) -> str:
    """Give the format that is wanted, else the one that a file of this name has; raise `InputError` for none.

    >>> target_of("hall.astrike.json", None), target_of("hall.dd2vtt", None), target_of("-", "svg")
    ('table', 'uvtt', 'svg')
    """
    if wanted is not None:
        meant = TABLE if wanted in ("geojson", "astrike") else wanted
        if meant not in TARGETS:
            raise InputError([Problem("to", repr(wanted), one_of(TARGETS))])
        return meant
    lower = name.lower()
    for ending, target in _ENDINGS.items():
        if lower.endswith(ending):
            return target
    raise InputError([Problem("OUT", repr(name), f"a name that ends in {', '.join(_ENDINGS)}, or --to")])


def ask_convert(
    data: bytes,
    name: str,
    target: str,
    requested: Mapping[str, object],
    *,
    cards: Sequence[tuple[str, bytes]] = (),
) -> Converted:
    """Convert a file as the command asks for it; `cards` are rosters with cards, by the name of their file."""
    problems = Problems()
    asked = read_fields(REQUESTS.convert, Fields(requested, "", problems))
    problems.extend(json_problems(requested))
    known = KnownCards()
    for file, content in cards:
        try:
            with units_wanted_by_command(content):
                known.add(read_roster(content, name=file, catalog=known))
        except InputError as error:
            problems += (replace(each, at=f"{file}: {each.at}") for each in error.problems)
    if problems or asked is None:
        raise InputError(problems)
    return convert(ConvertSource(data, name, asked), target, cards=known)


def convert(source: ConvertSource, target: str, *, cards: SearchableCatalog | None = None) -> Converted:
    """Read a file of any format and write it in another; raise `InputError` with all that keeps it from that."""
    known = cards or KnownCards()
    try:
        drawing = read_map(source.data, name=source.name, scene=source.request.scene)
    except InputError as no_map:
        if any(each.at == "scene" for each in no_map.problems):
            raise
        try:
            roster = _read_units(source, known)
        except InputError as no_roster:
            raise _neither(no_map, no_roster) from no_roster
        return _from_roster(roster, target, source)
    if target in CODES:
        return _from_roster(_read_units(source, known), target, source)
    return _from_map(drawing, target, source)


def _read_units(source: ConvertSource, known: SearchableCatalog) -> Roster:
    roster = with_candidates(read_roster(source.data, name=source.name, catalog=known), known)
    return replace(roster, notes=(*roster.notes, *candidate_notes(roster.units)))


def _from_map(drawing: DrawnMap, target: str, source: ConvertSource) -> Converted:
    placed = place(drawing, _wishes(drawing, source))
    named = [SetMember("name", source.request.title)] if source.request.title else []
    table = parse_document(apply(placed.document, named)[0])
    written = write_map(table, "geojson" if target == TABLE else target)
    return Converted(
        data=written.data,
        source=drawing.label,
        target=target,
        table=table,
        units=len(table.units),
        notes=(*placed.notes, *written.notes),
        scale=placed.scale,
        unit=drawing.unit,
        is_guess=drawing.scale is None and source.request.scale is None,
    )


def _from_roster(roster: Roster, target: str, source: ConvertSource) -> Converted:
    if target in CODES:
        form, units = UNIT_TARGETS[target], roster.units
        if form.has_cards:
            units = _ready(roster)
        text = form.write(units, roster.name).rstrip("\n")
        left_out = _left_out(roster.units) if form.has_cards else ()
        notes = (*roster.notes, *left_out, *not_carried(units, target))
        return Converted(f"{text}\n".encode(), roster.label, target, None, len(units), notes)
    ready = _ready(roster)
    wide, deep = source.request.size or (_NEW_SIZE, _NEW_SIZE)
    title = source.request.title or roster.name or roster.label
    empty = parse_document(
        empty_document(title, width=wide, depth=deep, edition=source.request.edition or DEFAULT_EDITION)
    )
    joined = join(empty, ready, side="south")
    table = parse_document(apply(empty.document, joined.operations)[0])
    written = write_map(table, "geojson" if target == TABLE else target)
    called = {unit.id: unit.name or unit.id for unit in table.units}
    off = tuple(ImportNote(called[each.unit], _STAYS_OFF[each.why]) for each in joined.left_out)
    notes = (*roster.notes, *_left_out(roster.units), *off, *written.notes)
    return Converted(written.data, roster.label, target, table, len(table.units), notes)


def _ready(roster: Roster) -> tuple[RosterUnit, ...]:
    """Give the units whose cards are known and sound; raise `InputError` where there is none."""
    ready = tuple(unit for unit in roster.units if unit.is_resolved and not unit.problems)
    if not ready:
        wrong = [problem for unit in roster.units for problem in unit.problems]
        found = f"{len(roster.units)} ids without cards"
        missing = Problem("IN", found, "cards: name a file that has them with --cards")
        raise InputError(wrong or [missing])
    return ready


def _left_out(units: Sequence[RosterUnit]) -> Iterator[ImportNote]:
    """Say of which units no card is known, and whose card cannot be read; a page waits until these are mended."""
    for unit in units:
        for problem in unit.problems:
            yield ImportNote(f"{unit.name}, {problem.sentence}", "the unit is left out")
        if not unit.is_resolved and not unit.problems:
            yield ImportNote(unit.name, "known by its id only; left out")


def _wishes(drawing: DrawnMap, source: ConvertSource) -> ImportChoices:
    wishes = ImportChoices(
        scale=source.request.scale,
        y_down=None if source.request.y is None else source.request.y == "down",
        kinds=_by_key(drawing, dict(source.request.kinds), "kind"),
        heights=_by_key(drawing, dict(source.request.heights), "height"),
        size=source.request.size,
        ignore_origin=source.request.ignore_origin,
        edition=source.request.edition or "",
        name=source.request.title,
        simplify=source.request.simplify,
    )
    return wishes if source.request.thickness is None else replace(wishes, thickness=source.request.thickness)


def _by_key(drawing: DrawnMap, by_name: Mapping[str, Value], at: str) -> dict[str, Value]:
    keys = {name: group.key for group in drawing.groups for name in (group.label.lower(), group.key.lower())}
    unknown = [name for name in by_name if name.lower() not in keys]
    if unknown:
        labels = one_of([group.label for group in drawing.groups])
        raise InputError(Problem(at, repr(name), labels) for name in unknown)
    return {keys[name.lower()]: value for name, value in by_name.items()}


def _neither(no_map: InputError, no_roster: InputError) -> InputError:
    """Say what is wrong with a file by the reader whose format it is; where it is neither's, once for both."""
    if not isinstance(no_map, UnknownFormat):
        return no_map
    if not isinstance(no_roster, UnknownFormat):
        return no_roster
    best = no_map if no_map.is_recognized else no_roster
    expected = " or ".join(each.problems[0].expected for each in (no_map, no_roster))
    found = best.problems[0].found.removesuffix("; open it as terrain")
    return InputError([replace(best.problems[0], found=found, expected=expected)])
