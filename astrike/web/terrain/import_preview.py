"""What does another tool's map draw, how would it be placed on the table, and where does it wait to be accepted?

The preview is the same whether the map becomes terrain, a table or a layout. Files are read in processes of their own,
since large ones need much memory for a moment. Form fields are named by the number of their group, because groups carry
whatever name the other tool gave them.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from markupsafe import Markup

from astrike.dataclass import dataclass
from astrike.editing.layout.importing import TERRAIN, WAYS, WHOLE, units_left_off_table
from astrike.errors import InputError, Problem
from astrike.formats.maps.foundry.scenes import FIRST
from astrike.formats.maps.guesses import scale_words
from astrike.formats.maps.placing import DrawingAsTable, place
from astrike.formats.maps.reading import read_map
from astrike.formats.table.table_file import parse_document
from astrike.model.imported_map import DrawnMap, ImportChoices, ShapeGroup
from astrike.model.number_text import plain_number
from astrike.model.table import Table
from astrike.model.terrain import Family
from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import Edition, TerrainRow
from astrike.store.table.drafts import UploadedDraft, draft, keep_draft
from astrike.web.current.table import Current
from astrike.web.database import database
from astrike.web.http.forms import Upload, number_or_text, uploaded_file
from astrike.web.http.i18n import _, tr
from astrike.web.jobs.dispatch import run_long_work
from astrike.web.questions.wrong_place import map_wanted
from astrike.web.settings import settings
from astrike.web.terrain.layout_pictures import table_picture

_KIND: Final = "map"


def sent_map() -> tuple[Upload, DrawnMap]:
    """Read the map that this form brought; raise `InputError` for anything else."""
    upload = uploaded_file()
    return upload, drawing_in(upload)


def drawing_in(upload: Upload) -> DrawnMap:
    """Read the map that was sent; raise `InputError` for anything else."""
    with map_wanted(upload.data):
        return run_long_work("map", partial(read_map, upload.data, name=upload.name, scene=FIRST))


def keep_map(upload: Upload) -> str:
    """Keep a map, and give the id under which it waits."""
    return keep_draft(database(), kind=_KIND, name=upload.name, data=upload.data, now=settings().now())


def waiting_map(draft_id: str, *, scene: str = "") -> tuple[UploadedDraft, DrawnMap]:
    """Give a map that waits, that of a scene where there are several; raise `NotFound` when there is none any more."""
    waiting = draft(database(), draft_id, kind=_KIND, now=settings().now())
    read = partial(read_map, waiting.data, name=waiting.name, scene=scene or FIRST)
    return waiting, run_long_work("map", read)


LINE = 0.25
"""Inches that a line is thick unless another figure is given."""

_LARGEST = 1e6

_OF_TABLE = ("mode", "thickness", "simplify")
"""Fields that mean the same for every scene of a file."""


@dataclass(frozen=True, slots=True)
class GroupRow:
    """One group: what it is called, how many outlines it has, what it becomes, and how high."""

    number: int
    group: ShapeGroup
    kind: str
    height: str
    measure: str
    """What its number is called: height, depth; empty for a kind that is flat."""
    default: str
    """What it has when none is given, where the edition knows one."""
    proposed: str
    """The proposed height, unless it was changed; empty when another was typed."""


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """A map with the answers so far: ready to be accepted when there are no problems."""

    drawing: DrawnMap
    values: Mapping[str, str]
    rows: tuple[GroupRow, ...]
    kinds: tuple[tuple[str, str], ...]
    placed: DrawingAsTable | None
    picture: Markup
    counts: tuple[tuple[str, int], ...]
    """Kinds in words, and how many pieces of each come onto the table."""
    problems: tuple[Problem, ...]

    @property
    def is_beside_by_origin(self) -> bool:
        """Is some of the map off the table by the file's own origin, which can be ignored?"""
        if self.placed is None or self.values.get("origin") == "ignore":
            return False
        return any(note.at == "origin" for note in self.placed.notes)


def preview_of(drawing: DrawnMap, asked: Mapping[str, str], *, edition: str, name: str) -> ImportPreview:
    """Place a map as the form asks; problems are reported, and the form stays as it was filled in."""
    rules = load_edition(edition)
    values = _values(drawing, of_this_scene(drawing, asked))
    placed: DrawingAsTable | None = None
    table: Table | None = None
    problems: tuple[Problem, ...] = ()
    try:
        placed = place(drawing, wishes_of(drawing, values, edition=edition, name=name))
        table = parse_document(placed.document)
    except InputError as error:
        problems = tuple(replace(each, at=_field_words(each.at, drawing)) for each in error.problems)
    return ImportPreview(
        drawing=drawing,
        values=values,
        rows=tuple(_row(number, group, values, rules) for number, group in enumerate(drawing.groups)),
        kinds=_terrain_kinds(rules),
        placed=placed if table is not None else None,
        picture=Markup() if table is None else table_picture(table, name="preview"),
        counts=() if table is None else _counts(table, rules),
        problems=problems,
    )


def wishes_of(drawing: DrawnMap, values: Mapping[str, str], *, edition: str, name: str) -> ImportChoices:
    """Read the fields; raise `InputError` with everything that is no number."""
    problems: list[Problem] = []

    def number(field: str, least: float = 0.0) -> float | None:
        text = values.get(field, "").strip()
        if not text:
            return None
        found = number_or_text(text)
        if isinstance(found, str) or not least < found <= _LARGEST:
            expected = _("a number above %(least)s", least=plain_number(least))
            problems.append(Problem(field, repr(text[:20]), expected))
            return None
        return float(found)

    scale, thickness = number("scale"), number("thickness")
    if values.get("scale", "").strip() == _scale_words(drawing):
        scale = None  # as the file says or as it was guessed, to the last digit
    width, depth, simplify = number("width"), number("depth"), number("simplify")
    kinds: dict[str, str] = {}
    heights: dict[str, float] = {}
    for place_of, group in enumerate(drawing.groups):
        if (kind := values.get(f"kind.{place_of}", group.kind)) != group.kind:
            kinds[group.key] = kind
        if is_proposed(values, place_of):
            continue
        height = number(f"height.{place_of}")
        if height is not None:
            heights[group.key] = height
    if (width is None) != (depth is None):
        missing = "width" if width is None else "depth"
        problems.append(Problem(missing, _("nothing"), _("both width and depth, or neither")))
    if problems:
        raise InputError(problems)
    return ImportChoices(
        scale=scale,
        y_down={"down": True, "up": False}.get(values.get("y", "")),
        kinds=kinds,
        heights=heights,
        ignore_origin=drawing.origin is not None and values.get("origin") == "ignore",
        thickness=LINE if thickness is None else thickness,
        size=None if width is None or depth is None else (width, depth),
        edition=edition,
        name=name,
        simplify=simplify,
    )


def _field_words(at: str, drawing: DrawnMap) -> str:
    """Call a field as the form does."""
    name, _dot, number = at.partition(".")
    words = {
        "scale": _("Scale"),
        "thickness": _("Thickness of lines"),
        "width": _("Table width"),
        "depth": _("Table depth"),
        "simplify": _("Simplify"),
        "height": _("Height"),
    }
    if name not in words:
        return at
    return f"{words[name]}, {drawing.groups[int(number)].label}" if number.isdecimal() else words[name]


def _terrain_kinds(edition: Edition) -> tuple[tuple[str, str], ...]:
    """Give the kinds of terrain as choices; the first leaves a group out."""
    return (("", _("leave out")), *((key, tr(row.label)) for key, row in edition.terrain.items()))


def of_this_scene(drawing: DrawnMap, asked: Mapping[str, str]) -> Mapping[str, str]:
    """Give the fields that were filled in for this scene; after a change of the scene only those of the table."""
    if not drawing.scenes or asked.get("of_scene", drawing.scene) == drawing.scene:
        return asked
    return {key: value for key, value in asked.items() if key in _OF_TABLE}


def is_proposed(values: Mapping[str, str], number: int) -> bool:
    """Is the height of a group as it was proposed? What was typed stays when the scale changes."""
    proposed = values.get(f"proposed.{number}", "")
    return bool(proposed) and values.get(f"height.{number}", "").strip() == proposed


def _values(drawing: DrawnMap, asked: Mapping[str, str]) -> dict[str, str]:
    """Give every field: as it was sent, else as it is proposed, heights for the scale that is asked for."""
    start = {
        "scale": _scale_words(drawing),
        "y": "down" if drawing.y_down else "up",
        "thickness": plain_number(LINE),
        "simplify": "",
        "width": "",
        "depth": "",
        "mode": "whole",
        "origin": "",
    }
    for number, group in enumerate(drawing.groups):
        start[f"kind.{number}"] = group.kind
        start[f"height.{number}"] = _proposal(drawing, group, asked.get("scale", ""))
    values = {key: asked[key].strip() if key in asked else value for key, value in start.items()}
    for number in range(len(drawing.groups)):
        field = f"height.{number}"
        untouched = field not in asked or is_proposed(asked, number)
        if untouched:
            values[field] = start[field]
        values[f"proposed.{number}"] = start[field] if untouched else ""
    return values


def _scale_words(drawing: DrawnMap) -> str:
    return scale_words(drawing.own_scale)


def _proposal(drawing: DrawnMap, group: ShapeGroup, scale: str) -> str:
    """Give the height to propose for a group at the scale that was typed."""
    if group.height is None:
        return ""
    typed = number_or_text(scale)
    at = drawing.own_scale if isinstance(typed, str) or not 0 < typed <= _LARGEST else float(typed)
    return plain_number(round(drawing.height_at(group.height, at), 2))


def _row(number: int, group: ShapeGroup, values: Mapping[str, str], edition: Edition) -> GroupRow:
    kind = values[f"kind.{number}"]
    row = edition.terrain.get(kind)
    return GroupRow(
        number=number,
        group=group,
        kind=kind,
        height=values[f"height.{number}"],
        measure=_measure(row),
        default=plain_number(row.height) if row is not None and row.height else "",
        proposed=values[f"proposed.{number}"],
    )


def _measure(row: TerrainRow | None) -> str:
    if row is None or row.family in (Family.FLAT, Family.ZONE):
        return _("Height, inches") if row is not None and row.mound else ""
    return _("Depth, inches") if row.family == Family.WATER else _("Height, inches")


def _counts(table: Table, edition: Edition) -> tuple[tuple[str, int], ...]:
    found = Counter(piece.kind for piece in table.terrain)
    return tuple((tr(edition.terrain[kind].label), count) for kind, count in found.items())


@dataclass(frozen=True, slots=True)
class MapPreviewContext:
    """How a file would be placed on the table; `current` is None for a new table or a layout."""

    current: Current | None
    use: str
    """What accepting it is called."""
    version: int
    draft: UploadedDraft
    name: str
    preview: ImportPreview
    here: str
    """The address of this preview."""
    back: str
    modes: tuple[tuple[str, str], ...]
    off: int
    """How many units would have no place on the table any more."""
    problems: tuple[Problem, ...]


def import_name(drawing: DrawnMap, asked: Mapping[str, str], waiting: UploadedDraft) -> str:
    """Give the name that was typed for this scene, else a title."""
    return of_this_scene(drawing, asked).get("name", "").strip() or _title(drawing, waiting)


def _title(drawing: DrawnMap, waiting: UploadedDraft) -> str:
    """Call a new table as the map calls itself, else as its file is called, without what it ends with."""
    file = waiting.name.replace("\\", "/").rpartition("/")[2]
    found = file if drawing.name in ("", waiting.name) else drawing.name
    return found.partition(".")[0] or _("Table")


def import_preview_context(
    current: Current | None,
    waiting: UploadedDraft,
    preview: ImportPreview,
    more: tuple[Problem, ...],
    *,
    name: str,
    here: str,
    back: str,
    use: str,
) -> MapPreviewContext:
    """Give what the page of a preview shows; `current` is the table whose terrain it would change, if it is one's."""
    words: Mapping[str, str] = {
        WHOLE: _("Instead of all terrain here, in the map's size"),
        TERRAIN: _("Instead of all terrain here, the table keeps its size"),
    }
    off: tuple[str, ...] = ()
    if current is not None and preview.placed is not None:
        off = units_left_off_table(
            current.stored.document, preview.placed.document, way=preview.values["mode"]
        )
    return MapPreviewContext(
        current=current,
        use=use,
        version=0 if current is None else current.version,
        draft=waiting,
        name=name,
        preview=preview,
        here=here,
        back=back,
        modes=tuple((way, words.get(way, _("Beside what lies here"))) for way in WAYS),
        off=len(off),
        problems=(*preview.problems, *more),
    )
