"""The attack card: what it shows is what the engine says, in the order in which it is said."""

import json
import re
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import pytest
from flask.testing import FlaskClient

from astrike.formats.table.table_file import parse_document, read_table, with_settings
from astrike.model.attack_question import AttackQuestion
from astrike.rulebook.loader import load_edition
from astrike.rules.table.prepared_table import prepare_table
from astrike.store.table.codes import Right
from astrike.web.home.demo import demo_text
from tests.asking import attack
from tests.builders import box, building, document, mech, point, unit, vehicle, woods
from tests.web.arena import arena
from tests.web.conftest import Kept, keep
from tests.web.page import Element, parse, shown_page


def card(kept: Kept, path: str) -> Element:
    return kept.page(f"/attack/{path}")


def overheat_chosen(page: Element) -> str:
    return next(each.text for each in page.by_id("overheat").all("a") if "aria-current" in each.attributes)


def fact(page: Element, key: str) -> str:
    return next(each for each in page.by_id("facts").all("div") if each.attributes["data-key"] == key).text


@pytest.mark.parametrize("edition", ["ce-5.01", "ce-7", "classic-2.3.1"])
@pytest.mark.parametrize("target", ["C", "D", "E", "G"])
def test_the_card_proves_the_engines_number(
    client: FlaskClient, kept: Kept, target: str, edition: str
) -> None:
    table = with_settings(read_table(demo_text("diagram")).document, edition=edition)
    demo = keep(client, kept.db_path, table)
    answer = attack(prepare_table(parse_document(table)), "A", target)
    page = card(demo, f"A/{target}")
    assert page.by_id("target-number").text == f"Target Number {answer.target_number} +"
    rows = [row for row in page.by_id("ledger").all("tr") if "data-key" in row.attributes]
    assert [row.attributes["data-key"] for row in rows if "zero" not in row.attributes.get("class", "")] == [
        each.key
        for each in sorted(answer.tally.modifiers, key=lambda each: "SATOR".index(each.part))
        if each.value
    ]
    assert {row.attributes["data-key"] for row in rows} == {
        each.key for each in (*answer.tally.modifiers, *answer.considered)
    }
    values = [int(row.one("td", class_="val").text.replace("−", "-")) for row in rows]
    assert sum(values) == answer.target_number
    assert {row.attributes["data-key"]: row.one("td", class_="pg").text for row in rows} == {
        each.key: shown_page(each.cite, edition) for each in (*answer.tally.modifiers, *answer.considered)
    }
    letters = "".join(row.one("th").text for row in rows)
    assert letters == "".join(sorted(letters, key="SATOR".index))
    assert page.by_id("odds").text == f"{answer.probability * 100:.1f} %"


def test_the_answer_comes_first_and_its_pictures_after_the_sum(demo: Kept) -> None:
    page = card(demo, "A/D")
    order = [each.attributes.get("aria-label") for each in page.by_id("card").all("section")]
    assert order == ["Answer", "How the number is made", "When it hits", "Pictures", "Cover", "More facts"]
    assert page.by_id("sentence").text.startswith("Alder hits Dogwood on 9 or more: long range")
    assert len(page.all("svg", class_="plan")) == len(page.all("svg", class_="profile")) == 1
    plan = page.one("svg", class_="plan").attributes["viewbox"].split()
    side = page.one("svg", class_="profile").attributes["viewbox"].split()
    assert plan[2] == side[2], "both pictures share one scale"


@pytest.mark.parametrize("pair", ["A/C", "A/D", "A/E", "E/A", "A/D?x=12&y=9&facing=0"])
def test_plan_and_side_view_come_later_into_the_room_that_the_card_has_for_them(
    demo: Kept, pair: str
) -> None:
    room = card(demo, pair).by_id("pictures")
    link = room.one("svg", class_="plan").one("a")
    assert link.text == "Plan and side view"
    with demo.client.get(room.attributes["hx-get"]) as response:
        drawn = parse(response.text)
    with demo.client.get(link.attributes["href"]) as response:
        alone = parse(response.text)
    for name in ("plan", "profile"):
        boxes = [each.one("svg", class_=name).attributes["viewbox"] for each in (room, drawn, alone)]
        assert len(set(boxes)) == 1, f"{name}: nothing may jump"
        assert drawn.one("svg", class_=name).attributes["aria-label"]
    captions = [each.one("p", class_="figcap").text for each in (room, drawn, alone)]
    assert len(set(captions)) == 1
    assert not drawn.all("html")
    assert alone.one("h1").text == "Pictures"


def test_pictures_of_a_table_that_has_changed_since_are_not_mixed_into_the_card(demo: Kept) -> None:
    room = card(demo, "A/D").by_id("pictures")
    assert demo.send("/unit/D/place", {"x": "30", "y": "20"}).status_code == 303
    with demo.client.get(room.attributes["hx-get"]) as response:
        late = parse(response.text)
    assert late.text.startswith("The table has changed.")
    assert not late.all("svg", class_="plan")


def test_a_no_shows_every_reason_with_its_page(client: FlaskClient, kept: Kept) -> None:
    table = document(
        mech("A", at=(5, 5), side="red", facing=270, motion="sprint", name="Alder"),
        mech("B", at=(47, 30), side="blue", name="Birch"),
        building("b", box(20, 10, 30, 22), height=9, name="Silo"),
    )
    kept = keep(client, kept.db_path, table)
    answer = attack(prepare_table(parse_document(table)), "A", "B")
    assert len(answer.refusals) > 3
    page = card(kept, "A/B")
    assert page.by_id("target-number").text == "No"
    rows = page.by_id("refusals").all("li")
    assert [row.attributes["data-key"] for row in rows] == [each.key for each in answer.refusals]
    assert [row.one("span", class_="ref").text for row in rows] == [
        shown_page(each.cite, answer.edition) for each in answer.refusals
    ]
    solid = next(row for row in rows if row.attributes["data-key"] == "sight.solid")
    assert "100 % hidden by Silo" in solid.text
    numbers = load_edition(answer.edition).numbers
    above, blocked = (shown_page(numbers[key].cite, answer.edition) for key in ("cover.from", "cover.to"))
    stated = re.sub(r" (?=\))", "", page.by_id("card").text)
    assert f"Cover above ⅓ ({above}), blocked above ⅔ ({blocked})." in stated
    assert not page.has_id("ledger")
    assert page.by_id("would-be").all("tr"), "what the number would be can be unfolded"


def test_further_facts_name_both_directions_and_the_other_editions(demo: Kept) -> None:
    page = card(demo, "A/C")
    assert fact(page, "arc") == "Arc front, 0° of 90°"
    assert fact(page, "strikes") == "Strikes front of Cedar"
    assert fact(page, "back").startswith("Cedar shoots back")
    assert "1.45″ · 0.00″ · 0.00″" in fact(page, "woods")
    assert fact(page, "edition") == "Edition ce-5.01; classic-2.3.1: 7+; ce-7: 5+"
    assert fact(page, "version") == "Version of the table v1"
    printed = page.by_id("small-print").text
    assert "example" in printed
    assert "Not applied" not in printed, "everything on both cards counts here"


def test_the_editions_of_a_tried_place_are_those_of_that_place(demo: Kept) -> None:
    page = card(demo, "A/C?x=12&y=7&facing=90")
    assert page.by_id("target-number").text == "Target Number 5 +"
    assert fact(page, "edition") == "Edition ce-5.01; classic-2.3.1 agrees; ce-7 agrees"


def test_previous_and_next_follow_the_list(demo: Kept) -> None:
    listed = [each.attributes["data-enemy"] for each in demo.page("?unit=A").all("a", class_="enemy")]
    for number, target in enumerate(listed):
        page = card(demo, f"A/{target}")
        ways = {
            each.attributes["rel"]: each.attributes["href"]
            for each in page.all("a")
            if "rel" in each.attributes
        }
        wanted = {}
        if number:
            wanted["prev"] = demo.url(f"/attack/A/{listed[number - 1]}")
        if number + 1 < len(listed):
            wanted["next"] = demo.url(f"/attack/A/{listed[number + 1]}")
        assert ways == wanted


@pytest.mark.parametrize(
    ("query", "question"),
    [
        ({"overheat": "1"}, AttackQuestion(overheat=1)),
        ({"secondary": "1"}, AttackQuestion(secondary=True)),
        ({"special": "tur"}, AttackQuestion(special="TUR")),
        ({"name": "Smoke", "value": "+2"}, AttackQuestion(modifiers=(("Smoke", 2),))),
        ({"name": "Luck", "value": "−1"}, AttackQuestion(modifiers=(("Luck", -1),))),
    ],
    ids=lambda each: str(each)[:20],
)
def test_the_address_carries_the_question(
    demo: Kept, query: dict[str, str], question: AttackQuestion
) -> None:
    answer = attack(prepare_table(parse_document(demo.document)), "A", "C", question)
    page = card(demo, f"A/C?{urlencode(query)}")
    number = page.by_id("target-number").text
    assert number == ("No" if answer.target_number is None else f"Target Number {answer.target_number} +")
    if "overheat" in query:
        assert overheat_chosen(page) == "1 +1 dmg", "it is chosen in sight, above"
        assert "open" not in page.by_id("adjust").attributes
        assert page.by_id("adjust-form").fields()["overheat"] == "1"
    else:
        assert page.by_id("adjust").attributes.get("open") == ""
    for way in page.all("a"):
        if "rel" in way.attributes:
            assert urlencode(query).split("=")[0] in way.attributes["href"], "neighbors are asked the same"


def test_another_kind_of_attack_is_asked_with_what_it_knows_of_this_one(
    client: FlaskClient, kept: Kept
) -> None:
    shooter = mech("A", (10, 10), side="red", specials=["IF1", "LRM1/1/1", "TUR(2/2/2)"])
    demo = keep(
        client,
        kept.db_path,
        document(shooter, mech("S", (16, 12), side="red"), mech("B", (20, 10), side="blue")),
    )
    stated = [("secondary", "1"), ("name", "Fog"), ("value", "2"), ("c-interference", "yes")]
    aimed = ("c-targeting", "short-range")  # of weapons alone
    more = [("special", "TUR"), ("overheat", "1"), ("rolls", "7"), aimed]
    page = card(demo, f"A/B?{urlencode([*stated, *more])}")
    links = {
        each.attributes["data-kind"]: str(each.attributes["href"]).partition("?")[2]
        for each in page.all("a", class_="kind")
    }
    assert {"weapon", "indirect", "charge"} <= links.keys()
    assert parse_qsl(links["weapon"]) == [*stated, aimed]
    assert parse_qsl(links["indirect"]) == [("kind", "indirect"), *stated, aimed]
    assert parse_qsl(links["charge"]) == [("kind", "charge"), *stated]
    for query in links.values():
        card(demo, f"A/B?{query}")


def test_several_named_modifiers_stand_in_the_ledger(demo: Kept) -> None:
    page = card(demo, "A/C?name=Smoke&value=2&name=Luck&value=-1&name=&value=")
    rows = {
        row.attributes["data-key"]: row.text
        for row in page.by_id("ledger").all("tr")
        if "data-key" in row.attributes
    }
    assert "+2" in rows["user.Smoke"]
    assert "named at the table" in rows["user.Smoke"]
    assert "−1" in rows["user.Luck"]
    assert page.by_id("target-number").text == "Target Number 7 +"


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("overheat=9", "overheat-problem"),
        ("overheat=x", "overheat-problem"),
        ("special=Äxte", "special-problem"),
        ("kind=kick", "kind-problem"),
        ("path=12", "path-problem"),
        ("rolls=13", "rolls-problem"),
        ("name=Luck&value=lots", "named-0-problem"),
        ("name=Luck&value=99", "named-0-problem"),
        ("name=&value=1", "named-0-problem"),
        ("name=" + "x" * 41 + "&value=1", "named-0-problem"),
        ("name=a&value=1&name=b&value=1.5", "named-1-problem"),
        ("&".join(f"name=n{k}&value=1" for k in range(21)), "named-problem"),
        ("name=a&value=1&name=a&value=2", "named-1-problem"),
        ("&".join(f"c-n{k}=yes" for k in range(21)), "choices-problem"),
        ("c-munition=butter", "c-munition-problem"),
        ("c-targeting=long-range&c-targeting=short-range", "c-targeting-problem"),
        ("secondary=maybe", "secondary-problem"),
        ("overheat=1&overheat=2", "overheat-problem"),
        ("kind=melee&kind=charge", "kind-problem"),
        ("kind=indirect&spotter=nobody", "spotter-problem"),
        ("kind=indirect&spotter=9999,1", "spotter-problem"),
        ("path=12,5", "path-problem"),
        ("kind=strafe&path=12,5,3+2,2", "path-problem"),
        ("rolls=7+1", "rolls-problem"),
        ("c-sight.max=1", "c-sight.max-problem"),
        ("c-two%20words=1", "c-two words-problem"),
        ("spotter=" + "x" * 201, "spotter-problem"),
    ],
)
def test_a_wrong_question_is_named_at_its_field(demo: Kept, query: str, field: str) -> None:
    with demo.client.get(demo.url(f"/attack/A/C?{query}")) as response:
        assert response.status_code == 422
        page = parse(response.text)
    assert "expected" in page.by_id(field).text
    assert page.by_id("adjust").attributes.get("open") == ""


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("12,5+x,1+13.75,5,attic+9,9", ("'x,1'", "'13.75,5,attic'")),
        ("13.125,20.375+" * 150 + "99x", ("'99x'",)),
        ("12,5+" * 201, ("201", "at most 200")),
    ],
    ids=["several wrong points", "the last of a long path", "too many points"],
)
def test_a_path_is_never_cut_and_every_wrong_point_is_named(
    demo: Kept, path: str, named: tuple[str, ...]
) -> None:
    with demo.client.get(demo.url(f"/attack/A/C?kind=charge&path={path}")) as response:
        assert response.status_code == 422
        page = parse(response.text)
    reported = " ".join(each.text for each in page.all("p", class_="field-problem"))
    assert [each for each in named if each not in reported] == []
    assert page.by_id("f-path").attributes["value"] == path.replace("+", " ").strip()


def test_what_is_wrong_is_not_carried_to_pages_that_cannot_show_it(demo: Kept) -> None:
    with demo.client.get(demo.url("/attack/A/C?kind=kick&secondary=1")) as response:
        assert response.status_code == 422
        page = parse(response.text)
    to_others = [
        str(each.attributes["href"])
        for each in page.all("a")
        if "/margin" in str(each.attributes.get("href")) or each.attributes.get("rel") in ("prev", "next")
    ]
    assert to_others
    assert not [each for each in to_others if "kick" in each]
    assert all("secondary=1" in each for each in to_others)


def test_what_was_refused_is_not_said_to_count(demo: Kept) -> None:
    assert overheat_chosen(card(demo, "A/C?overheat=1")) == "1 +1 dmg"
    with demo.client.get(demo.url("/attack/A/C?overheat=9&special=AC")) as response:
        assert response.status_code == 422
        assert "Overheat" not in parse(response.text).by_id("asked").text


def test_everything_wrong_is_named_at_once_and_stays_as_it_was_typed(demo: Kept) -> None:
    asked = {
        "kind": "indirect",
        "spotter": "nobody",
        "overheat": "9",
        "rolls": "99",
        "name": "a",
        "value": "99",
        "c-foo": "1",
        "c-environment": "moon",
    }
    with demo.client.get(demo.url(f"/attack/A/C?{urlencode(asked)}")) as response:
        assert response.status_code == 422
        page = parse(response.text)
    for field in ("spotter", "overheat", "rolls", "named-0"):
        assert "expected" in page.by_id(f"{field}-problem").text
    reported = [each.text for each in page.all("p", class_="field-problem")]
    assert any(each.startswith("foo Found 1") for each in reported)
    assert any("Found 'moon'" in each for each in reported)
    assert len(reported) == 6
    kept = page.by_id("adjust-form").fields()
    assert (kept["spotter"], kept["overheat"]) == ("nobody", "9")
    names = [each.attributes["value"] for each in page.by_id("adjust-form").all("input", name="name")]
    assert names == ["a", ""]


def test_a_path_that_is_wrong_can_be_mended_where_it_has_no_field(demo: Kept) -> None:
    with demo.client.get(demo.url("/attack/A/C?kind=strafe&path=12,5+x")) as response:
        page = parse(response.text)
    assert page.by_id("f-path").attributes["value"] == "12,5 x"
    assert page.by_id("f-path").attributes.get("type") != "hidden"


@pytest.mark.parametrize("to", ["x", "A", "20", "20,12,5,1", "2_0,12", "1e1,12", "20,5000", "20,12,"])
def test_a_wrong_point_is_named_with_what_is_wrong_beside_it(demo: Kept, to: str) -> None:
    for page in ("at", "at/margin"):
        query = urlencode({"to": to, "kind": "q", "overheat": "9"})
        with demo.client.get(demo.url(f"/attack/A/{page}?{query}")) as response:
            assert response.status_code == 422
            named = [each.one("b").text for each in parse(response.text).all("li") if each.all("b")]
        assert named == ["to", "kind", "overheat"]


def test_a_point_may_have_a_height(demo: Kept) -> None:
    page = card(demo, "A/at?to=20,12,5&kind=artillery")
    assert page.by_id("adjust-form").fields()["to"] == "20,12,5"
    question = json.loads(next(iter(page.all("form", class_="save-ruling"))).fields()["question"])
    assert question["target"] == [20.0, 12.0, 5.0]


def test_a_sensor_that_spots_is_named_alike_on_page_and_in_a_ruling(client: FlaskClient, kept: Kept) -> None:
    table = document(
        mech("A", at=(5, 5), side="red"),
        mech("B", at=(30, 20), side="blue"),
        point("eye", (25, 20), kind="sensor", side="red"),
    )
    here = keep(client, kept.db_path, table)
    form = next(iter(here.page("/attack/A/B?kind=indirect&spotter=eye").all("form", class_="save-ruling")))
    assert json.loads(form.fields()["question"])["spotter"] == "eye"
    body = {"table": table, "attacker": "A", "target": "B", "kind": "indirect", "spotter": "eye"}
    assert client.post("/api/v1/attack", json=body).status_code == 200


@pytest.mark.parametrize("path", ["A/nobody", "nobody/A", "A", "A/B/C"])
def test_who_is_not_there_is_not_found(demo: Kept, path: str) -> None:
    with demo.client.get(demo.url(f"/attack/{path}")) as response:
        assert response.status_code == 404


@pytest.mark.parametrize("query", ["x=99&y=1", "x=a&y=1", "x=1&y=2&facing=z", "x=1&y=2&stand=z&height=q"])
def test_a_wrong_place_is_named(demo: Kept, query: str) -> None:
    with demo.client.get(demo.url(f"/attack/A/C?{query}")) as response:
        assert response.status_code == 422


@pytest.mark.parametrize("is_fragment", [False, True])
def test_what_leaves_the_card_leads_back_to_it(demo: Kept, is_fragment: bool) -> None:
    here = demo.url("/attack/A/D?overheat=1")
    page = parse(demo.client.get(here + ("&part=answer" if is_fragment else "")).text)
    assert page.by_id("card").attributes["data-address"] == here
    sheets = [
        each.attributes["href"]
        for each in page.all("a", class_="chip-link")
        if "back=" in each.attributes["href"]
    ]
    assert sheets
    for sheet in sheets:
        back = parse_qs(urlsplit(sheet).query)["back"]
        assert back == [here]
        assert here in [each.attributes["href"] for each in parse(demo.client.get(sheet).text).all("a")]


def test_the_fragment_is_the_card_alone(demo: Kept) -> None:
    part = demo.page("/attack/A/C?part=answer")
    assert part.by_id("target-number").text == card(demo, "A/C").by_id("target-number").text
    assert not part.all("html")
    assert not part.all("header")


def test_what_a_spotter_sees_is_drawn_from_the_spotter(client: FlaskClient, kept: Kept) -> None:
    here = keep(client, kept.db_path, arena())
    page = card(here, "B/T?kind=indirect&spotter=J")
    assert [each.text for each in page.all("h2") if "sees it" in each.text] == ["Tiger as Grass sees it"]
    assert "Seen from Grass, who spots." in page.one("p", class_="figcap").text
    assert "Grass" in page.one("svg", class_="sil-view").attributes["aria-label"]
    assert fact(page, "woods") == "Woods: own, between, target none"
    assert [each.text for each in card(here, "B/T").all("h2") if "sees it" in each.text] == [
        "Tiger as Archer sees it"
    ]


def test_an_attack_from_a_flight_path_draws_no_straight_line(client: FlaskClient, kept: Kept) -> None:
    fighter = unit(
        "F", (6, 20), type="AF", move="7a", side="south", motion="flight",
        flight={"from": [2, 20], "to": [62, 21], "altitude": "low"},
    )  # fmt: skip
    document = arena()
    features = document["features"]
    assert isinstance(features, list)
    here = keep(client, kept.db_path, {**document, "features": [*features, fighter]})
    assert card(here, "F/R?kind=strafe").by_id("target-number").text.startswith("Target Number")
    assert not card(here, "F/R?kind=strafe").all("svg", class_="profile")
    assert card(here, "A/R").all("svg", class_="profile")


def test_friends_oneself_and_the_same_spot_are_answered_too(client: FlaskClient, kept: Kept) -> None:
    kept = keep(
        client,
        kept.db_path,
        document(
            mech("A", at=(7, 7), side="red"),
            mech("B", at=(7, 7), side="blue"),
            mech("C", at=(9, 7), side="red"),
            vehicle("D", at=(12, 7), side="blue", facing=None),
            woods("w", box(5, 5, 20, 10)),
        ),
    )
    for path in ("A/A", "A/B", "A/C", "B/A", "D/A", "A/D"):
        assert card(kept, path).by_id("target-number").text


def test_an_attack_that_cannot_miss_or_cannot_hit_says_so(client: FlaskClient, kept: Kept) -> None:
    kept = keep(
        client,
        kept.db_path,
        document(
            mech("A", at=(7, 7), side="red", facing=90, skill=0, motion="standstill"),
            mech("B", at=(10, 7), side="blue", state=["immobile"]),
            mech("C", at=(40, 7), side="blue", tmm=5, motion="jump", move='10"j'),
        ),
    )
    sure = card(kept, "A/B")
    assert "no roll needed" in sure.by_id("card").text
    assert "without a roll" in sure.by_id("sentence").text
    never = card(kept, "A/C?name=Fog&value=9")
    assert "no roll reaches it" in never.by_id("card").text
    assert never.by_id("odds").text == "0 %"
    shown = kept.page("?unit=A")
    assert "no roll" in next(each for each in shown.all("a", class_="enemy")).text


def test_what_was_asked_beside_the_plain_attack_stands_under_the_answer(demo: Kept) -> None:
    assert not [each for each in demo.page("/attack/A/C") if each.attributes.get("id") == "asked"]
    page = demo.page("/attack/A/C?overheat=1&secondary=1")
    assert page.by_id("asked").text == "Overheat 1 Secondary target"


def test_a_point_is_attacked_from_the_tape_and_says_who_is_caught(client: FlaskClient, kept: Kept) -> None:
    document = read_table(demo_text("diagram")).document
    features = [dict(each) for each in document["features"]]
    for each in features:
        if each["id"] == "A":
            each["properties"] = {**each["properties"], "specials": ["ARTLT-1"]}
    gun = keep(client, kept.db_path, {**document, "features": features})
    tape = gun.page("/tape?from=A&to=21,8")
    link = next(each for each in tape.all("a") if each.text == "Attack this point")
    assert link.attributes["href"].endswith("/attack/A/at?to=21,8")
    page = gun.page("/attack/A/at?to=21,8&kind=artillery")
    assert page.by_id("target-number").text == "Target Number 9 +"
    assert "Cedar" in page.by_id("caught").text
    assert {each.text for each in page.all("a", class_="kind")} >= {"Weapons", "Artillery"}
    assert "Charge" not in page.text
    assert gun.client.get(gun.url("/attack/A/at?to=nowhere")).status_code == 422
    rolled = gun.send("/attack/A/at/roll", {"to": "21,8", "kind": "artillery", "do": "typed", "rolls": "9"})
    assert rolled.headers["Location"].endswith("/attack/A/at?to=21%2C8&kind=artillery&kept=1&rolls=9#outcome")


def test_the_card_says_when_overheat_adds_nothing(client: FlaskClient, kept: Kept) -> None:
    far = document(
        mech("A", (5, 5), side="red", overheat=2, damage="3/3/2"),
        mech("B", (5, 35), side="blue", facing=180),
    )
    table = keep(client, kept.db_path, far)
    assert [row.attributes["data-key"] for row in card(table, "A/B?overheat=2").by_id("notes").all("li")] == [
        "overheat.nothing"
    ]
    assert "2 damage either way" in card(table, "A/B?overheat=2").by_id("notes").text
    assert not card(table, "A/B").has_id("notes")


def test_who_is_inside_leads_to_an_attack_on_the_building(client: FlaskClient, kept: Kept) -> None:
    house = building("house", box(20, 5, 30, 15), height=4, class_="medium")
    inside = unit(
        "I", (25, 10.5), type="CI", side="blue", skill=4, motion="ground", damage="1/1/1", elevation="inside"
    )
    table = keep(
        client,
        kept.db_path,
        document(mech("A", (5, 10), side="red", facing=90, damage="5/5/5"), inside, house),
    )
    (note,) = card(table, "A/I").by_id("notes").all("li")
    assert note.attributes["data-key"] == "building.ask"
    at = client.get(note.one("a").attributes["href"])
    page = parse(at.text)
    assert at.status_code == 200
    assert page.by_id("target-number").text != "No"
    assert [row.attributes["data-key"] for row in page.by_id("notes").all("li")] == ["building.inside"]
    assert "I: 3 damage" in page.by_id("notes").text


def on_a_roof() -> dict[str, object]:
    return document(
        building("house", box(11, 15, 20, 25), height=2),
        mech("A", (8, 20), side="red", move='20"/20"j'),
        mech("B", (15, 20), side="blue", done=True, elevation="roof"),
    )


@pytest.mark.parametrize("kind", ["charge", "dfa"])
def test_the_path_of_a_charge_is_typed_with_heights_and_goes_into_rulings(
    client: FlaskClient, kept: Kept, kind: str
) -> None:
    here = keep(client, kept.db_path, on_a_roof())
    asked = urlencode({"kind": kind, "path": "13.75,20,roof"})
    page = here.page(f"/attack/A/B?{asked}", right=Right.PLAY)
    assert page.by_id("target-number").text.startswith("Target Number")
    assert page.by_id("adjust-form").fields()["path"] == "13.75,20,roof"
    question = next(iter(page.all("form", class_="save-ruling"))).fields()["question"]
    assert json.loads(question)["path"] == [[13.75, 20, "roof"]]


@pytest.mark.parametrize("path", ["13.75,20,attic", "9,20,roof 13.75,20,roof", "13.75"])
def test_a_path_that_leads_nowhere_is_named_at_its_field(client: FlaskClient, kept: Kept, path: str) -> None:
    here = keep(client, kept.db_path, on_a_roof())
    with client.get(here.url(f"/attack/A/B?{urlencode({'kind': 'charge', 'path': path})}")) as response:
        assert response.status_code == 422
        page = parse(response.text)
    assert "expected" in page.by_id("path-problem").text
    assert page.by_id("adjust-form").fields()["path"] == path


def test_other_kinds_carry_their_path_unseen(client: FlaskClient, kept: Kept) -> None:
    page = keep(client, kept.db_path, on_a_roof()).page("/attack/A/B?kind=strafe&path=3,4+5,6")
    field = next(
        each for each in page.by_id("adjust-form").all("input") if each.attributes.get("name") == "path"
    )
    assert (field.attributes["type"], field.attributes["value"]) == ("hidden", "3,4 5,6")
