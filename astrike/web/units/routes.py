"""Which addresses show and change units, and what does each need?"""

from typing import Final

from astrike.model.byte_limits import IMPORT
from astrike.web.access.rights import PLAY, VIEW
from astrike.web.http.page_routes import GET_OR_POST, POST, PageRoute, blueprint_of
from astrike.web.units.card_page import copy_card, make_unit, remove_unit, save_card, show_card, show_new_unit
from astrike.web.units.roster_page import add_roster, bring_roster, preview_roster
from astrike.web.units.sides_page import (
    download_roster_code,
    download_roster_table,
    remove_side_form,
    save_side,
    show_roster_codes,
    show_side,
)
from astrike.web.units.unit_page import change_unit, show_unit
from astrike.web.units.units_page import place_side, show_units

ROUTES: Final = (
    PageRoute("/t/<code>/unit/<unit_id:unit_id>", show_unit, VIEW),
    PageRoute("/t/<code>/unit/<unit_id:unit_id>", change_unit, PLAY, methods=POST),
    PageRoute("/t/<code>/units", show_units, VIEW),
    PageRoute("/t/<code>/units/place", place_side, PLAY, methods=POST),
    PageRoute("/t/<code>/roster", bring_roster, PLAY, methods=GET_OR_POST, limit=IMPORT),
    PageRoute("/t/<code>/roster/<draft_id>", preview_roster, PLAY),
    PageRoute("/t/<code>/roster/<draft_id>", add_roster, PLAY, methods=POST),
    PageRoute("/t/<code>/units/<unit_id:unit_id>", show_card, VIEW),
    PageRoute("/t/<code>/units/<unit_id:unit_id>", save_card, PLAY, methods=POST),
    PageRoute("/t/<code>/new-unit", show_new_unit, PLAY),
    PageRoute("/t/<code>/new-unit", make_unit, PLAY, methods=POST),
    PageRoute("/t/<code>/units/<unit_id:unit_id>/copy", copy_card, PLAY, methods=POST),
    PageRoute("/t/<code>/units/<unit_id:unit_id>/remove", remove_unit, PLAY, methods=POST),
    PageRoute("/t/<code>/sides/side", show_side, PLAY),
    PageRoute("/t/<code>/sides/side", save_side, PLAY, methods=POST),
    PageRoute("/t/<code>/sides/remove", remove_side_form, PLAY, methods=POST),
    PageRoute("/t/<code>/sides/codes", show_roster_codes, VIEW),
    PageRoute("/t/<code>/sides/code.txt", download_roster_code, VIEW),
    PageRoute("/t/<code>/sides/units.csv", download_roster_table, VIEW),
)

blueprint = blueprint_of("units", ROUTES)
