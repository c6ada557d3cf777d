"""Which addresses are about one table as a whole, and what does each need?"""

from typing import Final

from astrike.model.byte_limits import IMPORT
from astrike.store.table.codes import Right
from astrike.web.access.rights import ORGANISE, PLAY, VIEW, OfTable
from astrike.web.http.page_routes import GET_OR_POST, POST, PageRoute, blueprint_of
from astrike.web.table.export_page import export_table, show_export
from astrike.web.table.history_page import (
    download_history,
    redo_change,
    show_history,
    show_version,
    undo_change,
)
from astrike.web.table.join_hint import dismiss_join_hint
from astrike.web.table.manage_page import (
    bring_table_back,
    change_name,
    copy_table,
    download_table,
    reissue_code,
    replace_table,
    set_lock,
    show_codes,
    show_deleted,
    show_more,
    take_table_away,
)
from astrike.web.table.paper_page import print_sheet, show_paper
from astrike.web.table.settings_page import change_settings, show_settings
from astrike.web.table.table_page import place_unit, show_table
from astrike.web.table.tape_page import show_tape

ROUTES: Final = (
    PageRoute("/t/<code>/more", show_more, VIEW),
    PageRoute("/t/<code>/download", download_table, VIEW),
    PageRoute("/t/<code>/copy", copy_table, VIEW, methods=POST),
    PageRoute("/t/<code>/codes", show_codes, VIEW),
    PageRoute("/t/<code>/rename", change_name, ORGANISE, methods=POST),
    PageRoute("/t/<code>/upload", replace_table, ORGANISE, methods=GET_OR_POST, limit=IMPORT),
    PageRoute("/t/<code>/delete", take_table_away, ORGANISE, methods=GET_OR_POST),
    PageRoute("/t/<code>/deleted", show_deleted, OfTable(Right.ORGANISE, is_deleted=True)),
    PageRoute("/t/<code>/restore", bring_table_back, OfTable(Right.ORGANISE, is_deleted=True), methods=POST),
    PageRoute("/t/<code>/codes", reissue_code, ORGANISE, methods=POST),
    PageRoute("/t/<code>/lock", set_lock, ORGANISE, methods=POST),
    PageRoute("/t/<code>/settings", show_settings, VIEW),
    PageRoute("/t/<code>/settings", change_settings, ORGANISE, methods=POST),
    PageRoute("/t/<code>/export", show_export, VIEW),
    PageRoute("/t/<code>/export/<target>", export_table, VIEW),
    PageRoute("/t/<code>/paper", show_paper, VIEW),
    PageRoute("/t/<code>/paper/<sheet>", print_sheet, VIEW),
    PageRoute("/t/<code>/history", show_history, VIEW),
    PageRoute("/t/<code>/history.json", download_history, VIEW),
    PageRoute("/t/<code>/version", show_version, VIEW),
    PageRoute("/t/<code>/undo", undo_change, PLAY, methods=POST),
    PageRoute("/t/<code>/redo", redo_change, PLAY, methods=POST),
    PageRoute("/t/<code>", show_table, VIEW),
    PageRoute("/t/<code>/join", dismiss_join_hint, VIEW, methods=POST),
    PageRoute("/t/<code>/unit/<unit_id:unit_id>/place", place_unit, PLAY, methods=POST),
    PageRoute("/t/<code>/tape", show_tape, VIEW),
)

blueprint = blueprint_of("table", ROUTES)
