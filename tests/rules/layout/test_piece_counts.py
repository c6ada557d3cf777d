"""Pieces of terrain as people count them."""

import pytest

from astrike.rules.layout.features import features_of
from astrike.rules.layout.piece_limits import check_counts
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import Json, area, box, building, hill, point, ramp, table, wall, woods
from tests.rules.layout.limits import by_key, limits, only, skipped

STEPS = (
    hill("low", box(10, 10, 20, 18), height=1),
    hill("high", box(12, 12, 16, 16), height=2),
    ramp("way", box(19, 12, 22, 15), toward=270, height=1),
)


def counted(
    *pieces: Json, **bounds: tuple[float | None, float | None]
) -> dict[str, tuple[str, float | None]]:
    wanted = {key.replace("_", "."): value for key, value in bounds.items()}
    found = check_counts(prepare_table(table(*pieces)), limits(wanted), tolerance=0.1)
    return {key: (each.severity, each.value) for key, (each,) in by_key(found).items()}


def rows(number: int) -> list[Json]:
    return [woods(f"w{k}", box(4 * k, 4, 4 * k + 2, 6)) for k in range(number)]


def test_a_hill_of_several_steps_and_its_ramp_are_one_piece_as_high_as_all_of_it() -> None:
    (found,) = features_of(prepare_table(table(*STEPS)))
    assert (found.kind, found.ids, found.height) == ("hill", ("low", "high", "way"), 2.0)


def test_hills_that_only_touch_are_two_unless_they_are_one_group_of_the_editor() -> None:
    one, other = box(10, 10, 14, 14), box(14, 10, 18, 14)
    apart = prepare_table(table(hill("a", one), hill("b", other)))
    assert [each.ids for each in features_of(apart)] == [("a",), ("b",)]
    both = prepare_table(table(hill("a", one, group="g"), hill("b", other, group="g")))
    assert [each.ids for each in features_of(both)] == [("a", "b")]
    far = prepare_table(table(hill("a", one, group="g"), hill("b", box(30, 10, 34, 14), group="g")))
    assert len(features_of(far)) == 2


def test_a_wood_on_a_hill_is_a_piece_of_its_own_and_a_zone_is_none() -> None:
    zone = area("z", box(0, 0, 48, 10), kind="deployment", side="red")
    prepared = prepare_table(table(*STEPS, woods("w", box(11, 11, 13, 13)), zone))
    assert [each.ids[0] for each in features_of(prepared)] == ["low", "w"]


@pytest.mark.parametrize(
    ("number", "is_enough", "is_even"), [(3, False, False), (4, True, True), (5, True, False)]
)
def test_both_sides_lay_equally_many_and_at_least_four(number: int, is_enough: bool, is_even: bool) -> None:
    found = counted(*rows(number), count_all=(4, None), count_even=(None, 0))
    assert found["count.all"] == ("pass" if is_enough else "error", number)
    assert found["count.even"] == ("pass" if is_even else "error", number % 2)


def test_kinds_are_counted_each_and_one_that_is_not_there_is_none() -> None:
    pieces = (*rows(3), building("b", box(30, 20, 33, 23)))
    found = counted(*pieces, count_woods=(None, 2), count_building=(1, 1), count_water=(1, None))
    assert found == {
        "count.woods": ("error", 3),
        "count.building": ("pass", 1),
        "count.water": ("error", 0),
    }


def test_each_quadrant_is_told_that_has_too_few_or_too_many() -> None:
    pieces = [woods(f"w{k}", box(x, y, x + 2, y + 2)) for k, (x, y) in enumerate([(2, 2), (8, 2), (2, 30)])]
    found = by_key(
        check_counts(prepare_table(table(*pieces)), limits({"count.quadrant": (1, 1)}), tolerance=0.1)
    )
    reported = [
        (each.facts["quadrant"], each.value, each.limit, each.bound) for each in found["count.quadrant"]
    ]
    assert sorted(reported) == [
        ("north-east", 0, 1, "at-least"),
        ("south-east", 0, 1, "at-least"),
        ("south-west", 2, 1, "at-most"),
    ]


def test_a_piece_between_two_quadrants_is_given_to_the_one_that_lacks_it_and_blamed_on_neither() -> None:
    pieces = [woods("middle", box(23, 17, 25, 19)), woods("a", box(2, 2, 4, 4))]
    part = check_counts(prepare_table(table(*pieces)), limits({"count.quadrant": (1, 1)}), tolerance=0.1)
    assert {each.severity for each in part.findings} == {"pass"}
    assert part.figures["counts"]["between"] == ["middle"]  # type: ignore[index]


def test_without_limits_everything_is_counted_and_named_as_not_checked() -> None:
    prepared = prepare_table(
        table(*STEPS, wall("x", box(40, 4, 41, 8)), point("o", (5, 5), kind="objective"))
    )
    part = check_counts(prepared, limits(), tolerance=0.1)
    assert part.findings == ()
    assert skipped(part) == {"count.all", "count.even", "count.KIND", "count.quadrant", "objective.count"}
    assert part.figures["counts"] == {
        "all": 2,
        "kinds": {"hill": 1, "wall": 1},
        "quadrants": {"south-west": 1, "south-east": 1, "north-west": 0, "north-east": 0},
        "between": [],
        "outlines": 4,
        "steps": [["low", "high", "way"]],
        "objectives": 1,
    }


def test_an_empty_table_has_no_pieces_and_an_even_number_of_them() -> None:
    assert counted(count_all=(4, None), count_even=(None, 0)) == {
        "count.all": ("error", 0),
        "count.even": ("pass", 0),
    }
    assert only(
        check_counts(prepare_table(table()), limits({"objective.count": (2, None)}), tolerance=0),
        "objective.count",
    )
