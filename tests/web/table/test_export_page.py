"""A table is written for other tools, and the page says beforehand what each of them cannot hold."""

import io

import pytest

from astrike.formats.table.table_file import write_document
from astrike.store.table.codes import Right
from tests.web.conftest import Kept, next_id
from tests.web.page import parse


@pytest.mark.parametrize(
    ("target", "start", "ending", "media"),
    [
        ("geojson", b"{", ".astrike.json", "application/geo+json"),
        ("png", b"\x89PNG\r\n", ".png", "image/png"),
        ("svg", b"<svg", ".svg", "image/svg+xml"),
        ("tiled", b"{", ".tmj", "application/json"),
        ("uvtt", b"{", ".dd2vtt", "application/json"),
    ],
)
def test_every_format_can_be_taken_home_by_who_may_look(
    kept: Kept, target: str, start: bytes, ending: str, media: str
) -> None:
    response = kept.client.get(kept.url(f"/export/{target}", right=Right.VIEW))
    assert response.status_code == 200
    assert response.data.startswith(start)
    assert response.mimetype == media
    assert f'{ending}"' in response.headers["Content-Disposition"]


def test_the_table_file_is_the_table(kept: Kept) -> None:
    assert kept.client.get(kept.url("/export/geojson")).data == write_document(kept.document)


def test_the_page_says_what_is_left_behind(kept: Kept) -> None:
    page = kept.page("/export", right=Right.VIEW)
    assert {page.by_id(f"as-{key}").tag for key in ("geojson", "png", "svg", "tiled", "uvtt")} == {"a"}
    notes = " ".join(each.text for each in page.all("ul", class_="notes"))
    assert "heights" in notes
    assert "units" in notes


def test_a_walled_map_made_here_is_read_here(kept: Kept) -> None:
    data = kept.client.get(kept.url("/export/uvtt")).data
    sent = {"change_id": next_id(), "file": (io.BytesIO(data), "hall.dd2vtt")}
    response = kept.client.post("/upload", data=sent, content_type="multipart/form-data")
    assert response.status_code == 303
    assert "48 by 36 inches" in parse(kept.client.get(response.location).text).one("figcaption").text


def test_an_unknown_format_is_not_found(kept: Kept) -> None:
    assert kept.client.get(kept.url("/export/doc")).status_code == 404
