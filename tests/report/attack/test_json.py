"""Answers as JSON: the contract's keys in their order, and laws that hold for any table."""

import itertools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.errors import AstrikeError
from astrike.formats.table.table_file import parse_document
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.table import Table
from astrike.report.attack.json import attack_json, matrix_json, sight_json
from astrike.report.rulebook.editions import EditionsByGame, differences_json, editions_json
from astrike.report.rulings.margin_json import call_json
from astrike.report.schema import rounded
from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.rulebook.compare import differences
from astrike.rulebook.loader import DEFAULT_EDITION, IDS, load_edition
from astrike.rules.rulings.close_calls import close_calls
from astrike.rules.table.prepared_table import prepare_table
from tests import strategies
from tests.asking import attack, matrix, sight
from tests.builders import box, mech, table, wall, woods
from tests.soak import examples

# The example of section 3 of the contract, word for word in its order; then what was added to it.
KEYS = [
    "attacker", "target", "kind", "edition", "allowed", "target_number", "probability", "automatic", "range",
    "bracket", "sight", "arc", "direction", "damage", "modifiers", "refusals", "instead", "assumed", "options_used",
    "margin", "not_applied", "outcome", "spotters", "blast", "choices", "tables", "notes",
]  # fmt: skip
SIGHT_KEYS = ["state", "hidden", "cover", "woods", "woods_parts", "by"]


def two(*more: dict[str, object], **target: object) -> Table:
    return table(
        mech("A", at=(5, 15), side="red", facing=90, skill=3),
        mech("B", at=(20, 15), side="blue", **{"facing": 270, "tmm": 0, **target}),
        *more,
    )


def asked(placed: Table, question: AttackQuestion | None = None) -> dict[str, object]:
    answer = attack_json(attack(prepare_table(placed), "A", "B", question or AttackQuestion()))
    again: dict[str, object] = json.loads(json.dumps(answer, allow_nan=False))
    assert again == answer
    return again


def test_an_attack_has_the_keys_of_the_contract_in_their_order() -> None:
    answer = asked(two(woods("w", box(4, 14, 6, 16))))
    assert list(answer) == KEYS
    assert answer["sight"] == {
        "state": "clear",
        "hidden": 0.0,
        "cover": False,
        "woods": 0.0,
        "woods_parts": {"attacker": 0.375, "between": 0.0, "target": 0.0},
        "by": [],
    }
    assert list(answer["sight"]) == SIGHT_KEYS  # type: ignore[call-overload]  # it is an object
    rows = load_edition("ce-5.01").modifiers
    assert answer["modifiers"] == [
        {"key": key, "part": part, "value": value, "label": label, "ref": page, "page_of": rows[key].page_of}
        for key, part, value, label, page in (
            ("skill", "S", 3, "Skill", "CE p.42"),
            ("terrain.woods", "O", 1, "Woods", "CE p.43"),
            ("range.medium", "R", 2, "Medium range", "CE p.44"),
        )
    ]
    assert answer["options_used"] == [{"id": "woods.attacker-occupied", "value": "example"}]
    assert (answer["target_number"], answer["probability"], answer["automatic"]) == (6, 0.7222, None)
    assert answer["margin"] is None


def test_a_refused_attack_says_every_reason_and_still_carries_what_was_measured() -> None:
    answer = asked(two(wall("silo", box(12, 10, 13, 20), height=9), damage="2/-/-"))
    assert answer["allowed"] is False
    assert answer["target_number"] is None
    assert answer["modifiers"] == []
    refusals = answer["refusals"]
    assert isinstance(refusals, list)
    assert [each["key"] for each in refusals] == ["sight.solid", "sight.attacker-hidden"]
    assert refusals[0]["facts"] == {"hidden": 1.0, "pieces": "silo"}
    assert answer["range"] == 13.75
    assert answer["bracket"] == "medium"
    assert answer["arc"] == "front"


def test_out_of_reach_there_is_no_bracket() -> None:
    answer = asked(table(mech("A", at=(1, 1), side="red"), mech("B", at=(48, 36), side="blue")))
    assert answer["bracket"] is None
    assert answer["allowed"] is False


def test_above_twelve_it_is_allowed_and_misses() -> None:
    answer = asked(two(), AttackQuestion(modifiers=(("storm", 10),)))
    assert (answer["allowed"], answer["target_number"], answer["probability"]) == (True, 15, 0.0)
    assert answer["automatic"] == "miss"
    assert {
        "key": "user.storm",
        "part": "O",
        "value": 10,
        "label": "storm",
        "ref": "named at the table",
        "page_of": None,
    } in answer[  # type: ignore[operator]  # it is a list
        "modifiers"
    ]


@pytest.mark.parametrize(("card", "damage"), [("0*/0*/-", "0*"), ("3/2/1", 2), (None, None)])
def test_damage_may_be_a_die_or_unknown(card: str | None, damage: object) -> None:
    found = attack_json(attack(prepare_table(two(damage=card)), "B", "A"))["damage"]
    assert isinstance(found, dict)
    assert list(found) == ["target", "attacker_on_hit", "attacker_on_miss", "terms"]
    assert found["target"] == damage


def test_a_point_behind_a_wall_is_measured_and_out_of_sight() -> None:
    placed = two(wall("silo", box(12, 10, 13, 20), height=9))
    answer = attack_json(attack(prepare_table(placed), "A", TablePoint(20, 15)))
    assert list(answer) == KEYS
    assert answer["target"] == "20,15"
    assert [each["key"] for each in answer["refusals"]] == ["sight.solid", "sight.attacker-hidden"]  # type: ignore[attr-defined]  # a list
    assert answer["range"] == 14.375
    assert answer["sight"]["state"] == "blocked"  # type: ignore[index]  # an object


def test_sight_carries_its_reasons() -> None:
    answer = sight_json(sight(prepare_table(two(wall("silo", box(12, 10, 13, 20), height=9))), "A", "B"))
    assert list(answer) == ["attacker", "target", "range", "sight", "reasons", "assumed", "options_used"]
    assert answer["sight"]["state"] == "blocked"  # type: ignore[index]  # an object
    assert [each["key"] for each in answer["reasons"]] == ["sight.solid", "sight.attacker-hidden"]  # type: ignore[attr-defined]  # a list


def test_editions_and_their_differences() -> None:
    shipped = EditionsByGame(
        [load_edition(each) for each in IDS], [load_battletech(each) for each in BATTLETECH_IDS]
    )
    listed = editions_json(shipped)["editions"]
    assert [(each["id"], each["default"]) for each in listed] == [
        (each, each == DEFAULT_EDITION) for each in IDS
    ]  # type: ignore[attr-defined]  # a list
    rows = differences_json(differences(load_edition("ce-5.01"), load_edition("classic-2.3.1")))["rows"]
    woods_row = next(row for row in rows if row["key"] == "terrain.woods")  # type: ignore[attr-defined]  # a list
    assert list(woods_row)[:4] == ["key", "a", "b", "ref"]
    assert (woods_row["a"], woods_row["b"]) == ("1", "2")


def test_rounding_keeps_four_places() -> None:
    assert (rounded(0.72222), rounded(-0.00001), rounded(16)) == (0.7222, 0.0, 16.0)


# ---- laws


@settings(max_examples=examples(12, soaked=30), deadline=None)
@given(document=strategies.documents(most_pieces=5, most_units=5, fewest_units=2))
def test_any_table_gives_explained_answers_or_says_what_is_wrong(document: dict[str, object]) -> None:
    try:
        prepared = prepare_table(parse_document(document))
    except AstrikeError:
        return
    units = [unit.id for unit in prepared.table.units]
    for a, b in itertools.product(units, units):
        _check_answer(attack_json(attack(prepared, a, b)))
        assert json.loads(json.dumps(sight_json(sight(prepared, a, b)), allow_nan=False))
    answers = matrix(prepared)
    calls = close_calls(prepared, answers)
    pairs = matrix_json(answers, calls, tolerance=0.1)["pairs"]
    for pair, call in zip(pairs, calls, strict=True):  # type: ignore[call-overload]  # a list
        assert pair["margin"] == call_json(call, tolerance=0.1)
        alone = attack_json(attack(prepared, pair["attacker"], pair["target"]).as_listed)
        assert {**pair, "margin": None} == alone


@settings(max_examples=examples(12, soaked=30), deadline=None)
@given(
    placed=strategies.tables(most_pieces=4, most_units=3, fewest_units=1),
    at=st.tuples(st.floats(0, 48), st.floats(0, 36)),
    z=st.none() | st.floats(-5, 20),
)
def test_any_point_is_measured(placed: Table, at: tuple[float, float], z: float | None) -> None:
    prepared = prepare_table(placed)
    for unit in placed.units:
        answer = attack_json(attack(prepared, unit.id, TablePoint(*at, z)))
        _check_answer(answer)
        assert answer["target"] == str(TablePoint(*at, z))


def _check_answer(answer: dict[str, object]) -> None:
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer
    modifiers, refusals = answer["modifiers"], answer["refusals"]
    assert isinstance(modifiers, list)
    assert isinstance(refusals, list)
    assert answer["allowed"] is (not refusals)
    if answer["allowed"]:
        assert sum(each["value"] for each in modifiers) == answer["target_number"]
    else:
        assert answer["target_number"] is None
        assert answer["probability"] == 0
    for each in (*modifiers, *refusals):
        assert each["key"]
        assert each["label"]
        assert each["ref"].strip()
