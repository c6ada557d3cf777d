"""Which pieces belong together, are locked, lie on top, or go?"""

from collections.abc import Collection, Sequence
from typing import Final

from astrike.editing.terrain.edit_requests import EditedPiece, EditResult, WishReader
from astrike.model.document_change import ABSENT, AddFeature, Operation, RemoveFeature, SetProperty
from astrike.model.table_document import features_of
from astrike.model.unit import InPiece

ORDERS: Final = ("front", "back", "forward", "backward")


def group(asked: WishReader) -> EditResult:
    """Make pieces go together."""
    chosen = asked.chosen()
    if len(chosen) == 1:
        asked.typed.report("id", "at least two pieces", found="one piece")
    asked.typed.settle()
    name = asked.fresh_group()
    return _answer(
        asked, "terrain.grouped", chosen, [SetProperty(piece.id, "group", name) for piece in chosen]
    )


def ungroup(asked: WishReader) -> EditResult:
    """Let the pieces of a group go alone again."""
    pieces = asked.with_groups(asked.chosen())
    asked.typed.settle()
    found = [SetProperty(piece.id, "group", ABSENT) for piece in pieces if "group" in piece.properties]
    return _answer(asked, "terrain.ungrouped", pieces, found)


def lock(asked: WishReader) -> EditResult:
    """Keep pieces from being moved by accident."""
    chosen = asked.chosen(also_locked=True)
    asked.typed.settle()
    found = [SetProperty(piece.id, "locked", True) for piece in chosen if not piece.is_locked]
    return _answer(asked, "terrain.locked", chosen, found)


def unlock(asked: WishReader) -> EditResult:
    """Let pieces be moved again."""
    chosen = asked.chosen(also_locked=True)
    asked.typed.settle()
    found = [SetProperty(piece.id, "locked", ABSENT) for piece in chosen if "locked" in piece.properties]
    return _answer(asked, "terrain.unlocked", chosen, found)


def remove(asked: WishReader) -> EditResult:
    """Take pieces away; not while a unit is said to be in one of them."""
    chosen = asked.chosen()
    gone = {piece.id for piece in chosen}
    for unit in asked.table.units:
        if isinstance(unit.elevation, InPiece) and unit.elevation.piece in gone:
            inside = asked.pieces[unit.elevation.piece].title
            asked.typed.report("id", "pieces that no unit is in", found=f"{inside}, where {unit.name} is")
    asked.typed.settle()
    operations = [RemoveFeature(piece.id) for piece in chosen]
    return asked.answer("terrain.removed", operations, [piece.title for piece in chosen])


def order(asked: WishReader) -> EditResult:
    """Bring pieces to the front or to the back, or past the next one."""
    chosen = asked.chosen()
    to = asked.typed.needed_word("to", ORDERS)
    asked.typed.settle()
    assert to is not None
    before = [piece.id for piece in asked.pieces.values()]
    after = _ordered(before, {piece.id for piece in chosen}, to)
    return _answer(asked, "terrain.ordered", chosen, _rearranged(asked, before, after))


def _ordered(names: Sequence[str], chosen: Collection[str], to: str) -> list[str]:
    """Give the names in their new order; those that are chosen keep their order among each other.

    >>> _ordered("abcd", {"b", "c"}, "front"), _ordered("abcd", {"b"}, "backward")
    (['a', 'd', 'b', 'c'], ['b', 'a', 'c', 'd'])
    >>> _ordered("abcd", {"a", "b"}, "forward")
    ['c', 'a', 'b', 'd']
    """
    rest, moved = [n for n in names if n not in chosen], [n for n in names if n in chosen]
    if to == "front":
        return [*rest, *moved]
    if to == "back":
        return [*moved, *rest]
    found = list(names) if to == "backward" else list(reversed(names))
    for place in range(1, len(found)):
        if found[place] in chosen and found[place - 1] not in chosen:
            found[place - 1], found[place] = found[place], found[place - 1]
    return found if to == "backward" else found[::-1]


def _rearranged(asked: WishReader, before: Sequence[str], after: Sequence[str]) -> list[Operation]:
    """Give what brings the pieces into this order; units stay where they are among them."""
    by_id = {str(feature["id"]): feature for feature in features_of(asked.table.document)}
    names = list(by_id)
    places = [names.index(name) for name in before]
    wanted = list(names)
    for place, name in zip(places, after, strict=True):
        wanted[place] = name
    found: list[Operation] = []
    for place, name in enumerate(wanted):
        if names[place] != name:
            found += [RemoveFeature(name), AddFeature(by_id[name], place)]
            names.remove(name)
            names.insert(place, name)
    return found


def _answer(
    asked: WishReader, key: str, pieces: Sequence[EditedPiece], operations: Sequence[Operation]
) -> EditResult:
    shown = [piece.id for piece in pieces]
    return asked.answer(key, operations, [piece.title for piece in pieces], selected=shown)
