"""What does a question about classic BattleTech say of a unit? Its kind, its pilot and the damage that counts.

What is left out is whole, on its feet and standard.
"""

from typing import Annotated, Final

from astrike.dataclass import dataclass
from astrike.model.question_schema import (
    FieldDescription,
    ListField,
    NamedRecordsField,
    RecordField,
    WholeField,
    WordField,
    YesNoField,
)

KINDS: Final = (
    "biped", "quad", "tracked", "wheeled", "hover", "vtol", "wige", "naval", "infantry", "battle-armor", "building",
    "dropship",
)  # fmt: skip
MECHS: Final = ("biped", "quad")
VEHICLES: Final = ("tracked", "wheeled", "hover", "wige", "naval")
"""Those that share one table of hit locations."""
INFANTRY: Final = ("infantry", "battle-armor")
FLYERS: Final = ("vtol", "wige")
GYROS: Final = ("standard", "xl", "compact", "heavy-duty")
COCKPITS: Final = ("standard", "small", "torso-mounted")
ARMORS: Final = ("standard", "hardened", "laser-reflective", "ballistic-reinforced", "ferro-lamellor")
STRUCTURES: Final = ("standard", "reinforced")
LEG_ACTUATORS: Final = ("upper", "lower", "foot")
ARM_PARTS: Final = ("lower", "hand")
BIPED_LEGS: Final = ("left", "right")
QUAD_LEGS: Final = ("front-left", "front-right", "rear-left", "rear-right")
MOST_TONS: Final = 100_000
WORST_SKILL: Final = 8
MOST_MP: Final = 30
MOST_HEAT: Final = 100
_HIT: Final = WholeField(0, 1)


@dataclass(frozen=True, slots=True)
class LegDamage:
    """What is hit in one leg."""

    hip: Annotated[int, FieldDescription(_HIT, "1 where the hip is hit.")] = 0
    upper: Annotated[int, FieldDescription(_HIT, "1 where the upper leg actuator is hit.")] = 0
    lower: Annotated[int, FieldDescription(_HIT, "1 where the lower leg actuator is hit.")] = 0
    foot: Annotated[int, FieldDescription(_HIT, "1 where the foot actuator is hit.")] = 0
    gone: Annotated[bool, FieldDescription(YesNoField(), "The leg is destroyed or blown off.")] = False
    after_hip: Annotated[
        tuple[str, ...],
        FieldDescription(
            ListField(WordField(LEG_ACTUATORS), most=3, noun="actuators", are_different=True),
            "Actuators hit after the hip of this leg; others count as hit before it.",
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class ArmDamage:
    """What is hit in one arm, and what it was built without."""

    shoulder: Annotated[int, FieldDescription(_HIT, "1 where the shoulder is hit.")] = 0
    upper: Annotated[int, FieldDescription(_HIT, "1 where the upper arm actuator is hit.")] = 0
    lower: Annotated[int, FieldDescription(_HIT, "1 where the lower arm actuator is hit.")] = 0
    hand: Annotated[int, FieldDescription(_HIT, "1 where the hand actuator is hit.")] = 0
    gone: Annotated[bool, FieldDescription(YesNoField(), "The arm is destroyed or blown off.")] = False
    absent: Annotated[
        tuple[str, ...],
        FieldDescription(
            ListField(WordField(ARM_PARTS), most=2, noun="parts", are_different=True),
            "Parts that the arm was built without.",
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class ClassicUnit:
    """A unit as a question states it."""

    kind: Annotated[str, FieldDescription(WordField(KINDS), "What it is.")] = "biped"
    tons: Annotated[int, FieldDescription(WholeField(1, MOST_TONS), "Its tonnage.")] = 55
    piloting: Annotated[int, FieldDescription(WholeField(0, WORST_SKILL), "Piloting or driving skill.")] = 5
    gunnery: Annotated[int, FieldDescription(WholeField(0, WORST_SKILL), "Gunnery skill.")] = 4
    walk: Annotated[int, FieldDescription(WholeField(0, MOST_MP), "Walking or cruising MP as built.")] = 5
    jump: Annotated[int, FieldDescription(WholeField(0, MOST_MP), "Jumping MP as built.")] = 0
    gyro: Annotated[str, FieldDescription(WordField(GYROS), "Its gyro.")] = "standard"
    gyro_hits: Annotated[int, FieldDescription(WholeField(0, 3), "Critical hits on the gyro.")] = 0
    prone: Annotated[bool, FieldDescription(YesNoField(), "It lies on the ground.")] = False
    shutdown: Annotated[bool, FieldDescription(YesNoField(), "Its reactor is shut down.")] = False
    unconscious: Annotated[bool, FieldDescription(YesNoField(), "Its pilot is out.")] = False
    immobile: Annotated[bool, FieldDescription(YesNoField(), "It cannot move at all.")] = False
    legs: Annotated[
        tuple[tuple[str, LegDamage], ...],
        FieldDescription(
            NamedRecordsField(RecordField(LegDamage), most=4, noun="legs"),
            "Damage by leg: left and right, or front-left, front-right, rear-left, rear-right of a quad.",
        ),
    ] = ()
    arms: Annotated[
        tuple[tuple[str, ArmDamage], ...],
        FieldDescription(
            NamedRecordsField(RecordField(ArmDamage), most=2, noun="arms"), "Damage by arm: left and right."
        ),
    ] = ()
    sensors: Annotated[int, FieldDescription(WholeField(0, 2), "Critical hits on the sensors.")] = 0
    heat: Annotated[int, FieldDescription(WholeField(0, MOST_HEAT), "Its heat.")] = 0
    cockpit: Annotated[str, FieldDescription(WordField(COCKPITS), "Its cockpit.")] = "standard"
    armor: Annotated[str, FieldDescription(WordField(ARMORS), "Its armor.")] = "standard"
    structure: Annotated[str, FieldDescription(WordField(STRUCTURES), "Its internal structure.")] = "standard"
    turret: Annotated[bool, FieldDescription(YesNoField(), "It has a turret, where it is a vehicle.")] = True

    @property
    def is_mech(self) -> bool:
        """Is it a 'Mech?"""
        return self.kind in MECHS

    @property
    def is_infantry(self) -> bool:
        """Is it a platoon, or a squad in battle armor?"""
        return self.kind in INFANTRY

    @property
    def is_flyer(self) -> bool:
        """Can it be above the ground in the open: a VTOL or a WiGE?"""
        return self.kind in FLYERS

    @property
    def is_vehicle(self) -> bool:
        """Is it a vehicle, on the ground, on water or in the air?"""
        return self.kind in (*VEHICLES, "vtol")

    @property
    def leg_names(self) -> tuple[str, ...]:
        """The names of its legs; none unless it is a 'Mech.

        >>> ClassicUnit(kind="quad").leg_names[0], ClassicUnit(kind="hover").leg_names
        ('front-left', ())
        """
        return {"biped": BIPED_LEGS, "quad": QUAD_LEGS}.get(self.kind, ())

    def leg(self, name: str) -> LegDamage:
        """Give what is hit in one of its legs."""
        return dict(self.legs).get(name, LegDamage())

    def arm(self, name: str) -> ArmDamage:
        """Give what is hit in one of its arms."""
        return dict(self.arms).get(name, ArmDamage())
