"""What must hold for the answers on any table, whatever lies on it."""

import copy
import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from astrike.errors import AstrikeError
from astrike.formats.table.table_file import parse_document
from astrike.model.attack_answer import AttackAnswer, SightAnswer
from astrike.model.attack_question import AttackQuestion
from astrike.rulebook.loader import IDS, load_edition
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests import builders, strategies
from tests.asking import attack, attacks_from, attacks_with, matrix, sight
from tests.builders import Json
from tests.rules.expectation import PAGE
from tests.soak import examples

LAW = settings(
    max_examples=examples(20, soaked=40),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
STATES = ("clear", "partial", "blocked")
SAME = 1e-6


def field_of(document: Json) -> PreparedTable:
    """The table made ready, or the example thrown away when it cannot be: that is said and not crashed."""
    try:
        return prepare_table(parse_document(document))
    except AstrikeError:
        assume(False)
        raise


def some_tables(*, most_units: int = 4) -> st.SearchStrategy[Json]:
    """Tables of any edition with at least two units."""
    return st.sampled_from(IDS).flatmap(
        lambda edition: strategies.documents(
            edition=edition, fewest_units=2, most_units=most_units, most_pieces=4
        )
    )


def pairs(prepared: PreparedTable) -> list[tuple[str, str]]:
    names = [unit.id for unit in prepared.table.units]
    return [(a, b) for a in names for b in names if a != b]


# ---- an explained answer


@LAW
@given(
    some_tables(),
    st.sampled_from(["", "", "TUR", "REAR", "TOR", "AC", "IF", "HT"]),
    st.integers(0, 4),
    st.booleans(),
)
def test_any_table_gives_each_pair_an_explained_answer(
    document: Json, special: str, overheat: int, secondary: bool
) -> None:
    prepared = field_of(document)
    question = AttackQuestion(special=special, overheat=overheat, secondary=secondary)
    for a, b in pairs(prepared):
        explained(attack(prepared, a, b, question), prepared)
        explained(attack(prepared, a, b), prepared)


def explained(answer: AttackAnswer, prepared: PreparedTable) -> None:
    assert (answer.target_number is None) == bool(answer.refusals)
    assert answer.allowed == (answer.refusals == ())
    if answer.allowed:
        assert answer.target_number == sum(m.value for m in answer.tally.modifiers)
        assert 0 <= answer.probability <= 1
        assert answer.bracket is not None
        assert answer.arc is not None
    else:
        assert (answer.probability, answer.automatic) == (0.0, None)
    terms = [*answer.tally.modifiers, *answer.considered, *answer.refusals, *answer.damage.terms]
    assert [term.key for term in terms if not PAGE.fullmatch(term.cite.page)] == []
    assert all(used.id in prepared.options.values for used in answer.options_used)
    seen(answer.sight)
    assert {reason.key for reason in answer.sight.reasons} <= {reason.key for reason in answer.refusals}


def seen(answer: SightAnswer) -> None:
    assert answer.state in STATES
    assert (answer.state == "blocked") == bool(answer.reasons)
    assert 0 <= answer.hidden <= 1
    assert 0 <= answer.hidden_back <= 1
    assert answer.woods >= 0
    assert not (answer.cover and answer.state == "blocked")


# ---- batches


@LAW
@given(some_tables())
def test_a_batch_equals_its_singles(document: Json) -> None:
    prepared = field_of(document)
    whole = matrix(prepared)
    same(whole, tuple(attack(prepared, each.attacker, each.target).as_listed for each in whole))
    for unit in prepared.table.units:
        same(attacks_from(prepared, unit.id), tuple(each for each in whole if each.attacker == unit.id))
        mine = tuple(each for each in whole if unit.id in (each.attacker, each.target))
        same(attacks_with(prepared, unit.id), mine)
    for a, b in pairs(prepared):
        same(sight(prepared, a, b).sight, attack(prepared, a, b).sight)


def same(ours: object, theirs: object) -> None:
    """The same to the last field, lengths and shares to the last hair of floating point."""
    if isinstance(ours, float) and isinstance(theirs, float):
        assert math.isclose(ours, theirs, abs_tol=1e-9)
    elif is_dataclass(ours) and type(ours) is type(theirs):
        for each in fields(ours):
            same(getattr(ours, each.name), getattr(theirs, each.name))
    elif isinstance(ours, tuple) and isinstance(theirs, tuple):
        assert len(ours) == len(theirs)
        for mine, other in zip(ours, theirs, strict=True):
            same(mine, other)
    elif isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        same(tuple(ours), tuple(theirs))
        same(tuple(ours.values()), tuple(theirs.values()))
    else:
        assert ours == theirs


# ---- a block is mutual


@LAW
@given(some_tables())
def test_a_block_is_mutual_outside_of_water(document: Json) -> None:
    prepared = field_of(document)
    by_day = prepared.table.environment == "daylight"
    for a, b in pairs(prepared):
        if any(prepared.bodies[name].submersion != "none" for name in (a, b)):
            continue
        there, back = sight(prepared, a, b).sight, sight(prepared, b, a).sight
        if by_day:  # what a probe finds in the dark need not find the probe
            assert (there.state == "blocked") == (back.state == "blocked")
        assert abs(there.hidden - back.hidden_back) < SAME


# ---- moved and turned


def laid_elsewhere(document: Json, *, quarters: int, by: tuple[float, float]) -> Json:
    """The same table turned by quarters and shifted on a larger one."""
    moved = copy.deepcopy(document)
    head = moved["astrike"]
    assert isinstance(head, dict)
    head.update(width=144, depth=144)

    def place(x: float, y: float) -> list[float]:
        for _ in range(quarters):
            x, y = 48.0 - y, x
        return [x + by[0], y + by[1]]

    features = moved["features"]
    assert isinstance(features, list)
    for feature in features:
        geometry, about = feature["geometry"], feature["properties"]
        geometry["coordinates"] = _mapped(geometry["coordinates"], place)
        for key in ("facing", "toward"):
            if key in about:
                about[key] = (about[key] - 90 * quarters) % 360
    return moved


def _mapped(value: list, place: object) -> list:
    if isinstance(value[0], list):
        return [_mapped(item, place) for item in value]
    return place(*value)  # type: ignore[operator]  # a function of two numbers


def facing_known(document: Json) -> Json:
    """Bases with corners need a facing to be turned with the table."""
    features = document["features"]
    assert isinstance(features, list)
    for feature in features:
        if isinstance(feature["properties"].get("base"), dict):
            feature["properties"].setdefault("facing", 0.0)
    return document


@LAW
@given(some_tables().map(facing_known), st.integers(0, 3), st.sampled_from([(16.0, 32.0), (48.5, 8.25)]))
def test_moving_or_turning_the_whole_table_changes_nothing(
    document: Json, quarters: int, by: tuple[float, float]
) -> None:
    here, there = field_of(document), field_of(laid_elsewhere(document, quarters=quarters, by=by))
    for ours, theirs in zip(matrix(here), matrix(there), strict=True):
        assert plain(ours) == plain(theirs)
        for name in ("hidden", "hidden_back", "woods"):
            assert abs(getattr(ours.sight, name) - getattr(theirs.sight, name)) < SAME
        assert abs(ours.range - theirs.range) < SAME


def plain(answer: AttackAnswer) -> Mapping[str, object]:
    return {
        "tally": answer.tally,
        "refusals": [reason.key for reason in answer.refusals],
        "bracket": answer.bracket,
        "arc": answer.arc,
        "direction": answer.direction,
        "damage": answer.damage,
        "state": answer.sight.state,
        "cover": answer.sight.cover,
        "options": answer.options_used,
    }


# ---- more terrain


@LAW
@given(
    some_tables(most_units=2),
    strategies.outlines(largest=4.0),
    st.sampled_from(["wall", "building", "hill"]),
    strategies.lengths(0.5, 6),
)
def test_a_further_solid_away_from_both_bases_never_uncovers(
    document: Json, outline: tuple[builders.Point, ...], kind: str, height: float
) -> None:
    before = field_of(document)
    a, b = (unit.id for unit in before.table.units)
    more = copy.deepcopy(document)
    features = more["features"]
    assert isinstance(features, list)
    features.append(builders.area("further", outline, kind=kind, height=height))
    after = field_of(more)
    assume(not reaches_a_base(after, "further"))
    ours, theirs = sight(before, a, b).sight, sight(after, a, b).sight
    assert theirs.hidden >= ours.hidden - SAME
    assert theirs.hidden_back >= ours.hidden_back - SAME
    assert STATES.index(theirs.state) >= STATES.index(ours.state)
    first, second = attack(before, a, b), attack(after, a, b)
    if second.allowed:
        assert first.allowed
        assert (second.target_number or 0) >= (first.target_number or 0)


def reaches_a_base(prepared: PreparedTable, piece: str) -> bool:
    """Is the piece within two inches of a base, where it may change what the unit stands in or on?"""
    from astrike.geometry.bases import grown

    shapes = prepared.terrain.shapes[prepared.terrain.index[piece]]
    return any(
        shape.distance(grown(prepared.units.bases, i, 0.0)) < 2.1
        for i in range(len(prepared.table.units))
        for shape in shapes
    )


# ---- every edition answers the same table


@LAW
@given(st.data())
def test_an_unprinted_row_is_refused_and_never_guessed(data: st.DataObject) -> None:
    prepared = field_of(
        data.draw(strategies.documents(edition="classic-2.3.1", fewest_units=2, most_units=3))
    )
    unknown = {row.key for row in load_edition("classic-2.3.1").modifiers.values() if row.unknown}
    emitted = {row.emits for row in load_edition("classic-2.3.1").modifiers.values() if row.unknown} - {""}
    for answer in matrix(prepared):
        counted = {term.key for term in answer.tally.modifiers}
        assert not counted & (unknown - emitted)
