"""How is an attack made: its kind, overheat, a special weapon, a spotter, dice that fell, choices, named modifiers?

The question stands in the address, so an answer can be sent to the other phone.
"""

from werkzeug.datastructures import MultiDict

from astrike.model.attack import PLAIN, AttackQuestion
from astrike.model.schema import inner_of
from astrike.model.table import Table
from astrike.model.unit import Unit
from astrike.rulebook.schema import Edition
from astrike.web.asked_questions import Asked
from astrike.web.asking.questions import QUESTIONS
from astrike.web.question_forms import read_form


def read_question(asked: "MultiDict[str, str]", table: Table) -> Asked[AttackQuestion]:
    """Read a question; what is wrong is named, and the rest asked."""
    return read_form(inner_of(QUESTIONS.attack, "question"), asked, table=table)


def codes_of(unit: Unit, edition: Edition) -> tuple[str, ...]:
    """List the special weapons that the unit's card prints."""
    return tuple(filter(unit.has, edition.kinds[PLAIN.kind].codes))
