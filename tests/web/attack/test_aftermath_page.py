"""What an attack brought is written into the table once; charges are declared; the next turn forgets both."""

import re
from urllib.parse import unquote_plus

import pytest
from flask.testing import FlaskClient

from astrike.store.table.codes import Right
from tests.builders import box, building, document, mech
from tests.web.arena import arena
from tests.web.conftest import Kept, keep
from tests.web.page import parse


def post(kept: Kept, path: str, number: int = 1, **fields: str) -> str:
    """Post a form of ours and give the address that it leads to."""
    form = {"version": str(number), "change_id": f"0123456789abcde{number}", **fields}
    response = kept.client.post(kept.url(path), data=form)
    assert response.status_code == 303, response.text
    return unquote_plus(response.headers["Location"])


def text_of(kept: Kept, path: str) -> str:
    return parse(kept.client.get(kept.url(path)).text).by_id("main").text


def unit_of(kept: Kept, name: str) -> dict[str, object]:
    document = kept.client.get(kept.url("/download")).json
    return next(each["properties"] for each in document["features"] if each["id"] == name)


def test_damage_is_written_and_the_rolls_that_it_left_open_are_offered(battle: Kept) -> None:
    card = text_of(battle, "/attack/A/R?rolls=12")
    assert "Hit 12 is 6 or more. 2 damage to Rifle." in card
    assert "Rifle: Armor left 1 → 0" in card
    assert "Rifle: Structure left 5 → 4" in card
    address = post(battle, "/attack/A/R/write", rolls="12")
    assert address.endswith("?written=critical:R critical:R#outcome"), address
    card = parse(battle.client.get(address.split("#")[0]).text)
    assert "Atlas at Rifle, 2 damage" in card.by_id("written").text
    assert card.by_id("still").text.count("Rifle Critical hit") == 2
    assert not card.has_id("write"), "it is written once"
    unit = unit_of(battle, "R")
    assert (unit["armor_left"], unit["structure_left"]) == (0, 4)
    assert "Atlas at Rifle, 2 damage" in text_of(battle, "/history")
    post(battle, "/undo", 2)
    assert "armor_left" not in unit_of(battle, "R")


def test_the_same_form_sent_twice_writes_once(battle: Kept) -> None:
    assert post(battle, "/attack/A/R/write", rolls="12") == post(battle, "/attack/A/R/write", rolls="12")
    assert unit_of(battle, "R")["structure_left"] == 4


@pytest.mark.parametrize("rolls", ["", "2", "99", "12 12"], ids=["no dice", "a miss", "no die", "too many"])
def test_what_brings_nothing_is_not_written(battle: Kept, rolls: str) -> None:
    form = {"version": "1", "change_id": "0123456789abcdef", "rolls": rolls}
    assert battle.client.post(battle.url("/attack/A/R/write"), data=form).status_code == 422
    assert battle.client.get(battle.url("/version")).json["version"] == 1


def test_a_designator_marks_its_target_until_the_turn_ends(battle: Kept) -> None:
    assert "TAG on Tiger, by Raven" in text_of(battle, "/attack/C/T?kind=tag&rolls=9")
    post(battle, "/attack/C/T/write", kind="tag", rolls="9")
    assert "TAG on Tiger, by Raven" in text_of(battle, "")
    post(battle, "/turn", 2)
    assert "TAG on Tiger" not in text_of(battle, "")


def test_a_beacon_stays(battle: Kept) -> None:
    post(battle, "/attack/C/T/write", kind="narc", rolls="12")
    post(battle, "/turn", 2)
    assert "NARC on Tiger, by Raven" in text_of(battle, "")


def test_a_charge_is_declared_seen_taken_back_and_forgotten_with_the_turn(battle: Kept) -> None:
    assert "Not declared yet. It is declared with the move" in text_of(battle, "/attack/H/R?kind=charge")
    post(battle, "/attack/H/R/declare", kind="charge")
    assert "Declared. Both players see it" in text_of(battle, "/attack/H/R?kind=charge")
    assert "Hatchet charges Rifle" in text_of(battle, "")
    assert "Hatchet charges Rifle" in text_of(battle, "?unit=R")
    assert "Hatchet charges Rifle" not in text_of(battle, "?unit=A")
    post(battle, "/attack/H/R/declare", 2, kind="charge", do="back")
    assert "Declared:" not in text_of(battle, "")
    post(battle, "/attack/H/R/declare", 3, kind="dfa")
    post(battle, "/turn", 4)
    assert "Declared:" not in text_of(battle, "")


def test_a_blow_that_hurts_both_says_so_beside_the_number(battle: Kept) -> None:
    card = parse(battle.client.get(battle.url("/attack/J/S?kind=dfa")).text)
    assert card.by_id("takes").text == "Hit Shadow 5 · Grass 3 Miss Shadow 0 · Grass 4"
    assert "Grass: Armor left 6 → 2" in text_of(battle, "/attack/J/S?kind=dfa&rolls=3")
    post(battle, "/attack/J/S/write", kind="dfa", rolls="3")
    assert unit_of(battle, "J")["armor_left"] == 2


def test_artillery_at_a_point_is_rolled_written_or_scattered(battle: Kept) -> None:
    path = "/attack/D/at?kind=off-table&to=42,31"
    card = parse(battle.client.get(battle.url(path)).text)
    assert card.by_id("roll")
    hit = parse(battle.client.get(battle.url(f"{path}&rolls=12")).text)
    assert "Shadow: Armor left 4 → 1" in hit.by_id("brings").text
    missed = parse(battle.client.get(battle.url(f"{path}&rolls=4")).text)
    assert missed.by_id("scatter")
    assert not missed.has_id("write")
    address = post(battle, "/attack/D/at/write", kind="off-table", to="42,31", rolls="12")
    assert "written=nothing" in address
    assert unit_of(battle, "S")["armor_left"] == 1


def test_an_area_effect_is_written_where_it_came_down(battle: Kept) -> None:
    page = parse(battle.client.get(battle.url("/area/?at=42,31&weapon=ART-LT&dice=2+1")).text)
    assert page.by_id("write")
    address = post(battle, "/area/write", at="42,31", weapon="ART-LT", dice="2 1")
    assert "Written into the table" in parse(battle.client.get(address).text).by_id("written").text
    assert unit_of(battle, "S")["armor_left"] == 3


def test_the_table_lists_every_kind_of_attack_of_a_unit(battle: Kept) -> None:
    page = parse(battle.client.get(battle.url("?unit=C&kind=tag")).text)
    assert "Tiger 19.27″" in page.by_id("main").text
    kinds = [link.text for link in page.all("a", class_="kind")]
    assert kinds[0] == "Weapons"
    assert {"TAG", "NARC beacon", "Rolls", "Electronics"} <= set(kinds)
    assert "Artillery" not in kinds, "nothing that the card does not have"
    assert "Weapons" in text_of(battle, "?unit=C&kind=artillery")


def test_dice_of_the_damage_are_rolled_with_a_hit(battle: Kept) -> None:
    table = keep(battle.client, battle.db_path, arena(options={"variable-damage": True}))
    form = {"change_id": "0123456789abcdef", "do": "typed", "rolls": "12"}
    address = table.client.post(table.url("/attack/A/R/roll"), data=form).headers["Location"]
    fell = re.search(r"rolls=12\+(\d)\+(\d)#", address)
    assert fell is not None, address
    assert "damage" in parse(table.client.get(address.split("#")[0]).text).by_id("rolled").text


def test_a_single_die_of_damage_may_show_one_and_an_attack_roll_may_not(battle: Kept) -> None:
    table = keep(battle.client, battle.db_path, arena(options={"variable-damage": True}))
    page = parse(table.client.get(table.url("/attack/A/R?rolls=12+1+1")).text)
    assert "damage" in page.by_id("rolled").text
    asked = {"table": arena(options={"variable-damage": True}), "attacker": "A", "target": "R"}
    for rolls, status in (([12, 1, 1], 200), ([1, 1, 1], 422), ([12, 7, 1], 422)):
        assert table.client.post("/api/v1/attack", json={**asked, "rolls": rolls}).status_code == status


@pytest.mark.parametrize("kind", ["critical", "heat", "support", "skid", "bog"])
def test_effects_of_a_unit_are_listed_and_open(battle: Kept, kind: str) -> None:
    listed = battle.client.get(battle.url("/effect/for/A")).text
    assert f"/effect/{kind}/A" in listed
    assert battle.client.get(battle.url(f"/effect/{kind}/A")).status_code == 200


def test_an_effect_that_lacks_something_says_what(battle: Kept) -> None:
    page = battle.client.post(battle.url("/effect/support/A/roll"), data={"change_id": "0123456789abcdef"})
    assert page.status_code == 422
    assert "Support: please fill this in." in page.text


def test_nobody_declares_against_itself(battle: Kept) -> None:
    fields = {"version": "1", "change_id": "0123456789abcdef", "kind": "charge"}
    assert battle.client.post(battle.url("/attack/H/H/declare"), data=fields).status_code == 422
    assert "declarations" not in battle.client.get(battle.url("/download")).json["astrike"]


def test_damage_at_a_point_in_a_building_offers_the_collapse_of_the_building(
    client: FlaskClient, kept: Kept
) -> None:
    units = [mech("A", at=(6, 5), side="red", damage="4/4/4", facing=0), mech("B", at=(20, 15), side="blue")]
    house = building("hall", box(4, 12, 8, 16), height=2, cf=10)
    table = keep(client, kept.db_path, document(*units, house, phase="combat", initiative=["red", "blue"]))
    card = table.page("/attack/A/at?to=6,14&rolls=12", right=Right.PLAY)
    (link,) = [each for each in card.all("a") if "collapse/hall" in str(each.attributes.get("href"))]
    assert "damage=4" in str(link.attributes["href"])
