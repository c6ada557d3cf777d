"""Rulings are looked up by page, topic or word: what each says, where, and what the other edition makes of it."""

import pytest
from flask.testing import FlaskClient

from astrike.rulebook.battletech.loader import BATTLETECH_IDS
from astrike.rulebook.battletech.ruling_search import all_rulings
from astrike.rulebook.battletech.rulings import GROUPS
from astrike.web.battletech.rulings_page import AT_ONCE, LONGEST
from tests.web.page import Element, parse


def hits(client: FlaskClient, query: str) -> dict[str, Element]:
    response = client.get(f"/classic/rulings?{query}")
    assert response.status_code == 200, query
    return {each.attributes["id"]: each for each in parse(response.text).all("article")}


def test_the_topics_are_listed_first_with_the_printings_that_are_known(client: FlaskClient) -> None:
    page = parse(client.get("/classic/rulings").text)
    main = page.by_id("main")
    links = {each.attributes["href"]: each.text for each in main.all("a")}
    assert set(links) == {f"/classic/rulings?group={group}" for group in GROUPS} | {
        f"/classic/rulings?edition={edition}&changed=1" for edition in BATTLETECH_IDS
    }
    assert "106 rulings" in links["/classic/rulings?group=criticals"]
    assert "Total Warfare, errata 4.4 (2017)" in main.text
    assert "BattleMech Manual, errata 7.01 (2023)" in main.text
    assert "Later ones exist" in main.text
    assert page.all("article") == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("page=TW+p.60", {"tw-017", "tw-018"}),
        ("page=60", {"tw-017", "tw-018"}),
        ("q=BMM+p.115", {"bmm-184", "bmm-183"}),
        ("q=tw-018", {"tw-018"}),
        ("q=careful+stand", {"bmm-012"}),
        ("group=quirks", {"bmm-117", "bmm-125"}),
        ("q=heavy-duty&edition=tw-4.4", {"crit-052"}),
        ("q=heavy-duty&edition=tw-4.4&changed=1", set()),
        ("q=heavy-duty&changed=1", {"bmm-184"}),
        ("q=no+such+thing", set()),
    ],
)
def test_a_search_finds_by_page_topic_word_and_edition(
    client: FlaskClient, query: str, expected: set[str]
) -> None:
    assert set(hits(client, query)) == expected


def test_a_hit_says_what_it_rules_its_page_and_what_the_other_edition_says(client: FlaskClient) -> None:
    hit = hits(client, "q=bmm-050")["bmm-050"]
    row = all_rulings()["bmm-050"].row
    for words in (row.label, row.says, row.check, "BMM p.48", "Critical hits", "bmm-050"):
        assert words in hit.text
    facts = {each.one("dt").text: each.one("dd").text for each in hit.one("dl").all("div")}
    assert facts["Edition"] == "BMM 7.01"
    assert "First gyro hit: roll" in facts["TW 4.4"]
    assert "CRIT" in facts["TW 4.4"]
    assert "/classic/rulings?q=crit-047" in {each.attributes["href"] for each in hit.all("a")}


def test_a_ruling_that_another_takes_the_place_of_says_so(client: FlaskClient) -> None:
    hit = hits(client, "q=crit-047")["crit-047"]
    facts = {each.one("dt").text: each.one("dd").text for each in hit.one("dl").all("div")}
    assert facts["Edition"] == "BMM 7.01, TW 4.4"
    assert facts["BMM 7.01"].startswith("goes by another ruling instead")
    assert "Gyro roll at once" in facts["BMM 7.01"]
    assert "TW 4.4" not in facts


def test_what_only_one_edition_rules_says_that_the_other_is_silent(client: FlaskClient) -> None:
    facts = {
        each.one("dt").text: each.one("dd").text
        for each in hits(client, "q=tw-083")["tw-083"].one("dl").all("div")
    }
    assert facts["BMM 7.01"].startswith("its errata are silent")


def test_a_hit_says_whether_the_desk_works_by_it(client: FlaskClient) -> None:
    found = hits(client, "page=TW+p.60")
    assert "only looked up" in found["tw-017"].text
    assert "Roll" in found["tw-018"].text
    assert "only looked up" not in found["tw-018"].text


def test_many_hits_come_in_parts_and_none_is_lost(client: FlaskClient) -> None:
    seen: list[str] = []
    address = "/classic/rulings?group=criticals"
    while address:
        page = parse(client.get(address).text)
        seen += [each.attributes["id"] for each in page.all("article")]
        assert len(page.all("article")) <= AT_ONCE
        more = [
            each.attributes["href"]
            for each in page.by_id("main").all("a")
            if "from=" in each.attributes["href"]
        ]
        address = more[0] if more else ""
    assert len(seen) == len(set(seen)) == 106


def test_what_was_looked_for_stays_in_the_form(client: FlaskClient) -> None:
    page = parse(client.get("/classic/rulings?q=gyro&page=115&group=criticals&edition=bmm-7.01").text)
    assert page.by_id("f-q").attributes["value"] == "gyro"
    assert page.by_id("f-page").attributes["value"] == "115"
    chosen = [each.attributes["value"] for each in page.all("option") if "selected" in each.attributes]
    assert chosen == ["bmm-7.01", "criticals"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("edition=ce-7", ("bmm-7.01, tw-4.4 for classic BattleTech", "ce-5.01, classic-2.3.1, ce-7")),
        ("edition=tw", ("bmm-7.01, tw-4.4",)),
        ("group=mechs", GROUPS),
        (f"q={'a' * (LONGEST + 1)}", ("80 characters",)),
        (f"page={'1' * (LONGEST + 1)}", ("80 characters",)),
        ("from=x", ("338",)),
        ("from=-1", ("338",)),
        ("from=400", ("338",)),
    ],
)
def test_a_wrong_search_says_what_it_may_be(
    client: FlaskClient, query: str, expected: tuple[str, ...]
) -> None:
    response = client.get(f"/classic/rulings?{query}")
    assert response.status_code == 422
    for words in expected:
        assert words in response.text


def test_everything_that_is_wrong_is_said_at_once(client: FlaskClient) -> None:
    text = client.get(f"/classic/rulings?edition=ce-7&group=x&q={'a' * 90}").text
    for words in ("edition", "group", "80 characters"):
        assert words in text


@pytest.mark.parametrize("words", ["<script>", "%00", "’", "(", "p.", "TW p.", "\\", "999999999999"])
def test_odd_words_find_nothing_or_something_and_break_nothing(client: FlaskClient, words: str) -> None:
    response = client.get("/classic/rulings", query_string={"q": words, "page": words})
    assert response.status_code == 200
    assert "<script>" not in response.text.partition("<main")[2]


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_what_an_edition_changed_is_one_tap_away(client: FlaskClient, edition: str) -> None:
    book = edition.partition("-")[0]
    page = parse(client.get("/classic/rulings").text)
    links = [each.attributes["href"] or "" for each in page.all("a")]
    (address,) = [each for each in links if f"edition={edition}" in each]
    found = hits(client, address.partition("?")[2])
    assert found
    assert all(each.startswith(f"{book}-") for each in found)
    page = parse(client.get(address).text)
    assert (
        "checked"
        in next(each for each in page.all("input") if each.attributes.get("name") == "changed").attributes
    )


def test_no_ruling_is_written_as_a_list_of_a_program(client: FlaskClient) -> None:
    for ruling in all_rulings().values():
        assert "['" not in f"{ruling.row.says} {ruling.row.check}"
        assert "[" not in ruling.row.check, ruling.row.key


def test_the_page_of_a_ruling_beside_is_that_of_its_edition(client: FlaskClient) -> None:
    for hit in hits(client, "edition=tw-4.4&changed=1&group=criticals").values():
        assert "CRIT†" not in hit.text


def test_a_box_that_says_something_else_is_refused(client: FlaskClient) -> None:
    response = client.get("/classic/rulings?changed=yes")
    assert response.status_code == 422
    assert "changed" in response.text
