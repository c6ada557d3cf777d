"""Laws of critical hits: every open slot is equally likely, hits and points are conserved, armor never adds hits."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from astrike.model.battletech.critical import COMPONENTS, CriticalQuestion
from astrike.model.battletech.critical_answer import CriticalAnswer
from astrike.model.battletech.unit import ArmDamage, ClassicUnit, LegDamage
from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.rules.battletech.sheet_unit import sheet_of, unit_of
from astrike.rules.battletech.working_sheet import WorkingSheet
from astrike.web.battletech.asking import ask_card, read_question
from astrike.web.battletech.cards import CARDS
from astrike.web.battletech.critical_card import CRITICAL
from tests.soak import examples

NAMES = (
    "Large laser",
    "PPC",
    "Double Heat Sink",
    "Engine",
    "SRM-6 ammo, 3",
    "Machine gun ammo",
    "Endo Steel",
    None,
)
DIE = st.integers(1, 6)
PAIR = st.tuples(DIE, DIE).map(list)
SLOTS = st.lists(st.sampled_from(NAMES), min_size=12, max_size=12)
CASE = st.sampled_from(["none", "case", "case-ii"])


def asked(**question: Any) -> CriticalAnswer:
    answer: CriticalAnswer = ask_card(CARDS["critical"], question).answer
    return answer


def sheet_with(slots: list[str | None], **more: Any) -> dict[str, Any]:
    return {"locations": {"right-torso": {"slots": slots, **more}}}


def test_components_are_those_of_the_rulebook() -> None:
    rows = load_battletech("").critical_components
    assert set(COMPONENTS) <= set(rows)


@given(slots=SLOTS, first=st.none() | DIE)
@settings(deadline=None, max_examples=examples(25, soaked=60))
def test_odds_of_open_slots_are_even_and_sum_to_one(slots: list[str | None], first: int | None) -> None:
    dice = [] if first is None else [[first]]
    answer = asked(location="right-torso", number=1, sheet=sheet_with(slots), dice=dice)
    if answer.needs is None or answer.needs.location != "right-torso" or not answer.odds:
        return
    assert sum(each.probability for each in answer.odds) == 1
    assert sum(each.probability for each in answer.item_odds) == 1
    if answer.needs.purpose == "slot":
        assert {each.probability for each in answer.odds} == {Fraction(1, len(answer.odds))}


def test_enumerated_dice_strike_every_open_slot_alike() -> None:
    slots = ["A", "B", None, "C", "Endo Steel", None, "D", None, None, "E", None, "F"]
    struck = Counter[int]()
    for pair in product(range(1, 7), repeat=2):
        answer = asked(location="right-torso", number=1, sheet=sheet_with(slots), dice=[list(pair)])
        struck.update(each.slot for each in answer.first.applied if each.slot is not None)
    assert struck == dict.fromkeys([1, 2, 4, 7, 10, 12], 3)


def test_a_first_die_changes_the_odds_as_enumeration_does() -> None:
    slots = ["A", "B", None, None, None, None, "D", None, None, None, None, None]
    odds = asked(location="right-torso", number=1, sheet=sheet_with(slots), dice=[[2]]).odds
    assert [each.probability for each in odds] == [
        Fraction(1, 6) + Fraction(4, 6) * Fraction(1, 3),
        Fraction(1, 6) + Fraction(4, 6) * Fraction(1, 3),
        Fraction(4, 6) * Fraction(1, 3),
    ]


@given(slots=SLOTS, dice=st.lists(PAIR, max_size=30), case=CASE, edition=st.sampled_from(BATTLETECH_IDS))
@settings(deadline=None, max_examples=examples(20, soaked=150))
def test_hits_and_points_are_conserved(
    slots: list[str | None], dice: list[list[int]], case: str, edition: str
) -> None:
    answer = asked(location="right-torso", sheet=sheet_with(slots, case=case), dice=dice, edition=edition)
    for check in answer.checks:
        placed = len(check.applied) + len(check.soaked) + len(check.lost)
        assert check.hits == placed + check.moved_on + check.unplaced
    for blast in answer.explosions:
        ended = sum(step.lost + step.vented for step in blast.path)
        assert blast.points == ended
        assert all(step.points == step.lost + step.passed_on + step.vented for step in blast.path)


@given(slots=SLOTS, dice=st.lists(PAIR, max_size=12), edition=st.sampled_from(BATTLETECH_IDS))
@settings(deadline=None, max_examples=examples(25, soaked=60))
def test_a_sheet_after_is_a_sheet_before_the_next_hit(
    slots: list[str | None], dice: list[list[int]], edition: str
) -> None:
    card = CARDS["critical"]
    question = {"location": "right-torso", "sheet": sheet_with(slots), "dice": dice, "edition": edition}
    sheet = card.json(ask_card(card, question).answer)["sheet"]
    again = card.json(
        ask_card(card, {"location": "center-torso", "number": 0, "sheet": sheet, "edition": edition}).answer
    )
    assert again["sheet"] == sheet


@given(roll=st.integers(2, 12), armor=st.sampled_from(["standard", "hardened"]))
@settings(deadline=None)
def test_more_armor_never_adds_hits(roll: int, armor: str) -> None:
    hits = [
        asked(
            location="right-torso",
            sheet={"armor": armor, **sheet_with(["PPC"], armor=left)},
            dice=[[roll]],
        ).first.hits
        for left in (10, 0)
    ]
    assert hits[0] <= hits[1]


INERT = ("Large laser", "PPC", "Double Heat Sink", "Engine", "Gyro", "Jump Jet", "Endo Steel", None)
BIPED = (
    "head", "center-torso", "left-torso", "right-torso", "left-arm", "right-arm", "left-leg", "right-leg",
)  # fmt: skip
QUAD = (*BIPED[:4], "front-left-leg", "front-right-leg", "rear-left-leg", "rear-right-leg")


@st.composite
def damaged_sheets(draw: st.DrawFn) -> dict[str, Any]:
    """Draw sheets with slots that were hit and parts that were lost; nothing on them explodes."""
    kind = draw(st.sampled_from(["biped", "quad"]))
    engine = draw(st.sampled_from(["standard", "xl", "light", "xxl", "compact", "combustion", "fission"]))
    gyro = draw(st.sampled_from(["standard", "heavy-duty"]))
    sheet: dict[str, Any] = {"kind": kind, "engine": engine, "gyro": gyro, "wounds": draw(st.integers(0, 5))}
    places: dict[str, Any] = {}
    for place in draw(st.lists(st.sampled_from(BIPED if kind == "biped" else QUAD), unique=True)):
        most = 12 if place.endswith(("torso", "arm")) else 6
        stated: dict[str, Any] = {}
        if place.endswith(("left-torso", "right-torso", "arm")) and draw(st.booleans()):
            stated["slots"] = draw(st.lists(st.sampled_from(INERT), min_size=most, max_size=most))
        if not place.endswith("torso") and draw(st.booleans()):
            stated["blown_off"] = draw(st.booleans())
        elif draw(st.booleans()):
            stated["destroyed"] = draw(st.booleans())
        record = read_question(
            CRITICAL, {"location": "center-torso", "sheet": {**sheet, "locations": {place: stated}}}
        )
        open_slots = WorkingSheet(record, load_battletech("")).location(place).hittable
        if open_slots:
            stated["hit"] = draw(st.lists(st.sampled_from(open_slots), unique=True, max_size=len(open_slots)))
        places[place] = stated
    return {**sheet, "locations": places}


@given(
    sheet=damaged_sheets(), data=st.data(), seed=st.integers(0, 9999), edition=st.sampled_from(BATTLETECH_IDS)
)
@settings(deadline=None, max_examples=examples(20, soaked=40), suppress_health_check=[HealthCheck.too_slow])
def test_two_hits_at_once_are_the_same_hits_one_by_one(
    sheet: dict[str, Any], data: st.DataObject, seed: int, edition: str
) -> None:
    there = [
        place
        for place in (BIPED if sheet["kind"] == "biped" else QUAD)
        if not sheet["locations"].get(place, {}).get("blown_off")
    ]
    place = data.draw(st.sampled_from(there))
    about = {"location": place, "edition": edition}
    thrower = Random(seed)
    dice = [thrower.randint(1, 6) for _ in range(120)]
    first, thrown = _hit(about, sheet, 1, dice)
    second, _ = _hit(about, _written(first)["sheet"], 1, dice[thrown:])
    both, _ = _hit(about, sheet, 2, dice)
    assume(second.needs is None and both.needs is None)
    assert _written(both)["sheet"] == _written(second)["sheet"]
    assert both.out_of_action == second.out_of_action
    assert both.out_of_action >= first.out_of_action
    assert both.figures == second.figures
    assert both.modifiers == second.modifiers
    assert both.pilot.dead == second.pilot.dead
    assert both.effects == (*first.effects, *second.effects)
    assert both.first.applied == (*first.first.applied, *second.first.applied)
    assert len(both.first.soaked) == len(first.first.soaked) + len(second.first.soaked)
    assert len(both.first.lost) == len(first.first.lost) + len(second.first.lost)


def _hit(
    about: dict[str, str], sheet: dict[str, Any], number: int, dice: list[int]
) -> tuple[CriticalAnswer, int]:
    """Ask for hits die by die, and say how many dice they took."""
    throws: list[list[int]] = []
    used = 0
    while True:
        answer = asked(**about, sheet=sheet, number=number, dice=throws)
        if answer.needs is None or used + answer.needs.dice > len(dice):
            return answer, used
        throws.append(dice[used : used + answer.needs.dice])
        used += answer.needs.dice


def _written(answer: CriticalAnswer) -> dict[str, Any]:
    written: dict[str, Any] = CARDS["critical"].json(answer)
    return written


@given(
    roll=st.integers(2, 12),
    kind=st.sampled_from(["standard", "hardened", "ferro-lamellor", "ballistic-reinforced"]),
    piercing=st.integers(-6, 6),
    moved_on=st.booleans(),
    cause=st.sampled_from(["structure", "through-armor"]),
)
@settings(deadline=None, max_examples=examples(20, soaked=150))
def test_armor_that_is_left_never_adds_hits(
    roll: int, kind: str, piercing: int, moved_on: bool, cause: str
) -> None:
    about = {"armor_piercing": piercing, "moved_on": moved_on, "cause": cause}
    hits = [
        asked(
            location="right-torso",
            sheet={"armor": kind, **sheet_with(["PPC"], armor=left)},
            dice=[[roll]],
            modifiers=about,
        ).first.hits
        for left in (10, 1, 0)
    ]
    assert hits == sorted(hits)


HITS = st.integers(0, 1)
LEGS = st.dictionaries(
    st.sampled_from(["left", "right"]),
    st.builds(LegDamage, hip=HITS, upper=HITS, lower=HITS, foot=HITS) | st.just(LegDamage(gone=True)),
).map(lambda found: tuple(sorted((name, leg) for name, leg in found.items() if leg != LegDamage())))
ARMS = st.dictionaries(
    st.sampled_from(["left", "right"]),
    st.builds(ArmDamage, shoulder=HITS, upper=HITS, lower=HITS, hand=HITS)
    | st.just(ArmDamage(absent=("lower", "hand"), upper=1))
    | st.just(ArmDamage(gone=True)),
).map(lambda found: tuple(sorted((name, arm) for name, arm in found.items() if arm != ArmDamage())))


@given(
    unit=st.builds(
        ClassicUnit,
        tons=st.integers(20, 100),
        piloting=st.integers(0, 8),
        walk=st.integers(0, 12),
        gyro_hits=st.integers(0, 2),
        gyro=st.sampled_from(["standard", "xl", "compact", "heavy-duty"]),
        sensors=st.integers(0, 2),
        cockpit=st.sampled_from(["standard", "small"]),
        prone=st.booleans(),
        legs=LEGS,
        arms=ARMS,
    )
)
@settings(deadline=None, max_examples=examples(30, soaked=80))
def test_the_sheet_of_a_unit_is_a_sheet_of_that_unit(unit: ClassicUnit) -> None:
    edition = load_battletech("")
    sheet = sheet_of(unit, edition)
    assert sheet is not None
    assert unit_of(WorkingSheet(CriticalQuestion("head", sheet), edition)) == unit
