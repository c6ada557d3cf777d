"""Which addresses build a table, and what does each need?"""

from typing import Final

from astrike.model.byte_limits import IMPORT
from astrike.web.access.rights import INSTALLATION, ORGANISE, VIEW
from astrike.web.http.page_routes import GET_OR_POST, POST, PUBLIC, PageRoute, blueprint_of
from astrike.web.terrain.edit_page import change_edit, show_edit
from astrike.web.terrain.generator_page import show_generator, use_generated_layout
from astrike.web.terrain.import_page import (
    show_import,
    show_import_preview,
    show_new_table_preview,
    show_shared_preview,
)
from astrike.web.terrain.library_page import (
    delete_piece,
    place_saved,
    restore_piece,
    save_layout,
    save_piece,
    share_piece,
    show_library,
    show_saved,
    use_saved_layout,
)
from astrike.web.terrain.measure_page import add_measured, show_measure

ROUTES: Final = (
    PageRoute(
        "/import/<draft_id>", show_new_table_preview, PUBLIC, methods=GET_OR_POST, is_anonymous_work=True
    ),
    PageRoute("/t/<code>/edit/import", show_import, ORGANISE, methods=GET_OR_POST, limit=IMPORT),
    PageRoute("/t/<code>/edit/import/<draft_id>", show_import_preview, ORGANISE, methods=GET_OR_POST),
    PageRoute("/i/<code>/library/import/<draft_id>", show_shared_preview, INSTALLATION, methods=GET_OR_POST),
    PageRoute("/t/<code>/edit", show_edit, VIEW),
    PageRoute("/t/<code>/edit", change_edit, ORGANISE, methods=POST),
    PageRoute("/t/<code>/edit/random", show_generator, VIEW),
    PageRoute("/t/<code>/edit/random", use_generated_layout, ORGANISE, methods=POST),
    PageRoute("/t/<code>/edit/library", show_library, VIEW),
    PageRoute("/t/<code>/edit/library/<key>", show_saved, VIEW),
    PageRoute("/t/<code>/edit/library/piece", save_piece, ORGANISE, methods=POST),
    PageRoute("/t/<code>/edit/library/layout", save_layout, ORGANISE, methods=POST),
    PageRoute("/t/<code>/edit/library/<key>/place", place_saved, ORGANISE, methods=POST),
    PageRoute("/t/<code>/edit/library/<key>/use", use_saved_layout, ORGANISE, methods=POST),
    PageRoute("/t/<code>/edit/library/<key>/delete", delete_piece, ORGANISE, methods=POST),
    PageRoute("/t/<code>/edit/library/<key>/restore", restore_piece, ORGANISE, methods=POST),
    PageRoute("/t/<code>/edit/library/<key>/share", share_piece, ORGANISE, methods=POST),
    PageRoute("/t/<code>/edit/measure", show_measure, VIEW),
    PageRoute("/t/<code>/edit/measure", add_measured, ORGANISE, methods=POST),
)

blueprint = blueprint_of("terrain", ROUTES)
