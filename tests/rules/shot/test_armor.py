"""What a target takes off a blow of any kind: the one function that every kind of attack calls."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.formats.table.table_file import parse_document
from astrike.model.card import DamageValue
from astrike.rules.attack.combatants import circumstances, combatants
from astrike.rules.shot.armor import (
    PROTECTIONS,
    ArrivingDamage,
    after_armor,
    changed,
    damage_changes,
    heat_taken,
)
from astrike.rules.shot.facts import Circumstances, Combatant
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders
from tests.soak import examples

PRINTED = ("ce-5.01", "ce-7")
MANNERS = {
    "direct": "weapon", "indirect": "indirect", "physical": "standard", "area": "artillery", "strafe": "strafe",
}  # fmt: skip


def field_with(*specials: str, edition: str = "ce-5.01", **card: object) -> PreparedTable:
    target = builders.unit("B", (10, 5), specials=list(specials), **card)
    return prepare_table(parse_document(builders.document(target, edition=edition)))


def target_of(prepared: PreparedTable) -> tuple[Circumstances, Combatant]:
    return circumstances(prepared), combatants(prepared)[0]


def left(prepared: PreparedTable, points: int, blow: ArrivingDamage) -> int | None:
    value, _ = after_armor(*target_of(prepared), MANNERS[blow.manner], DamageValue(points), blow)
    return None if value is None else value.points


@pytest.mark.parametrize(
    ("special", "blow", "points"),
    [
        ("RFA", ArrivingDamage("physical"), 8),
        ("RFA", ArrivingDamage("area"), 8),
        ("RFA", ArrivingDamage("strafe"), 2),
        ("RFA", ArrivingDamage("direct"), 3),
        ("RFA", ArrivingDamage("direct", codes=frozenset({"ENE"})), 2),
        ("RFA", ArrivingDamage("direct", codes=frozenset({"REL"})), 4),
        ("IRA", ArrivingDamage("physical"), 3),
        ("IRA", ArrivingDamage("direct"), 4),
        ("SHLD", ArrivingDamage("physical"), 3),
        ("SHLD", ArrivingDamage("direct"), 3),
        ("SHLD", ArrivingDamage("indirect"), 4),
        ("SHLD", ArrivingDamage("area"), 4),
        ("AMS", ArrivingDamage("indirect", codes=frozenset({"IF"})), 3),
        ("AMS", ArrivingDamage("area", codes=frozenset({"LRM"})), 4),
        ("AMS", ArrivingDamage("direct", codes=frozenset({"LRM"}), rear=True), 4),
        ("BRA", ArrivingDamage("direct", codes=frozenset({"IATM"})), 2),
        ("BRA", ArrivingDamage("physical", codes=frozenset({"AC"})), 4),
        ("RCA", ArrivingDamage("area"), 2),
    ],
)
def test_protection_meets_the_blows_it_is_meant_for(special: str, blow: ArrivingDamage, points: int) -> None:
    assert left(field_with(special), 4, blow) == points


@pytest.mark.parametrize(("edition", "points"), [("ce-5.01", 2), ("ce-7", 3)])
def test_the_printings_round_half_of_a_blast_otherwise(edition: str, points: int) -> None:
    assert left(field_with("RCA", edition=edition), 5, ArrivingDamage("area")) == points


def test_what_halves_comes_before_what_takes_points() -> None:
    blow = ArrivingDamage("direct", codes=frozenset({"ENE", "SRM"}), missiles=2)
    prepared = field_with("RFA", "AMS", "SHLD")
    assert [each.row.key for each in damage_changes(*target_of(prepared), "weapon", blow)] == [
        "reflective",
        "ams",
        "shield",
    ]
    assert left(prepared, 5, blow) == 0  # half of 5 is 2, one less is 1, and a shield takes the last


@pytest.mark.parametrize("special", ["RFA", "BRA", "RCA", "SHLD"])
def test_classic_leaves_open_what_it_does_not_print(special: str) -> None:
    prepared = field_with(special, edition="classic-2.3.1")
    blow = ArrivingDamage("direct", codes=frozenset({"LRM"}), missiles=1)
    value, terms = after_armor(*target_of(prepared), "weapon", DamageValue(3), blow)
    assert value is None
    assert terms[-1].value == "?"
    assert terms[-1].cite.page == "not printed in this edition"


def test_a_die_that_makes_no_difference_is_gone() -> None:
    assert changed(DamageValue(1, minimal=True), lambda points: min(points, 1)) == DamageValue(1)
    assert changed(DamageValue(0, minimal=True), lambda points: points) == DamageValue(0, minimal=True)


@pytest.mark.parametrize(
    ("specials", "codes", "heat"),
    [((), (), 2), (("FR",), (), 0), (("RFA",), (), 1), (("RFA",), ("REL",), 2), (("AMS",), (), 2)],
)
def test_heat_that_gets_through(specials: tuple[str, ...], codes: tuple[str, ...], heat: int) -> None:
    _, target = target_of(field_with(*specials))
    assert heat_taken(target, 2, ArrivingDamage("direct", codes=frozenset(codes))) == heat


@settings(max_examples=examples(30, soaked=100), deadline=None)
@given(
    st.sampled_from(PRINTED),
    st.lists(st.sampled_from(["AMS", "SHLD", "RFA", "BRA", "RCA", "IRA"]), unique=True, max_size=4),
    st.sampled_from(sorted(MANNERS)),
    st.sets(st.sampled_from(["ENE", "REL", "AC", "LRM", "SRM", "IF", "FLK", "IATM"])),
    st.integers(0, 12),
)
def test_more_points_never_leave_less(
    edition: str, specials: list[str], manner: str, codes: set[str], points: int
) -> None:
    prepared = field_with(*specials, edition=edition)
    blow = ArrivingDamage(manner, codes=frozenset(codes), missiles=2 if codes & {"LRM", "SRM", "IF"} else 0)
    some, more = left(prepared, points, blow), left(prepared, points + 1, blow)
    assert some is not None
    assert more is not None
    assert 0 <= some <= more
    assert left(prepared, 0, blow) == 0


def test_every_protection_is_a_step_of_every_edition() -> None:
    for edition in (*PRINTED, "classic-2.3.1"):
        steps = field_with(edition=edition).edition.damage_steps
        assert set(PROTECTIONS) <= set(steps)
