"""Numbers in columns are those of the ledgers: on every rules case, every demo table and random ones."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import astrike.demo
from astrike.errors import InputError
from astrike.formats.table.table_file import parse_document
from astrike.model.attack_answer import AttackAnswer
from astrike.model.attack_question import PLAIN, AttackQuestion
from astrike.model.table import Table
from astrike.rulebook.loader import IDS
from astrike.rules.attack.sight_columns import STATES
from astrike.rules.solver.attack import attack_columns, enemy_lines
from astrike.rules.solver.attack_columns import AttackColumns
from astrike.rules.table.lines import measure_columns
from astrike.rules.table.prepared_table import PreparedTable, prepare_table
from tests.asking import matrix
from tests.bench.tables import table_of
from tests.builders import Json
from tests.oracle.scenes import random_scene
from tests.rules.scene import POSES, document_of, scenes
from tests.rules.solver.test_laws_of_answers import LAW, field_of, some_tables
from tests.soak import SOAKED
from tools.casefiles import all_cases

QUESTIONS = (
    PLAIN,
    AttackQuestion(overheat=2, secondary=True, modifiers=(("fog", 1), ("luck", -1))),
    AttackQuestion(special="TUR"),
    AttackQuestion(special="REAR"),
    AttackQuestion(special="tor"),
    AttackQuestion(special="IF"),
    AttackQuestion(weapon="ARTT", spotter="B"),
    AttackQuestion(choices=(("attacked", "weapon"),)),
    *(AttackQuestion(kind=kind) for kind in ("standard", "melee", "charge", "dfa", "anti-mech", "indirect")),
    *(AttackQuestion(kind=kind) for kind in ("artillery", "tag", "surprise", "strike")),
)


def every_line(prepared: PreparedTable) -> tuple[np.ndarray, np.ndarray]:
    """Everybody with everybody else, friends too."""
    count = len(prepared.units.units)
    ends = [(a, t) for a in range(count) for t in range(count) if a != t]
    attacker, target = np.array(ends, dtype=np.intp).reshape(-1, 2).T
    return attacker, target


def numbers_of(columns: AttackColumns, k: int) -> tuple[object, ...]:
    bracket = int(columns.bracket[k])
    return (
        columns.brackets[bracket].key if bracket >= 0 else None,
        float(columns.range[k]),
        STATES[columns.state[k]],
        bool(columns.cover[k]),
        int(columns.total[k]),
        float(columns.probability[k]),
        bool(columns.allowed[k]),
        {why.key for why, is_so in zip(columns.reasons, columns.refusals[k], strict=True) if is_so},
    )


def numbers_in(answer: AttackAnswer) -> tuple[object, ...]:
    return (
        answer.bracket,
        answer.range,
        answer.sight.state,
        answer.sight.cover,
        answer.tally.total,
        answer.probability,
        answer.allowed,
        {why.key for why in answer.refusals},
    )


def differences(prepared: PreparedTable, question: AttackQuestion = PLAIN) -> Iterator[str]:
    """Say of every pair of units where its row in the columns is not what its ledger says."""
    if len(prepared.units.units) < 2:
        return
    lines = measure_columns(prepared, *every_line(prepared))
    columns = attack_columns(prepared, lines, question)
    for k, answer in enumerate(columns.answers()):
        row, ledger = numbers_of(columns, k), numbers_in(answer)
        if row != ledger:
            yield f"{answer.attacker} at {answer.target}, {question.kind}: {row} in columns, {ledger} in the ledger"


DEMOS = sorted(Path(astrike.demo.__path__[0]).glob("*.astrike.json"))


def demo_in(path: Path, edition: str) -> PreparedTable:
    document = json.loads(path.read_text(encoding="utf-8"))
    return prepare_table(parse_document({**document, "astrike": {**document["astrike"], "edition": edition}}))


@pytest.mark.parametrize("edition", IDS)
@pytest.mark.parametrize("path", DEMOS, ids=lambda path: path.name)
def test_columns_are_the_ledgers_of_every_demo(path: Path, edition: str) -> None:
    found = list(differences(demo_in(path, edition)))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
@pytest.mark.parametrize("path", DEMOS if SOAKED else DEMOS[2:], ids=lambda path: path.name)
def test_columns_are_the_ledgers_of_every_kind_of_question(path: Path, question: AttackQuestion) -> None:
    edition = IDS[crc32(str(question).encode()) % len(IDS)]
    found = list(differences(demo_in(path, edition), question))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("edition", IDS)
def test_columns_are_the_ledgers_of_large_random_tables(seed: int, edition: str) -> None:
    table = replace(table_of(random_scene(seed, units=12)), edition=edition)
    assert not list(differences(prepare_table(table)))


@LAW
@given(some_tables(most_units=6), st.sampled_from(QUESTIONS), st.booleans())
def test_columns_are_the_ledgers_of_any_table(
    document: Json, question: AttackQuestion, is_on_hexes: bool
) -> None:
    if is_on_hexes:
        document = {**document, "astrike": {**document["astrike"], "grid": {"kind": "hex", "across": 2.0}}}
    prepared = field_of(document)
    assert not list(differences(prepared, question))


def test_a_question_that_nobody_can_ask_is_refused() -> None:
    prepared = prepare_table(table_of(random_scene(1, units=4)))
    with pytest.raises(InputError, match="overheat"):
        attack_columns(prepared, enemy_lines(prepared), AttackQuestion(overheat=99))


def test_rows_open_the_answers_that_lists_hold() -> None:
    prepared = prepare_table(table_of(random_scene(1, units=6)))
    columns = attack_columns(prepared, enemy_lines(prepared))
    assert columns.answers() == matrix(prepared)
    assert [columns.answer(k) for k in range(len(columns))] == list(matrix(prepared))


def tables_of_cases(topic: str) -> Iterator[tuple[str, Table]]:
    """Give the table of every scene under one of its editions, in a soak under all of them."""
    for case in all_cases():
        for scene in scenes(case.raw) if case.topic == topic else ():
            editions = scene.raw.get("editions", case.editions)
            drawn = editions[crc32(f"{case.id} {scene.name}".encode()) % len(editions)]
            for edition in editions if SOAKED else (drawn,):
                if "units" in scene.raw and "wrong" not in scene.expect:
                    document = document_of(scene, edition=edition, pose=POSES[0])
                    yield f"{case.id} {scene.name} [{edition}]", parse_document(document)


@pytest.mark.parametrize("topic", sorted({case.topic for case in all_cases()}))
def test_columns_are_the_ledgers_of_every_case(topic: str) -> None:
    wrong = [
        f"{name}: {each}"
        for name, table in tables_of_cases(topic)
        for each in differences(prepare_table(table))
    ]
    assert not wrong, "\n".join(wrong)
