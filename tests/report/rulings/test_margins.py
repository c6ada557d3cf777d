"""How far an answer holds, in words and as JSON."""

from dataclasses import replace

import pytest

from astrike.model.explain import Facts, facts
from astrike.model.margin import POINT, HiddenShare, Margin, Margins, SearchedAround, Unmeasured, VerdictParts
from astrike.report.rulings.margin_json import margin_json
from astrike.report.rulings.margins import (
    beyond_words,
    cause_words,
    lead_words,
    margin_words,
    ring_rows,
    verdict,
    whose_words,
)
from astrike.report.words.texts import untranslated

NAMES = {"A": "Alder", "B": "Birch"}
NOW = VerdictParts(True, 8, "medium", "clear", False, "front", "front", probability=15 / 36)
FAR = replace(NOW, target_number=10, bracket="long", probability=1 / 6)
BLOCKED = replace(
    NOW, allowed=False, target_number=None, state="blocked", reasons=("Too much woods in between",)
)
RANGE = Margin("range", "B", 0.2, (0.0, 1.0), FAR, facts(measured=23.8, bound=24.0, bracket="medium"))
HOLDS = Margins(
    NOW, RANGE, (RANGE,), (RANGE,), HiddenShare(0.25, 0.25 - 1 / 3, 0.25 - 2 / 3), 2.0, 0.1, close=False
)
NOTHING = replace(HOLDS, least=None, units=(), aspects=())


def of(what: str, becomes: VerdictParts = FAR, **measured: float) -> Margin:
    known: Facts = facts(**measured)
    return Margin(what, "A", 0.05, (1.0, 0.0), becomes, known)


def test_a_line_says_how_far_why_and_what_is_beyond() -> None:
    assert margin_words(HOLDS, NAMES) == (
        "Safe by 0.20″. If Birch stood 0.20″ farther north, it would be 10+, 16.7 %. Medium ends at 24.00″, measured"
        " 23.80″"
    )
    assert margin_words(NOTHING, NAMES) == "Safe by more than 2″"
    assert lead_words(replace(HOLDS, close=True)) == "Too close to call"


def test_what_holds_is_never_rounded_up() -> None:
    assert lead_words(replace(HOLDS, least=replace(RANGE, inches=0.1999))) == "Safe by 0.19″"
    assert lead_words(replace(HOLDS, least=replace(RANGE, inches=0.2))) == "Safe by 0.20″"


@pytest.mark.parametrize(
    ("margin", "words"),
    [
        (of("woods", BLOCKED, inches=5.96, limit=6.0), "Woods 5.96″ of 6.00″"),
        (of("woods", FAR, inches=0.0), "More or fewer inches of woods"),
        (of("woods", FAR, inches=1.0, limit=6.0), "More or fewer inches of woods"),
        (of("hidden", hidden=0.31, back=0.0, third=1 / 3, two_thirds=2 / 3), "31.0 % hidden, limit ⅓"),
        (of("hidden", hidden=0.7, back=0.0, third=1 / 3, two_thirds=2 / 3), "70.0 % hidden, limit ⅔"),
        (
            of("hidden", hidden=0.0, back=0.66, third=1 / 3, two_thirds=2 / 3),
            "66.0 % hidden as the target looks back, limit ⅔",
        ),
        (of("range", measured=41.95, bound=42.0), "Sight ends at 42.00″, measured 41.95″"),
        (of("range", measured=5.0), "Another range bracket"),
        (of("elevation"), "Alder on different ground"),
        (of("template", measured=3.05, limit=3.0), "3.05″ away, the ring ends at 3.00″"),
    ],
)
def test_a_cause_is_told_with_its_figures(margin: Margin, words: str) -> None:
    assert cause_words(margin, NAMES) == words


def test_outcomes_are_told_in_a_word_or_with_their_reason() -> None:
    assert (verdict(NOW), verdict(BLOCKED)) == ("8+", "No")
    assert (beyond_words(NOW), beyond_words(BLOCKED)) == (
        "8+, 41.7 %",
        "not allowed (too much woods in between)",
    )
    seen = replace(NOW, target_number=None)
    assert (verdict(seen), verdict(replace(seen, cover=True))) == ("seen", "in cover")


@pytest.mark.parametrize(
    ("ring", "words"),
    [("inner", "inside the inner ring"), ("outer", "in the outer ring"), (None, "out of it")],
)
def test_of_an_area_effect_the_other_ring_is_told(ring: str | None, words: str) -> None:
    becomes = VerdictParts(ring is not None, None, None, "", cover=False, arc=None, direction="", ring=ring)
    assert beyond_words(becomes) == verdict(becomes) == words


def test_a_direction_is_one_of_the_compass() -> None:
    assert whose_words(replace(RANGE, toward=(-0.7, -0.7)), NAMES) == "Birch stood 0.20″ farther southwest"


def test_each_unit_near_a_ring_has_a_row() -> None:
    ring = replace(of("template", replace(FAR, ring="inner")), inches=0.05)
    assert list(ring_rows(replace(NOTHING, units=(ring,)), NAMES, untranslated)) == [
        ("Margin", "If Alder stood 0.05″ farther east, it would be inside the inner ring")
    ]


def test_the_point_of_an_area_has_a_row_too() -> None:
    point = Margin("template", POINT, 0.25, (0.0, -1.0), replace(FAR, ring=None), facts(unit="B"))
    assert list(ring_rows(replace(NOTHING, aspects=(point,)), NAMES, untranslated)) == [
        ("Margin", "If the point stood 0.25″ farther south, Birch would be out of it")
    ]


def test_json_has_the_keys_of_the_contract_and_more() -> None:
    found = margin_json(HOLDS)
    assert found is not None
    assert (found["inches"], found["of"], found["close"], found["unit"]) == (0.2, "range", False, "B")
    assert found["hidden"] == {"share": 0.25, "to_third": -0.0833, "to_two_thirds": -0.4167}
    assert found["becomes"] == found["units"][0]["becomes"]  # type: ignore[index]  # a list of objects
    nothing = margin_json(NOTHING)
    assert nothing is not None
    assert (nothing["inches"], nothing["of"], nothing["becomes"], nothing["beyond"]) == (
        None,
        None,
        None,
        2.0,
    )
    assert margin_json(replace(NOTHING, beyond=0.0)) is None
    assert margin_json(None) is None


NEAR = replace(NOTHING, beyond=0.5, searched=(SearchedAround("A", 0.5), SearchedAround("B", 0.5)))
HEXES = replace(NOTHING, beyond=0.0, unmeasured=(Unmeasured("hexes"),))


def test_where_it_was_not_looked_as_far_as_usual_it_holds_at_least_so_far() -> None:
    assert lead_words(NEAR) == "Safe by at least 0.5″"
    assert margin_words(NEAR, NAMES).startswith("Safe by at least 0.5″. Not checked any further")
    aloft = replace(HOLDS, unmeasured=(Unmeasured("flight", "A"),))
    assert margin_words(aloft, NAMES).endswith(
        "measured 23.80″. Alder follows a flight path at a fixed height: it has no base on the table to be off"
    )


def test_what_one_base_changes_says_nothing_of_the_other_where_that_was_looked_at_less() -> None:
    mixed = replace(NEAR, least=replace(RANGE, inches=1.2))
    assert (mixed.holds, lead_words(mixed)) == (0.5, "Safe by at least 0.5″")


def test_on_hexes_it_says_why_nothing_is_measured() -> None:
    why = "Positions are whole hexes: no base can be a little off"
    assert margin_words(HEXES, NAMES) == f"Nothing to measure. {why}"
    found = margin_json(HEXES)
    assert found is not None
    assert (found["inches"], found["holds"], found["beyond"], found["close"]) == (None, 0.0, 0.0, False)
    assert found["unmeasured"] == [{"unit": None, "key": "hexes", "label": why}]


def test_json_tells_what_was_found_from_what_was_looked_at() -> None:
    found, near = margin_json(HOLDS), margin_json(NEAR)
    assert found is not None
    assert near is not None
    assert (found["inches"], found["holds"], found["beyond"]) == (0.2, 0.2, 2.0)
    assert (near["inches"], near["holds"]) == (None, 0.5)
    assert near["looked"] == [{"unit": "A", "inches": 0.5}, {"unit": "B", "inches": 0.5}]


def test_a_point_is_off_as_a_base_is() -> None:
    assert whose_words(replace(RANGE, unit=POINT), NAMES) == "the point stood 0.20″ farther north"
    assert cause_words(of("hidden"), NAMES) == "More or less of it hidden"
