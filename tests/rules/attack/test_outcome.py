"""What comes of attacks on any table: shares, averages and armor behave."""

import copy

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import AttackQuestion
from astrike.rulebook.loader import IDS
from tests import builders
from tests.asking import attack
from tests.builders import Json
from tests.rules.solver.test_laws_of_answers import field_of
from tests.soak import examples

LAW = settings(
    max_examples=examples(20, soaked=40), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
SPECIALS = ["SRM2/2/-", "LRM1/2/2", "AC2/2/-", "IF2", "HT2/1/-", "FLK1/1/1", "ENE", "REL"]
DAMAGES = ["3/3/2", "0*/0*/-", "5/5/5", "1/1/1"]
ARMORS = ["AMS", "SHLD", "RFA", "BRA", "RCA", "IRA", "FR", "CR", "BAR", "ARM"]
TYPES = ["BM", "IM", "PM", "CV", "CI", "BA"]
SAME = 1e-9


@st.composite
def duels(draw: st.DrawFn) -> Json:
    """Two units near each other, with whatever changes damage."""
    kind = draw(st.sampled_from(TYPES))
    move = '8"t' if kind == "CV" else '8"'
    card = (
        {"armor": draw(st.integers(0, 5)), "structure": draw(st.integers(1, 4))}
        if draw(st.booleans())
        else {}
    )
    a = builders.unit(
        "A", (5, 5), skill=draw(st.integers(2, 6)), damage=draw(st.sampled_from(DAMAGES)),
        specials=draw(st.lists(st.sampled_from(SPECIALS), max_size=3, unique=True)), motion="ground",
    )  # fmt: skip
    b = builders.unit(
        "B", (draw(st.sampled_from([8, 20, 35])), 5), type=kind, move=move, facing=draw(st.sampled_from([90, 270])),
        specials=draw(st.lists(st.sampled_from(ARMORS), max_size=2, unique=True)), motion="ground", **card,
    )  # fmt: skip
    options = {
        "multiple-attack-rolls": draw(st.booleans()),
        "variable-damage": draw(st.booleans()),
        "critical-success": draw(st.booleans()),
    }
    return builders.document(a, b, edition=draw(st.sampled_from(IDS)), options=options)


def answer_to(document: Json, rolls: tuple[int, ...] = ()) -> AttackAnswer:
    return attack(field_of(document), "A", "B", AttackQuestion(rolls=rolls))


@LAW
@given(duels())
def test_shares_sum_to_one_and_the_average_is_theirs(document: Json) -> None:
    answer = answer_to(document)
    assume(answer.outcome is not None)
    outcome = answer.outcome
    assert outcome is not None
    for spread in (outcome.on_hit, outcome.overall):
        assert abs(sum(odds.share for odds in spread) - 1) < SAME or not answer.probability
    assert abs(outcome.expected - sum(odds.points * odds.share for odds in outcome.overall)) < SAME
    assert all(each.chance is None or 0 < each.chance <= 1 + SAME for each in outcome.follow_ups)
    assert all(each.cite.page for each in outcome.follow_ups)


@LAW
@given(duels())
def test_only_what_is_allowed_has_an_outcome(document: Json) -> None:
    answer = answer_to(document)
    assert (answer.outcome is not None) == (answer.allowed and answer.damage.target is not None)


@LAW
@given(duels(), st.sampled_from(["AMS", "SHLD", "BRA", "RCA"]))
def test_more_armor_never_raises_damage(document: Json, code: str) -> None:
    thinner = copy.deepcopy(document)
    harder = copy.deepcopy(document)
    for each, specials in ((thinner, []), (harder, [code])):
        features = each["features"]
        assert isinstance(features, list)
        features[1]["properties"]["specials"] = specials
    soft, hard = answer_to(thinner).outcome, answer_to(harder).outcome
    assume(soft is not None and hard is not None)
    assert soft is not None
    assert hard is not None
    assert hard.expected <= soft.expected + SAME


@LAW
@given(duels(), st.lists(st.integers(2, 12), min_size=1, max_size=6))
def test_typed_rolls_come_to_something_that_can_happen(document: Json, rolls: list[int]) -> None:
    card = document["features"][0]["properties"]  # type: ignore[index]  # JSON
    options = document["astrike"]["options"]  # type: ignore[index]  # JSON
    assume("0*" not in card["damage"])
    assume(options["multiple-attack-rolls"] or not options["variable-damage"])
    first = answer_to(document)
    assume(first.outcome is not None)
    assert first.outcome is not None
    typed = tuple((rolls * first.outcome.rolls)[: first.outcome.rolls])
    outcome = answer_to(document, typed).outcome
    assert outcome is not None
    assert outcome.dealt in {odds.points for odds in outcome.overall}
    assert outcome.hits is not None
    assert 0 <= outcome.hits <= outcome.rolls


PAGES = {"ce-5.01": "CE p.45", "ce-7": "CE7 p.49", "classic-2.3.1": "no page known"}


@pytest.mark.parametrize(
    ("edition", "page"), PAGES.items(), ids=[f"critical.twelve in {edition}" for edition in PAGES]
)
def test_the_critical_of_a_natural_twelve_names_its_page(edition: str, page: str) -> None:
    a = builders.mech("A", (5, 5), side="red", damage="3/3/2", motion="ground")
    b = builders.mech("B", (15, 5), side="blue", armor=5, structure=4, motion="ground")
    outcome = answer_to(builders.document(a, b, edition=edition)).outcome
    assert outcome is not None
    assert [each.cite.page for each in outcome.follow_ups if each.key == "critical.twelve"] == [page]
