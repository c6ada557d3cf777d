"""The card for impacts: falls, skids, charges, jump attacks, pushes, collapses."""

from typing import Any, Final

from astrike.model.battletech.impact import ImpactAnswer, ImpactQuestion
from astrike.report.battletech.impact_json import IMPACT
from astrike.report.battletech.impact_text import impact_text
from astrike.rules.battletech.impacts import answer_impact, impact_problems
from astrike.web.battletech.asking import ClassicCard

START: Final[dict[str, Any]] = {"kind": "fall"}
"""What is asked where the address says nothing."""
IMPACT_CARD: Final[ClassicCard[ImpactQuestion, ImpactAnswer]] = ClassicCard(
    name="impact",
    question=ImpactQuestion,
    problems=impact_problems,
    answer=answer_impact,
    record=IMPACT,
    text=impact_text,
)
