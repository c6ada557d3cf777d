"""The library: pieces and layouts come back as they were saved, stand on the ground, and fit or say why not."""

from collections.abc import Mapping

import pytest
from shapely.affinity import rotate
from shapely.geometry import shape
from shapely.ops import unary_union

from astrike.editing.terrain.edit_requests import EditResult
from astrike.editing.terrain.saved import (
    layout_document,
    layout_table,
    piece_document,
    piece_table,
    place_piece,
    shipped_layouts,
    use_layout,
)
from astrike.errors import InputError
from astrike.formats.table.table_file import empty_document, parse_document, write_table
from astrike.model.document_change import RemoveFeature, apply
from astrike.model.table import Table
from astrike.model.terrain import Terrain
from astrike.rules.layout.coverage import coverage_of
from astrike.web.layout.questions import ask_legal


def square(name: str, /, x: float, y: float, size: float, **about: object) -> dict[str, object]:
    ring = [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]
    geometry = {"type": "Polygon", "coordinates": [ring]}
    return {"type": "Feature", "id": name, "geometry": geometry, "properties": about}


def unit(name: str, /, x: float, y: float, **about: object) -> dict[str, object]:
    geometry = {"type": "Point", "coordinates": [x, y]}
    return {"type": "Feature", "id": name, "geometry": geometry, "properties": {"kind": "unit", **about}}


def table(*features: Mapping[str, object], width: float = 48, depth: float = 48, **head: object) -> Table:
    document = empty_document("Practice", width=width, depth=depth)
    member = document["astrike"]
    assert isinstance(member, dict)
    return parse_document({**document, "astrike": {**member, **head}, "features": list(features)})


def after(before: Table, edited: EditResult) -> Table:
    """The table after the change; undone, it is as before, byte for byte."""
    document, inverse = apply(before.document, edited.operations)
    undone, _ = apply(document, inverse)
    assert undone == before.document
    assert [f["id"] for f in undone["features"]] == [f["id"] for f in before.document["features"]]  # type: ignore[union-attr, attr-defined, index]
    return parse_document(document)


HILL = square("plateau", 4, 4, 20, kind="hill", height=2)
STEP = square("knoll", 8, 8, 6, kind="hill", height=3.5)
HUT = square("hut", 10, 10, 2, kind="building", height=1, name="Mill")
MAST = square("mast", 12.5, 10, 1, kind="wall", height=3, base=3.5, armed=None)


def test_a_saved_piece_is_measured_from_the_ground_and_stands_on_the_ground() -> None:
    here = table(HILL, STEP, HUT, MAST)
    saved = piece_document(here, ["knoll", "hut", "mast"])
    flat = after(table(), place_piece(table(), saved, "Knoll", {"x": "30", "y": "20"}))
    heights = {piece.id: (piece.base, piece.height) for piece in flat.terrain}
    assert heights == {"knoll-1": (None, 1.5), "hut-1": (None, 1.0), "mast-1": (1.5, 3.0)}
    again = after(here, place_piece(here, saved, "Knoll", {"x": "20", "y": "20"}))
    assert [piece.height for piece in again.terrain if piece.id == "knoll-1"] == [3.5]
    assert [piece.base for piece in again.terrain if piece.id == "mast-1"] == [3.5]


def test_a_saved_piece_lies_around_the_place_it_is_put_to_and_belongs_together() -> None:
    here = table(HUT, square("hut-2", 14, 10, 2, kind="building", height=2))
    saved = piece_document(here, ["hut", "hut-2"])
    edited = place_piece(table(), saved, "Farm", {"x": "20", "y": "30", "turn": "90"})
    there = after(table(), edited)
    first, second = (piece.outlines[0].exterior for piece in there.terrain)
    assert {y for _, y in first} == {31.0, 33.0}
    assert {x for x, _ in first} == {19.0, 21.0}
    assert {y for _, y in second} == {27.0, 29.0}
    groups = {f["properties"].get("group") for f in there.document["features"]}  # type: ignore[union-attr, attr-defined, index]
    assert groups == {"group-1"}
    assert edited.selected == tuple(piece.id for piece in there.terrain)


def test_a_ramp_that_is_turned_rises_the_other_way() -> None:
    here = table(square("ramp", 4, 4, 4, kind="ramp", height=1, toward=350))
    saved = piece_document(here, ["ramp"])
    there = after(table(), place_piece(table(), saved, "Ramp", {"turn": "30"}))
    assert there.terrain[0].toward == 20.0


def test_a_saved_piece_can_be_looked_at_as_a_table_of_its_own() -> None:
    shown = piece_table(piece_document(table(HUT, MAST), ["hut", "mast"]), name="Mill")
    assert (shown.width, shown.depth, len(shown.terrain)) == (12.0, 12.0, 2)


def test_what_is_not_there_cannot_be_saved_and_all_of_it_is_named() -> None:
    with pytest.raises(InputError) as refused:
        piece_document(table(HUT), ["hut", "barn", "tower"])
    assert [each.found for each in refused.value.problems] == ["'barn'", "'tower'"]
    with pytest.raises(InputError, match="nothing selected"):
        piece_document(table(HUT), [])


ZONE = square("zone", 0, 0, 6, kind="deployment", side="blue")
FLAG = {
    "type": "Feature",
    "id": "flag",
    "geometry": {"type": "Point", "coordinates": [24, 24]},
    "properties": {"kind": "objective", "side": "blue"},
}


def ids(shown: Table) -> list[str]:
    return [each.id for each in (*shown.terrain, *shown.markers, *shown.units)]


def test_a_layout_has_no_units_and_zones_on_demand() -> None:
    here = table(
        unit("A", 5, 5, side="blue"), {**HUT, "properties": {**HUT["properties"], "armed": "A"}}, ZONE, FLAG
    )  # type: ignore[dict-item]
    bare = layout_table(layout_document(here, zones=False), name="Bare", edition="ce-7")
    whole = layout_table(layout_document(here, zones=True), name="Whole", edition="ce-5.01")
    assert (ids(bare), bare.edition) == (["hut"], "ce-7")
    assert ids(whole) == ["hut", "zone", "flag"]
    assert whole.terrain[0].armed is None
    with pytest.raises(InputError, match="a table without terrain"):
        layout_document(table(unit("A", 5, 5)), zones=True)


def test_a_layout_takes_the_place_of_the_terrain_and_leaves_units_and_zones() -> None:
    here = table(unit("A", 40, 5), square("old", 20, 20, 4, kind="woods"), ZONE)
    layout = table(HUT, STEP)
    there = after(here, use_layout(here, layout, how="replace", zones=True))
    assert ids(there) == ["hut", "knoll", "zone", "A"]
    with_zones = after(here, use_layout(here, table(HUT, {**ZONE, "id": "area"}), how="replace", zones=True))
    assert ids(with_zones) == ["hut", "area", "A"]


def test_a_layout_that_is_added_gets_free_ids_and_groups() -> None:
    here = table({**HUT, "properties": {**HUT["properties"], "group": "farm"}})  # type: ignore[dict-item]
    layout = table({**HUT, "properties": {**HUT["properties"], "group": "farm"}}, STEP)  # type: ignore[dict-item]
    there = after(here, use_layout(here, layout, how="add", zones=False))
    assert sorted(ids(there)) == ["hut", "hut-1", "knoll"]
    groups = [f["properties"].get("group") for f in there.document["features"]]  # type: ignore[union-attr, attr-defined, index]
    assert sorted(filter(None, groups)) == ["farm", "group-1"]


def test_on_a_larger_table_a_layout_lies_in_the_middle_with_a_word() -> None:
    here = table(width=72)
    edited = use_layout(here, table(HUT), how="replace", zones=False)
    there = after(here, edited)
    assert min(x for x, _ in there.terrain[0].outlines[0].exterior) == 22.0
    assert [note.words for note in edited.notes] == [
        "This layout is made for 48 × 48″ and comes to the middle of 72 × 48″"
    ]


def test_a_layout_that_does_not_fit_is_refused_with_all_reasons() -> None:
    here = table(width=24, depth=24)
    layout = table(HUT, square("far", 40, 3, 4, kind="woods"), square("mid", 22, 22, 4, kind="woods"))
    with pytest.raises(InputError) as refused:
        use_layout(here, layout, how="replace", zones=False)
    assert [(each.at, each.found) for each in refused.value.problems] == [
        ("Mill", "2″ beyond the west edge"),
        ("Mill", "2″ beyond the south edge"),
        ("Far", "9″ beyond the south edge"),
        ("Far", "8″ beyond the east edge"),
    ]


def test_nobody_may_stand_in_a_building_that_goes() -> None:
    here = table(HUT, unit("A", 11, 11, name="Alder", elevation={"in": "hut", "level": 0}))
    with pytest.raises(InputError, match="Alder: found inside Mill"):
        use_layout(here, table(STEP), how="replace", zones=False)


def test_zones_belong_to_the_sides_of_the_table() -> None:
    sides = [{"id": "red", "home": "south"}, {"id": "green", "home": "north"}]
    here = table(sides=sides)
    layout = table(HUT, ZONE, sides=[{"id": "blue", "home": "north"}, {"id": "grey", "home": "south"}])
    there = after(here, use_layout(here, layout, how="replace", zones=True))
    assert there.terrain[1].side == "green"


@pytest.mark.parametrize("key", ["border-post"])
def test_what_is_saved_and_put_back_is_where_and_as_high_as_it_was(key: str) -> None:
    layout = shipped_layouts()[key]
    stacks: dict[str, list[Terrain]] = {}
    for feature, piece in zip(layout.document["features"], layout.terrain, strict=True):  # type: ignore[arg-type]
        stacks.setdefault(feature["properties"].get("group", piece.id), []).append(piece)
    for stack in stacks.values():
        corners = [point for piece in stack for outline in piece.outlines for point in outline.exterior]
        middle = [(min(axis) + max(axis)) / 2 for axis in zip(*corners, strict=True)]
        saved = piece_document(layout, [stack[-1].id])
        rest, _ = apply(layout.document, [RemoveFeature(piece.id) for piece in stack])
        without = parse_document(rest)
        edited = place_piece(without, saved, "Back", {"x": f"{middle[0]:.6f}", "y": f"{middle[1]:.6f}"})
        back = after(without, edited)
        for piece, name in zip(stack, edited.selected, strict=True):
            again = back.piece(name)
            assert again is not None
            assert (again.kind, again.base, again.height) == (piece.kind, piece.base, piece.height)
            there, here = shape(geometry(back, name)), shape(geometry(layout, piece.id))
            assert there.symmetric_difference(here).area < 1e-3


# ---- those that ship


@pytest.mark.parametrize("key", sorted(shipped_layouts()))
def test_shipped_layouts_are_legal_symmetric_and_wide_enough(key: str) -> None:
    layout = shipped_layouts()[key]
    (checked,) = ask_legal({"tables": [dict(layout.document)]})
    assert checked.findings == ()
    shapes = {piece.id: shape(geometry(layout, piece.id)) for piece in layout.terrain}
    for kind in {piece.kind for piece in layout.terrain}:
        whole = unary_union([shapes[piece.id] for piece in layout.terrain if piece.kind == kind])
        other = unary_union([turned(layout, shapes[p.id]) for p in layout.terrain if p.kind == kind])
        assert whole.symmetric_difference(other).area < 1e-6, kind
    gap = coverage_of(layout).gap
    assert gap is None or gap.inches >= 1.25
    sides = {piece.side for piece in layout.terrain if piece.kind == "deployment"}
    assert sides == {"south", "north"}
    assert len(write_table(layout)) < 60_000


def test_there_are_shipped_layouts_for_both_common_sizes() -> None:
    sizes = [(each.width, each.depth) for each in shipped_layouts().values()]
    assert sizes.count((48.0, 48.0)) >= 2
    assert sizes.count((72.0, 48.0)) >= 2


def geometry(layout: Table, piece: str) -> object:
    return next(f["geometry"] for f in layout.document["features"] if f["id"] == piece)  # type: ignore[union-attr, attr-defined, index]


def turned(layout: Table, outline: object) -> object:
    return rotate(outline, 180, origin=(layout.width / 2, layout.depth / 2))
