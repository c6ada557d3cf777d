"""What is answered about attacks and sight: who, whom, how?"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from astrike.errors import Problem
from astrike.formats.questions import read_fields, written
from astrike.model.answer import AttackAnswer, SightReport
from astrike.model.attack import AttackQuestion, Point
from astrike.model.margin import Margin, Margins
from astrike.model.schema import inner_of, made_of
from astrike.model.table import Table
from astrike.report.answer_schema import Json
from astrike.rules.attack import Detail, attack, check, enemy_pairs, sight
from astrike.rules.battlefield import Field
from astrike.rules.margins.attack import attack_margins
from astrike.rules.margins.close_calls import close_calls
from astrike.rules.margins.place import place_margins
from astrike.rules.margins.sight import sight_margins
from astrike.web.attack.requests import REQUESTS, AttackRequest, SightRequest
from astrike.web.questions.body import Body, BodyReader, read_body
from astrike.web.questions.shared_fields import keys_of

MOST_PAIRS = 10_000
"""A hundred units, each against every other."""


@dataclass(frozen=True, slots=True)
class AttackReply:
    """An answer about an attack, with the table as it was asked about, and how it was read."""

    table: Table
    answer: AttackAnswer
    field: Field
    asked: AttackRequest

    @property
    def question(self) -> AttackQuestion:
        """How the attack is made."""
        return self.asked.question

    @property
    def target(self) -> str | Point:
        """Whom or where it is aimed at."""
        return self.asked.target

    @property
    def margins(self) -> Margins | None:
        """How far the answer holds; None where nobody wants to know."""
        if not self.asked.margin:
            return None
        if isinstance(self.target, Point):
            return place_margins(self.field, self.answer.attacker, self.target, self.question)
        return attack_margins(self.field, self.answer.attacker, self.target, self.question)


@dataclass(frozen=True, slots=True)
class SightReply:
    """An answer about sight, with the table as it was asked about."""

    table: Table
    answer: SightReport
    field: Field
    asked: SightRequest

    @property
    def margins(self) -> Margins | None:
        """How far the answer holds; None where nobody wants to know."""
        if not self.asked.margin:
            return None
        return sight_margins(self.field, self.answer.attacker, self.answer.target)


@dataclass(frozen=True, slots=True)
class MatrixReply:
    """Answers about all attacks, with the table as it was asked about."""

    table: Table
    answers: tuple[AttackAnswer, ...]
    calls: tuple[Margin | None, ...]
    """Of each answer what would be within the tolerance, None where nothing else would be."""


def ask_attack(body: Body, *, table_at: str = "table") -> AttackReply:
    """Answer whether one unit may attack another, or a point."""
    asked, field = read_body(REQUESTS.attack, body, table_at=table_at, refuse=_check_attack)
    (answer,) = attack(field, [(asked.attacker, asked.target)], asked.question, detail=Detail.WHOLE)
    return AttackReply(field.table, answer, field, asked)


def _check_attack(field: Field, said: Mapping[str, Any]) -> None:
    """Refuse what rules refuse of an attack: all of it where it is known who attacks whom how."""
    asked, target = inner_of(REQUESTS.attack, "question"), said.get("target")
    if {"attacker", "target", "kind"} <= said.keys():
        pair = (said["attacker"], said["target"])
        attack(field, [pair], made_of(asked, said), detail=Detail.WHOLE)
    else:
        # Whether points of a path have heights hangs on the kind.
        question = made_of(asked, said if "kind" in said else {**said, "path": ()})
        check(field, question, [target] if isinstance(target, Point) else ())


def ask_sight(body: Body, *, table_at: str = "table") -> SightReply:
    """Answer whether one unit sees another."""
    asked, field = read_body(REQUESTS.sight, body, table_at=table_at)
    (answer,) = sight(field, [(asked.attacker, asked.target)])
    return SightReply(field.table, answer, field, asked)


def ask_matrix(body: Body, *, table_at: str = "table") -> MatrixReply:
    """Answer every attack, or those of one side."""
    asked = BodyReader(body, keys_of(REQUESTS.matrix), table_at)
    question = read_fields(REQUESTS.matrix, asked.fields, asked.table)
    side = None if question is None else question.side
    _check_pairs(asked, side)
    field = asked.sound_field()
    answers = attack(field, enemy_pairs(field, side=side), detail=Detail.LISTED)
    return MatrixReply(field.table, answers, close_calls(field, answers))


def _check_pairs(asked: BodyReader, side: str | None) -> None:
    """Note a problem when there are more attacks than anybody reads or a phone's patience lasts for."""
    units = () if asked.table is None else asked.table.units
    sides = Counter(unit.side for unit in units)
    attackers = [unit.side for unit in units if side is None or unit.side == side]
    pairs = sum(len(units) - (1 if each is None else sides[each]) for each in attackers)
    if pairs > MOST_PAIRS:
        expected = f"at most {MOST_PAIRS:,}: fewer units, or one side's"
        asked.problems.append(Problem("side", f"{pairs:,} attacks", expected))


def attack_question(attacker: str, target: str | Point, question: AttackQuestion) -> Json:
    """Write the question of an attack card; what is as usual is left out."""
    return written(REQUESTS.attack(attacker, target, question))
