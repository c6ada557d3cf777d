"""By how much is each unit inside the rings of an area effect, or outside? The close ones first."""

from dataclasses import dataclass

from astrike.model.combat import BlastAnswer
from astrike.model.margin import Margin
from astrike.report.figures import inches
from astrike.report.margins import RINGS, cause, ring_notes, within
from astrike.rules.battlefield import Field
from astrike.rules.margins.blast import blast_margins
from astrike.web.i18n import _, tr
from astrike.web.views.units import Cast


@dataclass(frozen=True, slots=True)
class RingRow:
    """One unit near the edge of a ring."""

    unit: str
    name: str
    words: str
    """How far away it is, and where the ring ends."""
    becomes: str
    """Where it would be, if its base were off by so much."""
    holds: str
    is_close: bool


@dataclass(frozen=True, slots=True)
class Rings:
    """Every unit near the edge of a ring, and what is said of the point itself."""

    rows: tuple[RingRow, ...]
    notes: tuple[str, ...]
    """How far the point may be off, and why nothing is measured where nothing is."""


def rings_of(field: Field, answer: BlastAnswer, cast: Cast) -> Rings:
    """Give every unit whose ring could change within the inches that are looked at, the closest first."""
    margins = blast_margins(field, answer)
    nearest = sorted(margins.units, key=lambda each: each.inches)
    rows = tuple(_row(each, cast, is_close=each.inches < margins.tolerance) for each in nearest)
    return Rings(rows, tuple(f"{note}." for note in ring_notes(margins, cast.names, tr)))


def _row(margin: Margin, cast: Cast, *, is_close: bool) -> RingRow:
    return RingRow(
        unit=margin.unit,
        name=cast.names[margin.unit],
        words=cause(margin, cast.names, translate=tr),
        becomes=_("else %(ring)s", ring=tr(RINGS[margin.becomes.ring])),
        holds=inches(margin.inches) if is_close else within(margin.inches),
        is_close=is_close,
    )
