"""Laws of area effects and scatter on any table."""

import math
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from astrike.errors import InputError
from astrike.formats.table.table_file import parse_document
from astrike.model.area_answer import BlastAnswer
from astrike.model.attack_question import AttackQuestion, TablePoint
from astrike.model.card import parse_special
from astrike.model.dice import DiceTray
from astrike.model.table import Table
from astrike.rulebook.loader import IDS, load_edition
from astrike.rules.area.blast import blast
from astrike.rules.area.scatter import scatter
from astrike.rules.shot.area_weapons import guns_of, weapon_row
from astrike.rules.table.prepared_table import prepare_table
from tests import builders, strategies
from tests.asking import attack
from tests.rules.expectation import PAGE
from tests.rules.expectation_area import always_of_area
from tests.soak import examples

WEAPONS = [row.key for row in load_edition("ce-5.01").artillery.values()]
PLACES = st.tuples(st.floats(0, 48), st.floats(0, 36))
BASES = st.sampled_from(
    [1.0, 1.25, {"shape": "hex", "across": 1.25}, {"shape": "rect", "width": 1.0, "length": 2.5}]
)
UNITS = st.lists(
    st.tuples(
        st.floats(-5, 5), st.floats(-5, 5), BASES, st.floats(0, 360), st.sampled_from([0, 0.5, 1, 2.5])
    ),
    min_size=1,
    max_size=6,
)


def caught_of(answer: BlastAnswer) -> dict[str, tuple[object, str]]:
    return {each.unit: (each.damage, each.ring) for each in answer.caught}


@settings(max_examples=examples(25, soaked=60), deadline=None)
@given(
    placed=strategies.tables(most_pieces=4, most_units=4, fewest_units=1),
    at=PLACES,
    z=st.none() | st.floats(-3, 8),
    weapon=st.sampled_from(WEAPONS),
    edition=st.sampled_from(IDS),
)
def test_every_area_effect_keeps_its_promises(
    placed: Table, at: tuple[float, float], z: float | None, weapon: str, edition: str
) -> None:
    prepared = prepare_table(replace(placed, edition=edition))
    answer = blast(prepared, TablePoint(*at, z), weapon)
    assert list(always_of_area(answer)) == []
    named = {unit.id for unit in placed.units} | {piece.id for piece in placed.terrain}
    assert {each.unit for each in (*answer.caught, *answer.near)} <= named
    far = [each.distance for each in answer.caught]
    assert far == sorted(far)


@settings(max_examples=examples(25, soaked=50), deadline=None)
@given(
    placed=strategies.tables(most_pieces=4, most_units=4, fewest_units=1),
    at=PLACES,
    z=st.none() | st.floats(-3, 8),
    kind=st.sampled_from(["weapon", "indirect", "artillery", "off-table", "homing", "melee", "tag"]),
    card=st.lists(
        st.sampled_from(["ART-LT1", "ARTAIS-1", "ART-SC2", "TUR(1/1/1,ART-T1)", "IF2"]), max_size=2
    ),
    edition=st.sampled_from(IDS),
)
def test_any_attack_at_any_point_is_explained(
    placed: Table,
    at: tuple[float, float],
    z: float | None,
    kind: str,
    card: list[str],
    edition: str,
) -> None:
    armed = tuple(
        replace(unit, specials=(*unit.specials, *map(parse_special, card))) for unit in placed.units
    )
    prepared = prepare_table(replace(placed, edition=edition, units=armed))
    answer = attack(prepared, armed[0].id, TablePoint(*at, z), AttackQuestion(kind=kind))
    assert answer.target == str(TablePoint(*at, z))
    assert answer.allowed == (answer.target_number is not None)
    named = [(each.key, each.cite.page) for each in (*answer.tally.modifiers, *answer.refusals)]
    assert [key for key, ref in named if not PAGE.fullmatch(ref)] == []
    known = {unit.id for unit in armed} | {piece.id for piece in placed.terrain}
    if answer.blast is not None:
        assert list(always_of_area(answer.blast)) == []
        assert {each.unit for each in (*answer.blast.caught, *answer.blast.near)} <= known


@settings(max_examples=examples(25, soaked=60), deadline=None)
@given(units=UNITS, turn=st.floats(0, 360), by=st.tuples(st.floats(-8, 8), st.floats(-8, 8)))
def test_turning_and_shifting_everything_changes_nothing(
    units: list[tuple[float, float, object, float, float]], turn: float, by: tuple[float, float]
) -> None:
    def answer(turned: float, shift: tuple[float, float]) -> BlastAnswer:
        cos, sin = math.cos(math.radians(turned)), math.sin(math.radians(turned))
        middle = (24 + shift[0], 24 + shift[1])
        placed = [
            builders.unit(
                f"U{k}",
                (middle[0] + x * cos + y * sin, middle[1] - x * sin + y * cos),
                base=base,
                facing=(facing + turned) % 360,
                elevation=high,
            )
            for k, (x, y, base, facing, high) in enumerate(units)
        ]
        document = builders.document(*placed, width=48, depth=48, options={"area.rear-bonus": True})
        return blast(prepare_table(parse_document(document)), TablePoint(*middle, 0.0), "ART-CM7")

    here, there = answer(0.0, (0.0, 0.0)), answer(turn, by)
    on_the_line = [
        each for each in (*here.caught, *here.near) if min(abs(each.distance - r) for r in (1, 3)) < 1e-5
    ]
    assume(not on_the_line)
    assert {unit: ring for unit, (_, ring) in caught_of(here).items()} == {
        unit: ring for unit, (_, ring) in caught_of(there).items()
    }
    assert {each.unit: round(each.distance, 5) for each in here.caught} == {
        each.unit: round(each.distance, 5) for each in there.caught
    }


@settings(max_examples=examples(25, soaked=60), deadline=None)
@given(
    placed=strategies.tables(most_pieces=3, most_units=5, fewest_units=1),
    at=PLACES,
    small=st.floats(0.5, 1.5),
    more=st.floats(0, 1.5),
)
def test_a_larger_radius_never_catches_fewer(
    placed: Table, at: tuple[float, float], small: float, more: float
) -> None:
    def caught(radius: float) -> set[str]:
        options = {**placed.options, "template.small-radius": radius}
        prepared = prepare_table(replace(placed, options=options))
        return {each.unit for each in blast(prepared, TablePoint(*at), "ART-S").caught}

    assert caught(small) <= caught(small + more)


@settings(max_examples=examples(25, soaked=50), deadline=None)
@given(
    at=PLACES,
    die=st.integers(1, 6),
    pips=st.integers(1, 6),
    weapon=st.sampled_from([key for key in WEAPONS if key.startswith("ART-")]),
    numbering=st.sampled_from(["clockwise", "counter-clockwise"]),
)
def test_scatter_reproduces_its_dice(
    at: tuple[float, float], die: int, pips: int, weapon: str, numbering: str
) -> None:
    options = {"artillery.numbering": numbering, "artillery.scatter": "die"}
    prepared = prepare_table(builders.table(builders.mech("A", (5, 5)), width=48, depth=36, options=options))
    answer = scatter(prepared, TablePoint(*at), weapon, DiceTray([die, pips]))
    per_pip = 1 if prepared.edition.artillery[weapon].cannon else 2
    assert answer.inches == pips * per_pip
    x, y = answer.final[0] - answer.poi[0], answer.final[1] - answer.poi[1]
    assert math.hypot(x, y) == pytest.approx(answer.inches)
    turned = math.degrees(math.atan2(x, y)) % 360
    wanted = ((die - 1) * 60) % 360 if numbering == "clockwise" else (-(die - 1) * 60) % 360
    assert min(abs(turned - wanted), 360 - abs(turned - wanted)) < 1e-6
    assert [each.fell for each in answer.dice] == [die, pips]
    assert list(always_of_area(answer)) == []


def test_rolled_dice_are_in_the_record() -> None:
    prepared = prepare_table(builders.table(builders.mech("A", (5, 5)), width=48, depth=36))
    answer = scatter(prepared, TablePoint(20, 20), "ART-S", DiceTray([2], lambda sides: 3))
    assert [(each.key, each.fell, each.typed) for each in answer.dice] == [
        ("scatter.direction", 2, True),
        ("scatter.distance", 3, False),
    ]


def test_unknown_words_and_places_are_wrong() -> None:
    prepared = prepare_table(builders.table(builders.mech("A", (5, 5)), width=48, depth=36))
    for at, weapon in (
        (TablePoint(20, 20), "ART-X"),
        (TablePoint(20, 2000), "ART-S"),
        (TablePoint(float("nan"), 1), "ART-S"),
    ):
        with pytest.raises(InputError):
            blast(prepared, at, weapon)


@pytest.mark.parametrize(
    ("special", "key", "attacks"),
    [
        ("ART-S2", "ART-S", 2),
        ("ARTS-2", "ART-S", 2),
        ("ART-S", "ART-S", 1),
        ("ARTAIS-1", "ART-AIS", 1),
        ("ARTCM12-1", "ART-CM12", 1),
        ("ART-CM5", "ART-CM5", 1),
        ("ART-LTC1", "ART-LTC", 1),
    ],
)
def test_cards_write_artillery_in_many_ways(special: str, key: str, attacks: int) -> None:
    table = builders.table(builders.mech("A", (5, 5), specials=[special, "IF1"]), width=48, depth=36)
    (gun,) = guns_of(table.units[0], load_edition("ce-5.01"))
    assert (gun.row.key, gun.attacks, gun.in_turret) == (key, attacks, False)


@pytest.mark.parametrize("text", ["ART-AIC", "ART", "LRM", "ART-S-X", ""])
def test_other_words_are_no_artillery(text: str) -> None:
    assert weapon_row(load_edition("ce-5.01"), text) is None
