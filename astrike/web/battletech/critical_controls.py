"""How is it said on the card what a roll for critical hits comes of?"""

from collections.abc import Iterator
from typing import Final

from astrike.model.battletech.critical import CAUSES, CriticalQuestion
from astrike.web.battletech.critical_card import NAME
from astrike.web.battletech.desk import DeskChoice, DeskStepper, Json, address_of, stepper
from astrike.web.http.i18n import _

_PIERCING: Final = 6


def causes(body: Json, question: CriticalQuestion) -> Iterator[DeskChoice]:
    """Offer what the roll comes of; failed systems only where they can fail."""
    labels = {
        "structure": _("Structure damaged"),
        "through-armor": _("Through armor"),
        "supercharger": _("Supercharger failed"),
        "masc": _("MASC failed"),
        "weak-legs": _("Weak legs"),
    }
    is_leg = question.location.endswith("leg")
    allowed = {"structure", "through-armor", *(("masc", "weak-legs") if is_leg else ())}
    if question.location == "center-torso":
        allowed.add("supercharger")
    chosen = question.modifiers.cause
    for cause in CAUSES:
        if cause in allowed:
            stated = None if cause == "structure" else cause
            yield DeskChoice(
                labels[cause], address_of(NAME, body, **{"modifiers.cause": stated}), cause == chosen
            )


def circumstances(body: Json, question: CriticalQuestion) -> Iterator[DeskChoice]:
    """Offer what else there is to say about the hit."""
    about = question.modifiers
    no_damage = about.damage == 0
    if about.cause == "through-armor":
        place = {"modifiers.damage": None if no_damage else 0}
        yield DeskChoice(_("No damage dealt"), address_of(NAME, body, **place), no_damage)
    for key, label, is_on in (
        ("rear", _("From behind"), about.rear),
        ("moved_on", _("Damage moved on to armor"), about.moved_on),
        ("auto_eject", _("Auto-eject on"), about.auto_eject),
    ):
        yield DeskChoice(
            label, address_of(NAME, body, **{f"modifiers.{key}": None if is_on else True}), is_on
        )


def piercing(body: Json, question: CriticalQuestion) -> DeskStepper:
    """Let it be said what armor-piercing ammunition adds."""
    value = question.modifiers.armor_piercing
    label = _("Armor-piercing ammo adds")
    return stepper(NAME, body, "modifiers.armor_piercing", label, value, low=-_PIERCING, high=_PIERCING)
