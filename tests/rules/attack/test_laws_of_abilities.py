"""What holds whichever abilities are on a card: others are left alone, and every row of the table decides something."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from types import MappingProxyType

import pytest

from astrike.errors import InputError
from astrike.formats.table.table_file import parse_document
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import KINDS, AttackQuestion
from astrike.rulebook.ability_rows import BonusRow, ChoiceRow
from astrike.rulebook.loader import IDS, load_edition
from astrike.rules.shot.ability_steps import bonus_term_key
from astrike.rules.table.prepared_table import PreparedTable, prepare_table, table_on_terrain
from tests import builders
from tests.asking import attack
from tests.builders import Json
from tests.rules.scene import scenes
from tools.casefiles import all_cases

PLAIN: Json = {"motion": "ground", "damage": "3/3/2", "size": 2}


def stage(
    edition: str, *, mine: Json | None = None, theirs: Json | None = None, **head: object
) -> PreparedTable:
    units = (
        builders.unit("A", (5, 5), **{**PLAIN, "side": "red", **(mine or {})}),
        builders.unit("B", (20, 5), **{**PLAIN, "side": "blue", "tmm": 2, **(theirs or {})}),
    )
    return prepare_table(parse_document(builders.document(*units, edition=edition, **head)))


def terms(answer: AttackAnswer) -> list[tuple[str, int]]:
    return [(term.key, term.value) for term in (*answer.tally.modifiers, *answer.considered)]


@pytest.mark.parametrize("edition", IDS)
@pytest.mark.parametrize("kind", ["weapon", "indirect", "standard", "charge", "tag", "artillery"])
def test_a_card_without_abilities_is_left_alone(edition: str, kind: str) -> None:
    prepared = stage(edition)
    answer = attack(prepared, "A", "B", AttackQuestion(kind=kind))
    known = {bonus_term_key(row) for row in prepared.edition.bonuses.values()}
    assert not {key for key, _ in terms(answer)} & known
    assert not {reason.key for reason in answer.refusals} & known


@pytest.mark.parametrize("edition", IDS)
@pytest.mark.parametrize(
    "pilot", ["dodge", "sniper", "nightwalker", "jumping-jack", "shaky-stick", "sandblaster"]
)
def test_what_somebody_else_can_do_changes_nothing(edition: str, pilot: str) -> None:
    plain = stage(edition)
    beside = builders.unit("C", (40, 30), **{**PLAIN, "side": "red", "pilot": [pilot]})
    document = builders.document(
        builders.unit("A", (5, 5), **{**PLAIN, "side": "red"}),
        builders.unit("B", (20, 5), **{**PLAIN, "side": "blue", "tmm": 2}),
        beside,
        edition=edition,
    )
    assert attack(prepare_table(parse_document(document)), "A", "B") == attack(plain, "A", "B")


@pytest.mark.parametrize("edition", IDS)
def test_without_the_step_every_other_term_stays_as_it_is(edition: str) -> None:
    prepared = stage(
        edition,
        mine={"pilot": ["blood-stalker", "jumping-jack", "sharp-shooters"], "motion": "jump"},
        theirs={"pilot": ["demoralizer", "camouflage"], "motion": "standstill"},
        options={"environment-modifiers": True},
        environment="night",
    )
    rules = prepared.edition
    kinds = {
        key: replace(row, steps=tuple(step for step in row.steps if step != "abilities"))
        for key, row in rules.kinds.items()
    }
    bare = replace(rules, kinds=MappingProxyType(kinds))
    without = table_on_terrain(prepared.terrain, table=prepared.table, edition=bare, options=prepared.options)
    question = AttackQuestion(choices=(("blood-stalker", "B"), ("lit", True), ("interference", True)))
    whole, rest = attack(prepared, "A", "B", question), attack(without, "A", "B", question)
    own = {bonus_term_key(row) for row in rules.bonuses.values()}
    assert [term for term in terms(whole) if term[0] not in own] == terms(rest)


@pytest.mark.parametrize("edition", IDS)
def test_every_kind_of_a_row_is_one_that_there_is(edition: str) -> None:
    rules = load_edition(edition)
    rows: list[BonusRow | ChoiceRow] = [*rules.bonuses.values(), *rules.choices.values()]
    assert {kind for row in rows for kind in row.kinds} <= set(KINDS)
    assert {name for row in rows for name in row.families} <= {row.family for row in rules.kinds.values()}


@pytest.mark.parametrize("edition", IDS)
def test_every_row_names_abilities_choices_and_options_that_there_are(edition: str) -> None:
    rules = load_edition(edition)
    for row in rules.bonuses.values():
        assert not row.ability or row.ability.startswith("state:") or row.ability in rules.abilities, row.key
        key, _, word = row.choice.partition("=")
        assert not key or key in rules.choices, row.key
        if word and not word.isdigit():
            assert word in rules.choices[key].values, row.key
        assert not row.option or row.option.partition("=")[0] in rules.options, row.key
        assert set(row.over) <= set(rules.bonuses), row.key


def asked() -> Iterator[str]:
    """Everything that the cases say about pilots, cards and choices."""
    for case in all_cases():
        for scene in scenes(case.raw):
            yield repr(scene.raw)


def spelled(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", re.sub(r"['’]", "", text.lower()))


def test_every_choice_is_made_in_a_case() -> None:
    made = {
        key
        for case in all_cases()
        for scene in scenes(case.raw)
        for key in dict(scene.raw.get("ask", {})).get("choices", {})  # type: ignore[call-overload]  # a table of a case
    }
    known = set(load_edition("ce-5.01").choices)
    assert made & known == known - NOT_YET_MADE


NOT_YET_MADE: frozenset[str] = frozenset()


def test_every_ability_that_is_used_is_on_a_card_of_a_case() -> None:
    every = spelled("\n".join(asked()))
    rows = load_edition("ce-5.01").bonuses.values()
    named = {row.ability for row in rows if row.ability and not row.ability.startswith("state:")}
    assert {name for name in named if spelled(name) not in every} <= AIR_ALONE


AIR_ALONE = frozenset({"golden-goose"})
"""Abilities that count in the air alone."""


@pytest.mark.parametrize(
    ("edition", "kind"), list(product(IDS, ["weapon", "indirect", "standard", "artillery"]))
)
def test_a_choice_that_is_offered_can_be_made(edition: str, kind: str) -> None:
    pilots = [key for key, row in load_edition(edition).abilities.items() if row.kind == "pilot"]
    card = {"pilot": pilots, "specials": ["AC1/1/1", "LRM1/1/1", "SRM1/1", "IF1", "DN", "SDCS", "STL"]}
    prepared = stage(edition, mine=card, theirs=card, options={"environment-modifiers": True})
    for choice in attack(prepared, "A", "B", AttackQuestion(kind=kind)).choices:
        value = choice.values[0] if choice.values else (choice.high if choice.high else True)
        answer = attack(prepared, "A", "B", AttackQuestion(kind=kind, choices=((choice.key, value),)))
        chosen = {each.key: each.value for each in answer.choices}
        assert chosen[choice.key] == value
        with pytest.raises(InputError):
            attack(
                prepared, "A", "B", AttackQuestion(kind=kind, choices=((choice.key, "nothing of the kind"),))
            )


def test_rows_count_in_the_order_of_the_table() -> None:
    prepared = stage("ce-5.01", mine={"pilot": ["sniper", "blood-stalker"]})

    answer = attack(prepared, "A", "B", AttackQuestion(choices=(("blood-stalker", "B"),)))
    assert [term.key for term in answer.tally.modifiers][-2:] == ["ability.blood-stalker", "range.medium"]
    (changed,) = [term for term in answer.tally.modifiers if term.key == "range.medium"]
    assert dict(changed.facts) == {"ability": "Range, Sniper", "printed": 2}
