"""What is asked about combat beside one attack: area effects, scatter, networks, what follows a hit?"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from astrike.errors import InputError, NotFound, Problem
from astrike.formats.checks import Fields, one_of
from astrike.formats.jsontext import shown
from astrike.formats.questions import coordinates, is_point
from astrike.model.combat import EFFECT_KINDS, MOST_SETTINGS, BlastAnswer, EffectAnswer, NetworksAnswer
from astrike.model.explain import Fact
from astrike.model.margin import Margins
from astrike.model.table import Table
from astrike.rules.air.bombs import bomb_scatter
from astrike.rules.areas.blast import blast
from astrike.rules.areas.scatter import MOST_MARGIN, scatter
from astrike.rules.battlefield import Field
from astrike.rules.effects.effect import effect
from astrike.rules.electronics.networks import networks
from astrike.rules.margins.blast import blast_margins
from astrike.rules.situation import Point
from astrike.web.asking.body import Asked, Body
from astrike.web.asking.dice import check_all_used, read_dice, whole_of
from astrike.web.asking.questions import SETTINGS

BLAST_KEYS = ("table", "at", "weapon", "z", *SETTINGS)
SCATTER_KEYS = (*BLAST_KEYS, "dice", "margin", "seed", "by", "series")
NETWORKS_KEYS = ("table", "next_turn", *SETTINGS)
EFFECT_KEYS = ("table", "kind", "unit", "set", "dice", "seed", *SETTINGS)


@dataclass(frozen=True, slots=True)
class Burst:
    """An answer about an area effect, with the table as it was asked about."""

    table: Table
    answer: BlastAnswer
    field: Field

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
    asked = Asked(body, BLAST_KEYS, table_at)
    at, weapon = _at(asked.fields), _weapon(asked.fields)
    field = asked.sound_field()
    return Burst(field.table, blast(field, at, weapon), field)


def ask_scatter(body: Body, *, table_at: str = "table") -> Burst:
    """Answer where a miss lands and who is caught there."""
    asked = Asked(body, SCATTER_KEYS, table_at)
    at, weapon, tray = _at(asked.fields), _weapon(asked.fields), read_dice(asked.fields)
    margin = whole_of(asked.fields, "margin", MOST_MARGIN)
    by, is_series = asked.fields.text("by", ""), asked.fields.yes_no("series", False)
    field = asked.sound_field()
    if by:
        answer = bomb_scatter(field, by, at, weapon, tray, is_series=is_series, margin=margin)
    else:
        answer = scatter(field, at, weapon, tray, margin=margin)
    check_all_used(tray)
    return Burst(field.table, answer, field)


def ask_networks(body: Body, *, table_at: str = "table") -> Linked:
    """Answer which network works for whom."""
    asked = Asked(body, NETWORKS_KEYS, table_at)
    next_turn = asked.fields.yes_no("next_turn", False)
    field = asked.sound_field()
    return Linked(field.table, networks(field, next_turn=next_turn))


def ask_effect(body: Body, *, table_at: str = "table") -> Came:
    """Answer what comes of a roll on a table, a fall, a collapse and the like."""
    asked = Asked(body, EFFECT_KEYS, table_at)
    fields = asked.fields
    kind = fields.needed_word("kind", EFFECT_KINDS) or ""
    unit = _unit_or_piece(asked)
    settings, tray = _settings(fields), read_dice(fields)
    field = asked.sound_field()
    try:
        answer = effect(field, kind, unit, settings, tray)
    except NotFound as error:
        # A piece of terrain or a point where a unit is meant.
        raise InputError([Problem("unit", shown(unit), asked.unit_words())]) from error
    except InputError as error:
        raise InputError(replace(each, at=_of_the_body(each.at)) for each in error.problems) from error
    check_all_used(tray)
    return Came(field.table, answer)


def _of_the_body(at: str) -> str:
    """Name the place in the body of what rules call a setting."""
    return f"set.{at.removeprefix('settings.')}" if at.startswith("settings.") else at


# ---- the fields


def _at(fields: Fields) -> Point:
    words = "[x, y] in inches"
    if not fields.require("at", words):
        return Point(0.0, 0.0)
    value = fields.values["at"]
    numbers = coordinates(value)
    if numbers is None or len(numbers) != 2:
        fields.report("at", words)
        return Point(0.0, 0.0)
    z = None
    if fields.is_given("z"):
        found = coordinates([fields.values["z"]])
        if found is None:
            fields.report("z", "a height in inches")
        else:
            z = found[0]
    return Point(numbers[0], numbers[1], z)


def _weapon(fields: Fields) -> str:
    words = "the code of a weapon with an area effect"
    if not fields.require("weapon", words):
        return ""
    value = fields.values["weapon"]
    if isinstance(value, str) and value.strip():
        return value.strip().upper()
    fields.report("weapon", words)
    return ""


def _unit_or_piece(asked: Asked) -> str:
    """Read the id of a unit, or of a piece of terrain."""
    if not asked.fields.require("unit", asked.unit_words()):
        return ""
    value = asked.fields.values["unit"]
    if isinstance(value, str) and (
        asked.table is None
        or asked.table.unit(value) is not None
        or asked.table.piece(value) is not None
        or is_point(value)
    ):
        return value
    pieces = [] if asked.table is None else [piece.id for piece in asked.table.terrain]
    asked.fields.report("unit", f"{asked.unit_words()}{f', or {one_of(pieces)}' if pieces else ''}")
    return ""


def _settings(fields: Fields) -> Mapping[str, Fact]:
    given = fields.object("set", "an object of names and values")
    if given is None:
        return {}
    if len(given.values) > MOST_SETTINGS:
        fields.report("set", f"at most {MOST_SETTINGS}", found=str(len(given.values)))
        return {}
    found: dict[str, Fact] = {}
    for name, value in given.values.items():
        if isinstance(value, str | int | float | bool):
            found[name] = value
        else:
            given.report(name, "a word, a number, true or false")
    return found
