"""Which tables of an event differ from what their round prescribes, and in what?

One answer for the desk, the round page and programs, worked out once for each version of a table and cached.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from astrike.dataclass import dataclass
from astrike.editing.events.differences import OtherSetting, RoundStage, TableDifferences, differences, is_on
from astrike.formats.options import words_of_value
from astrike.model.events.event import Event, rounds_begun
from astrike.model.number_text import plain_number
from astrike.report.words.reasons import option_words
from astrike.rulebook.loader import IDS, load_edition
from astrike.store.events.layouts import EventLayout
from astrike.store.events.tables import StoredEventTable
from astrike.store.table.tables import load_table
from astrike.web.database import database
from astrike.web.events.current import CurrentEvent
from astrike.web.events.presets import preset_of, setup_in_round
from astrike.web.events.table_rows import table_numbers
from astrike.web.http.i18n import _, tr
from astrike.web.jobs.keyed_cache import KeyedCache
from astrike.web.layout.presets import tolerance_of

_COMPARED: Final = KeyedCache["_Compared"]()
_NAMED: Final = 3
"""Pieces and settings that are named; of more, how many."""


@dataclass(frozen=True, slots=True)
class _Compared:
    """What differs on a table, and the layout of the event that it has instead; empty when it has none."""

    found: TableDifferences
    there: str


@dataclass(frozen=True, slots=True)
class OtherTables:
    """Some tables and what is other on them; alike ones stand together."""

    tables: str
    """Such as `Tables 1–3`."""
    what: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundDifferences:
    """What is other than a round wants, on all tables of an event."""

    round: int
    is_played: bool
    found: Mapping[int, TableDifferences]
    """Differences by table number; tables without any are left out."""
    there: Mapping[int, str]
    """Layouts of the event that these tables have instead, as far as one is known."""
    wanted: Mapping[int, str]
    """Layouts that the tables should have."""

    @property
    def laid_otherwise(self) -> tuple[OtherTables, ...]:
        """Tables that differ from what the round prescribes."""
        return self._alike({n: tuple(self._lying(n)) for n in self.found})

    @property
    def set_otherwise(self) -> tuple[OtherTables, ...]:
        """Tables that are played by other options than the event."""
        return self._alike({n: setting_words(each.settings) for n, each in self.found.items()})

    @property
    def only_zones(self) -> bool:
        """Are the zones all that differs?"""
        return all(
            not each.is_laid_otherwise or replace(each, zones=False, settings=()) == TableDifferences()
            for each in self.found.values()
        )

    @property
    def to_lay(self) -> int:
        """Count the tables that differ from what the round prescribes."""
        return sum(each.is_laid_otherwise for each in self.found.values())

    @property
    def to_set(self) -> int:
        """Count the tables that are played by other options."""
        return sum(bool(each.settings) for each in self.found.values())

    def words_of(self, number: int) -> tuple[str, ...]:
        """Say what is other on one table."""
        each = self.found.get(number)
        return () if each is None else (*self._lying(number), *setting_words(each.settings))

    def is_laid(self, number: int) -> bool:
        """Does this table have what the round prescribes?"""
        each = self.found.get(number)
        return each is None or not each.is_laid_otherwise

    def keys_of(self, number: int) -> list[str]:
        """Name for programs what is other on one table."""
        each = self.found.get(number)
        if each is None:
            return []
        named = {
            "size": each.size,
            "terrain": each.terrain,
            "objectives": each.objectives,
            "zones": each.zones,
            "options": each.settings,
        }
        return [key for key, found in named.items() if found]

    def _lying(self, number: int) -> Iterator[str]:
        each = self.found[number]
        if each.size is not None and each.size_wanted is not None:
            yield _("has %(there)s, needs %(wanted)s", there=_size(each.size), wanted=_size(each.size_wanted))
        if each.instead:
            there = (
                _("no terrain") if each.instead == "nothing" else self.there[number] or _("another layout")
            )
            yield _("has %(there)s, needs %(wanted)s", there=there, wanted=self.wanted[number])
        elif each.terrain:
            yield _("terrain (%(pieces)s)", pieces=", ".join(_first(each.terrain)))
        if each.objectives:
            yield _("objectives (%(pieces)s)", pieces=", ".join(_first(each.objectives)))
        if each.zones:
            yield _("deployment zones")

    @staticmethod
    def _alike(words: Mapping[int, tuple[str, ...]]) -> tuple[OtherTables, ...]:
        alike: dict[tuple[str, ...], list[int]] = {}
        for number, what in words.items():
            if what:
                alike.setdefault(what, []).append(number)
        return tuple(OtherTables(table_numbers(numbers), what) for what, numbers in alike.items())


def differences_in(
    current: CurrentEvent, in_round: int, tables: Sequence[StoredEventTable], layouts: Sequence[EventLayout]
) -> RoundDifferences:
    """Compare all tables with what a round wants."""
    event = current.event
    by_name = {each.name: each for each in layouts}
    is_played = in_round <= rounds_begun(event.clock, event.minutes)
    found: dict[int, TableDifferences] = {}
    there: dict[int, str] = {}
    wanted: dict[int, str] = {}
    for table in tables:
        if event.seat(table.number) is None:
            continue
        name = event.game(table.number, in_round).layout
        stage = RoundStage.PLAYED if is_played else RoundStage.BEFORE
        compared = _compared(event, in_round, table, by_name.get(name), layouts, stage)
        if compared.found != TableDifferences():
            found[table.number] = compared.found
            there[table.number], wanted[table.number] = compared.there, name
    return RoundDifferences(in_round, is_played, found, there, wanted)


def setting_words(settings: Sequence[OtherSetting]) -> tuple[str, ...]:
    """Say in which options a table is played otherwise: what it has, and what the event has."""
    stated = [
        _("%(option)s: %(there)s, event %(wanted)s", option=_called(each), there=there, wanted=wanted)
        for each in settings
        for there, wanted in [(_value(each.key, each.there), _value(each.key, each.wanted))]
    ]
    return _first(stated)


def _compared(
    event: Event,
    in_round: int,
    table: StoredEventTable,
    layout: EventLayout | None,
    layouts: Sequence[EventLayout],
    stage: RoundStage,
) -> _Compared:
    tolerance = tolerance_of(preset_of(event))
    setup, is_printed = setup_in_round(event, in_round), in_round in event.only_on_sheets
    deployment = None if setup is None else setup.deployment
    played = (event.edition, repr(event.options), event.environment, tolerance)
    digest = None if layout is None else layout.digest
    name = (
        table.codes.view,
        table.table_id,
        table.version,
        digest,
        tuple((each.name, each.digest) for each in layouts),
        repr(deployment),
        is_printed,
        stage,
        *played,
    )

    def compare() -> _Compared:
        document = load_table(database(), table.table_id).document
        found = differences(
            document,
            event,
            None if layout is None else layout.document,
            deployment,
            tolerance=tolerance,
            stage=stage,
        )
        others = layouts if found.instead == "another" else ()
        there = next((each.name for each in others if is_on(document, each.document)), "")
        return _Compared(replace(found, zones=False) if is_printed else found, there)

    return _COMPARED.of(name, compare)


def _size(inches: tuple[float, float]) -> str:
    return _("%(width)s × %(depth)s″", width=plain_number(inches[0]), depth=plain_number(inches[1]))


def _first(words: Sequence[str]) -> tuple[str, ...]:
    rest = len(words) - _NAMED
    if rest <= 1:  # one more takes no more room than saying so
        return tuple(words)
    return (*words[:_NAMED], _("%(count)s more", count=rest))


def _called(setting: OtherSetting) -> str:
    match setting.key:
        case "edition":
            return _("Edition")
        case "environment":
            return _("Visibility")
        case "tolerance":
            return _("Tolerance")
        case key:
            rows = (load_edition(each).options.get(key) for each in IDS)
            return next((tr(row.label) for row in rows if row is not None), key)


def _value(key: str, value: object) -> str:
    words = words_of_value(value)
    if key in ("edition", "tolerance"):
        return words or "–"
    if isinstance(value, bool):
        return _("on") if value else _("off")
    return option_words(key, words, tr) or "–"
