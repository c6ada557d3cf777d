"""Which addresses show editions and tables of the rules?"""

from typing import Final

from astrike.web.http.page_routes import PUBLIC, PageRoute, blueprint_of
from astrike.web.rulebook.editions_page import show_edition_pair, show_editions
from astrike.web.rulebook.sheets_page import show_sheet, show_sheets

ROUTES: Final = (
    PageRoute("/editions", show_editions, PUBLIC),
    PageRoute("/editions/<a>/<b>", show_edition_pair, PUBLIC),
    PageRoute("/rules/<edition>/", show_sheets, PUBLIC),
    PageRoute("/rules/<edition>/<name>", show_sheet, PUBLIC),
)

blueprint = blueprint_of("rulebook", ROUTES)
