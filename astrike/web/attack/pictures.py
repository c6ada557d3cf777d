"""How is one attack drawn: from above, from the side, and as the attacker's view of the target?

A picture depends only on the terrain, the two units, what is measured between them, and the answer. It is cached under
all of these, so it is not drawn again when another unit has moved and nothing between these two has changed. The
measuring depends on where the two stand and on which other units are large enough to hide them; it is done only when a
picture has to be drawn.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from types import MappingProxyType
from typing import Final

from markupsafe import Markup

from astrike.model.attack_answer import AttackAnswer, PairGeometry
from astrike.model.table import Table
from astrike.report.attack.plan import plan
from astrike.report.attack.side_view import profile
from astrike.report.attack.silhouette import silhouette
from astrike.report.units.marks import UnitMark
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.table.tape_measure import pair_geometry
from astrike.web.current.prepared import TableState, cached, prepared_state
from astrike.web.current.units import UnitLabels
from astrike.web.http.i18n import language
from astrike.web.http.responses import draw_svg
from astrike.web.jobs.version_cache import KeyedCache


@dataclass(frozen=True, slots=True)
class AttackPictures:
    """Plan, side view and silhouettes, drawn."""

    plan: Markup
    profile: Markup
    scale: Markup
    """What is said about the scale of both."""
    mini: Markup
    seen: Markup


_KNOWN: Final = KeyedCache[AttackPictures]()
"""As many as there are cards."""


def pictures_of(
    state: TableState, prepared: PreparedTable, answer: AttackAnswer, labels: UnitLabels
) -> AttackPictures | None:
    """Draw the attack; nothing from a flight path, for a unit that is not on the table, or on the same spot."""
    one, other = units = (prepared.unit_of(answer.attacker), prepared.unit_of(answer.target))
    if one.at == other.at or not all(unit.is_on_table for unit in units):
        return None
    if prepared.edition.kinds[answer.kind].family == "air":
        return None  # from a flight path no straight line from base to base says what is seen
    names = labels.names[one.id], labels.names[other.id]
    marks = labels.marks[one.id], labels.marks[other.id]
    # What was measured hangs in mappings, which have no hash; written down it is the same exactly when it is the same.
    known_by = (
        language(),
        _land(state),
        units,
        names,
        marks,
        _between(prepared, one.id, other.id),
        repr(answer),
    )

    def draw() -> AttackPictures:
        marked = MappingProxyType({one.id: marks[0], other.id: marks[1]})
        geometry = pair_geometry(prepared, one.id, other.id)
        return _draw(prepared, replace(prepared.table, units=units), geometry, answer, names, marked)

    return _KNOWN.of(known_by, draw)


def _between(prepared: PreparedTable, attacker: str, target: str) -> Hashable:
    """Give what the geometry between two units follows from, beside the land: how they stand, and who is in the way."""
    ends = prepared.place_of(attacker), prepared.place_of(target)
    large = [i for i, blocks in enumerate(prepared.units.blocks) if blocks != "none" and i not in ends]
    return tuple(
        (prepared.units.units[i], prepared.units.of[i], prepared.units.rank[i]) for i in (*ends, *large)
    )


@cached
def _land(state: TableState) -> bytes:
    """Tell whether a table is the same but for its units: terrain, options, edition, and everything else."""
    land = replace(prepared_state(state).prepared.table, units=(), document=MappingProxyType({}))
    return blake2b(repr(land).encode("utf-8", "surrogatepass")).digest()


def _draw(
    prepared: PreparedTable,
    table: Table,
    geometry: PairGeometry,
    answer: AttackAnswer,
    names: tuple[str, str],
    marks: Mapping[str, UnitMark],
) -> AttackPictures:
    tops, edition = prepared.heights, prepared.edition
    side = profile(table, geometry, answer=answer, tops=tops, edition=edition, known=marks)
    above = plan(table, geometry, answer=answer, tops=tops, edition=edition, known=marks)

    def seen(name: str, *, is_mini: bool) -> Markup:
        view = silhouette(geometry, answer, marks=marks, is_mini=is_mini)
        return draw_svg("attack/silhouette", "silhouette", view, name, *reversed(names))

    return AttackPictures(
        plan=draw_svg("attack/plan", "plan", above, "plan"),
        profile=draw_svg("attack/side_view", "profile", side, "side"),
        scale=draw_svg("attack/side_view", "scale_description", side),
        mini=seen("mini", is_mini=True) if answer.sight.hidden else Markup(""),
        seen=seen("seen", is_mini=False),
    )
