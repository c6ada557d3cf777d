"""What are the controls of a quick check called?

One table for each control: the words on its buttons, in the language of the request.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from astrike.web.http.i18n import _

Words = Callable[[], str]

BUTTONS: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "standstill": lambda: _("Stood"),
        "ground": lambda: _("Walked"),
        "jump": lambda: _("Jumped"),
        "infantry": lambda: _("Infantry"),
        "immobile": lambda: _("Immobile"),
        "woods": lambda: _("Woods"),
        "cover": lambda: _("Cover"),
        "jungle": lambda: _("Jungle"),
        "industrial": lambda: _("Industrial"),
        "fields": lambda: _("Fields"),
        "smoke": lambda: _("Light smoke"),
        "smoke-heavy": lambda: _("Heavy smoke"),
        "underwater": lambda: _("Under water"),
        "secondary": lambda: _("Second target"),
        "rear-weapon": lambda: _("Rear weapon"),
        "spotting": lambda: _("Also spots"),
        "shield": lambda: _("Shield"),
        "emi": lambda: _("EMI"),
        "indirect": lambda: _("Indirect"),
        "area": lambda: _("Area"),
        "spotter-attacks": lambda: _("Spotter fires"),
        "remote": lambda: _("Remote sensor"),
        "carrier": lambda: _("Carries armor"),
        "big": lambda: _("Large attacker"),
        "TAG": lambda: _("TAG"),
        "LTAG": lambda: _("Light TAG"),
    }
)
TAGS: Final[Mapping[str, Words]] = MappingProxyType(
    {"": lambda: _("None"), "TAG": lambda: _("TAG"), "LTAG": lambda: _("Light TAG")}
)
BLOWS: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "standard": lambda: _("Standard"),
        "melee": lambda: _("Melee"),
        "charge": lambda: _("Charge"),
        "dfa": lambda: _("DFA"),
        "anti-mech": lambda: _("Anti-'Mech"),
    }
)
JETS: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "": lambda: _("Ordinary"),
        "JMPS1": lambda: _("Strong, JMPS1"),
        "JMPS2": lambda: _("Strong, JMPS2"),
        "JMPW1": lambda: _("Weak, JMPW1"),
        "JMPW2": lambda: _("Weak, JMPW2"),
    }
)
MYOMERS: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "": lambda: _("Ordinary"),
        "TSM": lambda: _("Triple-strength, hot"),
        "I-TSM": lambda: _("Industrial"),
        "TSMX": lambda: _("Experimental"),
    }
)
WAYS: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "unit": lambda: _("At a unit"),
        "point": lambda: _("At a point"),
        "indirect": lambda: _("Indirect, at a point"),
    }
)
SHOOTERS: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "": lambda: _("'Mech or vehicle"),
        "industrial": lambda: _("IndustrialMech"),
        "support": lambda: _("Support vehicle"),
        "support-basic": lambda: _("Support vehicle, BFC"),
        "drone": lambda: _("Drone"),
        "dropship": lambda: _("DropShip, grounded"),
    }
)
TARGETS: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "": lambda: _("'Mech"),
        "vehicle": lambda: _("Vehicle"),
        "infantry": lambda: _("Infantry"),
        "battle-armor": lambda: _("Battle armor"),
        "protomech": lambda: _("ProtoMech"),
        "large": lambda: _("Large unit"),
        "flying": lambda: _("VTOL or WiGE in flight"),
    }
)
STATES: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "": lambda: _("Nothing special"),
        "minimum": lambda: _("Minimum movement"),
        "hull-down": lambda: _("Hull down"),
        "bogged": lambda: _("Bogged down"),
        "dug-in": lambda: _("Dug in"),
        "on-the-deck": lambda: _("On the deck"),
        "dismounted": lambda: _("Just dismounted"),
        "dropped": lambda: _("Being dropped"),
    }
)
ARMORS: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "": lambda: _("Ordinary"),
        "stealth": lambda: _("Stealth"),
        "mimetic": lambda: _("Mimetic (MAS)"),
        "mimetic-light": lambda: _("Light mimetic (LMAS)"),
    }
)
TYPES: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "BM": lambda: _("'Mech"),
        "CV": lambda: _("Vehicle"),
        "CI": lambda: _("Infantry"),
        "BA": lambda: _("Battle armor"),
        "PM": lambda: _("ProtoMech"),
    }
)
MOTIVE: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "": lambda: "–",
        "-2": lambda: _("−2″, TMM −1"),
        "half": lambda: _("half"),
        "immobile": lambda: _("immobile"),
    }
)


def word_of(word: str) -> str:
    """Give the word on a button."""
    for words in (BUTTONS, SHOOTERS, TARGETS, STATES, ARMORS):
        if word in words:
            return words[word]()
    return word
