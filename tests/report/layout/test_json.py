"""The check of a table as JSON: the contract's keys, rounded figures however deep, and files by name."""

from types import MappingProxyType

from astrike.model.explain import Citation
from astrike.model.legality import Finding, Legality, SkippedCheck
from astrike.report.layout.json import files_json, legal_json
from tests.report.movement.answers import FINDINGS

GAP = Finding(
    "layout.gap.pieces",
    "pass",
    "Distance",
    Citation("club", None),
    (3.0, 4.0),
    limit=2.0,
    value=2.123456,
    by=("silo", "depot"),
    bound="at-least",
    tolerance=0.1,
    lines=(((1.0, 2.0), (3.0, 4.55555)),),
)


def checked(*findings: Finding, preset: str = "club") -> Legality:
    return Legality(
        preset=preset,
        title="Club night, version 3",
        confidence="high",
        tolerance=0.1,
        findings=findings,
        skipped=(SkippedCheck("layout", "Later", "no-limit"),),
        figures=MappingProxyType({"units": 3, "share": 0.123456, "coverage": {"woods": [0.123456, None]}}),
    )


def test_findings() -> None:
    found = legal_json(checked(*FINDINGS))
    assert found["ok"] is False
    assert [list(each)[:8] for each in found["findings"]] == [  # type: ignore[attr-defined]  # a list
        ["key", "severity", "label", "ref", "page_of", "where", "limit", "value"]
    ] * 2
    assert found["skipped"] == [{"key": "layout", "label": "Later", "why": "no-limit"}]
    assert found["figures"] == {"units": 3, "share": 0.1235, "coverage": {"woods": [0.1235, None]}}
    assert legal_json(checked(*FINDINGS[1:]))["ok"] is True


def test_what_is_in_order_stands_apart_with_its_figures() -> None:
    found = legal_json(checked(*FINDINGS, GAP))
    assert len(found["findings"]) == 2  # type: ignore[arg-type]  # a list
    assert found["passed"] == [
        {
            "key": "layout.gap.pieces",
            "severity": "pass",
            "label": "Distance",
            "ref": "club",
            "page_of": None,
            "where": [3.0, 4.0],
            "limit": 2.0,
            "value": 2.1235,
            "bound": "at-least",
            "tolerance": 0.1,
            "unit": "in",
            "by": ["silo", "depot"],
            "lines": [[[1.0, 2.0], [3.0, 4.5556]]],
        }
    ]
    assert found["preset"] == {"id": "club", "title": "Club night, version 3", "confidence": "high"}
    assert found["tolerance"] == 0.1
    assert legal_json(checked(preset=""))["preset"] is None


def test_several_files_are_named() -> None:
    one = legal_json(checked())
    assert files_json([one], ["a"]) == one
    assert files_json([one, one], ["a", "b"]) == {"files": [{"file": "a", **one}, {"file": "b", **one}]}
