"""Of which parts does the web application consist? They are only put together here."""

from contextlib import closing
from typing import Final

from flask import Flask

from astrike.store.database.connection import connect
from astrike.store.rulings.rulings import LONGEST_OUTCOME
from astrike.web.access.routes import check_rules, init_rights
from astrike.web.area import routes as area
from astrike.web.attack import routes as attack
from astrike.web.battletech import routes as battletech
from astrike.web.current.table import init_current
from astrike.web.database import init_database
from astrike.web.effects import routes as effects
from astrike.web.electronics import routes as electronics
from astrike.web.home import routes as home
from astrike.web.home.demo import DEMO_CODE, open_demo
from astrike.web.http.assets import template_dir
from astrike.web.http.citations import init_citations
from astrike.web.http.compression import init_compression
from astrike.web.http.device import init_device
from astrike.web.http.htmx import HTMX_CONFIG, init_htmx
from astrike.web.http.i18n import init_i18n
from astrike.web.http.security import init_security
from astrike.web.http.server_addresses import init_reachable
from astrike.web.http.static_files import init_static
from astrike.web.http.templates import init_templates
from astrike.web.http.times import init_times
from astrike.web.http.unit_ids import init_unit_ids
from astrike.web.http.upload_limits import init_uploads
from astrike.web.installation import routes as installation
from astrike.web.jobs.dispatch import open_dispatcher
from astrike.web.layout import routes as layout
from astrike.web.movement import routes as movement
from astrike.web.openapi import routes as openapi
from astrike.web.problems import AstrikeApp, init_problems
from astrike.web.quick import routes as quick
from astrike.web.rulebook import routes as rulebook
from astrike.web.rulings import routes as rulings
from astrike.web.settings import EXTENSION, Settings
from astrike.web.slots import init_slots
from astrike.web.table import routes as table
from astrike.web.terrain import routes as terrain
from astrike.web.turn import routes as turn
from astrike.web.units import routes as units

_ROOMS: Final = (
    home,
    rulebook,
    quick,
    battletech,
    table,
    terrain,
    units,
    attack,
    area,
    effects,
    electronics,
    movement,
    turn,
    layout,
    rulings,
    installation,
    openapi,
)


def create_app(settings: Settings) -> Flask:
    """Make the application; a route that does not say who may ask it stops it here."""
    app = AstrikeApp("astrike", static_folder=None, template_folder=str(template_dir()))
    app.extensions[EXTENSION] = settings
    app.testing = settings.testing
    app.json.sort_keys = False  # type: ignore[attr-defined]  # the default provider has it
    init_templates(app)
    app.add_template_global(HTMX_CONFIG, "htmx_config")  # type: ignore[arg-type]  # any value will do
    app.add_template_global(LONGEST_OUTCOME, "longest_outcome")  # type: ignore[arg-type]  # any value will do

    init_compression(app)  # first in, so it packs what the others have finished
    init_problems(app)
    init_uploads(app)
    init_security(app)
    init_htmx(app)
    init_i18n(app)
    init_device(app)
    init_static(app)
    init_database(app)
    open_dispatcher(app, settings.limits)
    init_current(app)
    more = init_slots(app)
    init_times(app)
    init_citations(app)
    init_reachable(app)
    init_unit_ids(app)
    init_rights(app)
    for blueprint in (*(room.blueprint for room in _ROOMS), *more.blueprints):
        app.register_blueprint(blueprint)
    check_rules(app)
    if settings.demo is not None:
        with closing(connect(settings.db_path)) as db:
            app.extensions[DEMO_CODE] = open_demo(db, settings.demo, settings).codes.organise
    return app
