"""The shot on one page: kinds at hand, overheat and its heat, dice on keys, what they came to, and who is next."""

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from astrike.store.table.codes import Right
from tests.builders import document, mech
from tests.web.arena import arena
from tests.web.conftest import Kept, keep, next_id
from tests.web.page import Element, parse

PLAYED = {"phase": "combat", "initiative": ["south", "north"]}


@pytest.fixture
def duel(client: FlaskClient, fresh_db: Path) -> Kept:
    """Two units of each side at medium range, while attacks are made; the first of all is hot and may overheat."""
    return keep(
        client,
        fresh_db,
        document(
            mech("A", at=(10, 10), side="red", name="Alder", damage="6/6/3", overheat=3, heat=1, facing=0),
            mech("C", at=(14, 10), side="red", name="Cedar", damage="2/2/2", facing=0),
            mech("B", at=(10, 25), side="blue", name="Birch", armor=7, structure=5, facing=180),
            mech("D", at=(14, 25), side="blue", name="Dogwood", facing=180),
            phase="combat",
            initiative=["red", "blue"],
        ),
    )


@pytest.fixture
def volley(client: FlaskClient, fresh_db: Path) -> Kept:
    """A table on which every point of damage has a roll of its own."""
    return keep(client, fresh_db, arena(options={"multiple-attack-rolls": True}))


def follow(kept: Kept, address: str) -> Element:
    with kept.client.get(address.split("#", maxsplit=1)[0]) as response:
        assert response.status_code == 200, response.text
        return parse(response.text)


def tap(kept: Kept, card: Element, form_id: str, **button: str) -> str:
    """Press a button of a form as a browser without script does, and give the address that it leads to."""
    form = card.by_id(form_id)
    values = {**form.fields(), **button, "change_id": next_id()}
    with kept.client.post(form.attributes["action"], data=values) as response:
        assert response.status_code == 303, response.text
        return response.headers["Location"]


def apply(kept: Kept, card: Element) -> Element:
    form = next(each for each in card.all("form") if each.has_id("write"))
    with kept.client.post(form.attributes["action"], data=form.fields()) as response:
        assert response.status_code == 303, response.text
        return follow(kept, response.headers["Location"])


def unit_of(kept: Kept, name: str) -> dict[str, object]:
    features = kept.document["features"]
    assert isinstance(features, list)
    found: dict[str, object] = next(each["properties"] for each in features if each["id"] == name)
    return found


# ---- kinds


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("A/R", ["Weapons", "Physical", "Charge"]),
        ("B/T", ["Weapons", "Physical", "Indirect"]),
        ("C/T", ["Weapons", "Physical", "TAG"]),
        ("H/R", ["Weapons", "Melee", "Charge"]),
        ("J/S?kind=dfa", ["Weapons", "Physical", "DFA"]),
    ],
)
def test_three_kinds_stand_in_sight_and_the_one_shown_is_among_them(
    battle: Kept, path: str, shown: list[str]
) -> None:
    card = battle.page(f"/attack/{path}")
    nav = card.one("nav", class_="kinds")
    more = [each.text for each in nav.one("details").all("a")] if nav.all("details") else []
    found = [each for each in nav.all("a", class_="kind") if each.text not in more]
    assert [each.text for each in found] == shown
    assert next(each.text for each in nav.all("a") if "aria-current" in each.attributes) in shown


def test_the_list_of_the_table_has_the_same_three(battle: Kept) -> None:
    nav = battle.page("?unit=B").one("nav", class_="kinds")
    more = [each.text for each in nav.one("details").all("a")]
    assert [each.text for each in nav.all("a") if each.text not in more] == [
        "Weapons",
        "Physical",
        "Indirect",
    ]
    assert {"Charge", "Rolls", "Electronics"} <= set(more)


# ---- overheat


def test_each_step_of_overheat_says_what_it_adds_and_asks_again(duel: Kept) -> None:
    steps = duel.page("/attack/A/B").by_id("overheat").all("a")
    assert [each.text for each in steps] == ["0 no heat", "1 +1 dmg", "2 +2 dmg", "3 +3 dmg"]
    card = follow(duel, str(steps[2].attributes["href"]))
    assert card.by_id("damage").text.startswith("8 damage on a hit: Medium 6, Overheat +2.")
    assert card.by_id("heat").text == "Heat goes from 1 to 3 in the End Phase, hit or miss."
    assert "overheat=2" in tap(duel, card, "roll-form", key="9")


def test_a_hot_unit_that_fires_stays_hot(duel: Kept) -> None:
    card = duel.page("/attack/A/B")
    assert card.by_id("heat").text == "Heat stays at 1 in the End Phase, hit or miss."
    assert not duel.page("/attack/C/B").has_id("heat")


@pytest.mark.parametrize("path", ["C/B", "A/B?kind=standard"], ids=["no overheat", "a kick"])
def test_overheat_is_hidden_where_it_cannot_be_used(duel: Kept, path: str) -> None:
    assert not duel.page(f"/attack/{path}").has_id("overheat")


def test_at_long_range_overheat_brings_heat_alone(battle: Kept) -> None:
    steps = battle.page("/attack/A/R").by_id("overheat").all("a")
    assert [each.text for each in steps] == ["0 no heat", "1 heat only"]


def test_the_heat_of_a_shot_is_written_with_it(duel: Kept) -> None:
    missed = duel.page("/attack/A/B?overheat=2&rolls=2")
    assert "Heat goes from 1 to 3" in missed.by_id("heat").text
    assert missed.by_id("write").text == "Note the miss Alder has attacked"
    apply(duel, missed)
    assert (unit_of(duel, "A")["heat_made"], unit_of(duel, "A")["fired"]) == (2, True)


# ---- dice


def test_a_key_is_one_roll(duel: Kept) -> None:
    card = duel.page("/attack/A/B")
    keys = [each.text for each in card.by_id("roll-form").all("button", name="key")]
    assert keys == [str(number) for number in range(2, 13)]
    rolled = follow(duel, tap(duel, card, "roll-form", key="9"))
    assert rolled.by_id("fell").text == "9"
    assert not rolled.by_id("again").attributes.get("open"), "nothing invites a second throw"
    assert "typed in" in duel.page("/dice").by_id("r1").text
    with duel.client.get(str(rolled.by_id("clear").attributes["href"]).split("#")[0]) as response:
        assert response.status_code == 303, "what fell stands until it is thrown again for a reason"
    assert rolled.by_id("dice-again").attributes["href"] == "#again"


def test_a_second_throw_says_why_and_the_history_tells(duel: Kept) -> None:
    rolled = follow(duel, tap(duel, duel.page("/attack/A/B"), "roll-form", key="9"))
    again = follow(duel, tap(duel, rolled, "roll-form", do="roll", why="cocked"))
    assert again.has_id("rolled")
    assert "again: a die was cocked" in duel.page("/dice").by_id("r2").text


def test_a_roll_that_was_not_applied_opens_again_as_it_fell(duel: Kept) -> None:
    tap(duel, duel.page("/attack/A/B?overheat=2", right=Right.PLAY), "roll-form", key="9")
    with duel.client.get(duel.url("/attack/A/B", right=Right.PLAY)) as response:
        assert response.status_code == 303
        again = follow(duel, response.headers["Location"])
    assert again.by_id("fell").text.strip() == "9"
    assert again.by_id("write").text == "Apply damage 8 to B Birch", "with the overheat that was rolled for"
    assert duel.page("/attack/C/B", right=Right.PLAY).has_id("roll"), "another attack has no dice yet"
    apply(duel, again)
    assert duel.page("/attack/A/B", right=Right.PLAY).has_id("anyway")


def test_dice_of_the_turn_before_are_over(duel: Kept) -> None:
    tap(duel, duel.page("/attack/A/B", right=Right.PLAY), "roll-form", key="9")
    duel.send("/turn")
    duel.send("/turn/phase", {"phase": "combat"})
    assert not duel.page("/attack/A/B", right=Right.PLAY).has_id("rolled")


def test_a_key_counts_and_not_what_was_typed_before_it(duel: Kept) -> None:
    assert "rolls=4#" in tap(duel, duel.page("/attack/A/B"), "roll-form", rolls="9", key="4")


@pytest.mark.parametrize("key", ["13", "1", "x", ""])
def test_a_key_that_is_no_roll_is_refused(duel: Kept, key: str) -> None:
    form = {"change_id": next_id(), "key": key, "dice": "1"}
    assert duel.client.post(duel.url("/attack/A/B/roll"), data=form).status_code == 422
    assert duel.client.get(duel.url("/version")).json["rolls"] == 0


def test_several_rolls_are_typed_one_after_the_other(volley: Kept) -> None:
    card = volley.page("/attack/A/R")
    assert card.by_id("roll").text == "Roll 2 × 2D6"
    address = tap(volley, card, "roll-form", key="7")
    assert parse_qs(urlsplit(address).query)["fallen"] == ["7"]
    assert volley.client.get(volley.url("/version")).json["rolls"] == 0, "kept when all are there"
    card = follow(volley, address)
    assert card.by_id("f-rolls").attributes["value"] == "7"
    rolled = follow(volley, tap(volley, card, "roll-form", key="3"))
    assert rolled.by_id("fell").text == "7 3"
    assert rolled.by_id("rolled").text == "Hit 1 of 2 rolls hit. 1 damage to Rifle."


@pytest.mark.parametrize(
    ("options", "rolls", "said"),
    [
        ({}, "12", "Hit 12 is 6 or more. 2 damage to Rifle."),
        ({}, "5", "Miss 5 is less than 6."),
        ({"critical-success": True}, "12", "Hit 12 is 6 or more. 2 damage to Rifle."),
    ],
)
def test_what_dice_came_to_is_said_with_their_number(
    client: FlaskClient, fresh_db: Path, options: dict[str, object], rolls: str, said: str
) -> None:
    table = keep(client, fresh_db, arena(options=options))
    assert table.page(f"/attack/A/R?rolls={rolls}").by_id("rolled").text == said


def test_a_roll_that_always_hits_or_misses_says_so(client: FlaskClient, fresh_db: Path) -> None:
    table = keep(client, fresh_db, arena(options={"critical-success": True}))
    card = table.page("/attack/A/R?rolls=12&name=Fog&value=6")
    assert card.by_id("target-number").text == "Target Number 12 +"
    easy = table.page("/attack/A/R?rolls=2&name=Luck&value=-4")
    assert easy.by_id("target-number").text == "Target Number 2 +"
    assert easy.by_id("rolled").text == "Miss 2 always misses."


def test_armor_and_structure_are_drawn_before_and_after(duel: Kept) -> None:
    card = duel.page("/attack/A/B?overheat=2&rolls=12")
    rows = card.by_id("brings").all("li", class_="effect")
    assert [row.one("span", class_="num").text for row in rows] == ["7 → 0", "5 → 4"]
    assert [len(row.all("i")) for row in rows] == [7, 5]
    assert [len(row.all("i", class_="lost")) for row in rows] == [7, 1]
    untouched = duel.page("/attack/C/B?rolls=12").by_id("brings").all("li", class_="effect")
    assert [row.one("span", class_="num").text for row in untouched] == ["7 → 5", "5"]
    assert card.by_id("write").text == "Apply damage 8 to B Birch"
    assert card.by_id("sums").text == "S 4 A 0 T +1 O +1 R +2 overheat 2 · 8 damage"
    assert [each.attributes["data-key"] for each in card.by_id("due").all("li")]


def test_others_hear_which_side_rolled_what(duel: Kept) -> None:
    tap(duel, duel.page("/attack/A/B"), "roll-form", key="9")
    assert duel.client.get(duel.url("/version")).json["roll"]["says"] == (
        "Red rolled 9 for Alder at Birch, needing 8+. Hit: 6 damage."
    )
    tap(duel, duel.page("/attack/C/B"), "roll-form", key="2")
    assert duel.client.get(duel.url("/version")).json["roll"]["says"].endswith("needing 7+. Miss.")
    duel.send("/dice", {"count": "1", "do": "roll"})
    says = duel.client.get(duel.url("/version")).json["roll"]["says"]
    assert re.fullmatch(r".+ rolled \d: Dice", says), says


def test_a_unit_without_structure_is_offered_after_the_others(client: FlaskClient, fresh_db: Path) -> None:
    units = [
        mech("A", at=(10, 10), side="red", facing=0),
        mech("B", at=(10, 15), side="blue", armor_left=0, structure_left=0),
        mech("C", at=(14, 30), side="blue"),
    ]
    table = keep(client, fresh_db, document(*units, phase="combat", initiative=["red", "blue"]))
    page = table.page("?unit=A", right=Right.PLAY)
    found = [each.attributes["href"] for each in page.one("nav", class_="thumb").all("a", class_="btn-main")]
    assert "/attack/A/C" in found[0]
    assert table.page("/attack/A/B", right=Right.PLAY).has_id("roll"), "it can still be attacked"


def test_a_charge_that_was_not_declared_is_over_when_attacks_are_made(
    client: FlaskClient, fresh_db: Path
) -> None:
    units = [
        mech("A", at=(10, 10), side="red", facing=0, motion="ground", moved=6),
        mech("B", at=(10, 11), side="blue", facing=180, motion="ground", moved=2),
    ]
    for declarations, allowed in (([], False), ([{"by": "A", "kind": "charge", "target": "B"}], True)):
        made = document(*units, phase="combat", initiative=["red", "blue"], declarations=declarations)
        page = keep(client, fresh_db, made).page("/attack/A/B?kind=charge", right=Right.PLAY)
        assert ("Not declared with the attacker's move" not in page.text) is allowed


# ---- who is next


def test_the_next_attacker_of_the_side_is_offered_once_it_is_written(duel: Kept) -> None:
    card = apply(duel, duel.page("/attack/A/B?rolls=2", right=Right.PLAY))
    assert card.by_id("next-up").text == "Attack with C Next: Cedar"
    assert str(card.by_id("next-up").attributes["href"]).endswith("?unit=C")
    card = apply(duel, duel.page("/attack/C/B?rolls=2", right=Right.PLAY))
    assert card.by_id("next-up").text == "Attack with B Next: Birch", "the other side follows"


def test_rolls_that_are_due_come_before_the_next_attacker(duel: Kept) -> None:
    card = apply(duel, duel.page("/attack/A/B?overheat=2&rolls=8", right=Right.PLAY))
    assert card.by_id("next-roll").text == "Roll Critical hit: Birch"
    assert card.by_id("next-up").text == "Attack with C"


def test_a_phone_that_plays_the_other_side_or_looks_on_goes_back_to_the_table(duel: Kept) -> None:
    duel.send("/turn/side", {"side": "blue"}, right=Right.PLAY)
    card = apply(duel, duel.page("/attack/A/B?rolls=2", right=Right.PLAY))
    assert not card.has_id("next-up")
    assert card.has_id("to-table")


def test_no_attacker_is_next_where_nobody_keeps_turns(battle: Kept) -> None:
    card = apply(battle, battle.page("/attack/A/R?rolls=12", right=Right.PLAY))
    assert not card.has_id("next-up")
    assert not card.has_id("to-table")


def test_a_hit_that_needs_no_roll_does_its_damage(client: FlaskClient, fresh_db: Path) -> None:
    table = keep(
        client,
        fresh_db,
        document(
            mech("A", at=(7, 7), side="red", name="Alder", facing=90, skill=0, motion="standstill"),
            mech("B", at=(10, 7), side="blue", name="Birch", state=["immobile"]),
            phase="combat",
            initiative=["red", "blue"],
        ),
    )
    card = table.page("/attack/A/B", right=Right.PLAY)
    assert not card.has_id("roll-form")
    assert card.by_id("write").text == "Apply damage 3 to B Birch"
    apply(table, card)
    assert unit_of(table, "B")["armor_left"] == 2
    assert unit_of(table, "A")["fired"] is True


def test_one_unit_makes_no_attack_and_the_next_is_offered(duel: Kept) -> None:
    sheet = duel.page("?unit=A", right=Right.PLAY)
    form = next(each for each in sheet.all("form") if each.has_id("no-attack"))
    with duel.client.post(form.attributes["action"], data=form.fields()) as response:
        bar = follow(duel, response.headers["Location"])
    assert bar.by_id("next-step").text == "Attack with C Cedar"
    assert unit_of(duel, "A")["fired"] is True
    assert not duel.page("?unit=A", right=Right.PLAY).has_id("no-attack"), "it is no longer due"
    assert not duel.page("?unit=B", right=Right.PLAY).has_id("no-attack"), "nor is the other side"


def test_one_undo_takes_the_whole_attack_back(duel: Kept) -> None:
    before = duel.document
    apply(duel, duel.page("/attack/A/B?overheat=2&rolls=12", right=Right.PLAY))
    assert (unit_of(duel, "B")["structure_left"], unit_of(duel, "A")["heat_made"]) == (4, 2)
    assert duel.send("/undo", right=Right.PLAY).status_code == 303
    assert duel.document == before


def test_who_looks_on_sees_the_dice_without_keys(duel: Kept) -> None:
    card = duel.page("/attack/A/B?rolls=9", right=Right.VIEW)
    assert card.by_id("fell-box").text == "2D6 shows 9"
    assert card.by_id("rolled").text.startswith("Hit 9 is ")
    for name in ("roll-form", "roll", "write", "dice-again"):
        assert not card.has_id(name), name
    assert [each.text for each in card.one("nav", class_="thumb").all("a")] == ["All enemies"]
