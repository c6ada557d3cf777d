"""What does the card about critical hits ask, and who answers it?"""

from typing import Any, Final

from astrike.model.battletech.critical import CriticalQuestion
from astrike.model.battletech.critical_answer import CriticalAnswer
from astrike.report.battletech.critical_json import critical_json
from astrike.report.battletech.critical_text import critical_text
from astrike.rules.battletech.critical import answer_critical
from astrike.rules.battletech.critical_problems import critical_problems
from astrike.web.battletech.asking import ClassicCard

NAME: Final = "critical"
FIRST: Final[dict[str, Any]] = {"location": "right-torso"}
"""What is asked where the address says nothing."""
CRITICAL: Final[ClassicCard[CriticalQuestion, CriticalAnswer]] = ClassicCard(
    NAME, CriticalQuestion, critical_problems, answer_critical, critical_json, critical_text
)
