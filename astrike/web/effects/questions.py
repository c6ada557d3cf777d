"""What is asked about a roll on a table, a fall, a collapse and the like, and what is the answer?"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from astrike.dataclass import dataclass
from astrike.errors import InputError, NotFound, Problem
from astrike.formats.json_text import shown
from astrike.formats.questions import unit_words
from astrike.model.effect_answer import EffectAnswer
from astrike.model.explain import Fact
from astrike.model.table import Table
from astrike.rules.effects.effect import effect
from astrike.rules.effects.effect_settings import settings_of
from astrike.rules.table.prepared_table import PreparedTable
from astrike.web.effects.requests import REQUESTS
from astrike.web.questions.body import Body, check_all_used, read_body, seeded_tray


@dataclass(frozen=True, slots=True)
class EffectReply:
    """An answer about an effect, with the table as it was asked about."""

    table: Table
    answer: EffectAnswer


def ask_effect(body: Body, *, table_at: str = "table") -> EffectReply:
    """Answer what comes of a roll on a table, a fall, a collapse and the like."""
    asked, prepared = read_body(REQUESTS.effect, body, table_at=table_at, refuse=_check_settings)
    tray = seeded_tray(asked.dice, asked.seed)
    settings = dict(asked.set)
    try:
        with _named_as_in_the_body(settings):
            answer = effect(prepared, asked.kind, asked.unit, settings, tray)
    except NotFound as error:
        # A piece of terrain or a point where a unit is meant.
        raise InputError([Problem("unit", shown(asked.unit), unit_words(prepared.table))]) from error
    check_all_used(tray)
    return EffectReply(prepared.table, answer)


def _check_settings(prepared: PreparedTable, values: Mapping[str, Any]) -> None:
    if "kind" in values:
        settings = dict(values.get("set", ()))
        with _named_as_in_the_body(settings):
            settings_of(values["kind"], settings)


@contextmanager
def _named_as_in_the_body(settings: Mapping[str, Fact]) -> Iterator[None]:
    try:
        yield
    except InputError as error:
        raise InputError(
            replace(each, at=_of_the_body(each.at, settings)) for each in error.problems
        ) from error


def _of_the_body(at: str, settings: Mapping[str, Fact]) -> str:
    """Name the place in the body of what rules call a setting, or the point where something falls."""
    if at == "at":
        return "set.at" if "at" in settings else "unit"
    return re.sub(r"^settings(?=[.\[])", "set", at)
