"""What a browser shows of what the server refuses before a page could: too large, or called by a foreign name."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from astrike.web.server.overload import PAGE_PATIENCE
from astrike.web.server.request_threads import RequestThreads
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


def test_a_busy_server_leaves_the_page_as_it_is_and_says_so(
    phone: Page, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone.goto(server.address)
    phone.get_by_role("link", name="Open the demo table").tap()
    first = phone.get_by_role("link", name="Alder").last
    expect(first).to_be_visible()
    table = phone.url
    with monkeypatch.context() as patch:
        patch.setattr(RequestThreads, "delay", property(lambda _threads: PAGE_PATIENCE + 0.1))
        first.tap()
        expect(phone.locator("#refused")).to_contain_text("The server is busy. Nothing was saved")
        expect(phone).to_have_url(table)
        expect(first).to_be_visible()
        expect(phone.locator("#notice")).to_contain_text("Many phones are asking.")
        assert overhang(phone) == 0
        assert small_targets(phone) == []
    first.tap()
    expect(phone).to_have_url(re.compile(r"unit=A"))
    expect(phone.locator("#refused")).to_be_hidden()


def test_what_a_busy_server_has_not_drawn_can_be_asked_for_later(phone: Page, server: Server) -> None:
    phone.goto(server.address)
    table = phone.get_by_role("link", name="Open the demo table").get_attribute("href")
    late = re.compile(r"/(pictures|margin)\?")
    phone.route(late, lambda route: route.fulfill(status=429, content_type="text/html", body="<p>Busy</p>"))
    phone.goto(f"{server.address}{table}/attack/A/C")
    phone.wait_for_load_state("networkidle")
    expect(phone.locator("#margin")).to_have_text("How far does it hold?")
    phone.unroute(late)
    phone.get_by_role("link", name="Plan and side view").tap()
    expect(phone.locator("svg.profile .sil").first).to_be_visible()
