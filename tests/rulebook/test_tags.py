"""Code asks for groups of rows by their tags: which there are, who asks for them, and that a tag is all it takes."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import astrike
from astrike.errors import EditionError
from astrike.formats.table.table_file import parse_document
from astrike.model.attack_question import KINDS, MOVED_INTO, AttackQuestion
from astrike.rulebook.compare import differences
from astrike.rulebook.loader import IDS, GameSystem, load_edition
from astrike.rulebook.schema import Edition
from astrike.rulebook.tags import TAGS
from astrike.rules.table.prepared_table import prepare_table, table_on_terrain
from tests import builders
from tests.asking import attack

CODE = Path(astrike.__file__).parent
PAGE = CODE / "docs" / "rulebook.md"


def asked() -> Iterator[str]:
    """Read off the code which tags it asks for: `edition.tagged("missile")`, `"bombs" in row.tags`."""
    for path in CODE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "tagged" in text or "tags" in text else ():
            if isinstance(node, ast.Call) and "tagged" in (_name(node.func, "attr"), _name(node.func, "id")):
                yield from _words(node.args[0])
            elif isinstance(node, ast.Compare) and _name(node.comparators[0], "attr") == "tags":
                yield from _words(node.left)


def _name(node: ast.expr, attribute: str) -> object:
    return getattr(node, attribute, "")


def _words(node: ast.expr) -> Iterator[str]:
    arms = [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]
    yield from (arm.value for arm in arms if isinstance(arm, ast.Constant) and isinstance(arm.value, str))


def write(folder: Path, table: str, key: str, line: str) -> None:
    """Give a row of a table another line."""
    path, start = folder / f"{table}.toml", f'[[row]]\nkey = "{key}"\n'
    text = path.read_text(encoding="utf-8")
    assert text.count(start) == 1
    path.write_text(text.replace(start, f"{start}{line}\n"), encoding="utf-8")


def test_every_tag_is_asked_for_and_every_tag_asked_for_is_one() -> None:
    assert set(asked()) == {tag for tags in TAGS.values() for tag in tags}


def test_a_tag_belongs_to_one_table() -> None:
    every = [tag for tags in TAGS.values() for tag in tags]
    assert len(every) == len(set(every))


@pytest.mark.parametrize("edition", IDS)
def test_every_tag_is_on_a_row(edition: str) -> None:
    rules = load_edition(edition)
    assert [tag for tags in TAGS.values() for tag in tags if not rules.tagged(tag)] == []


def test_the_page_about_the_rulebook_lists_the_tags() -> None:
    section = PAGE.read_text(encoding="utf-8").split("## Tags", 1)[1].split("\n## ", 1)[0]
    listed = re.findall(r"^\| `([a-z_]+)` \| `([a-z-]+)` \| (.+) \|$", section, re.MULTILINE)
    assert listed == [(table, tag, stated) for table, tags in TAGS.items() for tag, stated in tags.items()]


def test_a_tag_that_rows_of_the_table_do_not_have_is_told(folder: Path) -> None:
    write(folder, "abilities", "TAG", 'tags = ["missle", "protection"]')
    write(folder, "numbers", "rear.from", 'tags = ["missile"]')
    with pytest.raises(EditionError) as caught:
        GameSystem(folder, Edition).edition("ce-5.01")
    missiles = ", ".join(TAGS["abilities"])
    number = [*load_edition("ce-5.01").abilities].index("TAG") + 1
    assert caught.value.problems == (
        "broken/numbers.toml: row 6 (rear.from): tags has 'missile'; expected none",
        f"broken/abilities.toml: row {number} (TAG): tags has 'missle'; expected one of {missiles}",
    )


def test_a_kind_of_attack_that_names_what_is_not_there_is_told(folder: Path) -> None:
    path = folder / "kinds.toml"
    text = path.read_text(encoding="utf-8").replace('codes = ["MEL"]', 'codes = ["MELT"]')
    text = text.replace('arrives = "strafe"', 'arrives = "straight"').replace(
        '["unmoved", "jump"]', '["jumped"]'
    )
    path.write_text(text.replace('critical = "critical.dfa"', 'critical = "critical.dive"'), encoding="utf-8")
    with pytest.raises(EditionError) as caught:
        GameSystem(folder, Edition).edition("ce-5.01")
    assert [problem.partition("; ")[0] for problem in caught.value.problems] == [
        "broken/kinds.toml: row 7 (melee): codes has 'MELT'",
        "broken/kinds.toml: row 9 (dfa): critical is 'critical.dive'",
        "broken/kinds.toml: row 9 (dfa): motions has 'jumped'",
        "broken/kinds.toml: row 14 (strafe): arrives is 'straight'",
    ]


@pytest.mark.parametrize("edition", IDS)
def test_questions_know_the_kinds_of_attack_that_the_rulebook_has(edition: str) -> None:
    rules = load_edition(edition)
    assert set(KINDS) == set(rules.kinds)
    assert set(MOVED_INTO) == set(rules.tagged("moved-into"))


def damage(edition: Edition) -> list[tuple[str, int | str]]:
    """Give the terms of an autocannon's damage at a unit with an anti-missile system."""
    units = (
        builders.unit("A", (5, 5), motion="ground", damage="3/3/2", specials=["AC2/2/2"]),
        builders.unit("B", (20, 5), motion="ground", damage="1/1/1", specials=["AMS"]),
    )
    plain = prepare_table(parse_document(builders.document(*units, edition="ce-5.01")))
    prepared = table_on_terrain(plain.terrain, table=plain.table, edition=edition, options=plain.options)
    answer = attack(prepared, "A", "B", AttackQuestion(special="AC"))
    return [(term.key, term.value) for term in answer.damage.terms]


def test_an_edition_that_tags_another_ability_is_answered_so_without_python(folder: Path) -> None:
    printed = GameSystem(folder, Edition).edition("ce-5.01")
    write(folder, "abilities", "AC", '"ce-5.01" = { tags = ["ballistic", "missile"] }')
    other = GameSystem(folder, Edition)
    assert other.edition("ce-5.01").tagged("missile") == ("AC", *printed.tagged("missile"))
    assert damage(other.edition("ce-5.01")) == [*damage(printed), ("damage.ams", -1)]
    assert other.edition("ce-7").digest == load_edition("ce-7").digest


def test_tags_are_shown_where_editions_differ_in_them_alone(folder: Path) -> None:
    write(folder, "abilities", "AC", '"ce-5.01" = { tags = ["ballistic", "missile"] }')
    other = GameSystem(folder, Edition)
    found = differences(other.edition("ce-5.01"), other.edition("ce-7"))
    assert [(row.key, row.a, row.b) for row in found if row.table == "abilities"] == [
        ("AC", "ballistic missile", "ballistic")
    ]
