"""How does another tool's drawing lie on a table?

Units become inches, the map's corner the table's, groups kinds of terrain, and lines thin pieces. The user's wishes
win over what the drawing proposes; whatever is left out, mended or taken for something is said in notes.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem, child
from astrike.formats.checks import MAX_TEXT, SMALLEST, number_words, one_of
from astrike.formats.json_text import FILE, MAX_BYTES, json_bytes, shown
from astrike.formats.maps.drawing_builder import MOST_CORNERS, summed
from astrike.formats.maps.guesses import scale_words
from astrike.formats.maps.large_json import as_text
from astrike.formats.maps.pieces.features import (
    THICK,
    ImportedPiece,
    describe,
    family_of,
    features,
    grade_meant,
    joined_pieces,
)
from astrike.formats.maps.pieces.outlines import DrawingPlacement, OutlineNotes, areas_of
from astrike.formats.table.features import MAX_FEATURES
from astrike.formats.table.geometry import MAX_TABLE_VERTICES
from astrike.formats.table.table_file import UNNAMED, empty_document, parse_document
from astrike.formats.table.terrain import DEEPEST, HIGHEST, MARKERS
from astrike.geometry.thinning import thin
from astrike.model.import_notes import ImportNote
from astrike.model.imported_map import DrawnMap, DrawnShape, ImportChoices, ShapeGroup
from astrike.model.inch_limits import LARGEST_TABLE, SMALLEST_TABLE
from astrike.model.question_schema import ALPHA_STRIKE
from astrike.model.table_document import features_of, properties_of
from astrike.model.terrain import Family, Point
from astrike.rulebook.loader import DEFAULT_EDITION, IDS, load_edition
from astrike.rulebook.schema import Edition
from astrike.rulebook.systems import edition_words

THICKEST: Final = 12.0
"""Inches that a line may be made thick."""
COARSEST: Final = 2.0
"""Inches that outlines may be off when they are simplified."""
MOST_SHAPES: Final = 20_000
"""What is compared when a map is simplified, with so many corners as are read; more is refused at once."""
_OF_UNITS: Final = ("networks", "declarations", "attacks", "marks")
"""What the head of a table says about its units."""


@dataclass(frozen=True, slots=True)
class DrawingAsTable:
    """A drawing as a table."""

    document: dict[str, object]
    """A table file's, which can be read."""
    notes: tuple[ImportNote, ...]
    scale: float
    """Inches a unit of the drawing."""
    size: tuple[float, float]
    """Width and depth of the table in inches."""
    y_down: bool


def place(drawing: DrawnMap, wishes: ImportChoices) -> DrawingAsTable:
    """Give the table that a drawing becomes; raise `InputError` with what keeps it from being one.

    >>> from astrike.model.terrain import Outline
    >>> woods = DrawnShape("Trees", (Outline(((0, 0), (140, 0), (140, 70), (0, 70))),))
    >>> trees = ShapeGroup("Trees", "Trees", 1, "woods")
    >>> drawing = DrawnMap("svg", "SVG", "px", None, 0.05, True, (0, 0, 960, 720), (woods,), (trees,))
    >>> placed = place(drawing, ImportChoices())
    >>> placed.size, placed.document["features"][0]["geometry"]["coordinates"][0][:2]
    ((48.0, 36.0), [[0.0, 32.5], [7.0, 32.5]])
    """
    wishes = replace(wishes, edition=wishes.edition or drawing.edition or DEFAULT_EDITION)
    kinds = _checked(drawing, wishes)
    if drawing.table is not None and _lies_as_it_is(drawing, wishes):
        own = _own_document(drawing.table, kinds, wishes)
        parse_document(own)
        return DrawingAsTable(own, drawing.notes, 1.0, (drawing.box[2], drawing.box[3]), False)
    frame = _frame(drawing, wishes)
    outline_notes = OutlineNotes()
    kept = _kept(drawing, kinds, outline_notes)
    _check_limits(len(kept), sum(shape.corners for shape in kept), wishes)
    groups = {group.key: group for group in drawing.groups}
    pieces = []
    for shape in kept:
        group = groups.get(shape.group) or ShapeGroup(shape.group, shape.group, 1)
        sized = _sized(drawing, group, frame.scale)
        grown = _grown(drawing, shape, frame.scale)
        piece = _piece(
            grown, sized, kinds[shape.group], frame=frame, wishes=wishes, outline_notes=outline_notes
        )
        if piece is not None:
            pieces.append(piece)
    if wishes.simplify is not None:
        pieces = _simplified(pieces, wishes.simplify, outline_notes)
    _check_limits(len(pieces), sum(piece.corners for piece in pieces), wishes, is_last=True)
    if not pieces:
        outline_notes.tell("", "nothing of the map lies on the table")
    document = _document(drawing, pieces, frame, wishes, outline_notes)
    parse_document(document)
    notes = (
        *_first_notes(drawing, wishes, frame),
        *_origin_notes(drawing, wishes, outline_notes),
        *drawing.notes,
        *outline_notes.notes(),
    )
    return DrawingAsTable(document, summed(notes), frame.scale, frame.size, frame.y_down)


def _lies_as_it_is(drawing: DrawnMap, wishes: ImportChoices) -> bool:
    """Say whether every outline stays where it is."""
    return (
        wishes.scale in (None, drawing.scale)
        and wishes.y_down in (None, drawing.y_down)
        and wishes.size in (None, (drawing.box[2], drawing.box[3]))
        and wishes.simplify is None
    )


def _own_document(
    table: Mapping[str, object], kinds: Mapping[str, str], wishes: ImportChoices
) -> dict[str, object]:
    """Give a table of this program with what is wished of it, and everything else as it was."""
    document = {**table, "astrike": _own_head(table, wishes)}
    if all(kinds[group] == group for group in kinds) and not wishes.heights:
        return document
    edition = load_edition(wishes.edition)
    features: list[dict[str, object]] = []
    for feature in features_of(table):
        about = dict(properties_of(feature))
        group = str(about.get("kind"))
        kind = kinds.get(group, group)
        if not kind:
            continue
        if kind != group:
            about["kind"] = kind
            about.pop("class", None)
        if group in wishes.heights and kind in edition.terrain:
            about["depth" if edition.terrain[kind].family == "water" else "height"] = wishes.heights[group]
        features.append({**feature, "properties": about})
    document["features"] = features
    return document


def _own_head(table: Mapping[str, object], wishes: ImportChoices) -> dict[str, object]:
    member = table.get("astrike")
    head = dict(member) if isinstance(member, Mapping) else {}
    if wishes.edition != head.get("edition", DEFAULT_EDITION):
        head["edition"] = wishes.edition
    return head


# ---- what is wished


def _checked(drawing: DrawnMap, wishes: ImportChoices) -> dict[str, str]:
    """Give the kind of each group; raise everything that is wrong with the wishes."""
    problems: list[Problem] = []
    if wishes.edition not in IDS:
        expected = edition_words(ALPHA_STRIKE, wishes.edition)
        raise InputError([Problem("edition", shown(wishes.edition), expected)])
    edition = load_edition(wishes.edition)
    for name, value, low, high in (
        ("thickness", wishes.thickness, SMALLEST, THICKEST),
        ("simplify", wishes.simplify, 0.001, COARSEST),
    ):
        if value is not None and not low <= value <= high:
            problems.append(Problem(name, shown(value), number_words(low, high)))
    for name, side in zip(("width", "depth"), wishes.size or (), strict=False):
        if not SMALLEST_TABLE <= side <= LARGEST_TABLE:
            problems.append(Problem(name, shown(side), number_words(SMALLEST_TABLE, LARGEST_TABLE)))
    keys = [group.key for group in drawing.groups]
    for member, given in (("kinds", wishes.kinds), ("heights", wishes.heights)):
        for key in given:
            if key not in keys:
                problems.append(
                    Problem(child(member, key), "a group that the map does not have", one_of(keys))
                )
    allowed = (*edition.terrain, *MARKERS)
    kinds: dict[str, str] = {}
    for group in drawing.groups:
        wish = wishes.kinds.get(group.key)
        if wish is not None and wish and wish not in allowed:
            problems.append(Problem(child("kinds", group.key), shown(wish), one_of(allowed)))
            continue
        kind = group.kind if wish is None else wish
        kinds[group.key] = kind if kind in allowed else ""
        problems += _height_problems(group.key, kinds[group.key], wishes.heights.get(group.key), edition)
    if problems:
        raise InputError(problems)
    return kinds


def _height_problems(key: str, kind: str, height: float | None, edition: Edition) -> Iterator[Problem]:
    if height is None or not kind:
        return
    low, high = (0.0, DEEPEST) if family_of(kind, edition) == "water" else (SMALLEST, HIGHEST)
    if not low <= height <= high:
        yield Problem(child("heights", key), shown(height), number_words(low, high))


def _frame(drawing: DrawnMap, wishes: ImportChoices) -> DrawingPlacement:
    """Settle scale, direction and size; raise what would fit where these do not."""
    west, low, east, high = drawing.box
    wide, deep = east - west, high - low
    scale = wishes.scale if wishes.scale is not None else drawing.own_scale
    if not 0 < scale <= 1e6:
        raise InputError([Problem("scale", shown(scale), f"inches a {drawing.unit}, a number above 0")])
    y_down = drawing.y_down if wishes.y_down is None else wishes.y_down
    if wishes.ignore_origin:
        if drawing.origin is None:
            expected = "a map with an origin of its own, such as a part of a UniversalVTT map"
            raise InputError([Problem("ignore_origin", drawing.label, expected)])
        # The reader has taken it off.
        west, low, high = west - drawing.origin[0], low - drawing.origin[1], high - drawing.origin[1]
    size = wishes.size
    if size is None:
        size = (round(wide * scale, 4), round(deep * scale, 4))
        if not all(SMALLEST_TABLE <= side <= LARGEST_TABLE for side in size):
            found = f"{scale_words(scale)}″ a {drawing.unit}, a table of {size[0]:.6g} by {size[1]:.6g}″"
            raise InputError([Problem("scale", found, _fitting_scales(wide, deep, drawing.unit))])
    return DrawingPlacement(west, high if y_down else low, scale, y_down, (float(size[0]), float(size[1])))


def _fitting_scales(wide: float, deep: float, unit: str) -> str:
    """Say which scales make a table of an allowed size of the map."""
    limits = f"a table of {SMALLEST_TABLE:g} to {LARGEST_TABLE:g}″"
    if min(wide, deep) > 0:
        least, most = SMALLEST_TABLE / min(wide, deep), LARGEST_TABLE / max(wide, deep)
        if least <= most:
            lowest, highest = _upwards(least), -_upwards(-most)
            return f"{scale_words(lowest)} to {scale_words(highest)}″ a {unit}, for {limits}"
    return f"a table size of its own, width and depth: no scale makes {limits} of this map"


def _upwards(value: float) -> float:
    """Round to four digits, up.

    >>> _upwards(0.0218181), -_upwards(-0.2618181)
    (0.02182, 0.2618)
    """
    step = 10.0 ** (math.floor(math.log10(abs(value))) - 3)
    return float(f"{math.ceil(value / step - 1e-9) * step:.6g}")


# ---- which shapes


def _kept(drawing: DrawnMap, kinds: Mapping[str, str], outline_notes: OutlineNotes) -> list[DrawnShape]:
    """Give the shapes that come onto the table, and tell how many of each group do not."""
    kept = [shape for shape in drawing.shapes if kinds.get(shape.group)]
    left = Counter(shape.group for shape in drawing.shapes if not kinds.get(shape.group))
    why = {group.key: group.why for group in drawing.groups}
    for group, count in left.items():
        outline_notes.tell(group, f"left out: {why[group]}" if why.get(group) else "left out", count)
    if drawing.table is not None:
        listed = drawing.table["features"]
        units = len(listed) - len(drawing.shapes) if isinstance(listed, list) else 0
        if units:
            outline_notes.tell("units", "left out, as the map is not taken as it is", units)
    return kept


def _check_limits(pieces: int, corners: int, wishes: ImportChoices, *, is_last: bool = False) -> None:
    """Refuse what is more than a table can hold, with numbers."""
    most_pieces, most_corners = MAX_FEATURES, MAX_TABLE_VERTICES
    advice = "leave groups out, or simplify"
    if wishes.simplify is not None:
        advice = "leave groups out"
        if not is_last:
            most_pieces, most_corners = MOST_SHAPES, MOST_CORNERS
    problems = [
        Problem(FILE, f"{count:,} {what}", f"at most {most:,} on a table: {advice}")
        for what, count, most in (("pieces", pieces, most_pieces), ("corners", corners, most_corners))
        if count > most
    ]
    if problems:
        raise InputError(problems)


# ---- pieces


def _sized(drawing: DrawnMap, group: ShapeGroup, scale: float) -> ShapeGroup:
    """Give a group with the height that it has at this scale."""
    if group.height is None or not drawing.heights_grow:
        return group
    return replace(group, height=round(drawing.height_at(group.height, scale), 2))


def _grown(drawing: DrawnMap, shape: DrawnShape, scale: float) -> DrawnShape:
    """Give a shape with the heights that it has at this scale."""
    if not drawing.heights_grow or scale == drawing.own_scale:
        return shape
    about = {
        key: drawing.height_at(float(value), scale)
        if key in ("height", "base", "depth") and isinstance(value, int | float)
        else value
        for key, value in shape.properties.items()
    }
    return replace(shape, properties=about)


def _piece(
    shape: DrawnShape,
    group: ShapeGroup,
    kind: str,
    *,
    frame: DrawingPlacement,
    wishes: ImportChoices,
    outline_notes: OutlineNotes,
) -> ImportedPiece | None:
    edition = load_edition(wishes.edition)
    about = describe(kind, shape.properties, group=shape.group, edition=edition, outline_notes=outline_notes)
    if "class" not in about:
        names = (grade_meant(kind, text, edition=edition) for text in (shape.name or "", group.key))
        if grade := next(filter(None, names), ""):
            about["class"] = grade
            outline_notes.tell(shape.group, f"{grade}, as it is called")
    if shape.name and (name := as_text(shape.name, most=MAX_TEXT)):
        about = {"kind": kind, "name": name, **about}
    piece = ImportedPiece(shape.group, about, id=as_text(shape.id or "", most=MAX_TEXT))
    if kind in MARKERS:
        piece.at = _middle(shape, frame)
        return piece
    if len(shape.path) == 1:
        outline_notes.tell(shape.group, "a point is no terrain and was left out")
        return None
    piece.areas = areas_of(
        shape, frame, is_line=group.is_line, thickness=wishes.thickness, outline_notes=outline_notes
    )
    if not piece.areas:
        return None
    _give_height(piece, group, kind, wishes=wishes, edition=edition, outline_notes=outline_notes)
    return piece


def _middle(shape: DrawnShape, frame: DrawingPlacement) -> Point:
    points = [frame.point(place) for place in shape.path]
    points += [frame.point(place) for outline in shape.outlines for place in outline.exterior]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (round((min(xs) + max(xs)) / 2, 4), round((min(ys) + max(ys)) / 2, 4))


def _give_height(
    piece: ImportedPiece,
    group: ShapeGroup,
    kind: str,
    *,
    wishes: ImportChoices,
    edition: Edition,
    outline_notes: OutlineNotes,
) -> None:
    """Give a piece the height that is wished, else its own, else the one of its group."""
    row = edition.terrain[kind]
    if row.family == "ramp" and "toward" not in piece.properties:
        found = "ramp, and the file does not say in which direction it rises"
        raise InputError([Problem(child("kinds", group.key), found, "another kind, such as hill")])
    key = "depth" if row.family == "water" else "height"
    if row.family not in THICK | {Family.WATER}:
        return
    wish = wishes.heights.get(group.key)
    if wish is not None:
        piece.properties[key] = wish
    elif key not in piece.properties and group.height is not None:
        piece.properties[key] = group.height
    if key not in piece.properties and row.family != "deck":
        usual = f"no {key} in the file: as the edition says"
        outline_notes.tell(group.key, f"{usual}, {row.height:g}″" if row.height and not row.grades else usual)


def _simplified(
    pieces: list[ImportedPiece], within: float, outline_notes: OutlineNotes
) -> list[ImportedPiece]:
    """Drop corners, and where there are too many pieces join those of one sort."""
    before = sum(piece.corners for piece in pieces)
    found = [replace(piece, areas=thin(piece.areas, within)) for piece in pieces if piece.areas]
    found = [piece for piece in found if piece.areas]
    points = [piece for piece in pieces if piece.at is not None]
    after = sum(piece.corners for piece in found)
    if after < before:
        outline_notes.tell("", f"simplified within {within:g}″: {after:,} corners instead of {before:,}")
    if len(found) + len(points) > MAX_FEATURES:
        joined = list(joined_pieces(found))
        outline_notes.tell("", f"pieces of one sort were joined: {len(joined):,} instead of {len(found):,}")
        found = joined
    return [*found, *points]


# ---- the document


def _document(
    drawing: DrawnMap,
    pieces: list[ImportedPiece],
    frame: DrawingPlacement,
    wishes: ImportChoices,
    outline_notes: OutlineNotes,
) -> dict[str, object]:
    name = as_text(wishes.name, most=MAX_TEXT) or as_text(drawing.name, most=MAX_TEXT) or UNNAMED
    document = empty_document(name, width=frame.size[0], depth=frame.size[1], edition=wishes.edition)
    if drawing.table is not None:
        own = {key: value for key, value in _own_head(drawing.table, wishes).items() if key not in _OF_UNITS}
        document["astrike"] = {**own, "name": name, "width": frame.size[0], "depth": frame.size[1]}
    document["features"] = list(features(pieces))
    if len(json_bytes(document)) > MAX_BYTES:
        for piece in pieces:
            piece.properties.pop("source", None)
        outline_notes.tell("", "what the file says besides about pieces is too long to be kept")
    return document


def _origin_notes(
    drawing: DrawnMap, wishes: ImportChoices, outline_notes: OutlineNotes
) -> Iterator[ImportNote]:
    """Say what the origin of a file has to do with what lies beside the table."""
    if drawing.origin is None:
        return
    place = f"({drawing.origin[0]:g}, {drawing.origin[1]:g})"
    if wishes.ignore_origin:
        yield ImportNote("origin", f"{place} in the file was ignored: places count from the map's own corner")
    elif outline_notes.beside:
        words = f"{place} was taken for the corner of the map, and some of it lies beside the table by that: "
        yield ImportNote(
            "origin", words + "if the file counts from its own corner already, ignore the origin"
        )


def _first_notes(drawing: DrawnMap, wishes: ImportChoices, frame: DrawingPlacement) -> Iterator[ImportNote]:
    """Say what was guessed about the whole map."""
    if drawing.scale is None and wishes.scale is None:
        yield ImportNote(
            "scale", f"the file does not say it: {scale_words(frame.scale)}″ a {drawing.unit} is a guess"
        )
    elif drawing.unit == "in" and frame.scale == 1:
        yield ImportNote("scale", "the file is in inches")
    elif wishes.scale is None or wishes.scale == drawing.scale:
        yield ImportNote("scale", f"{scale_words(frame.scale)}″ a {drawing.unit}, as the file says")
    if frame.y_down:
        yield ImportNote("y", "runs down in the file, and was turned over")
