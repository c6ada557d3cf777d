"""What can be tapped about a physical attack on a quick check: which, by whom, and what its damage is made of?"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from astrike.report.figures import signed
from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import Edition
from astrike.web.i18n import _
from astrike.web.views.quick import words as say
from astrike.web.views.quick.asked import FIELDS, QuickAsked, striker_of
from astrike.web.views.quick.controls import Choice, Control, numbers, worded, worth

BLOW_ROWS: Final[Mapping[str, str]] = MappingProxyType(
    {"charge": "attack.charge", "dfa": "attack.dfa", "anti-mech": "attack.anti-mech"}
)


def blows(asked: QuickAsked, edition: Edition) -> Control:
    """Offer the kinds of physical attack, and what each is worth."""
    return Control(
        "blow",
        _("Kind of attack"),
        tuple(
            Choice(
                word,
                say.BLOWS[word](),
                worth(edition, BLOW_ROWS[word]) if word in BLOW_ROWS else signed(0),
                word == asked["blow"],
            )
            for word in FIELDS["blow"].allowed
        ),
    )


def strikers(asked: QuickAsked) -> Control:
    """Offer who makes this kind of attack."""
    chosen = striker_of(asked)
    allowed = load_edition(asked["edition"]).kinds[asked["blow"]].strikers
    return Control(
        "who",
        _("Attacker is"),
        tuple(Choice(word, say.TYPES[word](), is_on=word == chosen) for word in allowed),
    )


def makings(asked: QuickAsked, edition: Edition) -> tuple[tuple[Control, ...], tuple[Control, ...]]:
    """Offer what the damage is made of: what is tapped, and what is picked; the edition's steps say what counts."""
    steps = edition.damage_steps_of(asked["blow"])
    taps: list[Control] = []
    if {"size", "charge-inches"} & set(steps):
        taps.append(numbers("size", _("Its Size"), asked))
    if "charge" in steps:
        taps.append(numbers("own", _("Its TMM"), asked))
    if "short" in steps:
        taps.append(numbers("short", _("Its damage at Short"), asked))
    if asked["blow"] == "charge":
        taps.append(numbers("weight", _("Target's Size"), asked))
    picked: list[Control] = []
    if "jump-jets" in steps:
        picked.append(worded("jets", _("Jump jets"), say.JETS, asked))
    if any(step.startswith("myomer") for step in steps):
        picked.append(worded("myomer", _("Myomer"), say.MYOMERS, asked))
    return tuple(taps), tuple(picked)


def from_behind(asked: QuickAsked, edition: Edition) -> Choice | None:
    """Offer the rear, where it adds to the damage."""
    if "rear" not in edition.damage_steps_of(asked["blow"]):
        return None
    points = int(edition.number("rear.damage"))
    return Choice("1", _("From behind"), _("%(points)s damage", points=signed(points)), bool(asked["behind"]))
