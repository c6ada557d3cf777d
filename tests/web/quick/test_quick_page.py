"""The quick check: everything stands in the address, and the page says what the engine says."""

import re
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

import pytest
from flask.testing import FlaskClient

from astrike.rulebook.loader import IDS, load_edition
from astrike.rules.quick.attack import quick_attack
from astrike.rules.quick.question import QuickQuestion
from tests.web.every_route import assert_clean, assert_well_made
from tests.web.page import Element, parse, shown_page

TABS = ("weapon", "physical", "artillery", "move")
EVERYTHING = (
    "skill=3&did=jump&tmm=3&moved=jump&o=woods&o=cover&o=indirect&heat=2&range=long&more=1&fc=1&shooter=support&target=protomech"
    "&state=minimum&armor=stealth&spotter=jump&light=night&weather=rain&wind=3&agreed=-2&blow=charge&who=CV&size=4&own=3"
    "&weight=3&jets=JMPS2&myomer=TSM&short=2&behind=1&gun=ART-LT&way=indirect&tag=TAG&d1=2&d2=5&by=3&type=CV&card=3&hot=2"
    "&mp=1&engine=1&motive1=half&tsm=1&paved=1&inches=10&x=12&y=8.5&move=10%22t"
)
"""A query in which no field is as usual."""


def ask(client: FlaskClient, query: str = "", *, status: int = 200) -> Element:
    with client.get(f"/quick?{query}") as response:
        assert response.status_code == status, response.text
        return parse(response.text)


def sent(page: Element) -> list[tuple[str, str]]:
    """What the form of the page sends as it stands."""
    found: list[tuple[str, str]] = []
    for each in page.by_id("live"):
        name = each.attributes.get("name")
        if name is None:
            continue
        if each.tag == "select":
            chosen = [option for option in each.all("option") if "selected" in option.attributes]
            found.append((name, chosen[0].attributes["value"]))
        elif each.attributes.get("type") in ("radio", "checkbox"):
            if "checked" in each.attributes:
                found.append((name, each.attributes["value"]))
        elif each.tag == "input":
            found.append((name, each.attributes.get("value", "")))
    return found


def number(page: Element) -> str:
    return page.by_id("target-number").text.removeprefix("Target Number ").replace(" ", "")


# ---- the answer


def test_the_worked_example_is_read_at_a_glance(client: FlaskClient) -> None:
    page = ask(client, "skill=3&did=jump&tmm=2&o=woods&range=medium")
    assert number(page) == "10+"
    assert page.by_id("odds").text == "16.7 %"
    assert page.by_id("next").text == "9+ 27.8 % 11+ 8.3 %"
    assert re.sub(r"\s", "", page.by_id("sums").one("summary").text) == "Thesum:S3+A2+T2+O1+R2"
    assert page.by_id("said").text == "10 or more, 16.7 percent"


@pytest.mark.parametrize("edition", IDS)
def test_the_ledger_is_the_engines(client: FlaskClient, edition: str) -> None:
    stated = QuickQuestion(
        edition=edition, skill=2, did="standstill", others=frozenset({"woods", "cover"}), heat=1
    )
    answer = quick_attack(stated).answer
    page = ask(client, f"edition={edition}&skill=2&did=standstill&o=woods&o=cover&heat=1")
    rows = page.by_id("sums").all("tr")
    shown = [
        (row.attributes["data-key"], row.one("td", class_="what").text, row.one("td", class_="pg").text)
        for row in rows
        if "data-key" in row.attributes
    ]
    assert sorted(shown) == sorted(
        (term.key, term.label, shown_page(term.cite, edition))
        for term in (*answer.tally.modifiers, *answer.considered)
    )
    assert rows[-1].one("td", class_="val").text == str(answer.target_number)
    assert number(page) == f"{answer.target_number}+"


@pytest.mark.parametrize("edition", IDS)
def test_buttons_say_what_their_row_is_worth(client: FlaskClient, edition: str) -> None:
    rows = load_edition(edition).modifiers
    labels = {
        each.one("input").attributes["value"]: each
        for each in buttons(ask(client, f"edition={edition}&more=1"))
    }
    for word, key in (
        ("woods", "terrain.woods"),
        ("jungle", "terrain.jungle"),
        ("secondary", "attack.secondary"),
    ):
        worth = "?" if rows[key].unknown else f"+{rows[key].value}"
        assert labels[word].one("small").text == worth, word


def buttons(page: Element) -> list[Element]:
    return [each for each in page.all("label") if each.all("input", name="o")]


def test_a_no_names_every_reason_with_its_page(client: FlaskClient) -> None:
    page = ask(client, "edition=classic-2.3.1&state=hull-down")
    assert number(page) == "No"
    reasons = page.by_id("reasons").all("li")
    assert [each.attributes["data-key"] for each in reasons] == ["target.hull-down", "state.hull-down"]
    assert all(each.one("span", class_="ref").text for each in reasons)


def test_what_adds_nothing_is_named(client: FlaskClient) -> None:
    page = ask(client, "o=woods&o=smoke-heavy&o=cover&target=vehicle")
    assert page.by_id("idle").text == "Adds nothing here: Woods, Cover"


def test_options_that_decided_are_named_as_they_are_set(client: FlaskClient) -> None:
    def options(page: Element) -> list[str]:
        return [each.attributes["data-key"] for each in page.all("ul", class_="decided")[0].all("li")]

    assert options(ask(client, "o=indirect&spotter=jump")) == ["indirect.spotter-movement"]
    assert options(ask(client, "tab=physical&blow=anti-mech")) == ["anti-mech.conventional"]
    landed = ask(client, "tab=artillery&d1=2&d2=3").all("ul", class_="decided")[-1]
    assert {"artillery.scatter", "artillery.numbering"} <= {
        each.attributes["data-key"] for each in landed.all("li")
    }


def test_certain_numbers_have_no_neighbours(client: FlaskClient) -> None:
    assert ask(client, "skill=0&tmm=0&range=short").by_id("next").text == "no roll needed"
    assert ask(client, "skill=7&tmm=5&range=long").by_id("next").text == "no roll reaches it"


@pytest.mark.parametrize("tab", TABS)
def test_the_odds_of_two_dice_are_one_tap_away(client: FlaskClient, tab: str) -> None:
    rows = ask(client, f"tab={tab}").by_id("dice").all("li")
    assert [row.one("b").text for row in rows] == [f"{number}+" for number in range(2, 13)]
    assert rows[5].text == "7+ 58.3 % 21 of 36"


# ---- other tabs


def test_a_charge_says_what_it_does_to_both(client: FlaskClient) -> None:
    page = ask(client, "tab=physical&blow=charge&size=3&own=3&weight=3")
    assert number(page) == "7+"
    assert [each.text for each in page.by_id("deals").all("dd")] == ["4", "2", "0"]


def test_the_classic_charge_asks_for_inches(client: FlaskClient) -> None:
    page = ask(client, "tab=physical&edition=classic-2.3.1&blow=charge&size=3&inches=12")
    assert page.by_id("f-inches").attributes["value"] == "12"
    assert page.by_id("deals").all("dd")[0].text == "5"
    assert not ask(client, "tab=physical&blow=charge").has_id("f-inches")


def test_a_miss_lands_where_the_dice_say(client: FlaskClient) -> None:
    page = ask(client, "tab=artillery&gun=ART-LT&way=point&d1=2&d2=5&x=18&y=30")
    assert number(page) == "9+"
    landing = page.by_id("landing")
    assert [each.text for each in landing.all("dd")] == [
        "10″", "60°", "8.66″ east, 5″ north", "26.66, 35", "3 within 1″, 1 within 3″",
    ]  # fmt: skip
    assert landing.one("svg").attributes["aria-label"] == "Lands 10″ away, bearing 60°"


def test_the_later_edition_scatters_by_the_margin(client: FlaskClient) -> None:
    page = ask(client, "tab=artillery&edition=ce-7&way=point&d1=4&by=3")
    assert [each.text for each in page.by_id("landing").all("dd")][:3] == ["6″", "180°", "0″ east, 6″ south"]


def test_dice_are_rolled_by_the_server_and_stand_in_the_address(client: FlaskClient) -> None:
    fell: set[str] = set()
    for _ in range(12):
        with client.post(
            "/quick/roll", data={"tab": "artillery", "gun": "ART-S", "way": "point"}
        ) as response:
            assert response.status_code == 303
            query = dict(parse_qsl(response.headers["Location"].partition("?")[2]))
        assert [query[name] for name in ("tab", "gun", "way")] == ["artillery", "ART-S", "point"]
        assert {query["d1"], query["d2"]} <= set("123456")
        fell.add(query["d1"] + query["d2"])
        assert ask(client, urlencode(query)).has_id("landing")
    assert len(fell) > 1


def test_move_and_tmm_of_a_card(client: FlaskClient) -> None:
    page = ask(client, urlencode({"tab": "move", "move": '10"/8"j', "hot": "2"}))
    assert number(page) == "Walk6″"
    assert page.by_id("tmm").text == "TMM 1"
    assert page.by_id("next").text == "Sprint 9″ Jump 8″"
    assert [each.text for each in page.all("tr") if each.attributes.get("data-key") == "attacker.heat"]


# ---- everything stands in the address


@pytest.mark.parametrize("edition", IDS)
@pytest.mark.parametrize("tab", TABS)
def test_the_form_of_a_page_sends_what_its_address_says(client: FlaskClient, tab: str, edition: str) -> None:
    page = ask(client, f"tab={tab}&edition={edition}&{EVERYTHING}")
    address = page.by_id("live").attributes["data-address"]
    again = ask(client, urlencode(sent(page)))
    assert again.by_id("live").attributes["data-address"] == address
    assert again.text == page.text


@pytest.mark.parametrize("tab", TABS)
def test_other_tabs_keep_what_was_said(client: FlaskClient, tab: str) -> None:
    page = ask(client, f"tab={tab}&{EVERYTHING}")
    for link in page.all("nav")[-1].all("a"):
        kept = dict(parse_qsl(link.attributes["href"].partition("?")[2]))
        assert kept["skill"] == "3"
        assert kept["gun"] == "ART-LT"
        assert kept["move"] == '10"t'
        assert kept.get("tab", "weapon") in TABS


def test_what_is_as_usual_does_not_stand_in_the_address(client: FlaskClient) -> None:
    assert ask(client).by_id("live").attributes["data-address"] == "/quick"
    assert (
        ask(client, "skill=4&range=medium&o=woods").by_id("live").attributes["data-address"]
        == "/quick?o=woods"
    )
    field = ask(client, "o=woods").by_id("share-address")
    assert field.attributes["value"] == "http://localhost/quick?o=woods"


@pytest.mark.parametrize("part", ["", "&part=live"], ids=["whole", "fragment"])
@pytest.mark.parametrize("edition", IDS)
@pytest.mark.parametrize("tab", TABS)
def test_every_tab_is_well_made(client: FlaskClient, tab: str, edition: str, part: str) -> None:
    for more in ("", EVERYTHING):
        page = ask(client, f"tab={tab}&edition={edition}&{more}{part}")
        assert_clean(page)
        if not part:
            assert_well_made(page)
        assert page.by_id("live").attributes["data-address"].startswith("/quick")


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("skill=9", "skill"),
        ("edition=ce-9", "edition"),
        ("o=cheating", "o"),
        ("tab=", "tab"),
        ("d1=7", "d1"),
        ("part=tail", "part"),
    ],
)
def test_words_that_no_button_sends_are_named(client: FlaskClient, query: str, words: str) -> None:
    page = ask(client, query, status=422)
    assert page.one("main").one("b").text == words


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"tab": "move", "move": "fast"}, "move"),
        ({"tab": "move", "move": ""}, "move"),
        ({"tab": "physical", "edition": "classic-2.3.1", "blow": "charge", "inches": "-3"}, "inches"),
        ({"tab": "artillery", "way": "point", "x": "12"}, "y"),
        ({"tab": "artillery", "way": "point", "x": "far", "y": "3"}, "x"),
    ],
)
def test_what_is_typed_wrong_is_kept_and_named_at_its_field(
    client: FlaskClient, query: Mapping[str, str], field: str
) -> None:
    page = ask(client, urlencode(query), status=422)
    typed = page.by_id(f"f-{field}")
    assert typed.attributes["aria-invalid"] == "true"
    assert typed.attributes["value"] == query.get(field, "")
    assert "expected" in page.by_id(f"{field}-problem").text
    assert number(page) == "–"


def test_typed_fields_of_other_tabs_do_not_matter(client: FlaskClient) -> None:
    assert number(ask(client, "move=fast&x=far&inches=-3")) == "8+"


@pytest.mark.parametrize(
    ("query", "wrong"),
    [
        ("tab=physical&blow=charge", "inches=61"),
        ("tab=physical&blow=standard", "inches=far"),
        ("tab=artillery", "x=far&y=1"),
        ("tab=artillery&d1=1&d2=2", "y=5000"),
    ],
)
def test_what_is_typed_wrong_does_not_matter_where_it_has_no_field(
    client: FlaskClient, query: str, wrong: str
) -> None:
    assert number(ask(client, f"{query}&{wrong}")) == number(ask(client, query))


def test_the_front_page_leads_here_and_back(client: FlaskClient) -> None:
    with client.get("/") as response:
        assert parse(response.text).by_id("quick-check").attributes["href"] == "/quick"
    assert ask(client).one("header").all("a")[0].attributes["href"] == "/"


def test_the_tables_of_the_rules_are_two_taps_away(client: FlaskClient) -> None:
    link = ask(client, "edition=ce-7").by_id("sums").all("a")[0].attributes["href"]
    with client.get(link) as response:
        assert response.status_code == 200


def test_without_script_a_button_asks(client: FlaskClient) -> None:
    assert ask(client).one("noscript").one("button").text == "Calculate"
