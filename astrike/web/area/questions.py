"""What is answered about an area effect, and about a miss that scatters?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from astrike.formats.questions import written
from astrike.model.combat import BlastAnswer
from astrike.model.dice import Tray
from astrike.model.margin import Margins
from astrike.model.schema import made_of, values_of
from astrike.model.table import Table
from astrike.report.answer_schema import Json
from astrike.rules.air.bombs import bomb_scatter, check_scatter
from astrike.rules.areas.blast import blast
from astrike.rules.areas.scatter import scatter
from astrike.rules.areas.weapons import needed_weapon
from astrike.rules.battlefield import Field
from astrike.rules.margins.blast import blast_margins
from astrike.web.area.requests import REQUESTS, BlastRequest, ScatterRequest
from astrike.web.questions.body import Body, check_all_used, read_body, seeded_tray


@dataclass(frozen=True, slots=True)
class AreaReply:
    """An answer about an area effect, with the table as it was asked about."""

    table: Table
    answer: BlastAnswer
    field: Field
    asked: BlastRequest

    @property
    def margins(self) -> Margins:
        """How far the answer holds for each unit near."""
        return blast_margins(self.field, self.answer)


def ask_blast(body: Body, *, table_at: str = "table") -> AreaReply:
    """Answer who is caught by an area effect."""
    asked, field = read_body(REQUESTS.blast, body, table_at=table_at, refuse=_check_blast)
    return AreaReply(field.table, blast(field, asked.point, asked.weapon), field, asked)


def ask_scatter(body: Body, *, table_at: str = "table") -> AreaReply:
    """Answer where a miss lands and who is caught there."""
    asked, field = read_body(REQUESTS.scatter, body, table_at=table_at, refuse=check_scattered)
    tray = seeded_tray(asked.dice, asked.seed)
    answer = scatter_of(field, asked, tray)
    check_all_used(tray)
    return AreaReply(field.table, answer, field, asked)


def scatter_of(field: Field, asked: ScatterRequest, tray: Tray) -> BlastAnswer:
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


def area_question(asked: ScatterRequest) -> tuple[str, Json]:
    """Give the kind and the question of an area effect: aimed, or scattered when dice have fallen."""
    if not asked.dice:
        return "blast", written(made_of(REQUESTS.blast, values_of(asked)))
    return "scatter", written(asked)
