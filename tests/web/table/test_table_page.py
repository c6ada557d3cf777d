"""The table page: map, list, a place tried out, and what is stored of it."""

import re

import pytest
from flask.testing import FlaskClient

from astrike.formats.table.table_file import parse_document, read_table
from astrike.rules.table.prepared_table import prepare_table
from astrike.store.table.codes import Right
from astrike.web.home.demo import demo_text
from tests.asking import attacks_from
from tests.builders import around, box, building, document, hill, infantry, mech, unit, water, woods
from tests.web.conftest import Kept, keep, next_id
from tests.web.page import Element, parse


def numbers(page: Element) -> dict[str, str]:
    """What each enemy of the list needs."""
    return {
        row.attributes["data-enemy"]: row.one("span", class_="big").text.replace(" ", "")
        for row in page.all("a", class_="enemy")
        if "data-enemy" in row.attributes
    }


def test_nothing_chosen_lists_the_units_by_side(kept: Kept) -> None:
    page = kept.page()
    assert [row.text for row in page.all("div", class_="listhead")] == ["Red 1 unit", "Blue 1 unit"]
    assert [each.attributes["href"] for each in page.all("a", class_="enemy")] == [
        kept.url("?unit=A"),
        kept.url("?unit=B"),
    ]
    assert page.one("svg", class_="board").attributes["data-width"] == "48"


def test_the_chosen_units_list_is_the_worked_example(demo: Kept) -> None:
    page = demo.page("?unit=A")
    assert page.one("h2").text == "Alder"
    assert numbers(page) == {"C": "6+", "E": "6+", "G": "7+", "D": "9+", "F": "No", "B": "No"}
    assert [row.attributes["data-enemy"] for row in page.all("a", class_="enemy")][-2:] == ["F", "B"]
    chips = {
        row.attributes["data-enemy"]: [chip.text for chip in row.all("span", class_="chip")]
        for row in page.all("a", class_="enemy")
    }
    assert chips["F"] == ["out of arc"]
    assert chips["B"] == ["under water"]
    assert chips["C"] == ["from West Wood +1"]


def test_the_best_chance_comes_first_and_no_comes_last(demo: Kept) -> None:
    page = demo.page("?unit=A")
    shown = [row.attributes["data-enemy"] for row in page.all("a", class_="enemy")]
    answers = {each.target: each for each in attacks_from(prepare_table(parse_document(demo.document)), "A")}
    chances = [answers[each].probability for each in shown]
    assert chances == sorted(chances, reverse=True)
    assert [
        row.one("span", class_="pct").text.split(" %")[0] for row in page.all("a", class_="enemy")[:4]
    ] == [
        "72.2",
        "72.2",
        "58.3",
        "27.8",
    ]


def test_every_part_of_the_map_is_a_link_that_works_without_script(demo: Kept) -> None:
    page = demo.page("?unit=A")
    board = page.one("svg", class_="board")
    links = {each.attributes["data-unit"]: each.attributes["href"] for each in board.all("a", class_="unit")}
    assert links["C"] == demo.url("/attack/A/C")
    assert links["A"] == demo.url("?unit=A")
    for address in set(links.values()):
        assert demo.client.get(address).status_code == 200


def test_the_fragment_is_the_part_of_the_page(demo: Kept) -> None:
    whole = demo.page("?unit=A")
    part = demo.page("?unit=A&part=live")
    assert whole.has_id("live")
    assert part.by_id("live").attributes["data-version"] == "1"
    assert not part.all("html")
    assert numbers(part) == numbers(whole)
    with demo.client.get(demo.url("?part=nonsense")) as response:
        assert response.status_code == 422


def test_terrain_that_the_phone_has_is_not_sent_again(demo: Kept) -> None:
    land = demo.page("?part=live").by_id("live").attributes["data-land"]
    again = demo.page(f"?unit=A&part=live&land={land}")
    assert again.by_id(f"land-{land}").children == []
    assert "hx-morph-skip" in again.by_id(f"land-{land}").attributes
    other = demo.page(f"?unit=A&part=live&land={land}&frame=0,0,24,18,390")
    assert other.by_id("live").attributes["data-land"] != land
    assert other.one("g", class_="terrain").all("path")


def test_the_address_chooses_the_section_of_the_map(demo: Kept) -> None:
    whole = demo.page("?unit=A")
    closer = next(each for each in whole.all("a") if each.attributes.get("data-zoom") == "in")
    part = demo.page(closer.attributes["href"].removeprefix(demo.url()))
    assert float(part.one("svg", class_="board").attributes["data-scale"]) > 1.5 * float(
        whole.one("svg", class_="board").attributes["data-scale"]
    )
    assert part.one("h2").text == "Alder", "the unit stays chosen"


@pytest.mark.parametrize(
    "query",
    [
        "view=1,2,3",
        "view=a,b,c,d",
        "view=nan,0,10,10",
        "view=0,0,inf,10",
        "view=10,0,5,10",
        "view=0,0,0.1,0.1",
        "view=0,0,2,140",
        "view=1e300,0,1e301,10",
        "frame=0,0,10,10",
        "frame=0,0,10,10,1",
        "frame=0,0,10,10,999999",
        "frame=,,,,",
    ],
)
def test_a_wrong_section_is_named(demo: Kept, query: str) -> None:
    with demo.client.get(demo.url(f"?{query}")) as response:
        assert response.status_code == 422
        assert query.split("=", maxsplit=1)[0] in parse(response.text).one("main").text


def test_an_empty_table_says_what_can_be_done(client: FlaskClient, kept: Kept) -> None:
    empty = keep(client, kept.db_path, document())
    page = empty.page()
    assert page.one("h2").text == "An empty table"
    hrefs = {each.attributes["href"] for each in page.all("a")}
    assert {empty.url("/tape"), empty.url("/upload")} <= hrefs
    looking = empty.page(right=Right.VIEW)
    assert empty.url("/upload", right=Right.VIEW) not in {
        each.attributes["href"] for each in looking.all("a")
    }


def test_a_table_with_terrain_only_has_no_units_yet(client: FlaskClient, kept: Kept) -> None:
    built = keep(client, kept.db_path, document(woods("w", box(4, 4, 9, 9))))
    assert built.page().one("h2").text == "No units yet"


@pytest.mark.parametrize("path", ["", "/edit"])
def test_no_letter_is_under_a_button_over_the_map(client: FlaskClient, kept: Kept, path: str) -> None:
    """The one for a closer look is in the corner, 44 pixels wide and high."""
    corner = keep(client, kept.db_path, document(mech("A", (46.5, 35.2)), mech("B", (2, 2))))
    page = corner.page(path)
    letters = {tag.attributes["data-for"]: tag.one("text").attributes for tag in page.all("a", class_="tag")}
    x, y = (float(letters["A"][name]) for name in ("x", "y"))
    assert x < 390 - 44 or y > 40, (x, y)


def test_a_unit_that_is_gone_is_chosen_no_more(kept: Kept) -> None:
    assert kept.page("?unit=nobody").one("h2").text == "Who shoots?"


def test_who_is_not_on_the_table_is_listed_and_not_drawn(client: FlaskClient, kept: Kept) -> None:
    table = keep(
        client,
        kept.db_path,
        document(
            mech("A", at=(7, 7), side="red"),
            mech("B", at=(20, 7), side="red", state=["off-table"]),
            infantry("C", at=(7, 7), side="red", carried_by="A", carried_as="inside"),
            mech("D", at=(30, 7), side="blue"),
        ),
    )
    page = table.page()
    drawn = {each.attributes["data-unit"] for each in page.all("a", class_="unit")}
    assert drawn == {"A", "D"}
    assert len(page.all("a", class_="enemy")) == 4
    chosen = table.page("?unit=B")
    assert set(numbers(chosen).values()) == {"No"}
    assert not chosen.has_id("move")
    assert "carried by A" in table.page("?unit=C").one("div", class_="who").text


@pytest.mark.parametrize("side", [None, "red"])
def test_a_unit_alone_has_no_enemies(client: FlaskClient, kept: Kept, side: str | None) -> None:
    table = keep(client, kept.db_path, document(unit("A", at=(7, 7), side=side)))
    page = table.page("?unit=A")
    assert page.one("div", class_="listhead").text.startswith("0 enemies")
    assert page.by_id("said").text == "A is chosen; there is no enemy."


@pytest.mark.parametrize(
    "name", ["a/b", "..", ".", "ä ö", "100%", "?x=1&y", "<b>", "a\u2028"[:1] + "#1", "%2F"]
)
def test_any_id_can_be_chosen_attacked_and_edited(client: FlaskClient, kept: Kept, name: str) -> None:
    table = keep(
        client,
        kept.db_path,
        document(mech(name, at=(7, 7), side="red"), mech("B", at=(20, 7), side="blue", facing=270)),
    )
    row = next(each for each in table.page().all("a", class_="enemy"))
    chosen = client.get(row.attributes["href"])
    assert chosen.status_code == 200
    page = parse(chosen.text)
    for link in page.all("a"):
        if re.search("attack|unit/|tape", link.attributes["href"]):
            assert client.get(link.attributes["href"]).status_code == 200, link.attributes["href"]
    back = next(
        each for each in table.page("?unit=B").all("a", class_="enemy") if "data-enemy" in each.attributes
    )
    assert client.get(back.attributes["href"]).status_code == 200


# ---- trying a place


def test_a_place_that_is_tried_out_changes_the_numbers_and_nothing_else(demo: Kept) -> None:
    page = demo.page("?unit=A&x=9&y=7&facing=90")
    assert numbers(page)["C"] == "5+"
    ghost = page.one("svg", class_="board").all("g", class_="ghost")
    assert ghost
    stored = page.one("svg", class_="board").one("a", **{"data-unit": "A"})
    assert (stored.attributes["data-x"], stored.attributes["data-y"]) == ("7", "7")
    assert demo.version == 1
    assert "2″ away · moved, +0" in page.one("div", class_="who").text
    attack = next(each for each in page.all("a", class_="enemy") if each.attributes.get("data-enemy") == "C")
    card = demo.client.get(attack.attributes["href"])
    assert "nothing is stored" in parse(card.text).by_id("card").text


@pytest.mark.parametrize(
    ("step", "field", "value"),
    [
        ("e1", "x", "8"),
        ("w0.1", "x", "6.9"),
        ("n1", "y", "8"),
        ("s0.1", "y", "6.9"),
        ("r15", "facing", "105"),
        ("l15", "facing", "75"),
        ("l1", "facing", "89"),
        ("w1", "x", "6"),
        ("nonsense", "x", "7"),
    ],
)
def test_buttons_nudge_and_turn_without_script(demo: Kept, step: str, field: str, value: str) -> None:
    page = demo.page(f"?unit=A&x=7&y=7&facing=90&step={step}")
    assert page.by_id("place").fields()[field] == value


def test_a_jump_can_be_tried_out_asked_about_and_stored(demo: Kept) -> None:
    page = demo.page("?unit=A&x=9&y=7&facing=90&motion=jump")
    assert numbers(page)["C"] == "7+", "two more than on foot"
    assert "2″ away · jumped, +2" in page.one("div", class_="who").text
    there = demo.page("?unit=A&x=7&y=7&facing=90&motion=jump").one("div", class_="who").text
    assert "jumped, +2" in there
    assert "away" not in there
    best = page.by_id("best")
    assert best.text == "C Cedar 7 +"
    assert "Attacker jumped" in demo.client.get(best.attributes["href"]).text
    assert demo.version == 1
    values = {"x": "9", "y": "7", "facing": "90", "motion": "jump"}
    assert demo.send("/unit/A/place", values, right=Right.PLAY).status_code == 303
    moved = parse_document(demo.document).unit("A")
    assert moved is not None
    assert (moved.at, moved.motion) == ((9.0, 7.0), "jump")
    assert "Alder: jumped 2″" in demo.page("/history").text


def test_nudges_stop_at_the_edge_of_the_table(demo: Kept) -> None:
    assert demo.page("?unit=A&x=0.4&y=7&facing=90&step=w1").by_id("place").fields()["x"] == "0"
    assert demo.page("?unit=A&x=7&y=35.95&facing=90&step=n0.1").by_id("place").fields()["y"] == "36"


def test_a_unit_can_be_turned_to_face_an_enemy(demo: Kept) -> None:
    page = demo.page("?unit=A&x=7&y=7&facing=0&face=C")
    assert page.by_id("place").fields()["facing"] == "90"
    assert demo.page("?unit=A&x=7&y=7&facing=0&face=A").by_id("place").fields()["facing"] == "0"


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("x=99&y=7", "x"),
        ("x=7&y=-1", "y"),
        ("x=abc&y=7", "x"),
        ("x=nan&y=7", "x"),
        ("x=7&y=1e9", "y"),
        ("x=7&y=7&facing=north", "facing"),
        ("x=7&y=7&facing=9999", "facing"),
        ("x=7&y=7&stand=cloud", "stand"),
        ("x=7&y=7&stand=z&height=tall", "height"),
        ("x=7&y=7&stand=z&height=999", "height"),
        ("x=7&y=7&stand=level&height=1", "stand"),
        ("x=7&y=7&motion=teleport", "motion"),
    ],
)
def test_a_place_that_cannot_be_is_named_at_its_field(demo: Kept, query: str, field: str) -> None:
    page = demo.page(f"?unit=A&{query}")
    assert "expected" in page.by_id(f"{field}-problem").text
    assert numbers(page)["C"] == "6+", "the list is that of where it stands"


def test_a_roof_that_is_not_there_is_named_and_the_ground_taken(client: FlaskClient, kept: Kept) -> None:
    table = keep(
        client,
        kept.db_path,
        document(
            mech("A", at=(7, 7), side="red", elevation="roof"),
            mech("B", at=(30, 7), side="blue", facing=270),
            building("b", box(5, 5, 9, 9), height=3, name="Mill"),
        ),
    )
    assert "on Mill, 3″ up" in table.page("?unit=A").one("div", class_="who").text
    away = table.page("?unit=A&x=20&y=20&facing=0&stand=roof")
    assert "no building" in away.by_id("scroll").text
    refused = table.send("/unit/A/place", {"x": "20", "y": "20", "facing": "0", "stand": "roof"})
    assert refused.status_code == 422
    assert "no building" in parse(refused.text).by_id("scroll").text
    assert table.version == 1
    floor = table.send(
        "/unit/A/place", {"x": "7", "y": "7.5", "facing": "0", "stand": "level", "height": "1"}
    )
    assert floor.status_code == 303
    assert "inside Mill" in table.page("?unit=A").one("div", class_="who").text


def test_a_table_with_an_elevation_that_is_not_there_can_still_be_used(
    client: FlaskClient, kept: Kept
) -> None:
    table = keep(
        client,
        kept.db_path,
        document(mech("A", at=(7, 7), side="red", elevation="roof"), mech("B", at=(30, 7), side="blue")),
    )
    page = table.page("?unit=B")
    assert "units.A.elevation" in page.by_id("scroll").text
    assert list(numbers(page)) == ["A"]
    assert table.client.get(table.url("/unit/A")).status_code == 200
    assert table.send("/unit/A", {"sent": "1", "stand": "", "motion": "ground"}).status_code == 303
    assert "units.A.elevation" not in table.page("?unit=B").by_id("scroll").text


# ---- storing a place


def place(kept: Kept, **values: str) -> object:
    return kept.send("/unit/A/place", {"x": "9", "y": "7", "facing": "90", **values}, right=Right.PLAY)


def test_place_stores_one_change_that_can_be_undone(demo: Kept) -> None:
    with demo.send("/unit/A/place", {"x": "9.5", "y": "8", "facing": "45"}, right=Right.PLAY) as response:
        assert response.status_code == 303
        assert response.location == demo.url("?unit=A", right=Right.PLAY)
    moved = parse_document(demo.document).unit("A")
    assert moved is not None
    assert (moved.at, moved.facing) == ((9.5, 8.0), 45.0)
    page = demo.page("?unit=A")
    undo = next(each for each in page.all("button") if "Undo" in each.attributes.get("aria-label", ""))
    assert undo.attributes["aria-label"] == "Undo: Alder moved 2.69″"
    assert demo.send("/undo").status_code == 303
    assert demo.document == read_table(demo_text("diagram")).document
    redo = next(each for each in demo.page().all("button") if "Redo" in each.attributes.get("aria-label", ""))
    assert redo.attributes["aria-label"] == "Redo: Alder moved 2.69″"


def test_a_turn_on_the_spot_is_called_a_turn(demo: Kept) -> None:
    assert demo.send("/unit/A/place", {"x": "7", "y": "7", "facing": "180"}).status_code == 303
    assert "Undo: Alder turned" in {each.attributes.get("aria-label") for each in demo.page().all("button")}


def test_the_same_form_twice_is_stored_once(demo: Kept) -> None:
    form = {"version": "1", "change_id": next_id(), "x": "9", "y": "7", "facing": "90"}
    for _ in range(2):
        assert demo.client.post(demo.url("/unit/A/place"), data=form).status_code == 303
    assert demo.version == 2


def test_a_place_from_an_old_version_shows_both(demo: Kept) -> None:
    assert demo.send("/unit/A/place", {"x": "9", "y": "7", "facing": "90"}).status_code == 303
    late = {"version": "1", "change_id": next_id(), "x": "7", "y": "9", "facing": "90"}
    with demo.client.post(demo.url("/unit/A/place"), data=late) as response:
        assert response.status_code == 409
        page = parse(response.text)
    assert page.by_id("mine").text == "Alder moved 2.83″"
    assert "Alder moved 2″" in page.by_id("meanwhile").text
    assert "7, 9" in page.by_id("conflict").text
    assert "9, 7" in page.by_id("conflict").text
    assert demo.version == 2
    trial = demo.page("?unit=A&x=7&y=9&facing=90&version=1")
    assert "Alder moved 2″" in trial.by_id("stale").text
    assert trial.by_id("place").fields()["version"] == "1"


@pytest.mark.parametrize(
    "values", [{"x": "99"}, {"x": "nan"}, {"y": ""}, {"facing": "up"}, {"stand": "level", "height": "1"}]
)
def test_a_wrong_place_changes_nothing(demo: Kept, values: dict[str, str]) -> None:
    with demo.send("/unit/A/place", {"x": "9", "y": "7", "facing": "90", **values}) as response:
        assert response.status_code == 422
        page = parse(response.text)
    assert page.by_id("place").fields() | values == page.by_id("place").fields(), "what was typed is kept"
    assert demo.version == 1


def test_a_unit_that_is_not_there_cannot_be_placed(demo: Kept) -> None:
    assert demo.send("/unit/nobody/place", {"x": "9", "y": "7"}).status_code == 404


def test_all_kinds_of_terrain_and_units_can_be_shown(client: FlaskClient, kept: Kept) -> None:
    table = keep(
        client,
        kept.db_path,
        document(
            mech("A", at=(7, 7), side="red", base={"shape": "hex", "across": 1.25}),
            unit("B", at=(30, 7), side="blue", type="DS", base={"shape": "rect", "width": 3, "length": 5}),
            unit("C", at=(30, 20), type="XX" if False else "CV"),
            mech("D", at=(20, 20), side="green", state=["destroyed"], heat=4),
            mech("E", at=(20, 30), side="yellow"),
            mech("F", at=(25, 30), side="white"),
            hill("h", around(12, 12, radius=3)),
            water("w", around(30, 20, radius=4), depth=2),
            woods("g", around(40, 30, radius=4)),
            sides=[{"id": "red", "name": "Red <b>"}],
        ),
    )
    for name in "ABCDEF":
        assert table.client.get(table.url(f"?unit={name}")).status_code == 200
        for other in "ABCDEF":
            assert table.client.get(table.url(f"/attack/{name}/{other}")).status_code == 200
    assert "Red <b>" in table.page().text
