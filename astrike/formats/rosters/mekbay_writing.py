"""How does MekBay take units over? As a table like that which it exports for a force, with cards and damage.

What its reader reads again is the same, but for what the table has no column for.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping
from typing import Final

from astrike.formats.rosters.card import UNKNOWN
from astrike.model.card import pv_at
from astrike.model.roster import ASIDE, RosterUnit

COLUMNS: Final = (
    "group", "chassis", "model", "pilot", "skill", "adjustedPV", "armorDamage", "structureDamage", "destroyed",
    "mul_id", "PV", "SZ", "usesOV", "OV", "MV", "TMM", "usesTh", "Th", "Str", "TP", "Arm", "usesE", "dmgS", "dmgM",
    "dmgL", "dmgE", "specials", "usesArcs", "pilotAbilities",
)  # fmt: skip

_BRACKETS: Final = ("dmgS", "dmgM", "dmgL", "dmgE")
_EVALUATED: Final = re.compile(r"[=+@\t\r-]")
"""By these a spreadsheet takes a cell for a formula."""


def mekbay_table(units: Iterable[RosterUnit]) -> str:
    """Write units as MekBay's table of a force (CSV).

    >>> row = mekbay_table([RosterUnit("Alder ALD-2", 3, card={"type": "BM", "armor": 5, "armor_left": 3})])
    >>> row.splitlines()[1][:28]
    ',Alder,ALD-2,,3,,2,0,FALSE,,'
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for unit in units:
        row = _row(unit)
        writer.writerow([row.get(column, "") for column in COLUMNS])
    return file.getvalue()


def _row(unit: RosterUnit) -> Mapping[str, object]:
    card = unit.card
    chassis, model = _named(unit.name)
    pv, damage = card.get("pv"), str(card.get("damage", "")).split("/")
    state = card.get("state")
    return {
        "group": _plain(unit.group),
        "chassis": _plain(chassis),
        "model": _plain(model),
        "skill": unit.skill,
        "adjustedPV": pv_at(int(pv), unit.skill) if isinstance(pv, int | float) else "",
        "armorDamage": _lost(card, "armor"),
        "structureDamage": _lost(card, "structure"),
        "destroyed": _yes_no(isinstance(state, list) and "destroyed" in state),
        "mul_id": "" if unit.mul is None else unit.mul,
        "PV": _cell(pv),
        "SZ": _cell(card.get("size")),
        "usesOV": _yes_no("overheat" in card),
        "OV": _cell(card.get("overheat")),
        "MV": _cell(card.get("move")),
        "TMM": _cell(card.get("tmm")),
        "usesTh": _yes_no("threshold" in card),
        "Th": _cell(card.get("threshold")),
        "Str": _cell(card.get("structure")),
        "TP": _cell(card.get("type", "BM")),
        "Arm": _cell(card.get("armor")),
        "usesE": _yes_no(len(damage) == len(_BRACKETS)),
        **dict(zip(_BRACKETS, damage, strict=False)),
        "specials": _specials(unit),
        "usesArcs": _yes_no(False),
        "pilotAbilities": _listed(card.get("pilot")),
    }


def _named(name: str) -> tuple[str, str]:
    """Part a name into chassis and model, which is a last word with a digit or a hyphen.

    >>> _named("Alder ALD-2"), _named("Old Alder"), _named("ALD-2")
    (('Alder', 'ALD-2'), ('Old Alder', ''), ('ALD-2', ''))
    """
    chassis, _, model = name.rpartition(" ")
    is_model = bool(chassis) and any(character.isdigit() or character == "-" for character in model)
    return (chassis, model) if is_model else (name, "")


def _lost(card: Mapping[str, object], key: str) -> int:
    full, left = card.get(key), card.get(f"{key}_left")
    return full - left if isinstance(full, int) and isinstance(left, int) else 0


def _specials(unit: RosterUnit) -> str:
    if "specials" in unit.unknown:
        return UNKNOWN
    listed = [each for each in (unit.card.get("specials"), unit.card.get(ASIDE)) if isinstance(each, list)]
    return _plain(", ".join(str(text) for each in listed for text in each))


def _listed(value: object) -> str:
    return _plain(", ".join(map(str, value))) if isinstance(value, list) else ""


def _cell(value: object) -> object:
    return "" if value is None else _plain(value) if isinstance(value, str) else value


def _plain(text: str) -> str:
    """Keep spreadsheets from evaluating a text; readers pass over the blank."""
    return f" {text}" if _EVALUATED.match(text) else text


def _yes_no(is_so: bool) -> str:
    return "TRUE" if is_so else "FALSE"
