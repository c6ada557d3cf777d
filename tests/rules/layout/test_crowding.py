"""A file made to annoy is checked soon all the same, and says what was left out."""

import pytest

from astrike.model.legality import CheckResult
from astrike.presets.schema import LayoutLimits
from astrike.rules.layout import access, deployment_fairness, lines_of_fire
from astrike.rules.layout.crowding import is_crowded
from astrike.rules.layout.legality import check_table
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders
from tests.builders import Point


def saw(count: int, kind: str) -> PreparedTable:
    """Lay a saw with so many teeth within four inches onto a table."""
    step = 4 / count
    teeth: list[Point] = [
        place
        for k in range(count, 0, -1)
        for place in ((20 + k * step, 12.0 + (k % 2)), (20 + (k - 0.5) * step, 12.5 + (k % 2)))
    ]
    height = {"woods": None}.get(kind, 2)
    return prepare_table(
        builders.table(builders.area("saw", [(20.0, 10.0), (24.0, 10.0), *teeth], kind=kind, height=height))
    )


@pytest.mark.parametrize("kind", ["hill", "woods"])
def test_many_teeth_are_a_crowd_and_few_are_none(kind: str) -> None:
    assert is_crowded(saw(1200, kind))
    assert not is_crowded(saw(40, kind))


def test_every_look_that_grows_outlines_is_left_out_and_named() -> None:
    crowd = saw(1200, "woods")
    parts: list[CheckResult] = [
        look(crowd, LayoutLimits(), tolerance=0.1)
        for look in (
            access.check_access,
            lines_of_fire.check_lines_of_fire,
            deployment_fairness.check_deployment_zones,
        )
    ]
    assert [(each.key, each.why) for part in parts for each in part.skipped] == [
        ("layout.reach.unreached", "too-crowded"),
        ("layout.lane.longest", "too-crowded"),
        ("layout.zone.sees", "too-crowded"),
        ("layout.zone.difference", "too-crowded"),
    ]
    assert not [found for part in parts for found in part.findings]
    whole = check_table(crowd, None)
    assert whole.figures["pieces"] == 1, "the other looks answer all the same"
    assert whole.count("pass")
