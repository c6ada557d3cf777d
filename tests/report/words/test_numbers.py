"""No raw key and no unrounded number reaches a reader: every text of every case is looked through."""

import re
from collections.abc import Iterator

import pytest

from astrike.errors import AstrikeError
from astrike.formats.table.table_file import parse_document
from astrike.model.area_answer import BlastAnswer
from astrike.model.attack_answer import AttackAnswer, SightReport
from astrike.model.effect_answer import EffectAnswer
from astrike.model.electronics_answer import NetworksAnswer
from astrike.model.movement import MoveAnswer
from astrike.model.table import Table
from astrike.model.unit_answer import UnitAnswer
from astrike.report.area.text import blast_text
from astrike.report.attack.text import attack_text, sight_text
from astrike.report.effects.text import effect_text
from astrike.report.electronics.text import networks_text
from astrike.report.movement.text import move_text, unit_text
from astrike.report.words.numbers import coordinates
from tests.rules.scene import POSES, ask, document_of, scenes
from tests.soak import SOAKED
from tools.casefiles import Case, all_cases

LONG = re.compile(r"\d+\.\d{3,}")
KEY = re.compile(r"(?<![\w.])(?:hits|going|terrain|attack|target|armor|state)(?:\.[a-z][a-z-]+)+\b")
NAMED = re.compile(r"\s*(Options|Assumed|Can be chosen|Tables)\b")
"""Rows that name options and fields as they are set."""
BARE = re.compile(r"\b(going|overlap|window|missing|lent(?! by)) [a-z0-9]+\b")
"""Keys of facts that stood before their values."""
CASES = [pytest.param(case, id=f"{case.topic}: {case.id}") for case in all_cases()]


def texts_of(case: Case) -> Iterator[str]:
    every = list(scenes(case.raw))
    for scene in every if SOAKED else every[:1]:
        edition = case.editions[0]
        if edition not in scene.raw.get("editions", case.editions):
            continue
        try:
            answer = ask(scene, edition=edition, pose=POSES[0])
            table = parse_document(document_of(scene, edition=edition, pose=POSES[0]))
        except AstrikeError:
            continue
        yield text_of(answer, table)


def text_of(answer: object, table: Table) -> str:
    match answer:
        case AttackAnswer():
            return attack_text(answer, table)
        case SightReport():
            return sight_text(answer, table)
        case MoveAnswer():
            return move_text(answer, table)
        case UnitAnswer():
            return unit_text(answer, table)
        case BlastAnswer():
            return blast_text(answer, table)
        case EffectAnswer():
            return effect_text(answer, table)
        case NetworksAnswer():
            return networks_text(answer, table)
        case _:
            return ""


def lines_for_people(text: str) -> Iterator[str]:
    """Give the lines without those that name options and fields, and what follows under these."""
    is_named = False
    for line in text.splitlines():
        if line[:1].strip():
            is_named = bool(NAMED.match(line))
        if not is_named:
            yield line


@pytest.mark.parametrize("case", CASES)
def test_every_number_is_short_and_every_key_has_words(case: Case) -> None:
    for text in texts_of(case):
        for line in lines_for_people(text):
            assert not LONG.search(line), line
            assert not KEY.search(line), line
            assert not BARE.search(line), line


def test_a_place_is_written_to_a_tenth() -> None:
    assert coordinates((19.454, 34.0936)) == "19.5, 34.1"
