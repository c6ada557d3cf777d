"""The check of a whole table: every finding with its page, its place on the map and a link to it."""

from itertools import combinations
from math import hypot

import pytest
from flask.testing import FlaskClient

from astrike.formats.table.table_file import parse_document
from astrike.rules.movement.standing_check import standing_findings
from astrike.rules.table.prepared_table import prepare_table
from astrike.store.table.codes import Right
from tests.builders import box, document, mech, vehicle, wall, water
from tests.web.conftest import Kept, keep


@pytest.fixture
def crowded(client: FlaskClient, kept: Kept) -> Kept:
    """Two units in one place, a tank in deep water, a 'Mech in a wall and one over the edge."""
    return keep(
        client,
        kept.db_path,
        document(
            mech("A", at=(20, 10), side="red", name="Alder"),
            mech("B", at=(20.5, 10), side="blue", name="Birch"),
            vehicle("V", at=(35, 20), side="red", name="Wagon"),
            mech("C", at=(10, 20), side="red", name="Cedar"),
            mech("D", at=(0.1, 30), side="blue", name="Dogwood"),
            water("w", box(30, 15, 40, 25), depth=2),
            wall("s", box(8, 19.9, 12, 20.1), height=2),
        ),
    )


def test_every_finding_stands_in_the_list_and_on_the_map(crowded: Kept) -> None:
    page = crowded.page("/check")
    found = standing_findings(prepare_table(parse_document(crowded.document)))
    assert found
    rows = page.by_id("findings").all("a", class_="finding")
    assert sorted(row.attributes["data-key"] for row in rows) == sorted(each.key for each in found)
    assert [row.one("span", class_="pin").text for row in rows] == [str(n) for n in range(1, len(rows) + 1)]
    drawn = [each.attributes["data-pin"] for each in page.all("g") if "data-pin" in each.attributes]
    assert drawn == [str(n) for n in range(1, len(rows) + 1)]
    assert all(row.one("span", class_="ref").text for row in rows)
    overlap = next(row for row in rows if row.attributes["data-key"] == "standing.overlap")
    assert "Alder" in overlap.text
    assert "Birch" in overlap.text
    assert page.by_id("verdict").text == f"{len(rows)} findings"


@pytest.mark.parametrize("view", ["", "?view=16,6,26,13"], ids=["the whole table", "close"])
@pytest.mark.parametrize("apart", [0.0, 0.5])
def test_a_pin_leaves_the_letters_of_its_units_to_be_read(
    client: FlaskClient, kept: Kept, apart: float, view: str
) -> None:
    here = keep(
        client,
        kept.db_path,
        document(mech("A", at=(20, 10), side="red"), mech("B", at=(20 + apart, 10), side="blue")),
    )
    page = here.page(f"/check{view}")
    board = page.one("svg", class_="board")
    scale, x0, y0 = (float(board.attributes[name]) for name in ("data-scale", "data-x0", "data-y0"))
    (pin,) = [each.one("circle") for each in page.all("g") if "data-pin" in each.attributes]
    x, y, r = (float(pin.attributes[name]) for name in ("cx", "cy", "r"))
    for east in (20, 20 + apart):
        assert hypot(x - (x0 + scale * east), y - (y0 - scale * 10)) >= r + min(0.625 * scale, 14.0) - 0.2
    assert hypot(x - (x0 + scale * 20), y - (y0 - scale * 10)) < 60, "it is beside them"
    assert page.all("path", class_="leader")


def test_pins_do_not_cover_each_other(crowded: Kept) -> None:
    page = crowded.page("/check")
    pins = [each.one("circle") for each in page.all("g") if "data-pin" in each.attributes]
    places = [(float(pin.attributes["cx"]), float(pin.attributes["cy"])) for pin in pins]
    for (a, b), (c, d) in combinations(places, 2):
        assert hypot(a - c, b - d) >= 20.0


def test_errors_come_first(crowded: Kept) -> None:
    rows = crowded.page("/check").by_id("findings").all("a", class_="finding")
    order = ["error", "warning", "note"]
    found = [
        order.index(next(each for each in order if f"finding-{each}" in row.attributes["class"]))
        for row in rows
    ]
    assert found == sorted(found)


def test_a_finding_leads_to_its_place_without_script(crowded: Kept) -> None:
    page = crowded.page("/check")
    link = page.by_id("findings").all("a")[0].attributes["href"]
    closer = crowded.page(link.removeprefix(crowded.url()))
    scale = [float(each.one("svg", class_="board").attributes["data-scale"]) for each in (page, closer)]
    assert scale[1] > 2 * scale[0]
    assert closer.by_id("live").attributes["data-address"] == link


def test_a_table_without_fault_says_so(kept: Kept) -> None:
    page = kept.page("/check", right=Right.VIEW)
    assert not page.by_id("findings").children or not page.by_id("findings").all("li")
    assert "Everything stands" in page.by_id("verdict").text
    assert page.by_id("said").text == "Nothing was found."


def test_the_menu_leads_to_the_check(kept: Kept) -> None:
    links = {each.attributes["href"] for each in kept.page("/more").all("a")}
    assert kept.url("/check") in links


def test_the_fragment_is_the_part_of_the_page(crowded: Kept) -> None:
    whole, part = crowded.page("/check"), crowded.page("/check?part=live")
    assert part.by_id("findings").text == whole.by_id("findings").text
    assert not part.all("html")
    with crowded.client.get(crowded.url("/check?part=nonsense")) as response:
        assert response.status_code == 422


def test_a_wrong_section_is_named(crowded: Kept) -> None:
    with crowded.client.get(crowded.url("/check?view=1,2")) as response:
        assert response.status_code == 422
