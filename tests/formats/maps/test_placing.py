"""How a drawing lies on a table: what is wished wins, what is lost is said, and the answer can always be read."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.errors import InputError
from astrike.formats.maps.placing import DrawingAsTable, place
from astrike.formats.table.table_file import parse_document
from astrike.model.import_notes import ImportNote
from astrike.model.imported_map import DrawnMap, DrawnShape, ImportChoices, ShapeGroup
from astrike.model.table import Table
from astrike.model.terrain import Outline, Ring
from tests.builders import around, box
from tests.formats.maps.sketches import area, stated

BOW: Ring = ((0, 0), (200, 200), (200, 0), (0, 200))


def areas(group: str, *rings: Ring, **more: object) -> DrawnShape:
    return DrawnShape(group, tuple(Outline(ring) for ring in rings), **more)  # type: ignore[arg-type]  # names of fields


def drawing(*shapes: DrawnShape, kinds: dict[str, str] | None = None, **more: object) -> DrawnMap:
    """A drawing of 400 by 300 units; each group is the kind that it is called."""
    keys = dict.fromkeys(shape.group for shape in shapes)
    groups = tuple(
        ShapeGroup(key, key.capitalize(), 1, (kinds or {}).get(key, key), is_line=key == "wall")
        for key in keys
    )
    about: dict[str, object] = {
        "format": "svg",
        "label": "SVG",
        "unit": "px",
        "scale": None,
        "guess": 0.1,
        "y_down": True,
        "box": (0, 0, 400, 300),
        "shapes": shapes,
        "groups": groups,
        **more,
    }
    return DrawnMap(**about)  # type: ignore[arg-type]  # names of fields


def table_of(found: DrawingAsTable) -> Table:
    return parse_document(found.document)


def refusal(given_drawing: DrawnMap, wishes: ImportChoices) -> list[tuple[str, str, str]]:
    with pytest.raises(InputError) as caught:
        place(given_drawing, wishes)
    return [(problem.at, problem.found, problem.expected) for problem in caught.value.problems]


# ---- scale, direction and size


def test_units_become_inches_and_the_corner_the_origin() -> None:
    moved = drawing(areas("hill", box(-100, -50, 0, 0)), box=(-100, -50, 300, 250))
    found = place(moved, ImportChoices())
    (piece,) = table_of(found).terrain
    assert piece.outlines[0].exterior == box(0, 25, 10, 30)
    assert (found.scale, found.size, found.y_down) == (0.1, (40, 30), True)


def test_scale_direction_and_size_may_be_wished() -> None:
    found = place(
        drawing(areas("hill", box(0, 0, 100, 50))), ImportChoices(scale=0.2, y_down=False, size=(100, 72))
    )
    table = table_of(found)
    assert table.terrain[0].outlines[0].exterior == box(0, 0, 20, 10)
    assert (table.width, table.depth) == (100, 72)


@pytest.mark.parametrize(
    ("scale", "found"), [(0.01, "0.01″ a px, a table of 4 by 3″"), (3.0, "3″ a px, a table of 1200 by 900″")]
)
def test_a_scale_that_makes_no_table_names_those_that_do(scale: float, found: str) -> None:
    given_drawing = drawing(areas("hill", box(0, 0, 100, 50)))
    expected = "0.04 to 0.36″ a px, for a table of 12 to 144″"
    assert refusal(given_drawing, ImportChoices(scale=scale)) == [("scale", found, expected)]
    for fits in (0.04, 0.36):
        assert place(given_drawing, ImportChoices(scale=fits)).scale == fits


def test_a_map_that_is_too_long_for_every_scale_needs_a_size() -> None:
    long = drawing(areas("hill", box(0, 0, 100, 50)), box=(0, 0, 9000, 100))
    ((at, _, expected),) = refusal(long, ImportChoices())
    assert (at, expected.split(":")[0]) == ("scale", "a table size of its own, width and depth")
    assert place(long, ImportChoices(size=(48, 36))).size == (48, 36)


def test_everything_wrong_with_the_wishes_is_named() -> None:
    wishes = ImportChoices(
        kinds={"hill": "volcano", "lake": "water"},
        heights={"woods": -1.0},
        thickness=99.0,
        size=(3.0, 300.0),
        simplify=50.0,
    )
    found = refusal(drawing(areas("hill", box(0, 0, 9, 9)), areas("woods", box(0, 0, 9, 9))), wishes)
    assert [at for at, _, _ in found] == [
        "thickness",
        "simplify",
        "width",
        "depth",
        "kinds.lake",
        "kinds.hill",
        "heights.woods",
    ]
    assert refusal(drawing(areas("hill", box(0, 0, 9, 9))), ImportChoices(edition="ce-9"))[0][0] == "edition"
    assert refusal(drawing(areas("hill", box(0, 0, 9, 9))), ImportChoices(scale=math.nan))[0][0] == "scale"


# ---- kinds and heights


def test_groups_become_kinds_and_what_is_left_out_is_counted() -> None:
    given_drawing = drawing(
        areas("hill", box(0, 0, 90, 90)),
        areas("grass", box(100, 0, 190, 90)),
        areas("grass", box(200, 0, 290, 90)),
        kinds={"grass": ""},
    )
    found = place(given_drawing, ImportChoices(kinds={"hill": "rough"}))
    assert [piece.kind for piece in table_of(found).terrain] == ["rough"]
    assert "grass: left out (2 times)" in stated(found)


def test_a_wished_height_wins_over_the_pieces_own_and_that_over_its_groups() -> None:
    own = areas("hill", box(0, 0, 90, 90), properties={"height": 3})
    other = areas("hill", box(100, 0, 190, 90))
    given_drawing = drawing(own, other, groups=(ShapeGroup("hill", "Hill", 2, "hill", height=2.0),))
    assert [piece.height for piece in table_of(place(given_drawing, ImportChoices())).terrain] == [3, 2]
    wished = place(given_drawing, ImportChoices(heights={"hill": 5.0}))
    assert [piece.height for piece in table_of(wished).terrain] == [5, 5]


def test_the_height_of_water_is_its_depth() -> None:
    found = place(drawing(areas("water", box(0, 0, 90, 90))), ImportChoices(heights={"water": 2.0}))
    assert table_of(found).terrain[0].depth == 2


def test_a_ramp_that_rises_in_no_direction_is_refused() -> None:
    given_drawing = drawing(areas("hill", box(0, 0, 90, 90)))
    ((at, _, expected),) = refusal(given_drawing, ImportChoices(kinds={"hill": "ramp"}))
    assert (at, expected) == ("kinds.hill", "another kind, such as hill")


def test_properties_that_fit_are_taken_and_the_others_kept_as_the_source_says_them() -> None:
    about = {
        "class": "marble",
        "cf": 40,
        "floors": 2.5,
        "height": 4,
        "owner": "the mayor",
        "roof": {"red": True},
    }
    found = place(
        drawing(areas("building", box(0, 0, 90, 90), properties=about, name=" Old\nmill ")), ImportChoices()
    )
    features = found.document["features"]
    assert isinstance(features, list)
    assert features[0]["properties"] == {
        "kind": "building",
        "name": "Old mill",
        "cf": 40,
        "height": 4,
        "source": {"class": "marble", "floors": 2.5, "owner": "the mayor", "roof": {"red": True}},
    }


def test_what_is_too_long_or_no_plain_value_is_reported() -> None:
    about = {f"field {number}": "x" * 150 for number in range(9)}
    found = place(
        drawing(
            areas("building", box(0, 0, 90, 90), properties=about),
            areas("hill", box(0, 0, 90, 90), properties={"wide": math.inf}),
        ),
        ImportChoices(),
    )
    assert "hill: a property that cannot be kept: wide" in stated(found)
    assert any(
        each.startswith("building: properties left out, too long to keep: field 0") for each in stated(found)
    )


def test_ids_are_readable_and_no_two_are_the_same() -> None:
    names = ["mill", "", "mill", "hill-1", ""]
    shapes = [areas("hill", box(9 * n, 0, 9 * n + 8, 9), id=name or None) for n, name in enumerate(names)]
    table = table_of(place(drawing(*shapes), ImportChoices()))
    assert [piece.id for piece in table.terrain] == ["mill", "hill-2", "mill-1", "hill-1", "hill-3"]


def test_points_become_marked_points_where_their_group_is_one() -> None:
    shapes = (
        DrawnShape("objective", path=((100, 100),), properties={"radius": 2}),
        DrawnShape("hill", path=((1, 1),)),
    )
    found = place(drawing(*shapes, areas("hill", box(0, 0, 9, 9))), ImportChoices())
    (marker,) = table_of(found).markers
    assert (marker.kind, marker.at, marker.radius) == ("objective", (10, 20), 2)
    assert "hill: a point is no terrain and was left out" in stated(found)


# ---- outlines


def test_lines_are_as_thick_as_they_are_or_as_wished() -> None:
    shapes = (
        DrawnShape("wall", path=((0, 100), (200, 100))),
        DrawnShape("wall", path=((0, 200), (200, 200)), width=10),
        DrawnShape("wall", path=((0, 250), (200, 250)), width=1e-6),
    )
    found = place(drawing(*shapes), ImportChoices(thickness=0.5))
    assert [round(area(piece), 4) for piece in table_of(found).terrain] == [10, 20, 0.4]
    assert "wall: thinner than 0.02″, so made that thick" in stated(found)


def test_a_closed_line_is_a_ring_or_solid_as_its_group_says() -> None:
    ring: Ring = (*box(50, 50, 150, 150), (50, 50))
    found = table_of(
        place(
            drawing(DrawnShape("wall", path=ring), DrawnShape("building", path=ring)),
            ImportChoices(thickness=1),
        )
    )
    assert [(round(area(piece)), len(piece.outlines[0].holes)) for piece in found.terrain] == [
        (40, 1),
        (100, 0),
    ]


def test_crossed_outlines_are_mended_and_those_without_an_area_left_out() -> None:
    found = place(
        drawing(
            areas("hill", BOW), areas("hill", ((0, 0), (50, 50), (100, 100))), areas("hill", ((0, 0), (9, 9)))
        ),
        ImportChoices(),
    )
    (piece,) = table_of(found).terrain
    assert (len(piece.outlines), area(piece)) == (2, 200)
    assert stated(found) >= {
        "hill: an outline that crosses itself was mended",
        "hill: an outline without an area was left out (2 times)",
    }


def test_parts_that_lie_over_each_other_are_joined() -> None:
    found = place(drawing(areas("hill", box(0, 0, 100, 100), box(50, 0, 150, 100))), ImportChoices())
    assert [area(piece) for piece in table_of(found).terrain] == [150]
    assert "hill: parts of one piece that lie over each other were joined" in stated(found)


def test_what_hangs_over_the_edge_stays_and_what_is_beside_the_table_goes() -> None:
    found = place(
        drawing(
            areas("hill", box(-50, 0, 50, 90)),
            areas("woods", box(-90, 0, 0, 90)),
            areas("rough", ((-90, 0), (0.5, -50), (0.5, -90))),
        ),
        ImportChoices(),
    )
    assert [(piece.kind, area(piece)) for piece in table_of(found).terrain] == [("hill", 90)]
    assert {each for each in stated(found) if "beside" in each} == {
        "hill: reaches beside the table, by 5.00″",
        "woods: wholly beside the table, by 9.00″, so left out",
        "rough: wholly beside the table, by 9.00″, so left out",
    }


def test_what_reaches_beyond_the_world_is_cut() -> None:
    found = place(drawing(areas("hill", box(-1e6, 100, 1e6, 200))), ImportChoices())
    (piece,) = table_of(found).terrain
    assert area(piece) == pytest.approx(10 * (40 + 2 * 250))
    assert "hill: cut off 250″ beside the table" in stated(found)


# ---- limits


def dots(count: int, *, corners: int = 4) -> DrawnMap:
    shapes = [
        areas("hill", around(4 + 8 * (n % 48), 4 + 8 * (n // 48 % 36), radius=3, corners=corners))
        for n in range(count)
    ]
    return drawing(*shapes)


def test_too_many_pieces_and_corners_are_refused_with_numbers() -> None:
    assert refusal(dots(1_050, corners=20), ImportChoices()) == [
        ("file", "1,050 pieces", "at most 1,000 on a table: leave groups out, or simplify"),
        ("file", "21,000 corners", "at most 20,000 on a table: leave groups out, or simplify"),
    ]
    assert refusal(dots(21_000), ImportChoices(simplify=0.05))[0][1] == "21,000 pieces"


def test_they_are_simplified_and_joined_when_asked() -> None:
    found = place(dots(1_050, corners=12), ImportChoices(simplify=0.05))
    table = table_of(found)
    assert 0 < len(table.terrain) < 1_000
    assert sum(area(piece) for piece in table.terrain) == pytest.approx(1_050 * 0.09 * 3, rel=0.2)
    assert any(each.startswith("simplified within 0.05″") for each in stated(found))
    assert any(each.startswith("pieces of one sort were joined") for each in stated(found))


def test_a_knot_of_crossings_is_left_out_and_the_rest_stays() -> None:
    knot: Ring = tuple((200 + 190 * math.cos(n * 2.4), 150 + 140 * math.sin(n * 3.1)) for n in range(900))
    found = place(
        drawing(areas("hill", knot), DrawnShape("wall", path=knot), areas("woods", box(0, 0, 9, 9))),
        ImportChoices(),
    )
    assert [piece.kind for piece in table_of(found).terrain] == ["woods"]
    assert stated(found) >= {
        "hill: crosses itself too often, so left out",
        "wall: crosses itself too often, so left out",
    }


def test_notes_of_the_reader_come_along() -> None:
    given_drawing = drawing(areas("hill", box(0, 0, 90, 90)), notes=(ImportNote("lamp", "no terrain", 3),))
    assert stated(place(given_drawing, ImportChoices())) >= {
        "lamp: no terrain (3 times)",
        "scale: the file does not say it: 0.1″ a px is a guess",
        "y: runs down in the file, and was turned over",
        "hill: no height in the file: as the edition says, 1″",
    }


# ---- laws

COORDINATES = st.one_of(st.integers(-500, 900), st.floats(-1e7, 1e7, allow_nan=False))
RINGS = st.lists(st.tuples(COORDINATES, COORDINATES), min_size=1, max_size=9).map(tuple)
SHAPES = st.one_of(
    st.builds(areas, st.sampled_from(["hill", "woods", "water", "building"]), RINGS),
    st.builds(areas, st.sampled_from(["hill", "woods"]), RINGS, RINGS),
    st.builds(
        lambda path, width: DrawnShape("wall", path=path, width=width), RINGS, st.none() | st.floats(0, 1e6)
    ),
)


@settings(max_examples=30, deadline=None)
@given(st.lists(SHAPES, min_size=1, max_size=6), st.sampled_from([0.03, 0.1, 0.3]), st.none() | st.just(0.2))
def test_whatever_is_drawn_becomes_a_table_that_can_be_read(
    shapes: list[DrawnShape], scale: float, simplify: float | None
) -> None:
    found = place(drawing(*shapes), ImportChoices(scale=scale, size=(48, 36), simplify=simplify))
    table = parse_document(found.document)
    assert len(table.terrain) <= len(shapes)


def test_a_class_and_measures_are_understood_however_they_are_spelled() -> None:
    square = ((0, 0), (100, 0), (100, 100), (0, 100))
    found = place(
        drawing(
            areas("woods", square, properties={"class": "Ultra Heavy", "height": " 3 "}),
            areas(
                "building", square, properties={"class": "HARDENED", "height": "2.5", "cf": -4, "base": "1e9"}
            ),
        ),
        ImportChoices(),
    )
    woods, building = table_of(found).terrain
    assert (woods.grade, woods.height) == ("ultra-heavy", 3)
    assert (building.grade, building.height, building.base) == ("hardened", 2.5, None)
    assert "building: a cf that it cannot have: kept aside" in stated(found)
    assert "building: a base that it cannot have: kept aside" in stated(found)


def test_what_is_called_heavy_woods_is_heavy() -> None:
    square = ((0, 0), (100, 0), (100, 100), (0, 100))
    shapes = (
        areas("Heavy Woods", square),
        areas("Ultra-heavy jungle (lines)", square),
        areas("Layer 1", square, name="Medium building 3"),
        areas("Heavy going", square),
    )
    kinds = dict(
        zip((shape.group for shape in shapes), ("woods", "jungle", "building", "woods"), strict=True)
    )
    found = place(drawing(*shapes, kinds=kinds), ImportChoices())
    assert [piece.grade for piece in table_of(found).terrain] == ["heavy", "ultra-heavy", "medium", None]
    assert "Heavy Woods: heavy, as it is called" in stated(found)


def test_a_map_of_which_nothing_is_left_says_so() -> None:
    found = place(drawing(areas("woods", ((900, 0), (950, 0), (950, 50)))), ImportChoices())
    assert not found.document["features"]
    assert "nothing of the map lies on the table" in stated(found)
