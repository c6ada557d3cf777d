"""What must hold for every kind of attack on any table, whatever the cards and the options are."""

import copy
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astrike.formats.table.table_file import parse_document
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import AttackQuestion
from astrike.rulebook.loader import IDS, load_edition
from astrike.rules.table.prepared_table import prepare_table
from tests import builders, strategies
from tests.asking import attack, attacks_from
from tests.builders import Json
from tests.rules.expectation import PAGE
from tests.rules.solver.test_laws_of_answers import LAW, field_of, pairs, same, seen

KINDS = tuple(load_edition("ce-5.01").kinds)
CARDS = (
    "IF2", "LRM1/2/2", "ART-LT1", "ARTAIS-1", "TUR(1/1/1,ART-T1)", "TAG", "LTAG", "SNARC1", "MTAS1", "MEL", "AM",
    "BOMB2", "RCA", "SHLD", "ECM", "C3I",
)  # fmt: skip
OPTIONS = ("variable-damage", "multiple-attack-rolls", "critical-success", "ecm-eccm", "extreme-range")


@st.composite
def armed_tables(draw: st.DrawFn) -> Json:
    """Tables of any edition whose units carry what other kinds of attack need."""
    document = draw(
        strategies.documents(edition=draw(st.sampled_from(IDS)), fewest_units=2, most_units=3, most_pieces=3)
    )
    features, head = document["features"], document["astrike"]
    assert isinstance(features, list)
    assert isinstance(head, dict)
    for feature in features:
        if feature["properties"]["kind"] == "unit":
            feature["properties"]["specials"] = draw(
                st.lists(st.sampled_from(CARDS), max_size=4, unique=True)
            )
    on = draw(st.lists(st.sampled_from(OPTIONS), max_size=3, unique=True))
    head["options"] = {**(head.get("options") or {}), **dict.fromkeys(on, True)}
    return document


@LAW
@given(armed_tables(), st.sampled_from(KINDS))
def test_every_kind_is_explained_and_a_list_equals_its_singles(document: Json, kind: str) -> None:
    before = copy.deepcopy(document)
    prepared = field_of(document)
    question = AttackQuestion(kind=kind)
    for a, b in pairs(prepared):
        single = attack(prepared, a, b, question)
        reported(single)
        adds_up(single)
        listed = [each for each in attacks_from(prepared, a, question) if each.target == b]
        same(tuple(listed), tuple(single.as_listed for _ in listed))
    assert document == before


def reported(answer: AttackAnswer) -> None:
    """A number that is the sum of its terms, or reasons why not; everything with its page."""
    assert (answer.target_number is None) == bool(answer.refusals)
    assert 0 <= answer.probability <= 1
    if answer.allowed:
        assert answer.target_number == sum(m.value for m in answer.tally.modifiers)
    terms = [*answer.tally.modifiers, *answer.considered, *answer.refusals, *answer.damage.terms]
    assert [term.key for term in terms if not PAGE.fullmatch(term.cite.page)] == []
    used = [option.id for option in answer.options_used]
    assert len(used) == len(set(used))
    seen(answer.sight)


def adds_up(answer: AttackAnswer) -> None:
    """Shares sum to one, and everything beside the number has its page."""
    further = [*answer.choices]
    for spotter in answer.spotters:
        assert all(PAGE.fullmatch(each.cite.page) for each in (*spotter.refusals, *spotter.modifiers))
    if answer.outcome is not None:
        for odds in (answer.outcome.on_hit, answer.outcome.overall):
            assert math.isclose(sum(each.share for each in odds), 1.0, abs_tol=1e-9)
            assert [each.points for each in odds] == sorted({each.points for each in odds})
        for follow_up in answer.outcome.follow_ups:
            assert PAGE.fullmatch(follow_up.cite.page)
            assert follow_up.chance is None or -1e-12 <= follow_up.chance <= 1 + 1e-9
    assert all(PAGE.fullmatch(each.cite.page) for each in further)


@pytest.mark.parametrize("option", ["variable-damage", "multiple-attack-rolls"])
def test_an_option_of_the_outcome_alone_is_not_named_in_lists(option: str) -> None:
    table = builders.document(
        builders.mech("A", (5, 5), side="red"),
        builders.mech("B", (12, 5), side="blue"),
        options={option: True},
    )
    prepared = prepare_table(parse_document(table))
    single, (listed,) = attack(prepared, "A", "B"), attacks_from(prepared, "A")
    assert option in {used.id for used in single.options_used}
    same(listed, single.as_listed)
