"""What does the card about critical hits ask, and who answers it?"""

from typing import Final

from astrike.model.battletech.critical import CriticalQuestion
from astrike.model.battletech.critical_answer import CriticalAnswer
from astrike.report.battletech.critical_json import CRITICAL as CRITICAL_ANSWER
from astrike.report.battletech.critical_text import critical_text
from astrike.rules.battletech.critical import answer_critical
from astrike.rules.battletech.critical_problems import critical_problems
from astrike.web.battletech.asking import ClassicCard
from astrike.web.battletech.desk import Json, question_in_address

NAME: Final = "critical"
FIRST: Final[Json] = {"location": "right-torso"}
"""What is asked where the address says nothing."""
ALWAYS_THERE: Final = "center-torso"
"""Every sheet has this location, and nothing blows it off."""
CRITICAL: Final[ClassicCard[CriticalQuestion, CriticalAnswer]] = ClassicCard(
    NAME, CriticalQuestion, critical_problems, answer_critical, CRITICAL_ANSWER, critical_text
)


def critical_in_address() -> Json:
    """Give the question that the address of this request states; where it names no location, the usual one."""
    return question_in_address(CRITICAL, FIRST)
