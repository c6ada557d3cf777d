"""What must hold for spotters on any table."""

import copy
import math

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from astrike.formats.table.table_file import parse_document
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import AttackQuestion
from astrike.rulebook.loader import IDS
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders
from tests.asking import attack
from tests.builders import Json
from tests.rules.solver.test_laws_of_answers import explained, pairs, some_tables
from tests.rules.solver.test_laws_of_answers import field_of as any_field

LAW = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
INDIRECT = AttackQuestion(kind="indirect")
MOTIONS = ("ground", "jump", "standstill", "sprint", "unmoved")
WATCHED = (None, "B", "D", [40.0, 18.0])

places = st.tuples(st.integers(26, 54), st.integers(2, 34))


@st.composite
def companies(draw: st.DrawFn) -> Json:
    """A battery behind a hill, its target, an enemy, and friends of all kinds who may or may not see the target."""
    features = [
        builders.mech("A", (5, 18), side="red", facing=90, specials=["IF2", "LRM1/2/2"]),
        builders.mech("B", (40, 18), side="blue", facing=270, motion=draw(st.sampled_from(MOTIONS))),
        builders.mech("D", (45, 30), side="blue"),
        builders.hill("ridge", builders.box(15, 0, 17, 36), height=6),
        builders.woods("wood", builders.box(*draw(st.sampled_from([(34, 10, 38, 16), (42, 20, 46, 26)])))),
        builders.wall("wall", builders.box(36, 20, 44, 20.5), height=draw(st.sampled_from([1, 3]))),
    ]
    for number in range(draw(st.integers(0, 4))):
        make = draw(st.sampled_from([builders.mech, builders.vehicle, builders.infantry]))
        watched = draw(st.sampled_from(WATCHED))
        attacks = draw(st.sampled_from(["none", "weapon", "physical"]))
        spots = None if watched is None else {"target": watched, "attacks": attacks}
        motion = draw(st.sampled_from(MOTIONS))
        features.append(make(f"S{number}", draw(places), side="red", motion=motion, spotter=spots))
    if draw(st.booleans()):
        features.append(builders.point("eye", draw(places), kind="sensor", side="red"))
    names = [str(each["id"]) for each in features if str(each["id"]).startswith("S")]
    marks = [
        {"kind": "tag", "by": name, "target": "B", "success": draw(st.booleans())}
        for name in names
        if draw(st.integers(0, 3)) == 0
    ]
    options = {
        "indirect.spotter-attack": draw(st.sampled_from(["weapon", "any"])),
        "indirect.spotter-attacked": draw(st.sampled_from(["allowed", "refused"])),
        "indirect.spotter-movement": draw(st.booleans()),
    }
    edition = draw(st.sampled_from(IDS))
    return builders.document(*features, edition=edition, width=60, depth=36, marks=marks, options=options)


def field_of(document: Json) -> PreparedTable:
    return prepare_table(parse_document(document))


def fire(document: Json) -> AttackAnswer:
    return attack(field_of(document), "A", "B", INDIRECT)


@LAW
@given(companies())
def test_the_best_spotter_is_the_least_of_all_that_are_named(document: Json) -> None:
    prepared = field_of(document)
    whole = attack(prepared, "A", "B", INDIRECT)
    named = {
        each.unit: attack(prepared, "A", "B", AttackQuestion(kind="indirect", spotter=each.unit))
        for each in whole.spotters
    }
    for each in whole.spotters:
        assert named[each.unit].target_number == each.target_number
        assert named[each.unit].allowed == (not each.refusals)
        assert {why.key for why in each.refusals} <= {why.key for why in named[each.unit].refusals}
        assert next(one.unit for one in named[each.unit].spotters if one.chosen) == each.unit
    numbers = [answer.target_number for answer in named.values() if answer.target_number is not None]
    assert whole.target_number == min(numbers, default=None)
    assert [each.unit for each in whole.spotters if each.chosen] == [
        each.unit for each in whole.spotters[:1] if not each.refusals
    ]


@LAW
@given(companies())
def test_spotters_are_ranked_and_say_what_they_add(document: Json) -> None:
    answer = fire(document)
    may = [each.target_number for each in answer.spotters if not each.refusals]
    assert may == sorted(number for number in may if number is not None)
    assert [bool(each.refusals) for each in answer.spotters] == sorted(
        bool(each.refusals) for each in answer.spotters
    )
    for each in answer.spotters:
        assert (each.target_number is None) == bool(each.refusals)
        assert all(modifier.value for modifier in each.modifiers)
    if answer.allowed:
        best = answer.spotters[0]
        added = {(modifier.key, modifier.value) for modifier in best.modifiers}
        assert added <= {(modifier.key, modifier.value) for modifier in answer.tally.modifiers}
        rest = sum(modifier.value for modifier in best.modifiers)
        for other in answer.spotters:
            if not other.refusals:
                apart = sum(modifier.value for modifier in other.modifiers) - rest
                assert other.target_number == answer.tally.total + apart


@LAW
@given(companies(), places)
def test_one_more_spotter_never_makes_it_harder(document: Json, at: tuple[int, int]) -> None:
    before = fire(document)
    more = copy.deepcopy(document)
    features = more["features"]
    assert isinstance(features, list)
    features.append(builders.mech("more", at, side="red"))
    after = fire(more)
    assert len(after.spotters) == len(before.spotters) + 1
    if before.target_number is not None:
        assert after.target_number is not None
        assert after.target_number <= before.target_number


@LAW
@given(companies())
def test_who_is_no_friend_changes_nothing(document: Json) -> None:
    less = copy.deepcopy(document)
    features = less["features"]
    assert isinstance(features, list)
    features.append(builders.mech("more", (38, 12), side="blue"))
    with_one, without = fire(less), fire(document)
    assert with_one.target_number == without.target_number
    assert [each.unit for each in with_one.spotters] == [each.unit for each in without.spotters]


@LAW
@given(companies(), st.sampled_from([90, 180]))
def test_turning_the_table_changes_no_spotter(document: Json, by: int) -> None:
    turned = copy.deepcopy(document)
    head = turned["astrike"]
    assert isinstance(head, dict)
    head["width"], head["depth"] = 60, 60
    features = turned["features"]
    assert isinstance(features, list)
    for feature in features:
        about, geometry = feature["properties"], feature["geometry"]
        geometry["coordinates"] = _turned(geometry["coordinates"], by)
        if "facing" in about:
            about["facing"] = (about["facing"] - by) % 360
        if isinstance(about.get("spotter", {}).get("target"), list):
            about["spotter"]["target"] = _turned(about["spotter"]["target"], by)
    ours, theirs = fire(document), fire(turned)
    assert ours.target_number == theirs.target_number
    assert {each.unit: (each.target_number, each.tag, _keys(each)) for each in ours.spotters} == {
        each.unit: (each.target_number, each.tag, _keys(each)) for each in theirs.spotters
    }


@LAW
@given(some_tables(), st.sampled_from(["indirect", "tag", "narc", "taser"]))
def test_any_table_gives_an_explained_answer_of_these_kinds_too(document: Json, kind: str) -> None:
    prepared = any_field(document)
    for a, b in pairs(prepared):
        answer = attack(prepared, a, b, AttackQuestion(kind=kind))
        explained(answer, prepared)
        for each in answer.spotters:
            assert {why.key for why in each.refusals} or each.sight != "blocked"
        if answer.allowed and kind == "indirect":
            assert sum(each.chosen for each in answer.spotters) == 1


def _keys(spotter: object) -> list[str]:
    return sorted(why.key for why in spotter.refusals)  # type: ignore[attr-defined]  # a SpotterAnswer


def _turned(place: object, by: int) -> object:
    assert isinstance(place, list)
    if isinstance(place[0], list):
        return [_turned(each, by) for each in place]
    cos, sin = round(math.cos(math.radians(by))), round(math.sin(math.radians(by)))
    x, y = place[0] - 30, place[1] - 18
    return [30 + x * cos - y * sin, (18 if by == 180 else 30) + x * sin + y * cos]
