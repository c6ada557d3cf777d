"""How do pieces and layouts get into the library, and from there onto a table?

A saved piece lies around the origin, its heights measured from the ground it stood on; put down, it stands on the
ground that is there. A layout is a table file without units; on a table of another size it lies in the middle.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final, Literal

from astrike.editing.terrain.actions.zones import zone_areas
from astrike.editing.terrain.edit_requests import (
    EditedPiece,
    EditResult,
    EditWish,
    WishReader,
    new_feature,
    pieces_on,
)
from astrike.editing.terrain.ground_levels import HillsAndRamps, HillTier, stood_up
from astrike.editing.terrain.shapes import (
    Form,
    PointForm,
    ZoneForm,
    areas_of,
    box_of,
    centre_of,
    moved_form,
    turned_form,
)
from astrike.errors import InputError, Problem
from astrike.formats.checks import one_of
from astrike.formats.json_text import shown
from astrike.formats.table.table_file import EXTENSION, parse_document, read_table
from astrike.geometry.shaping import bounding_box
from astrike.model.document_change import AddFeature, Document, Operation, RemoveFeature
from astrike.model.inch_limits import FARTHEST, LARGEST_TABLE, SMALLEST_TABLE
from astrike.model.table import Table
from astrike.model.terrain import LAND, Point
from astrike.model.unit import InPiece
from astrike.rulebook.loader import load_edition

How = Literal["replace", "add"]
"""A layout comes instead of the terrain that is there, or beside it."""

_LAYOUTS: Final = Path(__file__).parent.parent / "data" / "layouts"
_ALOFT: Final = 5000.0
"""Inches to the side, where no ground is."""
_OF_THIS_TABLE: Final = frozenset({"armed", "locked"})
"""Properties that mean nothing elsewhere."""
_HAIR: Final = 1e-6


# ---- pieces


def piece_document(table: Table, ids: Collection[str]) -> dict[str, object]:
    """Give the pieces, and those they are grouped with, as they are saved: around their middle, above the ground."""
    asked = WishReader(table, EditWish("save", tuple(ids)))
    chosen = asked.chosen(also_locked=True)
    asked.typed.settle()
    pieces = asked.with_groups(chosen, also_locked=True)
    west, south, east, north = bounding_box(corner for piece in pieces for corner in _ends(piece.form))
    middle = ((west + east) / 2, (south + north) / 2)
    lowered = _lowered(asked, pieces)
    features = [
        _feature(
            piece.id,
            moved_form(piece.form, -middle[0], -middle[1]),
            {**_kept(piece.properties), **lowered.get(piece.id, {})},
        )
        for piece in pieces
    ]
    return {"type": "FeatureCollection", "edition": table.edition, "features": features}


def _lowered(asked: WishReader, pieces: Sequence[EditedPiece]) -> dict[str, Mapping[str, object]]:
    """Give heights and bases as they are above the ground that stays behind."""
    going = [piece.id for piece in pieces]
    tiers = [_tier(asked, piece, piece.form, moved_form(piece.form, _ALOFT, _ALOFT)) for piece in pieces]
    changed, _ = stood_up(asked.table, [tier for tier in tiers if tier is not None], moving=going)
    found: dict[str, Mapping[str, object]] = dict(changed)
    ground = HillsAndRamps(asked.table, without=going)
    for piece, tier in zip(pieces, tiers, strict=True):
        base = piece.properties.get("base")
        if tier is None and isinstance(base, int | float):
            (level,) = ground.at([centre_of(piece.form)])
            found[piece.id] = {"base": round(base - level, 9)}
    return found


def _tier(asked: WishReader, piece: EditedPiece, before: Form, after: Form) -> HillTier | None:
    row = asked.edition.terrain.get(piece.kind)
    if row is None or row.family not in LAND:
        return None
    return HillTier(piece.id, piece.title, row.family, before, after, piece.properties, row.height)


def piece_table(document: Document, *, name: str, edition: str | None = None) -> Table:
    """Give a saved piece as a table of its own, as large as it needs, to look at."""
    pieces = _pieces(document, edition)
    west, south, east, north = bounding_box(corner for piece in pieces for corner in _ends(piece.form))
    width, depth = (
        min(max(size + 2.0, SMALLEST_TABLE), LARGEST_TABLE) for size in (east - west, north - south)
    )
    shift = (width / 2 - (west + east) / 2, depth / 2 - (south + north) / 2)
    features = [_feature(each.id, moved_form(each.form, *shift), each.properties) for each in pieces]
    head = {"format": 1, "name": name, "width": width, "depth": depth}
    head["edition"] = edition or document.get("edition")
    return parse_document({"type": "FeatureCollection", "astrike": head, "features": features})


def place_piece(table: Table, document: Document, name: str, values: Mapping[str, str]) -> EditResult:
    """Put a saved piece onto a table, its middle at `x` and `y`, turned clockwise by `turn`."""
    asked = WishReader(table, EditWish("place", (), values))
    x = asked.typed.number("x", table.width / 2, low=-FARTHEST, high=FARTHEST)
    y = asked.typed.number("y", table.depth / 2, low=-FARTHEST, high=FARTHEST)
    turn = asked.typed.number("turn", 0.0, low=-3600, high=3600)
    asked.typed.settle()
    pieces = _pieces(document, table.edition)
    forms = [moved_form(turned_form(each.form, turn, about=(0.0, 0.0)), x, y) for each in pieces]
    raised = _raised(asked, pieces, forms)
    groups = _groups(asked, pieces, is_one=True)
    operations: list[Operation] = []
    selected: list[str] = []
    fresh = asked.fresh_ids(piece.id for piece in pieces)
    for piece, form in zip(pieces, forms, strict=True):
        about = {**piece.properties, **raised.get(piece.id, {}), **groups.get(piece.id, {})}
        toward = about.get("toward")
        if isinstance(toward, int | float):
            about["toward"] = round((toward + turn) % 360.0, 9)
        selected.append(fresh[piece.id])
        operations.append(new_feature(selected[-1], form, about))
    return asked.answer("library.placed", operations, [name], selected=selected)


def _raised(
    asked: WishReader, pieces: Sequence[EditedPiece], forms: Sequence[Form]
) -> dict[str, Mapping[str, object]]:
    """Let hills stand on the hill that is there, and what has a base of its own begin above the ground."""
    far = [moved_form(form, _ALOFT, _ALOFT) for form in forms]
    tiers = [_tier(asked, *each) for each in zip(pieces, far, forms, strict=True)]
    changed, notes = stood_up(asked.table, [tier for tier in tiers if tier is not None], moving=())
    asked.notes.extend(notes)
    found: dict[str, Mapping[str, object]] = dict(changed)
    ground = HillsAndRamps(asked.table)
    for piece, form, tier in zip(pieces, forms, tiers, strict=True):
        base = piece.properties.get("base")
        if tier is None and isinstance(base, int | float):
            (level,) = ground.at([centre_of(form)])
            found[piece.id] = {"base": round(base + level, 9)}
    return found


def _pieces(document: Document, edition: str | None) -> tuple[EditedPiece, ...]:
    head = {
        "format": 1,
        "width": LARGEST_TABLE,
        "depth": LARGEST_TABLE,
        "edition": edition or document.get("edition"),
    }
    whole = {"type": "FeatureCollection", "astrike": head, "features": document.get("features")}
    return tuple(pieces_on(parse_document(whole)).values())


# ---- layouts


@cache
def shipped_layouts() -> Mapping[str, Table]:
    """Give the layouts that come with the program, by their key."""
    files = sorted(_LAYOUTS.glob(f"*{EXTENSION}"))
    return {file.name.removesuffix(EXTENSION): read_table(file.read_bytes()) for file in files}


def layout_document(table: Table, *, zones: bool) -> dict[str, object]:
    """Give a table as a layout: its terrain, on demand its zones and marked points, never its units."""
    head = {
        "format": 1,
        "name": table.name,
        "width": table.width,
        "depth": table.depth,
        "edition": table.edition,
    }
    if zones and table.sides:
        head["sides"] = [
            {"id": each.id, "name": each.name} | ({"home": each.home} if each.home else {})
            for each in table.sides
        ]
    features = [
        {**piece.feature, "properties": _kept(piece.properties)}
        for piece in pieces_on(table).values()
        if zones or not _is_zone(table, piece)
    ]
    if not features:
        raise InputError([Problem("pieces", "a table without terrain", "a piece of terrain or more")])
    return {"type": "FeatureCollection", "astrike": head, "features": features}


def layout_table(document: Document, *, name: str, edition: str) -> Table:
    """Read a layout as a table of this name that is played by this edition."""
    head = document.get("astrike")
    known = dict(head) if isinstance(head, Mapping) else {}
    return parse_document({**document, "astrike": {**known, "name": name, "edition": edition}})


def how_to_lay(word: str) -> How:
    """Read how a layout comes onto a table; without a word instead of what is there."""
    match word.strip():
        case "" | "replace":
            return "replace"
        case "add":
            return "add"
        case _:
            raise InputError([Problem("how", shown(word), one_of(("replace", "add")))])


def use_layout(table: Table, layout: Table, *, how: How, zones: bool) -> EditResult:
    """Lay a layout out on a table: instead of the terrain that is there, or beside it."""
    asked = WishReader(table, EditWish("layout"))
    shift = ((table.width - layout.width) / 2, (table.depth - layout.depth) / 2)
    is_other_size = shift != (0.0, 0.0)
    pieces = [piece for piece in pieces_on(layout).values() if zones or not _is_zone(layout, piece)]
    if is_other_size:
        sizes = [f"{each.width:g} × {each.depth:g}″" for each in (layout, table)]
        asked.note("", f"This layout is made for {sizes[0]} and comes to the middle of {sizes[1]}")
        pieces = [replace(piece, form=_laid(piece.form, table, shift)) for piece in pieces]
    _check_edition(asked, pieces)
    _check_fit(asked, layout, pieces)
    going = _replaced_pieces(asked, how=how, zones=any(_is_zone(layout, piece) for piece in pieces))
    asked.typed.settle()
    asked.taken -= set(going)
    asked.groups = {piece.group for piece in asked.pieces.values() if piece.group and piece.id not in going}
    sides = _side_names(table, layout)
    groups = _groups(asked, pieces, is_one=False)
    operations: list[Operation] = [RemoveFeature(name) for name in going]
    free = asked.free_ids(piece.id for piece in pieces)
    for place, piece in enumerate(pieces):
        name = free[piece.id]
        about = {**_kept(piece.properties), **groups.get(piece.id, {})}
        if isinstance(side := about.get("side"), str):
            about["side"] = sides.get(side, side)
        added = AddFeature({**piece.feature, "id": name, "properties": about})
        if is_other_size:
            added = new_feature(name, piece.form, about)
        operations.append(replace(added, at=place))
    return asked.answer("layout.used", operations, [layout.name])


def _replaced_pieces(asked: WishReader, *, how: How, zones: bool) -> list[str]:
    """Name the pieces that make room; nobody may stand in them."""
    if how == "add":
        return []
    table = asked.table
    going = [piece.id for piece in asked.pieces.values() if zones or not _is_zone(table, piece)]
    for unit in table.units:
        if isinstance(unit.elevation, InPiece) and unit.elevation.piece in going:
            found = f"inside {asked.pieces[unit.elevation.piece].title}"
            asked.typed.problems.append(Problem(unit.name or unit.id, found, "a place outside of what goes"))
    return going


def _check_edition(asked: WishReader, pieces: Iterable[EditedPiece]) -> None:
    for piece in pieces:
        if not (piece.is_marker or piece.kind in asked.edition.terrain):
            expected = f"a kind of terrain of {asked.edition.id}"
            asked.typed.problems.append(Problem(piece.title, piece.kind, expected))


def _laid(form: Form, table: Table, shift: Point) -> Form:
    """Lay a form in the middle of a table of another size; zones that follow a rule follow it here."""
    if isinstance(form, ZoneForm) and form.words.get("rule") != "point":
        return ZoneForm(form.words, zone_areas(form.words, table.width, table.depth))
    return moved_form(form, *shift)


def _check_fit(asked: WishReader, layout: Table, pieces: Iterable[EditedPiece]) -> None:
    """Report every piece that would hang over an edge which it does not hang over in its layout."""
    table = asked.table
    there = pieces_on(layout)
    for piece in pieces:
        before = _overhang(there[piece.id].form, layout)
        for edge, inches in _overhang(piece.form, table).items():
            if inches > max(before[edge], 0.0) + _HAIR:
                found = f"{inches:.2f}".rstrip("0").rstrip(".") + f"″ beyond the {edge} edge"
                asked.typed.problems.append(Problem(piece.title, found, "a place on this table"))


def _overhang(form: Form, table: Table) -> dict[str, float]:
    west, south, east, north = box_of(form)
    return {"west": -west, "south": -south, "east": east - table.width, "north": north - table.depth}


def _side_names(table: Table, layout: Table) -> dict[str, str]:
    """Give the table's name for each side of a layout: the same, else that with the same home, else in order."""
    theirs = [each.id for each in layout.sides] or sorted({z.side for z in layout.terrain if z.side})
    mine = [each.id for each in table.sides] or list(dict.fromkeys(u.side for u in table.units if u.side))
    if not mine or set(theirs) <= set(mine):
        return {}
    homes = {each.home: each.id for each in table.sides if each.home}
    by_home = {each.id: homes[each.home] for each in layout.sides if each.home in homes}
    return dict(zip(theirs, mine, strict=False)) | by_home


# ---- what both have in common


def _groups(
    asked: WishReader, pieces: Sequence[EditedPiece], *, is_one: bool
) -> dict[str, Mapping[str, object]]:
    """Give groups names that are free here; several pieces that were saved as one belong together."""
    if is_one:
        name = asked.fresh_group() if len(pieces) > 1 else None
        return (
            {piece.id: {"group": name} for piece in pieces}
            if name
            else {p.id: {"group": None} for p in pieces}
        )
    names: dict[str, str] = {}
    for piece in pieces:
        if piece.group is not None and piece.group not in names:
            free = asked.fresh_group() if piece.group in asked.groups else piece.group
            names[piece.group] = free
            asked.groups.add(free)
    return {piece.id: {"group": names[piece.group]} for piece in pieces if piece.group is not None}


def _is_zone(table: Table, piece: EditedPiece) -> bool:
    return piece.is_marker or load_edition(table.edition).terrain[piece.kind].family == "zone"


def _kept(properties: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in properties.items() if key not in _OF_THIS_TABLE}


def _ends(form: Form) -> Iterable[Point]:
    return (
        [form.at]
        if isinstance(form, PointForm)
        else [point for exterior, _ in areas_of(form) for point in exterior]
    )


def _feature(name: str, form: Form, properties: Mapping[str, object]) -> Mapping[str, object]:
    return new_feature(name, form, properties).feature
