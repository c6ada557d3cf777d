"""Which question does the card about piloting rolls ask, and what answers it?"""

from typing import Final

from astrike.model.battletech.rolls import RollAnswer, RollQuestion
from astrike.report.battletech.roll_json import ROLL_ANSWER
from astrike.report.battletech.roll_text import roll_text
from astrike.rules.battletech.rolls import roll_answer
from astrike.rules.battletech.unit_state import roll_problems
from astrike.web.battletech.asking import ClassicCard

ROLL: Final[ClassicCard[RollQuestion, RollAnswer]] = ClassicCard(
    "roll",
    RollQuestion,
    lambda question, _: roll_problems(question),
    roll_answer,
    ROLL_ANSWER,
    roll_text,
)
