"""Is a value within the limits of its field, and what is expected where it is not?

Only limits that need neither a table nor a file. Readers ask here value by value; a question that nobody read,
because it was made in code, is held against its own fields as a whole. What a field holds is described at the question
itself (`model.question_schema`).
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from astrike.errors import Problem, child, quoted
from astrike.model.inch_limits import FARTHEST
from astrike.model.movement import Waypoint
from astrike.model.question_schema import (
    FactField,
    ListField,
    NamedField,
    OnlyWith,
    PathPointField,
    QuestionField,
    WholeField,
    WordField,
    YesNoField,
    members_of,
    values_of,
)

FLAT_POINT_WORDS: Final = f"[x, y] in inches up to {FARTHEST:g}"
"""What a point without a height looks like."""
PlainField = WordField | WholeField | YesNoField | FactField
"""What is checked alone, whatever else there is."""


def is_within_limits(holds: PlainField, value: object) -> bool:
    """May this value stand in a field?

    >>> [is_within_limits(WholeField(0, 4), value) for value in (4, 5, 1.0, True)]
    [True, False, True, False]
    """
    match holds:
        case WordField(allowed):
            return isinstance(value, str) and value in allowed
        case WholeField(low, high):
            # JSON knows no difference between 3 and 3.0.
            if not isinstance(value, int | float) or isinstance(value, bool):
                return False
            return low <= value <= high and float(value).is_integer()
        case YesNoField():
            return isinstance(value, bool)
        case FactField():
            return isinstance(value, str | int | float | bool)


def field_words(holds: PlainField) -> str:
    """Say what a field may hold.

    >>> field_words(WholeField(0, 4)), field_words(WordField(("up", "down")))
    ('a whole number from 0 to 4', 'one of up, down')
    """
    match holds:
        case WordField(allowed):
            return f"one of {', '.join(allowed)}"
        case WholeField(low, high):
            return f"a whole number from {low} to {high}"
        case YesNoField():
            return "true or false"
        case FactField():
            return "a word, a number, true or false"


def is_name(name: str, longest: int | None) -> bool:
    """May a value be called so? Names are printed: no line breaks, no control characters."""
    return name.isprintable() and (longest is None or (bool(name.strip()) and len(name) <= longest))


def name_words(longest: int | None) -> str:
    """Say how a value may be called."""
    return f"a name of 1 to {longest} letters"


def too_many(holds: ListField | NamedField, count: int) -> tuple[str, str] | None:
    """Say what was found and what is expected where there are more than a field takes."""
    if count <= holds.most:
        return None
    return f"{count:,} {holds.noun}", f"at most {holds.most:,} {holds.noun}"


# ---- a question that nobody read


@lru_cache(maxsize=64)  # the same question is asked of pair after pair
def beyond_limits(question: object) -> tuple[Problem, ...]:
    """Name every value of a question beyond what its field holds, in the words of whoever reads one.

    Whether a field may be given at all beside others is a matter of reading: rules pass over what does not count.
    """
    values = values_of(question)
    return tuple(
        problem
        for member in members_of(type(question))
        if values[member.name] != member.default
        for problem in _beyond(member, values[member.name], values)
    )


def _beyond(member: QuestionField, value: object, values: Mapping[str, object]) -> Iterator[Problem]:
    holds, at = member.described.holds, member.name
    match holds:
        case WordField() | WholeField() | YesNoField() | FactField():
            if not is_within_limits(holds, value):
                yield _problem(at, value, holds)
        case ListField(of) | NamedField(of) if isinstance(value, tuple) and (
            many := too_many(holds, len(value))
        ):
            yield Problem(at, *many)
        case ListField(WholeField() as of) if isinstance(value, tuple):
            for number, each in enumerate(value):
                if not is_within_limits(of, each):
                    yield _problem(child(at, number), each, of)
        case ListField(PathPointField(OnlyWith() as heights)) if isinstance(value, tuple):
            for number, point in enumerate(value):
                if (
                    isinstance(point, Waypoint)
                    and point.z is not None
                    and values[heights.key] not in heights.words
                ):
                    yield Problem(child(at, number), _point_words(point), FLAT_POINT_WORDS)
        case NamedField(WholeField() | FactField() as of, longest_name=longest) if isinstance(value, tuple):
            for name, each in value:
                if not is_name(name, longest):
                    yield Problem(child(at, name), quoted(name), name_words(longest))
                elif not is_within_limits(of, each):
                    yield _problem(child(at, name), each, of)


def _problem(at: str, value: object, holds: PlainField) -> Problem:
    found = quoted(value) if value is None or isinstance(value, str | int | float) else repr(value)
    return Problem(at, found, field_words(holds))


def _point_words(point: Waypoint) -> str:
    return f"[{', '.join(map(quoted, (point.x, point.y, point.z)))}]"
