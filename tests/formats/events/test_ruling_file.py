"""A ruling goes out and comes in unchanged; what is no ruling is named, value by value."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from astrike.errors import InputError
from astrike.formats.events.ruling_file import is_drawing, kept_json, read_kept
from astrike.model.ruling import ArchivedRuling, RulingDecision
from tests.store.rulings.test_rulings import record

KEPT = ArchivedRuling(
    id="9RV0000004",
    number=3,
    seat=7,
    table_name="Hall table 7",
    author="Kim",
    created="2026-11-28T10:00:00+00:00",
    decided=RulingDecision("8+", "Desk", "judged", "2026-11-28T10:02:00+00:00"),
    record=record(),
)


def plain() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(kept_json(KEPT)))
    found["record"]["shown"]["drawings"][0]["svg"] = "<svg><path/></svg>"
    return found


def test_it_comes_back_as_it_went() -> None:
    values = plain()
    assert kept_json(read_kept(values)) == {**values, "record": kept_json(read_kept(values))["record"]}
    assert json.loads(json.dumps(kept_json(read_kept(values)))) == values


def test_a_ruling_of_an_older_program_says_nothing_of_printings() -> None:
    values = plain()
    lines = [*values["record"]["shown"]["ledger"], *values["record"]["shown"]["reasons"]]
    assert lines
    for line in lines:
        del line["page_of"]
    shown = read_kept(values).record.shown
    assert [line.page_of for line in (*shown.ledger, *shown.reasons)] == [None] * len(lines)


WRONG: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "a number as text": (lambda v: v.update(number="3"), "number"),
    "a flag as number": (lambda v: v.update(seat=True), "seat"),
    "no time": (lambda v: v.update(created="yesterday"), "created"),
    "a time without offset": (lambda v: v.update(created="2026-11-28T10:00:00"), "created"),
    "decided in another way": (lambda v: v["decided"].update(how="shouted"), "decided.how"),
    "a member too many": (lambda v: v.update(extra=1), "extra"),
    "a member too few": (lambda v: v["record"].pop("engine"), "record.engine"),
    "another kind": (lambda v: v["record"].update(kind="quarrel"), "record.kind"),
    "a table that is none": (lambda v: v["record"].update(table={}), "record.table, type"),
    "a text without end": (
        lambda v: v["record"]["shown"].update(sentence="x" * 5000),
        "record.shown.sentence",
    ),
    "a ledger of words": (lambda v: v["record"]["shown"].update(ledger=["8"]), "record.shown.ledger[0]"),
    "a width that is none": (
        lambda v: v["record"]["shown"]["drawings"][0].update(width=-1),
        "record.shown.drawings[0].width",
    ),
    "a picture of the disk": (
        lambda v: v["record"]["shown"]["drawings"][0].update(svg='<svg><image href="/etc/hostname"/></svg>'),
        "record.shown.drawings[0].svg",
    ),
    "a key that is a path": (
        lambda v: v["record"]["shown"]["drawings"][0].update(key="../plan"),
        "record.shown.drawings[0].key",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_named_by_its_place(case: str) -> None:
    spoil, at = WRONG[case]
    values = plain()
    spoil(values)
    with pytest.raises(InputError) as refused:
        read_kept(values)
    assert at in [problem.at for problem in refused.value.problems]


@pytest.mark.parametrize("values", [None, [], "ruling", 5])
def test_what_is_no_object_is_refused(values: object) -> None:
    with pytest.raises(InputError):
        read_kept(values)


@pytest.mark.parametrize(
    "svg",
    [
        "",
        "no picture",
        "<svg>",
        "<svg><script>alert(1)</script></svg>",
        "<svg><foreignObject><b/></foreignObject></svg>",
        '<svg><path onclick="x()"/></svg>',
        '<svg><use href="http://elsewhere.example/#a"/></svg>',
        '<svg><path fill="url(http://elsewhere.example)"/></svg>',
        "<svg><style>@import 'x';</style></svg>",
        "<svg><style>path{fill:url( 'x')}</style></svg>",
        '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>',
        "<svg/><svg></svg>",
        "<svg><!--><img src=x onerror=alert(1)>--></svg>",
        "<svg><?x ><img src=x onerror=alert(1)>?></svg>",
        "<svg><desc><g><![CDATA[><img src=x onerror=alert(1)>]]></g></desc></svg>",
        '<svg><use HREF="http://elsewhere.example/#a"/></svg>',
        '<svg><path ONCLICK="x()"/></svg>',
    ],
)
def test_what_does_more_than_draw_is_no_drawing(svg: str) -> None:
    assert not is_drawing(svg)


def test_a_pattern_of_its_own_is_drawing() -> None:
    assert is_drawing(
        '<svg xmlns="http://www.w3.org/2000/svg"><path fill="url(#trees)"/><use href="#a"/></svg>'
    )
