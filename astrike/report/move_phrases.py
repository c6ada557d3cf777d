"""Which words belong to which key of movement: reasons, checks, findings, margins, and facts that no sentence holds.

Tables only; `move_sentences` fills them with what was measured. Where a key has several sentences, the one that says
most stands first, and the last needs nothing measured.
"""

from collections.abc import Mapping

from astrike.report.words import mark as _

MARGINS: Mapping[str, str] = {
    "move": _("of Move"),
    "clearance": _("between base and %(by)s"),
    "travel": _("of travel between two climbs"),
    "height": _("of height"),
    "end": _("beside where it ends"),
    "road": _("to the side before it leaves the road"),
}
"""What a margin is measured of."""
NOT_MEASURED: Mapping[str, str] = {
    "reasons": _("Ends a little beside were not tried: too many reasons against this move"),
}
"""Why the margin of the end of a move is not known."""

HITS: Mapping[str, str] = {
    "mp": _("MP hit"),
    "engine": _("engine hit"),
    "motive": _("motive hit"),
}
LOSSES: Mapping[str, str] = {"half": _("half"), "immobile": _("immobile")}

FACTS: Mapping[str, str] = {
    "skill": _("Skill"),
    "tmm": _("TMM"),
    "move": _("of Move"),
    "load": _("load"),
    "capacity": _("capacity"),
    "damage": _("damage"),
    "modifier": _("modifier"),
    "size": _("Size"),
    "count": _("count"),
    "height": _("height"),
    "depth": _("depth"),
    "gravity": _("gravity"),
}
"""What measured facts are called, where no sentence holds them."""

LENGTHS = frozenset(
    {"base", "clearance", "cost", "counts", "gap", "inches", "left", "length", "missing", "over"}
)
"""Facts measured along the table: two places. Heights and figures of the rules are as short as they are exact."""
HEIGHTS = frozenset(
    {"available", "bottom", "ceiling", "depth", "distance", "headroom", "height", "high", "limit", "low"}
    | {"price", "rise", "top", "window", "z"}
)
LABELS = frozenset({"ability", "kind", "mover", "row"})
"""Facts that are labels of an edition."""
IDS = frozenset({"by", "building", "enemy", "leaving", "piece", "pieces", "transport", "unit", "units"})
