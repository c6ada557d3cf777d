"""The page of the contract says what the program does: every key, limit, default, command, option, address and code."""

import copy
import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import click
import pytest
from click.testing import CliRunner

from astrike.cli.main import main
from astrike.formats.table import unit
from astrike.formats.table.table_file import parse_document
from astrike.model.table import Table
from astrike.rulebook.loader import DEFAULT_EDITION, IDS, load_edition
from astrike.web.app import create_app
from astrike.web.settings import Settings
from tools.casefiles import ROOT
from tools.contract.block import Block, rows_in
from tools.contract.commands import command_blocks
from tools.contract.page import PAGE, all_blocks, faults, newest
from tools.contract.schemas import schema_blocks
from tools.contract.table_keys import PLACES, WHOLE, at, keys_of, table_blocks, with_value

TEXT = PAGE.read_text(encoding="utf-8")
CODE = re.compile(r"`([^`]+)`")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\((?P<page>[^)#]*)#(?P<place>[^)]+)\)")


@pytest.fixture(scope="module")
def blocks() -> Mapping[str, Block]:
    return all_blocks()


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Give every address that can be looked at, without the types of its parts."""
    app = create_app(Settings(db_path=tmp_path_factory.mktemp("contract") / "never-made.db", testing=True))
    return {
        re.sub(r"<(?:\w+:)?(\w+)>", r"<\1>", rule.rule)
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ())
    }


def test_the_page_is_the_newest(blocks: Mapping[str, Block]) -> None:
    assert newest(TEXT, blocks) == TEXT, "write it: python -m tools.contract"


def test_the_page_leaves_nothing_out(blocks: Mapping[str, Block]) -> None:
    assert not faults(TEXT, blocks)


# ---- the table file


def defaults() -> Iterator[tuple[str, str, str]]:
    """Yield the table of the page, the key and the words that stand under Default."""
    names = [*PLACES, "properties"]
    for name in names:
        for key, _, default, _ in rows_in(TEXT, f"file {name}"):
            for where in (name,) if name in PLACES else ("unit", "terrain", "point"):
                yield where, key.strip("`"), default


DEFAULTS = list(defaults())


def table_with(name: str, key: str, value: object) -> Table:
    """Read the whole table with another value under a key; what only repeats the file is left out of it."""
    table = parse_document(with_value(name, key, value))
    units = tuple(replace(unit, stated=frozenset()) for unit in table.units)
    return replace(table, document={}, units=units)


def table_without(name: str, key: str) -> Table:
    """Read the whole table without a key."""
    document = copy.deepcopy(WHOLE)
    for path in PLACES[name]:
        at(document, path).pop(key, None)
    table = parse_document(document)
    return replace(table, document={}, units=tuple(replace(unit, stated=frozenset()) for unit in table.units))


def literal(default: str) -> object:
    """Give the value that stands in code quotes and nothing else beside it; None where words stand there."""
    found = re.fullmatch(r"`([^`]+)`", default)
    return found and json.loads(found[1])


@pytest.mark.parametrize(
    ("name", "key", "default"),
    [each for each in DEFAULTS if re.fullmatch(r"`[^`]+`", each[2])],
    ids=[f"{name}.{key}" for name, key, default in DEFAULTS if re.fullmatch(r"`[^`]+`", default)],
)
def test_a_file_that_gives_the_default_says_what_a_file_without_the_key_says(
    name: str, key: str, default: str
) -> None:
    # Without the objects that others refer to there is nothing to compare.
    assert table_with(name, key, literal(default)) == table_without(name, key)


@pytest.mark.parametrize("edition", [each for each in IDS if each != DEFAULT_EDITION])
def test_every_edition_reads_the_same_keys_and_words(
    edition: str, blocks: Mapping[str, Block], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(WHOLE["astrike"], "edition", edition)
    found = table_blocks(
        [load_edition(DEFAULT_EDITION), *(load_edition(each) for each in IDS if each != DEFAULT_EDITION)]
    )
    assert found == {name: blocks[name] for name in found}


def test_the_example_of_a_file_can_be_read() -> None:
    (example,) = re.findall(r"^```json\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert [unit.id for unit in parse_document(json.loads(example)).units] == ["A", "B"]


def test_a_new_key_of_the_file_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = unit._move

    def reads_more(card: Any) -> object:
        card.whole("rank", 0, low=0, high=9)
        return plain(card)

    monkeypatch.setattr(unit, "_move", reads_more)
    assert "rank" in keys_of("unit")
    found = table_blocks([load_edition(DEFAULT_EDITION)])["file unit"].rows
    assert ("`rank`", "a whole number from 0 to 9") in found


# ---- commands


def exit_codes() -> Iterator[tuple[int, str]]:
    for line in TEXT.splitlines():
        found = re.fullmatch(r"\| (\d+) \| .* \| `astrike (.*)` \|", line)
        if found:
            yield int(found[1]), found[2]


EXITS = list(exit_codes())


def test_every_code_but_that_of_an_interruption_has_an_example() -> None:
    assert [code for code, _ in EXITS] == [0, 1, 2]


@pytest.mark.parametrize(("code", "words"), EXITS, ids=[str(code) for code, _ in EXITS])
def test_a_command_ends_as_the_page_says(code: int, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(main, shlex.split(words))
    assert done.exit_code == code, done.output


def test_a_new_option_of_a_command_is_found() -> None:
    @click.group(name="astrike")
    def program() -> None: ...

    @program.command()
    @click.option("--environment", help="A row.")
    @click.option("--weapon", metavar="CODE", required=True, multiple=True, help="What fires.")
    @click.option("--count", type=click.IntRange(1, 6), default=2, show_default=True, help="How many.")
    @click.argument("file")
    def shoot(**_: object) -> None:
        """Fire at will."""

    @program.command()
    @click.option("--environment", help="A row.")
    def look(**_: object) -> None: ...

    found = command_blocks(program)
    shot = found["command shoot"]
    assert found["every question by command"].rows == (("`--environment`", "`TEXT`", "", "A row."),)
    assert shot.before == "`astrike shoot FILE`\n\nFire at will."
    assert shot.rows == (
        ("`--weapon`", "`CODE`; may be repeated; needed", "", "What fires."),
        ("`--count`", "`1 to 6`", "`2`", "How many."),
    )


# ---- questions, answers and addresses


def test_a_new_key_of_a_question_or_an_answer_is_found() -> None:
    number = {"type": "integer", "minimum": 0, "maximum": 9, "description": "How many."}
    inner = {"type": "object", "required": ["wide"], "properties": {"wide": {"type": "boolean"}}}
    description = {
        "components": {
            "schemas": {
                "ShotQuestion": {"required": ["count"], "properties": {"count": number}},
                "ShotAnswer": {"required": [], "properties": {"arc": {"anyOf": [inner, {"type": "null"}]}}},
            }
        }
    }
    found = schema_blocks(description)
    assert found["question ShotQuestion"].rows == (("`count`", "whole number 0 to 9; needed"),)
    assert found["question ShotQuestion"].hints == {"`count`": "How many."}
    assert found["answer ShotAnswer"].rows == (
        ("`arc`", "object or null; may be missing"),
        ("`arc.wide`", "boolean"),
    )


def test_every_link_inside_leads_somewhere() -> None:
    places = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in HEADING.findall(TEXT)}
    assert not [
        found["place"] for found in LINK.finditer(TEXT) if not found["page"] and found["place"] not in places
    ]
    for found in LINK.finditer(TEXT):
        if found["page"]:
            other = (PAGE.parent / found["page"]).read_text(encoding="utf-8")
            assert found["place"].replace("-", " ") in other.lower().replace("-", " ")


def addresses() -> Iterator[str]:
    part = TEXT.split("### Addresses that are printed or bookmarked")[1].split("### A ruling")[0]
    for line in part.splitlines():
        if line.startswith("| `"):
            yield from CODE.findall(line.split(" | ")[0])


def test_every_address_of_the_page_is_there(rules: set[str]) -> None:
    assert set(addresses()) <= rules


def test_every_address_for_programs_is_on_the_page(rules: set[str]) -> None:
    programs = {
        rule for rule in rules if rule.endswith((".json", "/version")) and not rule.startswith("/api/")
    }
    assert programs <= set(addresses())
