"""To which names does the server answer, and which address does it offer for other devices?"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from astrike.errors import InputError
from astrike.web.http.server_addresses import is_for_this_machine
from astrike.web.network import GivenName, Listening
from tests.web.page import parse
from tests.web.server.wire import Answer, Wire, serving

OWN = ("192.168.1.5", "10.0.0.7")


def listening(host: str, *names: str, own: tuple[str, ...] = OWN) -> Listening:
    return Listening(host, 8765, tuple(map(GivenName.read, names)), look_up=lambda: own)


@pytest.mark.parametrize(
    ("host", "names", "answers", "refuses"),
    [
        pytest.param(
            "127.0.0.1",
            [],
            ["localhost", "LocalHost.", "127.0.0.1", "127.0.0.2", "[::1]", "[0:0::1]"],
            ["192.168.1.5", "0.0.0.0", "evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "2130706433"],
            id="this machine alone",
        ),
        pytest.param(
            "0.0.0.0",
            ["hall.lan"],
            ["localhost", "127.0.0.1", "192.168.1.5", "10.0.0.7", "hall.lan", "HALL.lan."],
            ["192.168.1.6", "0.0.0.0", "sub.hall.lan", "hall.lan.evil.example", "[fe80::1]"],
            id="every address, with a name",
        ),
        pytest.param(
            "192.168.1.5",
            ["https://hall.example", "203.0.113.9:80"],
            ["192.168.1.5", "hall.example", "203.0.113.9", "localhost", "[::ffff:192.168.1.5]"],
            ["10.0.0.7", "127.0.0.1", "example"],
            id="one address, behind a proxy",
        ),
        pytest.param("::1", [], ["[::1]", "localhost", "127.0.0.1"], ["[::2]"], id="this machine, IPv6"),
    ],
)  # fmt: skip
def test_it_answers_to_its_addresses_and_the_names_given(
    host: str, names: list[str], answers: list[str], refuses: list[str]
) -> None:
    here = listening(host, *names)
    assert [each for each in answers if not here.answers_to(each)] == []
    assert [each for each in refuses if here.answers_to(each)] == []


def test_an_address_where_a_request_came_in_is_its_own_without_looking_it_up() -> None:
    here = listening("::", own=())
    assert here.answers_to("[fe80::1]", reached="fe80::1%eth0")
    assert here.answers_to("192.168.7.7", reached="::ffff:192.168.7.7")
    assert not here.answers_to("evil.example", reached="192.168.7.7")
    assert not listening("127.0.0.1").answers_to("10.0.0.7", reached="127.0.0.1")


def test_addresses_are_looked_up_anew_when_the_wifi_may_have_changed_but_not_for_every_request() -> None:
    now, own, asked = [100.0], ["192.168.1.5"], []

    def look_up() -> tuple[str, ...]:
        asked.append(now[0])
        return tuple(own)

    here = Listening("0.0.0.0", 8765, look_up=look_up, clock=lambda: now[0])
    assert here.answers_to("192.168.1.5")
    own[0] = "172.20.10.2"
    for _ in range(100):
        assert not here.answers_to("172.20.10.2")
    now[0] += 11.0
    assert here.answers_to("172.20.10.2")
    assert not here.answers_to("192.168.1.5")
    assert here.addresses_for_others() == ("http://172.20.10.2:8765",)
    assert len(asked) == 2


@pytest.mark.parametrize(
    ("host", "names", "offered"),
    [
        ("127.0.0.1", [], ()),
        ("localhost", [], ()),
        ("127.0.0.1", ["https://hall.example"], ("https://hall.example",)),
        ("0.0.0.0", [], ("http://192.168.1.5:8765", "http://10.0.0.7:8765")),
        ("0.0.0.0", ["hall.lan", "hall.lan:80"],
         ("http://hall.lan:8765", "http://hall.lan:80", "http://192.168.1.5:8765", "http://10.0.0.7:8765")),
        ("fe80::1", ["[fd00::1]"], ("http://[fd00::1]:8765", "http://[fe80::1]:8765")),
    ],
)  # fmt: skip
def test_a_name_that_was_given_is_offered_first(
    host: str, names: list[str], offered: tuple[str, ...]
) -> None:
    assert listening(host, *names).addresses_for_others() == offered


@pytest.mark.parametrize(
    "name", ["", "a b", "http://", "hall.lan/t/1", "hall.lan:99999", "user@hall.lan", "-x"]
)
def test_what_is_no_name_is_said_at_the_start(fresh_db: Path, name: str) -> None:
    with pytest.raises(InputError, match="--name"), serving(fresh_db, names=(name,)):
        pass


def test_an_address_for_this_machine_is_known_as_one() -> None:
    assert is_for_this_machine("http://localhost:8765")
    assert is_for_this_machine("http://[::1]:8765")
    assert not is_for_this_machine("https://hall.example")


@pytest.fixture
def named_wire(fresh_db: Path) -> Iterator[Wire]:
    with serving(fresh_db, names=("hall.lan", "https://hall.example"), demo="diagram") as found:
        yield found


def asked(named_wire: Wire, first_line: str, *headers: str) -> Answer:
    return named_wire.send("\r\n".join([first_line, *headers, "Connection: close", "", ""]).encode())


def test_a_foreign_name_gets_a_page_that_says_which_address_to_use(named_wire: Wire) -> None:
    answer = asked(named_wire, "GET /quick?skill=3 HTTP/1.1", "Host: evil.example:8765")
    assert answer.status == 421
    page = parse(answer.text)
    shown = [each.attributes["href"] for each in page.by_id("addresses").all("a")]
    offered = [f"http://hall.lan:{named_wire.port}", "https://hall.example", named_wire.served.local]
    assert shown == [f"{each}/quick?skill=3" for each in offered]
    assert "evil.example" in page.one("main").text
    assert "--name" in page.one("main").text
    sheet = page.all("link", rel="stylesheet")[0].attributes["href"]
    assert asked(named_wire, f"GET {sheet} HTTP/1.1", "Host: evil.example").status == 200, (
        "the page looks like ours"
    )


def test_a_foreign_name_reads_and_changes_nothing(named_wire: Wire) -> None:
    table = parse(named_wire.ask("/").text).by_id("demo-table").attributes["href"]
    for line in (f"GET {table} HTTP/1.1", "GET / HTTP/1.1", "POST /demo HTTP/1.1", "GET /no/page HTTP/1.1"):
        answer = asked(named_wire, line, "Host: evil.example", "Origin: http://evil.example")
        assert answer.status == 421
        assert "hall" not in {each.attributes.get("id") for each in parse(answer.text)}
    program = asked(named_wire, "GET /api/v1/openapi.json HTTP/1.1", "Host: evil.example")
    assert program.status == 421
    [error] = json.loads(program.text)["errors"]
    assert error["at"] == "Host"
    assert named_wire.served.local in error["expected"]


@pytest.mark.parametrize(
    ("line", "headers", "status"),
    [
        pytest.param("GET /device HTTP/1.1", ["Host: hall.lan"], 200, id="another port"),
        pytest.param("GET /device HTTP/1.1", ["Host: HALL.example:443"], 200, id="behind a proxy"),
        pytest.param("GET /device HTTP/1.1", ["Host: localhost:1"], 200, id="a port forwarded"),
        pytest.param("GET http://hall.lan/device HTTP/1.1", ["Host: evil.example"], 200, id="whole address"),
        pytest.param("GET http://evil.example/device HTTP/1.1", ["Host: localhost"], 421, id="foreign whole address"),
        pytest.param("GET http://x@localhost/device HTTP/1.1", ["Host: localhost"], 422, id="address with a user"),
        pytest.param("GET //evil.example/device HTTP/1.1", ["Host: localhost"], 404, id="two slashes"),
        pytest.param("GET /device HTTP/1.1", ["Host: evil.lan", "X-Forwarded-Host: localhost"], 421, id="forwarded"),
        pytest.param("GET /device HTTP/1.1", ["Host: localhost", "X-Forwarded-Host: evil.example"], 200, id="not read"),
        pytest.param("GET /device HTTP/1.1", ["Host: localhost", "Host: evil.example"], 422, id="two names"),
        pytest.param("GET /device HTTP/1.1", [], 422, id="no name"),
        pytest.param("GET /device HTTP/1.0", [], 422, id="no name, old protocol"),
    ],
)  # fmt: skip
def test_the_name_is_the_one_that_counts(
    named_wire: Wire, line: str, headers: list[str], status: int
) -> None:
    assert asked(named_wire, line, *headers).status == status


def test_what_is_passed_on_carries_the_name_that_was_given(named_wire: Wire) -> None:
    table = parse(named_wire.ask("/").text).by_id("demo-table").attributes["href"]
    code = table.rpartition("/")[2]
    for host, first in (
        ("localhost", f"http://hall.lan:{named_wire.port}"),
        ("hall.lan:81", "http://hall.lan:81"),
    ):
        page = parse(named_wire.ask(f"{table}/codes", Host=host).text)
        assert f"{first}/t/{code}" in page.by_id("ticket-organise").text
        check = parse(named_wire.ask("/quick", Host=host).text).by_id("share-address")
        assert check.attributes["value"].startswith(f"{first}/quick")


def test_the_start_page_on_this_machine_says_where_other_devices_go(named_wire: Wire) -> None:
    stated = parse(named_wire.ask("/", Host="localhost").text).by_id("for-others").text
    assert f"http://hall.lan:{named_wire.port}" in stated
    assert not parse(named_wire.ask("/", Host="hall.lan").text).has_id("for-others")
