"""What do the errata rule on a page, a topic or a word, which edition changed it, and does the desk work by it?"""

from collections.abc import Iterator
from typing import Final

from flask import request, url_for

from astrike.dataclass import dataclass
from astrike.errors import InputError, Problem
from astrike.formats.json_text import shown
from astrike.model.question_schema import BATTLETECH
from astrike.rulebook.battletech.loader import BATTLETECH_IDS, load_battletech
from astrike.rulebook.battletech.ruling_search import (
    ErrataRuling,
    RulingSearch,
    RulingView,
    all_rulings,
    rulings_found,
)
from astrike.rulebook.battletech.rulings import GROUPS, RulingRow
from astrike.rulebook.systems import edition_words
from astrike.web.battletech.cards import card_labels
from astrike.web.battletech.desk import edition_label
from astrike.web.http.forms import digits_or_none
from astrike.web.http.i18n import _
from astrike.web.http.responses import show, with_query
from astrike.web.rulebook.table_labels import group_label

AT_ONCE: Final = 40
"""Rulings on one page."""
LONGEST: Final = 80
"""Characters of what is looked for."""
_YES: Final = "1"
"""What a box that is ticked says."""


@dataclass(frozen=True, slots=True)
class RulingChoice:
    """Something to choose in the form, or to tap."""

    value: str
    label: str
    count: int = 0
    is_on: bool = False


@dataclass(frozen=True, slots=True)
class EditionLine:
    """What an edition makes of a ruling that is not simply its own."""

    edition: str
    label: str
    """Its short name."""
    words: str
    related: tuple[RulingRow, ...]


@dataclass(frozen=True, slots=True)
class DeskLine:
    """A card of the desk whose answers rest on a ruling."""

    label: str
    address: str


@dataclass(frozen=True, slots=True)
class RulingHit:
    """A ruling that was found."""

    row: RulingRow
    edition: str
    """An edition that has it, for its page."""
    group: str
    editions: tuple[str, ...]
    """The short names of those that have it."""
    lines: tuple[EditionLine, ...]
    desk: tuple[DeskLine, ...]


@dataclass(frozen=True, slots=True)
class RulingsContext:
    """What was looked for, and what was found."""

    search: RulingSearch
    groups: tuple[RulingChoice, ...]
    editions: tuple[RulingChoice, ...]
    hits: tuple[RulingHit, ...]
    count: int
    first: int
    """The number of the first one shown."""
    more: str
    """Address of the next ones; empty where there are none."""
    printings: tuple[str, ...]


def show_rulings() -> str:
    """Show the rulings that are looked for, or the subjects where nothing is."""
    search = _search()
    begin = _begin()
    found = () if search.is_empty else rulings_found(search)
    shown_now = found[begin : begin + AT_ONCE]
    return show(
        "battletech/rulings.html",
        RulingsContext(
            search,
            tuple(_groups(search)),
            tuple(
                RulingChoice(each, edition_label(each), is_on=each == search.edition)
                for each in BATTLETECH_IDS
            ),
            tuple(map(_hit, shown_now)),
            len(found),
            begin + 1,
            _address(search, begin + AT_ONCE) if len(found) > begin + AT_ONCE else "",
            tuple(load_battletech(each).name for each in BATTLETECH_IDS),
        ),
    )


def _search() -> RulingSearch:
    """Read what is looked for; raise `InputError` with everything that is wrong with it."""
    words, page, group, edition = (request.args.get(name, "") for name in ("q", "page", "group", "edition"))
    problems = [
        Problem(at, shown(text), _("at most %(number)s characters", number=LONGEST))
        for at, text in (("q", words), ("page", page))
        if len(text) > LONGEST
    ]
    if group and group not in GROUPS:
        problems.append(Problem("group", shown(group), f"one of {', '.join(GROUPS)}"))
    if edition and edition not in BATTLETECH_IDS:
        problems.append(Problem("edition", shown(edition), edition_words(BATTLETECH, edition)))
    changed = request.args.get("changed", "")
    if changed not in ("", _YES):
        problems.append(Problem("changed", shown(changed), f"{_YES}, or nothing"))
    if problems:
        raise InputError(problems)
    return RulingSearch(words=words, page=page, group=group, edition=edition, changed=bool(changed))


def _begin() -> int:
    text = request.args.get("from", "0")
    begin = digits_or_none(text)
    if begin is None or begin > len(all_rulings()):
        raise InputError([Problem("from", shown(text), f"a whole number up to {len(all_rulings())}")])
    return begin


def _address(search: RulingSearch, begin: int) -> str:
    asked = {"q": search.words, "page": search.page, "group": search.group, "edition": search.edition}
    asked["changed"] = _YES if search.changed else ""
    given = {name: value for name, value in asked.items() if value}
    return with_query(url_for("battletech.show_rulings"), {**given, "from": str(begin)})


def _groups(search: RulingSearch) -> Iterator[RulingChoice]:
    """Count the rulings of each subject."""
    counts = dict.fromkeys(GROUPS, 0)
    for each in all_rulings().values():
        counts[each.row.group] += 1
    for group, count in counts.items():
        yield RulingChoice(group, group_label(group), count, group == search.group)


def _hit(ruling: ErrataRuling) -> RulingHit:
    row, labels = ruling.row, card_labels()
    desk = tuple(DeskLine(labels[card], url_for("battletech.show_card", card=card)) for card in row.cards)
    lines = tuple(line for view in ruling.views for line in _line(view))
    labels_of_editions = tuple(map(edition_label, ruling.editions))
    return RulingHit(row, ruling.editions[0], group_label(row.group), labels_of_editions, lines, desk)


def _line(view: RulingView) -> Iterator[EditionLine]:
    """Say what an edition makes of a ruling, where it is not simply its own."""
    if view.is_overridden:
        words = _("goes by another ruling instead")
    elif view.is_printed:
        words = _("has it, and also") if view.related else ""
    else:
        words = (
            _("on the same point") if view.related else _("its errata are silent: the printed rule counts")
        )
    if words:
        yield EditionLine(view.edition, edition_label(view.edition), words, view.related)
