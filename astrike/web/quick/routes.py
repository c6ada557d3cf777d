"""Which addresses answer without a table, and what does each need?"""

from typing import Final

from astrike.web.http.page_routes import POST, PUBLIC, PageRoute, blueprint_of
from astrike.web.quick.quick_page import roll_quick, show_quick

ROUTES: Final = (
    PageRoute("/quick", show_quick, PUBLIC, is_anonymous_work=True),
    PageRoute("/quick/roll", roll_quick, PUBLIC, methods=POST, is_anonymous_work=True),
)

blueprint = blueprint_of("quick", ROUTES)
