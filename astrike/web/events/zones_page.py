"""How do the sides set up in a round, and how are the zones for that put on the tables?"""

from flask import Response, request, url_for

from astrike.errors import InputError, NotFound, Problem
from astrike.formats.events.event_file import read_event, write_event
from astrike.model.document_change import ChangeLabel
from astrike.model.events.event import Event, with_deployment
from astrike.store.events.events import changing, note_change, was_written, write_document
from astrike.store.events.tables import tables_of_event
from astrike.web.current.table import changed_by_now
from astrike.web.database import database
from astrike.web.events.current import CurrentEvent, edit_event, load_current_event, reloaded
from astrike.web.events.laying import apply_zones
from astrike.web.events.presets import own_preset_of
from astrike.web.http.forms import digits_or_none
from astrike.web.http.i18n import _
from astrike.web.http.responses import see_other
from astrike.web.layout.presets import DeploymentSetup, chosen_setup, first_of


def set_up_round(code: str, number: str) -> Response:
    """Choose how sides set up in a round, for its sheets, and lay the zones on all tables when that is wanted."""
    current = load_current_event(code)
    in_round = digits_or_none(number)
    if in_round is None or not 1 <= in_round <= current.event.rounds:
        raise NotFound(_("The event has no such round."))
    key = request.form.get("deployment", "")
    setup = chosen_setup(own_preset_of(current.event), key) if key else None
    if request.form.get("how") == "lay":
        if setup is None:
            raise InputError([Problem("deployment", _("nothing"), _("a way to set up of the list"))])
        return _lay(current, in_round, setup)
    label = ChangeLabel(
        "zones.chosen", {"round": str(in_round), "name": "" if setup is None else setup.called}
    )

    def edit(event: Event) -> Event:
        return with_deployment(event, in_round, key, only_on_sheets=True)

    edit_event(current, edit, label=label, part="deployments")
    return see_other(url_for("events.show_round", code=code, number=in_round, _anchor="zones"))


def set_up_table(code: str, number: str) -> Response:
    """Lay the zones of a way to set up on one table."""
    current, who = load_current_event(code), changed_by_now()
    setup = chosen_setup(own_preset_of(current.event), request.form.get("deployment", ""))
    tables = [each for each in tables_of_event(database(), current.id) if str(each.number) == number]
    if not tables:
        raise NotFound(_("The event has no table of this number."))
    if not was_written(database(), current.id, who.client_id or ""):
        done = apply_zones(tables, setup, first=first_of(request.form.get("first")), who=who)
        label = ChangeLabel("zones.laid-one", {"name": setup.called, "number": number})
        note_change(database(), current.id, label, who, changed_tables=done.changed)
    return see_other(url_for("events.show_table", code=code, number=number, _anchor="zones"))


def _lay(current: CurrentEvent, in_round: int, setup: DeploymentSetup) -> Response:
    read_event(write_event(with_deployment(current.event, in_round, setup.key)))  # or nothing is laid
    tables, who, gone = tables_of_event(database(), current.id), changed_by_now(), 0
    if not was_written(database(), current.id, who.client_id or ""):
        done = apply_zones(tables, setup, first=first_of(request.form.get("first")), who=who)
        gone, label = done.zones, ChangeLabel("zones.laid", {"name": setup.called})
        with changing(database(), current.id, label, who, changed_tables=done.changed) as is_new:
            event = reloaded(current).event
            if is_new and in_round <= event.rounds:  # somebody may have ended it a round earlier meanwhile
                document = write_event(with_deployment(event, in_round, setup.key))
                write_document(database(), current.id, document)
    return see_other(
        url_for(
            "events.show_round",
            code=current.code,
            number=in_round,
            zoned=len(tables),
            gone=gone,
            _anchor="zones",
        )
    )
