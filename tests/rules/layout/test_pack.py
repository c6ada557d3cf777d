"""A table compared with how it should be laid out."""

import math

import pytest

from astrike.geometry.shaping import points_moved, points_turned, rectangle
from astrike.model.table import Table
from astrike.rules.layout.pack import check_pack, compare_with_pack
from astrike.rules.layout.piece_comparison import LayoutComparison
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import (
    Json,
    area,
    box,
    building,
    hill,
    mech,
    multipolygon,
    point,
    ramp,
    table,
    water,
    woods,
)
from tests.rules.layout.limits import by_key, limits, skipped

SHED = rectangle((10, 10), 6, 3)
BENT = ((30.0, 20.0), (36.0, 20.0), (36.0, 22.0), (32.0, 22.0), (32.0, 26.0), (30.0, 26.0))
PACK = (building("shed", SHED), hill("bent", BENT), woods("w", box(2, 28, 8, 34)))


def against(pieces: tuple[Json, ...], pack: tuple[Json, ...] = PACK) -> LayoutComparison:
    return compare_with_pack(prepare_table(table(*pieces)), table(*pack))


def offsets(found: LayoutComparison) -> dict[str, tuple[float, float, float]]:
    return {
        each.piece: (round(each.centre, 6), round(each.worst, 6), round(each.turn, 6))
        for each in found.placed
    }


def test_a_table_laid_as_the_pack_is_off_by_nothing_whatever_its_pieces_are_called_or_stand_on_it() -> None:
    pieces = (woods("c", box(2, 28, 8, 34)), building("a", SHED), hill("b", BENT), mech("A", at=(20, 20)))
    found = against(pieces)
    assert {(each.piece, each.wanted) for each in found.placed} == {("c", "w"), ("a", "shed"), ("b", "bent")}
    assert (found.worst, found.turn, found.missing, found.extra) == (0, 0, (), ())


def test_a_piece_that_was_pushed_is_off_by_that_much_at_its_middle_and_at_its_corners() -> None:
    found = against((building("shed", points_moved(SHED, 0.3, -0.4)), *PACK[1:]))
    assert offsets(found) == {"shed": (0.5, 0.5, 0), "bent": (0, 0, 0), "w": (0, 0, 0)}


@pytest.mark.parametrize("by", [3.0, -10.0, 44.0, 90.0, 135.0, 180.0])
def test_a_piece_that_was_turned_about_its_middle_is_off_by_that_angle_as_far_as_its_shape_shows(
    by: float,
) -> None:
    middle = _middle(BENT)
    found = against((PACK[0], hill("bent", points_turned(BENT, by, about=middle)), PACK[2]))
    centre, worst, turn = offsets(found)["bent"]
    assert centre == 0
    assert abs(turn) == pytest.approx(abs(by)) if by == 180 else turn == pytest.approx(by)
    farthest = max(math.dist(middle, corner) for corner in BENT)
    assert 0 < worst <= 2 * farthest * math.sin(math.radians(abs(by)) / 2) + 1e-6


@pytest.mark.parametrize(("by", "shown"), [(2, 2), (88, 88), (92, -88), (178, -2), (180, 0)])
def test_a_rectangle_looks_the_same_after_half_a_turn(by: float, shown: float) -> None:
    found = against((building("shed", rectangle((10, 10), 6, 3, by)), *PACK[1:]))
    assert offsets(found)["shed"][2] == pytest.approx(shown)


def test_a_square_looks_the_same_after_a_quarter_and_a_circle_always() -> None:
    pack = (woods("w", rectangle((10, 10), 4, 4)), hill("h", [*_circle(0)]))
    found = against((woods("w", rectangle((10, 10), 4, 4, 91)), hill("h", [*_circle(7)])), pack)
    assert offsets(found)["w"][2] == pytest.approx(1)
    assert found.placed[1].turn == 0


def test_corners_that_someone_drew_in_between_change_nothing() -> None:
    more = (SHED[0], (8.0, 8.5), (9.5, 8.5), *SHED[1:])
    pushed = points_turned(more, 5, about=(10, 10))
    assert offsets(against((building("shed", pushed), *PACK[1:])))["shed"][2] == pytest.approx(5)


def test_another_shape_of_the_same_kind_is_laid_on_it_as_well_as_can_be() -> None:
    rounded = tuple(
        (x + 0.05 * math.sin(y), y) for x, y in _spread(points_turned(BENT, 20, about=_middle(BENT)))
    )
    found = against((PACK[0], hill("bent", rounded), PACK[2]))
    assert offsets(found)["bent"][2] == pytest.approx(20, abs=1)


def test_what_is_missing_and_what_is_too_much_is_named_with_its_place() -> None:
    found = against((PACK[0], building("new", box(40, 2, 42, 6)), PACK[2]))
    assert found.missing == (("bent", pytest.approx(_middle(BENT))),)
    assert found.extra == (("new", (41, 4)),)


def test_a_missing_piece_is_drawn_where_it_should_lie() -> None:
    (missing,) = by_key(checked(PACK[1:], table(*PACK)))["pack.missing"]
    assert (missing.by, missing.where, missing.lines) == (("shed",), (10, 10), ((*SHED, SHED[0]),))


def test_of_two_alike_each_is_taken_for_the_nearer_and_all_together_for_the_nearest() -> None:
    pack = tuple(woods(f"w{k}", box(10 * k + 2, 4, 10 * k + 4, 6)) for k in range(4))
    table_ = tuple(woods(f"x{k}", box(10 * k + 6, 4, 10 * k + 8, 6)) for k in range(3, -1, -1))
    found = against(table_, pack)
    assert {(each.piece, each.wanted) for each in found.placed} == {(f"x{k}", f"w{k}") for k in range(4)}
    assert found.worst == pytest.approx(4)


def test_one_piece_that_was_put_at_the_other_end_of_a_row_is_the_one_that_is_off() -> None:
    row = tuple(woods(f"w{k}", box(5 * k + 2, 4, 5 * k + 4, 6)) for k in range(6))
    found = against((*row[1:], woods("w0", box(5 * 6 + 2, 4, 5 * 6 + 4, 6))), row)
    assert {each.piece: each.worst for each in found.placed if each.worst} == {"w0": 30}


def test_height_and_class_tell_pieces_from_each_other_and_what_differs_is_named() -> None:
    pack = (building("low", box(10, 10, 14, 14), height=2), building("high", box(15, 10, 19, 14), height=6))
    swapped = (building("a", box(10, 10, 14, 14), height=6), building("b", box(15, 10, 19, 14), height=2))
    assert {(each.piece, each.wanted) for each in against(swapped, pack).placed} == {
        ("a", "high"),
        ("b", "low"),
    }
    part = checked(
        (building("a", box(10, 10, 14, 14), height=2.5, class_="heavy"), pack[1]), table(*pack), tolerance=0.1
    )
    (unlike,) = by_key(part)["pack.unlike"]
    assert (unlike.severity, unlike.by, unlike.value) == ("error", ("a",), 0.5)
    assert dict(unlike.facts) == {"wanted": "low", "rise": 0.5, "unlike": "height, class"}


def test_a_ramp_that_rises_the_other_way_is_turned_by_half() -> None:
    pack = (ramp("r", box(10, 10, 14, 16), toward=0),)
    assert offsets(against((ramp("r", box(10, 10, 14, 16), toward=180),), pack))["r"] == (0, 0, -180)


def test_zones_objectives_roads_and_parts_are_compared_like_all_others() -> None:
    pack = (
        area("z", box(0, 0, 48, 10), kind="deployment", side="red"),
        point("o", (20, 20), kind="objective"),
        area("road", box(0, 20, 48, 22), kind="road"),
        water("ponds", multipolygon(box(2, 24, 6, 28), box(8, 24, 9, 25))),
    )
    laid = (
        area("z", box(0, 0, 48, 12), kind="deployment", side="blue"),
        point("o", (20, 21), kind="objective"),
        area("road", box(0, 20, 48, 22), kind="road"),
        water("ponds", multipolygon(box(2, 24, 6, 28), box(10, 24, 11, 25))),
    )
    found = offsets(against(laid, pack))
    assert found["z"] == (1, 2, 0)
    assert found["o"] == (1, 1, 0)
    assert found["road"] == (0, 0, 0)
    assert found["ponds"][1] == 2


def checked(pieces: tuple[Json, ...], pack: Table | None, *, tolerance: float = 0.1, **bounds: float):  # type: ignore[no-untyped-def]
    wanted = {key.replace("_", "."): (None, most) for key, most in bounds.items()}
    return check_pack(
        prepare_table(table(*pieces)), limits(wanted, pack="Club table 4"), tolerance=tolerance, pack=pack
    )


def test_offset_and_turn_are_held_against_the_limits_of_the_preset() -> None:
    laid = (
        building("shed", points_moved(rectangle((10, 10), 6, 3, 8), 0, 1)),
        hill("bent", points_moved(BENT, 0.45, 0)),
        woods("w", box(2, 28, 8, 34)),
        woods("extra", box(40, 2, 44, 6)),
    )
    part = checked(laid, table(*PACK, name="Four"), pack_offset=0.5, pack_turn=5)
    reported = {key: [(each.severity, each.by) for each in found] for key, found in by_key(part).items()}
    assert reported == {
        "pack.size": [("pass", ())],
        "pack.missing": [("pass", ())],
        "pack.extra": [("error", ("extra",))],
        "pack.unlike": [("pass", ())],
        "pack.offset": [("error", ("shed",)), ("close", ("bent",))],
        "pack.turn": [("error", ("shed",))],
    }
    worst = by_key(part)["pack.offset"][0]
    assert worst.lines == (((10, pytest.approx(11)), (10, pytest.approx(10))),)
    assert by_key(part)["pack.turn"][0].value == pytest.approx(8)
    assert part.figures["pack"]["extra"] == ["extra"]  # type: ignore[index]


def test_where_no_limit_says_how_far_what_lies_elsewhere_is_noted() -> None:
    laid = (building("shed", points_moved(SHED, 0, 1)), hill("bent", points_moved(BENT, 0, 2)), *PACK[2:])
    part = checked(laid, table(*PACK, name="Four"))
    reported = [(each.severity, each.by, each.value, each.limit) for each in by_key(part)["pack.offset"]]
    assert reported == [("note", ("bent",), 2, None), ("note", ("shed",), 1, None)]
    assert {each.severity for each in checked(PACK, table(*PACK)).findings} == {"pass"}


def test_a_table_of_another_size_is_told_so() -> None:
    part = checked(PACK, table(*PACK, width=60))
    assert [(each.severity, each.value) for each in by_key(part)["pack.size"]] == [("error", 12)]
    assert skipped(part) == {"pack.offset", "pack.turn"}


def test_without_a_pack_or_without_its_layout_nothing_is_checked() -> None:
    assert {
        each.why for each in check_pack(prepare_table(table(*PACK)), limits(), tolerance=0.1).skipped
    } == {"no-pack"}
    assert {each.why for each in checked(PACK, None).skipped} == {"no-layout"}


def test_an_empty_table_lacks_everything_and_an_empty_pack_is_kept_to_by_an_empty_table() -> None:
    assert {name for name, _ in against(()).missing} == {"shed", "bent", "w"}
    assert against((), ()) == LayoutComparison((), (), ())


def _middle(outline: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    """The middle of the bent hill: of its two rectangles, weighed by their areas."""
    assert outline == BENT
    return ((33 * 12 + 31 * 8) / 20, (21 * 12 + 24 * 8) / 20)


def _circle(turn: float) -> list[tuple[float, float]]:
    angles = [math.radians(turn + 3 * k) for k in range(120)]
    return [(30 + 3 * math.cos(angle), 20 + 3 * math.sin(angle)) for angle in angles]


def _spread(outline: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """More corners on the same outline."""
    pairs = zip(outline, (*outline[1:], outline[0]), strict=True)
    return [
        (x1 + (x2 - x1) * k / 5, y1 + (y2 - y1) * k / 5) for (x1, y1), (x2, y2) in pairs for k in range(5)
    ]
