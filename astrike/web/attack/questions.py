"""What is asked about an attack or a line of sight, and what is the answer?

The question names attacker, target and kind of attack, with overheat, a special weapon, a spotter, dice that were
rolled, choices and named modifiers. On pages all of it is part of the address, so an answer can be sent to another
phone.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.questions import read_fields, written
from astrike.model.attack_answer import AttackAnswer, SightReport
from astrike.model.attack_question import PLAIN, AttackQuestion, TablePoint
from astrike.model.margin import Margin, Margins
from astrike.model.question_schema import inner_of, question_of_values
from astrike.model.table import Table
from astrike.model.unit import Unit
from astrike.report.schema import Json
from astrike.rulebook.schema import Edition
from astrike.rules.rulings.attack_and_sight_margins import attack_margins, sight_margins
from astrike.rules.rulings.close_calls import close_calls
from astrike.rules.rulings.place_margins import place_margins
from astrike.rules.solver.attack import Detail, attack, check_question, enemy_pairs, sight
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.attack.requests import REQUESTS, AttackRequest, SightRequest
from astrike.web.questions.body import Body, BodyReader, read_body
from astrike.web.questions.shared_fields import keys_of

if TYPE_CHECKING:  # commands ask here as well, and have no forms
    from werkzeug.datastructures import MultiDict

    from astrike.web.questions.form_answers import AskedQuestion


def read_question(asked: "MultiDict[str, str]", table: Table) -> "AskedQuestion[AttackQuestion]":
    """Read a question; what is wrong is named, and the rest asked."""
    from astrike.web.questions.form_reader import read_form

    return read_form(inner_of(REQUESTS.attack, "question"), asked, table=table)


def askable(prepared: PreparedTable, asked: "AskedQuestion[AttackQuestion]") -> AttackQuestion:
    """Give what can be asked of a question; raise `InputError` for what rules refuse of it whatever its kind.

    Where the kind is wrong a plain attack is asked, which does not tell what may be said beside another one.
    """
    if "kind" not in asked.wrong:
        return asked.question
    question = replace(asked.question, path=())
    check_question(prepared, question)
    return replace(question, rolls=(), choices=())


def refuse_wrong(
    prepared: PreparedTable,
    attacker: str,
    target: str | TablePoint,
    asked: "AskedQuestion[AttackQuestion]",
    *,
    but: str = "",
) -> None:
    """Refuse a question that a page cannot show again, naming everything wrong with its form and for the rules."""
    problems = [each for key, found in asked.problems.items() if key != but for each in found]
    if not problems:
        return  # what rules refuse turns out when they are asked
    try:
        attack(prepared, [(attacker, target)], askable(prepared, asked), detail=Detail.WHOLE)
    except InputError as error:
        problems += error.problems
    raise InputError(problems)


def codes_of(unit: Unit, edition: Edition) -> tuple[str, ...]:
    """List the special weapons that the unit's card prints."""
    return tuple(filter(unit.has, edition.kinds[PLAIN.kind].codes))


MOST_PAIRS = 10_000
"""A hundred units, each against every other."""


@dataclass(frozen=True, slots=True)
class AttackReply:
    """An answer about an attack, with the table as it was asked about, and how it was read."""

    table: Table
    answer: AttackAnswer
    prepared: PreparedTable
    asked: AttackRequest

    @property
    def question(self) -> AttackQuestion:
        """How the attack is made."""
        return self.asked.question

    @property
    def target(self) -> str | TablePoint:
        """Whom or where it is aimed at."""
        return self.asked.target

    @property
    def margins(self) -> Margins | None:
        """How far the answer holds; None where nobody wants to know."""
        if not self.asked.margin:
            return None
        if isinstance(self.target, TablePoint):
            return place_margins(self.prepared, self.answer.attacker, self.target, self.question)
        return attack_margins(self.prepared, self.answer.attacker, self.target, self.question)


@dataclass(frozen=True, slots=True)
class SightReply:
    """An answer about sight, with the table as it was asked about."""

    table: Table
    answer: SightReport
    prepared: PreparedTable
    asked: SightRequest

    @property
    def margins(self) -> Margins | None:
        """How far the answer holds; None where nobody wants to know."""
        if not self.asked.margin:
            return None
        return sight_margins(self.prepared, self.answer.attacker, self.answer.target)


@dataclass(frozen=True, slots=True)
class MatrixReply:
    """Answers about all attacks, with the table as it was asked about."""

    table: Table
    answers: tuple[AttackAnswer, ...]
    calls: tuple[Margin | None, ...]
    """For each answer, the outcome within the tolerance; None where there is no other."""


def ask_attack(body: Body, *, table_at: str = "table") -> AttackReply:
    """Answer whether one unit may attack another, or a point."""
    asked, prepared = read_body(REQUESTS.attack, body, table_at=table_at, refuse=_check_attack)
    (answer,) = attack(prepared, [(asked.attacker, asked.target)], asked.question, detail=Detail.WHOLE)
    return AttackReply(prepared.table, answer, prepared, asked)


def _check_attack(prepared: PreparedTable, said: Mapping[str, Any]) -> None:
    """Refuse what rules refuse of an attack: all of it where it is known who attacks whom how."""
    asked, target = inner_of(REQUESTS.attack, "question"), said.get("target")
    if {"attacker", "target", "kind"} <= said.keys():
        pair = (said["attacker"], said["target"])
        attack(prepared, [pair], question_of_values(asked, said), detail=Detail.WHOLE)
    else:
        # Whether points of a path have heights hangs on the kind.
        question = question_of_values(asked, said if "kind" in said else {**said, "path": ()})
        check_question(prepared, question, [target] if isinstance(target, TablePoint) else ())


def ask_sight(body: Body, *, table_at: str = "table") -> SightReply:
    """Answer whether one unit sees another."""
    asked, prepared = read_body(REQUESTS.sight, body, table_at=table_at)
    (answer,) = sight(prepared, [(asked.attacker, asked.target)])
    return SightReply(prepared.table, answer, prepared, asked)


def ask_matrix(body: Body, *, table_at: str = "table") -> MatrixReply:
    """Answer every attack, or those of one side."""
    asked = BodyReader(body, keys_of(REQUESTS.matrix), table_at)
    question = read_fields(REQUESTS.matrix, asked.fields, asked.table)
    side = None if question is None else question.side
    _check_pairs(asked, side)
    prepared = asked.sound_field()
    answers = attack(prepared, enemy_pairs(prepared, side=side), detail=Detail.LISTED)
    return MatrixReply(prepared.table, answers, close_calls(prepared, answers))


def _check_pairs(asked: BodyReader, side: str | None) -> None:
    """Note a problem when there are more attacks than anybody reads or a phone's patience lasts for."""
    units = () if asked.table is None else asked.table.units
    sides = Counter(unit.side for unit in units)
    attackers = [unit.side for unit in units if side is None or unit.side == side]
    pairs = sum(len(units) - (1 if each is None else sides[each]) for each in attackers)
    if pairs > MOST_PAIRS:
        expected = f"at most {MOST_PAIRS:,}: fewer units, or one side's"
        asked.problems.append(Problem("side", f"{pairs:,} attacks", expected))


def attack_question(attacker: str, target: str | TablePoint, question: AttackQuestion) -> Json:
    """Write the question of an attack card; what is as usual is left out."""
    return written(REQUESTS.attack(attacker, target, question))
