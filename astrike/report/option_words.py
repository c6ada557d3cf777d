"""What does a value of an option mean, in words that a player understands?

Files and commands write the value itself; pages say these words. A value without words is shown as it is.
"""

from collections.abc import Mapping

from astrike.report.words import Translate
from astrike.report.words import mark as _

WORDS: Mapping[str, Mapping[str, str]] = {
    "sight.thirds-tie": {"lower": _("counts as less hidden"), "higher": _("counts as more hidden")},
    "sight.attacker-hidden": {"blocks": _("cannot shoot"), "ignored": _("does not matter")},
    "sight.large-units": {"smaller": _("smaller units"), "none": _("nobody"), "all": _("everybody")},
    "cover.types": {"mechs": _("'Mechs"), "all": _("every unit")},
    "concealing-unit-data": {
        "auto": _("unless it is daylight"),
        "on": _("always"),
        "off": _("never"),
    },
    "woods.attacker-occupied": {
        "example": _("count as in the printed example"),
        "text": _("do not count, as in the text"),
        "always": _("always count"),
    },
    "woods.line-to": {"middle": _("half its height"), "top": _("its top"), "foot": _("its foot")},
    "woods.mixed": {"sum": _("inches add up"), "separate": _("each kind for itself")},
    "woods.advanced": {
        "off": _("all alike"),
        "flat": _("one modifier for each kind"),
        "per-2": _("one point for every 2″"),
    },
    "critical.mp-rounding": {"down": _("down"), "normal": _("to the nearest")},
}


def option_words(option: str, value: str, translate: Translate) -> str:
    """Say what a value of an option means.

    >>> option_words("woods.line-to", "middle", str), option_words("own.option", "per-2", str)
    ('half its height', 'per 2')
    """
    words = WORDS.get(option, {}).get(value)
    return translate(value.replace("-", " ") if words is None else words)
