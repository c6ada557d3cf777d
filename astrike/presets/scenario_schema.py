"""Where does each side begin, and what is fought over? Zones and tokens of scenarios, counted in inches.

Every zone is so many inches from an edge, a corner, the centre or a token, or one triangle, or several of these.
Edges are `home` and `enemy` here; which edge of the table that is depends on the table and on who picks.
"""

from collections.abc import Mapping
from typing import Final

from astrike.dataclass import dataclass
from astrike.model.explain import Citation

RULES: Final = ("edge", "corner", "centre", "triangle", "point", "middle")
"""`middle` is so many inches to both sides of the line halfway between the home edges."""
EDGES: Final = ("home", "enemy")
CORNERS: Final = ("one", "both")
SIDES: Final = ("both", "first", "second", "attacker", "defender")
HOMES: Final = ("long", "short", "far")
"""Home edges are the long sides, the short sides, or those farthest apart."""
OWNERS: Final = ("each", "first", "second", "attacker", "defender", "neutral")


@dataclass(frozen=True, slots=True)
class DeploymentZone:
    """Where units of a side begin."""

    rule: str
    inches: float
    side: str = "both"
    edge: str = "home"
    start: float = 0.0
    """Inches from the edge at which it begins."""
    corner: str = "both"
    """Of corners at the edge: `both`, or the `one` that is picked."""
    shift: float = 0.0
    """How far a centre is moved toward the edge."""
    of: str = ""
    """Of a zone around points: the key of the token."""


@dataclass(frozen=True, slots=True)
class DeploymentPlan:
    """One way to set up."""

    id: str
    label: str
    weight: int | None = None
    """In the draw; None where it is not drawn."""
    home: str = ""
    """One of `HOMES`; empty where it is not said."""
    zones: tuple[DeploymentZone, ...] = ()
    apart: float | None = None
    """Inches that enemies are apart at least when they begin."""
    note: str = ""
    ref: str = ""
    page_of: str | None = None
    """Id of the edition in whose printing the page was found; None for a source that is no book of rules."""
    confidence: str = ""

    @property
    def cite(self) -> Citation:
        """Give the page with the printing in which it was found."""
        return Citation(self.ref, self.page_of)


@dataclass(frozen=True, slots=True)
class ScenarioToken:
    """What is placed to be fought over; inches, and None where nothing is said."""

    key: str
    label: str
    owner: str = "each"
    """Who places it: `each` side, one of them, or `neutral`."""
    count: int | None = None
    from_home: float | None = None
    """At least so far from the owner's own edge."""
    from_enemy: float | None = None
    """At least so far from the enemy's edge."""
    near_enemy: float | None = None
    """At most so far from the enemy's edge."""
    near_centre: float | None = None
    """At most so far from the centre of the table or, where the scenario has one, of the zone."""
    apart: float | None = None
    """At least so far from each other."""
    width: float | None = None
    hold: float | None = None
    """An own unit this near holds it; 0 is base contact."""
    deny: float | None = None
    """An enemy this near denies it."""
    first_turn: int | None = None
    """The first turn in which it scores."""
    points: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario:
    """What is fought over."""

    id: str
    label: str
    weight: int | None = None
    turns: int | None = None
    plays_to: float | None = None
    deployment: str = ""
    """Id of the deployment that belongs to it."""
    tokens: tuple[ScenarioToken, ...] = ()
    note: str = ""
    ref: str = ""
    page_of: str | None = None
    """Id of the edition in whose printing the page was found; None for a source that is no book of rules."""
    confidence: str = ""

    @property
    def cite(self) -> Citation:
        """Give the page with the printing in which it was found."""
        return Citation(self.ref, self.page_of)


def zone_words(
    zone: DeploymentZone, home: str, *, width: float, depth: float, corner: str = ""
) -> Mapping[str, object]:
    """Say a zone as the editor lays zones, for a side whose home edge is known; `corner` is the one it picks.

    >>> dict(zone_words(DeploymentZone("edge", 3.0), "south", width=48, depth=48))
    {'rule': 'edge', 'inches': 3.0, 'edge': 'south', 'from': 0.0}
    >>> dict(zone_words(DeploymentZone("triangle", 12.0, edge="enemy"), "west", width=48, depth=48))
    {'rule': 'triangle', 'inches': 12.0, 'edge': 'east'}
    >>> dict(zone_words(DeploymentZone("middle", 2.0), "south", width=72, depth=48))
    {'rule': 'edge', 'inches': 26.0, 'edge': 'south', 'from': 22.0}
    """
    edge = home if zone.edge == "home" else OPPOSITE[home]
    words: dict[str, object] = {"rule": zone.rule, "inches": zone.inches}
    if zone.rule == "centre":
        return words | {"shift": zone.shift} | ({"edge": edge} if zone.shift else {})
    if zone.rule == "corner" and zone.corner == "one" and corner:
        return words | {"corner": corner}
    if zone.rule == "corner":
        return words | {"corner": "both", "edge": edge}
    if zone.rule == "point":
        return words | {"of": zone.of}
    if zone.rule == "middle":
        half = (depth if home in ("south", "north") else width) / 2
        return {"rule": "edge", "inches": half + zone.inches, "edge": edge, "from": half - zone.inches}
    return words | {"edge": edge} | ({"from": zone.start} if zone.rule == "edge" else {})


OPPOSITE: Final[Mapping[str, str]] = {"north": "south", "south": "north", "west": "east", "east": "west"}


def home_edges(home: str, *, width: float, depth: float) -> tuple[str, str]:
    """Give the two home edges on a table of this size.

    >>> home_edges("long", width=72, depth=48), home_edges("short", width=72, depth=48)
    (('south', 'north'), ('west', 'east'))
    """
    is_wide = width >= depth
    along = is_wide if home == "long" else not is_wide
    return ("south", "north") if along else ("west", "east")
