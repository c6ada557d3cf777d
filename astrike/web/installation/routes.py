"""Which addresses change what all tables share, and what does each need?"""

from typing import Final

from astrike.model.byte_limits import IMPORT
from astrike.web.access.rights import INSTALLATION
from astrike.web.http.page_routes import GET_OR_POST, POST, PageRoute, blueprint_of
from astrike.web.installation.cards_page import (
    bring_card_back,
    bring_cards,
    keep_brought_cards,
    preview_cards,
    remove_card,
    show_cards,
)
from astrike.web.installation.installation_page import draw_new_code, show_installation
from astrike.web.installation.library_page import (
    bring_piece_back,
    remove_piece,
    rename_piece,
    show_library,
    show_saved,
    show_source,
    take_over,
    upload_layout,
)

ROUTES: Final = (
    PageRoute("/i/<code>", show_installation, INSTALLATION),
    PageRoute("/i/<code>/code", draw_new_code, INSTALLATION, methods=POST),
    PageRoute("/i/<code>/cards", show_cards, INSTALLATION),
    PageRoute("/i/<code>/cards/bring", bring_cards, INSTALLATION, methods=GET_OR_POST, limit=IMPORT),
    PageRoute("/i/<code>/cards/bring/<draft_id>", preview_cards, INSTALLATION),
    PageRoute("/i/<code>/cards/bring/<draft_id>", keep_brought_cards, INSTALLATION, methods=POST),
    PageRoute("/i/<code>/cards/<card_id>/delete", remove_card, INSTALLATION, methods=POST),
    PageRoute("/i/<code>/cards/<card_id>/restore", bring_card_back, INSTALLATION, methods=POST),
    PageRoute("/i/<code>/library", show_library, INSTALLATION),
    PageRoute("/i/<code>/library/<key>", show_saved, INSTALLATION),
    PageRoute("/i/<code>/library/from", show_source, INSTALLATION),
    PageRoute("/i/<code>/library/from", take_over, INSTALLATION, methods=POST),
    PageRoute("/i/<code>/library/upload", upload_layout, INSTALLATION, methods=POST, limit=IMPORT),
    PageRoute("/i/<code>/library/<key>/rename", rename_piece, INSTALLATION, methods=POST),
    PageRoute("/i/<code>/library/<key>/delete", remove_piece, INSTALLATION, methods=POST),
    PageRoute("/i/<code>/library/<key>/restore", bring_piece_back, INSTALLATION, methods=POST),
)

blueprint = blueprint_of("installation", ROUTES)
