"""How is one attack drawn: from above, from the side, and as the attacker's view of the target?

The small pictures stand on the card; the two large ones come after it, into the room that it has for them. Both depend
only on the terrain, the two units, what is measured between them, and the answer. They are cached under all of these,
so they are not drawn again when another unit has moved and nothing between these two has changed. The measuring depends
on where the two stand and on which other units are large enough to hide them; it is done only when a picture has to be
drawn.
"""

from collections.abc import Hashable, Mapping
from dataclasses import replace
from hashlib import blake2b
from types import MappingProxyType
from typing import Final

from markupsafe import Markup

from astrike.dataclass import dataclass
from astrike.model.attack_answer import AttackAnswer, PairGeometry
from astrike.model.table import Table
from astrike.report.attack.plan import plan, plan_size
from astrike.report.attack.side_view import profile, side_view_layout
from astrike.report.attack.silhouette import silhouette
from astrike.report.units.marks import UnitMark
from astrike.rules.table.prepared_table import PreparedTable
from astrike.rules.table.tape_measure import pair_geometry
from astrike.web.current.prepared import TableState, cached, prepared_state
from astrike.web.current.units import UnitLabels
from astrike.web.http.i18n import language
from astrike.web.http.responses import draw_svg
from astrike.web.jobs.keyed_cache import KeyedCache


@dataclass(frozen=True, slots=True)
class CardPictures:
    """What a card shows at once: the silhouettes, and the room for the large pictures."""

    mini: Markup
    """Empty where nothing is hidden."""
    seen: Markup
    scale: Markup
    """What is said about the scale of both large pictures."""
    plan_size: tuple[float, float]
    """Width and height in pixels."""
    profile_size: tuple[float, float]


@dataclass(frozen=True, slots=True)
class LargePictures:
    """Plan and side view, drawn."""

    plan: Markup
    profile: Markup


_ON_CARDS: Final = KeyedCache[CardPictures]()
_LARGE: Final = KeyedCache[LargePictures]()


def card_pictures_of(
    state: TableState, prepared: PreparedTable, answer: AttackAnswer, labels: UnitLabels
) -> CardPictures | None:
    """Draw what stands on a card; nothing where there is nothing to draw."""
    drawing = _drawing_of(state, prepared, answer, labels)
    return None if drawing is None else _ON_CARDS.of(drawing.known_by, drawing.small)


def large_pictures_of(
    state: TableState, prepared: PreparedTable, answer: AttackAnswer, labels: UnitLabels
) -> LargePictures | None:
    """Draw plan and side view; nothing where there is nothing to draw."""
    drawing = _drawing_of(state, prepared, answer, labels)
    return None if drawing is None else _LARGE.of(drawing.known_by, drawing.large)


@dataclass(frozen=True, slots=True)
class _Drawing:
    """An attack that can be drawn, and all that its pictures depend on."""

    known_by: Hashable
    prepared: PreparedTable
    answer: AttackAnswer
    table: Table
    """With these two units alone."""
    names: tuple[str, str]
    marks: Mapping[str, UnitMark]

    def small(self) -> CardPictures:
        """Draw the silhouettes, and measure the large pictures."""
        geometry, prepared = self._geometry(), self.prepared
        side = side_view_layout(self.table, geometry, tops=prepared.heights, edition=prepared.edition)

        def seen(name: str, *, is_mini: bool) -> Markup:
            view = silhouette(geometry, self.answer, marks=self.marks, is_mini=is_mini)
            return draw_svg("attack/silhouette", "silhouette", view, name, *reversed(self.names))

        return CardPictures(
            mini=seen("mini", is_mini=True) if self.answer.sight.hidden else Markup(""),
            seen=seen("seen", is_mini=False),
            scale=draw_svg("attack/side_view", "scale_description", side),
            plan_size=plan_size(self.table, geometry),
            profile_size=(side.width, side.height),
        )

    def large(self) -> LargePictures:
        """Draw plan and side view."""
        geometry, prepared, answer, known = self._geometry(), self.prepared, self.answer, self.marks
        tops, edition = prepared.heights, prepared.edition
        above = plan(self.table, geometry, answer=answer, tops=tops, edition=edition, known=known)
        side = profile(self.table, geometry, answer=answer, tops=tops, edition=edition, known=known)
        return LargePictures(
            plan=draw_svg("attack/plan", "plan", above, "plan"),
            profile=draw_svg("attack/side_view", "profile", side, "side"),
        )

    def _geometry(self) -> PairGeometry:
        return pair_geometry(self.prepared, self.answer.attacker, self.answer.target)


def _drawing_of(
    state: TableState, prepared: PreparedTable, answer: AttackAnswer, labels: UnitLabels
) -> _Drawing | None:
    """Prepare to draw; None from a flight path, for a unit that is not on the table, or on the same spot."""
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
    marked = MappingProxyType({one.id: marks[0], other.id: marks[1]})
    return _Drawing(known_by, prepared, answer, replace(prepared.table, units=units), names, marked)


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
