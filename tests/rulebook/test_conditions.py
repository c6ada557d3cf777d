"""Conditions in the tables are read and checked when they are loaded, against the list of predicates."""

import re
import shutil
from pathlib import Path

import pytest

import astrike
from astrike.errors import EditionError
from astrike.rulebook.ability_rows import BonusRow, ChoiceRow
from astrike.rulebook.conditions import PREDICATES, Condition
from astrike.rulebook.loader import DATA, IDS, GameSystem, load_edition
from astrike.rulebook.schema import Edition
from astrike.rules.attack.ability_conditions import CONDITIONS

PAGE = Path(astrike.__file__).parent / "docs" / "rulebook.md"


def rows(edition: str) -> list[BonusRow | ChoiceRow]:
    rules = load_edition(edition)
    return [*rules.bonuses.values(), *rules.choices.values()]


def quoted(word: str) -> str:
    return f'"{word}"'


def problems_with(tmp_path: Path, *changes: tuple[str, str]) -> list[str]:
    """Say what is wrong with the conditions of tables that have been changed."""
    folder = tmp_path / "other"
    shutil.copytree(DATA / "alpha-strike", folder)
    path = folder / "bonuses.toml"
    text = path.read_text(encoding="utf-8")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after, 1)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(EditionError) as caught:
        GameSystem(folder, Edition).edition("ce-5.01")
    return [problem.removeprefix("other/bonuses.toml: ") for problem in caught.value.problems]


def test_every_predicate_of_the_list_is_one_that_the_rules_can_judge() -> None:
    assert set(PREDICATES) == set(CONDITIONS)


def test_every_predicate_of_the_list_is_set_by_a_row() -> None:
    assert {each.predicate for row in rows("ce-5.01") for each in row.when} == set(PREDICATES)


def test_the_page_about_the_rulebook_lists_the_predicates() -> None:
    section = PAGE.read_text(encoding="utf-8").split("## Conditions", 1)[1].split("\n## ", 1)[0]
    listed = re.findall(r"^\| `([a-z-]+)` \| (.*?) ?\| (.+) \|$", section, re.MULTILINE)
    assert listed == [(name, " ".join(each.takes), each.meaning) for name, each in PREDICATES.items()]


@pytest.mark.parametrize("edition", IDS)
def test_conditions_are_read_once_with_their_arguments(edition: str) -> None:
    found = {str(each): each for row in rows(edition) for each in row.when}
    assert found["guarded:RAMS 2"] == Condition("guarded", ("RAMS", "2"), 2.0)
    assert found["fires:LRM SRM"] == Condition("fires", ("LRM", "SRM"))
    assert found["in-contact"] == Condition("in-contact")


def test_everything_that_is_wrong_with_conditions_is_told_at_once(tmp_path: Path) -> None:
    reported = {
        "in-contact:AC": "nothing behind in-contact",
        "masters:longer": "a key of brackets.toml in place of 'longer'",
        "target-on:mudd swamp": "a key of terrain.toml in place of 'mudd'",
        "networked:C5": "a key of nets.toml in place of 'C5'",
        "in-hostile-emc": f"one of {', '.join(PREDICATES)}",
        "target-without:sniper": "a key of abilities.toml of the kind special in place of 'sniper'",
        "target-moves": "number behind target-moves",
        "target-tmm:two": "a number in place of 'two'",
        "fires:": "abilities behind fires",
    }
    before = (
        "in-contact", "masters:long", "target-on:mud swamp", "networked:NC3", "in-hostile-ecm", "target-without:ABA",
        "target-moves:2", "target-tmm:2", "fires:LRM SRM IATM",
    )  # fmt: skip
    found = problems_with(tmp_path, *zip(map(quoted, before), map(quoted, reported), strict=True))
    assert [line.partition(" when has ")[2] for line in found] == [
        f"'{condition.rstrip(':')}'; expected {expected}" for condition, expected in reported.items()
    ]
    assert " (swamp-beast): when has " in found[2]


def test_names_of_bonuses_that_are_none_are_told(tmp_path: Path) -> None:
    found = problems_with(
        tmp_path,
        ('ability = "swamp-beast"', 'ability = "marsh-beast"'),
        ("munition=dead-fire", "munition=dead-fyre"),
        ("munition=listen-kill", "ammunition=listen-kill"),
        ("munitions.guided=easier", "munitions.guided=simpler"),
        ("range-master=swap", "range-mistress=swap"),
        ('"extra"', '"further"'),
    )
    assert [line.partition("; ")[0].partition("): ")[2] for line in found] == [
        "families has 'further'",
        "option is 'range-mistress=swap'",
        "ability is 'marsh-beast'",
        "option is 'munitions.guided=simpler'",
        "choice is 'ammunition=listen-kill'",
        "choice is 'munition=dead-fyre'",
    ]


def test_an_effect_that_is_about_no_surroundings_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "other"
    shutil.copytree(DATA / "alpha-strike", folder)
    path = folder / "effects.toml"
    text = (
        path.read_text(encoding="utf-8")
        .replace('"atmosphere=thin"', '"air=thin"')
        .replace('"wind=1"', '"wind"')
    )
    path.write_text(text.replace('"weather=extreme-heat"', '"weather=heat"'), encoding="utf-8")
    with pytest.raises(EditionError) as caught:
        GameSystem(folder, Edition).edition("ce-5.01")
    assert [problem.partition(";")[0] for problem in caught.value.problems] == [
        "other/effects.toml: row 1 (atmosphere.thin): when is 'air=thin'",
        "other/effects.toml: row 8 (heat.extreme): when is 'weather=heat'",
        "other/effects.toml: row 9 (wind.1): when is 'wind'",
    ]
