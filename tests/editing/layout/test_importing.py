"""Another document's terrain comes onto a table: what makes room, what it is called then, and what takes it back."""

import pytest

from astrike.editing.layout.importing import BESIDE, TERRAIN, WHOLE, bring_terrain, units_left_off_table
from astrike.errors import InputError
from astrike.model.document_change import apply
from astrike.model.table_document import features_of, properties_by_id
from tests.builders import Json, area, box, document, mech


def wood(name: str, west: float) -> Json:
    """A square of two inches that belongs to a group."""
    return area(name, box(west, 2, west + 2, 4), kind="woods", group="group-1")


HERE = document(wood("wood-1", 4), mech("A", (40, 20)), wood("wood-2", 8))
COMING = document(wood("wood-1", 14), mech("B", (1, 1)), wood("copse", 18), width=24)


def ids(found: Json) -> list[object]:
    """All ids in their order."""
    return [each["id"] for each in features_of(found)]


def test_what_is_put_beside_gets_ids_and_groups_of_its_own() -> None:
    """Two pieces of one group do not start to go along with strangers."""
    after, _ = apply(HERE, bring_terrain(HERE, COMING, way=BESIDE))
    assert ids(after) == ["wood-1", "A", "wood-2", "wood-3", "copse"]
    groups = {name: about.get("group") for name, about in properties_by_id(after).items()}
    assert groups == {
        "wood-1": "group-1", "A": None, "wood-2": "group-1", "wood-3": "group-2", "copse": "group-2",
    }  # fmt: skip


def test_what_comes_in_the_place_of_all_keeps_its_names() -> None:
    """Units stay, and the table keeps its size."""
    after, _ = apply(HERE, bring_terrain(HERE, COMING, way=TERRAIN))
    assert ids(after) == ["wood-1", "copse", "A"]
    assert properties_by_id(after)["copse"]["group"] == "group-1"
    assert after["astrike"]["width"] == 48


@pytest.mark.parametrize("way", [BESIDE, TERRAIN])
def test_taking_it_back_puts_everything_where_it_was(way: str) -> None:
    """In the same order."""
    after, back = apply(HERE, bring_terrain(HERE, COMING, way=way))
    assert apply(after, back)[0] == HERE


def test_who_has_no_place_on_a_smaller_table_waits_off_it() -> None:
    """A unit at 40 inches would stand beside a table of 24; all else about it stays, and undo puts it back."""
    after, back = apply(HERE, bring_terrain(HERE, COMING, way=WHOLE))
    assert after["astrike"]["width"] == 24
    assert properties_by_id(after)["A"] == {**properties_by_id(HERE)["A"], "state": ["off-table"]}
    assert units_left_off_table(HERE, COMING, way=WHOLE) == ("A",)
    assert units_left_off_table(HERE, COMING, way=TERRAIN) == ()
    assert apply(after, back)[0] == HERE


def test_who_is_inside_of_what_goes_stands_on_the_ground() -> None:
    """The building it is in goes away."""
    house = area("house", box(10, 10, 14, 14), kind="building")
    here = document(house, mech("A", (12, 12), elevation={"in": "house", "level": 0}))
    after, _ = apply(here, bring_terrain(here, COMING, way=TERRAIN))
    assert "elevation" not in properties_by_id(after)["A"]


def test_another_way_is_refused() -> None:
    """By name."""
    with pytest.raises(InputError) as refused:
        bring_terrain(HERE, COMING, way="under")
    assert [each.at for each in refused.value.problems] == ["mode"]
