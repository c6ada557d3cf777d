"""What would the other edition say? One line on a card where its answer is another one, with its page."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

from astrike.dataclass import dataclass
from astrike.errors import InputError
from astrike.rulebook.battletech.loader import BATTLETECH_DEFAULT, BATTLETECH_IDS
from astrike.web.battletech.asking import ClassicCard, ask_card
from astrike.web.battletech.desk import Json, address_of, edition_label
from astrike.web.http.i18n import _

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class AnswerGist:
    """What an answer comes to: what is compared, how it is said, and the page that it rests on."""

    compared: Hashable
    words: str
    page: str


@dataclass(frozen=True, slots=True)
class OtherEditionLine:
    """What another edition says, and where its whole answer is."""

    edition: str
    words: str
    page: str
    address: str


def other_editions(
    card: ClassicCard[Any, A], body: Mapping[str, Any], answer: A, gist: Callable[[A, A], AnswerGist]
) -> tuple[OtherEditionLine, ...]:
    """Give a line for each edition that answers otherwise.

    `gist` says what the first of two answers comes to, as far as it differs from the second.
    """
    here = str(body.get("edition") or BATTLETECH_DEFAULT)
    found = []
    for edition in BATTLETECH_IDS:
        line = None if edition == here else _line(card, {**body, "edition": edition}, answer, gist)
        if line is not None:
            found.append(line)
    return tuple(found)


def _line(
    card: ClassicCard[Any, A], body: Json, answer: A, gist: Callable[[A, A], AnswerGist]
) -> OtherEditionLine | None:
    label, address = edition_label(body["edition"]), address_of(card.name, body)
    try:
        other = ask_card(card, body).answer
    except InputError:
        return OtherEditionLine(label, _("cannot be asked like this"), "", address)
    theirs = gist(other, answer)
    if theirs.compared == gist(answer, other).compared:
        return None
    return OtherEditionLine(label, theirs.words, theirs.page, address)
