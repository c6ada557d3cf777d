"""What is said about the facts of a reason or a note: who is meant, how far, how many?

Which question: the words behind a label that needs no sentence of its own. Names stand for ids, inches for lengths.
"""

from collections.abc import Mapping
from types import MappingProxyType

from astrike.model.explain import Fact, Facts, Reason
from astrike.report.figures import inches, plain
from astrike.report.option_words import option_words
from astrike.report.row_words import sentences_of
from astrike.report.words import Names, Translate, listed
from astrike.report.words import mark as _

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


def measured_texts(key: str) -> tuple[str, ...]:
    """Give what is said about the facts of a reason, or of what follows a hit; the text that says most first."""
    follows = sentences_of("follow_ups", "measured").get(key, ())
    return sentences_of("reasons", "measured").get(key, follows)


def facts_in_words(reason: Reason, names: Names, translate: Translate) -> str:
    """Say what was measured for a reason, by its phrase or fact by fact."""
    said = {key: _said(key, value, names, translate) for key, value in reason.facts.items()}
    in_inches = reason.key in REACHES
    if in_inches and "limit" in reason.facts:
        said["limit"] = inches(float(reason.facts["limit"]))
    for phrase in measured_texts(reason.key):
        try:
            return translate(phrase) % said
        except KeyError:  # other facts than the phrase is about
            continue
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
