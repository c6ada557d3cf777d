"""From one file to another: what was read, what was left out, and what the wanted format cannot carry.

The command `convert`; the pages do the same in steps, with a preview.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from astrike.editing.units.joining import join
from astrike.errors import InputError, Problem, UnknownFormat
from astrike.formats.checks import Fields, is_number, number_words, one_of
from astrike.formats.headfile import LARGEST_TABLE, SMALLEST_TABLE
from astrike.formats.maps.placing import place
from astrike.formats.maps.reading import read_map
from astrike.formats.maps.writing import write_map
from astrike.formats.rosters.known import KnownCards
from astrike.formats.rosters.reading import read_roster
from astrike.formats.rosters.resolving import candidate_notes, with_candidates
from astrike.formats.rosters.writing import TARGETS as UNIT_TARGETS
from astrike.formats.rosters.writing import not_carried
from astrike.formats.tablefile import EXTENSION, empty_document, parse_document
from astrike.model.change import SetMember, apply
from astrike.model.conversion import Converted
from astrike.model.drawing import Drawing, Wishes
from astrike.model.notes import Note
from astrike.model.roster import Roster, RosterUnit, SearchableCatalog
from astrike.rulebook.loader import DEFAULT, IDS
from astrike.web.asking.wrong_place import units_wanted_by_command

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
class Source:
    """A file that is to be converted, and what the asker says about it."""

    data: bytes
    name: str
    scale: float | None = None
    y_down: bool | None = None
    kinds: Mapping[str, str] = field(default_factory=dict)
    """By group, as the file or the preview calls it."""
    heights: Mapping[str, float] = field(default_factory=dict)
    thickness: float | None = None
    simplify: float | None = None
    size: tuple[float, float] | None = None
    ignore_origin: bool = False
    scene: str = ""
    """Of a file with several: its name, id or number."""
    title: str = ""
    edition: str = ""
    """Empty: what a table is for itself, else the usual one."""


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
    said: Mapping[str, object],
    *,
    cards: Sequence[tuple[str, bytes]] = (),
) -> Converted:
    """Convert a file as the command asks for it; `cards` are rosters with cards, by the name of their file."""
    problems: list[Problem] = []
    fields = Fields(said, "", problems)
    heights = fields.object("heights")
    size = [item for _at, item in fields.items("size")]
    if size and not (len(size) == 2 and all(is_number(each, SMALLEST_TABLE, LARGEST_TABLE) for each in size)):
        fields.report("size", f"width and depth, each {number_words(SMALLEST_TABLE, LARGEST_TABLE)}")
    way = fields.word("y", None, ("up", "down"))
    source = Source(
        data=data,
        name=name,
        scale=fields.number("scale", None, low=1e-6, high=1e6),
        y_down=None if way is None else way == "down",
        kinds={key: str(value) for key, value in _mapping(said.get("kinds")).items()},
        heights={}
        if heights is None
        else {key: heights.number(key, 0.0, low=-100, high=100) for key in heights.values},
        thickness=fields.number("thickness", None, low=0.01, high=12),
        simplify=fields.number("simplify", None, low=0.001, high=2),
        size=(float(str(size[0])), float(str(size[1]))) if len(size) == 2 and not problems else None,
        ignore_origin=fields.yes_no("ignore_origin", False),
        scene=fields.text("scene", ""),
        title=fields.text("title", ""),
        edition="" if said.get("edition") is None else fields.word("edition", DEFAULT, IDS),
    )
    known = KnownCards()
    for file, content in cards:
        try:
            with units_wanted_by_command(content):
                known.add(read_roster(content, name=file, catalog=known))
        except InputError as error:
            problems += (replace(each, at=f"{file}: {each.at}") for each in error.problems)
    if problems:
        raise InputError(problems)
    return convert(source, target, cards=known)


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def convert(source: Source, target: str, *, cards: SearchableCatalog | None = None) -> Converted:
    """Read a file of any format and write it in another; raise `InputError` with all that keeps it from that."""
    known = cards or KnownCards()
    try:
        drawing = read_map(source.data, name=source.name, scene=source.scene)
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


def _read_units(source: Source, known: SearchableCatalog) -> Roster:
    roster = with_candidates(read_roster(source.data, name=source.name, catalog=known), known)
    return replace(roster, notes=(*roster.notes, *candidate_notes(roster.units)))


def _from_map(drawing: Drawing, target: str, source: Source) -> Converted:
    placed = place(drawing, _wishes(drawing, source))
    named = [SetMember("name", source.title)] if source.title else []
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
        is_guess=drawing.scale is None and source.scale is None,
    )


def _from_roster(roster: Roster, target: str, source: Source) -> Converted:
    if target in CODES:
        form, units = UNIT_TARGETS[target], roster.units
        if form.has_cards:
            units = _ready(roster)
        text = form.write(units, roster.name).rstrip("\n")
        left_out = _left_out(roster.units) if form.has_cards else ()
        notes = (*roster.notes, *left_out, *not_carried(units, target))
        return Converted(f"{text}\n".encode(), roster.label, target, None, len(units), notes)
    ready = _ready(roster)
    wide, deep = source.size or (_NEW_SIZE, _NEW_SIZE)
    title = source.title or roster.name or roster.label
    empty = parse_document(empty_document(title, width=wide, depth=deep, edition=source.edition or DEFAULT))
    joined = join(empty, ready, side="south")
    table = parse_document(apply(empty.document, joined.operations)[0])
    written = write_map(table, "geojson" if target == TABLE else target)
    called = {unit.id: unit.name or unit.id for unit in table.units}
    off = tuple(Note(called[each.unit], _STAYS_OFF[each.why]) for each in joined.left_out)
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


def _left_out(units: Sequence[RosterUnit]) -> Iterator[Note]:
    """Say of which units no card is known, and whose card cannot be read; a page waits until these are mended."""
    for unit in units:
        for problem in unit.problems:
            yield Note(f"{unit.name}, {problem.sentence}", "the unit is left out")
        if not unit.is_resolved and not unit.problems:
            yield Note(unit.name, "known by its id only; left out")


def _wishes(drawing: Drawing, source: Source) -> Wishes:
    wishes = Wishes(
        scale=source.scale,
        y_down=source.y_down,
        kinds=_by_key(drawing, source.kinds, "kind"),
        heights=_by_key(drawing, source.heights, "height"),
        size=source.size,
        ignore_origin=source.ignore_origin,
        edition=source.edition,
        name=source.title,
        simplify=source.simplify,
    )
    return wishes if source.thickness is None else replace(wishes, thickness=source.thickness)


def _by_key(drawing: Drawing, said: Mapping[str, Value], at: str) -> dict[str, Value]:
    keys = {name: group.key for group in drawing.groups for name in (group.label.lower(), group.key.lower())}
    unknown = [name for name in said if name.lower() not in keys]
    if unknown:
        labels = one_of([group.label for group in drawing.groups])
        raise InputError(Problem(at, repr(name), labels) for name in unknown)
    return {keys[name.lower()]: value for name, value in said.items()}


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
