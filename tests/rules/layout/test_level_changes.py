"""Steps of hills: how high, and who gets up."""

import json
import math
from itertools import pairwise

import pytest

from astrike.model.legality import CheckResult, Finding
from astrike.presets.schema import LayoutLimits
from astrike.report.layout.sentences import words_of_finding
from astrike.rulebook.loader import IDS
from astrike.rules.layout.level_changes import check_level_changes
from astrike.rules.table.prepared_table import prepare_table
from tests import builders
from tests.builders import Json, box, hill, ramp
from tests.rules.movement.move_questions import ask, foot, mobility, tank

UNITS = {"mech": mobility, "tracked": tank, "infantry": foot}


def looked(*features: Json, **head: object) -> CheckResult:
    return check_level_changes(
        prepare_table(builders.table(*features, **head)), LayoutLimits(), tolerance=0.1
    )


def rows(part: CheckResult) -> dict[str, dict[str, object]]:
    figures = part.figures["steps"]
    assert isinstance(figures, dict)
    json.dumps(figures)
    return {row["piece"]: row for row in figures["pieces"]}


@pytest.mark.parametrize("edition", IDS)
@pytest.mark.parametrize("height", [1, 1.5, 2, 2.5])
def test_who_climbs_a_hill_by_the_figures_walks_onto_it(edition: str, height: float) -> None:
    piece = hill("h", box(20, 10, 30, 20), height=height)
    row = rows(looked(piece, edition=edition))["h"]
    assert (row["top"], row["rises"]) == (height, [height])
    for key, unit in UNITS.items():
        answer = ask(
            unit((15, 15), move={"mech": '40"', "tracked": '60"t', "infantry": '60"f'}[key]),
            piece,
            path=[(25, 15)],
            edition=edition,
        )
        assert (key in row["climbed"]) == answer.allowed  # type: ignore[operator]
        assert (key in row["stopped"]) != answer.allowed  # type: ignore[operator]


def test_a_hill_is_climbed_from_the_side_on_which_a_ramp_leads_up() -> None:
    piece = hill("h", box(20, 10, 30, 20), height=3)
    alone, led = looked(piece), looked(piece, ramp("r", box(8, 13, 20, 16), height=3, toward=90))
    assert rows(alone)["h"]["climbed"] == []
    assert [each.key for each in alone.findings] == ["layout.steps.nobody"]
    assert {"mech", "tracked"} <= set(rows(led)["h"]["climbed"])  # type: ignore[call-overload]
    assert "mech" in rows(led)["h"]["stopped"]  # type: ignore[operator]
    assert [(each.key, each.by) for each in led.findings] == [("layout.steps", ("h",))]


def test_steps_lead_up_where_a_base_rests_between_them() -> None:
    def climbed(apart: float) -> object:
        part = looked(
            hill("low", box(10, 10, 40, 30), height=2),
            hill("high", box(10 + apart, 10 + apart, 40 - apart, 30 - apart), height=4),
        )
        return rows(part)["high"]["climbed"]

    assert "mech" not in climbed(1.0)  # type: ignore[operator]
    assert "mech" in climbed(2.5)  # type: ignore[operator]


def test_the_sizes_of_all_steps_are_counted() -> None:
    part = looked(
        hill("a", box(5, 5, 15, 15), height=1),
        hill("b", box(20, 5, 30, 15), height=1),
        hill("c", box(35, 5, 45, 15), height=2),
    )
    figures = part.figures["steps"]
    assert isinstance(figures, dict)
    assert figures["rises"] == {"1": 2, "2": 1}
    assert figures["nobody"] == []
    assert figures["limits"]["mech"] == 2


def test_where_everybody_gets_up_everywhere_that_is_told_once() -> None:
    (found,) = looked(hill("a", box(5, 5, 15, 15), height=1)).findings
    assert (found.key, found.severity, found.value, found.limit) == ("layout.steps", "pass", 1.0, 1.0)


def test_a_table_without_hills_has_no_steps() -> None:
    part = looked()
    assert part.findings == ()
    assert rows(part) == {}


@pytest.mark.parametrize("ledge", [0.3, 0.75, 0.9])
def test_the_inches_in_which_it_goes_up_are_those_of_the_layout(ledge: float) -> None:
    part = looked(
        hill("low", box(20, 10, 40, 30), height=1),
        hill("middle", box(20 + ledge, 10 + ledge, 40 - ledge, 30 - ledge), height=2),
        hill("top", box(20 + 2 * ledge, 10 + 2 * ledge, 40 - 2 * ledge, 30 - 2 * ledge), height=3),
    )
    found = {each.by[0]: each.facts["inches"] for each in part.findings}
    assert found["top"] == round(2 * ledge, 2)


SIDES = {
    "west": (1.66, 4, 4, 4),
    "east": (4, 1.66, 4, 4),
    "south": (4, 4, 1.66, 4),
    "north": (4, 4, 4, 1.66),
}


@pytest.mark.parametrize("side", SIDES)
def test_a_ledge_too_narrow_is_told_with_its_side_its_width_what_is_needed_and_its_place(side: str) -> None:
    west, east, south, north = SIDES[side]
    low, high = (10, 8, 40, 28), (10 + west, 8 + south, 40 - east, 28 - north)
    part = looked(hill("low", box(*low), height=1.5), hill("high", box(*high), height=3))
    (found,) = [each for each in part.findings if each.by == ("high",)]
    assert (found.value, found.limit, found.bound) == (3.0, 2.0, "at-most")
    assert (found.facts["ledge"], found.facts["needed"], found.facts["step"]) == (1.66, 2, 1.5)
    assert (found.facts["on"], found.facts["rise"]) == (side, 3)
    assert "BattleMech" in str(found.facts["who_alone"])
    assert "BattleMech" not in str(found.facts["who_at_once"])
    assert "Tracked" in str(found.facts["who_at_once"])
    assert found.where is not None
    assert _off(found.where, high) < 0.05
    edge = {"west": high[0], "east": high[2], "south": high[1], "north": high[3]}[side]
    assert found.where[0 if side in ("west", "east") else 1] == pytest.approx(edge)


@pytest.mark.parametrize(("ledge", "is_stopped"), [(1.9, True), (2.0, False), (2.1, False)])
def test_a_ledge_as_wide_as_is_needed_stops_no_mech(ledge: float, is_stopped: bool) -> None:
    part = looked(
        hill("low", box(10, 8, 40, 28), height=1.5),
        hill("high", box(10 + ledge, 8 + ledge, 40 - ledge, 28 - ledge), height=3),
    )
    assert any("BattleMech" in str(each.facts["who"]) for each in part.findings) == is_stopped


def test_the_pin_of_what_is_too_steep_lies_on_the_edge_also_of_a_hill_that_is_bent() -> None:
    corner = [(10, 10), (30, 10), (30, 14), (14, 14), (14, 30), (10, 30)]
    (found,) = looked(builders.area("h", corner, kind="hill", height=3)).findings
    ring = [*corner, corner[0]]
    assert found.where is not None
    assert min(_from_side(found.where, *ends) for ends in pairwise(ring)) < 0.05


def test_several_steps_of_one_hill_that_stop_the_same_are_told_once() -> None:
    part = looked(
        hill("a", box(10, 8, 40, 28), height=2),
        hill("b", box(16, 14, 34, 22), height=4),
        hill("c", box(2, 30, 8, 34), height=2),
    )
    assert sorted(each.by for each in part.findings) == [("a", "b"), ("c",)]


def test_who_stops_most_kinds_is_told_first() -> None:
    part = looked(hill("low", box(2, 2, 8, 8), height=2), hill("high", box(20, 10, 30, 20), height=3))
    assert [each.by for each in part.findings] == [("high",), ("low",)]


def _off(place: tuple[float, float], box_: tuple[float, float, float, float]) -> float:
    """How far a place is from the outline of a box."""
    west, south, east, north = box_
    corners = [(west, south), (east, south), (east, north), (west, north), (west, south)]
    return min(_from_side(place, *ends) for ends in pairwise(corners))


def _from_side(place: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    (x, y), (ax, ay), (bx, by) = place, start, end
    length = math.dist(start, end)
    share = min(max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length**2, 0.0), 1.0)
    return math.dist(place, (ax + share * (bx - ax), ay + share * (by - ay)))


def test_steps_of_one_hill_that_are_too_steep_on_different_sides_are_one_note_with_the_worst() -> None:
    part = looked(
        hill("a", box(10, 8, 40, 28), height=1),
        hill("b", box(12.5, 9, 37.5, 27), height=2.2),
        hill("c", box(15, 12, 36.5, 24), height=3.2),
    )
    (found,) = part.findings
    assert set(found.by) >= {"b", "c"}
    # Each of the two goes up by as much: neither side is the worst.
    assert (found.value, found.facts["on"]) == (pytest.approx(2.2), "north, east, south")
    assert "most" not in found.facts


def _hill_with_ledge(ledge: tuple[float, float, float, float], height: float) -> tuple[str, Finding]:
    """Check a hill of 3 inches with a lower one around or beside it, and say what is found about it."""
    high = hill("h", box(10, 10, 24, 24), height=3)
    found = next(
        each for each in looked(high, hill("w", box(*ledge), height=height)).findings if each.by == ("h",)
    )
    stated = words_of_finding(found, {"h": "Hill"})
    return f"{stated.what}; {stated.detail}", found


def test_a_hill_names_every_side_that_is_as_steep_as_the_worst() -> None:
    stated, found = _hill_with_ledge((7, 10, 10, 24), 1)
    assert (found.key, found.facts["side"]) == ("layout.steps", "north, east, south")
    assert stated.startswith("Hill: too steep on the north, east and south side; stops BattleMech")


def test_a_ledge_all_round_is_as_narrow_on_all_sides() -> None:
    stated, found = _hill_with_ledge((8.34, 8.34, 25.66, 25.66), 1.5)
    assert (found.facts["side"], found.facts["ledge"]) == ("all", 1.66)
    assert stated.startswith("Hill: too steep for everybody on all sides; ledge 1.66″ wide, 2″ needed: stops")


def test_a_narrow_ledge_on_one_side_of_a_cliff_is_named_with_its_side() -> None:
    stated, found = _hill_with_ledge((8.34, 10, 10, 24), 1.5)
    assert (found.facts["ledge"], found.facts["needed"], found.facts["beside"]) == (1.66, 2, "west")
    assert stated.startswith("Hill: too steep for everybody on all sides; stops BattleMech")
    assert stated.endswith("; ledge 1.66″ wide on the west side, 2″ needed")


def test_of_very_many_hills_those_with_most_to_climb_are_told_and_the_number_of_the_others() -> None:
    hills = [
        hill(
            f"h{k}",
            box(2 + 6 * (k % 7), 2 + 6 * (k // 7), 5 + 6 * (k % 7), 5 + 6 * (k // 7)),
            height=3 + k / 10,
        )
        for k in range(20)
    ]
    found = looked(*hills).findings
    assert len(found) == 13
    assert [each.by[0] for each in found[:2]] == ["h19", "h18"]
    assert (found[-1].key, found[-1].value, found[-1].where) == ("layout.steps.more", 8.0, None)
