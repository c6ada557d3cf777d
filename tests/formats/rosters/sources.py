"""Files of other tools as their field descriptions say, with units that nobody ever printed."""

import csv
import io
import json
import zipfile
from collections.abc import Mapping, Sequence

import openpyxl
import pytest

from astrike.errors import InputError, Problem
from astrike.formats.rosters.memory_catalog import KnownCards
from astrike.formats.rosters.reading import read_roster
from astrike.model.roster import Catalog, CatalogEntry, Roster, RosterUnit
from tests.builders import document, mech

Json = dict[str, object]


class ShelfCatalog:
    """A catalog of a few units."""

    def __init__(self, *entries: CatalogEntry) -> None:
        self._entries = entries

    def by_mul(self, number: int) -> CatalogEntry | None:
        """Find by number."""
        return next((entry for entry in self._entries if entry.mul == number), None)

    def by_name(self, name: str) -> CatalogEntry | None:
        """Find by name."""
        return next((entry for entry in self._entries if name in entry.keys), None)


ALDER = CatalogEntry(
    11,
    "Alder ALD-2",
    ("alder ald-2", "bmalder_ald2", "alder_ald2"),
    {"type": "BM", "size": 2, "move": '8"/6"j', "tmm": 1, "damage": "3/3/1", "overheat": 1, "armor": 5, "structure": 4,
     "specials": ["ECM"], "pv": 30},
)  # fmt: skip
BIRCH = CatalogEntry(
    12,
    "Birch",
    ("birch", "cvbirch"),
    {"type": "CV", "size": 1, "move": '10"t', "tmm": 2, "damage": "2/2/0*", "armor": 4, "structure": 3,
     "specials": None, "pv": 20},
)  # fmt: skip
SHELF = ShelfCatalog(ALDER, BIRCH)


def read(data: bytes | str, *, name: str = "", catalog: Catalog | None = None) -> Roster:
    """Read a roster on an installation that knows nothing, or what is said."""
    raw = data.encode() if isinstance(data, str) else data
    return read_roster(raw, name=name, catalog=catalog or KnownCards())


def only(data: bytes | str, *, catalog: Catalog | None = None) -> RosterUnit:
    """The one unit of a roster."""
    (unit,) = read(data, catalog=catalog).units
    return unit


def refused(data: bytes | str) -> tuple[Problem, ...]:
    """What is wrong with what is no roster."""
    with pytest.raises(InputError) as caught:
        read(data)
    assert caught.value.problems
    return caught.value.problems


def notes(roster: Roster) -> str:
    """All notes as text."""
    return "\n".join(note.sentence for note in roster.notes)


# ---- the Master Unit List


def mul_unit(**fields: object) -> Json:
    """A record of the QuickList service."""
    usual: Json = {
        "Id": 11, "Name": "Alder ALD-2 ", "Class": "Alder", "Variant": "ALD-2", "Tonnage": 45.0,
        "Type": {"Id": 18, "Name": "BattleMech"}, "Role": None, "BFType": "BM", "BFSize": 2, "BFMove": '8"/6"j',
        "BFTMM": 0, "BFArmor": 5, "BFStructure": 4, "BFThreshold": 0, "BFDamageShort": 3, "BFDamageShortMin": False,
        "BFDamageMedium": 3, "BFDamageMediumMin": False, "BFDamageLong": 1, "BFDamageLongMin": False,
        "BFDamageExtreme": 0, "BFDamageExtemeMin": False, "BFOverheat": 1, "BFPointValue": 30, "BFAbilities": "ECM",
        "Skill": 0,
    }  # fmt: skip
    return {**usual, **fields}


def quicklist(*units: object) -> str:
    """An answer of the QuickList service."""
    return json.dumps({"Units": units or (mul_unit(),), "Search": "?Types=18", "Crumbs": []})


# ---- MekBay

MEKBAY = (
    "group", "chassis", "model", "pilot", "skill", "adjustedPV", "armorDamage", "structureDamage", "destroyed",
    "mul_id", "year", "PV", "role", "SZ", "usesOV", "OV", "MV", "TMM", "usesTh", "Th", "Str", "TP", "Arm", "usesE",
    "dmgS", "dmgM", "dmgL", "dmgE", "specials", "usesArcs", "frontArc STD",
)  # fmt: skip


def mekbay_row(**fields: object) -> Json:
    """A row of a MekBay force table."""
    usual: Json = {
        "group": "Red", "chassis": "Alder", "model": "ALD-2", "pilot": "", "skill": 4, "adjustedPV": 30,
        "armorDamage": 0, "structureDamage": 0, "destroyed": "FALSE", "mul_id": 11, "year": 3050, "PV": 30,
        "role": "Scout", "SZ": 2, "usesOV": "TRUE", "OV": 1, "MV": '8"/6"j', "TMM": 1, "usesTh": "FALSE", "Th": "",
        "Str": 4, "TP": "BM", "Arm": 5, "usesE": "FALSE", "dmgS": 3, "dmgM": "3", "dmgL": 1, "dmgE": 0,
        "specials": "ECM, TUR(2/2/-,IF1)", "usesArcs": "FALSE", "frontArc STD": "",
    }  # fmt: skip
    return {**usual, **fields}


def csv_text(*rows: Mapping[str, object], headings: Sequence[str] = MEKBAY, delimiter: str = ",") -> str:
    """A table as CSV."""
    file = io.StringIO()
    writer = csv.writer(file, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(headings)
    writer.writerows([row.get(heading) for heading in headings] for row in rows or (mekbay_row(),))
    return file.getvalue()


def xlsx(*rows: Mapping[str, object], headings: Sequence[str] = MEKBAY) -> bytes:
    """A table as a workbook, behind a sheet of something else."""
    book = openpyxl.Workbook()
    book.active.append(["Notes"])
    sheet = book.create_sheet("Alpha Strike Units")
    sheet.append(list(headings))
    for row in rows or (mekbay_row(),):
        sheet.append([row.get(heading) for heading in headings])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def repacked(data: bytes, **parts: str) -> bytes:
    """A workbook with other parts in it; `xl/worksheets/sheet1.xml` is written as sheet1."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.infolist():
            stem = item.filename.rpartition("/")[2].removesuffix(".xml")
            new.writestr(item.filename, parts.get(stem, old.read(item)))
    return file.getvalue()


def force(*units: Json, **fields: object) -> str:
    """A force as MekBay saves it."""
    group = {"id": "g", "name": "Red", "units": list(units) or [force_unit()]}
    return json.dumps(
        {
            "version": 1,
            "instanceId": "i",
            "type": "as",
            "name": "Trees",
            "pv": 11,
            "groups": [group],
            **fields,
        }
    )


def force_unit(**fields: object) -> Json:
    """A unit of such a force."""
    return {"id": "u", "unit": "BMAlder_ALD2", "chassis": "Alder", "model": "ALD-2", "skill": 3, **fields}


# ---- Jeff's tools


def member(**fields: object) -> Json:
    """A member of a group."""
    usual: Json = {
        "mechCreatorUUID": "", "customName": "", "mulID": 11, "name": "Alder ALD-2", "variant": "ALD-2", "type": "BM",
        "size": 2, "tmm": 1, "role": "Scout", "tonnage": 45, "threshold": 0,
        "damage": {"short": 3, "medium": 3, "long": 0, "extreme": 0, "longMinimal": True},
        "move": [{"move": 8, "currentMove": 8, "type": ""}, {"move": 6, "currentMove": 6, "type": "j"}], "jumpMove": 6,
        "structure": 4, "armor": 5, "abilities": "ECM, TUR(2/2/-,IF1)", "overheat": 1, "basePoints": 30,
        "currentSkill": 3, "pilot": {"name": "", "gunnery": 4, "piloting": 5, "wounds": 0, "alphaStrikeAbilities": []},
    }  # fmt: skip
    return {**usual, **fields}


def group(*members: Json, **fields: object) -> Json:
    """A group."""
    return {
        "name": "Red",
        "uuid": "g",
        "formationBonus": "none",
        "members": list(members) or [member()],
        **fields,
    }


def favorites(*groups: Json) -> str:
    """A file of favorites."""
    return json.dumps(list(groups) or [group()])


# ---- unit lists and tables


def unit_list(*units: Json) -> str:
    """A MekBay unit list."""
    values = {"TP": "BM", "PV": 30, "SZ": 2, "MV": "8", "Arm": 5, "Str": 4, "specials": ["ECM"]}
    usual = {"id": 11, "chassis": "Alder", "model": "ALD-2", "name": "BMAlder_ALD2", "as": values}
    return json.dumps({"version": 1, "units": list(units) or [usual]})


def table_text() -> str:
    """A table file with one unit."""
    return json.dumps(document(mech("A", at=(11, 7), name="Alder", mul=11)))


def megamek_list(entities: int = 1) -> str:
    """A unit list of MegaMek."""
    entity = '<entity chassis="Alder" model="ALD-2"><pilot size="1" name="Anna" gunnery="3" piloting="4"/></entity>'
    return f'<?xml version="1.0"?>\n<unit version="0.49.13">{entity * entities}</unit>'


# ---- codes


def list_code(*units: Json, **fields: object) -> str:
    """A Terminal list code."""
    named = list(units) or [{"id": "a", "mulId": 11, "skill": 3, "customization": {}}]
    formation = {"id": "f", "name": "Red", "type": "battle", "units": [{"id": "a"}]}
    return json.dumps(
        {"id": "l", "lcVersion": 2, "name": "Trees", "units": named, "formations": [formation], **fields}
    )


LINK = "https://mekbay.com/?gs=as&units=Red;lance~BMAlder_ALD2,CVBirch:3&name=Trees&factionId=1"
CODE = "{{11,4},{12,3}}"
