"""Names of people without a blank in them break where the screen ends; no page is wider than a phone for them."""

from dataclasses import replace

import pytest
from playwright.sync_api import Browser

from astrike.formats.events.event_file import LONGEST_NAME, LONGEST_PAIRING, write_event
from astrike.model.events.event import Event, EventTable, rotated
from astrike.store.database.connection import connect
from astrike.store.events.making import NewTable, make_event
from astrike.store.terrain.library import save
from tests.browser.conftest import Complaints, Server, overhang, stand_still, watched
from tests.builders import box, document, hill, mech, woods
from tests.web.conftest import NOW

pytestmark = pytest.mark.browser


def name(start: str, length: int = 80) -> str:
    """A name as long as it may be, in one word of wide letters."""
    return (start + "WMWMmw" * length)[:length]


TABLE_PAGES = (
    "", "?a=A", "?a=A&as=list", "/more", "/codes", "/settings", "/history", "/export", "/paper", "/edit",
    "/edit/library", "/edit/library/1", "/edit/library/2", "/edit/measure", "/unit/A", "/unit/A/move", "/units",
    "/units/A", "/roster", "/new-unit", "/sides/side?side=red", "/sides/codes?side=red", "/attack/A/B",
    "/attack/A/B?kind=melee", "/attack/A/B/margin", "/dice", "/effect/for/A", "/effect/motive/A", "/electronics",
    "/order", "/tape", "/check", "/legal", "/rulings", "/deployments", "/result", "/delete",
)  # fmt: skip
EVENT_PAGES = (
    "", "/hall", "/tables/new", "/tables/1", "/tables/1/remove", "/layouts", "/layouts/1", "/rounds/1", "/sheets",
    "/lists", "/rulings", "/codes", "/more", "/settings", "/log", "/delete",
)  # fmt: skip
WIDE = """() => [...document.querySelectorAll("body *")].filter(each => each.getBoundingClientRect().right > 395
  && !each.closest("svg")).map(each => `${each.tagName}.${each.className}`).slice(0, 6).join(" > ")"""
"""What reaches beyond the screen, to be told when something does."""
SIDES = [{"id": "red", "name": name("Red", 60), "home": "south"}, {"id": "blue", "name": name("Blue", 60)}]


def crowded(title: str) -> dict[str, object]:
    return dict(
        document(
            mech("A", at=(7, 7), side="red", name=name("Alder", 60), damage="3/3/2"),
            mech("B", at=(20, 9), side="blue", name=name("Birch", 60), damage="3/3/2"),
            mech("C", at=(9, 9), side="red", name=name("Cedar", 60)),
            hill("h", box(30, 4, 35, 10), height=1, name=name("Hill", 60)),
            woods("w", box(11, 5, 15, 11), name=name("Woods", 60)),
            name=title,
            sides=SIDES,
        )
    )


@pytest.fixture
def addresses(server: Server) -> list[str]:
    """Every page of a table and of its event on which a name of people can stand."""
    layouts = {name("Ford"): crowded(name("Ford"))}
    seats = tuple(EventTable(number, name(f"Hall{number}")) for number in (1, 2))
    event = Event(name("Open"), "ce-5.01", preset="default", rounds=2, minutes=90.0, seats=seats)
    event = rotated(event, tuple(layouts), range(1, 3))
    games = {
        key: replace(
            game, pairing=name("KimVersusLee", LONGEST_PAIRING), reported_by=name("Lee", LONGEST_NAME)
        )
        for key, game in event.games.items()
    }
    event = replace(event, games=games)
    with connect(server.db) as db:
        kept = make_event(
            db,
            document=write_event(event),
            tables=[NewTable(seat.number, name("Table"), crowded(name("Table"))) for seat in seats],
            layouts=layouts,
            now=NOW,
            author=name("Kim", 40),
            origin=None,
        )
        piece = {"edition": "ce-5.01", "features": crowded("x")["features"][3:]}  # type: ignore[index]  # a list
        save(
            db,
            owner=None,
            kind="piece",
            name=name("Saved", 120),
            document=piece,
            author=name("Kim", 40),
            client_id="1",
            now=NOW,
        )
        layout = {**crowded("x"), "features": crowded("x")["features"][3:]}  # type: ignore[index]  # a list
        save(
            db,
            owner=None,
            kind="layout",
            name=name("Saved", 120),
            document=layout,
            author=name("Kim", 40),
            client_id="2",
            now=NOW,
        )
        [(code,)] = db.execute(
            "SELECT code FROM codes JOIN event_tables USING (table_id) WHERE number = 1 AND right = 'organise'"
        ).fetchall()
    return [f"{server.address}/t/{code}{path}" for path in TABLE_PAGES] + [
        f"{server.address}/e/{kept.codes.organise}{path}" for path in EVENT_PAGES
    ]


def test_names_without_blanks_break_where_the_screen_ends(
    browser: Browser, server: Server, addresses: list[str], complaints: Complaints
) -> None:
    found: dict[str, object] = {}
    with browser.new_context(
        viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True
    ) as context:
        page = watched(context, complaints)
        for address in addresses:
            answer = page.goto(address)
            assert answer is not None
            path = "/" + address.split("/", 5)[5] if address.count("/") > 4 else ""
            if answer.status != 200:
                found[f"{address.split('/')[3]}{path} status"] = answer.status
            stand_still(page)
            wide = overhang(page)
            if wide:
                found[f"{address.split('/')[3]}{path}"] = (wide, page.evaluate(WIDE))
    assert found == {}, "\n".join(f"{key}: {value}" for key, value in found.items())
    assert complaints.found == []
