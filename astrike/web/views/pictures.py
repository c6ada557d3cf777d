"""How does a table look that nobody has opened yet: a layout of the library, a drawn layout, an imported map?

Needs map.css on the page.
"""

from dataclasses import replace
from typing import Final

from flask import get_template_attribute
from markupsafe import Markup

from astrike.model.table import Table
from astrike.report.board import board
from astrike.rulebook.loader import load_edition
from astrike.web.i18n import _

WIDTH: Final = 358.0
"""Pixels: a phone's page without its margins."""


def table_picture(table: Table, *, name: str, width: float = WIDTH) -> Markup:
    """Draw the terrain and zones of a table; `name` keeps the ids of several pictures on a page apart.

    What is written on it keeps its size in pixels, so draw it as wide as it is shown.
    """
    empty = replace(table, units=())
    view = board(empty, {}, width_px=width, edition=load_edition(table.edition))
    small = get_template_attribute("svg/small.html", "small")
    caption = _(
        "Map of %(name)s, %(width)s by %(depth)s inches",
        name=table.name,
        width=f"{table.width:g}",
        depth=f"{table.depth:g}",
    )
    return Markup(small(view, f"small-{name}", caption))
