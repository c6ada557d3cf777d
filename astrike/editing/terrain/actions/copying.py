"""How do pieces come twice: beside themselves, or as the mirror image that makes a table fair?"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from astrike.editing.terrain.edit_requests import (
    EditedPiece,
    EditResult,
    WishReader,
    form_operations,
    new_feature,
)
from astrike.editing.terrain.ground_levels import HillTier, height_operations, hill_tier, stood_up
from astrike.editing.terrain.shapes import (
    Form,
    PointForm,
    areas_of,
    mirrored_direction,
    mirrored_form,
    moved_form,
)
from astrike.geometry.shaping import difference, size_of
from astrike.model.document_change import Operation, SetProperty
from astrike.model.inch_limits import FARTHEST

AXES: Final = ("turn", "west-east", "south-north")
_SAME: Final = 0.01
"""Square inches by which a piece may differ from its own mirror image."""


def copy(asked: WishReader) -> EditResult:
    """Put copies of pieces beside them."""
    typed = asked.typed
    pieces = asked.with_groups(asked.chosen(also_locked=True), also_locked=True)
    dx = typed.number("dx", 1.0, low=-2 * FARTHEST, high=2 * FARTHEST)
    dy = typed.number("dy", -1.0, low=-2 * FARTHEST, high=2 * FARTHEST)
    typed.settle()
    return _copied(
        asked, "terrain.copied", pieces, {piece.id: moved_form(piece.form, dx, dy) for piece in pieces}
    )


def mirror(asked: WishReader) -> EditResult:
    """Put the mirror image of pieces on the table, beside them or in their place."""
    typed = asked.typed
    is_copy = typed.word("as", "copy", ("copy", "move")) == "copy"
    pieces = asked.with_groups(asked.chosen(also_locked=is_copy), also_locked=is_copy)
    axis = typed.word("axis", "turn", AXES)
    typed.settle()
    size = (asked.table.width, asked.table.depth)
    forms = {piece.id: mirrored_form(piece.form, axis, size=size) for piece in pieces}
    turn = _towards(pieces, axis)
    if not is_copy:
        return _in_place(asked, pieces, forms, turn)
    own = [piece for piece in pieces if _is_same(piece.form, forms[piece.id])]
    for piece in own:
        asked.note(piece.title, "is its own mirror image and was not copied")
    return _copied(
        asked,
        "terrain.mirrored",
        [piece for piece in pieces if piece not in own],
        forms,
        turn,
        swap=_swap(asked),
    )


def _towards(pieces: Sequence[EditedPiece], axis: str) -> Mapping[str, float]:
    """Give where mirrored ramps lead."""
    return {
        piece.id: mirrored_direction(float(toward), axis)
        for piece in pieces
        if isinstance(toward := piece.properties.get("toward"), int | float)
    }


def _swap(asked: WishReader) -> Mapping[str, str]:
    """Give the side to which the mirror image of a zone or objective belongs: the other one, where there are two."""
    sides = [side.id for side in asked.table.sides]
    return {sides[0]: sides[1], sides[1]: sides[0]} if len(sides) == 2 else {}


def _is_same(one: Form, other: Form) -> bool:
    if isinstance(one, PointForm) or isinstance(other, PointForm):
        return one == other
    left, right = areas_of(one), areas_of(other)
    return size_of(difference(left, right)) + size_of(difference(right, left)) < _SAME


def _in_place(
    asked: WishReader, pieces: Sequence[EditedPiece], forms: Mapping[str, Form], turn: Mapping[str, float]
) -> EditResult:
    operations: list[Operation] = []
    for piece in pieces:
        operations += form_operations(piece, forms[piece.id])
        if piece.id in turn:
            operations.append(SetProperty(piece.id, "toward", turn[piece.id]))
    for name, found in _heights(asked, pieces, forms).items():
        operations += height_operations(name, found)
    shown = [piece.id for piece in pieces]
    return asked.answer("terrain.mirrored", operations, [piece.title for piece in pieces], selected=shown)


def _heights(
    asked: WishReader, pieces: Sequence[EditedPiece], forms: Mapping[str, Form]
) -> Mapping[str, Mapping[str, float]]:
    tiers: list[HillTier] = [
        tier for piece in pieces if (tier := hill_tier(piece, forms[piece.id], asked.edition)) is not None
    ]
    heights, notes = stood_up(asked.table, tiers, moving={piece.id for piece in pieces})
    asked.notes += notes
    return heights


def _copied(
    asked: WishReader,
    key: str,
    pieces: Sequence[EditedPiece],
    forms: Mapping[str, Form],
    turn: Mapping[str, float] | None = None,
    *,
    swap: Mapping[str, str] | None = None,
) -> EditResult:
    heights = _heights(asked, pieces, forms)
    group_of = _per_group(pieces, asked.fresh_group)
    operations: list[Operation] = []
    names: dict[str, str | None] = {}
    fresh = asked.fresh_ids(piece.id for piece in pieces)
    for piece in pieces:
        about = {key: value for key, value in piece.properties.items() if key not in ("locked", "armed")}
        name = about.get("name")
        called = asked.fresh_name(name) if isinstance(name, str) and name else None
        if called is not None:
            about["name"] = called
        if piece.group is not None:
            about["group"] = group_of[piece.group]
        if turn is not None and piece.id in turn:
            about["toward"] = turn[piece.id]
        side = about.get("side")
        if swap is not None and isinstance(side, str):
            about["side"] = swap.get(side, side)
        for field, value in heights.get(piece.id, {}).items():
            about[field] = value
        new = fresh[piece.id]
        names[new] = called
        operations.append(new_feature(new, forms[piece.id], about))
    return asked.answer(key, operations, asked.names_of(operations), selected=names)


def _per_group(pieces: Sequence[EditedPiece], fresh: Callable[[], str]) -> Mapping[str, str]:
    groups = dict.fromkeys(piece.group for piece in pieces if piece.group is not None)
    return {group: fresh() for group in groups}
