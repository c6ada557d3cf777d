"""What can be tapped about a unit on a quick check, for a physical attack or for its Move?

For a physical attack: which kind, by whom, and what its damage is made of. For the Move: type, heat and critical hits.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from astrike.report.words.numbers import signed
from astrike.rulebook.loader import load_edition
from astrike.rulebook.schema import Edition
from astrike.web.http.i18n import _
from astrike.web.quick import words as say
from astrike.web.quick.controls import QuickChoice, QuickControl, modifier_text, number_control, word_control
from astrike.web.quick.questions import FIELDS, MOTIVE_FIELDS, QuickAsked, striker_of

BLOW_ROWS: Final[Mapping[str, str]] = MappingProxyType(
    {"charge": "attack.charge", "dfa": "attack.dfa", "anti-mech": "attack.anti-mech"}
)


def blows(asked: QuickAsked, edition: Edition) -> QuickControl:
    """Offer the kinds of physical attack, and what each is worth."""
    return QuickControl(
        "blow",
        _("Kind of attack"),
        tuple(
            QuickChoice(
                word,
                say.BLOWS[word](),
                modifier_text(edition, BLOW_ROWS[word]) if word in BLOW_ROWS else signed(0),
                word == asked["blow"],
            )
            for word in FIELDS["blow"].allowed
        ),
    )


def strikers(asked: QuickAsked) -> QuickControl:
    """Offer who makes this kind of attack."""
    chosen = striker_of(asked)
    allowed = load_edition(asked["edition"]).kinds[asked["blow"]].strikers
    return QuickControl(
        "who",
        _("Attacker is"),
        tuple(QuickChoice(word, say.TYPES[word](), is_on=word == chosen) for word in allowed),
    )


def damage_controls(
    asked: QuickAsked, edition: Edition
) -> tuple[tuple[QuickControl, ...], tuple[QuickControl, ...]]:
    """Offer what the damage is made of: what is tapped, and what is picked; the edition's steps say what counts."""
    steps = edition.damage_steps_of(asked["blow"])
    taps: list[QuickControl] = []
    if {"size", "charge-inches"} & set(steps):
        taps.append(number_control("size", _("Its Size"), asked))
    if "charge" in steps:
        taps.append(number_control("own", _("Its TMM"), asked))
    if "short" in steps:
        taps.append(number_control("short", _("Its damage at Short"), asked))
    if asked["blow"] == "charge":
        taps.append(number_control("weight", _("Target's Size"), asked))
    picked: list[QuickControl] = []
    if "jump-jets" in steps:
        picked.append(word_control("jets", _("Jump jets"), say.JETS, asked))
    if any(step.startswith("myomer") for step in steps):
        picked.append(word_control("myomer", _("Myomer"), say.MYOMERS, asked))
    return tuple(taps), tuple(picked)


def from_behind(asked: QuickAsked, edition: Edition) -> QuickChoice | None:
    """Offer the rear, where it adds to the damage."""
    if "rear" not in edition.damage_steps_of(asked["blow"]):
        return None
    points = int(edition.number("rear.damage"))
    return QuickChoice(
        "1", _("From behind"), _("%(points)s damage", points=signed(points)), bool(asked["behind"])
    )


def card_controls(asked: QuickAsked) -> tuple[QuickControl, ...]:
    """Offer what a card prints beside its Move, and what has happened to the unit."""
    card = QuickControl(
        "card",
        _("TMM on the card"),
        tuple(
            QuickChoice(word, word or _("from Move"), is_on=word == asked["card"])
            for word in FIELDS["card"].allowed
        ),
    )
    motive = tuple(
        QuickControl(
            name,
            _("Motive hit %(number)s", number=number),
            tuple(
                QuickChoice(word, say.MOTIVE[word](), is_on=word == asked[name])
                for word in FIELDS[name].allowed
            ),
        )
        for number, name in enumerate(MOTIVE_FIELDS, 1)
    )
    hits = (
        (number_control("engine", _("Engine hits"), asked), *motive)
        if asked["type"] == "CV"
        else (number_control("mp", _("MP hits"), asked),)
    )
    return (card, *hits)


def unit_types(asked: QuickAsked) -> QuickControl:
    """Offer the types of units that move in a way of their own."""
    return QuickControl(
        "type",
        _("Type"),
        tuple(
            QuickChoice(word, say.TYPES[word](), is_on=word == asked["type"])
            for word in FIELDS["type"].allowed
        ),
    )


def heat_of_moving_unit(asked: QuickAsked, edition: Edition) -> QuickControl | None:
    """Offer heat levels, shutdown among them, to who tracks heat."""
    if not edition.units[asked["type"]].tracks_heat:
        return None
    last = FIELDS["hot"].allowed[-1]
    return QuickControl(
        "hot",
        _("Heat"),
        tuple(
            QuickChoice(
                level,
                "S" if level == last else level,
                _("shutdown") if level == last else "",
                level == asked["hot"],
            )
            for level in FIELDS["hot"].allowed
        ),
    )
