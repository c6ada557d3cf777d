"""The schemas of the question about the order of a turn, and of its answer."""

from astrike.model.order import PARTS
from astrike.rulebook.loader import IDS
from astrike.web.asking.questions import QUESTIONS
from astrike.web.openapi.questions import question_schema
from astrike.web.openapi.words import (
    TEXT,
    WHOLE,
    Json,
    list_of,
    or_null,
    record,
    ref,
    words,
)


def order_questions() -> Json:
    """Describe what can be asked."""
    return {"OrderQuestion": question_schema(QUESTIONS.order)}


def order_answers() -> Json:
    """Describe what is answered."""
    share = record({"side": TEXT, "count": WHOLE, "left": WHOLE})
    due = record({"side": TEXT, "part": words(*PARTS), "count": WHOLE, "units": list_of(TEXT)})
    return {
        "OrderAnswer": record(
            {
                "edition": words(*IDS),
                "sides": list_of(TEXT),
                "group": {**WHOLE, "description": "How many units move as one."},
                "steps": list_of(record({"part": words(*PARTS), "shares": list_of(share)})),
                "done": {**WHOLE, "description": "How many steps are over."},
                "next": or_null(due),
                "resting": list_of(record({"unit": TEXT, "reasons": list_of(ref("Reason"))})),
                "rules": list_of(ref("Reason")),
                "options_used": list_of(ref("OptionUsed")),
            },
            description="In which order units move.",
        ),
    }
