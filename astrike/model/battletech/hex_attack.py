"""What is asked about a weapon attack across hexes beside where the two stand: the weapon, and how it is fired?"""

from typing import Annotated, Final

from astrike.dataclass import dataclass
from astrike.model.battletech.hex_patch import PlacedUnit
from astrike.model.question_schema import (
    FieldDescription,
    ListField,
    RecordField,
    WholeField,
    WordField,
    YesNoField,
)

MOUNTS: Final = (
    "head", "center-torso", "right-torso", "left-torso", "right-arm", "left-arm", "right-leg", "left-leg",
    "front-right-leg", "front-left-leg", "rear-right-leg", "rear-left-leg",
    "turret", "front", "right", "left", "rear", "body",
)  # fmt: skip
"""Where a weapon can be: parts of 'Mechs, sides of vehicles, the body of what fires all around."""
WEAPON_TAGS: Final = (
    "energy", "ballistic", "missile", "pulse", "cluster", "flak", "flamer", "machine-gun", "rapid-fire", "area",
    "heavy-laser", "mrm", "vsp", "hag", "semi-guided", "torpedo", "srm", "streak", "tag",
)  # fmt: skip
"""Kinds of weapons, each a row of the rulebook."""
SECONDARY: Final = ("none", "front", "side-or-rear")
ARMS: Final = ("right", "left")
AIMS: Final = ("none", "head", "part")
LIGHTS: Final = ("day", "dusk", "glare", "full-moon", "moonless", "solar-flare", "pitch-black")
LONGEST_RANGE: Final = 200
MOST_SHOTS: Final = 6
ATTACKERS_AS: Final = ("usual", "large-support", "industrial-cockpit")
TARGETS_AS: Final = ("usual", "large", "warrior")
_MECH_MOUNTS: Final = ("head", "center-torso", "right-torso", "left-torso")
_VEHICLE_MOUNTS: Final = ("turret", "front", "right", "left", "rear", "body")
_MOUNTS: Final = {
    "biped": (*_MECH_MOUNTS, "right-arm", "left-arm", "right-leg", "left-leg"),
    "quad": (*_MECH_MOUNTS, "front-right-leg", "front-left-leg", "rear-right-leg", "rear-left-leg"),
    "infantry": ("body",),
    "battle-armor": ("body",),
}


def mounts_of(kind: str) -> tuple[str, ...]:
    """Name the mounts that a unit of a kind can have.

    >>> mounts_of("infantry"), "turret" in mounts_of("hover"), "right-leg" in mounts_of("quad")
    (('body',), True, False)
    """
    return _MOUNTS.get(kind, _VEHICLE_MOUNTS)


@dataclass(frozen=True, slots=True)
class HexWeapon:
    """A weapon as its row on a record sheet states it."""

    ranges: Annotated[
        tuple[int, ...],
        FieldDescription(
            ListField(WholeField(0, LONGEST_RANGE), most=4, noun="ranges", fewest=3),
            "Farthest hex of short, medium and long range, and of extreme range where it is played.",
        ),
    ] = (3, 6, 9)
    minimum: Annotated[int, FieldDescription(WholeField(0, LONGEST_RANGE), "Its minimum range.")] = 0
    location: Annotated[
        str | None, FieldDescription(WordField(MOUNTS), "Where it is mounted; null where it does not matter.")
    ] = None
    rear: Annotated[bool, FieldDescription(YesNoField(), "It is mounted to fire to the rear.")] = False
    split: Annotated[
        bool,
        FieldDescription(YesNoField(), "It is split between the arm that it is mounted in and the torso."),
    ] = False
    tags: Annotated[
        tuple[str, ...],
        FieldDescription(
            ListField(WordField(WEAPON_TAGS), most=len(WEAPON_TAGS), noun="tags", are_different=True),
            "What kind of weapon it is, as far as that matters.",
        ),
    ] = ()

    @property
    def mount(self) -> str | None:
        """Where it fires from: a weapon split between an arm and the torso has the arc of the torso.

        >>> HexWeapon(location="left-arm", split=True).mount, HexWeapon(location="left-arm").mount
        ('left-torso', 'left-arm')
        """
        if self.location is None or not self.split:
            return self.location
        return self.location.replace("-arm", "-torso")


@dataclass(frozen=True, slots=True)
class HexShot:
    """How the weapon is fired, and what else counts for its number."""

    indirect: Annotated[bool, FieldDescription(YesNoField(), "It is fired without a line of its own.")] = (
        False
    )
    spotter: Annotated[
        PlacedUnit | None, FieldDescription(RecordField(PlacedUnit), "Who spots for an indirect attack.")
    ] = None
    spotter_fires: Annotated[bool, FieldDescription(YesNoField(), "The spotter attacks as well.")] = False
    spots: Annotated[bool, FieldDescription(YesNoField(), "The attacker spots for others this turn.")] = False
    spots_by_tag: Annotated[
        bool, FieldDescription(YesNoField(), "The attacker or the spotter spots by a hit with TAG.")
    ] = False
    shots: Annotated[
        int | None,
        FieldDescription(
            WholeField(2, MOST_SHOTS),
            "Shots that a rapid-fire weapon fires at once; null where it fires one.",
        ),
    ] = None
    narc: Annotated[
        bool,
        FieldDescription(YesNoField(), "The missiles follow a Narc pod on the target: no spotter is needed."),
    ] = False
    secondary: Annotated[
        str, FieldDescription(WordField(SECONDARY), "Whether this is a second target, and in which arc.")
    ] = "none"
    aim: Annotated[str, FieldDescription(WordField(AIMS), "Whether it is aimed at a part of the target.")] = (
        "none"
    )
    computer: Annotated[bool, FieldDescription(YesNoField(), "A targeting computer directs it.")] = False
    tagged: Annotated[bool, FieldDescription(YesNoField(), "The target is marked by TAG.")] = False
    stealth: Annotated[bool, FieldDescription(YesNoField(), "The target's stealth armor works.")] = False
    c3: Annotated[
        int | None,
        FieldDescription(
            WholeField(0, LONGEST_RANGE), "Distance of the nearest unit of its C3 network in hexes."
        ),
    ] = None
    light: Annotated[str, FieldDescription(WordField(LIGHTS), "The light.")] = "day"
    is_lit: Annotated[bool, FieldDescription(YesNoField(), "The target is lit up.")] = False
    overhead_arms: Annotated[
        bool, FieldDescription(YesNoField(), "The attacker has the quirk of overhead arms.")
    ] = False
    ignores_cover: Annotated[bool, FieldDescription(YesNoField(), "The attack ignores cover.")] = False
    flooded_arms: Annotated[
        tuple[str, ...],
        FieldDescription(
            ListField(WordField(ARMS), most=len(ARMS), noun="arms", are_different=True),
            "Arms of the attacker that are flooded.",
        ),
    ] = ()
    attacker_as: Annotated[
        str,
        FieldDescription(
            WordField(ATTACKERS_AS),
            "What else the attacker is: a large support vehicle, or without advanced fire control.",
        ),
    ] = "usual"
    target_as: Annotated[
        str,
        FieldDescription(
            WordField(TARGETS_AS),
            "What else the target is: superheavy or as large, or an ejected warrior.",
        ),
    ] = "usual"
    other: Annotated[int, FieldDescription(WholeField(-10, 10), "What else counts, agreed at the table.")] = 0
