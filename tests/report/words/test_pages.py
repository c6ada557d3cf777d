"""A page of another printing has a mark, and each text and paper says once what the mark means."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from astrike.formats.table.table_file import parse_document, read_table
from astrike.model.attack_answer import AttackAnswer
from astrike.model.explain import Citation
from astrike.model.legality import Finding, Legality
from astrike.report.attack.text import attack_text
from astrike.report.layout.text import legal_text
from astrike.report.paper.legality_report import legality_paper
from astrike.report.words.pages import MARK
from astrike.rules.table.prepared_table import prepare_table
from astrike.web.home.demo import demo_text
from tests.asking import attack
from tests.builders import table
from tests.report.movement.answers import FINDINGS
from tests.report.paper.test_sheets import words_on

NOTE = "page of another printing"
TABLE = parse_document(read_table(demo_text("diagram")).document)
HERE, ELSEWHERE = Citation("CE p.32", "ce-5.01"), Citation("CE p.32", "ce-7")
NO_PAGE = Citation("not printed in this edition", None)


def of(cite: Citation) -> AttackAnswer:
    answer = attack(prepare_table(TABLE), "A", "C")
    assert answer.edition == "ce-5.01"
    modifiers = tuple(replace(each, cite=cite) for each in answer.tally.modifiers)
    return replace(
        answer,
        tally=replace(answer.tally, modifiers=modifiers),
        considered=tuple(replace(each, cite=cite) for each in answer.considered),
    )


def checked(*cites: Citation) -> Legality:
    findings: tuple[Finding, ...] = tuple(replace(FINDINGS[0], cite=cite) for cite in cites)
    return Legality("", "", "", 0.1, findings, (), MappingProxyType({}))


def test_a_ledger_marks_each_page_of_another_printing_and_says_once_what_that_means() -> None:
    text = attack_text(of(ELSEWHERE), TABLE)
    assert text.count(f"CE p.32{MARK}") == 5
    assert text.count(NOTE) == 1
    assert text.splitlines()[-1].split(maxsplit=1) == [MARK, NOTE]


@pytest.mark.parametrize("cite", [HERE, NO_PAGE], ids=["of its own printing", "no page"])
def test_a_page_of_the_own_printing_and_words_in_place_of_a_page_have_no_mark(cite: Citation) -> None:
    text = attack_text(of(cite), TABLE)
    assert cite.page in " ".join(text.split())
    assert f"{cite.page}{MARK}" not in " ".join(text.split())


def test_the_check_of_a_table_has_the_mark_on_a_terminal_and_on_paper() -> None:
    legality, placed = checked(HERE, ELSEWHERE, NO_PAGE), table(edition="ce-5.01")
    printed = " ".join(words_on(legality_paper(legality, placed, title="Border post")))
    for text in (legal_text(legality, placed), printed):
        assert text.count(f"CE p.32{MARK}") == 1
        assert text.count("CE p.32") == 2
        assert text.count(NOTE) == 1
    plain = " ".join(words_on(legality_paper(checked(HERE, NO_PAGE), placed, title="Border post")))
    assert MARK not in plain
    assert NOTE not in plain
