"""Which words belong to which finding on a layout: titles, what was measured, bounds, kinds of terrain, why skipped.

Tables only; `report.layout.sentences` fills them with what was measured. Where a key has several sentences, the one
that says most stands first.
"""

from collections.abc import Mapping
from typing import Final

from astrike.report.words.texts import to_translate as _

BOUNDS: Final[Mapping[str, str]] = {
    "at-least": _("at least %(limit)s"),
    "at-most": _("at most %(limit)s"),
}

SKIPPED_WORDS: Final[Mapping[str, str]] = {
    "no-limit": _("The preset sets no limit"),
    "hexes": _("Played on hexes"),
    "no-terrain": _("There is no terrain on this table"),
    "absent": _("The preset gives no figure"),
    "no-objectives": _("There are no objectives on this table"),
    "no-zones": _("There are no deployment zones on this table"),
    "too-crowded": _("Its outlines have too many corners close together"),
    "too-many-lines": _("Too many lines are hidden to look at all of them"),
    "no-side": _("No deployment zone on this table belongs to a side"),
    "one-zone": _("Only one side has a deployment zone"),
    "no-room": _("A deployment zone has no room for a ’Mech"),
    "no-pack": _("The preset names no pack"),
    "no-layout": _("How the pack is laid out was not given"),
    "no-pieces": _("There is no hill, building or wall on this table"),
    "no-pair": _("There are no two of them near each other on this table"),
    "by-hand": _("Nobody but the organizer can see this"),
    "unknown": _("Not known of every unit"),
}
"""By reason of a skipped check."""

LAYOUT_WORDS: Final[Mapping[str, str]] = {
    "size": _("size"),
    "sees": _("what they see of each other"),
    "cover": _("cover inside"),
    "before": _("cover in front of them"),
    "north": _("north"),
    "south": _("south"),
    "west": _("west"),
    "east": _("east"),
    "height": _("height"),
    "class": _("class"),
    "density": _("density"),
    "height, class": _("height and class"),
    "south-west": _("south-west"),
    "south-east": _("south-east"),
    "north-west": _("north-west"),
    "north-east": _("north-east"),
    "NW": _("NW"),
    "NE": _("NE"),
    "SW": _("SW"),
    "SE": _("SE"),
}
"""Facts that are words of ours."""

_GAPS: Final = (
    _("Gaps between %(ranged)s and the edges (%(edges)s), %(places)s places"),
    _("Gaps between %(ranged)s, %(places)s places"),
    _("Gap between %(first)s and the %(edge)s edge, %(places)s places"),
    _("Gap between %(first)s and the %(edge)s edge"),
    _("Gap %(by)s, %(places)s places"),
    _("Gap %(by)s"),
)
TITLES: Final[Mapping[str, tuple[str, ...]]] = {
    "layout.corridors": (_("Ways from %(start)s to %(end)s for a base of %(base)s″ that do not meet"),),
    "layout.gaps": _GAPS,
    "layout.gaps.close": _GAPS,
    "layout.steps": (
        _("%(all)s: too steep on the %(on)s side"),
        _("%(all)s: too steep, most on the %(most)s side of %(first)s"),
        _("%(all)s: too steep on all sides"),
    ),
    "layout.steps.nobody": (
        _("%(all)s: too steep for everybody, most on the %(on)s side"),
        _("%(all)s: too steep for everybody, most on the %(most)s side of %(first)s"),
        _("%(all)s: too steep for everybody on all sides"),
    ),
    "layout.table": (_("Size of the table: %(width)s × %(depth)s"),),
    "layout.reach.unreached": (_("Open ground out of reach: %(name)s"),),
    "layout.reach.part": (
        _("Cannot be walked to, %(places)s places: %(by)s"),
        _("Cannot be walked to: %(by)s"),
        _("Ground that cannot be walked to, %(places)s places"),
        _("Ground that cannot be walked to"),
    ),
    "layout.reach.top": (_("%(first)s is a hill that nobody gets onto"),),
    "layout.zone.sees": (_("Zone of %(name)s: share that sees the other"),),
    "layout.gap.pieces": (_("Gap %(by)s"),),
    "layout.gap.edge": (_("%(first)s to the %(edge)s edge"), _("%(first)s to the edge")),
    "layout.gap.zone": (_("%(first)s to %(second)s"), _("%(first)s to a deployment zone")),
    "layout.gap.objective": (_("%(first)s to %(second)s"),),
    "layout.objective.edge": (_("%(first)s to the %(edge)s edge"), _("%(first)s to the edge")),
    "layout.objective.apart": (_("Objectives %(by)s"),),
    "layout.count.KIND": (_("%(kind)s"),),
    "layout.count.quadrant": (_("Pieces in the %(quadrant)s quarter"),),
    "layout.height.KIND": (_("Height of %(first)s"), _("Height: %(kind)s")),
    "layout.footprint.KIND.width": (_("Longer side of %(first)s"),),
    "layout.footprint.KIND.depth": (_("Shorter side of %(first)s"),),
    "layout.coverage.KIND": (_("Share of the table: %(kind)s"),),
    "layout.coverage.quadrant": (_("Terrain in the %(quadrant)s quarter"),),
    "layout.coverage.objective": (_("Terrain on %(first)s"),),
    "layout.zone.difference": (_("Both deployment zones: difference in %(measure)s"),),
    "layout.zone.apart": (_("Zones %(by)s"),),
    "layout.outline.invalid": (_("Outline of %(first)s"),),
    "layout.outline.off-table": (_("%(first)s lies beside the table"),),
    "layout.outline.overhang": (_("%(first)s hangs over the edge"),),
    "layout.outline.overlap": (_("%(by)s stand in each other"),),
    "layout.outline.fallen": (_("%(first)s stands with a construction factor of 0"),),
    "layout.quadrants.order": (_("Pieces laid in the %(quadrant)s quarter"),),
    "layout.symmetry.offset": (_("%(first)s and its twin %(wanted)s"),),
    "layout.symmetry.turn": (_("Turn of %(first)s and its twin %(wanted)s"),),
    "layout.symmetry.missing": (_("%(first)s has no twin"),),
    "layout.symmetry.unlike": (_("%(first)s and its twin %(wanted)s are not alike"),),
    "layout.pack.offset": (_("Place of %(first)s"),),
    "layout.pack.turn": (_("Turn of %(first)s"),),
    "layout.pack.missing": (_("%(first)s of the pack is missing"),),
    "layout.pack.extra": (_("%(first)s is not in the pack"),),
    "layout.pack.unlike": (_("%(first)s is not as in the pack"),),
    "list.types": (_("Type %(type)s is not allowed: %(by)s"),),
    "list.forbidden": (_("%(code)s is not allowed: %(by)s"),),
}

BEYOND: Final[Mapping[str, tuple[str, ...]]] = {
    "count": (_("%(over)s too many"), _("%(short)s more needed")),
    "pv": (_("%(over)s PV over"), _("%(short)s PV short")),
}
"""By unit of a figure: by how much a list breaks a limit."""

_STEPS: Final = (
    _(
        "ledge %(ledge)s wide on the %(beside)s side, %(needed)s needed: stops %(who_alone)s; "
        "%(step)s at once stops %(who_at_once)s"
    ),
    _("ledge %(ledge)s wide on the %(beside)s side, %(needed)s needed; stops %(who_alone)s"),
    _("stops %(who)s; ledge %(ledge)s wide on the %(beside)s side, %(needed)s needed"),
    _("ledge %(ledge)s wide, %(needed)s needed: stops %(who_alone)s; %(step)s at once stops %(who_at_once)s"),
    _("ledge %(ledge)s wide, %(needed)s needed; stops %(who_alone)s"),
    _("goes up within %(inches)s, where %(needed)s are needed; stops %(who)s"),
    _("stops %(who)s"),
)
"""Who is stopped by a slope or a step, and how wide a ledge would have to be."""

DETAILS: Final[Mapping[str, tuple[str, ...]]] = {
    "layout.corridors": (_("%(fewest)s to %(most)s within the tolerance"),),
    "layout.gaps": (
        _("stops %(who)s, whose base would hang over the %(edge)s edge"),
        _("stops %(who)s, whose base would hang over the edge: %(edges)s"),
        _("on the %(side)s side of %(first)s; stops %(who)s"),
        _("stops %(who)s"),
    ),
    "layout.gaps.close": (
        _("too close to call at the %(edge)s edge: %(who)s"),
        _("too close to call at the edges (%(edges)s): %(who)s"),
        _("on the %(side)s side of %(first)s; too close to call: %(who)s"),
        _("too close to call: %(who)s"),
    ),
    "layout.steps": _STEPS,
    "layout.steps.nobody": _STEPS,
    "layout.reach.part": (_("by %(who)s; shut off by %(bar)s"), _("by %(who)s")),
    "layout.reach.sides": (_("%(who)s"),),
    "layout.table": (_("the preset says %(wanted_width)s × %(wanted_depth)s"),),
    "layout.outline.invalid": (_("%(found)s"),),
    "layout.symmetry.offset": (_("its middle %(middle)s, turned %(turn)s°"),),
    "layout.pack.offset": (_("its middle %(middle)s, turned %(turn)s°"),),
    "layout.pack.unlike": (_("another %(unlike)s"),),
    "layout.symmetry.unlike": (_("another %(unlike)s"),),
}
