"""Attacks are declared before any dice, rolled together, and applied as one change (CE p.40)."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from astrike.formats.table.table_file import parse_document
from astrike.model.attack_question import TablePoint
from astrike.model.table import Table
from astrike.model.unit import Unit
from astrike.store.table.codes import Right
from tests.builders import box, building, document, mech
from tests.web.conftest import Kept, keep

UNITS = [
    *(mech(f"R{n}", at=(4 + 4 * n, 5), side="red", name=f"Alder {n}", overheat=2) for n in range(2)),
    mech("B0", at=(6, 20), side="blue", name="Birch", facing=180, armor=3, structure=3),
]
TABLE = document(*UNITS, phase="combat", initiative=["red", "blue"])


def now(table: Kept) -> Table:
    return parse_document(table.document)


def unit(table: Kept, name: str) -> Unit:
    found = now(table).unit(name)
    assert found is not None
    return found


def declare(table: Kept, attacker: str, target: str = "B0", **asked: str) -> None:
    with table.send(f"/attack/{attacker}/{target}/together", asked, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text


def test_declared_attacks_stand_in_the_table_and_their_units_are_done(table: Kept) -> None:
    declare(table, "R0", overheat="1")
    declare(table, "R1")
    first, second = now(table).attacks
    assert (first.by, first.target, first.ask.overheat, second.by) == ("R0", "B0", 1, "R1")
    assert unit(table, "B0").armor_left is None
    page = table.page(right=Right.PLAY)
    assert " ".join(page.by_id("next-step").text.split()) == "Roll the attacks All are declared"
    assert page.by_id("next-step").attributes["href"].endswith("/attacks")


def test_they_are_applied_as_one_step_one_after_the_other(table: Kept) -> None:
    declare(table, "R0", overheat="1")
    declare(table, "R1")
    before = now(table)
    dice = {"rolls-R0.0": "12", "rolls-R1.0": "12"}
    page = table.page("/attacks?rolls-R0.0=12&rolls-R1.0=12", right=Right.PLAY)
    words = page.by_id("attacks").text
    assert "Birch: Armor left 3 → 0" in words
    assert "Birch: Structure left 3 →" in words
    with table.send("/attacks/apply", dice, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    assert now(table).attacks == ()
    assert (unit(table, "R0").fired, unit(table, "R0").heat_made) == (True, 1)
    assert (unit(table, "R1").fired, unit(table, "R1").heat_made) == (True, 0)
    hurt = unit(table, "B0")
    assert hurt.armor_left == 0
    assert hurt.structure_left is not None
    assert hurt.structure_left < 3
    assert "critical" in hurt.pending.rolls
    table.send("/undo", right=Right.PLAY)
    assert now(table) == before


def test_one_record_of_play_tells_of_all_of_them_with_their_dice(table: Kept) -> None:
    declare(table, "R0", overheat="1")
    declare(table, "R1")
    with table.send("/attacks/roll", {"rolls-R1.0": "3", "do": "roll"}, right=Right.PLAY) as response:
        dice = dict(parse_qsl(urlsplit(response.headers["Location"]).query))
    table.send("/attacks/apply", dice, right=Right.PLAY)
    with table.client.get(table.url("/history.json")) as response:
        records = [each["play"] for each in response.get_json()["changes"] if each["play"] is not None]
    (record,) = records
    assert (record["act"], record["turn"], record["phase"]) == ("attacks", 1, "combat")
    first, second = record["attacks"]
    assert (first["attacker"], first["target"], first["overheat"]) == ("R0", "B0", 1)
    assert [(die["fell"], die["typed"]) for die in first["dice"]] == [(int(dice["rolls-R0.0"]), False)]
    assert [(die["fell"], die["typed"]) for die in second["dice"]] == [(3, True)]
    assert (second["hit"], second["damage"]) == (False, 0)


def test_the_damage_of_all_together_is_that_of_each_in_turn(table: Kept) -> None:
    for attacker in ("R0", "R1"):
        declare(table, attacker)
    table.send("/attacks/apply", {"rolls-R0.0": "11", "rolls-R1.0": "11"}, right=Right.PLAY)
    together = unit(table, "B0")
    table.send("/undo", right=Right.PLAY)
    for attacker in ("R0", "R1"):
        table.send(f"/attack/{attacker}/B0/write", {"rolls": "11"}, right=Right.PLAY)
    assert unit(table, "B0") == together


def test_rolling_leaves_typed_dice_as_they_are(table: Kept) -> None:
    declare(table, "R0")
    declare(table, "R1")
    with table.send("/attacks/roll", {"rolls-R1.0": "3", "do": "roll"}, right=Right.PLAY) as response:
        address = response.headers["Location"]
    assert "rolls-R1.0=3" in address
    assert "rolls-R0.0=" in address
    page = table.client.get(address).text
    assert "Miss" in page


def test_what_has_no_dice_goes_on_waiting(table: Kept) -> None:
    declare(table, "R0")
    declare(table, "R1")
    table.send("/attacks/apply", {"rolls-R1.0": "2"}, right=Right.PLAY)
    assert [each.by for each in now(table).attacks] == ["R0"]
    assert (unit(table, "R0").fired, unit(table, "R1").fired) == (False, True)


def test_a_declared_attack_can_be_taken_back(table: Kept) -> None:
    declare(table, "R0")
    declare(table, "R1")
    table.send("/attacks/back", {"attack": "R0.0"}, right=Right.PLAY)
    assert [each.by for each in now(table).attacks] == ["R1"]
    assert "Attack with" in table.page(right=Right.PLAY).by_id("next-step").text


def test_what_the_rules_refuse_is_not_declared(table: Kept) -> None:
    with table.send("/attack/R0/R1/together", {}, right=Right.PLAY) as response:
        assert response.status_code == 422
    with table.send("/attack/R0/B0/together", {"overheat": "9"}, right=Right.PLAY) as response:
        assert response.status_code == 422
    assert now(table).attacks == ()


def test_wrong_dice_are_named_and_nothing_is_applied(table: Kept) -> None:
    declare(table, "R0")
    with table.send("/attacks/apply", {"rolls-R0.0": "13"}, right=Right.PLAY) as response:
        assert response.status_code == 422
    with table.send("/attacks/apply", {}, right=Right.PLAY) as response:
        assert response.status_code == 422
    assert not unit(table, "R0").fired


def test_the_same_form_sent_twice_applies_once(table: Kept) -> None:
    declare(table, "R0")
    form = {"version": str(table.version), "change_id": "0123456789abcdef", "rolls-R0.0": "12"}
    for _time in range(2):
        response = table.client.post(table.url("/attacks/apply", right=Right.PLAY), data=form)
        assert response.status_code == 303, response.text
    assert unit(table, "B0").armor_left == 0


def test_a_unit_that_leaves_takes_its_attacks_along(table: Kept) -> None:
    declare(table, "R0")
    table.send("/units/B0/remove")
    assert now(table).attacks == ()


def test_attacks_at_points_are_read_as_they_are_written() -> None:
    attacks = [{"by": "R0", "target": [10, 12], "ask": {"kind": "artillery", "weapon": "ARTAIS"}}]
    found = parse_document(document(*UNITS, phase="combat", attacks=attacks)).attacks
    assert found[0].target == TablePoint(10, 12)
    assert (found[0].ask.kind, found[0].ask.weapon) == ("artillery", "ARTAIS")


OFF_TABLE = mech(
    "G", at=(-50, 3), side="red", name="Gunline", damage="-/-/-", specials=["ART-LT"], state=["off-table"]
)
GUNS = document(*UNITS, OFF_TABLE, phase="combat", initiative=["red", "blue"])


@pytest.fixture
def guns(client: FlaskClient, kept: Kept) -> Kept:
    """Keep a table with a gun beyond its edge."""
    return keep(client, kept.db_path, GUNS)


def test_a_shell_that_flies_for_a_turn_is_rolled_for_when_it_lands(guns: Kept) -> None:
    asked = {"to": "6,20", "kind": "off-table", "weapon": "ARTLT"}
    with guns.send("/attack/G/at/together", asked, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    (shell,) = now(guns).attacks
    assert shell.lands == 2
    assert unit(guns, "G").fired
    assert "Lands in turn 2." in guns.page("/attacks", right=Right.PLAY).by_id("attacks").text
    with guns.send("/attacks/apply", {"rolls-G.0": "12"}, right=Right.PLAY) as response:
        assert response.status_code == 422, "it is in the air"
    guns.send("/turn", right=Right.PLAY)
    assert now(guns).attacks == (shell,)
    guns.send("/turn/phase", {"phase": "combat"}, right=Right.PLAY)
    guns.send("/attacks/apply", {"rolls-G.0": "12"}, right=Right.PLAY)
    assert now(guns).attacks == ()
    assert not unit(guns, "G").fired, "it was fired in the turn before"
    assert unit(guns, "B0").armor_left == 0


@pytest.mark.parametrize("state", ["destroyed", "shutdown", "stunned"])
def test_a_shell_lands_though_its_gun_is_lost(guns: Kept, state: str) -> None:
    asked = {"to": "6,20", "kind": "off-table", "weapon": "ARTLT"}
    guns.send("/attack/G/at/together", asked, right=Right.PLAY)
    guns.send("/turn", right=Right.PLAY)
    form = guns.page("/unit/G", right=Right.PLAY).by_id("sheet")
    card = {**form.fields(), "state": ["off-table", state]}
    with guns.client.post(guns.url("/unit/G", right=Right.PLAY), data=card) as response:
        assert response.status_code == 303, response.text
    assert state in unit(guns, "G").state
    guns.send("/turn/phase", {"phase": "combat"}, right=Right.PLAY)
    page = guns.page("/attacks", right=Right.PLAY)
    assert page.one("span", class_="shot-needs").text != "No"
    address = page.one("a", class_="shot-name").attributes["href"]
    with guns.client.get(address) as response:
        assert 'id="roll"' in response.text, "it can be rolled on its own card as well"
    with guns.send("/attacks/apply", {"rolls-G.0": "12"}, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    assert unit(guns, "B0").armor_left == 0
    assert not unit(guns, "G").fired


def test_what_was_declared_and_never_rolled_is_forgotten_with_the_turn(table: Kept) -> None:
    declare(table, "R0")
    table.send("/turn", right=Right.PLAY)
    assert now(table).attacks == ()


def test_what_another_phone_took_back_shifts_no_dice(table: Kept) -> None:
    declare(table, "R0")
    declare(table, "R1")
    table.send("/attacks/back", {"attack": "R0.0"}, right=Right.PLAY)
    table.send("/attacks/apply", {"rolls-R0.0": "12", "rolls-R1.0": "2"}, right=Right.PLAY)
    assert (unit(table, "B0").armor_left, unit(table, "R1").fired) == (None, True)
    with table.send("/attacks/back", {"attack": "R0.0"}, right=Right.PLAY) as response:
        assert response.status_code == 303


def test_dice_that_decide_the_damage_are_rolled_for_typed_ones(client: FlaskClient, kept: Kept) -> None:
    weak = mech("R0", at=(4, 5), side="red", damage="0*/0*/0*")
    table = keep(client, kept.db_path, document(weak, UNITS[2], phase="combat", initiative=["red", "blue"]))
    declare(table, "R0")
    with table.send("/attacks/apply", {"rolls-R0.0": "12"}, right=Right.PLAY) as response:
        assert response.status_code == 422, "a die decides the damage"
    asked = {"do": "typed", "rolls-R0.0": "12"}
    with table.send("/attacks/roll", asked, right=Right.PLAY) as response:
        dice = dict(parse_qsl(urlsplit(response.headers["Location"]).query))
    assert dice["rolls-R0.0"].startswith("12 ")
    with table.send("/attacks/apply", dice, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    assert now(table).attacks == ()


def test_an_attack_applied_on_its_card_is_declared_no_more(table: Kept) -> None:
    declare(table, "R0")
    declare(table, "R1")
    table.send("/attack/R0/B0/write", {"rolls": "12"}, right=Right.PLAY)
    assert [each.by for each in now(table).attacks] == ["R1"]


def test_dice_typed_for_one_of_two_attacks_of_a_unit_stay_with_it(table: Kept) -> None:
    declare(table, "R0")
    declare(table, "R0", overheat="1")
    asked = {"do": "typed", "rolls-R0.1": "7"}
    with table.send("/attacks/roll", asked, right=Right.PLAY) as response:
        dice = dict(parse_qsl(urlsplit(response.headers["Location"]).query))
    assert dice == {"rolls-R0.1": "7"}


def test_a_declared_designator_leaves_its_unit_the_attack(client: FlaskClient, kept: Kept) -> None:
    spotter = mech("R0", at=(4, 12), side="red", specials=["TAG"])
    table = keep(
        client, kept.db_path, document(spotter, UNITS[2], phase="combat", initiative=["red", "blue"])
    )
    declare(table, "R0", kind="tag")
    assert "Attack with" in table.page(right=Right.PLAY).by_id("next-step").text


def test_what_cannot_be_attacked_has_its_line_and_spoils_no_other(client: FlaskClient, kept: Kept) -> None:
    attacks = [{"by": "R0", "target": "hall"}, {"by": "R1", "target": "B0"}]
    hall = building("hall", box(20, 5, 24, 9), height=2)
    game = document(*UNITS, hall, phase="combat", initiative=["red", "blue"], attacks=attacks)
    table = keep(client, kept.db_path, game)
    lines = table.page("/attacks", right=Right.PLAY).by_id("attacks").all("li")
    assert len(lines) == 2
    assert "no unit 'hall'" in lines[0].text
    with table.send("/attacks/apply", {"rolls-R1.0": "12"}, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    assert unit(table, "R1").fired


def test_a_designator_leaves_its_unit_the_attack_of_the_turn(client: FlaskClient, kept: Kept) -> None:
    spotter = mech("R0", at=(4, 12), side="red", specials=["TAG"], heat=2)
    table = keep(
        client, kept.db_path, document(spotter, UNITS[2], phase="combat", initiative=["red", "blue"])
    )
    with table.send("/attack/R0/B0/write", {"kind": "tag", "rolls": "12"}, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    assert (unit(table, "R0").fired, unit(table, "R0").heat_made) == (False, None)
    with table.send("/attack/R0/B0/write", {"rolls": "2", "overheat": "0"}, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
    assert (unit(table, "R0").fired, unit(table, "R0").heat_made) == (True, 0)
