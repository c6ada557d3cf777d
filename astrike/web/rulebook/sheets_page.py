"""Which rulebook tables does an answer rest on? One page for each table, one tap away from the card."""

from dataclasses import dataclass

from flask import request

from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import Edition
from astrike.web.http.device import local_path
from astrike.web.http.responses import show
from astrike.web.rulebook.sheets import RulesSheet, rules_sheet, titles


@dataclass(frozen=True, slots=True)
class ReferenceContext:
    """All tables of an edition by their names, and the one that is shown; `back` is where the reader came from."""

    edition: Edition
    sheets: tuple[tuple[str, str], ...]
    sheet: RulesSheet | None
    back: str


def show_sheets(edition: str) -> str:
    """Show which tables there are."""
    return show("rulebook/sheets.html", ReferenceContext(load_edition(edition), titles(), None, _back()))


def show_sheet(edition: str, name: str) -> str:
    """Show one table."""
    rules = load_edition(edition)
    return show("rulebook/sheets.html", ReferenceContext(rules, titles(), rules_sheet(rules, name), _back()))


def _back() -> str:
    wished = request.args.get("back", "")
    return local_path(wished) if wished else ""
