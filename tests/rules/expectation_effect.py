"""Does this effect come out as the case expects, and does it change what it should? Every difference is named.

What holds of every answer is checked beside what a case names: everything has its page, a refusal changes nothing, and
no change leaves things as they were.
"""

from collections.abc import Callable, Iterator, Mapping

from astrike.model.effect_answer import EffectAnswer
from tests.builders import Json
from tests.rules.expectation import PAGE, same


def effect_differences(expected: Json, answer: EffectAnswer) -> Iterator[str]:
    """Say in which ways an effect comes out otherwise."""
    if not expected:
        yield "nothing is expected for this edition"
    for key, value in expected.items():
        check = EFFECT_CHECKS.get(key)
        if check is None:
            yield f"{key} is nothing that can be expected; {', '.join(EFFECT_CHECKS)} are"
        elif problem := check(value, answer):
            yield f"{key}: {problem}"
    if "refusals" not in expected and answer.refusals:
        yield f"refused: {', '.join(reason.key for reason in answer.refusals)}"
    yield from always_of_effect(answer)


def always_of_effect(answer: EffectAnswer) -> Iterator[str]:
    """Say what is wrong with an effect whatever was asked."""
    named = [(term.key, term.cite.page) for term in answer.terms]
    named += [(each.key, each.cite.page) for each in (*answer.notes, *answer.refusals)]
    named += [(term.key, term.cite.page) for caught in answer.caught for term in caught.terms]
    for key, ref in [(answer.kind, answer.cite.page), *named]:
        if not PAGE.fullmatch(ref):
            yield f"{key} has no page but {ref!r}"
    if answer.refusals and (answer.changes or answer.result != "refused"):
        yield "a refused effect changes something"
    for change in answer.changes:
        if change.before == change.after:
            yield f"{change.at} of {change.unit} changes to what it was"


def _words(value: object, found: list[str]) -> str:
    assert isinstance(value, list)
    return same(sorted(value), sorted(found))


def _changes(value: object, answer: EffectAnswer) -> str:
    """Compare all changes: `unit.property = after`."""
    return same(value, {f"{change.unit}.{change.at}": change.after for change in answer.changes})


def _facts(value: object, answer: EffectAnswer) -> str:
    """Compare some facts; inches and degrees agree within 0.005."""
    assert isinstance(value, dict)
    for key, wanted in value.items():
        found = answer.facts.get(key)
        is_number = isinstance(wanted, int | float) and isinstance(found, int | float)
        if found != wanted and not (is_number and abs(float(found) - float(wanted)) <= 0.005):
            return f"{key}: expected {wanted!r}, found {found!r}"
    return ""


def _note_facts(value: object, answer: EffectAnswer) -> str:
    """Compare what some notes measured: `"KEY/FACT" = value`."""
    assert isinstance(value, dict)
    found = {f"{note.key}/{key}": fact for note in answer.notes for key, fact in note.facts.items()}
    return same(value, {key: found.get(key) for key in value})


def _none(value: object) -> object:
    return None if value == "none" else value


EFFECT_CHECKS: Mapping[str, Callable[[object, EffectAnswer], str]] = {
    "result": lambda value, answer: same(value, answer.result),
    "total": lambda value, answer: same(_none(value), answer.total),
    "damage": lambda value, answer: same(_none(value), answer.damage),
    "success": lambda value, answer: same(_none(value), answer.success),
    "terms": lambda value, answer: same(value, {term.key: term.value for term in answer.terms}),
    "dice": lambda value, answer: same(value, [die.fell for die in answer.dice]),
    "changes": _changes,
    "assumed": lambda value, answer: same(value, [note.at for note in answer.assumed]),
    "notes": lambda value, answer: _words(value, [note.key for note in answer.notes]),
    "note_facts": _note_facts,
    "caught": lambda value, answer: same(value, {each.unit: each.damage for each in answer.caught}),
    "facts": _facts,
    "tables": lambda value, answer: _words(value, list(answer.tables)),
    "refusals": lambda value, answer: _words(value, [reason.key for reason in answer.refusals]),
    "options": lambda value, answer: _words(value, [used.id for used in answer.options_used]),
}
