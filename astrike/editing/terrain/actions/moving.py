"""How do pieces move, turn and grow?

Those of a group go together, and levels of hills come to stand where they are put.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from astrike.editing.terrain.edit_requests import EditedPiece, EditResult, WishReader, form_operations
from astrike.editing.terrain.ground_levels import height_operations, hill_tier, stood_up
from astrike.editing.terrain.shapes import (
    LARGEST,
    SMALLEST,
    Form,
    areas_of,
    box_of,
    centre_of,
    moved_form,
    scaled_form,
    sized_form,
    turn_of,
    turned_form,
)
from astrike.geometry.shaping import size_of
from astrike.model.document_change import Operation, SetProperty
from astrike.model.inch_limits import FARTHEST
from astrike.model.terrain import Point

FROM_X: Final = ("centre", "west", "east")
FROM_Y: Final = ("centre", "south", "north")


def move(asked: WishReader) -> EditResult:
    """Move pieces so many inches."""
    typed = asked.typed
    pieces = asked.with_groups(asked.chosen())
    dx, dy = (typed.number(key, 0.0, low=-2 * FARTHEST, high=2 * FARTHEST) for key in ("dx", "dy"))
    typed.settle()
    forms = {piece.id: moved_form(piece.form, dx, dy) for piece in pieces}
    return _moved(asked, "terrain.moved", pieces, forms)


def place(asked: WishReader) -> EditResult:
    """Put a piece where its distance from edges of the table was typed; its group comes along."""
    typed = asked.typed
    piece = asked.one()
    pieces = () if piece is None else asked.with_groups([piece])
    from_x = typed.word("from_x", "centre", FROM_X)
    from_y = typed.word("from_y", "centre", FROM_Y)
    x = typed.number("x", None, low=-FARTHEST, high=FARTHEST)
    y = typed.number("y", None, low=-FARTHEST, high=FARTHEST)
    turn = typed.number("turn", None, low=-3600, high=3600)
    if x is None and y is None and turn is None:
        typed.report("x", "a distance, or a turn")
    typed.settle()
    assert piece is not None
    by = 0.0 if turn is None else turn - turn_of(piece.form)
    about = centre_of(piece.form)
    turned = {each.id: _turned(each.form, by, about) for each in pieces}
    dx, dy = _way(asked, turned[piece.id], x=x, y=y, from_x=from_x, from_y=from_y)
    forms = {key: moved_form(form, dx, dy) for key, form in turned.items()}
    more = _directions(pieces, by)
    return _moved(asked, "terrain.placed", pieces, forms, more=more, selected=[piece.id])


def _way(
    asked: WishReader, form: Form, *, x: float | None, y: float | None, from_x: str, from_y: str
) -> Point:
    """Give how far a form has to go so that it lies as far from the edges as was typed."""
    west, south, east, north = box_of(form)
    centre = centre_of(form)
    wide, deep = asked.table.width, asked.table.depth
    dx = 0.0 if x is None else {"centre": x - centre[0], "west": x - west, "east": wide - x - east}[from_x]
    dy = (
        0.0 if y is None else {"centre": y - centre[1], "south": y - south, "north": deep - y - north}[from_y]
    )
    return dx, dy


def turn(asked: WishReader) -> EditResult:
    """Turn pieces clockwise about their common centre, or about a place."""
    typed = asked.typed
    pieces = asked.with_groups(asked.chosen())
    by = typed.needed_number("by", low=-3600, high=3600)
    px = typed.number("px", None, low=-FARTHEST, high=FARTHEST)
    py = typed.number("py", None, low=-FARTHEST, high=FARTHEST)
    if (px is None) != (py is None) and not typed.problems:
        typed.report("px" if px is None else "py", "a number: both, or neither")
    typed.settle()
    about = common_centre(pieces) if px is None or py is None else (px, py)
    forms = {piece.id: _turned(piece.form, by, about) for piece in pieces}
    return _moved(asked, "terrain.turned", pieces, forms, more=_directions(pieces, by))


def _turned(form: Form, by: float, about: Point) -> Form:
    return form if by % 360.0 == 0.0 else turned_form(form, by, about=about)


def _directions(pieces: Sequence[EditedPiece], by: float) -> list[Operation]:
    """Turn where ramps lead."""
    found: list[Operation] = []
    for piece in pieces:
        toward = piece.properties.get("toward")
        if isinstance(toward, int | float) and by % 360.0:
            found.append(SetProperty(piece.id, "toward", round((toward + by) % 360.0, 9) % 360.0))
    return found


def common_centre(pieces: Sequence[EditedPiece]) -> Point:
    """Give the centre about which pieces turn together: it stays where it is when they turn."""
    weights = [size_of(areas_of(piece.form)) for piece in pieces]
    if not any(weights):
        weights = [1.0] * len(pieces)
    centres = [centre_of(piece.form) for piece in pieces]
    if len(centres) == 1:
        return centres[0]
    whole = sum(weights)
    x, y = (sum(w * at[axis] for w, at in zip(weights, centres, strict=True)) / whole for axis in (0, 1))
    return x, y


def resize(asked: WishReader) -> EditResult:
    """Make pieces larger or smaller: by a factor all together, or each to a width and depth of its own."""
    typed = asked.typed
    chosen = asked.chosen()
    factor = typed.number("factor", None, low=0.01, high=100.0)
    pieces = asked.with_groups(chosen) if factor is not None else chosen
    width = typed.number("width", None, low=SMALLEST, high=LARGEST)
    depth = typed.number("depth", None, low=SMALLEST, high=LARGEST)
    x = typed.number("x", None, low=-FARTHEST, high=FARTHEST)
    y = typed.number("y", None, low=-FARTHEST, high=FARTHEST)
    areas = tuple(piece for piece in pieces if not piece.is_marker)
    if factor is None and width is None and depth is None and not typed.problems:
        typed.report("width", "a width, a depth or a factor")
    if pieces and not areas:
        typed.report("id", "an area, which has a size", found="a marked point")
    typed.settle()
    anchor = None if x is None or y is None else (x, y)
    if anchor is None and factor is not None and areas:
        anchor = common_centre(areas)
    forms: dict[str, Form] = {}
    for piece in areas:
        about = anchor or centre_of(piece.form)
        if factor is not None:
            forms[piece.id] = scaled_form(piece.form, factor, factor, about=about)
        else:
            forms[piece.id] = sized_form(piece.form, width, depth, about=about)
        if not areas_of(forms[piece.id]):
            field = "factor" if factor is not None else "width" if width is not None else "depth"
            typed.report(field, "an outline that encloses an area")
            typed.settle()
    return _moved(asked, "terrain.resized", areas, forms)


def _moved(
    asked: WishReader,
    key: str,
    pieces: Sequence[EditedPiece],
    forms: Mapping[str, Form],
    *,
    more: Sequence[Operation] = (),
    selected: Sequence[str] | None = None,
) -> EditResult:
    """Answer with pieces in other places; tiers among them are put onto the ground that is there."""
    tiers = [
        tier for piece in pieces if (tier := hill_tier(piece, forms[piece.id], asked.edition)) is not None
    ]
    going = {piece.id for piece in pieces}
    heights, notes = stood_up(asked.table, tiers, moving=going)
    asked.notes += notes
    operations: list[Operation] = []
    for piece in pieces:
        if forms[piece.id] != piece.form:
            operations += form_operations(piece, forms[piece.id])
    operations += more
    operations += [each for name, found in heights.items() for each in height_operations(name, found)]
    shown = list(selected) if selected is not None else list(dict.fromkeys(asked.wish.ids))
    return asked.answer(key, operations, [piece.title for piece in pieces], selected=shown)
