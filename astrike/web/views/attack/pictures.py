"""How is one attack drawn: from above, from the side, and as who is seen? Drawn once, however often a table changes.

Pictures get nothing but the land, the two units, what is measured between them, and their answer. They are kept under
all of that: when somebody else has moved and nothing between these two has changed, the same pictures are still true.
What is measured follows from how the two stand on the land and from who is large enough to hide others, so it is
measured only where something is drawn.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from types import MappingProxyType
from typing import Final

from markupsafe import Markup

from astrike.model.answer import AttackAnswer, PairGeometry
from astrike.model.table import Table
from astrike.report.marks import Mark
from astrike.report.plan import plan
from astrike.report.profile import profile
from astrike.report.silhouette import silhouette
from astrike.rules.battlefield import Field
from astrike.rules.measure import pair_geometry
from astrike.web.i18n import language
from astrike.web.newest import Known
from astrike.web.views.fields import State, kept, prepared
from astrike.web.views.svg import draw_svg
from astrike.web.views.units import Cast


@dataclass(frozen=True, slots=True)
class Pictures:
    """Plan, side view and silhouettes, drawn."""

    plan: Markup
    profile: Markup
    scale: Markup
    """What is said about the scale of both."""
    mini: Markup
    seen: Markup


_KNOWN: Final = Known[Pictures](most=256)
"""As many as there are cards."""


def pictures_of(state: State, field: Field, answer: AttackAnswer, cast: Cast) -> Pictures | None:
    """Draw the attack; nothing from a flight path, for a unit that is not on the table, or on the same spot."""
    one, other = units = (field.unit_of(answer.attacker), field.unit_of(answer.target))
    if one.at == other.at or not all(unit.is_on_table for unit in units):
        return None
    if field.edition.kinds[answer.kind].family == "air":
        return None  # from a flight path no straight line from base to base says what is seen
    names = cast.names[one.id], cast.names[other.id]
    marks = cast.marks[one.id], cast.marks[other.id]
    # What was measured hangs in mappings, which have no hash; written down it is the same exactly when it is the same.
    known_by = (
        language(),
        _land(state),
        units,
        names,
        marks,
        _between(field, one.id, other.id),
        repr(answer),
    )

    def draw() -> Pictures:
        marked = MappingProxyType({one.id: marks[0], other.id: marks[1]})
        geometry = pair_geometry(field, one.id, other.id)
        return _draw(field, replace(field.table, units=units), geometry, answer, names, marked)

    return _KNOWN.of(known_by, draw)


def _between(field: Field, attacker: str, target: str) -> Hashable:
    """Give what the geometry between two units follows from, beside the land: how they stand, and who is in the way."""
    ends = field.place_of(attacker), field.place_of(target)
    large = [i for i, blocks in enumerate(field.units.blocks) if blocks != "none" and i not in ends]
    return tuple((field.units.units[i], field.units.of[i], field.units.rank[i]) for i in (*ends, *large))


@kept(16)
def _land(state: State) -> bytes:
    """Tell whether a table is the same but for its units: terrain, options, edition, and everything else."""
    land = replace(prepared(state).field.table, units=(), document=MappingProxyType({}))
    return blake2b(repr(land).encode("utf-8", "surrogatepass")).digest()


def _draw(
    field: Field,
    table: Table,
    geometry: PairGeometry,
    answer: AttackAnswer,
    names: tuple[str, str],
    marks: Mapping[str, Mark],
) -> Pictures:
    tops, edition = field.heights, field.edition
    side = profile(table, geometry, answer=answer, tops=tops, edition=edition, known=marks)
    above = plan(table, geometry, answer=answer, tops=tops, edition=edition, known=marks)

    def seen(name: str, *, is_mini: bool) -> Markup:
        view = silhouette(geometry, answer, marks=marks, is_mini=is_mini)
        return draw_svg("silhouette", "silhouette", view, name, *reversed(names))

    return Pictures(
        plan=draw_svg("plan", "plan", above, "plan"),
        profile=draw_svg("profile", "profile", side, "side"),
        scale=draw_svg("profile", "scale_said", side),
        mini=seen("mini", is_mini=True),
        seen=seen("seen", is_mini=False),
    )
