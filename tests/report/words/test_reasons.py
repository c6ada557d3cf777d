"""Facts of a reason are told in words: names for ids, inches for lengths, never the name of a field."""

import pytest

from astrike.model.explain import Citation, Fact, Reason, facts
from astrike.report.words.reasons import facts_in_words, sentences_of
from astrike.report.words.texts import untranslated

NAMES = {"A": "Atlas", "B": "Archer"}
TOLD: tuple[tuple[str, dict[str, Fact], str], ...] = (
    ("extra.reach", {"range": 30.5, "limit": 24.0}, "30.50″ away, reach 24.00″"),
    ("homing.no-tag", {"limit": 6.0}, "reach 6.00″"),
    ("electronics.jammed", {"by": "A, B"}, "by Atlas, Archer"),
    ("network.too-many", {"members": 5, "most": 4}, "5 of at most 4"),
    ("network.line", {"to": "A"}, "Atlas"),
    ("flight.turns", {"turns": 1, "inches": 44.03}, "1 for 44.03″"),
    ("critical.structure", {"unit": "B", "rolls": 2}, "Archer, rolls: 2"),
    ("destroyed", {"unit": "A"}, "Atlas"),
    ("some.later", {"missing": 2.0, "height": 1.0, "limit": 0}, "2.00″ short, 1.00″ up or down, at most 0"),
)


@pytest.mark.parametrize(("key", "measured", "words"), TOLD, ids=[each[0] for each in TOLD])
def test_facts_are_told_in_words(key: str, measured: dict[str, Fact], words: str) -> None:
    assert (
        facts_in_words(
            Reason(key, "Label", Citation("CE p.1", "ce-5.01"), facts(**measured)), NAMES, untranslated
        )
        == words
    )


@pytest.mark.parametrize(
    "key", [*sentences_of("reasons", "measured"), *sentences_of("follow_ups", "measured")]
)
def test_a_phrase_that_other_facts_come_with_falls_back_to_them(key: str) -> None:
    assert (
        facts_in_words(
            Reason(key, "Label", Citation("CE p.1", "ce-5.01"), facts(margin=2)), NAMES, untranslated
        )
        == "2 more than needed"
    )
