"""A preset of one's own: everything wrong with it is named at once, and what is right is read."""

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astrike.errors import InputError, NotFound, Problem
from astrike.presets.loader import load_preset, preset_mapping, read_preset
from astrike.presets.schema import Preset
from tests.soak import examples

HEAD = """
id = "club"
title = "Club night"
version = "3"
source = "ours"
confidence = "high"
"""


def problems(text: str) -> dict[str, str]:
    with pytest.raises(InputError) as caught:
        read_preset(HEAD + text)
    return {problem.at: f"{problem.found}; {problem.expected}" for problem in caught.value.problems}


def test_an_unknown_id_names_the_ids() -> None:
    with pytest.raises(NotFound, match="torchlight"):
        load_preset("spring-open")


def test_everything_wrong_is_named_at_once() -> None:
    found = problems("""
base = "wide"
colour = "blue"
clock = { rounds = 3.5, hours = 2 }

[[layout.limits]]
key = "gap.edge"

[[layout.limits]]
key = "count.castle"
at_least = 2

[[layout.limits]]
key = "gap.pieces"
at_least = 3
at_most = 2

[[lists.limits]]
key = "units"
label = "Units"
measure = "heads"
at_most = "many"
""")
    assert found["base"] == '"wide"; a number'
    assert found["colour"].startswith('"blue"; one of id, title')
    assert found["clock.rounds"] == "3.5; a whole number"
    assert "clock.hours" in found
    assert found["layout.limits[0]"] == "neither at_least nor at_most; one of them, or both"
    assert found["layout.limits[1].key"].startswith('"count.castle"; one of count.all')
    assert found["layout.limits[2].at_least"] == "3; no more than at_most, 2"
    assert found["lists.limits[0].at_most"] == '"many"; a number'


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ('lists = { types = ["BM", "XX"] }', "lists.types[1]"),
        ("table = { width = 6, depth = 48 }", "table.width"),
        ("tolerance = 9", "tolerance"),
        ("base = 0", "base"),
        ("base = nan", "base"),
        ("bases = { XX = 1 }", "bases.XX"),
        ("[layout]\nsymmetry = 'round'", "layout.symmetry"),
        ("[layout]\nbase = 1", "layout.base"),
        ("[layout]\nlimits = 3", "layout.limits"),
        ("layout = 3", "layout"),
        ("lists = 3", "lists"),
        ("doubts = { base = 'sure' }", "doubts.base"),
        ("notes = [1]", "notes[0]"),
        ("premeasure = 1", "premeasure"),
        ("options = { a = [1] }", "options.a"),
        ("[[deployments]]\nid = 'a'\nlabel = 'A'\n[[deployments.zones]]\nrule = 'ring'\ninches = 3",
         "deployments[0].zones[0].rule"),
        ("[[deployments]]\nid = 'a'\nlabel = 'A'\n[[deployments.zones]]\nrule = 'edge'\ninches = 3\nstart = 3",
         "deployments[0].zones[0].start"),
        ("[[scenarios]]\nid = 'a'\nlabel = 'A'\ndeployment = 'b'", "scenarios[0].deployment"),
        ("[[layout.limits]]\nkey = 'gap.edge'\nat_least = -1", "layout.limits[0].at_least"),
        ("[[layout.limits]]\nkey = 'gap.edge'\nat_least = 1\n[[layout.limits]]\nkey = 'gap.edge'\nat_least = 2",
         "layout.limits[1].key"),
        ("[[lists.limits]]\nkey = 'a'\nlabel = 'A'\nmeasure = 'units'\nat_most = 1\n"
         "[[lists.limits]]\nkey = 'a'\nlabel = 'A'\nmeasure = 'units'\nat_most = 1", "lists.limits[1].key"),
    ],
    ids=lambda value: value if "[" not in value else "",
)  # fmt: skip
def test_each_value_is_named_where_it_stands(text: str, at: str) -> None:
    assert at in problems(text)


def test_what_is_absent_is_named() -> None:
    with pytest.raises(InputError) as caught:
        read_preset({"title": "", "confidence": "sure"}, at="profile")
    assert {problem.at for problem in caught.value.problems} == {
        "profile.id",
        "profile.version",
        "profile.source",
    }


@pytest.mark.parametrize(
    "text",
    ["id = ", "{", "[1]", "x" * 300_000, "base = " + "9" * 5000, "base = 0x" + "f" * 5000],
    ids=["toml", "json", "table", "long", "long-number", "long-hex-number"],
)
def test_text_that_is_no_preset_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_preset(text)


def test_json_and_toml_say_the_same() -> None:
    json_text = (
        '{"id": "club", "title": "Club night", "version": "3", "source": "ours", "confidence": "high",'
        ' "layout": {"limits": [{"key": "gap.edge", "at_least": 2, "ref": "line 4"}]}}'
    )
    toml_text = HEAD + "[[layout.limits]]\nkey = 'gap.edge'\nat_least = 2\nref = 'line 4'"
    assert read_preset(json_text) == read_preset(toml_text)
    assert read_preset(json_text).layout.limits["gap.edge"].confidence == "high"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)


def outcome(changed: Any) -> Preset | tuple[Problem, ...]:
    """Give the preset, or what is wrong with it."""
    try:
        return read_preset(changed)
    except InputError as error:
        return error.problems


@settings(max_examples=examples(25, soaked=60), deadline=None)
@given(st.sampled_from(["match-play-battle", "alpha-strike-open", "pursuit"]), st.data())
def test_whatever_is_changed_is_read_or_named(name: str, data: st.DataObject) -> None:
    changed: Any = copy.deepcopy(preset_mapping(load_preset(name)))
    here = changed
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(here[key], dict | list) or not here[key] or data.draw(st.booleans()):
            break
        here = here[key]
    here[key] = data.draw(VALUES)
    assert outcome(changed)


@pytest.mark.parametrize(
    "number",
    [10**400, -(10**400), 10**6000, float("nan"), float("inf")],
    ids=["huge", "far-below", "endless", "nan", "inf"],
)
@pytest.mark.parametrize("key", ["base", "tolerance", "id"])
def test_numbers_that_are_none_are_named(key: str, number: float) -> None:
    with pytest.raises(InputError) as caught:
        read_preset({key: number})
    assert key in {problem.at for problem in caught.value.problems}
