"""Is this the order of the turn that the case expects? Every difference is named, not only the first."""

from collections.abc import Callable, Iterator, Mapping

from astrike.model.turn_order import OrderAnswer
from tests.builders import Json
from tests.rules.expectation import PAGE


def order_differences(expected: Json, answer: OrderAnswer) -> Iterator[str]:
    """Say in which ways the answer is another one."""
    if not expected:
        yield "nothing is expected for this edition"
    for key, value in expected.items():
        check = CHECKS.get(key)
        if check is None:
            yield f"{key} is nothing that can be expected; {', '.join(CHECKS)} are"
        elif (found := check(answer)) != value:
            yield f"{key}: expected {value!r}, found {found!r}"
    for reason in (*answer.rules, *(reason for each in answer.resting for reason in each.reasons)):
        if not PAGE.fullmatch(reason.cite.page):
            yield f"{reason.key} has no page but {reason.cite.page!r}"


def _steps(answer: OrderAnswer, part: str) -> list[dict[str, int]]:
    return [{share.side: share.count for share in step.shares} for step in answer.steps if step.part == part]


CHECKS: Mapping[str, Callable[[OrderAnswer], object]] = {
    "steps": lambda answer: _steps(answer, "ground"),
    "aerospace": lambda answer: _steps(answer, "aerospace"),
    "done": lambda answer: answer.done,
    "next": lambda answer: [answer.next.side, answer.next.count] if answer.next else "none",
    "from": lambda answer: list(answer.next.units) if answer.next else "none",
    "resting": lambda answer: {each.unit: [reason.key for reason in each.reasons] for each in answer.resting},
    "reasons": lambda answer: sorted(
        {rule.key for rule in answer.rules}
        | {reason.key for each in answer.resting for reason in each.reasons}
    ),
    "facts": lambda answer: {
        f"{rule.key}/{key}": value for rule in answer.rules for key, value in rule.facts.items()
    },
    "group": lambda answer: answer.group,
    "options": lambda answer: sorted(used.id for used in answer.options_used),
}
