"""Random layouts: the same seed gives the same, symmetric ones are so exactly, limits hold when measured plainly."""

from collections.abc import Mapping
from itertools import combinations
from time import process_time

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Polygon, box, shape
from shapely.ops import unary_union

from astrike.editing.layout.generator import generate
from astrike.editing.layout.wishes import KINDS, PER_48, SYMMETRIES, GeneratedLayout, LayoutWishes, counts_for
from astrike.errors import InputError
from astrike.formats.table.table_file import read_table, write_document
from astrike.geometry.shaping import curve, ellipse, rectangle
from astrike.web.layout.questions import ask_legal

DENSITIES = sorted(PER_48)


@st.composite
def wishes(draw: st.DrawFn) -> LayoutWishes:
    """Wishes of a player, not all of which can be met."""
    width, depth = draw(st.sampled_from([(48.0, 48.0), (72.0, 48.0), (36.0, 47.5), (30.0, 22.0)]))
    return LayoutWishes(
        seed=draw(st.integers(0, 999_999)),
        width=width,
        depth=depth,
        symmetry=draw(st.sampled_from(SYMMETRIES)),
        counts={kind: draw(st.integers(0, 9)) for kind in KINDS},
        gap=draw(st.sampled_from([0.0, 1.25, 2.0, 3.5])),
        edge=draw(st.sampled_from([0.0, 2.0, 5.0])),
        zone_gap=draw(st.sampled_from([None, 0.0, 2.0])),
        least=draw(st.sampled_from([0.0, 8.0])),
        most=draw(st.sampled_from([15.0, 30.0, 100.0])),
        on_hills=draw(st.booleans()),
        zones=(((0.0, 0.0), (width, 0.0), (width, 4.0), (0.0, 4.0)),),
    )


def outlines(layout: GeneratedLayout) -> dict[str, Polygon]:
    """The outlines of a layout as its file has them."""
    return {str(each["id"]): shape(each["geometry"]) for each in layout.features}


def kind_of(layout: GeneratedLayout, piece: str) -> str:
    """The kind of a piece."""
    found = layout.table.piece(piece)
    assert found is not None
    return found.kind


def image(wishes: LayoutWishes, point: tuple[float, float]) -> tuple[float, float]:
    """Where a point lies on the other half."""
    x, y = point
    there = {
        "turn": (wishes.width - x, wishes.depth - y),
        "west-east": (wishes.width - x, y),
        "south-north": (x, wishes.depth - y),
    }[wishes.symmetry]
    # Numbers of a file have decimals: what is left after the fifth is noise of the subtraction.
    return round(there[0], 5), round(there[1], 5)


def reported(about: Mapping[str, object]) -> tuple[object, ...]:
    """What a piece is, without where it lies."""
    return tuple(sorted((key, value) for key, value in about.items() if key not in ("shape", "group")))


@settings(max_examples=8, deadline=None)
@given(wishes())
def test_limits_hold_when_they_are_measured_plainly(wished: LayoutWishes) -> None:
    layout = generate(wished)
    unmet = {each.key: each for each in layout.unmet}
    shapes = outlines(layout)
    edge = wished.edge - 1e-9
    frame = box(edge, edge, wished.width - edge, wished.depth - edge)
    zone = Polygon(wished.zones[0])
    steps = {name for name in shapes if "-step-" in name}
    for name, outline in shapes.items():
        assert outline.is_valid
        assert frame.covers(outline), name
        if wished.zone_gap is not None:
            assert outline.distance(zone) >= wished.zone_gap - 1e-9
            assert outline.intersection(zone).area == 0
    for one, other in combinations(shapes, 2):
        a, b = shapes[one], shapes[other]
        kinds = {kind_of(layout, one), kind_of(layout, other)}
        if one in steps or other in steps:
            hill = one.split("-step-")[0], other.split("-step-")[0]
            if hill[0] == hill[1]:
                assert a.covers(b) or b.covers(a)
                continue
        if kinds == {"hill", "building"} and a.intersects(b):
            assert wished.on_hills
            assert a.covers(b) or b.covers(a), "a building stands on a hill whole"
            continue
        assert not a.intersects(b), f"{one} and {other} overlap"
        if kinds <= {"hill", "building"}:
            assert a.distance(b) >= wished.gap - 1e-9, f"{one} and {other}"
    counted = dict.fromkeys(KINDS, 0)
    for name in shapes.keys() - steps:
        counted[kind_of(layout, name)] += 1
    for kind in KINDS:
        reached = unmet[kind].reached if kind in unmet else wished.counts[kind]
        assert counted[kind] == reached
    covered = unary_union(list(shapes.values())) if shapes else Polygon()
    w, d = wished.width / 2, wished.depth / 2
    for where, (x, y) in {
        "south-west": (0, 0),
        "south-east": (w, 0),
        "north-west": (0, d),
        "north-east": (w, d),
    }.items():
        share = 100 * covered.intersection(box(x, y, x + w, y + d)).area / (w * d)
        assert 100 * layout.coverage.quadrants[where] == pytest.approx(share, abs=1e-6)
        if not any(each.key == "most" and each.where == where for each in layout.unmet):
            assert share <= wished.most + 1e-6
        if not any(each.key == "least" and each.where == where for each in layout.unmet):
            assert share >= wished.least - 1e-6


@settings(max_examples=8, deadline=None)
@given(wishes().filter(lambda each: each.symmetry != "none"))
def test_symmetric_layouts_are_exactly_symmetric(wished: LayoutWishes) -> None:
    layout = generate(wished)
    pieces = {
        (frozenset(points_of(each)), reported(each["properties"]))  # type: ignore[arg-type]
        for each in layout.features
    }
    mirrored = {(frozenset(image(wished, p) for p in points), about) for points, about in pieces}
    assert mirrored == pieces


def points_of(feature: Mapping[str, object]) -> list[tuple[float, float]]:
    """The corners of a feature."""
    return [(float(x), float(y)) for x, y in shapely.get_coordinates(shape(feature["geometry"])).tolist()]


@settings(max_examples=2, deadline=None)
@given(wishes())
def test_the_same_seed_gives_the_same_layout_and_another_seed_another(wished: LayoutWishes) -> None:
    first, again = generate(wished), generate(wished)
    assert write_document({"a": list(first.features)}) == write_document({"a": list(again.features)})


def test_a_seed_gives_this_layout_on_every_machine() -> None:
    layout = generate(LayoutWishes(seed=42))
    first = [(each["id"], points_of(each)[0]) for each in layout.features[:3]]
    assert first == [
        ("hill-1", (13.25, 20.875)),
        ("hill-1-step-2", (11.25, 19.5)),
        ("hill-2", (34.75, 27.125)),
    ]
    assert layout.features != generate(LayoutWishes(seed=43)).features


@pytest.mark.parametrize("density", DENSITIES)
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_layouts_are_sound_files_without_findings(density: str, symmetry: str) -> None:
    layout = generate(
        LayoutWishes(seed=5, width=72, depth=48, symmetry=symmetry, counts=counts_for(density, 72, 48))
    )
    assert layout.unmet == ()
    document = dict(layout.table.document)
    assert read_table(write_document(document)).terrain == layout.table.terrain
    (checked,) = ask_legal({"tables": [document]})
    assert checked.findings == ()


def test_the_shape_of_a_piece_makes_its_outline() -> None:
    layout = generate(LayoutWishes(seed=3, symmetry="west-east", counts=dict.fromkeys(KINDS, 3)))
    for each in layout.features:
        about = each["properties"]["shape"]  # type: ignore[index]
        match about["form"]:
            case "free":
                made = curve(about["corners"])
            case "ellipse":
                made = ellipse(about["at"], about["width"], about["depth"], about["turn"])
            case _:
                made = rectangle(about["at"], about["width"], about["depth"], about["turn"])
        assert shape(each["geometry"]).hausdorff_distance(Polygon(made)) < 1e-5


def test_wishes_that_cannot_be_met_say_what_there_is_instead() -> None:
    crowded = generate(LayoutWishes(seed=1, width=24, depth=24, counts={"hill": 20, "building": 20}, gap=4))
    reached = {each.key: (each.wished, each.reached) for each in crowded.unmet}
    assert set(reached) == {"hill", "building"}
    assert all(there < wished for wished, there in reached.values())
    assert reached["hill"][1] > 0
    bare = generate(LayoutWishes(seed=1, counts={"woods": 2}, least=30))
    assert {each.where for each in bare.unmet} == {"south-west", "south-east", "north-west", "north-east"}


def test_what_is_no_wish_is_refused_with_all_reasons() -> None:
    with pytest.raises(InputError) as refused:
        generate(LayoutWishes(seed=-1, symmetry="odd", counts={"woods": 99}, gap=-1, least=50, most=40))
    assert [each.at for each in refused.value.problems] == ["seed", "gap", "least", "symmetry", "woods"]


def test_a_dense_layout_of_a_large_table_takes_less_than_a_second() -> None:
    start = process_time()
    generate(LayoutWishes(seed=11, width=72, depth=48, counts=counts_for("dense", 72, 48)))
    assert process_time() - start < 1.0
