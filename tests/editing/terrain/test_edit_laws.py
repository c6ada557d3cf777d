"""Laws of editing: what is moved back lies where it lay, turns and mirror images come round, nothing is ever broken."""

import json
import math
from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.editing.terrain.edit import ACTIONS, edit
from astrike.editing.terrain.edit_requests import EditWish
from astrike.editing.terrain.palette import palette
from astrike.errors import InputError, Problem
from astrike.formats.table.table_file import parse_document
from astrike.model.document_change import apply
from astrike.model.table import Table
from tests import strategies
from tests.editing.terrain.edits import wish
from tests.soak import examples

few = settings(max_examples=15)
KEYS = tuple(key for key in palette("ce-5.01") if not key.startswith("building-c"))


def after(table: Table, *wishes: EditWish) -> Table:
    for each in wishes:
        document, _ = apply(table.document, edit(table, each).operations)
        table = parse_document(document)
    return table


def corners(table: Table, name: str) -> list[tuple[float, float]]:
    piece = table.piece(name)
    assert piece is not None
    return sorted(
        corner for outline in piece.outlines for ring in (outline.exterior, *outline.holes) for corner in ring
    )


def is_same(one: Table, other: Table, name: str) -> bool:
    a, b = np.array(corners(one, name)), np.array(corners(other, name))
    if a.shape != b.shape:
        return False
    nearest = np.abs(a[:, None, :] - b[None, :, :]).max(axis=2).min(axis=1)
    return bool((nearest <= 1e-9).all())


@st.composite
def laid(draw: st.DrawFn) -> tuple[Table, str]:
    """A table with one piece of the palette, laid somewhere, and the id of its first part."""
    table = parse_document(
        {
            "type": "FeatureCollection",
            "astrike": {"format": 1, "width": 48, "depth": 36},
            "features": [],
        }
    )
    at = draw(strategies.points())
    turn = draw(strategies.facings())
    added = wish("add", piece=draw(st.sampled_from(KEYS)), x=f"{at[0]}", y=f"{at[1]}", turn=f"{turn}")
    table = after(table, added)
    return table, table.terrain[0].id


@few
@given(laid(), strategies.lengths(-60, 60), strategies.lengths(-60, 60))
def test_moved_there_and_back(lies: tuple[Table, str], dx: float, dy: float) -> None:
    table, name = lies
    there = wish("move", name, dx=f"{dx}", dy=f"{dy}")
    back = wish("move", name, dx=f"{-dx}", dy=f"{-dy}")
    assert is_same(after(table, there, back), table, name)


@few
@given(laid())
def test_four_quarter_turns_are_none(lies: tuple[Table, str]) -> None:
    table, name = lies
    turned = after(table, *[wish("turn", name, by="90")] * 4)
    assert is_same(turned, table, name)


@few
@given(laid(), st.sampled_from(["turn", "west-east", "south-north"]))
def test_mirrored_twice_is_as_it_was(lies: tuple[Table, str], axis: str) -> None:
    table, name = lies
    twice = after(table, *[wish("mirror", name, axis=axis, as_="move")] * 2)
    assert is_same(twice, table, name)


@few
@given(laid(), strategies.facings(), strategies.lengths(-20, 20), st.sampled_from(["turn", "west-east"]))
def test_moving_turning_and_mirroring_keep_the_area(
    lies: tuple[Table, str], by: float, dx: float, axis: str
) -> None:
    table, name = lies
    other = after(
        table,
        wish("turn", name, by=f"{by}"),
        wish("move", name, dx=f"{dx}"),
        wish("mirror", name, axis=axis, as_="move"),
    )
    assert _area(other, name) == pytest.approx(_area(table, name), abs=1e-4)


def _area(table: Table, name: str) -> float:
    piece = table.piece(name)
    assert piece is not None
    total = 0.0
    for outline in piece.outlines:
        for ring in (outline.exterior, *outline.holes):
            x, y = np.array(ring).T
            total += float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) / 2
    return total


# ---- whatever is asked


RUBBISH = ("", "0", "-3", "2,5", "400", "1e9", "nan", "x", "−2", "[[1,2],3]", "{", "\x00", "x" * 300)
WORDS: Mapping[str, tuple[str, ...]] = {
    "piece": ("", "hill-2", "river", "ramp", "building-light"),
    "kind": ("woods", "ramp", "building", "water", "hill"),
    "form": ("", "strip", "regular", "free"),
    "edge": ("curved", "straight", "ramp"),
    "axis": ("", "turn", "west-east"),
    "as": ("copy", "move"),
    "to": ("front", "back", "forward", "backward"),
    "rule": ("edge", "corner", "centre", "triangle"),
    "corner": ("both", "south-west"),
    "curved": ("", "true", "false"),
    "name": ("", "Alder"),
    "from_x": ("west", "centre"),
    "from_y": ("north", "south"),
    "ring": ("0", "0", "1"),
    "index": ("0", "1", "2"),
}
FIELDS: Mapping[str, tuple[str, ...]] = {
    "add": ("piece", "kind", "form", "x", "y", "width", "turn", "curved", "name"),
    "move": ("dx", "dy"),
    "place": ("x", "y", "from_x", "from_y", "turn"),
    "turn": ("by",),
    "resize": ("width", "depth"),
    "reshape": ("corners", "ring", "curved"),
    "corner": ("ring", "index", "x", "y"),
    "corner-add": ("ring", "index", "x", "y"),
    "corner-remove": ("ring", "index"),
    "hole-add": ("corners",),
    "hole-remove": (),
    "edge": ("edge",),
    "set": ("kind", "name", "height"),
    "copy": ("dx", "dy"),
    "mirror": ("axis", "as"),
    "order": ("to",),
    "zone": ("rule", "corner", "inches"),
    "point": ("x", "y"),
}
places = st.lists(st.tuples(strategies.lengths(0, 48), strategies.lengths(0, 36)), min_size=3, max_size=7)


def _field(name: str) -> st.SearchStrategy[str]:
    if name in WORDS:
        return st.sampled_from(WORDS[name])
    if name == "corners":
        return places.map(json.dumps)
    low = 0.5 if name in ("width", "depth", "height", "inches") else -20
    return strategies.lengths(low, 40).map(str)


@st.composite
def any_wishes(draw: st.DrawFn, ids: tuple[str, ...]) -> EditWish:
    """A wish that often makes sense; now and then there is anything in one of its fields."""
    action = draw(st.sampled_from(tuple(ACTIONS)))
    values = {name: draw(_field(name)) for name in FIELDS.get(action, ())}
    values = {"kind": "poi", "edge": "south", **values} if action in ("point", "zone") else values
    if action == "zone":
        values["kind"] = "deployment"
    if values and draw(st.integers(0, 3)) == 0:
        values[draw(st.sampled_from(tuple(values)))] = draw(st.sampled_from(RUBBISH))
    chosen = draw(st.lists(st.sampled_from(ids or ("nobody",)), min_size=1, max_size=2, unique=True))
    alone = action in ("place", "reshape", "edge") or action.startswith(("corner", "hole"))
    return EditWish(action, tuple(chosen[:1] if alone else chosen), values)


@settings(max_examples=examples(20, soaked=40))
@given(strategies.documents(), st.data())
def test_whatever_is_asked_the_table_stays_readable_and_can_be_undone(
    document: dict[str, object], data: st.DataObject
) -> None:
    table = parse_document(document)
    for _ in range(4):
        ids = tuple(each.id for each in (*table.terrain, *table.markers, *table.units[:1]))
        asked = data.draw(any_wishes(ids))
        problems: list[Problem] = []
        found = None
        try:
            found = edit(table, asked)
        except InputError as error:
            problems += error.problems
        assert all(problem.at and problem.expected for problem in problems)
        assert (found is None) == bool(problems)
        if found is None:
            continue
        changed, inverse = apply(table.document, found.operations)
        assert json.dumps(apply(changed, inverse)[0]) == json.dumps(table.document)
        table = parse_document(changed)
        assert not any(
            math.isnan(x) for piece in table.terrain for o in piece.outlines for x, _ in o.exterior
        )
