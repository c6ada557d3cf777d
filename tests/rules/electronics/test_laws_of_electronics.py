"""What must hold of networks and fields on any table."""

import math
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from astrike.formats.table.table_file import parse_document
from astrike.model.attack_answer import AttackAnswer
from astrike.model.card import Special
from astrike.model.electronics_answer import NetworksAnswer
from astrike.model.table import Table
from astrike.rulebook.loader import IDS
from astrike.rules.electronics.networks import networks
from astrike.rules.table.prepared_table import prepare_table
from tests import builders
from tests.asking import attack, matrix
from tests.builders import Json, box, wall
from tests.soak import examples
from tests.strategies import lengths

LAW = settings(
    max_examples=examples(20, soaked=40), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TYPES = {
    "C3": (["C3M"], ["C3S"]),
    "C3BS": (["C3BSM"], ["C3BSS"]),
    "C3I": (["C3I"], ["C3I"]),
    "NOVA": (["NOVA"], ["NOVA"]),
}
FIELDS = ("ECM", "AECM", "LECM", "WAT", "NOVA")
SOMEWHERE = st.tuples(lengths(20, 100), lengths(20, 100))
BASES: Sequence[object] = (
    1.25,
    2.0,
    {"shape": "hex", "across": 1.25},
    {"shape": "rect", "width": 1, "length": 3},
)


@st.composite
def tables(draw: st.DrawFn) -> Json:
    """Two sides of networked units with fields, probes and designators, on an open table of any edition."""
    features: list[Json] = []
    nets: list[Json] = []
    for side in ("red", "blue"):
        kind = draw(st.sampled_from(sorted(TYPES)))
        count = draw(st.integers(2, 3))
        names = [f"{side}-{k}" for k in range(count)]
        for k, name in enumerate(names):
            codes = [*TYPES[kind][bool(k)]]
            codes += draw(
                st.lists(st.sampled_from([*FIELDS, "PRB", "BH", "TAG", "STL"]), max_size=2, unique=True)
            )
            features.append(
                builders.mech(
                    name,
                    draw(SOMEWHERE),
                    side=side,
                    specials=list(dict.fromkeys(codes)),
                    base=draw(st.sampled_from(BASES)),
                    facing=draw(st.sampled_from([0, 30, 90, 137])),
                    ecm=draw(st.sampled_from(["ecm", "ecm", "eccm", "split", "off"])),
                    state=draw(st.sampled_from([[], [], ["stealth-off"], ["shutdown"]])),
                )
            )
        leads = kind in ("C3", "C3BS")
        nets.append(
            {"id": side, "type": kind, "members": names[leads:], **({"master": names[0]} if leads else {})}
        )
    options = {
        "ecm-eccm": draw(st.booleans()),
        "ecm.measure": draw(st.sampled_from(["edge", "centre"])),
    }
    return builders.document(
        *features,
        edition=draw(st.sampled_from(IDS)),
        width=120.0,
        depth=120.0,
        networks=nets,
        options=options,
    )


def table_of(document: Json) -> Table:
    return parse_document(document)


def turned(table: Table, degrees: float) -> Table:
    angle = math.radians(degrees)
    cos, sin = math.cos(angle), math.sin(angle)

    def place(x: float, y: float) -> tuple[float, float]:
        return 60 + (x - 60) * cos - (y - 60) * sin, 60 + (x - 60) * sin + (y - 60) * cos

    units = tuple(
        replace(each, at=place(*each.at), facing=((each.facing or 0.0) - degrees) % 360)
        for each in table.units
    )
    return replace(table, units=units)


def working(answer: NetworksAnswer) -> set[str]:
    """Everything that is on: members of networks, probes and designators; fields aside."""
    members = {member.unit for each in answer.networks for member in each.members if member.on}
    return members | {
        f"{field.unit} {field.code}"
        for field in answer.electronic_fields
        if field.on and field.kind in ("probe", "tag")
    }


def is_at_a_limit(table: Table) -> bool:
    """Does a field end within a hair of a unit or a line, so that rounding decides?"""
    answers = [networks(prepare_table(stretched(table, by))) for by in (0.99999, 1.0, 1.00001)]
    return answers[0] != answers[1] or answers[1] != answers[2]


def stretched(table: Table, by: float) -> Table:
    units = tuple(replace(each, at=(each.at[0] * by, each.at[1] * by)) for each in table.units)
    return replace(table, units=units)


@LAW
@given(tables(), st.sampled_from([90.0, 180.0, 37.3]))
def test_turning_the_table_changes_nothing(document: Json, degrees: float) -> None:
    table = table_of(document)
    assume(not is_at_a_limit(table))
    before, after = (networks(prepare_table(each)) for each in (table, turned(table, degrees)))
    assert before == after


@LAW
@given(tables(), SOMEWHERE, st.sampled_from(FIELDS), st.sampled_from(["red", "blue"]))
def test_a_further_hostile_field_never_switches_anything_on(
    document: Json, at: tuple[float, float], code: str, side: str
) -> None:
    friends = {unit.id for unit in table_of(document).units if unit.side != side}
    further = builders.mech("further", at, side=side, specials=[code])
    more = {**document, "features": [*document["features"], further]}
    before, after = (working(networks(prepare_table(table_of(each)))) for each in (document, more))
    assert {name for name in after - before if name.split(" ")[0] in friends} == set()


@LAW
@given(tables(), st.booleans())
def test_a_network_only_ever_helps_the_number_and_nothing_else(document: Json, has_wall: bool) -> None:
    table = table_of(document)
    if has_wall:
        about = wall("wall", box(55, 0, 57, 120), height=9)
        table = table_of({**document, "features": [*document["features"], about]})
    alone, together = (matrix(prepare_table(each)) for each in (replace(table, networks=()), table))
    for one, other in zip(alone, together, strict=True):
        assert other.tally.total <= one.tally.total
        assert stripped(one) == stripped(other)


def stripped(answer: AttackAnswer) -> AttackAnswer:
    """All of an answer but the range term and what follows from it."""
    return replace(
        answer,
        tally=replace(answer.tally, modifiers=tuple(m for m in answer.tally.modifiers if m.part != "R")),
        probability=0.0,
        automatic=None,
        options_used=(),
    )


@LAW
@given(tables())
def test_lists_and_single_answers_agree(document: Json) -> None:
    table = table_of(document)
    for listed in matrix(prepare_table(table)):
        single = attack(prepare_table(table), listed.attacker, listed.target)
        assert (single.tally, single.refusals, single.options_used) == (
            *(listed.tally, listed.refusals, listed.options_used),
        )


@LAW
@given(tables())
def test_without_networks_their_systems_change_no_attack(document: Json) -> None:
    table = replace(table_of(document), networks=())
    bare = replace(table, units=tuple(replace(unit, specials=kept(unit.specials)) for unit in table.units))
    for one, other in zip(matrix(prepare_table(table)), matrix(prepare_table(bare)), strict=True):
        assert (one.tally, one.refusals, one.damage) == (other.tally, other.refusals, other.damage)


def kept(specials: Sequence[Special]) -> tuple[Special, ...]:
    return tuple(each for each in specials if each.code == "STL")
