"""What does a unit's card print? The fields of its form, and the properties that they become.

A field that was not edited changes nothing. Everything else is checked by the reader of table files.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from werkzeug.datastructures import MultiDict

from astrike.errors import InputError, Problem
from astrike.model.card import DAMAGE_BRACKETS, parse_damage, parse_move, split_specials
from astrike.model.document_change import ABSENT, Operation, SetProperty
from astrike.model.number_text import plain_number
from astrike.model.roster import CatalogEntry, RosterUnit
from astrike.rulebook.schema import Edition
from astrike.web.current.stored_unit import StoredUnit, problems_after
from astrike.web.http.forms import number_or_text
from astrike.web.http.i18n import _
from astrike.web.problems import problems_by_field

_NUMBERS: Final = (
    "size",
    "skill",
    "tmm",
    "overheat",
    "armor",
    "structure",
    "threshold",
    "pv",
    "mul",
    "height",
    "stand",
)
_TEXTS: Final = ("name", "type", "side", "move")
BASES: Final = ("", "round", "hex", "rect")
FIELDS: Final = (
    *_TEXTS, *_NUMBERS, *DAMAGE_BRACKETS, "specials", "unknown", "pilot", "base_shape", "base_width", "base_length",
)  # fmt: skip
_PROPERTY: Final[Mapping[str, str]] = {
    **dict.fromkeys(DAMAGE_BRACKETS, "damage"),
    **dict.fromkeys(("base_shape", "base_width", "base_length"), "base"),
    "unknown": "specials",
}
"""The property of the fields that are not called like theirs."""
_FIELD: Final[Mapping[str, str]] = {
    "damage": "short",
    "base": "base_width",
    "base.width": "base_width",
    "base.across": "base_width",
    "base.length": "base_length",
}
_STATE: Final = ("heat", "hits", "state", "color", "ecm")
"""Properties of a unit that no field of the form has and that a list may bring."""
_SEPARATOR: Final = re.compile(r"[,;\n]")


def new_values() -> dict[str, str]:
    """Give the fields of a card on which nothing is written yet."""
    return {**dict.fromkeys(FIELDS, ""), "type": "BM", "skill": "4", "size": "1"}


def known_values(entry: CatalogEntry) -> dict[str, str]:
    """Give the fields of a new unit of a card that is known here."""
    card = entry.card
    damage = card.get("damage")
    specials = card.get("specials")
    return {
        **new_values(),
        "name": entry.name,
        "mul": _text(entry.mul),
        **{name: _text(card[name]) for name in (*_NUMBERS, "type", "move") if name in card and name != "mul"},
        **dict(zip(DAMAGE_BRACKETS, damage.split("/") if isinstance(damage, str) else (), strict=False)),
        "specials": ", ".join(map(str, specials)) if isinstance(specials, list) else "",
        "unknown": "1" if "specials" in card and specials is None else "",
    }


def read_values(unit: RosterUnit) -> dict[str, str]:
    """Give the fields of a new unit that a list has, with whatever is wrong about its card."""
    pilot = unit.card.get("pilot")
    return {
        **known_values(CatalogEntry(unit.mul, unit.name, (), unit.card)),
        "skill": str(unit.skill),
        "pilot": ", ".join(map(str, pilot)) if isinstance(pilot, list) else "",
        **({"unknown": "1"} if "specials" in unit.unknown else {}),
    }


def card_values(stored: StoredUnit) -> dict[str, str]:
    """Give the fields of a unit's card as texts."""
    unit, about = stored.unit, stored.properties
    damage = [str(value) for value in unit.damage.values] if unit.damage is not None else []
    base = unit.base
    return {
        "name": _text(about.get("name")),
        "type": unit.type,
        "side": unit.side or "",
        "move": unit.move.printed if unit.move is not None else "",
        **{name: _text(about.get(name)) for name in _NUMBERS},
        "size": str(unit.size),
        "skill": str(unit.skill),
        **dict(zip(DAMAGE_BRACKETS, [*damage, "", "", "", ""][:4], strict=True)),
        "specials": ", ".join(special.printed for special in unit.specials),
        "unknown": "1" if "specials" in about and about["specials"] is None else "",
        "pilot": ", ".join(unit.pilot),
        "base_shape": "" if base is None else base.shape,
        "base_width": "" if base is None else plain_number(base.width),
        "base_length": plain_number(base.length) if base is not None and base.shape == "rect" else "",
    }


def played(unit: RosterUnit, card: Mapping[str, object]) -> dict[str, object]:
    """Give what had happened to a unit of a list and no form field holds, for the card that was typed for it."""
    found = {key: value for key, value in unit.card.items() if key in _STATE}
    for key, lost in zip(("armor", "structure"), unit.lost, strict=True):
        full, left = card.get(key), unit.card.get(f"{key}_left")
        if isinstance(full, int) and (lost or isinstance(left, int)):
            found[f"{key}_left"] = max(0, full - lost) if lost else min(int(str(left)), full)
    return found


def posted_card(form: "MultiDict[str, str]") -> dict[str, str]:
    """Read the posted fields of a card; a field that was not sent is not among them."""
    found = {name: form[name].strip() for name in FIELDS if name in form and name != "unknown"}
    if "sent" in form:
        found["unknown"] = "1" if "unknown" in form else ""
    return found


def card_properties(values: Mapping[str, str]) -> dict[str, object]:
    """Give the properties of a card that is new; what is empty is none of them."""
    keys = dict.fromkeys(_PROPERTY.get(name, name) for name in FIELDS)
    found = {key: _READERS[key](values) for key in keys}
    return {key: value for key, value in found.items() if value is not ABSENT}


def card_operations(begun: StoredUnit, wanted: Mapping[str, str]) -> list[Operation]:
    """Write the fields that differ from the card; raise `InputError` for damage that cannot be read, with all else."""
    before = card_values(begun)
    keys = dict.fromkeys(_PROPERTY.get(name, name) for name, value in wanted.items() if value != before[name])
    operations: list[Operation] = [SetProperty(begun.unit.id, key, _READERS[key](wanted)) for key in keys]
    unreadable = damage_problems(wanted) if "damage" in keys else ()
    if unreadable:
        rest = [each for each in operations if not (isinstance(each, SetProperty) and each.key == "damage")]
        raise InputError((*unreadable, *problems_after(begun.document, rest)))
    return operations


def damage_problems(values: Mapping[str, str]) -> tuple[Problem, ...]:
    """Name the brackets whose damage cannot be read."""
    found: list[Problem] = []
    for name in DAMAGE_BRACKETS:
        text = values.get(name, "")
        try:
            is_one = not text or len(parse_damage(text).values) == 1
        except ValueError:
            is_one = False
        if not is_one:
            found.append(Problem(name, repr(text[:20]), _("a number, 0* or -")))
    return tuple(found)


def problems_of_card(error: InputError, *, index: int) -> dict[str, tuple[Problem, ...]]:
    """Sort problems by the fields of the form; the unit is the feature with this index."""
    found: dict[str, tuple[Problem, ...]] = {}
    for at, problems in problems_by_field(error, prefix=f"features[{index}].properties.").items():
        key = at if at in _FIELD else at.partition("[")[0]
        name = _FIELD.get(key, key)
        found[name] = (*found.get(name, ()), *problems)
    return found


def card_label(name: str) -> str:
    """Name a field of the form."""
    words = {
        "name": _("Name"),
        "type": _("Type"),
        "side": _("Side"),
        "move": _("Move"),
        "size": _("Size"),
        "skill": _("Skill"),
        "tmm": _("TMM"),
        "overheat": _("Overheat"),
        "armor": _("Armor"),
        "structure": _("Structure"),
        "threshold": _("Threshold"),
        "pv": _("PV"),
        "mul": _("Master Unit List number"),
        "height": _("Height in inches"),
        "stand": _("Stand in inches"),
        "short": _("Damage, Short"),
        "medium": _("Damage, Medium"),
        "long": _("Damage, Long"),
        "extreme": _("Damage, Extreme"),
        "specials": _("Special abilities"),
        "unknown": _("Special abilities unknown"),
        "pilot": _("Pilot abilities"),
        "base_shape": _("Base"),
        "base_width": _("Base, width"),
        "base_length": _("Base, length"),
    }
    return words[name]


def tmm_of(values: Mapping[str, str], edition: Edition) -> str:
    """Give the movement modifier that the Move makes; empty where it makes none."""
    try:
        move = parse_move(values["move"])
    except ValueError:
        return ""
    return "" if move.is_thrust else str(edition.tmm_of(move.ground))


# ---- one property from its fields


def _text_of(name: str) -> Callable[[Mapping[str, str]], object]:
    return lambda values: values[name] or ABSENT


def _number_of(name: str) -> Callable[[Mapping[str, str]], object]:
    return lambda values: number_or_text(values[name]) if values[name] else ABSENT


def _damage(values: Mapping[str, str]) -> object:
    words = [values[name] for name in DAMAGE_BRACKETS]
    while words and not words[-1]:
        words.pop()
    return "/".join(word or "-" for word in words) if words else ABSENT


def _specials(values: Mapping[str, str]) -> object:
    if values["unknown"] and not values["specials"]:
        return None
    return list(split_specials(values["specials"].replace("\n", ",").replace(";", ","))) or ABSENT


def _pilot(values: Mapping[str, str]) -> object:
    return [word for each in _SEPARATOR.split(values["pilot"]) if (word := each.strip())] or ABSENT


def _base(values: Mapping[str, str]) -> object:
    width, length = (
        number_or_text(values[name]) if values[name] else None for name in ("base_width", "base_length")
    )
    match values["base_shape"]:
        case "":
            return ABSENT
        case "round":
            return width if width is not None else ""
        case "hex":
            return {"shape": "hex", "across": width}
        case shape:
            return {"shape": shape, "width": width, "length": length}


_READERS: Final[Mapping[str, Callable[[Mapping[str, str]], object]]] = {
    **{name: _text_of(name) for name in _TEXTS},
    **{name: _number_of(name) for name in _NUMBERS},
    "damage": _damage,
    "specials": _specials,
    "pilot": _pilot,
    "base": _base,
}


def _text(value: object) -> str:
    return plain_number(value).replace("−", "-") if isinstance(value, int | float) else str(value or "")
