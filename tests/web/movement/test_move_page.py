"""The page of a move: what its address says, what it shows, and what is stored of it."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from astrike.formats.table.table_file import parse_document, read_table
from astrike.model.unit import Unit
from astrike.store.table.codes import Right
from astrike.web.home.demo import demo_text
from tests.builders import box, bridge, building, document, hill, infantry, mech, vehicle, wall, woods
from tests.web.conftest import Kept, keep, next_id
from tests.web.page import Element, parse

MOVE = "/unit/A/move"


TABLE = document(
    mech("A", at=(20, 10), side="red", name="Alder", motion="unmoved", move='8"/6"j', facing=0),
    mech("B", at=(35, 10), side="blue", name="Birch", facing=270),
    vehicle("V", at=(20, 4), side="red", name="Wagon", motion="unmoved", specials=["IT4"]),
    infantry("I", at=(21, 4), side="red", name="Squad", motion="unmoved", specials=["CAR3"]),
    wall("w", box(10, 16, 30, 16.5), height=3),
    woods("t", box(8, 6, 14, 14)),
    hill("h", box(30, 20, 40, 30), height=2),
)
"""Open ground around a 'Mech with Move 8, a wall in the north, woods in the west, an enemy in the east."""


def unit_of(kept: Kept, unit_id: str = "A") -> Unit:
    found = parse_document(kept.document).unit(unit_id)
    assert found is not None
    return found


def cost_of(page: Element) -> float:
    return float(page.by_id("ledger").one("tr", class_="sum").one("td", class_="val").text)


def word_of(page: Element) -> str:
    return page.by_id("verdict").one("p", class_="word").text


def follow(kept: Kept, link: Element) -> Element:
    with kept.client.get(link.attributes["href"]) as response:
        assert response.status_code == 200
        return parse(response.text)


def move(
    kept: Kept, query: str, *, right: Right = Right.PLAY, version: int | None = None, **more: str
) -> object:
    """Send the form of a move; give the address to go to, or the page that came back."""
    data = [*parse_qsl(query), ("change_id", more.pop("change_id", "") or next_id()), *more.items()]
    data.append(("version", str(kept.version if version is None else version)))
    posted: dict[str, list[str]] = {}
    for name, value in data:
        posted.setdefault(name, []).append(value)
    with kept.client.post(kept.url(MOVE, right=right), data=posted) as response:
        if response.status_code == 303:
            return response.location
        return response.status_code, parse(response.text)


def test_the_page_begins_with_what_the_unit_can_do(table: Kept) -> None:
    page = table.page(MOVE)
    assert page.one("h1").text == "A Alder walks"
    assert word_of(page) == "8″"
    modes = {each.attributes["data-mode"]: each for each in page.all("a", class_="mode")}
    assert {"ground", "jump", "sprint"} <= set(modes)
    assert "6″" in modes["jump"].text
    assert "12″" in modes["sprint"].text
    assert not page.has_id("ledger")
    assert not page.has_id("commit")


def test_a_way_is_judged_with_its_sum(table: Kept) -> None:
    page = table.page(f"{MOVE}?via=20,13&via=24,13")
    assert word_of(page) == "Yes"
    assert cost_of(page) == 7.0
    keys = [
        row.attributes["data-key"] for row in page.by_id("ledger").all("tr") if "data-key" in row.attributes
    ]
    assert keys[0] == "path"
    assert page.all("g", class_="path-over")
    assert page.all("svg", class_="climb")
    assert page.by_id("commit").text == "Move: 7.00″"
    assert table.version == 1


def test_every_reason_has_a_pin_and_its_page(table: Kept) -> None:
    page = table.page(f"{MOVE}?via=20,28")
    assert word_of(page) == "No"
    rows = page.by_id("refusals").all("li")
    assert {"move.too-far", "move.wall"} <= {row.attributes["data-key"] for row in rows}
    assert [row.one("span", class_="pin").text for row in rows] == [str(n) for n in range(1, len(rows) + 1)]
    assert all(row.one("span", class_="ref").text for row in rows)
    drawn = {each.attributes["data-pin"] for each in page.all("g") if "data-pin" in each.attributes}
    assert drawn >= {"1", "2"}
    link = rows[0].one("a").attributes
    assert table.client.get(link["href"]).status_code == 200
    assert not page.has_id("commit")
    assert page.by_id("anyway").text == "Move anyway"


def test_who_watches_may_look_and_has_no_buttons_that_write(table: Kept) -> None:
    for path in ("via=20,13", "via=20,28"):
        page = table.page(f"{MOVE}?{path}", right=Right.VIEW)
        assert not page.has_id("commit")
        assert not page.has_id("anyway")
    with table.client.post(table.url(MOVE, right=Right.VIEW), data={"via": "20,13"}) as response:
        assert response.status_code == 403


def test_a_move_is_one_change_and_can_be_undone(table: Kept) -> None:
    before = table.document
    assert move(table, "via=20,13&via=24,13&facing=90") == table.url("?unit=A", right=Right.PLAY)
    after = unit_of(table)
    assert (after.at, after.facing, after.motion, after.moved, after.done) == (
        (24, 13),
        90,
        "ground",
        7,
        True,
    )
    assert table.version == 2
    assert "Alder walks 7″" in table.page("/history").one("main").text
    with table.send("/undo") as response:
        assert response.status_code == 303
    assert table.document == before


def test_the_form_on_the_page_sends_the_move(table: Kept) -> None:
    page = table.page(f"{MOVE}?mode=jump&via=20,14&facing=180", right=Right.PLAY)
    form = next(each for each in page.all("form") if each.has_id("commit"))
    with table.client.post(form.attributes["action"], data=form.fields()) as response:
        assert response.status_code == 303
        assert response.location == table.url("?unit=A", right=Right.PLAY)
    assert (unit_of(table).at, unit_of(table).motion, unit_of(table).facing) == ((20, 14), "jump", 180)


def test_what_the_rules_refuse_needs_its_own_button(table: Kept) -> None:
    found = move(table, "via=20,28")
    assert isinstance(found, tuple)
    status, page = found
    assert status == 422
    assert page.by_id("refusals")
    assert "Move anyway" in page.one("p", class_="strip-warn").text
    assert table.version == 1
    move(table, "via=20,28", anyway="1")
    assert unit_of(table).at == (20, 28)
    assert "against the rules" in table.page("/history").one("main").text


def test_a_move_to_nowhere_is_no_move(table: Kept) -> None:
    found = move(table, "")
    assert isinstance(found, tuple)
    assert found[0] == 422
    assert table.version == 1


def test_a_form_that_is_sent_twice_is_written_once(table: Kept) -> None:
    name = next_id()
    for _time in range(2):
        assert isinstance(move(table, "via=20,13", version=1, change_id=name), str)
    assert table.version == 2
    assert unit_of(table).moved == 3


def test_somebody_was_faster(table: Kept) -> None:
    move(table, "via=20,13")
    found = move(table, "via=20,12", version=1)
    assert isinstance(found, tuple)
    status, page = found
    assert status == 409
    text = page.by_id("conflict").text
    assert "Alder walks 2″" in text
    assert "Alder walks 3″" in text
    assert unit_of(table).at == (20, 13)


def test_the_address_of_a_stale_page_says_so(table: Kept) -> None:
    move(table, "via=20,13")
    page = table.page(f"{MOVE}?via=20,12&version=1")
    assert "Alder walks 3″" in page.by_id("stale").text
    assert not table.page(f"{MOVE}?via=20,12&version=2").has_id("stale")


# ---- fields


def test_typed_numbers_belong_to_the_point_that_is_chosen(table: Kept) -> None:
    page = table.page(f"{MOVE}?via=20,12&via=24,12&point=0&x=19.5&y=13&z=")
    vias = [each.attributes["value"] for each in page.by_id("route").all("input", name="via")]
    assert vias == ["19.5,13", "24,12"]
    address = page.by_id("live").attributes["data-address"]
    query = parse_qsl(urlsplit(address).query)
    assert ("via", "19.5,13") in query
    assert not {"x", "y", "step"} & {name for name, _value in query}
    again = table.page(address.removeprefix(table.url()))
    assert again.by_id("live").attributes["data-address"] == address, "the address says everything"


@pytest.mark.parametrize(
    ("query", "vias"),
    [
        ("step=n1", ["20,11"]),
        ("via=20,12&step=e0.1", ["20.1,12"]),
        ("x=20&y=10&z=", []),
        ("x=21&y=10&z=", ["21,10"]),
        ("via=20,12&add=22, 12", ["20,12", "22,12"]),
        ("via=20,12&add=22;12.5", ["20,12", "22,12.5"]),
        ("via=32,22,1.5&x=32&y=22&z=surface", ["32,22,surface"]),
        ("via=48,36&step=e1", ["48,36"]),
    ],
)
def test_buttons_and_fields_make_points(table: Kept, query: str, vias: list[str]) -> None:
    page = table.page(f"{MOVE}?{query}")
    assert [each.attributes["value"] for each in page.by_id("route").all("input", name="via")] == vias


def zigzag(count: int) -> str:
    return "&".join(f"via={20 + k % 2:g}.{k % 9}1,{10 + k * 0.01:g}" for k in range(count))


def test_of_a_long_way_the_last_points_and_the_chosen_one_are_listed(table: Kept) -> None:
    short = table.page(f"{MOVE}?{zigzag(12)}")
    assert len(short.by_id("points").all("li")) == 12
    assert not short.has_id("point-before")
    page = table.page(f"{MOVE}?{zigzag(200)}")
    assert [row.attributes["data-point"] for row in rows_of(page)] == [str(k) for k in range(188, 200)]
    page = follow(table, page.by_id("point-before"))
    assert [row.attributes["data-point"] for row in rows_of(page)] == [str(k) for k in range(187, 200)]
    chosen = rows_of(page)[0]
    assert chosen.one("a", class_="point-choose").attributes["aria-current"] == "true"
    assert page.by_id("place-x").attributes["value"] == "21.71"
    less = follow(table, chosen.one("a", class_="btn"))
    assert len(less.by_id("route").all("input", name="via")) == 199
    first = table.page(f"{MOVE}?{zigzag(200)}&point=0")
    assert rows_of(first)[0].attributes["data-point"] == "0"
    assert not first.has_id("point-before")


def rows_of(page: Element) -> list[Element]:
    return [row for row in page.by_id("points").all("li") if "data-point" in row.attributes]


def test_a_typed_point_is_none_too_many(table: Kept) -> None:
    with table.client.get(table.url(f"{MOVE}?{zigzag(200)}&add=5,5")) as response:
        assert response.status_code == 422
        page = parse(response.text)
    assert "at most 200 points" in page.text
    assert len(page.by_id("route").all("input", name="via")) == 200


def test_the_page_of_a_long_way_is_small(table: Kept) -> None:
    with table.client.get(table.url(f"{MOVE}?{zigzag(200)}")) as response:
        assert len(response.data) < 500_000


def test_who_stops_short_uses_all_of_its_move(table: Kept) -> None:
    page = follow(table, table.page(f"{MOVE}?via=33,1").by_id("short"))
    assert word_of(page) == "Yes"
    assert cost_of(page) == 8
    assert not page.has_id("close")
    fields = {name: page.by_id(f"place-{name}").attributes["value"] for name in "xy"}
    (via,) = page.by_id("route").all("input", name="via")
    again = table.page(f"{MOVE}?via={via.attributes['value']}&x={fields['x']}&y={fields['y']}&z=")
    assert [each.attributes["value"] for each in again.by_id("route").all("input", name="via")] == [
        via.attributes["value"]
    ]
    assert not again.has_id("close"), "what nobody typed does not change"


def test_a_height_that_is_not_there_is_named_beside_the_way(table: Kept) -> None:
    with table.client.get(table.url(f"{MOVE}?via=20,12,roof")) as response:
        assert response.status_code == 422
        page = parse(response.text)
    assert "path[0].z" in page.one("p", class_="strip-warn").text
    assert page.by_id("place-z").attributes["value"] == "roof"
    assert not page.has_id("commit")


def test_facing_is_turned_and_set_towards_somebody(table: Kept) -> None:
    def facing(query: str) -> str:
        return table.page(f"{MOVE}?{query}").by_id("place-facing").attributes["value"]

    assert facing("via=20,12&step=r15") == "15"
    assert facing("via=20,12&facing=10&step=l15") == "355"
    assert facing("via=20,10&face=B") == "90"
    assert facing("via=20,12") == "0"


@pytest.mark.parametrize(
    "query",
    [
        "x=nowhere", "y=9999", "via=20,12&z=attic", "add=here", "facing=north", "via=20,12&x=-1", "facing=1e9",
    ],
)  # fmt: skip
def test_a_wrong_field_keeps_its_text_and_says_what_is_expected(table: Kept, query: str) -> None:
    name, _equals, value = query.rpartition("&")[2].partition("=")
    with table.client.get(table.url(f"{MOVE}?{query}")) as response:
        assert response.status_code == 422
        page = parse(response.text)
    field = next(
        each for each in page.by_id("route") if each.attributes.get("name") == name and each.tag == "input"
    )
    assert field.attributes["value"] == value
    assert "expected" in page.by_id(f"{name}-problem").text


@pytest.mark.parametrize(
    "query",
    [
        "via=", "via=1", "via=1,2,3,4", "via=a,b", "via=nan,1", "via=1,inf", "via=1e9,1", "via=1,2,attic",
        "via=" + "9" * 400 + ",1", "mode=teleport", "mount=A", "mount=nobody", "dismount=nobody", "show=all",
        "via=2_0,7", "via=２0,7", "via=1e1,7", "via=10,7,", "mode=walk&mode=jump", "facing=1&facing=2",
        "heat=cold", "heat=hit&heat=risk", "show=best&show=best", "spot=1,2,3", "spot=2_0,7",
        "hit=A", "hit=nobody", "threat=nobody", "spot=1", "to=x,y", "part=nonsense",
        "&".join(["via=1,1"] * 201), "&".join(f"threat={each}" for each in "BVI") + "&threat=A",
    ],
)  # fmt: skip
def test_a_wrong_address_is_named(table: Kept, query: str) -> None:
    with table.client.get(table.url(f"{MOVE}?{query}")) as response:
        assert response.status_code == 422
        assert "expected" in parse(response.text).one("main").text.lower()


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("via=20,12&via=a,b&mode=jump&facing=90", "via"),
        ("via=20,12&mode=teleport&facing=90", "mode"),
        ("via=20,12&facing=90&mount=nobody", "mount"),
        ("via=20,12&facing=90&to=x,y", "to"),
        ("via=20,12&facing=90&show=best&hit=B&threat=nobody", "threat"),
        ("via=20,12&facing=90&show=all", "show"),
        ("via=20,12&facing=90&show=best&hit=B&heat=cold", "heat"),
        ("via=20,12&facing=90&show=best&hit=B&spot=roof", "spot"),
    ],
)
def test_what_is_right_in_a_wrong_address_stays(table: Kept, query: str, named: str) -> None:
    with table.client.get(table.url(f"{MOVE}?{query}")) as response:
        assert response.status_code == 422
        page = parse(response.text)
    assert page.one("p", class_="strip-warn").text.startswith(f"{named} Found")
    assert page.by_id("place-facing").attributes["value"] == "90"
    address = page.by_id("live").attributes["data-address"]
    assert ("facing", "90") in parse_qsl(urlsplit(address).query)
    assert named == "via" or len(page.by_id("route").all("input", name="via")) == 1


MANY_WRONG = "via=20,12&via=x&mode=q&mount=nobody&facing=north&show=all&heat=cold&spot=x&threat=nobody"


def test_everything_wrong_in_an_address_is_named(table: Kept) -> None:
    with table.client.get(table.url(f"{MOVE}?{MANY_WRONG}")) as response:
        page = parse(response.text)
    strips = [each.text.split()[0] for each in page.all("p", class_="strip-warn")]
    assert strips == ["via", "mode", "mount", "threat", "show", "heat", "spot"]
    assert "expected" in page.by_id("facing-problem").text


@pytest.mark.parametrize("query", ["heat=cold", "spot=x"])
def test_what_is_shown_of_the_best_place_stays_beside_what_is_wrong(table: Kept, query: str) -> None:
    with table.client.get(table.url(f"{MOVE}?show=best&hit=B&threat=B&{query}")) as response:
        assert response.status_code == 422
        page = parse(response.text)
    assert page.has_id("best-place")
    assert ("hit", "B") in parse_qsl(urlsplit(page.by_id("live").attributes["data-address"]).query)


def test_a_move_with_something_wrong_is_not_made(table: Kept) -> None:
    found = move(table, "via=20,12&via=a,b")
    assert isinstance(found, tuple)
    assert found[0] == 422
    assert table.version == 1


def test_a_unit_that_is_gone_has_no_page(table: Kept) -> None:
    for method in ("GET", "POST"):
        with table.client.open(
            table.url("/unit/nobody/move"), method=method, data={"version": "1"}
        ) as response:
            assert response.status_code == 404


# ---- what else is shown


def test_what_if_lists_both_ways_and_stores_nothing(table: Kept) -> None:
    page = table.page(f"{MOVE}?via=20,13&show=what")
    targets = page.by_id("what-if").all("a", class_="enemy")
    assert [each.attributes["data-enemy"] for each in targets] == ["B"]
    query = dict(parse_qsl(urlsplit(targets[0].attributes["href"]).query))
    assert (query["x"], query["y"], query["motion"]) == ("20", "13", "ground")
    card = table.client.get(targets[0].attributes["href"])
    assert "nothing is stored" in parse(card.text).by_id("card").text
    shooters = page.by_id("shooters").all("div", class_="enemy")
    assert [each.attributes["data-shooter"] for each in shooters] == ["B"]
    assert table.version == 1


def test_what_if_counts_the_move_that_was_made(table: Kept) -> None:
    def needs(query: str) -> str:
        page = table.page(f"{MOVE}?{query}&show=what")
        return page.by_id("shooters").one("span", class_="big").text

    assert needs("mode=jump&via=20,13") != needs("via=20,13"), "a jump is harder to hit"


def test_reach_is_an_illustration_and_a_tap_finds_the_way(table: Kept) -> None:
    page = table.page(f"{MOVE}?show=reach")
    assert page.by_id("live").attributes["data-tap"] == "to"
    assert "A guide only." in page.by_id("look").text
    found = table.page(f"{MOVE}?show=reach&to=22,12")
    assert word_of(found) == "Yes"
    address = found.by_id("live").attributes["data-address"]
    assert "to=" not in address
    assert "via=" in address
    assert table.page(f"{MOVE}?show=reach&to=47,35").has_id("no-way")


def test_a_refused_way_leads_round(table: Kept) -> None:
    page = table.page(f"{MOVE}?via=20,17.5")
    with table.client.get(page.by_id("way-round").attributes["href"]) as response:
        assert response.status_code == 200
        found = parse(response.text)
    assert found.has_id("no-way")
    assert word_of(found) == "No", "the declared way stays where there is no other"
    assert found.by_id("live").attributes["data-address"] == page.by_id("live").attributes["data-address"]
    assert not found.has_id("way-round"), "what has failed is not offered again"
    assert word_of(follow(table, found.by_id("short"))) == "Yes"


@pytest.mark.parametrize("query", ["via=20,28", "via=20,16.2&mode=jump", "via=22,18&mode=jump"])
def test_what_is_only_too_far_is_led_no_way_round(table: Kept, query: str) -> None:
    page = table.page(f"{MOVE}?{query}")
    assert word_of(page) == "No"
    assert not page.has_id("way-round")
    assert word_of(follow(table, page.by_id("short"))) == "Yes"


def test_a_place_out_of_reach_is_neared(table: Kept) -> None:
    page = table.page(f"{MOVE}?show=reach&to=47,35")
    assert page.has_id("no-way")
    near = follow(table, page.by_id("near"))
    assert word_of(near) == "Yes"
    assert not near.has_id("close")


@pytest.mark.parametrize("query", ["via=20,28", "via=16,10&via=5,10", "via=47,10"])
def test_who_stops_short_stands_clear_of_edges_and_bases(table: Kept, query: str) -> None:
    page = follow(table, table.page(f"{MOVE}?{query}").by_id("short"))
    assert word_of(page) == "Yes"
    assert not page.has_id("close"), page.by_id("verdict").text


def test_a_reason_that_no_other_way_takes_away_offers_none(table: Kept) -> None:
    assert isinstance(move(table, "via=20,13"), str)
    page = table.page(f"{MOVE}?via=20,11")
    keys = [row.attributes["data-key"] for row in page.by_id("refusals").all("li")]
    assert keys == ["move.done"]
    assert not page.has_id("way-round")
    assert page.has_id("anyway")


def test_a_close_verdict_says_what_it_hangs_on(table: Kept) -> None:
    page = table.page(f"{MOVE}?via=20,15.3")
    assert word_of(page) == "Yes"
    assert "2.70″ left" in page.by_id("verdict").text
    assert "Too close to call: 0.07″ between base and W (tolerance 0.1″)." in page.by_id("close").text
    assert not table.page(f"{MOVE}?via=20,13").has_id("close")


def levels_of(page: Element) -> dict[str, Element]:
    return {each.attributes["data-level"]: each for each in page.by_id("levels").all("a")}


def test_a_roof_and_the_inside_are_one_tap_apart(client: FlaskClient, kept: Kept) -> None:
    here = keep(
        client,
        kept.db_path,
        document(
            mech("A", at=(20, 10), motion="unmoved"),
            building("q", box(20, 13, 24, 17), height=2, name="Barn"),
            bridge("d", box(8, 8, 16, 12), base=3),
        ),
    )
    assert not here.page(f"{MOVE}?via=20,8").has_id("levels")
    climbed = here.page(f"{MOVE}?via=22,14.5")
    chosen = [key for key, each in levels_of(climbed).items() if "aria-current" in each.attributes]
    assert chosen == ["roof"], "a low building is climbed"
    on_the_way = here.page(f"{MOVE}?via=22,14.5&via=22,19&point=0")
    chosen = [key for key, each in levels_of(on_the_way).items() if "aria-current" in each.attributes]
    assert chosen == ["roof"]
    inside = follow(here, levels_of(climbed)["inside"])
    assert [key for key, each in levels_of(inside).items() if "aria-current" in each.attributes] == ["inside"]
    roof = follow(here, levels_of(inside)["roof"])
    assert [key for key, each in levels_of(roof).items() if "aria-current" in each.attributes] == ["roof"]
    assert "height 2″" in roof.by_id("after").text
    under = here.page(f"{MOVE}?via=14,10")
    assert set(levels_of(under)) == {"deck", "under"}
    assert "aria-current" in levels_of(under)["under"].attributes, "the deck is out of its reach"


def test_what_flies_changes_height_and_lands_by_a_tap(client: FlaskClient, kept: Kept) -> None:
    here = keep(
        client,
        kept.db_path,
        document(
            vehicle("A", at=(20, 10), motion="unmoved", move='12"v', state=["airborne"], elevation=3),
        ),
    )
    way = here.page(f"{MOVE}?via=20,14&via=24,14")
    assert list(levels_of(way)) == ["down", "now", "up", "land"]
    higher = follow(here, levels_of(way)["up"])
    assert cost_of(higher) == 8 + 2
    assert "height 4″" in higher.by_id("after").text
    landed = follow(here, levels_of(higher)["land"])
    assert "height 0″" in landed.by_id("after").text
    assert cost_of(landed) == 8 + 6
    assert list(levels_of(landed)) == ["fly", "land"]
    assert cost_of(follow(here, levels_of(landed)["fly"])) == 8
    first = here.page(f"{MOVE}?via=20,14&via=24,14&point=0")
    assert "land" not in levels_of(first), "only the end of a way is on the ground"


def test_only_who_can_carry_it_can_be_boarded(table: Kept) -> None:
    squad = table.page("/unit/I/move")
    assert [each.attributes["value"] for each in squad.by_id("place-mount").all("option")] == ["", "V"]
    assert not squad.has_id("place-dismount")
    assert "Nobody here can carry it." in table.page(MOVE).by_id("aboard").text
    beside = table.page("/unit/I/move?mount=V")
    assert word_of(beside) == "Yes"
    apart = table.page(f"{MOVE}?mount=V")
    assert {row.attributes["data-key"] for row in apart.by_id("refusals").all("li")} >= {"transport.contact"}
    asked = table.page(f"{MOVE}?mount=V&via=20,8")
    assert asked.by_id("place-mount").all("option")[1].attributes["value"] == "V"


def test_the_best_place_needs_somebody_and_shows_numbers(table: Kept) -> None:
    asked = table.page(f"{MOVE}?show=best")
    assert asked.by_id("live").attributes["data-tap"] == "via"
    assert [each.attributes["value"] for each in asked.by_id("f-hit").all("option")] == ["", "B"]
    page = table.page(f"{MOVE}?show=best&hit=B&threat=B")
    assert page.by_id("live").attributes["data-tap"] == "spot"
    assert "%" in page.by_id("best-place").text
    assert "%" in page.by_id("safest-place").text
    tapped = table.page(f"{MOVE}?show=best&hit=B&threat=B&spot=21,11")
    assert "Chance to hit" in tapped.by_id("spot").text
    gone = parse(table.client.get(tapped.by_id("go-there").attributes["href"]).text)
    assert word_of(gone) == "Yes"
    assert gone.has_id("spot")
    assert not gone.has_id("go-there"), "it is there already"
    assert not table.page(f"{MOVE}?show=best&hit=B&spot=47,35").has_id("spot")


def test_the_fragment_is_the_part_of_the_page(table: Kept) -> None:
    part = table.page(f"{MOVE}?via=20,13&part=live&quick=1")
    assert part.by_id("live").attributes["data-version"] == "1"
    assert part.by_id("said").text == "", "while a finger moves nothing is read out"
    assert not part.all("html")
    assert table.page(f"{MOVE}?via=20,13").by_id("said").text.startswith("Yes: 3.00″ of 8″")


def test_terrain_that_the_phone_has_is_not_sent_again(table: Kept) -> None:
    land = table.page(f"{MOVE}?part=live").by_id("live").attributes["data-land"]
    again = table.page(f"{MOVE}?via=20,13&part=live&land={land}")
    assert again.by_id(f"land-{land}").children == []


def test_boarding_and_leaving(table: Kept) -> None:
    def send(unit: str, query: str) -> int:
        data = {**dict(parse_qsl(query)), "version": str(table.version), "change_id": next_id()}
        with table.client.post(table.url(f"/unit/{unit}/move", right=Right.PLAY), data=data) as response:
            return response.status_code

    assert send("I", "mount=V") == 303
    squad = unit_of(table, "I")
    assert (squad.carried_by, squad.carried_as, squad.at) == ("V", "inside", (20, 4))
    assert "mounted-this-turn" in squad.state
    assert (
        "Squad moves" in table.page("/history").one("main").text
        or "boards Wagon" in table.page("/history").one("main").text
    )
    assert table.page("?unit=I").by_id("move").attributes["href"].endswith("dismount=V")


def test_who_misses_the_transport_is_led_to_it(table: Kept) -> None:
    missed = table.page("/unit/I/move?mount=V&via=23,6")
    assert "Beside Wagon" in missed.by_id("beside").text
    assert word_of(follow(table, missed.by_id("beside"))) == "Yes"
    data = {"mount": "V", "version": str(table.version), "change_id": next_id()}
    with table.client.post(table.url("/unit/I/move", right=Right.PLAY), data=data) as response:
        assert response.status_code == 303
    with table.send("/turn") as response:
        assert response.status_code == 303
    leaving = table.page("/unit/I/move?dismount=V")
    assert "Tap where it gets off, beside Wagon." in leaving.by_id("verdict").text
    missed = table.page("/unit/I/move?dismount=V&via=21.4,4.2")
    found = follow(table, missed.by_id("beside"))
    assert word_of(found) == "Yes"
    assert found.by_id("after").text.count("21.25, 4,") == 1


def test_standing_still_is_a_move_without_a_way(table: Kept) -> None:
    page = table.page(f"{MOVE}?mode=standstill")
    assert page.one("h1").text == "A Alder stays"
    assert page.by_id("commit").text == "Stand still"
    assert page.by_id("verdict").one("p", class_="side").text == "0.00″ standing still"
    assert not page.all("svg", class_="climb")
    assert not page.all("g", class_="ghost"), "its letter would lie on itself"
    assert isinstance(move(table, "mode=standstill"), str)
    after = unit_of(table)
    assert (after.at, after.motion, after.moved, after.done) == ((20, 10), "standstill", 0, True)
    assert "Alder stands still" in table.page("/history").by_id("log").text


def test_the_demo_can_be_moved_about(client: FlaskClient, kept: Kept) -> None:
    demo = keep(client, kept.db_path, read_table(demo_text("big")).document)
    units = parse_document(demo.document).units
    assert len(units) > 8
    for number, unit in enumerate(units):
        way = f"via={unit.at[0] + 1:g},{unit.at[1]:g}"
        shown = ("?show=what", f"?{way}", f"?mode=jump&{way}")[number % 3]
        for query in ("", shown):
            page = demo.page(f"/unit/{unit.id}/move{query}")
            assert word_of(page), page.text


def test_a_refused_path_offers_to_go_through_a_building_in_one_tap(client: FlaskClient, kept: Kept) -> None:
    mover = mech("A", at=(10, 20), side="red", motion="unmoved", move='12"')
    house = building("h", box(12, 10, 14, 30), height=2, class_="light", name="Depot")
    table = keep(client, kept.db_path, document(mover, house))
    page = table.page(f"{MOVE}?via=18,20")
    assert word_of(page) == "No"
    offer = page.by_id("offer-inside")
    assert offer.text.strip() == "Go through Depot for 11.25″"
    named = [each.attributes.get("id") for each in page]
    assert named.index("verdict") < named.index("refusals") < named.index("offer-inside")
    with client.get(offer.one("a", class_="btn").attributes["href"]) as response:
        found = parse(response.text)
    assert word_of(found) == "Yes"
    assert cost_of(found) == 11.25


def test_a_path_into_a_building_that_nobody_climbs_is_one_tap_from_going_in(
    client: FlaskClient, kept: Kept
) -> None:
    mover = mech("A", at=(10, 20), side="red", motion="unmoved", move='12"')
    house = building("h", box(12, 10, 14, 30), height=4, class_="light", name="Depot")
    table = keep(client, kept.db_path, document(mover, house))
    for place, cost in (("18,20", 11.25), ("13,20", 4.625)):
        page = table.page(f"{MOVE}?via={place}")
        assert word_of(page) == "No"
        assert "The path enters Depot, but does not say so." in page.text
        with client.get(page.by_id("offer-inside").one("a", class_="btn").attributes["href"]) as response:
            found = parse(response.text)
        assert word_of(found) == "Yes"
        assert cost_of(found) == pytest.approx(cost, abs=0.01)


def test_where_paths_go_straight_through_a_wall_offers_the_climb_over_it(
    client: FlaskClient, kept: Kept
) -> None:
    mover = mech("A", at=(10, 20), side="red", motion="unmoved", move='12"')
    low = wall("w", box(12, 0, 12.4, 36), height=0.5, name="Fence")
    table = keep(client, kept.db_path, document(mover, low, options={"paths.straight": "through"}))
    offer = table.page(f"{MOVE}?via=14.75,20").by_id("offer-over")
    assert offer.text.strip() == "Climb over Fence for 8.75″"
    with client.get(offer.one("a", class_="btn").attributes["href"]) as response:
        found = parse(response.text)
    assert (word_of(found), cost_of(found)) == ("Yes", 8.75)
    climbing = keep(client, kept.db_path, document(mover, low))
    assert cost_of(climbing.page(f"{MOVE}?via=14.75,20")) == 8.75
