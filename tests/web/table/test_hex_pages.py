"""The pages of a table that is played on hexes."""

import re

import pytest
from flask.testing import FlaskClient

from astrike.formats.table.table_file import parse_document
from tests.builders import box, document, mech, woods
from tests.rules.hex_scene import centre, layout_of
from tests.web.conftest import Kept, keep, next_id
from tests.web.page import parse

HEAD = {"grid": {"hex": 2, "top": "flat"}}
LAYOUT = layout_of(HEAD)


X, Y = centre(LAYOUT, "0506")
TABLE = document(
    mech(
        "A",
        at=centre(LAYOUT, "0504"),
        side="red",
        name="Alder",
        motion="unmoved",
        move='8"',
        facing=0,
    ),
    mech("B", at=centre(LAYOUT, "0510"), side="blue", name="Birch", facing=180),
    woods("w", box(X - 0.8, Y - 0.8, X + 0.8, Y + 0.8)),
    width=24,
    depth=24,
    **HEAD,
)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/unit/A/move",
        "/unit/A/move?via=8,13",
        "/unit/A/move?show=reach",
        "/unit/A/move?show=best&hit=B&threat=B",
        "/unit/A/move?via=8,13&show=what",
        "/tape",
        "/check",
    ],
)
def test_every_map_shows_the_hexes(table: Kept, path: str) -> None:
    with table.client.get(table.url(path)) as response:
        assert response.status_code == 200
        assert "hexes 2 in" in response.text


def test_the_same_terrain_is_drawn_for_each_grid(client: FlaskClient, kept: Kept) -> None:
    inches = {name: value for name, value in TABLE["astrike"].items() if name != "grid"}
    for head in (inches, TABLE["astrike"], {**inches, "grid": {"hex": 3, "top": "flat"}}, inches):
        table = keep(client, kept.db_path, {**TABLE, "astrike": head})
        with client.get(table.url()) as response:
            assert re.findall(r"hexes \d in", response.text)[:1] == (
                [f"hexes {head['grid']['hex']} in"] if "grid" in head else []
            )


def test_the_attack_counts_hexes(table: Kept) -> None:
    with table.client.get(table.url("/attack/A/B")) as response:
        assert "12.00″" in response.text


def test_a_move_ends_in_the_middle_of_a_hex(table: Kept) -> None:
    x, y = centre(LAYOUT, "0406")
    data = {"via": f"{x + 0.4:.2f},{y - 0.3:.2f}", "version": str(table.version), "change_id": next_id()}
    with table.client.post(table.url("/unit/A/move"), data=data) as response:
        assert response.status_code == 303, parse(response.text).text
    unit = parse_document(table.document).unit("A")
    assert unit is not None
    assert unit.at == pytest.approx((x, y), abs=1e-3)
    assert (unit.motion, unit.moved) == ("ground", 6)
