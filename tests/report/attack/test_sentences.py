"""Answers in one sentence and in the few words of a row."""

from dataclasses import replace

import pytest

from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import AttackQuestion
from astrike.model.explain import Citation, Reason, facts
from astrike.model.table import Table
from astrike.report.attack.sentences import chip, headline, modifier_detail, reason_chip, sight_headline
from astrike.report.words.names import names_of
from astrike.report.words.reasons import reason_detail
from astrike.report.words.texts import inside_sentence, visible
from astrike.rulebook.loader import load_edition
from astrike.rules.table.prepared_table import prepare_table
from tests.asking import attack, sight
from tests.builders import battle_armor, box, building, hill, mech, table, wall, water, woods


def asked(
    *more: dict[str, object],
    at: tuple[float, float] = (20, 15),
    question: AttackQuestion | None = None,
    **target: object,
) -> tuple[AttackAnswer, Table]:
    """Ask what Alder at the left needs against Magpie, which stands at `at`."""
    placed = table(
        mech("A", at=(5, 15), name="Alder", side="red", facing=90, skill=3),
        mech("M", at=at, name="Magpie", side="blue", **{"facing": 270, "tmm": 0, **target}),
        *more,
    )
    return attack(prepare_table(placed), "A", "M", question or AttackQuestion()), placed


def stated(*more: dict[str, object], **kwargs: object) -> str:
    answer, placed = asked(*more, **kwargs)  # type: ignore[arg-type]
    return headline(answer, names_of(placed))


def in_a_row(*more: dict[str, object], **kwargs: object) -> str:
    answer, placed = asked(*more, **kwargs)  # type: ignore[arg-type]
    return chip(answer, names_of(placed))


HALF_WALL = wall("hill-2", box(18, 10, 19, 20), height=1, name="Hill 2")
WOOD_AT_TARGET = woods("wood-3", box(19, 14, 21, 16))
WOOD_BETWEEN = woods("wood-1", box(10, 14, 12, 16))
WOOD_AT_ATTACKER = woods("wood-2", box(4, 14, 6, 16))
SILO = wall("silo", box(15, 10, 16, 20), height=6)


def test_a_shot_in_the_open() -> None:
    assert stated() == "Alder hits Magpie on 5 or more: medium range."
    assert in_a_row() == "clear"


def test_the_odds_stand_in_the_sentence_when_wanted() -> None:
    answer, placed = asked()
    assert headline(answer, names_of(placed), odds=True) == (
        "Alder hits Magpie on 5 or more (83.3 %): medium range."
    )


@pytest.mark.parametrize(
    ("pieces", "sentence", "row"),
    [
        pytest.param([HALF_WALL], "46 % behind Hill 2", "Hill 2 hides 46 % +1", id="partial cover"),
        pytest.param([WOOD_AT_TARGET], "in Wood 3", "in Wood 3 +1", id="in woods"),
        pytest.param([WOOD_BETWEEN], "2.00″ of woods", "2.00″ of woods +1", id="woods between"),
        pytest.param(
            [WOOD_AT_ATTACKER], "from Wood 2", "from Wood 2 +1", id="out of the attacker's own woods"
        ),
        pytest.param([water("pond", box(19, 14, 21, 16))], "in Pond", "in Pond +1", id="knee-deep in water"),
        pytest.param(
            [HALF_WALL, WOOD_AT_TARGET],
            "in Wood 3, 46 % behind Hill 2",
            "in Wood 3 +1, Hill 2 hides 46 % +1",
            id="cover and woods",
        ),
    ],
)
def test_what_lies_between_is_named(pieces: list[dict[str, object]], sentence: str, row: str) -> None:
    assert stated(*pieces) == f"Alder hits Magpie on {5 + row.count('+1')} or more: medium range, {sentence}."
    assert in_a_row(*pieces) == row


def test_cover_that_does_not_count_is_shown_without_a_number() -> None:
    row = in_a_row(HALF_WALL, type="CV", height=2, base=2)
    assert row == "Hill 2 hides 46 %"


def test_who_is_hidden_may_not_be_attacked() -> None:
    assert stated(SILO) == "Alder may not attack Magpie: Silo hides 100 %."
    assert in_a_row(SILO) == "Silo hides 100 %"


def test_two_pieces_hide_together_and_more_are_counted() -> None:
    walls = [wall(f"wall-{n}", box(10 + n, 10, 10.5 + n, 20), height=6) for n in range(3)]
    assert in_a_row(*walls[:2]) == "Wall 0, Wall 1 hide 100 %"
    assert in_a_row(*walls) == "Wall 0 and 2 more hide 100 %"


def test_reasons_of_different_sorts_stand_in_one_sentence() -> None:
    sentence = stated(SILO, at=(47, 15), facing=270)
    assert sentence == "Alder may not attack Magpie: Silo hides 100 %."
    far = stated(SILO, at=(48, 15), question=AttackQuestion(kind="melee"))
    assert far == (
        "Melee attack: Alder may not attack Magpie: the attacker's card has no melee weapon; Silo hides 100 %; "
        "the target is out of reach of this physical attack."
    )


def test_a_target_behind_is_out_of_arc() -> None:
    assert in_a_row(at=(1, 15)) == "out of arc"


def test_a_submerged_target_is_under_water() -> None:
    assert in_a_row(water("lake", box(17, 12, 23, 18), depth=3)) == "under water"


def test_beyond_sight_says_the_limit() -> None:
    answer, placed = asked(at=(48, 36))
    assert chip(answer, names_of(placed)) == "beyond 42″"
    assert headline(answer, names_of(placed)) == "Alder may not attack Magpie: beyond 42″."


def test_what_needs_no_roll_and_what_no_roll_reaches() -> None:
    easy = AttackQuestion(modifiers=(("gift", -9),))
    hard = AttackQuestion(modifiers=(("storm", 9),))
    assert stated(question=easy) == "Alder hits Magpie without a roll: medium range, gift."
    assert stated(question=hard) == "Alder cannot hit Magpie, it would take 14: medium range, storm."


def test_terms_without_a_word_of_their_own_use_their_label() -> None:
    assert stated(heat=0, specials=["MAS"], motion="standstill").endswith("medium range, mimetic armor.")


# ---- details


def test_each_reason_has_its_measured_facts() -> None:
    names = {"silo": "Silo", "depot": "Depot"}
    cases = {
        "81 % hidden by Silo, Depot": Reason(
            "sight.solid", "hidden", Citation("CE p.40", "ce-5.01"), facts(hidden=0.81, pieces="silo, depot")
        ),
        "70 % of the attacker hidden by Silo": Reason(
            "sight.attacker-hidden",
            "hidden",
            Citation("CE p.40", "ce-5.01"),
            facts(hidden=0.7, pieces="silo"),
        ),
        "6.20 of 6 inches of woods": Reason(
            "sight.woods", "woods", Citation("CE p.40", "ce-5.01"), facts(inches=6.2, limit=6.0)
        ),
        "47.54″ away, sight ends at 42″": Reason(
            "sight.max", "far", Citation("CE p.40", "ce-5.01"), facts(range=47.54, limit=42.0)
        ),
        "47.54″ away": Reason("range.none", "far", Citation("CE p.43", "ce-5.01"), facts(range=47.54)),
        "26.00″, long range": Reason(
            "range.no-damage", "weak", Citation("CE p.43", "ce-5.01"), facts(range=26.0, bracket="long")
        ),
        "0.30″ away and 1.00″ up or down, reach 0.00″": Reason(
            "physical.reach", "far", Citation("CE p.46", "ce-5.01"), facts(range=0.3, height=1.0, limit=0.0)
        ),
        "2.01″ away, reach 2.00″": Reason(
            "surprise.far", "far", Citation("CE p.168", "ce-5.01"), facts(range=2.01, limit=2.0)
        ),
        "0.30″ short, 0.00″ up or down": Reason(
            "charge.contact", "short", Citation("CE p.46", "ce-5.01"), facts(missing=0.3, height=0.0)
        ),
        "0.75″ of Move short: the way costs 8.75″ of 8.00″": Reason(
            "charge.contact",
            "short",
            Citation("CE p.46", "ce-5.01"),
            facts(missing=0.75, cost=8.75, available=8.0),
        ),
        "at most 1.25": Reason(
            "something.new", "new", Citation("CE p.1", "ce-5.01"), facts(step=1.25, limit=1.25)
        ),
        "": Reason("arc.outside", "out", Citation("CE p.41", "ce-5.01")),
    }
    for detail, reason in cases.items():
        assert reason_detail(reason, names) == detail


def test_a_reason_without_facts_still_has_words() -> None:
    for key in ("sight.solid", "sight.attacker-hidden", "sight.woods", "sight.max", "range.none", "x.y"):
        reason = Reason(key, "Something stands there", Citation("CE p.40", "ce-5.01"))
        assert reason_chip(reason, {})
        assert isinstance(reason_detail(reason, {}), str)


@pytest.mark.parametrize("key", list(load_edition("ce-5.01").reasons))
def test_a_reason_with_any_one_fact_has_words(key: str) -> None:
    for measured in (
        {"range": 6.0}, {"limit": 2.0}, {"height": 1.0}, {"missing": 0.3}, {"cost": 8.0}, {"hidden": 0.8},
        {"inches": 6.5}, {"filled": 1.2}, {"bracket": "long"}, {"pieces": "silo"}, {"unit": "A"},
    ):  # fmt: skip
        reason = Reason(key, "Something stands there", Citation("CE p.40", "ce-5.01"), facts(**measured))
        assert reason_chip(reason, {})
        assert isinstance(reason_detail(reason, {}), str)


def test_an_altitude_without_damage_names_its_bracket() -> None:
    assert (
        reason_detail(
            Reason("range.no-damage", "weak", Citation("CE p.43", "ce-5.01"), facts(bracket="long")), {}
        )
        == "long range"
    )


def test_the_ledger_says_what_was_measured() -> None:
    answer, placed = asked(HALF_WALL, WOOD_AT_TARGET, tmm=2)
    names = names_of(placed)
    details = {term.key: modifier_detail(term, answer, names) for term in answer.tally.modifiers}
    assert details == {
        "skill": "Alder",
        "target.tmm": "TMM 2",
        "terrain.woods": f"{answer.sight.woods_parts.target:.2f}″ around the target, Wood 3",
        "terrain.cover": "Hill 2, 46 %",
        "range.medium": "13.75″",
    }


def test_sight_in_one_sentence() -> None:
    def seen(*pieces: dict[str, object]) -> str:
        placed = asked(*pieces)[1]
        return sight_headline(sight(prepare_table(placed), "A", "M"), names_of(placed))

    assert seen() == "Alder sees all of Magpie."
    assert seen(HALF_WALL) == "Alder sees Magpie: 46 % behind Hill 2."
    assert seen(WOOD_BETWEEN) == "Alder sees Magpie: 2.00″ of woods and the like between them."
    assert seen(SILO) == "Alder does not see Magpie: Silo hides 100 %."


def test_a_unit_in_a_building_is_found_by_the_buildings_name() -> None:
    row = in_a_row(building("depot", box(10, 10, 13, 20), height=6))
    assert row == "Depot hides 100 %"


def test_units_of_one_name_are_told_apart() -> None:
    squads = table(battle_armor("p1", at=(5, 5), name="Elf"), battle_armor("p2", at=(9, 9), name="Elf"))
    assert dict(names_of(squads)) == {"p1": "Elf (p1)", "p2": "Elf (p2)"}


def test_names_cannot_steer_a_terminal() -> None:
    placed = table(mech("A", name="\x1b[31mred\u202e"), hill("h", box(1, 1, 3, 3), name="a\nb"))
    names = names_of(placed)
    assert names["A"] == visible("\x1b[31mred\u202e") == "�[31mred�"
    assert names["h"] == "a�b"


def test_texts_are_translated_before_values_are_put_in() -> None:
    answer, placed = asked(HALF_WALL)
    words = {
        "%(attacker)s hits %(target)s on %(number)s or more%(odds)s: %(why)s.": "%(target)s: %(number)s+ (%(why)s)",
        "medium range": "mittel",
        "%(hidden)s behind %(pieces)s": "%(pieces)s deckt %(hidden)s",
    }
    sentence = headline(answer, names_of(placed), translate=lambda text: words.get(text, text))
    assert sentence == "Magpie: 6+ (mittel, Hill 2 deckt 46 %)"


def test_a_percent_sign_in_a_name_is_only_a_name() -> None:
    answer, _placed = asked(HALF_WALL)
    names = {"A": "100 %(d)s", "M": "%s", "hill-2": "%"}
    assert headline(answer, names) == "100 %(d)s hits %s on 6 or more: medium range, 46 % behind %."
    assert chip(replace(answer, attacker="A"), names) == "% hides 46 % +1"


def test_a_label_inside_a_sentence() -> None:
    assert inside_sentence("The attacker sprinted") == "the attacker sprinted"
    assert inside_sentence("DropShip attacks") == "DropShip attacks"


def test_the_ledger_says_whose_range_a_network_lends() -> None:
    prepared = prepare_table(
        table(
            mech("A", (10.0, 5.0), side="red", name="Alder", specials=["C3I"]),
            mech("B", (40.0, 5.0), side="red", name="Birch", specials=["C3I"]),
            mech("T", (45.25, 5.0), side="blue", name="Kea"),
            networks=[{"id": "net", "type": "C3I", "members": ["A", "B"]}],
        )
    )
    answer = attack(prepared, "A", "T")
    (term,) = [each for each in answer.tally.modifiers if each.part == "R"]
    assert (term.key, term.value) == ("range.short", 0)
    assert modifier_detail(term, answer, {"B": "Birch"}) == "4.00″ of Birch by network, own 34.00″"
