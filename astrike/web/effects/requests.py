"""Which questions can be asked about a roll on a table, a fall, a collapse and the like?

No solver is imported here, so that the help of a command appears at once.
"""

from typing import Annotated, ClassVar, Final

from astrike.dataclass import dataclass
from astrike.model.effect_limits import EFFECT_KINDS, MOST_SETTINGS
from astrike.model.explain import Fact
from astrike.model.question_schema import (
    FactField,
    FieldDescription,
    FormFieldPerName,
    NamedField,
    UnitOrPieceField,
    WordField,
)
from astrike.rules.effects.effect_settings import SETTINGS as EFFECT_SETTINGS
from astrike.web.questions.shared_fields import DICE_MEMBER, About, SeedMember


@dataclass(frozen=True, slots=True)
class EffectRequest:
    """What comes of a roll on a table, a fall, a collapse and the like?"""

    ABOUT: ClassVar[About] = About.TABLE

    kind: Annotated[str, FieldDescription(WordField(EFFECT_KINDS), ", ".join(EFFECT_KINDS), argument="KIND")]
    unit: Annotated[
        str,
        FieldDescription(
            UnitOrPieceField(), "The id of a unit, of a piece that collapses, or a point x,y.", argument="A"
        ),
    ]
    set: Annotated[
        tuple[tuple[str, Fact], ...],
        FieldDescription(
            NamedField(FactField(), most=MOST_SETTINGS, noun="settings"),
            "What else the effect needs to know.",
            form=FormFieldPerName(
                "kind",
                {
                    kind: {name: setting.holds for name, setting in settings.items()}
                    for kind, settings in EFFECT_SETTINGS.items()
                },
            ),
            metavar="K=V",
        ),
    ] = ()
    dice: Annotated[
        tuple[int, ...],
        FieldDescription(
            DICE_MEMBER, "Dice that fell, in the order in which the answer names them.", metavar="N,N ..."
        ),
    ] = ()
    seed: SeedMember = None


@dataclass(slots=True)
class EffectsRequests:
    """The questions about effects, each by the name that addresses and commands call it."""

    effect: type[EffectRequest] = EffectRequest


REQUESTS: Final = EffectsRequests()
"""Looked into whenever something is asked."""
