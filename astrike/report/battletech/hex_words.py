"""How is it said what is in a hex?"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from astrike.model.battletech.hex_patch import HexContents
from astrike.report.words.texts import Translate
from astrike.report.words.texts import to_translate as _

WOODS_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {"light": _("light woods"), "heavy": _("heavy woods"), "ultra-heavy": _("ultra-heavy woods")}
)
SMOKE_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {"light": _("light smoke"), "heavy": _("heavy smoke")}
)
GROUND_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "swamp": _("swamp"),
        "mud": _("mud"),
        "snow": _("deep snow"),
        "thin-snow": _("thin snow"),
        "ice": _("ice"),
        "sand": _("sand"),
        "rapids": _("rapids"),
        "torrent": _("torrent"),
        "fields": _("fields"),
        "industrial": _("heavy industrial"),
    }
)
BUILDING_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "light": _("light building"),
        "medium": _("medium building"),
        "heavy": _("heavy building"),
        "hardened": _("hardened building"),
    }
)
_CLEAR: Final = _("clear")


def contents_words(contents: HexContents, translate: Translate) -> str:
    """Say what lies in a hex.

    >>> contents_words(HexContents(woods="light", level=2), str), contents_words(HexContents(), str)
    ('light woods, level 2', 'clear')
    """
    return ", ".join(_contents(contents, translate)) or translate(_CLEAR)


def _contents(contents: HexContents, translate: Translate) -> Iterator[str]:
    if contents.woods != "none":
        yield translate(WOODS_WORDS[contents.woods])
    if contents.smoke != "none":
        yield translate(SMOKE_WORDS[contents.smoke])
    if contents.water is not None:
        yield translate(_("water depth %(depth)s")) % {"depth": contents.water}
    if contents.building is not None:
        yield translate(BUILDING_WORDS[contents.building.class_])
        yield translate(_("%(levels)s levels high")) % {"levels": contents.building.levels}
    for is_there, word in (
        (contents.rough, _("rough")),
        (contents.rubble, _("rubble")),
        (contents.pavement, _("pavement")),
        (contents.road, _("road")),
    ):
        if is_there:
            yield translate(word)
    if contents.ground != "clear":
        yield translate(GROUND_WORDS[contents.ground])
    if contents.level:
        yield translate(_("level %(level)s")) % {"level": contents.level}
