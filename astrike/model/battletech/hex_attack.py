"""What is asked about a weapon attack across hexes beside where the two stand: the weapon, and how it is fired?"""

from dataclasses import dataclass
from typing import Annotated, Final

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
    "heavy-laser", "mrm", "vsp", "hag", "semi-guided", "torpedo",
)  # fmt: skip
SECONDARY: Final = ("none", "front", "side-or-rear")
AIMS: Final = ("none", "head", "part")
LIGHTS: Final = ("day", "dusk", "glare", "full-moon", "moonless", "solar-flare", "pitch-black")
LONGEST_RANGE: Final = 200


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
    tags: Annotated[
        tuple[str, ...],
        FieldDescription(
            ListField(WordField(WEAPON_TAGS), most=len(WEAPON_TAGS), noun="tags", are_different=True),
            "What kind of weapon it is, as far as that matters.",
        ),
    ] = ()


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
    other: Annotated[int, FieldDescription(WholeField(-10, 10), "What else counts, agreed at the table.")] = 0
