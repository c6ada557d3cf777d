"""Volleys, physical attacks, heat, shelter and hits on vehicles come out as they are written down."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from astrike.formats.checks import Fields, Problems
from astrike.formats.questions import read_values
from astrike.model.battletech.melee import ATTACKS, MeleeAnswer, MeleeQuestion
from astrike.model.question_schema import question_of_values
from astrike.rulebook.battletech.loader import load_battletech
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.clusters import Volley, is_jammed, volley_hits
from astrike.rules.battletech.damage import plasma_damage, soaked
from astrike.rules.battletech.heat import (
    HeatMade,
    dissipated,
    heat_effects,
    heat_made,
    restarts_on,
)
from astrike.rules.battletech.melee import answer_melee, melee_problems
from astrike.rules.battletech.motive import (
    after_motive_damage,
    motive_modifiers,
    motive_result,
    vehicle_hit,
    vehicle_location,
)
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.rules.battletech.roll_ledger import total_of
from astrike.rules.battletech.shelter import reaches_infantry, sheltered
from tests.battletech_questions import cases_in, each_case

Json = dict[str, Any]
CASES = cases_in("hex_tables")
COLUMNS = ("front", "left", "right", "rear")


def options_of(case: Json, rules: BattleTechEdition) -> OptionsInUse:
    return OptionsInUse(rules, case.get("options", {}))


def melee(body: Mapping[str, Any], rules: BattleTechEdition) -> MeleeAnswer:
    problems = Problems()
    values = read_values(MeleeQuestion, Fields({**body, "edition": rules.id}, "", problems))
    assert list(problems) == []
    question: MeleeQuestion = question_of_values(MeleeQuestion, values)
    return answer_melee(question, rules, OptionsInUse(rules, {}))


# ---- volleys


def volley_row(case: Json, rules: BattleTechEdition) -> None:
    found = [
        volley_hits(rules, Volley("lb-x", case["size"], roll), options_of(case, rules))
        for roll in range(2, 13)
    ]
    assert [each.hits if each else None for each in found] == case["hits"]


def volley(case: Json, rules: BattleTechEdition) -> None:
    asked = {**case["question"], "helped_by": tuple(case["question"].get("helped_by", ()))}
    options = options_of(case, rules)
    found, expected = volley_hits(rules, Volley(**asked), options), dict(case["expected"])
    if expected.pop("refused", False):
        assert found is None
        return
    assert found is not None
    given: Json = {
        "roll": found.roll,
        "hits": found.hits,
        "groups": list(found.groups),
        "ledger": {each.key: each.value for each in found.modifiers},
        "options": [each.id for each in options.used],
    }
    assert {key: given[key] for key in expected} == expected


def sizes(case: Json, rules: BattleTechEdition) -> None:
    assert {key: list(row.sizes) for key, row in rules.cluster_groups.items()} == case["sizes"]


def jam(case: Json, rules: BattleTechEdition) -> None:
    rolls = [(1, total - 1) for total in range(2, 8)]
    jams = [sum(dice) for dice in rolls if is_jammed(rules, case["shots"], dice)]
    assert jams == list(range(2, case["upto"] + 1))


# ---- physical attacks


def attack(case: Json, rules: BattleTechEdition) -> None:
    """An attack by 61 t: plain, with hot triple-strength myomer, and with an upper actuator gone."""
    is_kick = case["attack"] == "kick"
    asked: Json = {"attack": case["attack"], "limb": "left-leg" if is_kick else "left-arm"}
    whole = {"tons": 61}
    hurt = {"legs" if is_kick else "arms": {"left": {"upper": 1}}}
    plain = melee({**asked, "attacker": whole}, rules)
    assert (plain.target, plain.damage) == (case["number"], case["damage"])
    hot = melee({**asked, "attacker": {**whole, "heat": 9}, "myomer": True}, rules)
    assert hot.damage == case["hot"]
    assert melee({**asked, "attacker": {**whole, **hurt}}, rules).damage == case["hurt"]
    for each in (plain, hot):
        assert sum(row.value for row in each.ledger) == each.damage
        assert sum(row.value for row in each.modifiers) == each.target


def physical(case: Json, rules: BattleTechEdition) -> None:
    found, expected = melee(case["question"], rules), case["expected"]
    given: Json = {
        "number": found.target,
        "odds": found.odds,
        "damage": found.damage,
        "table": found.table,
        "refused": [each.key for each in found.refusals],
        "says": [each.key for each in found.notes],
        "hit": [f"{each.to} {each.event}" for each in found.hit],
        "missed": [f"{each.to} {each.event}" for each in found.missed],
    }
    for name, value in expected.items():
        if name == "ledger":
            rows = {each.key: each.value for each in found.modifiers}
            assert rows.items() >= value.items()
        else:
            assert given[name] == (None if value == "none" else value), name
    if "refused" not in expected:
        assert given["refused"] == []


# ---- heat


def heat(case: Json, rules: BattleTechEdition) -> None:
    expected = case["expected"]
    found = heat_effects(rules, case["heat"])
    assert (found.walking, found.weapons, found.is_off) == tuple(
        expected[key] for key in ("walking", "weapons", "off")
    )
    assert (found.shutdown, found.ammunition) == (expected.get("shutdown"), expected.get("ammunition"))
    assert heat_effects(rules, case["heat"], has_inferno=True).ammunition == expected.get("inferno")
    assert sum(each.value for each in found.rows) == found.walking + found.weapons


def restart(case: Json, rules: BattleTechEdition) -> None:
    assert restarts_on(rules, case["heat"]) == case.get("number")


def out_cold(case: Json, rules: BattleTechEdition) -> None:
    assert heat_effects(rules, case["heat"], is_out_cold=True).is_off is case["off"]


def made(case: Json, rules: BattleTechEdition) -> None:
    asked = dict(case["question"])
    if "infernos" in asked:
        asked["infernos"] = {int(ago): count for ago, count in asked["infernos"].items()}
    assert total_of(heat_made(rules, HeatMade(**asked))) == case["total"]


def sinks(case: Json, rules: BattleTechEdition) -> None:
    assert [each.value for each in dissipated(rules, **case["question"])] == case["rows"]


# ---- shelter and vehicles


def shelter(case: Json, rules: BattleTechEdition) -> None:
    found = sheltered(rules, case["cf"], case["groups"])
    assert {
        "groups": list(found.groups),
        "absorbed": found.absorbed,
        "cf": found.cf,
    } == case["expected"]


def infantry(case: Json, rules: BattleTechEdition) -> None:
    assert reaches_infantry(rules, case["building"], case["fire"], case["points"]).value == case["reaches"]


def hit_vehicle(case: Json, rules: BattleTechEdition) -> None:
    row = vehicle_hit(rules, case["roll"])
    said = [
        f"{vehicle_location(row, column, has_turret=True)} {row.effect_from(column)}".strip()
        for column in COLUMNS
    ]
    assert said == case["hits"]
    bare = [vehicle_location(row, column, has_turret=False) for column in COLUMNS]
    if "turret" in case["hits"][0]:
        assert bare == ["front", "left-side", "right-side", "rear"]
    else:
        assert bare == [each.split()[0] for each in case["hits"]]


def motive(case: Json, rules: BattleTechEdition) -> None:
    assert motive_result(rules, case["roll"]).key == case["result"]


def motive_modifier(case: Json, rules: BattleTechEdition) -> None:
    rows = motive_modifiers(rules, case["kind"], case["column"])
    assert sum(each.value for each in rows) == case["value"]


def driven_on(case: Json, rules: BattleTechEdition) -> None:
    found = after_motive_damage(rules, case["cruise"], case["results"])
    assert {
        "cruise": found.cruise,
        "driving": found.driving,
        "immobile": found.is_immobile,
    } == case["expected"]


# ---- damage


def soak(case: Json, rules: BattleTechEdition) -> None:
    """Hits one after another."""
    noted, circles = 0, []
    for points in case["hits"]:
        found = soaked(rules, case["armor"], case["kind"], points, noted)
        noted = found.noted
        circles.append(found.circles)
    assert (circles, noted) == (case["circles"], case["noted"])


def plasma(case: Json, rules: BattleTechEdition) -> None:
    assert plasma_damage(rules, case["weapon"], case["roll"]).value == case["damage"]


CHECKS: Mapping[str, Callable[[Json, BattleTechEdition], None]] = {
    "volley-row": volley_row,
    "volley": volley,
    "sizes": sizes,
    "jam": jam,
    "attack": attack,
    "melee": physical,
    "heat": heat,
    "restart": restart,
    "out-cold": out_cold,
    "heat-made": made,
    "sinks": sinks,
    "shelter": shelter,
    "infantry": infantry,
    "vehicle-hit": hit_vehicle,
    "motive": motive,
    "motive-modifier": motive_modifier,
    "driven-on": driven_on,
    "soak": soak,
    "plasma": plasma,
}


@pytest.mark.parametrize(("case", "edition"), list(each_case(CASES)))
def test_case(case: Json, edition: str) -> None:
    CHECKS[case["about"]](case, load_battletech(edition))


def test_no_two_cases_share_an_id() -> None:
    ids = [case["id"] for case in CASES]
    assert len(ids) == len(set(ids))


# ---- what the cases leave out


def test_each_attack_of_the_table_may_be_asked_about_and_has_a_case() -> None:
    rows = load_battletech("").physical_attacks
    assert set(ATTACKS) == set(rows)
    named = {case.get("attack") or case.get("question", {}).get("attack") for case in CASES}
    assert set(rows) <= named


def test_cluster_hits_never_fall_with_the_roll_and_the_size() -> None:
    rows = [row for row in load_battletech("").clusters.values() if row.reading != "other"]
    assert all(list(row.hits) == sorted(row.hits) for row in rows)
    for column in zip(*(row.hits for row in rows), strict=True):
        assert list(column) == sorted(column)
    assert [row.size for row in rows] == [row.hits[-1] for row in rows] == [*range(2, 31), 40]


@pytest.mark.parametrize(
    ("body", "places"),
    [
        ({"attack": "punch", "attacker": {"kind": "tracked"}}, {"attacker.kind"}),
        ({"attack": "kick", "limb": "right-arm"}, {"limb"}),
        ({"attack": "kick", "limb": "rear-left-leg"}, {"limb"}),
        ({"attack": "sword", "limb": "left-leg"}, {"limb"}),
        ({"attack": "kick", "limb": "front-left-leg", "mule": True, "attacker": {"kind": "quad"}}, {"limb"}),
        ({"attack": "hatchet", "aimed": "punch", "levels": 1}, {"aimed"}),
        ({"attack": "club", "aimed": "kick", "target": {"prone": True}}, {"aimed"}),
        ({"attack": "sword", "aimed": "kick", "target": {"kind": "hover"}}, {"aimed"}),
        (
            {"attack": "punch", "mule": True, "aimed": "kick", "same_hex": True, "ejected": True},
            {"mule", "aimed", "same_hex", "ejected"},
        ),
    ],
)
def test_what_cannot_be_is_named_all_at_once(body: Json, places: set[str]) -> None:
    problems = Problems()
    values = read_values(MeleeQuestion, Fields(body, "", problems))
    assert list(problems) == []
    question = question_of_values(MeleeQuestion, values)
    assert {each.at for each in melee_problems(question, load_battletech(""))} == places


@pytest.mark.parametrize("case", [case for case in CASES if case["about"] == "melee"], ids=lambda c: c["id"])
def test_questions_of_cases_could_be(case: Json) -> None:
    if case["id"] == "every-reason-punch":
        return  # arms of a quad, so that all reasons stand together
    values = read_values(MeleeQuestion, Fields(case["question"], "", Problems()))
    question = question_of_values(MeleeQuestion, values)
    assert list(melee_problems(question, load_battletech(""))) == []
