"""How does the order of a turn look as JSON?"""

from astrike.model.order import OrderAnswer, Step
from astrike.report.json_parts import Json, options_json, reasons_json


def order_json(answer: OrderAnswer) -> Json:
    """Give every step, who has no move, and whose move it is."""
    due = answer.next
    return {
        "edition": answer.edition,
        "sides": list(answer.sides),
        "group": answer.group,
        "steps": [_step(step) for step in answer.steps],
        "done": answer.done,
        "next": None
        if due is None
        else {"side": due.side, "part": due.part, "count": due.count, "units": list(due.units)},
        "resting": [{"unit": each.unit, "reasons": reasons_json(each.reasons)} for each in answer.resting],
        "rules": reasons_json(answer.rules),
        "options_used": options_json(answer.options_used),
    }


def _step(step: Step) -> Json:
    shares = [{"side": share.side, "count": share.count, "left": share.left} for share in step.shares]
    return {"part": step.part, "shares": shares}
