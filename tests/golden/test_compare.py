"""The golden set finds what differs, takes only what its list wants, and says which wishes are stale."""

import sys
from collections.abc import Mapping

import pytest

from tests.golden import wanted
from tests.golden.__main__ import between, main
from tests.golden.compare import Difference, differences, rounded
from tests.golden.files import Question
from tests.golden.page_changes import PageChanges
from tests.golden.report import report
from tests.golden.texts import lines_of, masked
from tests.golden.wanted import FILE, Wanted, read_wanted, wanted_of

ATTACK: Mapping[str, object] = {
    "target_number": 6,
    "range": 16.0,
    "modifiers": [
        {"key": "skill", "value": 3, "ref": "CE p.42"},
        {"key": "terrain.woods", "value": 1, "ref": "CE p.43"},
    ],
}


def attack(**changed: object) -> dict[str, object]:
    return {**ATTACK, **changed}


def modifier(**changed: object) -> dict[str, object]:
    return attack(
        modifiers=[
            {"key": "skill", "value": 3, "ref": "CE p.42"},
            {"key": "terrain.woods", "value": 1, "ref": "CE p.43", **changed},
        ]
    )


def found(
    now: Mapping[str, object], was: Mapping[str, object] = ATTACK, *, edition: str = "ce-7"
) -> list[Difference]:
    name = f"woods / the case [{edition}]"
    return between({name: was}, {name: now}, has_all=True)


# ---- what differs


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (attack(target_number=7), ["target_number: 6 -> 7"]),
        (attack(range=16.0001), ["range: 16.0 -> 16.0001"]),
        (attack(target_number=None), ["target_number: 6 -> null"]),
        (attack(target_number=True), ["target_number: 6 -> true"]),
        ({"range": 16.0, "modifiers": ATTACK["modifiers"]}, ["target_number: gone: 6"]),
        (attack(close=True), ["close: new: true"]),
        (modifier(ref="CE p.44"), ['modifiers[1].ref: "CE p.43" -> "CE p.44"']),
        (attack(modifiers=[{"key": "terrain.woods", "value": 1, "ref": "CE p.43"}]), 1),
        (attack(modifiers=[]), 2),
    ],
    ids=[
        "a number", "a measure", "nothing", "a truth", "a key that is gone", "a new key", "a page", "a term less",
        "no terms",
    ],
)  # fmt: skip
def test_every_change_is_found(now: Mapping[str, object], said: list[str] | int) -> None:
    texts = [each.text() for each in found(now)]
    assert texts == said if isinstance(said, list) else len(texts) == said


def test_sums_in_another_order_are_the_same() -> None:
    assert not list(differences([0.1 + 0.2, 1e-17, 16], [0.3, 0.0, 16.0]))
    assert list(differences([0.3], [0.30001]))
    assert rounded({"a": [1 / 3, float("inf"), True]}) == {"a": [0.333333333, float("inf"), True]}


def test_a_term_between_others_is_one_difference() -> None:
    one, two, new = ({"key": key, "value": 1} for key in ("skill", "range.medium", "terrain.woods"))
    assert [each.text() for each in differences([one, two], [one, new, two])] == [
        '[1]: new: {"key": "terrain.woods", "value": 1}'
    ]


def test_answers_that_came_or_went_are_found() -> None:
    known, made = {"a": 1, "b": 2}, {"b": 2, "c": 3}
    assert [(each.kind, each.name) for each in between(known, made, has_all=True)] == [
        ("added", "c"),
        ("removed", "a"),
    ]
    assert [each.name for each in between(known, made, has_all=False)] == ["c"], "a was not asked"


def test_a_wrong_word_on_a_page_is_found() -> None:
    was = lines_of("<main><h1>Alder</h1><p>Needs <b>7</b>+</p><p>CE p.42</p></main>")
    now = lines_of("<main><h1>Alder</h1><p>New</p><p>Needs <b>8</b>+</p><p>CE p.42</p></main>")
    assert [each.text() for each in differences({"lines": was}, {"lines": now})] == [
        'lines[1]: new: "New"',
        'lines[2]: "Needs 7+" -> "Needs 8+"',
    ]


def test_what_fields_hold_and_what_is_only_heard_is_read() -> None:
    page = (
        '<form><input type="hidden" name="change_id" value="x7"><label>Heat <input type="number" value="2"></label>'
        '<select><option selected>jump</option></select><input type="checkbox" value="1" checked>'
        '<svg aria-label="Plan"><text>16″</text></svg><script>a()</script><p hidden>b</p></form>'
    )
    assert lines_of(page) == ["Heat", "[number 2]", "[chosen]jump", "[checkbox 1 chosen]", "(Plan)", "16″"]


def test_codes_are_no_difference() -> None:
    said = {"lines": ["/t/7KQ2011M3Z", "7KQ20-11M3Z"], "json": {"7KQ2011M3Z": [7]}}
    assert masked(said, {"7KQ2011M3Z", "7KQ20-11M3Z"}) == {
        "lines": ["/t/CODE", "CODE"],
        "json": {"CODE": [7]},
    }
    assert masked(said, ()) == said


def test_a_question_is_asked_under_each_of_its_editions() -> None:
    question = Question("q", "legal", {"features": []}, {"profile": "default"}, ("ce-5.01", "ce-7"))
    assert list(question.bodies()) == [
        (f"q [{each}]", {"tables": [{"features": []}], "profile": "default", "edition": each})
        for each in ("ce-5.01", "ce-7")
    ]


# ---- what is wanted


def pages_moved(**more: object) -> Wanted:
    entry = {
        "reason": "looked up",
        "kind": "changed",
        "key": "ref",
        "old": "CE p.43",
        "new": "CE p.44",
        **more,
    }
    return wanted_of({"json": [entry]})


@pytest.mark.parametrize(
    ("more", "takes"),
    [
        ({}, True),
        ({"edition": "ce-7", "beside": {"key": "terrain.woods"}, "has": ["value"]}, True),
        ({"edition": "ce-5.01"}, False),
        ({"beside": {"key": "skill"}}, False),
        ({"has": ["facts"]}, False),
        ({"old": "CE p.42"}, False),
        ({"new": "CE p.45"}, False),
        ({"key": "value"}, False),
        ({"kind": "added"}, False),
        ({"room": "pages/*"}, False),
        ({"name": "water*"}, False),
        ({"path_like": r"^refusals\["}, False),
        ({"new_is_null": True}, False),
        ({"new_one_of": ["CE p.45", "CE p.44"]}, True),
        ({"new_one_of": ["CE p.45"]}, False),
    ],
    ids=str,
)
def test_an_entry_takes_what_it_names_and_nothing_else(more: dict[str, object], takes: bool) -> None:
    wanted = pages_moved(**more)
    rest = wanted.rest(found(modifier(ref="CE p.44")))
    assert (not rest) is takes
    assert (not wanted.stale(is_all=True)) is takes


def test_an_entry_for_many_answers_leaves_what_it_does_not_want() -> None:
    wanted = pages_moved(edition="ce-7")
    changed = [*found(modifier(ref="CE p.44")), *found(modifier(ref="CE p.44", value=2))]
    assert [each.text() for each in wanted.rest(changed)] == ["modifiers[1].value: 1 -> 2"]


def test_a_new_key_is_taken_only_where_it_may_stand() -> None:
    entry = {
        "reason": "true pages", "kind": "added", "key": "page_of", "has": ["ref"], "new_one_of": ["ce-5.01", "ce-7"],
    }  # fmt: skip
    nothing = {"reason": "unknown", "kind": "added", "key": "page_of", "has": ["ref"], "new_is_null": True}
    wanted = wanted_of({"json": [entry, nothing]})
    assert not wanted.rest(found(modifier(page_of="ce-7")))
    assert not wanted.rest(found(modifier(page_of=None)))
    assert wanted.rest(found(modifier(page_of="ce-8")))
    assert wanted.rest(found(attack(page_of="ce-7"))), "no ref beside it"
    assert not wanted.stale(is_all=True)


def of_page(was: list[str], now: list[str]) -> list[Difference]:
    made = between({"/x": {"lines": was}}, {"/x": {"lines": now}}, has_all=True)
    return [
        Difference(each.kind, each.path, each.old, each.new, room="pages", topic="t", name=each.name)
        for each in made
    ]


CITATIONS: Mapping[str, object] = {
    "reason": "pages were looked up",
    "pattern": r"(CE|AS) p\.\d+ ?†?|not printed in this edition",
    "room": "pages/*",
}
FOOTNOTE: Mapping[str, object] = {
    "reason": "a footnote", "pattern": "^† page of another printing$", "written": "", "room": "pages/*",
}  # fmt: skip


def test_texts_are_compared_with_all_citations_replaced() -> None:
    wanted = wanted_of({"text": [CITATIONS, FOOTNOTE]})
    was = ["Woods +1 CE p.43", "AS p.37", "Sum 7"]
    now = ["Woods +1 CE p.44 †", "not printed in this edition", "Sum 7", "† page of another printing"]
    assert not wanted.rest(of_page(was, now))
    assert not wanted.stale(is_all=True)
    again = wanted_of({"text": [CITATIONS, FOOTNOTE]})
    rest = again.rest(of_page(was, ["Woods +2 CE p.44 †", "AS p.37", "Sum 7"]))
    assert [each.text() for each in rest] == ['lines[0]: "Woods +1 CE p.43" -> "Woods +2 CE p.44 †"']
    assert len(again.stale(is_all=True)) == 2, "neither was needed"


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the page of woods be one that was looked up anew in two editions."""
    raw = {
        "ce-7": {"CE p.43 -> CE p.44": ["modifiers/terrain.woods"]},
        "ce-5.01": {"CE p.42 -> CE p.43": ["modifiers/skill"]},
    }
    monkeypatch.setattr(wanted, "page_changes", lambda: PageChanges(raw))


@pytest.mark.usefixtures("looked_up")
@pytest.mark.parametrize(
    ("edition", "changed", "is_wanted"),
    [
        ("ce-7", {"ref": "CE p.44"}, True),
        ("ce-7", {"ref": "CE p.45"}, False),
        ("ce-5.01", {"ref": "CE p.44"}, False),
        ("ce-7", {"ref": "CE p.44", "key": "range.medium"}, False),
    ],
    ids=["as listed", "another page", "another edition", "another row"],
)
def test_a_page_of_an_answer_is_taken_as_it_is_listed_for_its_row(
    edition: str, changed: Mapping[str, object], is_wanted: bool
) -> None:
    was = modifier(**{**changed, "ref": "CE p.43"})
    listed = wanted_of({"json": [{"reason": "looked up", "kind": "changed", "key": "ref", "pages": True}]})
    assert (not listed.rest(found(modifier(**changed), was, edition=edition))) is is_wanted


@pytest.mark.usefixtures("looked_up")
@pytest.mark.parametrize(
    ("now", "is_wanted"),
    [
        ("Woods +1 CE p.44", True),
        ("Woods +1 CE p.45", False),
        ("Woods +1 CE p.42", False),
        ("Woods +1 CE p.44 CE p.44", False),
        ("Woods +2 CE p.44", False),
    ],
)
def test_a_page_of_a_text_is_taken_as_it_is_listed(now: str, is_wanted: bool) -> None:
    listed = wanted_of({"text": [{**CITATIONS, "pages": True}]})
    assert (not listed.rest(of_page(["Woods +1 CE p.43"], [now]))) is is_wanted


def test_a_list_of_pages_that_means_nothing_is_refused() -> None:
    for raw in ({"CE p.43": ["a/b"]}, {"CE p.43 -> CE p.43": ["a/b"]}, {"CE p.43 -> CE p.44": []}):
        with pytest.raises(ValueError, match="is no change of the pages of rows"):
            PageChanges({"ce-7": raw})


def test_what_waits_for_the_long_comparison_is_not_stale_before() -> None:
    wanted = pages_moved(only_in_all=True)
    assert not wanted.stale(is_all=False)
    assert wanted.stale(is_all=True) == ["[[json]] changed ref (looked up)"]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"yaml": []}, "has \\[\\[json\\]\\] and \\[\\[text\\]\\]"),
        ({"json": [{"reason": "r", "kind": "changed", "keys": "ref"}]}, "has no keys"),
        ({"json": [{"kind": "changed", "key": "ref"}]}, "without a reason"),
    ],
    ids=["a table", "a key", "no reason"],
)
def test_a_list_that_means_nothing_is_refused(raw: Mapping[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        wanted_of(raw)


def test_the_list_can_be_read() -> None:
    assert FILE.is_file()
    read_wanted()


def test_the_report_names_what_is_most_and_where_it_is() -> None:
    lines = list(report(found(modifier(ref="CE p.44", value=2)), ["[[json]] changed ref (moved)"]))
    assert lines[0] == "Stale entry in differences.toml, it matches nothing: [[json]] changed ref (moved)"
    assert lines[1] == "2 differences in 1 answers. By kind:"
    assert '       1 x ref: "CE p.43" -> "CE p.44"' in lines
    assert "  woods / the case [ce-7]" in lines
    assert not list(report([], []))


@pytest.mark.parametrize("words", [["--topic", "nonsense"], ["--room", "rulings", "--topic", "attack"]])
def test_a_file_that_is_not_there_is_an_error(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["golden", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    assert f"there is no file {words[-1]!r} to compare; expected one of " in capsys.readouterr().err
