"""What is asked on the classic desk, and what is the answer? Pages, commands and the API ask here.

Each card has a module of its own that says what its question is and which rule answers it.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Generic, Protocol, TypeVar

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem, child
from astrike.formats.checks import Fields, Problems, one_of
from astrike.formats.json_text import FILE, json_problems, shown
from astrike.formats.options import allowed_words, option_value
from astrike.formats.questions import read_values
from astrike.model.question_schema import members_of, question_of_values
from astrike.report.schema import Json, JsonRecord
from astrike.report.words.texts import Translate
from astrike.rulebook.battletech.loader import BATTLETECH_DEFAULT, load_battletech
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rules.battletech.options_in_use import OptionsInUse
from astrike.web.battletech.places import is_inside, outer_place, places_in, without


class ClassicQuestion(Protocol):
    """What every question says: by which edition it is answered, and how disputed points are settled."""

    @property
    def edition(self) -> str | None:
        """Id of the edition; None for the default."""

    @property
    def options(self) -> Mapping[str, object] | None:
        """Values of options by id."""


_MOST_READINGS: Final = 6
PICTURE: Final = "picture"
"""Key under which an answer holds its picture."""
Q = TypeVar("Q", bound=ClassicQuestion)
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class ClassicCard(Generic[Q, A]):
    """One card of the desk: its question, the rule that answers it, and how the answer reads."""

    name: str
    question: type[Q]
    problems: Callable[[Q, BattleTechEdition], Iterator[Problem]]
    """Names everything in a question that cannot be, though each field is right."""
    answer: Callable[[Q, BattleTechEdition, OptionsInUse], A]
    record: JsonRecord[A]
    """What the answer holds as JSON: it writes the answer and describes it."""
    text: Callable[[A, Translate], str]
    picture: Callable[[Q, A], str] | None = None
    """Draws an answer as SVG, for cards whose answers hold a picture."""

    def json(self, answer: A) -> Json:
        """Write an answer as JSON; the picture that it may hold is left out."""
        return self.record.written(answer)

    def json_with_picture(self, reply: "ClassicReply[Q, A]") -> Json:
        """Write an answer as JSON with its picture."""
        found = self.json(reply.answer)
        if self.picture is None:
            return found
        return {**found, PICTURE: self.picture(reply.question, reply.answer)}


@dataclass(frozen=True, slots=True)
class ClassicReply(Generic[Q, A]):
    """A question as it was read, and its answer."""

    question: Q
    answer: A


def ask_card(card: ClassicCard[Q, A], body: Mapping[str, object]) -> ClassicReply[Q, A]:
    """Answer a question; raise `InputError` with everything that is wrong with it."""
    question = read_question(card, body)
    edition = load_battletech(question.edition or "")
    stated = {
        key: value
        for key, raw in (question.options or {}).items()
        if (value := option_value(edition.options[key], raw)) is not None
    }
    return ClassicReply(question, card.answer(question, edition, OptionsInUse(edition, stated)))


def read_question(card: ClassicCard[Q, A], body: Mapping[str, object]) -> Q:
    """Read a question; raise `InputError` with everything that is wrong with it."""
    unsound = [
        Problem("body" if each.at == FILE else each.at, each.found, each.expected)
        for each in json_problems(body)
    ]
    found = _read(card, body)
    named = {each.at for each in unsound}
    problems = Problems()
    problems.extend(unsound)
    problems.extend(each for each in found.problems if each.at not in named)
    if found.question is None and problems:
        problems.extend(_contradictions_beside(card, body, {each.at for each in problems}))
    if problems or found.question is None:
        raise InputError(problems)
    return found.question


@dataclass(frozen=True, slots=True)
class _Reading(Generic[Q]):
    """A question as far as it could be read, and what is wrong with it."""

    question: Q | None
    """None where a field is wrong."""
    problems: tuple[Problem, ...]


def _read(card: ClassicCard[Q, A], body: Mapping[str, object]) -> _Reading[Q]:
    """Read a question; where every field is right, look for contradictions."""
    problems = Problems()
    fields = Fields(body, "", problems)
    known = [member.name for member in members_of(card.question)]
    for name in body:
        if name not in known:
            fields.report(name, one_of(known))
    values = read_values(card.question, fields)
    edition = load_battletech(str(values.get("edition") or BATTLETECH_DEFAULT))
    problems.extend(_of_options(values.get("options"), edition))
    if problems:
        return _Reading(None, tuple(problems))
    question: Q = question_of_values(card.question, values)
    return _Reading(question, tuple(card.problems(question, edition)))


def _contradictions_beside(
    card: ClassicCard[Q, A], body: Mapping[str, object], wrong: set[str]
) -> Iterator[Problem]:
    """Name the contradictions in what could be read, where fields are wrong: those count as left out.

    Beside a wrong word, or in an item of a list, nothing is said of the same object: once it is right all may be well.
    """
    values = dict(places_in(body))
    unclear = {
        outer
        for place in wrong
        if (outer := outer_place(place)) and (outer.endswith("]") or isinstance(values.get(place), str))
    }
    gone: set[str] = set()
    for _ in range(_MOST_READINGS):
        more = {place if place in values and place not in gone else outer_place(place) for place in wrong}
        if "" in more:
            return
        gone |= more
        found = _read(card, without(body, gone))
        if found.question is not None:
            yield from (
                each for each in found.problems if not any(is_inside(each.at, outer) for outer in unclear)
            )
            return
        wrong = {each.at for each in found.problems}


def _of_options(stated: object, edition: BattleTechEdition) -> Iterator[Problem]:
    for key, value in stated.items() if isinstance(stated, Mapping) else ():
        row = edition.options.get(key)
        if row is None:
            yield Problem(child("options", key), "unknown option", one_of(tuple(edition.options)))
        elif option_value(row, value) is None:
            yield Problem(child("options", key), shown(value), allowed_words(row))
