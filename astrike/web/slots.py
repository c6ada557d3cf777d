"""What can an optional package add to pages of the others?

Each field of `Slots` is such a place. By default all of them are empty: without events a table has no banner, and no
code opens an event. `astrike.web.events.slots` fills them, and nothing else knows whether it is there: code and
templates that have a place to fill ask `slots()`.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Final, cast

from flask import Blueprint, Flask, current_app

from astrike.dataclass import dataclass
from astrike.model.document_change import Document
from astrike.model.wifi import NO_WIFI, Wifi
from astrike.presets.schema import Preset
from astrike.store.database.connection import Database
from astrike.store.rulings.rulings import RulingLine, Written
from astrike.store.table.log import ChangedBy

_SLOTS: Final = "astrike.slots"
_EVENTS: Final = "astrike.web.events"


@dataclass(frozen=True, slots=True)
class Banner:
    """What stands above every page of some tables: a template with its own style and script."""

    template: str
    style: str
    script: str


@dataclass(frozen=True, slots=True)
class SharedLayout:
    """A layout that all tables could share."""

    key: str
    name: str
    document: Document


@dataclass(frozen=True, slots=True)
class SharedLayouts:
    """What a code opens that all tables could share: the name of all of it, and its layouts."""

    name: str
    layouts: tuple[SharedLayout, ...]


@dataclass(frozen=True, slots=True)
class OpenedByCode:
    """What a code opens that is none of a table: the address of its first page, and what it has to share."""

    address: str
    shared: Callable[[], SharedLayouts]


@dataclass(frozen=True, slots=True)
class OwnPreset:
    """The preset that a table is played by, and its key in lists of presets."""

    preset: Preset
    key: str


@dataclass(frozen=True, slots=True)
class TableNews:
    """What phones at a table hear beside its own news."""

    tag: str
    """Part of the tag of the answer: as long as it stays the same, nothing is new."""
    values: Callable[[], Mapping[str, object]]
    """What the answer states about it, by key."""


def _no_banner() -> Banner | None:
    return None


def _opens_nothing(_code: str) -> OpenedByCode | None:
    return None


def _no_page(_code: str) -> str:
    return ""


def _no_preset(_table_id: int) -> OwnPreset | None:
    return None


def _no_wifi(_table_id: int) -> Wifi:
    return NO_WIFI


def _no_news(_table_id: int) -> TableNews | None:
    return None


def _nothing_more(_db: Database, _line: RulingLine, _what: Written, _who: ChangedBy) -> None:
    """Write nothing beside the ruling."""


def _nothing_to_prepare(_app: Flask) -> None:
    """Add nothing to the application."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slots:
    """All places that a room which may be left out can fill; templates are named by their files, empty: none."""

    blueprints: tuple[Blueprint, ...] = ()
    """The addresses of the room."""
    prepare: Callable[[Flask], None] = _nothing_to_prepare
    """Adds to the application what the templates of the room use."""
    banner: Callable[[], Banner | None] = _no_banner
    """What stands above the page of this request."""
    result_button: str = ""
    """Template of the row in a table's menu that leads to the result of its game."""
    front_page: str = ""
    """Template of the rows that lead from the front page to the room."""
    code_hint: str = ""
    """Template of what stands under the field for a code on the front page."""
    open_code: Callable[[str], OpenedByCode | None] = _opens_nothing
    """What a code opens; raises `Gone` where that was deleted and can be restored."""
    back_from: Callable[[str], str] = _no_page
    """Address for someone who may not do what was asked; empty where the address asked belongs to another package."""
    restore: Callable[[str], str] = _no_page
    """Address of the page that restores what a code has opened; empty where it cannot or nothing was deleted."""
    preset_at: Callable[[int], OwnPreset | None] = _no_preset
    """The preset that a table, by its internal id, is played by."""
    wifi_at: Callable[[int], Wifi] = _no_wifi
    """The wifi that stands on the printed codes of a table."""
    news_at: Callable[[int], TableNews | None] = _no_news
    """What phones at a table hear beside its own news."""
    ruling_written: Callable[[Database, RulingLine, Written, ChangedBy], None] = _nothing_more
    """Writes more when a judge is called about a ruling or when it is decided; inside the same write."""


def init_slots(app: Flask) -> Slots:
    """Fill the slots, where there is a room that does, and give what fills them."""
    filled = Slots()
    if find_spec(_EVENTS) is not None:
        filled = cast(Slots, import_module(f"{_EVENTS}.slots").FILLED)
    app.extensions[_SLOTS] = filled
    app.add_template_global(slots)
    filled.prepare(app)
    return filled


def slots() -> Slots:
    """Give what fills the slots of this application."""
    filled: Slots = current_app.extensions[_SLOTS]
    return filled
