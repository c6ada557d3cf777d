"""What must hold for every physical attack, whatever stands on the table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astrike.model.attack_question import AttackQuestion
from astrike.rulebook.loader import IDS, load_edition
from tests import builders
from tests.asking import attack
from tests.builders import Json
from tests.rules.solver.test_laws_of_answers import LAW, field_of, pairs, some_tables

PHYSICAL = ("standard", "melee", "charge", "dfa", "anti-mech")
OF_WEAPONS = (
    "range.",
    "armor.",
    "attacker.heat",
    "attacker.fire-control",
    "attacker.shield",
    "attacker.industrial",
)
"""What only weapons carry: range, armor that hides, heat, fire control and the own shield."""


def close_tables() -> st.SearchStrategy[Json]:
    """Two units with all that weapons would count, side by side or nearly so, on tables of any edition."""

    def laid(edition: str, gap: float, one: Json, other: Json) -> Json:
        units = (("A", (10.0, 10.0), one), ("B", (10.0, 11.25 + gap), other))
        return builders.document(
            *(builders.unit(name, at, **{"move": '10"/8"j', "tmm": 2, "damage": "2/2/1", **card})  # type: ignore[arg-type]  # cards hold any value
              for name, at, card in units),
            edition=edition,
        )  # fmt: skip

    cards = st.fixed_dictionaries(
        {
            "type": st.sampled_from(["BM", "IM", "PM", "CV", "BA", "CI"]),
            "base": st.just(1.25),
            "size": st.integers(1, 4),
            "heat": st.integers(0, 3),
            "hits": st.fixed_dictionaries({"fire-control": st.integers(0, 2), "mp": st.integers(0, 1)}),
            "specials": st.lists(
                st.sampled_from(
                    ["STL", "MAS", "LMAS", "SHLD", "AM", "MEL", "TSM", "I-TSM", "LG", "IRA", "RFA"]
                ),
                unique=True,
            ),
            "motion": st.sampled_from(["unmoved", "ground", "jump", "standstill"]),
        }
    )
    return st.builds(laid, st.sampled_from(IDS), st.sampled_from([0.0, 0.5, 2.0]), cards, cards)


@LAW
@given(st.one_of(close_tables(), some_tables(most_units=3)), st.sampled_from(PHYSICAL))
def test_physical_attacks_never_carry_what_belongs_to_weapons(document: Json, kind: str) -> None:
    prepared = field_of(document)
    for a, b in pairs(prepared):
        answer = attack(prepared, a, b, AttackQuestion(kind=kind))
        terms = [term.key for term in (*answer.tally.modifiers, *answer.considered)]
        assert not [key for key in terms if key.startswith(OF_WEAPONS)]
        assert answer.bracket is None


@LAW
@given(close_tables(), st.sampled_from(PHYSICAL))
def test_the_points_of_a_blow_are_the_sum_of_its_terms(document: Json, kind: str) -> None:
    prepared = field_of(document)
    damage = attack(prepared, "A", "B", AttackQuestion(kind=kind)).damage
    if isinstance(damage.target, int):
        assert damage.target == sum(term.value for term in damage.terms)
        assert damage.target >= 0
    assert damage.attacker_on_hit == sum(term.value for term in damage.recoil_on_hit)
    assert damage.attacker_on_miss == sum(term.value for term in damage.recoil_on_miss)


@LAW
@given(close_tables())
def test_death_from_above_needs_two_more_than_a_charge_where_terrain_does_not_count(document: Json) -> None:
    prepared = field_of(document)
    charge, dfa = (attack(prepared, "A", "B", AttackQuestion(kind=kind)) for kind in ("charge", "dfa"))
    jumps = 0 if prepared.units.rows[0].infantry else 2
    assert dfa.tally.total - charge.tally.total == jumps


@pytest.mark.parametrize("edition", IDS)
@pytest.mark.parametrize("kind", PHYSICAL)
def test_no_physical_kind_names_a_step_of_weapons(edition: str, kind: str) -> None:
    steps = set(load_edition(edition).kinds[kind].steps)
    assert not steps & {
        "range",
        "heat",
        "fire-control",
        "shield",
        "stealth",
        "mimetic",
        "industrial",
        "spotting",
    }
