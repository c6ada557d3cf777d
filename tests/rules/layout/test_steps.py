"""Steps of hills: how high, and who gets up."""

import json

import pytest

from astrike.editions.loader import IDS
from astrike.model.legality import Part
from astrike.presets.schema import LayoutLimits
from astrike.rules.battlefield import build_field
from astrike.rules.layout.steps import look
from tests import builders
from tests.builders import Json, box, hill, ramp
from tests.rules.movement.asked import ask, foot, tank, walker

UNITS = {"mech": walker, "tracked": tank, "infantry": foot}


def looked(*features: Json, **head: object) -> Part:
    return look(build_field(builders.table(*features, **head)), LayoutLimits(), tolerance=0.1)


def rows(part: Part) -> dict[str, dict[str, object]]:
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
    assert found["top"] == round(2 * ledge, 1)
