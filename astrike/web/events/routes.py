"""Which addresses run an event, and what does each need?"""

from typing import Final

from astrike.model.byte_limits import ARCHIVE, IMPORT
from astrike.store.table.codes import Right
from astrike.web.access.rights import PLAY, VIEW
from astrike.web.events.archive_page import bring_archive, download_archive
from astrike.web.events.clock_page import announce, change_clock, take_back_announcement
from astrike.web.events.codes_page import draw_new_code, show_codes
from astrike.web.events.desk_page import show_desk, show_players_page, show_status, show_version
from astrike.web.events.judge_page import (
    answer_call,
    call_judge,
    cancel_call,
    decide_ruling,
    finish_call,
    show_judge,
    show_rulings,
)
from astrike.web.events.layouts_page import (
    add_table_as_layout,
    assign_layouts,
    check_layouts,
    rename_one_layout,
    show_layout,
    show_layout_json,
    show_layout_preview,
    show_layouts,
    take_layout_out,
    upload_layout,
)
from astrike.web.events.lists_page import show_lists
from astrike.web.events.manage_page import (
    bring_event_back,
    change_settings,
    delete_event_form,
    redo_change,
    set_tables,
    show_deleted,
    show_log,
    show_more,
    show_settings,
    undo_change,
)
from astrike.web.events.new_page import new_event
from astrike.web.events.result_page import report_result, show_result
from astrike.web.events.rights import OfEvent
from astrike.web.events.round_page import change_round, lay_round, open_layouts, paste_pairings, show_round
from astrike.web.events.sheets_page import (
    code_sheets,
    layout_sheet,
    legality_sheet,
    reset_pixels,
    reset_svg,
    reset_view,
    round_sheets,
    show_sheets,
)
from astrike.web.events.table_page import (
    ask_remove_table,
    change_table,
    lay_on_table,
    make_table,
    set_lock,
    show_new_table,
    show_table,
    take_table_out,
)
from astrike.web.events.zones_page import set_up_round, set_up_table
from astrike.web.http.page_routes import GET_OR_POST, POST, PUBLIC, PageRoute, blueprint_of

ROUTES: Final = (
    PageRoute("/events/new", new_event, PUBLIC, methods=GET_OR_POST),
    PageRoute(
        "/events/bring", bring_archive, PUBLIC, methods=GET_OR_POST, limit=ARCHIVE, is_anonymous_work=True
    ),
    PageRoute("/e/<code>/archive.zip", download_archive, OfEvent(Right.ORGANISE)),
    PageRoute("/t/<code>/result", show_result, VIEW),
    PageRoute("/t/<code>/result", report_result, PLAY, methods=POST, also_when_locked=True),
    PageRoute("/t/<code>/judge", show_judge, VIEW),
    PageRoute("/t/<code>/judge", call_judge, PLAY, methods=POST, also_when_locked=True),
    PageRoute("/t/<code>/judge/cancel", cancel_call, PLAY, methods=POST, also_when_locked=True),
    PageRoute("/e/<code>", show_desk, OfEvent(Right.VIEW)),
    PageRoute("/e/<code>/hall", show_players_page, OfEvent(Right.VIEW)),
    PageRoute("/e/<code>/version", show_version, OfEvent(Right.VIEW)),
    PageRoute("/e/<code>/status.json", show_status, OfEvent(Right.VIEW)),
    PageRoute("/e/<code>/tables/new", show_new_table, OfEvent(Right.ORGANISE)),
    PageRoute("/e/<code>/tables/new", make_table, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/tables/<number>", show_table, OfEvent(Right.ORGANISE)),
    PageRoute("/e/<code>/tables/<number>", change_table, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/tables/<number>/lay", lay_on_table, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/tables/<number>/lock", set_lock, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/tables/<number>/remove", ask_remove_table, OfEvent(Right.ORGANISE)),
    PageRoute("/e/<code>/tables/<number>/remove", take_table_out, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/layouts", show_layouts, OfEvent(Right.ORGANISE)),
    PageRoute("/e/<code>/layouts/check", check_layouts, OfEvent(Right.ORGANISE)),
    PageRoute("/e/<code>/layouts/add", add_table_as_layout, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/layouts/upload", upload_layout, OfEvent(Right.ORGANISE), methods=POST, limit=IMPORT),
    PageRoute("/e/<code>/layouts/assign", assign_layouts, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/layouts/<layout_id>", show_layout, OfEvent(Right.ORGANISE)),
    PageRoute("/e/<code>/layouts/<layout_id>/legal.json", show_layout_json, OfEvent(Right.ORGANISE)),
    PageRoute(
        "/e/<code>/layouts/<layout_id>/rename", rename_one_layout, OfEvent(Right.ORGANISE), methods=POST
    ),
    PageRoute("/e/<code>/layouts/<layout_id>/remove", take_layout_out, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute(
        "/e/<code>/layouts/import/<draft_id>",
        show_layout_preview,
        OfEvent(Right.ORGANISE),
        methods=GET_OR_POST,
    ),
    PageRoute("/e/<code>/rounds/<number>", show_round, OfEvent(Right.ORGANISE)),
    PageRoute("/e/<code>/rounds/<number>", change_round, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/rounds/<number>/paste", paste_pairings, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/rounds/<number>/lay", lay_round, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/rounds/<number>/open", open_layouts, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/rounds/<number>/zones", set_up_round, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/tables/<number>/zones", set_up_table, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/clock", change_clock, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/announce", announce, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/announce/remove", take_back_announcement, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/sheets", show_sheets, OfEvent(Right.ORGANISE)),
    PageRoute("/e/<code>/sheets/setup.pdf", round_sheets, OfEvent(Right.ORGANISE)),
    PageRoute("/e/<code>/layouts/<layout_id>/setup.pdf", layout_sheet, OfEvent(Right.VIEW)),
    PageRoute("/e/<code>/layouts/<layout_id>/legal.pdf", legality_sheet, OfEvent(Right.ORGANISE)),
    PageRoute("/e/<code>/layouts/<layout_id>/reset", reset_view, OfEvent(Right.VIEW)),
    PageRoute("/e/<code>/layouts/<layout_id>/reset.svg", reset_svg, OfEvent(Right.VIEW)),
    PageRoute("/e/<code>/layouts/<layout_id>/reset.png", reset_pixels, OfEvent(Right.VIEW)),
    PageRoute("/e/<code>/sheets/codes.pdf", code_sheets, OfEvent(Right.ORGANISE)),
    PageRoute("/e/<code>/lists", show_lists, OfEvent(Right.ORGANISE)),
    PageRoute("/e/<code>/rulings", show_rulings, OfEvent(Right.VIEW)),
    PageRoute("/e/<code>/rulings/<ruling_id>/decide", decide_ruling, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/calls/<call_id>/coming", answer_call, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/calls/<call_id>/done", finish_call, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/codes", show_codes, OfEvent(Right.VIEW)),
    PageRoute("/e/<code>/codes", draw_new_code, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/more", show_more, OfEvent(Right.ORGANISE)),
    PageRoute("/e/<code>/settings", show_settings, OfEvent(Right.ORGANISE)),
    PageRoute("/e/<code>/settings", change_settings, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/settings/tables", set_tables, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/log", show_log, OfEvent(Right.ORGANISE)),
    PageRoute("/e/<code>/delete", delete_event_form, OfEvent(Right.ORGANISE), methods=GET_OR_POST),
    PageRoute("/e/<code>/undo", undo_change, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/redo", redo_change, OfEvent(Right.ORGANISE), methods=POST),
    PageRoute("/e/<code>/deleted", show_deleted, OfEvent(Right.ORGANISE, is_deleted=True)),
    PageRoute("/e/<code>/restore", bring_event_back, OfEvent(Right.ORGANISE, is_deleted=True), methods=POST),
)

blueprint = blueprint_of("events", ROUTES)
