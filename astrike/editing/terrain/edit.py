"""What becomes of a wish: which operations on the document fulfil it, or what is wrong with it?

Every action reads its fields, names everything that is wrong with them at once, and answers with operations that the
web stores. What comes out is held against the checks of the table file before it is answered: an edit never makes a
table that cannot be read.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from astrike.editing.terrain.actions.adding import add, point
from astrike.editing.terrain.actions.arranging import group, lock, order, remove, ungroup, unlock
from astrike.editing.terrain.actions.copying import copy, mirror
from astrike.editing.terrain.actions.moving import move, place, resize, turn
from astrike.editing.terrain.actions.outlines import (
    add_corner,
    add_hole,
    change_edge,
    move_corner,
    remove_corner,
    remove_hole,
    reshape,
)
from astrike.editing.terrain.actions.properties import set_properties
from astrike.editing.terrain.actions.zones import zone
from astrike.editing.terrain.edit_requests import EditResult, EditWish, WishReader
from astrike.editing.terrain.ground_levels import left_behind
from astrike.errors import InputError, Problem
from astrike.formats.checks import one_of
from astrike.formats.json_text import shown
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import AddFeature, Operation, ReplaceDocument, SetMember, apply
from astrike.model.table import Table
from astrike.model.table_document import features_of

ACTIONS: Final[Mapping[str, Callable[[WishReader], EditResult]]] = {
    "add": add,
    "move": move,
    "place": place,
    "turn": turn,
    "resize": resize,
    "reshape": reshape,
    "corner": move_corner,
    "corner-add": add_corner,
    "corner-remove": remove_corner,
    "hole-add": add_hole,
    "hole-remove": remove_hole,
    "edge": change_edge,
    "set": set_properties,
    "copy": copy,
    "mirror": mirror,
    "group": group,
    "ungroup": ungroup,
    "lock": lock,
    "unlock": unlock,
    "remove": remove,
    "order": order,
    "zone": zone,
    "point": point,
}
_AT = re.compile(r"features\[([0-9]+)\](?:\.(geometry|properties)(?:\.([a-z_]+))?)?")


def edit(table: Table, wish: EditWish) -> EditResult:
    """Fulfil a wish, or raise `InputError` that names every field that is wrong.

    >>> from astrike.formats.table.table_file import empty_document
    >>> practice = parse_document(empty_document("Practice", width=48, depth=36))
    >>> edited = edit(practice, EditWish("add", values={"piece": "hill-2", "x": "12,5", "y": "20"}))
    >>> edited.selected, edited.label.key
    (('hill-1', 'hill-1-step-2'), 'terrain.added')
    """
    action = ACTIONS.get(wish.action)
    if action is None:
        raise InputError([Problem("action", shown(wish.action[:40]), one_of(ACTIONS))])
    found = action(WishReader(table, wish))
    after = _checked(table, found.operations, wish)
    touched = {name for operation in found.operations if (name := _touched(operation)) is not None}
    behind = left_behind(table, after, touched=touched)
    return EditResult(found.operations, found.label, found.selected, (*found.notes, *behind))


def _touched(operation: Operation) -> str | None:
    match operation:
        case AddFeature():
            return str(operation.feature["id"])
        case SetMember() | ReplaceDocument():
            return None
        case _:
            return operation.feature


def _checked(table: Table, operations: tuple[Operation, ...], wish: EditWish) -> Table:
    """Read the table as it would be; what is wrong with it is said about the fields of the wish."""
    document, _ = apply(table.document, operations)
    try:
        return parse_document(document)
    except InputError as error:
        said: dict[tuple[str, str, str], Problem] = {}
        for problem in error.problems:
            about = _about_field(problem, document, wish)
            # Of all corners that one number puts too far away, one is enough.
            said.setdefault(
                (about.at, about.expected, about.found if about.at in ("id", "table") else ""), about
            )
        fields = [each for each in said.values() if each.at != "table"]
        raise InputError(fields or said.values()) from error


def _about_field(problem: Problem, document: Mapping[str, object], wish: EditWish) -> Problem:
    found = _AT.match(problem.at)
    if found is None:
        return Problem("table", problem.found, problem.expected)
    if found[2] == "properties" and found[3] in wish.values:
        return Problem(found[3], problem.found, problem.expected)
    if found[2] == "geometry":
        fields = [
            key for key in ("corners", "points", "x", "dx", "width", "factor", "by") if key in wish.values
        ]
        return Problem(fields[0] if fields else "id", problem.found, problem.expected)
    feature = features_of(document)[int(found[1])]
    rest = problem.at[found.end(1) + 1 :].removeprefix(".properties").removeprefix(".")
    return Problem("id", f"{feature.get('id')}, {rest}: {problem.found}", problem.expected)
