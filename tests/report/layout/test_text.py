"""The check of a table as text for a terminal and in words: approved as a whole, narrow, never "legal" alone."""

import re
from dataclasses import replace
from types import MappingProxyType

import pytest

from astrike.model.explain import Citation, facts
from astrike.model.legality import Finding, Legality, SkippedCheck
from astrike.report.layout.phrases import DETAILS, TITLES
from astrike.report.layout.sentences import count_words, verdict_sentence, words_of_finding
from astrike.report.layout.text import legal_text
from tests.builders import box, building, hill, mech, table
from tests.conftest import Approved
from tests.report.attack.test_text import narrow
from tests.report.movement.answers import FINDINGS, scene

GAP = Finding(
    "layout.gap.pieces",
    "error",
    "Distance between two solid pieces",
    Citation("line 4", None),
    (20.0, 12.0),
    limit=1.25,
    value=1.1,
    by=("hill-1", "rough-3"),
    bound="at-least",
    tolerance=0.1,
)
CLOSE = replace(GAP, severity="close", value=1.2)
SHARE = Finding(
    "layout.coverage.woods",
    "pass",
    "Share of the table that a kind covers",
    Citation("line 9", None),
    None,
    limit=0.3,
    value=0.081,
    facts=facts(kind="woods"),
    bound="at-most",
    unit="share",
)
MORE = Finding(
    "layout.gap.pieces.more", "note", "Distance", Citation("line 4", None), None, value=7.0, unit="count"
)
COUNT = Finding(
    "layout.count.building",
    "error",
    "Pieces of a kind",
    Citation("line 2", None),
    None,
    limit=4.0,
    value=6.0,
    facts=facts(kind="building"),
    bound="at-most",
    unit="count",
)
LIST = Finding(
    "list.value",
    "error",
    "Value of the list",
    Citation("350 3.2", None),
    None,
    limit=350,
    value=352,
    bound="at-most",
    unit="pv",
)


def checked(*findings: Finding, preset: str = "club") -> Legality:
    return Legality(
        preset=preset,
        title="Club night, version 3" if preset else "",
        confidence="high",
        tolerance=0.1,
        findings=findings,
        skipped=(
            SkippedCheck("layout.coverage.all", "Share of the table that terrain covers", "no-limit"),
            SkippedCheck(
                "layout.gap.edge", "Distance from a solid piece to the edge of the table", "no-limit"
            ),
            SkippedCheck("preset.absent-0", "Rosters", "absent"),
        ),
        figures=MappingProxyType({}),
    )


def test_the_check_of_a_table(approved: Approved) -> None:
    placed = scene()
    texts = (
        legal_text(checked(COUNT, GAP, *FINDINGS, CLOSE, MORE, SHARE), placed),
        legal_text(checked(CLOSE, SHARE), placed, title="second.astrike.json"),
        legal_text(checked(SHARE), placed),
        legal_text(checked(preset=""), placed),
    )
    text = "\n\n\n".join(texts) + "\n"
    narrow(text)
    approved("text/legal.txt", text)


@pytest.mark.parametrize(
    "findings", [(), (SHARE,), (CLOSE, SHARE), (GAP, SHARE)], ids=["none", "pass", "close", "error"]
)
@pytest.mark.parametrize("preset", ["club", ""], ids=["preset", "rules"])
def test_legal_is_never_said_alone(findings: tuple[Finding, ...], preset: str) -> None:
    said = verdict_sentence(checked(*findings, preset=preset))
    assert not re.search(r"\blegal\b", said, re.IGNORECASE)
    assert "Tolerance 0.10″" in said
    assert ("Club night, version 3" if preset else "the rules") in said
    assert f"Points checked: {len(findings)}" in said


def test_counts_come_worst_first_and_what_was_not_checked_is_always_told() -> None:
    assert [words for _, words in count_words(checked(GAP, COUNT, CLOSE, SHARE))] == [
        "2 fail",
        "1 too close to call",
        "1 pass",
        "3 not checked",
    ]
    assert [words for _, words in count_words(checked())] == ["0 pass", "3 not checked"]


def test_a_finding_in_words() -> None:
    placed = table(
        building("depot", box(10, 10, 14, 13), name="Depot"),
        building("silo", box(15.1, 10, 17, 12), name="Silo"),
        hill("h", box(2, 2, 4, 4)),
        mech("A", at=(30, 10)),
    )
    gap = replace(GAP, by=("depot", "silo"))
    said = words_of_finding(gap, placed)
    assert (said.what, said.value, said.limit) == ("Gap Depot – Silo", "1.10″", "at least 1.25″")
    said = words_of_finding(replace(gap, severity="close"), placed)
    assert said.detail.startswith("too close to call, ±0.10″")
    assert words_of_finding(MORE, placed).detail == "7 more of these"
    assert words_of_finding(COUNT, placed).what == "Buildings"
    assert words_of_finding(SHARE, placed).value == "8.1 %"
    assert words_of_finding(LIST, placed).measured == "352 PV, at most 350 PV"
    several = replace(gap, key="layout.outline.overlap", by=("depot", "silo", "h"))
    assert "and 1 more" in words_of_finding(several, placed).what


@pytest.mark.parametrize("texts", [TITLES, DETAILS], ids=["titles", "details"])
def test_every_sentence_names_only_words_in_brackets(texts: dict[str, tuple[str, ...]]) -> None:
    for key, said in texts.items():
        assert key.startswith(("layout.", "list.")), key
        for text in said:
            assert "%%" in text or text.count("%") == text.count("%("), text


@pytest.mark.parametrize(
    "name",
    ["x" * 150, "木" * 60, "\x1b]0;title\x07\x1b[2J", "a\nb\tc", "\u202eevil", "%s %(a)s {0}"],
    ids=["long", "wide", "escape", "lines", "turned", "format"],
)
def test_no_name_breaks_the_text(name: str) -> None:
    placed = table(
        mech("B", at=(8, 10), name=name, side="blue"),
        hill("hill-1", box(12, 14, 18, 22), name=name),
        hill("rough-3", box(32, 14, 38, 22), name=name),
    )
    narrow(legal_text(checked(GAP, *FINDINGS), placed, title=name))
