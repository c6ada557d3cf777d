"""How is an attack asked? Its kind, what is fired, who spots, what the players agreed on, and the dice that fell."""

from typing import Annotated

from astrike.dataclass import dataclass
from astrike.model.explain import Fact
from astrike.model.movement import MOST_POINTS, Waypoint
from astrike.model.question_schema import (
    CodeField,
    FactField,
    FieldDescription,
    ListField,
    NamedField,
    OnlyWith,
    PairedFormFields,
    PathPointField,
    PlaceField,
    PrefixedFormField,
    WholeField,
    WordField,
    YesNoField,
)

KINDS = (
    "weapon", "indirect", "artillery", "off-table", "homing", "standard", "melee", "charge", "dfa", "anti-mech", "tag",
    "narc", "taser", "strafe", "strike", "dive-bomb", "altitude-bomb", "surprise",
)  # fmt: skip
MOVED_INTO = ("charge", "dfa")
"""Kinds of attack that a move of the attacker into contact belongs to, and that are declared before (CE p.46)."""
MOST_OVERHEAT = 4
LARGEST_MODIFIER = 20
LONGEST_MODIFIER_NAME = 40
"""What players may agree on at the table: a name of so many letters, and so much up or down."""
MOST_MODIFIERS = 20
MOST_ROLLS = 500
MOST_CHOICES = 20


@dataclass(frozen=True, slots=True)
class AttackQuestion:
    """How the attack is made; the defaults are a plain weapon attack."""

    kind: Annotated[
        str,
        FieldDescription(
            WordField(KINDS),
            "weapon (default), indirect, artillery, melee, charge, dfa ...",
            metavar="K",
        ),
    ] = "weapon"
    weapon: Annotated[
        str | None,
        FieldDescription(
            CodeField("the code of a weapon or special ability"), "An artillery weapon.", metavar="CODE"
        ),
    ] = None
    special: Annotated[
        str | None,
        FieldDescription(
            CodeField("the code of a weapon or special ability"),
            "A special ability that attacks, such as TUR, REAR or TOR.",
            metavar="CODE",
        ),
    ] = None
    spotter: Annotated[
        str | None, FieldDescription(PlaceField(), "The unit, or the point X,Y, that spots.", metavar="P")
    ] = None
    overheat: Annotated[
        int,
        FieldDescription(
            WholeField(0, MOST_OVERHEAT), f"Overheat points used, 0 to {MOST_OVERHEAT}.", metavar="N"
        ),
    ] = 0
    secondary: Annotated[bool, FieldDescription(YesNoField(), "The target is a secondary target.")] = False
    modifiers: Annotated[
        tuple[tuple[str, int], ...],
        FieldDescription(
            NamedField(
                WholeField(-LARGEST_MODIFIER, LARGEST_MODIFIER),
                most=MOST_MODIFIERS,
                noun="modifiers",
                longest_name=LONGEST_MODIFIER_NAME,
            ),
            "A modifier of the table's own.",
            form=PairedFormFields("name", "value", row="named"),
            option="--modifier",
            metavar="NAME=N",
        ),
    ] = ()
    path: Annotated[
        tuple[Waypoint, ...],
        FieldDescription(
            ListField(
                PathPointField(heights=OnlyWith("kind", frozenset(MOVED_INTO))),
                most=MOST_POINTS,
                noun="points",
            ),
            "Points of a flight, charge or Death From Above, the two moves with heights; give it after B.",
            only_with=OnlyWith("kind", frozenset(KINDS) - {"weapon"}),
            metavar="X,Y[,Z|roof|inside|surface|under] ...",
        ),
    ] = ()
    """Points of a flight, charge, Death From Above or series of bombs, in order; moves alone have heights."""
    rolls: Annotated[
        tuple[int, ...],
        FieldDescription(
            ListField(WholeField(1, 12), most=MOST_ROLLS, noun="numbers"),
            "Dice that fell: attack rolls, each the sum of two, then single dice of damage.",
            metavar="N,N ...",
        ),
    ] = ()
    """Dice that fell: attack rolls, each the sum of two, then single dice of damage. The answer says which is which."""
    choices: Annotated[
        tuple[tuple[str, Fact], ...],
        FieldDescription(
            NamedField(FactField(), most=MOST_CHOICES, noun="choices"),
            "What the players decide, as the answer offers it.",
            form=PrefixedFormField("c-"),
            option="--choice",
            metavar="NAME[=VALUE]",
        ),
    ] = ()
    """What the players chose beside: ids of the choices table, with `True`, a number or a word."""

    @property
    def path_points(self) -> tuple[tuple[float, float], ...]:
        """The points of the path as they lie on the table."""
        return tuple((point.x, point.y) for point in self.path)

    def choice(self, key: str) -> Fact | None:
        """Give what was chosen, None when nothing was."""
        return dict(self.choices).get(key)


PLAIN = AttackQuestion()


@dataclass(frozen=True, slots=True)
class TablePoint:
    """A point of the table; without a height it lies on the highest surface there."""

    x: float
    y: float
    z: float | None = None
    piece: str | None = None
    """Id of the building that is attacked because the point lies in it."""

    def __str__(self) -> str:
        """Write the point as commands take it.

        >>> str(TablePoint(12.5, 8)), str(TablePoint(12.5, 8, 2))
        ('12.5,8', '12.5,8,2')
        """
        return ",".join(f"{value:.12g}" for value in (self.x, self.y, self.z) if value is not None)
