"""Which words belong to which key of movement: reasons, checks, findings, margins, and facts that no sentence holds.

Tables only; `move_sentences` fills them with what was measured. Where a key has several sentences, the one that says
most stands first, and the last needs nothing measured.
"""

from collections.abc import Mapping

from astrike.report.words import mark as _

MODES: Mapping[str, str] = {
    "ground": _("on the ground"),
    "minimum": _("minimum movement"),
    "sprint": _("sprinting"),
    "jump": _("jumping"),
    "vtol": _("in flight"),
    "wige": _("as a WiGE"),
    "submersible": _("under water"),
    "standstill": _("standing still"),
    "flight": _("along a flight path"),
}
"""Ways to move, as they stand inside a sentence."""

SENTENCES: Mapping[str, tuple[str, ...]] = {
    "move.no-move": (_("Its card prints no Move for this."),),
    "move.immobile": (_("It is immobile."),),
    "move.done": (_("It has already moved this turn."),),
    "move.mode": (_("Its card prints no such way to move."),),
    "move.too-far": (
        _("Too far: %(cost)s of Move, it has %(available)s."),
        _("Too far: %(inches)s of less than %(limit)s."),
        _("Too far."),
    ),
    "move.prohibited": (_("%(by)s is closed to it."), _("This ground is closed to it.")),
    "move.wall": (_("%(by)s is in the way."), _("A wall is in the way.")),
    "move.steep": (
        _("Too steep: %(rise)s up or down in %(inches)s of travel."),
        _("Too steep: %(rise)s up or down at once."),
        _("Too steep."),
    ),
    "move.cliff": (
        _("Too steep a step under the base: from %(low)s to %(high)s."),
        _("Too steep a step under the base."),
    ),
    "move.enemy": (_("%(by)s is in the way."), _("An enemy is in the way.")),
    "move.gap": (
        _("Too narrow: a gap of %(gap)s for a base of %(base)s."),
        _("The gap is narrower than the base."),
    ),
    "move.stacking": (_("No room: it would end on %(by)s."), _("No room: it would end on another unit.")),
    "move.off-table": (_("Off the table, by %(inches)s."), _("Off the table.")),
    "move.headroom": (
        _("Too low under %(by)s: %(headroom)s of headroom for a height of %(height)s."),
        _("Too low under %(by)s."),
        _("Too low to pass under it."),
    ),
    "move.roof": (_("It may not go onto the roof of %(by)s."), _("It may not go onto roofs.")),
    "move.building-unasked": (
        _("The path enters %(by)s, but does not say so."),
        _("The path enters a building, but does not say so."),
    ),
    "move.floor": (_("%(by)s has no such floor."), _("There is no such floor.")),
    "move.hull-down": (_("It is hull down: it first has to come out."),),
    "move.bogged": (_("It is bogged down: it first has to come free."),),
    "move.carried": (_("It is being carried."),),
    "move.dismounted": (_("It has dismounted this turn."),),
    "move.destroyed": (_("It is destroyed."),),
    "move.minimum-far": (
        _("Too far for minimum movement: %(inches)s of at most %(limit)s."),
        _("Too far for minimum movement."),
    ),
    "move.minimum-climb": (_("Minimum movement does not climb."),),
    "move.not-straight": (_("A jump goes in one straight line."),),
    "move.jump-ceiling": (
        _("Too high to jump out of %(leaving)s: the trees reach %(top)s, the jump %(ceiling)s."),
        _("Too high to jump: %(by)s reaches %(top)s, the jump %(ceiling)s."),
        _("Too high to jump: up to %(top)s, the jump reaches %(ceiling)s."),
        _("Too high to jump."),
    ),
    "move.jump-water": (_("It cannot jump out of %(by)s."), _("It cannot jump out of water.")),
    "move.jump-enemy": (
        _("Too low over %(by)s: it reaches %(top)s, the jump %(ceiling)s."),
        _("It cannot jump over %(by)s."),
        _("It cannot jump over an enemy."),
    ),
    "move.jump-landing": (_("It may not land on %(by)s."), _("It may not land there.")),
    "move.sprint-transport": (_("With a transport involved there is no sprint."),),
    "move.terrain-height": (
        _("%(by)s is higher than it flies: %(top)s, flying at %(z)s."),
        _("%(by)s is higher than it flies."),
        _("Terrain there is higher than it flies."),
    ),
    "move.take-off": (
        _("From the ground it first rises to %(limit)s."),
        _("From the ground it first gains height."),
    ),
    "move.landing": (_("It would crash: %(by)s is no ground to land on."), _("It would crash there.")),
    "move.wige-rise": (
        _("%(by)s rises too steeply for a WiGE: %(rise)s."),
        _("The ground rises too steeply for a WiGE."),
    ),
    "move.wige-taxi": (
        _("On the ground a WiGE moves %(limit)s at most, not %(inches)s."),
        _("On the ground a WiGE moves 2″ at most."),
    ),
    "move.wige-take-off": (_("Too little Move to take off."),),
    "move.dry": (_("It cannot leave the water."),),
    "move.bottom": (
        _("Deeper than the bottom: %(z)s, the bottom is at %(bottom)s."),
        _("Deeper than the bottom."),
    ),
    "move.surface": (_("It leaves the surface of the water."),),
    "move.structure-turn": (_("A mobile structure turns no farther."),),
    "move.vacuum": (_("Nothing of its kind moves without air."),),
    "transport.contact": (
        _("It does not touch %(by)s: %(gap)s apart."),
        _("It does not touch %(by)s: %(rise)s higher or lower, at most %(limit)s."),
        _("It does not touch %(by)s."),
        _("It does not touch the transport."),
    ),
    "transport.capacity": (
        _("%(by)s is full: %(load)s of %(capacity)s."),
        _("There is no room left in %(by)s."),
        _("There is no room left in the transport."),
    ),
    "transport.flying": (_("%(by)s is in the air."), _("The transport is in the air.")),
    "transport.moved": (_("%(by)s has already moved."), _("The transport has already moved.")),
    "transport.sprint": (_("%(by)s has sprinted."), _("The transport has sprinted.")),
    "transport.same-turn": (_("Nobody mounts and dismounts in one turn."),),
    "transport.not-carried": (_("It is not on board %(by)s."), _("It is not on board.")),
    "transport.kind": (_("%(by)s cannot carry it."), _("This transport cannot carry it.")),
    "transport.mode": (_("Not with this way to move."),),
    "transport.not-moved": (_("%(by)s has not moved yet."), _("The transport has not moved yet.")),
    "transport.trailers": (
        _("Its trailers are of Size %(load)s together, at most %(capacity)s."),
        _("Its trailers are too large for it."),
    ),
    "grid.not-yet": (_("This comes with a later version on hexes."),),
    "path.short": (
        _("The path crosses %(inches)s of the table, and has to cross %(limit)s."),
        _("The path crosses too little of the table."),
    ),
    "path.edge": (_("A flight path leads from edge to edge of the table."),),
    "path.bend": (_("A flight path has no bend."),),
    "path.start": (
        _("It begins where its last path ended, or up to %(limit)s along that edge."),
        _("It begins where its last path ended."),
    ),
    "path.altitude": (_("The altitudes are Low, Middle, High and Extreme."),),
    "path.hover": (
        _("From where it hovers it moves up to %(limit)s."),
        _("It moves half its Thrust from where it hovers."),
    ),
}
"""By reason: sentences, the one that says most first."""

RULES: Mapping[str, tuple[str, ...]] = {
    "move.too-far": (_("%(missing)s too much."),),
    "move.steep": (
        _("At most %(limit)s in any %(window)s of travel."),
        _("At most %(limit)s in one step."),
    ),
    "move.cliff": (_("At most %(limit)s of difference under the whole base."),),
    "move.enemy": (_("Enemies are passed above or below, never through."),),
    "move.gap": (_("The whole base has to fit."),),
    "move.stacking": (_("Two units never share the same place, whatever their heights."),),
    "move.jump-ceiling": (_("It clears half its jump Move above where it starts."),),
    "move.prohibited": (_("Not even minimum movement enters it."),),
    "transport.kind": (_("Nothing on the two cards lets it ride there."),),
}
"""By reason: the rule in a few words, where the sentence alone does not say it."""

CHECKS: Mapping[str, tuple[str, ...]] = {
    "skid": (
        _("or it skids %(distance)s, %(damage)s damage; %(inches)s on it"),
        _("or it skids %(distance)s, %(damage)s damage"),
    ),
    "bog": (_("to come free"), _("it is stuck"), _("or it is stuck")),
    "ice": (
        _("%(roll)s: breaks at %(breaks_at)s or more, and it falls %(depth)s to the bottom"),
        _("%(roll)s: breaks at %(breaks_at)s or more, modifier %(modifier)s"),
        _("%(roll)s: breaks at %(breaks_at)s or more"),
    ),
    "magma-crust": (
        _("%(roll)s: breaks at %(breaks_at)s or more, modifier %(modifier)s"),
        _("%(roll)s: breaks at %(breaks_at)s or more"),
    ),
    "magma": (_("heat %(heat)s, damage %(damage)s"),),
    "hull-down": (_("%(price)s a try, Move for %(tries)s"), _("without a roll")),
    "overhang": (_("%(inches)s over the edge"),),
    "building-damage": (_("%(lost)s of CF %(cf)s for %(inches)s inside"),),
    "collapse": (_("%(lost)s of CF %(cf)s lost on the way"), _("too large a unit inside")),
    "withdrawal": (_("%(nearer)s nearer to the %(edge)s edge, %(could)s can be done"),),
    "building-load": (_("the Sizes on it add up to %(load)s, at most %(capacity)s"),),
    "bridge-load": (_("the Sizes on it add up to %(load)s, at most %(capacity)s"),),
}
"""By check: what was measured."""

FINDINGS: Mapping[str, tuple[str, ...]] = {
    "standing.overlap": (_("%(value)s over each other"),),
    "standing.straddle": (_("ground from %(low)s to %(high)s, at most %(limit)s apart"),),
    "standing.steep": (_("a slope of %(value)s in 1″, at most %(limit)s"),),
    "standing.off-table": (_("%(value)s beyond it"),),
    "standing.overhang": (_("by %(value)s"),),
    "standing.floating": (_("at %(value)s, something to stand on is at %(limit)s"),),
    "standing.contact": (_("%(rise)s higher or lower"),),
    "standing.prohibited": ("",),
    "standing.building-load": (_("the Sizes on it add up to %(load)s, at most %(capacity)s"),),
    "standing.bridge-load": (_("the Sizes on it add up to %(load)s, at most %(capacity)s"),),
    "standing.standstill-moved": (_("%(value)s moved, standing still is less than %(limit)s"),),
    "standing.unmoved-moved": (_("%(value)s moved"),),
    "standing.unmoved-done": ("",),
    "standing.hardly-moved": (_("%(value)s moved, moving is at least %(limit)s"),),
    "standing.minimum-far": (_("%(value)s moved, at most %(limit)s"),),
    "standing.no-mode": (_("%(mode)s"),),
    "standing.too-far": (_("%(value)s moved, its card gives at most %(limit)s"),),
    "standing.rounded": (_("%(inches)s counts as %(counts)s"),),
}
"""By finding on a table: what was measured."""

SHORT: Mapping[str, str] = {
    "move.steep": _("no way up or down"),
    "move.cliff": _("no way up or down"),
    "move.prohibited": _("not over this ground"),
    "move.wall": _("a wall in the way"),
    "move.building-unasked": _("a building in the way"),
    "move.enemy": _("an enemy in the way"),
    "move.gap": _("no way through"),
    "move.stacking": _("no room at the end"),
    "move.off-table": _("not off the table"),
    "move.jump-ceiling": _("too high to jump"),
    "move.terrain-height": _("flying too low"),
    "move.landing": _("it would crash"),
    "move.done": _("but not twice in a turn"),
    "path.short": _("too little of the table"),
    "path.edge": _("not from edge to edge"),
    "path.bend": _("with a bend"),
    "grid.not-yet": _("this comes with a later version on hexes"),
}
"""Reasons in a few words beside the sum."""

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
