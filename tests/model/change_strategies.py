"""Raw documents of all shapes, and operations that may or may not fit them."""

from hypothesis import strategies as st

from astrike.errors import InputError
from astrike.model.document_change import (
    ABSENT,
    AddFeature,
    Operation,
    RemoveFeature,
    ReplaceDocument,
    SetGeometry,
    SetMember,
    SetProperty,
    apply,
)

KEYS = st.sampled_from(["kind", "name", "heat", "state", "ecm", "\ud800"])
NAMES = st.sampled_from(["A", "B", "C", "wood-1", ""])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(KEYS, values, max_size=3),
    max_leaves=5,
)
PROPERTIES = st.dictionaries(KEYS, VALUES, max_size=4)


@st.composite
def features(draw: st.DrawFn, name: str | None = None) -> dict[str, object]:
    feature = {
        "type": "Feature",
        "id": draw(NAMES) if name is None else name,
        "geometry": draw(VALUES),
        "properties": draw(PROPERTIES),
    }
    keys = draw(st.permutations(list(feature)))
    return {key: feature[key] for key in keys}


@st.composite
def documents(draw: st.DrawFn) -> dict[str, object]:
    names = draw(st.lists(NAMES, unique=True, max_size=4))
    return {
        "type": "FeatureCollection",
        "astrike": draw(PROPERTIES),
        "features": [draw(features(name)) for name in names],
        "note": draw(VALUES),
    }


OPERATIONS: st.SearchStrategy[Operation] = st.one_of(
    st.builds(SetProperty, NAMES, KEYS, VALUES | st.just(ABSENT), st.none() | st.integers(0, 5)),
    st.builds(SetGeometry, NAMES, VALUES),
    st.builds(AddFeature, features(), st.none() | st.integers(0, 5)),
    st.builds(RemoveFeature, NAMES),
    st.builds(SetMember, KEYS, VALUES | st.just(ABSENT), st.none() | st.integers(0, 5)),
    st.builds(ReplaceDocument, documents()),
)


@st.composite
def changes(draw: st.DrawFn) -> tuple[dict[str, object], list[Operation]]:
    """Draw a document and operations that fit it."""
    document = draw(documents())
    fitting: list[Operation] = []
    now = document
    for operation in draw(st.lists(OPERATIONS, max_size=6)):
        try:
            now, _ = apply(now, [operation])
        except InputError:
            continue
        fitting.append(operation)
    return document, fitting
