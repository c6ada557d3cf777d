"""What holds of a table's metric, whichever it is."""

from itertools import product

import numpy as np
import pytest

from astrike.rules.table.metric import Metric
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests.builders import box, hill, mech, table, vehicle, woods

GRIDS = [None, {"hex": 2, "top": "flat"}, {"hex": 1.25, "top": "pointy"}]
AT = [(5.1, 5.2), (7.0, 5.3), (7.2, 8.9), (14.6, 9.1), (30.3, 22.2)]


@pytest.fixture(params=GRIDS, ids=["inches", "flat hexes", "pointy hexes"])
def measured(request: pytest.FixtureRequest) -> PreparedTable:
    units = [mech("A", AT[0]), mech("B", AT[1]), vehicle("C", AT[2]), mech("D", AT[3]), mech("E", AT[4])]
    land = [woods("wood", box(12, 6, 18, 12)), hill("hill", box(28, 20, 34, 26), height=2)]
    return prepare_table(table(*units, *land, grid=request.param))


def pairs(measured: PreparedTable) -> tuple[np.ndarray, np.ndarray]:
    count = len(measured.units.units)
    one, other = zip(*product(range(count), repeat=2), strict=True)
    return np.array(one), np.array(other)


def test_a_table_has_the_metric_it_names(measured: PreparedTable) -> None:
    assert isinstance(measured.metric, Metric)
    assert measured.metric.name == measured.table.metric


def test_how_far_and_in_contact_are_the_same_from_both_ends(measured: PreparedTable) -> None:
    one, other = pairs(measured)
    bases, metric = measured.units.bases, measured.metric
    assert metric.ranges(bases, one, other) == pytest.approx(metric.ranges(bases, other, one))
    there, back = (metric.are_in_contact(measured.units, *ends) for ends in ((one, other), (other, one)))
    assert there.tolist() == back.tolist()
    assert there.any()
    assert not there.all()


def test_a_batch_equals_its_singles(measured: PreparedTable) -> None:
    one, other = pairs(measured)
    bases, metric = measured.units.bases, measured.metric
    singly = [metric.ranges(bases, one[[k]], other[[k]])[0] for k in range(len(one))]
    assert metric.ranges(bases, one, other).tolist() == singly
    arcs = np.full(len(one), 180.0)
    together = metric.lines(measured, one, other, arcs=arcs).lines()
    alone = [metric.lines(measured, one[[k]], other[[k]], arcs=arcs[[k]]).line(0) for k in range(len(one))]
    assert list(map(repr, together)) == list(map(repr, alone))  # nan equals no nan


def test_who_lacks_nothing_to_contact_is_in_it(measured: PreparedTable) -> None:
    bases, metric = measured.units.bases, measured.metric
    for a, b in product(range(len(AT)), repeat=2):
        if a != b:
            gap = metric.gap_at(bases, a, tuple(bases.xy[a].tolist()), b)
            on_one_level = abs(float(measured.units.z[a] - measured.units.z[b])) < 0.1
            (touches,) = metric.are_in_contact(measured.units, np.array([a]), np.array([b])).tolist()
            assert touches == (gap <= 0.005 and on_one_level)


def test_places_and_facings_that_count_stay_where_they_are(measured: PreparedTable) -> None:
    metric = measured.metric
    for at in AT:
        assert metric.snapped(metric.snapped(at)) == pytest.approx(metric.snapped(at))
    turned = metric.facings(np.arange(0.0, 360.0, 7.0))
    assert metric.facings(turned).tolist() == turned.tolist()


def test_a_unit_stands_where_it_counts(measured: PreparedTable) -> None:
    for unit in measured.units.units:
        assert measured.metric.snapped(unit.at) == pytest.approx(unit.at)


def test_the_line_to_itself_crosses_every_reach_around_it(measured: PreparedTable) -> None:
    here = np.arange(len(AT))
    low, high = measured.metric.spans_within(
        measured.units.bases, here, here, carrier=here, reach=np.full(len(AT), 2.0)
    )
    assert (low <= high).all()


def test_a_burst_is_no_farther_from_a_base_than_a_place_is(measured: PreparedTable) -> None:
    for at in AT:
        away = measured.metric.ranges_from(measured.units.bases, at)
        assert (measured.metric.from_burst(measured.units.bases, at) <= away + 1e-9).all()


def test_who_stands_in_woods_is_said_for_every_piece(measured: PreparedTable) -> None:
    inside = measured.metric.standing_in(measured.units)
    assert inside.shape == (len(AT), 2)
    assert inside[:, measured.terrain.index["wood"]].tolist() == [False, False, False, True, False]
