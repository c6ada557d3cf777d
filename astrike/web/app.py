"""Of what does the web application consist? Put together here, and nothing else."""

from contextlib import closing

from flask import Flask
from jinja2 import StrictUndefined

from astrike.store.database import connect
from astrike.store.rulings import LONGEST_OUTCOME
from astrike.web import api
from astrike.web.assets import template_dir
from astrike.web.citations import init_citations
from astrike.web.compression import init_compression
from astrike.web.current import init_current
from astrike.web.database import init_database
from astrike.web.demo import DEMO_CODE, open_demo
from astrike.web.device import init_device
from astrike.web.htmx import CONFIG, init_htmx
from astrike.web.i18n import init_i18n
from astrike.web.jobs.places import check_anonymous, open_places
from astrike.web.pages import (
    access,
    area,
    attack,
    bring,
    cards,
    check,
    deployments,
    device,
    dice,
    edit,
    editions,
    effect,
    export,
    fields,
    generator,
    history,
    home,
    legal,
    library,
    licenses,
    margin,
    measure,
    move,
    order,
    paper,
    presets,
    quick,
    reference,
    roster,
    ruling,
    rulings,
    settle,
    setup,
    sides,
    table,
    tables,
    tape,
    turn,
    unit,
    units,
)
from astrike.web.pages.event import archive as event_archive
from astrike.web.pages.event import calls as event_calls
from astrike.web.pages.event import clock as event_clock
from astrike.web.pages.event import codes as event_codes
from astrike.web.pages.event import deleted as event_deleted
from astrike.web.pages.event import desk as event
from astrike.web.pages.event import events
from astrike.web.pages.event import judge as event_judge
from astrike.web.pages.event import layouts as event_layouts
from astrike.web.pages.event import lists as event_lists
from astrike.web.pages.event import more as event_more
from astrike.web.pages.event import result as event_result
from astrike.web.pages.event import rounds as event_rounds
from astrike.web.pages.event import rulings as event_rulings
from astrike.web.pages.event import sheets as event_sheets
from astrike.web.pages.event import tables as event_tables
from astrike.web.pages.event import undo as event_undo
from astrike.web.pages.event import zones as event_zones
from astrike.web.pages.installation import cards as shared_cards
from astrike.web.pages.installation import installation
from astrike.web.pages.installation import library as shared_library
from astrike.web.problems import Application, init_problems
from astrike.web.reachable import init_reachable
from astrike.web.rights import check_rules, init_rights
from astrike.web.security import init_security
from astrike.web.settings import EXTENSION, Settings
from astrike.web.slots import init_slots
from astrike.web.static_files import init_static
from astrike.web.times import init_times
from astrike.web.unit_ids import init_unit_ids
from astrike.web.uploads import check_uploads, init_uploads

__all__ = ["Settings", "create_app"]


def create_app(settings: Settings) -> Flask:
    """Make the application; a route without a rule about rights stops it here."""
    app = Application("astrike", static_folder=None, template_folder=str(template_dir()))
    app.extensions[EXTENSION] = settings
    app.testing = settings.testing
    app.json.sort_keys = False  # type: ignore[attr-defined]  # the default provider has it
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.add_template_global(CONFIG, "htmx_config")  # type: ignore[arg-type]  # any value will do
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
    open_places(app, settings.limits)
    init_current(app)
    init_slots(app)
    init_times(app)
    init_citations(app)
    init_reachable(app)
    init_unit_ids(app)
    init_rights(app)
    for page in (
        # the front page and what needs no table
        home,
        device,
        editions,
        presets,
        licenses,
        quick,
        reference,
        # a table as a whole
        tables,
        access,
        setup,
        bring,
        export,
        paper,
        history,
        # what lies on it
        table,
        edit,
        generator,
        library,
        measure,
        unit,
        units,
        roster,
        cards,
        sides,
        # what is asked about it
        attack,
        margin,
        dice,
        settle,
        effect,
        area,
        fields,
        move,
        order,
        turn,
        tape,
        check,
        legal,
        ruling,
        rulings,
        deployments,
        # an event
        events,
        event,
        event_tables,
        event_layouts,
        event_rounds,
        event_zones,
        event_result,
        event_judge,
        event_calls,
        event_clock,
        event_sheets,
        event_lists,
        event_rulings,
        event_codes,
        event_more,
        event_undo,
        event_deleted,
        event_archive,
        # what all tables share
        installation,
        shared_cards,
        shared_library,
        # programs
        api,
    ):
        app.register_blueprint(page.blueprint)
    check_rules(app)
    check_uploads(app)
    check_anonymous(app)
    if settings.demo is not None:
        with closing(connect(settings.db_path)) as db:
            app.extensions[DEMO_CODE] = open_demo(db, settings.demo, settings).codes.organise
    return app
