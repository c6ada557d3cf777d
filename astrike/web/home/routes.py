"""Which addresses come before a table, and what does each need?"""

from typing import Final

from astrike.model.byte_limits import IMPORT
from astrike.web.home.device_page import set_name, set_theme, show_device
from astrike.web.home.home_page import make_demo, new_table, open_by_code, show_home, upload_table
from astrike.web.home.licenses_page import show_license, show_licenses
from astrike.web.http.page_routes import GET_OR_POST, POST, PUBLIC, PageRoute, blueprint_of

ROUTES: Final = (
    PageRoute("/", show_home, PUBLIC),
    PageRoute("/open", open_by_code, PUBLIC, methods=POST),
    PageRoute("/demo", make_demo, PUBLIC, methods=POST),
    PageRoute("/new", new_table, PUBLIC, methods=GET_OR_POST),
    PageRoute("/upload", upload_table, PUBLIC, methods=GET_OR_POST, limit=IMPORT, is_anonymous_work=True),
    PageRoute("/device", show_device, PUBLIC),
    PageRoute("/device", set_name, PUBLIC, methods=POST),
    PageRoute("/theme", set_theme, PUBLIC, methods=POST),
    PageRoute("/licenses", show_licenses, PUBLIC),
    PageRoute("/licenses/<key>", show_license, PUBLIC),
)

blueprint = blueprint_of("home", ROUTES)
