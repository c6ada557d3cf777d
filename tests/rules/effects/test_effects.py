"""Any effect on any table comes to something that is said, or to an error that names what is wrong."""

import random
from collections.abc import Mapping

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from astrike.errors import AstrikeError, InputError
from astrike.formats.table.table_file import parse_document
from astrike.model.dice import DiceTray
from astrike.model.document_change import apply
from astrike.model.effect_answer import EffectAnswer
from astrike.model.explain import Fact
from astrike.rules.effects.effect import EFFECTS, effect
from astrike.rules.effects.effect_settings import SETTINGS, EffectSetting, settings_of
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.effects.operations import change_operations
from tests.builders import Json
from tests.rules.expectation_effect import always_of_effect
from tests.rules.solver.test_laws_of_answers import field_of, some_tables
from tests.soak import examples

LAW = settings(
    max_examples=examples(20, soaked=40),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
SEED = 7


def value_for(draw: st.DrawFn, setting: EffectSetting, prepared: PreparedTable) -> Fact:
    match setting.kind:
        case "flag":
            return draw(st.booleans())
        case "word":
            return draw(st.sampled_from(setting.words))
        case "point":
            return f"{draw(st.integers(0, 48))},{draw(st.integers(0, 36))}"
        case "name":
            return draw(st.sampled_from([unit.id for unit in prepared.table.units]))
    return draw(st.integers(int(setting.low), int(setting.high)))


@st.composite
def questions(draw: st.DrawFn) -> tuple[Json, str, str, dict[str, Fact]]:
    document = draw(some_tables(most_units=3))
    prepared = field_of(document)
    kind = draw(st.sampled_from(sorted(EFFECTS)))
    said = {
        key: value_for(draw, setting, prepared)
        for key, setting in SETTINGS[kind].items()
        if setting.needed or draw(st.booleans())
    }
    return document, kind, prepared.table.units[0].id, said


def asked(
    document: Json, kind: str, name: str, said: Mapping[str, Fact], tray: DiceTray
) -> EffectAnswer | str:
    try:
        return effect(field_of(document), kind, name, said, tray)
    except AstrikeError as error:
        return error.message


def rolling() -> DiceTray:
    chance = random.Random(SEED)
    return DiceTray(supply=lambda sides: chance.randint(1, sides))


@LAW
@given(questions())
def test_an_effect_is_explained_or_says_what_is_wrong(
    question: tuple[Json, str, str, dict[str, Fact]],
) -> None:
    answer = asked(*question, rolling())
    if isinstance(answer, str):
        assert answer
        return
    assert list(always_of_effect(answer)) == []
    assert answer.kind == question[1]
    assert answer.label


@LAW
@given(questions())
def test_the_dice_that_fell_give_the_same_when_they_are_typed(
    question: tuple[Json, str, str, dict[str, Fact]],
) -> None:
    first = asked(*question, rolling())
    if isinstance(first, str):
        return
    tray = DiceTray([die.fell for die in first.dice])
    again = asked(*question, tray)
    assert not isinstance(again, str), again
    assert not tray.left
    assert (again.result, again.changes, again.caught, again.total) == (
        first.result, first.changes, first.caught, first.total,
    )  # fmt: skip


@LAW
@given(questions())
def test_the_table_with_what_an_effect_changes_is_a_right_table(
    question: tuple[Json, str, str, dict[str, Fact]],
) -> None:
    answer, document = asked(*question, rolling()), question[0]
    if isinstance(answer, str):
        return
    table = field_of(document).table
    after, _ = apply(document, change_operations(answer.changes, table))
    changed = parse_document(after)
    for change in answer.changes:
        unit = changed.unit(change.unit)
        if unit is not None and change.at == "state":
            assert ",".join(sorted(unit.state)) == change.after


@pytest.mark.parametrize("kind", sorted(EFFECTS))
def test_every_kind_has_settings_and_names_each_wrong_one(kind: str) -> None:
    wrong: dict[str, Fact] = {key: "?" for key in SETTINGS[kind] if SETTINGS[kind][key].kind != "name"}
    with pytest.raises(InputError) as caught:
        settings_of(kind, {**wrong, "nonsense": 1})
    named = {problem.at for problem in caught.value.problems}
    needed = {key for key, setting in SETTINGS[kind].items() if setting.needed}
    assert named == {f"settings.{key}" for key in {*wrong, "nonsense"} | (needed - set(wrong))}


def test_an_unknown_kind_and_an_unknown_setting_are_said() -> None:
    with pytest.raises(InputError) as caught:
        settings_of("heat", {"attacked": "perhaps", "overheat": 9, "cold": 1})
    assert [problem.at for problem in caught.value.problems] == [
        "settings.attacked", "settings.overheat", "settings.cold",
    ]  # fmt: skip
