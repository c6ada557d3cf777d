"""What a target takes off a blow of any kind: the one function that every kind of attack calls."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.formats.tablefile import parse_document
from astrike.model.card import DamageValue
from astrike.rules.battlefield import Field, build_field
from astrike.rules.combatants import circumstances, combatants
from astrike.rules.damage.armor import PROTECTIONS, Blow, after_armor, changed, heat_taken, taken
from astrike.rules.shot import Circumstances, Combatant
from tests import builders

PRINTED = ("ce-5.01", "ce-7")
MANNERS = {
    "direct": "weapon", "indirect": "indirect", "physical": "standard", "area": "artillery", "strafe": "strafe",
}  # fmt: skip


def field_with(*specials: str, edition: str = "ce-5.01", **card: object) -> Field:
    target = builders.unit("B", (10, 5), specials=list(specials), **card)
    return build_field(parse_document(builders.document(target, edition=edition)))


def target_of(field: Field) -> tuple[Circumstances, Combatant]:
    return circumstances(field), combatants(field)[0]


def left(field: Field, points: int, blow: Blow) -> int | None:
    value, _ = after_armor(*target_of(field), MANNERS[blow.manner], DamageValue(points), blow)
    return None if value is None else value.points


@pytest.mark.parametrize(
    ("special", "blow", "points"),
    [
        ("RFA", Blow("physical"), 8),
        ("RFA", Blow("area"), 8),
        ("RFA", Blow("strafe"), 2),
        ("RFA", Blow("direct"), 3),
        ("RFA", Blow("direct", codes=frozenset({"ENE"})), 2),
        ("RFA", Blow("direct", codes=frozenset({"REL"})), 4),
        ("IRA", Blow("physical"), 3),
        ("IRA", Blow("direct"), 4),
        ("SHLD", Blow("physical"), 3),
        ("SHLD", Blow("direct"), 3),
        ("SHLD", Blow("indirect"), 4),
        ("SHLD", Blow("area"), 4),
        ("AMS", Blow("indirect", codes=frozenset({"IF"})), 3),
        ("AMS", Blow("area", codes=frozenset({"LRM"})), 4),
        ("AMS", Blow("direct", codes=frozenset({"LRM"}), rear=True), 4),
        ("BRA", Blow("direct", codes=frozenset({"IATM"})), 2),
        ("BRA", Blow("physical", codes=frozenset({"AC"})), 4),
        ("RCA", Blow("area"), 2),
    ],
)
def test_protection_meets_the_blows_it_is_meant_for(special: str, blow: Blow, points: int) -> None:
    assert left(field_with(special), 4, blow) == points


@pytest.mark.parametrize(("edition", "points"), [("ce-5.01", 2), ("ce-7", 3)])
def test_the_printings_round_half_of_a_blast_otherwise(edition: str, points: int) -> None:
    assert left(field_with("RCA", edition=edition), 5, Blow("area")) == points


def test_what_halves_comes_before_what_takes_points() -> None:
    blow = Blow("direct", codes=frozenset({"ENE", "SRM"}), missiles=2)
    field = field_with("RFA", "AMS", "SHLD")
    assert [each.row.key for each in taken(*target_of(field), "weapon", blow)] == [
        "reflective",
        "ams",
        "shield",
    ]
    assert left(field, 5, blow) == 0  # half of 5 is 2, one less is 1, and a shield takes the last


@pytest.mark.parametrize("special", ["RFA", "BRA", "RCA", "SHLD"])
def test_classic_leaves_open_what_it_does_not_print(special: str) -> None:
    field = field_with(special, edition="classic-2.3.1")
    blow = Blow("direct", codes=frozenset({"LRM"}), missiles=1)
    value, terms = after_armor(*target_of(field), "weapon", DamageValue(3), blow)
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
    assert heat_taken(target, 2, Blow("direct", codes=frozenset(codes))) == heat


@settings(max_examples=100, deadline=None)
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
    field = field_with(*specials, edition=edition)
    blow = Blow(manner, codes=frozenset(codes), missiles=2 if codes & {"LRM", "SRM", "IF"} else 0)
    some, more = left(field, points, blow), left(field, points + 1, blow)
    assert some is not None
    assert more is not None
    assert 0 <= some <= more
    assert left(field, 0, blow) == 0


def test_every_protection_is_a_step_of_every_edition() -> None:
    for edition in (*PRINTED, "classic-2.3.1"):
        steps = field_with(edition=edition).edition.damage_steps
        assert set(PROTECTIONS) <= set(steps)
