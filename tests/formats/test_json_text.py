"""JSON as text: what a strict reader refuses is named, what can be kept is kept."""

import json

import pytest
from hypothesis import given

from astrike.errors import InputError, Problem, child
from astrike.formats.json_text import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_VALUES,
    DoubledKeys,
    json_bytes,
    json_problems,
    load_json,
    shown,
)
from astrike.formats.table.table_file import read_table
from tests import strategies
from tests.builders import document, hill, mech


def refused(data: bytes | str) -> tuple[Problem, ...]:
    with pytest.raises(InputError) as caught:
        read_table(data)
    return caught.value.problems


def text_of(*features: object, **head: object) -> str:
    return json.dumps(document(*features, **head))  # type: ignore[arg-type]  # wrong ones on purpose


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", "nothing"),
        (b" \n", "nothing"),
        (b"\xef\xbb\xbf", "nothing"),
        (b"\xff\xfe{\x00", "bytes that are not UTF-8, at byte 1"),
        (b'{"type": "\xe9"}', "bytes that are not UTF-8, at byte 11"),
        (b"\x89PNG\r\n\x1a\n", "bytes that are not UTF-8, at byte 1"),
        (b"\x00\x01\x02", "text that is not JSON (Expecting value)"),
        (b"{", "text that is not JSON (Expecting property name enclosed in double quotes)"),
        (b"{} {}", "text that is not JSON (Extra data)"),
        (b"[1,", "text that is not JSON (Expecting value)"),
        (b"{'type': 1}", "text that is not JSON (Expecting property name enclosed in double quotes)"),
        ('"\ud800"', "bytes that are not UTF-8, at byte 2"),
    ],
)
def test_what_is_no_json_is_refused(data: bytes | str, found: str) -> None:
    (problem,) = refused(data)
    assert problem.found == found


def test_the_place_of_an_error_in_the_text_is_named() -> None:
    (problem,) = refused('{\n  "type": x\n}')
    assert problem.at == "line 2, column 11"


def test_a_byte_order_mark_is_no_problem() -> None:
    assert read_table(b"\xef\xbb\xbf" + text_of().encode()).width == 48
    assert read_table("\ufeff" + text_of()).width == 48


def test_the_largest_file_is_two_million_bytes() -> None:
    text = text_of().encode()
    assert read_table(text + b" " * (MAX_BYTES - len(text))).width == 48
    (problem,) = refused(text + b" " * (MAX_BYTES - len(text) + 1))
    assert (problem.at, problem.found, problem.expected) == (
        "file",
        "2,000,001 bytes",
        "at most 2,000,000 bytes",
    )


def test_a_reader_may_allow_more_bytes() -> None:
    assert load_json(b"[]" + b" " * MAX_BYTES, most_bytes=2 * MAX_BYTES) == []
    with pytest.raises(InputError, match="at most 10 bytes"):
        load_json(b"[]" + b" " * 9, most_bytes=10)


def test_so_many_values_that_reading_them_would_take_long_are_refused_unread() -> None:
    with pytest.raises(InputError, match=f"{MAX_VALUES:,} values"):
        load_json(b"[" + b"0," * (2 * MAX_VALUES), most_bytes=32_000_000)


@pytest.mark.parametrize("depth", [MAX_DEPTH, 900, 5_000, 500_000])
@pytest.mark.parametrize("pair", ["[]", '{"a":}'], ids=["lists", "objects"])
def test_endless_nesting_is_refused(depth: int, pair: str) -> None:
    opening, closing = pair[:-1], pair[-1]
    depth = min(depth, MAX_BYTES // 7)
    text = text_of(x="here").replace('"here"', opening * depth + "0" + closing * depth)
    (problem,) = refused(text)
    assert problem.found == "lists and objects nested too deeply"


def test_endless_nesting_of_plain_values_is_refused() -> None:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(InputError):
        json_problems(value)
    ring: list[object] = []
    ring.append(ring)
    with pytest.raises(InputError):
        json_problems(ring)


def test_more_values_than_any_file_holds_are_refused() -> None:
    twins: list[object] = []
    for _ in range(40):
        twins = [twins, twins]
    with pytest.raises(InputError, match=f"{MAX_VALUES:,}"):
        json_problems(twins)


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "9" * 400, "9" * 6000])
@pytest.mark.parametrize("place", ["astrike.width", "astrike.x", "features[0].properties.facing", "x[1]"])
def test_numbers_without_end_are_named_where_they_stand(word: str, place: str) -> None:
    text = json.dumps(
        {
            **document(
                mech("A", facing="?" if place.endswith("facing") else 90),
                width="?" if place.endswith("width") else 48,
                x="?" if place.endswith(".x") else 1,
            ),
            "x": [1, "?" if place == "x[1]" else 2],
        }
    )
    (problem,) = refused(text.replace('"?"', word))
    assert problem.at == place
    assert problem.found in {
        word,
        "Infinity",
        "-Infinity",
        "a number of 400 digits",
        "a number of 6,000 digits",
    }
    assert "number" in problem.expected


def test_a_number_without_end_in_coordinates_is_named_where_it_stands() -> None:
    text = text_of(hill("h", ((0, 0), (4, 0), (777, 4)))).replace("777", "NaN")
    (problem,) = refused(text)
    assert (problem.at, problem.found) == ("features[0].geometry.coordinates[0][2][0]", "NaN")


def test_keys_that_stand_twice_are_named() -> None:
    text = (
        text_of(mech("A"))
        .replace('"skill": 4', '"skill": 4, "skill": 3')
        .replace('"format": 1', '"format": 1, "format": 1')
    )
    assert [problem.at for problem in refused(text)] == ["astrike.format", "features[0].properties.skill"]
    assert "twice" in refused(text)[0].found


def test_a_doubled_key_does_not_hide_other_problems() -> None:
    text = text_of(mech("A", facing="north")).replace('"skill": 4', '"skill": 4, "skill": 3')
    assert {problem.at for problem in refused(text)} == {
        "features[0].properties.facing",
        "features[0].properties.skill",
    }


def test_many_keys_that_stand_twice_are_found_quickly() -> None:
    members = ", ".join(f'"k{n}": 0, "k{n}": 1' for n in range(50_000))
    found = load_json(f"{{{members}}}")
    assert isinstance(found, DoubledKeys)
    assert len(found.keys_twice) == 50_000


@pytest.mark.parametrize("text", ['"\\ud800"', '"a\\udfffb"'])
def test_half_characters_are_refused(text: str) -> None:
    (problem,) = refused(text_of(x="?").replace('"?"', text))
    assert (problem.at, problem.expected) == ("astrike.x", "text of whole characters")


def test_half_characters_in_a_key_are_refused() -> None:
    (problem,) = refused(text_of(x="?").replace('"x"', '"\\ud800"'))
    assert problem.at == "astrike"


def test_whole_characters_written_as_two_halves_are_kept() -> None:
    text = text_of(x="?").replace('"?"', '"\\ud83d\\ude00"')
    assert read_table(text).document["astrike"]["x"] == "😀"  # type: ignore[index]  # what was just written


@pytest.mark.parametrize("value", [(1, 2), {1}, object(), b"x", {1: 2}, 1j], ids=repr if False else type)
def test_values_that_json_does_not_know_are_refused(value: object) -> None:
    assert json_problems({"x": [value]})


@given(strategies.json_values())
def test_what_is_json_has_no_problem_and_comes_back(value: object) -> None:
    assert json_problems(value) == []
    assert json.dumps(load_json(json_bytes(value))) == json.dumps(value)


@pytest.mark.parametrize(
    ("at", "key", "place"),
    [
        ("", "astrike", "astrike"),
        ("features", 3, "features[3]"),
        ("a", "fire-control", "a.fire-control"),
        ("a", "sight.max", 'a["sight.max"]'),
        ("a", "", 'a[""]'),
        ("a", 'say "x"', 'a["say \\"x\\""]'),
    ],
)
def test_a_place_reads_like_a_path(at: str, key: str | int, place: str) -> None:
    assert child(at, key) == place


def test_what_was_found_is_shown_short() -> None:
    assert len(shown("x" * 10_000)) == 60
    assert len(shown(list(range(10_000)))) <= 60
    assert shown({"a": {"b": [1]}, "c": [[2]]}) == '{"a": {...}, "c": [...]}'
    assert shown(True) == "true"
    assert shown(10**400) == "a number of more than 300 digits"
