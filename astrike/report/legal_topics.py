"""Which whole topics of a layout did nobody check? A few words beside a verdict, so that "meets" promises no more."""

from collections.abc import Mapping
from typing import Final

from astrike.model.legality import Legality
from astrike.report.words import Translate, same
from astrike.report.words import mark as _

_TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    _("amount of terrain"): ("count", "footprint", "height", "coverage", "quadrants"),
    _("symmetry"): ("symmetry",),
    _("gaps"): ("gap", "gaps"),
    _("routes"): ("corridors", "reach"),
    _("fire lanes"): ("lane",),
    _("zones"): ("zone",),
    _("objectives"): ("objective",),
}
"""By what they are called: the second words of the keys of their checks."""


def topics_unchecked(legality: Legality, *, translate: Translate = same) -> tuple[str, ...]:
    """Name the topics of which something was left out and nothing was checked.

    >>> from astrike.model.legality import Skipped
    >>> left = (Skipped("layout.lane.longest", "Longest line of fire", "no-limit"),)
    >>> topics_unchecked(Legality("", "", "", 0.1, (), left, {}))
    ('fire lanes',)
    """
    checked = {_topic(each.key) for each in legality.findings}
    left = {_topic(each.key) for each in legality.skipped}
    return tuple(
        translate(name)
        for name, keys in _TOPICS.items()
        if left.intersection(keys) and not checked.intersection(keys)
    )


def _topic(key: str) -> str:
    return key.split(".")[1] if key.startswith("layout.") else ""
