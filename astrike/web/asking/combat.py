"""What is asked about combat beside one attack: area effects, scatter, networks, what follows a hit?"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from astrike.errors import InputError, NotFound, Problem
from astrike.formats.jsontext import shown
from astrike.formats.questions import unit_words
from astrike.model.combat import BlastAnswer, EffectAnswer, NetworksAnswer
from astrike.model.dice import Tray
from astrike.model.explain import Fact
from astrike.model.margin import Margins
from astrike.model.table import Table
from astrike.rules.air.bombs import bomb_scatter, check_scatter
from astrike.rules.areas.blast import blast
from astrike.rules.areas.scatter import scatter
from astrike.rules.areas.weapons import needed_weapon
from astrike.rules.battlefield import Field
from astrike.rules.effects.effect import effect
from astrike.rules.effects.settings import settings_of
from astrike.rules.electronics.networks import networks
from astrike.rules.margins.blast import blast_margins
from astrike.web.asking.questions import QUESTIONS, Blast, Scatter
from astrike.web.questions.body import Body, check_all_used, read_body, seeded_tray


@dataclass(frozen=True, slots=True)
class Burst:
    """An answer about an area effect, with the table as it was asked about."""

    table: Table
    answer: BlastAnswer
    field: Field
    asked: Blast

    @property
    def margins(self) -> Margins:
        """How far the answer holds for each unit near."""
        return blast_margins(self.field, self.answer)


@dataclass(frozen=True, slots=True)
class Linked:
    """An answer about networks and electronic fields, with the table as it was asked about."""

    table: Table
    answer: NetworksAnswer


@dataclass(frozen=True, slots=True)
class Came:
    """An answer about an effect, with the table as it was asked about."""

    table: Table
    answer: EffectAnswer


def ask_blast(body: Body, *, table_at: str = "table") -> Burst:
    """Answer who is caught by an area effect."""
    asked, field = read_body(QUESTIONS.blast, body, table_at=table_at, refuse=_check_blast)
    return Burst(field.table, blast(field, asked.point, asked.weapon), field, asked)


def ask_scatter(body: Body, *, table_at: str = "table") -> Burst:
    """Answer where a miss lands and who is caught there."""
    asked, field = read_body(QUESTIONS.scatter, body, table_at=table_at, refuse=check_scattered)
    tray = seeded_tray(asked.dice, asked.seed)
    answer = scatter_of(field, asked, tray)
    check_all_used(tray)
    return Burst(field.table, answer, field, asked)


def scatter_of(field: Field, asked: Scatter, tray: Tray) -> BlastAnswer:
    """Scatter what missed: around the point, or along the flight of who dropped it."""
    at, weapon, margin = asked.point, asked.weapon, asked.margin
    check_scatter(field, by=asked.by, weapon=weapon, dice=tray.left, margin=margin)
    if asked.by is None:
        return scatter(field, at, weapon, tray, margin=margin)
    return bomb_scatter(field, asked.by, at, weapon, tray, is_series=asked.series, margin=margin)


def check_scattered(field: Field, said: Mapping[str, Any]) -> None:
    """Refuse what rules refuse of a miss, as far as it could be read."""
    check_scatter(
        field,
        by=said.get("by"),
        weapon=said.get("weapon"),
        dice=said.get("dice", ()),
        margin=said.get("margin"),
    )


def _check_blast(field: Field, said: Mapping[str, Any]) -> None:
    if "weapon" in said:
        needed_weapon(field, said["weapon"])


def ask_networks(body: Body, *, table_at: str = "table") -> Linked:
    """Answer which network works for whom."""
    asked, field = read_body(QUESTIONS.networks, body, table_at=table_at)
    return Linked(field.table, networks(field, next_turn=asked.next_turn))


def ask_effect(body: Body, *, table_at: str = "table") -> Came:
    """Answer what comes of a roll on a table, a fall, a collapse and the like."""
    asked, field = read_body(QUESTIONS.effect, body, table_at=table_at, refuse=_check_settings)
    tray = seeded_tray(asked.dice, asked.seed)
    said = dict(asked.set)
    try:
        with _named_as_in_the_body(said):
            answer = effect(field, asked.kind, asked.unit, said, tray)
    except NotFound as error:
        # A piece of terrain or a point where a unit is meant.
        raise InputError([Problem("unit", shown(asked.unit), unit_words(field.table))]) from error
    check_all_used(tray)
    return Came(field.table, answer)


def _check_settings(field: Field, said: Mapping[str, Any]) -> None:
    if "kind" in said:
        settings = dict(said.get("set", ()))
        with _named_as_in_the_body(settings):
            settings_of(said["kind"], settings)


@contextmanager
def _named_as_in_the_body(said: Mapping[str, Fact]) -> Iterator[None]:
    try:
        yield
    except InputError as error:
        raise InputError(replace(each, at=_of_the_body(each.at, said)) for each in error.problems) from error


def _of_the_body(at: str, said: Mapping[str, Fact]) -> str:
    """Name the place in the body of what rules call a setting, or the point where something falls."""
    if at == "at":
        return "set.at" if "at" in said else "unit"
    return re.sub(r"^settings(?=[.\[])", "set", at)
