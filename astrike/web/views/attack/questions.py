"""How is an attack made: its kind, overheat, a special weapon, a spotter, dice that fell, choices, named modifiers?

The question stands in the address, so an answer can be sent to the other phone.
"""

from dataclasses import replace

from werkzeug.datastructures import MultiDict

from astrike.errors import InputError
from astrike.model.attack import PLAIN, AttackQuestion, Point
from astrike.model.schema import inner_of
from astrike.model.table import Table
from astrike.model.unit import Unit
from astrike.rulebook.schema import Edition
from astrike.rules.attack import Detail, attack, check
from astrike.rules.battlefield import Field
from astrike.web.asked_questions import Asked
from astrike.web.attack.requests import REQUESTS
from astrike.web.question_forms import read_form


def read_question(asked: "MultiDict[str, str]", table: Table) -> Asked[AttackQuestion]:
    """Read a question; what is wrong is named, and the rest asked."""
    return read_form(inner_of(REQUESTS.attack, "question"), asked, table=table)


def askable(field: Field, asked: Asked[AttackQuestion]) -> AttackQuestion:
    """Give what can be asked of a question; raise `InputError` for what rules refuse of it whatever its kind.

    Where the kind is wrong a plain attack is asked, which does not tell what may be said beside another one.
    """
    if "kind" not in asked.wrong:
        return asked.question
    question = replace(asked.question, path=())
    check(field, question)
    return replace(question, rolls=(), choices=())


def refuse_wrong(
    field: Field, attacker: str, target: str | Point, asked: Asked[AttackQuestion], *, but: str = ""
) -> None:
    """Refuse a question that a page cannot show again, naming everything wrong with its form and for the rules."""
    problems = [each for key, found in asked.problems.items() if key != but for each in found]
    if not problems:
        return  # what rules refuse turns out when they are asked
    try:
        attack(field, [(attacker, target)], askable(field, asked), detail=Detail.WHOLE)
    except InputError as error:
        problems += error.problems
    raise InputError(problems)


def codes_of(unit: Unit, edition: Edition) -> tuple[str, ...]:
    """List the special weapons that the unit's card prints."""
    return tuple(filter(unit.has, edition.kinds[PLAIN.kind].codes))
