"""What a browser shows of what the server refuses before a page could: too large, or called by a foreign name."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import HALL, Complaints, Server, faults, overhang, small_targets

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("megabytes", [33, 35, 60])
def test_a_file_that_is_too_large_is_refused_by_a_page_and_not_by_a_broken_connection(
    phone: Page, server: Server, tmp_path: Path, megabytes: int
) -> None:
    file = tmp_path / "hall.png"
    file.write_bytes(b"\x89PNG" + bytes(megabytes * 1_000_000))
    phone.goto(f"{server.address}/upload")
    phone.get_by_label("File, up to 32 MB").set_input_files(file)
    phone.locator("form button.btn-main, footer .btn-main, .thumb .btn-main").last.tap()
    expect(phone.locator("main")).to_contain_text("a file or pasted text of at most 32 MB")
    assert overhang(phone) == 0
    assert faults(phone) == []


def test_a_foreign_name_shows_where_to_go_instead(
    phone: Page, server: Server, complaints: Complaints
) -> None:
    foreign = server.address.replace(HALL, "laptop.lan")
    phone.goto(f"{foreign}/quick?skill=3")
    links = phone.locator("#addresses a")
    expect(links.first).to_have_text(server.address)
    assert overhang(phone) == 0
    assert small_targets(phone) == []
    assert faults(phone) == []
    links.first.tap()
    expect(phone).to_have_url(f"{server.address}/quick?skill=3")
