"""Pieces and their twins."""

import pytest

from astrike.editing.terrain.saved import shipped_layouts
from astrike.geometry.shaping import points_moved, rectangle
from astrike.rules.layout.symmetry import SymmetryMatch, check_symmetry, symmetry_match
from astrike.rules.table.prepared_table import prepare_table
from tests.builders import Json, area, box, building, hill, point, ramp, table, woods
from tests.rules.layout.limits import by_key, limits, skipped

SHED = rectangle((10, 10), 6, 3, 20)
TURNED = rectangle((38, 26), 6, 3, 200)
MIRRORED = rectangle((38, 10), 6, 3, -20)


def twins(*pieces: Json, symmetry: str = "turn") -> SymmetryMatch:
    return symmetry_match(prepare_table(table(*pieces)), symmetry)  # type: ignore[arg-type]


def test_twins_by_half_a_turn_are_off_by_nothing() -> None:
    found = twins(building("a", SHED), building("b", TURNED), hill("middle", rectangle((24, 18), 8, 4, 33)))
    assert {frozenset((each.piece, each.wanted)) for each in found.pairs} == {
        frozenset(("a", "b")),
        frozenset(("middle",)),
    }
    assert found.worst == pytest.approx(0, abs=1e-9)
    assert found.alone == ()


def test_a_mirror_turns_what_is_turned_the_other_way() -> None:
    found = twins(building("a", SHED), building("b", MIRRORED), symmetry="west-east")
    assert found.worst == pytest.approx(0, abs=1e-9)
    same = twins(building("a", SHED), building("b", points_moved(SHED, 28, 0)), symmetry="west-east")
    (pair,) = same.pairs
    assert (pair.centre, abs(pair.turn)) == (pytest.approx(0, abs=1e-9), pytest.approx(40))


@pytest.mark.parametrize("by", [(0.3, 0.4), (-1.0, 0.0), (0.0, 2.0)])
def test_a_piece_that_was_pushed_is_off_by_that_much_from_where_its_twin_wants_it(
    by: tuple[float, float],
) -> None:
    found = twins(building("a", SHED), building("b", points_moved(TURNED, *by)))
    (pair,) = found.pairs
    assert (pair.centre, pair.worst, pair.turn) == (
        pytest.approx((by[0] ** 2 + by[1] ** 2) ** 0.5),
        pytest.approx((by[0] ** 2 + by[1] ** 2) ** 0.5),
        0,
    )


def test_a_piece_that_is_its_own_twin_is_off_by_as_much_as_it_is_from_the_middle() -> None:
    found = twins(hill("h", rectangle((24.5, 18), 8, 4)))
    (own,) = found.pairs
    assert (own.centre, own.worst, own.home) == (pytest.approx(0.5), pytest.approx(0.5), (24, 18))
    found = twins(hill("h", rectangle((24, 10), 8, 4, 3)), symmetry="west-east")
    assert found.pairs[0].turn == pytest.approx(3)


def test_a_piece_without_a_twin_is_told_with_the_place_where_it_should_be() -> None:
    pieces = (building("a", SHED), building("b", TURNED), woods("w", box(2, 2, 6, 6)))
    part = check_symmetry(prepare_table(table(*pieces)), wanted("turn"), tolerance=0.1)
    reported = {key: [(each.severity, each.by) for each in found] for key, found in by_key(part).items()}
    assert reported["symmetry.missing"] == [("error", ("w",))]
    (missing,) = by_key(part)["symmetry.missing"]
    assert missing.where == (44, 32)
    assert {*missing.lines[0]} == {(42, 30), (46, 30), (46, 34), (42, 34)}
    assert reported["symmetry.offset"] == [("pass", ("a",))]


def test_a_ramp_has_to_rise_as_its_twin_does() -> None:
    one, other = box(10, 10, 14, 16), box(34, 20, 38, 26)
    assert twins(ramp("a", one, toward=10), ramp("b", other, toward=190)).pairs[0].turn == pytest.approx(0)
    assert abs(twins(ramp("a", one, toward=10), ramp("b", other, toward=10)).pairs[0].turn) == 180
    mirrored = ramp("b", box(34, 10, 38, 16), toward=350)
    assert twins(ramp("a", one, toward=10), mirrored, symmetry="west-east").pairs[0].turn == pytest.approx(0)
    over = ramp("b", box(10, 20, 14, 26), toward=170)
    assert twins(ramp("a", one, toward=10), over, symmetry="south-north").pairs[0].turn == pytest.approx(0)


def test_twins_of_other_heights_are_not_alike() -> None:
    pieces = (building("a", SHED, height=2), building("b", TURNED, height=3))
    part = check_symmetry(prepare_table(table(*pieces)), wanted("turn"), tolerance=0.1)
    (unlike,) = by_key(part)["symmetry.unlike"]
    assert (unlike.severity, unlike.value, unlike.by, unlike.facts["wanted"]) == ("error", 1, ("a",), "b")


def test_offset_and_turn_are_held_against_the_preset() -> None:
    pieces = (
        building("a", SHED),
        building("b", rectangle((38, 26.3), 6, 3, 26)),
        area("south", box(0, 0, 48, 10), kind="deployment", side="red"),
        area("north", box(0, 26, 48, 36), kind="deployment", side="blue"),
        point("o", (24, 18), kind="objective"),
    )
    part = check_symmetry(prepare_table(table(*pieces)), wanted("turn"), tolerance=0.1)
    reported = {
        key: [(each.severity, each.by, each.cite.page) for each in found]
        for key, found in by_key(part).items()
    }
    assert reported == {
        "symmetry.missing": [("pass", (), "Club rules 3")],
        "symmetry.offset": [("error", ("a",), "Club rules 3")],
        "symmetry.turn": [("error", ("a",), "Club rules 3")],
    }
    assert by_key(part)["symmetry.turn"][0].value == pytest.approx(6)
    assert by_key(part)["symmetry.offset"][0].facts["middle"] == pytest.approx(0.3)


def test_without_a_wish_the_figures_say_which_symmetry_the_table_is_nearest_to() -> None:
    pieces = (building("a", SHED), building("b", points_moved(MIRRORED, 0.25, 0)))
    part = check_symmetry(prepare_table(table(*pieces)), limits(), tolerance=0.1)
    assert (part.findings, skipped(part)) == ((), {"symmetry.offset", "symmetry.turn"})
    figures = part.figures["symmetry"]
    assert figures["nearest"] == "west-east"  # type: ignore[index]
    every = figures["symmetries"]  # type: ignore[index]
    assert every["west-east"] == {"worst": pytest.approx(0.25), "missing": []}
    assert every["turn"]["missing"] == ["a", "b"]


def test_an_empty_table_is_symmetric() -> None:
    part = check_symmetry(prepare_table(table()), wanted("south-north"), tolerance=0.1)
    assert {each.severity for each in part.findings} == {"pass"}


def wanted(symmetry: str):  # type: ignore[no-untyped-def]
    bounds = {"symmetry.offset": (None, 0.25), "symmetry.turn": (None, 5.0)}
    return limits(bounds, symmetry=symmetry)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", sorted(shipped_layouts()))
def test_shipped_layouts_are_symmetric_about_the_middle(key: str) -> None:
    part = check_symmetry(prepare_table(shipped_layouts()[key]), wanted("turn"), tolerance=0.0)
    assert {each.severity for each in part.findings} == {"pass"}
    assert part.figures["symmetry"]["worst"] < 1e-6  # type: ignore[index]
