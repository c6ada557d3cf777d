"""Does this area effect catch whom the case expects, and does a miss land where it says? Every difference is named.

What holds of every answer is checked beside what a case names: who is caught is near enough, the dice make the way
from the point aimed at to where it lands, and everything has its page.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from astrike.model.area_answer import BlastAnswer, CaughtTarget
from tests.builders import Json
from tests.rules.expectation import PAGE, numbers, same, words

EXACT = 1e-6
CLOSE = 0.005
Place = Callable[[Sequence[float]], tuple[float, float]]
"""Where a point of the case lies on the table."""


def area_differences(
    expected: Json, answer: BlastAnswer, *, place: Place, aimed: Sequence[float]
) -> Iterator[str]:
    """Say in which ways an area effect is another one; `aimed` is the point that the case aims at."""
    if not expected:
        yield "nothing is expected for this edition"
    for key, value in expected.items():
        if key == "final":
            problem = _final(value, answer, place=place, aimed=aimed)
        elif check := AREA_CHECKS.get(key):
            problem = check(value, answer)
        else:
            problem = f"is nothing that can be expected; final, {', '.join(AREA_CHECKS)} are"
        if problem:
            yield f"{key}: {problem}"
    yield from always_of_area(answer)


def always_of_area(answer: BlastAnswer) -> Iterator[str]:
    """Say what is wrong with an area effect whatever was asked."""
    for each in answer.caught:
        limit = answer.inner if each.ring == "inner" else answer.outer
        if limit and each.distance > limit + EXACT:
            yield f"{each.unit} is caught at {each.distance:g}, beyond {limit:g}"
    for each in answer.near:
        if each.distance <= answer.outer:
            yield f"{each.unit} is nearly caught at {each.distance:g}, within {answer.outer:g}"
    for key, ref in [
        (answer.weapon, answer.cite.page),
        *((note.key, note.cite.page) for note in answer.notes),
    ]:
        if not PAGE.fullmatch(ref):
            yield f"{key} has no page but {ref!r}"
    x, y = answer.poi[:2]
    if answer.bearing is not None:
        x += answer.inches * math.sin(math.radians(answer.bearing))
        y += answer.inches * math.cos(math.radians(answer.bearing))
    if math.hypot(answer.final[0] - x, answer.final[1] - y) > EXACT:
        yield f"it lands at {answer.final}, not where bearing and inches lead"


def caught_differences(value: object, caught: Sequence[CaughtTarget]) -> str:
    """Compare who is caught, and for how much."""
    assert isinstance(value, dict)
    found = {each.unit: each.damage for each in caught}
    return "" if value == found else f"expected {value}, found {found}"


def _final(value: object, answer: BlastAnswer, *, place: Place, aimed: Sequence[float]) -> str:
    """Compare where it lands: as far north and east of the point as in the case, however the table lies."""
    given = numbers(value)
    home = place(aimed)
    meant = [home[axis] + given[axis] - aimed[axis] for axis in (0, 1)] + given[2:]
    near = all(abs(a - b) <= CLOSE for a, b in zip(meant, answer.final, strict=False))
    return "" if near else f"expected {meant}, found {answer.final}"


def _near(value: object, found: float | None) -> str:
    assert isinstance(value, int | float)
    if found is None or abs(value - found) > CLOSE:
        return f"expected {value}, found {found}"
    return ""


def _distances(value: object, answer: BlastAnswer) -> str:
    assert isinstance(value, dict)
    found = {each.unit: each.distance for each in (*answer.caught, *answer.near)}
    odd = [f"{name} at {found.get(name)}" for name, at in value.items() if _near(at, found.get(name))]
    return f"expected {value}, found {', '.join(odd)}" if odd else ""


def _some(value: object, found: set[str]) -> str:
    missing = set(words(value)) - found
    return f"{', '.join(sorted(missing))} not among {', '.join(sorted(found)) or 'none'}" if missing else ""


def _none_of(value: object, found: set[str]) -> str:
    odd = set(words(value)) & found
    return f"named without having decided anything: {', '.join(sorted(odd))}" if odd else ""


def _options(answer: BlastAnswer) -> set[str]:
    return {used.id for used in answer.options_used}


AREA_CHECKS: Mapping[str, Callable[[object, BlastAnswer], str]] = {
    "caught": lambda value, answer: caught_differences(value, answer.caught),
    "near": lambda value, answer: caught_differences(value, answer.near),
    "rings": lambda value, answer: same(value, {each.unit: each.ring for each in answer.caught}),
    "close": lambda value, answer: same(
        sorted(words(value)), sorted(each.unit for each in answer.caught if each.close)
    ),
    "pieces": lambda value, answer: same(
        sorted(words(value)), sorted(each.unit for each in answer.caught if each.is_piece)
    ),
    "distances": _distances,
    "terms": lambda value, answer: same(
        value, {each.unit: {t.key: t.value for t in each.terms} for each in answer.caught if each.terms}
    ),
    "radii": lambda value, answer: same(numbers(value), [answer.inner, answer.outer]),
    "bearing": lambda value, answer: _near(value, answer.bearing),
    "inches": lambda value, answer: _near(value, answer.inches),
    "dice": lambda value, answer: same(value, {die.key: die.fell for die in answer.dice}),
    "z": lambda value, answer: _near(value, answer.final[2]),
    "reasons": lambda value, answer: same(sorted(words(value)), sorted(note.key for note in answer.notes)),
    "facts": lambda value, answer: same(
        value, {f"{note.key}/{name}": fact for note in answer.notes for name, fact in note.facts.items()}
    ),
    "options": lambda value, answer: _some(value, _options(answer)),
    "options_not": lambda value, answer: _none_of(value, _options(answer)),
}
