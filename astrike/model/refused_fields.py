"""What of a question was refused, and how is the rest asked?

Some things only the rules can refuse, one stage
after another; whoever asks again without what was refused finds out what else is wrong.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING
from typing import Any, Final

from astrike.dataclass import dataclass
from astrike.errors import child
from astrike.model.question_schema import NamedField, QuestionField, members_of

_INSIDE: Final = re.compile(r"[.\[]")
"""Stands in the place of a problem between a field and what in it is wrong."""


@dataclass(frozen=True, slots=True)
class RefusedFields:
    """Something that was said in a question."""

    member: QuestionField
    name: str | None = None
    """Of a field with values under names the name of one; None for the field as a whole."""


def refused_at(question: type, values: Mapping[str, object], at: str) -> RefusedFields | None:
    """Find what a problem at this place is about; None where it is nothing that was said and may be left out.

    >>> from astrike.model.attack_question import AttackQuestion
    >>> found = refused_at(AttackQuestion, {"choices": (("sight.max", 3),)}, 'choices["sight.max"]')
    >>> (found.member.name, found.name) if found else None
    ('choices', 'sight.max')
    >>> refused_at(AttackQuestion, {"choices": ()}, "target")
    """
    root = _INSIDE.split(at, maxsplit=1)[0]
    member = next((each for each in members_of(question) if each.name == root), None)
    if member is None or member.default is MISSING:
        return None
    said: Any = values.get(root, member.default)
    if said == member.default:
        return None
    if isinstance(member.described.holds, NamedField):
        return RefusedFields(member, next((name for name, _value in said if child(root, name) == at), None))
    return RefusedFields(member)


def without(values: Mapping[str, object], refused: Iterable[RefusedFields]) -> dict[str, object]:
    """Give the values of a question with what was refused at its default, and all else as it is."""
    left: dict[str, Any] = dict(values)
    for each in refused:
        key = each.member.name
        if each.name is None:
            left[key] = each.member.default
        else:
            left[key] = tuple(pair for pair in left[key] if pair[0] != each.name)
    return left
