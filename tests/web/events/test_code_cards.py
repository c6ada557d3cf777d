"""Cards for the tables: they say when nobody can use them, offer an address that works, and carry the wifi."""

import re
from dataclasses import replace

import pypdfium2
import pytest
from zxingcpp import read_barcodes

from astrike.store.table.codes import Right
from astrike.web.settings import EXTENSION
from tests.web.events.hall import Hall
from tests.web.page import parse

LAN = "http://10.0.0.5:8765"
UNUSABLE = "works only on the computer that printed it"


@pytest.fixture
def on_wifi(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """A server that phones reach, looked at on the machine itself."""
    extensions = hall.client.application.extensions
    monkeypatch.setitem(extensions, EXTENSION, replace(extensions[EXTENSION], addresses=(LAN,)))
    return hall


def printed(
    hall: Hall, query: str = "", address: str = "/e/{code}/sheets/codes.pdf"
) -> tuple[str, set[str], str]:
    """What stands on the cards, what their codes hold, and what the document is called."""
    response = hall.client.get(address.format(code=hall.codes.organise) + query)
    assert response.status_code == 200, response.text
    with pypdfium2.PdfDocument(response.data) as pdf:
        words = " ".join(page.get_textpage().get_text_range() for page in pdf)
        codes = {each.text for page in pdf for each in read_barcodes(page.render(scale=3).to_pil())}
        return " ".join(words.split()), codes, pdf.get_metadata_value("Title")


def test_cards_that_nobody_can_use_say_so_before_and_on_paper(hall: Hall) -> None:
    warning = hall.page("/sheets").by_id("unreachable").text
    assert "No other device can use these codes" in warning
    assert "--lan" in warning, "there is no other address to choose"
    words, codes, _title = printed(hall)
    assert words.count(UNUSABLE) == 3
    assert all(each.startswith("http://localhost/t/") for each in codes)
    assert hall.page("/codes").has_id("unreachable")
    assert "this computer only" in hall.page().by_id("join").text


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "[::1]:8765", "LOCALHOST:8765", "localhost"])
def test_however_this_machine_calls_itself_it_is_no_address_for_others(hall: Hall, host: str) -> None:
    page = parse(hall.client.get(hall.url("/sheets"), headers={"Host": host}).text)
    assert page.has_id("unreachable")


def test_the_address_that_phones_reach_is_offered_and_printed(on_wifi: Hall) -> None:
    page = on_wifi.page("/sheets")
    assert not page.has_id("unreachable")
    assert LAN in page.by_id("card-address").text
    offered = [" ".join(each.text.split()) for each in page.by_id("f-server").all("option")]
    assert offered == [LAN, "http://localhost (this computer only)"]
    words, codes, _title = printed(on_wifi)
    assert UNUSABLE not in words
    assert all(each.startswith(f"{LAN}/t/") for each in codes)
    chosen = on_wifi.page("/sheets?server=1")
    assert "Choose another address" in chosen.by_id("unreachable").text
    links = [each.attributes["href"] for each in chosen.by_id("cards").all("a")]
    assert all("server=1" in each for each in links), "what is printed is what was warned of"
    assert UNUSABLE in printed(on_wifi, "?server=1")[0]
    assert "this computer only" not in on_wifi.page().by_id("join").text


def test_a_page_under_an_address_of_the_network_warns_nobody(hall: Hall) -> None:
    page = parse(hall.client.get(hall.url("/sheets"), headers={"Host": "10.0.0.5:8765"}).text)
    assert not page.has_id("unreachable")


def test_cards_to_play_and_to_watch_are_told_apart(hall: Hall) -> None:
    found = {}
    for right in ("play", "view"):
        response = hall.client.get(hall.url(f"/sheets/codes.pdf?right={right}"))
        name = re.search(r'filename="?([^";]+)', response.headers["Content-Disposition"])
        assert name is not None
        found[right] = (name[1], printed(hall, f"?right={right}")[2])
    assert found["play"][1] == "Autumn Open play cards"
    assert found["view"][1] == "Autumn Open watch cards"
    assert "play" in found["play"][0]
    assert "watch" in found["view"][0]


def test_the_wifi_of_the_hall_stands_on_the_cards_and_can_be_scanned(hall: Hall) -> None:
    wifi = {"wifi_name": "Hall; north", "wifi_password": "dice:4 all"}
    assert hall.send("/settings", "/settings", wifi).status_code == 303
    again = hall.stamp("/settings", "/settings")
    assert (again["wifi_name"], again["wifi_password"]) == ("Hall; north", "dice:4 all")
    assert "Hall; north" in hall.page("/sheets").by_id("card-address").text
    for cards in ("4", "2", "1"):
        words, codes, _title = printed(hall, f"?cards={cards}")
        assert "Wifi: Hall; north" in words
        assert "Password: dice:4 all" in words
        assert "WIFI:T:WPA;S:Hall\\; north;P:dice\\:4 all;;" in codes
        assert len(codes) == 4, "the codes of three tables are read beside it"
    table = f"/t/{hall.tables[0].codes.play}/paper/codes"
    assert "Wifi: Hall; north" in printed(hall, "?cards=4", table)[0]


def test_an_open_wifi_has_no_password_and_without_a_name_nothing_is_printed(hall: Hall) -> None:
    assert "Wifi" not in printed(hall)[0]
    hall.send("/settings", "/settings", {"wifi_name": "Hall"})
    words, codes, _title = printed(hall)
    assert "Wifi: Hall" in words
    assert "Password" not in words
    assert "WIFI:S:Hall;;" in codes


@pytest.mark.parametrize(
    ("field", "wifi"),
    [
        ("wifi_name", {"wifi_name": "x" * 33}),
        ("wifi_password", {"wifi_name": "Hall", "wifi_password": "x" * 64}),
        ("wifi_name", {"wifi_password": "secret"}),
    ],
)
def test_what_is_no_wifi_is_named_at_its_field(hall: Hall, field: str, wifi: dict[str, str]) -> None:
    refused = hall.send("/settings", "/settings", wifi)
    assert refused.status_code == 422
    assert parse(refused.text).has_id(f"{field}-problem")


def test_the_wifi_is_told_to_nobody_who_only_watches(hall: Hall) -> None:
    hall.send("/settings", "/settings", {"wifi_name": "Hall", "wifi_password": "dice:4 all"})
    for path in ("/status.json", "/hall", ""):
        assert "dice:4 all" not in hall.client.get(hall.url(path, right=Right.VIEW)).text
