"""Set-up sheets: what is printed is where the pieces lie, every piece is there, and no label covers another."""

import math
import re
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.editing.terrain.saved import shipped_layouts
from astrike.formats.table.table_file import read_table
from astrike.geometry.shaping import curve, curved_path, strip_along
from astrike.model.table import Side, Table
from astrike.model.terrain import Marker, Outline, Point, Terrain
from astrike.report.paper.canvas import Canvas, Paper
from astrike.report.paper.edge_distances import TAPES, TapeUnit, from_edges, length, read_length
from astrike.report.paper.inventory import inventory, layout_mark, rectangle_around
from astrike.report.paper.measured_points import MeasuredPoints, measured_points
from astrike.report.paper.piece_cards import CardMeasures, cards_of
from astrike.report.paper.plan import laid_out, plan_frame
from astrike.report.paper.setup_sheet import SetupSheet, setup_sheet, setup_sheets
from astrike.web.home.demo import demo_text
from tests.soak import examples
from tests.strategies import tables

SIXTEENTH = 1 / 16 + 1e-9
LAYOUTS = {**shipped_layouts(), "big": read_table(demo_text("big"))}
LENGTH = r"−?\d+(?:\.\d+)?(?: \d/\d)?|−?\d/\d"
ROW = re.compile(
    rf"\b([a-z]{{1,2}}) ([WE]) ({LENGTH})(?: −?\d+\.\d\d)? ([SN]) ({LENGTH})(?: −?\d+\.\d\d)?(?=\s|$)",
    re.MULTILINE,
)
by_layout = pytest.mark.parametrize("name", sorted(LAYOUTS))


def texts(data: bytes) -> list[str]:
    with pypdfium2.PdfDocument(data) as pdf:
        return [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in pdf]


@dataclass(frozen=True)
class Printed:
    """A row of a card, read back."""

    letter: str
    at: Point


def printed(words: str, table: Table) -> list[Printed]:
    """Read all rows and say where they lead."""
    found = []
    for letter, across, x, along, y in ROW.findall(words):
        dx, dy = read_length(x), read_length(y)
        at = (dx if across == "W" else table.width - dx, dy if along == "S" else table.depth - dy)
        found.append(Printed(letter, at))
    return found


@cache
def words_of(name: str, tape: TapeUnit, paper: Paper = "a4") -> str:
    return "\n".join(texts(setup_sheet(LAYOUTS[name], title=name, paper=paper, tape=tape)))


def table_with(*pieces: Terrain, name: str = "Hall", markers: tuple[Marker, ...] = ()) -> Table:
    return Table(name, 48, 36, terrain=pieces, markers=markers)


def block(at: Point, wide: float, deep: float, turn: float = 0.0, **more: object) -> Terrain:
    angle = math.radians(turn)
    ring = tuple(
        (
            round(at[0] + x * math.cos(angle) + y * math.sin(angle), 6),
            round(at[1] - x * math.sin(angle) + y * math.cos(angle), 6),
        )
        for x, y in (
            (-wide / 2, -deep / 2),
            (wide / 2, -deep / 2),
            (wide / 2, deep / 2),
            (-wide / 2, deep / 2),
        )
    )
    return Terrain("block", "building", (Outline(ring),), **more)  # type: ignore[arg-type]  # its fields


# ---- numbers


@pytest.mark.parametrize(("name", "tape"), [("small-town", "decimal"), ("big", "eighths")])
def test_every_point_stands_on_the_sheet_where_it_lies(name: str, tape: TapeUnit) -> None:
    table = LAYOUTS[name]
    rows = printed(words_of(name, tape), table)
    expected = [(point.letter, point.at) for entry in inventory(table).pieces for point in entry.all_points]
    assert [row.letter for row in rows] == [letter for letter, _at in expected]
    most = SIXTEENTH if tape == "eighths" else 0.005 + 1e-9
    for row, (_letter, at) in zip(rows, expected, strict=True):
        assert abs(row.at[0] - at[0]) <= most
        assert abs(row.at[1] - at[1]) <= most


@given(st.floats(-20, 150), st.sampled_from(TAPES))
def test_a_length_is_read_as_it_was_meant(inches: float, tape: TapeUnit) -> None:
    assert abs(read_length(length(inches, tape)) - inches) <= (
        SIXTEENTH if tape == "eighths" else 0.005 + 1e-9
    )


@given(st.tuples(st.floats(0, 48), st.floats(0, 36)))
def test_distances_are_from_the_nearer_edges(point: Point) -> None:
    across, along = from_edges(point, (48.0, 36.0))
    assert (across.inches, along.inches) == (min(point[0], 48 - point[0]), min(point[1], 36 - point[1]))


@settings(max_examples=examples(20, soaked=40))
@given(tables(most_units=0))
def test_every_corner_of_a_piece_with_few_is_listed(table: Table) -> None:
    found = inventory(table)
    listed: dict[str, list[Point]] = {}
    for step in (step for entry in (*found.pieces, *found.zones) for step in entry.steps):
        listed[step.piece.id] = [point.at for part in step.points for point in part]
    assert listed.keys() == {piece.id for piece in table.terrain}
    for piece in table.terrain:
        for ring in (ring for each in piece.outlines for ring in (each.exterior, *each.holes)):
            if len(ring) <= 4:
                for corner in ring:
                    assert min(math.dist(corner, point) for point in listed[piece.id]) <= SIXTEENTH


@pytest.mark.parametrize("turn", [0.0, 17.0, -38.0, 90.0])
def test_a_block_is_built_again_from_its_two_bold_corners(turn: float) -> None:
    """With the tape in decimals to a sixteenth; with eighths each corner is as near as two of them leave it."""
    piece = block((13.3, 21.7), 6.2, 3.4, turn, height=2.0)
    table = table_with(piece)
    (entry,) = inventory(table).pieces
    corners = [point.at for point in entry.all_points]
    for tape, most in (("decimal", SIXTEENTH), ("eighths", 0.15)):
        words = "\n".join(texts(setup_sheet(table, title="Hall", tape=tape)))  # type: ignore[arg-type]  # one of TAPES
        rows = [row.at for row in printed(words, table)]
        first, second = max(
            combinations(range(4), 2), key=lambda pair: math.dist(corners[pair[0]], corners[pair[1]])
        )
        for k, corner in enumerate(corners):
            rebuilt = carried(corner, corners[first], corners[second], rows[first], rows[second])
            assert math.dist(rebuilt, corner) <= most, (tape, k)


def carried(point: Point, a: Point, b: Point, to_a: Point, to_b: Point) -> Point:
    """Move a point of a stiff piece as its corners a and b are laid to two places, a exactly."""
    before, after = (math.atan2(q[1] - p[1], q[0] - p[0]) for p, q in ((a, b), (to_a, to_b)))
    angle, x, y = after - before, point[0] - a[0], point[1] - a[1]
    return (
        to_a[0] + x * math.cos(angle) - y * math.sin(angle),
        to_a[1] + x * math.sin(angle) + y * math.cos(angle),
    )


# ---- which points


def near(one: MeasuredPoints) -> float:
    """Give how far the outline lies off what the points of a part say at most."""
    match one.form:
        case "curve":
            made = curve(one.points)
        case "line":
            ((made, _holes),) = strip_along(curved_path(one.points), one.width or 0.0)
        case _:
            made = one.points
    return max(off_line(point, made) for point in one.ring)


def off_line(point: Point, ring: tuple[Point, ...]) -> float:
    best = math.inf
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        size = (bx - ax) ** 2 + (by - ay) ** 2
        share = (
            0.0
            if size == 0
            else min(1.0, max(0.0, ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / size))
        )
        best = min(best, math.hypot(point[0] - ax - share * (bx - ax), point[1] - ay - share * (by - ay)))
    return best


@by_layout
def test_few_points_make_the_outline_as_near_as_is_said(name: str) -> None:
    for entry in inventory(LAYOUTS[name]).pieces:
        for part in (part for step in entry.steps for part in step.parts):
            assert len(part.points) <= 20
            if part.form in ("curve", "outline", "line"):
                assert near(part) <= part.off + 0.03
                assert part.off <= 0.3


def test_a_disc_is_its_centre_and_an_oval_its_axes() -> None:
    ring = tuple((10 + 3 * math.cos(k * math.pi / 24), 9 + 3 * math.sin(k * math.pi / 24)) for k in range(48))
    (disc,) = measured_points(Terrain("t", "building", (Outline(ring),)))
    assert (disc.form, disc.width) == ("round", 6.0)
    assert math.dist(disc.points[0], (10, 9)) < 1e-6
    oval = next(
        each for each in inventory(LAYOUTS["border-post"]).pieces if each.steps[0].parts[0].form == "ellipse"
    )
    assert oval.steps[0].size == (5.0, 3.5)
    assert oval.steps[0].turn == 40.0


@given(st.floats(1, 9), st.floats(1, 9), st.floats(-180, 180))
def test_the_rectangle_around_a_turned_block_is_the_block(wide: float, deep: float, turn: float) -> None:
    size, found = rectangle_around(block((20, 20), wide, deep, turn).outlines[0].exterior)
    assert sorted(size) == pytest.approx(sorted((wide, deep)), abs=1e-3)
    assert abs(found) <= 45.01
    quarter = (turn - found + 45.0) % 90.0 - 45.0
    assert abs(quarter) < 0.1 or min(wide, deep) < 0.01


def test_steps_of_a_hill_and_depths_of_a_river_are_one_entry() -> None:
    entries = {entry.name: entry for entry in inventory(LAYOUTS["big"]).pieces}
    assert [step.top for step in entries["Hill 1"].steps] == [1, 2, 3]
    assert [step.depth for step in entries["River"].steps] == [1, 2]
    assert entries["Tower"].on == (f"{entries['Hill 2'].number} (1″)",)
    assert entries["Tower"].partly
    assert entries["Bridge"].over == (entries["River"].number,)


def test_what_carries_others_comes_first() -> None:
    numbers = {entry.kind: int(entry.number) for entry in inventory(LAYOUTS["big"]).pieces}
    assert numbers["Hill"] < numbers["Water"] < numbers["Bridge"] < numbers["Woods"] < numbers["Building"]


# ---- the plan


@pytest.mark.parametrize(
    ("name", "paper"), [(name, "a4" if k % 2 else "letter") for k, name in enumerate(sorted(LAYOUTS))]
)
def test_no_label_covers_another_or_a_point(name: str, paper: Paper) -> None:
    table = LAYOUTS[name]
    found = inventory(table)
    with Canvas("t", paper) as canvas:
        frame = plan_frame(table, (30.0, 80.0, canvas.width - 30.0, canvas.height - 100.0))
        labels = laid_out(canvas, table, found, frame).labels
    assert {each.key for each in labels} >= {entry.number for entry in (*found.pieces, *found.zones)}
    for one, other in combinations((each.placed.box for each in labels), 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    for entry in found.pieces:
        for x, y in (frame.at(point.at) for point in entry.all_points):
            assert not any(
                box[0] < x < box[2] and box[1] < y < box[3] for box in (each.placed.box for each in labels)
            )


def test_every_page_says_what_it_belongs_to() -> None:
    table = LAYOUTS["border-post"]
    pages = texts(setup_sheet(table, title="Lower hall", lines=("Spring Cup", "Round 2"), paper="letter"))
    for number, words in enumerate(pages, 1):
        assert "Lower hall" in words
        assert "Spring Cup · Round 2" in words
        assert layout_mark(table) in words
        assert f"page {number} of {len(pages)}" in words
    for entry in inventory(table).pieces:
        assert re.search(rf"^{entry.number} ", "\n".join(pages[1:]), re.MULTILINE)


# ---- odd tables


def star(count: int) -> Terrain:
    ring = tuple(
        (24 + r * math.cos(k * math.tau / count), 18 + r * math.sin(k * math.tau / count))
        for k in range(count)
        for r in ((9.0 if k % 2 else 17.0),)
    )
    return Terrain("star", "rough", (Outline(ring),), name="Star")


def test_a_piece_with_more_points_than_a_page_goes_on_on_the_next() -> None:
    table = table_with(star(60))
    (entry,) = inventory(table).pieces
    with Canvas("t", "letter") as canvas:
        cards = cards_of(canvas, entry, CardMeasures(250.0, 600.0, (48.0, 36.0), "eighths"))
    assert len(cards) > 1
    assert all(card.height <= 600.0 for card in cards)
    rows = printed("\n".join(texts(setup_sheet(table, title="Hall", paper="letter"))), table)
    assert len(rows) == len(list(entry.all_points))


def test_of_a_jagged_outline_with_hundreds_of_corners_the_four_ends_are_listed() -> None:
    (part,) = measured_points(star(200))
    corners = part.ring
    assert set(part.points) == {
        end(corners, key=key) for end in (min, max) for key in (lambda p: p, lambda p: (p[1], p[0]))
    }
    assert part.off == pytest.approx(max(off_line(point, part.points) for point in corners))


def test_a_crowded_plan_keeps_every_number_and_leaves_the_letters_to_the_cards() -> None:
    table = table_with(
        *(replace(block((2.0 + k % 20 * 2.2, 2.0 + k // 20 * 4.0), 1.5, 1.5), id=f"b{k}") for k in range(160))
    )
    found = inventory(table)
    with Canvas("t", "a4") as canvas:
        labels = laid_out(canvas, table, found, plan_frame(table, (0.0, 0.0, 300.0, 300.0))).labels
    assert sorted(int(each.key) for each in labels) == list(range(1, 161))


@pytest.mark.parametrize(
    "title", ["Zażółć gęślą", "Ледник", "日本の丘 🏔", "\u202eabc\x1b[2J", "x" * 500, "<&>\\("]
)
def test_no_name_stops_a_sheet(title: str) -> None:
    table = table_with(
        block((9, 9), 4, 3, name=title), markers=(Marker("m", "objective", (30, 20), title, radius=3.0),)
    )
    table = replace(table, sides=(Side("s", title, "south"),))
    words = "\n".join(texts(setup_sheet(table, title=title, lines=(title,))))
    assert "W 7" in words
    assert "P1" in words
    if title in ("Zażółć gęślą", "Ледник"):
        assert title in words


def test_holes_parts_and_what_hangs_over_the_edge() -> None:
    ring = ((-1.0, 4.0), (9.0, 4.0), (9.0, 12.0), (-1.0, 12.0))
    hole = ((2.0, 6.0), (2.0, 8.0), (4.0, 8.0), (4.0, 6.0))
    other = ((40.0, 30.0), (44.0, 30.0), (42.0, 33.0))
    table = table_with(Terrain("t", "water", (Outline(ring, (hole,)), Outline(other)), depth=1.0))
    words = "\n".join(texts(setup_sheet(table, title="Hall")))
    found = printed(words, table)
    assert {row.at for row in found} == {*ring, *hole, *other}
    assert "W −1 " in words
    assert "Hole" in words


def test_an_empty_table_is_printed() -> None:
    assert "page 1 of" in texts(setup_sheet(Table("Bare", 24, 24), title="Bare"))[0]


def test_the_same_table_gives_the_same_bytes_and_several_sheets_follow_each_other() -> None:
    table = LAYOUTS["border-post"]
    one = setup_sheet(table, title="One", lines=("Table 1",))
    assert one == setup_sheet(table, title="One", lines=("Table 1",))
    both = texts(
        setup_sheets([SetupSheet(table, "One", ("Table 1",)), SetupSheet(table, "Two", ("Table 2",))])
    )
    count = len(texts(one))
    assert len(both) == 2 * count
    assert "page 1 of" in both[count]
    assert "Two" in both[count]


def test_the_mark_follows_the_layout_alone() -> None:
    table = LAYOUTS["big"]
    mark = layout_mark(table)
    assert mark == layout_mark(replace(table, units=(), terrain=table.terrain[::-1], name="else"))
    moved = replace(table.terrain[0], height=4.0)
    assert mark != layout_mark(replace(table, terrain=(moved, *table.terrain[1:])))


def test_a_document_that_is_given_up_leaves_no_file_open() -> None:
    with Canvas("t", "a4") as canvas:
        files = [font.ttfont.reader.file for font in canvas.pdf.fonts.values()]
    assert files
    assert all(file.closed for file in files)
