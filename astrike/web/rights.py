"""Who may ask what? The one list of routes with the right that each needs, checked before every request.

A route that is not in the list stops the program when it starts. Holding a code is the right: the code stands
in the address, is looked up, and is never listed anywhere.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Literal

from flask import Flask, g, request

from astrike.errors import Forbidden, Locked
from astrike.store.codes import Access, InstallationAccess, Right
from astrike.store.events.codes import EventAccess
from astrike.web.events.codes import look_up_event
from astrike.web.i18n import _
from astrike.web.lookups import forget_guesses, look_up, look_up_installation
from astrike.web.settings import settings


class Public(Enum):
    """The type of `PUBLIC`, for routes that need no code."""

    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class OfDeleted:
    """A right to a table that was deleted and can still be brought back."""

    right: Right


@dataclass(frozen=True, slots=True)
class OfEvent:
    """A right to an event: the code in the address is one of an event's."""

    right: Right
    is_deleted: bool = False
    """One that was deleted and can still be brought back."""


class OfInstallation(Enum):
    """The type of `INSTALLATION`, for routes that need the installation's own code."""

    INSTALLATION = "installation"


PUBLIC: Final = Public.PUBLIC
INSTALLATION: Final = OfInstallation.INSTALLATION
"""The right to change what all tables share: there is one code for it, and it includes everything there."""

Rule = Right | OfDeleted | OfEvent | Literal[Public.PUBLIC] | Literal[OfInstallation.INSTALLATION]

# Where reading and writing need different rights, the rule names the method.
RULES: Final[Mapping[str, Rule | Mapping[str, Rule]]] = {
    "static": PUBLIC,
    # the front page and what needs no table
    "home.show_home": PUBLIC,
    "home.open_by_code": PUBLIC,
    "home.make_demo": PUBLIC,
    "home.new": PUBLIC,
    "home.upload": PUBLIC,
    "device.show_device": PUBLIC,
    "device.set_name": PUBLIC,
    "device.set_theme": PUBLIC,
    "editions.show_editions": PUBLIC,
    "editions.show_pair": PUBLIC,
    "licenses.show_licenses": PUBLIC,
    "licenses.show_license": PUBLIC,
    "presets.show_presets": PUBLIC,
    "presets.show_preset": PUBLIC,
    "presets.download": PUBLIC,
    "quick.show_quick": PUBLIC,
    "quick.roll": PUBLIC,
    "reference.show_tables": PUBLIC,
    "reference.show_sheet": PUBLIC,
    "events.new": PUBLIC,
    "event_archive.bring": PUBLIC,
    "bring.show_new_preview": PUBLIC,
    # programs ask with the table in the question: nothing is stored, so there is nothing to have a right to
    "api.attack": PUBLIC,
    "api.sight": PUBLIC,
    "api.matrix": PUBLIC,
    "api.blast": PUBLIC,
    "api.scatter": PUBLIC,
    "api.networks": PUBLIC,
    "api.effect": PUBLIC,
    "api.order": PUBLIC,
    "api.move": PUBLIC,
    "api.reach": PUBLIC,
    "api.prospects": PUBLIC,
    "api.unit": PUBLIC,
    "api.legal": PUBLIC,
    "api.list_": PUBLIC,
    "api.openapi": PUBLIC,
    # a ruling: its id is drawn like a code, and who knows it may read it
    "ruling.show_ruling": PUBLIC,
    "ruling.show_again": PUBLIC,
    "ruling.show_json": PUBLIC,
    "ruling.show_svg": PUBLIC,
    "ruling.show_png": PUBLIC,
    "ruling.show_drawing": PUBLIC,
    # a table as a whole
    "tables.show_more": Right.VIEW,
    "tables.download": Right.VIEW,
    "tables.copy": Right.VIEW,
    "tables.show_codes": Right.VIEW,
    "tables.rename": Right.ORGANISE,
    "tables.replace": Right.ORGANISE,
    "tables.delete": Right.ORGANISE,
    "tables.show_deleted": OfDeleted(Right.ORGANISE),
    "tables.restore": OfDeleted(Right.ORGANISE),
    "access.reissue_code": Right.ORGANISE,
    "access.set_lock": Right.ORGANISE,
    "setup.show_setup": Right.VIEW,
    "setup.change_setup": Right.ORGANISE,
    "bring.show_import": Right.ORGANISE,
    "bring.show_preview": Right.ORGANISE,
    "export.show_export": Right.VIEW,
    "export.download": Right.VIEW,
    "paper.show_paper": Right.VIEW,
    "paper.print_sheet": Right.VIEW,
    "history.show_history": Right.VIEW,
    "history.show_version": Right.VIEW,
    "history.undo_change": Right.PLAY,
    "history.redo_change": Right.PLAY,
    # what lies on it
    "table.show_table": Right.VIEW,
    "table.place_unit": Right.PLAY,
    "edit.show_edit": Right.VIEW,
    "edit.change_edit": Right.ORGANISE,
    "deployments.show_deployments": Right.VIEW,
    "deployments.lay": Right.ORGANISE,
    "generator.show_generator": Right.VIEW,
    "generator.use_layout": Right.ORGANISE,
    "library.show_library": Right.VIEW,
    "library.show_saved": Right.VIEW,
    "library.save_piece": Right.ORGANISE,
    "library.save_layout": Right.ORGANISE,
    "library.place_piece": Right.ORGANISE,
    "library.use_layout": Right.ORGANISE,
    "library.delete": Right.ORGANISE,
    "library.restore": Right.ORGANISE,
    "library.share": Right.ORGANISE,
    "measure.show_measure": Right.VIEW,
    "measure.add_measured": Right.ORGANISE,
    "unit.show_unit": Right.VIEW,
    "unit.change_unit": Right.PLAY,
    "units.show_units": Right.VIEW,
    "units.place_side": Right.PLAY,
    "roster.bring": Right.PLAY,
    "roster.preview": Right.PLAY,
    "roster.add": Right.PLAY,
    "cards.show_card": Right.VIEW,
    "cards.save_card": Right.PLAY,
    "cards.show_new": Right.PLAY,
    "cards.make_unit": Right.PLAY,
    "cards.copy_card": Right.PLAY,
    "cards.remove_unit": Right.PLAY,
    "sides.show_side": Right.PLAY,
    "sides.save_side": Right.PLAY,
    "sides.remove": Right.PLAY,
    "sides.show_codes": Right.VIEW,
    "sides.download_code": Right.VIEW,
    "sides.download_table": Right.VIEW,
    # what is asked about it
    "attack.show_attack": Right.VIEW,
    "attack.show_attack_at": Right.VIEW,
    "margin.show_attack_margin": Right.VIEW,
    "margin.show_place_margin": Right.VIEW,
    "margin.show_sight_margin": Right.VIEW,
    "dice.show_dice": Right.VIEW,
    "dice.roll_dice": Right.PLAY,
    "dice.roll_attack": Right.PLAY,
    "dice.roll_attack_at": Right.PLAY,
    "settle.write_attack": Right.PLAY,
    "settle.write_attack_at": Right.PLAY,
    "settle.write_area": Right.PLAY,
    "settle.declare": Right.PLAY,
    "effect.show_effects": Right.VIEW,
    "effect.show_effect": Right.VIEW,
    "effect.roll_effect": Right.PLAY,
    "effect.apply_effect": Right.PLAY,
    "area.show_area": Right.VIEW,
    "area.roll_scatter": Right.PLAY,
    "fields.show_fields": Right.VIEW,
    "move.show_move": Right.VIEW,
    "move.make_move": Right.PLAY,
    "turn.next_turn": Right.PLAY,
    "order.show_order": Right.VIEW,
    "order.set_initiative": Right.PLAY,
    "tape.show_tape": Right.VIEW,
    "check.show_check": Right.VIEW,
    "legal.show_legal": Right.VIEW,
    "legal.show_json": Right.VIEW,
    "legal.show_fix": Right.VIEW,
    "legal.paper": Right.VIEW,
    "rulings.show_rulings": Right.VIEW,
    "rulings.save": Right.PLAY,
    "rulings.call_judge": Right.PLAY,
    "rulings.decide_ruling": Right.PLAY,
    "rulings.drop_agreement": Right.PLAY,
    "rulings.revoke_ruling": Right.ORGANISE,
    "event_result.show_result": Right.VIEW,
    "event_result.tell": Right.PLAY,
    "event_judge.show_judge": Right.VIEW,
    "event_judge.call": Right.PLAY,
    "event_judge.cancel": Right.PLAY,
    # an event
    "event.show_desk": OfEvent(Right.VIEW),
    "event.show_hall": OfEvent(Right.VIEW),
    "event.show_version": OfEvent(Right.VIEW),
    "event.show_status": OfEvent(Right.VIEW),
    "event_tables.show_new": OfEvent(Right.ORGANISE),
    "event_tables.add": OfEvent(Right.ORGANISE),
    "event_tables.show_table": OfEvent(Right.ORGANISE),
    "event_tables.change_table": OfEvent(Right.ORGANISE),
    "event_tables.lay": OfEvent(Right.ORGANISE),
    "event_tables.set_lock": OfEvent(Right.ORGANISE),
    "event_tables.ask_remove": OfEvent(Right.ORGANISE),
    "event_tables.remove": OfEvent(Right.ORGANISE),
    "event_layouts.show_layouts": OfEvent(Right.ORGANISE),
    "event_layouts.check_layouts": OfEvent(Right.ORGANISE),
    "event_layouts.add": OfEvent(Right.ORGANISE),
    "event_layouts.upload": OfEvent(Right.ORGANISE),
    "bring.show_layout_preview": OfEvent(Right.ORGANISE),
    "event_layouts.assign": OfEvent(Right.ORGANISE),
    "event_layouts.show_layout": OfEvent(Right.ORGANISE),
    "event_layouts.show_json": OfEvent(Right.ORGANISE),
    "event_layouts.rename": OfEvent(Right.ORGANISE),
    "event_layouts.remove": OfEvent(Right.ORGANISE),
    "event_rounds.show_round": OfEvent(Right.ORGANISE),
    "event_rounds.change_round": OfEvent(Right.ORGANISE),
    "event_rounds.paste": OfEvent(Right.ORGANISE),
    "event_rounds.lay": OfEvent(Right.ORGANISE),
    "event_rounds.open_layouts": OfEvent(Right.ORGANISE),
    "event_zones.set_up": OfEvent(Right.ORGANISE),
    "event_zones.set_up_one": OfEvent(Right.ORGANISE),
    "event_clock.change_clock": OfEvent(Right.ORGANISE),
    "event_clock.announce": OfEvent(Right.ORGANISE),
    "event_clock.take_back": OfEvent(Right.ORGANISE),
    "event_sheets.show_sheets": OfEvent(Right.ORGANISE),
    "event_sheets.round_sheets": OfEvent(Right.ORGANISE),
    "event_sheets.layout_sheet": OfEvent(Right.VIEW),
    "event_sheets.legality_sheet": OfEvent(Right.ORGANISE),
    "event_sheets.reset_view": OfEvent(Right.VIEW),
    "event_sheets.reset_svg": OfEvent(Right.VIEW),
    "event_sheets.reset_pixels": OfEvent(Right.VIEW),
    "event_sheets.code_sheets": OfEvent(Right.ORGANISE),
    "event_lists.show_lists": OfEvent(Right.ORGANISE),
    "event_rulings.show_rulings": OfEvent(Right.VIEW),
    "event_rulings.decide_ruling": OfEvent(Right.ORGANISE),
    "event_calls.come": OfEvent(Right.ORGANISE),
    "event_calls.finish": OfEvent(Right.ORGANISE),
    "event_codes.show_codes": OfEvent(Right.VIEW),
    "event_codes.reissue": OfEvent(Right.ORGANISE),
    "event_more.show_more": OfEvent(Right.ORGANISE),
    "event_more.show_settings": OfEvent(Right.ORGANISE),
    "event_more.change_settings": OfEvent(Right.ORGANISE),
    "event_more.set_tables": OfEvent(Right.ORGANISE),
    "event_more.show_log": OfEvent(Right.ORGANISE),
    "event_more.delete": OfEvent(Right.ORGANISE),
    "event_undo.undo": OfEvent(Right.ORGANISE),
    "event_undo.redo": OfEvent(Right.ORGANISE),
    "event_deleted.show_deleted": OfEvent(Right.ORGANISE, is_deleted=True),
    "event_deleted.restore": OfEvent(Right.ORGANISE, is_deleted=True),
    "event_archive.download": OfEvent(Right.ORGANISE),
    # what all tables of the installation share
    "installation.show_installation": INSTALLATION,
    "installation.reissue": INSTALLATION,
    "shared_cards.show_cards": INSTALLATION,
    "shared_cards.bring": INSTALLATION,
    "shared_cards.preview": INSTALLATION,
    "shared_cards.keep": INSTALLATION,
    "shared_cards.delete": INSTALLATION,
    "shared_cards.restore": INSTALLATION,
    "shared_library.show_library": INSTALLATION,
    "shared_library.show_saved": INSTALLATION,
    "shared_library.show_source": INSTALLATION,
    "shared_library.take": INSTALLATION,
    "shared_library.upload": INSTALLATION,
    "shared_library.rename": INSTALLATION,
    "shared_library.delete": INSTALLATION,
    "shared_library.restore": INSTALLATION,
    "bring.show_shared_preview": INSTALLATION,
}

BESIDE_THE_TABLE: Final = frozenset(
    {
        "rulings.save",
        "rulings.call_judge",
        "rulings.decide_ruling",
        "rulings.drop_agreement",
        "event_result.tell",
        "event_judge.call",
        "event_judge.cancel",
    }
)
"""What players may also write while their table is locked: it changes nothing there, and is wanted then too."""


def needed(endpoint: str, method: str) -> Rule:
    """Give the right that a route needs."""
    rule = RULES[endpoint]
    return rule["GET" if method == "HEAD" else method] if isinstance(rule, Mapping) else rule


def right_now() -> Access:
    """Give what the code in the address opens; only for routes that need a right."""
    found: Access = g.access
    return found


def event_right_now() -> EventAccess:
    """Give what the event's code in the address opens; only for routes of events."""
    found: EventAccess = g.event_access
    return found


def installation_now() -> InstallationAccess:
    """Give what the installation's code in the address opens; only for routes of the installation."""
    found: InstallationAccess = g.installation
    return found


def may_rule() -> bool:
    """Tell whether the code in the address allows to save a ruling and to call a judge, also at a locked table."""
    return "access" in g and right_now().right >= Right.PLAY


def may(right: Right) -> bool:
    """Tell whether the code in the address allows this much (for templates: show the button or not)."""
    if "installation" in g:
        return True
    if "event_access" in g:
        return event_right_now().right >= right
    if "access" not in g or right_now().right < right:
        return False
    return right is Right.VIEW or not _is_kept_out(right_now())


def init_rights(app: Flask) -> None:
    """Check the code of every request."""
    forget_guesses(app)
    app.before_request(_check_code)
    app.add_template_global(may)
    app.add_template_global(may_rule)
    app.add_template_global(Right, "Right")


def check_rules(app: Flask) -> None:
    """Stop the program when a route has no rule, or a rule that does not fit its address."""
    wrong: list[str] = []
    for route in app.url_map.iter_rules():
        for method in sorted((route.methods or set()) - {"HEAD", "OPTIONS"}):
            what = f"{method} {route.rule} ({route.endpoint})"
            try:
                rule = needed(route.endpoint, method)
            except KeyError:
                wrong.append(f"{what} has no rule in astrike/web/rights.py")
                continue
            if (rule is not PUBLIC) != ("code" in route.arguments):
                wrong.append(f"{what}: a right and <code> belong together")
    if wrong:
        raise RuntimeError("\n".join(wrong))


def _check_code() -> None:
    if request.endpoint is None or request.method == "OPTIONS":
        return
    rule = needed(request.endpoint, request.method)
    if rule is PUBLIC:
        return
    code, is_free = str((request.view_args or {})["code"]), not settings().rights
    if rule is INSTALLATION:
        g.installation = look_up_installation(code)
        return
    if isinstance(rule, OfEvent):
        of_event = look_up_event(code, deleted=rule.is_deleted)
        g.event_access = replace(of_event, right=Right.ORGANISE) if is_free else of_event
        if g.event_access.right < rule.right:
            raise Forbidden(_too_little_for_event(rule.right))
        return
    is_deleted = isinstance(rule, OfDeleted)
    right = rule.right if isinstance(rule, OfDeleted) else rule
    access = look_up(code, deleted=is_deleted)
    if is_free:
        access = replace(access, right=Right.ORGANISE)
    if access.right < right:
        raise Forbidden(_too_little(right))
    # Whoever may only look writes nothing of the table's, such as a copy of their own. A page that is only there to be
    # filled in and sent is refused before anybody has filled it in.
    if right is Right.PLAY and request.endpoint not in BESIDE_THE_TABLE and _is_kept_out(access):
        raise Locked(_("The organizer has locked this table. Nothing on it can be changed now."))
    g.access = access


def _is_kept_out(access: Access) -> bool:
    """Is the table locked for whoever holds this code?"""
    return access.is_locked and access.right is not Right.ORGANISE


def _too_little(right: Right) -> str:
    if right is Right.PLAY:
        return _("This code is for watching. Moving units and undoing need the code to play.")
    return _("This needs the organiser's code.")


def _too_little_for_event(right: Right) -> str:
    if right is Right.PLAY:
        return _("This code is for watching the event.")
    return _("This needs the code of the event's organiser.")
