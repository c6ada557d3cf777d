"""The ground is what the table file says, wherever the table's corner happens to be."""

import numpy as np
import pytest

from astrike.formats.table.table_file import parse_document
from astrike.rules.table.prepared_table import prepare_table
from tests.asking import sight
from tests.builders import Json, area, box, document, mech

POOL = box(10, 10, 20, 20)
HOLE = box(12, 12, 18, 18)
PILES: dict[str, Json] = {"high": {"height": 1}, "low": {}}


def seen(*features: Json) -> float:
    prepared = prepare_table(parse_document(document(*features, width=60, depth=60)))
    return sight(prepared, "A", "B").sight.hidden


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["the shallow one first", "the deep one first"])
def test_of_overlapping_waters_the_deepest_has_no_floor_of_the_others_in_it(order: tuple[int, int]) -> None:
    waters = (area("pool", POOL, kind="water", depth=1), area("hole", HOLE, kind="water", depth=3))
    hill = area("hill", box(5, 5, 30, 30), kind="hill", height=4)
    swimmers = (mech("A", at=(14, 15), side="red"), mech("B", at=(16, 15), side="blue"))
    assert seen(hill, *(waters[k] for k in order), *swimmers) == 0.0


@pytest.mark.parametrize("shift", [(0.0, 0.0), (2.0, 3.0), (30.0, 1.0)], ids=str)
@pytest.mark.parametrize("depth", [0.5, 1.5, 3.0])
def test_a_pond_on_a_ramp_reaches_down_to_the_ramp_s_underside_at_most(
    shift: tuple[float, float], depth: float
) -> None:
    x, y = shift
    ramp = area("ramp", box(6 + x, 10 + y, 14 + x, 30 + y), kind="ramp", toward=180, height=2)
    pond = area("pond", box(8 + x, 14 + y, 12 + x, 26 + y), kind="water", depth=depth)
    solids = prepare_table(parse_document(document(ramp, pond, width=60, depth=60))).terrain.solids
    assert np.all(solids.lowest >= solids.bottom - 1e-9)
    assert max(np.asarray(solids.highest)) == pytest.approx(2.0)
    floors = solids.highest[solids.highest < 1.9]
    assert floors.tolist() == pytest.approx([1.6 - depth] if depth < 1.6 else [])


@pytest.mark.parametrize("off", [-4e-15, 0.0, 4e-15], ids=["a breath outside", "exact", "a breath inside"])
@pytest.mark.parametrize("kind", ["hill", "water", "bridge", "building"])
def test_who_stands_on_an_edge_stands_there_however_the_numbers_are_rounded(kind: str, off: float) -> None:
    about = {"hill": {"height": 2}, "water": {"depth": 2}, "bridge": {"base": 2}, "building": {"height": 2}}
    piece = area("piece", box(10, 10, 20, 20), kind=kind, **about[kind])
    west, east = mech("A", at=(10 - off, 15)), mech("B", at=(20 + off, 15))
    units = prepare_table(parse_document(document(piece, west, east))).units
    want = {"hill": 2.0, "water": -2.0, "bridge": 0.0, "building": 0.0}[kind]
    assert units.z.tolist() == [want, want]
    assert [body.inside for body in units.of] == [None, None]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["the water first", "the ice first"])
def test_ice_closes_the_water_under_it(order: tuple[int, int]) -> None:
    both = (area("lake", POOL, kind="water", depth=2), area("ice", box(10, 10, 15, 20), kind="ice"))
    hill = area("hill", box(5, 5, 30, 30), kind="hill", height=1)
    units = (mech("A", at=(12, 15)), mech("B", at=(18, 15)))
    prepared = prepare_table(
        parse_document(document(hill, *(both[k] for k in order), *units, width=60, depth=60))
    )
    assert [(body.ground, body.depth, body.submersion) for body in prepared.units.of] == [
        (1.0, 0.0, "none"),
        (-1.0, 2.0, "completely"),
    ]
    assert [prepared.terrain.depth_under_ice((x, 15.0)) for x in (12.0, 18.0)] == [2.0, 0.0]
    assert prepared.terrain.extent["lake"] == (-1.0, 1.0)


def test_water_may_be_frozen_all_over() -> None:
    lake, ice = area("lake", POOL, kind="water", depth=3), area("ice", HOLE, kind="ice")
    rim = area("rim", box(9, 9, 21, 21), kind="ice")
    prepared = prepare_table(
        parse_document(document(lake, ice, rim, mech("A", at=(11, 11)), width=60, depth=60))
    )
    assert prepared.units.of[0].ground == 0.0
    assert prepared.terrain.depth_under_ice((11.0, 11.0)) == 3.0
    assert len(prepared.terrain.waters) == 0


def test_piles_of_gravel_raise_the_ground_by_the_height_the_file_gives() -> None:
    high, low = (area(name, POOL, kind="gravel", **about) for name, about in PILES.items())
    hill = area("hill", box(5, 5, 30, 30), kind="hill", height=2)
    for pieces, ground in (((high,), 1.0), ((low,), 0.0), ((high, hill), 3.0), ((hill, high), 3.0)):
        prepared = prepare_table(
            parse_document(document(*pieces, mech("A", at=(15, 15)), width=60, depth=60))
        )
        assert prepared.units.of[0].ground == ground
