"""The card for hexes: a patch painted by taps, everything in the address, and the page says what the rules say."""

import io
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from astrike.rulebook.battletech.loader import BATTLETECH_IDS
from astrike.web.battletech.asking import ask_card, read_question
from astrike.web.battletech.hex_brushes import BRUSHES, Brush, painted
from astrike.web.battletech.hex_card import HEX_CARD
from astrike.web.battletech.hex_view import TOOLS
from astrike.web.battletech.links import LONGEST_LINK, decoded, encoded
from tests.web.every_route import assert_clean, assert_well_made
from tests.web.page import Element, parse

Json = dict[str, Any]
LINE: Json = {
    "hexes": {"0504": {"woods": "light"}, "0503": {"level": 1}, "0404": {"building": {"levels": 2}}},
    "attacker": {"hex": "0506"},
    "target": {"hex": "0502", "facing": 3},
    "weapon": {},
}
BUSY: Json = {
    **LINE,
    "hexes": {
        **LINE["hexes"],
        "0202": {"water": 2},
        "0303": {"road": True, "road_sides": [0]},
        "0304": {"road": True},
        "0603": {"smoke": "heavy"},
        "0703": {"rubble": True},
        "0704": {"rough": True, "level": -1},
        "0705": {"pavement": True},
        "0706": {"ground": "swamp"},
        "0707": {"woods": "ultra-heavy", "level": 3},
    },
    "shot": {"indirect": True, "spotter": {"hex": "0605"}, "light": "dusk", "c3": 2},
    "path": {"from": "0506", "mode": "run", "boost": "masc", "steps": ["forward", "right", "forward"]},
}


def ask(client: FlaskClient, question: Json | None = None, **more: str) -> Element:
    query = {"q": encoded(question)} if question is not None else {}
    with client.get("/classic/hex", query_string={**query, **more}) as response:
        assert response.status_code == 200, response.text
        return parse(response.text)


def question_at(address: str) -> Json:
    """Read the question that an address of a card states."""
    found = re.search(r"q=([^&]+)", address)
    return dict(decoded(found[1])) if found else {}


def asked_by(page: Element) -> Json:
    """Read the question that a page answers."""
    return question_at(page.by_id("live").attributes["data-address"] or "")


def tapped(client: FlaskClient, question: Json, on: str, **more: str) -> Json:
    return asked_by(ask(client, question, on=on, **more))


def links(page: Element) -> dict[str, str]:
    return {each.text.strip(): each.attributes.get("href") or "" for each in page.all("a")}


def hexes(page: Element) -> dict[str, Element]:
    """Give the links of the map by the names of their hexes."""
    return {str(each.attributes["data-hex"]): each for each in page.all("a") if "data-hex" in each.attributes}


# ---- what is shown


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
@pytest.mark.parametrize("tool", TOOLS)
def test_every_tool_is_shown(client: FlaskClient, tool: str, edition: str) -> None:
    page = ask(client, {**BUSY, "edition": edition}, tool=tool)
    assert_clean(page)
    assert_well_made(page)


def test_without_a_question_the_ground_is_clear_and_both_stand_there(client: FlaskClient) -> None:
    page = ask(client)
    assert page.by_id("verdict").text.startswith("Yes 4 hexes clear LOS")
    assert asked_by(page) == {
        "attacker": {"hex": "0506"},
        "target": {"hex": "0502", "facing": 3},
        "weapon": {},
    }
    assert len(hexes(page)) == 63


def test_the_verdict_comes_first_then_each_hex_of_the_line(client: FlaskClient) -> None:
    page = ask(client, LINE)
    answer = ask_card(HEX_CARD, LINE).answer
    assert answer.sight is not None
    assert answer.number is not None
    assert f"{answer.number.target} +" in page.by_id("target-number").text
    assert "1 point of woods, partial cover" in page.by_id("verdict").text
    rows = page.by_id("line").all("tr")
    assert [each.attributes["data-row"] for each in rows] == [each.hex for each in answer.sight.hexes]
    assert "covers the target" in rows[-1].text
    assert "standard table" in rows[1].text


def test_what_blocks_is_named_with_its_page(client: FlaskClient) -> None:
    page = ask(client, {**LINE, "hexes": {"0504": {"level": 3}, "0503": {"woods": "heavy"}}})
    assert page.by_id("verdict").text.startswith("No")
    assert "0504" in page.by_id("blocked").text
    assert page.by_id("target-number").text.endswith("–")


def test_both_hexes_of_a_border_are_shown_and_one_side_counts(client: FlaskClient) -> None:
    question = {
        "hexes": {"0604": {"woods": "heavy"}},
        "attacker": {"hex": "0505"},
        "target": {"hex": "0905", "facing": 4},
    }
    page = ask(client, question)
    answer = ask_card(HEX_CARD, question).answer
    assert answer.sight is not None
    assert answer.sight.side_taken is not None
    assert page.by_id("borders").text
    assert "does not count" in page.by_id("line").text


def test_sight_alone_is_answered_without_a_weapon(client: FlaskClient) -> None:
    page = ask(client, {key: value for key, value in LINE.items() if key != "weapon"})
    assert "Target Number" not in page.text
    assert "An attack hits the front." in page.text
    assert "With a weapon" in links(page)


def test_another_edition_that_answers_otherwise_is_named(client: FlaskClient) -> None:
    high = {
        "hexes": {"0502": {"water": 1}, "0506": {"level": 3}},
        **{k: v for k, v in LINE.items() if k != "hexes"},
    }
    answers = {
        each: ask_card(HEX_CARD, {**high, "edition": each}).answer.sight.has_cover for each in BATTLETECH_IDS
    }
    text = " ".join(ask(client, high).text.split())
    assert ("TW 4.4 No partial cover" in text) == (answers["bmm-7.01"] and not answers["tw-4.4"])


# ---- painting


@pytest.mark.parametrize(
    ("tool", "brush"), [(tool, brush) for tool, brushes in BRUSHES.items() for brush in brushes]
)
def test_every_brush_paints_what_can_be(tool: str, brush: str) -> None:
    full = {
        "0504": {"woods": "light", "rough": True},
        "0404": {"water": 1},
        "0304": {"building": {"levels": 2}},
        "0604": {"pavement": True, "road": True},
        "0704": {"ground": "mud"},
    }
    question = {**LINE, "hexes": full}
    for name in (*full, "0803"):
        read = read_question(HEX_CARD, question)
        found = painted(read, question, Brush(tool, brush), [name])
        before, after = full.get(name, {}), found.get("hexes", {}).get(name, {})
        assert after != before or brush == "erase", name
        read_question(HEX_CARD, painted(read_question(HEX_CARD, found), found, Brush(tool, brush), [name]))


def test_a_tap_paints_and_the_same_tap_takes_it_away(client: FlaskClient) -> None:
    painted = tapped(client, LINE, "0505", tool="woods", brush="heavy")
    assert painted["hexes"]["0505"] == {"woods": "heavy"}
    assert "0505" not in tapped(client, painted, "0505", tool="woods", brush="heavy")["hexes"]
    lighter = tapped(client, painted, "0505", tool="woods", brush="light")
    assert lighter["hexes"]["0505"] == {"woods": "light"}


def test_a_stroke_paints_every_hex_it_touches(client: FlaskClient) -> None:
    painted = tapped(client, LINE, "0504.0505.0605", tool="level", brush="2")
    assert painted["hexes"]["0505"] == painted["hexes"]["0605"] == {"level": 2}
    assert painted["hexes"]["0504"] == {"level": 2, "woods": "light"}
    again = tapped(client, painted, "0505.0605", tool="level", brush="2")
    assert again["hexes"]["0505"] == {"level": 2}


def test_levels_are_raised_and_lowered(client: FlaskClient) -> None:
    up = tapped(client, LINE, "0503", tool="level", brush="raise")
    assert up["hexes"]["0503"] == {"level": 2}
    down = tapped(client, up, "0503.0505", tool="level", brush="lower")
    assert (down["hexes"]["0503"], down["hexes"]["0505"]) == ({"level": 1}, {"level": -1})


def test_a_painted_hex_says_what_lies_in_it(client: FlaskClient) -> None:
    page = ask(client, LINE, tool="woods")
    assert hexes(page)["0504"].attributes["aria-label"] == "0504, light woods"
    assert hexes(page)["0506"].attributes["aria-label"] == "0506, clear, A"


def test_the_map_stays_where_it_is_while_it_is_painted(client: FlaskClient) -> None:
    page = ask(client, LINE, tool="woods", at="0303")
    address = hexes(page)["0909"].attributes["href"] or ""
    with client.get(address) as response:
        page = parse(response.text)
    assert "0303" in hexes(page)
    assert "1109" in hexes(page)
    assert "at=0303" in (page.by_id("live").attributes["data-address"] or "")
    assert "on=" not in (page.by_id("live").attributes["data-address"] or "")


def test_arrows_look_elsewhere_and_stop_at_the_edge(client: FlaskClient) -> None:
    page = ask(client, LINE, at="0101")
    labels = {each.attributes.get("aria-label"): each.attributes["href"] for each in page.all("a")}
    assert "at=0105" in labels["Look down"]
    assert "at=0501" in labels["Look right"]
    assert "Look left" not in labels


def test_the_whole_patch_is_shown_without_links(client: FlaskClient) -> None:
    wide = {**LINE, "target": {"hex": "2010"}}
    page = ask(client, wide, size="whole")
    assert not hexes(page)
    assert any(each.text.strip() == "T" for each in page.all("text"))


def test_a_hex_that_is_looked_at_can_be_stated_exactly(client: FlaskClient) -> None:
    page = ask(client, LINE, on="0404")
    assert page.by_id("details").text.startswith("0404: medium building, 2 levels high")
    assert "hex=0404" in (page.by_id("live").attributes["data-address"] or "")
    page = ask(client, LINE, hex="0404", **{"set.hexes.0404.building.cf": "33"})
    assert asked_by(page)["hexes"]["0404"]["building"] == {"levels": 2, "cf": 33}
    assert ask(client, LINE, hex="0404", on="0404").text.count("0404: medium building") == 0


# ---- units


def test_units_are_placed_and_turned_by_taps(client: FlaskClient) -> None:
    moved = tapped(client, BUSY, "0608", tool="a")
    assert moved["attacker"] == {"hex": "0608"}
    assert "path" not in moved
    turned = tapped(client, moved, "0608", tool="a")
    assert turned["attacker"] == {"hex": "0608", "facing": 1}
    target = tapped(client, BUSY, "0501", tool="t")
    assert target["target"]["hex"] == "0501"
    assert target["path"]["from"] == "0506"
    assert tapped(client, BUSY, "0801", tool="s")["shot"]["spotter"] == {"hex": "0801"}


def test_a_unit_that_is_not_there_yet_is_placed(client: FlaskClient) -> None:
    page = ask(client, {})
    assert page.by_id("verdict").text.startswith("– Place A and T.")
    placed = tapped(client, {}, "0303", tool="a")
    assert tapped(client, placed, "0305", tool="t") == {
        "attacker": {"hex": "0303"},
        "target": {"hex": "0305"},
    }


def test_nobody_is_put_where_nobody_can_stand(client: FlaskClient) -> None:
    assert tapped(client, LINE, "0502", tool="a") == LINE


def test_a_height_goes_with_the_building_it_was_in(client: FlaskClient) -> None:
    inside = {**LINE, "target": {"hex": "0404", "elevation": 2}}
    gone = tapped(client, inside, "0404", tool="more", brush="erase")
    assert gone["target"] == {"hex": "0404"}
    assert "0404" not in gone["hexes"]


def test_t_shoots_back(client: FlaskClient) -> None:
    page = ask(client, BUSY)
    back = question_at(page.by_id("swap").attributes["href"] or "")
    assert (back["attacker"], back["target"]) == (BUSY["target"], BUSY["attacker"])
    assert "path" not in back


@pytest.mark.parametrize("kind", ["quad", "tracked", "vtol", "infantry"])
def test_another_kind_of_unit_leaves_behind_what_it_cannot_have(client: FlaskClient, kind: str) -> None:
    unit = {"prone": True, "gunnery": 3, "legs": {"left": {"hip": 1}}}
    question = {
        **LINE,
        "attacker": {"hex": "0506", "flipped": True, "unit": unit},
        "weapon": {"location": "left-leg"},
    }
    words = {"quad": "Quad", "tracked": "Tracked", "vtol": "VTOL", "infantry": "Infantry"}
    found = question_at(links(ask(client, question, tool="a"))[words[kind]])
    assert found["attacker"] == {"hex": "0506", "unit": {"kind": kind, "gunnery": 3}}
    assert "location" not in found["weapon"]
    ask(client, found)


# ---- paths


def test_a_path_is_led_on_hex_by_hex_and_back(client: FlaskClient) -> None:
    path = tapped(client, LINE, "0606", tool="path")
    assert path["path"] == {"from": "0506", "steps": ["right", "right", "forward"]}
    path = tapped(client, path, "0707", tool="path")
    assert path["path"]["steps"] == ["right", "right", "forward", "forward"]
    path = tapped(client, path, "0707", tool="path")
    assert path["path"]["steps"] == ["right", "right", "forward"]


def test_a_path_shows_what_it_costs_and_where_it_leads(client: FlaskClient) -> None:
    question = {**LINE, "path": {"from": "0506", "steps": ["forward", "forward"]}}
    move = ask_card(HEX_CARD, question).answer.move
    assert move is not None
    page = ask(client, question, tool="path")
    assert page.by_id("path-sum").text.startswith(f"A walks: {move.cost} MP of 5")
    assert len(page.by_id("legs").all("tr")) == 2
    there = question_at(page.by_id("arrive").attributes["href"] or "")
    assert there["attacker"] == {"hex": "0504", "moved": {"mode": "walk", "hexes": 2}}


def test_what_does_not_go_with_a_jump_is_left_out(client: FlaskClient) -> None:
    question = {
        **LINE,
        "path": {
            "from": "0506",
            "mode": "run",
            "boost": "masc",
            "reckless": True,
            "steps": ["stand", "forward"],
        },
    }
    found = question_at(links(ask(client, question, tool="path"))["Jump"])
    assert found["path"] == {"from": "0506", "mode": "jump", "steps": ["forward"]}


def test_a_roll_on_the_way_leads_to_its_card(client: FlaskClient) -> None:
    question = {
        **LINE,
        "hexes": {"0505": {"rubble": True}},
        "path": {"from": "0506", "steps": ["forward"]},
    }
    move = ask_card(HEX_CARD, question).answer.move
    assert move is not None
    assert move.rolls
    found = {
        text: href
        for text, href in links(ask(client, question)).items()
        if href.startswith("/classic/roll?q=")
    }
    (text,) = found
    assert text.startswith("0505:")
    assert question_at(found[text])["events"] == [{"event": "rubble"}]
    with client.get(found[text]) as response:
        assert response.status_code == 200


def test_a_skid_leads_to_the_impact_card(client: FlaskClient) -> None:
    paved = {
        name: {"pavement": True} for name in ("0506", "0505", "0504", "0503", "0603", "0604", "0502", "0501")
    }
    question = {
        **LINE,
        "target": {"hex": "0501", "facing": 3},
        "hexes": {**paved, "0502": {"building": {"cf": 20}}},
        "path": {"from": "0506", "mode": "run", "steps": ["forward", "forward", "right", "forward"]},
    }
    move = ask_card(HEX_CARD, question).answer.move
    assert move is not None
    assert move.skids
    found = [href for href in links(ask(client, question)).values() if href.startswith("/classic/impact?q=")]
    asked = question_at(found[0])
    assert (asked["kind"], asked["moved_before"]) == ("skid", move.skids[0].moved_before)
    with client.get(found[0]) as response:
        assert response.status_code == 200


# ---- controls


TANK: Json = {
    **LINE,
    "attacker": {
        "hex": "0506",
        "unit": {"kind": "tracked"},
        "twist": 1,
        "moved": {"mode": "run", "hexes": 3},
    },
    "target": {"hex": "0404", "elevation": 1, "unit": {"kind": "infantry"}},
    "weapon": {
        "location": "turret",
        "tags": ["ballistic", "rapid-fire"],
        "minimum": 3,
        "ranges": [4, 8, 12, 16],
    },
    "shot": {"shots": 2, "spots": True, "spots_by_tag": True},
}
FALLEN: Json = {
    **LINE,
    "attacker": {"hex": "0506", "unit": {"prone": True}},
    "weapon": {"location": "left-arm", "split": True, "tags": ["missile", "srm"]},
    "path": {"from": "0506", "mode": "jump", "jets": "underwater"},
}
WINGED: Json = {
    **LINE,
    "attacker": {"hex": "0506", "unit": {"tons": 59, "jump": 3}},
    "path": {"from": "0506", "mode": "jump", "wing": 2},
}


@pytest.mark.parametrize(
    ("question", "tools"),
    [
        (BUSY, ("a", "path")),
        (TANK, ("a", "t")),
        (FALLEN, ("a", "path")),
        ({}, ("building",)),
        (WINGED, ("a", "path")),
        ({"path": {"from": "0303", "unit": {"kind": "vtol"}}}, ("path",)),
    ],
)
def test_every_control_leads_to_an_answer(
    client: FlaskClient, question: Json, tools: tuple[str, ...]
) -> None:
    """Beside the hexes, whose links differ by their names alone; what tools ask alike is asked once."""
    addresses: dict[str, str] = {}
    for tool in tools:
        page = ask(client, question, tool=tool, hex="0404")
        found = {
            href
            for each in page.all("a")
            if "data-hex" not in each.attributes
            and (href := each.attributes.get("href") or "").startswith("/classic/hex?")
        }
        assert len(found) > 10
        for href in found:
            asked = question_at(href)
            addresses[href if asked == asked_by(page) else repr(asked)] = href
    for address in addresses.values():
        with client.get(address) as response:
            assert response.status_code == 200, question_at(address)


def test_ranges_are_typed_and_stepped(client: FlaskClient) -> None:
    forms = [
        {str(each.attributes["name"]): str(each.attributes["value"]) for each in form.all("input")}
        for form in ask(client, LINE).all("form")
    ]
    fields = next(each for each in forms if "set.weapon.ranges.1" in each)
    with client.get("/classic/hex", query_string={**fields, "set.weapon.ranges.1": "7"}) as response:
        assert asked_by(parse(response.text))["weapon"] == {"ranges": [3, 7, 9]}


def test_a_partial_wing_is_stepped(client: FlaskClient) -> None:
    stepped = [
        question_at(each.attributes.get("href") or "")
        for each in ask(client, WINGED, tool="path").all("a")
        if (each.attributes.get("href") or "").startswith("/classic/hex?")
    ]
    assert any(each.get("path", {}).get("wing") == 1 for each in stepped)


def test_typed_numbers_keep_the_tool(client: FlaskClient) -> None:
    page = ask(client, LINE, tool="woods", brush="heavy", at="0202")
    form = page.all("form")[0]
    fields = {str(each.attributes["name"]): each.attributes["value"] for each in form.all("input")}
    assert {key: fields[key] for key in ("tool", "brush", "at")} == {
        "tool": "woods",
        "brush": "heavy",
        "at": "0202",
    }


@pytest.mark.parametrize(
    ("query", "places"),
    [
        ({"tool": "paint", "at": "1", "hex": "0000", "size": "huge"}, ["tool", "at", "hex", "size"]),
        ({"tool": "woods", "brush": "7"}, ["brush"]),
        ({"on": "0505.x"}, ["on"]),
        ({"more": "1"}, ["more"]),
        ({"set.attacker.facing": "6", "set.target.hex": "9"}, ["attacker.facing", "target.hex"]),
    ],
)
def test_wrong_addresses_are_refused_with_every_place(
    client: FlaskClient, query: Json, places: list[str]
) -> None:
    with client.get("/classic/hex", query_string={"q": encoded(LINE), **query}) as response:
        assert response.status_code == 422
        assert all(place in response.text for place in places)


def test_what_is_too_long_for_a_link_says_so_and_goes_as_a_file(client: FlaskClient) -> None:
    names = [f"{column:02d}{row:02d}" for column in range(1, 60) for row in range(1, 60)]
    contents = (
        {"woods": "light"},
        {"level": 1},
        {"water": 1},
        {"woods": "heavy", "level": 2},
        {"rough": True},
    )
    patch: Json = {}
    number = 7
    for name in names:
        number = number * 1103515245 % 2147483647
        question = {**LINE, "hexes": patch}
        if len(patch) % 50 == 0 and len(encoded(question)) > LONGEST_LINK - 60:
            break
        patch[name] = contents[number % 5]
    while len(encoded({**LINE, "hexes": patch})) > LONGEST_LINK:
        patch.popitem()
    stroke = ".".join(names[-300:])
    page = ask(client, {**LINE, "hexes": patch}, tool="woods", on=stroke)
    assert "too long for a link" in page.by_id("too-long").text
    (text,) = {
        str(each.attributes["value"]) for each in page.all("input") if each.attributes.get("name") == "text"
    }
    with client.post("/classic/hex/question.json", data={"text": text}) as response:
        assert response.status_code == 200


# ---- MegaMek boards

BOARD = 'size 3 2\nhex 0101 0 "woods:1;foliage_elev:2" ""\nhex 0201 2 "" ""\nhex 0301 0 "water:1" ""\n'
BOARD += 'hex 0102 0 "" ""\nhex 0202 0 "rough:1" ""\nhex 0302 0 "geyser:1" ""\nend\n'


def test_a_board_becomes_the_patch(client: FlaskClient) -> None:
    clean = BOARD.replace("geyser:1", "")
    data = {"q": encoded(LINE), "file": (io.BytesIO(clean.encode()), "x.board")}
    with client.post("/classic/hex/board", data=data) as response:
        assert response.status_code == 303
        found = question_at(response.headers["Location"])
    assert found["hexes"] == {
        "0101": {"woods": "light"}, "0201": {"level": 2}, "0301": {"water": 1}, "0202": {"rough": True},
    }  # fmt: skip
    assert found["attacker"] == LINE["attacker"]


def test_what_a_board_has_beside_is_said_before_one_goes_on(client: FlaskClient) -> None:
    data = {"text": BOARD, "first": "0201", "columns": "2", "rows": "2"}
    with client.post("/classic/hex/board", data=data) as response:
        assert response.status_code == 200
        page = parse(response.text)
    assert_well_made(page)
    assert "geyser" in page.by_id("opened").text
    assert set(question_at(links(page)["To the patch"])["hexes"]) == {"0201", "0301", "0202"}


def test_a_wrong_board_is_refused_and_the_form_kept(client: FlaskClient) -> None:
    with client.post("/classic/hex/board", data={"text": BOARD, "first": "0909", "rows": "x"}) as response:
        assert response.status_code == 422
        page = parse(response.text)
    assert "rows" in page.by_id("problems").text
    with client.post("/classic/hex/board", data={"text": "nothing"}) as response:
        assert response.status_code == 422


def test_a_patch_is_saved_as_a_board_and_opened_again(client: FlaskClient) -> None:
    with client.get("/classic/hex/board", query_string={"q": encoded(LINE)}) as response:
        page = parse(response.text)
        assert_well_made(page)
    with client.get(page.by_id("save-board").attributes["href"] or "") as response:
        assert "attachment" in response.headers["Content-Disposition"]
        board = response.text
    with client.post("/classic/hex/board", data={"q": encoded(LINE), "text": board}) as response:
        assert question_at(response.headers["Location"])["hexes"]["0503"] == {"level": 1}


# ---- what a new player stumbled over


def test_what_blocks_the_line_is_said_once(client: FlaskClient) -> None:
    page = ask(client, {**LINE, "hexes": {"0504": {"level": 3}}})
    assert "0504" in page.by_id("blocked").text
    assert not [each for each in page.by_id("number").all("li") if "0504" in each.text]


def test_a_note_on_the_number_stands_right_below_it(client: FlaskClient) -> None:
    page = ask(client, {**LINE, "shot": {"computer": True}})
    text = page.text
    assert text.index("No help from the targeting computer") < text.index("From the side")


@pytest.mark.parametrize("kind", ["tracked", "vtol"])
def test_vehicles_cruise_and_are_driven(client: FlaskClient, kind: str) -> None:
    vehicle = {"attacker": {"hex": "0506", "unit": {"kind": kind}}, "target": {"hex": "0502", "facing": 3}}
    text = ask(client, vehicle, tool="a").by_id("unit").text
    assert "Cruised" in text
    assert "Driving" in text
    assert "Walk" not in text
    page = ask(client, {**vehicle, "path": {"from": "0506", "steps": ["forward"]}}, tool="path")
    assert page.by_id("path-sum").text.startswith("A cruises")


def test_a_path_comes_before_what_is_seen_while_it_is_planned(client: FlaskClient) -> None:
    question = {**LINE, "path": {"from": "0505", "steps": ["forward"]}}
    text = ask(client, question, tool="path").text
    assert text.index("A walks") < text.index("4 hexes")
    text = ask(client, question).text
    assert text.index("4 hexes") < text.index("A walks")


def test_how_it_moves_is_under_the_thumb(client: FlaskClient) -> None:
    page = ask(client, LINE, tool="path")
    groups = {each.attributes.get("aria-label"): each.text for each in page.all("div")}
    assert "Run" in groups["Moves by"]


def test_a_skid_follows_the_roll_that_leads_to_it(client: FlaskClient) -> None:
    paved = {f"{column:02d}{row:02d}": {"pavement": True} for column in range(3, 6) for row in range(1, 8)}
    steps = ["forward", "left", "forward", "right", "forward", "forward"]
    path = {"from": "0506", "mode": "run", "steps": steps}
    question = {"hexes": paved, "attacker": {"hex": "0506"}, "target": {"hex": "0901"}, "path": path}
    rows = [
        each.text
        for each in ask(client, question).by_id("move").all("a")
        if "04" in each.text or "05" in each.text
    ]
    assert len(rows) >= 4
    assert [("skid" in each) for each in rows] == [False, True] * (len(rows) // 2)


def test_a_mount_that_is_not_named_has_no_arc_of_its_own(client: FlaskClient) -> None:
    assert "this weapon" not in ask(client, {**LINE, "weapon": {}}).by_id("arcs").text


def test_units_in_one_hex_are_drawn_beside_each_other(client: FlaskClient) -> None:
    building = {"0505": {"building": {"class": "medium", "levels": 2}}}
    together = {"hexes": building, "attacker": {"hex": "0505"}, "target": {"hex": "0505"}}
    drawn = reversed(ask(client, together).all("text"))  # the map comes before the view from the side
    letters = {each.text.strip(): each.attributes for each in drawn}
    assert float(str(letters["A"]["x"])) < float(str(letters["T"]["x"]))
    assert letters["A"]["y"] == letters["T"]["y"]


def test_the_hex_that_covers_says_what_it_adds(client: FlaskClient) -> None:
    page = ask(client, LINE)
    covering = next(each for each in page.by_id("line").all("tr") if "covers the target" in each.text)
    assert "+1" in covering.text


def test_indirect_fire_asks_for_a_spotter_and_then_says_yes(client: FlaskClient) -> None:
    hidden = {**LINE, "hexes": {"0504": {"level": 4}}, "attacker": {"hex": "0506"}, "target": {"hex": "0502"}}
    hidden["weapon"] = {"tags": ["missile"]}
    alone = ask(client, {**hidden, "shot": {"indirect": True}}).by_id("verdict").text
    assert alone.startswith("No")
    assert "needs a spotter: tap Move S" in alone
    spotted = {"indirect": True, "spotter": {"hex": "0702"}}
    verdict = ask(client, {**hidden, "shot": spotted}).by_id("verdict").text
    assert verdict.startswith("Yes 4 hexes indirect fire, LOS blocked")
