"""What is said about the facts of a reason or a note: who is meant, how far, how many?

Which question: the words behind a label that needs no sentence of its own. Names stand for ids, inches for lengths.
"""

from collections.abc import Mapping
from types import MappingProxyType

from astrike.model.explain import Fact, Facts, Reason
from astrike.report.figures import inches, plain
from astrike.report.option_words import option_words
from astrike.report.words import Names, Translate, listed
from astrike.report.words import mark as _

AWAY = _("%(range)s away, reach %(limit)s")
PHRASES: Mapping[str, str] = MappingProxyType(
    {
        "extra.reach": AWAY,
        "air.off-path": AWAY,
        "air.strip": _("%(range)s away"),
        "air.altitude": _("%(inches)s up"),
        "air.tailed": _("its Control roll needed %(needed)s"),
        "air.no-engagement": _("its Control roll needed %(needed)s"),
        "bomb.reach": AWAY,
        "bomb.point": _("%(range)s away"),
        "bomb.points": _("%(points)s points"),
        "bomb.spacing": _("%(inches)s apart"),
        "path.short": _("%(inches)s of %(limit)s"),
        "surprise.far": AWAY,
        "effect.too-far": AWAY,
        "homing.no-tag": _("reach %(limit)s"),
        "artillery.separate": _("%(attacks)s attacks"),
        "network.no-system": _("%(unit)s"),
        "network.too-many": _("%(members)s of at most %(most)s"),
        "network.sides": _("%(sides)s"),
        "network.line": _("%(to)s"),
        "network.further": _("%(to)s"),
        "network.emergency": _("%(turns)s turns without the master"),
        "electronics.jammed": _("by %(by)s"),
        "munition.turns": _("%(turns)s"),
        "flight.beyond": _("%(inches)s"),
        "flight.turns": _("%(turns)s for %(inches)s"),
        "attacker.antagonized": _("%(unit)s"),
        "target.shielded": _("%(unit)s"),
        "critical.structure": _("%(unit)s, rolls: %(rolls)s"),
        "collapse": _("%(by)s"),
        "crippled": _("%(unit)s: %(causes)s"),
        "overlap.nearest": _("by %(by)s; %(cost)s of Move"),
        "overlap.owner": _("by %(by)s"),
        "overlap.closed": _("%(unit)s"),
        "overheat.nothing": _("%(damage)s damage either way"),
        "building.inside": _("%(unit)s: %(damage)s damage"),
        "building.ask": _("%(building)s at %(x)s, %(y)s"),
        "network.lends": _("%(lent)s of %(lender)s, by %(network)s"),
        "network.keeps": _("%(lent)s of %(lender)s, by %(network)s"),
        "order.first": _("%(side)s"),
        "order.attacks": _("%(side)s"),
        "order.out-of-turn": _("%(side)s"),
        "order.groups": _("%(size)s"),
    }
)
"""By the key of a reason: what is said about its facts, all of them measured or counted."""
REACHES = frozenset(
    {
        "extra.reach",
        "surprise.far",
        "effect.too-far",
        "homing.no-tag",
        "air.off-path",
        "bomb.reach",
        "path.short",
    }
)
"""Reasons whose limit is a length."""
LENGTHS = frozenset({"range", "inches", "height", "missing", "cost", "available", "lent"})
WHO = frozenset({"unit", "units", "by", "to", "lender", "side", "building"})
WORDS: Mapping[str, str] = MappingProxyType(
    {
        "attacks": _("%(value)s attacks"),
        "available": _("%(value)s there"),
        "bracket": "%(value)s",
        "cost": _("%(value)s needed"),
        "damage": _("%(value)s damage"),
        "height": _("%(value)s up or down"),
        "inches": "%(value)s",
        "limit": _("at most %(value)s"),
        "margin": _("%(value)s more than needed"),
        "members": _("%(value)s members"),
        "missing": _("%(value)s short"),
        "most": _("at most %(value)s"),
        "range": _("%(value)s away"),
        "rolls": _("%(value)s rolls"),
        "turns": _("%(value)s turns"),
    }
)
"""What is said about a single fact where the reason has no phrase."""


def facts_in_words(reason: Reason, names: Names, translate: Translate) -> str:
    """Say what was measured for a reason, by its phrase or fact by fact."""
    said = {key: _said(key, value, names, translate) for key, value in reason.facts.items()}
    in_inches = reason.key in REACHES
    if in_inches and "limit" in reason.facts:
        said["limit"] = inches(float(reason.facts["limit"]))
    phrase = PHRASES.get(reason.key)
    if phrase is not None:
        try:
            return translate(phrase) % said
        except KeyError:  # other facts than the phrase is about
            pass
    return _in_words(said, translate)


def measured_in_words(known: Facts, names: Names, translate: Translate) -> str:
    """Say what was measured, fact by fact; what has no words is for programs."""
    return _in_words({key: _said(key, value, names, translate) for key, value in known.items()}, translate)


def _in_words(said: Mapping[str, str], translate: Translate) -> str:
    return ", ".join(
        value if key in WHO else translate(WORDS[key]) % {"value": value}
        for key, value in said.items()
        if key in WHO or key in WORDS
    )


def _said(key: str, value: Fact, names: Names, translate: Translate) -> str:
    if key == "causes":
        return option_words("crippling.causes", str(value), translate)
    if key in WHO:
        return listed([part for part in str(value).split(", ") if part], names)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    return inches(float(value)) if key in LENGTHS else plain(value)
