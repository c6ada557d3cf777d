"""The card about piloting rolls answers each case of its file, names what is wrong, and keeps its laws."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.errors import InputError
from astrike.model.battletech.rolls import (
    BUILDINGS,
    EVENTS,
    EXTRAS,
    MODES,
    TERRAINS,
    MovedBefore,
    RollEvent,
    RollQuestion,
)
from astrike.model.battletech.unit import BIPED_LEGS, KINDS, LEG_ACTUATORS, QUAD_LEGS, ClassicUnit, LegDamage
from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.rules.battletech.consciousness import HURTING, WAKE
from astrike.rules.battletech.falls import fall_damage
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.rules.battletech.rolls import roll_answer, row_key
from astrike.rules.odds import probability
from astrike.web.battletech.asking import ask_card
from astrike.web.battletech.cards import CARDS
from tests.soak import examples

Json = dict[str, Any]
CASES: list[Json] = tomllib.loads(
    (Path(__file__).resolve().parents[2] / "cases" / "battletech" / "roll.toml").read_text(encoding="utf-8")
)["case"]
NOTHING = "-"
"""Stands for null, which TOML does not have."""
BY_EDITION = {"bmm-7.01": "bmm", "tw-4.4": "tw"}


def answered(question: Json, edition: str) -> Json:
    card = CARDS["roll"]
    return card.json(ask_card(card, {**question, "edition": edition}).answer)


def expectations(case: Json, edition: str) -> Json:
    shared = {key: value for key, value in case["expect"].items() if key not in BY_EDITION.values()}
    return shared | case["expect"].get(BY_EDITION[edition], {})


def runs() -> list[tuple[str, Json]]:
    return [
        (edition, case)
        for case in CASES
        for edition in case.get("editions", BATTLETECH_IDS)
        if expectations(case, edition)
    ]


def with_keys(found: list[Json], field: str) -> Json:
    """Give values by key; those of one key count together."""
    sums: Json = {}
    for each in found:
        sums[each["key"]] = sums.get(each["key"], 0) + each[field]
    return sums


def check_roll(expected: Json, found: Json) -> None:
    for key, value in expected.items():
        if key == "modifiers":
            assert with_keys(found[key], "value") == value
        elif key == "on_failure":
            effects = {each["key"]: each for each in found[key]}
            for name, fields in value.items():
                assert effects[name].items() >= fields.items()
        else:
            assert found[key] == (None if value == NOTHING else value), key


@pytest.mark.parametrize(
    ("edition", "case"), runs(), ids=[f"{case['id']}-{edition}" for edition, case in runs()]
)
def test_a_case(edition: str, case: Json) -> None:
    found = answered(case["question"], edition)
    for key, value in expectations(case, edition).items():
        if key in ("rolls", "consciousness", "results"):
            assert len(found[key]) == len(value)
            for one, other in zip(value, found[key], strict=True):
                check_roll(one, other)
        elif key in ("notes", "refusals"):
            assert [each["key"] for each in found[key]] == value
        elif key == "options":
            used = {each["id"]: each["value"] for each in found["options_used"]}
            assert {name: used[name] for name in value} == value
        else:
            assert found[key] == (None if value == NOTHING else value)


def test_every_case_has_an_id_of_its_own() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES)


def test_every_event_is_met_in_a_case() -> None:
    met = {event["event"] for case in CASES for event in case["question"].get("events", ())}
    met |= {"run-damaged", "jump-damaged"}
    assert met == set(EVENTS)


@pytest.mark.parametrize("edition", BATTLETECH_IDS)
def test_the_words_of_questions_are_rows(edition: str) -> None:
    rows = load_battletech(edition)
    assert set(TERRAINS) == set(rows.roll_terrain)
    assert set(BUILDINGS) == set(rows.buildings)
    assert set(EXTRAS) <= set(rows.roll_lasting)
    for event in EVENTS:
        assert row_key(RollEvent(event), ClassicUnit(), rows) in rows.roll_events


# ---- what cannot be


def test_everything_wrong_is_named_at_once() -> None:
    with pytest.raises(InputError) as error:
        answered(
            {
                "unit": {
                    "kind": "hover",
                    "tons": -5,
                    "gyro": "spare",
                    "legs": {"tail": {"foot": 2, "toes": 1}},
                },
                "events": [{"event": "kicked", "depth": 2}, {"event": "tripped"}, {}],
                "dice": [1, 13],
                "terrain": "lava",
                "wounds": 9,
                "options": {"after-hip": "maybe", "gravity": 1},
                "colour": "red",
            },
            "tw-4.4",
        )
    assert {problem.at for problem in error.value.problems} == {
        "unit.tons", "unit.gyro", "unit.legs.tail.foot", "unit.legs.tail.toes", "events[0].depth", "events[1].event",
        "events[2].event", "dice[0]", "dice[1]", "terrain", "wounds", "options.after-hip", "options.gravity", "colour",
    }  # fmt: skip


def test_contradictions_are_named_at_once() -> None:
    with pytest.raises(InputError) as error:
        answered(
            {
                "unit": {
                    "kind": "quad",
                    "gyro_hits": 3,
                    "legs": {"left": {}, "front-left": {"gone": True}, "rear-left": {"after_hip": ["foot"]}},
                    "arms": {"left": {"hand": 1}},
                },
                "events": [
                    {"event": "leg-hit", "leg": "right"},
                    {"event": "hip-hit", "leg": "front-left"},
                    {"event": "gyro-hit"},
                    {"event": "damage", "points": 3, "structure_points": 5},
                ],
                "moved": {"mode": "stand", "hexes": 2},
            },
            "bmm-7.01",
        )
    assert {problem.at for problem in error.value.problems} == {
        "unit.gyro_hits", "unit.legs.left", "unit.legs.rear-left.after_hip", "unit.arms.left", "events[0].leg",
        "events[1].leg", "events[2].event", "events[3].structure_points", "moved.hexes",
    }  # fmt: skip


def test_more_dice_than_rolls_are_refused() -> None:
    with pytest.raises(InputError) as error:
        answered({"events": [{"event": "kicked"}], "dice": [7, 7]}, "tw-4.4")
    assert [problem.at for problem in error.value.problems] == ["dice"]


def test_an_edition_of_the_other_game_is_refused_with_both_lists() -> None:
    with pytest.raises(InputError) as error:
        answered({}, "ce-7")
    (problem,) = error.value.problems
    assert "bmm-7.01" in problem.expected
    assert "ce-7" in problem.expected


# ---- laws


def legs(kind: str) -> st.SearchStrategy[tuple[tuple[str, LegDamage], ...]]:
    names = {"biped": BIPED_LEGS, "quad": QUAD_LEGS}.get(kind, ())
    hit = st.integers(0, 1)
    damage = st.builds(LegDamage, hip=hit, upper=hit, lower=hit, foot=hit, gone=st.booleans())
    return st.fixed_dictionaries(dict.fromkeys(names, damage)).map(lambda found: tuple(found.items()))


@st.composite
def units(draw: st.DrawFn) -> ClassicUnit:
    kind = draw(st.sampled_from(KINDS))
    return ClassicUnit(
        kind=kind,
        tons=draw(st.integers(1, 200)),
        piloting=draw(st.integers(0, 8)),
        gyro_hits=draw(st.integers(0, 2)) if kind in ("biped", "quad") else 0,
        prone=draw(st.booleans()),
        shutdown=draw(st.booleans()),
        unconscious=draw(st.booleans()),
        immobile=draw(st.booleans()),
        legs=draw(legs(kind)),
        heat=draw(st.integers(0, 40)),
    )


@st.composite
def questions(draw: st.DrawFn) -> RollQuestion:
    event = st.builds(
        RollEvent,
        event=st.sampled_from(EVENTS),
        points=st.integers(0, 50),
        part=st.sampled_from(LEG_ACTUATORS),
        depth=st.integers(0, 4),
        levels=st.integers(0, 10),
        by=st.sampled_from(("walk", "jump")),
    )
    return RollQuestion(
        unit=draw(units()),
        events=tuple(draw(st.lists(event, max_size=4))),
        moved=MovedBefore(draw(st.sampled_from(MODES)), draw(st.integers(0, 30))),
        terrain=draw(st.sampled_from(TERRAINS)),
        wounds=draw(st.integers(0, 5)),
    )


@settings(max_examples=examples(20, soaked=150), deadline=None)
@given(questions(), st.sampled_from(BATTLETECH_IDS))
def test_laws_of_rolls(question: RollQuestion, edition_id: str) -> None:
    edition = load_battletech(edition_id)
    answer = roll_answer(question, edition, OptionsInUse(edition, {}))
    for roll in (*answer.consciousness, *answer.rolls):
        assert (roll.target is None) == (roll.odds is None)
        if roll.target is not None:
            assert roll.target == sum(row.value for row in roll.modifiers)
            assert roll.odds == probability(roll.target)
            assert roll.automatic == (
                "succeeds" if roll.target <= 2 else "fails" if roll.target > 12 else None
            )
        else:
            assert roll.automatic in ("fails", "none")
        if roll.automatic in ("none", "succeeds"):
            assert not roll.on_failure
        for effect in roll.on_failure:
            if effect.key != "pilot-damage":
                assert sum(effect.groups) == effect.damage
            assert all(0 < group <= 5 for group in effect.groups)
            assert effect.target is None or effect.target <= 12
    hurt = sum(event.event in (*HURTING, WAKE) for event in question.events)
    assert bool(hurt) >= bool(answer.consciousness)


@settings(max_examples=examples(30, soaked=80), deadline=None)
@given(st.integers(1, 200), st.integers(0, 20), st.booleans(), st.sampled_from(BATTLETECH_IDS))
def test_falls_never_shrink_with_tons_or_levels(
    tons: int, levels: int, in_water: bool, edition_id: str
) -> None:
    edition = load_battletech(edition_id)
    total = fall_damage(edition, tons, levels, is_in_water=in_water).total
    assert total <= fall_damage(edition, tons + 1, levels, is_in_water=in_water).total
    assert total <= fall_damage(edition, tons, levels + 1, is_in_water=in_water).total
    assert sum(fall_damage(edition, tons, levels, is_in_water=in_water).groups) == total


@settings(max_examples=examples(30, soaked=80), deadline=None)
@given(st.integers(0, 7), st.sampled_from(["kicked", "gyro-hit", "damage", "rubble", "skid"]))
def test_a_worse_skill_never_helps(skill: int, event: str) -> None:
    edition = load_battletech("")
    found = [
        roll_answer(
            RollQuestion(unit=ClassicUnit(piloting=each), events=(RollEvent(event, points=30),)),
            edition,
            OptionsInUse(edition, {}),
        ).rolls[0]
        for each in (skill, skill + 1)
    ]
    assert found[0].target is not None
    assert found[1].target == found[0].target + 1
