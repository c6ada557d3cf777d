"""Every move and attack that is committed writes one record into its change, and nothing else does."""

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from astrike.model.play_record import AttackPlayed, MovePlayed
from astrike.store.database.connection import connect
from astrike.store.table.codes import Right
from astrike.store.table.play_text import play_from_text, play_to_text
from tests.builders import box, building, document, infantry, mech, vehicle, wall
from tests.web.arena import arena, every_kind
from tests.web.conftest import Kept, keep, next_id
from tests.web.page import parse
from tools.contract.page import PAGE

TABLE = document(
    mech("A", at=(20, 10), side="red", name="Alder", motion="unmoved", move='8"/6"j', facing=0),
    mech("B", at=(35, 10), side="blue", name="Birch", motion="unmoved", facing=270),
    vehicle("V", at=(20, 4), side="red", name="Wagon", motion="unmoved", specials=["IT4"]),
    infantry("I", at=(21, 4), side="red", name="Squad", motion="unmoved", specials=["CAR3"]),
    wall("w", box(10, 16, 30, 16.5), height=3),
    building("b", box(13, 8, 17, 12), height=2),
    phase="movement",
    turn=3,
    initiative=["red", "blue"],
)

Record = Mapping[str, Any]


def history(kept: Kept, right: Right = Right.VIEW) -> list[Record]:
    with kept.client.get(kept.url("/history.json", right=right)) as response:
        assert response.status_code == 200
        found: Record = json.loads(response.text)
    assert found["version"] == kept.version == len(found["changes"])
    changes: list[Record] = found["changes"]
    return changes


def plays(kept: Kept) -> list[Record]:
    return [each["play"] for each in history(kept) if each["play"] is not None]


def sent(kept: Kept, path: str, **fields: str) -> str:
    """Post a form that is taken, and give the address that it leads to."""
    with kept.send(path, fields, right=Right.PLAY) as response:
        assert response.status_code == 303, response.text
        return str(response.location)


def test_a_walk_says_where_how_far_and_what_it_cost(table: Kept) -> None:
    sent(table, "/unit/A/move", via="20,13", facing="90")
    [play] = plays(table)
    assert play == {
        "play": 1,
        "turn": 3,
        "phase": "movement",
        "act": "move",
        "unit": "A",
        "mode": "ground",
        "from": [20, 10, 0],
        "path": [[20, 13]],
        "to": [20, 13, 0],
        "inches": 3,
        "cost": 3,
        "facing": 90,
        "allowed": True,
        "out_of_order": False,
    }


def test_a_jump_says_the_height_that_was_chosen(table: Kept) -> None:
    sent(table, "/unit/A/move", via="15,10,roof", mode="jump")
    [play] = plays(table)
    assert (play["mode"], play["path"]) == ("jump", [[15, 10, "roof"]])


def test_a_unit_that_stands_still_starts_and_ends_where_it_is(table: Kept) -> None:
    sent(table, "/unit/A/move", mode="standstill")
    [play] = plays(table)
    assert (play["mode"], play["from"], play["path"], play["to"]) == (
        "standstill",
        [20, 10, 0],
        [],
        [20, 10, 0],
    )
    assert (play["inches"], play["cost"]) == (0, 0)


def test_a_move_against_the_rules_and_out_of_order_says_both(table: Kept) -> None:
    sent(table, "/unit/B/move", via="35,30", anyway="1", out_of_order="1")
    [play] = plays(table)
    assert (play["allowed"], play["out_of_order"]) == (False, True)


def test_who_boards_and_leaves_a_transport_says_which(table: Kept) -> None:
    sent(table, "/unit/I/move", via="20.9,4", mount="V", anyway="1", out_of_order="1")
    assert plays(table)[0]["mount"] == "V"
    assert "dismount" not in plays(table)[0]


def test_a_table_without_turns_has_no_phase_to_record(client: FlaskClient, kept: Kept) -> None:
    table = keep(client, kept.db_path, document(mech("A", at=(20, 10), motion="unmoved"), turn=5))
    sent(table, "/unit/A/move", via="20,12")
    [play] = plays(table)
    assert play["turn"] == 5
    assert "phase" not in play


def test_an_attack_says_its_number_dice_and_what_it_did(battle: Kept) -> None:
    sent(battle, "/attack/A/R/write", rolls="12")
    [play] = plays(battle)
    assert play == {
        "play": 1,
        "turn": 2,
        "act": "attack",
        "attacker": "A",
        "target": "R",
        "kind": "weapon",
        "target_number": play["target_number"],
        "dice": [{"for": "attack", "count": 2, "sides": 6, "fell": 12, "typed": True}],
        "hit": True,
        "out_of_order": False,
        "overheat": 0,
        "damage": 2,
        "changes": [
            {"unit": "R", "at": "armor_left", "before": 1, "after": 0},
            {"unit": "R", "at": "structure_left", "before": 5, "after": 4},
        ],
        "by_hand": [],
    }
    assert 2 <= play["target_number"] <= 12


def test_dice_that_the_server_rolled_are_told_from_typed_ones(client: FlaskClient, kept: Kept) -> None:
    table = keep(client, kept.db_path, arena(phase="combat"))
    for how, more in (("roll", {}), ("typed", {"rolls": "2"})):
        form = {"change_id": next_id(), "do": how, **more}
        with client.post(table.url("/attack/A/R/roll", right=Right.PLAY), data=form) as response:
            asked = parse_qs(urlsplit(response.headers["Location"]).query)
        [rolls], [number] = asked["rolls"], asked["kept"]
        sent(table, f"/attack/A/R/write?kept={number}", rolls=rolls)
        [die] = plays(table)[-1]["dice"]
        assert (die["fell"], die["typed"]) == (int(rolls), how == "typed")
        sent(table, "/undo")


def test_dice_that_nobody_rolled_are_typed_though_such_a_roll_fell_before(
    client: FlaskClient, kept: Kept
) -> None:
    table = keep(client, kept.db_path, arena(phase="combat"))
    form = {"change_id": next_id(), "do": "roll"}
    with client.post(table.url("/attack/A/R/roll", right=Right.PLAY), data=form) as response:
        [rolls] = parse_qs(urlsplit(response.headers["Location"]).query)["rolls"]
    sent(table, "/attack/A/R/write", rolls=rolls)
    assert [die["typed"] for die in plays(table)[-1]["dice"]] == [True]


def test_an_attack_that_changes_nothing_is_recorded_and_can_be_undone(
    client: FlaskClient, kept: Kept
) -> None:
    table = keep(client, kept.db_path, arena(phase="combat"))
    sent(table, "/attack/A/R/write", rolls="2")
    before = table.document
    sent(table, "/attack/A/R/write", rolls="2", anyway="1")
    assert table.document == before
    first, second = plays(table)
    assert (first["out_of_order"], second["out_of_order"], second["hit"]) == (False, True, False)
    sent(table, "/undo")
    assert [each["undone"] for each in history(table) if each["play"]] == [False, True]


def test_a_critical_roll_is_recorded_with_its_dice(client: FlaskClient, kept: Kept) -> None:
    table = keep(client, kept.db_path, arena(phase="combat"))
    sent(table, "/effects/roll", due="critical:R", dice="8", back="/")
    [play] = plays(table)
    [effect] = play["effects"]
    assert (play["act"], effect["unit"], effect["effect"]) == ("effects", "R", "critical")
    assert effect["dice"] == [{"for": "critical", "count": 2, "sides": 6, "fell": 8, "typed": True}]
    assert effect["result"] == "critical.weapon"
    assert [each["at"] for each in effect["changes"]] == ["hits.weapon"]


def test_a_miss_of_a_played_table_deals_nothing_and_is_recorded(client: FlaskClient, kept: Kept) -> None:
    table = keep(client, kept.db_path, arena(phase="combat"))
    sent(table, "/attack/A/R/write", rolls="2", overheat="1")
    [play] = plays(table)
    assert (play["phase"], play["hit"], play["damage"], play["overheat"]) == ("combat", False, 0, 1)
    assert play["changes"] == []


def test_a_designator_says_which_mark_it_left_and_makes_no_heat(battle: Kept) -> None:
    sent(battle, "/attack/C/T/write", kind="tag", rolls="9")
    [play] = plays(battle)
    assert (play["kind"], play["mark"], play["damage"]) == ("tag", "tag", 0)


def test_a_blow_says_what_the_attacker_takes(battle: Kept) -> None:
    sent(battle, "/attack/J/S/write", kind="dfa", rolls="3")
    [play] = plays(battle)
    assert (play["kind"], play["hit"], play["overheat"]) == ("dfa", False, None)
    assert {"unit": "J", "at": "armor_left", "before": 6, "after": 2} in play["changes"]


def test_artillery_says_the_point_and_where_what_missed_came_down(battle: Kept) -> None:
    sent(battle, "/attack/D/at/write", kind="off-table", to="42,31", rolls="12")
    sent(battle, "/area/write", at="42,31", weapon="ART-LT", dice="2 1")
    shot, area = plays(battle)
    assert (shot["target"], shot["damage"], shot["hit"]) == ([42, 31], None, True)
    assert {each["unit"] for each in shot["changes"]} >= {"S"}
    assert (area["act"], area["weapon"], area["aim"]) == ("area", "ART-LT", [42, 31, 0])
    assert [die["fell"] for die in area["dice"]] == [2, 1]
    assert area["landed"] != [area["aim"]]


def test_what_is_undone_keeps_its_record_and_says_so(table: Kept) -> None:
    sent(table, "/unit/A/move", via="20,13")
    sent(table, "/undo")
    move, back = history(table)[1:]
    assert (move["play"]["unit"], move["undone"]) == ("A", True)
    assert (back["kind"], back["about"], back["play"], back["undone"]) == ("undo", 2, None, False)
    sent(table, "/redo")
    move, _back, forth = history(table)[1:]
    assert (move["undone"], forth["kind"], forth["about"]) == (False, "redo", 2)
    assert len(plays(table)) == 1


def test_a_form_that_is_sent_twice_is_one_record(table: Kept) -> None:
    form = {"version": "1", "change_id": next_id(), "via": "20,13"}
    for _time in range(2):
        with table.client.post(table.url("/unit/A/move", right=Right.PLAY), data=form) as response:
            assert response.status_code == 303
    assert len(plays(table)) == 1


def test_an_agreement_that_counted_is_named(client: FlaskClient, kept: Kept) -> None:
    table = keep(
        client,
        kept.db_path,
        document(
            mech("A", at=(7, 7), side="red", name="Alder", damage="3/3/1", facing=90),
            mech("B", at=(32.2, 7), side="blue", name="Birch", armor=9, structure=5),
        ),
    )
    form = table.page("/attack/A/B/margin?part=strip", right=Right.PLAY).one("form", class_="decide-ruling")
    values = {**form.fields(), "agree": "1", "change_id": next_id()}
    with client.post(form.attributes["action"], data=values) as response:
        agreed = parse_qs(urlsplit(response.headers["Location"]).query)["agreed"][0]
    sent(table, "/attack/A/B/write", rolls="9", agreed=agreed)
    [play] = plays(table)
    assert (play["ruling"], play["target_number"], play["damage"]) == (agreed, 9, 1)


def test_there_are_as_many_records_as_moves_and_attacks(client: FlaskClient, kept: Kept) -> None:
    table = keep(client, kept.db_path, TABLE)
    acts = 0
    for path, fields, is_act in (
        ("/unit/A/move", {"via": "20,13", "facing": "90"}, True),
        ("/unit/A/place", {"x": "21", "y": "13", "facing": "90", "motion": "ground"}, False),
        ("/unit/B/move", {"mode": "standstill", "out_of_order": "1"}, True),
        ("/rename", {"name": "Other"}, False),
        ("/turn/phase", {"phase": "combat"}, False),
        ("/attack/A/B/write", {"rolls": "2"}, True),
        ("/turn/no-attack", {"unit": "B"}, False),
        ("/undo", {}, False),
        ("/redo", {}, False),
        ("/turn/phase", {"phase": "end"}, False),
        ("/turn", {}, False),
    ):
        with table.send(path, fields) as response:
            assert response.status_code == 303, (path, parse(response.text).by_id("main").text)
        acts += is_act
        assert len(plays(table)) == acts, path


@pytest.mark.parametrize("phase", ["combat", None])
def test_attacks_of_every_kind_are_read_back_as_they_were_written(
    client: FlaskClient, kept: Kept, phase: str | None
) -> None:
    there = every_kind()
    head = {**there["astrike"], **({} if phase is None else {"phase": phase})}  # type: ignore[dict-item]  # an object
    table = keep(client, kept.db_path, {**there, "astrike": head})
    asked = [("A", "R", "weapon"), ("H", "R", "melee"), ("G", "T", "anti-mech"), ("C", "T", "narc")]
    for attacker, target, kind in asked:
        sent(table, f"/attack/{attacker}/{target}/write", kind=kind, rolls="12")
    records = [play_from_text(json.dumps(each)) for each in plays(table)]
    assert [each.act.kind for each in records if each and isinstance(each.act, AttackPlayed)] == [
        kind for _attacker, _target, kind in asked
    ]
    assert [json.loads(play_to_text(each)) for each in records if each is not None] == plays(table)


def test_moves_are_read_back_as_they_were_written(table: Kept) -> None:
    sent(table, "/unit/A/move", via="22.125,10.5", facing="12.5")
    [record] = [play_from_text(json.dumps(each)) for each in plays(table)]
    assert record is not None
    assert isinstance(record.act, MovePlayed)
    assert json.loads(play_to_text(record)) == plays(table)[0]


def test_what_a_newer_program_wrote_is_given_as_it_is(table: Kept) -> None:
    sent(table, "/unit/A/move", via="20,13")
    with connect(table.db_path) as db:
        db.execute("UPDATE changes SET play = ? WHERE version = 2", ('{"play":9,"act":"dance"}',))
    assert plays(table) == [{"play": 9, "act": "dance"}]


def test_the_contract_names_every_key(client: FlaskClient, kept: Kept) -> None:
    section = PAGE.read_text(encoding="utf-8").split("## The history of a table\n")[1].split("\n## ")[0]
    change, play = (set(keys_in(part)) for part in section.split("`play` is the number of its own format"))
    table = keep(client, kept.db_path, TABLE)
    sent(table, "/unit/A/move", via="20,13", facing="90")
    sent(table, "/undo")
    assert {key for each in history(table) for key in each} == change
    sent(table, "/unit/I/move", via="20.9,4", mount="V", anyway="1", out_of_order="1")
    there = arena(phase="combat")
    other = keep(client, kept.db_path, there)
    sent(other, "/attack/C/T/write", kind="tag", rolls="9")
    sent(other, "/attack/D/at/write", kind="off-table", to="42,31", rolls="12")
    sent(other, "/area/write", at="42,31", weapon="ART-LT", dice="2 1")
    sent(other, "/effects/roll", due="critical:R", dice="8")
    sent(other, "/attack/A/R/together")
    sent(other, "/attacks/apply", **{"rolls-A.0": "12"})
    written = {key for kept in (table, other) for each in plays(kept) for key in each}
    assert written <= play
    assert play - written == {"dismount", "piece", "weapon", "ruling", "by"} - written


def keys_in(part: str) -> list[str]:
    rows = re.findall(r"^\| (`.*?) \|", part, re.MULTILINE)
    return [key for row in rows for key in re.findall(r"`(\w+)`", row)]
