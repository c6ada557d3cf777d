"""How do other tools take a roster over? As a code or a link of Master Unit List numbers."""

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import quote

from astrike.model.notes import Note
from astrike.model.roster import RosterUnit

_MEKBAY: Final = "https://mekbay.com/"
_SIGNS: Final = re.compile(r"[~|;,:]+")


def tts_code(units: Iterable[RosterUnit]) -> str:
    """Write a Tabletop Simulator code; units without a number are left out, see `without_number`.

    >>> tts_code([RosterUnit("Alder", skill=3, mul=11), RosterUnit("Birch"), RosterUnit("Cedar", mul=12)])
    '{{11,3},{12,4}}'
    """
    return "{" + ",".join(f"{{{unit.mul},{unit.skill}}}" for unit in units if unit.mul is not None) + "}"


def mekbay_link(units: Iterable[RosterUnit], *, name: str = "") -> str:
    """Write a link that opens the force in MekBay; units without a number are left out, see `without_number`.

    >>> mekbay_link([RosterUnit("Alder", mul=11, group="Red"), RosterUnit("Cedar", skill=3, mul=12, group="Red")])
    'https://mekbay.com/?gs=as&mul_ids=Red~11,12:3'
    """
    groups: dict[str, list[str]] = {}
    for unit in units:
        if unit.mul is not None:
            skill = "" if unit.skill == 4 else f":{unit.skill}"
            groups.setdefault(" ".join(_SIGNS.sub(" ", unit.group).split()), []).append(f"{unit.mul}{skill}")
    listed = "|".join((f"{group}~" if group else "") + ",".join(found) for group, found in groups.items())
    link = f"{_MEKBAY}?gs=as&mul_ids={quote(listed, safe='~,:|')}"
    return f"{link}&name={quote(name, safe='')}" if name else link


def without_number(units: Iterable[RosterUnit]) -> tuple[Note, ...]:
    """Say which units have no Master Unit List number, so that codes and links leave them out."""
    names = [unit.name for unit in units if unit.mul is None]
    if not names:
        return ()
    listed = ", ".join(names[:20]) + (" …" if len(names) > 20 else "")
    return (Note(listed, "has no Master Unit List number; left out", len(names)),)
