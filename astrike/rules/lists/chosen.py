"""Which units of a roster does a limit mean, as far as their cards say? Names, chassis and special abilities.

A unit of which nobody knows the special abilities may be meant or not: it is then neither counted nor left out.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from astrike.model.card import Special
from astrike.model.unit import Unit
from astrike.presets.list_schema import Chosen

HITCH: Final = "HTC"
ARTILLERY: Final = "ART"
_WANTED: Final = re.compile(r"([A-Z][A-Z-]*?)([0-9]+)?")
_NUMBERED: Final = re.compile(r"(.+) [0-9]+")
_CARD: Final = ("type", "size", "move", "damage", "overheat", "armor", "structure", "specials", "pv")
_ROMAN: Final = re.compile(r"[IVX]{2,}C?|IC")


def is_chosen(unit: Unit, of: Chosen) -> bool | None:
    """Is the unit meant? None: its special abilities decide, and nobody knows them."""
    if of.types and unit.type not in of.types:
        return False
    if of.skills and unit.skill not in of.skills:
        return False
    if of.moves and (unit.move is None or not unit.move.codes & set(of.moves)):
        return None if unit.move is None else False
    if not of.having and not of.lacking:
        return True
    if "specials" in unit.unknown:
        return None
    has_one = not of.having or any(has(unit, code) for code in of.having)
    return has_one and not any(has(unit, code) for code in of.lacking)


def has(unit: Unit, wanted: str) -> bool:
    """Does the card print a special ability, in a turret or not? `IT3` wants 3 or more, `ART` any artillery.

    >>> from astrike.model.card import parse_special
    >>> truck = Unit("T", (0, 0), "Truck", specials=(parse_special("IT4"), parse_special("TUR(1/1/1,ARTS-1)")))
    >>> has(truck, "IT3"), has(truck, "IT5"), has(truck, "ART"), has(truck, "ECM")
    (True, False, True, False)
    """
    printed = list(_printed(unit.specials))
    if wanted == ARTILLERY:
        return any(each.code.startswith(ARTILLERY) for each in printed)
    if any(each.code == wanted for each in printed):
        return True
    match = _WANTED.fullmatch(wanted)
    if match is None or match[2] is None:
        return False
    return any(each.code == match[1] and each.amount >= int(match[2]) for each in printed)


def chassis_of(unit: Unit) -> str:
    """Give the chassis, as far as the name says: what stands before the first word of the variant or a bracket.

    >>> [chassis_of(Unit("u", (0, 0), name)) for name in ("Alder ALD-1", "Birch IIC 3", "Cedar Prime", "Elm A")]
    ['alder', 'birch iic', 'cedar', 'elm']
    >>> [chassis_of(Unit("u", (0, 0), name)) for name in ("Fir Tank", "Fir Tank (Ultra)", "Gum Armor [Laser]")]
    ['fir tank', 'fir tank', 'gum armor']
    """
    words = unit.name.split()
    for number, word in enumerate(words[1:], start=1):
        if _begins_variant(word):
            return " ".join(words[:number]).casefold()
    return unit.name.strip().casefold()


def variants_of(units: Sequence[Unit]) -> Mapping[str, str]:
    """Give by id which variant each unit is: its number in the Master Unit List, else its name.

    Units of one name are told apart by a number on a table; with the same card they are the same variant.
    """
    named = {_folded(unit.name): unit for unit in units}
    found: dict[str, str] = {}
    for unit in units:
        name = _folded(unit.name)
        match = _NUMBERED.fullmatch(name)
        first = named.get(match[1]) if match else None
        if first is not None and _is_alike(first, unit):
            name = _folded(first.name)
        found[unit.id] = name if unit.mul is None else f"mul {unit.mul}"
    return found


def trailers(units: Sequence[Unit]) -> tuple[list[Unit], list[Unit]]:
    """Give the trailers of a roster, which have a hitch and no Move of their own, and the units that can tow."""
    hitched = [unit for unit in units if has(unit, HITCH)]
    rolling = [unit for unit in hitched if unit.move is not None and unit.move.ground > 0]
    return [unit for unit in hitched if unit not in rolling], rolling


def _is_alike(one: Unit, other: Unit) -> bool:
    """Do two units have the same card?"""
    return all(getattr(one, key) == getattr(other, key) for key in _CARD)


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()


def _begins_variant(word: str) -> bool:
    if _ROMAN.fullmatch(word):
        return False
    if word.startswith(("(", "[")):
        return True
    has_digit = any(character.isdigit() for character in word)
    return has_digit or "-" in word or word == "Prime" or (len(word) == 1 and word.isupper())


def _printed(specials: tuple[Special, ...]) -> Iterator[Special]:
    for special in specials:
        yield special
        yield from _printed(special.inside)
