"""Which rulebook tables does an answer rest on? One page for each table, one tap away from the card."""

from typing import Final

from flask import request

from astrike.dataclass import dataclass
from astrike.rulebook.battletech.schema import BattleTechEdition
from astrike.rulebook.schema import Edition, EditionHead
from astrike.rulebook.systems import edition_of_any_game
from astrike.web.http.device import local_path
from astrike.web.http.responses import show
from astrike.web.rulebook.battletech_sheets import battletech_sheet, battletech_titles
from astrike.web.rulebook.sheets import RulesSheet, rules_sheet, titles

_LONGEST: Final = 60
"""Letters of what is searched for."""


@dataclass(frozen=True, slots=True)
class ReferenceContext:
    """All tables of an edition by their names, and the one that is shown; `back` is where the reader came from."""

    edition: EditionHead
    sheets: tuple[tuple[str, str], ...]
    sheet: RulesSheet | None
    back: str
    wanted: str = ""
    """What titles of tables are searched for."""


def show_sheets(edition: str) -> str:
    """Show which tables there are."""
    rules = edition_of_any_game(edition)
    wanted = request.args.get("find", "").strip()[:_LONGEST]
    found = tuple(each for each in _titles(rules) if wanted.casefold() in each[1].casefold())
    return show("rulebook/sheets.html", ReferenceContext(rules, found, None, _back(), wanted))


def show_sheet(edition: str, name: str) -> str:
    """Show one table."""
    rules = edition_of_any_game(edition)
    return show("rulebook/sheets.html", ReferenceContext(rules, _titles(rules), _sheet(rules, name), _back()))


def _titles(rules: EditionHead) -> tuple[tuple[str, str], ...]:
    return battletech_titles(rules) if isinstance(rules, BattleTechEdition) else titles()


def _sheet(rules: EditionHead, name: str) -> RulesSheet:
    """Make the sheet of a table of whichever game the edition is of."""
    if isinstance(rules, BattleTechEdition):
        return battletech_sheet(rules, name)
    assert isinstance(rules, Edition)
    return rules_sheet(rules, name)


def _back() -> str:
    wished = request.args.get("back", "")
    return local_path(wished) if wished else ""
