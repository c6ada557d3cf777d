"""How does an outline change: one corner, a whole ring, a hole, or the edge between its corners?"""

from collections.abc import Sequence
from typing import Final

from astrike.editing.terrain.edit_requests import EditedPiece, EditResult, WishReader, form_operations
from astrike.editing.terrain.shapes import Form, FreeForm, StripForm, editable
from astrike.editing.terrain.typed_fields import MOST_CORNERS, MOST_HOLES
from astrike.model.document_change import Operation, SetProperty
from astrike.model.inch_limits import FARTHEST
from astrike.model.terrain import LAND, Point, Ring

EDGES: Final = ("curved", "straight", "ramp")


def reshape(asked: WishReader) -> EditResult:
    """Give a piece a new outline, a new hole in the place of one, or a new line."""
    typed = asked.typed
    piece, form = _editable(asked)
    curved = typed.yes_no("curved", None)
    if typed.is_given("points"):
        points = typed.places("points", fewest=2)
        if form is not None and not isinstance(form, StripForm):
            typed.report("points", "corners: this piece is no line")
        typed.settle()
        assert piece is not None
        assert isinstance(form, StripForm)
        return _reshaped(
            asked, piece, StripForm(points, form.width, form.curved if curved is None else curved), "points"
        )
    is_line = isinstance(form, StripForm)
    corners = (
        typed.places("corners", fewest=2 if is_line else 3)
        if typed.require("corners", "a list of places")
        else ()
    )
    ring = _ring_number(asked, form)
    typed.settle()
    assert piece is not None
    assert form is not None
    changed = _with_ring(form, ring, corners)
    return _reshaped(asked, piece, _with_edge(changed, curved), "corners")


def move_corner(asked: WishReader) -> EditResult:
    """Put one corner where it was typed."""
    typed = asked.typed
    piece, form = _editable(asked)
    ring = _ring_number(asked, form)
    index = _index(asked, form, ring, more=0)
    at = _typed_place(asked)
    typed.settle()
    assert piece is not None
    assert form is not None
    corners = list(ring_of(form, ring))
    corners[index] = at
    return _reshaped(asked, piece, _with_ring(form, ring, corners), "x")


def add_corner(asked: WishReader) -> EditResult:
    """Put a new corner in front of the one with this index, or after the last."""
    typed = asked.typed
    piece, form = _editable(asked)
    ring = _ring_number(asked, form)
    index = _index(asked, form, ring, more=1)
    at = _typed_place(asked)
    if form is not None and len(ring_of(form, ring)) >= MOST_CORNERS:
        typed.report("index", f"at most {MOST_CORNERS} corners", found="one more")
    typed.settle()
    assert piece is not None
    assert form is not None
    corners = list(ring_of(form, ring))
    corners.insert(index, at)
    return _reshaped(asked, piece, _with_ring(form, ring, corners), "x")


def remove_corner(asked: WishReader) -> EditResult:
    """Take a corner away."""
    typed = asked.typed
    piece, form = _editable(asked)
    ring = _ring_number(asked, form)
    index = _index(asked, form, ring, more=0)
    if form is not None and not typed.problems:
        fewest = 2 if isinstance(form, StripForm) else 3
        if len(ring_of(form, ring)) <= fewest:
            typed.report("index", f"at least {fewest} corners that stay", found="one of the last")
    typed.settle()
    assert piece is not None
    assert form is not None
    corners = list(ring_of(form, ring))
    del corners[index]
    return _reshaped(asked, piece, _with_ring(form, ring, corners), "index")


def add_hole(asked: WishReader) -> EditResult:
    """Cut a hole."""
    typed = asked.typed
    piece, form = _editable(asked)
    corners = typed.places("corners", fewest=3) if typed.require("corners", "a list of places") else ()
    if isinstance(form, StripForm):
        typed.report("id", "an outline, which can have holes", found="a line")
    if isinstance(form, FreeForm) and len(form.holes) >= MOST_HOLES:
        typed.report("corners", f"at most {MOST_HOLES} holes", found="one more")
    typed.settle()
    assert piece is not None
    assert isinstance(form, FreeForm)
    return _reshaped(asked, piece, FreeForm(form.corners, form.curved, (*form.holes, corners)), "corners")


def remove_hole(asked: WishReader) -> EditResult:
    """Fill a hole."""
    typed = asked.typed
    piece, form = _editable(asked)
    most = len(form.holes) if isinstance(form, FreeForm) else 0
    ring = typed.whole("ring", 1, low=1, high=max(most, 1))
    if form is not None and not most:
        typed.report("ring", "a piece with holes", found="none")
    typed.settle()
    assert piece is not None
    assert isinstance(form, FreeForm)
    holes = tuple(hole for number, hole in enumerate(form.holes, 1) if number != ring)
    return _reshaped(asked, piece, FreeForm(form.corners, form.curved, holes), "ring")


def change_edge(asked: WishReader) -> EditResult:
    """Make the edge of a piece curved or straight, or the whole piece a ramp."""
    typed = asked.typed
    piece, form = _editable(asked)
    edge = typed.needed_word("edge", EDGES)
    toward = typed.number("toward", 0.0, low=0, high=360)
    if edge == "ramp" and piece is not None:
        row = asked.edition.terrain.get(piece.kind)
        if row is None or row.family not in LAND:
            typed.report("edge", "curved or straight: only a hill becomes a ramp")
    typed.settle()
    assert piece is not None
    assert form is not None
    if edge == "ramp":
        stated = piece.properties.get("toward")
        way = stated if isinstance(stated, int | float) and not typed.is_given("toward") else toward
        found: list[Operation] = [SetProperty(piece.id, "kind", "ramp"), SetProperty(piece.id, "toward", way)]
        return asked.answer("terrain.reshaped", found, [piece.title], selected=[piece.id])
    return _reshaped(asked, piece, _with_edge(form, edge == "curved"), "edge")


# ---- rings of a form


def ring_of(form: FreeForm | StripForm, number: int) -> Ring:
    """Give a ring of a form: 0 is the outline or the line, 1 the first hole."""
    if isinstance(form, StripForm):
        return form.points
    return form.corners if number == 0 else form.holes[number - 1]


def _with_ring(form: FreeForm | StripForm, number: int, corners: Sequence[Point]) -> FreeForm | StripForm:
    ring = tuple(corners)
    if isinstance(form, StripForm):
        return StripForm(ring, form.width, form.curved)
    if number == 0:
        return FreeForm(ring, form.curved, form.holes)
    holes = tuple(ring if place == number else hole for place, hole in enumerate(form.holes, 1))
    return FreeForm(form.corners, form.curved, holes)


def _with_edge(form: FreeForm | StripForm, curved: bool | None) -> FreeForm | StripForm:
    if curved is None:
        return form
    if isinstance(form, StripForm):
        return StripForm(form.points, form.width, curved)
    return FreeForm(form.corners, curved, form.holes)


# ---- what was typed


def _editable(asked: WishReader) -> tuple[EditedPiece | None, FreeForm | StripForm | None]:
    piece = asked.one()
    form = None if piece is None else editable(piece.form)
    if piece is not None and form is None:
        what = "a marked point" if piece.is_marker else "a piece of several outlines"
        asked.typed.report("id", "a piece of one outline, which has corners", found=what)
    return piece, form


def _ring_number(asked: WishReader, form: FreeForm | StripForm | None) -> int:
    most = len(form.holes) if isinstance(form, FreeForm) else 0
    return asked.typed.whole("ring", 0, low=0, high=most)


def _index(asked: WishReader, form: FreeForm | StripForm | None, ring: int, *, more: int) -> int:
    if form is None or ring > (len(form.holes) if isinstance(form, FreeForm) else 0):
        return 0
    most = len(ring_of(form, ring)) - 1 + more
    if not asked.typed.require("index", f"a whole number from 0 to {most}"):
        return 0
    return asked.typed.whole("index", 0, low=0, high=most)


def _typed_place(asked: WishReader) -> Point:
    x, y = (asked.typed.needed_number(key, low=-FARTHEST, high=FARTHEST) for key in ("x", "y"))
    return x, y


def _reshaped(asked: WishReader, piece: EditedPiece, form: Form, field: str) -> EditResult:
    """Answer with a new outline, mended where it crosses itself; refuse it when nothing is left."""
    found = asked.sound(form, field=field, called=piece.title)
    asked.typed.settle()
    operations = form_operations(piece, found)
    return asked.answer("terrain.reshaped", operations, [piece.title], selected=[piece.id])
