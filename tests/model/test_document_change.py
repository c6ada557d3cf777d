"""Any change can be taken back, to the last comma."""

import copy
import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astrike.errors import InputError
from astrike.model.document_change import (
    ABSENT,
    AddFeature,
    Operation,
    RemoveFeature,
    SetGeometry,
    SetMember,
    SetProperty,
    apply,
    operations_from_json,
    operations_to_json,
)
from tests.model.change_strategies import OPERATIONS, changes, documents


def as_text(value: object) -> str:
    """Key order counts, and so does 5 or 5.0."""
    return json.dumps(value)


@given(changes())
def test_the_inverse_leads_back_to_the_same_text(change: tuple[dict[str, object], list[Operation]]) -> None:
    document, operations = change
    after, inverse = apply(document, operations)
    back, inverse_of_inverse = apply(after, inverse)
    assert as_text(back) == as_text(document)
    assert as_text(apply(back, inverse_of_inverse)[0]) == as_text(after)


@given(changes())
def test_documents_and_operations_are_never_changed(
    change: tuple[dict[str, object], list[Operation]],
) -> None:
    document, operations = change
    kept = copy.deepcopy((document, operations))
    after, inverse = apply(document, operations)
    apply(after, inverse)
    assert (document, operations) == kept


@given(changes())
def test_operations_survive_json(change: tuple[dict[str, object], list[Operation]]) -> None:
    document, operations = change
    _, inverse = apply(document, operations)
    for each in (tuple(operations), inverse):
        text = as_text(operations_to_json(each))
        assert operations_from_json(json.loads(text)) == each


@given(documents(), st.lists(OPERATIONS, max_size=6))
def test_what_does_not_fit_is_refused_and_changes_nothing(
    document: dict[str, object], operations: list[Operation]
) -> None:
    before = as_text(document)
    with suppress(InputError):
        apply(document, operations)
    assert as_text(document) == before


DOCUMENT: dict[str, object] = {
    "astrike": {"format": 1},
    "features": [{"id": "A", "geometry": None, "properties": {"heat": 0}}, {"id": "bare"}],
}


@pytest.mark.parametrize(
    ("operation", "at"),
    [
        pytest.param(SetProperty("Z", "heat", 1), "features", id="a property of nothing"),
        pytest.param(SetGeometry("Z", None), "features", id="moving nothing"),
        pytest.param(RemoveFeature("Z"), "features", id="removing nothing"),
        pytest.param(AddFeature({"id": "A"}), "features", id="a second feature of that id"),
        pytest.param(AddFeature({"type": "Feature"}), "features", id="a feature without id"),
        pytest.param(AddFeature({"id": 7}), "features", id="a feature whose id is a number"),
        pytest.param(AddFeature({"id": "C"}, 3), "features", id="a place beyond the end"),
        pytest.param(AddFeature({"id": "C"}, -1), "features", id="a place before the start"),
        pytest.param(SetProperty("bare", "heat", 1), "features[1].properties", id="no properties"),
        pytest.param(SetGeometry("bare", None), "features[1]", id="no geometry"),
    ],
)
def test_an_operation_that_does_not_fit_is_refused(operation: Operation, at: str) -> None:
    with pytest.raises(InputError) as caught:
        apply(DOCUMENT, [operation])
    assert [problem.at for problem in caught.value.problems] == [at]


@pytest.mark.parametrize(
    ("document", "at"),
    [
        pytest.param({}, "features", id="no features"),
        pytest.param({"features": "A"}, "features", id="features are a text"),
        pytest.param({"features": ["A"]}, "features[0]", id="a feature is a text"),
    ],
)
def test_a_document_without_features_is_refused(document: dict[str, object], at: str) -> None:
    with pytest.raises(InputError) as caught:
        apply(document, [RemoveFeature("A")])
    assert [problem.at for problem in caught.value.problems] == [at]


def test_a_document_without_astrike_member_is_refused() -> None:
    with pytest.raises(InputError, match="astrike"):
        apply({"features": []}, [SetMember("turn", 2)])


def test_a_dropped_key_comes_back_in_its_place() -> None:
    document = {"astrike": {"format": 1, "turn": 2, "phase": "combat"}, "features": []}
    after, inverse = apply(document, [SetMember("turn", ABSENT)])
    assert after["astrike"] == {"format": 1, "phase": "combat"}
    assert as_text(apply(after, inverse)[0]) == as_text(document)


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        pytest.param("remove", ["operations"], id="no list"),
        pytest.param(["x", 1], ["operations[0]", "operations[1]"], id="no objects"),
        pytest.param(
            [{"op": "explode"}, {}], ["operations[0].op", "operations[1].op"], id="unknown operation"
        ),
        pytest.param([{"op": []}], ["operations[0].op"], id="an operation that is a list"),
        pytest.param([{"op": "remove-feature"}], ["operations[0].feature"], id="a key is missing"),
        pytest.param(
            [{"op": "set-property", "feature": 1, "key": None, "at": True, "more": 1}],
            ["operations[0].more", "operations[0].feature", "operations[0].key", "operations[0].at"],
            id="everything at once",
        ),
        pytest.param(
            [{"op": "set-member", "key": "turn", "value": 1, "at": -1}],
            ["operations[0].at"],
            id="a place below 0",
        ),
        pytest.param([{"op": "add-feature", "feature": "A"}], ["operations[0].feature"], id="no feature"),
    ],
)
def test_json_that_is_no_operation_is_refused_with_every_problem(value: object, wrong: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        operations_from_json(value)
    assert [problem.at for problem in caught.value.problems] == wrong
