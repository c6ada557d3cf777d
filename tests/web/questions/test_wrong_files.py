"""A list of units where a map belongs, and a map where a list belongs: the answer says what it is and where it goes."""

import io
import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.cli.test_questions import errors
from tests.formats.maps.sketches import as_bytes, board_text, objects, thing, tiled
from tests.formats.rosters.test_megamek import alder, force
from tests.web.conftest import Kept, next_id
from tests.web.page import parse

LISTS = {
    "MegaMek unit list": force(alder()).encode(),
    "Tabletop Simulator code": b"{{4759,4},{7740,4}}",
    "MUL QuickList": json.dumps(
        {"Units": [{"Id": 11, "Name": "Alder ALD-2", "BFType": "BM", "BFSize": 2, "BFMove": '8"'}]}
    ).encode(),
}
MAPS = {
    "MegaMek board": board_text(9, 9, {(4, 4): (2, "")}).encode(),
    "Tiled map": as_bytes(tiled(objects("Woods", thing(20, 20, 50, 50)))),
    "SVG drawing": b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 36"><rect width="5" height="5"/></svg>',
}


def sent(data: bytes, **values: str) -> dict[str, object]:
    return {"change_id": next_id(), **values, "file": (io.BytesIO(data), "file.bin")}


def reported(client: FlaskClient, address: str, data: bytes, **values: str) -> str:
    response = client.post(address, data=sent(data, **values), content_type="multipart/form-data")
    assert response.status_code == 422, response.status_code
    return parse(response.text).one("main").text


def assert_is_told_to_be_units(client: FlaskClient, address: str, label: str, **values: str) -> None:
    words = reported(client, address, LISTS[label], **values)
    assert "ound a list of units" in words, address
    assert "open one and tap Units" in words, address


@pytest.mark.parametrize("label", LISTS)
def test_a_list_of_units_where_a_table_or_a_map_belongs(kept: Kept, label: str) -> None:
    stamp = {"version": str(kept.version)}
    for address, values in (
        ("/upload", {}),
        (kept.url("/upload"), stamp),
        (kept.url("/edit/import"), stamp),
    ):
        assert_is_told_to_be_units(kept.client, address, label, **values)


@pytest.mark.parametrize("label", MAPS)
def test_a_map_where_a_list_of_units_belongs(kept: Kept, label: str) -> None:
    words = reported(kept.client, kept.url("/roster"), MAPS[label], version=str(kept.version))
    assert "found a map" in words
    assert "under Table from a file" in words


def test_what_is_neither_is_told_as_before(kept: Kept) -> None:
    assert "open one and tap Units" not in reported(kept.client, "/upload", b"Dear diary")
    assert "a picture (PNG)" in reported(kept.client, "/upload", b"\x89PNG\r\n\x1a\n")
    address = kept.url("/roster")
    assert "found a map" not in reported(kept.client, address, b"Dear diary", version=str(kept.version))


@pytest.mark.parametrize("label", LISTS)
@pytest.mark.parametrize("words", [["attack", "{file}", "A", "B"], ["legal", "{file}"], ["matrix", "{file}"]])
def test_commands_that_want_a_table_name_those_for_units(
    tmp_path: Path, label: str, words: list[str]
) -> None:
    file = tmp_path / "force.txt"
    file.write_bytes(LISTS[label])
    (found,) = errors(*(each.format(file=file) for each in words)).values()
    assert found.startswith("a list of units")


@pytest.mark.parametrize("label", MAPS)
def test_commands_that_want_units_name_the_one_for_maps(tmp_path: Path, label: str) -> None:
    file = tmp_path / "map.txt"
    file.write_bytes(MAPS[label])
    (found,) = errors("list", str(file)).values()
    assert found.startswith("a map (")
