"""Measuring with a tape: rows of two or three distances become corners, corners become a piece."""

import math

import pytest

from astrike.editing.terrain.tape_measuring import MeasuredPiece, TapeRow, corners, corners_of, measured
from astrike.editing.terrain.typed_fields import read_inches
from astrike.geometry.shaping import rectangle
from astrike.model.table import Table
from astrike.model.terrain import Outline, Terrain

HUT = Terrain("hut", "building", (Outline(((30.0, 10.0), (34.0, 10.0), (34.0, 13.0), (30.0, 13.0))),))
TABLE = Table("Practice", 48.0, 36.0, terrain=(HUT,))


@pytest.mark.parametrize(
    ("text", "inches"),
    [
        ("12.5", 12.5),
        (" 12,5 ", 12.5),
        ("12 1/2", 12.5),
        ("12-1/2", 12.5),
        ("12½", 12.5),
        ('12 1/2"', 12.5),
        ("12½″", 12.5),
        ("3/4", 0.75),
        ("¼", 0.25),
        ("12 in", 12.0),
        ("12 1/2 inches", 12.5),
        ("1' 6\"", 18.0),
        ("2′", 24.0),
        ("1' 6 1/4", 18.25),
        (".5", 0.5),
        ("12 ⅞", 12.875),
    ],
)
def test_inches_are_read_as_people_write_them(text: str, inches: float) -> None:
    assert read_inches(text) == pytest.approx(inches)


@pytest.mark.parametrize(
    "text", ["", "twelve", "12 1/0", "-3", "1 2 3", "1/2/3", "nan", "1e3", "12 cm", "½½"]
)
def test_what_is_no_length_is_not_read_as_one(text: str) -> None:
    assert read_inches(text) is None


def row(number: int, *tapes: tuple[str, str], pick: str = "") -> TapeRow:
    """A row of a form."""
    return TapeRow(number, tapes, pick)


def test_two_edges_give_a_point() -> None:
    (corner,) = corners(TABLE, [row(1, ("12 1/2", "east"), ("8", "north"))])
    assert corner.at == (35.5, 28.0)
    assert corner.options == ((35.5, 28.0),)


def test_a_corner_before_and_a_corner_of_a_piece_can_be_measured_from() -> None:
    rows = [
        row(1, ("10", "west"), ("10", "south")),
        row(2, ("5", "row:1"), ("10", "south")),
        row(3, ("4", "corner:2:hut"), ("10", "south")),
    ]
    first, second, third = corners(TABLE, rows)
    assert sorted(second.options) == [(5.0, 10.0), (15.0, 10.0)]
    assert third.at in ((38.0, 10.0), (30.0, 10.0))
    assert first.at == (10.0, 10.0)


def test_of_two_places_the_one_on_the_table_is_meant_unless_the_other_is_picked() -> None:
    tapes = (("5", "south-west"), ("5", "corner:1:hut"))
    assert corners(TABLE, [row(1, *tapes)])[0].problems
    tapes = (("13", "south-west"), ("13", "south-east"))
    assert not corners(TABLE, [row(1, *tapes)])[0].options, "13 and 13 do not reach over 48"
    tapes = (("26", "south-west"), ("26", "south-east"))
    (corner,) = corners(TABLE, [row(1, *tapes)])
    assert corner.at == (24.0, 10.0)
    other = "b" if corner.chosen == 0 else "a"
    assert corners(TABLE, [row(1, *tapes, pick=other)])[0].at == (24.0, -10.0)


def test_with_both_on_the_table_the_one_nearer_to_the_corner_before_is_meant() -> None:
    start = row(1, ("20", "west"), ("30", "south"))
    (_, near) = corners(TABLE, [start, row(2, ("12", "west"), ("13", "corner:1:hut"))])[:2]
    assert near.problems, "these two do not meet"
    near = corners(TABLE, [start, row(2, ("20", "west"), ("15", "corner:1:hut"))])[1]
    assert len(near.options) == 2
    assert near.at == pytest.approx((20.0, 10.0 + math.sqrt(125)), abs=1e-3)


def test_a_third_distance_settles_and_says_how_far_it_is_off() -> None:
    point = (20.0, 10.0 - math.sqrt(80.0))
    third = math.dist(point, (0.0, 36.0)) - 0.15
    rows = [
        row(
            1,
            ("20", "west"),
            (f"{math.dist(point, (30, 10)):.5f}", "corner:1:hut"),
            (f"{third:.5f}", "north-west"),
        )
    ]
    (corner,) = corners(TABLE, rows)
    assert corner.at == pytest.approx(point, abs=1e-3)
    assert corner.residual == pytest.approx(0.15, abs=1e-3)


def test_measurements_that_do_not_meet_say_how_far_they_are_apart() -> None:
    (corner,) = corners(TABLE, [row(1, ("10", "south-west"), ("34.8", "south-east"))])
    assert [(each.at, each.found) for each in corner.problems] == [
        ("d1-1", "these two do not meet: 3.2″ short")
    ]


def test_everything_wrong_with_a_row_is_named_at_its_field() -> None:
    (corner,) = corners(TABLE, [row(1, ("much", "west"), ("", "row:7"), ("9", "nowhere"))])
    assert [each.at for each in corner.problems] == ["d1-1", "d1-2", "r1-2", "r1-3"]


def test_a_round_piece_is_measured_from_its_four_ends() -> None:
    ring = tuple((10 + math.cos(k / 20 * math.tau), 10 + math.sin(k / 20 * math.tau)) for k in range(20))
    table = Table("Practice", 48.0, 36.0, terrain=(Terrain("pond", "water", (Outline(ring),)),))
    ends = [each.at for each in corners_of(table) if each.piece]
    assert ends == [pytest.approx(place) for place in ((9, 10), (10, 9), (11, 10), (10, 11))]


def test_a_rectangle_gets_right_angles_and_says_how_far_a_corner_was_moved() -> None:
    made = measured("rectangle", [(10, 10), (14, 10), (14.3, 13)])
    assert isinstance(made, MeasuredPiece)
    assert made.outlines[0].exterior == ((10, 10), (14, 10), (14, 13), (10, 13))
    assert made.moved == pytest.approx(0.3)
    assert made.shape["turn"] == 0.0


@pytest.mark.parametrize("angle", [0, 37, 90, 200, 315])
def test_a_turned_rectangle_is_the_one_that_its_shape_describes(angle: float) -> None:
    ring = rectangle((20, 15), 6, 4, angle)
    made = measured("rectangle", ring[:3])
    assert isinstance(made, MeasuredPiece)
    shape = made.shape
    assert sorted(made.outlines[0].exterior) == [pytest.approx(p, abs=1e-6) for p in sorted(ring)]
    again = rectangle(shape["at"], shape["width"], shape["depth"], shape["turn"])  # type: ignore[arg-type]
    assert sorted(again) == [pytest.approx(p, abs=1e-4) for p in sorted(ring)]


@pytest.mark.parametrize(
    ("form", "points", "width", "at"),
    [
        ("outline", [(1, 1), (2, 1)], "", "rows"),
        ("outline", [(1, 1), (2, 1), (3, 1)], "", "rows"),
        ("round", [(1, 1)], "wide", "width"),
        ("strip", [(1, 1), (9, 1)], "", "width"),
        ("rectangle", [(1, 1), (1, 1), (3, 1)], "", "rows"),
    ],
    ids=["a corner too few", "all on a line", "no width", "a river without width", "no side"],
)
def test_a_piece_that_is_not_whole_says_what_is_missing(
    form: str, points: list[tuple[float, float]], width: str, at: str
) -> None:
    made = measured(form, points, width=width)
    assert not isinstance(made, MeasuredPiece)
    assert [each.at for each in made] == [at]


def test_a_crossed_outline_is_mended() -> None:
    made = measured("outline", [(0, 0), (4, 4), (4, 0), (0, 4)])
    assert isinstance(made, MeasuredPiece)
    assert len(made.outlines) == 2


def test_a_river_and_a_pond_take_a_width() -> None:
    river = measured("strip", [(0, 5), (10, 5), (20, 12)], width="3", is_curved=True)
    pond = measured("round", [(8, 8)], width="4 1/2")
    assert isinstance(river, MeasuredPiece)
    assert isinstance(pond, MeasuredPiece)
    assert pond.shape["width"] == 4.5
    assert len(river.outlines) == 1
